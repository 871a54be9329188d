"""The requirement belongs to the step: its tree, its item, its target, its text, its direction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import DROP, edited, folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED, RECORD, calculation, measured

BAD = {"events.E1.model.probability": 0.5}
"""the tree's top event is .5 against a target of .001"""
RADIO = {
    "events.+": {"id": "R1", "text": "The radio fails", "source": "data sheet",
                 "model": {"type": "constant", "probability": 1e-4}},
    "trees.+": {"id": "RADIO", "title": "No radio", "top": "NORADIO", "target": {"probability": 0.9},
                "gates": [{"id": "NORADIO", "type": "or", "inputs": ["R1"]}]},
}  # fmt: skip
REQUIREMENT = "claims.C1.requirement"
TEXT = "claims.C1.text"
SILENT = "The lift starts with an open door seldom"


def _whole(text: str, block: str = "decomposition") -> dict[str, Any]:
    """A root without requirement above the calculation, with a number of its own."""
    return {
        "case.roots": ["C0"], "claims.+": {"id": "C0", "text": text, "owner": "A. Author"},
        "arguments.+": {"id": "A0", "text": "From its parts", "supports": "C0", "block": block, "from": ["C1"],
                        "side_claims": ["W1"]},
    }  # fmt: skip


CALCULATION: dict[str, tuple[dict[str, Any], str]] = {
    "no-requirement": ({**BAD, REQUIREMENT: DROP, TEXT: SILENT}, "calculation-requirement"),
    "no-requirement-and-no-target": (
        {**BAD, REQUIREMENT: DROP, TEXT: SILENT, "trees.FT.target": DROP}, "calculation-requirement"),
    "requirement-on-another-tree": (
        {**BAD, **RADIO, f"{REQUIREMENT}.measure.tree": "RADIO", f"{REQUIREMENT}.bound": 1e-3}, "requirement-step"),
    "target-of-another-tree": (
        {**BAD, **RADIO, f"{REQUIREMENT}.bound": {"target_of": "RADIO"}, TEXT: SILENT}, "target-of-other-tree"),
    "looser-than-the-target": (
        {**BAD, f"{REQUIREMENT}.bound": 0.6, TEXT: SILENT}, "requirement-below-target"),
    "text-1-of-1000-bound-0.6": (
        {**BAD, f"{REQUIREMENT}.bound": 0.6, "trees.FT.target": DROP}, "text-number"),
    "text-0.1-percent-bound-0.9": (
        {**BAD, f"{REQUIREMENT}.bound": 0.9, "trees.FT.target": DROP,
         TEXT: "The lift starts with an open door in 0.1 % of the missions"}, "text-number"),
    "german-text": (
        {**BAD, f"{REQUIREMENT}.bound": 0.6, "trees.FT.target": DROP,
         TEXT: "Der Aufzug fährt in höchstens 1 von 1.000 Fahrten mit offener Tür an"}, "text-number"),
    "text-per-hour-tree-per-mission": (
        {f"{REQUIREMENT}.bound": 1e-3, TEXT: "The lift starts with an open door at most once in 10³ hours"},
        "text-number"),
    "sil": (
        {**BAD, f"{REQUIREMENT}.bound": 0.6, "trees.FT.target": DROP, TEXT: "The door contact reaches SIL 2"},
        "text-number"),
    "at-least-a-top-event": ({**BAD, f"{REQUIREMENT}.comparison": ">="}, "top-event-direction"),
    "at-most-one": ({**BAD, f"{REQUIREMENT}.bound": 1, "trees.FT.target": DROP, TEXT: SILENT}, "bound-trivial"),
    "at-most-.999": ({**BAD, f"{REQUIREMENT}.bound": 0.999, "trees.FT.target": DROP, TEXT: "The lift keeps its door"},
                     "bound-says-little"),
    "seldom-at-most-.98": ({**BAD, f"{REQUIREMENT}.bound": 0.98, "trees.FT.target": DROP, TEXT: SILENT},
                           "bound-says-little"),
    "selten-at-most-.6": (
        {**BAD, f"{REQUIREMENT}.bound": 0.6, "trees.FT.target": DROP,
         TEXT: "Der Aufzug fährt selten mit offener Tür an"}, "bound-says-little"),
    "seldom-the-target-is-.9": ({**BAD, "trees.FT.target.probability": 0.9, TEXT: SILENT}, "bound-says-little"),
    "assumption-at-most-one": (
        {"contexts.+": {"id": "X1", "kind": "assumption", "text": "The door is closed", "state": "unknown",
                        "owner": "A. Author", "requirement": {"measure": {"tree": "FT"}, "bound": 1,
                                                              "kind": "probability-per-mission"}},
         "claims.C1.context": ["X1"]}, "bound-trivial"),
    "whole-stronger-than-its-parts": (_whole("The lift fails in at most 1 of 1,000,000 missions"), "no requirement below"),
    "whole-by-a-calculation-of-nothing": (
        _whole("The lift fails in at most 1 of 1,000,000 missions", "calculation"), "no requirement below"),
    "concretion-weaker-than-the-text": (
        {**BAD, f"{REQUIREMENT}.bound": 0.6, "trees.FT.target": DROP, TEXT: SILENT, "case.roots": ["C0"],
         "claims.+": {"id": "C0", "text": "The lift starts with an open door in at most 1 of 10,000 missions",
                      "owner": "A. Author"},
         "arguments.+": {"id": "A0", "text": "Made precise", "supports": "C0", "block": "concretion", "from": ["C1"],
                         "side_claims": ["W1"]}}, "text-number"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALCULATION)
def test_a_calculation_is_judged_by_its_own_tree_and_text(tmp_path: Path, name: str) -> None:
    edits, because = CALCULATION[name]
    must_not_hold(folder(tmp_path / name, calculation(), edits), because)


def _defined(text: str, bound: float, kind: str = "definition") -> dict[str, Any]:
    """A claim without a number, whose words a context defines."""
    return {
        TEXT: "The lift is acceptably safe in missions", "trees.FT.target": DROP, f"{REQUIREMENT}.bound": bound,
        "arguments.A1.text": "By the fault tree of the lift", "claims.C1.context": ["X1"],
        "contexts.+": {"id": "X1", "kind": kind, "text": text},
    }  # fmt: skip


@pytest.mark.parametrize("text", [
    "Acceptably safe: the lift starts with an open door in at most 1 of 1,000 missions",
    "Acceptably safe means that at most 0.1 % of the missions start with an open door",
])  # fmt: skip
def test_a_definition_of_the_words_of_a_claim_counts(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "far", calculation(), {**BAD, **_defined(text, 0.6)}), "text-number")
    must_hold(folder(tmp_path / "twin", calculation(), _defined(text, 1e-3)))
    other = "Reserve: at most 1 of 1,000,000 missions uses it"
    must_hold(folder(tmp_path / "other", calculation(), _defined(other, 1e-3)))


