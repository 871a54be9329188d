"""A record counts as failure no less than the claim, or the event, that rests on its number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, measured

_RULE = "failure-counted-otherwise"


def _folder(tmp_path: Path, claim: str, failure: str) -> Path:
    edits: dict[str, Any] = {
        "claims.C1.text": claim,
        "evidence_items.EV.parameters.failure": failure,
    }
    return folder(tmp_path, measured(), edits, files={"record.csv": RECORD})


@pytest.mark.parametrize(
    ("claim", "failure"),
    [
        ("The car does not stop within 2 s in at most 1 of 1,000 approaches", "no stop within 60 s"),
        ("The guard fails to stop the car in at most 1 of 1,000 approaches", "the car stops"),
        (
            "The guard is off by more than 1 mm in at most 1 of 1,000 approaches",
            "it is off by more than 5 mm",
        ),
    ],
)
def test_less_is_counted(tmp_path: Path, claim: str, failure: str) -> None:
    must_not_hold(_folder(tmp_path, claim, failure), _RULE)


@pytest.mark.parametrize(
    ("claim", "failure"),
    [
        ("The car does not stop within 2 s in at most 1 of 1,000 approaches", "no stop within 1 s"),
        ("The guard fails to stop the car in at most 1 of 1,000 approaches", "the car does not stop"),
        (
            "The guard is off by more than 0.3 mmol/l in at most 1 of 1,000 approaches",
            "off by more than 0.3 mmol/l",
        ),
        ("The gas exceeds 0.5 ppm in at most 1 of 1,000 approaches", "the gas exceeds 0.5 ppm"),
    ],
)
def test_as_much_is_counted(tmp_path: Path, claim: str, failure: str) -> None:
    must_hold(_folder(tmp_path, claim, failure))
