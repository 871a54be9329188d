"""A size within the top event of a tree is the event's own where the claim repeats its words; a limit never is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits

KIND = "probability-per-demand"
SIZES = [
    "The slip exceeds 15 %", "The odometry error exceeds 5 %", "The heading deviates by more than 10 %",
    "The voltage drops by more than 10 %", "The gas exceeds 10 % of the LEL", "The clock drifts by more than 100 ppm",
    "More than one of four legs breaks", "The flow falls below 80 %", "The level rises above 95 %",
    "The supply leaves 400 V ± 10 %", "Der Schlupf übersteigt 15 %", "Der Messfehler ist größer als 5 %",
]  # fmt: skip
BESIDE: dict[str, str] = {
    "The slip exceeds 15 % in at most 1 of 10,000 demands": "The slip exceeds 15 %",
    "The slip exceeds 10 % in at most 1 of 1,000 demands": "The slip exceeds 15 %",
    "The slip fails in 15 % of demands, in at most 1 of 10,000 demands": "The slip fails in 15 % of demands",
    "The slip is seen in at most 1 of 10⁶ runs and in at most 1 of 1,000 demands": "The slip is seen in at most 1 of 10⁶ runs",
    "The slip occurs at most once in 10⁶ demands and in at most 1 of 1,000 demands":
        "The slip occurs at most once in 10⁶ demands",
    "The slip has 0.001 % in at most 1 of 1,000 demands": "The slip has 0.001 %",
}  # fmt: skip
"""by claim: a tree whose number is a limit of the claim, or another one"""


@pytest.mark.parametrize("event", SIZES)
def test_a_size_of_the_event_is_no_probability(event: str, tmp_path: Path) -> None:
    often = (
        "in höchstens 1 von 1.000 Anforderungen"
        if event.startswith("Der")
        else "in at most 1 of 1,000 demands"
    )
    must_hold(folder(tmp_path / "twin", base(), edits(f"{event} {often}", event, KIND)))


@pytest.mark.parametrize("claim", BESIDE)
def test_a_number_that_says_how_often_is_held(claim: str, tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "false", base(), edits(claim, BESIDE[claim], KIND)))


@pytest.mark.parametrize("event", ["The slip exceeds 15 %", "More than one of four legs breaks"])
def test_the_limit_beside_a_size_is_held(event: str, tmp_path: Path) -> None:
    case = edits(f"{event} in at most 1 of 100,000 demands", event, KIND)
    must_not_hold(folder(tmp_path / "false", base(), case), "text-number")
