"""Trees of rates per hour: the sum over distinct events, everywhere a tree is shown."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from casegen.fta import (
    FaultTreeError,
    allocate,
    compile_tree,
    event_values,
    gate_importance,
    quantify,
    time_curve,
    tornado,
    uncertainty,
)
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree, Gate
from casegen.model.quantity import Lognormal, MeasureKind
from tests.fta.small_trees import case_of, gate
from tests.page_scripts import run_script
from tests.repetitions import tried

RATE = MeasureKind.PER_HOUR


def rates(gates: list[Gate], p: dict[str, Any], **more: Any) -> Case:
    case = case_of(gates, {}, kind=RATE, **more)
    events = tuple(BasicEvent(id=e, model=Constant(probability=x, kind=RATE)) for e, x in p.items())
    return replace(case, events=events)


def compiled(case: Case) -> tuple[CompiledTree, Any]:
    return compile_tree(case, "t"), event_values(case, "t", {})


@pytest.mark.parametrize(
    ("a", "b", "total"), [(0.3, 0.3, 0.6), (1e-5, 2e-5, 3e-5), (0.9, 0.9, 1.8), (2.5, 1e-9, 2.500000001)]
)
def test_rates_are_added(a: float, b: float, total: float) -> None:
    tree, values = compiled(rates([gate("g", "or", "A", "B")], {"A": a, "B": b}))
    result = quantify(tree, values.points)
    assert result.exact
    assert result.probability == pytest.approx(total, rel=1e-14)
    for method in ("mcub", "rare-event", "cutoff"):
        assert quantify(tree, values.points, method).probability == pytest.approx(total, rel=1e-14)


def test_an_event_that_two_gates_name_counts_once() -> None:
    gates = [gate("g", "or", "x", "y"), gate("x", "or", "A", "S"), gate("y", "atleast", "B", "S", k=1)]
    tree, values = compiled(rates(gates, {"A": 1e-3, "B": 2e-3, "S": 4e-3}))
    assert tree.probability(values.points) == pytest.approx(7e-3, rel=1e-14)
    assert tree.gate_probabilities(values.points) == pytest.approx(
        {"g": 7e-3, "x": 5e-3, "y": 6e-3}, rel=1e-14
    )
    rows = {row.id: row for row in gate_importance(tree, values.points)}
    assert rows["x"].criticality == pytest.approx(1 / 7)
    assert rows["x"].dif == pytest.approx(5 / 7)


def test_transfers_are_followed() -> None:
    case = rates([gate("g", "or", "A", "u")], {"A": 1e-3, "B": 2e-3})
    other = FaultTree(id="u", top="h", gates=(gate("h", "or", "B", "A"),), kind=RATE)
    tree, values = compiled(replace(case, trees=(*case.trees, other)))
    assert tree.probability(values.points) == pytest.approx(3e-3, rel=1e-14)


@pytest.mark.parametrize("kind", ["and", "nor", "xor", "nand"])
def test_other_gates_are_refused(kind: str) -> None:
    with pytest.raises(FaultTreeError, match="rate"):
        compile_tree(rates([gate("g", kind, "A", "B")], {"A": 1e-3, "B": 2e-3}), "t")


def test_a_house_event_that_holds_has_no_rate() -> None:
    with pytest.raises(FaultTreeError, match="house event"):
        compile_tree(rates([gate("g", "or", "A", "h")], {"A": 1e-3}, house={"h": True}), "t")
    tree, values = compiled(rates([gate("g", "or", "A", "h")], {"A": 1e-3}, house={"h": False}))
    assert tree.probability(values.points) == 1e-3


def test_importance_cut_sets_and_swings_are_of_the_sum() -> None:
    tree, values = compiled(rates([gate("g", "or", "A", "B")], {"A": 0.3, "B": 0.1}))
    rows = {row.id: row for row in tree.importance(values.probability)}
    assert rows["A"].fussell_vesely == pytest.approx(0.75)
    assert rows["A"].rrw == pytest.approx(4.0)
    assert rows["A"].birnbaum == 1.0
    assert math.isnan(rows["A"].raw)
    sets = tree.cut_sets(values.probability)
    assert sets.rare_event_sum == pytest.approx(0.4)
    assert [row.events for row in sets.rows] == [("A",), ("B",)]
    swings = {row.id: row for row in tornado(tree, values, factor=2.0)}
    assert (swings["A"].low, swings["A"].high) == (pytest.approx(0.25), pytest.approx(0.7))


def test_the_mean_of_uncertain_rates_is_the_sum_of_means() -> None:
    spread = Lognormal(distribution="lognormal", mean=0.4, error_factor=3.0)
    tree, values = compiled(rates([gate("g", "or", "A", "B")], {"A": spread, "B": 0.5}))
    result = uncertainty(tree, values, trials=50_000)
    assert result.point == pytest.approx(0.9)
    assert result.mean == pytest.approx(0.9, abs=4 * (result.mean_error or 0.0))
    assert not result.clipped


def test_curve_and_allocation() -> None:
    case = rates([gate("g", "or", "A", "B")], {"A": 3e-7, "B": 2e-7})
    tree, values = compiled(case)
    curve = time_curve(case, tree, {}, [0.0, 10.0])
    assert curve.probability == pytest.approx((5e-7, 5e-7))
    assert curve.per_hour == pytest.approx(5e-7)
    assert curve.sil_hourly == 2
    for method in ("equal", "proportional", "cost"):
        shares = allocate(tree, values.probability, 1e-7, method=method)
        assert sum(shares.required.values()) == pytest.approx(1e-7, rel=1e-6)


@pytest.mark.slow
@tried(st.data(), often=100)
def test_random_or_trees_against_the_set_of_their_events(data: st.DataObject) -> None:
    names = [f"e{i}" for i in range(6)]
    n = data.draw(st.integers(1, 5))
    gates, below = [], {name: {name} for name in names}
    for i in reversed(range(n)):
        children = data.draw(st.lists(st.sampled_from(sorted(below)), min_size=1, max_size=4))
        kind = data.draw(st.sampled_from(["or", "atleast"]))
        gates.insert(0, gate(f"g{i}", kind, *children, **({"k": 1} if kind == "atleast" else {})))
        below[f"g{i}"] = set().union(*(below[c] for c in children))
    p = {e: data.draw(st.floats(1e-12, 2.0)) for e in names}
    tree, values = compiled(rates(gates, p))
    assert tree.probability(values.points) == pytest.approx(math.fsum(p[e] for e in below["g0"]), rel=1e-13)
    for name, rate in tree.gate_probabilities(values.points).items():
        assert rate == pytest.approx(math.fsum(p[e] for e in below[name]), rel=1e-13)


CASE = """
casegen: 1
case: {id: C, title: Case}
events:
  - {id: A, text: A fails, model: {type: constant, kind: rate-per-hour, probability: 0.3}}
  - {id: B, text: B fails, model: {type: constant, kind: rate-per-hour, probability: 0.3}}
