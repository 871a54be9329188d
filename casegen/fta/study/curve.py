"""The top event over time, its mission average, and IEC 61508 safety integrity bands."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

from casegen.fta.arrays import np
from casegen.fta.core.diagram import Numbers
from casegen.fta.events.decimals import typed
from casegen.fta.events.over_time import values_over_time
from casegen.fta.events.valuation import structure_values
from casegen.fta.events.values import EventValues, Evidence
from casegen.fta.study.average import Followed, follow, largest
from casegen.fta.study.course import JUMPS_UNFOLLOWED, Course, course_of, models_of
from casegen.fta.study.mission import Mission, mission_of
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.conditioning import LostDigits, lost_digits
from casegen.fta.tree.ranges import over_ranges, unknown_ranges
from casegen.model.case import Case
from casegen.model.plural import plural, some
from casegen.model.quantity import MeasureKind

TESTED = "per hour: what fails from test to test is counted each time, since tests renew it"
AT_ZERO = "the top event is 0 with these numbers: no level follows from that"
_NO_RATE = "no rate per hour is given: "
_ROUNDING = 1e-12
"""share by which a number that rises may fall by rounding alone"""
_BORDER = 1e-10
"""share by which rounding may hold a rate below the end of its band: that of ``-log(1 - Q)`` near certainty"""
_NEARLY_CERTAIN = 1.0 - 1e-6
"""a probability whose complement is left ten digits by rounding"""
_NOTHING = 1e-290
"""what is below is drawn at 0"""
_DENSE = 1_000
"""times beside those shown at which what may rise and fall anywhere is looked at, whatever it is"""
_SHARE_ERROR = 5e-4
"""of the shares of the time in the bands"""
_HALVINGS = 24
_MOST_MIXED = 2_000
"""pieces across the end of a band that are halved"""
Span = tuple[float, float]
T = TypeVar("T")
_INCREASING = "a time curve needs at least two times from 0 up that increase"
# IEC 61508-1:2010, tables 2 and 3: lower ends of the bands SIL 4 to SIL 1
_ON_DEMAND = ((4, 1e-5, 1e-4), (3, 1e-4, 1e-3), (2, 1e-3, 1e-2), (1, 1e-2, 1e-1))
_PER_HOUR = ((4, 1e-9, 1e-8), (3, 1e-8, 1e-7), (2, 1e-7, 1e-6), (1, 1e-6, 1e-5))


@dataclass(frozen=True, slots=True)
class TimeCurve:
    """Top-event probability at ``hours``; ``average`` is its mean over the time shown (PFDavg).

    ``per_hour`` is how often the top begins in an hour, on the mean (PFH): ``-log(1 - Q(T))/T`` where it stays once it
    has happened; where tests renew events at once, its growth from test to test over T; None where how often is not
    known.  ``sil_demand`` and ``sil_hourly`` are the bands of these numbers with their errors, 0 below SIL 1 and where
    there is none, of the end on the unsafe side where a number is known as a range only; ``share`` is the fraction of the
    time in each demand band, to within 0.0005.  The top of a tree of rates is a rate
    already: ``per_hour`` is its average, and there are no bands on demand.  ``note`` says how the rate is counted, and
    why there is none.
    """

    hours: tuple[float, ...]
    probability: tuple[float, ...]
    average: float
    per_hour: float | None
    sil_demand: int
    sil_hourly: int
    share: Mapping[int, float]
    lost: tuple[LostDigits | None, ...] = ()
    """at each time, what rounding leaves of the number's digits; None where they stand"""
    note: str = ""
    ranges: tuple[Span | None, ...] = ()
    """at each time, where the number lies if events are known as a range only; None where they are known"""
    average_range: Span | None = None
    per_hour_range: Span | None = None
    largest: tuple[float, float] | None = None
    """the largest top that was found and its time; None where tests fall between.  Requirements judge the largest at any
    time, which may be above it by less than is seen between these times"""
    standing: tuple[str, ...] = ()
    """events that stand at their number after hours of their own at all times"""


