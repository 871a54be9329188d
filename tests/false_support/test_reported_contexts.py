"""Contexts that report, in the past tense, another number than the claim that they stand at; true twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_not_hold
from tests.false_support.bases import calculation
from tests.false_support.test_asked_of_words import asked

CLAIM = "A door stays open in at most 1 of 1,000 missions"


def reported(text: str) -> dict[str, Any]:
    return {"claims.C1.text": CLAIM, "trees.FT.title": "A door stays open", "claims.C1.context": ["X1"],
            "contexts": [{"id": "X1", "kind": "context", "text": text}]}  # fmt: skip


@pytest.mark.parametrize(
    "text", ["A door stayed open in 3 of 10 missions", "Last year a door stayed open in 30 % of the missions"]
)
def test_another_number(text: str, tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "c", calculation(), reported(text)), "premise-contradicts")


def test_of_what_was_so_before_a_change(tmp_path: Path) -> None:
    text = "Before the new contact a door stayed open in 3 of 10 missions"
    assert "X1" in asked(folder(tmp_path / "c", calculation(), reported(text)))


@pytest.mark.parametrize(
    "text", ["A door stayed open in none of 9,000 missions", "A lamp stayed dark in 3 of 10 missions", "A door stayed open in 1 of 4,000 missions"]
)  # fmt: skip
def test_no_other_number(text: str, tmp_path: Path) -> None:
    assert asked(folder(tmp_path / "c", calculation(), reported(text))) == "[]"
