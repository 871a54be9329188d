"""A record counts as failure no less than the claim, or the event, that rests on its number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, measured
from tests.false_support.test_other_verbs import _questions

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


D = "in at most 1 of 1,000 approaches"


def _asked(at: Path, id: str = "C1") -> list[str]:
    return [text for q in _questions(at) if q["id"] == id for text in q["texts"][1:]]


@pytest.mark.parametrize(
    ("claim", "failure"),
    [
        (f"The guard does not start {D}", "the guard does not stop"),
        (f"The guard does not rise {D}", "the guard does not fall"),
        (f"The guard does not brake {D}", "the guard does not accelerate"),
        (f"The guard brakes too little {D}", "the guard brakes too much"),
        (f"The guard does not pull in {D}", "the guard does not drop out"),
        (f"The guard does not start {D}", "complete loss of the guard"),
        (f"Either guard does not start {D}", "both guards do not start"),
        (f"The guard touches a person {D}", "the guard touches a person with more than 150 N"),
        (f"Guard G-1 does not start {D}", "Guard G-2 does not start"),
        ("Die Bremse rutscht in höchstens 1 von 1.000 Anfahrten", "die Bremse rutscht mehr als 10 cm"),
    ],
)
def test_what_cannot_be_compared_is_asked_about(tmp_path: Path, claim: str, failure: str) -> None:
    assert failure in _asked(_folder(tmp_path, claim, failure))


@pytest.mark.parametrize(
    ("claim", "failure"),
    [
        (f"The guard does not start {D}", "no start"),
        (f"The guard does not start {D}", "no start of the guard within 60 s"),
        (f"The guard fails {D}", "failure of the guard"),
        (f"The guard fails {D}", "the guard does not start"),
        (f"The guard touches a person with more than 150 N {D}", "the guard touches a person"),
        (f"Guard G-1 does not start {D}", "Guard G-1 does not start"),
        ("At most 2 failures of the guard in 100 demands", "the guard leaks"),
    ],
)
def test_what_counts_no_less_is_not(tmp_path: Path, claim: str, failure: str) -> None:
    assert failure not in _asked(_folder(tmp_path, claim, failure))
