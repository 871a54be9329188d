"""A limit behind its number counts as one before it: ``in 1 of 1,000 runs or more`` is no upper limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.false_support import call, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import PUMP, PUMPE, write

LOWER = [
    "in 1 of 1,000 runs or more", "in 0.1 % or more of the runs", "in 0.1 % of the runs or more", "in 0.1 %+ of the runs",
    "with a probability from 0.001 up", "with a probability of 0.001 and above", "with a probability of upwards of 0.001",
    "with a probability of 0.001 or higher", "with a probability of 0.001+", "with a probability starting at 0.001",
    "with a probability of 0.001, if not more", "in 1 of 1,000 runs at least", "in 1 of 1,000 runs minimum",
    "in 1 of 1,000 runs or even more", "in 1 of 1,000 runs, or more often", "with a probability of 0.001 upwards",
]  # fmt: skip
GERMAN_LOWER = [
    "bei 1 von 1.000 Läufen oder mehr", "bei 0,1 % der Läufe und mehr", "in 0,1 % oder mehr der Läufe",
    "ab 0,1 % der Läufe", "mit einer Wahrscheinlichkeit von 0,1 % aufwärts", "bei 1 von 1.000 Läufen mindestens",
    "mit einer Wahrscheinlichkeit von 0,1 % und darüber", "mit einer Wahrscheinlichkeit ab 0,001",
]  # fmt: skip
UPPER = [
    "in 1 of 1,000 runs or fewer", "in 0.1 % of the runs or less", "with a probability of 0.001 or lower",
    "in 1 of 1,000 runs at most", "with a probability of 0.001 or better", "in at most 1 of 1,000 runs or fewer",
    "in at most 1 of 1,000 runs of 3 h or more", "in at most 1 of 1,000 runs at 3 °C or more",
    "in at most 1 of 1,000 runs with 5 kg or more on board", "in at most 1 of 1,000 runs with two pumps or more",
    "with a probability of at most 0.001, or an alarm sounds",
]  # fmt: skip
GERMAN_UPPER = [
    "bei 1 von 1.000 Läufen oder weniger", "bei 0,1 % der Läufe höchstens", "bei höchstens 1 von 1.000 Läufen ab 3 bar",
    "bei höchstens 1 von 1.000 Läufen bei 5 kg und darüber",
]  # fmt: skip
OPEN = [
    "with a probability of 0.001 or worse", "with a probability from 0.001", "with a probability no better than 0.001",
    "in at most 1 of 1,000 runs or more", "with a probability of 0.001 or thereabouts", "with a probability of at most 0.001+",
]  # fmt: skip


def event_of(phrase: str) -> str:
    return PUMPE if phrase in (*GERMAN_LOWER, *GERMAN_UPPER) else PUMP


@pytest.mark.parametrize("phrase", [*LOWER, *GERMAN_LOWER])
def test_a_lower_limit_behind_a_failure(tmp_path: Path, phrase: str) -> None:
    event = event_of(phrase)
    must_not_hold(write(tmp_path / "x", f"{event} {phrase}", event), "text-number")


@pytest.mark.parametrize("phrase", [*UPPER, *GERMAN_UPPER])
def test_an_upper_limit_behind_a_failure(tmp_path: Path, phrase: str) -> None:
    event = event_of(phrase)
    at = write(tmp_path / "x", f"{event} {phrase}", event)
    must_hold(at)
    assert "C1" not in json.dumps([q["id"] for q in json.loads(call("assess", at, "--json")[1])["questions"]])


@pytest.mark.parametrize("phrase", OPEN)
def test_a_limit_of_two_meanings_is_asked_about(tmp_path: Path, phrase: str) -> None:
    at = write(tmp_path / "x", f"{PUMP} {phrase}", PUMP)
    assert "C1" in json.dumps(json.loads(call("assess", at, "--json")[1])["questions"])
