"""Periodic tests of hours that may begin at any time of the mission, against every place of a grid."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from casegen.assessment.trees import bind
from casegen.fta.events import models
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree, PeriodicTest
from tests.fta.small_trees import gate

MISSION = 8760.0
PLAIN = {"type": "periodic-test", "failure_rate": 1e-4}
PHASES = {
    **PLAIN, "repair_rate": 0.02, "rate_in_test": 3e-4, "failure_at_test": 0.002, "test_duration": 12.0,
    "available_in_test": 1, "detection": 0.95, "failure_at_restart": 0.01,
}  # fmt: skip


def _case(model: dict[str, Any], kind: str = "or") -> Case:
    events = (
        BasicEvent(id="a", model=PeriodicTest(**model)), BasicEvent(id="b", model=Constant(probability=0.0 if kind == "or" else 1.0)),
    )  # fmt: skip
    tree = FaultTree(id="t", top="g", gates=(gate("g", kind, "a", "b"),), mission_time=MISSION)
    return Case(header=Header(id="c", title="c"), events=events, trees=(tree,))


def _judged(model: dict[str, Any], kind: str = "or") -> float:
    bound = bind(_case(model, kind), "t", {}, {})
    through = bound.through
    if through.is_worst_at_the_end(upper=True):
        return bound.estimate(bound.case, None)[0].value
    return through.furthest(through.compared(None), 1).reach


def _number(model: dict[str, Any], until_test: float, age: float) -> float:
    """The number after hours at risk, the first test of which is so many hours after they began."""
    if "test_duration" in model:
        return float(models.periodic_test_phases(
            model["failure_rate"], model["rate_in_test"], model["repair_rate"], model["interval"], until_test,
            model["failure_at_test"], model["test_duration"], model["available_in_test"], model["detection"],
            model["failure_at_restart"], age, 1,
        ))  # fmt: skip
    return float(
        models.periodic_test(
            model["failure_rate"], model["interval"], until_test, age, model.get("repair_rate")
        )
    )


def _brute(model: dict[str, Any], places: int = 60, ages: int = 60) -> float:
    """The largest number at any time of hours that begin anywhere."""
    first, interval, hours = model["first"], model["interval"], model["hours"]
    edges = [first + k * interval + e for k in range(40) for e in (-hours, 1e-6)]
    begins = [*np.linspace(0.0, MISSION - hours, places), *(e for e in edges if 0.0 <= e <= MISSION - hours)]
    most = 0.0
    for begin in begins:
        since = (begin - first) % interval
        if begin > first and since < model.get("test_duration", 0.0):
            continue  # within a test
        until = first - begin if begin <= first else interval - since
        at = [*np.linspace(0.0, hours, ages), *(t for k in range(40) if (t := until + k * interval) <= hours)]
        most = max(most, *(_number(model, until, age) for age in at))
    return most


GRID = list(itertools.product((200.0, 900.0, 3000.0), (50.0, 700.0, 8500.0), (100.0, 1500.0, 8000.0)))


@pytest.mark.parametrize(("interval", "first", "hours"), GRID)
def test_no_place_of_the_hours_is_worse_and_some_place_is_as_bad(
    interval: float, first: float, hours: float
) -> None:
    model = {**PLAIN, "interval": interval, "first": first, "hours": hours}
    assert _judged(model) == pytest.approx(_brute(model), rel=1e-5)
    assert _judged(model) >= _brute(model) * (1 - 1e-9)


@pytest.mark.parametrize(("interval", "first", "hours"), GRID)
def test_with_a_repair_that_takes_time(interval: float, first: float, hours: float) -> None:
    for repair in (0.5, 0.01, 1e-4):
        model = {**PLAIN, "interval": interval, "first": first, "hours": hours, "repair_rate": repair}
        judged, brute = _judged(model), _brute(model, 25, 25)
        assert brute * (1 - 1e-9) <= judged <= 1.35 * brute, (repair, judged, brute)


@pytest.mark.parametrize(("interval", "first", "hours"), GRID)
def test_tests_that_take_time(interval: float, first: float, hours: float) -> None:
    model = {**PHASES, "interval": interval, "first": first, "hours": hours}
    judged, brute = _judged(model), _brute(model, 15, 25)
    assert brute * (1 - 1e-9) <= judged <= 3.0 * brute, (judged, brute)


def test_a_number_within_a_test_that_takes_the_component_out_is_one() -> None:
    model = {**PHASES, "available_in_test": 0, "interval": 900.0, "first": 50.0, "hours": 100.0}
    assert _judged(model) == 1.0


def test_the_hours_from_the_beginning_are_not_the_worst() -> None:
    """Tests at 50 h and each 900 h: from the beginning the number is that of 50 h at most, later it is that of 100 h."""
    model = {**PLAIN, "interval": 900.0, "first": 50.0, "hours": 100.0}
    assert _judged(model) == pytest.approx(-np.expm1(-0.01), rel=1e-9)
    bound = bind(_case(model), "t", {}, {})
    assert bound.through.mission.unplaced == {"a"}
    assert not bound.through.mission.tests


def test_hours_as_long_as_the_mission_have_one_place() -> None:
    model = {**PLAIN, "interval": 900.0, "first": 50.0}
    whole = {**model, "hours": MISSION}
    assert _judged(whole) == pytest.approx(_judged(model), rel=1e-9)
    assert not bind(_case(whole), "t", {}, {}).through.mission.unplaced
