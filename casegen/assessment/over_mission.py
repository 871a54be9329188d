"""The worst time of a mission: where a top event that rises and falls is largest (or least), proved by branch and bound.

Over a piece of the mission every event is enclosed with the time as one more input, and the top over the events: the
piece that reaches furthest is halved next.  A tree that only rises is worst at its end, and is not looked at.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from casegen.assessment.bounds import ConfidenceBox, points_alone, top_end
from casegen.assessment.trees import TIE

if TYPE_CHECKING:
    from casegen.assessment.mean import Mean
    from casegen.assessment.trees import BoundTree
    from casegen.fta import EventValues
    from casegen.fta.events.expressions import Range
    from casegen.fta.study.mission import Mission
    from casegen.fta.study.speeds import Speed
    from casegen.fta.study.test_times import TestTimes
    from casegen.model.event_model import EventModel

CLOSE = 1e-9
"""relative distance of what a piece may reach from what was seen, within which no more pieces are halved"""
CLOSEST = 1e-13
"""the same where it is asked on which side of a limit the top lies"""
FOUND = 1e-6
"""relative distance of what the top may reach from what it was seen to be, within which its worst time is found"""
PIECES = 6_000
"""pieces looked at in all, of large trees fewer (:data:`NODES` of all their diagrams)"""
NODES = 60_000_000
TIMES_AN_ORDER = 2
"""by how many times as much a piece takes for each priority-AND gate, whose order is an integral at each time"""
SPLIT = 60
"""by how many times as much a piece takes where inputs are split within it"""
_NEAR = 0.25
"""share of what a span of time surely reaches beyond the best that was seen, to which its reach is looked for"""
_EVEN = 16
"""pieces of the mission at first, whatever its jumps"""
AFTER = 1e-11
"""share of a time by which a piece begins behind it: at the moment of a test the component is as before it"""


@dataclass(frozen=True, slots=True)
class Peak:
    """Where the top is furthest: at ``hours`` it is ``seen``, and at no time beyond ``reach``."""

    hours: float
    seen: float
    reach: float

    @property
    def is_known(self) -> bool:
        """Whether the search ended: what was seen is the furthest, up to the digits that are shown."""
        return abs(self.reach - self.seen) <= FOUND * abs(self.seen)


@dataclass
class OverMission:
    """A tree at every time of its mission: with the time as an input, where its top rises and falls."""

    tree: BoundTree
    peaks: dict[tuple[float | None, int, bool], Peak] = field(default_factory=dict)
    """what :meth:`peak` gave"""

    @cached_property
    def mission(self) -> Mission:
        """Which way the top moves through the mission."""
        from casegen.fta.study.mission import mission_of

        return mission_of(self.tree.case, self.tree.compiled, self.tree.evidence, self.tree.settings)

    def is_worst_at_the_end(self, *, upper: bool) -> bool:
        """Whether no time of the mission is worse than its end: an upper limit asks for the largest top."""
        if self.tree.prepared.rises:
            return True
        return self.mission.direction == 1 or (not upper and self.mission.direction == -1)

    def compared(self, confidence: float | None) -> ConfidenceBox:
        """The set of inputs whose top a requirement compares: their points, where it asks for no confidence.

        Not where evidence enters the tree, which is always compared with its bound.
        """
        return points_alone(self.tree.values) if self.has_no_bound(confidence) else self.tree.box(confidence)

    def has_no_bound(self, confidence: float | None) -> bool:
        """Whether a requirement compares the top at the points of inputs that are uncertain."""
        return confidence is None and bool(self.tree.values.inputs) and not self.tree.measured

    def peak(self, confidence: float | None, side: int, *, as_compared: bool = False) -> Peak:
        """Where in the mission the top's bound is largest (``side`` 1), or least (-1).

        ``as_compared``: where the number is that a requirement compares, which may be no bound.
        """
        as_compared = as_compared and self.has_no_bound(confidence)
        key = confidence, side, as_compared
        if key not in self.peaks:
            corners = self.compared(confidence) if as_compared else self.tree.box(confidence)
            self.peaks[key] = self.furthest(corners, side)
        return self.peaks[key]

    def beyond(self, target: float, confidence: float | None) -> Peak | None:
        """The time at which the top may be above ``target``; None if it is shown to be at no time."""
        if self.is_worst_at_the_end(upper=True):
            most = self.ends(self.tree.box(confidence), (self.mission.end, self.mission.end))[1]
            return None if most <= target * (1 + TIE) else Peak(self.mission.end, most, most)
        peak = self.furthest(self.tree.box(confidence), 1, target * (1 + TIE))
        return peak if peak.reach > target * (1 + TIE) else None

    @property
    def worst(self) -> BoundTree:
        """The tree at the time at which its top is largest, by the confidence of its target."""
        if self.tree.hours is not None or self.is_worst_at_the_end(upper=True):
            return self.tree
        target = self.tree.case.tree[self.tree.id].target
        peak = self.peak(target.confidence if target is not None else None, 1)
        return self.tree if peak.hours >= self.mission.end else self.tree.at(peak.hours)

    @property
    def moments(self) -> Iterator[float]:
        """Times of the mission at which to look at the tree: its worst one, then its jumps and some evenly apart."""
        if self.worst.hours is not None:
            yield self.worst.hours
        yield from _cuts(self.mission)

    def most_pieces(self, begun_with: int) -> int:
        """Pieces that a search over the mission may look at, of the ``begun_with`` that it has at first."""
        pieces = PIECES // (1 + TIMES_AN_ORDER * len(self._followed_orders))
        return min(pieces, max(8 * begun_with, NODES // max(1, self.tree.compiled.bdd_nodes)))

    @cached_property
    def cuts(self) -> list[float]:
        """The ends of the pieces from which a search begins: jumps, first tests, times evenly apart."""
        return _cuts(self.mission, self.tests)

    def moves(self, event: int) -> bool:
        """Whether the number of an event, by position, depends on the time."""
        from casegen.fta.events.over_time import TIME

        return TIME in self.values.inputs_at(event)

    @cached_property
    def values(self) -> EventValues:
        """The events as functions of the time."""
        return self.at(None)

    def at(self, hours: float | None) -> EventValues:
        """The events at one time, or as functions of it."""
        from casegen.fta.events.over_time import values_over_time

        one = self.tree
        return values_over_time(
            one.case, one.compiled.structure, one.evidence, one.settings, self.mission.clocked, hours,
            unplaced=self.mission.unplaced,
        )  # fmt: skip

    @cached_property
    def tests(self) -> tuple[TestTimes, ...]:
        """When the tests are made, of which the mission may hold a million."""
        from casegen.fta.study.test_times import test_times

        return test_times(self.values)

    @cached_property
    def may_jump_up(self) -> bool:
        """Whether the top may be larger in the instants behind a test than both before it and after them.

        Not where all events can only cause it, and fall at tests and rise else.
        """
        from casegen.fta.study.course import models_of

        models = models_of(self.tree.case, self.tree.compiled)
        events, signs = self.values.events, self.tree.compiled.signs
        return any(
            signs[i] != 1
            or not (events[i] in self._followed_orders or _rises_but_at_tests(models.get(events[i])))
            for i in self._moving
        )

    @cached_property
    def may_jump_anywhere(self) -> bool:
        """Whether an event may change all at once elsewhere than at a test: its number is computed from the time."""
        from casegen.fta.study.course import jumps_anywhere, models_of

        case, compiled = self.tree.case, self.tree.compiled
        models, whole = (
            models_of(case, compiled),
            {p: g for g, parts in compiled.groups.items() for p in parts},
        )
        events = {self.values.events[i] for i in self._moving} - self._followed_orders
        moving = {whole.get(event, event) for event in events}
        return any(jumps_anywhere(case, compiled, event, models.get(event)) for event in moving)

    @cached_property
    def _followed_orders(self) -> frozenset[str]:
        """Events of priority-AND gates whose probability grows by and by, as that of the inputs in order."""
        return frozenset(self.values.events[i] for i in self._moving) & {*self.tree.compiled.structure.orders}

    def ends(self, corners: ConfidenceBox, span: Range) -> Range:
        """Least and largest top over the joint set, at any time within the ``span``."""
        return -self.far_end(corners, span, -1), self.far_end(corners, span, 1)

    def far_end(
        self,
        corners: ConfidenceBox,
        span: Range,
        side: int,
        enough: float = -math.inf,
        *,
        whole: bool = False,
    ) -> float:
        """``side`` times the top at its far end over the joint set, at any time within the ``span``.

        One that is not above ``enough`` is not looked for more closely; with the ``whole`` set at once none is.
        """
        from casegen.fta.events.expressions import NoEnclosure
        from casegen.fta.events.over_time import TIME

        values, ranges = self.values, {**corners.inputs, TIME: span}
        try:
            lower, upper = values.enclosures(ranges)
            moved = replace(corners, lower=lower, upper=upper, inputs=ranges)
            near = _NEAR if span[0] < span[1] and enough > -math.inf else 0.0
            return top_end(self.tree.compiled, values, moved, side, math.inf if whole else enough, near)
        except NoEnclosure:
            return self.tree.compiled.most if side > 0 else 0.0

    def speed(self, corners: ConfidenceBox, span: Range) -> Speed | None:
        """How fast the top may move over a ``span``; None where it may jump or bend, or is not known to be smooth."""
        from casegen.fta.events.expressions import NoEnclosure
        from casegen.fta.events.over_time import TIME
        from casegen.fta.study.motions import Motion, NotSmooth, motion
        from casegen.fta.study.speeds import speed

        values, ranges, compiled = self.values, {**corners.inputs, TIME: span}, self.tree.compiled
        if compiled.adds:
            return None
        try:
            lower, upper = (column.tolist() for column in values.enclosures(ranges))
            known = {i: motion(values.expression(i), ranges) for i in self._moving}
        except (NoEnclosure, NotSmooth):
            return None
        if any(one.number[0] < -CLOSE or one.number[1] > compiled.most + CLOSE for one in known.values()):
            return None  # brought into 0 to 1, it may bend
        whole = [Motion((low, high)) for low, high in zip(lower, upper, strict=True)]
        for i, one in known.items():
            whole[i] = one._replace(number=whole[i].number)
        return speed(compiled, whole)

    @cached_property
    def _moving(self) -> tuple[int, ...]:
        """The events that the time moves, by position."""
        return tuple(i for i in range(len(self.values.events)) if self.moves(i))

    def furthest(self, corners: ConfidenceBox, side: int, limit: float | None = None) -> Peak:
        """Where ``side`` times the top is largest; with a ``limit`` only whether anything is beyond it."""
        search = _Search(self, corners, side)
        enough, close = (None, CLOSE) if limit is None else (side * limit, CLOSEST)
        most = self.most_pieces(len(search.queue))
        if any(a < b for a, b in map(corners.inputs.__getitem__, corners.mixed)):
            most = max(most // SPLIT, 2 * len(search.queue))
        while search.queue and search.looked_at < most:
            worst = -search.queue[0][0]
            if worst <= search.best + close * abs(search.best) or (
                enough is not None and (worst <= enough or search.best > enough)
            ):
                break
            search.halve()
        worst = max(search.kept, -search.queue[0][0] if search.queue else -math.inf)
        return Peak(search.hours, side * search.best, side * max(worst, search.best))

    @cached_property
    def unfollowed(self) -> str:
        """Why the top cannot be followed from jump to jump; empty where it can."""
        from casegen.fta.study.course import course_of

        one, mission = self.tree, self.mission
        return course_of(
            one.case, one.compiled, one.evidence, mission.end, one.settings, mission.clocked
        ).cause

    def average(self, corners: ConfidenceBox, side: int) -> Mean | None:
        """The mean over the mission of the far end of the joint set; None where it is :attr:`unfollowed`.

        Where hours of an event go beyond the mission: the worse of the means over the mission and over these hours.
        """
        from casegen.assessment.mean import mean_over

        if self.unfollowed:
            return None
        whole, stated = self.mission.end, self.tree.case.tree[self.tree.id].mission_time
        ends = [whole] if stated is None or not 0.0 < stated < whole else [whole, stated]
        return max(
            (mean_over(self, corners, side, hours) for hours in ends), key=lambda mean: side * mean.end
        )


def _rises_but_at_tests(model: EventModel | None) -> bool:
    """Whether a model's number falls at tests only, and jumps up nowhere: the start of a test may make it fail."""
    from casegen.model.event_model import Exponential, PeriodicTest, Weibull

    if isinstance(model, PeriodicTest):
        return model.test_duration is None
    return isinstance(model, Exponential | Weibull)


