"""Importance of gates against enumeration: the gate held true or held false in every world."""

from __future__ import annotations

import dataclasses
import math

import pytest

from casegen.fta import compile_tree, event_values, gate_importance
from casegen.model.case import Case
from casegen.model.fault_tree import Formula, Gate, GateType, HouseEvent
from tests.fta.small_trees import case_of, gate, holds, random_cases, weight, worlds
from tests.repetitions import tried


def _holding(case: Case, name: str, state: bool) -> Case:
    """The case with a gate replaced by a house event wherever it is used."""

    def swapped(formula: Formula) -> tuple[object, ...]:
        return tuple(
            ("held" if i == name else i)
            if isinstance(i, str)
            else i.model_copy(update={"inputs": swapped(i)})
            for i in formula.inputs
        )

    tree = case.trees[0]
    gates = tuple(g.model_copy(update={"inputs": swapped(g)}) for g in tree.gates)
    return dataclasses.replace(
        case,
        trees=(tree.model_copy(update={"gates": gates}),),
        house_events=(*case.house_events, HouseEvent(id="held", state=state)),
    )


def _is_not(case: Case, name: str) -> bool:
    """Whether a NOT gate is the gate or uses it: it is held together with its input."""
    result: Gate = case.gate[name]
    inside = [i for g in case.trees[0].gates for i in _formulas(g) if i.type is GateType.NOT]
    return result.type is GateType.NOT or any(name in f.inputs for f in inside)


def _formulas(formula: Formula) -> list[Formula]:
    return [formula, *(f for i in formula.inputs if not isinstance(i, str) for f in _formulas(i))]


@pytest.mark.slow
@tried(random_cases(), often=120)
def test_a_held_gate_is_a_house_event_in_its_place(case: Case) -> None:
    tree = compile_tree(case, "t")
    values = event_values(case, "t", {})
    p = dict(zip(values.events, values.probability.tolist(), strict=True))
    top = case.trees[0].top
    every = list(worlds(tree.events))
    q = sum(weight(w, p) for w in every if holds(case, top, w))
    for row in gate_importance(tree, values.probability):
        if row.id == top or _is_not(case, row.id):
            continue
        true, false = (
            sum(weight(w, p) for w in every if holds(held, top, w))
            for held in (_holding(case, row.id, True), _holding(case, row.id, False))
        )
        both = sum(weight(w, p) for w in every if holds(case, top, w) and holds(case, row.id, w))
        own = sum(weight(w, p) for w in every if holds(case, row.id, w))
        assert row.probability == pytest.approx(own, rel=1e-9, abs=1e-14)
        assert row.birnbaum == pytest.approx(true - false, rel=1e-9, abs=1e-12)
        if q > 0.0:
            assert row.criticality == pytest.approx((q - false) / q, rel=1e-9, abs=1e-9)
            assert row.raw == pytest.approx(true / q, rel=1e-9, abs=1e-12)
            assert row.dif == pytest.approx(both / q, rel=1e-9, abs=1e-12)
            assert row.rrw == (math.inf if false == 0.0 else pytest.approx(q / false))


@pytest.mark.slow
@tried(random_cases(coherent=True), often=80)
def test_fussell_vesely_of_a_gate_is_what_its_definition_says(case: Case) -> None:
    tree = compile_tree(case, "t")
    values = event_values(case, "t", {})
    p = dict(zip(values.events, values.probability.tolist(), strict=True))
    top = case.trees[0].top
    every = list(worlds(tree.events))
    sets = [frozenset(e for e in tree.events if w[e]) for w in every if holds(case, top, w)]
    cuts = [s for s in sets if not any(o < s for o in sets)]
    q = sum(weight(w, p) for w in every if holds(case, top, w))
    for row in gate_importance(tree, values.probability):
        held = _holding(case, row.id, False)
        lost = [c for c in cuts if row.id == top or not holds(held, top, {e: e in c for e in tree.events})]
        union = sum(weight(w, p) for w in every if any(all(w[e] for e in c) for c in lost))
        assert row.fussell_vesely_method == "exact"
        assert row.fussell_vesely == pytest.approx(union / q, rel=1e-9, abs=1e-12)


def test_a_gate_that_shares_nothing_is_measured_as_an_event() -> None:
    gates = [gate("g", "or", "h", "c"), gate("h", "and", "k", "b"), gate("k", "or", "a", "d")]
    case = case_of(gates, {"a": 0.1, "b": 0.2, "c": 0.05, "d": 1e-9})
    as_event = case_of(gates[:2], {"k": 1 - 0.9 * (1 - 1e-9), "b": 0.2, "c": 0.05})
    rows = {
        r.id: r for r in gate_importance(compile_tree(case, "t"), event_values(case, "t", {}).probability)
    }
    tree = compile_tree(as_event, "t")
    expected = {r.id: r for r in tree.importance(event_values(as_event, "t", {}).probability)}["k"]
    for measure in ("probability", "birnbaum", "criticality", "fussell_vesely", "dif", "raw", "rrw"):
        assert getattr(rows["k"], measure) == pytest.approx(getattr(expected, measure))
    assert rows["g"].rrw == math.inf


def test_small_probabilities_keep_their_digits() -> None:
    gates = [gate("g", "and", "h", "k"), gate("h", "or", "a", "s"), gate("k", "or", "b", "s")]
    case = case_of(gates, {"a": 1e-12, "b": 3e-12, "s": 1e-30})
    rows = {
        r.id: r for r in gate_importance(compile_tree(case, "t"), event_values(case, "t", {}).probability)
    }
    assert rows["h"].birnbaum == pytest.approx(3e-12, rel=1e-12)
    assert rows["h"].probability == pytest.approx(1e-12, rel=1e-12)
    assert rows["h"].dif == pytest.approx(1.0)


def test_gates_are_chosen_by_name() -> None:
    case = case_of([gate("g", "or", "h", "c"), gate("h", "and", "a", "b")], {"a": 0.1, "b": 0.2, "c": 0.3})
    tree = compile_tree(case, "t")
    rows = gate_importance(tree, event_values(case, "t", {}).probability, ["h"])
    assert [r.id for r in rows] == ["h"]
    with pytest.raises(KeyError):
        gate_importance(tree, event_values(case, "t", {}).probability, ["x"])


def test_a_gate_that_always_holds_beside_it_changes_no_cut_set() -> None:
    always = {"type": "atleast", "k": 0, "inputs": ("b",)}
    case = case_of(
        [gate("g", "atleast", always, "a", "c", "h", k=2), gate("h", "and", "a")],
        {"a": 0.5, "b": 0.5, "c": 0.5},
    )
    tree = compile_tree(case, "t")
    rows = gate_importance(tree, event_values(case, "t", {}).probability, ["h"])
    assert rows[0].fussell_vesely == 0.0
