"""A record that is read in another way until its limit passes: another sheet, other columns, another unit."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold, verdict
from tests.false_support.bases import measured
from tests.false_support.test_seeds import second

ITEM = "evidence_items.EV"
HEAD = ("entry", "demands", "failures")


def workbook(**sheets: tuple[str, int, int]) -> bytes:
    import openpyxl

    book, file = openpyxl.Workbook(), io.BytesIO()
    book.remove(book.active)
    for name, row in sheets.items():
        sheet = book.create_sheet(name)
        sheet.append(HEAD)
        sheet.append(row)
    book.save(file)
    return file.getvalue()


SHEETS = workbook(spring=("quay", 4000, 5), autumn=("buoy", 9000, 1))
COLUMNS = "entry,runs,stops missed,attempts,hits missed\nquay,4000,5,9000,1\n"
AGAIN: dict[str, tuple[str, str | bytes, dict[str, Any], dict[str, Any]]] = {
    "sheet": ("record.xlsx", SHEETS, {"sheet": "spring"}, {"sheet": "autumn"}),
    "columns": (
        "record.csv", COLUMNS, {"columns": {"demands": "runs", "failures": "stops missed"}},
        {"columns": {"demands": "attempts", "failures": "hits missed"}},
    ),
    "units": ("record.csv", "entry,demands,failures\nquay,900,1\n", {}, {"units": {"demands": "10"}}),
}  # fmt: skip


def run(at: Path, name: str, which: int, **more: object) -> Path:
    """The item as it reads the file first (0) or again (1)."""
    file, content, *readings = AGAIN[name]
    fields = {"inputs": {"record": file}, **readings[which], **more}
    folder(at, measured(), {f"{ITEM}.{key}": value for key, value in fields.items()}, {file: content})
    assert call("evidence", "run", at)[0] == 0
    return at


@pytest.mark.slow
@pytest.mark.parametrize("name", AGAIN)
def test_another_reading_that_passes_is_a_look(tmp_path: Path, name: str) -> None:
    at = run(run(tmp_path / "case", name, 0), name, 1)
    must_not_hold(at, "sign-looked-again")


@pytest.mark.slow
@pytest.mark.parametrize("name", AGAIN)
def test_the_same_reading_at_once_is_none(tmp_path: Path, name: str) -> None:
    at = run(tmp_path / "case", name, 1)
    if name == "columns":  # columns beside those that are read are a question of their own
        assert "sign-looked-again" not in verdict(at).text
    else:
        must_hold(at)


@pytest.mark.slow
def test_a_reading_that_was_put_right_is_accepted_by_a_person(tmp_path: Path) -> None:
    at = run(tmp_path / "case", "units", 0)
    reason = "the sheet counts tens of approaches, as its legend says"
    waive = [{"rule": "sign-looked-again", "reason": reason, "by": "S. Safety"}]
    must_hold(run(at, "units", 1, waive=waive))


@pytest.mark.slow
def test_a_reading_that_changes_no_number_is_none(tmp_path: Path) -> None:
    at = run(tmp_path / "case", "sheet", 1)
    must_hold(run(at, "sheet", 1, decimal=".", encoding="utf-8"))


@pytest.mark.slow
def test_a_second_item_that_reads_the_same_in_another_unit_is_a_look(tmp_path: Path) -> None:
    """The first stays in the case, cited by nobody."""
    table = {"record.csv": str(AGAIN["units"][1])}
    at = folder(tmp_path / "case", measured(), {}, table)
    assert call("evidence", "run", at)[0] == 0
    folder(at, second(measured()), {"evidence_items.EV-2.units": {"demands": "10"}}, table)
    assert call("evidence", "run", at)[0] == 0
    must_not_hold(at, "sign-looked-again")
