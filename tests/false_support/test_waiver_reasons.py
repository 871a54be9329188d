"""A sign of the data is set aside for a reason: no placeholder, no copy of the sign, no wish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.assessment.points import reading_steps
from casegen.io import load
from tests.false_support import folder, must_not_hold
from tests.false_support.bases import measured

RULE = "sign-repeated-entries"
RECORD = "entry,demands,failures\nquay,4137,0\nbuoy,3911,1\npier,4137,0\n"
NONE = [
    "tbd: to be argued later",
    "n/a n/a n/a",
    "asdf asdf",
    RULE,
    "TODO, ask Bob",
    "to be defined. Soon",
    "not yet checked",
]
WEAK = [
    "I do not know whether one was entered twice", "The sign is a nuisance",
    "Because the deadline is Friday and the claim must hold",
]  # fmt: skip
GROUNDS = [
    "Both ran the same programme of 4137 approaches, log books 7 and 9", "The counters of quay and pier were read on 3 May 2026",
    "quay and pier are two berths with one timetable",
    "S. Miller read both counters on 3 May 2026", "1: both ran the same programme of 4137 approaches",
]  # fmt: skip


def case(reason: str) -> dict[str, Any]:
    base = measured()
    base["evidence_items"][0]["waive"] = [{"rule": RULE, "by": "S. Safety", "reason": reason}]
    return base


def asked(at: Path) -> list[bool]:
    return [step.asks for step in reading_steps(assess(load(at))) if step.kind == "waiver"]


@pytest.mark.parametrize("reason", NONE)
def test_what_says_nothing_sets_nothing_aside(tmp_path: Path, reason: str) -> None:
    must_not_hold(folder(tmp_path / "c", case(reason), {}, {"record.csv": RECORD}))


@pytest.mark.parametrize("reason", WEAK)
def test_a_weak_reason_is_asked_about(tmp_path: Path, reason: str) -> None:
    assert asked(folder(tmp_path / "c", case(reason), {}, {"record.csv": RECORD})) == [True]


@pytest.mark.parametrize("reason", GROUNDS)
def test_a_ground_is_listed(tmp_path: Path, reason: str) -> None:
    assert asked(folder(tmp_path / "c", case(reason), {}, {"record.csv": RECORD})) == [False]


def test_a_copy_of_the_sign_is_asked_about(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", case("A ground of its own, of 3 May 2026"), {}, {"record.csv": RECORD})
    (sign,) = [s for s in assess(load(at)).evidence["EV"].signs if s.name == RULE]
    assert asked(folder(tmp_path / "d", case(sign.message), {}, {"record.csv": RECORD})) == [True]
