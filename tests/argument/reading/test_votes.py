"""A voting gate is named by how many of its inputs fail: that is no probability."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, edited, folder
from tests.false_support.bases import calculation

THIRD = {"id": "E3", "text": "The speed governor is stuck", "source": "data sheet 3",
         "model": {"type": "constant", "probability": 1e-4, "kind": "probability-per-mission"}}  # fmt: skip


def voting(at: Path, text: str, title: str = "") -> str:
    case = calculation()
    gate: dict[str, Any] = {
        "id": "TOP",
        "type": "atleast",
        "k": 2,
        "inputs": ["E1", "E2", "E3"],
        "text": text,
    }
    edits = {"events.+": THIRD, "trees.FT.gates": [gate], **({"trees.FT.title": title} if title else {})}
    return call("assess", folder(at, edited(case, edits)))[1]


@pytest.mark.parametrize(
    "text",
    ["Two of three pumps stop", "2 of 3 pumps stop", "At least two of three pumps stop", "Two pumps of three stop",
     "two out of the three pumps stop", "Zwei von drei Pumpen fallen aus"],
)  # fmt: skip
def test_as_many_of_its_inputs_as_it_counts_are_no_probability(tmp_path: Path, text: str) -> None:
    assert "its text says" not in voting(tmp_path / "case", text)


@pytest.mark.parametrize(
    "text", ["It happens in 2 of 3 missions", "Two of four pumps stop", "2 of 5 pumps stop"]
)
def test_other_shares_are_compared(tmp_path: Path, text: str) -> None:
    assert "its text says" in voting(tmp_path / "case", text)
