"""Entries that are periods of time: their months, their order, and those that are one moment or day again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.day_spans import MONTH_NAMES, month_number

_MONTH = compiled(rf"\b({MONTH_NAMES})\b\.?", re.IGNORECASE)
_MONTHS_TO = compiled(
    rf"\b({MONTH_NAMES})\.?\s*(?:-|–|to|bis|/)\s*({MONTH_NAMES})\b\.?",
    re.IGNORECASE,
)
_FISCAL = compiled(r"\b((?:19|20)\d\d)\s*/\s*(?:(?:19|20)\d\d|(?!0\d|1[0-2]\b)\d\d)\b")
_PART = compiled(
    r"(?<![a-z0-9])([1-4])?\s*\.?\s*(quarter|quartal|half|halbjahr|[qh])[\s\-]*(?:year)?\s*([1-4])?(?![a-z0-9])",
    re.IGNORECASE,
)
_RUNNING = compiled(
    r"(?:week|month|quarter|year|day|shift|period|kw|cw|woche|monat|jahr|tag)\W*(\d+)", re.IGNORECASE
)
_WEEK = compiled(
    r"(?i)(?:(?P<first>(?:19|20)\d\d)\W*)?(?:w|kw|cw|wk|weeks?|wochen?|calendar weeks?|kalenderwochen?)\W*"
    r"(?P<week>\d{1,2})(?:\W+(?P<last>(?:19|20)\d\d))?"
)
_ISO = compiled(r"\b((?:19|20)\d\d)[-/.](0[1-9]|1[0-2])\b(?![-/.]\d)")
_YEAR = compiled(r"\b((?:19|20)\d\d)\b")
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


def in_order(entries: Sequence[str]) -> bool:
    """Whether entries are periods, dates or numbers that go on from row to row: of the same thing, it seems.

    >>> in_order(["2024-W52", "2025-W01"]), in_order(["KW 10/2025", "KW 11/2025"]), in_order(["dive 1", "dive 2"])
    (True, True, False)
    """
    periods = [months(name) for name in entries]
    if all(held for _, held in periods) and len({rest for rest, _ in periods}) == 1:
        firsts = [min(held) for _, held in periods]
        return all(a < b for a, b in pairwise(firsts))
    dates = [re.fullmatch(r"\D*(\d{4})-(\d\d)-(\d\d)(?:[ T].*)?", name) for name in entries]
    if all(dates):
        days = [d.groups() for d in dates if d]
        return all(a < b for a, b in pairwise(days))
    weeks = [_WEEK.fullmatch(name.strip()) for name in entries]
    if all(weeks):
        at = [(int(w["first"] or w["last"] or 0), int(w["week"])) for w in weeks if w]
        return all(a < b for a, b in pairwise(at))
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
