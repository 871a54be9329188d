"""A text that denies what it is to settle, or leaves it for later, settles nothing; what people write does."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import create, discharge, review_state, sign_off
from casegen.review.decision_text import unsettled
from casegen.review.events import Decision
from casegen.texts.reservations.settling import undone
from tests.review.conftest import BOB

CONDITION = "The guard is locked in the hall"
LEAVES_IT_UNDONE = """
Not locked
will be tested next week
It will be locked
To be locked by the operator
The guard shall be locked
The guard was found unlocked
The guard is open
Nobody has locked it
Locking is pending
Could not be checked
Not named
Nicht verriegelt
The guard will be locked
The guard is to be locked
The guard has to be locked
The operator must lock the guard
Should be locked by the operator
The guard would be locked
The operator will lock it
No one has locked the guard
None has been locked
None of the guards is locked
Nobody locked it
Testing is outstanding
The test is still outstanding
It remains an open item
Open item
Unable to check
We were unable to lock it
We could not lock it
It could not be locked
Cannot be locked
The guard cannot be locked
The guard was not locked
The guard has not been locked
The guard had not been locked when we came
The guard wasn't locked
Guard unlocked
Unlocked
Still unlocked
The guard remains unlocked
The guard was left open
Die Haube ist nicht verriegelt
Die Haube wurde nicht verriegelt
Die Haube war unverriegelt
Wird nächste Woche verriegelt
Die Haube soll verriegelt werden
Die Haube muss noch verriegelt werden
Niemand hat sie verriegelt
Konnte nicht geprüft werden
Prüfung steht noch aus
Ist zu verriegeln
Wir konnten sie nicht verriegeln
Keine Haube ist verriegelt
Not tested
Never tested
Not yet locked
The check is due in May
Due next week
To follow
Lock ordered
Going to be locked
We are about to lock it
Never locked
The brake has not been tested
Lock not fitted
No lock fitted
No lock was fitted
Not done, no time
The guard does not lock
The guard did not lock
Testing scheduled for May
Awaiting the test
""".strip().splitlines()
OPPOSITE_OF_ITS_WORD = ("The guard is open", "The guard was left open")
SAYS_THAT_IT_IS_DONE = """
The guard is no longer open
It was locked after the test
Nobody can open it without the key
The lock, to be tested yearly, is fitted and was tested on 3 May
Locked; no failure was found
The lock failed on 3 November, was replaced, and passed on 20 November
The guard can no longer be opened
Nothing is open: seen in the hall
Locked since 1 November; the next check will be in May
Not only locked but sealed
No objection: seen locked
The guard cannot be opened without a tool
The guard can not be unlocked from outside
Locked. The key is with the foreman, who will open it for maintenance
Lock fitted, it will be checked yearly
The rover will not start while the guard is open
The rover does not start with an open guard
It could not be opened by hand
We could not open it
We were unable to open the guard without the key
No one was able to open it
Nobody got hurt; guard locked on 3 May
The guard was unlocked on 2 May and is locked since 3 May
The guard, which was open in v1, is locked now
Found unlocked on 2 May, locked on 3 May
Not locked in v1, locked in v2
The brake must be released before the guard opens: shown in test 12
The operator must use the key, see the photo of 3 May
The test was carried out on 3 May and will be repeated each week
The brake is tested each week
To open it, the key is needed
To be safe, both were replaced
Will now stop in 0.2 s, see TN-12
No failure was found
No failure in 300 tests
Never open since 3 May
None of the guards is open
No guard is open
The guard shall be locked: it is, seen on 3 May
Die Haube ist verriegelt
Die Haube lässt sich nicht mehr öffnen
Niemand kann sie ohne Schlüssel öffnen
Am 3. Mai verriegelt, wird jährlich geprüft
War nicht verriegelt, ist es seit 3. Mai
Keine Haube ist offen
The guard is not unlocked
The opened guard stops the press
The requirement "shall be locked" is met
Requirement R1 (the guard shall be locked) is verified by TN-12
No lock is needed: the guard is welded shut
The pending test took place on 4 May
The item open in v1 is closed
It is not possible to open it
Could not be reproduced in 300 trials after the change
Not applicable to this press: it has no guard
Not a fault: the guard is of another press
Not named in v1; lots 7 and 9 are named now
The limit cannot be exceeded
The lots are named in the record
Undisturbed since 3 May
Unlocked only for maintenance, with a key
Uncertainty is in the bound
The unlocked state is detected
Unit replaced
Under the limit
""".strip().splitlines()


@pytest.mark.parametrize("text", LEAVES_IT_UNDONE)
def test_what_denies_a_deed_or_leaves_it_for_later_settles_nothing(text: str) -> None:
    assert unsettled(text, CONDITION)
    assert text in OPPOSITE_OF_ITS_WORD or unsettled(text)


@pytest.mark.parametrize("text", SAYS_THAT_IT_IS_DONE)
def test_what_says_that_it_is_done_is_taken(text: str) -> None:
    assert (unsettled(text), unsettled(text, CONDITION)) == ("", "")


@pytest.mark.slow
def test_a_condition_is_not_discharged_by_the_opposite_of_its_word(rover: Path) -> None:
    create(rover, "v1", author="Dan Developer", reason="first")
    (rover / "records" / "guard.md").write_text("seen in the hall")
    sign_off(rover, target="", decision=Decision.CONDITIONS, conditions=(CONDITION,), by=BOB)
    for text in ("The guard is open", "The guard shall be locked", "Nobody has locked it"):
        with pytest.raises(InputError, match=r"the text .* of the discharge"):
            discharge(rover, "S1", condition=1, by=BOB, evidence=["records/guard.md"], text=text)
    assert not review_state(load(rover)).settled
    discharge(rover, "S1", condition=1, by=BOB, evidence=["records/guard.md"], text="Locked, seen on 3 May")
    assert review_state(load(rover)).settled


@pytest.mark.parametrize(
    ("condition", "text", "settles"),
    [
        ("The seal is fitted", "The seal is missing", False),
        ("The seal is fitted", "The missing seal was found and fitted", True),
        ("The monitor is enabled", "The monitor is still disabled", False),
        ("The valve is open at start", "The valve is closed", False),
        ("The valve is not open", "The valve is closed", True),
        ("The valve is not open", "The valve is not open", True),
        ("The valve is not open", "The valve is open", False),
        ("The monitor is never disabled", "The monitor is disabled", False),
        ("The guard is closed", "The guard is not open", True),
        ("The guard is closed", "The guard cannot be open", True),
        ("The guard is closed", "It is not open, seen on 3 May", True),
        ("The guard is closed", "The guard is not closed", False),
        ("The guard is closed", "The guard does not close", False),
        ("The guard is locked", "The guard is not open", False),
        ("The seal is fitted", "The seal is not fitted", False),
        ("The seal is fitted", "The seal is not missing", True),
        ("The valve is tight", "The valve is not leaking", True),
        ("The valve is tight", "The valve is not tight", False),
        ("The monitor is enabled", "The monitor is not off", True),
        ("The monitor is enabled", "The monitor is not on", False),
        ("The record is complete", "The record is incomplete", False),
    ],
)
def test_opposites_are_read_both_ways(condition: str, text: str, settles: bool) -> None:
    assert (unsettled(text, condition) == "") is settles


WEEKLY = "Valve alpha is inspected weekly"


@pytest.mark.parametrize(
    "text",
    [
        "Inspection is not yet in force", "Weekly inspection will start in June", "Inspections will begin next month",
        "The inspection starts in June", "Nobody inspects it", "Inspected never", "Valve alpha is inspected monthly",
        "Prüfung beginnt im Juni", "Noch nicht in Kraft", "Inspected each quarter", "The inspection begins in Q3",
        "Nobody inspects valve alpha", "Die Prüfung startet im Herbst", "Valve alpha is inspected yearly",
    ],
)  # fmt: skip
def test_what_is_rarer_later_or_by_nobody_is_undone(text: str) -> None:
    assert undone(text, WEEKLY)


@pytest.mark.parametrize(
    "text",
    [
        "Inspected weekly since 3 May", "Valve alpha was inspected on 3 and 10 May", "Inspected daily", "Inspected each day",
        "The weekly inspection began in June and was done four times", "It was not yet in force in v1, it is in force now",
        "Inspected each week; reports go out monthly", "Otto inspects it weekly, nobody else does",
        "Inspection is in force since 2 June", "The inspection was started in June", "Wird seit Juni wöchentlich geprüft",
        "Tested, and starts in March with the second line",
    ],
)  # fmt: skip
def test_what_is_done_so_often_is_done(text: str) -> None:
    assert not undone(text, WEEKLY)
