"""What a header demands and no claim holds with its unit: a number, none at all; titles that take the case back."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder
from tests.false_support.bases import calculation
from tests.false_support.test_asked_of_words import asked

DEMANDED = [
    "No more than one start with an open door in 10 years", "At most one start with an open door per decade",
    "The lift may start with an open door at most once a year", "A start with an open door must never happen",
    "No start with an open door is tolerable", "Not a single start with an open door is tolerable",
    "Zero starts with an open door", "10⁻⁶ per year", "Keine Anfahrt mit offener Tür ist zulässig",
    "No open door is allowed at a start",
]  # fmt: skip
HELD = [
    "The lift starts with an open door in at most 1 of 100 missions", "At most 1 of 1,000 missions", "Targets are those of the trees.",
    "No more starts with an open door than lifts of the standard have", "No claim of the case is about comfort",
]  # fmt: skip


@pytest.mark.parametrize("text", DEMANDED)
def test_criteria_that_no_claim_holds(text: str, tmp_path: Path) -> None:
    assert "does a claim of the case hold this" in asked(
        folder(tmp_path / "c", calculation(), {"case.risk_criteria": text})
    )


@pytest.mark.parametrize("text", HELD)
def test_criteria_that_a_claim_holds(text: str, tmp_path: Path) -> None:
    assert asked(folder(tmp_path / "c", calculation(), {"case.risk_criteria": text})) == "[]"


@pytest.mark.parametrize(
    "text", ["Lift door: at most one start in 10 years", "A lift that never starts with an open door"]
)
def test_titles_that_no_claim_holds(text: str, tmp_path: Path) -> None:
    assert "does a claim of the case hold this" in asked(
        folder(tmp_path / "c", calculation(), {"case.title": text})
    )


@pytest.mark.parametrize(
    "text", ["Superseded", "Lift door: withdrawn", "Lift door (draft)", "Lift door – superseded by case 7", "DRAFT Lift door",
             "Lift door, Entwurf"]
)  # fmt: skip
def test_titles_that_take_the_case_back(text: str, tmp_path: Path) -> None:
    assert text in asked(folder(tmp_path / "c", calculation(), {"case.title": text}))


@pytest.mark.parametrize(
    "text", ["Lift door", "Draft sensor of the ship", "Door of the void shaft", "Lift 2000, door of 2026"]
)
def test_titles(text: str, tmp_path: Path) -> None:
    assert asked(folder(tmp_path / "c", calculation(), {"case.title": text})) == "[]"


def hazards(**claims: dict[str, Any]) -> dict[str, Any]:
    """A table of two rows and the edits of the claims that answer them."""
    row = {"item": "door", "item_type": "node", "attribute": "closing", "guide_word": "no", "deviation": "The door stays open",
           "causes": ["jam"], "consequences": ["a fall"], "mitigations": [{"text": "contact", "refs": ["C1"]}]}  # fmt: skip
    edits = {f"claims.{id}.{key}": value for id, one in claims.items() for key, value in one.items()}
    return {"hazop": [{**copy.deepcopy(row), "id": id} for id in ("H1", "H2")], **edits}


@pytest.mark.parametrize(
    "claims",
    [
        {"C1": {"hazards": ["H1"]}},
        {
            "C1": {
                "hazards": ["H1", "H2"],
                "text": "The lift of hazard H1 starts with an open door in at most 1 of 1,000 missions",
            }
        },
    ],
)
def test_a_row_that_no_claim_answers(claims: dict[str, Any], tmp_path: Path) -> None:
    at = folder(tmp_path / "c", calculation(), hazards(**claims))
    assert '"H2"' in json.dumps(json.loads(call("assess", at, "--json")[1])["questions"])


def test_rows_that_claims_answer(tmp_path: Path) -> None:
    assert asked(folder(tmp_path / "c", calculation(), hazards(C1={"hazards": ["H1", "H2"]}))) == "[]"
