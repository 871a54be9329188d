"""Points between two others of their class on a straight line, as oversampling by interpolation makes them.

SMOTE (Chawla & al. 2002) puts each new row on the line between a row and one of its nearest neighbours.  Rounding moves
it off that line by part of a step of each column, so that rows near each other may lie so by chance.  How many do shows
where each row is moved a little further.  Columns of coarse steps, as counts have, are not looked at.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.overlap import steps

Array = NDArray[np.float64]
NEIGHBOURS = 10
MOST_ROWS, MOST_COLUMNS = 20_000, 40
FEWEST = 40
"""rows of a class that say something"""
STRAIGHT = 1e-3
"""sine of the angle below which three rows lie on a line; of 45 pairs of neighbours about one in 70 does by chance"""
FINE, FEWEST_VALUES = 0.02, 12
"""the largest step of a column, in its standard deviation, and its fewest values: coarser ones count or name"""
ASTRAY = 0.5
"""length by which rounding moves a row, in that of a step of all columns together"""
APART, AWAY = 6.0, 0.1
"""how far rows are moved to see chance: in that length, and in the distance of the nearest row"""
WIDEST = 0.2
"""sine beyond which rows are too near each other for their steps to say how they lie"""
SHARE = 0.25


def between_rows(points: Array, labels: NDArray[np.int64]) -> str:
    """How many rows of a class lie between two others of it on a line, in words; empty where few do."""
    free = [k for k in range(points.shape[1]) if _is_fine(points[:, k])]
    if not 2 <= len(free) <= MOST_COLUMNS or len(points) > MOST_ROWS:
        return ""
    spread = points[:, free].std(axis=0)
    x: Array = points[:, free] / spread
    moved = ASTRAY * float(np.linalg.norm(steps(points[:, free]) / spread))
    for c in range(int(labels.max()) + 1):
        own = x[labels == c]
        if len(own) < FEWEST:
            continue
        inside, chance = _between(own, moved)
        if inside > SHARE * len(own) + 2 * chance:
            return f"{inside:,} of the {len(own):,} points of one class lie between two others of it on a straight line"
    return ""


def _is_fine(values: Array) -> bool:
    return len(np.unique(values)) >= FEWEST_VALUES and float(steps(values[:, None])[0]) <= FINE * values.std()


def _between(x: Array, moved: float) -> tuple[int, int]:
    """How many rows of ``x`` ``(n, d)`` lie between two of their neighbours, and how many do so by chance.

    ``moved`` is how far rounding moves a row.
    """
    from scipy.spatial import cKDTree

    distance, near = cKDTree(x).query(x, k=min(NEIGHBOURS, len(x) - 1) + 1)
    turned = np.random.default_rng([0xBE7, len(x)]).normal(size=x.shape)
    far = APART * moved + AWAY * float(np.median(distance[:, 1]))
    turned *= far / np.linalg.norm(turned, axis=1, keepdims=True)
    inside, chance = (int(_on_a_line(x[near[:, 1:]] - y[:, None, :], moved).sum()) for y in (x, x + turned))
    return inside, chance


def _on_a_line(away: Array, moved: float) -> NDArray[np.bool_]:
    """Which rows have two neighbours, ``away`` ``(n, k, d)`` from them, in opposite directions."""
    length = np.maximum(np.linalg.norm(away, axis=2), np.finfo(float).tiny)
    unit: Array = away / length[:, :, None]
    cosine = np.einsum("nik,njk->nij", unit, unit)
    sine = STRAIGHT + moved * (1 / length[:, :, None] + 1 / length[:, None, :])
    sine = np.where(sine < WIDEST, sine, 0.0)
    return np.asarray((cosine < -np.sqrt(1 - sine**2)).any(axis=(1, 2)))
