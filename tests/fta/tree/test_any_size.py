"""Shares of the top whose products are below the smallest number keep their digits, or are named, and never exact."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import strategies as st

from casegen.api import CaseBuilder
from casegen.fta import compile_tree, event_values, gate_importance, importance_uncertainty
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.ranked import ranked_importance
from casegen.model.case import Case
from casegen.model.quantity import Uniform
from tests.conftest import Ran
from tests.fta.small_trees import EVENTS, case_of, gate, random_cases
from tests.fta.tree.test_exact_digits import typed
from tests.repetitions import tried

RIGHT = Fraction(1, 10**9)
BESIDE = [gate("g", "or", "b", "x"), gate("x", "and", "a", "c")]
THREE = [gate("g", "or", "b", "x"), gate("x", "and", "a", "c", "d")]


def compiled(gates: list[object], p: dict[str, object]) -> tuple[CompiledTree, list[float]]:
    case = case_of(gates, p)  # type: ignore[arg-type]
    return compile_tree(case, "t"), list(event_values(case, "t", {}).points)


def test_fussell_vesely_of_a_product_that_has_lost_its_digits() -> None:
    """1.5316e-22 was shown as exact, from a product of 1.53e-322."""
    tree, p = compiled(BESIDE, {"a": 1.23456e-161, "c": 1.23456e-161, "b": 1e-300})
    rows = {row.id: row for row in tree.importance(p)}
    assert rows["a"].fussell_vesely == pytest.approx(1.23456e-161 / 1e-300 * 1.23456e-161, rel=1e-12)
    (_, of_a_c) = tree.cut_sets(p).rows
    assert of_a_c.contribution == pytest.approx(rows["a"].fussell_vesely, rel=1e-12)
    assert "1 cut set has lost digits" in tree.cut_sets(p).rounding


def test_fussell_vesely_of_a_product_of_which_nothing_is_left() -> None:
    spread = Uniform(distribution="uniform", lower=0.5e-110, upper=1.5e-110)
    for a in (1e-110, spread):
        case = case_of(THREE, {"a": a, "c": 1e-110, "d": 1e-110, "b": 1e-250})  # type: ignore[dict-item]
        tree, values = compile_tree(case, "t"), event_values(case, "t", {})
        shares = {row.id: row.fussell_vesely for row in tree.importance(values.points)}
        assert shares["d"] == pytest.approx(1e-80, rel=1e-12)
        assert tree.cut_sets(values.points).rows[1].contribution == pytest.approx(1e-80, rel=1e-12)
        samples = {row.id: row for row in importance_uncertainty(tree, values, trials=20)}
        assert samples["d"].mean["fussell_vesely"] == pytest.approx(1e-80, rel=0.01)


def test_gates_whose_share_has_lost_its_digits_have_none() -> None:
    tree, p = compiled(THREE, {"a": 1e-110, "c": 1e-110, "d": 1e-110, "b": 1e-250})
    assert {row.id: row.fussell_vesely for row in gate_importance(tree, p)} == {"g": 1.0, "x": None}


@pytest.mark.parametrize("never", ["a", "b"])
def test_what_cannot_happen_has_the_share_0_and_no_remark(never: str) -> None:
    tree, p = compiled(BESIDE, {"a": 0.1, "b": 0.1, "c": 0.1} | {never: 0.0})
    assert {row.id: row.fussell_vesely for row in tree.importance(p)}[never] == 0.0
    assert tree.cut_sets(p).rounding == ""
    assert {row.id: row.fussell_vesely for row in gate_importance(tree, p)}["x"] == float(never == "b")


def test_a_share_below_the_smallest_number_is_none() -> None:
    case = case_of(BESIDE, {"a": 1e-200, "c": 1e-200, "b": 0.1})
    ranked = ranked_importance(compile_tree(case, "t"), event_values(case, "t", {}))
    assert {row.id: row.fussell_vesely for row in ranked.rows} == {"a": None, "b": 1.0, "c": None}
    assert {*"ac"} <= {*re.findall(r"\b[abc]\b", ranked.lost)}


def test_lost_birnbaum_importance_is_named_below_the_smallest_top() -> None:
    """-1.24e-322 for -1.23e-322, and 0 for 1e-400, without a remark."""
    for gates, p, names in (
        ([gate("g", "and", "x", "n"), gate("n", "nand", "d", "a")], {"x": 1e-310, "a": 1.23e-12, "d": 1e-3}, "ad"),
        ([gate("g", "or", "d", "x"), gate("x", "and", "a", "b", "c")],
         {"a": 1e-200, "b": 1e-200, "c": 1e-3, "d": 1e-310}, "c"),
        ([gate("g", "and", "a", "b")], {"a": 1e-200, "b": 1e-200}, ""),
    ):  # fmt: skip
        case = case_of(gates, p)
        ranked = ranked_importance(compile_tree(case, "t"), event_values(case, "t", {}))
        assert {*re.findall(r"\b[a-dx]\b", ranked.lost)} - {"a"} == {*names} - {"a"}, ranked.lost
        assert ("a" in {*re.findall(r"\b[a-dx]\b", ranked.lost)}) == ("a" in names)


def test_the_commands_say_so(tmp_path: Path, casegen: Callable[..., Ran]) -> None:
    built = CaseBuilder("c", title="x", version="1")
    tree = built.tree("FT", top="G", title="T")
    a, c, d, b = (
        tree.event(e, {"type": "constant", "probability": p})
        for e, p in {"a": 1e-110, "c": 1e-110, "d": 1e-110, "b": 1e-250}.items()
    )
    tree.gate("G", "or", b, tree.gate("X", "and", a, c, d))
    built.save(tmp_path / "case")
    listed = casegen("fta", "cutsets", tmp_path / "case", "--json")
    assert "1 cut set has lost digits to rounding" in listed.json["rounding"]
    assert listed.json["cut_sets"][1]["contribution"] == pytest.approx(1e-80)
    moved = casegen("fta", "sensitivity", tmp_path / "case", "--json")
    assert {row["id"]: row["elasticity"] for row in moved.json["inputs"]}["a"] == pytest.approx(1e-80)
    assert set(moved.json["inputs"][0]) == {
        "id", "events", "low", "high", "basis", "gradient", "elasticity", "note", "swing",
            "low_range", "high_range",
    }  # fmt: skip


def _union(case: Case, tree: CompiledTree, event: str, p: dict[str, Fraction]) -> Fraction:
    """P(a minimal cut set with the event has failed), by enumeration."""
    sets = [set(row.events) for row in tree.cut_sets([0.5] * len(tree.events), top=None).rows]
    own, total = [s for s in sets if event in s], Fraction(0)
    for state in product((False, True), repeat=len(tree.events)):
        failed = {e for e, on in zip(tree.events, state, strict=True) if on}
        if any(s <= failed for s in own):
            total += math.prod(p[e] if e in failed else 1 - p[e] for e in tree.events)
    return total


TINY = st.one_of(
    st.sampled_from([0.0, 1.0]), st.floats(-200, -1).map(lambda power: float(f"{10**power:.3g}"))
)


@pytest.mark.slow
@tried(random_cases(coherent=True), st.lists(TINY, min_size=6, max_size=6), often=200)
def test_every_share_is_right_or_none(case: Case, chances: list[float]) -> None:
    case = case_of(case.trees[0].gates, dict(zip(EVENTS, chances, strict=True)))
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    p = {e: typed(x) for e, x in zip(EVENTS, chances, strict=True)}
    top = tree.exactly([p[e] for e in tree.events])
    assert top is not None
    for row in tree.importance(values.points):
        if row.fussell_vesely is not None and top:
            true = _union(case, tree, row.id, p) / top
            assert abs(Fraction(row.fussell_vesely) - true) <= RIGHT * true, (row, float(true))
    rows = tree.cut_sets(values.points)
    if rows.rare_event_sum > 1e-300:
        for one in rows.rows:
            true = math.prod(p[e] for e in one.events) / Fraction(rows.rare_event_sum)
            assert abs(Fraction(one.contribution) - true) <= RIGHT * true + Fraction(5e-324)
