"""Requirements on trees whose top rises and falls within the mission: met at every time of it, or not met.

Where the claim speaks of an average, the mean over the mission is compared instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from casegen.assessment.over_mission import CLOSE, Mean, OverMission, Peak
from casegen.model.argument import Requirement
from casegen.model.digits import apart, outward_beside
from casegen.model.plural import plural, some
from casegen.model.results import RequirementResult
from casegen.texts.averages import is_on_average

if TYPE_CHECKING:
    from casegen.assessment.requirements import Numbers
    from casegen.assessment.trees import BoundTree

Evaluate = Callable[["Numbers"], RequirementResult]


def at_every_time(
    requirement: Requirement, numbers: Numbers, text: str, evaluate: Evaluate
) -> RequirementResult:
    """The requirement at the worst time of the mission, or on its mean; ``text`` is the sentence of the claim.

    ``evaluate`` compares at the one time of the trees that it is given.
    """
    tree = str(requirement.measure.tree)
    end = numbers.trees[tree].at(None)
    through, upper = end.through, requirement.comparison.is_upper

    def at(hours: float) -> RequirementResult:
        one = end if hours >= through.mission.end else end.at(hours)
        return evaluate(replace(numbers, trees={**numbers.trees, tree: one}))

    if through.is_worst_at_the_end(upper=upper):
        return at(through.mission.end)
    if is_on_average(text):
        return _on_average(requirement, end, at(through.mission.end))
    side = 1 if upper else -1
    peak = through.peak(requirement.confidence, side)
    result = at(peak.hours)
    if result.holds and result.bound is not None and _leaves_open(peak, result.bound, requirement):
        peak = through.furthest(end.box(requirement.confidence), side, result.bound)
        result = at(peak.hours)
        if result.holds and _leaves_open(peak, result.bound or 0.0, requirement):
            return _unmet(end, requirement, peak, result)
    return _with_note(result, _when(end, requirement, peak, result.bound))


def _leaves_open(peak: Peak, limit: float, requirement: Requirement) -> bool:
    """Whether the top may miss the limit at a time at which it was not looked at."""
    if peak.reach == peak.seen:
        return False
    return not requirement.comparison.holds(peak.reach, limit, decided=True)


def _unmet(
    end: BoundTree, requirement: Requirement, peak: Peak, result: RequirementResult
) -> RequirementResult:
    """What is known by the end of the search, which is compared where it is near to what was seen."""
    if abs(peak.reach - peak.seen) > CLOSE * abs(peak.seen):
        upper = requirement.comparison.is_upper
        why = f"it is not shown to be met at every time within {_Period.of(end).within}"
        return replace(result, holds=None, problem=why + _at_most(peak.reach, result.bound, upper=upper))
    note = "the end of the search for the worst time is compared, since the limit lies within its error"
    when = _when(end, requirement, peak, result.bound)
    return _with_note(
        _with_note(replace(result, holds=False, compared=peak.reach, headroom=None), note), when
    )


def _on_average(requirement: Requirement, end: BoundTree, result: RequirementResult) -> RequirementResult:
    if result.problem or result.compared is None or result.bound is None:
        return result
    side = 1 if requirement.comparison.is_upper else -1
    mean = end.through.average(end.box(requirement.confidence), side)
    if mean is None:
        why = f"its mean over the mission is not known: {end.through.unfollowed}"
        return replace(result, holds=None, compared=None, problem=why)
    over, under = (result.bound, mean.end) if side > 0 else (mean.end, result.bound)
    result = replace(
        result, compared=mean.end, holds=requirement.comparison.holds(mean.end, result.bound),
        headroom=over / under if under > 0.0 else None,
    )  # fmt: skip
    return _with_note(result, f"mean over {_Period.of(end).named}{_integrated(mean, side)}")


def _integrated(mean: Mean, side: int) -> str:
    """The mean without the error of its integration, where that is not the number that is compared."""
    number, end = apart(*mean)
    if number == end:
        return ""
    return f": integrated {number}, at {'most' if side > 0 else 'least'} {end} with the error of that"


def _with_note(result: RequirementResult, note: str) -> RequirementResult:
    return replace(result, text=f"{result.text}, {note}", notes=(note, *result.notes)) if note else result


class _Period(NamedTuple):
    """The time over which a tree is looked at, in words: its mission, or longer hours that events state."""

    named: str
    within: str
    at_the_end: str
    ends: str

    @classmethod
    def of(cls, end: BoundTree) -> _Period:
        whole, stated = end.through.mission.end, end.case.tree[end.id].mission_time
        if stated is not None and whole <= stated:
            return cls(
                f"the mission of {_hours(whole)}",
                "the mission",
                f"at its end, {_hours(whole)},",
                "the mission ends",
            )
        events = sorted(end.through.mission.clocked)
        state = plural(len(events), "states for itself", "state for themselves")
        mission = "no mission time" if stated is None else f"the mission: {_hours(stated)}"
        named = f"the {_hours(whole)} that {some(events)} {state} ({mission})"
        return cls(named, named, "at their end", "they end")


def worst_time_unknown(tree: BoundTree, peak: Peak) -> str:
    """That the time at which the top of a tree is largest is not found, and what is known of it; empty where it is."""
    if peak.is_known:
        return ""
    period = _Period.of(tree.at(None)).within
    return f"the time at which it is largest within {period} is not found" + _at_most(peak.reach, None)


def _when(end: BoundTree, requirement: Requirement, peak: Peak, limit: float | None) -> str:
    """``at 8,322 h, where it is largest within the mission; at its end, 8,760 h, it is 1e-6: just after a test``."""
    whole, upper, hours = end.through.mission.end, requirement.comparison.is_upper, peak.hours
    if hours >= whole:
        return ""
    low, high = end.through.ends(end.box(requirement.confidence), (whole, whole))
    number = outward_beside(high if upper else low, () if limit is None else [limit], upper=upper)
    period = _Period.of(end)
    what = f"where it is {'largest' if upper else 'least'} within {period.within}"
    if not peak.is_known:
        what = f"as it is there; where it is {'largest' if upper else 'least'} is not found"
    why = f": {period.ends} just after a test" if _just_after_a_test(end.through) else ""
    return f"at {_hours(hours)}, {what}; {period.at_the_end} it is {number}{why}"


def _just_after_a_test(through: OverMission) -> bool:
    """Whether the last test lies nearer to the end of the mission than a tenth of the time from test to test."""
    made = [0.0, *(t for t in through.mission.tests if 0.0 < t <= through.mission.end)]
    longest = max((later - earlier for earlier, later in pairwise(made)), default=0.0)
    return len(made) > 1 and through.mission.end - made[-1] < 0.1 * longest


def _at_most(reach: float, limit: float | None, *, upper: bool = True) -> str:
    most = outward_beside(reach, () if limit is None else [limit], upper=upper)
    return f", in which it may be {most} at {'most' if upper else 'least'}"


def _hours(hours: float) -> str:
    """``8,322 h``."""
    return f"{hours:,.1f}".rstrip("0").rstrip(".") + " h" if hours >= 100.0 else f"{hours:.4g} h"
