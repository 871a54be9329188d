"""A sentence that limits from above what a part is for says the contrary of a tree of its failures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

PUMP: dict[str, Any] = {
    "trees.FT.title": "No water",
    "events.E1.text": "The pump does not start within 2 s",
    "events.E2.text": "The valve sticks",
}
INVERTED = [
    "The pump starts in at most 1 of 1,000 missions",
    "The pump starts within 2 s in at most 1 of 1,000 missions",
    "The pump starts on at most 1 of 1,000 missions",
    "The pump starts at most once in 1,000 missions",
    "In at most 1 of 1,000 missions the pump starts",
    "The pump runs in at most 1 of 1,000 missions",
    "The pump responds on demand in at most 1 of 1,000 missions",
    "The pump delivers water in at most 1 of 1,000 missions",
    "The pump supplies the water in at most 1 of 1,000 missions",
    "Die Pumpe startet bei höchstens 1 von 1.000 Einsätzen",
    "Die Pumpe läuft bei höchstens 1 von 1.000 Einsätzen an",
]
STRAIGHT = [
    "The pump does not start in at most 1 of 1,000 missions",
    "The pump starts by itself in at most 1 of 1,000 missions",
    "The pump starts too late in at most 1 of 1,000 missions",
    "The pump runs dry in at most 1 of 1,000 missions",
    "The pump runs on in at most 1 of 1,000 missions",
    "The valve opens unintendedly in at most 1 of 1,000 missions",
    "Die Pumpe läuft bei höchstens 1 von 1.000 Einsätzen nicht an",
    "The start of the pump succeeds, with at most 1 of 1,000 missions failing",
    "Der Start der Pumpe gelingt, wobei höchstens 1 von 1.000 Einsätzen misslingt",
    "Der Start der Pumpe gelingt, höchstens 1 von 1.000 Einsätzen misslingt",
]


def case(tmp_path: Path, text: str, **more: Any) -> Path:
    gate = {"trees.FT.gates": [{"id": "TOP", "type": "or", "inputs": ["E1", "E2"], "text": "No water comes"}]}
    return folder(tmp_path / "x", calculation(), {**PUMP, **gate, **more, "claims.C1.text": text})


@pytest.mark.parametrize("text", INVERTED)
def test_a_function_that_its_tree_denies(tmp_path: Path, text: str) -> None:
    must_not_hold(case(tmp_path, text), "requirement-direction")


@pytest.mark.parametrize("text", STRAIGHT)
def test_what_goes_wrong_is_limited_from_above(tmp_path: Path, text: str) -> None:
    must_hold(case(tmp_path, text))


def test_a_false_alarm_is_no_function(tmp_path: Path) -> None:
    at = case(tmp_path, "The alarm sounds falsely in at most 1 of 1,000 missions")
    assert "requirement-direction" not in call("check", at)[1]


@pytest.mark.parametrize("title", ["Pump does not start on demand", "The pump fails to start"])
def test_the_title_denies_it(tmp_path: Path, title: str) -> None:
    more = {"trees.FT.title": title, "events.E1.text": "The starter motor burns out"}
    must_not_hold(case(tmp_path, INVERTED[0], **more), "requirement-direction")


MEANT = "does the number that is required mean this sentence?"


def asked(at: Path) -> list[str]:
    questions = json.loads(call("assess", at, "--json")[1])["questions"]
    return [part["id"] for part in questions if part["question"] == MEANT]


def test_a_function_that_no_text_of_the_tree_names_is_a_question(tmp_path: Path) -> None:
    assert asked(case(tmp_path, "The valve opens in at most 1 of 1,000 missions")) == ["C1"]
    unwanted = {"events.E2.text": "The valve opens by itself"}
    assert not asked(case(tmp_path, "The valve opens in at most 1 of 1,000 missions", **unwanted))


def test_a_start_that_nobody_wants(tmp_path: Path) -> None:
    """The tree says that the function is what goes wrong."""
    more = {"trees.FT.title": "Unwanted start", "events.E1.text": "The pump starts without a demand"}
    must_hold(case(tmp_path, INVERTED[0], **more))


def test_a_claim_above_is_held_against_the_tree_below(tmp_path: Path) -> None:
    more = {
        "case.roots": ["C0"], "claims.+": {"id": "C0", "text": INVERTED[0], "owner": "A. Author"},
        "arguments.+": {"id": "A0", "text": "From the tree", "supports": "C0", "block": "concretion", "from": ["C1"],
                        "side_claims": ["W1"]}}  # fmt: skip
    must_not_hold(case(tmp_path, STRAIGHT[0], **more), "requirement-direction")
