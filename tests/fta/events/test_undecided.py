"""Comparisons of numbers that rounding leaves equal: said, also where the number that they leave is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from casegen.fta import FaultTreeError, compile_tree, event_values, quantify
from casegen.fta.tree.bounds import Quantified
from casegen.model.case import Case
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    Constant,
    EventModel,
    Exponential,
    Operation,
)
from tests.fta.small_trees import case_of, gate


def stated(op: str, *args: Any) -> Operation:
    return Operation(op=op, args=args)  # type: ignore[arg-type]


EQUAL = stated("eq", 1e-15, stated("atan", 1e-15))
"""not so: the arc tangent is smaller by 3e-46"""
SMALL = stated("lt", stated("sin", 1e-9), 1e-9)
WHOLE = stated("floor", stated("exp", stated("log", 3.0)))


def of(model: EventModel) -> Case:
    return replace(case_of([gate("g", "or", "A")], {}), events=(BasicEvent(id="A", model=model),))


def alone(number: Any) -> Quantified:
    case = of(Constant(probability=number))
    values = event_values(case, "t", {})
    return quantify(compile_tree(case, "t"), values.points, values=values)


@pytest.mark.parametrize(
    ("number", "operation"),
    [
        (stated("mul", 1.001, EQUAL), "eq"),
        (stated("ite", EQUAL, 1.001, 0.5), "eq"),
        (stated("sub", 0.5, EQUAL), "eq"),
        (stated("sub", SMALL, 0.5), "lt"),
        (stated("sub", 2.5, WHOLE), "floor"),
        (stated("div", 0.5, stated("not", EQUAL)), "eq"),
        (stated("ite", stated("and", EQUAL, 1.0), 1.001, 0.5), "eq"),
    ],
)
def test_a_refusal_says_that_a_comparison_could_not_be_decided(number: Operation, operation: str) -> None:
    case = of(Constant(probability=number))
    with pytest.raises(FaultTreeError, match=rf"event A has .*could not be decided .*`{operation}`"):
        event_values(case, "t", {})


def test_a_parameter_or_a_factor_says_so_too() -> None:
    rate = stated("sub", stated("not", EQUAL), 0.5)
    with pytest.raises(FaultTreeError, match=r"could not be decided.*`eq`"):
        event_values(of(Exponential(type="exponential", rate=rate, hours=1.0)), "t", {})
    group = CommonCauseGroup(
        id="G", model="beta-factor", members=("A", "B"), total=Constant(probability=0.1),
        factors=(stated("mul", 1.001, EQUAL),),
    )  # fmt: skip
    case = case_of([gate("g", "and", "A", "B")], {"A": None, "B": None}, common_cause=(group,))
    with pytest.raises(FaultTreeError, match=r"could not be decided.*`eq`"):
        event_values(case, "t", {})


@pytest.mark.parametrize(
    "number",
    [
        stated("mul", 1.001, stated("eq", stated("add", 0.1, 0.2), 0.3)),
        stated("ite", EQUAL, 1.001, 1.002),
        stated("add", 1.5, stated("mul", 0.1, EQUAL)),
        stated("sub", 0.1, 0.2),
    ],
)
def test_a_number_that_is_none_either_way_is_refused_as_such(number: Operation) -> None:
    with pytest.raises(FaultTreeError) as error:
        event_values(of(Constant(probability=number)), "t", {})
    assert "outside [0, 1]" in str(error.value)
    assert "decided" not in str(error.value)


@pytest.mark.parametrize("number", [EQUAL, stated("ite", EQUAL, 0.1, 0.2), stated("mul", SMALL, 0.5)])
def test_a_number_that_can_be_one_either_way_is_a_range_that_says_so(number: Operation) -> None:
    result = alone(number)
    assert not result.exact
    assert "comparison in the expression of A" in result.label
