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
LIMITS = {65_535: "65,536", 1_048_575: "1,048,576"}
"""rows under a header where a spreadsheet ends"""
ALIKE = 0.6
"""correlation of each row with the next from which on they look like a sequence"""


def code_for_missing(values: Array) -> tuple[float, int, int]:
    """A value that looks like a code for a missing one: it, its rows, and the first of them; no rows if there is none.

    A code stands apart: beyond all other values by more than their range, or as the one negative among them.
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
        if len(others) >= 3 and (apart or alone):
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
    kinds = np.zeros(rows, dtype=np.int64)
    for cells in read:
        if not isinstance(cells.kind, Number):
            kinds = kinds * 1009 + cells.words()[0]
    for cells in (c for c in read if isinstance(c.kind, Number)):
        judge_codes(file, first_line, cells, intake)
        r = succession(cells.numbers(), kinds)
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
    """Correlation of each row with the next within rows of one kind; 0 for sorted columns and for few values."""
    steps = np.diff(values)
    if len(values) < 100 or np.all(steps >= 0) or np.all(steps <= 0) or len(np.unique(values)) < 50:
        return 0.0
    _, kind, counts = np.unique(kinds, return_inverse=True, return_counts=True)
    kind = kind.reshape(-1)
    ranks = values.argsort().argsort().astype(float)
    rest = ranks - (np.bincount(kind, ranks) / counts)[kind]
    same = kind[1:] == kind[:-1]
    one, other = rest[:-1][same], rest[1:][same]
    if len(one) < 50:
        return 0.0
    turned = np.mean(np.sign(one[1:] - one[:-1]) != np.sign(other[1:] - other[:-1])) if len(one) > 2 else 1.0
    if turned < 0.02 or not (one.std() > 0 and other.std() > 0):  # sorted in parts
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])
