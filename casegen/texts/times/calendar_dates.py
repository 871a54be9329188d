"""Stretches and dates of the calendar by their names: ``from 2026 to 2030``, ``in Q3``, ``von Mai bis September``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.times.calendar_years import is_year

_YEAR = 8760.0
_MONTH = 730.0
_QUARTER = _YEAR / 4
_DAY = 24.0
"""hours"""
_UNITS = {
    "decade": 10 * _YEAR,
    "month": _MONTH,
    "season": _QUARTER,
    "quarter": _QUARTER,
    "week": 7 * _DAY,
    "day": _DAY,
    "year": _YEAR,
}
_MONTHS = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
_GERMAN = {"mär": "mar", "mai": "may", "okt": "oct", "dez": "dec"}
_DAYS = ("mo", "tu", "we", "th", "fr", "sa", "su")
_GERMAN_DAYS = {"di": "tu", "mi": "we", "do": "th", "so": "su"}
_A_MONTH = (
    r"(?-i:Jan(?:uary|uar)?|Feb(?:ruary|ruar)?|Mar(?:ch)?|März|Apr(?:il)?|Mai|May|June?|Juni|July?|Juli|Aug(?:ust)?|"
    r"Sep(?:t(?:ember)?)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)\b\.?"
)
"""capitals: *may* is a verb"""
_A_SEASON = r"(?:spring|summer|autumn|winter|(?:frühjahr|frühling|sommer|herbst|winter)s?)(?![\w-])"
_A_YEAR = r"(?:19|20|21)\d\d(?!\d|[.,]\d|\s?%)"
_A_DAY = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Sonnabend)s?\b"
_PART = (
    r"(?:(?:the\s+)?(?:end|start|beginning|middle)\s+of\s+|(?:early|mid|late)[\s-]|(?:ende|anfang|mitte)\s+)?"
)
_OF_MONTH = r"(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?)?"


def _point(name: str) -> str:
    """A date or a period by its name, in groups that begin with ``name``."""
    called = r"(?:(?:the\s+)?(?:calendar\s+)?years?\s+|(?:de[mnrs]\s+)?(?:kalender)?jahr(?:e[ns]?)?\s+)?"
    year = rf"{called}(?:(?-i:H[12]|FY|CY|GJ)\s?)?(?P<{name}year>{_A_YEAR})"
    return (
        rf"{_PART}(?:(?P<{name}decade>(?:the\s+)?{_A_YEAR}s|(?:den\s+)?{_A_YEAR}er[\s-]Jahren?)|{_OF_MONTH}(?P<{name}month>{_A_MONTH})"
        rf"(?:\s+\d{{1,2}}\b(?:st|nd|rd|th)?)?(?:,?\s+(?P<{name}of>{_A_YEAR}))?|(?P<{name}season>(?<=\w\w\w\s){_A_SEASON})|(?P<{name}quarter>(?-i:Q[1-4])(?:[\s/]+{_A_YEAR})?)\b|"
        rf"(?P<{name}week>(?-i:CW|KW)\s?\d{{1,2}})\b|(?P<{name}day>{_A_DAY})|{year})"
    )


_RANGE = compiled(
    rf"\b(?:(?:from|between|von|vom|zwischen|in|im|during|over|throughout|within|während)\s+)?(?:(?:the|den|dem)\s+)?{_point('a')}\s*(?:to|until|till|through|and|bis|und|–|-|/)\s*"
    rf"(?:zu[mr]?\s+)?{_point('b')}",
    re.I,
)
_TO = compiled(
    rf"\b(?:by|until|till|before|up\s+to|through|from|after|as\s+of|bis|vor|ab|nach|(?:between|from|von|zwischen)\s+(?:now|today|heute|jetzt)\s+(?:and|to|until|till|und|bis))\s+(?:the\s+|zu[mr]?\s+|de[mnr]\s+|einschließlich\s+)*{_point('b')}",
    re.I,
)
"""``by 2035``: a stretch whose length depends on today"""
_IN = compiled(
    rf"\b(?:in|during|throughout|over|within|for|on|im|am|während|in\s+den)\s+(?:(?:the|whole|all|of|de[mnrs]|ganzen)\s+)*{_point('b')}",
    re.I,
)
_MADE = (
    r"(?:[^\W\d]{2,}ed|built|made|bought|sold|begun|set\s+up|(?:into|in)\s+(?:service|operation|use)|gebaut|gekauft|genommen|geliefert|"
    r"geprüft|getestet|hergestellt|[^\W\d]{2,}iert)"
)
_MADE_BEFORE = compiled(
    rf"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bget )(?<!\bgets )(?<!\bwird )(?<!\bwerden )(?<!\w){_MADE}(?:\s+on)?\W+$",
    re.I,
)
"""``a pump commissioned in 2024``, and not *is damaged in 2027*"""
_MADE_BEHIND = compiled(rf"\s+(?:(?:in|im)\s+[^\W\d]+\s+)?{_MADE}(?:e[nmrs]?)?\b", re.I)
_DOCUMENT_BEFORE = compiled(
    r"\b(?:standards?|rules?|edition|version|revision|issue|reports?|records?|data|tests?|inspections?|audits?|campaigns?|surveys?|overhauls?|"
    r"reviews?|norm|ausgabe|fassung|stand|bericht|daten|prüfung(?:en)?|versuche?n?)\s+$",
    re.I,
)


def dated_stretches(text: str) -> Iterator[tuple[int, int, float]]:
    """Where a text names stretches of the calendar, and how long they are [h]; without end where the text has no start.

    When something was made, put into use, or written is none.

    >>> [(text[a:b], hours) for text in ("It stops in 2027",) for a, b, hours in dated_stretches(text)]
    [('in 2027', 8760.0)]
    >>> list(dated_stretches("A pump commissioned in 2024, of 2026, as of ISO 13849-1:2023, in 2000 starts"))
    []
    """
    taken: list[tuple[int, int]] = []
    for form in (_RANGE, _TO, _IN):
        for match in form.finditer(text):
            start, end = match.span()
            if any(a < end and start < b for a, b in taken) or not _are_years(match):
                continue
            taken.append((start, end))
            circumstance = bool(match["bseason"]) and match[0][:2].casefold() in ("in", "im")
            if not circumstance and not _is_of_making(match):
                yield start, end, _length(match, form is _TO)


def _are_years(match: re.Match[str]) -> bool:
    """Whether the numbers of a match are years, and no counts: ``in 2000 starts``."""
    groups = match.groupdict()
    text = match.string
    return all(
        is_year(text[: match.start(name)], match[name], text[match.end(name) :])
        for name in ("ayear", "byear")
        if groups.get(name) and not (name == "ayear" and groups.get("byear"))
    )


def _is_of_making(match: re.Match[str]) -> bool:
    before, after = match.string[: match.start()], match.string[match.end() :]
    return bool(_MADE_BEFORE.search(before) or _MADE_BEHIND.match(after) or _DOCUMENT_BEFORE.search(before))


def _length(match: re.Match[str], is_open: bool) -> float:
    groups = match.groupdict()
    unit = next(hours for name, hours in _UNITS.items() if groups.get(f"b{name}"))
    if is_open:
        return math.inf
    steps = 0
    if groups.get("ayear") and groups.get("byear"):
        steps = int(match["byear"]) - int(match["ayear"])
    elif groups.get("amonth") and groups.get("bmonth"):
        years = [int(year) for year in (groups["aof"], groups["bof"]) if year]
        more = 12 * (max(years) - min(years)) if years else 0
        steps = (_month(match["bmonth"]) - _month(match["amonth"])) % 12 + more
    elif groups.get("aday") and groups.get("bday"):
        steps = (_weekday(match["bday"]) - _weekday(match["aday"])) % len(_DAYS)
    elif any(value for name, value in groups.items() if name.startswith("a")):
        steps = 1
    return (max(steps, 0) + 1) * unit


def _month(name: str) -> int:
    """Number of a month by its first letters, from 0."""
    low = name[:3].casefold()
    return _MONTHS.index(_GERMAN.get(low, low))


def _weekday(name: str) -> int:
    low = name[:2].casefold()
    return _DAYS.index(_GERMAN_DAYS.get(low, low))