def time_curve(
    case: Case, tree: CompiledTree, evidence: Evidence, hours: Sequence[float], *,
    overrides: Mapping[str, float] | None = None,
) -> TimeCurve:  # fmt: skip
    """Evaluate the tree at each mission time of ``hours`` (increasing, at least two).

    Events with hours of their own go as in a mission of ``hours[-1]`` (:func:`mission_of`).  Raises as
    :func:`casegen.fta.events.values.event_values` does, and ``ValueError`` for times that do not increase.
    """
    if len(hours) < 2 or not 0.0 < hours[-1] < math.inf:
        raise ValueError(_INCREASING)
    if not 1.0 / hours[-1] < math.inf:
        raise ValueError(f"a time curve over {hours[-1]:g} h has no rate per hour: give more hours")
    mission = mission_of(_until(case, tree, float(hours[-1])), tree, evidence, overrides or {})
    end = float(hours[-1])
    course = course_of(case, tree, evidence, end, overrides or {}, mission.clocked, at_points=True)
    moves = bool(course.changing or tree.structure.orders)
    asked = _Asked(case, tree, evidence, overrides or {}, moves, mission)
    times, columns = asked.columns(hours)
    top = tuple(asked.each(lambda x: tree.probability(x.points), columns))
    lost = tuple(asked.each(lambda x: lost_digits(tree, x.points, x), columns))
    ranges = tuple(asked.each(lambda x: _range(tree, x), columns))
    standing = tuple(
        name
        for name, model in models_of(case, tree).items()
        if getattr(model, "hours", None) is not None and name not in course.changing | mission.unplaced
    )
    shown = TimeCurve(tuple(times), top, 0.0, None, 0, 0, {}, lost, "", ranges, standing=standing)
    return _estimated(asked, shown, course) if course.unfollowed else _followed(asked, shown, course)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A tree, and where the numbers of its events come from."""

    case: Case
    tree: CompiledTree
    evidence: Evidence
    overrides: Mapping[str, float]
    moves: bool
    """whether any event depends on the time: else the tree is evaluated once"""
    mission: Mission
    """which events with hours of their own are followed"""
    passed: dict[float, Numbers] = field(default_factory=dict)
    """the events' numbers at every time that was looked at"""
    standing: list[EventValues] = field(default_factory=list)
    """the events' numbers at all times, where they do not move"""

    def columns(self, hours: Sequence[float]) -> tuple[list[float], list[EventValues]]:
        if len(hours) == 0:
            return [], []
        times = _increasing(hours)
        if not self.standing or self.moves:
            last = times if self.moves else times[-1:]
            columns = _columns(self.case, self.tree, self.evidence, last, self.overrides, self.mission)[1]
            self.standing[:] = columns[-1:]
        if not self.moves:
            columns = self.standing * len(times)
        self.passed.update(zip(times, (column.points for column in columns), strict=True))
        return times, columns

    def each(self, of: Callable[[EventValues], T], columns: Sequence[EventValues]) -> list[T]:
        """A function of the events' numbers at each time, worked out once where they do not move."""
        return [of(x) for x in columns] if self.moves else [of(columns[0])] * len(columns)

    def tops(self, at: Sequence[float]) -> list[float]:
        return self.each(lambda x: self.tree.probability(x.points), self.columns(at)[1])

    def ends(self, at: Sequence[float], end: int) -> list[float]:
        """The top at the lower (0) or upper (1) end of what is known of its events."""
        return self.each(
            lambda x: (_range(self.tree, x) or (self.tree.probability(x.points),) * 2)[end],
            self.columns(at)[1],
        )


def _estimated(asked: _Asked, shown: TimeCurve, course: Course) -> TimeCurve:
    """The average alone, where what the top does between the times looked at is not known: no level, and no shares."""
    times, tops = shown.hours, (shown.probability, *_ends(shown.probability, shown.ranges))
    if course.unfollowed == JUMPS_UNFOLLOWED:
        seeds = [*times, *(times[0] + (times[-1] - times[0]) * k / _DENSE for k in range(1, _DENSE))]
        sources = (asked.tops, partial(asked.ends, end=0), partial(asked.ends, end=1))
        means = [
            follow(source, times[0], times[-1], course.jumps, seeds).average
            for source in (sources if any(shown.ranges) else sources[:1])
        ]
    else:
        means = [_mean(times, y) for y in tops]
    span = (means[1], means[2]) if any(shown.ranges) else None
    rate = means[0] if asked.tree.adds else None
    return replace(shown, average=means[0], per_hour=rate, note=course.unfollowed, average_range=span)


