"""Every number of a claim is read in full, is a condition, or is asked about, whatever unit or time stands beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import PUMP, PUMPE, base, edits

HOURS = "trees.FT.mission_time"
MISSION, RATE = "probability-per-mission", "rate-per-hour"
OFTEN, OFT = "in at most 1 of 1,000 missions", "in höchstens 1 von 1.000 Missionen"
CHANCE, CHANCEN = "with a probability of at most 0.001", "mit einer Wahrscheinlichkeit von höchstens 0,001"
UNKNOWN = [
    f"{OFTEN} of 3 q", f"{OFTEN} of 3q", f"{OFTEN} of 5 zz", f"{OFTEN} lasting 3 dy", f"{OFTEN} of 3 dys", f"{OFTEN} of 3 D",
    f"{OFTEN} of 3 YRS", f"{OFTEN} of three sols", f"{OFTEN}, 3 d", f"{OFTEN} (about 3 ds)", f"{OFTEN} lasting 3 sols", f"{OFTEN} of 2 dec.",
    f"{OFT} von 3 Tg", f"{OFT} von 3 Mon.", f"{OFT}, die 3 Sols dauern", f"{CHANCE} q", f"{CHANCE}/q", "in at most 0.1 %* of the missions",
    "in at most 0.1 % q of the missions",
]  # fmt: skip
STRETCHES = [
    f"{CHANCE} over a season", f"{CHANCE} in one shift", f"{CHANCE} during a shift", f"{CHANCE} over a weekend", f"{CHANCE} overnight",
    f"{CHANCE} over a winter", f"{CHANCE} all winter", f"{CHANCE} on a day", f"{CHANCEN} in einer Schicht", f"{CHANCEN} über Nacht",
    f"{CHANCEN} an einem Wochenende", f"{CHANCEN} während einer Schicht", f"{CHANCEN} über eine Saison",
]  # fmt: skip
PER_OTHER = [
    "with a rate of at most 10⁻³ per batch", "with a rate of at most 10⁻³/q", "with a rate of at most 10⁻³ every q",
    "with a rate of at most 10⁻³ per s", "with at most 0.001 failures per charge",
]  # fmt: skip
HARMLESS = [
    "at 3 °C or more", "with two pumps or more", "in hall 3", "on platform 3b", "with a 2D lidar", "with 4 LEDs on", "with 3 men aboard",
    "at 24 V DC", "at 4-20 mA", "(EN 50129)", "in 2oo3 mode", "over 5G", "below 5 m/s or in fog", "and more than 2 m from the wall",
    "from 2 km upwards", "on 3 axes", "at 3 kn", "with at least 2 of 4 sensors", "after 3 s", "tested once a year", "at 1013 hPa",
    "if it is serviced twice a year", "with tools older than 3 years", "after more than 24 h of rest", "at a slope of 5 % or less",
    "at 60 % load or more", "with a 3 kW drive", "at night", "in winter", "by day", "with parts that are replaced after 5 yr",
    "during a shift", "for any of its 4 arms", "on line 4a",
]  # fmt: skip
LENGTHS = {
    "at most once in 100 operating days of 10 h": 1e-3, "in at most 1 of 1,000 working days of 8 h": 1 / 8000,
    "at most once in 10 years of 4,000 operating hours": 1 / 40000, "at most once in 10 years of 4,000 h each": 1 / 40000,
    "in at most 1 of 1,000 operating days (10 h each)": 1e-4, "with at most 0.01 per hour": 0.01,
}  # fmt: skip


def _event(phrase: str) -> str:
    return PUMPE if phrase.startswith((OFT, CHANCEN, "in höchstens")) else PUMP


def _case(at: Path, phrase: str, kind: str, more: dict[str, Any]) -> Path:
    event = _event(phrase)
    return folder(at, base(), {**edits(f"{event} {phrase}", event, kind), **more})


def _asked(at: Path) -> bool:
    return "C1" in [question["id"] for question in json.loads(call("assess", at, "--json")[1])["questions"]]


@pytest.mark.parametrize("phrase", [*UNKNOWN, *STRETCHES])
def test_what_is_not_read_is_asked_about(tmp_path: Path, phrase: str) -> None:
    assert _asked(_case(tmp_path / "x", phrase, MISSION, {HOURS: 1}))


@pytest.mark.parametrize("phrase", PER_OTHER)
def test_a_rate_per_something_else(tmp_path: Path, phrase: str) -> None:
    assert _asked(_case(tmp_path / "x", phrase, RATE, {}))


@pytest.mark.parametrize("words", HARMLESS)
def test_conditions_and_names_are_left_alone(tmp_path: Path, words: str) -> None:
    at = _case(tmp_path / "x", f"{OFTEN} {words}", MISSION, {HOURS: 2})
    must_hold(at)
    assert not _asked(at)


@pytest.mark.parametrize("phrase", ["over a shift", "in one shift"])
def test_a_shift_that_is_the_mission(tmp_path: Path, phrase: str) -> None:
    said = {"case.intended_use": "A mission is a shift", HOURS: 8}
    assert not _asked(_case(tmp_path / "x", f"{CHANCE} {phrase}", MISSION, said))


SHIFTS = [
    "in at most 1 of 1,000 shifts of 8 h", "in at most 1 of 1,000 8 h shifts", "in at most 1 of 1,000 8-hour shifts", f"{CHANCE} in an 8 h shift",
    f"{CHANCE} per 8-hour shift", f"{CHANCE} in a shift of 8 h", f"{CHANCE} per shift of 8 h", "in höchstens 1 von 1.000 Schichten von 8 h",
    "in höchstens 1 von 1.000 8-h-Schichten", "in höchstens 1 von 1.000 achtstündigen Schichten", f"{CHANCEN} in einer 8-h-Schicht",
    f"{CHANCEN} je 8-Stunden-Schicht", f"{CHANCEN} je Schicht von 8 h",
]  # fmt: skip


@pytest.mark.parametrize("phrase", SHIFTS)
def test_shifts_as_long_as_a_mission(tmp_path: Path, phrase: str) -> None:
    true = _case(tmp_path / "true", phrase, MISSION, {HOURS: 8})
    must_hold(true)
    assert not _asked(true)
    must_not_hold(_case(tmp_path / "false", phrase, MISSION, {HOURS: 1}), "text-time")


@pytest.mark.parametrize("phrase", LENGTHS)
def test_a_period_with_a_length_of_its_own(tmp_path: Path, phrase: str) -> None:
    rate = float(f"{0.999 * LENGTHS[phrase]:.6g}")
    for name, at in (("true", rate), ("false", 2.0 * rate)):
        more = {"trees.FT.target.probability": at, "events.E1.model.probability": at}
        case = _case(tmp_path / name, phrase, RATE, more)
        if name == "true":
            must_hold(case)
        else:
            must_not_hold(case, "text-number")


@pytest.mark.parametrize(
    "phrase", [f"{CHANCE} in a year of 4,000 operating hours", f"{CHANCE} on a working day of 8 h"]
)
def test_a_mission_of_a_period_with_a_length(tmp_path: Path, phrase: str) -> None:
    hours = 4000 if "4,000" in phrase else 8
    must_hold(_case(tmp_path / "true", phrase, MISSION, {HOURS: hours}))
    must_not_hold(_case(tmp_path / "false", phrase, MISSION, {HOURS: 1}), "text-time")


def test_once_daily_is_once_in_a_mission_of_a_day(tmp_path: Path) -> None:
    must_hold(_case(tmp_path / "x", "at most once daily", MISSION, {HOURS: 24}))