def _cuts(mission: Mission, tests: Sequence[TestTimes] = ()) -> list[float]:
    """The jumps of the mission, the first tests, and times evenly apart."""
    firsts = (float(one.first) for one in tests)
    even = (mission.end * k / _EVEN for k in range(_EVEN + 1))
    return sorted({*mission.jumps, *even, *(t for t in firsts if 0.0 < t < mission.end)})


class _Search:
    """The pieces that are left, the one that reaches furthest first, and the furthest that was seen."""

    def __init__(self, over: OverMission, corners: ConfidenceBox, side: int) -> None:
        self.over, self.corners, self.side = over, corners, side
        self.best, self.kept, self.hours = -math.inf, -math.inf, over.mission.end
        self.queue: list[tuple[float, float, float]] = []
        self.seen: dict[float, float] = {}
        self.looked_at = 0
        cuts = over.cuts
        for t in cuts:
            self.see(t)
        for begin, until in pairwise(cuts):
            self.add_behind(begin, until, math.inf)

    def see(self, hours: float) -> None:
        """Take the top at one time into account; of several times with the same top the last counts."""
        top = self.seen[hours] = self.over.far_end(self.corners, (hours, hours), self.side, self.best)
        if top > self.best or (top == self.best and hours > self.hours):
            self.best, self.hours = top, hours

    def add(self, begin: float, until: float, most: float) -> None:
        self.looked_at += 1
        reach = min(most, self.over.far_end(self.corners, (begin, until), self.side, self.best))
        speed = self.over.speed(self.corners, (begin, until)) if reach > self.best else None
        if speed is not None:
            for t in (begin, until):
                if t not in self.seen:
                    self.see(t)
            own = speed if self.side > 0 else speed.reverse
            reach = min(reach, own.above(self.seen[begin], self.seen[until], until - begin))
        heapq.heappush(self.queue, (-reach, begin, until))

    def add_behind(self, begin: float, until: float, most: float) -> None:
        """The piece after ``begin``, at which there may be a test; the instants beside that only where they count.

        Tests of several events at one time are all behind these instants, so that no number is of before some and after
        others.  What moves by and by has moved there as far as in the next as many instants.
        """
        behind, next_behind = (min(until, begin * (1.0 + k * AFTER)) for k in (1, 2))
        self.add(behind, until, most)
        if not begin or not self.over.may_jump_up:
            return
        if self.over.may_jump_anywhere:
            self.add(begin, behind, most)
            return
        self.see(behind)
        furthest = self._moved_on(behind, next_behind, whole=True)
        if furthest > self.best:
            furthest = min(furthest, self._moved_on(behind, next_behind, whole=False))
        self.kept = max(self.kept, min(most, furthest))

    def _moved_on(self, behind: float, next_behind: float, *, whole: bool) -> float:
        """How far the top may reach in the instants before the time ``behind`` a test.

        With the ``whole`` joint set at once, or looked at in parts.
        """

        def end(span: Range, side: int) -> float:
            return self.over.far_end(self.corners, span, side, whole=whole)

        at, within = (behind, behind), (behind, next_behind)
        side, most = self.side, self.over.tree.compiled.most if self.side > 0 else 0.0
        far = end(within, side)
        # what is known as a range at one time is so at the next: only what that grows by is movement
        moved = max(0.0, (far + end(within, -side)) - (end(at, side) + end(at, -side)))
        return min(far + moved, most)

    def halve(self) -> None:
        """Split the piece that reaches furthest: at a test within it, if there is one, just before which it may peak."""
        reach, begin, until = heapq.heappop(self.queue)
        middle = 0.5 * (begin + until)
        if not begin < middle < until:
            self.kept = max(self.kept, -reach)  # no time lies within it
            return
        tests = [t for one in self.over.tests for t in one.within(begin, until)]
        middle = min(tests, key=lambda t: abs(t - middle), default=middle)
        self.see(begin)
        self.see(middle)
        self.add(begin, middle, -reach)
        if tests and middle * (1.0 + AFTER) < until:
            self.add_behind(middle, until, -reach)
        else:
            self.add(middle, until, -reach)
