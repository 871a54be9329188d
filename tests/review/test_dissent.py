"""A text that dissents from what it settles, or says that its thing is gone or so in part only, settles nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.render.report.links import Links
from casegen.render.report.review import review_row
from casegen.review import add_finding, create, decide, discharge, sign_off
from casegen.review.decision_text import unsettled
from casegen.review.dossier import gather
from casegen.review.events import Decision, FindingSeverity, Independence, Person
from casegen.review.journal import read_journal
from casegen.review.questions import read, readings_of
from casegen.review.settlements import settlement_steps
from tests.review.conftest import BOB

EVE = Person(name="Eve Second", independence=Independence.ORGANISATION, organisation="Readers Ltd")
DISSENTS = """
The wear is still left out.
I disagree with the answer.
The answer misses the point.
Only partly addressed.
No evidence was provided.
Denied by the data sheet
This is contradicted by sheet 4
Durch das Datenblatt widersprochen
Closed without check.
I could not open sheet 12.
Not convinced, but closed for schedule reasons.
The rope is worn through.
The wear of the rope remains ignored
Der Verschleiß ist weiterhin weggelassen
We do not agree with this
I am not convinced by the answer
Ich bin nicht überzeugt
The reply does not answer the question
The answer is insufficient
Sheet 12 does not show it
Partly fixed
Half done
Fixed in part
Teilweise umgesetzt
No record was attached
Evidence missing
There is no proof
Kein Nachweis vorhanden
Closed unseen
Closed anyway
Closed under pressure of time
Aus Termingründen geschlossen
Signed without looking at the record
We could not find the report
Ich konnte das Dokument nicht öffnen
The cable is frayed
The rope is torn
Das Seil ist verschlissen
I disagree with the answer. Closed.
Under protest
With reservations
The brake is worn
Closed to meet the deadline
Answer ignored the point
The finding was not answered
Nobody answered
Unconvinced
Geschlossen ohne Prüfung
""".strip().splitlines()
AGREES = """
The wear is in the bound now
The wear was left out in v1; it is in BE-GOV now
We agree with the answer
The answer is convincing: sheet 12 shows it
Addressed on sheet 12
No evidence of wear was found
Closed after a check of sheet 12
Sheet 12 opened and read
Closed: the rope was replaced on 3 May
The worn rope was replaced
Rope worn, replaced on 3 May
No wear was measured on 300 m of rope
The record was checked by two persons
The door closes without a key
I could not open the guard by hand
The first answer did not convince; the second shows the record
Partly addressed by change 11, and fully by change 12
No test was failed
No record is missing
The answer does not only name the sheet, it was checked in the hall
Half of the ropes were replaced in May, the others in June
Without check valve, as drawn on sheet 3
The reviewer did not object
We disagreed on the limit first; it was set to 0.1
Der Nachweis liegt vor
Nachweis auf Blatt 12 geprüft
Time limit added to C1
Closed because the rope was replaced
The guard closes for time-out
No evidence is missing
""".strip().splitlines()
CLOSED = "The guard is closed"


@pytest.mark.parametrize("text", DISSENTS)
def test_who_dissents_settles_nothing(text: str) -> None:
    assert unsettled(text)


@pytest.mark.parametrize("text", AGREES)
def test_what_was_done_or_seen_settles(text: str) -> None:
    assert unsettled(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "The guard is removed", "No guard", "The guard is half closed", "The guard was dismantled", "Guard removed",
        "There is no guard any more", "The guard is ajar", "The guard is almost closed", "The guard is not fully closed",
        "The guard is bypassed", "Half of the guards are closed", "Without a guard", "The guard has been taken away",
    ],
)  # fmt: skip
def test_a_condition_is_not_met_in_part_or_by_what_is_gone(text: str) -> None:
    assert unsettled(text, CLOSED)


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        *((CLOSED, text) for text in (
            "The guard is closed", "Closed on 3 May", "The guard, which was half closed, is closed now", "Closed and bolted",
            "The guard was removed for cleaning and is closed again", "The gap is removed", "No gap is left", "Fully closed",
            "The wedge is gone; the guard is closed", "The guard is closed, half of it is of glass", "Closed since the bypass was removed",
        )),
        ("The rust is removed", "The rust is removed"),
        ("The wedge is gone", "The wedge is removed"),
        ("No guard is open", "No guard is open"),
        ("Most of the rows are read", "Most of the rows are read"),
        ("The lock is fitted", "The old lock was removed and the new one fitted"),
    ],
)  # fmt: skip
def test_a_condition_is_met_as_it_says(condition: str, text: str) -> None:
    assert unsettled(text, condition) == ""


@pytest.mark.slow
@pytest.mark.parametrize("text", ["ok", "fine", "Okay.", "agreed", "yes", "passt"])
def test_a_word_of_consent_closes_no_major_finding_and_meets_no_condition(rover: Path, text: str) -> None:
    """As it answers no question and overrides nothing."""
    create(rover, "v1", author="Dan Developer", reason="first")
    (rover / "records" / "brakes.md").write_text("All 3 brakes tested and passed on 4 May 2026.\n")
    add_finding(rover, target="C1", severity=FindingSeverity.MAJOR, text="The wear is left out", by=BOB)
    with pytest.raises(InputError, match="says nothing"):
        decide(rover, "F1", status="closed", by=BOB, text=text, evidence=["records/brakes.md"])
    sign_off(rover, target="C1", decision=Decision.CONDITIONS, conditions=(CLOSED,), by=BOB)
    with pytest.raises(InputError, match="says nothing"):
        discharge(rover, "S1", condition=1, by=BOB, text=text, evidence=["records/brakes.md"])
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="Which sheet?", by=BOB)
    decide(rover, "F2", status="closed", by=BOB, text=text)


@pytest.fixture
def settled(rover: Path) -> Path:
    """A closed finding and a condition that was met, both in words that no program judges."""
    create(rover, "v1", author="Dan Developer", reason="first")
    (rover / "records" / "brakes.md").write_text("All 3 brakes tested and passed on 4 May 2026.\n")
    add_finding(rover, target="C1", severity=FindingSeverity.MAJOR, text="The wear is left out", by=BOB)
    words = "The wear hides behind the rope"
    decide(rover, "F1", status="closed", by=BOB, text=words, evidence=["records/brakes.md"])
    sign_off(rover, target="C1", decision=Decision.CONDITIONS, conditions=(CLOSED,), by=BOB)
    discharge(rover, "S1", condition=1, by=BOB, text="Nearly as drawn", evidence=["records/brakes.md"])
    return rover


@pytest.mark.slow
def test_what_settled_something_is_to_be_read_by_somebody_else(settled: Path) -> None:
    def left() -> dict[str, tuple[str, ...]]:
        return {one.step.id: one.step.texts for one in readings_of(assess(load(settled))) if not one.read_by}

    assert left()["F1"] == ("The wear is left out", "The wear hides behind the rope", "records/brakes.md")
    assert left()["S1"] == (CLOSED, "Nearly as drawn", "records/brakes.md")
    reason = "Compared with the test of 4 May 2026, sheet 2"
    with pytest.raises(InputError, match="settled F1: somebody else reads"):
        read(settled, ["F1"], by=BOB, text=reason)
    read(settled, ["F1", "S1"], by=EVE, text=reason)
    assert {"F1", "S1"}.isdisjoint(left())
    decide(settled, "F1", status="open", by=BOB, text="Another rope was fitted")
    words = "The wear is in BE-GOV now"
    decide(settled, "F1", status="closed", by=BOB, text=words, evidence=["records/brakes.md"])
    assert "F1" in left()


@pytest.mark.slow
def test_documents_show_what_a_condition_was_met_with(settled: Path) -> None:
    row = review_row(gather(assess(load(settled))), Links(load(settled)))
    assert row["sign_offs"][0]["conditions"] == [f"{CLOSED} (met, says Bob Assessor: “Nearly as drawn”)"]


@pytest.mark.slow
def test_a_finding_that_is_open_or_a_superseded_condition_is_not_to_be_read(settled: Path) -> None:
    decide(settled, "F1", status="open", by=BOB, text="Another rope was fitted")
    sign_off(settled, target="C1", decision=Decision.CONDITIONS, conditions=("The lock is fitted",), by=BOB)
    assert list(settlement_steps(read_journal(settled))) == []
