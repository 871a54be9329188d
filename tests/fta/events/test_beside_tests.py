"""A mission time within rounding of a periodic test: exact where the decimals say so, else both sides are possible."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from casegen.fta import compile_tree, event_values, quantify, time_curve
from casegen.fta.study.curve import evenly
from casegen.fta.tree.bounds import Quantified
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, Constant, Operation, PeriodicTest
from tests.fta.small_trees import case_of, gate

RATE = 0.001


def of(hours: float, kind: str = "or", **fields: Any) -> Case:
    given = {"failure_rate": RATE, "interval": 100.0, "first": 100.0, **fields}
    event = BasicEvent(id="A", model=PeriodicTest(type="periodic-test", **given))
    return replace(case_of([gate("g", kind, "A")], {}, mission_time=hours), events=(event,))


def top(case: Case) -> Quantified:
    values = event_values(case, "t", {})
    return quantify(compile_tree(case, "t"), values.points, values=values)


def failed(age: float) -> float:
    return -math.expm1(-RATE * age)


def third() -> Operation:
    return Operation(op="div", args=(100.0, 3.0))


def hundred() -> Operation:
    """100, of which no decimal is known."""
    return Operation(op="exp", args=(Operation(op="log", args=(100.0,)),))


@pytest.mark.parametrize("hours", [200.00000000001, 200.00000000000003, 199.99999999999997, 200.00000000019])
@pytest.mark.parametrize("kind", ["or", "not"])
def test_a_time_shortly_after_a_test_may_be_before_it(hours: float, kind: str) -> None:
    """Counted as before the test it made "works" 0.905, exact, of a component that has just been renewed."""
    result = top(of(hours, kind))
    assert not result.exact
    assert result.lower is not None
    assert result.upper is not None
    sides = sorted((failed(100.0), 0.0) if kind == "or" else (1.0 - failed(100.0), 1.0))
    assert result.lower == pytest.approx(sides[0], rel=1e-11, abs=1e-11)
    assert result.upper == pytest.approx(sides[1], rel=1e-11)
    assert "within rounding of a test of A" in result.label


@pytest.mark.parametrize(
    ("hours", "fields", "age"),
    [
        (200.0, {}, 100.0),
        (203.25, {}, 3.25),
        (199.999, {}, 99.999),
        (0.3, {"interval": 0.1, "first": 0.1}, 0.1),
        (8760.7, {"interval": 0.1, "first": 0.1}, 0.1),
        (3.3, {"interval": 1.1, "first": 1.1}, 1.1),
        (100.0, {"interval": 10.0}, 100.0),
        (200.0, {"interval": third(), "first": third()}, 100.0 / 3.0),
        (0.0, {"first": 0.0}, 0.0),
        (1e6, {"interval": 0.1, "first": 0.1}, 0.1),
    ],
)
def test_a_time_that_is_at_a_test_as_typed_is_exact(hours: float, fields: Any, age: float) -> None:
    result = top(of(hours, **fields))
    assert result.exact, result.label
    assert result.probability == pytest.approx(failed(age), rel=1e-8)


@pytest.mark.parametrize(
    ("hours", "fields", "before"),
    [
        (200.0, {"interval": hundred(), "first": hundred()}, 100.0),
        (100.0, {"first": hundred(), "interval": 10.0}, 100.0),
        (100.00000000001, {"interval": 10.0}, 100.0),
        (99.99999999999, {"interval": 10.0}, 100.0),
        (0.30000000000000004, {"interval": 0.1, "first": 0.1}, 0.1),
    ],
)
def test_computed_times_beside_a_test_have_both_sides(hours: float, fields: Any, before: float) -> None:
    result = top(of(hours, **fields))
    assert not result.exact
    assert result.lower == pytest.approx(0.0, abs=1e-12)
    assert result.upper == pytest.approx(failed(before), rel=1e-10)


NINTH = {"interval": 333.333333333, "first": 333.333333333}


@pytest.mark.parametrize(
    ("hours", "fields", "longest"),
    [
        (1000.0, NINTH, 333.333333333),
        (1000.0, {"interval": 166.6666666665, "first": 166.6666666665}, 166.6666666665),
        (999.999999998, {**NINTH}, 333.333333333),
    ],
)
@pytest.mark.parametrize("rate", [0.0177, 1e-4])
def test_on_the_edge_of_an_instant_a_test_was_made_once(
    hours: float, fields: Any, longest: float, rate: float
) -> None:
    """Each parameter whose last digit moves the time to the other side of a test added an age: of 3 intervals, 1."""
    result = top(of(hours, failure_rate=rate, **fields))
    assert not result.exact
    assert result.lower == pytest.approx(0.0, abs=1e-9)
    assert result.upper == pytest.approx(-math.expm1(-rate * longest), rel=1e-10)


@pytest.mark.parametrize("away", [3e-12, -3e-12, 1e-9, -1e-9])
def test_a_little_further_from_a_test_its_side_is_known(away: float) -> None:
    result = top(of(1000.0 * (1.0 + away), interval=500.0, first=500.0))
    assert result.upper is None or result.lower is not None
    low, high = result.lower or result.probability, result.upper or result.probability
    assert high - low <= 1e-9
    assert high == pytest.approx(failed(500.0) if away < 0 else 0.0, abs=1e-5)


PHASES = {
    "rate_in_test": RATE, "failure_at_test": 0.1, "test_duration": 2.0, "available_in_test": 0.0, "detection": 1.0,
    "failure_at_restart": 0.0, "repair_rate": 0.5,
}  # fmt: skip


@pytest.mark.parametrize(
    ("hours", "least", "most"),
    [
        (200.00000000001, 0.2, 1.0),  # failed or not before the test, unavailable in it
        (199.99999999999, 0.2, 1.0),
        (202.00000000001, 0.2, 1.0),  # unavailable until it ends
        (201.99999999999, 0.2, 1.0),
        (100.00000000001, 0.1, 1.0),
        (99.99999999999, 0.1, 1.0),
    ],
)
def test_the_start_and_end_of_a_test_that_takes_time_have_sides(
    hours: float, least: float, most: float
) -> None:
    result = top(of(hours, **PHASES))
    assert not result.exact
    assert result.lower is not None
    assert result.upper is not None
    assert result.lower < least
    assert result.upper == pytest.approx(most, abs=1e-9)
    off = 1e-6
    for beside in (round(hours) - off, round(hours) + off):
        near = top(of(beside, **PHASES))
        assert near.exact
        assert result.lower - 1e-5 <= near.probability <= result.upper + 1e-5


def test_on_the_edge_of_an_instant_a_test_that_takes_time_began_once() -> None:
    """As far below as each parameter moves it: 0.21 of what is 0.28 before the test, and 0.35 in it."""
    result = top(of(1000.0, **NINTH, **{**PHASES, "available_in_test": 1.0}))
    assert result.lower == pytest.approx(0.281524, abs=1e-6)
    assert result.upper == pytest.approx(0.353372, abs=1e-6)


@pytest.mark.parametrize("hours", [200.0, 202.0, 100.0, 102.0, 150.0])
def test_the_start_and_end_as_typed_are_exact(hours: float) -> None:
    result = top(of(hours, **PHASES))
    assert result.exact
    in_test = hours in (102.0, 202.0)  # at its end, and before it at its start
    assert (result.probability == pytest.approx(1.0)) == in_test


@pytest.mark.parametrize("hours", [200.0, 200.00000000001, 199.99999999999])
def test_a_repair_that_takes_time_has_no_sides(hours: float) -> None:
    """Nothing changes at once: what fails before a test is under repair just after it."""
    assert top(of(hours, repair_rate=0.5)).exact


def test_an_operation_has_sides_as_the_model_has() -> None:
    def stated(hours: float) -> Quantified:
        expression = Operation(op="periodic-test", args=(RATE, 100.0, 100.0, hours))
        event = BasicEvent(id="A", model=Constant(probability=expression))
        return top(replace(case_of([gate("g", "not", "A")], {}), events=(event,)))

    assert stated(200.0).exact
    result = stated(200.00000000001)
    assert not result.exact
    assert result.upper == pytest.approx(1.0)
    assert "test of A" in result.label


def test_the_times_of_a_curve_are_decimals() -> None:
    """0.1 + 0.2 h was 0.30000000000000004 h, of which nobody knows that a test every 0.1 h is at it."""
    assert evenly(8760.0, 100)[1:4] == [87.6, 175.2, 262.8]
    assert evenly(1.0, 10) == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    assert evenly(1.0, 3) == pytest.approx([0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0])
    case = of(1.0, interval=0.1, first=0.1)
    result = time_curve(case, compile_tree(case, "t"), {}, evenly(1.0, 10))
    assert result.lost == (None,) * 11
    assert result.probability[3] == pytest.approx(failed(0.1), rel=1e-12)


@pytest.mark.parametrize("start", [100.0, 200.0, 1700.0])
def test_each_test_begins_just_behind_its_start(start: float) -> None:
    """The reference said that from the second test on the start is in the test; all are alike."""
    before, at, behind = (top(of(t, **PHASES)).probability for t in (start - 1e-6, start, start + 1e-6))
    assert at == pytest.approx(before, abs=1e-8)
    assert behind == pytest.approx(1.0)
