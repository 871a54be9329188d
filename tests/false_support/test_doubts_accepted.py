"""A suspicious sign of the data waits for a person at its evidence item: nobody accepts it with the part that uses it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.assessment.portable.assessment import portable
from casegen.io import load
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED, calculation, measured
from tests.page_scripts import status_on_the_page

SAID = "The range guard fails in at most 1 of 1,000 approaches of the lift door"
REQUIRED = measured()["claims"][0]["requirement"]
PART = {"text": SAID, "owner": "A. Author", "requirement": REQUIRED}
TAKEN = {"accepted_by": "B. Judge", **PART}
PLACES: dict[str, dict[str, Any]] = {
    "assumption-of-the-root": {
        "contexts.+": {"id": "X1", "kind": "assumption", "state": "valid", **TAKEN}, "claims.C1.context": ["X1"]},
    "assumption-of-a-step": {
        "contexts.+": {"id": "X1", "kind": "assumption", "state": "valid", **TAKEN}, "arguments.A1.context": ["X1"]},
    "side-claim": {"claims.W1": {"id": "W1", **PART, **ACCEPTED}},
    "premise": {"claims.C2": {"id": "C2", **PART, **ACCEPTED}},
}  # fmt: skip
WAIVE = [{"rule": "sign-looked-again", "reason": "the quay was closed that week", "by": "S. Safety"}]


def assumed_on(at: Path, place: str, *records: str, waived: bool = False) -> Path:
    """The lift door with a part that is accepted by name and measured, its record run once for each of ``records``."""
    (item,) = measured()["evidence_items"]
    item |= {"waive": WAIVE} if waived else {}
    edits = {**PLACES[place], "evidence_items.+": item}
    for record in records:
        folder(at, calculation(), edits, {"record.csv": f"entry,demands,failures\n{record}\n"})
    return at


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_who_accepts_an_assumption_accepts_no_doubt_about_its_data(tmp_path: Path, place: str) -> None:
    records = ("quay,4000,5", "buoy,9000,1")
    again = assumed_on(tmp_path / "again", place, *records)
    assert must_not_hold(again, "sign-looked-again").claims["C1"] == "assumed"
    must_hold(assumed_on(tmp_path / "once", place, records[1]))
    must_hold(assumed_on(tmp_path / "waived", place, *records, waived=True))


@pytest.mark.slow
@pytest.mark.parametrize("place", ["assumption-of-the-root", "side-claim"])
def test_the_page_waits_for_the_sign_as_well(tmp_path: Path, place: str) -> None:
    at = assumed_on(tmp_path / "again", place, "quay,4000,5", "buoy,9000,1")
    assert status_on_the_page(portable(assess(load(at))), {}) == "assumed"
    once = assumed_on(tmp_path / "once", place, "buoy,9000,1")
    assert status_on_the_page(portable(assess(load(once))), {}) == "supported"
