"""What documents show of a tree that cannot be quantified, and of counts where nothing was compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render.report.links import Links
from casegen.render.report.trees import tree_rows
from tests.false_support import call, edited, folder
from tests.false_support.bases import calculation

NO_MODEL: dict[str, Any] = {"events.E1": {"id": "E1", "text": "Nobody knows", "component": "E1"}}


def assessed(at: Path, edits: dict[str, Any]) -> Assessment:
    return assess(load(folder(at, edited(calculation(), edits))))


def test_it_has_no_number_and_no_method_and_its_events_keep_theirs(tmp_path: Path) -> None:
    result = assessed(tmp_path / "case", NO_MODEL)
    (row,) = tree_rows(result, Links(result.case))
    assert (row["value"], row["interval"], row["method"]) == ("not evaluated", "", "")
    assert "cannot be quantified" in row["problem"]
    numbers = {event["id"]: event["probability"] for event in row["events"]}
    assert numbers["E1"] == "–"
    assert all(shown != "–" for name, shown in numbers.items() if name != "E1")


def test_a_tree_that_is_quantified_keeps_them(tmp_path: Path) -> None:
    result = assessed(tmp_path / "case", {})
    (row,) = tree_rows(result, Links(result.case))
    assert row["interval"]
    assert row["method"]


@pytest.mark.parametrize(("edits", "compared"), [(NO_MODEL, 0), ({}, 1)])
def test_only_what_is_compared_counts_as_compared(
    tmp_path: Path, edits: dict[str, Any], compared: int
) -> None:
    result = assessed(tmp_path / "case", edits)
    assert result.ledger is not None
    assert len(result.ledger.account(result.case.header.roots).by_value) == compared


@pytest.mark.slow
def test_nothing_is_called_out_of_date_or_counted_of_nothing(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", edited(calculation(), NO_MODEL))
    call("build", at, "--markdown", "--no-run", "-o", tmp_path / "out")
    (text,) = (path.read_text("utf-8") for path in (tmp_path / "out").glob("*.md"))
    assert "out of date are not counted" not in text
    assert "0 of 0" not in text
