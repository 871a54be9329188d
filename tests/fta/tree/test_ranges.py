"""Orders and exposures that are not known: no number that stands at one end of a range is called exact."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from pydantic import TypeAdapter

from casegen.fta import bound, build_structure, compile_tree, event_values, quantify, structure_values
from casegen.fta.tree.ranges import counted_orders, inexact, ranged_gates, unknown_ranges
from casegen.io.openpsa.write import openpsa_text
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, EventModel, Formula, FromEvidence, Gate, GateType
from casegen.model.quantity import Estimate, Exposure, MeasureKind
from tests.fta.small_trees import case_of, gate

EVIDENCE = {"EV": {"failure": Estimate(value=4e-4, kind=MeasureKind.PER_DEMAND)}}
ORDERED = Formula(type=GateType.PRIORITY_AND, inputs=("a", "b"))


def exposed(top: Gate, exposure: dict[str, Any]) -> Case:
    """A tree per mission over event ``a``, measured per demand, and ``q`` of .3."""
    case = case_of([top], {"a": None, "q": 0.3}, kind=MeasureKind.PER_MISSION)
    model = FromEvidence(type="evidence", evidence="EV", measure="failure", exposure=Exposure(**exposure))
    return replace(case, events=(BasicEvent(id="a", model=model), case.events[1]))


@pytest.mark.parametrize(
    ("top", "exposure", "ends"),
    [
        (gate("g", "or", "a"), {"demands": 1000, "dependence": "any"}, (4e-4, 0.4)),
        (gate("g", "not", "a"), {"demands": 1000, "dependence": "any"}, (0.6, 1 - 4e-4)),
        (gate("g", "xor", "a", "q"), {"demands": 1000, "dependence": "any"}, (0.3 + 0.4 * 4e-4, 0.46)),
        (gate("g", "or", "a"), {"demands": 1, "share": 0.1}, (0.0, 4e-3)),
    ],
)
def test_an_exposure_of_any_dependence_or_a_share_is_a_range(
    top: Gate, exposure: dict[str, Any], ends: tuple[float, float]
) -> None:
    case = exposed(top, exposure)
    tree, values = compile_tree(case, "t"), event_values(case, "t", EVIDENCE)
    result = quantify(tree, values.points, values=values)
    assert not result.exact
    assert (result.lower, result.upper) == pytest.approx(ends)
    assert "the exposure of a is of any dependence" in result.label
    assert (result.label in inexact(tree, values, None)) == (
        ends[1] > 1.01 * result.probability
    )  # an upper end is no surprise
    assert ranged_gates(tree, values) == ({"g"} if ends[1] > 1.01 * result.probability else set())


@pytest.mark.parametrize("kind", ["and", "or", "xor"])
@pytest.mark.parametrize("demands", [3, 7, 30, 100])
def test_the_ends_of_a_range_are_rounded_outward(kind: str, demands: int) -> None:
    """They were on the wrong side of the true ends by some units in the last place."""
    case = exposed(gate("g", kind, "a", "q"), {"demands": demands, "dependence": "any"})
    values = event_values(case, "t", EVIDENCE)
    result = quantify(compile_tree(case, "t"), values.points, values=values)
    assert result.lower is not None
    assert result.upper is not None
    a, q = [Fraction(4, 10_000), Fraction(4 * demands, 10_000)], Fraction(3, 10)
    true = [{"and": x * q, "or": x + q - x * q, "xor": x + q - 2 * x * q}[kind] for x in a]
    assert Fraction(result.lower) <= true[0]
    assert true[1] <= Fraction(result.upper)
    assert result.upper <= float(true[1]) * (1 + 1e-13)


def test_demands_that_are_independent_are_exact() -> None:
    case = exposed(gate("g", "or", "a"), {"demands": 1000})
    tree, values = compile_tree(case, "t"), event_values(case, "t", EVIDENCE)
    assert quantify(tree, values.points, values=values).exact
    assert inexact(tree, values, None) == ""


def test_rigorous_bounds_hold_whatever_the_order() -> None:
    top = gate("g", "and", "x", Formula(type=GateType.NOT, inputs=(ORDERED,)))
    case = case_of([top], {"x": 1e-3, "a": 0.999, "b": 0.999})
    structure = build_structure(case, "t")
    values = structure_values(case, structure, {})
    result = bound(structure, values.points, rounded=unknown_ranges(structure, values.points, values))
    assert result.lower is not None
    assert result.upper is not None
    assert result.lower <= 1e-3 * (1 - 0.999**2) * (1 + 1e-9)
    assert result.upper >= 1e-3


def test_an_order_without_a_name_is_listed_as_lost() -> None:
    case = case_of([gate("g", "not", ORDERED)], {"a": 0.1, "b": 0.2})
    assert any("a priority-AND without a name" in line for line in openpsa_text(case)[1])
    case = case_of([gate("g", "or", "h", "a"), gate("h", "not", "b")], {"a": 0.1, "b": 0.2})
    assert not any("priority-AND" in line for line in openpsa_text(case)[1])


TIMED = {"type": "exponential", "rate": 0.05}


def timed(top: Gate) -> Case:
    """A tree over ``x`` and ``y`` that fail in time, in order."""
    case = case_of([top], {"x": None, "y": None, "q": 0.3}, mission_time=10.0)
    model = TypeAdapter(EventModel).validate_python(TIMED)
    return replace(
        case, events=(*(e.model_copy(update={"model": model}) for e in case.events[:2]), case.events[2])
    )


@pytest.mark.parametrize("denied", [False, True])
def test_an_order_is_not_known_where_the_number_of_an_input_is_set(denied: bool) -> None:
    order = Formula(type=GateType.PRIORITY_AND, inputs=("x", "y"))
    case = timed(gate("g", "and", "q", Formula(type=GateType.NOT, inputs=(order,)) if denied else order))
    tree = compile_tree(case, "t")
    assert quantify(tree, event_values(case, "t", {}).points, values=event_values(case, "t", {})).exact
    values = event_values(case, "t", {}, overrides={"y": 0.51})
    result, both = quantify(tree, values.points, values=values), 0.51 * (1 - math.exp(-0.5))
    assert not result.exact
    assert "not known where the number of an input is set" in result.label
    ends = (0.3 * (1 - both), 0.3) if denied else (0.0, 0.3 * both)
    assert (result.lower, result.upper) == pytest.approx(ends)
    assert bool(inexact(tree, values, None)) is denied
    assert "counted as 1" in counted_orders(tree, values)
    assert counted_orders(tree, event_values(case, "t", {})) == ""
