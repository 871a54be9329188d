"""What a step rests on speaks of its conclusion, does not deny it, and is not denied by its own words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.argument.reading.repetitions import repetitions
from casegen.argument.view import CaseView
from casegen.io import load
from tests.false_support import DROP, folder, must_hold, must_not_hold, replayed
from tests.false_support.bases import ACCEPTED, calculation
from tests.false_support.test_acceptance import DEFEATER, FILES, SHA, base

OWNED = {"owner": "A. Author"}
WARRANT = {"id": "W2", "text": "x", **OWNED, **ACCEPTED}


def _side(text: str) -> dict[str, Any]:
    return {"claims.+": {**WARRANT, "text": text}, "arguments.A1.side_claims": ["W1", "W2"]}


def _precise(below: str, block: str = "concretion") -> dict[str, Any]:
    """A new root above the calculation, made precise by an assumed claim."""
    return {
        "case.roots": ["C0"], "claims.+": {"id": "C0", "text": "The lift starts open in at most 1 of 10,000 missions", **OWNED},
        "claims.C2": {"id": "C2", "text": below, **OWNED, **ACCEPTED}, "claims.C1": DROP, "arguments.A1": {
            "id": "A1", "text": "So", "supports": "C0", "block": block, "from": ["C2"], "side_claims": ["W1"]},
        "trees": [], "events": []}  # fmt: skip


NUMBERS: dict[str, tuple[dict[str, Any], str]] = {
    "side-claim-of-another-number": (_side("The lift starts with an open door in 5 % of the missions"), "premise-contradicts"),
    "side-claim-from-below": (
        _side("The lift starts with an open door in at least 1 of 100 missions"), "premise-contradicts"),
    "assumption-of-another-number": (
        {"contexts.+": {"id": "X1", "kind": "assumption", "text": "The lift starts with an open door in one of ten missions",
                        "owner": "M. Keeper", "accepted_by": "B. Judge"}, "claims.C1.context": ["X1"]},
        "premise-contradicts"),
    "side-claim-in-german": (
        {"claims.C1.text": "Der Aufzug startet in höchstens 1 von 1.000 Fahrten mit offener Tür",
         **_side("Der Aufzug startet in 5 % der Fahrten mit offener Tür")}, "premise-contradicts"),
    "made-precise-by-less": (_precise("The lift starts open in at most 1 of 100 missions"), "premise-contradicts"),
    "replaced-by-less": (_precise("The lift starts open in at most 1 of 100 missions", "substitution"), "premise-contradicts"),
    "side-claim-against-its-own-number": (
        {"claims.+": {**calculation()["claims"][0], "id": "W2", "text": "The lift starts open in at most 1 of 10⁶ missions"},
         "arguments.A1.side_claims": ["W1", "W2"],
         "arguments.+": {"id": "A2", "text": "By the tree", "supports": "W2", "block": "calculation", "tree": "FT",
                         "from": ["C2"], "side_claims": ["W1"]}}, "text-number"),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_a_step_against_its_own_numbers(tmp_path: Path, name: str) -> None:
    edits, because = NUMBERS[name]
    must_not_hold(folder(tmp_path / name, calculation(), edits), because)


NUMBER_TWINS: dict[str, dict[str, Any]] = {
    "another-subject": _side("The lift is repaired in 5 % of the missions"),
    "a-stronger-number": _side("The lift starts with an open door in 1 of 10,000 missions"),
    "a-share-of-the-data": _side("The door contact was tested with an open door in 20 % of the runs"),
    "denied": _side("It is not so that the lift starts with an open door in 5 % of the missions"),
}


@pytest.mark.parametrize("name", NUMBER_TWINS)
def test_a_step_with_numbers_of_other_things(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / name, calculation(), NUMBER_TWINS[name]))


RESPONSES = ["no", "fine", ".", "ok", "No!", "Not true.", "We disagree", "Wrong, see above", "Will be tested in May",
             "To be shown", "The test will be repeated", "This is to be verified", "stimmt nicht", "Das ist falsch",
             "wird noch geprüft", "See N9x and nothing"]  # fmt: skip
WORDS: dict[str, tuple[dict[str, Any], str]] = {
    **{f"refuted-{k}": ({"defeaters.+": {**DEFEATER, "state": "refuted", "response": text, "refuted_by": "B. Judge"}}, "defeater D1")
       for k, text in enumerate(RESPONSES[:-1])},
    **{f"refuted-idle-{k}": ({"defeaters.+": {**DEFEATER, "state": "refuted", "response": text, "refuted_by": "B. Judge"}}, "defeater D1")
       for k, text in enumerate(["D1 is refuted by D1", "The contact was bent in two of five doors",
                                 "Correct, two of five doors were bent"])},
    **{f"no-reason-{k}": ({"claims.W1.assumed": text}, "acceptance-name")
       for k, text in enumerate(["because", "Assumed", "We hope so", "yes, accepted", "weil"])},
    **{f"reserved-{k}": ({"claims.W1.accepted_by": name}, "acceptance-name")
       for k, name in enumerate(["B. Judge, if the drawings are right", "B. Judge (provisionally)", "B. Judge (pending)",
                                 "Draft", "B. Judge, subject to review", "B. Richter unter Vorbehalt", "B. Richter (vorläufig)"])},
    "side-claim-denies": (
        {"claims.+": {**WARRANT, "text": "The door contact does not open before the door does"},
         "arguments.A1.side_claims": ["W1", "W2"]}, "premise-contradicts"),
    "assumption-denies": (
        {"contexts.X1.text": "The door contact never opens before the door does"}, "premise-contradicts"),
    "document-todo": (
        {"evidence.N1.artefact": "records/todo.md", "evidence.N1.sha256": DROP}, "artefact-empty"),
    "refuted-by-nothing-that-stands": (
        {"defeaters.+": {**DEFEATER, "state": "refuted", "response": "Claim P9 shows that the doors are new", "refuted_by": "B. Judge"},
         "claims.+": {"id": "P9", "text": "The doors are new", "undeveloped": True}}, "P9"),
    "refuted-by-a-document-nobody-read": (
        {"defeaters.+": {**DEFEATER, "state": "refuted", "response": "Photographs N9 show five new doors", "refuted_by": "B. Judge"},
         "evidence.+": {"id": "N9", "text": "Photographs", "artefact": "records/review.md", "sha256": SHA, "version": "1",
                        "date": "2026-03-03", "owner": "R. Reader"}}, "N9"),
    **{f"assumed-because-{k}": ({"claims.W1.assumed": text}, "assumption-denied")
       for k, text in enumerate(["Known to be wrong", "not verified", "Does not hold", "Not yet verified", "Nobody has checked",
                                 "Never validated", "Bekanntermaßen falsch", "nicht geprüft", "trifft nicht zu",
                                 "Probably wrong", "A guess", "No justification", "unverified", "To be confirmed",
                                 "This turned out to be false", "Found to be wrong in 2025"])},
    "context-known-to-be-wrong": (
        {"contexts.X1.text": "Doors are adjusted every month (this assumption is known to be wrong)"}, "assumption-denied"),
    "context-assumed-known-wrong": (
        {"contexts.X1.text": "Assumed: known to be wrong, doors are adjusted every month"}, "assumption-denied"),
    "note-of-an-assumption": (
        {"contexts.X1.note": "This turned out to be wrong in 2025"}, "assumption-denied"),
    "doubt-tolerable-because-it-is-not": (
        {"residual_doubts.+": {"id": "R1", "target": "W1", "text": "Some doors bend", "owner": "A. Author",
                               "reason": "not verified", "accepted_by": "B. Judge"}}, "assumption-denied"),
    "paper-is-white-as-evidence": (
        {"evidence.N1.text": "Paper is white", "evidence.N1.artefact": "records/paper.md", "evidence.N1.sha256": DROP,
         "arguments.A1.side_claims": []}, "no word in common"),
    "paper-is-white-makes-precise": (
        {"arguments.A1": {"id": "A1", "text": "So it is", "supports": "C1", "block": "concretion", "from": ["P1"]},
         "claims.+": {"id": "P1", "text": "Paper is white", **OWNED},
         "arguments.+": {"id": "A2", "text": "The review shows it", "supports": "P1", "block": "evidence-incorporation",
                         "from": ["N1"], "side_claims": ["W1"]}}, "no word in common"),
}  # fmt: skip


@pytest.mark.parametrize("name", WORDS)
def test_words_that_answer_or_show_nothing(tmp_path: Path, name: str) -> None:
    edits, because = WORDS[name]
    must_not_hold(
        folder(
            tmp_path / name,
            base(),
            edits,
            {**FILES, "records/paper.md": "Paper is white\n", "records/todo.md": "TODO\n"},
        ),
        because,
    )


WORD_TWINS: dict[str, dict[str, Any]] = {
    **{f"refuted-{k}": {"defeaters.+": {**DEFEATER, "state": "refuted", "response": text, "refuted_by": "B. Judge"}}
       for k, text in enumerate(["Doors replaced", "Fixed in 2.1", "The five doors are of another make", "Duplicate of D3",
                                 "Another type of door", "Seen in N1: other doors", "Andere Bauart", "The bent contact was replaced"])},
    **{f"assumed-because-{k}": {"claims.W1.assumed": text}
       for k, text in enumerate(["Not verified by test, but by analysis of the drawings", "Agreed with the operator",
                                 "Reviewed on 3 March", "It has not been verified on site because the drawings are those as built",
                                 "No reason to doubt was seen in 12 years of operation", "By definition"])},
    "context-with-a-door-that-does-not-hold": {"contexts.X1.text": "Doors with a latch that does not hold are replaced"},
    "evidence-of-a-subject": {"evidence.N1.text": "Door contact under a lamp"},
    "denies-something-else": {"contexts.X1.text": "The door contact does not open in winter"},
    "named-by-its-date": {"evidence.N1.text": "Endurance flights of September", "claims.W1.text": "Wind was up to 10 m/s"},
    "warrant-connects": {
        "evidence.N1.text": "Lamp stays dark", "claims.W1.text": "A dark lamp means that the contact opens first"},
}  # fmt: skip


@pytest.mark.parametrize("name", WORD_TWINS)
def test_words_that_answer_and_show(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / name, base(), WORD_TWINS[name], FILES))


CLAIM = {"id": "P1", "text": "The door contact opens at most 2 s before the door does", "public": True}
SUBS: dict[str, str] = {
    "another-time": "The door contact opens at most 20 s before the door does",
    "another-unit": "The door contact opens at most 2 h before the door does",
    "denied": "The door contact does not open at most 2 s before the door does",
    "never": "The door contact never opens at most 2 s before the door does",
    "kein": "Kein door contact opens at most 2 s before the door does",
}


@pytest.mark.parametrize("name", [*SUBS, "safe-unsafe", "share-from-below"])
def test_a_sub_case_that_says_something_else(tmp_path: Path, name: str) -> None:
    claim, text = CLAIM["text"], SUBS.get(name, "")
    if name == "safe-unsafe":
        claim, text = "The door contact is unsafe", "The door contact is safe"
    if name == "share-from-below":
        claim, text = (
            "The door contact fails in at least 1 of 100 runs",
            "The door contact fails in at most 1 of 100 runs",
        )
    edits = {
        "claims.C1.text": claim, "claims.C1.public": True,
        "sub_cases.+": {"id": "S1", "claim": "C1", "text": text},
    }  # fmt: skip
    must_not_hold(folder(tmp_path / name, base(), edits, FILES), "sub-case-text")


WIDER = {
    "Every door contact always opens at most 2 s before the door does": True, "All door contacts open at most 2 s before the door": True,
    "The door contact opens at most 2 s before the door always": True, "Jeder door contact opens at most 2 s before the door": True,
    "The contact opens at most 2 s before the door does": False, "The door contact of the lift opens at most 2 s before the door": False,
}  # fmt: skip


@pytest.mark.parametrize("text", WIDER)
def test_a_sub_case_of_every_thing_asks(tmp_path: Path, text: str) -> None:
    edits = {
        "claims.C1.public": True,
        "claims.C1.text": "The door contact opens at most 2 s before the door does",
        "sub_cases.+": {"id": "S1", "claim": "C1", "text": text},
    }
    [step] = repetitions(CaseView(load(folder(tmp_path / "x", base(), edits, FILES))))
    assert (step.id, step.asks) == ("S1", WIDER[text])


COUNTED = "The door contact opens before the door does in at least 99.9 % of runs"


@pytest.mark.parametrize("text", [
    "The door contact opens before the door does in at least 99.9 % of years",
    "The door contact opens first in at least 99.9 % of the flights", "The door contact opens before the door does in all runs",
    "The door contact always opens before the door does", "The door contact opens before the door does in every run",
    "The door contact never opens behind the door, which does not move", "The door contact opens whenever the door does",
])  # fmt: skip
def test_a_sub_case_per_something_else_or_without_exception(tmp_path: Path, text: str) -> None:
    edits = {
        "claims.C1.text": COUNTED,
        "claims.C1.public": True,
        "sub_cases.+": {"id": "S1", "claim": "C1", "text": text},
    }
    must_not_hold(folder(tmp_path / "x", base(), edits, FILES), "sub-case-text")


@pytest.mark.parametrize("text", [
    "The door contact opens before the door does", "The contact opens first in at least 99.9 % of the runs",
    "The door contact opens in at least 99.9 % of all runs of the lift", COUNTED,
])  # fmt: skip
def test_a_sub_case_in_shorter_words(tmp_path: Path, text: str) -> None:
    edits = {
        "claims.C1.text": COUNTED,
        "claims.C1.public": True,
        "sub_cases.+": {"id": "S1", "claim": "C1", "text": text},
    }
    case = folder(tmp_path / "x", base(), edits, FILES)
    assert "sub-case-text" not in replayed(case).rules


RADIO = {
    "trees.FT.title": "The radio is silent", "trees.FT.gates.TOP.text": "No radio", "events.E1.text": "Battery empty",
    "events.E2.text": "Antenna broken", "arguments.A1.text": "Computed", "claims.W1.text": "Every cause of silence is there",
}  # fmt: skip


def test_a_tree_of_something_else(tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), RADIO), "has to do with")
    connected = {**RADIO, "claims.W1.text": "A silent radio is what makes the lift start with an open door"}
    must_hold(folder(tmp_path / "twin", calculation(), connected))
    must_hold(folder(tmp_path / "named", calculation(), {**RADIO, "trees.FT.title": "Open door"}))


SHORT = [
    "The bus exceeds 30 km/h", "The arm exceeds 250 mm/s", "The fan is off", "The lid is off", "The gas is on", "The UPS is out",
    "The car is hit",
]  # fmt: skip
SHORT_GERMAN = ["Der Arm überschreitet 250 mm/s", "Die Tür ist auf", "Das Tor ist zu"]


def _short(top: str, claim: str) -> dict[str, Any]:
    return {
        "trees.FT.title": top, "trees.FT.gates.TOP.text": top, "claims.C1.text": claim, "events.E1.text": f"{top}, cause 1",
        "events.E2.text": f"{top}, cause 2", "arguments.A1.text": "One of the causes occurs",
    }  # fmt: skip


@pytest.mark.parametrize("top", [*SHORT, *SHORT_GERMAN])
def test_the_same_words_relate_however_short(tmp_path: Path, top: str) -> None:
    often = "in höchstens 1 von 1.000 Fahrten" if top in SHORT_GERMAN else "in at most 1 of 1,000 missions"
    case = folder(tmp_path / "twin", calculation(), _short(top, f"{top} {often}"))
    must_hold(case)


@pytest.mark.parametrize(
    "claim", ["The vat overflows", "The gas escapes", "The lid leaks", "A van hits a child"]
)
def test_other_words_do_not_relate(tmp_path: Path, claim: str) -> None:
    edits = _short("The lid is off", f"{claim} in at most 1 of 1,000 missions")
    must_not_hold(folder(tmp_path / "x", calculation(), edits), "has to do with")
