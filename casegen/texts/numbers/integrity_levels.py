"""Integrity levels that a sentence states: SIL, ASIL, PL, DAL, and the numbers that the standards tie to them.

Taken from the tables of the standards that give a number; except for a DAL it is where the next lower level begins, and
not part of the level's range (:func:`is_exclusive`):

- SIL 1 to 4: IEC 61508-1, tables 2 and 3 (probability of failure on demand; frequency of dangerous failure per hour)
- PL a to e: ISO 13849-1, table of performance levels (average frequency of a dangerous failure per hour, PFH)
- ASIL B to D: ISO 26262-5, target values for random hardware failures (frequency per hour).  ASIL A has none.
- DAL A to D: AMC 25.1309 of CS-25, the average probability per flight hour of the failure conditions (catastrophic,
  hazardous, major, minor) whose effect asks for the level (ARP4754A, DO-178C, DO-254).  DAL E has none.
"""

from __future__ import annotations

import re
from decimal import Decimal

from casegen.model.decimals import in_own_context
from casegen.model.expressions import compiled
from casegen.model.quantity import MeasureKind

SIL, ASIL, PL, DAL = "sil", "asil", "pl", "dal"
LEVELS = (SIL, ASIL, PL, DAL)

_QUOTE = "[„“‚'\"»]?"
_SPELT = {
    "one": 1.0,
    "two": 2.0,
    "three": 3.0,
    "four": 4.0,
    "eins": 1.0,
    "zwei": 2.0,
    "drei": 3.0,
    "vier": 4.0,
}
_SIL_NAMES = (
    r"\b(?:(?:SIL|sil)s?(?:[\s-]?(?:CL|[Ll]evel|Stufe))?|"
    r"(?:[Ss]afety|[Ss]icherheits)[\s-]?[Ii]ntegrit(?:y|äts)[\s-]?(?:[Ll]evels?|stufen?)(?:\s\(SIL\))?)"
)
_IS = r"(?:[\s_-]|\s?[(=:]\s?|\s?(?:≥|>=)\s?|\s(?:of|von)\s)?"
_SIL_NUMBER = f"[1-4]|I{{1,3}}|IV|{'|'.join(_SPELT)}"
SIL_WORDS = compiled(rf"{_SIL_NAMES}{_IS}{_QUOTE}(?P<n>{_SIL_NUMBER})(?![^\W_])")
NO_LEVEL = compiled(rf"{_SIL_NAMES}{_IS}{_QUOTE}[5-9](?![^\W_]|\.\d)")
"""of which there is none: ``SIL 5``"""
ASIL_WORDS = compiled(rf"\bASIL[\s-]?{_QUOTE}(?P<n>[A-D])\b(?:\s?\([A-D]\))?")
PL_WORDS = compiled(
    rf"\b(?:PLr?\s?[=:]?\s?|[Pp]erformance[\s-][Ll]evels?(?:\s\(PLr?\))?\s?[=:]?\s?(?!a\s+[^\W\d])){_QUOTE}(?P<n>[a-e])\b(?!\.\w)"
)
DAL_WORDS = compiled(
    rf"\b(?:[FI]?DAL|(?:[Dd]esign|[Dd]evelopment|[Ss]oftware|[Ii]tem)[\s-][Aa]ssurance[\s-][Ll]evel|DO-?\s?(?:178[ABC]?|254)(?:,|\s)\s*[Ll]evel)"
    rf"[\s-]?{_QUOTE}(?P<n>[A-E])\b"
)
OTHER_LEVELS = ((ASIL, ASIL_WORDS), (PL, PL_WORDS), (DAL, DAL_WORDS))
_ROMAN = {"I": 1.0, "II": 2.0, "III": 3.0, "IV": 4.0}
_ATTRIBUTE = compiled(
    r"[\s-]+(?!(?:is|are|was|were|with|in|at|for|and|or|on|per|by|of|to|as|when|while|after|according|without|over|under|"
    r"during|has|have|can|will|shall|must|if|that|which|through|ist|sind|wird|werden|mit|bei|für|nach|und|oder|im|gemäß|ohne|auf|"
    r"wenn|während|bis|bzw|beziehungsweise)\b)[^\W\d]"
)
"""a noun behind it: the level names the part (``the SIL 2 controller``)"""

