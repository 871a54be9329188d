"""Words before a number that say on which side of it a quantity lies: ``at most``, ``mindestens``."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

UPPER = (
    r"at\s+most|no\s+more\s+(?:often\s+)?than|not\s+more\s+(?:often\s+)?than|no\s+longer\s+than|less\s+(?:often\s+)?than|fewer\s+than|rarer\s+than|"
    r"smaller\s+than|lower\s+than|up\s+to|below|under|maximum(?:\s+of)?|≤|<=|<|höchstens|maximal|nicht\s+(?:mehr|öfter|häufiger)\s+als|"
    r"au\s+(?:plus|maximum)|moins\s+(?:souvent\s+)?(?:de|que|d['’])|pas\s+plus\s+de|como\s+(?:máximo|mucho)|a\s+lo\s+sumo|"
    r"(?:no\s+más|menos)\s+de|al\s+massimo|(?:meno|non\s+più)\s+di|"
    r"weniger\s+als|seltener\s+als|kleiner\s+als|unter|bis\s+zu|does\s+not\s+exceed|do\s+not\s+exceed|überschreitet\s+nicht"
)
LOWER = (
    r"at\s+least|upwards?\s+of|in\s+excess\s+of|not\s+below|beyond|exceeding|jenseits\s+von|oberhalb\s+von|no\s+less\s+than|not\s+less\s+than|no\s+fewer\s+than|more\s+(?:often\s+|frequently\s+)?than|greater\s+than|above|over|"
    r"au\s+moins|al\s+menos|por\s+lo\s+menos|almeno|minimum(?:\s+of)?|≥|>=|>|mindestens|wenigstens|nicht\s+weniger\s+als|mehr\s+als|(?:öfter|häufiger|größer)\s+als|über|exceeds?"
)
_FILLER = r"(?:\s*(?:about|around|ca\.?|rund|etwa|in|on|bei|of|von|only|nur|einem?|eine)\b)?\s*$"
SIDE = compiled(rf"(?<![^\W\d_])(?:(?P<lower>{LOWER})|(?P<upper>{UPPER})){_FILLER}", re.I)
NOT_MORE = compiled(
    r"\b(?:never|not|no|nie|niemals|nicht|in\s+keine[rmns]?)\s+(?:[^\W\d]+\s+){0,6}"
    rf"(?:more(?:\s+often)?\s+than|greater\s+than|above|over|exceeds?|mehr\s+als|größer\s+als|über){_FILLER}",
    re.I,
)
_OFTEN = r"(?:often|frequent(?:ly)?|likely|probabl[ey])"
_NO_MORE = (
    rf"(?:never|not|no)\s+(?:more\s+{_OFTEN}|oftener)\s+than|"
    rf"(?<!no )(?<!not )(?<!never )(?:less\s+{_OFTEN}|more\s+(?:rarely|seldom)|rarer)\s+than|"
    rf"at\s+most\s+(?:as|so)\s+{_OFTEN}\s+as|(?<!not )(?:as|so)\s+(?:rarely|rare|seldom)\s+as|"
    r"(?:nicht|nie)\s+(?:öfter|häufiger|wahrscheinlicher)\s+als|"
    r"(?<!nicht )(?<!nie )(?:seltener|weniger\s+(?:oft|häufig|wahrscheinlich))\s+als|"
    r"höchstens\s+so\s+(?:oft|häufig|wahrscheinlich)\s*,?\s+wie|(?<!nicht )so\s+selten\s*,?\s+wie"
)
_ALLOWS = (
    r"(?:(?:allow|permit|ask|demand|require|set|state|tolerate|prescribe|sa[yi])(?:e?s|ed)?(?:\s+(?:for|it))?|"
    r"(?:es\s+)?(?:erlaubt|zulässt|gestattet|verlangt|fordert|vorgibt|vorsieht|vorschreibt|setzt))"
)
_LIMIT = (
    r"(?:(?:own|stated|tolerable|allowed|permitted|required|eigenes?|zulässige[rns]?|gefordertes?|festgelegtes?)\s+)?"
    r"(?:target|limit|bound|goal|requirement|ziel(?:wert)?|grenz(?:e|wert)|sollwert|vorgabe|anforderung)"
)
AS_LIMITED = compiled(
    rf"(?<![^\W\d_])(?:{_NO_MORE})\s+"
    r"(?:the|its|their|this|der|die|das|ihre?|seine?|dessen|deren)\s+"
    rf"(?:{_LIMIT}(?:\s+(?:of|for|von|des|der)\s+(?:the\s+|its\s+|des\s+)?(?:tree|top\s+event|(?:fehler)?baum(?:e?s)?))?(?:\s+{_ALLOWS})?|"
    rf"(?:fault\s+)?(?:tree|baum|fehlerbaum)\s+{_ALLOWS})(?![^\W\d_])",
    re.I,
)
"""``no more often than its target allows``: the limit that stands elsewhere, in words; never ``at least as often``"""
