"""Requirements on trees whose top rises and falls within the mission: met at every time of it, or not met.

Where the claim limits an average and says nothing else of time, the mean over the mission is compared instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from casegen.assessment.mean import Mean
from casegen.assessment.over_mission import CLOSE, OverMission, Peak
from casegen.io.sentences import because, enumerated, sentence
from casegen.model.argument import Requirement
from casegen.model.digits import apart, hours_apart, hours_text, nearest_beside, outward_beside
from casegen.model.plural import some
from casegen.model.results import RequirementResult
from casegen.model.sentence import Sentence
from casegen.texts.events.named_things import Names
from casegen.texts.frequencies.averages import foreign_words_on_average, is_on_average, names_average

if TYPE_CHECKING:
    from casegen.assessment.requirements import Numbers
    from casegen.assessment.trees import BoundTree

_BESIDE = 1e-9
"""share of a time by which a time lies beside it: more than what is taken as the instant of a test"""
_UNPRINTED = 1e-4
"""share of a value that its printed digits do not show"""
_APART = 1e-3
"""share of the top by which it is something else beside an instant"""
Evaluate = Callable[["Numbers"], RequirementResult]
At = Callable[[float], RequirementResult]


def at_every_time(
    requirement: Requirement, numbers: Numbers, text: str, evaluate: Evaluate
) -> RequirementResult:
    """The requirement at the worst time of the mission, or on its mean; ``text`` is the sentence of the claim.

    ``evaluate`` compares at the one time of the trees that it is given.
    """
    tree = str(requirement.measure.tree)
    end = numbers.trees[tree].at(None)
    through = end.through

    def at(hours: float) -> RequirementResult:
        one = end if hours >= through.mission.end else end.at(hours)
        return evaluate(replace(numbers, trees={**numbers.trees, tree: one}))

    if through.is_worst_at_the_end(upper=requirement.comparison.is_upper):
        return at(through.mission.end)
    if is_on_average(text, names := _names(end)):
        return _on_average(requirement, end, at(through.mission.end))
    result = _at_the_worst_time(requirement, end, at)
    if result.holds is False and names_average(text):
        mean = _on_average(requirement, end, at(through.mission.end))
        return _with_note(result, _how_to_say_it(text, names, _Period.of(end))) if mean.holds else result
    return result


def _names(end: BoundTree) -> Names:
    """The texts by which a tree names what fails: those of its events speak of times and states of their own."""
    tree = end.case.tree[end.id]
    top = [gate.text or gate.id for gate in tree.gates if gate.id == tree.top]
    return Names((end.case.header.title, tree.title, *top), (end.case.header.system,))


def _how_to_say_it(text: str, names: Names, period: _Period) -> Sentence:
    """How a claim on the mean is worded, and what of this one is not."""
    words = foreign_words_on_average(text, names)
    if words:
        return sentence("worst.say_mean_of", period=period.named, words=words)
    return sentence("worst.say_mean", period=period.named)


def _at_the_worst_time(requirement: Requirement, end: BoundTree, at: At) -> RequirementResult:
    """The requirement where the top is furthest; ``at``: at one time."""
    through, upper = end.through, requirement.comparison.is_upper
    side = 1 if upper else -1
    peak = through.peak(requirement.confidence, side, as_compared=True)
    result = at(peak.hours)
    if through.mission.unplaced:
        return _at_any_time(end, requirement, peak, result)
    if result.holds and result.bound is not None and _leaves_open(peak, result.bound, requirement):
        peak = through.furthest(through.compared(requirement.confidence), side, result.bound)
        result = at(peak.hours)
        if result.holds and _leaves_open(peak, result.bound or 0.0, requirement):
            return _unmet(end, requirement, peak, result, at(through.mission.end))
    if peak.hours >= through.mission.end:
        return result
    last = at(through.mission.end)
    if _is_no_better(last, result, upper=upper):
        return last
    return _with_when(result, _when(end, requirement, peak, result, last), peak.hours)


def _is_no_better(last: RequirementResult, result: RequirementResult, *, upper: bool) -> bool:
    """Whether the number compared at the end is as far as the worst that was found.

    So it is where rounding leaves open whether the mission ends before a test or after it: both are compared.
    """
    if last.problem or last.compared is None or result.compared is None:
        return False
    return last.compared >= result.compared if upper else last.compared <= result.compared


def _at_any_time(
    end: BoundTree, requirement: Requirement, peak: Peak, result: RequirementResult
) -> RequirementResult:
    """The worse end of what the top may be, where events with hours of their own may begin at any time."""
    if not result.holds or result.bound is None:
        return result
    reach, limit, upper, words = peak.reach, result.bound, requirement.comparison.is_upper, _unplaced(end)
    if not requirement.comparison.holds(reach, limit, decided=True):
        why = sentence("worst.not_placed", **words)
        return replace(result, holds=None, problem=_at_most(why, reach, limit, upper=upper))
    over, under = (limit, reach) if upper else (reach, limit)
    result = replace(result, compared=reach, headroom=over / under if under > 0.0 else None)
    return _with_note(result, sentence("worst.any_time", **words))


def _unplaced(end: BoundTree) -> dict[str, Any]:
    """The events with hours of their own that may begin at any time, as sentences name them."""
    events = sorted(end.through.mission.unplaced)
    return {"n": len(events), "events": some(events), "period": _Period.of(end).within}


def _leaves_open(peak: Peak, limit: float, requirement: Requirement) -> bool:
    """Whether the top may miss the limit at a time at which it was not looked at."""
    if peak.reach == peak.seen:
        return False
    return not requirement.comparison.holds(peak.reach, limit, decided=True)


def _unmet(
    end: BoundTree, requirement: Requirement, peak: Peak, result: RequirementResult, last: RequirementResult
) -> RequirementResult:
    """What is known by the end of the search, which is compared where it is near to what was seen."""
    if abs(peak.reach - peak.seen) > CLOSE * abs(peak.seen):
        why = sentence("worst.not_shown", period=_Period.of(end).within)
        upper = requirement.comparison.is_upper
        return replace(result, holds=None, problem=_at_most(why, peak.reach, result.bound, upper=upper))
    result = replace(result, holds=False, compared=peak.reach, headroom=None)
    result = _with_note(result, sentence("worst.search_end"))
    if peak.hours >= end.through.mission.end:
        return result
    return _with_when(result, _when(end, requirement, peak, result, last), peak.hours)


def _on_average(requirement: Requirement, end: BoundTree, result: RequirementResult) -> RequirementResult:
    if result.problem or result.compared is None or result.bound is None:
        return result
    side = 1 if requirement.comparison.is_upper else -1
    mean = end.through.average(end.box(requirement.confidence), side)
    if mean is None:
        why = sentence("worst.mean_unknown", why=end.through.unfollowed)
        return replace(result, holds=None, compared=None, problem=why)
    if end.through.mission.unplaced and not requirement.comparison.holds(mean.end, result.bound):
        other = end.through.average(end.box(requirement.confidence), -side)
        if other is not None and requirement.comparison.holds(other.end, result.bound):
            why = sentence("worst.not_placed", **_unplaced(end))
            most = _at_most(why, mean.end, result.bound, upper=side > 0)
            return replace(result, holds=None, problem=most)
    over, under = (result.bound, mean.end) if side > 0 else (mean.end, result.bound)
    result = replace(
        result, compared=mean.end, holds=requirement.comparison.holds(mean.end, result.bound),
        headroom=over / under if under > 0.0 else None, averaged=True,
    )  # fmt: skip
    return _with_note(result, _integrated(_Period.of(end), mean, side, end.through.mission.end))


def _integrated(period: _Period, mean: Mean, side: int, whole: float) -> Sentence:
    """The mean, and without the error of its integration where that is not the number that is compared."""
    named = (
        period.named if mean.hours == whole else sentence("worst.mission_of", hours=hours_text(mean.hours))
    )
    number, end = apart(mean.integrated, mean.end)
    if number == end:
        return sentence("worst.mean", period=named)
    key = "worst.mean_most" if side > 0 else "worst.mean_least"
    return sentence(key, period=named, number=number, end=end)


def _with_note(result: RequirementResult, note: Sentence) -> RequirementResult:
    return replace(result, text=enumerated([result.text, note]), notes=(note, *result.notes))


def _with_when(result: RequirementResult, note: Sentence, hours: float) -> RequirementResult:
    return replace(_with_note(result, note), hours=hours)


class _Period(NamedTuple):
    """The time over which a tree is looked at, in words: its mission, or longer hours that events state."""

    named: Sentence
    within: Sentence
    at_the_end: Sentence

    @classmethod
    def of(cls, end: BoundTree) -> _Period:
        whole, stated = end.through.mission.end, end.case.tree[end.id].mission_time
        if stated is not None and whole <= stated:
            return cls(
                sentence("worst.mission_of", hours=hours_text(whole)),
                sentence("worst.mission"),
                sentence("worst.at_its_end", hours=hours_text(whole)),
            )
        events = sorted(end.through.mission.clocked | end.through.mission.unplaced)
        none = stated is None
        mission = (
            sentence("worst.no_mission")
            if none
            else sentence("worst.stated", hours=hours_text(stated or 0.0))
        )
        named = sentence(
            "worst.own_hours", n=len(events), hours=hours_text(whole), events=some(events), mission=mission
        )
        return cls(named, named, sentence("worst.at_their_end"))


def worst_time_unknown(tree: BoundTree, peak: Peak) -> str:
    """That the time at which the top of a tree is largest is not found, and what is known of it; empty where it is."""
    if tree.at(None).through.mission.unplaced:
        return _at_most(sentence("worst.not_placed", **_unplaced(tree.at(None))), peak.reach, None)
    if peak.is_known:
        return ""
    what = sentence("worst.unknown", period=_Period.of(tree.at(None)).within)
    return _at_most(what, peak.reach, None)


def _when(
    end: BoundTree, requirement: Requirement, peak: Peak, result: RequirementResult, last: RequirementResult
) -> Sentence:
    """``at 8,322 h, where it is largest within the mission; at its end, 8,760 h, it is 1e-6: after the test at 8,759 h``.

    ``last``: the requirement at the end, so that both numbers are of one kind.
    """
    period, side = _Period.of(end), "largest" if requirement.comparison.is_upper else "least"
    if not peak.is_known:
        what = sentence(f"worst.{side}_not_found")
    else:
        what = sentence(f"worst.{side}", period=period.within)
        what = _for_an_instant(what, end, requirement, peak, is_value=result.is_value)
    at, last_hours = hours_apart(peak.hours, end.through.mission.end)
    when = sentence("worst.at", hours=at, what=what)
    if last.compared is None or last.problem:
        return when
    limits = [] if result.bound is None else [result.bound]
    number = _number(last.compared, limits, requirement, is_value=_is_value(last))
    at_the_end = period.at_the_end
    if "hours" in at_the_end.values:
        at_the_end = sentence(at_the_end.key, hours=last_hours)
    at_end = sentence("worst.it_is", when=when, end=at_the_end, number=number)
    test = _shortly_before_the_end(end.through)
    if test is None:
        return at_end
    hours = hours_apart(test, end.through.mission.end)[0]
    return because(at_end, sentence("worst.after_test", hours=hours))


def _is_value(result: RequirementResult) -> bool:
    """Whether the number is the value itself, or differs from it by what rounding left, less than is printed."""
    one = result.estimate
    if result.is_value or one is None or result.compared is None or result.confidence is not None:
        return result.is_value
    unbounded = one.lower is None and one.upper is None
    return unbounded and math.isclose(one.value, result.compared, rel_tol=_UNPRINTED)


def _number(value: float, limits: Sequence[float], requirement: Requirement, *, is_value: bool) -> str:
    """A value rounded to the nearest, a bound outward."""
    if is_value:
        return nearest_beside(value, limits)
    return outward_beside(value, limits, upper=requirement.comparison.is_upper)


def _for_an_instant(
    what: Sentence, end: BoundTree, requirement: Requirement, peak: Peak, *, is_value: bool
) -> Sentence:
    """Also that the top is furthest at one instant alone, and what it is on both sides, where it is not so for longer.

    Only an expression of the time is so: tests have a time before them and one behind.
    """
    upper = requirement.comparison.is_upper
    corners = end.through.compared(requirement.confidence)
    sides = [
        end.through.ends(corners, (t, t))[1 if upper else 0]
        for t in (peak.hours * (1.0 - _BESIDE), peak.hours * (1.0 + _BESIDE))
    ]
    nearest = max(sides) if upper else min(sides)
    if abs(peak.seen - nearest) <= _APART * abs(peak.seen):
        return what
    before, after = (_number(x, (), requirement, is_value=is_value) for x in sides)
    return sentence("worst.instant", what=what, before=before, after=after)


def _shortly_before_the_end(through: OverMission) -> float | None:
    """The last test, if it lies nearer to the end of the mission than a tenth of the time from test to test."""
    made = [0.0, *(t for t in through.mission.tests if 0.0 < t < through.mission.end)]
    longest = max((later - earlier for earlier, later in pairwise(made)), default=0.0)
    return made[-1] if len(made) > 1 and through.mission.end - made[-1] < 0.1 * longest else None


def _at_most(what: Sentence, reach: float, limit: float | None, *, upper: bool = True) -> Sentence:
    most = outward_beside(reach, () if limit is None else [limit], upper=upper)
    return sentence("worst.most" if upper else "worst.least_of", what=what, most=most)
