"""Features that were filled: one value for many rows of a measured column, in a stretch or as the mean of the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.overlap import steps
from casegen_evidence.tables.signs.stood_still import still

Array = NDArray[np.float64]
ENOUGH, FEWEST = 0.03, 10
"""share of the rows, and rows, of one value from which on it may be a filling"""
OTHERS, DISTINCT = 30, 0.5
"""other rows, and the share of different values among them, from which on a column is measured"""
FINE = 100
"""steps of the last digit in a standard deviation of the others, at least: else a value meets their mean by chance"""
FINER = 1000
"""the same where a value may have been set: people set what a digit or two less can say"""
SET = 6
"""digits behind the point, at most and fewer than the others have, in which a value that was set is written"""
DEVIATIONS = 3.0
"""of the mean of all rows from that of the rest, within which a value may be the mean of all"""
GAP = 0.25
"""share of the range of the others that is empty on both sides of a zero which stands for no value"""
RELATED = 0.01
"""chance at which rows of one value are said to go with the label or another feature, as those of a state do"""
MOST_COLUMNS = 40


def judge_filled(
    what: str,
    names: Sequence[str],
    points: Array,
    intake: Intake,
    labels: NDArray[np.int64] | None = None,
) -> None:
    """Doubt columns of ``points`` ``(n, d)`` of which many rows hold the mean of the others, or a zero far from all.

    With ``labels`` ``(n,)`` a value that goes with the label is no filling.
    """
    for k, name in enumerate(names if len(names) <= MOST_COLUMNS else ()):
        value, why = filling(points[:, k])
        at = points[:, k] == value
        if not why or (value == 0 and _related(at, np.delete(points, k, axis=1), labels)):
            continue
        intake.suspects(
            "code-for-missing",
            f"{what}: column {name!r} is {value:g} in {int(at.sum()):,} of {len(at):,}, {why}: were missing "
            "values filled with it?",
            hint="remove the rows, or measure them; state in the waiver if the value was measured",
        )


def judge_stuck(names: Sequence[str], points: Array, labels: NDArray[np.int64], intake: Intake) -> None:
    """Doubt features that hold one measured value in a long stretch of ``points`` ``(n, d)`` while others go on."""
    for k, name in enumerate(names if len(names) <= MOST_COLUMNS else ()):
        values = points[:, k]
        at = stuck(values, labels)
        others = [j for j in range(len(names)) if j != k and len(np.unique(points[:, j])) >= OTHERS]
        if at is None or not others or not any(len(np.unique(points[at, j])) > 5 for j in others):
            continue
        intake.suspects(
            "stands-still",
            f"labelled points: {name!r} is {values[at.start]:g} in {at.stop - at.start:,} rows in sequence, from row "
            f"{at.start + 1:,} on, and in hardly any other: did what measures it stand still?",
            hint="leave the rows out, or measure them anew; or say in the waiver why the value is the same",
        )


def filling(values: Array) -> tuple[float, str]:
    """The value that rows of a column were filled with, and why it is taken for that; no words where there is none.

    >>> rng = np.random.default_rng(0)
    >>> x = np.round(rng.uniform(20, 90, 300), 4)
    >>> filling(x)[1], filling(np.where(rng.random(300) < 0.2, 0, x))[1]
    ('', 'apart from all other values')
    """
    distinct, often = np.unique(values, return_counts=True)
    k = int(often.argmax())
    value, count = float(distinct[k]), int(often[k])
    others = values[values != value]
    if count < max(FEWEST, ENOUGH * len(values)) or len(others) < OTHERS:
        return value, ""
    if len(np.unique(others)) < DISTINCT * len(others):
        return value, ""
    step, low, high = float(steps(others[:, None])[0]), float(others.min()), float(others.max())
    if step * FINE > float(others.std()):
        return value, ""
    for name, middle in (("mean", float(others.mean())), ("median", float(np.median(others)))):
        if abs(middle - value) <= max(step, 1e-9 * (high - low)):
            return value, f"the {name} of the others to the last digit"
        near = DEVIATIONS * float(others.std()) * np.sqrt(count / (len(values) * len(others)))
        if abs(middle - value) <= near and _is_measured(value, step, float(others.std())):
            return (
                value,
                f"as near to the {name} of the others as that of all would be, and they are hardly twice the same",
            )
    if value == 0 and (low > 0 or high < 0) and min(abs(low), abs(high)) > GAP * (high - low):
        return value, "apart from all other values"
    return value, ""


def stuck(values: Array, labels: NDArray[np.int64]) -> slice | None:
    """The stretch in which a column holds one value that was not set, and that is no end of its range; else None."""
    at = still(values)
    if at is None or len(np.unique(values)) < OTHERS:
        return None
    value, whole = float(values[at.start]), len(np.unique(labels)) > 1
    if value in (values.min(), values.max()) or (whole and len(np.unique(labels[at])) == 1):
        return None
    others = np.delete(values, np.arange(at.start, at.stop))
    return at if _is_measured(value, float(steps(others[:, None])[0]), float(others.std())) else None


def _is_measured(value: float, step: float, spread: float) -> bool:
    """Whether ``value`` has as many digits as measured ones of this ``step`` and ``spread``, and so was not set."""
    decimals = min(SET, round(-float(np.log10(step))) - 1)
    return step * FINER <= spread and abs(value - round(value, decimals)) > step / 10


def _related(at: NDArray[np.bool_], others: Array, labels: NDArray[np.int64] | None) -> bool:
    """Whether the rows ``at`` differ from the rest in the label or another feature, as those of a state do."""
    from scipy.stats import chi2_contingency, ks_2samp

    tests = others.shape[1] + 1
    if labels is not None and len(np.unique(labels)) > 1:
        counts = np.zeros((2, int(labels.max()) + 1))
        np.add.at(counts, (at.astype(int), labels), 1)
        if chi2_contingency(counts[:, counts.sum(axis=0) > 0]).pvalue < RELATED:
            return True
    return any(ks_2samp(column[at], column[~at]).pvalue < RELATED / tests for column in others.T)
