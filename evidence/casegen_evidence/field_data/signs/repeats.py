"""Rows of a record that have the numbers of another one: a campaign that was entered twice, perhaps under two names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.calendar_readings import readings
from casegen_evidence.field_data.periods import one_day
from casegen_evidence.field_data.signs.aggregates import resolution
from casegen_evidence.field_data.signs.planned_sizes import is_planned_size
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable

Array = NDArray[np.float64]
_AGAIN = compiled(
    r"(?i)\s*[(\[]\d{1,2}[)\]]$|(?<=\d)[b-e]$|(?<=\d)[_.\-\s]+\d{1,2}$|[_.\-\s]+(?:new|neu|old|alt|final|v\d+)$"
)
CHANCE = 0.05
"""expected number of pairs of rows with one exposure by chance, from which on one such pair says nothing"""
FEWEST_COPIED = 3
"""exposures that are no planned numbers from which on a record of which all rows are there again is doubted"""
FEWEST_PLANNED = 3
"""rows from which on one exposure of them all is a plan's"""
_DESIGNED = (24, 25, 365)
"""hours of a day, days of a year, and round steps: multiples of these are planned"""


def _telling(sizes: Array, counts: Array) -> list[bool]:
    """Whether each exposure has four digits or more and is no calendar's or plan's: two units seldom have it by chance.

    One of three rows or more is a plan's too, unless all of these have the same failures, two or more.

    >>> _telling(np.array([1813.0, 1813, 2995, 2995, 744]), np.zeros(5))
    [True, True, False, False, False]
    >>> _telling(np.full(3, 1813.0), np.zeros(3)), _telling(np.full(3, 1813.0), np.full(3, 2.0))
    ([False, False, False], [True, True, True])
    """
    telling = list[bool]()
    for value in sizes.tolist():
        digits = f"{value:.10g}".replace(".", "").strip("0")
        of_it = counts[sizes == value]
        plan = is_planned_size(value) or (
            len(of_it) >= FEWEST_PLANNED and (np.ptp(of_it) > 0 or of_it[0] < 2)
        )
        telling.append(len(digits) >= 4 and value % 24 != 0 and not plan)
    return telling


def judge_repeats(
    table: DataTable, entries: Sequence[str], sizes: Array, counts: Array, intake: Intake
) -> None:
    """Doubt rows that repeat another: several, one named alike, or one with numbers that hardly meet by chance."""
    rows: dict[tuple[float, float], int] = {}
    known = {name.casefold(): k for k, name in enumerate(entries)}
    copies: list[tuple[int, int]] = []
    telling = _telling(sizes, counts)
    for k, (entry, size, failed) in enumerate(zip(entries, sizes.tolist(), counts.tolist(), strict=True)):
        named = known.get(_AGAIN.sub("", entry).strip().casefold(), k)
        if named != k and sizes[named] == size and counts[named] == failed:
            copies.append((named, k))
        elif telling[k] and (size, failed) in rows:
            copies.append((rows[size, failed], k))
        rows.setdefault((size, failed), k)
    alike_named = [
        (a, b) for a, b in copies
        if known.get(_AGAIN.sub("", entries[b]).strip().casefold()) == a
        or _goes_on(entries[a], entries[b])
        or one_day(entries[a], entries[b])
    ]  # fmt: skip
    every = every_row_again(entries, sizes, counts)
    copies += [pair for pair in every if pair not in copies]
    one = one_repeat(entries, sizes, counts)
    if one and one not in copies:
        copies.append(one)
    if len(copies) >= max(2, len(entries) / 5) or alike_named or one or every:
        first, again = (alike_named or copies)[0]
        many = f"{len(copies):,} entries have" if len(copies) > 1 else "an entry has"
        intake.suspects(
            "repeated-entries",
            f"{table.file}:{table.line(again)}: {many} the numbers of an earlier one, the first {entries[again]!r} those "
            f"of {entries[first]!r} in line {table.line(first)}",
            hint="remove rows that were pasted twice",
        )


