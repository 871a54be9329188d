"""Unavailability under periodic tests, against the states of the component in 80 decimal digits."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from decimal import Decimal, localcontext

import pytest

from casegen.fta import FaultTreeError, compile_tree, event_values, quantify
from casegen.fta.events.models import periodic_test, periodic_test_phases
from casegen.model.fault_tree import BasicEvent, PeriodicTest
from casegen.model.quantity import Uniform
from tests.fta.small_trees import case_of, gate

States = tuple[Decimal, Decimal, Decimal]


def rests(
    rate: Decimal, repair: Decimal, span: Decimal, at_restart: Decimal = Decimal(0)
) -> tuple[Decimal, Decimal]:
    """Under repair at first: failed again, and still under repair."""
    stays = (-repair * span).exp()
    if rate == repair:
        again = 1 - (1 + rate * span) * stays
    else:
        again = 1 - (rate * stays - repair * (-rate * span).exp()) / (rate - repair)
    return (1 - stays) * at_restart + (1 - at_restart) * again, stays


def with_repair(rate: Decimal, repair: Decimal, interval: Decimal, first: Decimal, hours: Decimal) -> Decimal:
    failed, left = 1 - (-rate * min(first, hours)).exp(), hours - first
    while left > 0:
        span = min(left, interval)
        again, stays = rests(rate, repair, span)
        failed = (1 - failed) * (1 - (-rate * span).exp()) + failed * (stays + again)
        left -= span
    return failed


def in_phases(values: dict[str, Decimal], available_in_test: bool) -> Decimal:
    rate, repair = values["rate"], values["repair"]

    def test(span: Decimal, state: States) -> States:
        works, failed, repairing = state
        survives = (1 - values["failure_at_test"]) * (-values["rate_in_test"] * span).exp()
        again, stays = rests(rate, repair, span, values["failure_at_restart"])
        lost = failed + works * (1 - survives)
        failed, repairing = (
            repairing * again + (1 - values["detection"]) * lost,
            repairing * stays + values["detection"] * lost,
        )
        return 1 - failed - repairing, failed, repairing

    def rest(span: Decimal, state: States) -> States:
        works, failed, repairing = state
        again, stays = rests(rate, repair, span, values["failure_at_restart"])
        failed += works * (1 - (-rate * span).exp()) + repairing * again
        return 1 - failed - repairing * stays, failed, repairing * stays

    first, interval, duration, hours = (values[k] for k in ("first", "interval", "duration", "hours"))
    state: States = ((-rate * first).exp(), 1 - (-rate * first).exp(), Decimal(0))
    left = hours - first
    while left > interval:
        state, left = rest(interval - duration, test(duration, state)), left - interval
    if left > duration:
        return 1 - rest(left - duration, test(duration, state))[0]
    idle = (
        0
        if available_in_test
        else state[0] * (1 - values["failure_at_test"]) * (-values["rate_in_test"] * left).exp()
    )
    return 1 - test(left, state)[0] + idle


@pytest.mark.parametrize("seed", range(60))
def test_no_digit_is_lost_where_tests_find_failures_that_are_repaired(seed: int) -> None:
    draw = random.Random(seed)
    rate, repair = 10 ** draw.uniform(-12, -2), 10 ** draw.uniform(-6, 2)
    if seed % 3 == 0:
        repair = rate * (1.0 + 10 ** -draw.uniform(1, 15))
    interval, first = 10 ** draw.uniform(0, 4), 10 ** draw.uniform(0, 8)
    hours = first + interval * draw.uniform(0, 6)
    with localcontext(prec=80):
        exact = with_repair(*map(Decimal, (rate, repair, interval, first, hours)))
    assert float(periodic_test(rate, interval, first, hours, repair)) == pytest.approx(
        float(exact), rel=1e-13, abs=0.0
    )


@pytest.mark.parametrize("seed", range(60))
def test_no_digit_is_lost_where_tests_take_time(seed: int) -> None:
    """1 - (1 - q) left an unavailability of 4e-8 nine digits."""
    draw = random.Random(seed)
    values = {
        "rate": 10 ** draw.uniform(-12, -4), "rate_in_test": 10 ** draw.uniform(-12, -4),
        "repair": 10 ** draw.uniform(-4, 1), "interval": 10 ** draw.uniform(1, 4), "first": 10 ** draw.uniform(0, 4),
        "failure_at_test": 10 ** draw.uniform(-12, -1), "duration": 1.0, "detection": draw.choice((1.0, 0.5, 0.99)),
        "failure_at_restart": draw.choice((0.0, 1e-6, 0.1)),
    }  # fmt: skip
    values["hours"] = values["first"] + values["interval"] * draw.uniform(0, 5)
    available = seed % 2 == 0
    with localcontext(prec=80):
        exact = in_phases({name: Decimal(value) for name, value in values.items()}, available)
    computed = float(periodic_test_phases(**values, available_in_test=float(available)))
    assert computed == pytest.approx(float(exact), rel=1e-13, abs=0.0)


@pytest.mark.parametrize("tenths", range(1, 10))
def test_the_instant_of_a_test_is_before_it_however_decimals_round(tenths: int) -> None:
    interval = tenths / 10
    before = float(periodic_test(1e-6, interval, interval, interval))
    for k in range(2, 400):
        hours = k * tenths / 10
        assert float(periodic_test(1e-6, interval, interval, hours)) == pytest.approx(before, rel=1e-9), hours


@pytest.mark.parametrize("tenths", range(1, 10))
def test_the_instant_at_which_a_test_starts_is_before_it(tenths: int) -> None:
    """As where tests take no time, and whichever side of the instant the rounding fell: else the numbers of two events
    that are tested at once were of two times, and their product of none."""
    interval = tenths / 10
    for k in range(2, 200):
        given = (1e-6, 1e-6, 1.0, interval, interval, 0.0, interval / 4, 0.0, 1.0, 0.0, k * tenths / 10)
        assert float(periodic_test_phases(*given)) < 2e-6, k
        assert float(periodic_test_phases(*given, beside=1)) == pytest.approx(1.0, rel=1e-3), k


@pytest.mark.parametrize("repair", [None, 0.05])
@pytest.mark.parametrize(
    ("hours", "first"),
    [
        pytest.param(1000009.0, 0.999, marks=pytest.mark.slow),
        pytest.param(1000001.0, 0.1, marks=pytest.mark.slow),
        (87600.0, 0.003),
        (49.0, 0.1),
    ],
)
def test_late_tests_leave_the_age_its_digits(hours: float, first: float, repair: float | None) -> None:
    """The time since the first test is rounded where it is large; 1 h before the question it left seven digits."""
    rate, interval = 1e-5, 24.0
    with localcontext(prec=80):
        failures, span, begin, end = (Decimal(repr(x)) for x in (rate, interval, first, hours))
        if repair is not None:
            exact = with_repair(failures, Decimal(repr(repair)), span, begin, end)
        else:
            exact = 1 - (-failures * ((end - begin) % span)).exp()
    assert float(periodic_test(rate, interval, first, hours, repair)) == pytest.approx(
        float(exact), rel=1e-13, abs=0.0
    )


@pytest.mark.slow
def test_a_late_test_that_takes_time_leaves_the_age_its_digits() -> None:
    values = {
        "rate": 1e-5, "rate_in_test": 1e-5, "repair": 0.1, "interval": 24.0, "first": 0.999, "failure_at_test": 0.0,
        "duration": 2.0, "detection": 1.0, "failure_at_restart": 0.0, "hours": 1000009.0,
    }  # fmt: skip
    with localcontext(prec=80):
        exact = in_phases({name: Decimal(repr(value)) for name, value in values.items()}, True)
    computed = float(periodic_test_phases(**values, available_in_test=1.0))
    assert computed == pytest.approx(float(exact), rel=1e-13, abs=0.0)


@pytest.mark.slow
def test_certain_failures_are_no_more_than_certain() -> None:
    """Sums of positive terms can round above 1, which was refused as no probability."""
    assert float(periodic_test(7.0, 8760.0, 8760.0, 87600.0, 7.0)) == 1.0
    draw = random.Random(1)
    for _ in range(2000):
        rate = 10 ** draw.uniform(-3, 1)
        repair, hours = draw.choice((0.0, 1e-9, rate)), draw.uniform(0, 3000)
        assert float(periodic_test(rate, 24.0, 1.0, hours, repair)) <= 1.0
        given = (
            rate,
            rate,
            repair,
            24.0,
            1.0,
            draw.choice((0.0, 0.3)),
            0.5,
            1.0,
            0.5,
            draw.choice((0.0, 1.0)),
            hours,
        )
        assert float(periodic_test_phases(*given)) <= 1.0


@pytest.mark.parametrize(
    ("rate", "repair", "interval", "first", "hours", "exact"),
    [
        (7.7e-7, 0.05, 24.1, 24.0, 62028.8, "2.50365071508912986e-05"),
        (5.1e-7, 0.2, 336.7, 24.0, 43800.0, "6.57152894663183519e-05"),
        pytest.param(1e-5, 0.5, 0.1, 0.1, 8760.0, "2.05037461662694803e-05", marks=pytest.mark.slow),
        (1e-6, 10.0, 730.1, 0.1, 87612.2, "2.68590682553721301e-4"),
    ],
)
def test_many_intervals_do_not_add_up_their_rounding(
    rate: float, repair: float, interval: float, first: float, hours: float, exact: str
) -> None:
    model = PeriodicTest(
        type="periodic-test", failure_rate=rate, repair_rate=repair, interval=interval, first=first
    )
    case = replace(case_of([gate("g", "or", "a")], {}), events=(BasicEvent(id="a", model=model),))
    values = event_values(case, "t", {}, mission_time=hours)
    result = quantify(compile_tree(case, "t"), values.points, values=values)
    assert result.lower is not None
    assert result.upper is not None
    if result.exact:
        assert result.probability == pytest.approx(float(exact), rel=1e-12)
    assert result.lower * (1 - 1e-12) <= float(exact) <= result.upper * (1 + 1e-12)


@pytest.mark.parametrize("interval", [1e-6, 1e-9, 1e-12, 1e-300])
def test_tests_without_end_are_a_repair_at_any_time(interval: float) -> None:
    rate, repair, hours = 0.1, 0.5, 10.0
    always = rate / (rate + repair) * -math.expm1(-(rate + repair) * hours)
    assert periodic_test(rate, interval, 0.0, hours, repair) == pytest.approx(
        always, rel=2.0 * interval + 1e-13
    )
    none = (0.0, 1e-3 * interval, 1.0)
    phases = periodic_test_phases(rate, rate, repair, interval, 0.0, *none, 1.0, 0.0, hours)
    assert phases == pytest.approx(always, rel=2.0 * interval + 1e-12)


@pytest.mark.slow
def test_many_tests_are_followed_as_few_are() -> None:
    rng = random.Random(3)
    for _ in range(10):
        rate, repair, at_test = (10.0 ** rng.uniform(-7, -1) for _ in range(3))
        given = (rate, repair, 0.3, 0.25, 600.0)
        exact = with_repair(*map(Decimal, given))
        assert periodic_test(rate, 0.3, 0.25, 600.0, repair) == pytest.approx(float(exact), rel=1e-13)
        parts = (rate, rate, repair, 0.3, 0.25, at_test, 0.1, 1.0, 0.9, 0.1)
        shorter = periodic_test_phases(*parts, 0.25 + 0.3 * 2000.5)
        assert shorter == pytest.approx(stepwise(parts, 2000), rel=1e-11)


def stepwise(parts: tuple[float, ...], periods: int) -> float:
    """The 11 arguments half way through the period after ``periods``, test after test."""
    from casegen.fta.events import models

    kept = models._FEW
    models._FEW = 10**9
    try:
        return float(periodic_test_phases(*parts, 0.25 + 0.3 * (periods + 0.5)))
    finally:
        models._FEW = kept


def test_more_tests_than_can_be_counted_are_refused_by_name() -> None:
    model = PeriodicTest(type="periodic-test", failure_rate=0.1, interval=5e-324, first=0.0, repair_rate=0.5)
    case = case_of([gate("T", "or", "A")], {"A": 0.1})
    case = replace(case, events=(BasicEvent(id="A", model=model),))
    with pytest.raises(
        FaultTreeError, match=r"event A has no probability: an interval of 4\.94066e-324 hours"
    ):
        event_values(case, "t", {}, mission_time=10.0)


def test_an_uncertain_rate_under_tests_without_end_is_enclosed() -> None:
    rate = Uniform(distribution="uniform", lower=0.05, upper=0.15)
    model = PeriodicTest(type="periodic-test", failure_rate=rate, interval=1e-9, first=0.0, repair_rate=0.5)
    case = replace(case_of([gate("T", "or", "A")], {"A": 0.1}), events=(BasicEvent(id="A", model=model),))
    values = event_values(case, "t", {}, mission_time=10.0)
    low, high = values.enclosures(dict.fromkeys(values.inputs, (0.05, 0.15)))
    assert low[0] <= values.points[0] <= high[0] < 1.0
