"""What a verdict hangs on and nobody measured is asked about: house events, zeros, events that keep a top rare, notes, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, edited, folder
from tests.false_support.bases import calculation, measured

GATE = {"id": "TOP", "type": "or", "inputs": ["AT-NIGHT", "E2"], "text": "The lift starts"}
NIGHT = {"id": "AT-NIGHT", "type": "and", "inputs": ["E1", "H1"], "text": "The contact sticks at night"}
DEFEATER = "{id: D9, target: C1, kind: rebutting, owner: O. Other, text: It happened twice, state: open}"
Edits = tuple[dict[str, Any], dict[str, str]]


TOGETHER = {
    "trees.FT.gates": [{**GATE, "type": "and", "inputs": ["E1", "E2"]}],
    "events.E1.model.probability": 0.02,
    "events.E2.model.probability": 0.02,
}


def at_night(probability: float, *, state: bool) -> Edits:
    """A tree in which a house event stands before an event of this probability."""
    return {
        "trees.FT.gates": [GATE, NIGHT],
        "events.E1.model.probability": probability,
        "house_events": [{"id": "H1", "state": state, "text": "The lift runs at night"}],
    }, {}


ASKED: dict[str, tuple[Edits, str]] = {
    "house-event": (at_night(0.3, state=False), "H1"),
    "zero": (({"events.E1.model.probability": 0.0}, {}), "E1"),
    "within-its-time-without-failures": (
        ({"events.E1.model": {"type": "weibull", "scale": 1e3, "shape": 2.0, "location": 25.0, "hours": 25.0},
          "trees.FT.mission_time": 25.0}, {}), "E1"),
    "rate-of-0": (({"events.E1.model": {"type": "exponential", "rate": 0.0}, "trees.FT.mission_time": 25.0}, {}), "E1"),
    "rare-because-it-happens": (
        ({"trees.FT.gates": [{**GATE, "type": "xor", "inputs": ["E1", "E2"]}], "events.E1.model.probability": 0.9999,
          "events.E2.model.probability": 0.9999}, {}), "E1"),
    "nor": (
        ({"trees.FT.gates": [{**GATE, "type": "nor", "inputs": ["E1", "E2"]}], "events.E1.model.probability": 0.9999,
          "events.E2.model.probability": 0.9999}, {}), "E1"),
    "cardinality": (
        ({"trees.FT.gates": [{**GATE, "type": "cardinality", "k": 0, "k_max": 0, "inputs": ["E1", "E2"]}],
          "events.E1.model.probability": 0.9999, "events.E2.model.probability": 0.9999}, {}), "E2"),
    "parity-that-cancels": (
        ({"trees.FT.gates": [{**GATE, "type": "xor", "inputs": ["E1", {"type": "xor", "inputs": ["E1", "E2"]}]}],
          "events.E1.model.probability": 0.5}, {}), "E1"),
    "parity-with-its-cover": (
        ({"trees.FT.gates": [{**GATE, "type": "xor", "inputs": ["E1", {"type": "or", "inputs": ["E1", "E2"]}]}],
          "events.E1.model.probability": 0.5}, {}), "E1"),
    "one-component": (({**TOGETHER, "events.E1.component": "controller", "events.E2.component": "controller"}, {}), "TOP"),
    "type-of-a-gate": (({**TOGETHER, "trees.FT.gates": [{**GATE, "type": "and", "inputs": ["E1", "E2"],
                                                        "text": "Any one of the two is enough"}]}, {}), "TOP"),
    "listed-by-or": (({**TOGETHER, "trees.FT.gates": [{**GATE, "type": "and", "inputs": ["E1", "E2"],
                                                      "text": "The door contact sticks or the controller misses the contact"}]}, {}), "TOP"),
    "both-on-an-or": (({"trees.FT.gates": [{**GATE, "inputs": ["E1", "E2"],
                                          "text": "Both the contact and the controller fail"}]}, {}), "TOP"),
    "both-in-a-clause": (({"trees.FT.gates": [{**GATE, "inputs": ["E1", "E2"], "text":
                                             "The lift does not stop since both contact and controller fail"}]}, {}), "TOP"),
    "limitation": (({"case.limitations": ["The brake was never tested"]}, {}), "calc"),
    "note-of-a-side-claim": (({"claims.W1.note": "Only the first page was read"}, {}), "W1"),
    "note-of-another-format": (({"claims.W1.note": "status: failed"}, {}), "W1"),
    "doubts": (({"claims.W1.doubt": 0.3, "claims.C2.doubt": 0.3}, {}), "C1"),
    "objection-not-included": (({}, {"more/objections.yml": f"defeaters:\n  - {DEFEATER}\n"}), "calc"),
    "objection-in-json": (({}, {"o.json": json.dumps({"defeaters": [{"id": "D9", "target": "C1", "text": "It fell"}]})}), "calc"),
}  # fmt: skip
SEQUENCES = [{"type": "and", "inputs": ["E1", "E2"]},
             {"type": "and", "inputs": ["E1", {"type": "not", "inputs": ["E2"]}]}]  # fmt: skip
QUIET: dict[str, Edits] = {
    "absorbed": (
        {
            "trees.FT.gates": [{**GATE, "inputs": ["E1", {"type": "and", "inputs": ["E1", "E2"]}]}],
            "events.E2.model.probability": 0.5,
        },
        {},
    ),
    "sequences-with-and-without": ({"trees.FT.gates": [{**GATE, "inputs": SEQUENCES}]}, {}),
    "votes-that-share": (
        {
            "trees.FT.gates": [
                {
                    **GATE,
                    "type": "atleast",
                    "k": 2,
                    "inputs": [{"type": "or", "inputs": ["E1", "E2"]}, "E1", "E2"],
                }
            ]
        },
        {},
    ),
    "house-event-that-changes-nothing": at_night(1e-4, state=False),
    "house-event-that-holds": at_night(1e-4, state=True),
    "xor-of-rare-events": ({"trees.FT.gates": [{**GATE, "type": "xor", "inputs": ["E1", "E2"]}]}, {}),
    "note-of-a-side-claim": ({"claims.W1.note": "Minutes of 3 March, page 2"}, {}),
    "two-components": (
        {**TOGETHER, "events.E1.component": "contact", "events.E2.component": "controller"},
        {},
    ),
    "argued-independent": (
        {
            **TOGETHER,
            "events.E1.component": "x",
            "events.E2.component": "x",
            "trees.FT.independent_events": "W1",
            "claims.W1.text": "Contact and controller have no supply in common",
        },
        {},
    ),
    "type-of-a-gate": (
        {
            **TOGETHER,
            "trees.FT.gates": [
                {
                    **GATE,
                    "type": "and",
                    "inputs": ["E1", "E2"],
                    "text": "The contact or its cable, and the controller",
                }
            ],
        },
        {},
    ),
    "both-that-is-denied": (
        {
            "trees.FT.gates": [
                {**GATE, "inputs": ["E1", "E2"], "text": "Not stopped by both contact and controller"}
            ]
        },
        {},
    ),
    "both-that-names-no-inputs": (
        {
            "trees.FT.gates": [
                {**GATE, "inputs": ["E1", "E2"], "text": "The lift starts both by day and by night"}
            ]
        },
        {},
    ),
    "limitation": ({"case.limitations": ["Vandalism is not considered", "One plant only"]}, {}),
    "doubts": ({"claims.W1.doubt": 0.05, "claims.C2.doubt": 0.05}, {}),
}


def asked_of(at: Path) -> list[str]:
    """Ids of the parts that an assessment asks about; the case holds."""
    code, out, _ = call("assess", at, "--json")
    document = json.loads(out)
    assert (code, document["supported"]) == (0, True)
    return [question["id"] for question in document["questions"]]


@pytest.mark.parametrize("name", ASKED)
def test_what_the_verdict_hangs_on_is_asked_about(tmp_path: Path, name: str) -> None:
    (edits, files), part = ASKED[name]
    assert part in asked_of(folder(tmp_path / "x", calculation(), edits, files))


@pytest.mark.parametrize("name", QUIET)
def test_what_changes_nothing_is_not(tmp_path: Path, name: str) -> None:
    edits, files = QUIET[name]
    assert asked_of(folder(tmp_path / "x", calculation(), edits, files)) == []


def measured_at_night(*, stated: float) -> dict[str, Any]:
    """A tree with a limit of its own by a record without failures, and a typed event behind a house event that is off."""
    tree = calculation()
    requirement = {**tree["claims"][0]["requirement"], "confidence": 0.95}
    night = edited(tree, {
        "trees.FT.gates": [GATE, NIGHT],
        "trees.FT.target": {"probability": 1e-3, "source": "lift standard", "confidence": 0.95},
        "events.E1.model.probability": stated,
        "events.E2": {"id": "E2", "text": "The controller misses the contact",
                      "model": {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}},
        "house_events": [{"id": "H1", "state": False, "text": "The lift runs at night"}],
        "claims.C1.requirement": requirement,
    })  # fmt: skip
    item = measured()["evidence_items"][0]
    return {**night, "evidence_items": [item]}


@pytest.mark.parametrize(("stated", "asks"), [(6e-4, True), (1e-5, False)])
def test_a_state_is_judged_by_the_bound_that_the_claim_is_held_with(
    tmp_path: Path, stated: float, asks: bool
) -> None:
    """Of 5,000 demands none failed: by the point value the top is as rare as what stands behind the state."""
    record = {"record.csv": "entry,demands,failures\nquay,5000,0\n"}
    at = folder(tmp_path / "x", measured_at_night(stated=stated), {}, record)
    assert ("H1" in asked_of(at)) == asks
