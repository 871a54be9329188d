"""How far two tops are apart that differ in the numbers of a few events, where their difference has no digits.

The top is linear in each event, so that one event moves it by its derivative times the way that the event goes.  Several
are moved one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from casegen.fta.arrays import Vector
from casegen.fta.core.any_size import SMALLEST
from casegen.fta.events.values import EventValues
from casegen.fta.study.moved_tops import End, MovedTop
from casegen.fta.study.ways import FOUR_DIGITS, Way, ways
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.held_gates import TINY, event_slopes
from casegen.fta.tree.importance import DIFFERENCE

_WORK = 400_000
"""nodes of the top's diagram, and a thousand, for each event of several that is moved"""


class Moves:
    """Moves from the numbers that events have in ``values``.

    ``slope`` is the top's derivative there by event (E,), ``lost`` the positions of events of whose derivative fewer than
    four digits are known.
    """

    def __init__(self, tree: CompiledTree, values: EventValues, slope: Vector, lost: set[int]) -> None:
        self.tree, self.values, self.slope, self.lost = tree, values, slope, lost
        self._left = _WORK // (1000 + tree.bdd_nodes)

    def apart(
        self, at: Sequence[int], lower: End, upper: End, low: MovedTop, high: MovedTop
    ) -> tuple[float | None, bool]:
        """Distance of the tops ``low`` and ``high``, with the events at ``at`` at their lower and upper ends.

        None where it is the difference of these two; and whether four digits of it are kept.
        """
        if math.isnan(low.top) or math.isnan(high.top):
            return None, True
        plain, largest = abs(high.top - low.top), max(low.top, high.top)
        if plain >= max(DIFFERENCE * largest, TINY) and low.error + high.error <= FOUR_DIGITS * plain:
            return None, True
        moves = self._moves(at, ways(self.values, at, lower, upper), lower.events, upper.events)
        if moves is None:
            return None, False
        terms = [slope * way.far for slope, way in moves]
        total, size = math.fsum(terms), math.fsum(map(abs, terms))
        error = math.fsum(abs(slope) * way.error for slope, way in moves)
        kept = (
            self.lost.isdisjoint(at)
            and abs(total) >= DIFFERENCE * size
            and error <= FOUR_DIGITS * abs(total)
            and (size >= SMALLEST if size else all(0.0 in (slope, way.far) for slope, way in moves))
        )
        return abs(total), kept

    def _moves(
        self, at: Sequence[int], known: Sequence[Way], lower: Vector, upper: Vector
    ) -> list[tuple[float, Way]] | None:
        """Each event's derivative, those before it moved already, and its way; None where not known well enough."""
        if len(at) == 1 or self.tree.adds:
            return [(float(self.slope[i]), way) for i, way in zip(at, known, strict=True)]
        q, moves = self.values.probability.copy(), []
        q[list(at)] = lower
        for i, way, end in zip(at, known, upper, strict=True):
            if way.far or way.error:
                self._left -= 1
                ((_, slope, kept),) = (
                    event_slopes(self.tree, q, [i]) if self._left >= 0 else [(i, None, False)]
                )
                if slope is None or not kept or not all(x.has_digits for x in known):
                    return None
                moves.append((slope, way))
            q[i] = end
        return moves
