"""Priority-AND: exact in time, a stated bound for constants."""

from __future__ import annotations

import math
from typing import Any

import pytest

from casegen.api import CaseBuilder
from casegen.fta import compile_tree, event_values, quantify
from casegen.fta.events.orders import Order
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
    ("first", "second", "truth", "exact"),
    [
        ({"scale": 9434.0, "shape": 1.0, "location": 2920.0}, {"scale": 2030.5, "shape": 8.0}, 2.29858426463533e-11, False),
        ({"scale": 120000.0, "shape": 1.0}, {"scale": 121000.0, "shape": 0.1}, 0.0024803228848364, True),
        ({"scale": 5666.0, "shape": 0.1, "location": 7884.0}, {"scale": 700.0, "shape": 2.0, "location": 2920.0}, 6.43582831383581e-23, False),
        ({"scale": 2000.0, "shape": 1.0}, {"scale": 3000.0, "shape": 1.0}, 0.546336528209722, True),
        ({"scale": 1e-5, "shape": 0.01}, {"scale": 1000.0, "shape": 20.0}, 0.69938170272049, False),
    ],
)  # fmt: skip
def test_an_order_integral_is_exact_where_its_error_is_small(
    first: dict[str, float], second: dict[str, float], truth: float, exact: bool
) -> None:
    """Sudden beginnings and early failures slowed sums down; by 10^-4 wrong, they were called exact.

    ``truth``: by Gauss-Legendre quadrature in the logarithm of the first's hazard, with 40 digits (mpmath).
    """
    case = _case(Weibull(type="weibull", **first), Weibull(type="weibull", **second))
    values = event_values(case, "t", {}, mission_time=8760.0)
    result = quantify(compile_tree(case, "t"), values.points, values=values)
    assert result.lower is not None
    assert result.upper is not None
    assert result.exact is exact
    assert result.lower <= truth * (1 + 1e-12)
    assert truth <= result.upper * (1 + 1e-12)


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
        Weibull(type="weibull", scale=1e-5, shape=0.01),
        Weibull(type="weibull", scale=1000.0, shape=20.0),
        Weibull(type="weibull", scale=5.0, shape=0.02),
    )
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    lost = lost_digits(tree, values.points, values)
    assert lost is not None
    assert lost.reason == "digits not known: the integral of p in order has an error"


_NORMAL = {"distribution": "normal", "mean": 80, "sd": 8}
_GAMMA = {"distribution": "gamma", "shape": 2.0, "scale": 40.0}
_LOGNORMAL = {"distribution": "lognormal", "mean": 80, "error_factor": 3}
_RATES = (
    {"distribution": "lognormal", "mean": 0.01, "error_factor": 3},
    {"distribution": "gamma", "shape": 2.0, "scale": 0.005},
)


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(
    ("uncertain", "beside"),
    [
        *(
            ({"type": "weibull", "shape": 2.0, "scale": scale}, {"type": "exponential", "rate": 0.01})
            for scale in (_NORMAL, _GAMMA, _LOGNORMAL)
        ),
        *(
            ({"type": "exponential", "rate": rate}, {"type": "weibull", "shape": 2.0, "scale": 80.0})
            for rate in _RATES
        ),
    ],
)
def test_an_order_of_unbounded_distributions_has_its_probability(
    uncertain: dict[str, Any], beside: dict[str, Any], is_first: bool
) -> None:
    """A scale or rate at the end of its range, 0 or infinite, ended in an error."""
    case = CaseBuilder("t", title="t", version="1")
    tree = case.tree("FT", top="G", title="Top", mission_time=100.0)
    models = (uncertain, beside) if is_first else (beside, uncertain)
    names = [tree.event(f"A{i}", model, text=f"a{i} fails") for i, model in enumerate(models)]
    tree.gate("G", "priority-and", *names, text="in order")
    top = case.open().tree("FT").quantified
    assert top.exact
    truth = 0.172871866635721 if models[0]["type"] == "weibull" else 0.326749025010055
    assert top.lower == pytest.approx(truth)


_RATE, _WEIBULL = (Exponential, ("rate",)), (Weibull, ("scale", "shape", "location"))


@pytest.mark.parametrize("far", [0.02, math.inf])
def test_the_share_of_an_order_from_a_rate_of_0_is_enclosed(far: float) -> None:
    """Of the end 0, where nothing fails, the order counted as certain: the least share was above the largest."""
    for inputs, beside in (((_RATE, _RATE), (0.01,)), ((_RATE, _WEIBULL), (80.0, 2.0, 0.0))):
        order = Order(inputs, 100.0)
        low, high = order.enclose([(0.0, far), *((x, x) for x in beside)])
        for rate in (1e-12, 1e-4, 0.01, 0.02):
            least, most = order.share([rate, *beside], (0, 1))
            assert low <= most
            assert least <= high
        assert low >= order.share([1e-12, *beside], (0, 1))[0] * (1 - 1e-9)


@pytest.mark.parametrize("shape", [0.001, 0.5, 3.0])
def test_the_share_of_an_order_to_an_infinite_scale_is_enclosed(shape: float) -> None:
    order = Order((_WEIBULL, _RATE), 100.0)
    low, high = order.enclose([(-math.inf, math.inf), (shape, shape), (0.0, 0.0), (0.01, 0.01)])
    least = order.share([1e250, shape, 0.0, 0.01], (0, 1))
    assert 0.0 < low <= least[1]
    assert high == 1.0
