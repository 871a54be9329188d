"""Importance keeps its digits, or says that it has none, against exact rational arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import strategies as st

from casegen.api import CaseBuilder
from casegen.fta import compile_tree, event_values, gate_importance, quantify
from casegen.fta.tree.close_differences import event_importance
from casegen.fta.tree.conditioning import lost_gate_importance, lost_importance
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, Constant, Formula, GateType, Operation
from tests.conftest import Ran
from tests.fta.small_trees import EVENTS, case_of, gate, random_cases
from tests.fta.tree.test_exact_digits import numbers, true_top, typed
from tests.repetitions import tried

RIGHT = Fraction(1, 10**11)
NOTHING = Fraction(1, 10**300)
"""far above the smallest number with all its digits"""
TINY = Fraction(1, 10**280)


def right(shown: float, true: Fraction) -> bool:
    return abs(Fraction(shown) - true) <= RIGHT * abs(true) + NOTHING


@pytest.mark.slow
@tried(random_cases(), st.lists(numbers, min_size=6, max_size=6), often=150)
def test_every_measure_is_right_or_said_to_have_lost_digits(case: Case, chances: list[float]) -> None:
    case = case_of(case.trees[0].gates, dict(zip(EVENTS, chances, strict=True)), {"h0": False, "h1": True})
    tree = compile_tree(case, "t")
    values = event_values(case, "t", {})
    if not quantify(tree, values.points, values=values).exact:
        return
    p = {e: typed(x) for e, x in zip(EVENTS, chances, strict=True)}
    top = true_top(case, p)
    if top < TINY or lost_importance(tree, values.points, values):
        return
    for row in tree.importance(values.points):
        given_it, without = (
            true_top(case, {**p, row.id: Fraction(1)}),
            true_top(case, {**p, row.id: Fraction(0)}),
        )
        own = p[row.id]
        if any(0 < x < TINY for x in (given_it, without, own)):
            continue
        assert right(row.raw, given_it / top), row
        assert right(row.dif, own * given_it / top), row
        assert right(row.rrw, top / without) if without else math.isinf(row.rrw), row
        # a difference: right beside the larger of the two
        scale, slope = RIGHT * max(given_it, without), given_it - without
        assert abs(Fraction(row.birnbaum) - slope) <= scale + NOTHING, row
        assert abs(Fraction(row.criticality) - own * slope / top) <= own * scale / top + NOTHING, row


def test_a_complement_without_digits_is_named_though_the_top_is_exact() -> None:
    case = case_of([gate("g", "or", "a", "b")], {"a": 0.1, "b": 0.9999999999999999})
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    assert quantify(tree, values.points, values=values).exact
    assert "the importance of a has digits lost to rounding" in lost_importance(tree, values.points, values)
    sound = case_of([gate("g", "or", "a", "b")], {"a": 0.1, "b": 0.9})
    assert not lost_importance(compile_tree(sound, "t"), event_values(sound, "t", {}).points)


def test_a_share_of_a_tiny_top_is_not_lost_on_the_way() -> None:
    case = case_of(
        [gate("g", "or", "both", "c"), gate("both", "and", "a", "b")], {"a": 1e-200, "b": 1e-110, "c": 1e-305}
    )
    rows = {r.id: r for r in compile_tree(case, "t").importance(event_values(case, "t", {}).points)}
    assert math.isclose(rows["a"].criticality, 1e-310 / (1e-310 + 1e-305), rel_tol=1e-12)
    assert math.isclose(rows["a"].dif, (1e-310 + 1e-305 * 1e-200) / (1e-310 + 1e-305), rel_tol=1e-12)


def test_the_command_names_them(tmp_path: Path, casegen: Callable[..., Ran]) -> None:
    file = tmp_path / "m.dft"
    file.write_text('toplevel "g";\n"g" or "a" "b";\n"a" prob=0.1;\n"b" prob=0.9999999999999999;\n')
    result = casegen("fta", "importance", file, "--json")
    assert result.code == 0, result.err
    assert "the importance of a has digits lost" in result.json["rounding"]
    assert "the importance of a has digits lost" in result.err


def test_a_difference_of_probabilities_far_larger_has_its_digits_or_is_named() -> None:
    gates = [
        gate("g", "and", "x", Formula(type=GateType.NOT, inputs=("y",))),
        gate("x", "xor", Formula(type=GateType.AND, inputs=("a", "b")), "c"), gate("y", "and", "a", "d"),
    ]  # fmt: skip
    p = {"a": 0.1, "b": 3e-9, "c": 0.7, "d": 1e-9}
    case = case_of(gates, p)
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    row = next(row for row in event_importance(tree, values.points).table if row.id == "a")
    exact = {e: typed(x) for e, x in p.items()}
    slope = true_top(case, {**exact, "a": Fraction(1)}) - true_top(case, {**exact, "a": Fraction(0)})
    assert abs(Fraction(row.birnbaum) - slope) <= abs(slope) * RIGHT
    assert lost_importance(tree, values.points) == ""
    cancels = case_of(gates, {**p, "b": 1e-9, "c": 0.25, "d": 2e-9})
    assert "importance and criticality of a are differences" in lost_importance(
        compile_tree(cancels, "t"), event_values(cancels, "t", {}).points
    )


def test_a_difference_that_is_lost_wholly_is_named_and_one_that_is_0_is_not() -> None:
    gates = [gate("g", "or", "x", "c"), gate("x", "xor", "a", "b")]
    case = case_of(gates, {"a": 0.2, "b": 0.50000000000000001, "c": 0.1})
    assert "of a are differences" in lost_importance(
        compile_tree(case, "t"), event_values(case, "t", {}).points
    )
    certain = case_of([gate("g", "or", "a", "b")], {"a": 0.2, "b": 0.0})
    assert lost_importance(compile_tree(certain, "t"), event_values(certain, "t", {}).points) == ""


def test_what_a_gate_that_never_holds_would_do_keeps_its_digits() -> None:
    """Its tree never happens, and is measured by its own complement no more: that left 5.5e-8 eight digits."""
    gates = [gate("g", "or", "h"), gate("h", "and", "x", "y", "c"), gate("y", "and", "n", "x", "b"), gate("n", "not", "x"),
             gate("x", "or", "a", "d")]  # fmt: skip
    p = {"a": 1.7e-5, "b": 2e-4, "c": 3e-4, "d": 2.7e-4}
    case = case_of(gates, p)
    rows = {
        row.id: row
        for row in gate_importance(compile_tree(case, "t"), event_values(case, "t", {}).probability)
    }
    truth = (Fraction("1.7e-5") + Fraction("2.7e-4") - Fraction("1.7e-5") * Fraction("2.7e-4")) * Fraction(
        "3e-4"
    )
    assert rows["y"].birnbaum == pytest.approx(float(truth), rel=1e-14)


@pytest.mark.parametrize(
    ("nearly", "expected"),
    [(1.0 - 2e-13, "the importance of h has digits lost to rounding"), (0.9, "")],
)
def test_lost_digits_of_gates_are_said(nearly: float, expected: str) -> None:
    """RRW of ``not a``'s gate divides by what the other holds: the complement of a nearly certain event."""
    case = case_of([gate("g", "iff", "a", "h"), gate("h", "iff", "a", "b")], {"a": nearly, "b": 0.3})
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    rows = gate_importance(tree, values.probability)
    assert quantify(tree, values.points, values=values).exact
    assert expected in (said := lost_gate_importance(tree, values.points, rows, values))
    assert bool(said) == bool(expected)


