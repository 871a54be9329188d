"""Places of the labelled rows where operation has nothing: they are a stratum of their own, of next to no mass."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.two_sample import MOST_GAPS, REJECTED, Span, gap_test

Array = NDArray[np.float64]
FEWEST_LEFT = 20
"""Labelled rows that places with operation must hold for a comparison in them."""


@dataclass(frozen=True, slots=True)
class Vacant:
    """``spans`` between neighbouring values of operation along an axis, ``rows`` (N,) and ``axes`` of operation."""

    spans: tuple[Span, ...] = ()
    rows: int = 0
    axes: int = 0

    def inside(self, values: Array) -> NDArray[np.bool_]:
        """Which rows of ``values`` (n, a) lie in a vacant place, ``(n,)``."""
        inside = np.zeros(len(values), dtype=bool)
        for axis, low, high in self.spans:
            inside |= (values[:, axis] > low) & (values[:, axis] < high)
        return inside

    def mass(self, alpha: float) -> float:
        """Upper limit of the operational mass of all vacant places, which fails with probability ``alpha`` at most.

        An interval between two neighbours of N independent values has more mass than m with probability ``(1 − m)^N``
        (Wilks 1941); labelled rows choose which, so that all N + 1 of each axis count (Bonferroni).
        """
        if not self.spans:
            return 0.0
        each = -np.expm1((np.log(alpha) - np.log(self.axes * (self.rows + 1))) / self.rows)
        return min(1.0, len(self.spans) * float(each))


NOWHERE = Vacant()
"""No place is vacant."""


def vacant_places(labelled: Array, pilot: Array, operation: Array) -> Vacant:
    """Where labelled rows (n, a) lie and none of ``operation`` (N, a) does, beyond what chance explains.

    ``pilot`` (m, a) are labelled rows, too.  None where fewer than :data:`FEWEST_LEFT` of either sort lie elsewhere:
    nothing would be left to compare.
    """
    both = np.concatenate([labelled, pilot])
    places = NOWHERE
    for _ in range(MOST_GAPS):
        p, axis, low, high = gap_test(operation, both[~places.inside(both)])
        if p >= REJECTED:
            break
        places = Vacant((*places.spans, (axis, low, high)), len(operation), operation.shape[1])
        if min(np.sum(~places.inside(rows)) for rows in (labelled, pilot)) < FEWEST_LEFT:
            return NOWHERE
    return places
