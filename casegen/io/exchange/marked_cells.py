"""What nobody sees in a table that comes back, hidden in rows and columns, or what is struck out there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from casegen.io.exchange.format import TableRow
from casegen.io.exchange.tables import BASE, CUT_BASE, digest
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity


def refuse_marked(sheet: Any, rows: Iterable[TableRow], label: str) -> None:
    """Raise :class:`InputError` for cells that were edited where they are hidden, and for text that is struck out.

    A hidden cell that is as it was exported changes nothing: rows may be filtered while others are edited.
    """
    from casegen_evidence.tables.signs.sheet_marks import hidden_columns, is_row_unseen, struck_in_part

    names, hidden = _heading(sheet), hidden_columns(sheet)
    problems = []
    for row in rows:
        number = int(row.place.rsplit(":", 2)[1])
        unseen = sheet.sheet_state != "visible" or is_row_unseen(sheet, number)
        for column, name in names.items():
            text, place = row.cells.get(name, ""), Location(label, number, column)
            cell = sheet.cell(number, column)
            if text.strip() and (cell.font.strike or struck_in_part(cell.value)):
                message = f"{row.id or 'the row'}: {name} is struck out: {text[:60]!r}"
                problems.append(_finding(message, place, "delete the text, or take the line away"))
            elif (unseen or column - 1 in hidden) and _is_edited(row, name, text):
                message = f"{row.id or 'the row'}: {name} was edited and is hidden: {text[:60]!r}"
                problems.append(
                    _finding(message, place, "show all rows and columns, look at it, and save again")
                )
    if problems:
        raise InputError(problems)


def _heading(sheet: Any) -> dict[int, str]:
    """Names of the columns that are read, by their numbers; they stand in the first row that says something."""
    for row in sheet.iter_rows():
        texts = {c.column: str(c.value).strip().lower().replace(" ", "_") for c in row if c.value is not None}
        if any(texts.values()):
            return {column: name for column, name in texts.items() if name and name != BASE}
    return {}


def _is_edited(row: TableRow, name: str, text: str) -> bool:
    return digest(text) != row.base.get(name, digest("")).removeprefix(CUT_BASE)


def _finding(message: str, place: Location, hint: str) -> Diagnostic:
    return Diagnostic("table", Severity.INPUT, message, place, hint=hint)
