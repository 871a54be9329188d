"""A text that settles something says so; an organisation that makes independent has a name, and another one."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, decide, discharge, review_state, sign_off
from casegen.review.decision_text import unsettled
from casegen.review.eligibility import plausible
from casegen.review.events import Decision, FindingSeverity, FindingStatus, Independence, Person
from tests.review.conftest import BOB

SAYS_THE_OPPOSITE = (
    "The condition is not met", "TBD", "not done yet", "the finding is not resolved", "Not fulfilled.", "still open",
    "It is still open", "Befund ist nicht behoben", "Die Bedingung ist nicht erfüllt", "noch offen", "to be done", "n/a", "?",
    "The condition has not been met", "Condition 1 of S1 is only partly met", "it was not fixed", "will be fixed in v3",
    "the issue remains unresolved", "it hasn't been fixed", "<text>", "see action 12", "no", "The finding is still reproducible",
    "It is not known whether the lock holds", "deferred to the next release", "F1 remains open", "condition not met",
    "Conditions are not met", "none of the conditions is met", "The lock is not fitted yet", "We have not done it",
    "the test failed", "Test not passed", "Result: fail", "Prüfung nicht bestanden", "Lock replaced; the test failed", "inspection pending",
    "The brake test failed again", "failed", "The audit was not passed", "Der Versuch ist gescheitert",
    "We shall do it.", "I'll do it next week", "The team has to do it", "Wir werden es ergänzen", "closed although the test failed",
    "Closed despite the failure of test 3", "Although the inspection was not passed, we close it", "Geschlossen, obwohl der Versuch nicht bestanden ist",
)  # fmt: skip
SAYS_IT = (
    "", "no longer open", "The condition is met: lock fitted", "closed by change 12", "not reproducible any more after the fix",
    "The finding is not open any more", "Seen", "ok", "agreed", "The open point is closed", "TBD in section 3 replaced by 0.2",
    "It was not fixed in v1; fixed in v2", "If the condition is not met, the rover stops: see change 12", "Behoben mit Änderung 12",
    "The door that was not closed is detected now", "The condition is still met", "Not resolved by change 11, but by change 12",
    "Die Bedingung ist erfüllt", "The valve still open at power loss closes by a spring", "Row [3] of the table was corrected",
    "This is open source now", "Duplicate of F2", "The fault not fixed in v1 is fixed", "Not a finding: the bound is per run",
    "The open issue was moved to the hazard log H-12", "Change 12 adds the lock; it will be checked yearly", "No deviation left: 0 of 300 trials", "The rover never starts while the door is not closed",
    "Although the first test failed, the seal was replaced", "Fixed in version 2; we will watch it", "The lift will stop when the door opens",
    "The brake holds although one valve failed", "Closed although the first test failed: repaired, and the second passed",
    "Test failed. Retest passed.", "Brakes replaced after the failed test", "The test failed in week 2, was repaired and passed",
    "3 of 300 tests failed, as allowed", "No test failed", "Prüfung bestanden",
    "We no longer rely on the failed test", "The pending review took place on 4 November", "Failed tests are now part of the bound",
    "Test rejected by the customer was withdrawn from the case", "Missing review signature is there now", "The missing inspection was carried out on 5 May",
    "The test has not been passed by the old version; version 2 passes", "Failure mode added to the FMEA", "Rejected measurements were excluded, as planned",
)  # fmt: skip

LEAVES_IT_AS_IT_WAS = """
still broken
Still leaking
it is still broken
It still crashes
The lock is still broken
lock still missing
ist immer noch kaputt
noch kaputt
noch immer defekt
Fehler besteht weiterhin
weiterhin undicht
the test failed
The test failed.
retest failed
Test failed again
the check failed
Die Prüfung ist fehlgeschlagen
does not work
It does not work
funktioniert nicht
Das Schloss funktioniert nicht
geht nicht
broken
kaputt
defekt
no change
unchanged
unverändert
keine Änderung
nothing done
nothing changed
nichts passiert
in progress
work in progress
in Arbeit
in Bearbeitung
we are working on it
wir arbeiten daran
waiting for the supplier
Warten auf den Lieferanten
won't fix
never mind
same as before
wie zuvor
wie bisher
worse than before
it got worse
planned
planned for next week
geplant für Mai
nobody looked at it
""".strip().splitlines()
SENSIBLE = """
Lock replaced on 5 May
The lock is still in place
The bound still holds with the new record
Still valid: see TN-12
The claim still holds
Limit still met with the new data
The value is still below the limit
It is still within the tolerance
Works now
The brake works again
The leak was still there on 3 May; the seal was changed on 4 May
Nothing to change: the bound is per run
No change needed, the text already says per mission
Unchanged since v1, as the finding asks for
The procedure in progress at power loss is aborted safely
The rover does not start with an open door
It does not start any more when the door is open
The fault does not occur any more
Does not occur with the new seal
The broken lock was replaced
Broken lock replaced
Broken cable found and replaced, see change 14
Test repeated, passed
The test failed once; the cause was a loose cable, which is fixed
Requirement R12 now says 0.2 s
Text of C1 corrected
Reviewed together with the supplier on 3 May
Reworded: "at most 1 of 1,000"
The waiting time is in the bound now
Duplicate of F3
Not a fault: the row is of another sensor
Checked by TN-14
We agreed on 0.1 in the meeting of 5 May
The planned test was carried out
Planned maintenance is part of the bound
Planned and carried out on 6 May
Same limit as before, now with its source
The figure was wrong, now .02
Worse case added to the table
Still water assumed, as in the specification
Schloss am 5. Mai ersetzt
Die Schranke gilt weiterhin
Der Wert liegt weiterhin unter der Grenze
Ist noch innerhalb der Toleranz
Funktioniert wieder
Das Schloss funktioniert jetzt
Der Rover fährt bei offener Tür nicht an
Tritt nicht mehr auf
Kein Fehler: die Zeile gehört zu einem anderen Sensor
Text von C1 berichtigt
Defektes Kabel getauscht
Das defekte Kabel wurde ersetzt
Prüfung wiederholt und bestanden
Die Prüfung schlug fehl, die Ursache war ein loses Kabel, das befestigt wurde
Anforderung R12 sagt nun 0,2 s
Wie besprochen auf 0,1 gesenkt
Unverändert gültig, siehe TN-12
Keine Änderung nötig: der Text sagt es bereits
Geplante Wartung ist in der Schranke enthalten
Mit dem Lieferanten am 3. Mai geklärt
Bedingung erfüllt
Quelle ergänzt
Noch ein Versuch, ohne Ausfall
Entspricht der Norm
Record now names the operator
The door contact is monitored
Accepted risk, signed by S. Safety
As in the plan, see section 4
Both doors are covered by E2
Fits
The lock cannot be broken
Stops when it is broken
Monitor detects crashes
The monitor reports leaks
The finding is wrong
Der Befund ist falsch
A residual risk remains
The sensor fails safe
It is not broken
Nothing is missing
Keine Angabe fehlt
The door does not leak
The old lock was broken; the new one is of steel
Missing page added
The record is complete
The limit is in the standard
Rover still stops by itself
Still monitored by the guard
The guard still stops the rover
The bound is still conservative
Der Rover hält weiterhin an
It still meets R1
Too few demands before, 3,000 now
Which test failed is in the table
The row that was wrong is gone
Leak sealed
Redrawn, see sheet 3
The valve is fail-safe
Fails in 1 of 300 demands, as the bound says
The source still names it
The system still starts with one battery
The text is unchanged, its source is now stated
No action needed: outside of the scope
Never missing since 2020
Hinweis zu C1 ergänzt
Hinweis zu C1
""".strip().splitlines()


@pytest.mark.parametrize("text", LEAVES_IT_AS_IT_WAS)
def test_what_says_that_a_fault_lasts_or_that_nothing_was_done_settles_nothing(text: str) -> None:
    assert unsettled(text)
    assert not unsettled(f"{text}. Repaired on 6 May")


@pytest.mark.parametrize("text", SENSIBLE)
def test_what_people_write_when_they_settle_something_is_taken(text: str) -> None:
    assert unsettled(text) == ""


@pytest.mark.parametrize("text", SAYS_THE_OPPOSITE)
def test_what_denies_puts_off_or_says_nothing_settles_nothing(text: str) -> None:
    assert unsettled(text)


@pytest.mark.parametrize("text", SAYS_IT)
def test_what_says_that_it_is_done_settles(text: str) -> None:
    assert unsettled(text) == ""


@pytest.fixture
def reviewed(rover: Path) -> Path:
    """The rover with a baseline, and a record outside of it."""
    create(rover, "v1", author="Dan Developer", reason="first")
    (rover / "records" / "brakes.md").write_text("tested")
    return rover


def test_a_condition_is_not_discharged_by_a_text_that_denies_it(reviewed: Path) -> None:
    sign_off(reviewed, target="", decision=Decision.CONDITIONS, conditions=("test brakes",), by=BOB)
    for text in SAYS_THE_OPPOSITE[:3]:
        with pytest.raises(InputError, match=r"the text .* of the discharge"):
            discharge(reviewed, "S1", condition=1, by=BOB, evidence=["records/brakes.md"], text=text)
    assert not review_state(load(reviewed)).settled
    met = "The condition is met: lock fitted"
    discharge(reviewed, "S1", condition=1, by=BOB, evidence=["records/brakes.md"], text=met)
    assert review_state(load(reviewed)).settled


def test_a_finding_is_not_closed_by_a_text_that_denies_it(reviewed: Path) -> None:
    add_finding(reviewed, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    for text in SAYS_THE_OPPOSITE[:4]:
        with pytest.raises(InputError, match=r"the text .* of the closing"):
            decide(reviewed, "F1", status="closed", by=BOB, text=text)
    decide(reviewed, "F1", status="closed", by=BOB, text="closed by change 12")
    decide(reviewed, "F1", status="open", by=BOB, text="the finding is not resolved")


@pytest.mark.slow
def test_what_was_written_before_such_texts_were_refused_settles_nothing(
    reviewed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_off(
        reviewed, target="", decision=Decision.CONDITIONS, conditions=("test brakes", "fit lock"), by=BOB
    )
    for finding in ("F1", "F2"):
        add_finding(reviewed, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
        with monkeypatch.context() as before:
            before.setattr("casegen.review.eligibility.unsettled", lambda text, about: "")
            text = "the test failed" if finding == "F1" else "Retest passed"
            decide(reviewed, finding, status="closed", by=BOB, text=text)
            number = int(finding[1:])
            discharge(reviewed, "S1", condition=number, by=BOB, evidence=["records/brakes.md"], text=text)
    state = review_state(load(reviewed))
    assert state.sign_offs[0].open_conditions == (1,)
    denied, done = state.findings
    assert (denied.status, done.status) == (FindingStatus.OPEN, FindingStatus.CLOSED)
    assert denied.reopened == ("the text 'the test failed' of the closing reports a failure",)


def test_a_condition_of_a_sign_off_that_is_superseded_is_met_by_nobody(reviewed: Path) -> None:
    for condition in ("test brakes", "test brakes twice"):
        sign_off(reviewed, target="", decision=Decision.CONDITIONS, conditions=(condition,), by=BOB)
    with pytest.raises(InputError, match="S1 is superseded by S2"):
        discharge(reviewed, "S1", condition=1, by=BOB, evidence=["records/brakes.md"])
    discharge(reviewed, "S2", condition=1, by=BOB, evidence=["records/brakes.md"])
    assert review_state(load(reviewed)).settled


@pytest.mark.parametrize(
    "named",
    [
        "rover",
        "https://",
        "http://localhost/x",
        "https://0/x",
        "https://2130706433/x",
        "https://0x7f.1/",
        "file:///tmp/x",
    ],
)
def test_what_is_named_as_evidence_is_a_document_or_a_part(reviewed: Path, named: str) -> None:
    sign_off(reviewed, target="", decision=Decision.CONDITIONS, conditions=("test brakes",), by=BOB)
    with pytest.raises(InputError, match="evidence '"):
        discharge(reviewed, "S1", condition=1, by=BOB, evidence=[named])
    for document in ("https://example.org/report", "doi:10.1000/182", "B2", "records/brakes.md"):
        discharge(reviewed, "S1", condition=1, by=BOB, evidence=[document])


@pytest.mark.parametrize("text", ["TBD", "?", "...", "to be reviewed", ""])
def test_a_finding_says_something(reviewed: Path, text: str) -> None:
    with pytest.raises(InputError, match="a finding needs its text"):
        add_finding(reviewed, target="C1", severity=FindingSeverity.MAJOR, text=text, by=BOB)


@pytest.mark.parametrize("author", ["TBD", "nobody", "?"])
def test_somebody_freezes_a_baseline(rover: Path, author: str) -> None:
    with pytest.raises(InputError, match="the author '"):
        create(rover, "v1", author=author, reason="first")


def claim(root: Path, organisation: str, own: str) -> None:
    case = load(root)
    header = case.header.model_copy(update={"organisation": own})
    person = Person(name="Eve", independence=Independence.ORGANISATION, organisation=organisation)
    plausible(person, dataclasses.replace(case, header=header))


def test_an_organisation_has_a_name(rover: Path) -> None:
    for organisation in (
        "none", "TBD", "?", "-", "n/a", "unknown", "nobody", "same", "our own", "to be named", "own", "the same company", "external",
        "third party", "keine", "ours", "us", "unsere Firma", "hausintern", "my own company", "another organisation", "the supplier", "TBD Ltd", "<organisation>", "independent assessor", "unbekannt",
    ):  # fmt: skip
        with pytest.raises(InputError, match="names no organisation"):
            claim(rover, organisation, "Track Works")


def test_the_own_organisation_in_other_words_is_no_other(rover: Path) -> None:
    for organisation in (
        "Track Works (Safety)", "track works, safety department", "Track Works GmbH (Safety)", "Safety team (Track Works)",
        "Track Works / Safety", "Safety, Track Works Ltd", "Track Works", "QA of Track Works", "Safety department of Track Works",
        "Track Works Group", "Track Works QA", "Abteilung Sicherheit der Track Works", "the Inspectors of Track Works GmbH",
        "Track Works' own quality assurance", "TrackWorks Safety", "Internal audit, Track-Works", "Track Works Holding AG",
    ):  # fmt: skip
        with pytest.raises(InputError, match="is the organisation of the case"):
            claim(rover, organisation, "Track Works")
    with pytest.raises(InputError, match="is the organisation of the case"):
        claim(rover, "Track Works", "Track Works (Rail)")


def test_another_organisation_is_one(rover: Path) -> None:
    for organisation in (
        "TÜV Süd", "Lloyd's", "NLR", "DB", "SGS (UK) Ltd", "Track Works Assessors", "3M", "Independent Rail Assessors Ltd", "Q-Park",
        "Bureau Veritas, Paris", "E.ON", "Own Brand Labs", "Third Rail Safety", "TNO", "Meyer & Same AG", "An Post", "Another Ltd",
    ):  # fmt: skip
        claim(rover, organisation, "Track Works")
    claim(rover, "Meyer, Schmidt and Partners", "Meyer, Huber and Partners")
    claim(rover, "NLR", "")
    claim(rover, "University of Leeds", "Leeds")
    claim(rover, "Rail Safety Board", "Track Works Safety")
    claim(rover, "Group Safety Ltd", "Works Safety")
    claim(rover, "TÜV Rheinland Group", "TÜV Süd")