_JOINT = (
    r"(?:\s?(?:/|-|–|\.\.\.?|…|&)\s?|"
    r",?\s(?:to|through|or|and|bis|oder|und|bzw\.|beziehungsweise)\s(?:even\s|sogar\s)?)"
)
_NO_PLURAL = r"(?!\s(?!(?:is|was|as|meets|holds|reaches|needs|applies)\b)[^\W\d_]{2,}(?:s|e[nr]?)\b)"
"""``SIL 2 and 3 channels``: the second number counts"""
_MORE = {
    SIL: compiled(rf"{_JOINT}(?:{_SIL_NUMBER})(?![^\W_]|[.,]\d){_NO_PLURAL}|\.\d+"),
    ASIL: compiled(rf"{_JOINT}[A-D](?![^\W_])(?!\s[^\W\d]+s\b)"),
    PL: compiled(rf"{_JOINT}[a-e](?![^\W_]|\.\w|\s[^\W\d])"),
    DAL: compiled(rf"{_JOINT}[A-E](?![^\W_])(?!\s[^\W\d]+s\b)"),
}
"""other levels behind one: ``SIL 2/3``, ``PL d or e``"""
_BETTER = compiled(
    r"(?<!\bor )(?<!\boder )\b(?:(?:better|higher|greater|stricter|stronger|more)\s+than|above|beyond|exceed(?:s|ing)?|"
    r"surpass(?:es|ing)?|outperforms?|(?:besser|höher|strenger|mehr)\s+als|über|oberhalb\s+von|jenseits\s+von|"
    r"übertrifft|übersteigt)\s+"
    r"(?:(?:the|that\s+of|a|an|den|das|die|der|ein\w*)\s+)?(?:(?:requirements?|limits?|range|band)\s+(?:of|for)\s+)?$",
    re.I,
)
"""before a level: more than it, which may be the next one; ``equal to or better than`` is the level itself"""
_EXCEEDED = compiled(
    r"\s(?:is|was|are|ist|sind|wird|wurde|werden)\s(?:even\s|sogar\s)?(?:exceeded|surpassed|übertroffen)\b",
    re.I,
)

_CERTIFIED = compiled(
    r"[\s-]*(?:certifi\w+|certificat\w+|rated|rating|approv\w+|zertifi\w+|zulassung)\b", re.I
)
"""behind a level: it is what is certified, not the name of a part"""

_BY_THE_HOUR = compiled(
    r"\bhigh[\s-]demand\b|\bcontinuous(?:[\s-]mode|\s+operation|\s+demand)\b|\bPFH\b|\b(?:dangerous\s+)?failure\s+(?:rate|frequency)\b|"
    r"\b(?:rate|frequency)\s+of\s+(?:dangerous\s+)?failures?\b|\bhourly\b|\bhohe[rnm]?\s+Anforderungsrate\b|\bDauerbetrieb\b|"
    r"\bkontinuierliche[rnm]?\s+(?:Anforderung|Betrieb)\w*|\b(?:gefährliche[rn]?\s+)?Ausfallrate\b|"
    r"\b(?:SIL|integrity\s+level)[\s-]?\w+\W{0,2}\s*(?:per|an|pro|je)\s+(?:hour|Stunde)\b", re.I
)  # fmt: skip
_ON_DEMAND = compiled(r"\blow[\s-]demand\b|\bPFD\w*|\bniedrige[rnm]?\s+Anforderungsrate\b", re.I)

_PFH = {
    PL: (1e-4, 1e-5, 3e-6, 1e-6, 1e-7),
    ASIL: (None, 1e-7, 1e-7, 1e-8),
    SIL: (1e-5, 1e-6, 1e-7, 1e-8),
    DAL: (1e-9, 1e-7, 1e-5, 1e-3, None),
}  # fmt: skip
"""per hour: upper ends of the ranges, target values of the ASILs"""
_PFH_LEAST = {
    PL: (1e-5, 3e-6, 1e-6, 1e-7, 1e-8),
    ASIL: (None, 1e-8, 1e-8, 1e-9),
    SIL: (1e-6, 1e-7, 1e-8, 1e-9),
    DAL: (1e-10, 1e-9, 1e-7, 1e-5, None),
}  # fmt: skip
"""lower ends; an ASIL has no range, a decade below its target is the most that it is good for by itself"""


