"""Event models over time as functions of their parameters, enclosed: periodic tests first of all."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from casegen.fta.events import models
from casegen.fta.events.enclosures import (
    FUNCTIONS,
    Limits,
    Monotone,
    Ruled,
    model_limits,
    number,
    operation_limits,
)
from casegen.fta.events.expressions import NoEnclosure, Range, Signs
from casegen.fta.events.operations import TIMED
from casegen.model.fault_tree import Exponential, Glm, PeriodicTest, Weibull
from casegen.model.sentence import worded

_DIRECTIONS: dict[type, dict[str, int]] = {
    Exponential: {"rate": 1, "hours": 1},
    Weibull: {"scale": -1, "shape": 0, "location": -1, "hours": 1},
    Glm: {"on_demand": 1, "failure_rate": 1, "repair_rate": -1, "hours": 0},
}
"""how each model moves with its parameters (a higher failure rate, by coupling, fails no later)"""


def timed_model(model: type, names: Sequence[str]) -> Monotone | Ruled:
    """The probability of a model at a time, of the parameters ``names`` and then the hours."""
    compute = TIMED[model]

    def value(a: list[Any]) -> Any:
        return compute(dict(zip(names, a[:-1], strict=True)), a[-1])

    limits = model_limits(model, (*names, "hours"))
    if model is PeriodicTest:
        return _periodic(value, limits)
    signs = tuple(_DIRECTIONS[model][name] for name, _ in limits)
    return Monotone(model.__name__.lower(), value, signs, (0.0, math.inf), limits)


def _periodic(value: Callable[[list[Any]], Any], limits: Limits) -> Ruled:
    """A periodic test; of one that takes time all parameters but the time of the question must be known."""
    if any(name == "test_duration" for name, _ in limits):
        return Ruled(value, lambda ranges: _in_phases(value, limits, ranges), limits=limits)
    return _ruled_periodic(value, limits)


def _in_phases(value: Callable[[list[Any]], Any], limits: Limits, ranges: Sequence[Range]) -> Range:
    """A test that takes time: from a moment within the phase, at most as fast as its rates lead away from there."""
    place = {name: i for i, (name, _) in enumerate(limits)}
    part = {name: ranges[i] for name, i in place.items()}
    if any(a != b for name, (a, b) in part.items() if name != "hours"):
        raise NoEnclosure(
            worded(
                "tree_problem.long_test",
                "a periodic test that takes time is not enclosed over uncertain parameters",
            )
        )
    interval, first, duration = (part[name][0] for name in ("interval", "first", "test_duration"))
    begin, end = part["hours"]
    if _between_tests(part) is None or begin < _phase_end(begin, interval, first, duration) < end:
        return 0.0, 1.0
    at = [low for low, _ in ranges]
    middle = 0.5 * (begin + end)
    known = []
    for hours in (begin, middle, end):
        at[place["hours"]] = hours
        known.append(number(value(list(at))))
    fails = max(part["failure_rate"][0], part["rate_in_test"][0]) * (end - middle)
    works = part["repair_rate"][0] * (end - middle)
    low = min(known[1] * math.exp(-works), known[1] - (1.0 - known[1]) * math.expm1(min(fails, 700.0)))
    high = max(1.0 - (1.0 - known[1]) * math.exp(-fails), known[1] * math.exp(min(works, 700.0)))
    return max(0.0, min(*known, low)), min(1.0, max(*known, high))


def _phase_end(hours: float, interval: float, first: float, duration: float) -> float:
    """When the test ends that began last before ``hours``; the first test, if ``hours`` is before it."""
    return first if hours < first else first + math.floor((hours - first) / interval) * interval + duration


def _between_tests(part: dict[str, Range]) -> Range | None:
    """The age since the last test at both ends of the range of time, if no test lies within it; else None.

    At the moment of a test the component counts as just before it: a range that begins there has the test within.
    """
    interval, first = part["interval"][0], part["first"][0]
    begin, end = part["hours"]
    if any(part[name][0] != part[name][1] for name in ("interval", "first")) or interval <= 0.0:
        return None
    if end <= first:
        return begin, end
    since = (begin - first) % interval
    at_test = min(since, interval - since) <= models.INSTANT * begin
    if begin < first or at_test or since + (end - begin) > interval + models.INSTANT * end:
        return None
    return since, min(interval, since + (end - begin))


def _ruled_periodic(value: Callable[[list[Any]], Any], limits: Limits) -> Ruled:
    place = {name: i for i, (name, _) in enumerate(limits)}

    def rule(ranges: Sequence[Range]) -> Range:
        part = {name: ranges[i] for name, i in place.items()}
        if part["failure_rate"][0] < 0.0:
            raise NoEnclosure(
                worded("tree_problem.negative_rate", "a failure rate may be negative within its bounds")
            )
        if any(part[name][0] != part[name][1] for name in ("interval", "first", "hours")):
            return _through_tests(part)
        if "repair_rate" in part:
            return _tested_and_repaired(part)
        fixed = [low for low, _ in ranges]
        at = place["failure_rate"]
        ends = []
        for rate in part["failure_rate"]:
            fixed[at] = rate
            ends.append(number(value(list(fixed))))
        return min(ends), max(ends)

    def direction(_ranges: Sequence[Range]) -> Signs:
        # with a repair that takes time, an early failure may be over by the time of the question
        return tuple(int(name == "failure_rate" and "repair_rate" not in place) for name in place)

    return Ruled(value, rule, direction, limits)


def _through_tests(part: dict[str, Range]) -> Range:
    """Over a range of time, or of the times of tests: closely where no test lies within it, or a repair takes time."""
    low, high = part["failure_rate"]
    if "repair_rate" in part and all(part[name][0] == part[name][1] for name in ("interval", "first")):
        return _through_repaired_tests(part)
    ages = _between_tests(part)
    if ages is None or ("repair_rate" in part and ages[0] < part["hours"][0]):
        return 0.0, _at_most(part)
    return float(models.exponential(low, ages[0])), float(models.exponential(high, ages[1]))


class AfterTest(NamedTuple):
    """A tested component between two tests: the probability that it is failed, and that it is so since the last test."""

    number: Range
    unrepaired: Range


def since_repairs_began(part: dict[str, Range]) -> float | None:
    """Of tests that take time, the hours from the end of the last one to the begin of a range; infinite before the first.

    None where a test may begin or end within the range.
    """
    begin, until = part["hours"]
    interval, first, duration = (part[name][0] for name in ("interval", "first", "test_duration"))
    if _between_tests(part) is None or begin < _phase_end(begin, interval, first, duration) < until:
        return None
    # an end within rounding of the begin counts
    ended = math.floor((begin * (1.0 + _BESIDE) - first - duration) / interval)
    return math.inf if ended < 0 else max(0.0, begin - (first + ended * interval + duration))


_BESIDE = 1e-9


def after_last_test(part: dict[str, Range]) -> AfterTest | None:
    """Over a range of time; None where a test may lie within it, or takes time."""
    if "test_duration" in part or _between_tests(part) is None:
        return None
    number, begin, first = _through_tests(part), part["hours"][0], part["first"][0]
    if "repair_rate" not in part or begin < first:
        return AfterTest(number, (0.0, 0.0))
    interval, repair = part["interval"][0], part["repair_rate"]
    test = first + models.periods(interval, first, begin)[0] * interval
    failed = _tested_and_repaired({**part, "hours": (test, test)})
    ages = max(0.0, begin - test), part["hours"][1] - test
    left = failed[0] * math.exp(-repair[1] * ages[1]), failed[1] * math.exp(-repair[0] * ages[0])
    return AfterTest(number, left)


def _at_most(part: dict[str, Range]) -> float:
    """The age since the last test is at most the time, and without repair the longest time without a test.

    The first test may come after longer than an interval: what begins behind it is younger.
    """
    begin, age = part["hours"]
    if "repair_rate" not in part:
        first = part["first"][1]
        behind = begin - first > models.INSTANT * begin
        age = min(age, part["interval"][1] if behind else max(part["interval"][1], first))
    return float(models.exponential(part["failure_rate"][1], age))


def _through_repaired_tests(part: dict[str, Range]) -> Range:
    """From each test to the next, with a repair that takes time, so that nothing changes at once at a test."""
    rate, repair = part["failure_rate"], part["repair_rate"]
    interval, first = part["interval"][0], part["first"][0]
    begin, end = part["hours"]
    failed = _tested_and_repaired({**part, "hours": (first, first)})
    hull = []
    if begin <= first:
        hull.append((-math.expm1(-rate[0] * begin), -math.expm1(-rate[1] * min(end, first))))
    if end > first:
        number, age = models.periods(interval, first, max(begin, first))
        last, until = models.periods(interval, first, end)
        if last > _MOST_STEPS:
            return 0.0, -math.expm1(-rate[1] * end)  # what is failed has failed at least once
        step = moves(rate, repair, interval)
        for _ in range(number):
            before, failed = failed, stepped(failed, *step)
            if failed == before:
                break
        while True:
            hull.append(after_a_test(rate, repair, failed, (age, until if number >= last else interval)))
            before, failed = failed, stepped(failed, *step)
            if number >= last or (failed == before and age == 0.0):
                break
            number, age = number + 1, 0.0
    return min(low for low, _ in hull), max(high for _, high in hull)


def after_a_test(rate: Range, repair: Range, failed: Range, ages: Range) -> Range:
    """Between two tests: the state at the first, and what it leads to.

    The slope is ``rate (1 - q) - repair failed exp(-repair age)``: where it has one sign, the ends are the extremes, and
    else it limits how far the number is from that at the beginning.
    """
    ends = [moves(rate, repair, age) for age in ages]
    at = [stepped(failed, *move) for move in ends]
    fresh = ends[0][0][0], ends[1][0][1]
    again = [models.repaired_then_failed(rate[k], repair[k], ages[k]) for k in (0, 1)]
    down = math.exp(-repair[1] * ages[1]) + again[0], math.exp(-repair[0] * ages[0]) + again[1]
    least, most = stepped(failed, fresh, down)
    slowest = min(x * math.exp(-x * ages[1]) for x in repair)
    fastest = repair[1] * math.exp(-repair[0] * ages[0])
    rise = rate[1] * (1.0 - least) - failed[0] * slowest
    fall = rate[0] * (1.0 - most) - failed[1] * fastest
    width = ages[1] - ages[0]
    low = at[0][0] + min(0.0, fall) * width if fall < 0.0 < rise else min(x for x, _ in at)
    high = at[0][1] + max(0.0, rise) * width if fall < 0.0 < rise else max(x for _, x in at)
    return max(least, low), min(most, high)


_MOST_STEPS = 20_000
"""intervals between tests that are followed one by one"""


def _tested_and_repaired(part: dict[str, Range]) -> Range:
    """The recursion of :func:`casegen.fta.events.models._tested_with_repair`, every state a range."""
    rate, repair = part["failure_rate"], part["repair_rate"]
    interval, first, hours = (part[name][0] for name in ("interval", "first", "hours"))
    if repair[0] < 0.0 or interval <= 0.0:
        text = worded(
            "tree_problem.test_needs", "a periodic test needs a repair rate from 0 and an interval above 0"
        )
        raise NoEnclosure(text)
    if hours <= first:
        return -math.expm1(-rate[0] * hours), -math.expm1(-rate[1] * hours)
    span: Range = (-math.expm1(-rate[0] * first), -math.expm1(-rate[1] * first))
    whole, rest = models.periods(interval, first, hours)
    fresh, down = moves(rate, repair, interval)
    for _ in range(min(whole, _MOST_STEPS)):
        before, span = span, stepped(span, fresh, down)
        if span == before:
            break
    else:
        if whole > _MOST_STEPS:
            return 0.0, -math.expm1(-rate[1] * hours)  # what is failed has failed at least once
    return stepped(span, *moves(rate, repair, rest))


def moves(rate: Range, repair: Range, span: float) -> tuple[Range, Range]:
    """Over one span [h], least and largest probability to be failed at its end: of what works, of what is failed."""
    again = [models.repaired_then_failed(rate[k], repair[k], span) for k in (0, 1)]
    fresh = (-math.expm1(-rate[0] * span), -math.expm1(-rate[1] * span))
    return fresh, (math.exp(-repair[1] * span) + again[0], math.exp(-repair[0] * span) + again[1])


def stepped(failed: Range, fresh: Range, down: Range) -> Range:
    """The probability to be failed after one of :func:`moves`, of what was ``failed`` with some probability before."""
    return (
        max(0.0, min((1.0 - f) * fresh[0] + f * down[0] for f in failed)),
        min(1.0, max((1.0 - f) * fresh[1] + f * down[1] for f in failed)),
    )


def operation(name: str, compute: Callable[[list[Any]], Any], count: int) -> Monotone | Ruled:
    """The enclosed function of an operation with ``count`` arguments."""
    if name == "periodic-test":
        return _periodic(compute, operation_limits(name, count))
    return FUNCTIONS["neg"] if name == "sub" and count == 1 else FUNCTIONS[name]
