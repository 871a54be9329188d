"""What a document says of the numbers that are judged: one entry for each kind that a claim uses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.drawn_course import drawn_course
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render.report.links import Links
from casegen.render.report.trees import tree_rows
from tests.false_support import edited, folder
from tests.false_support.bases import calculation

TESTED = {"type": "periodic-test", "failure_rate": 1e-6, "interval": 720, "first": 720}
BASE = {"events.E1.model": TESTED, "trees.FT.gates.TOP": {"id": "TOP", "type": "or", "inputs": ["E1"]},
        "trees.FT.mission_time": 8760, "trees.FT.kind": "probability-per-mission",
        "claims.C1.requirement": {"measure": {"tree": "FT"}, "bound": 5e-4, "kind": "probability-per-mission"}}  # fmt: skip
ON_AVERAGE = "The loss is rare on average, at most 5e-4 per mission"
WORST = "The loss happens in at most 5e-4 of missions"


def session_of(at: Path, edits: dict[str, Any]) -> Session:
    return Session.open(load(folder(at, edited(calculation(), {**BASE, **edits}))))


def judged(result: Assessment) -> list[str]:
    (row,) = tree_rows(result, Links(result.case))
    return row["judged"]


@pytest.mark.parametrize(
    ("texts", "kinds"),
    [
        ([ON_AVERAGE], ["the mean over the mission"]),
        ([WORST], ["where it is largest"]),
        ([WORST, ON_AVERAGE], ["where it is largest", "the mean over the mission"]),
    ],
)
def test_each_kind_of_value_that_a_claim_uses_has_an_entry(
    tmp_path: Path, texts: list[str], kinds: list[str]
) -> None:
    edits: dict[str, Any] = {"claims.C1.text": texts[0]}
    if len(texts) > 1:
        edits["claims.+"] = {"id": "C7", "text": texts[1], "owner": "O. Owner",
                             "requirement": BASE["claims.C1.requirement"]}  # fmt: skip
    lines = judged(session_of(tmp_path / "case", edits).assess())
    assert len(lines) == len(kinds)
    assert all(kind in line for kind, line in zip(kinds, lines, strict=True))


def test_the_value_at_the_end_is_rounded_to_the_nearest_and_its_time_is_another(tmp_path: Path) -> None:
    edits = {"claims.C1.text": WORST, "trees.FT.mission_time": 1440.0001}
    result = session_of(tmp_path / "case", edits).assess().claims["C1"].requirement
    assert result is not None
    assert "at 1,440 h" in result.text
    assert "at its end, 1,440.0001 h, it is 1e-10" in result.text


def test_the_curve_keeps_the_time_that_is_judged(tmp_path: Path) -> None:
    tested = {**TESTED, "interval": 7.3, "first": 3}
    session = session_of(tmp_path / "case", {"events.E1.model": tested, "claims.C1.text": WORST})
    (hours,) = (one.worst_hours for one in session.assess().trees.values())
    course = drawn_course(session.bound(())["FT"])
    assert course.parts
    assert hours in {t for t, _ in course.points}
