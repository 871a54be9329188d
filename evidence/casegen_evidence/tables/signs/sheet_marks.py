"""What a sheet of a workbook shows or hides beside its values: comments, struck cells, hidden columns, other tables."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from casegen_evidence.expressions import compiled
from casegen_evidence.plural import plural
from casegen_evidence.tables.columns import TRUTHS
from casegen_evidence.tables.other_sheets import SHOWN
from casegen_evidence.tables.signs.unseen_cells import like_background, unseen_in
from casegen_evidence.tables.spec import Number
from casegen_evidence.tables.stated import shown_unit

if TYPE_CHECKING:
    from casegen_evidence.signs import Intake
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.spec import Problems

_FIRST_CUSTOM = 164
"""number of the first format of a workbook's own"""
_PERCENT = {9, 10}
"""numbers of the formats of shares that every workbook has"""
_TOKEN = compiled(r'"[^"]*"|\\.|[_*].|\[[^\]]*\]|(?i:general)|.', re.DOTALL)
"""words in quotes, one sign by itself, blanks, colours and conditions, and any other sign of a number format"""
_PLACE = compiled(r"(?i)[0#?@ymdhs]|general|\[[hms]+\]")
_CONDITION = compiled(r"\[(<=|>=|<>|<|>|=)\s*(-?\d{1,15}(?:\.\d{1,15})?)\]")
_COLOUR = compiled(r"(?i)\[(black|white|red|green|blue|yellow|magenta|cyan|colou?r\s?\d{1,2})\]")
_COMPARE = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq, "<>": operator.ne
}  # fmt: skip
_FLAT = 4.0
"""height of a row, in points, below which nobody reads it; letters have 11"""
_NARROW = 0.5
"""width of a column, in characters, of which nothing is seen"""


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
    unseen: Sequence[MarkedCell] = ()
    """cells of which nothing is seen: white on white, letters of one point"""
    hidden: Sequence[MarkedCell] = ()
    """hidden columns that hold something, by their first cell"""
    unnamed: Sequence[MarkedCell] = ()
    """cells with a value under no name, by column"""
    formats: Mapping[int, tuple[str, str]] | None = None
    """the first cell of each column whose number format writes words, and these"""
    truths: Mapping[int, str] | None = None
    """the first cell of each column that holds a truth value"""
    masked: Sequence[MarkedCell] = ()
    """cells whose number format shows another number than they hold, with what it shows"""
    hidden_sheets: Sequence[str] = ()
    """hidden sheets that have the columns of this one"""
    failure_sheets: Sequence[str] = ()
    """sheets that are named as lists of failures"""
    elsewhere: Sequence[str] = ()
    """what other sheets, comments below the table and text boxes say"""


def marks_of(book: Any, sheet: Any, header: Sequence[str], header_row: int, last_row: int) -> SheetMarks:
    """The marks of the cells below ``header_row`` up to ``last_row``; columns count from 0."""
    struck_fonts = {k for k, font in enumerate(book._fonts) if font.strike}
    worded = {_FIRST_CUSTOM + k: shown_unit(form) for k, form in enumerate(book._number_formats)}
    worded = {k: word for k, word in worded.items() if word}
    own = {_FIRST_CUSTOM + k: form for k, form in enumerate(book._number_formats)}
    shares = _PERCENT | {k for k, form in own.items() if "%" in _TOKEN.findall(form)}
    folded, is_unseen = hidden_columns(sheet), unseen_in(book, sheet)
    comments, struck, unseen, masked, formats = [], [], [], [], dict[int, tuple[str, str]]()
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
            if cell._style.fontId in struck_fonts or struck_in_part(cell.value):
                struck.append(MarkedCell(cell.coordinate, k, str(cell.value)[:60]))
            ink = colour_of(own[cell._style.numFmtId], cell.value) if cell._style.numFmtId in own else ""
            if is_unseen(cell) or (ink and like_background(book, cell, ink)):
                unseen.append(MarkedCell(cell.coordinate, k, str(cell.value)[:60]))
            if cell._style.numFmtId in shares and isinstance(cell.value, int | float):
                formats.setdefault(k, (cell.coordinate, "%"))
            if cell._style.numFmtId in own and isinstance(cell.value, int | float):
                if word := worded.get(cell._style.numFmtId):
                    formats.setdefault(k, (cell.coordinate, word))
                if shown := masks(own[cell._style.numFmtId], cell.value):
                    masked.append(MarkedCell(cell.coordinate, k, shown))
    return SheetMarks(
        comments, struck, unseen, list(hidden.values()), list(unnamed.values()), formats, truths, masked
    )


