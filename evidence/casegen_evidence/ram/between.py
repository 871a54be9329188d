"""Points between two others of their class on a straight line, as oversampling by interpolation makes them.

SMOTE (Chawla & al. 2002) puts each new row on the line between a row and one of its nearest neighbours.  Measured rows
lie so by chance where their values are counted or rounded; columns of that kind are not looked at.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.near_copies import measured_column

Array = NDArray[np.float64]
NEIGHBOURS = 10
MOST_ROWS, MOST_COLUMNS = 20_000, 40
FEWEST = 40
"""rows of a class that say something"""
STRAIGHT = 1e-3
"""sine of the angle below which three rows lie on a line; of 45 pairs of neighbours about one in 70 does by chance"""
SHARE = 0.25


def between_rows(points: Array, labels: NDArray[np.int64]) -> str:
    """How many rows of a class lie between two others of it on a line, in words; empty where few do."""
    free = [k for k in range(points.shape[1]) if measured_column(points[:, k])]
    if not 2 <= len(free) <= MOST_COLUMNS or len(points) > MOST_ROWS:
        return ""
    x: Array = points[:, free] / points[:, free].std(axis=0)
    for c in range(int(labels.max()) + 1):
        own = x[labels == c]
        if len(own) < FEWEST:
            continue
        inside = int(_between(own).sum())
        if inside > SHARE * len(own):
            return f"{inside:,} of the {len(own):,} points of one class lie between two others of it on a straight line"
    return ""


def _between(x: Array) -> NDArray[np.bool_]:
    from scipy.spatial import cKDTree

    _, near = cKDTree(x).query(x, k=min(NEIGHBOURS, len(x) - 1) + 1)
    away = x[near[:, 1:]] - x[:, None, :]
    length = np.linalg.norm(away, axis=2, keepdims=True)
    unit: Array = away / np.where(length > 0, length, 1.0)
    against = np.einsum("nik,njk->nij", unit, unit)
    return np.asarray((against < -np.sqrt(1 - STRAIGHT**2)).any(axis=(1, 2)))