def test_a_number_far_above_the_ones_that_are_required(tmp_path: Path) -> None:
    middle = edited(calculation(), _whole("The lift keeps its standard", "concretion"))
    edits = {
        "case.roots": ["CT"],
        "claims.+": {"id": "CT", "text": "The lift fails in at most 1 of 1,000,000 missions", "owner": "A. Author"},
        "arguments.+": {"id": "AT", "text": "Made precise", "supports": "CT", "block": "concretion", "from": ["C0"],
                        "side_claims": ["W1"]},
    }  # fmt: skip
    must_not_hold(folder(tmp_path / "far", middle, edits), "no requirement below")


CALCULATION_TWINS: dict[str, dict[str, Any]] = {
    "stricter-than-the-target": {f"{REQUIREMENT}.bound": 5e-4},
    "no-target-but-a-bound": {"trees.FT.target": DROP, f"{REQUIREMENT}.bound": 1e-3},
    "percent": {TEXT: "The lift starts with an open door in at most 0.1 % of the missions"},
    "german": {TEXT: "Der Aufzug fährt in höchstens 1 von 1.000 Fahrten mit offener Tür an"},
    "a-share-that-is-large-and-stated": {
        TEXT: "The lift starts with an open door in at most 95 % of the missions", f"{REQUIREMENT}.bound": 0.95,
        "trees.FT.target": DROP},
    "not-seldom": {TEXT: "It is not unlikely that the lift starts with an open door",
                   f"{REQUIREMENT}.bound": 0.6, "trees.FT.target": DROP},
    "no-number": {TEXT: "The lift starts with an open door as seldom as the lift standard asks",
                  "claims.C1.waive": [{"rule": "claim-qualifier", "reason": "see the target", "by": "B. Judge"}]},
    "whole-no-stronger-than-its-parts": _whole("The lift fails in at most 1 of 100 missions"),
    "held-above": {
        REQUIREMENT: DROP, TEXT: "The lift keeps the target of the lift standard", "case.roots": ["C0"],
        "claims.+": {"id": "C0", "text": "The lift starts with an open door in at most 1 of 1,000 missions",
                     "owner": "A. Author", "requirement": calculation()["claims"][0]["requirement"]},
        "arguments.+": {"id": "A0", "text": "Made precise", "supports": "C0", "block": "concretion", "from": ["C1"],
                        "side_claims": ["W1"]}},
}  # fmt: skip