def struck_in_part(value: object) -> bool:
    """Whether letters of a cell are struck out that are formatted by themselves."""
    from openpyxl.cell.rich_text import CellRichText, TextBlock

    return isinstance(value, CellRichText) and any(
        isinstance(part, TextBlock) and part.font.strike and part.text.strip() for part in value
    )


def masks(form: str, value: float) -> str:
    """What a number format shows in place of ``value``, or the digits that it writes beside it; empty for neither.

    A format may have one section for positive numbers, one for negative ones and one for zero, or conditions.  A dash, a
    word or nothing in place of zero is common where other numbers are shown, and is no other number; digits are.

    >>> masks("#,##0;-#,##0;\\"-\\"", 0), masks('0" min"', 2), masks("[Red]0;[Blue]0", 2)
    ('', '', '')
    >>> masks('0;0;"failed 5"', 0), masks(";;;", 0)
    ("the number 0 is shown as 'failed 5'", "the number 0 is shown as ''")
    >>> masks(";;;", 2), masks('[<3]"none";0', 2)
    ("the number 2 is shown as ''", "the number 2 is shown as 'none'")
    >>> masks('0"00"', 2)
    "its number format writes '00' beside the number"
    >>> masks("#,##0,", 1510000)
    'the number 1,510,000 is shown in thousands, as 1,510'
    """
    section = _section_of(form, value)
    if section is None:
        return ""
    if value == 0 and not section.places and not any(sign.isdigit() for sign in section.literal):
        other = _section_of(form, 1.0)
        if other is None or other.places:
            return ""
    if not section.places:
        return f"the number {value:g} is shown as {section.literal!r}"
    if section.thousands and value:
        shown = value / 1000**section.thousands
        unit = {1: "thousands", 2: "millions"}.get(section.thousands, f"units of 1000^{section.thousands}")
        return f"the number {value:,} is shown in {unit}, as {shown:,.0f}"
    digits = section.digits
    return f"its number format writes {digits!r} beside the number" if digits else ""


def colour_of(form: str, value: object) -> str:
    """The colour that a number format names for ``value``; empty where it names none, or where the value is 0.

    >>> colour_of("[White]0", 2), colour_of("0;[Red]-0", 2), colour_of("[White]@", "quay"), colour_of("[White]0", "quay")
    ('White', '', 'White', '')
    """
    if isinstance(value, str):
        section = next((s for s in _parts(form) if s.text), None)
    else:
        section = _section_of(form, value) if isinstance(value, int | float) and value != 0 else None
    return section.colour if section else ""


def _section_of(form: str, value: float) -> _Section | None:
    """The section of a number format that a number is shown by."""
    parts = _parts(form)
    section = next((s for s in parts if s.condition and s.condition[0](value, s.condition[1])), None)
    if section is not None:
        return section
    rest = [s for s in parts[:3] if not s.condition]
    whole = len(rest) == len(parts[:3])
    if value == 0 and whole and len(rest) == 3:
        return rest[2]
    return rest[1 if value < 0 and whole and len(rest) > 1 else 0] if rest else None


@dataclass(frozen=True, slots=True)
class _Section:
    """One section of a number format: when it holds, its words, words of digits alone, whether it has the number."""

    condition: tuple[Any, float] | None
    literal: str
    digits: str
    places: bool
    thousands: int = 0
    """commas behind the places of digits: by each of them a thousandth of the number is shown"""
    colour: str = ""
    text: bool = False
    """whether it shows texts"""


@lru_cache(maxsize=1000)
def _parts(form: str) -> tuple[_Section, ...]:
    """Sections of a number format."""
    tokens = _TOKEN.findall(form[:1000])  # a spreadsheet allows 255 signs
    sections, one = list[list[str]](), list[str]()
    for token in tokens:
        if token == ";":
            sections.append(one)
            one = []
        else:
            one.append(token)
    return tuple(_section(tokens) for tokens in [*sections, one])


