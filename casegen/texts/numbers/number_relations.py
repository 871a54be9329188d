"""Words before a number that say on which side of it a quantity lies: ``at most``, ``mindestens``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.numbers.counts import COUNT, NUMBER

_NOT = r"(?:never|not|no|nie|niemals|nicht|cannot|(?:do|does|did|is|are|was|were|will|would|must|should|shall|can)n['’]t)"
DENIAL = (
    r"(?:not|no|never|none|nothing|nobody|neither|nor|without|nicht|nichts|nie|niemals|niemand\w*|kein(?:e[mnrs]?)?|"
    r"weder|ohne)"
)
"""a word that denies what stands behind it, or before"""
_MORE = (
    r"(?:more\s+(?:often\s+|frequently\s+|likely\s+)?than|(?:greater|higher|larger|bigger|oftener)\s+than|above|over|beyond|in\s+excess\s+of|"
    r"exceed(?:s|ed|ing)?|(?:mehr|öfter|häufiger|größer|grösser|höher)\s+als|über|oberhalb\s+von|überschreite[nt]|übersteig(?:t|en))"
)
_AUXILIARY = r"(?:(?:do|does|did|will|would|must|should|shall|can|may|to)\s+)?"
_NEVER = (
    r"(?:never|at\s+no\s+(?:time|moment|instant|point)(?:\s+in\s+time)?|nie|niemals|"
    r"zu\s+keine[rm]\s+(?:zeit|zeitpunkt|augenblick))"
)
_GOES_ABOVE = (
    r"(?:(?:rises?|goes|gets|climbs?|lies|is|steigt|liegt)\s+)?(?:exceeds?|above|over|(?:more|greater|higher|larger)\s+than|"
    r"über|(?:mehr|größer|höher)\s+als|übersteigt|überschreitet)"
)
_GOES_BEYOND = r"(?:übersteigt|überschreitet)"
UPPER = (
    rf"{_NEVER}\s+{_GOES_ABOVE}|{_GOES_BEYOND}\s+(?:nicht|{_NEVER})|{_AUXILIARY}{_NOT}\s+{_MORE}|"
    r"at\s+most|no\s+longer\s+than|less\s+(?:often\s+)?than|fewer\s+than|rarer\s+than|"
    r"smaller\s+than|lower\s+than|up\s+to|below|under|maximum(?:\s+of)?|≤|<=|<|höchstens|maximal|max(?=\.?\s+\d)\.?|"
    r"au\s+(?:plus|maximum)|moins\s+(?:souvent\s+)?(?:de|que|d['’])|pas\s+plus\s+de|como\s+(?:máximo|mucho)|a\s+lo\s+sumo|"
    r"(?:no\s+más|menos)\s+de|al\s+massimo|(?:meno|non\s+più)\s+di|"
    r"weniger\s+als|seltener\s+als|kleiner\s+als|unter|bis\s+zu"
)
LOWER = (
    r"at\s+least|upwards?\s+of|(?:not|never)\s+(?:below|under)|jenseits\s+von|(?:no|not|never)\s+(?:less|lower|smaller|fewer)(?:\s+often)?\s+than|"
    r"au\s+moins|al\s+menos|por\s+lo\s+menos|almeno|minimum(?:\s+of)?|≥|>=|>|mindestens|wenigstens|(?:nicht|nie)\s+(?:weniger|kleiner|niedriger|geringer|seltener)\s+als|nicht\s+unter|"
    rf"{_MORE}"
)
_FILLER = r"(?:\s*(?:about|around|ca\.?|rund|etwa|in|on|bei|of|von|only|nur|einem?|eine)\b){0,2}\s*$"
_STARTS = r"ab|starting\s+(?:at|from|with)|beginning\s+(?:at|from|with)|from\s+at\s+least"
SIDE = compiled(rf"(?<![^\W\d_])(?:(?P<lower>{LOWER}|{_STARTS})|(?P<upper>{UPPER})){_FILLER}", re.I)
_BESIDE = r"(?:when|whenever|if|unless|where|while|because|although|wenn|falls|wo|während|weil|obwohl)"
_DENIED_MORE = (
    rf"(?<![^\W\d_])(?P<denial>{_AUXILIARY}{_NOT}|(?:in\s+)?keine?[rmns]?)"
    rf"(?P<between>\s+(?:(?!(?:{_NOT}|{_BESIDE}|keine?[rmns]?)\b)[^\W\d]+\s+){{0,8}}?)(?P<more>{_MORE})"
)
NOT_MORE = compiled(_DENIED_MORE + _FILLER, re.I)
"""``does not exceed``, ``in no more than``, ``does not break in more than``: one comparison, an upper limit"""
_NOT_LESS = compiled(
    rf"(?<![^\W\d_])(?P<denial>{_NOT})\s+(?P<more>(?:less|lower|smaller|fewer)(?:\s+often)?\s+than|below|under|"
    rf"(?:weniger|kleiner|niedriger|geringer|seltener)\s+als|unter){_FILLER}",
    re.I,
)
"""``no lower than``: a lower limit"""
_DENIED_WITHIN = compiled(_DENIED_MORE, re.I)
_PASSES = compiled(rf"(?<![^\W\d_])(?P<more>überschreite[nt]|übersteig(?:t|en)){_FILLER}", re.I)
_DENIED_AFTER = compiled(
    r"\s*(?:(?:der|aller|von)\s+[^\W\d]+\s+)?(?P<denial>nicht|nie|niemals)\s+"
    r"(?P<more>überschreite[nt]|übersteig(?:t|en))\b",
    re.I,
)
"""``die 0,001 nicht überschreitet``"""
_NOT_AFTER = compiled(r"\s*(?:(?:der|aller|von)\s+[^\W\d]+\s+)?(?P<denial>nicht)\b", re.I)
_CLAUSE = compiled(r"[;:]|[.,]\s")


def side_of(text: str, start: int, end: int) -> tuple[str, int]:
    """The side of which words before the number ``text[start:end]`` speak, empty without any, and where they begin.

    *No more than*, in one word or many, is an upper limit; without words directly before the number they begin at 0.

    >>> [side_of(t, len(t), len(t))[0] for t in ("It breaks in more than ", "It does not break in more than ")]
    ['lower', 'upper']
    """
    relation = SIDE.search(text[:start])
    begin = relation.start() if relation is not None else 0
    if (relation and relation["upper"]) or _denies_more(text, start, end):
        return "upper", begin
    return "lower" if relation is not None else "", begin


def _denies_more(text: str, start: int, end: int) -> bool:
    """Whether a sentence denies that a number is exceeded: before it, behind it, or around it."""
    before, after = text[:start], text[end:]
    passes = _PASSES.search(before) and _NOT_AFTER.match(after)
    if _denied_before(before) or passes or _DENIED_AFTER.match(after):
        return True
    return any(match.start("n") == start for match in never_more(text))


def _denied_before(before: str) -> re.Match[str] | None:
    return NOT_MORE.search(before, _start_of_clause(before))


def _start_of_clause(before: str) -> int:
    return max((match.end() for match in _CLAUSE.finditer(before)), default=0)


def without_comparisons(text: str, numbers: Iterable[tuple[int, int]], beside: bool = False) -> str:
    """The text without the words of *no more than* that limit one of its numbers: they deny nothing else.

    ``numbers``: where each begins and ends.  ``beside``: a denial counts only without words between it and *more than*.

    >>> without_comparisons("It does not break in no more than 1 of 1,000 lifts", [(34, 44)]).split()[:6]
    ['It', 'does', 'not', 'break', 'in', '1']
    """
    spans: set[tuple[int, int]] = set()
    for start, end in numbers:
        if match := _denied_before(text[:start]) or _DENIED_AFTER.match(text, end):
            if not beside or not (match.groupdict().get("between") or "").strip():
                spans |= {match.span("denial"), match.span("more")}
        elif match := _NOT_LESS.search(text[:start]):
            spans |= {match.span("denial"), match.span("more")}
        elif (more := _PASSES.search(text[:start])) and (denial := _NOT_AFTER.match(text, end)):
            spans |= {more.span("more"), denial.span("denial")}
        if match := _DENIED_WITHIN.search(text, start, end):
            spans |= {match.span("denial"), match.span("more")}
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


_FEW_WORDS = r"(?:\s+(?!(?:when|whenever|if|unless|where|while|wenn|falls|wo|während)\b)[^\W\d]+)"
_HOW_OFTEN = (
    rf"(?=0[.,]\d|{NUMBER}\s?(?:%|‰|percent|per\s+cent|prozent)|[\d.,]+(?:[eE][-−]\d|\s?[×·*x]\s?10\s?[\^⁻])|10(?:\^|\*\*)?\(?[-−⁻]|"
    rf"{COUNT}\s+(?:of|in|out\s+of|von|aus)\b)"
)
_NEVER_MORE = (
    compiled(rf"\b{_NEVER}(?P<words>{_FEW_WORDS}{{0,10}}?)\s+{_GOES_ABOVE}\s+(?P<n>){_HOW_OFTEN}", re.I),
    compiled(
        rf"\b(?:(?:does|do)\s+)?(?:not|nicht)(?P<words>)\s+(?:exceed|{_GOES_ABOVE})\s+(?P<n>){_HOW_OFTEN}",
        re.I,
    ),
    compiled(rf"\b{_NEVER}\s+{_GOES_BEYOND}(?P<words>{_FEW_WORDS}{{0,6}}?)\s+(?P<n>){_HOW_OFTEN}", re.I),
    compiled(rf"\b{_GOES_BEYOND}(?P<words>)\s+(?P<n>{NUMBER}(?:\s?[%‰])?)\s+(?:nicht|{_NEVER})\b", re.I),
    compiled(
        rf"\b{_GOES_BEYOND}(?P<words>{_FEW_WORDS}{{0,6}}?)\s+(?:nicht|{_NEVER})\s+(?P<n>{NUMBER})", re.I
    ),
)
"""a denial and what it denies with words between them"""
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


@lru_cache(maxsize=MOST_TEXTS)
def never_more(text: str) -> tuple[re.Match[str], ...]:
    """Where a text denies that a number is exceeded; the group ``n`` is where the number begins.

    >>> [m[0] for m in never_more("At no time does the failure probability exceed 0.02")]
    ['At no time does the failure probability exceed ']
    >>> [m[0] for m in never_more("Die Wahrscheinlichkeit übersteigt 0,02 nie")], never_more("It never fails above 3 m")
    (['übersteigt 0,02 nie'], ())
    """
    return tuple(match for pattern in _NEVER_MORE for match in pattern.finditer(text))


def without_denied_excess(text: str) -> str:
    """The text without its denials that a number is exceeded: they limit the number, and deny nothing else.

    >>> without_denied_excess("It never fails with a probability of more than 0.02")
    'It  fails with a probability of 0.02'
    """
    for pattern in _NEVER_MORE:
        text = pattern.sub(lambda m: f"{m['words']} {m['n']}", text)
    return text
