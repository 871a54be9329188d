"""Lengths, units and numbers of a sentence that its requirement does not cover: refused, or asked about by name."""

from __future__ import annotations

import json
from pathlib import Path

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

TEXT, HOURS = "claims.C1.text", "trees.FT.mission_time"
OPEN = "The lift starts with an open door"


def _asked(at: Path) -> list[str]:
    rows = json.loads(call("assess", at, "--json")[1])["to_be_read"]
    return [text for row in rows if row["id"] == "C1" for text in row["texts"][1:]]


def test_a_run_is_longer_than_the_mission(tmp_path: Path) -> None:
    edits = {HOURS: 2, TEXT: f"{OPEN} in at most 1 of 1,000 rides of 30 days"}
    must_not_hold(folder(tmp_path / "text", calculation(), edits), "text-time")
    context = {
        "id": "X1",
        "kind": "definition",
        "text": "A ride of the lift lasts 30 days",
        "owner": "A. Author",
    }
    edits = {
        HOURS: 2,
        TEXT: f"{OPEN} in at most 1 of 1,000 rides",
        "contexts.+": context,
        "claims.C1.context": ["X1"],
    }
    must_not_hold(folder(tmp_path / "defined", calculation(), edits), "text-time")
    at = folder(tmp_path / "twin", calculation(), {**edits, HOURS: 720})
    must_hold(at)


def test_a_unit_that_is_none_of_the_tree(tmp_path: Path) -> None:
    edits = {TEXT: f"{OPEN} in at most 1 of 1,000 metres"}
    must_not_hold(folder(tmp_path / "metres", calculation(), edits), "speaks of metres")


def test_what_is_not_read_is_asked_by_name(tmp_path: Path) -> None:
    edits = {TEXT: "Any of the 500 lifts starts with an open door in at most 1 of 1,000 curves"}
    at = folder(tmp_path / "asked", calculation(), edits)
    must_hold(at)
    assert _asked(at) == ["500", "curves"]
    edits = {TEXT: f"{OPEN} in at most 1 of 1,000 missions (1 of 50,000 at night)"}
    assert _asked(folder(tmp_path / "beside", calculation(), edits)) == ["1 of 50,000"]
    assert _asked(folder(tmp_path / "read", calculation())) == []
