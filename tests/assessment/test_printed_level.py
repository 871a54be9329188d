"""The confidence that is printed beside a bound is that of the bound which was judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.false_support import call, folder
from tests.false_support.bases import RECORD, measured


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stated", "asked", "words"),
    [
        (0.99, 0.95, "(99 % confidence, 95 % required"),
        (0.999, 0.95, "(99.9 % confidence, 95 % required"),
        (0.95, 0.95, "(95 % confidence;"),
        (0.95, 0.9, "(95 % confidence, 90 % required"),
    ],
)
def test_a_measure_with_a_stricter_confidence_is_said_with_its_own(
    tmp_path: Path, stated: float, asked: float, words: str
) -> None:
    edits = {"evidence_items.EV.confidence": stated, "claims.C1.requirement.confidence": asked}
    at = folder(tmp_path / "c", measured(), edits, {"record.csv": RECORD})
    call("evidence", "run", at)
    claim = json.loads(call("assess", at, "--json")[1])["claims"][0]
    assert any(words in reason["message"] for reason in claim["reasons"])
    assert claim["requirement"]["confidence"] == asked
    assert claim["requirement"]["compared_confidence"] == stated
