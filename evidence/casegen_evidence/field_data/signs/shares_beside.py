"""Columns beside a record that state shares, rates or readings of a meter, worked out against its counts and hours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.field_data.signs.mean_times import (
    CERTAIN,
    by_accident,
    divided,
    halves,
    lower_limits,
    mean_times,
    more_than,
    planned,
)
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.meaning import sense

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable

Array = NDArray[np.float64]
_SHARES = {
    "rate",
    "ratio",
    "share",
    "fraction",
    "percent",
    "percentage",
    "pct",
    "quote",
    "anteil",
    "probability",
}
_OF_TIME = {
    "duty", "utilisation", "utilization", "auslastung", "uptime", "availability", "verfügbarkeit", "einschaltdauer", "ed",
}  # fmt: skip
"""names of the share of the time in which something runs"""
_AT_REST = {
    "standby", "idle", "off", "stopped", "parked", "stored", "storage", "dormant", "unpowered", "downtime", "down",
    "stillstand", "bereitschaft", "leerlauf", "docked", "laid",
}  # fmt: skip
"""words of hours in which something does not run"""
_HOURS = {"hours", "hour", "h", "hrs", "time", "stunden", "std", ""}
_BEGIN = {
    "start",
    "begin",
    "beginning",
    "first",
    "from",
    "old",
    "before",
    "opening",
    "alt",
    "anfang",
    "beginn",
    "von",
}
_END = {"end", "ending", "last", "to", "new", "after", "closing", "neu", "ende", "bis"}
_METER = {
    "meter", "counter", "reading", "readings", "hobbs", "tach", "zähler", "zählerstand", "stand", "hours", "h",
    "betriebsstunden", "demands", "missions", "cycles",
}  # fmt: skip
MOSTLY = 0.95
"""share of the hours from which on what runs is taken to run all the time"""


class Implied(NamedTuple):
    """What a column says that was counted: failures of each row, and how far its digits leave that open."""

    failures: Array
    slack: Array


def judge_shares_beside(
    table: DataTable, exposure: str, sizes: Array, counts: Array, intake: Intake
) -> frozenset[str]:
    """Doubt counts and hours that a rate, a share of time or a meter beside them contradicts.

    The result names the rates that agree with the counts, and mean times: they hold no failures that are not read.
    """
    agree = set[str]()
    for cells in table.beside:
        stated = implied_failures(cells, sizes)
        if stated is not None:
            more = np.flatnonzero(stated.failures > counts + stated.slack)
            if len(more):
                _doubt_rate(table, exposure, cells, stated, int(more[0]), sizes, counts, intake)
                continue
            agree.add(cells.spelled)
        if _doubt_mean_time(table, cells, sizes, counts, intake):
            agree.add(cells.spelled)
        if exposure == "hours":
            _doubt_share_of_time(table, cells, sizes, intake)
    for begin, end in _meters(table.beside):
        _doubt_meter(table, exposure, begin, end, sizes, intake)
    return frozenset(agree)


def implied_failures(cells: Cells, sizes: Array) -> Implied | None:
    """Failures of each row by a column of rates of success or failure; None for other columns."""
    meant, values = sense(cells.spelled), shares(cells)
    if meant not in ("good", "bad") or values is None or not _is_share(cells):
        return None
    wrong = 1 - values if meant == "good" else values
    digits = max(len(word.strip(" %").partition(".")[2]) for word in cells.words()[1])
    step = 10.0**-digits / (100 if _in_percent(cells) else 1)
    return Implied(wrong * sizes, 0.5 * step * sizes + 0.5)


def _is_share(cells: Cells) -> bool:
    return bool(set(parts(cells.spelled)) & _SHARES) or _in_percent(cells)


def _in_percent(cells: Cells) -> bool:
    words = cells.words()[1]
    named, of_shares = set(parts(cells.spelled)), False
    numbers = [float(w) for w in words if re.fullmatch(r"\d+(?:\.\d+)?", w.strip())]
    if max(numbers, default=0.0) > 1:  # whole numbers are counts, unless the name says shares
        of_shares = bool(named & _SHARES) or any(number % 1 for number in numbers)
    signed = "%" in cells.spelled or any(word.strip().endswith("%") for word in words)
    return signed or of_shares or bool(named & {"percent", "pct", "prozent"})


def shares(cells: Cells) -> Array | None:
    """A column of shares or percentages as shares of one; None where it holds anything else."""
    codes, words = cells.words()
    plain = [word.strip().removesuffix("%").strip() for word in words]
    if not plain or not all(re.fullmatch(r"\d+(?:\.\d+)?", word) for word in plain):
        return None
    values = np.array([float(word) for word in plain])
    values = values / 100 if _in_percent(cells) else values
    return None if values.max() > 1 else values[codes]


def _doubt_rate(
    table: DataTable, exposure: str, cells: Cells, stated: Implied, row: int, sizes: Array, counts: Array, intake: Intake
) -> None:  # fmt: skip
    intake.suspects(
        "unread-failures",
        f"{table.file}:{table.line(row)}: by column {cells.spelled!r} about {stated.failures[row]:.3g} of {sizes[row]:g} "
        f"{exposure} failed, and {counts[row]:g} are counted as failures",
        hint="count them; or say in the waiver what the column is the rate of",
    )


def _doubt_mean_time(table: DataTable, cells: Cells, sizes: Array, counts: Array, intake: Intake) -> bool:
    """A mean time that was divided by more failures, or at which hardly ever so few would have been counted.

    The result says whether the column holds mean times, which are no failures that are not read.
    """
    from scipy.stats import poisson

    values = mean_times(cells)
    if values is None or planned(cells.spelled):
        return values is not None
    half, expected = halves(cells), float((sizes / values).sum())
    whole = divided(values, half, sizes)
    if whole is not None and not more_than(counts, whole):
        return True
    if whole is not None and not by_accident(values, half, sizes, whole):
        row = int(np.argmax(whole - counts))
        what = (
            f"{table.file}:{table.line(row)}: column {cells.spelled!r} is {sizes[row]:g} divided by {whole[row]:g} "
            f"failures, and {counts[row]:g} are counted; {whole.sum():g} against {counts.sum():g} in all rows"
        )
    elif poisson.cdf(counts.sum(), expected) < CERTAIN and not lower_limits(values, half, sizes, counts):
        what = (
            f"{table.file}: by column {cells.spelled!r} about {expected:.3g} failures come in what was run, and "
            f"{counts.sum():g} are counted"
        )
    else:
        return True
    intake.suspects(
        "unread-failures",
        what,
        hint="count every failure; or say in the waiver what the column is the mean of",
    )
    return True


def _doubt_share_of_time(table: DataTable, cells: Cells, sizes: Array, intake: Intake) -> None:
    """Hours of which a column says that the thing ran in a part only."""
    words, values = set(parts(cells.spelled)), shares(cells)
    held = as_numbers(cells)
    if values is not None and words & _OF_TIME and np.any(values < MOSTLY):
        row, part = int(np.argmax(values < MOSTLY)), f"{float(values.min()):.3g} at least"
        what = f"column {cells.spelled!r} says that it ran in a part of the time ({part})"
    elif held is not None and words & _AT_REST and words <= _AT_REST | _HOURS and not np.any(held > sizes):
        rest = np.flatnonzero(held > (1 - MOSTLY) * sizes)
        if not len(rest):
            return
        row = int(rest[0])
        what = f"column {cells.spelled!r} has {held[row]:g} of the {sizes[row]:g} hours"
    else:
        return
    intake.suspects(
        "less-was-run",
        f"{table.file}:{table.line(row)}: {what}: do the hours count in which it did not run?",
        hint="count the hours in which it can fail as it is said; or say in the waiver that these are those already",
    )


def _meters(beside: Sequence[Cells]) -> Iterator[tuple[Cells, Cells | None]]:
    """Readings of a meter at the begin and the end of each row: two columns that are named so, or the first alone."""
    known = [(c, set(parts(c.spelled))) for c in beside if as_numbers(c) is not None]
    for cells, words in known:
        if not words & _BEGIN or not words & _METER:
            continue
        rest = words - _BEGIN
        ends = [other for other, named in known if named & _END and named - _END == rest]
        yield cells, ends[0] if ends else None


def _doubt_meter(
    table: DataTable, exposure: str, begin: Cells, end: Cells | None, sizes: Array, intake: Intake
) -> None:
    """What was run by a meter is less than is counted, or what is counted is the reading at the end."""
    first = as_numbers(begin)
    assert first is not None
    last = as_numbers(end) if end is not None else None
    ran = sizes - first if last is None else last - first
    if np.any(ran < 0) or not np.any(first > 0):
        return
    less = np.flatnonzero(ran < MOSTLY * sizes)
    if not len(less):
        return
    row = int(less[0])
    where = (
        f"columns {begin.spelled!r} and {end.spelled!r}" if end is not None else f"column {begin.spelled!r}"
    )
    intake.suspects(
        "running-total",
        f"{table.file}:{table.line(row)}: {sizes[row]:g} {exposure} are counted, and by {where} {ran[row]:g} came in "
        "this row: is the reading at its end counted?",
        hint="write what came in each row; or say in the waiver what the meter reads",
    )
