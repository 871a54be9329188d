"""The base cases hold, so that whatever a mutation breaks is the mutation's doing."""

from __future__ import annotations

from pathlib import Path

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured


def test_calculation_holds(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "calculation", calculation()))


def test_measured_holds(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "measured", measured(), files={"record.csv": RECORD}))


def test_an_edit_reaches_members_of_lists_by_id(tmp_path: Path) -> None:
    edits = {"claims.C1.requirement.bound": 1e-5, "claims.C2.note": "x"}
    must_not_hold(folder(tmp_path / "missed", calculation(), edits), "challenged")


def test_a_crash_is_no_verdict(tmp_path: Path) -> None:
    assert call("assess", tmp_path / "nowhere")[0] == 2
