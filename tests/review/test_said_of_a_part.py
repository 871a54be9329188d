"""Texts that say a thing of a part only, or that it is not asked for any more, settle nothing; those of the whole do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import casegen
from casegen.review import create, discharge, sign_off
from casegen.review.decision_text import unsettled
from casegen.review.events import Decision, Independence, Person
from casegen.review.questions import read
from tests.review.conftest import BOB
from tests.review.test_damaged_history import Command

RITA = Person(name="Rita Reader", role="assessor", independence=Independence.PERSON)

ALL = "All latches are replaced by type L2 before the first train"


@pytest.mark.parametrize(
    "text",
    [
        "39 of 40 latches are replaced; platform 4 keeps its old one",
        "Latches replaced except at platform 4",
        "All but one latch are replaced",
        "Replaced on 3 of 4 platforms",
        "Replaced on three of the four platforms",
        "80 % of the latches are replaced",
        "Replaced so far on platform 1",
        "Every latch is replaced apart from those of platform 4",
        "The operator waives this condition",
        "The condition was waived by the operator",
        "The old latches remain in service",
        "Replaced; platform 4 keeps its old one",
        "39 von 40 Riegeln sind getauscht",
        "Alle Riegel bis auf einen getauscht",
        "The work is done in part",
    ],
)
def test_a_part_does_not_meet_a_condition_of_all(text: str) -> None:
    assert unsettled(text, ALL)


@pytest.mark.parametrize(
    "text",
    [
        "All 40 latches are replaced by L2",
        "40 of 40 latches are replaced",
        "All latches are replaced, see page 3 of 4 of the report",
        "39 of 40 latches were replaced on 3 May, the last one on 5 May",
        "All were replaced but one on 3 May; the remaining latch was replaced on 5 May",
        "All latches replaced and tested at 80 % of the load",
        "100 % of the latches are replaced",
        "The old latches are scrapped; L2 is fitted on every platform",
        "Replaced on all platforms, part 2 of 3 of the work order",
    ],
)
def test_the_whole_meets_it(text: str) -> None:
    assert unsettled(text, ALL) == ""


@pytest.mark.parametrize(
    "text",
    ["The operator was not asked", "The severity stays disputed", "Closed in part; rows H2 and H3 stay"],
)
def test_a_denial_closes_no_finding(text: str) -> None:
    assert unsettled(text)


@pytest.mark.parametrize(
    "text",
    [
        "The operator was asked on 24 November and agrees with critical",
        "The severity is agreed, see the minutes of 24 November",
        "It is no longer disputed: the operator agrees",
        "Those who were not asked in the first round were asked on 3 May",
        "80 % of the failures are of the latch, which was replaced",
    ],
)
def test_an_answer_closes_it(text: str) -> None:
    assert unsettled(text) == ""


def test_a_condition_of_a_part_is_met_by_that_part() -> None:
    assert unsettled("3 of 4 latches are replaced", "3 of 4 latches are replaced") == ""
    assert (
        unsettled(
            "All latches except that of platform 4 are replaced",
            "All latches except that of platform 4 are replaced",
        )
        == ""
    )


@pytest.mark.slow
def test_every_output_counts_what_the_review_itself_asks(rover: Path, command: Command) -> None:
    """What discharged a condition is a part to be read: in the JSON, the interface and `review status` alike."""
    create(rover, "v1", author="Dan Developer", reason="first")
    (rover / "records" / "guard.md").write_text("seen in the hall")
    before = json.loads(command("assess", rover, "--json")[1])["unread"]
    sign_off(rover, target="", decision=Decision.CONDITIONS, conditions=("The guard is locked",), by=BOB)
    discharge(rover, "S1", condition=1, by=BOB, evidence=["records/guard.md"], text="Locked, seen on 3 May")
    document = json.loads(command("assess", rover, "--json")[1])
    status = json.loads(command("review", "status", rover, "--json")[1])
    assert document["unread"] == status["unread"] == casegen.open(rover).document()["unread"] == before + 1
    assert [one["id"] for one in document["to_be_read"] if one["id"] == "S1"] == ["S1"]
    read(rover, ["S1"], by=RITA, text="the lock is to be seen in the picture of the hall")
    assert json.loads(command("assess", rover, "--json")[1])["unread"] == before


@pytest.mark.slow
@pytest.mark.parametrize("name", ["auv", "inspection", "monitor", "press", "robot"])
def test_the_examples_count_alike(name: str, command: Command) -> None:
    at = Path(__file__).parents[2] / "examples" / name
    document = json.loads(command("assess", at, "--json")[1])
    assert document["unread"] == json.loads(command("review", "status", at, "--json")[1])["unread"]
    assert document["questions_open"] == sum(not one["read_by"] for one in document["questions"])
