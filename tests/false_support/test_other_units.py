"""A conclusion whose number or absolute word comes from nothing below it, whatever the kind of step; with true twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_part_numbers import BY_CONTACT, BY_CONTROLLER, WHOLE, parts

HALVES = BY_CONTACT.replace("1,000", "2,000"), BY_CONTROLLER.format("1 of 2,000")


def step(whole: str, block: str) -> dict[str, Any]:
    """A root that rests on one calculated claim (1 of 2,000 missions) by a step of another kind."""
    case = parts(*HALVES, (5e-4, 5e-4), "The lift door is the door of the record", whole)
    gone = {"C2", "D2", "W2"}
    case["claims"] = [claim for claim in case["claims"] if claim["id"] not in gone]
    case["arguments"] = [a for a in case["arguments"] if a["supports"] not in gone]
    case["arguments"][0] |= {"block": block, "from": ["C1"], "text": "The same door"}
    case["trees"], case["events"] = case["trees"][:1], case["events"][:2]
    return case


@pytest.mark.parametrize("block", ["concretion", "substitution"])
@pytest.mark.parametrize("bound", [
    "at a rate of at most 10⁻⁹ per hour", "at most once in 10,000 years", "at most 0.1 times a year", "at most once a century",
])  # fmt: skip
def test_another_unit_is_shown_by_no_premise(tmp_path: Path, block: str, bound: str) -> None:
    whole = f"The lift starts with an open door through a stuck contact {bound}"
    must_not_hold(folder(tmp_path / "x", step(whole, block)), "number-unevaluated")


@pytest.mark.parametrize("whole", [WHOLE, "The lift seldom starts with an open door"])
@pytest.mark.parametrize("block", ["concretion", "substitution"])
def test_the_same_unit_or_none_is(tmp_path: Path, block: str, whole: str) -> None:
    must_hold(folder(tmp_path / "x", step(whole, block)))


@pytest.mark.parametrize("whole", [
    "The lift never starts with an open door", "The lift door is 100 % reliable", "It is impossible that the lift starts with an open door",
    "Under no circumstances does the lift start with an open door", "The lift door is guaranteed to be closed at a start",
    "The chance of a start with an open door is nil", "The lift door is certain to be closed at a start",
])  # fmt: skip
def test_nothing_that_allows_failures_shows_that_there_are_none(tmp_path: Path, whole: str) -> None:
    case = parts(*HALVES, (5e-4, 5e-4), whole=whole)
    must_not_hold(folder(tmp_path / "x", case), "number-unevaluated")
