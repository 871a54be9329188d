"""Tables that come back with cells that nobody sees, or that are struck out."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from casegen.model.diagnostic import InputError
from tests.io.exchange.rich_case import write
from tests.io.exchange.test_merge import edited, exported, merged

SEVERE = {("H1", "severity"): "negligible"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "case")


def marked(raw: bytes, mark: Callable[[Any], None]) -> bytes:
    book = openpyxl.load_workbook(io.BytesIO(raw))
    mark(book["HAZOP"])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def column(sheet: Any, name: str) -> int:
    return [c.value for c in sheet[1]].index(name) + 1


def hide_row(sheet: Any) -> None:
    sheet.row_dimensions[2].hidden = True


def hide_column(sheet: Any) -> None:
    sheet.column_dimensions[openpyxl.utils.get_column_letter(column(sheet, "severity"))].hidden = True


def flatten_row(sheet: Any) -> None:
    sheet.row_dimensions[2].height = 1.0


def narrow_column(sheet: Any) -> None:
    sheet.column_dimensions[openpyxl.utils.get_column_letter(column(sheet, "severity"))].width = 0.1


def hide_all_rows(sheet: Any) -> None:
    sheet.sheet_format.zeroHeight = True


def hide_sheet(sheet: Any) -> None:
    sheet.sheet_state = "hidden"


def strike(sheet: Any) -> None:
    sheet.cell(2, column(sheet, "consequences")).font = Font(strike=True)


def strike_a_word(sheet: Any) -> None:
    word = TextBlock(InlineFont(strike=True), "dark")
    sheet.cell(2, column(sheet, "consequences")).value = CellRichText("It is ", word)


@pytest.mark.parametrize(
    "mark", [hide_row, flatten_row, hide_all_rows, hide_column, narrow_column, hide_sheet]
)
def test_what_was_edited_and_is_hidden_is_refused(folder: Path, mark: Callable[[Any], None]) -> None:
    raw = exported("xlsx", folder)
    with pytest.raises(InputError) as caught:
        merged("xlsx", marked(edited(raw, SEVERE), mark), folder)
    assert "H1: severity was edited and is hidden: 'negligible'" in [
        d.message for d in caught.value.diagnostics
    ]
    assert merged("xlsx", marked(raw, mark), folder) == []


@pytest.mark.parametrize("mark", [strike, strike_a_word])
def test_what_is_struck_out_is_refused(folder: Path, mark: Callable[[Any], None]) -> None:
    with pytest.raises(InputError) as caught:
        merged("xlsx", marked(exported("xlsx", folder), mark), folder)
    (only,) = caught.value.diagnostics
    assert "H1: consequences is struck out" in only.message
    assert only.location is not None
    assert only.location.line == 2


def test_a_visible_edit_beside_a_hidden_row_is_taken(folder: Path) -> None:
    raw = edited(exported("xlsx", folder), {("H2", "deviation"): "too hot"})
    assert merged("xlsx", marked(raw, hide_row), folder)
