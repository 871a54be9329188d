"""Contexts and definitions that deny as a whole what they say; a word that is defined by what is wrong is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import calculation


def context(text: str, kind: str) -> dict[str, object]:
    return {
        "contexts.+": {"id": "X1", "kind": kind, "text": text, "owner": "A. Author"},
        "claims.C1.context": ["X1"],
    }


@pytest.mark.parametrize("kind", ["context", "definition"])
@pytest.mark.parametrize(
    "text", ["It is false that the lamps are lit", "Es stimmt nicht, dass die Lampen leuchten", "It is not true that the hall is dry"]
)  # fmt: skip
def test_a_context_denies_what_it_says(tmp_path: Path, text: str, kind: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), context(text, kind)), "claim-asserts")


@pytest.mark.parametrize(
    "text", ["Wrong: the lamp is out", "A false alarm is one without a cause", "The hall is not lit at night"]
)
def test_a_context_that_says_something(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), context(text, "context")))