def _followed(asked: _Asked, shown: TimeCurve, course: Course) -> TimeCurve:
    """The averages and levels, from as many times as they take."""
    tree, times = asked.tree, shown.hours
    span: Span | None = None
    rates: Span | None = None
    followed = least = unsafe = follow(asked.tops, times[0], times[-1], course.jumps)
    if any(shown.ranges):
        least, unsafe = (
            follow(partial(asked.ends, end=end), times[0], times[-1], course.jumps) for end in (0, 1)
        )
        span = max(0.0, least.average - least.error), unsafe.average + unsafe.error
    # where digits are lost, too, the level is that of the end on the unsafe side
    excess = max(
        (x.upper - p for p, x in zip(shown.probability, shown.lost, strict=True) if x is not None),
        default=0.0,
    )
    most = unsafe.average + unsafe.error + excess
    peak = largest(asked.tops, followed.at)
    shown = replace(shown, average=followed.average, average_range=span, largest=peak)
    if most == 0.0:  # and no digit is lost: no outcome makes the top
        return replace(shown, per_hour=0.0 if tree.adds else None, note=AT_ZERO)
    if tree.adds:
        rate = followed.average
        return replace(shown, per_hour=rate, per_hour_range=span, sil_hourly=band(most, _PER_HOUR))
    passed, unplaced = [asked.passed[t] for t in sorted(asked.passed)], asked.mission.unplaced
    per_hour, note = _per_hour(tree, course, passed, followed, unplaced)
    begun = "" if per_hour is None else _begun(asked.case, tree, asked.tops([0.0])[0], times[-1])
    if begun:
        per_hour, note = None, begun
    level = 0
    if per_hour is not None:
        worst, why = _per_hour(tree, course, passed, unsafe, unplaced)
        if span is not None and course.tested:
            worst, why = None, f"{_NO_RATE}how much the top grows from test to test is known as a range only"
        if worst is None:
            per_hour, note = None, why
        else:
            level = band(worst + excess / times[-1], _PER_HOUR)
            lowest = _per_hour(tree, course, passed, least, unplaced)[0]
            rates = None if span is None or lowest is None else (lowest, worst)
    drawn = {**unsafe.at, **dict(zip(times, _ends(shown.probability, shown.ranges)[1], strict=True))}
    return replace(
        shown, per_hour=per_hour, per_hour_range=rates, sil_demand=band(most, _ON_DEMAND), sil_hourly=level,
        share=_shares(asked.tops if span is None else partial(asked.ends, end=1), drawn), note=note,
    )  # fmt: skip


def _range(tree: CompiledTree, column: EventValues) -> Span | None:
    """Where the top lies, if events are known as a range only; None where they are known."""
    ranges = unknown_ranges(tree.structure, column.points, column)
    if not ranges:
        return None
    low, high = over_ranges(tree, column.points, ranges)
    return None if low == high else (low, high)


def _ends(top: Sequence[float], ranges: Sequence[Span | None]) -> tuple[list[float], list[float]]:
    spans = [(p, p) if x is None else x for p, x in zip(top, ranges, strict=True)]
    return [low for low, _ in spans], [high for _, high in spans]


def _mean(times: Sequence[float], y: Sequence[float]) -> float:
    return float(np.trapezoid(y, times) / (times[-1] - times[0]))


def _per_hour(
    tree: CompiledTree, course: Course, passed: Sequence[Any], followed: Followed, unplaced: Set[str]
) -> tuple[float | None, str]:
    """How often the top begins in an hour, and how that was counted, or why not.

    ``passed``: the events' numbers at every time that was looked at, in the order of time; ``unplaced``: those with
    hours of their own that may begin, and so end the top, at any time.
    """
    times = sorted(followed.at)
    if course.repaired:
        who = f"{some(course.repaired)} {plural(len(course.repaired), 'is', 'are')}"
        return None, f"{_NO_RATE}{who} repaired, and may fail again"
    back = _falling(tree, course, passed, unplaced)
    if back:
        who = f"{some(back)} {plural(len(back), 'goes', 'go')}"
        return None, f"{_NO_RATE}the top can end, and begin again, as {who} through time"
    if course.tested and times[0] > 0.0:
        return None, f"{_NO_RATE}the times do not begin at 0"
    first, last = followed.at[times[0]], followed.at[times[-1]]
    if course.tested:
        return (first + followed.rise) / times[-1], TESTED
    if last > _NEARLY_CERTAIN:
        return None, f"{_NO_RATE}in the end the top is nearly certain, and only a shorter time shows how soon"
    return -math.log1p(-last) / times[-1], ""


def _begun(case: Case, tree: CompiledTree, at_first: float, end: float) -> str:
    """Why what holds from the beginning, with probability ``at_first``, has no rate; empty where it has one.

    It fails once a mission, so that a rate needs the mission's hours: longer ones would make it as rare as one likes.
    """
    mission = case.tree[tree.id].mission_time
    if at_first == 0.0:
        return ""
    holds = f"{_NO_RATE}the top holds from the beginning with probability {at_first:.3g}"
    if case.tree[tree.id].kind is not MeasureKind.PER_MISSION or mission is None:
        return f"{holds}, and how many hours that is for is not stated"
    if end > mission * (1.0 + _ROUNDING):
        return f"{holds} in each mission of {mission:g} hours, and the time shown is longer"
    return ""