@pytest.mark.parametrize("name", CALCULATION_TWINS)
def test_a_calculation_that_says_what_it_shows(tmp_path: Path, name: str) -> None:
    edits = dict(CALCULATION_TWINS[name])
    edits.pop("claims.C1.waive", None)
    must_hold(folder(tmp_path / name, calculation(), edits))


WORN = "entry,demands,failures\nquay,4000,2400\n"
OTHER = {
    "evidence_items.+": {**measured()["evidence_items"][0], "id": "EV2", "inputs": {"record": "worn.csv"}},
    "evidence.+": {"id": "N2", "text": "Record of the worn guard", "evidence": "EV2", "owner": "T. Tester"},
}

MEASURED: dict[str, tuple[dict[str, Any], str]] = {
    "no-requirement": (
        {**OTHER, REQUIREMENT: DROP, TEXT: "The range guard stops the vehicle", "arguments.A1.from": ["N2"],
         "evidence.N1": DROP, "evidence_items.EV": DROP}, "measured-unjudged"),
    "at-most-1-of-1000-without-requirement": (
        {**OTHER, REQUIREMENT: DROP, "arguments.A1.from": ["N2"], "evidence.N1": DROP, "evidence_items.EV": DROP},
        "measured-unjudged"),
    "a-number-is-required-not-accepted": (
        {**OTHER, REQUIREMENT: DROP, "arguments.A1.from": ["N2"], "evidence.N1": DROP, "evidence_items.EV": DROP,
         "evidence.N2.accepted_by": "B. Judge"}, "measured-unjudged"),
    "requirement-on-another-item": ({**OTHER, "arguments.A1.from": ["N2"], "evidence.N1": DROP}, "requirement-step"),
    "requirement-on-one-of-two": ({**OTHER, "arguments.A1.from": ["N1", "N2"]}, "measured-unjudged"),
    "at-least-a-failure-probability": (
        {"evidence_items.EV.inputs.record": "worn.csv", f"{REQUIREMENT}.comparison": ">="}, "requirement-direction"),
    "at-least-without-a-number": (
        {"evidence_items.EV.inputs.record": "worn.csv", f"{REQUIREMENT}.comparison": ">=",
         TEXT: "The range guard stops the vehicle"}, "requirement-direction"),
    "90-percent-correct-left-out": (
        {"evidence_items.EV.inputs.record": "worn.csv", f"{REQUIREMENT}.comparison": DROP,
         f"{REQUIREMENT}.bound": 0.9, TEXT: "At least 90 % of the approaches end well"}, "text-number"),
    "estimate-of-nothing": (
        {"evidence_items.EV.inputs.record": "few.csv", f"{REQUIREMENT}.confidence": DROP}, "an estimate of 0"),
    "text-asks-for-more-confidence": (
        {TEXT: "The range guard fails in at most 1 of 1,000 approaches, with 99 % confidence"}, "text-number"),
    "the-other-measure": (
        {"evidence_items.EV.inputs.record": "worn.csv", f"{REQUIREMENT}.measure.measure": "alike",
         f"{REQUIREMENT}.comparison": "<=", f"{REQUIREMENT}.kind": "score", f"{REQUIREMENT}.bound": 5}, "text-number"),
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED)
def test_evidence_is_judged_by_a_requirement_on_what_is_cited(tmp_path: Path, name: str) -> None:
    edits, because = MEASURED[name]
    files = {"record.csv": RECORD, "worn.csv": WORN, "few.csv": "entry,demands,failures\nquay,3,0\n"}
    must_not_hold(folder(tmp_path / name, measured(), edits, files), because)


