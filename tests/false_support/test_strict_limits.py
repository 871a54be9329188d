"""A number exactly at a strict limit (``below 0.001``) does not meet it, whatever the requirement's comparison."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

OPEN = "The lift starts with an open door"
STRICT = (
    f"{OPEN} with a probability below 0.001",
    f"{OPEN} in fewer than 1 of 1,000 missions",
    f"{OPEN} in less than 1 of 1,000 missions",
    f"{OPEN} with a probability < 0.001",
    f"{OPEN} in under 0.1 % of the missions",
    f"{OPEN} with a probability smaller than 1e-3",
    f"{OPEN} less often than once in 1,000 missions",
    "Of 1,000 missions, fewer than one starts the lift with an open door",
    "Der Aufzug fährt in unter 1 ‰ der Missionen mit offener Tür an",
    "Der Aufzug fährt in weniger als 1 von 1.000 Missionen mit offener Tür an",
    "Der Aufzug fährt mit einer Wahrscheinlichkeit kleiner als 0,001 mit offener Tür an",
)
NOT_STRICT = (
    f"{OPEN} with a probability of at most .001",
    f"{OPEN} in no more than 1 of 1,000 missions",
    f"{OPEN} in not more than 0.1 % of the missions",
    f"{OPEN} with a probability ≤ 0.001",
    f"{OPEN} with a probability at or below 0.001",
    f"{OPEN} with a probability equal to or less than 0.001",
    f"{OPEN} in up to 1 of 1,000 missions",
    "Der Aufzug fährt in höchstens 1 von 1.000 Missionen mit offener Tür an",
    "Der Aufzug fährt in nicht mehr als 1 von 1.000 Missionen mit offener Tür an",
)


def _tree(text: str, probability: float, **edits: Any) -> dict[str, Any]:
    """Both events are needed, and the second one is sure by half: the top event is a product of decimals."""
    return edited(
        calculation(),
        {
            "trees.FT.gates.TOP.type": "and", "claims.C1.text": text,
            "events.E1.model.probability": 2 * probability, "events.E2.model.probability": 0.5,
        } | {key.replace("__", "."): value for key, value in edits.items()},
    )  # fmt: skip


@pytest.mark.parametrize("text", STRICT)
def test_a_strict_limit_is_no_part_of_what_is_allowed(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "at", _tree(text, 0.001)), "excludes this limit")


@pytest.mark.parametrize("text", STRICT)
def test_below_a_strict_limit_the_claim_holds(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "below", _tree(text, 0.0009)))


@pytest.mark.parametrize("text", NOT_STRICT)
def test_another_limit_is_met_by_what_equals_it(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "at", _tree(text, 0.001)))


def test_a_stronger_requirement_is_compared_as_written(tmp_path: Path) -> None:
    stronger = {"trees__FT__target__probability": 0.0009}
    must_hold(folder(tmp_path / "stronger", _tree(STRICT[0], 0.0009, **stronger)))
