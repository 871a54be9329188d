"""The periods that names of entries state, as days of the calendar, in every reading that their spelling allows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.day_spans import MONTH_NAMES, day_span, month_number

Days = tuple[int, int]
"""first day, and the day after the last one, as ordinals"""
NOMINAL_YEAR = 2024
"""a leap year, in which periods without a year are compared with each other"""


class Reading(NamedTuple):
    """One way to read the period of a name.

    ``within`` gives its days in a year; ``year`` is None where the name says none.  ``sure`` is False where the same
    words may mean something else.  ``choice`` is a question that one table answers in one way, with this answer.
    """

    rest: tuple[str, ...]
    year: int | None
    kind: str
    within: Callable[[int], Days | None]
    sure: bool = True
    choice: tuple[str, str] | None = None

    def days(self, year: int | None = None) -> Days | None:
        """The days in the stated year, else in ``year``, else in the nominal one; None if there are none."""
        try:
            return self.within(self.year or year or NOMINAL_YEAR)
        except ValueError:  # 30 February, week 53
            return None


class _Part(NamedTuple):
    year: int | None
    kind: str
    within: Callable[[int], Days | None]
    sure: bool = True
    choice: tuple[str, str] | None = None


def _day(month: int, day: int) -> Callable[[int], Days | None]:
    def within(year: int) -> Days | None:
        first = date(year, month, day).toordinal()
        return first, first + 1

    return within


def _months(first: int, count: int) -> Callable[[int], Days | None]:
    """``count`` months from ``first``, which may lie outside 1 to 12, in another year."""

    def within(year: int) -> Days | None:
        begin, end = year * 12 + first - 1, year * 12 + first - 1 + count
        return tuple(date(m // 12, m % 12 + 1, 1).toordinal() for m in (begin, end))  # type: ignore[return-value]

    return within


def _half_month(month: int, second: bool) -> Callable[[int], Days | None]:
    def within(year: int) -> Days | None:
        begin, end = (date(year + (m > 12), (m - 1) % 12 + 1, 1).toordinal() for m in (month, month + 1))
        return (begin + 15, end) if second else (begin, begin + 15)

    return within


def _week(number: int, day: int = 0) -> Callable[[int], Days | None]:
    def within(year: int) -> Days | None:
        first = date.fromisocalendar(year, number, day or 1).toordinal()
        return first, first + (1 if day else 7)

    return within


def _day_of_year(number: int) -> Callable[[int], Days | None]:
    def within(year: int) -> Days | None:
        first = (date(year, 1, 1) + timedelta(days=number - 1)).toordinal()
        return first, first + 1

    return within


_Y4 = r"(?:19|20)\d\d"
_Y2 = r"(?:1[5-9]|[23]\d)"
_S = r"(?<![^\W_])(?<!\d[.,:])"
_E = r"(?![^\W_]|[-./:]\d)"
_D = r"(?:3[01]|[12]\d|0?[1-9])"
_TH = r"(?:\.|st|nd|rd|th)?"
_YEAR_BEHIND = rf"(?:\s*(?:of|in|de|[-/,.('’]|\s)?\s*['’]?({_Y4}|{_Y2}))?"
_WEEKS_YEAR = rf"(?:(?:\s*(?:of|in|[/,.(-]|\s)\s*({_Y4}))|\s*(?:/|['’])\s*({_Y2}))?"
"""not `KW 10-20`, which goes from one week to another"""
_NUMBERS = {
    **{w: k for k in range(1, 5) for w in (str(k), f"{k}st", f"{k}nd", f"{k}rd", f"{k}th", f"{k}er", f"{k}e")},
    "first": 1, "second": 2, "third": 3, "fourth": 4, "erstes": 1, "zweites": 2, "drittes": 3, "viertes": 4,
    "i": 1, "ii": 2, "iii": 3, "iv": 4,
}  # fmt: skip
_NUMBER = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_QUARTER = r"quarter|quartal|qtr|trimestre|trim|q"
_HALF = r"half[\s-]?year|halbjahr|semestre|half|hy|h"
_PART = rf"{_QUARTER}|{_HALF}"
_WHICH_HALF = r"(?:first|1st|1\.|erste|second|2nd|2\.|last|latter|zweite)\s*(?:half|hälfte|haelfte)"
_WEEK_WORD = r"(?:calendar\s+week|kalenderwoche|weeks?|wochen?|semaines?|kw|cw|wk|w)"
_SEASONS = {
    "winter": 12, "hiver": 12, "spring": 3, "frühling": 3, "frühjahr": 3, "printemps": 3, "summer": 6, "sommer": 6,
    "été": 6, "autumn": 9, "fall": 9, "herbst": 9, "automne": 9,
}  # fmt: skip
_SEASON = "|".join(_SEASONS)
_FISCAL_STARTS = (4, 7, 9, 10)
"""months with which business years begin that are not those of the calendar"""
_TO = compiled(r"\s*(?:\.\.+|–|—|-|\bto\b|\bbis\b|\buntil\b|\bthrough\b|\bthru\b|/)\s*", re.IGNORECASE)
_TO_AT_END = compiled(f"(?:{_TO.pattern})$", re.IGNORECASE)
_OPEN = compiled(
    r"(?i)^(?:up\s+)?(?:to|until|till|through|bis|since|seit|from|ab|depuis|desde|before|after|vor|nach)\b|\bytd\b|"
    r"\b(?:so far|to date|cumul\w*|kumul\w*|rolling|trailing|moving|ending)\b|"
    r"\d+\s+(?:months?|weeks?|days?|monate|wochen|tage)\s+(?:to|until|till|up to|bis)\b"
)
"""names of totals so far, and of windows that move"""
_SAYS_NOTHING = frozenset(
    {"of", "in", "im", "the", "for", "für", "on", "am", "year", "jahr", "month", "months", "monat", "monate", "day",
     "days", "tag", "calendar", "period", "zeitraum"}
)  # fmt: skip
_WORTH_READING = compiled(
    rf"(?i)\b(?:{MONTH_NAMES})\b|{_Y4}|{_SEASON}|(?<![^\W_])(?:{_PART}|{_WEEK_WORD}|fy|gj)(?![^\W\d_])|"
    rf"(?<![^\W\d_])(?:q|hy|h|fy|w|kw)(?![^\W\d_])|\d[./-]\d"
)


def _year(text: str | None) -> int | None:
    return None if not text else int(text) if len(text) == 4 else 2000 + int(text)


def _numeric(m: re.Match[str]) -> Iterator[_Part]:
    """Two small numbers and a year, in any order that gives a day: 13/02/2026, 13.02.26, 26-02-13."""
    a, sign, b, c = int(m[1]), m[2], int(m[3]), m[4]
    year = _year(c)
    orders = [("dmy", year, b, a), ("mdy", year, a, b)]
    if sign == "." and b <= 12:
        orders = [("dmy", year, b, a)]
    elif len(c) == 2 and re.fullmatch(_Y2, m[1]):
        orders.append(("ymd", 2000 + a, b, int(c)))
    for name, said, month, day in orders:
        if said and 1 <= month <= 12 and 1 <= day <= 31:
            yield _Part(said, "days", _day(month, day), choice=None if sign == "." else ("order", name))


def _month_and_number(m: re.Match[str]) -> Iterator[_Part]:
    """`March 26` is a day of any year, or the month of 2026."""
    month, number = month_number(m[1]), int(m[2])
    if re.fullmatch(_Y2, m[2]):
        yield _Part(2000 + number, "months", _months(month, 1), choice=("number behind a month", "year"))
    if 1 <= number <= 31:
        yield _Part(None, "days", _day(month, number), choice=("number behind a month", "day"))


def _part_of_month(which: str, month: str, year: str | None) -> Iterator[_Part]:
    second = which.casefold().lstrip("(").startswith(("2", "s", "z", "l"))
    yield _Part(_year(year), "days", _half_month(month_number(month), second))


def _part_of_year(number: str, word: str, year: str | None) -> Iterator[_Part]:
    size = 3 if re.fullmatch(_QUARTER, word, re.IGNORECASE) else 6
    k = _NUMBERS[number.casefold()]
    if k * size <= 12:
        yield _Part(_year(year), "months", _months((k - 1) * size + 1, size))


def _season(word: str, year: str, other: str | None) -> Iterator[_Part]:
    first, said = _SEASONS[word.casefold()], _year(year)
    if first != 12 or other:
        yield _Part(said, "season", _months(first, 3), sure=False)
        return
    yield _Part(said, "season", _months(0, 3), sure=False, choice=("winter", "that ends in its year"))
    yield _Part(said, "season", _months(12, 3), sure=False, choice=("winter", "that begins in its year"))


def _business_year(year: str, other: str | None) -> Iterator[_Part]:
    """A business year: from one of the usual months of its first year; alone, it may be named after its last."""
    said = _year(year)
    starts = list(_FISCAL_STARTS) if other else [1, *_FISCAL_STARTS, *(m - 12 for m in _FISCAL_STARTS)]
    for start in starts:
        yield _Part(said, "business year", _months(start, 12), choice=("business year", str(start)))


def _weeks(number: str, year: str | None, word: str) -> Iterator[_Part]:
    sure = word.casefold() in ("kw", "cw", "kalenderwoche", "calendar week")
    yield _Part(_year(year), "week", _week(int(number)), sure=sure)


def _one(part: _Part) -> Iterator[_Part]:
    yield part


_Form = tuple[re.Pattern[str], Callable[[re.Match[str]], Iterator[_Part]]]


def _form(pattern: str, parts: Callable[[re.Match[str]], Iterator[_Part]], end: str = _E) -> _Form:
    return compiled(f"{_S}{pattern}{end}", re.IGNORECASE), parts


_FORMS: tuple[_Form, ...] = (
    _form(
        rf"({_Y4})[-/.](\d\d?)[-/.](\d\d?)",
        lambda m: _one(_Part(_year(m[1]), "days", _day(int(m[2]), int(m[3])))),
    ),
    _form(
        rf"({_Y4})(0[1-9]|1[0-2])({_D})",
        lambda m: _one(_Part(_year(m[1]), "days", _day(int(m[2]), int(m[3])))),
    ),
    _form(
        rf"({_Y4})-(\d\d\d)", lambda m: _one(_Part(_year(m[1]), "days", _day_of_year(int(m[2])), sure=False))
    ),
    _form(
        rf"({_Y4})[-\s/]?W(\d\d?)(?:-?([1-7]))?",
        lambda m: _one(_Part(_year(m[1]), "week", _week(int(m[2]), int(m[3] or 0)))),
    ),
    _form(rf"({_Y4})[\s/,-]*({_WEEK_WORD})\W{{0,2}}(\d\d?)", lambda m: _weeks(m[3], m[1], m[2])),
    _form(
        rf"({_WEEK_WORD})\W{{0,2}}(\d\d?){_WEEKS_YEAR}",
        lambda m: _weeks(m[2], m[3] or m[4], m[1]),
        r"(?![^\W_])",
    ),
    _form(rf"(\d\d?)\.?\s*({_WEEK_WORD}){_WEEKS_YEAR}", lambda m: _weeks(m[1], m[3] or m[4], m[2])),
    _form(
        rf"({_WHICH_HALF})\s*(?:of|von|des|im|in)?\s*({MONTH_NAMES})\b\.?{_YEAR_BEHIND}",
        lambda m: _part_of_month(m[1], m[2], m[3]),
    ),
    _form(
        rf"({MONTH_NAMES})\.?(?:[\s,/_-]*({_Y4}))?[\s,]*\(?({_WHICH_HALF})\)?",
        lambda m: _part_of_month(m[3], m[1], m[2]),
        "",
    ),
    _form(rf"({_Y4})[\s/,-]*({_PART})[\s.-]*([1-4])", lambda m: _part_of_year(m[3], m[2], m[1])),
    _form(rf"({_PART})[\s.-]*([1-4]){_YEAR_BEHIND}", lambda m: _part_of_year(m[2], m[1], m[3])),
    _form(rf"({_NUMBER})\.?[\s-]*({_PART}){_YEAR_BEHIND}", lambda m: _part_of_year(m[1], m[2], m[3])),
    _form(
        rf"({_SEASON})\s*(?:of\s+)?['’]?({_Y4}|{_Y2})(?:\s*[/-]\s*({_Y4}|\d\d))?",
        lambda m: _season(m[1], m[2], m[3]),
    ),
    _form(rf"({_Y4})[\s/-]*({_SEASON})", lambda m: _season(m[2], m[1], None)),
    _form(
        rf"(?:fy|gj|fiscal year|business year|geschäftsjahr)\s*['’]?({_Y4}|{_Y2})(?:\s*[/-]\s*({_Y4}|\d\d))?",
        lambda m: _business_year(m[1], m[2]),
    ),
    _form(rf"({_Y4})\s*/\s*({_Y4}|(?!0\d|1[0-2])\d\d)", lambda m: _business_year(m[1], m[2])),
    _form(rf"(\d\d?)([./-])(\d\d?)\2({_Y4}|\d\d)", _numeric),
    _form(
        rf"({_D}){_TH}[\s-]*(?:of\s+)?({MONTH_NAMES})\b\.?,?(?:[\s-]*['’]?({_Y4}|{_Y2}))?",
        lambda m: _one(_Part(_year(m[3]), "days", _day(month_number(m[2]), int(m[1])))),
    ),
    _form(
        rf"({MONTH_NAMES})\.?\s+({_D}){_TH},?\s+({_Y4})",
        lambda m: _one(_Part(_year(m[3]), "days", _day(month_number(m[1]), int(m[2])))),
    ),
    _form(
        rf"({MONTH_NAMES})\.?(?:[\s,/_-]*({_Y4})|\s*[-/'’]\s*({_Y2}))",
        lambda m: _one(_Part(_year(m[2] or m[3]), "months", _months(month_number(m[1]), 1))),
    ),
    _form(
        rf"({_Y4})[\s,/_-]*({MONTH_NAMES})\b\.?",
        lambda m: _one(_Part(_year(m[1]), "months", _months(month_number(m[2]), 1))),
    ),
    _form(rf"({MONTH_NAMES})\.?\s+(\d\d?)(?:st|nd|rd|th)?", _month_and_number),
    _form(
        rf"(0?[1-9]|1[0-2])\s*[/.-]\s*({_Y4})",
        lambda m: _one(_Part(_year(m[2]), "months", _months(int(m[1]), 1))),
    ),
    _form(
        rf"({_Y4})[/.-](0?[1-9]|1[0-2])",
        lambda m: _one(_Part(_year(m[1]), "months", _months(int(m[2]), 1), sure=len(m[2]) == 2)),
    ),
    _form(
        rf"({_Y4})(0[1-9]|1[0-2])",
        lambda m: _one(_Part(_year(m[1]), "months", _months(int(m[2]), 1), sure=False)),
    ),
    _form(
        rf"(0[1-9]|1[0-2])/({_Y2})",
        lambda m: _one(_Part(_year(m[2]), "months", _months(int(m[1]), 1), sure=False)),
    ),
    _form(rf"({MONTH_NAMES})\b\.?", lambda m: _one(_Part(None, "months", _months(month_number(m[1]), 1)))),
    _form(rf"({_Y4})", lambda m: _one(_Part(_year(m[1]), "months", _months(1, 12)))),
)
"""spellings of a day, week, month, part of a year or year; the first that fits counts"""
_WHOLE_YEAR = _FORMS[-1]
_YEAR_ALONE = _WHOLE_YEAR[0]
_BARE = compiled(rf"(\d\d?){_WEEKS_YEAR}{_E}", re.IGNORECASE)


def readings(name: str) -> tuple[Reading, ...]:
    """Every period that a name may state, with what it says besides; none where it states none.

    >>> [str(date.fromordinal(d)) for r in readings("rig 3, Q1/26") for d in r.days()]
    ['2026-01-01', '2026-04-01']
    >>> len(readings("3/4/2026")), readings("pump 3"), readings("since March 2026")
    (2, (), ())
    """
    name = unicodedata.normalize("NFKC", name)
    if _WORTH_READING.search(name) is None or _OPEN.search(name.strip()):
        return ()
    span = day_span(name)
    if span is not None:
        return _of_days(span.first, span.last, span.rest)
    for form in _FORMS:
        match = form[0].search(name)
        if match is None:
            continue
        begin, parts, end = _range(match, form, name) or (match.start(), list(form[1](match)), match.end())
        around = f"{name[:begin]} {name[end:]}"
        if form is _WHOLE_YEAR and re.search(r"\d", around):
            continue  # 2026 beside other numbers is no year of operation
        year = _YEAR_ALONE.search(around)
        if year and parts and all(part.year is None for part in parts):
            parts = [part._replace(year=int(year[1])) for part in parts]
            around = around.replace(year[0], " ", 1)
        dated = [Reading(_rest(around), *part) for part in parts]
        dated = [reading for reading in dated if reading.days() is not None]
        if dated:
            return tuple(dated)
    return ()


def _rest(around: str) -> tuple[str, ...]:
    """The words of a name beside its period; in any order unless they number or letter something."""
    words = [word for word in re.findall(r"\w+", around.casefold()) if word not in _SAYS_NOTHING]
    ordered = any(len(word) == 1 or any(c.isdigit() for c in word) for word in words)
    return tuple(words if ordered else sorted(words))


def _of_days(first: tuple[int, int, int], last: tuple[int, int, int], rest: str) -> tuple[Reading, ...]:
    later = last[0] - first[0]

    def within(year: int) -> Days | None:
        return date(year, *first[1:]).toordinal(), date(year + later, *last[1:]).toordinal() + 1

    reading = Reading(_rest(rest), first[0] or None, "days", within)
    return (reading,) if reading.days() is not None else ()


_InName = tuple[int, list[_Part], int]
"""where in a name a period begins, what it may be, and where it ends"""


def _range(match: re.Match[str], form: _Form, name: str) -> _InName | None:
    """`Jan-Mar 2026`, `KW 10-14`, `Oct 2025 to Mar 2026`: ``match`` is one end, the other stands behind or before it."""
    known = list(form[1](match))
    if len(known) != 1:
        return None
    to = _TO.match(name, match.end())
    if to is not None:
        behind = _BARE.match(name, to.end()) if known[0].kind == "week" else None
        if behind:
            last = _Part(_year(behind[2] or behind[3]), "week", _week(int(behind[1])), known[0].sure)
            return _joined(match.start(), known[0], last, behind.end())
        for other, parts in _FORMS:
            if (end := other.match(name, to.end())) and len(ends := list(parts(end))) == 1:
                return _joined(match.start(), known[0], ends[0], end.end())
    before = _TO_AT_END.search(name[: match.start()])
    for other, parts in _FORMS if before else ():
        for end in other.finditer(name[: before.start()] if before else ""):
            if before and end.end() == before.start() and len(begins := list(parts(end))) == 1:
                return _joined(end.start(), begins[0], known[0], match.end())
    return None


def _joined(at: int, begin: _Part, last: _Part, end: int) -> _InName | None:
    if begin.kind != last.kind and "week" in (begin.kind, last.kind):
        return None
    year = last.year or begin.year
    ends = Reading((), year, "", last.within).days()
    starts = Reading((), begin.year or year, "", begin.within).days()
    if ends is None or starts is None:
        return None
    back = (last.year or year or NOMINAL_YEAR) - (begin.year or year or NOMINAL_YEAR)
    if begin.year is None and starts[0] >= ends[1]:  # Dec-Feb 2026 begins the year before
        back = 1
    if starts[0] >= ends[1] and back == 0:
        return None

    def within(of: int) -> Days | None:
        one, other = begin.within(of - back), last.within(of)
        return (one[0], other[1]) if one and other and one[0] < other[1] else None

    kind = begin.kind if begin.kind == last.kind else "days"
    return at, [_Part(year, kind, within, begin.sure and last.sure)], end


def placed(reading: Reading, years: Sequence[int]) -> list[Days]:
    """The days of a reading; where it says no year, in each of ``years``."""
    days = [reading.days()] if reading.year is not None else [reading.days(year) for year in years]
    return [d for d in days if d is not None]
