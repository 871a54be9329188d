"""Abbreviated units of time (``3 d``, ``0.5/a``, ``MTBF of 10 kh``) and rates with an article are read as in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import PUMP, PUMPE, base, edits

HOURS = "trees.FT.mission_time"
MISSIONS = {
    "missions of 3 d": 72, "missions of 3d": 72, "missions of 2 wks": 336, "missions of 2 wk": 336,
    "missions of 2 yr": 17520, "missions of 2 yrs": 17520, "missions of 1 a": 8760, "missions of 3 mo": 2190,
    "missions of 2 kh": 2000, "missions; a mission lasts 3 d": 72, "missions (3 d each)": 72,
    "missions that last 2 wks": 336, "3-d missions": 72, "missions of 2 y": 17520, "missions; mission: 3 d": 72,
}  # fmt: skip
GERMAN_MISSIONS = {
    "Missionen von 3 d": 72, "Missionen von je 2 a": 17520, "Missionen von 48 Std": 48, "Missionen (Missionsdauer: 2 a)": 17520,
}  # fmt: skip
RATES = {
    "at most once per 100 yr": 1 / 876000, "at most once per 100 a": 1 / 876000, "with a rate of at most 0.5/a": 0.5 / 8760,
    "with a rate of at most 1/yr": 1 / 8760, "with a rate of at most 10⁻³ a⁻¹": 1e-3 / 8760,
    "with a rate of at most 0.5 yr⁻¹": 0.5 / 8760, "with a rate of at most 0.5 a^-1": 0.5 / 8760,
    "with a rate of at most 0.5 1/a": 0.5 / 8760, "with a rate of at most 0.01/wk": 0.01 / 168,
    "with a rate of at most 0.01 d⁻¹": 0.01 / 24, "with a rate of at most 2 per Mh": 2e-6,
    "with a rate of at most 2/10⁶ h": 2e-6, "with an MTBF of 10 kh": 1e-4, "with an MTBF of at least 2 yr": 1 / 17520,
    "with a rate of at most 10⁻³ each year": 1e-3 / 8760, "with a rate of at most 10⁻³ every week": 1e-3 / 168,
    "with a rate of at most 10⁻³ a week": 1e-3 / 168, "with at most 0.5 failures a year": 0.5 / 8760,
    "with a rate of at most 10⁻⁴ an hour": 1e-4, "at most semi-annually": 1 / 4380, "at most triennially": 1 / 26280,
    "at most decennially": 1 / 87600, "at most centennially": 1 / 876000, "every ten years at most": 1 / 87600,
    "with a rate of at most 10⁻³ annually": 1e-3 / 8760,
}  # fmt: skip
GERMAN_RATES = {
    "mit einer Rate von höchstens 0,01/a": 0.01 / 8760, "mit einer Rate von höchstens 0,01 jede Woche": 0.01 / 168,
    "höchstens halbjährlich": 1 / 4380, "höchstens dreijährlich": 1 / 26280, "alle zehn Jahre höchstens": 1 / 87600,
    "mit einer Rate von höchstens 10⁻³ a⁻¹": 1e-3 / 8760, "mit einer MTBF von mindestens 10 kh": 1e-4,
}  # fmt: skip


def _rate(text: str, event: str, rate: float) -> dict[str, Any]:
    more = {"trees.FT.target.probability": rate, "events.E1.model.probability": rate}
    return {**edits(text, event, "rate-per-hour"), **more}


@pytest.mark.parametrize("phrase", [*MISSIONS, *GERMAN_MISSIONS])
def test_a_mission_is_as_long_as_the_text_says(tmp_path: Path, phrase: str) -> None:
    english = phrase in MISSIONS
    hours = (MISSIONS if english else GERMAN_MISSIONS)[phrase]
    event, often = (PUMP, "in at most 1 of 1,000") if english else (PUMPE, "in höchstens 1 von 1.000")
    said = edits(f"{event} {often} {phrase}", event, "probability-per-mission")
    must_hold(folder(tmp_path / "true", base(), {**said, HOURS: hours}))
    must_not_hold(folder(tmp_path / "false", base(), {**said, HOURS: 1}), "text-time")


@pytest.mark.parametrize("phrase", [*RATES, *GERMAN_RATES])
def test_a_rate_is_per_the_unit_that_the_text_says(tmp_path: Path, phrase: str) -> None:
    event, rates = (PUMP, RATES) if phrase in RATES else (PUMPE, GERMAN_RATES)
    rate, text = float(f"{0.999 * rates[phrase]:.6g}"), f"{event} {phrase}"
    must_hold(folder(tmp_path / "true", base(), _rate(text, event, rate)))
    must_not_hold(folder(tmp_path / "false", base(), _rate(text, event, 2.0 * rate)), "text-number")


@pytest.mark.parametrize("phrase", [
    "at most biannually", "at most bimonthly", "at most bi-weekly", "at most every other year", "at most every second year",
    "at most seasonally", "höchstens zweimonatlich", "höchstens jedes zweite Jahr",
])  # fmt: skip
def test_an_interval_of_two_meanings_is_asked_about(tmp_path: Path, phrase: str) -> None:
    event = PUMPE if phrase.startswith("h") else PUMP
    at = folder(tmp_path / "x", base(), _rate(f"{event} {phrase}", event, 1e-4))
    assert json.loads(call("assess", at, "--json")[1])["questions"]
