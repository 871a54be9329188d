"""Logs of monitors that say what became of an alarm, and how a run with one ended; each with a true twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.tables.spec import Flag

from tests.false_support.test_columns_beside import PAIR, N, answers, csv, signs

TRUE, SAID, WRONG = answers(0.03)
ROWS = np.arange(N)
ALARM = (WRONG & (ROWS % 5 > 0)) | (ROWS % 17 == 3)
LOST = WRONG & ALARM & (np.cumsum(WRONG) % 3 == 0)


def log(**columns: Any) -> str:
    return csv(true=TRUE, predicted=SAID, alarm=ALARM.astype(int), **columns)


@pytest.mark.parametrize(
    "name",
    ["delivered", "alarm_received", "ack", "acknowledged", "reached_driver", "braked", "effective", "quittiert", "zugestellt"],
)  # fmt: skip
@pytest.mark.parametrize(
    ("yes", "no", "else_"), [("1", "0", "0"), ("yes", "no", ""), ("true", "false", "false")]
)
def test_alarms_that_had_no_effect(name: str, yes: str, no: str, else_: str, tmp_path: Path) -> None:
    wanted = {**PAIR, "alarm": Flag()}
    for lost, sign in ((LOST, "sign-unread-failures"), (np.zeros(N, bool), "")):
        values = np.where(ALARM, np.where(lost, no, yes), else_)
        assert signs(tmp_path, log(**{name: values}), wanted) == sign


@pytest.mark.parametrize("name", ["ood", "lidar_flag", "low_confidence", "rain"])
def test_one_cause_of_several_of_an_alarm(name: str, tmp_path: Path) -> None:
    wanted = {**PAIR, "alarm": Flag()}
    assert not signs(tmp_path, log(**{name: (ALARM & ~LOST).astype(int)}), wanted)


@pytest.mark.parametrize("name", ["outcome", "Ende", "result", "run_result"])
@pytest.mark.parametrize("word", ["collision", "Unfall", "crash"])
def test_runs_with_an_alarm_that_ended_in_harm(name: str, word: str, tmp_path: Path) -> None:
    """A wrong answer with an alarm counts as stopped in time."""
    wanted = {**PAIR, "alarm": Flag()}
    missed = WRONG & ~ALARM
    for harmed, sign in ((missed | LOST, "sign-unread-failures"), (missed, "")):
        values = np.where(harmed, word, np.where(ALARM, "stopped", "goal"))
        assert signs(tmp_path, log(**{name: values}), wanted) == sign


@pytest.mark.parametrize(
    "word", ["collision avoided", "Kollision vermieden", "crash averted", "near collision"]
)
def test_harm_that_an_alarm_averted(word: str, tmp_path: Path) -> None:
    values = np.where(ALARM & WRONG, word, "goal")
    assert not signs(tmp_path, log(outcome=values), {**PAIR, "alarm": Flag()})


def test_right_answers_in_runs_that_ended_in_harm(tmp_path: Path) -> None:
    for harmed, sign in ((WRONG | (ROWS % 19 == 0), True), (WRONG, False)):
        held = signs(tmp_path, csv(true=TRUE, predicted=SAID, outcome=np.where(harmed, "collision", "goal")))
        assert bool(held) is sign