def beside_level(what: str, before: str, after: str) -> str:
    """What stands beside a level and makes it another one, or one of several; empty where nothing does.

    >>> beside_level("sil", "it reaches ", "/3"), beside_level("sil", "is better than ", "")
    ('/3', 'better than')
    >>> beside_level("sil", "it reaches ", " or better")
    ''
    """
    more = _MORE[what].match(after) or _EXCEEDED.match(after) or _BETTER.search(before)
    return more[0].strip() if more else ""


def is_exclusive(what: str) -> bool:
    """Whether the number of such levels is the first that is no longer of the level: SIL 2 on demand is below 0.01."""
    return what != DAL


def number_of(level: str) -> float:
    """``2`` of SIL 2, II or two; ``1`` to ``5`` for the letters from a on."""
    if level in _ROMAN or level in _SPELT:
        return (_ROMAN | _SPELT)[level]
    return float(level) if level.isdigit() else float(ord(level.casefold()) - ord("a") + 1)


def is_by_the_hour(text: str) -> bool:
    """Whether the text says that its levels are of high demand, of continuous mode, or per hour.

    >>> is_by_the_hour("SIL 2 in high demand mode"), is_by_the_hour("SIL 2")
    (True, False)
    """
    return _BY_THE_HOUR.search(text) is not None


_MODE = compiled(
    r"\b(?:meets|achieves|reaches|fulfils|satisfies|erfüllt|erreicht)\s+(?=(?:\w+\s+)?(?:SIL|[Ss]afety|[Ss]icherheits))|"
    r",?\s*\(?\b(?:(?:in|for|im|für)\s+)?(?:(?:low|high)[\s-]demand(?:\s+mode)?|continuous\s+mode)(?:\s+of\s+operation)?\b\)?",
    re.I,
)


def without_mode(text: str) -> str:
    """A text without the mode of operation of its safety integrity level, which is compared with it.

    >>> without_mode("The guard meets SIL 2 in low demand mode"), without_mode("It fails in low demand mode")
    ('The guard SIL 2', 'It fails in low demand mode')
    """
    return _MODE.sub("", text) if SIL_WORDS.search(text) else text


def is_on_demand(text: str) -> bool:
    """Whether the text says that its levels are of low demand.

    >>> is_on_demand("SIL 2 in low demand mode"), is_on_demand("SIL 2")
    (True, False)
    """
    return _ON_DEMAND.search(text) is not None


def most(
    what: str, level: float, kind: MeasureKind, hours: float | None = None, text: str = ""
) -> float | None:
    """The upper end of the level's range, in ``kind``; None where its standard gives no such number.

    A SIL that is not per hour is read as on demand, unless its ``text`` says that it is of high demand or continuous
    mode; one of low demand is not per hour.  ``hours``: how long a mission lasts.

    >>> most("sil", 2, MeasureKind.PER_DEMAND), most("pl", 4, MeasureKind.PER_HOUR), most("asil", 1, MeasureKind.PER_HOUR)
    (0.01, 1e-06, None)
    """
    per_hour = _PFH[what][int(level) - 1]
    hourly = is_by_the_hour(text)
    if kind is MeasureKind.PER_HOUR or per_hour is None:
        return None if what == SIL and is_on_demand(text) and not hourly else per_hour
    if what == SIL and not hourly:
        return float(10.0**-level)
    return of_hours(per_hour, hours) if kind is MeasureKind.PER_MISSION and hours else None


@in_own_context
def of_hours(per_hour: float, hours: float) -> float:
    """A rate over so many hours, as the decimals that were typed give it.

    >>> 1e-7 * 1000.0, of_hours(1e-7, 1000.0)
    (9.999999999999999e-05, 0.0001)
    """
    return float(Decimal(repr(per_hour)) * Decimal(repr(float(hours))))


def least(what: str, level: float, per_hour: bool) -> float | None:
    """The rarest failure that the level by itself stands for; None where it gives none."""
    if what == SIL and not per_hour:
        return float(10.0 ** -(level + 1.0))
    return _PFH_LEAST[what][int(level) - 1] if per_hour else None


def is_certified(after: str) -> bool:
    """Whether what follows a level says that it was certified: ``SIL 2 certificate``."""
    return _CERTIFIED.match(after) is not None


def is_attribute(after: str) -> bool:
    """Whether a level only names a part: ``SIL 2 controller``, not ``SIL 2 is reached``."""
    return _ATTRIBUTE.match(after) is not None
