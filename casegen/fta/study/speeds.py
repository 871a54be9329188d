"""How fast a top moves within a span of time, and how far it may therefore be beyond what it is at both ends.

Where the first derivative keeps its sign, nothing within is beyond the ends; else the second limits it with the square of
the span.  An enclosure of the events one by one shrinks with the span only, and needs some ten thousand spans beside the
largest top of `A and not B` where this needs some ten.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from casegen.fta.events.enclosures import times
from casegen.fta.events.expressions import Range
from casegen.fta.study.motions import ANY, STILL, Motion, minus, plus

if TYPE_CHECKING:
    from casegen.fta.tree.compiled_tree import CompiledTree

MOST_NODES = 500
"""nodes of a diagram through which motions are followed one by one; of larger ones the events' speeds add up"""


class Speed(NamedTuple):
    """The first and second derivative of a top by the time."""

    first: Range
    second: Range

    @property
    def reverse(self) -> Speed:
        """That of the top's complement."""
        return Speed(minus(self.first), minus(self.second))

    def above(self, begin: float, until: float, width: float) -> float:
        """The largest top at most within a span, of its numbers at both ends."""
        ends, (least, most) = max(begin, until), self.first
        if least >= 0.0 or most <= 0.0:
            return ends
        bent = ends + max(0.0, -self.second[0]) * width**2 / 8.0
        if not math.isfinite(least) or not math.isfinite(most):
            return bent
        # up as fast as it may, then down as fast as it may
        turned = (most * (until - least * width) - least * begin) / (most - least)
        return max(ends, min(bent, turned))

    def area(self, begin: float, until: float, width: float) -> Range:
        """The least and the largest area below the top within a span, of its numbers at both ends."""
        chord, (least, most) = width * 0.5 * (begin + until), self.first
        deepest, bulge = (x * width**3 / 12.0 for x in (self.second[1], -self.second[0]))
        if math.isfinite(least) and math.isfinite(most):
            # up as fast as it may, then down as fast as it may; or the other way round
            slope = (until - begin) / width
            up, down = max(0.0, most - slope), max(0.0, slope - least)
            tent = 0.5 * width**2 * (up * down / (up + down)) if up + down > 0.0 else 0.0
            deepest, bulge = min(deepest, tent), min(bulge, tent)
        return chord - deepest, chord + bulge


def speed(tree: CompiledTree, motions: Sequence[Motion]) -> Speed:
    """Of the top of a tree whose events, in their order, move so; anything where a number is beyond the largest."""
    known = _together(motions) if tree.bdd_nodes > MOST_NODES else _through_diagram(tree, motions)
    return Speed(ANY, ANY) if any(map(math.isnan, (*known.first, *known.second))) else known


def _together(motions: Sequence[Motion]) -> Speed:
    """No event moves the top by more than itself, and no mixed second difference of the top is above 2."""
    first = [max(abs(x) for x in one.first) for one in motions]
    mixed = 0.0 if math.inf in first else sum(first) ** 2 - sum(x**2 for x in first)
    bend = sum(max(abs(x) for x in one.second) for one in motions) + 2.0 * mixed
    if math.inf in first:
        bend = math.inf
    return Speed((-sum(first), sum(first)), (-bend, bend))


def _through_diagram(tree: CompiledTree, motions: Sequence[Motion]) -> Speed:
    """Motions bottom-up: each node is linear in its variable and in its children."""
    d = tree.diagram(gates=False)
    events, passed = len(motions), [Motion((0.0, 0.0)), Motion((1.0, 1.0))]
    for v, a, b in zip(d["var"][2:], d["low"][2:], d["high"][2:], strict=True):
        own = motions[v] if v < events else passed[d["proxies"][v - events]]
        passed.append(_node(own, passed[a], passed[b]))
    return Speed(*passed[d["root"]][1:])


def _node(own: Motion, low: Motion, high: Motion) -> Motion:
    """``(1 - p) low + p high``."""
    ends = own.number
    number = (
        min((1.0 - p) * low.number[0] + p * high.number[0] for p in ends),
        max((1.0 - p) * low.number[1] + p * high.number[1] for p in ends),
    )
    moved = low.first != STILL or high.first != STILL
    if own.first == STILL and not moved:
        return Motion(number)
    apart = plus(high.number, minus(low.number))
    first, second = times(own.first, apart), times(own.second, apart)
    if moved:
        rest = 1.0 - ends[1], 1.0 - ends[0]
        crossed = times((2.0, 2.0), times(own.first, plus(high.first, minus(low.first))))
        first = plus(first, times(ends, high.first), times(rest, low.first))
        second = plus(second, crossed, times(ends, high.second), times(rest, low.second))
    return Motion(number, first, second)
