"""Whether a top that has happened stays: by models, gates and the times of tests."""

from __future__ import annotations

from typing import Any

import pytest

from casegen.fta import compile_tree
from casegen.fta.study.lasting import Recurrence, recurrence
from casegen.model.case import Case, Header
from casegen.model.event_model import EventModel, MissionTime, Operation
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    Constant,
    Exponential,
    FaultTree,
    Formula,
    Glm,
    HouseEvent,
    Parameter,
    ParameterRef,
    PeriodicTest,
    Weibull,
)
from tests.fta.small_trees import gate

YEAR = 8760.0
GROWN = Exponential(type="exponential", rate=1e-4)
WORN = Weibull(type="weibull", scale=1e4, shape=2.0)
REPAIRED = Glm(type="glm", on_demand=0.0, failure_rate=1e-4, repair_rate=0.1)
STARTED = Glm(type="glm", on_demand=0.1, failure_rate=0.0, repair_rate=0.1)
TESTED = PeriodicTest(type="periodic-test", failure_rate=1e-4, interval=100.0, first=100.0)
WITHOUT = (Formula(type="not", inputs=("b",)),)


def of(model: EventModel, kind: str = "or", *, inputs: Any = ("b",)) -> Recurrence:
    """Of a tree of a grown event and one of the model."""
    case = Case(
        header=Header(id="c", title="c"),
        events=(BasicEvent(id="a", model=GROWN), BasicEvent(id="b", model=model)),
        parameters=(Parameter(id="P", value=0.0), Parameter(id="F", value=9000.0)),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", kind, "a", *inputs),), mission_time=YEAR),),
    )
    return recurrence(case, compile_tree(case, "t"), {})


def computed(name: str, *args: Any) -> Constant:
    return Constant(probability=Operation(op=name, args=args))  # type: ignore[arg-type]


TIME = MissionTime(time="mission")
STAYS = {
    "grown": (GROWN, "or"), "worn": (WORN, "and"), "a number": (Constant(probability=0.1), "xor"),
    "not repaired": (Glm(type="glm", on_demand=0.1, failure_rate=1e-4), "or"),
    "repaired at no rate": (REPAIRED.altered(update={"repair_rate": ParameterRef(parameter="P")}), "or"),
    "tested after the end": (TESTED.altered(update={"first": ParameterRef(parameter="F")}), "or"),
    "in order": (GROWN, "priority-and"),
    "an operation that rises": (computed("exponential", 1e-4, TIME), "or"),
}  # fmt: skip


@pytest.mark.parametrize("name", STAYS)
def test_what_stays(name: str) -> None:
    model, kind = STAYS[name]
    if kind == "xor":  # a number does not move; what it stands beside does
        assert of(model, kind).ending == ("a",)
        return
    assert not of(model, kind).is_unavailability


@pytest.mark.parametrize("kind", ["or", "and", "priority-and"])
def test_what_comes_back(kind: str) -> None:
    assert of(REPAIRED, kind).repaired == ("b",)
    assert of(TESTED, kind).tested == ("b",)
    assert of(computed("glm", 0.0, 1e-4, 0.1, TIME), kind).repaired == ("b",)
    assert of(TESTED.altered(update={"hours": YEAR}), kind).tested == ("b",)


def test_a_latent_failure_is_tested_between_missions() -> None:
    """Hours of its own beyond the mission are those of many missions: in one of them it does not come back."""
    latent = TESTED.altered(update={"hours": 2 * YEAR})
    assert of(latent).tested == ("b",)  # tests within a mission of a year
    rare = {"first": 1.5 * YEAR, "interval": YEAR}
    assert not of(latent.altered(update=rare)).is_unavailability
    assert of(latent.altered(update={**rare, "repair_rate": 0.1})).tested == ("b",)


def test_what_ends_the_top() -> None:
    assert of(GROWN, "and", inputs=WITHOUT).ending == ("b",)
    assert of(GROWN, "xor").ending == ("a", "b")
    assert of(computed("exp", Operation(op="neg", args=(TIME,))), "or").ending == ("b",)
    assert of(STARTED).ending == ("b",)
    on_demand = STARTED.altered(update={"repair_rate": 0.0})
    assert not of(on_demand, "and", inputs=WITHOUT).is_unavailability  # it never changes


def test_a_top_that_can_only_end_does_not_happen_again() -> None:
    assert not of(GROWN, "nor").is_unavailability
    assert of(REPAIRED, "nor").is_unavailability


def test_a_group_comes_back_by_its_total() -> None:
    case = Case(
        header=Header(id="c", title="c"),
        events=tuple(BasicEvent(id=name) for name in "ab"),
        common_cause=(
            CommonCauseGroup(id="G", model="beta-factor", total=REPAIRED, factors=(0.1,), members=("a", "b")),
        ),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "and", "a", "b"),), mission_time=YEAR),),
    )
    assert recurrence(case, compile_tree(case, "t"), {}).repaired == ("G",)


ABSORBED = (
    Formula(type="and", inputs=("a", "b")),
    Formula(type="and", inputs=("b", Formula(type="and", inputs=("a", "b")))),
    Formula(type="and", inputs=("b", "off")),
    Formula(type="and", inputs=("b", Formula(type="not", inputs=("b",)))),
)


@pytest.mark.parametrize("part", ABSORBED, ids=repr)
@pytest.mark.parametrize("model", [REPAIRED, TESTED], ids=["repaired", "tested"])
def test_an_event_that_cannot_move_the_top_ends_nothing(part: Formula, model: EventModel) -> None:
    """``A or (A and B)`` is A, which stays, whatever B does."""
    case = Case(
        header=Header(id="c", title="c"),
        events=(BasicEvent(id="a", model=GROWN), BasicEvent(id="b", model=model)),
        house_events=(HouseEvent(id="off", state=False),),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "a", part),), mission_time=YEAR),),
    )
    assert not recurrence(case, compile_tree(case, "t"), {}).is_unavailability
    turned = recurrence(case, compile_tree(case, "t", house={"off": True}), {})
    assert turned.is_unavailability == ("off" in part.inputs)
