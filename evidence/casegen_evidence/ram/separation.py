"""r-separation found in labelled points (paper 003 Remark 3 and §5.2 step 1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.own_arithmetic import in_own_arithmetic

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Separation:
    """Smallest L∞ distance between points of different labels, and the pair that has it.

    Remark 3 asks that points of different labels lie at least 2r apart, which gives ``radius``; the text of
    step 1 compares the cell's side with the distance itself.  Both are reported.
    """

    distance: float
    pair: tuple[int, int]

    @property
    def radius(self) -> float:
        """r̂ by Remark 3: half the distance."""
        return self.distance / 2


@in_own_arithmetic
def separation(points: Points, labels: NDArray[np.int64]) -> Separation:
    """Minimum L∞ distance between points ``(n, d)`` of different labels ``(n,)``; exact, by k-d trees."""
    from scipy.spatial import cKDTree

    best, pair = np.inf, (-1, -1)
    for label in np.unique(labels)[:-1]:
        own = np.flatnonzero(labels == label)
        others = np.flatnonzero(labels > label)
        distance, index = cKDTree(points[own]).query(points[others], p=np.inf)
        at = int(np.argmin(distance))
        if distance[at] < best:
            best, pair = float(distance[at]), (int(own[index[at]]), int(others[at]))
    return Separation(best, pair)
