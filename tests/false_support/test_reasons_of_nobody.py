"""Who accepts is somebody, and why something is assumed is no admission that it was not looked at; true twins beside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.argument.reading.answers import says_nothing
from casegen.model.diagnostic import InputError
from casegen.review.eligibility import shows_something
from casegen.texts.wording.denials import denies_itself
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

NOBODY = [
    "the project team",
    "CI pipeline",
    "der Vorgesetzte",
    "everybody in the meeting",
    "Rita Reviewer or Max Manager",
]
SOMEBODY = ["Rita Reviewer", "Board of directors", "R. Orr", "Leitung der Instandhaltung"]
DENIED = [
    "Nobody has looked at the tree so far", "The tree leaves out fire and flood", "Some causes are missing from the tree",
    "Time did not allow to check this", "It is obvious", "The author says so",
]  # fmt: skip
MEANT = [
    "Nothing is missing: compared with the HAZOP table", "No cause was left out in the walk-through of 3 March",
    "Checked by two crews, sheets 4 to 7", "The missing bolts of 2019 were found and fitted",
]  # fmt: skip
RIGHT = ["The objection is right, and we are late", "Fire is missing, yes; will be added next year"]
ANSWER = "Fire stops the power, sheet 7 of the wiring diagram; without power nothing moves"


def objection(response: str) -> dict[str, Any]:
    """An objection to the tree that somebody judged as answered so."""
    return {"id": "D1", "target": "W1", "kind": "rebutting", "owner": "R. Reader", "text": "Fire is missing from the tree",
            "state": "refuted", "response": response, "refuted_by": "O. Other"}  # fmt: skip


@pytest.mark.parametrize("name", NOBODY)
def test_nobody_in_particular(tmp_path: Path, name: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {"claims.W1.accepted_by": name}), "acceptance-name")


@pytest.mark.parametrize("name", SOMEBODY)
def test_somebody(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {"claims.W1.accepted_by": name}))


@pytest.mark.parametrize("reason", DENIED)
def test_a_reason_that_admits(tmp_path: Path, reason: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {"claims.W1.assumed": reason}))


@pytest.mark.parametrize("reason", MEANT)
def test_a_reason(tmp_path: Path, reason: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {"claims.W1.assumed": reason}))


@pytest.mark.parametrize("response", RIGHT)
def test_a_response_that_concedes(tmp_path: Path, response: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {"defeaters": [objection(response)]}))


def test_a_response(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {"defeaters": [objection(ANSWER)]}))


@pytest.mark.parametrize("text", ["only in 999 of 1,000 missions", "in all but 1 of 1,000 missions"])
def test_a_top_event_that_nearly_always_happens(tmp_path: Path, text: str) -> None:
    said = {"claims.C1.text": f"The lift starts with an open door {text}"}
    must_not_hold(folder(tmp_path / "x", calculation(), said), "requirement-direction")


@pytest.mark.parametrize(
    "report", ["The lock did not hold in 4 of 9 tries.", "The exchange of the lock is planned for spring."]
)
def test_what_reports_a_failure_discharges_nothing(tmp_path: Path, report: str) -> None:
    (tmp_path / "r.md").write_text(f"# Test of the lock\n\n{report}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"r\.md"):
        shows_something(tmp_path, ["r.md"])


def test_what_was_done_after_it_does(tmp_path: Path) -> None:
    report = "The lock did not hold in 4 of 9 tries. After the exchange all 9 passed."
    (tmp_path / "r.md").write_text(f"# Test of the lock\n\n{report}\n", encoding="utf-8")
    shows_something(tmp_path, ["r.md"])


def test_looks_fine_is_no_reading() -> None:
    assert says_nothing("looks fine")
    assert not says_nothing("The minutes of May hold the same number")


@pytest.mark.parametrize(
    "text", ["To be decided: the press stops", "The press stops (TODO: check)", "TBD: the press stops"]
)
def test_a_claim_that_is_still_to_come_asserts_nothing(text: str) -> None:
    assert denies_itself(text)


@pytest.mark.parametrize(
    "text", ["What is to be decided is decided: the press stops", "The press (type TBD-4) stops"]
)
def test_a_claim_about_what_was_decided_does(text: str) -> None:
    assert not denies_itself(text)
