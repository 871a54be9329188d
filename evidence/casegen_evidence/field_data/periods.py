"""Entries that are periods of time: which of them lies within another, whose failures would count twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from casegen_evidence.field_data.day_spans import MONTH_NAMES, Span, day_span, month_number, single_day

_MONTH = re.compile(rf"\b({MONTH_NAMES})\b\.?", re.IGNORECASE)
_MONTHS_TO = re.compile(
    rf"\b({MONTH_NAMES})\.?\s*(?:-|–|to|bis|/)\s*({MONTH_NAMES})\b\.?",
    re.IGNORECASE,
)
_FISCAL = re.compile(r"\b((?:19|20)\d\d)\s*/\s*(?:(?:19|20)\d\d|(?!0\d|1[0-2]\b)\d\d)\b")
_WEEK = re.compile(r"(?i)\b(?:kw|cw|wk|woche|week|calendar week|semaine)\W*(\d+)\b")
_PART = re.compile(
    r"(?<![a-z0-9])([1-4])?\s*\.?\s*(quarter|quartal|half|halbjahr|[qh])[\s\-]*(?:year)?\s*([1-4])?(?![a-z0-9])",
    re.IGNORECASE,
)
_RUNNING = re.compile(
    r"(?:week|month|quarter|year|day|shift|period|kw|cw|woche|monat|jahr|tag)\W*(\d+)", re.IGNORECASE
)
_ISO = re.compile(r"\b((?:19|20)\d\d)[-/.](0[1-9]|1[0-2])\b(?![-/.]\d)")
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
Months = frozenset[tuple[str, int]]


def months(name: str) -> tuple[str, Months]:
    """What a name says besides its period, and the months ``(year, month)`` of it; the year is empty if unsaid.

    >>> months("Q1 2024")[1] == months("2024-01")[1] | months("Feb 2024")[1] | months("2024 March")[1]
    True
    >>> months("pump 2")[1]
    frozenset()
    """
    covered: set[int] = set()
    rest, year = name, ""
    if match := _FISCAL.search(rest):
        both = frozenset((str(int(match[1]) + k), m) for k in (0, 1) for m in range(1, 13))
        return " ".join(re.findall(r"\w+", rest.replace(match[0], " ").casefold())), both
    if match := _ISO.search(rest):
        year, covered = match[1], {int(match[2])}
        rest = rest.replace(match[0], " ")
    elif match := _YEAR.search(rest):
        year = match[1]
        rest = rest.replace(match[0], " ")
    if not covered and (match := _MONTHS_TO.search(rest)):
        first, last = month_number(match[1]), month_number(match[2])
        covered = set(range(first, last + 1))
        rest = rest.replace(match[0], " ")
    elif not covered and (match := _MONTH.search(rest)):
        covered = {month_number(match[1])}
        rest = rest.replace(match[0], " ")
    elif not covered and (match := _PART.search(rest)) and (match[1] or match[3]):
        size, number = 3 if match[2].casefold().startswith("q") else 6, int(match[1] or match[3])
        covered = set(range(size * (number - 1) + 1, size * number + 1)) if size * number <= 12 else set()
        rest = rest.replace(match[0], " ")
    elif not covered and year and not re.search(r"\d", rest):
        covered = set(range(1, 13))
    if not covered:
        return name, frozenset()
    return " ".join(re.findall(r"\w+", rest.casefold())), frozenset((year, month) for month in covered)


def within(entries: Sequence[str]) -> tuple[int, int] | None:
    """Two entries of which the first is a period that holds the second, or meets it; None if there are none.

    >>> within(["2024-01", "Jan 2024"]), within(["1.1.2024 - 31.1.2024", "15.1.2024 - 15.2.2024"])
    ((0, 1), (0, 1))
    """
    spans = [day_span(name) for name in entries]
    known = sorted((span, k) for k, span in enumerate(spans) if span)
    for (one, k), (other, j) in pairwise(known):
        if one.rest == other.rest and other.first < one.last:
            return k, j
    dated: dict[Span, int] = {}
    for k, one_of_them in enumerate(map(single_day, entries)):
        if one_of_them is not None and dated.setdefault(one_of_them, k) != k:
            return dated[one_of_them], k
    weeks: dict[str, int] = {}
    for k, name in enumerate(entries):
        if _WEEK.search(name) and weeks.setdefault(_WEEK.sub(r"week \1", name).casefold(), k) != k:
            return weeks[_WEEK.sub(r"week \1", name).casefold()], k
    seen: dict[str, list[tuple[int, Months]]] = {}
    for k, name in enumerate(entries):
        rest, held = months(name)
        if held:
            seen.setdefault(rest, []).append((k, held))
    days = [re.search(r"\b(\d{4}-\d\d)-\d\d\b", name) for name in entries]
    for k, name in enumerate(entries):
        if match := _ISO.search(name):
            month = f"{match[1]}-{match[2]}"
            rest = name.replace(match[0], "").strip()
            for j, day in enumerate(days):
                if day and day[1] == month and entries[j].replace(day[0], "").strip() == rest:
                    return k, j
    for periods in seen.values():
        longest = sorted(periods, key=lambda p: -len(p[1]))
        for i, (k, outer) in enumerate(longest):
            for j, inner in longest[i + 1 :]:
                if inner <= outer:
                    return k, j
    return None


def calendar_words(text: str) -> bool:
    """Whether a name ends with a word for weeks, months, days, or a month: what numbers behind it count.

    >>> calendar_words("KW "), calendar_words("rig B, weeks "), calendar_words("Jan. "), calendar_words("rig ")
    (True, True, True, False)
    """
    return (
        re.search(rf"(?:{_MONTH.pattern})\W*$", text, re.IGNORECASE) is not None
        or re.search(
            r"(?i)(?<![^\W\d_])(kw|cw|wk|w|weeks?|wochen?|calendar weeks?|semaines?|months?|monate?|days?|tage?|shifts?|"
            r"schichten)\W*$",
            text,
        )
        is not None
    )


def overlapping(entries: Sequence[str]) -> tuple[int, int] | None:
    """Two entries of the same thing whose months overlap although neither holds the other: Jan-Mar and Mar-May.

    >>> overlapping(["Jan-Mar", "Mar-May"]), overlapping(["Jan-Mar", "Apr-Jun"])
    ((0, 1), None)
    >>> overlapping(["2022/23", "2023/24"])
    """
    seen: dict[str, list[tuple[int, Months]]] = {}
    for k, name in enumerate(entries):
        rest, held = months(name)
        if 0 < len(held) <= 12:  # 2022/23 and 2023/24 follow each other
            seen.setdefault(rest, []).append((k, held))
    for periods in seen.values():
        for (k, one), (j, other) in pairwise(periods):
            if one & other:
                return k, j
    return None


def in_order(entries: Sequence[str]) -> bool:
    """Whether entries are periods, dates or numbers that go on from row to row: of the same thing, it seems."""
    periods = [months(name) for name in entries]
    if all(held for _, held in periods) and len({rest for rest, _ in periods}) == 1:
        firsts = [min(held) for _, held in periods]
        return all(a < b for a, b in pairwise(firsts))
    dates = [re.fullmatch(r"\D*(\d{4})-(\d\d)-(\d\d)(?:[ T].*)?", name) for name in entries]
    if all(dates):
        days = [d.groups() for d in dates if d]
        return all(a < b for a, b in pairwise(days))
    counted = [_RUNNING.fullmatch(name) for name in entries]
    if all(counted):
        numbers = [int(c[1]) for c in counted if c]
        return all(a < b for a, b in pairwise(numbers))
    return False


def numbered(entries: Sequence[str]) -> bool:
    """Whether entries are one name with numbers that go on from row to row: unit 1, unit 2, …."""
    parts = [re.fullmatch(r"(\D*)(\d+)", name) for name in entries]
    if not all(parts) or len({p[1] for p in parts if p}) > 1:
        return False
    numbers = [int(p[2]) for p in parts if p]
    return all(a < b for a, b in pairwise(numbers))


def one_day(one: str, other: str) -> bool:
    """Whether two entries are one day written in two ways.

    >>> one_day("2025-03-04", "03/04/2025"), one_day("2025-03-04", "4.3.2025"), one_day("2025-03-04", "2025-03-05")
    (True, True, False)
    """
    days = [_days(entry) for entry in (one, other)]
    return one != other and bool(days[0] & days[1])


def _days(entry: str) -> set[tuple[int, int, int]]:
    if match := re.fullmatch(r"\s*(\d{4})\D(\d{1,2})\D(\d{1,2})\s*", entry):
        return {(int(match[1]), int(match[2]), int(match[3]))}
    if match := re.fullmatch(r"\s*(\d{1,2})\D(\d{1,2})\D(\d{4})\s*", entry):
        return {(int(match[3]), int(match[k]), int(match[3 - k])) for k in (1, 2)}
    return set()


def same_moments(entries: Sequence[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Pairs of entries that are one time in two zones, with that time.

    >>> list(same_moments(["2025-03-30T01:30Z", "2025-03-30 03:30+02:00", "2025-03-30 03:30"]))
    [((0, 1), '2025-03-30 01:30')]
    """
    known: dict[datetime, int] = {}
    for k, entry in enumerate(entries):
        try:
            moment = datetime.fromisoformat(entry.strip().replace(" UTC", "Z"))
        except ValueError:
            continue
        if moment.tzinfo is None:
            continue
        moment = moment.astimezone(UTC)
        if moment in known:
            yield (known[moment], k), f"{moment:%Y-%m-%d %H:%M}"
        known.setdefault(moment, k)
