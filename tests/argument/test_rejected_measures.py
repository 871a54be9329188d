"""A warrant may speak of measures that are left out, where the case compares their costs; of gaps it may not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.argument import check
from casegen.io import load
from tests.false_support import folder
from tests.false_support.bases import measured

CRITERION = {"disproportion": 3, "unit": "EUR", "losses": [{"tree": "FT", "amount": 100}], "claim": "C2"}
ABOUT_MEASURES = [
    "The rarity of stops and the measures left out are all that makes the pump acceptable",
    "Rare stops and the measures left out at a disproportionate cost are the two criteria of the plant",
    "Measures are left out only at a disproportionate cost",
]


def rules_of(at: Path, text: str, *, alarp: bool) -> set[str]:
    case: dict[str, Any] = measured()
    case["claims"].append(
        {"id": "C2", "text": "Each measure that is left out costs too much", "owner": "A. Author"}
    )
    case["arguments"][0]["text"] = text
    if alarp:
        case["case"]["study"] = {"alarp": CRITERION}
    return {row.rule for row in check(load(folder(at, case)))}


@pytest.mark.parametrize("text", ABOUT_MEASURES)
def test_measures_left_out_are_the_subject_of_the_criterion(text: str, tmp_path: Path) -> None:
    assert "warrant-gap" not in rules_of(tmp_path / "with", text, alarp=True)
    assert "warrant-gap" in rules_of(tmp_path / "without", text, alarp=False)


@pytest.mark.parametrize("text", ["The night cases are left out", "Two measures are left out of the list"])
def test_a_gap_stays_one_beside_the_criterion(text: str, tmp_path: Path) -> None:
    assert "warrant-gap" in rules_of(tmp_path / "case", text, alarp=True)
