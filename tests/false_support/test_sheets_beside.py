"""Sheets of a workbook beside the one that is read are asked about, with what they hold."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.false_support import call, edited, folder, must_hold
from tests.false_support.bases import measured

ITEM = "evidence_items.EV"


def workbook(**sheets: list[tuple[object, ...]]) -> bytes:
    """A workbook of these sheets."""
    book = Workbook()
    del book["Sheet"]
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


RUNS: list[tuple[object, ...]] = [("entry", "demands", "failures"), ("quay", 4000, 0), ("buoy", 4000, 1)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "rows", "said"),
    [
        ("excluded runs", [*RUNS[:1], ("pier", 300, 9)], "sheet 'excluded runs' is not read: 2 rows; entry, demands, failures"),
        ("Notes", [("pier was left out",)], "sheet 'Notes' is not read: 1 row; pier was left out"),
        ("Sheet2", [], ""),
    ],
)  # fmt: skip
def test_what_another_sheet_holds_is_a_question(
    tmp_path: Path, title: str, rows: list[tuple[object, ...]], said: str
) -> None:
    case = edited(measured(), {f"{ITEM}.inputs": {"record": "r.xlsx"}, f"{ITEM}.sheet": "runs"})
    at = folder(tmp_path / "c", case, {}, {"r.xlsx": workbook(runs=RUNS, **{title: rows})})
    must_hold(at)
    asked = json.loads(call("assess", at, "--json")[1])["questions"]
    assert [question["texts"] for question in asked] == ([["r.xlsx", said]] if said else [])
