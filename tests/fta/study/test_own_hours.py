"""Events with hours of their own: followed within the mission where the top does not only rise with them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from casegen.assessment.trees import bind
from casegen.fta import compile_tree, time_curve
from casegen.model.case import Case, Header
from casegen.model.event_model import EventModel
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    Exponential,
    FaultTree,
    Formula,
    Glm,
    Parameter,
    ParameterRef,
    PeriodicTest,
    Weibull,
)
from tests.fta.small_trees import gate

MISSION = 4380.0
GRADUAL: dict[str, EventModel] = {
    "exponential": Exponential(type="exponential", rate=1e-4),
    "weibull": Weibull(type="weibull", scale=5000.0, shape=1.5),
    "glm": Glm(type="glm", on_demand=0.001, failure_rate=1e-4, repair_rate=1e-3),
    "periodic-test": PeriodicTest(type="periodic-test", failure_rate=1e-4, interval=1000.0, first=9000.0),
}


def _case(model: EventModel, kind: str, other: EventModel | None = None, hours: float | None = None) -> Case:
    own = model.model_copy(update={"hours": hours})
    inputs: tuple[Any, ...] = ("a", "b")
    if kind == "without":
        kind, inputs = "and", ("a", Formula(type="not", inputs=("b",)))
    return Case(
        header=Header(id="c", title="c"),
        events=(BasicEvent(id="a", model=other or Constant(probability=0.2)), BasicEvent(id="b", model=own)),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", kind, *inputs),), mission_time=MISSION),),
    )  # fmt: skip


def _worst(case: Case) -> tuple[float, float]:
    """The largest top that may be, and the mean's upper end."""
    bound = bind(case, "t", {}, {})
    through, corners = bound.through, bound.box(None)
    if through.is_worst_at_the_end(upper=True):
        return bound.estimate(case, None)[0].value, math.nan
    mean = through.average(corners, 1)
    assert mean is not None
    return through.furthest(corners, 1).reach, mean.end


@pytest.mark.parametrize("kind", ["without", "xor"])
@pytest.mark.parametrize("model", GRADUAL)
def test_hours_of_the_mission_are_the_mission(model: str, kind: str) -> None:
    """It stood at its number after its hours, also where the top falls with it: a maximum at 0 h was missed."""
    plain, own = (_worst(_case(GRADUAL[model], kind, hours=h)) for h in (None, MISSION))
    assert own == pytest.approx(plain, nan_ok=True)
    assert _worst(_case(GRADUAL[model], "without", hours=MISSION))[0] >= 0.1998 - 1e-9


@pytest.mark.parametrize("model", GRADUAL)
def test_shorter_hours_may_begin_at_any_time(model: str) -> None:
    """Beside a failure that grows, the worst is at the end, before the other's hours have begun, and it is demanded."""
    rising = Exponential(type="exponential", rate=1e-4)
    reach, mean = _worst(_case(GRADUAL[model], "without", rising, hours=1000.0))
    assert reach == pytest.approx(1.0 - math.exp(-0.438), rel=1e-6)
    assert mean <= reach


@pytest.mark.parametrize("kind", ["and", "or"])
@pytest.mark.parametrize("model", GRADUAL)
@pytest.mark.parametrize("hours", [1000.0, MISSION, 8760.0])
def test_a_coherent_tree_is_worst_after_all_hours(model: str, kind: str, hours: float) -> None:
    case = _case(GRADUAL[model], kind, hours=hours)
    bound = bind(case, "t", {}, {})
    assert bound.through.is_worst_at_the_end(upper=True)
    assert not bound.through.mission.clocked | bound.through.mission.unplaced


def test_a_curve_follows_tests_up_to_own_hours() -> None:
    """The time stood still in the curve: an average of 2e-6 and SIL 4, of a mean of 0.0087 (SIL 2)."""
    model = PeriodicTest(type="periodic-test", failure_rate=2e-6, interval=8760.0, first=8760.0)
    results = []
    for hours in (None, 8761.0):
        case = _case(model, "or", Constant(probability=0.0), hours)
        trees = tuple(one.model_copy(update={"mission_time": 8761.0}) for one in case.trees)
        case = replace(case, trees=trees)
        results.append(time_curve(case, compile_tree(case, "t"), {}, [0.0, 4380.5, 8761.0]))
    plain, own = results
    assert own.average == pytest.approx(plain.average) == pytest.approx(0.00871, rel=1e-3)
    assert (own.sil_demand, own.probability) == (2, pytest.approx(plain.probability))