def test_a_gate_s_small_difference_keeps_its_digits() -> None:
    """It was 1e-12 beside 0.5, with four digits and a note."""
    case = case_of([gate("g", "or", "a", "h"), gate("h", "and", "b", "c")], {"a": 0.5, "b": 1e-9, "c": 1e-3})
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    rows = gate_importance(tree, values.probability)
    row = next(row for row in rows if row.id == "h")
    assert row.criticality == pytest.approx(0.5e-12 / (0.5 + 0.5e-12), rel=1e-14, abs=0.0)
    assert lost_gate_importance(tree, values.points, rows, values) == ""


@pytest.mark.parametrize("gates", [False, True])
def test_what_is_divided_by_a_top_without_a_digit_is_not_shown(gates: bool) -> None:
    """An event that rounds to 1 beneath NOT had a criticality of minus infinity, and an RRW of 0."""
    built = CaseBuilder("c", title="x", version="1")
    tree = built.tree("FT", top="G", title="T", mission_time=100.0)
    first = tree.event("A", {"type": "exponential", "rate": 0.5})
    other = tree.event("B", {"type": "exponential", "rate": 1e-3})
    tree.gate("G", "and", tree.gate("N", "not", first), other)
    opened = built.open().tree("FT")
    assert not opened.quantified.exact
    rows = opened.importance(gates=gates)
    for row in rows:
        shares = (row.criticality, row.dif, row.raw, row.rrw)
        assert all(map(math.isnan, shares)), row
        assert row.fussell_vesely is None
        assert math.isfinite(row.birnbaum)
    assert len(rows) == (2, 2)[gates]


@pytest.mark.parametrize(
    ("near", "lost"), [(0.9999, False), (0.99997, False), (0.99999, True), (0.9999993, True)]
)
def test_a_measure_beside_an_event_near_1_is_named_where_it_is_wrong_only(near: float, lost: bool) -> None:
    """All were named: a unit in the last place of the event would be 1e-12 of its complement, or more."""
    case = case_of([gate("g", "or", "a", "b")], {"a": near, "b": 0.3})
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    (row,) = (row for row in event_importance(tree, values.points).table if row.id == "b")
    assert (abs(Fraction(row.birnbaum) / (1 - typed(near)) - 1) > Fraction(1, 10**12)) == lost
    for of in (values, None):
        assert ("the importance of b has" in lost_importance(tree, values.points, of)) == lost


def test_a_measure_that_no_decimals_decide_is_named() -> None:
    """What is computed with a logarithm has no decimal; a 1 may have been more nines."""
    tenth = Operation(op="exp", args=(Operation(op="log", args=(0.1,)),))
    for other in (Constant(probability=tenth), Constant(probability=1.0)):
        case = case_of([gate("g", "or", "a", "b", "c")], {"a": 0.9999, "b": 0.3})
        case = replace(case, events=(*case.events, BasicEvent(id="c", model=other)))
        tree, values = compile_tree(case, "t"), event_values(case, "t", {})
        assert "the importance of" in lost_importance(tree, values.points, values)
