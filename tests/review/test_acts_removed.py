"""Whatever file of a review is taken away, nothing that was refused or open becomes accepted or settled.

The history holds every kind of act: findings, answers, dispositions, sign-offs that accept, accept with conditions and
reject, an act that supersedes another, and conditions discharged.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, decide, respond, review_state, sign_off
from casegen.review.acceptance import discharge
from casegen.review.events import Decision, FindingSeverity, Independence, Person
from tests.review.conftest import ANN, BOB, copy

EVE = Person(
    name="Eve Second", role="reviewer", independence=Independence.ORGANISATION, organisation="Assessors Ltd"
)
RECORD = ["records/second.md"]
Act = Callable[[Path], object]


def raised(target: str, severity: FindingSeverity) -> Act:
    return lambda at: add_finding(
        at, target=target, severity=severity, text="why is the record taken as complete?", by=BOB
    )


def decided(finding: str, status: str) -> Act:
    return lambda at: decide(
        at, finding, status=status, text="read and found complete", by=BOB, evidence=RECORD
    )


def signed(by: Person, decision: Decision, target: str = "", conditions: tuple[str, ...] = ()) -> Act:
    return lambda at: sign_off(
        at, target=target, decision=decision, by=by, text="read with the record", conditions=conditions
    )


ACTS: list[tuple[str, Act]] = [
    ("a minor is raised", raised("C1", FindingSeverity.MINOR)),
    ("it is answered", lambda at: respond(at, "F1", text="the record of the wheels shows it", by=ANN)),
    ("the answer is rejected", decided("F1", "rejected")),
    ("it is answered again", lambda at: respond(at, "F1", text="the frames of W2 are those of operation", by=ANN)),
    ("the answer is accepted", decided("F1", "accepted")),
    ("it is closed", decided("F1", "closed")),
    ("a part is signed", signed(EVE, Decision.ACCEPT, "C2")),
    ("the case is signed with conditions", signed(BOB, Decision.CONDITIONS, "", ("test brakes", "train crews"))),
    ("one is discharged", lambda at: discharge(at, "S2", condition=1, by=BOB, evidence=RECORD)),
    ("the other is discharged", lambda at: discharge(at, "S2", condition=2, by=BOB, evidence=RECORD)),
    ("another rejects", signed(EVE, Decision.REJECT)),
    ("and supersedes that", signed(EVE, Decision.ACCEPT)),
    ("a major is raised", raised("C2", FindingSeverity.MAJOR)),
    ("it is closed too", decided("F2", "closed")),
    ("and opened again", decided("F2", "open")),
    ("the first withdraws", signed(BOB, Decision.REJECT)),
]  # fmt: skip


def files(at: Path) -> list[Path]:
    """Every file and folder of the review, and of the record of its last events."""
    tops = (at / "review", at / "baselines" / ".review-head")
    return [*tops, *sorted(path for top in tops for path in top.rglob("*"))]


def histories(at: Path) -> Iterator[str]:
    """The folder after each act, with the act's name."""
    (at / RECORD[0]).write_text(
        "Four wheels inspected again by another, nothing found.\n"
    )  # no part rests on it
    create(at, "v1", author="Dan Developer", reason="first")
    for name, act in ACTS:
        act(at)
        yield name


def settled(at: Path) -> bool:
    return review_state(load(at)).settled


def accepted(at: Path) -> bool:
    try:
        signed(BOB, Decision.ACCEPT)(at)
    except InputError:
        return False
    return True


def without(at: Path, gone: Path, number: int) -> Path:
    again = copy(at, f"again-{number}")
    path = again / gone.relative_to(at)
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    return again


@pytest.mark.slow
def test_removing_one_file_never_settles_a_review(rover: Path) -> None:
    number, seen = 0, {True: 0, False: 0}
    for name in histories(rover):
        before = settled(rover)
        seen[before] += 1
        for gone in files(rover):
            number += 1
            again = without(rover, gone, number)
            assert before or not settled(again), (name, gone)
            shutil.rmtree(again)
    assert min(seen.values()) >= 4, "both verdicts occur"


@pytest.mark.slow
@pytest.mark.parametrize("last", ["a major is raised", "and opened again"])
def test_removing_one_file_never_turns_a_refusal_into_acceptance(rover: Path, last: str) -> None:
    for name in histories(rover):
        if name == last:
            break
    assert not accepted(copy(rover, "as-it-is"))
    for number, gone in enumerate(files(rover)):
        again = without(rover, gone, number)
        assert not accepted(again), gone
        shutil.rmtree(again)


@pytest.mark.slow
def test_a_whole_history_can_be_accepted(rover: Path) -> None:
    """The twin: without the last acts nothing refuses."""
    for name in histories(rover):
        if name == "and supersedes that":
            break
    assert settled(rover)
    assert accepted(rover)
