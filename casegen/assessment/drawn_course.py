"""A top event over its mission as documents draw it: nothing between two times is hidden that a picture can show.

A top that only rises is drawn at times evenly apart.  Else the instants before and after each test, other jumps and the
worst time are drawn too; of more of them than a picture has room for, the highest and the lowest in each part of it.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from casegen.assessment.over_mission import AFTER

if TYPE_CHECKING:
    from casegen.assessment.over_mission import OverMission
    from casegen.assessment.trees import BoundTree
    from casegen.fta.study.test_times import TestTimes

TIMES = 25
"""times evenly apart, the two ends included"""
LARGEST_CURVE = 2_000
"""basic events of a tree that is still evaluated at every time"""
MOST_LOOKS = 1_000
"""times looked at at most, of large trees fewer (:data:`MOST_VALUES`)"""
MOST_VALUES = 80_000
"""numbers of events at all these times"""
PARTS = 200
"""parts of the mission of which each is about as wide as a line, where there are more times than twice as many"""
SEEN = 1e-3
"""share of the largest top by which a number may be wrong that is drawn"""
UNSEEN = 1e-9
"""share of it below which a number is drawn at 0: what is left in the instant after a test"""
Course = tuple[tuple[float, float], ...]


class DrawnCourse(NamedTuple):
    """Times and tops in order; with ``parts`` only the highest and the lowest of each of so many parts of the mission."""

    points: Course = ()
    parts: int = 0


def drawn_course(bound: BoundTree) -> DrawnCourse:
    """The top event over the mission, where the tree states its length and depends on it.

    No curve is given where rounding takes digits of its numbers that would be seen.
    """
    if len(bound.values.events) > LARGEST_CURVE:
        return DrawnCourse()
    try:
        points, every = (_rising(bound), True) if bound.prepared.rises else _moving(bound)
    except ValueError:  # a model that cannot be evaluated at time 0, or that states its own hours
        return DrawnCourse()
    if points is None or len({top for _, top in points}) == 1:
        return DrawnCourse()
    return (
        DrawnCourse(tuple(points))
        if every and len(points) <= 2 * PARTS
        else DrawnCourse(_thinned(points, _worst_times(bound)), PARTS)
    )


def _worst_times(bound: BoundTree) -> set[float]:
    """The times at which the tree is judged: where its top is largest, and where the bound of its target is."""
    target = bound.case.tree[bound.id].target
    return {
        bound.through.peak(None, 1, as_compared=True).hours,
        bound.through.peak(target.confidence if target is not None else None, 1).hours,
    }


def _rising(bound: BoundTree) -> list[tuple[float, float]] | None:
    from casegen.fta.study.curve import evenly, points

    end = bound.case.tree[bound.id].mission_time
    return points(bound.case, bound.compiled, bound.evidence, evenly(end, TIMES - 1)) if end else None


def _moving(bound: BoundTree) -> tuple[list[tuple[float, float]] | None, bool]:
    """Also at the worst times that the assessment knows, with the number that is judged there; whether at every jump."""
    from casegen.fta.study.curve import evenly
    from casegen.fta.tree.conditioning import lost_digits

    through = bound.through
    mission, compiled = through.mission, bound.compiled
    if not mission.end > 0.0:
        return None, True
    most = max(4 * TIMES, min(MOST_LOOKS, MOST_VALUES // max(1, len(bound.values.events))))
    worst = _worst_times(bound)
    jumps, every = instants(through, most)
    times = {*evenly(mission.end, 2 * (TIMES - 1)), *jumps, *worst, mission.end}
    result, unknown = [], 0.0
    for t in sorted(times):
        kept = t in worst or t == mission.end  # the tree at these times is bound already
        values = bound.at(None if t == mission.end else t).values if kept else through.at(t)
        top, lost = compiled.probability(values.points), lost_digits(compiled, values.points, values)
        unknown = unknown if lost is None else max(unknown, lost.upper - top, top - lost.lower)
        result.append((t, top))
    largest = max(top for _, top in result)
    if unknown > SEEN * largest:
        return None, every
    return [(t, top if top > UNSEEN * largest else 0.0) for t, top in result], every


def instants(through: OverMission, most: int) -> tuple[list[float], bool]:
    """Up to about ``most`` times just before and just after tests and other jumps, and whether these are all."""
    end = through.mission.end
    few = len(through.mission.jumps) <= most // 2
    jumps = {*through.mission.jumps} if few else set()
    counts = [max(0.0, (end - float(one.first)) / float(one.interval)) for one in through.tests]
    if few and sum(counts) <= most / 4:
        for one in through.tests:
            jumps.update(_every(one, end))
    elif through.tests:
        few = False
        parts = max(1, min(PARTS, most // (4 * len(through.tests))))
        edges = [end * k / parts for k in range(parts + 1)]
        for one in through.tests:
            jumps.update(t for k in range(parts) for t in one.within(edges[k], edges[k + 1]))
            jumps.add(float(one.first))
    inside = [t for t in jumps if 0.0 < t < end]
    return sorted({*inside, *(min(end, t * (1.0 + AFTER)) for t in inside)}), few


def _every(one: TestTimes, end: float) -> Iterable[float]:
    count = math.floor((end - float(one.first)) / float(one.interval))
    for k in range(max(0, count) + 1):
        begin = one.first + k * one.interval
        yield float(begin)
        yield float(begin + one.duration)


def _thinned(points: Sequence[tuple[float, float]], worst: Container[float]) -> Course:
    """Of each part of the mission its highest and its lowest, in order of time, with both ends and the worst times."""
    end = points[-1][0]
    kept = {points[0], points[-1], *(point for point in points if point[0] in worst)}
    for _, group in groupby(points, key=lambda at: min(PARTS - 1, int(PARTS * at[0] / end))):
        part = list(group)
        kept |= {min(part, key=lambda at: at[1]), max(part, key=lambda at: (at[1], at[0]))}
    return tuple(sorted(kept))
