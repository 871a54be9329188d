"""Shifts whose length the text states, sizes in inches and speeds by a reciprocal time: read, and not asked about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits

PUMP, PUMPE = "The pump fails", "Die Pumpe versagt"
SHIFTS = {
    "in at most 1 of 1,000 8 hour night shifts": 8, "in at most 1 of 1,000 8 h early shifts": 8, "in at most 1 of 1,000 half-hour shifts": 0.5,
    "in at most 1 of 1,000 missions of two 8 hour night shifts": 16, "in at most 1 of 1,000 missions of two 8-hour shifts": 16,
    "in at most 1 of 1,000 missions of three shifts of 8 h": 24, "in at most 1 of 1,000 missions (two shifts of 8 h)": 16,
    "in at most 1 of 1,000 watches of 4 hours": 4, "in at most 1 of 1,000 four-hour night watches": 4, "in at most 1 of 1,000 12 h on-call duties": 12,
    "in at most 1 of 1,000 shifts of eight working hours": 8, "in at most 1 of 1,000 shifts, and a shift lasts 8 hours": 8,
    "with a probability of at most 0.001 in two 8 hour night shifts": 16, "with a probability of at most 0.001 per night shift of 8 h": 8,
    "with a probability of at most 0.001 during an eight-hour duty": 8, "with a probability of at most 0.001 in each 12-hour tour of duty": 12,
}  # fmt: skip
GERMAN_SHIFTS = {
    "in höchstens 1 von 1.000 achtstündigen Nachtschichten": 8, "in höchstens 1 von 1.000 24-Stunden-Diensten": 24,
    "in höchstens 1 von 1.000 Einsätzen von zwei achtstündigen Nachtschichten": 16,
    "mit einer Wahrscheinlichkeit von höchstens 0,001 in zwei Schichten von je 8 h": 16,
}  # fmt: skip
QUIET = [
    "At 3000 1/min the pump fails", "The pump running at 1500 min⁻¹ fails", "The pump running at 25 1/s fails", "The pump with a drive of 25 s⁻¹ fails",
    "With a heart rate of 180 1/min the pump fails", "With an air exchange of 6 1/h the pump fails", "The pump for a 3 in pipe fails",
    "The pump on 24 in lines fails", "The pump on lines of 24 in fails",
]  # fmt: skip
ASKED = [
    "The pump, which carries 500 in winter, fails", "With up to 500 in Kiel, the pump fails", "Of 500 in spring, the pump fails",
    "The pump of the 250 in May fails",
]  # fmt: skip


def _questions(at: Path) -> Any:
    return json.loads(call("assess", at, "--json")[1])["questions"]


@pytest.mark.parametrize("phrase", [*SHIFTS, *GERMAN_SHIFTS])
def test_a_mission_of_shifts_is_as_long_as_they_are(tmp_path: Path, phrase: str) -> None:
    event, hours = (PUMP, SHIFTS[phrase]) if phrase in SHIFTS else (PUMPE, GERMAN_SHIFTS[phrase])
    said = edits(f"{event} {phrase}", event, "probability-per-mission")
    true = folder(tmp_path / "true", base(), {**said, "trees.FT.mission_time": hours})
    must_hold(true)
    assert not _questions(true)
    must_not_hold(
        folder(tmp_path / "false", base(), {**said, "trees.FT.mission_time": hours / 2}), "text-time"
    )


@pytest.mark.parametrize("text", QUIET)
def test_a_size_is_not_asked_about(tmp_path: Path, text: str) -> None:
    said = edits(f"{text} in at most 1 of 1,000 missions", PUMP, "probability-per-mission")
    at = folder(tmp_path / "true", base(), said)
    must_hold(at)
    assert not _questions(at)


@pytest.mark.parametrize("text", ASKED)
def test_a_number_before_a_place_or_a_season_is_no_length(tmp_path: Path, text: str) -> None:
    said = edits(f"{text} in at most 1 of 1,000 missions", PUMP, "probability-per-mission")
    at = folder(tmp_path / "x", base(), said)
    assert any("500" in t or "250" in t for q in _questions(at) for t in q["texts"][1:])


def test_a_rate_by_a_reciprocal_time_is_no_speed(tmp_path: Path) -> None:
    said = edits("The pump fails with a rate of at most 10 1/s", PUMP, "probability-per-mission")
    assert _questions(folder(tmp_path / "x", base(), said))
