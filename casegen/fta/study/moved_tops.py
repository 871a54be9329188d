"""The top event with one input moved, each with what rounding leaves of its digits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from casegen.fta.arrays import Vector
from casegen.fta.events.values import EventValues
from casegen.fta.tree.close_differences import ends_of
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.conditioning import LostDigits, because, lost_to, sweep_error
from casegen.fta.tree.doubtful import TINY, WIDE, Spans, apart, doubtful
from casegen.fta.tree.importance import ImportanceTable

LOST = 1e-9
"""error of a moved top, relative to it, from which on it is shown with the interval in which it lies"""
_WORK = 20_000_000
"""nodes of the top's diagram, and a thousand, for each doubtful top that is enclosed closely"""


_OF_ENDS = 10.0
"""roundings of a sweep that Q(1) and Q(0) have: differences of what is up to eight times as large"""


class End(NamedTuple):
    """Where an input is moved to: the numbers of its events, and how these come about.

    ``ratio``: to the number that an event has, where it is moved by itself; else ``number`` of the input with ``key``,
    and ``moved``, its events there.
    """

    events: Vector
    ratio: float = math.nan
    key: str = ""
    number: float = math.nan
    moved: EventValues | None = None


class MovedTop(NamedTuple):
    """A top event: ``error`` is by how much it may be off, ``lost`` what is known of it where that is much."""

    top: float
    error: float
    lost: LostDigits | None = None


class MovedTops:
    """The top events of a tree with one of its inputs moved."""

    def __init__(self, tree: CompiledTree, values: EventValues, table: ImportanceTable | None) -> None:
        """``table``: importance of the events at their points; None of a tree of rates."""
        self.tree, self.values = tree, values
        self._ends = None if table is None else ends_of(table)
        self._p = values.probability.tolist()
        self._doubtful = doubtful(values.points, values, lambda: tree.signs)
        self._left = _WORK

    @property
    def unmoved(self) -> MovedTop:
        """The top with every input at its point."""
        return self._enclosed(self.tree.unchecked(self._p), self._p, self._doubtful)

    def at(self, places: Sequence[int], end: End) -> MovedTop:
        """The top with the events at some ``places`` moved; not a number where one of them has none there."""
        numbers = [float(x) for x in end.events]
        if any(map(math.isnan, numbers)):
            return MovedTop(math.nan, 0.0)
        q = list(self._p)
        spans = {i: span for i, span in self._doubtful.items() if i not in places}
        for i, number in zip(places, numbers, strict=True):
            q[i] = number
        if end.moved is None:
            spans |= self._by_factor(places[0], numbers[0], end.ratio)
        else:
            spans |= self._of_input(places, numbers, end.moved)
        return self._enclosed(self._top(places, numbers, q), q, spans)

    def _top(self, places: Sequence[int], numbers: list[float], q: list[float]) -> float:
        """The top at ``q``: of one event that is moved, the sum of what is left with it and without it."""
        if len(places) > 1 or self._ends is None:
            return self.tree.unchecked(q)
        given, without = (float(x[places[0]]) for x in self._ends)
        top = numbers[0] * given + (1.0 - numbers[0]) * without
        return top if top >= TINY else self.tree.unchecked(q)

    def _of_input(self, places: Sequence[int], numbers: list[float], moved: EventValues) -> Spans:
        """Which of the events that an input moves are doubtful there."""
        spans = doubtful(numbers, moved, lambda: [self.tree.signs[i] for i in places])
        most = self.tree.most
        return {
            places[j]: span
            for j, span in spans.items()
            # what is cut off at 1 is 1, if rounding cannot bring it below
            if not (moved.points[j] > most and moved.rounded.get(j, (moved.points[j],))[0] >= most)
        }

    def _by_factor(self, i: int, number: float, ratio: float) -> Spans:
        """Whether an event that is moved by itself, to a multiple of its number or to 1, is doubtful there."""
        point, most = self._p[i], self.tree.most
        if number == most != point:
            return {}
        if i in self._doubtful:
            low, high, cause = self._doubtful[i]
            by = number / point if point > 0.0 else ratio
            return {i: (low * by, min(most, high * by), cause)}
        alone = doubtful([number], None, lambda: [self.tree.signs[i]])
        return {i: alone[0]} if alone else {}

    def _enclosed(self, top: float, q: list[float], spans: Spans) -> MovedTop:
        tree, loose = self.tree, apart(spans)
        if loose > LOST * top:
            self._left -= 1000 + tree.bdd_nodes
        lost = (
            lost_to(tree, q, spans, top, LOST)
            if self._left >= 0
            # the top moves by no more than its events do
            else because(tree, spans, max(0.0, top - loose), min(tree.most, top + loose))
        )
        if lost is not None:
            return MovedTop(top, lost.upper - lost.lower, lost)
        return MovedTop(top, min(loose, LOST * top) + max(WIDE, _OF_ENDS * sweep_error(tree)) * top)
