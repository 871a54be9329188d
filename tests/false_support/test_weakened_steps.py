"""Texts around a step that deny or weaken it are asked about, wherever they stand; what bounds it honestly is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_decisive_states import asked_of

DENYING_LIMITATIONS = [
    "C1 does not hold at night", "The lift door has never been tested", "Nothing here is verified", "Not applicable to the installed lift",
    "Gilt nicht für die Serie", "Does not hold for lifts in use", "The claim is untested for lifts in use",
    "Results of the data sheet have been questioned", "The claims do not hold in use", "Not valid for the lift", "All numbers are aspirations",
    "The door was not verified", "Die Zahlen gelten nicht für den Betrieb",
]  # fmt: skip
BOUNDING_LIMITATIONS = [
    "Does not hold for lifts above 100 m", "Not applicable to goods lifts of another maker", "Fire is not considered", "Lightning was not analysed",
    "Gilt nicht für Lastenaufzüge", "Untested below −20 °C", "Sabotage is out of scope", "Does not apply without a guard on site",
    "Not valid after a change of the controller", "The case does not speak of comfort", "Vandalism is not part of this case",
    "Not verified for the northern stations",
]  # fmt: skip
NO_REASON = [
    "Nobody had time to compare", "There was no alternative", "Comparison of 2019, before the lift was rebuilt", "Compared; half of the tests differ",
    "We have always done it this way", "Valid until 31 March 2025", "Accepted for the trial phase only", "Accepted for the year 2024",
    "Assumed so that the case can be closed", "A coin was tossed", "see W1", "Certificate 12, expired on 31 March 2025", "Ann asked Rita to accept it",
    "No tests were compared", "The comparison was skipped", "Took a vote", "Rita did not look at the log", "The log was not available", "Log lost",
    "The tree contains the causes", "No reason to doubt", "management decision", "for simplicity", "Decision of the board", "To keep it simple",
    "Der Einfachheit halber", "Entscheidung der Leitung", "Kein Grund zum Zweifel",
]  # fmt: skip
REASON = [
    "Compared with the HAZOP table on 3 May", "Minutes M-9, item 4", "Certificate 12, valid until 2099", "Read beside the table, sheet 3",
    "The causes were listed in a workshop of 4 March", "Standard 12, clause 5", "Both lists have the same 12 rows", "Log of September, page 3",
    "Reviewed with the table, in one unit for simplicity", "Minutes of the board, decision 7",
    "Each cause of the table is named in a gate", "Verified by inspection of the table", "Die Ursachen wurden verglichen, Protokoll P-3",
]  # fmt: skip
NO_ANSWER = [
    "We live with it", "It happens twice a year only", "Doors were changed after the tests", "Otto has left the company", "This is outside our remit",
    "The lift passed, hence the doors were right", "Not relevant, as the claim has been shown", "The door logs are missing", "It was not tested",
    "The doors could not be checked", "The test will be repeated in May", "Two of the five doors are of another make",
]  # fmt: skip
ANSWER = [
    "Sheet 3 of the list shows one make for all five doors", "The two doors were replaced on 3 May, order 12", "The make differs in colour only, data sheet 4",
    "All five were measured on 4 May: each closes within 2 s", "The doors of both makes have the same contact, drawing 7",
    "Both makes were tested, record R-4", "The list was wrong and is corrected: five doors of one make", "Event E1 is of both makes",
    "The contact is that of the standard, clause 5", "Türen beider Hersteller haben denselben Kontakt, Blatt 4",
]  # fmt: skip


def first_questions(at: Path) -> list[str]:
    assert call("evidence", "run", at)[0] == 0
    return asked_of(at)


@pytest.mark.parametrize("text", DENYING_LIMITATIONS)
def test_a_limitation_that_denies(tmp_path: Path, text: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), {"case.limitations": [text]})) == ["calc"]


@pytest.mark.parametrize("text", BOUNDING_LIMITATIONS)
def test_a_limitation_that_bounds(tmp_path: Path, text: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), {"case.limitations": [text]})) == []


@pytest.mark.parametrize("text", NO_REASON)
def test_a_reason_that_is_none(tmp_path: Path, text: str) -> None:
    edits = {"claims.W1.assumed": text}
    assert asked_of(folder(tmp_path / "x", calculation(), edits)) == ["W1"]


@pytest.mark.parametrize("text", REASON)
def test_a_reason(tmp_path: Path, text: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), {"claims.W1.assumed": text})) == []


def answered(response: str) -> dict[str, Any]:
    one = {"id": "D1", "target": "A1", "kind": "undercutting", "owner": "O. Other", "text": "Two of the five doors are of another make",
           "state": "refuted", "response": response, "refuted_by": "B. Judge"}  # fmt: skip
    return {"defeaters": [one]}


@pytest.mark.parametrize("text", NO_ANSWER)
def test_an_answer_that_grants_denies_or_postpones(tmp_path: Path, text: str) -> None:
    at = folder(tmp_path / "x", calculation(), answered(text))
    document = json.loads(call("assess", at, "--json")[1])
    if document["supported"]:
        assert asked_of(at) == ["D1"]
    else:
        must_not_hold(at, "defeater-response")


@pytest.mark.parametrize("text", ANSWER)
def test_an_answer(tmp_path: Path, text: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), answered(text))) == []


NOTED = {"contexts": [{"id": "X1", "kind": "context", "text": "PLACE"}], "claims.C1.context": ["X1"]}
PLACES: dict[str, tuple[dict[str, Any], str]] = {
    "side-claim": ({"claims.W1.text": "The tests are not representative of operation"}, "W1"),
    "exception": ({"claims.W1.text": "All approaches of the tests are like operation, except those at night"}, "W1"),
    "step": ({"arguments.A1.text": "Tests of the predecessor, which differ from use"}, "A1"),
    "evidence": ({"evidence.N1.text": "Record of the tests, which do not represent use"}, "A1"),
    "context": ({**NOTED, "contexts": [{"id": "X1", "kind": "context", "text": "Only approaches by day are counted"}]}, "X1"),
    "at-rest": ({**NOTED, "contexts": [{"id": "X1", "kind": "context", "text": "The range guard is switched off"}]}, "X1"),
    "item": ({"evidence_items.EV.text": "Runs with a failure were left out"}, "EV"),
    "population": ({"evidence_items.EV.parameters.population": "the best two of twenty vehicles"}, "EV"),
    "note": ({"claims.W1.note": "Rita withdrew her acceptance on 3 November"}, "W1"),
}  # fmt: skip
TWINS: dict[str, dict[str, Any]] = {
    "side-claim": {"claims.W1.text": "The tests are representative of operation"},
    "step": {"arguments.A1.text": "Tests of the guard, which are harder than use"},
    "evidence": {"evidence.N1.text": "Record of the tests, which represent use"},
    "context": {**NOTED, "contexts": [{"id": "X1", "kind": "context", "text": "Approaches of day and night are counted"}]},
    "at-rest": {**NOTED, "contexts": [{"id": "X1", "kind": "context", "text": "The range guard is switched off during loading"}]},
    "item": {"evidence_items.EV.text": "Runs with a failure were kept"},
    "population": {"evidence_items.EV.parameters.population": "all twenty vehicles"},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", PLACES)
def test_wherever_it_stands(tmp_path: Path, name: str) -> None:
    edits, part = PLACES[name]
    asked = first_questions(folder(tmp_path / "x", measured(), edits, {"record.csv": RECORD}))
    assert {*asked} == {part}, "one or two questions, none of another part"


@pytest.mark.slow
@pytest.mark.parametrize("name", TWINS)
def test_the_twin_that_does_not_weaken(tmp_path: Path, name: str) -> None:
    assert first_questions(folder(tmp_path / "x", measured(), TWINS[name], {"record.csv": RECORD})) == []


EXTENDED = [
    "even with one beam broken", "even after ten years without service", "also where visitors operate it", "whatever load it carries",
    "regardless of the weather", "tampering included", "until the year 2040", "no matter how wet the ground is", "selbst bei Schnee", "auch ohne Fahrer",
    "including flights of visitors",
]  # fmt: skip
TAKEN_UP = [
    "also in operation", "even in the tests", "whatever approaches the tests have", "approaches of vehicle 2 included", "regardless of the range",
    "", "with the guard", "including those of operation", "also with vehicle 2", "even after an approach",
]  # fmt: skip
NO_HARM = [
    "A lift that lets no hand through", "Zero-harm lift", "Unfallfreier Aufzug", "The lift harms nobody", "Lift: zero accidents", "The lift injures no one",
    "Ausfallfreie Tür", "The door lets nobody out", "The lift endangers no passenger", "The lift kills nobody",
]  # fmt: skip
TITLES = [
    "Lift door", "Lift that lets passengers out", "Zero-emission lift", "Lift of hall 0", "Barrierefreier Aufzug", "The lift and its door", "Lift with a hands-free call",
    "Free-standing lift", "Door that lets light in", "Lift, zero-based floors", "Zero-speed contact of the lift",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("words", EXTENDED)
def test_what_a_claim_extends_itself_to(tmp_path: Path, words: str) -> None:
    edits = {"claims.C1.text": f"The range guard fails in at most 1 of 1,000 approaches, {words}"}
    assert "A1" in first_questions(folder(tmp_path / "x", measured(), edits, {"record.csv": RECORD}))


@pytest.mark.slow
@pytest.mark.parametrize("words", TAKEN_UP)
def test_what_its_step_takes_up(tmp_path: Path, words: str) -> None:
    edits = {"claims.C1.text": f"The range guard fails in at most 1 of 1,000 approaches {words}"}
    assert "A1" not in first_questions(folder(tmp_path / "x", measured(), edits, {"record.csv": RECORD}))


@pytest.mark.parametrize("title", NO_HARM)
def test_a_title_that_allows_no_harm(tmp_path: Path, title: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), {"case.title": title})) == ["calc"]


@pytest.mark.parametrize("title", TITLES)
def test_a_title(tmp_path: Path, title: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), {"case.title": title})) == []


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("In the field the range guard fails in 1 of 50 approaches", True),
        ("The range guard failed in 1 of 8,000 approaches", False),
        ("Approaches at 5 km/h, 1 of 3 lanes in use", False),
    ],
)  # fmt: skip
def test_a_worse_number_in_the_text_of_an_item(tmp_path: Path, text: str, asked: bool) -> None:
    at = folder(tmp_path / "c", measured(), {"evidence_items.EV.text": text}, {"record.csv": RECORD})
    call("evidence", "run", at)
    rows = json.loads(call("assess", at, "--json")[1])["questions"]
    assert ("EV" in {row["id"] for row in rows}) is asked


def test_an_assumption_that_is_accepted_with_reserve(tmp_path: Path) -> None:
    edits = {"claims.W1.assumed": "Accepted with great doubts after the review of 3 March"}
    at = folder(tmp_path / "c", measured(), edits, {"record.csv": RECORD})
    call("evidence", "run", at)
    rows = json.loads(call("assess", at, "--json")[1])["questions"]
    assert "W1" in {row["id"] for row in rows}


@pytest.mark.parametrize(
    "text",
    [
        "Ramps are not covered",
        "Lightning is not covered",
        "The case does not cover ramps",
        "Goods lifts are not considered",
    ],
)
def test_a_limitation_that_names_something_else_is_not_asked_about(tmp_path: Path, text: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), {"case.limitations": [text]})) == []


@pytest.mark.parametrize(
    "text",
    [
        "Open doors are not covered",
        "Lifts in use are not covered",
        "The claims are not covered",
        "The case does not cover lifts",
    ],
)
def test_a_limitation_that_leaves_out_what_the_case_is_about(tmp_path: Path, text: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), {"case.limitations": [text]})) == ["calc"]
