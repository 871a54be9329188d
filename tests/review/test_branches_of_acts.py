"""Every pair of acts in two branches that are merged: the review stays readable, and the act that asks for most counts."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io import load
from casegen.review import create, decide
from casegen.review.acceptance import discharge, sign_off
from casegen.review.acts import respond
from casegen.review.chain import HEAD
from casegen.review.events import (
    Decision,
    FindingSeverity,
    FindingStatus,
    Independence,
    Person,
)
from casegen.review.journal import SignOff, read_journal
from casegen.review.questions import read
from casegen.review.reopening import SignOffState, review_state
from tests.review.conftest import ANN, BOB, copy
from tests.review.test_branches import merged, raised

ZOE = Person(name="Zoe Zed", independence=Independence.ORGANISATION, organisation="Zed Ltd")
WORK = "records/wheels-again.md"


def signed(by: Person, decision: Decision, *conditions: str, target: str = "C1") -> Callable[[Path], object]:
    return lambda at: sign_off(at, target=target, decision=decision, by=by, conditions=conditions)


def discharged(at: Path) -> None:
    discharge(at, "S1", condition=1, by=BOB, evidence=[WORK], text="The wheel is fitted")


ACTS: dict[str, Callable[[Path], object]] = {
    "raise": lambda at: raised(at, "C2"),
    "respond": lambda at: respond(at, "F1", text="The drawing of 3 May shows it", by=ANN),
    "close": lambda at: decide(at, "F1", status="closed", by=BOB, text="The wheel was replaced", evidence=[WORK]),
    "accept": lambda at: decide(at, "F2", status="accepted", by=BOB),
    "reject": lambda at: decide(at, "F2", status="rejected", by=BOB, text="The drawing shows another wheel"),
    "sign": signed(ZOE, Decision.REJECT),
    "sign again": signed(BOB, Decision.REJECT),
    "conditions": signed(ZOE, Decision.CONDITIONS, "The wheel is fitted"),
    "discharge": discharged,
    "read": lambda at: read(at, ["W1"], by=BOB, text="Compared with drawing 12, sheet 4"),
}  # fmt: skip


@pytest.fixture
def base(rover: Path) -> Path:
    """A review with an open finding, an answered one, and a sign-off with a condition."""
    create(rover, "v1", author="Dan Developer", reason="first")
    (rover / WORK).write_text("Wheel 3 was replaced on 4 May 2026 and runs free.\n")
    raised(rover, "C1", FindingSeverity.MAJOR)
    raised(rover, "C2")
    respond(rover, "F2", text="The drawing of 3 May shows it", by=ANN)
    sign_off(rover, target="C2", decision=Decision.CONDITIONS, by=BOB, conditions=["The wheel is fitted"])
    return rover


def branched(base: Path, here: str, there: str) -> Path:
    """The state after both acts, each in a branch, and the merge."""
    other = copy(base, f"{base.name}-other")
    ACTS[here](base)
    ACTS[there](other)
    return merged(base, other)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("here", "there"),
    list(itertools.combinations_with_replacement(ACTS, 2)),
    ids=lambda v: v.replace(" ", "-"),
)
def test_a_review_of_two_branches_is_read_and_goes_on(
    base: Path, here: str, there: str, command: Callable[..., tuple[int, str]]
) -> None:
    at = branched(base, here, there)
    assert read_journal(at).problems == ()
    for call in (
        ("review", "list", at), ("review", "status", at), ("review", "status", at, "--strict"),
        ("diff", f"{at}@v1", at), ("assess", at), ("baseline", "verify", at),
        ("review", "pack", at, "-o", at.parent / "pack.zip", "--no-documents"),
    ):  # fmt: skip
        code, shown = command(*call)
        assert code in (0, 1), shown
        assert "internal error" not in shown
    raised(at, "C1")
    create(at, "v2", author="Dan Developer", reason="second")
    journal = read_journal(at)
    assert (journal.problems, len(journal.heads)) == ((), 1)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("here", "there", "status"),
    [
        ("accept", "reject", FindingStatus.REJECTED),
        ("close", "respond", FindingStatus.ANSWERED),
    ],
)
def test_the_act_that_asks_for_most_counts(
    base: Path, here: str, there: str, status: FindingStatus, turned: bool
) -> None:
    at = branched(base, *((there, here) if turned else (here, there)))
    finding = read_journal(at).finding("F1" if here == "close" else "F2")
    assert finding.recorded is status


@pytest.mark.parametrize("turned", [False, True])
def test_a_finding_opened_again_in_a_branch_is_open(base: Path, turned: bool) -> None:
    """The number of the file tells nothing: the branch in which more was done is not the later one."""
    decide(base, "F1", status="closed", by=BOB, text="The wheel was replaced", evidence=[WORK])
    other = copy(base, "other")
    decide(other, "F1", status="open", by=BOB, text="The wheel of 4 May is another one")
    decide(base, "F1", status="open", by=BOB, text="The drawing is another one")
    decide(base, "F1", status="closed", by=BOB, text="The wheel was replaced again", evidence=[WORK])
    at = merged(*((other, base) if turned else (base, other)))
    assert read_journal(at).finding("F1").recorded is FindingStatus.OPEN
    decide(at, "F1", status="closed", by=BOB, text="The wheel was replaced", evidence=[WORK])
    assert read_journal(at).finding("F1").recorded is FindingStatus.CLOSED


def states(at: Path) -> dict[str, SignOffState]:
    return {one.sign_off.signed.at: one for one in review_state(load(at)).sign_offs}


def test_sign_offs_of_one_person_in_two_branches_stand_both_until_a_later_one(base: Path) -> None:
    other = copy(base, "other")
    signed(ZOE, Decision.REJECT)(base)
    signed(ZOE, Decision.CONDITIONS, "The wheel is fitted")(other)
    at = merged(base, other)
    assert [one.superseded_by for one in states(at).values()] == ["", "", ""]
    signed(ZOE, Decision.REJECT)(at)
    last = read_journal(at).sign_offs[-1].id
    mine = [one for one in states(at).values() if one.sign_off.by.name == ZOE.name]
    assert sorted(one.superseded_by for one in mine) == ["", last, last]


def test_a_later_number_in_a_branch_is_no_later_act(base: Path) -> None:
    """``S3`` of one branch knew nothing of ``S2`` of the other."""
    other = copy(base, "other")
    signed(BOB, Decision.REJECT)(base)
    signed(ZOE, Decision.REJECT)(base)
    signed(ZOE, Decision.CONDITIONS, "The wheel is fitted")(other)
    at = merged(base, other)
    assert [one.superseded_by for one in states(at).values() if one.sign_off.by.name == ZOE.name] == ["", ""]


def test_records_written_before_acts_named_each_other_are_ordered_by_time(base: Path) -> None:
    one = read_journal(base).sign_offs[0]

    def old(at: str) -> SignOff:
        return SignOff(one.signed.model_copy(update={"follows": None, "at": at}))

    assert old("2026-05-02").is_after(old("2026-05-01"))
    assert not old("2026-05-01").is_after(old("2026-05-02"))


def test_a_condition_of_a_merged_sign_off_is_discharged(base: Path) -> None:
    at = branched(base, "conditions", "sign again")
    one = next(s for s in read_journal(at).sign_offs if s.by.name == ZOE.name)
    carl = ZOE.model_copy(update={"name": "Carl Cole"})
    discharge(at, one.id, condition=1, by=carl, evidence=[WORK], text="The wheel is fitted")
    assert next(s for s in review_state(load(at)).sign_offs if s.sign_off.id == one.id).open_conditions == ()


def test_no_head_is_left_from_before_the_branches(base: Path) -> None:
    at = branched(base, "sign", "sign")
    raised(at, "C1")
    assert len([one for one in (at / HEAD).iterdir() if not one.name.startswith(".")]) == 1
