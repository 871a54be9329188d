"""Scores that stand still: one value, for many rows, of a column in which else hardly two rows are alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.cut import is_sureness
from casegen_evidence.tables.signs.marks import names_rows
from casegen_evidence.tables.spec import Number

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.signs.beside import Rows

Array = NDArray[np.float64]
ROUNDING = 1e-6
"""share of the largest score up to which two are one value with the noise of rounding"""
BOTH_SIDES = 0.05
"""share of the other rows that lie on each side of a value that is neither a floor nor a ceiling"""
LONG = 20
"""rows of one value from which on a score stands still"""
ELSEWHERE = 0.05
"""share of the other rows up to which they have this value: it is no floor, and no usual one"""
NEXT, RARE = 0.2, 0.01
"""share of the median distance to an end that is next to it, where at least half that share of evenly spread scores lie,
and the chance of so few there below which it limits none"""
MEASURED = 30
"""different values from which on a column is measured"""


def judge_still(
    file: str,
    first_line: int,
    read: Sequence[Cells],
    beside: Sequence[Cells],
    wrong: Rows | None,
    intake: Intake,
) -> None:
    """Doubt scores that stand still while the inputs go on; at an end of the range only where ``wrong`` rows are in it.

    A score may well be zero in a stretch in which all is well.
    """
    scores = [c for c in read if c.name == "score" and isinstance(c.kind, Number)]
    for cells in scores:
        if words := usual(cells.numbers()):
            intake.suspects(
                "stands-still",
                f"{file}: column {cells.spelled!r} {words}: did what gives it stand still?",
                hint="give the scores anew; or say in the waiver why most of them are the same",
            )
            return
    for cells in [*scores, *(c for c in beside if is_sureness(c.spelled))]:
        values = cells.numbers() if isinstance(cells.kind, Number) else as_numbers(cells)
        at = None if values is None else still(values)
        if values is None or at is None:
            continue
        value = float(values[at.start])
        if value in (values.min(), values.max()) and (wrong is None or not wrong[at].any()):
            continue
        inputs = [v for c in (*read, *beside) if c is not cells and (v := _measured(c)) is not None]
        if inputs and all(len(np.unique(v[at])) == 1 for v in inputs):
            continue  # what is seen stands still too
        intake.suspects(
            "stands-still",
            f"{file}:{first_line + at.start}: column {cells.spelled!r} is {value:g} in {at.stop - at.start:,} rows in "
            "sequence, and in hardly any other: did what gives it stand still?",
            hint="leave the rows out, or give them anew; or say in the waiver why the score is the same",
        )


def still(values: Array) -> slice | None:
    """The longest stretch of one value, where it is long, and most other rows differ from the one before; else None.

    >>> still(np.r_[np.arange(50.0), np.full(30, 7.5), np.arange(50.0)]), still(np.repeat(np.arange(9.0), 40))
    (slice(50, 80, None), None)
    """
    starts = np.r_[0, np.flatnonzero(np.diff(values)) + 1, len(values)]
    lengths = np.diff(starts)
    at = int(lengths.argmax())
    long, rows = int(lengths[at]), len(values)
    if long < LONG or rows - long < LONG or lengths[lengths < LONG].sum() < rows / 2:
        return None
    moved = int((lengths == 1).sum()) / max(1, int(lengths[lengths < LONG].sum()))
    steps = np.diff(values)[np.diff(values) != 0]
    if moved < 0.5 or np.all(steps > 0) or np.all(steps < 0):
        return None
    elsewhere = int((values == values[starts[at]]).sum()) - long
    if elsewhere > ELSEWHERE * (rows - long):
        return None
    return slice(int(starts[at]), int(starts[at]) + long)


def usual(values: Array) -> str:
    """What is odd of scores most of which are one value though the others are measured; empty where nothing is.

    A floor, a ceiling, zero and one may be usual: a score is often limited, or zero where nothing is seen.  Scores that
    are limited come close to their limit; where they thin out towards it, it is none.

    >>> usual(np.r_[np.full(80, 0.4), np.arange(60) / 60]), usual(np.r_[np.zeros(80), np.arange(60) / 60])
    ('is 0.4 in 81 of 140 rows, and hardly twice the same in the others', '')
    """
    rows, middle = len(values), float(np.median(values))
    noise = ROUNDING * float(np.abs(values).max(initial=0.0))
    alike = np.abs(values - middle) <= noise
    others, count = values[~alike], int(alike.sum())
    if rows < LONG:
        return ""
    if count == rows:
        different = len(np.unique(values))
        return f"differs by less than a millionth of {middle:g} in all {rows:,} rows" if different > 2 else ""
    fewest = max(1.0, BOTH_SIDES * len(others))
    sides = min(int((others < middle).sum()), int((others > middle).sum()))
    measured = len(others) >= LONG and 2 * len(np.unique(others)) >= len(others)
    if 2 * count <= rows or abs(middle) <= noise or not measured:
        return ""
    if sides < fewest and (_comes_close(others, middle) or max(abs(middle - 1), values.max() - 1) <= noise):
        return ""
    return f"is {middle:g} in {count:,} of {rows:,} rows, and hardly twice the same in the others"


def _comes_close(others: Array, end: float) -> bool:
    """Whether ``others`` lie next to ``end`` as often as scores that it limits, at the least, do."""
    from scipy.stats import binom

    far = np.abs(others - end)
    near = int((far < NEXT * np.median(far)).sum())
    return bool(binom.cdf(near, len(others), NEXT / 2) > RARE)


def _measured(cells: Cells) -> Array | None:
    if names_rows(cells.spelled) or (not isinstance(cells.kind, Number) and len(cells.words()[1]) < MEASURED):
        return None
    values = cells.numbers() if isinstance(cells.kind, Number) else as_numbers(cells)
    return values if values is not None and len(np.unique(values)) >= MEASURED else None
