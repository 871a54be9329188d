"""On which side of its limit a top lies that rounding cannot tell from it: decided in rational arithmetic."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from casegen.assessment.trees import BoundTree, Held


def decided(bound: BoundTree, limit: float, changed: Mapping[int, float], *, upper: bool) -> Held:
    """The top with these events (by position) ``changed``, as it is compared with a ``limit`` that lies beside it.

    The limit and the events' numbers are taken as they were typed; of a number of so many digits that several decimals
    are read as it, every one has to meet the limit.
    """
    from casegen.fta.tree.exact_reach import as_read, event_reaches, exact_reach

    side = 1 if upper else -1
    strictest, loosest = as_read(limit)[::side]
    reaches = event_reaches(bound.values, changed)
    furthest = exact_reach(bound.compiled, reaches, side)
    beyond = math.nextafter(limit, side * math.inf)
    if furthest is None:
        return Held(beyond, undecided=True)
    if furthest == strictest == loosest:
        return Held(limit)
    if side * furthest < side * strictest:
        return Held(_at_least_as_far(furthest, math.nextafter(limit, -side * math.inf), -side))
    nearest = exact_reach(bound.compiled, reaches, -side)
    missed = nearest is not None and side * nearest > side * loosest
    return Held(_at_least_as_far(furthest, beyond, side), undecided=not missed)


def _at_least_as_far(top: Fraction, neighbour: float, side: int) -> float:
    """The number nearest to ``top``, or the limit's ``neighbour`` on that side where it is read as the limit."""
    return max(float(top), neighbour) if side > 0 else min(float(top), neighbour)
