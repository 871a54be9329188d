"""The top's derivative by a parameter that enters several events, where their expressions bend or jump."""

from __future__ import annotations

import math
from typing import Any

import pytest

from casegen.fta import Swing, compile_tree, event_values, tornado
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree, Operation, Parameter, ParameterRef
from casegen.model.quantity import Uniform
from tests.fta.small_trees import gate

Q = ParameterRef(parameter="q")


def op(name: str, *args: Any) -> Operation:
    return Operation(op=name, args=args)  # type: ignore[arg-type]


def row(kind: str, *models: Any) -> Swing:
    """The parameter q of .05, of events of these numbers."""
    names = "abcd"[: len(models)]
    case = Case(
        header=Header(id="c", title="c"),
        parameters=(Parameter(id="q", value=Uniform(distribution="uniform", lower=0.02, upper=0.08)),),
        events=tuple(
            BasicEvent(id=e, model=Constant(probability=m)) for e, m in zip(names, models, strict=True)
        ),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", kind, *names),)),),
    )
    (only,) = tornado(compile_tree(case, "t"), event_values(case, "t", {}))
    return only


NEAR = [0.05002, 0.0500001, 0.04998, 0.0499999, 0.0505, 0.051, 0.0495]


@pytest.mark.parametrize("end", NEAR)
def test_the_gradient_is_that_at_the_point_however_near_the_expression_bends(end: float) -> None:
    bent = op("min", Q, end)
    assert row("and", bent, bent).gradient == pytest.approx(0.1 if end > 0.05 else 0.0, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("end", NEAR)
def test_the_gradient_is_that_at_the_point_however_near_the_expression_jumps(end: float) -> None:
    jumping = op("ite", op("gt", Q, end), 0.4, Q)
    assert row("and", jumping, jumping).gradient == pytest.approx(
        0.1 if end > 0.05 else 0.0, rel=1e-6, abs=1e-12
    )


@pytest.mark.parametrize(
    "model",
    [
        op("min", Q, 0.05),
        op("ite", op("geq", Q, 0.05), 0.4, Q),
        op("abs", op("sub", Q, 0.05)),
        op("ite", op("eq", Q, 0.05), 0.4, Q),
        op("min", op("max", Q, 0.05 - 1e-9), 0.05 + 1e-9),
    ],
)
def test_there_is_no_gradient_where_the_expression_bends_or_jumps(model: Operation) -> None:
    result = row("or", model, model)
    assert math.isnan(result.gradient)
    assert math.isnan(result.elasticity)
    assert "no gradient" in result.note
    assert not math.isnan(result.swing)


def test_a_piece_that_is_steep_between_flat_ones_is_seen() -> None:
    """Both sides look alike from afar: the same mean slope to either end."""
    steep = op("min", op("max", Q, 0.04999), 0.05001)
    assert row("and", steep, steep).gradient == pytest.approx(0.1, rel=1e-6)


def test_the_gradient_of_steep_smooth_expressions_has_its_digits() -> None:
    steep, cube = op("exp", op("neg", op("div", 1, Q))), op("pow", Q, 3)
    a, b = math.exp(-20), 0.05**3
    truth = a / 0.05**2 * (1 - b) + 3 * 0.05**2 * (1 - a)
    result = row("or", steep, cube)
    assert result.gradient == pytest.approx(truth, rel=1e-9)
    assert not result.note


def fixed(kind: str, value: float, *models: Any, **more: Any) -> list[Swing]:
    """The rows of events of these numbers, with a parameter r that nothing is uncertain of."""
    names = "abcd"[: len(models)]
    parameters = (Parameter(id="r", value=value), *(Parameter(id=k, value=v) for k, v in more.items()))
    case = Case(
        header=Header(id="c", title="c"),
        parameters=parameters,
        events=tuple(
            BasicEvent(id=e, model=Constant(probability=m)) for e, m in zip(names, models, strict=True)
        ),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", kind, *names),)),),
    )
    return tornado(compile_tree(case, "t"), event_values(case, "t", {}))


R = ParameterRef(parameter="r")


def test_a_fixed_parameter_of_several_events_moves_them_together() -> None:
    """It had one row for each event, of a tenth and ten times that event's probability alone."""
    (only,) = fixed("and", 0.01, R, R)
    assert (only.id, only.events, only.basis) == ("parameter r", ("a", "b"), "factor 10")
    assert (only.low, only.high) == (pytest.approx(1e-6), pytest.approx(1e-2))
    assert (only.gradient, only.elasticity) == (pytest.approx(0.02), pytest.approx(2.0))


def test_a_fixed_parameter_moves_what_is_computed_of_it() -> None:
    rows = {x.id: x for x in fixed("or", 0.01, op("mul", R, 2), op("mul", R, R), 0.3)}
    assert set(rows) == {"parameter r", "c"}
    assert rows["parameter r"].high == pytest.approx(1 - 0.8 * 0.99 * 0.7)
    assert rows["parameter r"].gradient == pytest.approx(0.7 * (2 * 0.9999 + 0.02 * 0.98))


def test_a_fixed_parameter_of_one_event_is_the_event() -> None:
    assert {x.id for x in fixed("or", 0.01, R, 0.3)} == {"a", "b"}


def test_a_fixed_parameter_beside_what_is_uncertain_is_an_input_of_its_own() -> None:
    uncertain = Uniform(distribution="uniform", lower=0.02, upper=0.08)
    rows = {x.id: x for x in fixed("or", 0.5, op("mul", R, Q), 0.3, q=uncertain)}
    assert set(rows) == {"parameter r", "parameter q", "b"}
    assert rows["parameter r"].high == pytest.approx(1 - 0.75 * 0.7)