def _goes_on(name: str, other: str) -> bool:
    """Whether one name is the other with words behind it."""
    short, long = sorted((name.casefold(), other.casefold()), key=len)
    return long.startswith(short + " ") and not long[len(short) :].strip().isdigit()


def one_repeat(entries: Sequence[str], sizes: Array, counts: Array) -> tuple[int, int] | None:
    """The one pair of rows with the same exposure and failures, where numbers so exact hardly meet by chance.

    Several pairs, or an exposure of three rows, are a plan, as are round numbers and whole days.

    >>> one_repeat(["a", "b", "c"], np.array([1813.0, 1813, 2403]), np.array([2.0, 2, 1]))
    (0, 1)
    >>> one_repeat(["a", "b", "c"], np.array([720.0, 720, 744]), np.array([0.0, 0, 0]))
    """
    values, times = np.unique(sizes, return_counts=True)
    repeated = values[times > 1]
    if len(repeated) != 1 or times.max() != 2:
        return None
    first, again = (int(k) for k in np.flatnonzero(sizes == repeated[0]))
    if counts[first] != counts[again] or not _exact(
        float(repeated[0]), float(counts[first]), entries[first], entries[again]
    ):
        return None
    return (first, again) if _expected(sizes, counts) < CHANCE else None


def every_row_again(entries: Sequence[str], sizes: Array, counts: Array) -> list[tuple[int, int]]:
    """Each row with the first one of its numbers, where all numbers of the record are there equally often.

    Rows of one exposure that fail otherwise, and planned exposures, are no copies of each other.

    >>> days = np.array([213.0, 213, 227, 227, 198, 198])
    >>> every_row_again(list("abcdef"), days, np.array([0.0, 0, 1, 1, 0, 0]))
    [(0, 1), (2, 3), (4, 5)]
    >>> every_row_again(list("abcdef"), days, np.array([0.0, 0, 1, 0, 0, 0]))
    []
    """
    values, first, row, times = np.unique(sizes, return_index=True, return_inverse=True, return_counts=True)
    if times.min() < 2 or times.min() != times.max() or (counts != counts[first][row]).any():
        return []
    telling = sum(
        value > 0 and unplanned(value, entries[k]) for value, k in zip(values.tolist(), first, strict=True)
    )
    if telling < FEWEST_COPIED:
        return []
    return [(int(first[row[k]]), k) for k in range(len(entries)) if k != first[row[k]]]


def _exact(value: float, failed: float, *entries: str) -> bool:
    """Whether an exposure is no planned number, for periods also none of so much a day, and has digits enough.

    Those are three that are not trailing zeros, of four that are written; with failures in common three do.
    """
    written = f"{value:.10g}".replace(".", "")
    return not (len(written) < 4 and not failed) and unplanned(value, *entries)


def unplanned(value: float, *entries: str) -> bool:
    """Whether an exposure has three digits that are not trailing zeros, and is no plan's size, round or so much a day."""
    digits = len(f"{value:.10g}".replace(".", "").strip("0"))
    planned = any(value % step == 0 for step in _DESIGNED) or np.log2(value) % 1 == 0
    planned = planned or is_planned_size(value)
    if digits < 3 or planned:
        return False
    lengths = {days[1] - days[0] for name in entries for r in readings(name)[:1] if (days := r.days())}
    return not any(value % length == 0 for length in lengths if length > 1)


def _expected(sizes: Array, counts: Array) -> float:
    """How many pairs of rows with the same numbers are expected, were exposures spread as these are."""
    values = np.unique(sizes)
    if len(values) == 1:  # two rows, and nothing to tell by
        return 0.0
    spread = 2 * float(np.subtract(*np.percentile(values, [75, 25])))
    _, like = np.unique(counts, return_counts=True)
    alike = max(1.0, float((like * (like - 1) / 2).sum()))
    return alike * min(1.0, resolution(sizes) / spread) if spread > 0 else 0.0
