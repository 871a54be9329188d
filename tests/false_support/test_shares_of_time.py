"""How long something is in a state (*down for at most 2 % of the time*, *18 days a year*) is the number of its sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import write
from tests.false_support.test_other_verbs import _questions
from tests.false_support.test_words_beside_a_moment import claim

SHARES = [
    ("The pump is down for at most 2 % of the time", "The pump is down", 0.02),
    ("The pump is unavailable for at most 2 % of the time", "The pump is unavailable", 0.02),
    ("The pump is unavailable for no more than 2 % of its operating time", "The pump is unavailable", 0.02),
    ("The pump is down for less than 2 percent of the time", "The pump is down", 0.0199),
    ("The pump is out of service for at most 2 % of the time", "The pump is out of service", 0.02),
    ("The pump is available for at least 98 % of the time", "The pump is unavailable", 0.02),
    ("The pump is unavailable for at most 18 days a year", "The pump is unavailable", 0.0493),
    ("The pump is unavailable at most 18 days a year", "The pump is unavailable", 0.0493),
    ("The pump is available for at least 347 days a year", "The pump is unavailable", 0.0493),
    ("The pump does not deliver for at most 2 % of the time", "The pump does not deliver", 0.02),
    ("The pump is without power for at most 2 % of the time", "The pump is without power", 0.02),
    ("The pump is down for at most 36 hours a month", "The pump is down", 0.05),
    ("The pump is down for at most 20 days in 1000 days", "The pump is down", 0.02),
    ("The downtime of the pump is at most 20 hours per 1000 hours", "The pump is down", 0.02),
    ("The downtime of the pump is at most 18 days a year", "The pump is down", 0.0493),
    ("The annual downtime of the pump is at most 180 hours", "The pump is down", 0.0205),
    ("Die jährliche Stillstandszeit der Pumpe beträgt höchstens 180 Stunden", "Die Pumpe steht still", 0.0205),
    ("Die Pumpe steht höchstens 180 Stunden im Jahr still", "Die Pumpe steht still", 0.0205),
    ("Die Pumpe ist für höchstens 2 % der Zeit ausgefallen", "Die Pumpe ist ausgefallen", 0.02),
    ("Die Pumpe ist höchstens 18 Tage im Jahr ausgefallen", "Die Pumpe ist ausgefallen", 0.0493),
    ("Die Pumpe ist für höchstens 18 Tage im Jahr nicht verfügbar", "Die Pumpe ist nicht verfügbar", 0.0493),
]  # fmt: skip
CIRCUMSTANCES = [
    ("The pump, overloaded for at most 0.01 % of the time, does not start in at most 1 of 1,000 demands", "The pump does not start"),
    ("A pump that is idle for at most 0.01 % of the time does not start in at most 1 of 1,000 demands", "The pump does not start"),
    ("The pump does not start in at most 1 of 1,000 demands if it is down for at most 0.01 % of the time", "The pump does not start"),
    ("Die Pumpe, die für höchstens 0,01 % der Zeit überlastet ist, startet in höchstens 1 von 1.000 Anforderungen nicht",
     "Die Pumpe startet nicht"),
]  # fmt: skip


def _write(at: Path, text: str, event: str, bound: float) -> Path:
    return folder(
        at, claim(text, event), {"claims.C1.requirement.bound": bound, "trees.FT.target.probability": bound}
    )


@pytest.mark.parametrize(("text", "event", "share"), SHARES)
def test_a_weaker_requirement(text: str, event: str, share: float, tmp_path: Path) -> None:
    must_not_hold(_write(tmp_path / "c", text, event, 0.2), "text-number")


@pytest.mark.parametrize(("text", "event", "share"), SHARES)
def test_the_number_itself(text: str, event: str, share: float, tmp_path: Path) -> None:
    at = _write(tmp_path / "c", text, event, share)
    must_hold(at)
    assert not [question for question in _questions(at) if "mean this sentence" in question["question"]]


@pytest.mark.parametrize(("text", "event"), CIRCUMSTANCES)
def test_a_circumstance_is_no_limit(text: str, event: str, tmp_path: Path) -> None:
    must_hold(write(tmp_path / "c", text, event))
