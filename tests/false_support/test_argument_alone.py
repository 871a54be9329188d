"""Levels, words of likelihood, names and answers by which an argument alone would hold; each with a true twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold, verdict
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_acceptance import DEFEATER, FILES, base

ABOVE = {
    "id": "A0",
    "text": "By its record",
    "supports": "C0",
    "block": "decomposition",
    "from": ["C1"],
    "side_claims": ["W1"],
}


def below(text: str) -> dict[str, Any]:
    """A root without a requirement, on the measured claim."""
    return edited(measured(), {
        "case.roots": ["C0"], "claims.+": {"id": "C0", "text": text, "owner": "A. Author"}, "arguments.+": ABOVE,
    })  # fmt: skip


@pytest.mark.parametrize("text", [
    "The range guard works at SIL 4", "The range guard reaches PL e", "The range guard stops to ASIL D",
])  # fmt: skip
def test_a_level_that_the_support_does_not_come_to(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "x", below(text), None, {"record.csv": RECORD}), "number-unevaluated")


@pytest.mark.parametrize("text", [
    "The range guard works at SIL 1", "The SIL 4 range guard works", "The range guard of the SIL 4 loop works",
])  # fmt: skip
def test_a_level_that_the_support_covers_or_that_names_a_part(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", below(text), None, {"record.csv": RECORD}))


def likely(text: str, probability: float, target: float) -> dict[str, Any]:
    return edited(calculation(), {
        "claims.C1.text": text, "events.E1.model.probability": probability, "trees.FT.target.probability": target,
    })  # fmt: skip


GRADED = [
    "Hardly any mission starts with an open door", "The probability of a start with an open door is tiny",
    "The lift starts with an open door with a vanishing probability", "Kaum eine Fahrt beginnt mit offener Tür",
]  # fmt: skip


@pytest.mark.parametrize("text", GRADED)
def test_words_that_stand_for_less_than_the_limit(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "x", likely(text, 0.3, 0.4)), "bound-says-little")


@pytest.mark.parametrize("text", GRADED)
def test_words_that_stand_for_the_limit(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", likely(text, 0.01, 0.05)))


@pytest.mark.parametrize("name", [
    "B. Judge?", "B. Judge (not yet)", "B. Judge (to sign)", "waiting for B. Judge", "B. Judge asked", "B. Judge - open",
    "B. Judge (deceased)", "B. Judge (absent)", "on behalf of B. Judge", "p.p. B. Judge", "i. V. B. Judge", "John Doe",
    "Max Mustermann", "anonymous", "Test User", "für B. Judge",
])  # fmt: skip
def test_a_name_that_accepts_nothing(tmp_path: Path, name: str) -> None:
    must_not_hold(folder(tmp_path / "x", base(), {"claims.W1.accepted_by": name}, FILES), "acceptance-name")


@pytest.mark.parametrize("name", [
    "B. Judge (board member)", "B. Judge, on behalf of the safety board", "For the board: B. Judge", "J. Doering", "O. Penn", "P. P. Pauls",
    "B. Judge (3 March 2026)", "Anna Mustermann-Klein", "The customer's safety manager",
])  # fmt: skip
def test_a_name_that_accepts(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / "x", base(), {"claims.W1.accepted_by": name}, FILES))


def refuted(response: str) -> dict[str, Any]:
    return {"defeaters.+": {**DEFEATER, "state": "refuted", "response": response, "refuted_by": "B. Judge"}}


@pytest.mark.parametrize("response", [
    "Why would it?", "The door contact opens before the door does", "We do not know why", "See the next release",
    "The contact was bent, which we ignore", "Wir wissen es nicht",
])  # fmt: skip
def test_a_response_that_answers_nothing(tmp_path: Path, response: str) -> None:
    must_not_hold(folder(tmp_path / "x", base(), refuted(response), FILES), "defeater-response")


@pytest.mark.parametrize("response", [
    "The five doors are of another make", "Seen in the next release, and fixed in it: the contact is a new one",
    "We do not know why they bent, but all contacts of that make were replaced",
    "Did they carry the new contact? No: the record lists the old one",
])  # fmt: skip
def test_a_response_that_answers(tmp_path: Path, response: str) -> None:
    must_hold(folder(tmp_path / "x", base(), refuted(response), FILES))


@pytest.mark.parametrize("text", [
    "The door contact sticks in every mission", "The door contact is always stuck", "Der Kontakt klemmt bei jeder Fahrt",
])  # fmt: skip
def test_an_event_that_its_text_calls_certain(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {"events.E1.text": text}), "event-text-number")


@pytest.mark.parametrize("text", [
    "The door contact sticks; it is read in every mission", "The door contact is stuck", "The always closed contact sticks",
])  # fmt: skip
def test_an_event_with_such_words(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {"events.E1.text": text}))


TAIL = "The door contact opens before the door does"
WEAK = [
    f"{TAIL}, we believe", f"{TAIL}, as far as we know", f"{TAIL} (planned)", f"{TAIL} [citation needed]", f"{TAIL}: to be confirmed",
    "The door contact might open before the door does", "The door contact was meant to open before the door does",
    "The door contact is supposed to open before the door does", f"According to the supplier {TAIL[0].lower()}{TAIL[1:]}",
    "Laut Hersteller öffnet der Kontakt vor der Tür",
]  # fmt: skip


@pytest.mark.parametrize("text", WEAK)
def test_a_root_that_reports_or_hopes(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "x", base(), {"claims.C1.text": text}, FILES), "claim-asserts")


@pytest.mark.parametrize("text", [
    "According to the drawing of the lift standard, the door contact opens before the door does",
    f"{TAIL} as it is designed to", f"{TAIL} when it is supposed to", f"{TAIL} (planned stops)",
    f"Whatever load might press on it, {TAIL[0].lower()}{TAIL[1:]}",
])  # fmt: skip
def test_a_root_with_such_words(tmp_path: Path, text: str) -> None:
    result = verdict(folder(tmp_path / "x", base(), {"claims.C1.text": text}, FILES))
    assert "claim-asserts" not in result.rules, result.text


@pytest.mark.parametrize(("edit", "because"), [
    ({"evidence.N1.note": "The record could not be found"}, "evidence-opposite"),
    ({"evidence.N1.text": "Record of the review; the data were invented"}, "evidence-opposite"),
    ({"evidence.N1.text": "Protokoll verschwunden: das Protokoll ist nicht auffindbar"}, "evidence-opposite"),
    ({"arguments.A1.note": "This step is wrong"}, "step-asserts"),
    ({"evidence.N1.note": "withdrawn"}, "evidence-opposite"), ({"evidence.N1.note": "Superseded by N2"}, "evidence-opposite"),
    ({"claims.C1.note": "do not use"}, "claim-asserts"), ({"claims.C1.note": "Ungültig, siehe Mail"}, "claim-asserts"),
])  # fmt: skip
def test_a_note_that_takes_the_support_away(tmp_path: Path, edit: dict[str, Any], because: str) -> None:
    must_not_hold(folder(tmp_path / "x", base(), edit, FILES), because)


@pytest.mark.parametrize("edit", [
    {"evidence.N1.note": "The record of the first review was lost; this is the second"} | {"evidence.N1.waive": [
        {"rule": "evidence-opposite", "reason": "The second record is here", "by": "B. Judge"}]},
    {"evidence.N1.note": "Void fraction is read in annex B"}, {"claims.C1.note": "Wrong-way driving is another claim"},
    {"evidence.N1.note": "Filed with the record of the tests"}, {"arguments.A1.note": "This step was reviewed in May"},
])  # fmt: skip
def test_a_note_that_takes_nothing_away(tmp_path: Path, edit: dict[str, Any]) -> None:
    assert verdict(folder(tmp_path / "x", base(), edit, FILES)).holds


def test_a_source_that_says_that_it_does_not_apply(tmp_path: Path) -> None:
    edit = {"events.E1.source": "Data sheet (not valid for this use)"}
    must_not_hold(folder(tmp_path / "x", calculation(), edit), "event-text-number")
    must_hold(folder(tmp_path / "y", calculation(), {"events.E1.source": "Data sheet, valid for this use"}))
