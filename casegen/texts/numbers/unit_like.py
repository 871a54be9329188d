"""Letters and signs behind a number that are neither an ordinary word nor a unit that is known: they may be its unit.

Units cannot all be listed, nor can nouns.  What is listed is short words and units that leave a number what it is: a
short or vowelless string of small letters that is none of them, an exponent or a sign directly behind a number is named.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import PERIOD

_WORDS = """
d y h a an as at be by do go he if in is it me my no of on or so to up us we am vs ad ex ab da du er es im ja je ob
um wo zu pcs pts lbs kts cts kph rpm fps mph dpi sq nd rd th st dry try fly sky my by why cry shy hrs yrs wks sd sh pt
ml nth et al ft oz pc pi px
"""
_KNOWN = frozenset(_WORDS.split())
_SIZE = (
    r"dm|dl|(?:[numckMGhµμ]?(?:m|s|g|Hz|V|A|W|N|Pa|l|L|J|C|F|K|Ω|T|Sv|Gy|Bq|mol|lx|lm|cd|bar|eV|VA|Wh|Ah|Nm)|min|sec|secs|mins|t|kn|rad|deg|"
    r"dB[A-Z]?|in|mi|nm|nmi|yd|gal|lb|psi|ppm|ppb|bit|bits|kbit|x|oo|k)(?:[²³23]|\^\d)?"
)
_UNIT = compiled(
    rf"\s?-?(?:(?-i:{_SIZE})|(?:{PERIOD}))(?:\s?[/·*]\s?(?-i:{_SIZE})|(?:\s?/\s?|\s+per\s+)(?:{PERIOD}))*(?![\w^⁻])",
    re.I,
)
_EXPONENT = r"(?:\^?[({]?[-−]\s?\d[)}]?|⁻[¹²³⁴⁵⁶⁷⁸⁹])"
_LIKE = compiled(
    rf"(?P<inverse>\s?[·*]?\s?[^\W\d_]+\s?{_EXPONENT}(?!\w))|"
    r"(?P<touching>[a-zµ]{1,4})(?!\w|['’])|"
    r"\s(?P<letters>[a-z]{1,2}|[bcdfghjklmnpqrstvwxz]{3,5})(?![\w'’/])(?!\.\w)|"
    r"\s?(?P<short>(?:J|Jhr|Mon|Mo|Wo|Wch|Tg)\.)(?=\s[^\W\d])|"
    r"(?P<sign>[~^*#_§$&@?](?=\s|$))",
)
_PLACED = compiled(r"(?:[^\W\d_]{3,}|[A-ZÄÖÜ]\w*)[\s-]$")
_MEASURING = compiled(
    r"(?:\b(?:of|to|from|for|than|lasts?|lasting|takes?|is|are|within|after|every|duration|time|length|period|over|under|about|von|bis|"
    r"für|als|dauert|dauer|zeit|länge|nach|alle|etwa|beträgt|und|oder|and|or|each|je|most|least|höchstens|mindestens|during|before)|[,:=(])\s*$",
    re.I,
)
_ONE_LETTER = compiled(r"[a-h]")


def unit_like(before: str, after: str) -> str:
    """What is directly behind a number and may be a unit of it; empty where it is known or goes on with the sentence.

    >>> [unit_like("missions of ", t) for t in (" q", "q", " kts", " of the runs", " mm", " men", " q⁻¹")]
    ['q', 'q', '', '', '', '', 'q⁻¹']
    >>> unit_like("on line ", "a"), unit_like("with ", "D lidar"), unit_like("in ", "oo3")
    ('', '', '')
    """
    match = _LIKE.match(after)
    if match is None or (_UNIT.match(after) and not match["short"]):
        return ""
    if match["touching"]:
        placed = _PLACED.search(before) and not _MEASURING.search(before)  # "platform 3b"
        known = match["touching"] in _KNOWN or (placed and _ONE_LETTER.fullmatch(match["touching"]))
        return "" if known else match["touching"]
    if match["letters"] and match["letters"] in _KNOWN:
        return ""
    return match[0].strip()
