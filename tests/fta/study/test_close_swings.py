"""The swing of an input has its digits where both tops are nearly the same, or is said to have lost them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st

from casegen.fta import Swing, compile_tree, event_values, tornado
from casegen.fta.study.sensitivity import LOST_GRADIENT, LOST_SWING, OF_LOST_TOP
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree, Operation, Parameter, ParameterRef
from casegen.model.quantity import Uniform
from tests.fta.small_trees import EVENTS, case_of, gate, random_cases
from tests.fta.tree.test_exact_digits import true_top, typed
from tests.repetitions import tried

BESIDE = [gate("g", "or", "b", "x"), gate("x", "and", "a", "c")]


def swings(gates: list[Any], p: dict[str, Any]) -> dict[str, Swing]:
    case = case_of(gates, p)
    return {row.id: row for row in tornado(compile_tree(case, "t"), event_values(case, "t", {}))}


@pytest.mark.parametrize("a", [1e-6, 1e-9])
def test_a_swing_far_below_the_top(a: float) -> None:
    """It was the difference of two rounded tops: 9.881e-15, and 0 for 9.9e-18."""
    rows = swings(BESIDE, {"a": a, "b": 0.5, "c": 2e-9})
    for event in "ac":
        assert rows[event].swing == pytest.approx(9.9 * 0.5 * a * 2e-9, rel=1e-12)
        assert rows[event].note == ""
    assert [*rows] == sorted(rows, key=lambda e: -rows[e].swing)


def test_a_swing_of_quantiles() -> None:
    spread = Uniform(distribution="uniform", lower=1e-17, upper=3e-17)
    row = swings([gate("g", "or", "a", "c")], {"c": 0.2, "a": spread})["a"]
    assert (row.swing, row.note) == (pytest.approx(0.8 * 1.8e-17, rel=1e-12), "")


@pytest.mark.parametrize(
    ("near", "lost"), [(0.9999999999999999, True), (0.99999999999999, True), (0.99999, False)]
)
@pytest.mark.parametrize("kind", ["or", "nand"])
def test_a_gradient_of_the_complement_of_what_is_nearly_certain(near: float, lost: bool, kind: str) -> None:
    """1.11e-16 for 1.0000e-16, without the note of `fta importance`."""
    gates = (
        [gate("g", "or", "a", "c")] if kind == "or" else [gate("g", "and", "a", "n"), gate("n", "not", "c")]
    )
    rows = swings(gates, {"a": Uniform(distribution="uniform", lower=0.1, upper=0.3), "c": near})
    assert (LOST_GRADIENT in rows["a"].note) == (LOST_SWING in rows["a"].note) == lost
    assert math.isnan(rows["a"].known_elasticity) == math.isnan(rows["a"].known_swing) == lost
    # the top of "a and not c" has lost its digits itself, and what is divided by it
    assert rows["c"].note.partition(";")[0] == (OF_LOST_TOP if lost and kind == "nand" else "")


def test_a_swing_below_the_smallest_number_is_named() -> None:
    rows = swings(BESIDE, {"a": 1e-200, "b": 0.5, "c": 1e-200})
    assert LOST_SWING in rows["a"].note
    assert "elasticity has lost" in rows["a"].note
    assert rows["b"].note == ""


@pytest.mark.parametrize("never", [{"c": 0.0}, {"a": 0.0}])
def test_what_moves_nothing_has_the_swing_0_and_no_note(never: dict[str, float]) -> None:
    rows = swings(BESIDE, {"a": 0.01, "b": 0.5, "c": 0.1} | never)
    for event in never:
        other = "c" if event == "a" else "a"
        assert (rows[other].swing, rows[other].note) == (0.0, "")


def _of_parameter(kind: str, second: Any) -> Swing:
    """q of .01 to .09 in two events, beside one of a half."""
    q = ParameterRef(parameter="q")
    model = Operation(op="mul", args=(q, 1e-9))  # type: ignore[arg-type]
    other = Operation(op="mul", args=(second(q), 2e-9))
    case = Case(
        header=Header(id="c", title="c"),
        parameters=(Parameter(id="q", value=Uniform(distribution="uniform", lower=0.0, upper=0.1)),),
        events=tuple(
            BasicEvent(id=e, model=Constant(probability=m))
            for e, m in {"a": model, "b": 0.5, "c": other}.items()
        ),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "b", "x"), gate("x", kind, "a", "c"))),),
    )
    return next(
        row
        for row in tornado(compile_tree(case, "t"), event_values(case, "t", {}))
        if row.id == "parameter q"
    )


@pytest.mark.parametrize(
    ("kind", "true"),
    [("or", 0.5 * 3e-9 * 0.09), ("and", 0.5 * 2e-18 * (0.095**2 - 0.005**2)), ("xor", 0.5 * 3e-9 * 0.09)],
)
def test_a_parameter_of_several_events(kind: str, true: float) -> None:
    row = _of_parameter(kind, lambda q: q)
    assert row.swing == pytest.approx(true, rel=1e-7)
    assert row.note == ""


def test_a_parameter_whose_events_cancel_is_named() -> None:
    """a rises by 9e-11 and c falls by the same: what is left is second order."""
    row = _of_parameter("or", lambda q: Operation(op="mul", args=(Operation(op="sub", args=(0.1, q)), 0.5)))
    assert LOST_SWING in row.note


SMALL = st.floats(-20, -1).map(lambda power: float(f"{10**power:.3g}"))
NUMBERS = st.one_of(
    st.sampled_from([0.0, 1.0, 0.5]), SMALL, st.floats(0.001, 0.999).map(lambda x: round(x, 3))
)


@pytest.mark.slow
@tried(random_cases(), st.lists(NUMBERS, min_size=6, max_size=6), often=200)
def test_every_swing_and_gradient_has_four_digits_or_is_named(case: Case, chances: list[float]) -> None:
    case = case_of(case.trees[0].gates, dict(zip(EVENTS, chances, strict=True)), {"h0": False, "h1": True})
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    p = {e: typed(x) for e, x in zip(EVENTS, chances, strict=True)}
    for row in tornado(tree, values):
        slope = true_top(case, {**p, row.id: Fraction(1)}) - true_top(case, {**p, row.id: Fraction(0)})
        ends = p[row.id] / 10, min(Fraction(1), p[row.id] * 10)
        for name, shown, true in (
            (LOST_GRADIENT, row.gradient, slope),
            (LOST_SWING, row.swing, abs(slope) * (ends[1] - ends[0])),
        ):
            if name not in row.note:
                assert abs(Fraction(shown) - true) <= Fraction(1, 20_000) * abs(true), (row, float(true))