MEASURED_TWINS: dict[str, dict[str, Any]] = {
    "complement": {TEXT: "The range guard stops the vehicle in at least 99.9 % of the approaches"},
    "german": {TEXT: "Der Bereichswächter versagt bei höchstens 0,1 % der Annäherungen"},
    "judged-by-a-person": {
        REQUIREMENT: DROP, TEXT: "The range guard was exercised at the quay and the buoy",
        "evidence.N1.accepted_by": "B. Judge"},
    "required-above": {
        REQUIREMENT: DROP, TEXT: "The range guard keeps its limit", "case.roots": ["C0"],
        "claims.+": {**measured()["claims"][0], "id": "C0"},
        "arguments.+": {"id": "A0", "text": "Made precise", "supports": "C0", "block": "concretion", "from": ["C1"],
                        "side_claims": ["W1"]}},
    "at-least-is-said": {
        f"{REQUIREMENT}.comparison": ">=", f"{REQUIREMENT}.bound": 1e-6,
        TEXT: "The old range guard fails in at least 0.0001 % of the approaches"},
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED_TWINS)
def test_evidence_with_a_requirement_on_it(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / name, measured(), MEASURED_TWINS[name], {"record.csv": RECORD}))


def _allocated() -> dict[str, Any]:
    """A tree with a measured event, and a claim that its share of the target is kept."""
    base = measured()
    base["events"] = [
        {"id": "E1", "text": "The guard misses", "model": {
            "type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}},
        {"id": "E2", "text": "An obstacle is there", "source": "site plan",
         "model": {"type": "constant", "probability": 0.01}},
    ]  # fmt: skip
    base["trees"] = [
        {"id": "FT", "title": "Collision", "top": "TOP", "target": {"probability": 1e-5, "confidence": 0.95},
         "gates": [{"id": "TOP", "type": "and", "inputs": ["E1", "E2"]}]},
    ]  # fmt: skip
    base["case"]["roots"] = ["C0"]
    base["claims"][0]["requirement"]["bound"] = {"allocated": {"tree": "FT", "event": "E1"}}
    base["claims"].append(
        {"id": "C0", "text": "The vehicle collides in at most 1 of 100,000 missions", "owner": "A. Author",
         "requirement": {"measure": {"tree": "FT"}, "bound": {"target_of": "FT"}, "confidence": 0.95,
                         "kind": "probability-per-mission"}})  # fmt: skip
    base["claims"].append({"id": "W0", "text": "The tree holds the causes", "owner": "A. Author", **ACCEPTED})
    base["arguments"].append(
        {"id": "A0", "text": "By fault tree", "supports": "C0", "block": "calculation", "tree": "FT", "from": ["C1"],
         "side_claims": ["W0"]})  # fmt: skip
    return base


ALLOCATED: dict[str, tuple[dict[str, Any], str]] = {
    "share-of-an-event-of-another-item": (
        {**OTHER, "events.E1.model.evidence": "EV2", "arguments.A1.from": ["N1"], "evidence.N2": DROP},
        "allocated-measure"),
    "share-of-an-event-whose-number-is-typed": (
        {f"{REQUIREMENT}.bound": {"allocated": {"tree": "FT", "event": "E2"}}}, "allocated-measure"),
    "share-of-a-group-whose-number-is-typed": (
        {"events.E2.model": DROP, "events.E2.source": DROP, "events.+": {"id": "E3", "text": "The brake fails"},
         "common_cause": [{"id": "CC", "model": "beta-factor", "members": ["E2", "E3"], "factors": [0.1],
                           "text": "One hydraulic line", "source": "IEC 61508-6", "total": {"type": "constant", "probability": 1e-4}}],
         "trees.FT.gates.TOP.inputs": ["E1", "E2", "E3"],
         f"{REQUIREMENT}.bound": {"allocated": {"tree": "FT", "event": "CC"}}}, "allocated-measure"),
    "share-of-another-measure-of-the-item": (
        {f"{REQUIREMENT}.measure.measure": "failures"}, "allocated-measure"),
    "share-from-below": ({f"{REQUIREMENT}.comparison": ">="}, "allocated-measure"),
    "share-weaker-than-the-text": (
        {"events.E2.model.probability": 1e-4}, "the text says"),
    "share-of-a-barred-tree": (
        {"trees.FT.gates.TOP.inputs": ["E1", "E2", "H"], "house_events.+": {"id": "H", "state": False}},
        "cannot happen"),
    "share-above-what-its-tree-grants": (
        {"trees.FT.allocation": [{"event": "E1", "at_most": 1e-4}], TEXT: "The guard misses seldom"},
        "exceeds the limit of 10⁻⁴"),
}  # fmt: skip


@pytest.mark.parametrize("name", ALLOCATED)
def test_an_allocated_share_is_of_the_event_measured(tmp_path: Path, name: str) -> None:
    edits, because = ALLOCATED[name]
    must_not_hold(
        folder(tmp_path / name, _allocated(), edits, {"record.csv": RECORD, "worn.csv": WORN}), because
    )


@pytest.mark.parametrize("allocation", [[], [{"event": "E1", "at_most": 0.5, "at_least": 1e-6}]])
def test_an_allocated_share_holds(tmp_path: Path, allocation: list[dict[str, Any]]) -> None:
    edits = {"trees.FT.allocation": allocation}
    must_hold(folder(tmp_path / "allocated", _allocated(), edits, {"record.csv": RECORD}))


WORSE = {"events.+": {"id": "E3", "text": "The brake fails", "source": "data sheet B-1, table 3",
                      "model": {"type": "constant", "probability": 1e-3}}}  # fmt: skip


@pytest.mark.parametrize("worst", [1e-3, 0.5])
def test_an_allocated_bound_that_nothing_meets_fails(tmp_path: Path, worst: float) -> None:
    """The target is missed whatever the guard is: the claim on its share does not become a mere unknown."""
    any_gate = {"trees.FT.gates.+": {"id": "BOTH", "type": "and", "inputs": ["E1", "E2"]},
                "trees.FT.gates.TOP.type": "or", "trees.FT.gates.TOP.inputs": ["BOTH", "E3"]}  # fmt: skip
    at = folder(
        tmp_path / "c",
        _allocated(),
        {**WORSE, **any_gate, "events.E3.model.probability": worst},
        {"record.csv": RECORD},
    )
    said = must_not_hold(at, "infeasible")
    assert (said.claims["C1"], said.claims["C0"]) == ("challenged", "challenged")


FORMS = ("in at most 1 of 200 stops", "in ≤ 0.5 % of the stops", "at most 4e-9 per hour", "with at most 0.005 per stop",
         "in at most one in two hundred stops", "at most once in 10⁵ hours", "in < 0.5 % of the stops")  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_number_of_an_accepted_assumption_is_that_persons_in_every_form(form: str, tmp_path: Path) -> None:
    text = f"The brake of the test vehicle fails to hold {form}"
    must_hold(folder(tmp_path / "c", calculation(), {"claims.C2.text": text}))