def _falling(
    tree: CompiledTree, course: Course, passed: Sequence[Any], unplaced: Set[str]
) -> tuple[str, ...]:
    """Events that change with time and whose change may end the top."""
    parts = {part: group for group, names in tree.groups.items() for part in names}
    falling = np.zeros(len(tree.events), dtype=bool)
    for earlier, later in pairwise(passed):
        falling |= np.asarray(later) < np.asarray(earlier) * (1.0 - _ROUNDING)
    return tuple(
        name
        for name, sign, falls in zip(tree.events, tree.signs, falling.tolist(), strict=True)
        if (own := parts.get(name, name)) in unplaced
        or (own in course.changing and (sign != 1 or (falls and own in course.computed)))
    )


def points(
    case: Case, tree: CompiledTree, evidence: Evidence, hours: Sequence[float]
) -> list[tuple[float, float]] | None:
    """The curve alone, without its average: time and top; None where rounding takes digits of any number.

    Of what is next to nothing it may: drawn, it is at 0.
    """
    times, columns = _columns(case, tree, evidence, hours, None)
    lost = [lost_digits(tree, column.points, column) for column in columns]
    if any(x is not None and x.upper > _NOTHING for x in lost):
        return None
    return [(t, tree.probability(column.points)) for t, column in zip(times, columns, strict=True)]


def _until(case: Case, tree: CompiledTree, end: float) -> Case:
    """The case with the tree's mission ending with the curve."""
    own = case.tree[tree.id]
    trees = (own.altered(update={"mission_time": end}) if one is own else one for one in case.trees)
    return replace(case, trees=tuple(trees))


def _columns(
    case: Case,
    tree: CompiledTree,
    evidence: Evidence,
    hours: Sequence[float],
    overrides: Mapping[str, float] | None,
    mission: Mission | None = None,
) -> tuple[list[float], list[EventValues]]:
    """The times, checked, and the events' values at each of them; of events with hours of their own as in a mission."""
    times = _increasing(hours)
    if mission is not None and (mission.clocked or mission.unplaced):
        longest = _until(case, tree, times[-1])
        return times, [
            values_over_time(
                longest,
                tree.structure,
                evidence,
                overrides or {},
                mission.clocked,
                t,
                unplaced=mission.unplaced,
            )
            for t in times
        ]
    return times, [
        structure_values(case, tree.structure, evidence, mission_time=t, overrides=overrides) for t in times
    ]


def _increasing(hours: Sequence[float]) -> list[float]:
    times = [float(h) for h in hours]
    if times[0] < 0.0 or any(b <= a for a, b in pairwise(times)):
        raise ValueError(_INCREASING)
    return times


def band(number: float, bands: Sequence[tuple[int, float, float]] = _ON_DEMAND) -> int:
    """Safety integrity level of a probability of failure on demand: 4 also for less than its band, 0 for none.

    A number on the upper end of a band is of the level below; so is one that may lie there except for rounding.
    """
    for level, _, high in bands:
        if number * (1.0 + _BORDER) < high:
            return level
    return 0


def _shares(
    values: Callable[[Sequence[float]], Sequence[float]], known: Mapping[float, float]
) -> dict[int, float]:
    """Share of the time in each band, to :data:`_SHARE_ERROR`; none where that takes too many times.

    ``known``: the numbers at the times that were looked at.  Pieces whose ends are of different bands are halved.
    """
    at = dict(known)
    begin, end = min(at), max(at)
    for _ in range(_HALVINGS):
        mixed = [(a, b) for a, b in pairwise(sorted(at)) if band(at[a]) != band(at[b])]
        if sum(b - a for a, b in mixed) <= _SHARE_ERROR * (end - begin):
            break
        if len(mixed) > _MOST_MIXED:
            return {}
        # between two numbers next to each other, as before and after a test, there is no time
        middles = [m for a, b in mixed if a < (m := (a + b) / 2.0) < b]
        at |= zip(middles, values(middles), strict=True)
    else:
        return {}
    results: dict[int, float] = {}
    for a, b in pairwise(sorted(at)):
        level = band((at[a] + at[b]) / 2.0)
        results[level] = results.get(level, 0.0) + (b - a) / (end - begin)
    return dict(sorted(results.items()))


def evenly(end: float, steps: int) -> list[float]:
    """Times from 0 to ``end`` in equal steps, as decimals where they are: 0.3, and not 0.1 + 0.2, is at a test at 0.3."""
    known = typed(end)
    return [float((Fraction(end) if known is None else known) * k / steps) for k in range(steps + 1)]
