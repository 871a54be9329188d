"""Top events that say nothing: constant by simplification, house events, no exposure; guards at the tree's door."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.io import load
from casegen.model.results import Assessment, Status
from tests.false_support import DROP, folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED, RECORD, calculation

TOP = "trees.FT.gates.TOP"
RATE = {"type": "exponential", "rate": 0.5}

CONSTANT: dict[str, tuple[dict[str, Any], str]] = {
    "xor-of-itself": ({TOP: {"id": "TOP", "type": "xor", "inputs": ["E1", "E1"]}}, "cannot happen"),
    "and-not-itself": (
        {TOP: {"id": "TOP", "type": "and", "inputs": ["E1", "N", "E2"]},
         "trees.FT.gates.+": {"id": "N", "type": "not", "inputs": ["E1"]}}, "cannot happen"),
    "and-nor-far-away": (
        {TOP: {"id": "TOP", "type": "and", "inputs": ["E1", {"type": "nor", "inputs": ["E2", "E1"]}]}},
        "cannot happen"),
    "false-house-event": (
        {TOP: {"id": "TOP", "type": "and", "inputs": ["E1", "H"]}, "house_events.+": {"id": "H", "state": False}},
        "house event H"),
    "branch-contradicts-itself": (
        {TOP: {"id": "TOP", "type": "or", "inputs": ["E2", "X"]},
         "trees.FT.gates.+": {"id": "X", "type": "xor", "inputs": ["E1", "E1"]}}, "gate X contradicts itself"),
    "nested-xor-of-itself": (
        {TOP: {"id": "TOP", "type": "or", "inputs": ["E2", {"type": "xor", "inputs": ["E1", "E1"]}]}},
        "contradicts itself"),
    "nested-and-not": (
        {TOP: {"id": "TOP", "type": "or", "inputs": [
            "E2", {"type": "and", "inputs": ["E1", {"type": "not", "inputs": ["E1"]}]}]}}, "contradicts itself"),
    "counts-a-copy": (
        {TOP: {"id": "TOP", "type": "atleast", "k": 2, "inputs": ["E1", "E1", "E2"]}}, "more than once"),
    "counts-a-gate-written-out-twice": (
        {TOP: {"id": "TOP", "type": "atleast", "k": 2, "inputs": [
            {"type": "and", "inputs": ["E1", "E2"]}, {"type": "and", "inputs": ["E2", "E1"]}, "E2"]}},
        "counts and of [E1, E2] more than once"),
    "counts-a-named-gate-written-out": (
        {TOP: {"id": "TOP", "type": "atleast", "k": 2, "inputs": [
            "BOTH", {"type": "and", "inputs": ["E2", "E1"]}, "E2"]},
         "trees.FT.gates.+": {"id": "BOTH", "type": "and", "inputs": ["E1", "E2"]}},
        "counts BOTH more than once"),
    "counts-a-copy-within": (
        {TOP: {"id": "TOP", "type": "or", "inputs": [
            "E1", {"type": "atleast", "k": 2, "inputs": ["E1", "E1", "E2"]}]}}, "counts E1 more than once"),
    "counts-all-and-a-copy": (
        {TOP: {"id": "TOP", "type": "atleast", "k": 3, "inputs": ["E1", "E1", "E2"]}}, "more than once"),
    "counts-one-or-two": (
        {TOP: {"id": "TOP", "type": "cardinality", "k": 1, "k_max": 2, "inputs": ["E1", "E1", "E2"]}},
        "more than once"),
    "parity-of-a-copy": ({TOP: {"id": "TOP", "type": "xor", "inputs": ["E1", "E1", "E2"]}}, "counts E1 more than once"),
    "parity-of-a-gate-that-is-an-event": (
        {TOP: {"id": "TOP", "type": "xor", "inputs": ["E1", "SAME", "E2"]},
         "trees.FT.gates.+": {"id": "SAME", "type": "or", "inputs": ["E1"]}}, "counts E1, SAME more than once"),
    "parity-of-complements": (
        {TOP: {"id": "TOP", "type": "xor", "inputs": [
            "E1", {"type": "not", "inputs": ["E1"]}, {"type": "not", "inputs": ["E2"]}]}}, "counts E1 more than once"),
    "counts-what-absorbs": (
        {TOP: {"id": "TOP", "type": "cardinality", "k": 1, "k_max": 1, "inputs": [
            "E1", {"type": "or", "inputs": ["E1", {"type": "and", "inputs": ["E1", "E2"]}]}, "E2"]}},
        "counts E1 more than once"),
    "counts-what-a-house-event-makes-the-same": (
        {TOP: {"id": "TOP", "type": "atleast", "k": 2, "inputs": ["E1", {"type": "or", "inputs": ["E1", "H"]}, "E2"]},
         "house_events.+": {"id": "H", "state": False}}, "counts E1 more than once"),
    "no-mission-time": ({"trees.FT.mission_time": 0, "events.E1.model": RATE}, "no exposure"),
    "no-hours": ({"events.E1.model": {**RATE, "hours": 0}}, "no exposure"),
    "all-impossible": ({"events.E1.model.probability": 0.0, "events.E2.model.probability": 0.0}, "cannot happen"),
}  # fmt: skip


@pytest.mark.parametrize("name", CONSTANT)
def test_a_constant_tree_is_not_evaluated(tmp_path: Path, name: str) -> None:
    edits, because = CONSTANT[name]
    assert (
        must_not_hold(folder(tmp_path / name, calculation(), edits), because).claims["C1"] == "not evaluated"
    )


WEAR = {"type": "weibull", "scale": 1000.0, "shape": 2.0, "location": 25.0, "hours": 25.0}
"""replaced within the time without failures"""
FREE: dict[str, dict[str, Any]] = {
    "replaced-in-time": WEAR, "longer-than-the-mission": {k: v for k, v in WEAR.items() if k != "hours"},
    "as-parameters": {**WEAR, "location": {"parameter": "P"}, "hours": {"parameter": "P"}},
    "rate-of-0": {"type": "exponential", "rate": 0.0},
}  # fmt: skip
FREE_CASE = {
    "trees.FT.mission_time": 20.0,
    "events.E1.source": "data sheet: no failures in the first 25 h of each mission, then replaced",
    "parameters": [{"id": "P", "value": 25.0, "text": "life", "source": "data sheet"}],
}


@pytest.mark.parametrize("name", FREE)
def test_a_part_replaced_within_its_time_without_failures_does_not_fail(name: str, tmp_path: Path) -> None:
    edits = {**FREE_CASE, "events.E1.model": FREE[name]}
    assert "no exposure" not in must_hold(folder(tmp_path / "true", calculation(), edits)).text
    # where nothing else can fail the top cannot happen, and its 0 says nothing
    alone = {**edits, TOP: {"id": "TOP", "type": "or", "inputs": ["E1"]}}
    must_not_hold(folder(tmp_path / "alone", calculation(), alone), "event E1 of probability 0")
    if name == "replaced-in-time":
        later = {**edits, "events.E1.model": {**WEAR, "hours": 250.0}}
        must_not_hold(folder(tmp_path / "later", calculation(), later))


@pytest.mark.parametrize(
    "gate",
    [{"type": "atleast", "k": 1}, {"type": "cardinality", "k": 1, "k_max": 3}],
    ids=lambda g: g["type"],
)
def test_at_least_one_of_inputs_that_repeat_is_an_or(tmp_path: Path, gate: dict[str, Any]) -> None:
    """How often an input counts makes no difference: the same as the OR of them."""
    tops = [{"id": "TOP", "inputs": ["E1", "E1", "E2"], **kind} for kind in (gate, {"type": "or"})]
    results = [
        Session.open(load(folder(tmp_path / str(k), calculation(), {TOP: top}))).assess().requirements["C1"]
        for k, top in enumerate(tops)
    ]
    assert results[0].compared is not None
    first, other = ((r.holds, r.compared, r.problem) for r in results)
    assert first == other


@pytest.mark.parametrize("demands", [1e-6, 0.01])
def test_less_than_a_demand_is_no_exposure(tmp_path: Path, demands: float) -> None:
    model = {"type": "constant", "probability": 0.9, "kind": "probability-per-demand"}
    edits = {"events.E1.model": {**model, "exposure": {"demands": demands}}}
    must_not_hold(folder(tmp_path / "demands", calculation(), edits), "exposure-demands")


TWINS: dict[str, dict[str, Any]] = {
    "xor-of-two": {TOP: {"id": "TOP", "type": "xor", "inputs": ["E1", "E2"]}},
    "and-not-another": {
        TOP: {"id": "TOP", "type": "and", "inputs": ["E1", "N"]},
        "trees.FT.gates.+": {"id": "N", "type": "not", "inputs": ["E2"]}},
    "house-event-off-in-or": {
        TOP: {"id": "TOP", "type": "or", "inputs": ["E1", "E2", "WINTER"]},
        "trees.FT.gates.+": {"id": "WINTER", "type": "and", "inputs": ["E1", "H"]},
        "house_events.+": {"id": "H", "state": False, "text": "Winter operation"}},
    "house-event-on": {
        TOP: {"id": "TOP", "type": "and", "inputs": ["E1", "H"]}, "events.E2": None,
        "house_events.+": {"id": "H", "state": True}},
    "counts-gates-that-differ": {
        TOP: {"id": "TOP", "type": "atleast", "k": 2, "inputs": [
            "BOTH", {"type": "or", "inputs": ["E1", "E2"]}, "E2"]},
        "trees.FT.gates.+": {"id": "BOTH", "type": "and", "inputs": ["E1", "E2"]}},
    "counts-three": {
        TOP: {"id": "TOP", "type": "atleast", "k": 2, "inputs": ["E1", "E2", "E3"]},
        "events.+": {"id": "E3", "text": "Latch open", "source": "data sheet",
                     "model": {"type": "constant", "probability": 1e-3}}},
    "mission-time": {"trees.FT.mission_time": 10, "events.E1.model": {"type": "exponential", "rate": 1e-6}},
    "hours": {"trees.FT.mission_time": 10, "events.E1.model": {"type": "exponential", "rate": 1e-6, "hours": 5}},
    "demands": {"events.E1.model": {"type": "constant", "probability": 1e-5, "kind": "probability-per-demand",
                                    "exposure": {"demands": 20}}},
    "an-event-excluded": {"events.E1.model.probability": 0.0},
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_a_tree_that_can_fail_is_evaluated(tmp_path: Path, name: str) -> None:
    edits = {path: DROP if value is None else value for path, value in TWINS[name].items()}
    must_hold(folder(tmp_path / name, calculation(), edits))


def _bound_to_evidence(tmp_path: Path) -> Path:
    """The calculation with E1 bound to a measured item."""
    edits = {
        "evidence_items.+": {
            "id": "EV", "title": "Tests of the contact", "method": "demand-record",
            "inputs": {"record": "record.csv"},
            "parameters": {"stopping": "planned", "entries": "recorded", "failure": "sticks", "population": "twenty doors"}, "confidence": 0.95, "owner": "T. Tester",
        },
        "events.E1.model": {"type": "evidence", "evidence": "EV", "measure": "probability",
                            "exposure": {"demands": 1}},
        "evidence.+": {"id": "N1", "text": "Record of the contact", "evidence": "EV", "owner": "T. Tester"},
        "claims.C2": {"id": "C2", "text": "The record stands for the doors of the lift", "owner": "A. Author"},
        "claims.+": {"id": "W2", "text": "Doors of the tests are those of the lift", "owner": "A. Author", **ACCEPTED},
        "arguments.+": {"id": "A2", "text": "The record shows it", "supports": "C2",
                        "block": "evidence-incorporation", "from": ["N1"], "side_claims": ["W2"]},
        "claims.C1.requirement.confidence": 0.95,
    }  # fmt: skip
    return folder(tmp_path / "bound", calculation(), edits, {"record.csv": RECORD})


def _changed(at: Path, change: dict[str, Any]) -> Assessment:
    """As assessed with ``change`` to what the method said of its measure."""
    session = Session.open(load(at))
    state = session.evidence["EV"]
    document = copy.deepcopy(dict(state.document or {}))
    document["measures"]["probability"].update(change)
    return Session(session.case, {"EV": replace(state, document=document)}).assess()


def test_measured_input_of_a_tree(tmp_path: Path) -> None:
    must_hold(_bound_to_evidence(tmp_path))


def test_reproduction_only_does_not_pass_a_tree(tmp_path: Path) -> None:
    at = _bound_to_evidence(tmp_path)
    assert _changed(at, {}).supported
    result = _changed(at, {"reproduction_only": True})
    assert result.claims["C1"].status is Status.NOT_EVALUATED
    assert "reproduces a paper's estimator" in result.trees["FT"].barred[0]


def test_an_assumption_of_a_measure_is_said_with_the_tree(tmp_path: Path) -> None:
    result = _changed(_bound_to_evidence(tmp_path), {"assumes": "doors wear alike"})
    assert result.trees["FT"].assumes == ("doors wear alike",)
    assert "assuming that doors wear alike" in result.requirements["C1"].text