def test_a_curve_names_what_stands_still() -> None:
    case = _case(GRADUAL["exponential"], "or", hours=MISSION)
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, MISSION])
    assert result.standing == ("b",)
    assert result.probability[0] == result.probability[1]
    plain = _case(GRADUAL["exponential"], "or")
    assert time_curve(plain, compile_tree(plain, "t"), {}, [0.0, MISSION]).standing == ()


def test_a_curve_of_a_prevented_top_falls() -> None:
    case = _case(GRADUAL["exponential"], "without", hours=MISSION)
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, MISSION])
    assert result.probability == pytest.approx((0.2, 0.2 * math.exp(-0.438)))


def test_a_mean_follows_tests_at_times_that_a_parameter_states() -> None:
    """Neither the mean nor its unfollowed cause may hang on how the interval is written."""
    means = []
    for every in (500.0, ParameterRef(parameter="every")):
        model = PeriodicTest(type="periodic-test", failure_rate=1e-4, interval=every, first=every)
        case = replace(_case(model, "and"), parameters=(Parameter(id="every", value=500.0),))
        through = bind(case, "t", {}, {}).through
        mean = through.average(through.tree.box(None), 1)
        assert mean is not None
        means.append(mean.integrated)
    assert means[1] == pytest.approx(means[0], rel=1e-9)


AT_BEGIN: dict[str, EventModel] = {
    "glm": Glm(type="glm", on_demand=0.5, failure_rate=1e-3, repair_rate=0.0),
    "repaired": Glm(type="glm", on_demand=0.5, failure_rate=1e-3, repair_rate=1e-2),
    "rate": Exponential(type="exponential", rate=1e-3),
}
"""most of which have failed with some probability as their hours begin"""


@pytest.mark.parametrize("kind", ["without", "xor"])
@pytest.mark.parametrize("model", AT_BEGIN)
def test_before_its_hours_begin_nothing_has_failed_on_demand(model: str, kind: str) -> None:
    """Taken as failed with its probability on demand before it is demanded, it prevented what it does not prevent."""
    case = _case(AT_BEGIN[model], kind, Constant(probability=0.9), hours=100.0)
    reach, mean = _worst(case)
    assert reach == pytest.approx(0.9, rel=1e-9)
    assert mean == pytest.approx(0.9, rel=1e-9)
    values = bind(case, "t", {}, {}).through.at(MISSION)
    assert values.enclosures({})[0][1] == 0.0


@pytest.mark.parametrize("model", AT_BEGIN)
def test_hours_as_long_as_the_mission_begin_with_it(model: str) -> None:
    case = _case(AT_BEGIN[model], "without", Constant(probability=0.9), hours=MISSION)
    bound = bind(case, "t", {}, {})
    assert not bound.through.mission.unplaced
    begin = {"glm": 0.5, "repaired": 0.9091, "rate": 1.0}[model]
    assert _worst(case)[0] == pytest.approx(0.9 * begin, rel=1e-3)


def test_what_fails_on_demand_and_is_repaired_counts_at_its_most_beside_what_grows() -> None:
    """Its hours may begin late, when the other is likely to have failed."""
    rising = Exponential(type="exponential", rate=1e-4)
    reach, _ = _worst(_case(AT_BEGIN["repaired"], "and", rising, hours=100.0))
    assert reach == pytest.approx(0.5 * (1.0 - math.exp(-0.438)), rel=1e-6)


@pytest.mark.parametrize("model", AT_BEGIN)
def test_a_top_that_hours_of_their_own_may_end_has_no_rate(model: str) -> None:
    """A rate of the number after all hours, 5e-9, of a top that is 5e-5 before they begin: a level too good."""
    case = _case(AT_BEGIN[model], "without", Constant(probability=5e-5), hours=100.0)
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, 2190.0, MISSION])
    assert (result.per_hour, result.sil_hourly) == (None, 0)
    assert "as b goes through time" in result.note
    assert result.average_range is not None
    assert result.average_range[1] >= 5e-5


@pytest.mark.parametrize("kind", ["and", "or"])
def test_a_top_that_hours_of_their_own_only_cause_has_a_rate(kind: str) -> None:
    case = _case(AT_BEGIN["rate"], kind, Exponential(type="exponential", rate=1e-6), hours=100.0)
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, 2190.0, MISSION])
    assert result.per_hour is not None
    assert result.per_hour_range is None
