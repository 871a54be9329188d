"""Limits on what a row is like that is drawn from all rows, where rows come in independent groups of unequal sizes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.bounds.ratio import ratio_limits

Limits = tuple[float | None, float | None]


def row_limits(
    values: ArrayLike, group: NDArray[np.int64], confidence: float, low: float = 0.0, high: float = 1.0
) -> Limits | None:
    """Limits on the mean of ``values`` (n,) in [``low``, ``high``] over rows, ``E Σ values / E size`` of a group.

    Each group counts with its rows, so that the mean over groups is another number where values go with sizes.  None
    where all groups have one size: both means are the same then.  Covers if groups are independent draws and none of
    operation is larger than the largest seen (:func:`casegen_evidence.bounds.ratio.ratio_limits`).
    """
    size = _sizes(group)
    if size is None:
        return None
    most, width = float(size.max()), high - low
    shares = np.clip((np.asarray(values, dtype=float) - low) / width, 0.0, 1.0)
    totals = np.minimum(_totals(shares, group), size)
    lower, upper = ratio_limits(totals / most, size / most, confidence, (0.0, 1.0), (0.0, 1.0), within=True)
    return None if lower is None else low + width * lower, None if upper is None else low + width * upper


def row_ratio_limits(
    part: ArrayLike,
    whole: ArrayLike,
    group: NDArray[np.int64],
    confidence: float,
    ends: tuple[float, float],
    within: bool,
) -> Limits | None:
    """Limits on ``E Σ part / E Σ whole`` of a group, of rows whose ``part`` and ``whole`` (n,) lie between ``ends``.

    None as in :func:`row_limits`; ``within`` says that 0 <= part <= whole by definition.
    """
    size = _sizes(group)
    if size is None:
        return None
    parts, wholes = (_totals(np.asarray(x, dtype=float), group) / float(size.max()) for x in (part, whole))
    return ratio_limits(parts, wholes, confidence, ends, ends, within)


def _sizes(group: NDArray[np.int64]) -> NDArray[np.float64] | None:
    """Rows of each group that has any; None where all have the same number."""
    count = np.bincount(group)
    size = count[count > 0].astype(float)
    return None if size.min() == size.max() else size


def _totals(values: NDArray[np.float64], group: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.asarray(np.bincount(group, values)[np.bincount(group) > 0])
