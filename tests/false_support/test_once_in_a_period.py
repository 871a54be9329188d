"""How often within a period of the calendar, beside a tree that allows more; a tree that allows as much holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits

VALVE, VENTIL = "The valve sticks", "Das Ventil klemmt"
RATES = {
    f"{VALVE} at most once within ten years": 1.1e-5, f"{VALVE} at most once per calendar year": 1.1e-4,
    f"{VALVE} at most once annually": 1.1e-4, f"{VALVE} at most 10⁻³ per quarter": 4.5e-7,
    f"{VALVE} at most once in a ten-year period": 1.1e-5, f"{VALVE} at most a single time a year": 1.1e-4,
    f"{VENTIL} höchstens einmal vierteljährlich": 4.5e-4, f"{VENTIL} höchstens alle 30 Tage einmal": 1.3e-3,
    f"{VENTIL} jedes Jahr höchstens einmal": 1.1e-4, f"{VENTIL} höchstens einmal während zehn Jahren": 1.1e-5,
}  # fmt: skip
"""by sentence: a rate per hour that it allows"""
STRETCHES = [
    f"{VALVE} within a quarter with a probability of at most 0.001",
    f"{VALVE} in a ten-year period with a probability of at most 0.001",
    f"{VALVE} over a couple of years with a probability of at most 0.001",
    f"{VALVE} across a month with a probability of at most 0.001",
    f"{VENTIL} während eines Geschäftsjahres mit einer Wahrscheinlichkeit von höchstens 0,001",
]


def tree(text: str, kind: str, probability: float, hours: float = 24) -> dict[str, Any]:
    event = VALVE if text.startswith(VALVE) else VENTIL
    result = edits(text, event, kind)
    result["events.E1.model"]["probability"] = probability
    result["trees.FT.target"] = {"probability": probability, "source": "plant standard"}
    return {**result, "trees.FT.mission_time": hours} if kind == "probability-per-mission" else result


@pytest.mark.parametrize("text", RATES)
def test_a_rate_that_is_more_than_so_often(text: str, tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "false", base(), tree(text, "rate-per-hour", 1e-2)), "the text says")
    must_hold(folder(tmp_path / "true", base(), tree(text, "rate-per-hour", RATES[text])))


@pytest.mark.parametrize("text", list(RATES)[::3])
def test_missions_of_a_day_that_are_more_than_so_often(text: str, tmp_path: Path) -> None:
    must_not_hold(
        folder(tmp_path / "false", base(), tree(text, "probability-per-mission", 0.05)), "the text says"
    )
    must_hold(folder(tmp_path / "true", base(), tree(text, "probability-per-mission", 24 * RATES[text])))


@pytest.mark.parametrize("text", STRETCHES)
def test_a_stretch_beside_a_mission_of_a_day(text: str, tmp_path: Path) -> None:
    kind = "probability-per-mission"
    must_not_hold(folder(tmp_path / "false", base(), tree(text, kind, 1e-3)), "text-time")
    must_hold(folder(tmp_path / "true", base(), tree(text, kind, 1e-3, 1e5)))


@pytest.mark.parametrize(("text", "kind", "probability"), [
    ("The valve sticks in max. 1 of 1,000 demands", "probability-per-demand", 1e-3),
    ("The valve sticks in 1 of 1,000 demands or less", "probability-per-demand", 1e-3),
    ("The valve sticks in 0 to 2 of 10,000 demands", "probability-per-demand", 2e-4),
    ("The valve sticks on every thousandth demand at most", "probability-per-demand", 1e-3),
    ("Das Ventil klemmt bei höchstens 0,5 v. T. der Anforderungen", "probability-per-demand", 5e-4),
    ("Das Ventil klemmt höchstens zweimal im Jahr", "rate-per-hour", 2e-4),
    ("Das Ventil klemmt im Jahr höchstens zweimal", "rate-per-hour", 2e-4),
])  # fmt: skip
def test_honest_sentences_are_not_asked_about(
    text: str, kind: str, probability: float, tmp_path: Path
) -> None:
    at = folder(tmp_path / "c", base(), tree(text, kind, probability))
    must_hold(at)
    assert json.loads(call("assess", at, "--json")[1])["questions"] == []
