"""What a sheet of a workbook shows or hides beside its values: comments, struck cells, hidden columns, other tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casegen_evidence.plural import plural
from casegen_evidence.tables.columns import TRUTHS
from casegen_evidence.tables.spec import Number
from casegen_evidence.tables.stated import shown_unit

if TYPE_CHECKING:
    from casegen_evidence.signs import Intake
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.spec import Problems

_FIRST_CUSTOM = 164
"""number of the first format of a workbook's own"""


@dataclass(frozen=True, slots=True)
class MarkedCell:
    """A cell that bears something beside its value: its name such as ``B4``, the index of its column, and what."""

    cell: str
    column: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class SheetMarks:
    """What one sheet has beside its values, in the rows of its table."""

    comments: Sequence[MarkedCell] = ()
    struck: Sequence[MarkedCell] = ()
    hidden: Sequence[MarkedCell] = ()
    """hidden columns that hold something, by their first cell"""
    unnamed: Sequence[MarkedCell] = ()
    """cells with a value under no name, by column"""
    formats: Mapping[int, tuple[str, str]] | None = None
    """the first cell of each column whose number format writes words, and these"""
    truths: Mapping[int, str] | None = None
    """the first cell of each column that holds a truth value"""
    hidden_sheets: Sequence[str] = ()
    """hidden sheets that have the columns of this one"""
    failure_sheets: Sequence[str] = ()
    """sheets that are named as lists of failures"""


def marks_of(book: Any, sheet: Any, header: Sequence[str], header_row: int, last_row: int) -> SheetMarks:
    """The marks of the cells below ``header_row`` up to ``last_row``; columns count from 0."""
    struck_fonts = {k for k, font in enumerate(book._fonts) if font.strike}
    worded = {_FIRST_CUSTOM + k: shown_unit(form) for k, form in enumerate(book._number_formats)}
    worded = {k: word for k, word in worded.items() if word}
    folded = _hidden(sheet)
    comments, struck, formats = [], [], dict[int, tuple[str, str]]()
    hidden, unnamed, truths = dict[int, MarkedCell](), dict[int, MarkedCell](), dict[int, str]()
    for row in sheet.iter_rows(min_row=header_row, max_row=last_row):
        body = row[0].row > header_row
        for cell in row:
            k = cell.column - 1
            if cell.comment is not None and cell.comment.text.strip():
                comments.append(MarkedCell(cell.coordinate, k, " ".join(cell.comment.text.split())))
            if cell.value is None or cell.value == "" or not body:
                continue
            if isinstance(cell.value, bool):
                truths.setdefault(k, cell.coordinate)
            if k in folded:
                hidden.setdefault(k, MarkedCell(cell.coordinate, k, header[k] if k < len(header) else ""))
            if k > 0 and (k >= len(header) or not header[k]):
                unnamed.setdefault(k, MarkedCell(cell.coordinate, k, str(cell.value)[:60]))
            if cell._style.fontId in struck_fonts:
                struck.append(MarkedCell(cell.coordinate, k, str(cell.value)[:60]))
            if cell._style.numFmtId in worded and isinstance(cell.value, int | float):
                formats.setdefault(k, (cell.coordinate, worded[cell._style.numFmtId]))
    return SheetMarks(comments, struck, list(hidden.values()), list(unnamed.values()), formats, truths)


def _hidden(sheet: Any) -> set[int]:
    """Indices of hidden columns; those grouped under one letter are all of them."""
    result = set[int]()
    for dimension in sheet.column_dimensions.values():
        if (dimension.hidden or dimension.width == 0) and dimension.min and dimension.max:
            result |= set(range(dimension.min - 1, min(dimension.max, 16_384)))
    return result


def check_truths(marks: SheetMarks, read: Mapping[int, Cells], problems: Problems) -> None:
    """Refuse columns of counts that hold truth values, of which nobody knows how many they stand for."""
    for index, cell in (marks.truths or {}).items():
        kind = read[index].kind if index in read else None
        if isinstance(kind, Number) and kind.whole:
            problems.add(f"{problems.file}, cell {cell}: {TRUTHS}")


def judge_sheet(file: str, marks: SheetMarks, read: Mapping[int, Cells], intake: Intake) -> list[str]:
    """Doubt what the sheet hides or strikes out; comments on columns that are not ``read`` are returned as notes."""
    for one in (m for m in marks.struck if m.column in read):
        count = sum(1 for m in marks.struck if m.column in read)
        intake.suspects(
            "struck-cells",
            f"{file}, cell {one.cell}: {one.text!r} is struck out and counts ({count:,} such "
            f"{plural(count, 'cell', 'cells')})",
            hint="remove the rows that are struck out, or the line through them",
        )
        break
    if marks.hidden:
        first = marks.hidden[0]
        intake.suspects(
            "hidden-cells",
            f"{file}: {len(marks.hidden)} {plural(len(marks.hidden), 'column is', 'columns are')} hidden and "
            f"{plural(len(marks.hidden), 'holds', 'hold')} values, the first {first.text!r} (cell {first.cell})",
            hint="show the column, so that it is seen in a review, or remove it",
        )
    if marks.hidden_sheets:
        intake.suspects(
            "unread-sheets",
            f"{file}: the hidden sheet {marks.hidden_sheets[0]!r} has the same columns and is not read",
            hint="put its rows into the table, or remove the sheet",
        )
    if marks.failure_sheets:
        intake.suspects(
            "unread-failures",
            f"{file}: the sheet {marks.failure_sheets[0]!r} is named as one of failures and is not read",
            hint="count its failures in the table, or state in the waiver why they are none",
        )
    if marks.unnamed:
        first = marks.unnamed[0]
        intake.suspects(
            "unread-cells",
            f"{file}, cell {first.cell}: {first.text!r} stands beside the table, in a column without a name, and is not "
            "read",
            hint="name the column, or move what does not belong to the table to another sheet",
        )
    about = [one for one in marks.comments if one.column in read]
    if about:
        intake.suspects(
            "cell-comments",
            f"{file}, cell {about[0].cell}: the cell has a comment that is not read: {about[0].text[:100]!r}"
            + (f" ({len(about) - 1:,} more)" if len(about) > 1 else ""),
            hint="write what counts into the table; or say in the waiver why the comments change no number",
        )
    beside = [one for one in marks.comments if one.column not in read]
    return [f"Comment at {one.cell}: {one.text[:100]!r}." for one in beside[:3]]
