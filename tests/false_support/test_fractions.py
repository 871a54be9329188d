"""A measured fraction of inputs used per mission: counted by the inputs of a mission, or a condition of something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, edited, folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED, calculation

PICTURES = {"p.csv": "light,correct,true,predicted\n" + "day,1,a,a\nnight,1,b,b\n" * 3000}
MISSED: dict[str, Any] = {
    "type": "evidence",
    "evidence": "EV",
    "measure": "worst_scenario",
    "complement": True,
}
COUNTED = {**MISSED, "exposure": {"demands": 20}}
BASE = edited(calculation(), {
    "evidence_items.+": {
        "id": "EV", "title": "Pictures of the door", "method": "nn-scenario-performance", "confidence": 0.95,
        "inputs": {"predictions": "p.csv"}, "parameters": {"by": ["light"]}, "owner": "T. Tester"},
    "events.E1": {"id": "E1", "text": "The camera misses the contact", "model": MISSED},
    "evidence.+": {"id": "N1", "text": "Pictures of the contact", "evidence": "EV", "owner": "T. Tester"},
    "claims.C1.text": "The lift starts with an open door in at most 1 of 10 missions",
    "claims.C1.requirement.confidence": 0.95, "trees.FT.target.probability": 0.1,
    "claims.C2": {"id": "C2", "text": "The pictures show the contact of the lift", "owner": "A. Author"},
    "claims.+": {"id": "W2", "text": "Pictures of the tests are of the lift", "owner": "A. Author", **ACCEPTED},
    "arguments.+": {"id": "A2", "text": "The pictures show it", "supports": "C2", "block": "evidence-incorporation",
                    "from": ["N1"], "side_claims": ["W2"]},
})  # fmt: skip
TOP = "trees.FT.gates.TOP"
BELOW = "trees.FT.gates.+"
CONDITION = {"id": "I", "type": "inhibit", "inputs": ["E2"], "condition": "E1"}


def _top(kind: str, *inputs: Any) -> dict[str, Any]:
    return {TOP: {"id": "TOP", "type": kind, "inputs": list(inputs)}}


def _second(**more: Any) -> dict[str, Any]:
    return {"events.+": {"id": "E3", "text": "The second camera misses the contact", **more}}


def _group(total: dict[str, Any]) -> dict[str, Any]:
    group = {
        "id": "CCF",
        "model": "beta-factor",
        "members": ["E1", "E3"],
        "total": total,
        "factors": [0.1],
    }
    return {**_second(), "events.E1": {"id": "E1", "text": "The camera misses the contact"},
            "common_cause.+": group, **_top("or", "E1", "E2", "E3")}  # fmt: skip


BARE: dict[str, dict[str, Any]] = {
    "alone": {},
    "nested": _top("or", "E2", {"type": "and", "inputs": ["E1"]}),
    "under-and": _top("and", "E1", "E2"),
    "a-condition-of-nothing": {"events.E1.conditional": True},
    "a-condition-and-alone-as-well": {**_top("or", "E1", "I"), BELOW: CONDITION},
    "a-condition-that-a-house-event-bypasses": {
        **_top("or", "E2", "B"),
        BELOW: {"id": "B", "type": "and", "inputs": ["E1", "H"]},
        "events.E1.conditional": True, "house_events.+": {"id": "H", "state": True, "text": "In service"}},
    "a-condition-of-what-is-certain": {
        **_top("and", "E1", "E2"), "events.E1.conditional": True, "events.E2.model.probability": 1.0},
    "conditions-of-each-other": {
        **_second(model=MISSED, conditional=True), "events.E1.conditional": True, **_top("or", "E2", "B"),
        BELOW: {"id": "B", "type": "and", "inputs": ["E1", "E3"]}},
    "two-of-three": {
        **_second(model=MISSED, conditional=True), "events.E1.conditional": True,
        TOP: {"id": "TOP", "type": "atleast", "k": 2, "inputs": ["E1", "E2", "E3"]}},
    "another-tree-below": {
        **_top("or", "E2", "SUB"),
        "trees.+": {"id": "FS", "title": "Camera", "top": "SUB", "kind": "probability-per-demand",
                    "gates": [{"id": "SUB", "type": "or", "inputs": ["E1"]}]}},
    "total-of-a-group": _group(MISSED),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", BARE)
def test_a_fraction_of_inputs_is_no_probability_per_mission(tmp_path: Path, name: str) -> None:
    must_not_hold(folder(tmp_path / name, BASE, BARE[name], PICTURES), "fraction-per-mission")


COUNTED_OR_CONDITION: dict[str, dict[str, Any]] = {
    "counted": {"events.E1.model": COUNTED},
    "one-input-a-mission": {"events.E1.model": {**MISSED, "exposure": {"demands": 1}}},
    "condition-of-a-gate": {**_top("or", "I"), BELOW: CONDITION},
    "conditional-under-and": {"events.E1.conditional": True, **_top("and", "E1", "E2")},
    "condition-of-two-gates": {
        **_top("or", "I", {"type": "and", "inputs": ["E1", "E3"]}), BELOW: CONDITION,
        "events.+": {"id": "E3", "text": "The door is open", "source": "log of May",
                     "model": {"type": "constant", "probability": 0.02}},
        "events.E1.conditional": True},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTED_OR_CONDITION)
def test_a_fraction_that_is_counted_or_a_condition(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / name, BASE, COUNTED_OR_CONDITION[name], PICTURES))


def test_the_total_of_a_group_that_is_counted_is_no_bare_fraction(tmp_path: Path) -> None:
    at = folder(tmp_path / "group", BASE, _group(COUNTED), PICTURES)
    assert '"fraction-per-mission"' not in call("check", at, "--json")[1]


@pytest.mark.slow
def test_a_condition_stays_one_whatever_number_an_unrelated_event_has(tmp_path: Path) -> None:
    """An event that makes the top certain made every condition in the tree one of nothing else."""
    parts = {
        **_second(model={"type": "constant", "probability": 1.0}, source="log of May"),
        "events.E1.conditional": True,
        **_top("or", "B", "E3"),
        BELOW: {"id": "B", "type": "and", "inputs": ["E1", "E2"]},
    }
    at = folder(tmp_path / "certain", BASE, parts, PICTURES)
    assert '"fraction-per-mission"' not in call("check", at, "--json")[1]
    alone = {**parts, **_top("or", "E1", "E3"), BELOW: {"id": "B", "type": "and", "inputs": ["E2"]}}
    at = folder(tmp_path / "alone", BASE, alone, PICTURES)
    assert '"fraction-per-mission"' in call("check", at, "--json")[1]
