"""Priority-AND: exact in time, a stated bound for constants."""

from __future__ import annotations

import math
from typing import Any

import pytest

from casegen.fta import compile_tree, event_values, quantify
from casegen.fta.tree.conditioning import lost_digits, lost_gates, lost_importance
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant, Exponential, FaultTree, Weibull
from tests.fta.small_trees import gate


def _case(*models: object, shared: bool = False) -> Case:
    names = "abc"[: len(models)]
    top = gate("g", "or", "p", names[0]) if shared else gate("g", "or", "p")
    return Case(
        header=Header(id="c", title="c"),
        events=tuple(BasicEvent(id=e, model=m) for e, m in zip(names, models, strict=True)),
        trees=(
            FaultTree(id="t", top="g", mission_time=1000.0, gates=(top, gate("p", "priority-and", *names))),
        ),
    )


def _top(case: Case) -> float:
    return compile_tree(case, "t").probability(event_values(case, "t", {}).probability)


def test_two_exponentials_have_a_closed_form() -> None:
    a, b, t = 1e-3, 4e-4, 1000.0
    case = _case(Exponential(type="exponential", rate=a), Exponential(type="exponential", rate=b))
    exact = (1 - math.exp(-b * t)) - b / (a + b) * (1 - math.exp(-(a + b) * t))
    assert _top(case) == pytest.approx(exact, rel=1e-9)
    assert compile_tree(case, "t").labels == ()
    assert "p in order" in compile_tree(case, "t").events


def test_three_alike_are_one_sixth_of_the_and() -> None:
    model = Weibull(type="weibull", scale=2000.0, shape=0.7)
    together = (1 - math.exp(-(0.5**0.7))) ** 3
    assert _top(_case(model, model, model)) == pytest.approx(together / 6, rel=1e-8)


def test_constants_and_shared_inputs_keep_a_labelled_bound() -> None:
    constants = _case(Constant(probability=0.1), Constant(probability=0.2))
    assert _top(constants) == pytest.approx(0.02)
    assert "upper bound" in compile_tree(constants, "t").labels[0]
    rate = Exponential(type="exponential", rate=1e-3)
    assert compile_tree(_case(rate, rate, shared=True), "t").labels != ()


def test_an_input_set_by_hand_falls_back_to_the_bound() -> None:
    rate = Exponential(type="exponential", rate=1e-3)
    case = _case(rate, rate)
    values = event_values(case, "t", {}, overrides={"a": 0.5})
    p = 1 - math.exp(-1)
    assert compile_tree(case, "t").probability(values.probability) == pytest.approx(0.5 * p)


@pytest.mark.parametrize(
    ("first", "second", "exact"),
    [
        pytest.param(
            {"scale": 9434.0, "shape": 1.0, "location": 2920.0},
            {"scale": 2030.5, "shape": 8.0},
            False,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            {"scale": 120000.0, "shape": 1.0},
            {"scale": 121000.0, "shape": 0.1},
            False,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            {"scale": 5666.0, "shape": 0.1, "location": 7884.0},
            {"scale": 700.0, "shape": 2.0, "location": 2920.0},
            False,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            {"scale": 2000.0, "shape": 1.0}, {"scale": 3000.0, "shape": 1.0}, True, marks=pytest.mark.slow
        ),
    ],
)
def test_an_order_integral_is_exact_where_its_error_is_small(
    first: dict[str, float], second: dict[str, float], exact: bool
) -> None:
    """Sudden beginnings and early failures slow the sums down; by 10^-4 wrong, they were called exact."""
    hours = 8760.0
    case = _case(Weibull(type="weibull", **first), Weibull(type="weibull", **second))
    values = event_values(case, "t", {}, mission_time=hours)
    result = quantify(compile_tree(case, "t"), values.points, values=values)
    truth = _in_order(first, second, hours)
    assert result.lower is not None
    assert result.upper is not None
    assert result.exact is exact
    assert result.lower <= truth * (1 + 1e-9)
    assert truth <= result.upper * (1 + 1e-9)


def _in_order(first: dict[str, float], second: dict[str, float], hours: float) -> float:
    """By the survival of the second, from the location of the first on, in powers that make both ends smooth."""
    import numpy as np

    def hazard(w: dict[str, float], t: Any) -> Any:
        return np.power(np.maximum(t - w.get("location", 0.0), 0.0) / w["scale"], w["shape"])

    # in u = H_1(t): dF_1 = exp(-u) du, times P(second fails between t and the end)
    begin, most = first.get("location", 0.0), hazard(first, np.array(hours))
    nodes, weights = np.polynomial.legendre.leggauss(4000)
    u = most * (nodes + 1.0) / 2.0
    t = begin + first["scale"] * np.power(u, 1.0 / first["shape"])
    between = np.exp(-hazard(second, t)) * -np.expm1(hazard(second, t) - hazard(second, np.array(hours)))
    return float(np.sum(weights * np.exp(-u) * between) * most / 2.0)


def test_importance_beside_a_known_order_has_its_digits() -> None:
    case = _case(
        Weibull(type="weibull", scale=500.0, shape=2.0), Exponential(type="exponential", rate=2e-3),
        Exponential(type="exponential", rate=1e-3),
    )  # fmt: skip
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    assert lost_digits(tree, values.points, values) is None
    assert lost_importance(tree, values.points, values) == ""
    assert lost_gates(tree, values.points, values) == frozenset()


def test_an_order_whose_integral_has_an_error_is_named_so() -> None:
    case = _case(
        Weibull(type="weibull", scale=500.0, shape=2.0, location=300.0),
        Exponential(type="exponential", rate=1e-3),
    )
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    lost = lost_digits(tree, values.points, values)
    assert lost is not None
    assert lost.reason == "digits not known: the integral of p in order has an error"
