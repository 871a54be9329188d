"""A number of what goes right does not stand for the same number of what goes wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.texts.events.polarity import polarity
from casegen.texts.events.subjects import denies
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_levels import PER_INPUT, PICTURES

TEXT, REQUIREMENT = "claims.C1.text", "claims.C1.requirement"
CONTRARY = [
    "In at most 1 of 1,000 approaches the range guard works",
    "The range guard works in at most 0.1 % of the approaches",
    "The range guard functions correctly in no more than 1 of 1,000 approaches",
    "The range guard is available in at most 0.1 % of the approaches",
    "The range guard is right in 1 of 1,000 approaches",
    "The probability that the range guard works is at most 0.001",
    "The range guard fails in at least 99.9 % of the approaches",
    "The range guard fails in 99.9 % of the approaches",
    "The range guard does not work in at least 99.9 % of the approaches",
    "The range guard does not fail in at most 1 of 1,000 approaches",
    "At most 1 of 1,000 approaches is handled correctly by the range guard",
    "The success probability of the range guard is at most 0.001 per approach",
    "The reliability of the range guard is at most 0.001",
    "The range guard has an availability of 0.1 % in approaches",
    "The failure probability of the range guard is at least 99.9 %",
    "All but 1 of 1,000 approaches end with a failure of the range guard",
    "The range guard is useless in at least 99.9 % of the approaches",
    "Der Bereichswächter funktioniert bei höchstens 1 von 1.000 Annäherungen",
    "Der Bereichswächter versagt bei mindestens 99,9 % der Annäherungen",
    "Bei höchstens 0,1 % der Annäherungen hat der Bereichswächter recht",
]
STRAIGHT = [
    "The range guard works in at least 99.9 % of the approaches",
    "The range guard works in all but at most 1 of 1,000 approaches",
    "The range guard does not work in at most 1 of 1,000 approaches",
    "The range guard works wrongly in at most 1 of 1,000 approaches",
    "The range guard is not available in at most 1 of 1,000 approaches",
    "A working range guard is overridden in at most 1 of 1,000 approaches",
    "In at most 1 of 1,000 approaches the range guard performs a needless stop",
    "An intruder succeeds in at most 1 of 1,000 approaches to the range guard",
    "The probability that the range guard does not work is at most 0.001 per approach",
    "The range guard passes an obstacle in at most 1 of 1,000 approaches",
    "The range guard stops the vehicle correctly in at least 999 of 1,000 approaches",
    "Der Bereichswächter funktioniert bei mindestens 99,9 % der Annäherungen",
    "Der Bereichswächter funktioniert nicht bei höchstens 1 von 1.000 Annäherungen",
    "The reliability of the range guard is at least 99.9 % in approaches",
    "The failure probability of the range guard is at most 0.001 per approach",
    "At least 999 of 1,000 approaches are handled correctly by the range guard",
    "With the safety function, the range guard fails in at most 1 of 1,000 approaches",
    "The works of the range guard stand still in at most 1 of 1,000 approaches",
]


@pytest.mark.parametrize("number", range(len(CONTRARY)))
def test_a_number_of_the_contrary(tmp_path: Path, number: int) -> None:
    at = folder(tmp_path / "x", measured(), {TEXT: CONTRARY[number]}, {"record.csv": RECORD})
    must_not_hold(at, "requirement-direction")


@pytest.mark.parametrize("number", range(len(STRAIGHT)))
def test_a_number_of_what_is_measured(tmp_path: Path, number: int) -> None:
    must_hold(folder(tmp_path / "x", measured(), {TEXT: STRAIGHT[number]}, {"record.csv": RECORD}))


@pytest.mark.parametrize(("text", "holds"), [
    ("The door control works in at most 1 of 1,000 missions", False),
    ("The door control works in at least 99.9 % of the missions", True),
    ("The door control fails in at most 1 of 1,000 missions", True),
])  # fmt: skip
def test_a_top_event_is_of_what_goes_wrong(tmp_path: Path, text: str, holds: bool) -> None:
    at = folder(tmp_path / "x", calculation(), {TEXT: text})
    if holds:
        must_hold(at)
    else:
        must_not_hold(at, "requirement-direction")


@pytest.mark.parametrize("block", ["concretion", "substitution", "decomposition"])
@pytest.mark.parametrize(("text", "holds"), [
    ("The door control works in at most 1 of 1,000 missions", False),
    ("The door control works in at least 99.9 % of the missions", True),
])  # fmt: skip
def test_a_claim_above_is_held_against_what_is_below(
    tmp_path: Path, block: str, text: str, holds: bool
) -> None:
    edits: dict[str, Any] = {
        "case.roots": ["C0"], "claims.+": {"id": "C0", "text": text, "owner": "A. Author"},
        "arguments.+": {"id": "A0", "text": "From the tree", "supports": "C0", "block": block, "from": ["C1"],
                        "side_claims": ["W1"]}}  # fmt: skip
    at = folder(tmp_path / "x", calculation(), edits)
    if holds:
        must_hold(at)
    else:
        must_not_hold(at, "requirement-direction")


@pytest.mark.slow
@pytest.mark.parametrize(("text", "comparison", "holds"), [
    ("The range guard is right in at least 90 % of the pictures", ">=", True),
    ("The range guard is wrong in at most 10 % of the pictures", ">=", True),
    ("The range guard is wrong in at least 90 % of the pictures", ">=", False),
    ("The range guard is right in at most 10 % of the pictures", ">=", False),
    ("The range guard is right in 10 % of the pictures", ">=", False),
    ("The range guard of old is right in at most 90 % of the pictures", "<=", True),
])  # fmt: skip
def test_a_share_of_right_answers(tmp_path: Path, text: str, comparison: str, holds: bool) -> None:
    wrong_too = {
        "p.csv": "light,correct,true,predicted\n" + "day,1,a,a\nnight,0,b,a\nday,0,a,b\nnight,1,b,b\n" * 300
    }
    edits = {**PER_INPUT, TEXT: text, f"{REQUIREMENT}.comparison": comparison}
    at = folder(tmp_path / "x", measured(), edits, PICTURES if comparison == ">=" else wrong_too)
    if holds:
        must_hold(at)
    else:
        must_not_hold(at, "requirement-direction")


FAR = [
    "Der Bereichswächter versagt bei höchstens 1 von 1.000.000 Annäherungen",
    "Der Bereichswächter versagt bei höchstens 0,0001 % der Annäherungen",
    "For at most 1 of 1,000,000 approaches the range guard fails",
    "The range guard fails for at most 0.0001 % of the approaches",
]


@pytest.mark.parametrize("number", range(len(FAR)))
def test_how_often_is_no_condition(tmp_path: Path, number: int) -> None:
    at = folder(tmp_path / "x", measured(), {TEXT: FAR[number]}, {"record.csv": RECORD})
    must_not_hold(at, "text-number")


@pytest.mark.slow
@pytest.mark.parametrize("text", [
    "With at most 1 % noise the range guard fails in at most 1 of 1,000 approaches",
    "Bei höchstens 0,01 % Rauschen versagt der Bereichswächter in höchstens 1 von 1.000 Annäherungen",
    "For at most 0.01 % salt the range guard fails in at most 1 of 1,000 approaches",
    "Der Bereichswächter versagt bei höchstens 1 von 1.000 Annäherungen",
])  # fmt: skip
def test_a_condition_is_no_number_of_failures(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", measured(), {TEXT: text}, {"record.csv": RECORD}))


OPPOSED = [
    "The lift keeps its doors shut in at most 1 of 1,000 starts",
    "In at most 0.1 % of the starts the lift keeps its doors shut",
]
ALIKE = ["The lift does not keep its doors shut in at most 1 of 1,000 starts",
         "The lift keeps its doors shut too long in at most 1 of 1,000 starts"]  # fmt: skip


@pytest.mark.parametrize("text", [*OPPOSED, *ALIKE])
def test_a_sentence_with_the_contrary_of_what_its_tree_is_of(tmp_path: Path, text: str) -> None:
    at = folder(
        tmp_path / "x", calculation(), {"trees.FT.title": "The lift does not keep its doors shut", TEXT: text}
    )
    if text in OPPOSED:
        must_not_hold(at, "requirement-direction")
    else:
        must_hold(at)


def test_the_contrary_in_another_form_of_the_verb() -> None:
    assert denies(
        "The machine does not pay out to a stranger in 1 of 9 runs", "The machine pays out to a stranger"
    )
    assert not denies(
        "The machine pays out to a stranger in 1 of 9 runs", "The machine pays out to a stranger"
    )


def test_without_in_a_circumstance_turns_no_direction() -> None:
    """Only a failure that is taken out makes it success."""
    cases = {
        "The pump fails to start in at most 1 of 1,000 demands without preheating": "failure",
        "The brake fails to hold in at most 1 of 1,000 stops without a load": "failure",
        "The pump fails to start in at most 1 of 1,000 demands without loss of power": "failure",
        "Die Pumpe versagt bei höchstens 1 von 1.000 Anforderungen ohne Vorwärmen": "failure",
        "The pump works in at most 1 of 1,000 demands without preheating": "success",
        "The pump does not work in at most 1 of 1,000 demands without preheating": "failure",
        "The pump runs in at least 99.9 % of the days without a failed start": "success",
        "The pump runs in at least 99.9 % of the days without a single failed start": "success",
        "The pump runs in at most 1 of 1,000 days without being available": "failure",
    }
    assert {text: polarity(text) for text in cases} == cases
