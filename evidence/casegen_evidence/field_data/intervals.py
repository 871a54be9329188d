"""Periods of a record that overlap, by columns of dates or by ranges of numbers in the names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.day_spans import day_span
from casegen_evidence.field_data.periods import calendar_words
from casegen_evidence.tables.signs.time_columns import times_of

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

_RANGE = compiled(
    r"(?i)(?<![\d.,])(\d{1,9})\.?\s*(?:-|–|—|\.\.+|\bto\b|\bbis\b)\s*(?:(?P<again>[^\W\d_]{1,12}\.?|[#№])\s*[#№_-]?\s*)?(\d{1,9})(?![\d,]|\.\d)"
)
_OF_NUMBERS = {"kw", "cw", "wk", "w", "week", "woche", "#", "№", "nr", "no", "n"}
"""words and signs before the last number of a range, other than the word before its first one"""
_ONE_AFTER_ANOTHER = compiled(
    r"(?i)(campaign|kampagne|period|zeitraum|phase|season|saison|leg|etappe|shift|schicht|week|woche|month|monat|quarter|"
    r"quartal|year|jahr|sprint|abschnitt|interval)\W*[\w.]{0,3}"
)
MOST_PERIODS = 2000
"""different periods of a column that are read, at most"""


class Interval(NamedTuple):
    """First and last moment of a row; ``whole_days`` where the file gives days only."""

    first: datetime
    last: datetime


def ranges_overlap(entries: Sequence[str], sizes: Sequence[float]) -> tuple[int, int] | None:
    """Two names with ranges of numbers that share more than an end: runs 1-1510 and runs 1000-2424.

    Only where the range counts what the row counts, or where it is one of weeks, months or days.

    >>> ranges_overlap(["runs 1-1510", "runs 1000-2424"], [1510, 1425]), ranges_overlap(["rig 2-3", "rig 2-5"], [90, 70])
    ((0, 1), None)
    """
    seen: dict[str, list[tuple[int, int, int]]] = {}
    for k, name in enumerate(entries):
        match = _RANGE.search(name)
        if match is None or int(match[1]) >= int(match[3]) or not _one_range(name, match):
            continue
        first, last = int(match[1]), int(match[3])
        counted = abs(last - first + 1 - sizes[k]) <= 1 or abs(last - first - sizes[k]) <= 1
        if counted or calendar_words(name[: match.start()]):
            rest = " ".join(
                re.findall(r"\w+", (name[: match.start()] + " " + name[match.end() :]).casefold())
            )
            seen.setdefault(rest, []).append((first, last, k))
    for spans in seen.values():
        spans.sort()
        reach = spans[0]
        for one in spans[1:]:
            if one[0] < reach[1]:
                return reach[2], one[2]
            reach = max(reach, one, key=lambda r: r[1])
    return None


def _one_range(name: str, match: re.Match[str]) -> bool:
    """Whether what stands before the last number of a range stands before its first one too: `run 1 to run 90`."""
    again = (match["again"] or "").casefold().rstrip(".")
    before = name[: match.start()].casefold().rstrip(" .#№_-")
    return not again or again in _OF_NUMBERS or before.endswith(again)


class Dated(NamedTuple):
    """The period of each row, and the columns that state it as a text names them."""

    columns: str
    intervals: list[Interval]


def interval_columns(columns: Sequence[Cells], rows: int) -> Dated | None:
    """The first two columns of dates of which one is never after the other, or the first one of periods."""
    dated = [(cells, moments) for cells in columns if (moments := _moments(cells, rows)) is not None]
    for a, first in dated:
        for b, last in dated:
            if a is not b and all(x <= y for x, y in zip(first, last, strict=True)) and first != last:
                whole = all(t.hour == t.minute == 0 for t in (*first, *last))
                day = timedelta(days=1) if whole else timedelta()
                intervals = [Interval(x, y + day) for x, y in zip(first, last, strict=True)]
                return Dated(f"{a.spelled!r} to {b.spelled!r}", intervals)
    for cells in columns:
        if (spans := _spans(cells, rows)) is not None:
            return Dated(repr(cells.spelled), spans)
    return None


def _spans(cells: Cells, rows: int) -> list[Interval] | None:
    """A column of periods with their years, such as `2026-03-02 to 2026-03-20`."""
    codes, words = cells.words()
    spans = [day_span(word) for word in words[:MOST_PERIODS]]
    if len(codes) != rows or not 0 < len(words) <= MOST_PERIODS:
        return None
    try:
        intervals = [
            Interval(datetime(*span.first), datetime(*span.last) + timedelta(days=1))
            for span in spans
            if span
        ]
    except ValueError:  # without a year, or no day of the calendar
        return None
    return [intervals[k] for k in codes.tolist()] if len(intervals) == len(words) else None


def _moments(cells: Cells, rows: int) -> list[datetime] | None:
    codes, words = cells.words()
    if len(words) < 1 or len(words) > 20_000 or len(codes) != rows or not any(c.isdigit() for c in words[0]):
        return None
    fits = times_of(words)
    return [fits[0][k] for k in codes.tolist()] if len(fits) == 1 else None


def overlap_within(intervals: Sequence[Interval], groups: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """Two rows of one group whose intervals share more than a day."""
    for group in groups:
        order = sorted(group, key=lambda k: intervals[k])
        for k, j in pairwise(order):
            if intervals[j].first + timedelta(days=1) < intervals[k].last:
                return k, j
    return None


def one_after_another(entries: Sequence[str]) -> bool:
    """Whether the entries are named as campaigns or periods, of one system it seems, and not as systems."""
    return len(entries) > 1 and all(_ONE_AFTER_ANOTHER.fullmatch(name.strip()) for name in entries)


def longer_than(intervals: Sequence[Interval], hours: Sequence[float]) -> int | None:
    """The first row with more hours than its interval has; None where there is none."""
    for k, (interval, time) in enumerate(zip(intervals, hours, strict=True)):
        if time > (interval.last - interval.first) / timedelta(hours=1) * 1.0001 + 1:
            return k
    return None
