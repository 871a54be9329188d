"""A plan says that its further entry brings a sign that waits for a person, and only where it does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.io import load
from casegen.model.results import Status
from tests.assessment.test_plan_followed import follow, planned
from tests.false_support import DROP, call, folder
from tests.false_support.bases import measured

PARAMETERS = "evidence_items.EV.parameters"
LIMIT = {
    "claims.C1.text": "The range guard fails no more often than its share allows",
    "claims.C1.requirement.bound": 6e-4,
    "evidence_items.EV.confidence": 0.975,
    f"{PARAMETERS}.stopping": "planned",
}
ONE, TWO = "entry,demands,failures\nlot 1,2000,0\n", "entry,demands,failures\nlot 1,2000,0\nlot 2,300,0\n"
ALIKE = {f"{PARAMETERS}.entries": "one-rate", f"{PARAMETERS}.spread": DROP}
SET_ASIDE = {
    "evidence_items.EV.waive": [
        {"rule": "sign-one-rate", "reason": "lots of one drawing and one furnace", "by": "Rita Reviewer"}
    ]
}
WAITING: dict[str, tuple[dict[str, Any], str, bool]] = {
    "one rate": (ALIKE, ONE, True),
    "one rate, two entries": (ALIKE, TWO, True),
    "no spread": ({f"{PARAMETERS}.spread": 0}, ONE, True),
    "small spread": ({f"{PARAMETERS}.spread": 0.2}, ONE, True),
    "usual spread": ({f"{PARAMETERS}.spread": 0.5}, ONE, False),
    "not stated": ({f"{PARAMETERS}.spread": DROP}, ONE, False),
    "recorded": ({f"{PARAMETERS}.entries": "recorded"}, ONE, False),
    "set aside": ({**ALIKE, **SET_ASIDE}, TWO, False),
}


@pytest.mark.parametrize("name", WAITING)
def test_what_waits_for_a_person_is_said(tmp_path: Path, name: str) -> None:
    edits, record, waits = WAITING[name]
    at = folder(tmp_path / "x", measured(), {**LIMIT, **edits}, {"record.csv": record})
    assert call("evidence", "run", at)[0] == 0
    row = planned(at)
    assert row.records
    assert any("sign-one-rate" in reason for reason in row.barred) is waits
    shown = " ".join(call("plan", at)[1].split())
    assert ("`sign-one-rate`" in shown, "limit met, at" in shown) == (waits, waits)
    follow(at, row, row.records, {})
    assert Session.open(load(at)).assess().claims["C1"].status is (
        Status.ASSUMED if waits else Status.SUPPORTED
    )


def test_of_a_joint_confidence_too(tmp_path: Path) -> None:
    edits = {**LIMIT, **ALIKE, "case.joint_confidence": 0.95}
    at = folder(tmp_path / "x", measured(), edits, {"record.csv": ONE})
    assert call("evidence", "run", at)[0] == 0
    split = json.loads(call("plan", at, "--json")[1])["joint_confidence"]
    assert (len(split["barred"]), split["cost"] > 0.0) == (1, True)
    shown = " ".join(call("plan", at)[1].split())
    assert "the limits are met if no further failure comes" in shown