trees:
  - {id: FT, title: Tree, top: T, kind: rate-per-hour, gates: [{id: T, text: Either, type: or, inputs: [A, B]}]}
"""


def test_command_and_assessment_agree(tmp_path: Path, casegen: Callable[..., Any]) -> None:
    (tmp_path / "case.yaml").write_text(CASE)
    document = casegen("fta", "quantify", tmp_path, "--json").json
    assert document["probability"] == pytest.approx(0.6)
    assert document["exact"]
    bounds = casegen("fta", "quantify", tmp_path, "--method", "bounds", "--json").json
    assert bounds["probability"] == pytest.approx(0.6)
    more = casegen("fta", "quantify", tmp_path, "--set", "A=0.5", "--json").json
    assert more["probability"] == pytest.approx(0.8)
    curve = casegen("fta", "curve", tmp_path, "--hours", "10", "--set", "A=0.5", "--json").json
    assert curve["average"] == pytest.approx(0.8)
    result = casegen("whatif", tmp_path, "--set", "A=0.5", "--json").json["trees"][0]
    assert (result["before"], result["after"]) == (pytest.approx(0.6), pytest.approx(0.8))


@pytest.mark.slow
def test_the_page_adds_rates_and_keeps_digits_of_complements() -> None:
    tree, _ = compiled(rates([gate("g", "or", "A", "x"), gate("x", "or", "A", "B")], {"A": 0.3, "B": 0.3}))
    likely = [gate("t", "iff", "m", "X"), gate("m", "or", *[f"e{i}" for i in range(100)])]
    other = compile_tree(case_of(likely, {**{f"e{i}": 0.5 for i in range(100)}, "X": 1e-40}), "t")
    p = [1e-40 if name == "X" else 0.5 for name in other.events]
    program = f"""
    const d = {json.dumps(tree.diagram())}, p = [0.3, 0.3], o = {json.dumps(other.diagram(gates=False))};
    console.log(JSON.stringify([Diagram.top(d, p), Diagram.values(d, p)[d.gates.x], [...Diagram.birnbaum(d, p)],
                                Diagram.top(o, {json.dumps(p)})]));"""
    top, gate_x, slopes, complement = json.loads(run_script(program))
    assert (top, gate_x, slopes) == (pytest.approx(0.6), pytest.approx(0.6), [1, 1])
    assert complement == pytest.approx(other.probability(p), rel=1e-14)
    assert complement == pytest.approx(0.5**100, rel=1e-9)


@pytest.mark.parametrize("method", ["equal", "proportional", "cost"])
def test_a_target_of_rates_may_be_above_1(method: str) -> None:
    tree, values = compiled(rates([gate("g", "or", "a", "b")], {"a": 3.0, "b": 0.5}))
    result = allocate(tree, values.probability, 2.0, method=method)
    assert result.achieved == pytest.approx(2.0)
    assert sum(result.required.values()) == pytest.approx(2.0)
    read = {
        "id": "t",
        "top": "g",
        "target": {"probability": 2.0},
        "gates": [{"id": "g", "type": "or", "inputs": ["a"]}],
    }
    assert FaultTree.model_validate({**read, "kind": "rate-per-hour"}).target is not None
    with pytest.raises(ValueError, match="less than or equal to 1"):
        FaultTree.model_validate(read)
