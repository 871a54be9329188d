"""Groups of wide rows by a jump between two scales of distance: versions of one picture, and the next other picture.

Of independent draws of a smooth density along a line, the k-th neighbour's distance over the next one's, to the power k,
is uniform; in d dimensions it is to the power k d, and nearer to 1.  d is how distances grow among the next some dozen
neighbours, beyond small groups; half of it is taken, for what has fewer dimensions nearby.  The ratio from which on it
tells falls with k, too, if it is asked at one k for all rows: versions of pictures come in groups of one size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
RATIOS = (3.5, 2.9, 2.05, 1.75, 1.6, 1.5, 1.45)
"""by k, from 1 on, the ratio that one row in eight passes along a line, and two of seven at k = 1; then the last one"""
SHARE = 0.35
"""share of the rows that pass it, and what chance may add, from which on they come in groups"""
TWICE, MOSTLY = 2.0, 0.7
"""pairs: a smaller ratio, which half of the rows pass along a line, and the share of rows from which on it tells"""
DOUBLED = (8, 16, 32)
"""neighbours from each of which to twice as many the growth of distances is looked at, beside those next to the group"""
ROWS = 600
"""rows whose neighbours are looked at"""
AT_ONCE = 100


def jump_of_scales(x: Array, most: int) -> tuple[int, float]:
    """Other rows in the group of a typical row of ``x`` ``(n, d)``, at most ``most``, and the share of rows in groups.

    (0, 0) without groups.  Rows are in random order, and no two are equal.
    """
    most = min(most, len(x) - 2)
    if most < 1:
        return 0, 0.0
    far = min(2 * DOUBLED[-1], len(x) // 4)
    distance = _nearest(x, x[:ROWS], max(most + 1, far))
    ratio = distance[:, 1:] / np.maximum(distance[:, :-1], np.finfo(float).tiny)
    for k in range(1, most + 1):
        share = float(
            (ratio[:, k - 1] ** _power(distance[:, :far], k) > RATIOS[min(k, len(RATIOS)) - 1]).mean()
        )
        if share > SHARE + len(distance) ** -0.5:
            return k, share
    share = float((ratio[:, 0] ** _power(distance[:, :far], 1) > TWICE).mean())
    return (1, share) if share > MOSTLY else (0, 0.0)


def _power(distance: Array, k: int) -> float:
    """Half the dimensions that rows have beyond groups of ``k`` others, by the growth of ``distance`` ``(m, far)``.

    The fewest of several ranges count; and at least 1.
    """
    growth = [
        float(
            np.median(np.log(distance[:, 2 * j - 1] / np.maximum(distance[:, j - 1], np.finfo(float).tiny)))
        )
        for j in (k + 2, *(j for j in DOUBLED if j > k + 2))
        if 2 * j <= distance.shape[1]
    ]
    return max(1.0, float(np.log(2) / max(*growth, 1e-9)) / 2) if growth else 1.0


def _nearest(x: Array, chosen: Array, count: int) -> Array:
    """Distances ``(m, count)`` of ``chosen`` rows to the nearest others of ``x``, ascending."""
    squares = (x**2).sum(axis=1)
    parts = []
    for first in range(0, len(chosen), AT_ONCE):
        own = chosen[first : first + AT_ONCE]
        squared = (own**2).sum(axis=1)[:, None] + squares[None, :] - 2 * own @ x.T
        near = np.partition(squared, count, axis=1)[:, : count + 1]
        near.sort(axis=1)
        parts.append(near[:, 1:])  # the first is the row itself
    result: Array = np.sqrt(np.maximum(np.concatenate(parts), 0.0))
    return result
