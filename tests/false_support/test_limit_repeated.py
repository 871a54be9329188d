"""Limits that come from a tree's target and stand in the claim's sentence as well; ways to say how often at most."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import folder, must_not_hold
from tests.false_support.bases import calculation
from tests.false_support.test_decisive_states import asked_of


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("The lift starts with an open door in no more missions than 0.001", False),
        ("The lift starts with an open door in no more missions than 0.0001", True),
        ("At worst the lift starts with an open door in 1 of 1,000 missions", False),
        ("In the worst case the lift starts with an open door in at most 1 of 1,000 missions", False),
    ],
)
def test_the_limit_in_a_sentence_is_that_of_the_target(tmp_path: Path, text: str, asked: bool) -> None:
    assert bool(asked_of(folder(tmp_path / "x", calculation(), {"claims.C1.text": text}))) == asked


def test_a_number_at_worst_is_held_against_the_limit(tmp_path: Path) -> None:
    text = "At worst the lift starts with an open door in 1 of 100,000 missions"
    must_not_hold(folder(tmp_path / "x", calculation(), {"claims.C1.text": text}), "text-number")