def _section(tokens: Sequence[str]) -> _Section:
    conditions = (_CONDITION.fullmatch(token) for token in tokens)
    condition = next(((_COMPARE[hit[1]], float(hit[2])) for hit in conditions if hit), None)
    words = "".join(
        token.strip('"')
        if token[0] == '"'
        else token[1:]
        if token[0] == "\\"
        else "\0"
        if token[0] not in "[_*"
        else ""
        for token in tokens
    ).split("\0")
    bare = [word.strip() for word in words]
    places = any(_PLACE.fullmatch(token) for token in tokens)
    digits = next((word for word in bare if word.isdecimal()), "")
    named = next((hit[1] for token in tokens if (hit := _COLOUR.fullmatch(token))), "")
    return _Section(condition, "".join(bare), digits, places, _thousands(tokens), named, "@" in tokens)


def _thousands(tokens: Sequence[str]) -> int:
    """Commas that divide: those behind the last place of the whole digits or of the decimals."""
    form = "".join(token if token in "0#?.," else " " for token in tokens if token[0] not in "[_*")
    return max((len(run) for run in re.findall(r"(?<=[0#?]),+(?![0#?,])", form)), default=0)


def hidden_columns(sheet: Any) -> set[int]:
    """Indices, from 0, of columns of which nothing is seen; those grouped under one letter are all of them."""
    result = set[int]()
    for dimension in sheet.column_dimensions.values():
        if (dimension.hidden or dimension.width < _NARROW) and dimension.min and dimension.max:
            result |= set(range(dimension.min - 1, min(dimension.max, 16_384)))
    return result


def is_row_unseen(sheet: Any, number: int) -> bool:
    """Whether nothing is seen of a row: it is hidden, filtered out or flat, or its sheet hides all that say nothing."""
    row = sheet.row_dimensions[number]
    if row.height is None:
        return bool(row.hidden or sheet.sheet_format.zeroHeight)
    return bool(row.hidden or row.height < _FLAT)


def check_truths(marks: SheetMarks, read: Mapping[int, Cells], problems: Problems) -> None:
    """Refuse columns of counts that hold truth values, of which nobody knows how many they stand for."""
    for index, cell in (marks.truths or {}).items():
        kind = read[index].kind if index in read else None
        if isinstance(kind, Number) and kind.whole:
            problems.add(f"{problems.file}, cell {cell}: {TRUTHS}")


def judge_sheet(file: str, marks: SheetMarks, read: Mapping[int, Cells], intake: Intake) -> list[str]:
    """Doubt what the sheet hides or strikes out; comments on columns that are not ``read`` are returned as entries."""
    _judge_cells(file, marks, read, intake)
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
    return [f"comment at {one.cell}: {one.text[:SHOWN]!r}" for one in beside]


def _judge_cells(file: str, marks: SheetMarks, read: Mapping[int, Cells], intake: Intake) -> None:
    """Doubt cells that are read and struck out, not seen, or shown as another number."""
    struck = [one for one in marks.struck if one.column in read]
    unseen = [one for one in marks.unseen if one.column in read]
    if struck:
        intake.suspects(
            "struck-cells",
            f"{file}, cell {struck[0].cell}: {struck[0].text!r} is struck out and counts ({len(struck):,} such "
            f"{plural(len(struck), 'cell', 'cells')})",
            hint="remove the rows that are struck out, or the line through them",
        )
    if unseen:
        intake.suspects(
            "hidden-cells",
            f"{file}, cell {unseen[0].cell}: {unseen[0].text!r} is not seen, by its colour or its size, and counts "
            f"({len(unseen):,} such {plural(len(unseen), 'cell', 'cells')})",
            hint="give the cells a colour and a size in which they are seen in a review, or remove the rows",
        )
    for one in (m for m in marks.masked if m.column in read and isinstance(read[m.column].kind, Number)):
        intake.suspects(
            "hidden-cells",
            f"{file}, cell {one.cell}: {one.text}",
            hint="give the cell a number format that shows its number, so that it is seen in a review",
        )
        break
