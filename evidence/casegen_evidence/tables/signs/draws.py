"""What a table that holds draws says against them as a whole: codes for missing values, a cut end, rows in sequence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.spec import Number

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Array = NDArray[np.float64]
CODES = (
    -1.0,
    -9.0,
    99.0,
    -99.0,
    999.0,
    -999.0,
    9999.0,
    -9999.0,
    99999.0,
    -99999.0,
    999999.0,
    -999999.0,
    65535.0,
    2147483647.0,
)
"""values that stand for a missing one in many a file"""
MEASURED = 3
"""different other values from which on a column was measured; of two values each is as plain as the other"""
LIMITS = {65_535: "65,536", 1_048_575: "1,048,576"}
"""rows under a header where a spreadsheet ends"""
ALIKE = 0.6
"""correlation of each row with the next from which on they look like a sequence"""
ROWS, DISTINCT = 100, 50
"""rows, and different values among them, from which on a sequence shows"""
PERMUTED, FEWEST_PERMUTED, WORK = 99, 9, 2_000_000
"""permutations, none of which may be as much of a sequence; of many rows, in which chance does little, fewer"""
SORTED = 0.03
"""share of the steps that go the other way, or turn, below which a table is sorted in parts"""


def code_for_missing(values: Array) -> tuple[float, int, int]:
    """A value that looks like a code for a missing one: it, its rows, and the first of them; no rows if there is none.

    A code stands apart: beyond all other values by more than their range, or as the one negative among them.  Beside one
    other value, or two, it is a value like them: the return of an accident.
    """
    for code in CODES:
        at = np.flatnonzero(values == code)
        if not len(at) or len(at) == len(values):
            continue
        others = values[values != code]
        low, high = float(others.min()), float(others.max())
        width = max(high - low, 1e-3 * max(abs(low), abs(high)))
        apart = code > high + 2 * width or code < low - 2 * width
        alone = code < 0 <= low and np.any(others != np.round(others)) and code < low - 0.2 * width
        if len(np.unique(others)) >= MEASURED and (apart or alone):
            return code, len(at), int(at[0])
    return 0.0, 0, -1


def judge_draws_as_a_whole(
    file: str, first_line: int, read: Sequence[Cells], rows: int, intake: Intake
) -> None:
    """Note every sign of a table of draws that its columns of numbers and its length give."""
    if rows in LIMITS:
        intake.suspects(
            "cut-off",
            f"{file}: it has {rows:,} rows, just what a sheet of {LIMITS[rows]} rows holds under its header: was the "
            "rest cut off?",
            hint="export all rows, as text or Parquet",
        )
    kinds, group = np.zeros(rows, dtype=np.int64), None
    for cells in read:
        if cells.name == "group":
            group = cells.words()[0].astype(np.int64)
        elif not isinstance(cells.kind, Number):
            kinds = kinds * 1009 + cells.words()[0]
    for cells in (c for c in read if isinstance(c.kind, Number)):
        judge_codes(file, first_line, cells, intake)
        r = succession(cells.numbers(), kinds) if group is None else by_group(cells.numbers(), group)
        if r > ALIKE:
            intake.suspects(
                "rows-in-sequence",
                f"{file}: each row is like the one before it in column {cells.spelled!r} (r = {r:.2f}): frames of a "
                "film, or steps of a run, are no independent draws",
                hint="keep one row of each scene, or state in the waiver how the rows were drawn",
            )


def judge_codes(file: str, first_line: int, cells: Cells, intake: Intake) -> None:
    """Doubt a column in which a number looks like a code for a missing value."""
    code, often, row = code_for_missing(cells.numbers())
    if often:
        intake.suspects(
            "code-for-missing",
            f"{file}:{first_line + row}, column {cells.spelled}: {code:g}, in {often:,} rows, stands apart from all "
            "other values: is it a code for a missing one?",
            hint="remove the rows, or repair them; state in the waiver if the value was measured",
        )


def succession(values: Array, kinds: NDArray[np.int64]) -> float:
    """Rank correlation of each row with the next within rows of one kind, where chance does not explain it; else 0.

    Equal values have equal ranks.  Chance is judged by permuting the rows of each kind, so that ties and skewness count
    as they are.  Few values and values that are sorted, in one or in many parts, give 0: sorting makes no sequence.
    """
    if len(values) < ROWS or len(np.unique(values)) < DISTINCT or sorted_in_parts(values):
        return 0.0
    same = kinds[1:] == kinds[:-1]
    if same.sum() < DISTINCT:
        return 0.0
    _, value, often = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(often) - (often - 1) / 2)[value]
    _, kind, counts = np.unique(kinds, return_inverse=True, return_counts=True)
    rest = ranks - (np.bincount(kind, ranks) / counts)[kind]
    r = _with_next(rest, same)
    if r <= ALIKE:
        return r
    draw, order = np.random.default_rng([0x5ECC, len(values)]), np.argsort(kind, kind="stable")
    shuffled = np.empty_like(rest)
    for _ in range(max(FEWEST_PERMUTED, min(PERMUTED, WORK // len(rest)))):
        keys = draw.random(len(rest))
        shuffled[order] = rest[np.lexsort((keys, kind))]
        if _with_next(shuffled, same) >= r:
            return 0.0
    return r


def by_group(values: Array, group: NDArray[np.int64]) -> float:
    """The same of the means of groups, in the order of the rows: rows of one group may well be alike."""
    _, first, member = np.unique(group, return_index=True, return_inverse=True)
    means = np.bincount(member, values) / np.bincount(member)
    return succession(means[first.argsort()], np.zeros(len(means), dtype=np.int64))


def sorted_in_parts(values: Array) -> bool:
    """Whether nearly all steps go one way, as in a sorted table or one of many sorted parts, or rows hardly ever turn."""
    steps = np.diff(values)
    steps = steps[steps != 0]
    if not len(steps):
        return True
    up = float((steps > 0).mean())
    turned = float((np.sign(steps[1:]) != np.sign(steps[:-1])).mean()) if len(steps) > 1 else 0.0
    return min(up, 1 - up) < SORTED or turned < SORTED


def _with_next(rest: Array, same: NDArray[np.bool_]) -> float:
    one, other = rest[:-1][same], rest[1:][same]
    return float(np.corrcoef(one, other)[0, 1]) if one.std() > 0 and other.std() > 0 else 0.0
