"""How far two tops are apart that differ in the numbers of a few events, where their difference has no digits.

The top is linear in each event, so that one event moves it by its derivative times the way that the event goes.  Several
are moved one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from casegen.fta.arrays import Vector
from casegen.fta.core.any_size import SMALLEST
from casegen.fta.study.moved_tops import MovedTop
from casegen.fta.tree.close_differences import FEW_DIGITS
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.held_gates import TINY, event_slopes
from casegen.fta.tree.importance import DIFFERENCE

FOUR_DIGITS = 5e-5
"""relative error of a number of which four digits are known"""
_WORK = 400_000
"""nodes of the top's diagram, and a thousand, for each event of several that is moved"""


class Moves:
    """Moves from the events' numbers ``p`` (E,).

    ``slope`` is the top's derivative there by event (E,), ``lost`` the positions of events of whose derivative fewer than
    four digits are known.
    """

    def __init__(self, tree: CompiledTree, p: Vector, slope: Vector, lost: set[int]) -> None:
        self.tree, self.p, self.slope, self.lost = tree, p, slope, lost
        self._left = _WORK // (1000 + tree.bdd_nodes)

    def apart(
        self, at: Sequence[int], lower: Vector, upper: Vector, low: MovedTop, high: MovedTop
    ) -> tuple[float | None, bool]:
        """Distance of the tops ``low`` and ``high``, with the events at ``at`` at their lower and upper numbers.

        None where it is the difference of these two; and whether four digits of it are kept.
        """
        if math.isnan(low.top) or math.isnan(high.top):
            return None, True
        plain, largest = abs(high.top - low.top), max(low.top, high.top)
        if plain >= max(DIFFERENCE * largest, TINY) and low.error + high.error <= FOUR_DIGITS * plain:
            return None, True
        kept = self.lost.isdisjoint(at)
        terms = self._terms(at, lower, upper)
        if terms is None:
            return None, False
        total, size = math.fsum(terms), math.fsum(map(abs, terms))
        kept = kept and abs(total) >= DIFFERENCE * size and (size == 0.0 or size >= SMALLEST)
        return abs(total), kept and not self._vanishes(at, lower, upper, size) and _distinct(lower, upper)

    def _terms(self, at: Sequence[int], lower: Vector, upper: Vector) -> list[float] | None:
        """What each event moves the top by, those before it moved already; None where that is not known well enough."""
        ways = [float(y) - float(x) for x, y in zip(lower, upper, strict=True)]
        if len(at) == 1 or self.tree.adds:
            return [float(self.slope[i]) * way for i, way in zip(at, ways, strict=True)]
        q, terms = self.p.copy(), []
        q[list(at)] = lower
        for i, way, end in zip(at, ways, upper, strict=True):
            if way:
                self._left -= 1
                ((_, slope, kept),) = (
                    event_slopes(self.tree, q, [i]) if self._left >= 0 else [(i, None, False)]
                )
                if slope is None or not kept or _near_one(q, at):
                    return None
                terms.append(slope * way)
            q[i] = end
        return terms

    def _vanishes(self, at: Sequence[int], lower: Vector, upper: Vector, size: float) -> bool:
        """Whether nothing is left of products that are more than 0."""
        return size == 0.0 and any(
            self.slope[i] != 0.0 and x != y for i, x, y in zip(at, lower, upper, strict=True)
        )


def _distinct(lower: Vector, upper: Vector) -> bool:
    """Whether the way of every event that goes one has four digits."""
    return all(x == y or abs(x - y) >= FEW_DIGITS * max(x, y) for x, y in zip(lower, upper, strict=True))


def _near_one(q: Vector, at: Sequence[int]) -> bool:
    """Whether the complement of an event that is moved may have fewer than four digits."""
    return any(0.0 < 1.0 - q[i] < FEW_DIGITS for i in at)
