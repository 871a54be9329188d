"""Importance that is a small difference keeps its digits beside certain events, or says that it has none."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import strategies as st

from casegen.api import CaseBuilder
from casegen.fta import compile_tree, event_values, gate_importance, importance_uncertainty
from casegen.fta.tree.close_differences import event_importance
from casegen.fta.tree.conditioning import lost_digits, lost_gate_importance, lost_importance
from casegen.fta.tree.importance import LARGEST
from casegen.model.case import Case
from casegen.model.quantity import Lognormal
from tests.conftest import Ran
from tests.fta.small_trees import EVENTS, case_of, gate, random_cases
from tests.fta.tree.test_exact_digits import true_top, typed
from tests.repetitions import tried

RIGHT = Fraction(1, 10**10)
SMALL = st.floats(-300, -1).map(lambda power: float(f"{10**power:.3g}"))
NUMBERS = st.one_of(st.sampled_from([0.0, 1.0]), SMALL, st.floats(0.001, 0.999).map(lambda x: round(x, 3)))


def measured(gates: list[object], p: dict[str, float]) -> tuple[dict[str, float], str]:
    """Birnbaum importance of every event, and what is said of lost digits."""
    case = case_of(gates, p)  # type: ignore[arg-type]
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    close = event_importance(tree, values.points)
    said = lost_importance(tree, values.points, values, close)
    assert said == lost_importance(tree, values.points, values)
    return {row.id: row.birnbaum for row in close.table}, said


@pytest.mark.parametrize("certain", [1.0, 0.5, 0.9999999])
def test_nearly_certain_tops_leave_an_event_its_digits(certain: float) -> None:
    slopes, said = measured([gate("g", "nand", "a", "b", "c")], {"a": 1e-20, "b": certain, "c": 0.1})
    assert slopes["c"] == pytest.approx(-1e-20 * certain, rel=1e-14, abs=0.0)
    assert slopes["b"] == pytest.approx(-1e-21, rel=1e-14, abs=0.0)
    assert said == ""


def test_beside_an_event_that_never_happens() -> None:
    slopes, said = measured([gate("g", "nor", "n", "x"), gate("n", "not", "o"), gate("o", "nor", "a", "e"),
                             gate("x", "and", "a", "c")], {"a": 1e-20, "e": 0.0, "c": 1e-9})  # fmt: skip
    assert slopes["c"] == 0.0  # what c adds to a is a
    assert slopes["e"] == pytest.approx(-1.0)
    assert said == ""


def test_nothing_is_said_of_what_cannot_matter() -> None:
    slopes, said = measured([gate("g", "and", "a", "b", "c")], {"a": 0.2, "b": 0.0, "c": 0.3})
    assert (slopes["a"], slopes["c"], said) == (0.0, 0.0, "")


def test_what_cancels_beside_a_certain_event_is_named() -> None:
    gates = [gate("g", "and", "x", "d"), gate("x", "xor", "a", "b")]
    slopes, said = measured(gates, {"a": 0.2, "b": 0.5, "d": 1.0})
    assert abs(slopes["a"]) < 1e-15
    assert "criticality of a are differences that have lost digits" in said


def test_every_name_is_given() -> None:
    gates = [gate("g", "and", "x", "d", "e", "f"), gate("x", "xor", "a", "b"), gate("d", "xor", "a", "b"),
             gate("e", "xor", "c", "h"), gate("f", "xor", "i", "k")]  # fmt: skip
    _, said = measured(gates, dict.fromkeys("abchik", 0.5))
    assert "others" not in said
    assert {*"abchik"} <= {*re.findall(r"\b[a-k]\b", said)}


def test_products_below_the_smallest_number_are_named() -> None:
    slopes, said = measured([gate("g", "nand", "a", "b", "c")], {"a": 1e-200, "b": 1e-200, "c": 0.1})
    assert slopes["c"] == 0.0
    assert re.search(r"criticality of [abc, ]*\bc\b", said), said


def test_a_ratio_is_larger_than_any_number_only_where_it_is() -> None:
    """RRW of a is 5e25; the probability without a, 4e-333, was taken as below anything, and it as above 1.8e308."""
    case = case_of([gate("g", "or", "x", "y"), gate("x", "and", "a", "b"), gate("y", "and", "c", "d")],
                   {"a": 1e-150, "b": 1e-157, "c": 1e-160, "d": 1e-172})  # fmt: skip
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    rows = {row.id: row for row in event_importance(tree, values.points).table}
    assert math.isnan(rows["a"].rrw)
    assert rows["a"].rrw != LARGEST
    assert "importance of a, b" in lost_importance(tree, values.points, values)


def test_gates_whose_probability_falls_below_the_smallest_number_are_named() -> None:
    case = case_of(
        [gate("g", "or", "x", "c"), gate("x", "and", "a", "b")], {"a": 1e-200, "b": 1e-200, "c": 0.1}
    )
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    rows = gate_importance(tree, values.probability)
    assert "the importance of x has lost digits" in lost_gate_importance(tree, values.points, rows, values)


def test_the_command_has_the_digits(tmp_path: Path, casegen: Callable[..., Ran]) -> None:
    events = {"a": 1e-20, "b": 1.0, "c": 0.1}
    built = CaseBuilder("c", title="x", version="1")
    tree = built.tree("FT", top="G", title="T")
    tree.gate(
        "G", "nand", *(tree.event(e, {"type": "constant", "probability": p}) for e, p in events.items())
    )
    built.save(tmp_path / "case")
    result = casegen("fta", "importance", tmp_path / "case", "--json")
    assert result.code == 0, result.err
    rows = {row["id"]: row for row in result.json["events"]}
    assert rows["c"]["birnbaum"] == pytest.approx(-1e-20, rel=1e-14, abs=0.0)
    assert rows["c"]["criticality"] == pytest.approx(-1e-21, rel=1e-14, abs=0.0)
    assert result.json["rounding"] == ""


def test_the_spread_of_a_small_difference_has_its_digits() -> None:
    """RRW of a was infinite where the rest is below 1e-14 of the top; Birnbaum of c was 0 beside a certain event."""
    spread = Lognormal(distribution="lognormal", median=0.05, error_factor=2.0, level=0.95)
    rows = {}
    for gates, chances in (
        ([gate("g", "or", "a", "b")], {"a": spread, "b": 1e-20}),
        ([gate("g", "nand", "b", "c", "d")], {"b": 1e-20, "c": 0.1, "d": 1.0}),
    ):
        case = case_of(gates, chances)
        samples = importance_uncertainty(compile_tree(case, "t"), event_values(case, "t", {}), trials=20)
        rows |= {row.id: row for row in samples if row.id != "b"}
    rrw = rows["a"].quantiles["rrw"]
    assert rrw[0.5] == pytest.approx(0.05 / 1e-20, rel=0.2)
    assert math.isfinite(rrw[0.95])
    assert rows["c"].mean["birnbaum"] == pytest.approx(-1e-20, rel=1e-12, abs=0.0)


@pytest.mark.slow
@tried(random_cases(), st.lists(NUMBERS, min_size=6, max_size=6), often=300)
def test_every_importance_has_ten_digits_or_is_named(case: Case, chances: list[float]) -> None:
    case = case_of(case.trees[0].gates, dict(zip(EVENTS, chances, strict=True)), {"h0": False, "h1": True})
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    if lost_digits(tree, values.points, values):
        return
    close = event_importance(tree, values.points)
    named = {*re.findall(r"\b[a-f]\b", lost_importance(tree, values.points, values, close))}
    p = {e: typed(x) for e, x in zip(EVENTS, chances, strict=True)}
    top = true_top(case, p)
    for row in close.table:
        if row.id in named or math.isnan(row.criticality):
            continue
        with_it, without = (true_top(case, {**p, row.id: Fraction(x)}) for x in (1, 0))
        slope = with_it - without
        true = {"birnbaum": slope} | (
            {"criticality": p[row.id] * slope / top, "raw": with_it / top, "dif": p[row.id] * with_it / top}
            if top
            else {}
        )
        for name, x in true.items():
            shown = getattr(row, name)
            if shown == LARGEST or math.isinf(shown):
                assert x > Fraction(LARGEST)
            else:
                assert abs(Fraction(shown) - x) <= RIGHT * abs(x), (name, row, float(x))
