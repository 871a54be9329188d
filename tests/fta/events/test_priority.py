"""Priority-AND: exact in time, a stated bound for constants."""

from __future__ import annotations

import math

import pytest

from casegen.fta import compile_tree, event_values
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
