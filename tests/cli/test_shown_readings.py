"""`evidence show` lists how an item's tables are said to be written, and how often it was looked at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.false_support import call
from tests.false_support.test_read_until_it_passes import run


@pytest.mark.slow
def test_the_sheet_and_the_looks_are_shown(tmp_path: Path) -> None:
    at = run(run(tmp_path / "case", "sheet", 0), "sheet", 1)
    said = call("evidence", "show", at)[1]
    assert "reading       sheet: autumn" in said
    assert "looks         2: runs that asked otherwise gave other numbers" in said
    shown = json.loads(call("evidence", "show", at, "EV", "--json")[1])
    assert (shown["reading"], shown["looks"]) == ({"sheet": "autumn"}, 2)


@pytest.mark.slow
def test_one_look_at_a_plain_table_needs_no_line(tmp_path: Path) -> None:
    said = call("evidence", "show", run(tmp_path / "case", "units", 0))[1]
    assert "looks  " not in said
    assert "reading  " not in said
    assert "seed          0\n" in said
