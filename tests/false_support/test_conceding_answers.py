"""Answers that concede an objection, promise, name a price, repeat what is doubted or speak of nothing; true ones beside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_not_hold
from tests.false_support.bases import ACCEPTED, calculation
from tests.false_support.test_asked_of_words import asked

CONCEDED = [
    "Yes, the tree leaves it out", "True, fire is left out", "It is left out, admittedly", "We concede that", "It cannot be ruled out",
    "Nobody cares", "Refuted by O. Other", "Granted, fire has no event", "The causes of fire are missing", "Das geben wir zu",
    "Because the lift starts with an open door in at most 1 of 1,000 missions", "Feuer fehlt, zugegeben",
    "The tree leaves fire out", "Shown in report r9.md", "Shown by claim C9", "C1 shows it", "See C1", "By C1", "See C99", "wird geprüft", "in work", "wip",
    "Der Einwand ist berechtigt", "in Arbeit", "is being tested", "Wird gerade untersucht", "Work in progress", "Siehe C1",
]  # fmt: skip
ASKED = [
    "A test of the lift in fire is planned", "Including fire costs 20,000 EUR", "Fire is counted from next year on",
    "Die Kritik trifft zu", "That is right; rope will be replaced", "True, but unlikely", "The remark is justified",
    "Lorem ipsum dolor", "An analysis of fire is scheduled for May", "Ab nächstem Jahr wird Feuer gezählt", "Yes, the tests were read",
    "The test of the lift in fire failed", "Fire test: 3 of 10 passed", "Der Brandversuch ist fehlgeschlagen", "2 von 5 Versuchen bestanden",
]  # fmt: skip
ANSWERED = [
    "Fire stops the power, sheet 7 of the wiring diagram; without power nothing moves", "The tree does not leave out fire: event E2",
    "Fire is part of event E1", "The planned test of 3 May was held: fire opens the contact", "Yes, but fire opens the contact",
    "The remark is justified, but event E2 is fire", "Die Kritik trifft nicht zu: E2 ist Feuer",
    "Fire test: 10 of 10 passed", "The first fire test failed, the repeated one passed", "Event E2 is fire", "See event E2: fire opens the contact",
    "Shown in report R-12 of the fire brigade", "C1 counts fire as E2", "Im Brandfall wird die Tür durch Feuer geöffnet", "No fire test failed",
    "Fire cannot start the lift", "Not so: fire opens the contact", "Fire opens the door contact",
]  # fmt: skip


def answered(response: str) -> dict[str, Any]:
    return {"defeaters": [{"id": "D1", "target": "C1", "kind": "rebutting", "owner": "R. Reader", "text": "The tree leaves out fire",
            "state": "refuted", "response": response, "refuted_by": "O. Other"}]}  # fmt: skip


@pytest.mark.parametrize("response", CONCEDED)
def test_an_answer_that_concedes(response: str, tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "c", calculation(), answered(response)), "defeater-response")


@pytest.mark.parametrize("response", ASKED)
def test_an_answer_that_closes_nothing(response: str, tmp_path: Path) -> None:
    assert "answer the objection" in asked(folder(tmp_path / "c", calculation(), answered(response)))


@pytest.mark.parametrize("response", ANSWERED)
def test_an_answer(response: str, tmp_path: Path) -> None:
    assert asked(folder(tmp_path / "c", calculation(), answered(response))) == "[]"


DOUBT = {
    "id": "R1",
    "text": "Fires were not counted",
    "target": "C1",
    "owner": "A. Author",
    "accepted_by": "B. Judge",
}


@pytest.mark.parametrize(
    "reason",
    [
        "The doubt is not tolerable",
        "because C1 holds",
        "Das Risiko ist nicht tragbar",
        "This is unacceptable",
    ],
)
def test_a_reason_that_carries_no_doubt_is_asked_about(reason: str, tmp_path: Path) -> None:
    case = {"residual_doubts": [{**DOUBT, "reason": reason}]}
    assert "doubt be carried" in json.dumps(_questions(folder(tmp_path / "c", calculation(), case)))


def test_a_reason_that_carries_a_doubt(tmp_path: Path) -> None:
    case = {"residual_doubts": [{**DOUBT, "reason": "The hall has sprinklers, sheet 3 of the plan"}]}
    assert not _questions(folder(tmp_path / "c", calculation(), case))


def _questions(at: Path) -> list[Any]:
    questions: list[Any] = json.loads(call("assess", at, "--json")[1])["questions"]
    return questions


@pytest.mark.parametrize(
    ("text", "table", "question"),
    [("The risk is tolerable", "Table 3 states the tolerable risk", False), ("The injured are few", "Table 3 states how few are injured", True)],
)  # fmt: skip
def test_what_only_a_premise_names(text: str, table: str, question: bool, tmp_path: Path) -> None:
    """A risk that names no event is made precise by the event of the tree; the injured are not by those who start."""
    case = {
        "case.roots": ["C0"], "claims.+": {"id": "C0", "text": text, "owner": "A. Author"},
        "arguments.+": {"id": "A0", "text": "Table 3", "supports": "C0", "block": "concretion", "from": ["C1"], "side_claims": ["W0"]},
    }  # fmt: skip
    base = calculation()
    base["claims"].append({"id": "W0", "text": table, "owner": "A. Author", **ACCEPTED})
    said = json.dumps(_questions(folder(tmp_path / "c", base, case)))
    assert ("only the premise names" in said) == question, said
    assert "which its conclusion names" not in said


@pytest.mark.parametrize(
    "text",
    [
        "Doors in which the rope breaks are not counted",
        "Only lifts without load count",
        "Nur Fahrten ohne Last zählen",
    ],
)
def test_what_a_context_does_not_count_is_asked_about(text: str, tmp_path: Path) -> None:
    edits = {"contexts": [{"id": "X1", "kind": "context", "text": text}], "claims.C1.context": ["X1"]}
    assert text in asked(folder(tmp_path / "c", calculation(), edits))


@pytest.mark.parametrize("doubt", [
    {"text": "C1 does not hold in winter", "reason": "No time to test"},
    {"text": "Snow was not tested", "reason": "No time to test"},
])  # fmt: skip
def test_a_doubt_that_denies_its_claim_or_was_not_looked_at(doubt: dict[str, str], tmp_path: Path) -> None:
    at = folder(tmp_path / "c", calculation(), {"residual_doubts": [{**DOUBT, "target": "C1", **doubt}]})
    said = json.loads(call("assess", at, "--json")[1])
    assert "R1" in json.dumps(said.get("questions", [])) or not said["supported"]
