"""What a workbook holds beside the rows of the table that is read: other sheets, comments, text boxes, its own texts."""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from casegen_evidence.plural import plural
from casegen_evidence.tables.workbook_texts import texts_of

LISTED = 20
"""entries that are named; the others are counted"""
SHOWN = 100
"""characters of a comment, of a cell"""
_LONG = 300
"""characters of the first rows of a sheet"""
_CELLS = 8
"""cells of a header that are shown"""
_LARGEST = 2**22
"""bytes of a drawing that is looked into"""


def listed(entries: list[str]) -> list[str]:
    """The first entries, and how many there are more."""
    rest = len(entries) - LISTED
    return entries[:LISTED] + ([f"and {rest} more"] if rest > 0 else [])


def has_values(sheet: Any) -> bool:
    """Whether any cell of a sheet holds more than blanks; formats alone are none."""
    return next(_rows(sheet), None) is not None


def elsewhere(path: Path, book: Any, sheet: Any, rows: range, known: Collection[str]) -> Iterator[str]:
    """What stands outside ``rows`` of ``sheet``: unread sheets but those ``known`` otherwise, comments, text boxes,
    and texts of the workbook that stand in no cell."""
    for other in book.worksheets:
        if other is not sheet and other.title not in known:
            yield from _of_sheet(other)
    yield from (f"comment at {name}: {text!r}" for name, row, text in _comments(sheet) if row not in rows)
    for other in book.worksheets:
        if other is not sheet:
            for name, _, text in _comments(other):
                yield f"comment at {name} of sheet {other.title!r}: {text!r}"
    for root in _drawings(path):
        yield from (f"text box: {text!r}" for text in _text_boxes(root))
        yield from _pictures(root, rows, sheet.max_column)
    yield from texts_of(book)


def _of_sheet(sheet: Any) -> Iterator[str]:
    """A sheet that holds anything: how many rows, and its header; of lines of text, as many as there is room for."""
    first, count, notes = list[str](), 0, True
    for cells in _rows(sheet):
        count += 1
        if notes and len("; ".join(first)) < _LONG:
            more = ", …" if len(cells) > _CELLS else ""
            first.append(", ".join(cell[:SHOWN] for cell in cells[:_CELLS]) + more)
        notes = notes and len(cells) == 1  # below a header the rows are data
    if count:
        hidden = "" if sheet.sheet_state == "visible" else " (hidden)"
        rows = f"{count:,} {plural(count, 'row', 'rows')}"
        yield f"sheet {sheet.title!r}{hidden} is not read: {rows}; {'; '.join(first)[: _LONG + SHOWN]}"


def _rows(sheet: Any) -> Iterator[list[str]]:
    """Rows of a sheet that hold anything: their cells with a value."""
    for row in sheet.iter_rows(values_only=True):
        cells = [text for value in row if value is not None and (text := " ".join(str(value).split()))]
        if cells:
            yield cells


def _comments(sheet: Any) -> Iterator[tuple[str, int, str]]:
    """Comments of a sheet: the name of their cell, its row, and their text."""
    with_one = [cell for cell in sheet._cells.values() if cell.comment is not None]
    for cell in sorted(with_one, key=lambda cell: (cell.row, cell.column)):
        if text := " ".join(cell.comment.text.split()):
            yield cell.coordinate, cell.row, text[:SHOWN]


def _drawings(path: Path) -> Iterator[Any]:
    """What lies over the sheets of a workbook, as the roots of its XML."""
    from defusedxml.ElementTree import ParseError, fromstring

    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if not member.filename.startswith("xl/drawings/") or member.file_size > _LARGEST:
                continue
            try:
                root = fromstring(archive.read(member))
            except (ParseError, LookupError, UnicodeError):
                continue  # no XML: nothing that a spreadsheet shows as text
            yield root


def _text_boxes(root: Any) -> Iterator[str]:
    """Texts of the shapes of a drawing, which are no cells."""
    for shape in (e for e in root.iter() if _tag(e) == "txBody"):
        yield from filter(None, [_text_of(shape)[:_LONG]])


def _pictures(root: Any, rows: range, columns: int) -> Iterator[str]:
    """Pictures that lie over cells of ``rows`` and the first ``columns``, by their upper left one."""
    from openpyxl.utils import get_column_letter

    for anchor in root:
        ends = [_cell_of(part) for part in anchor if _tag(part) in ("from", "to")]
        if not ends or None in ends or not any(_tag(part) == "pic" for part in anchor):
            continue
        (row, column), (last, _) = ends[0] or (0, 0), ends[-1] or (0, 0)
        if column < columns and row + 1 < rows.stop and last + 1 >= rows.start:
            named = next((e for e in anchor.iter() if _tag(e) == "cNvPr"), None)
            text = " ".join(str(named.get("descr") or "").split())[:SHOWN] if named is not None else ""
            yield f"picture over the cells from {get_column_letter(column + 1)}{row + 1} on" + (
                f": {text!r}" if text else ""
            )


def _cell_of(place: Any) -> tuple[int, int] | None:
    """Row and column of a corner of a drawing, from 0; None where it states none."""
    stated = {_tag(part): (part.text or "").strip() for part in place}
    at = [stated.get(name, "") for name in ("row", "col")]
    return (int(at[0]), int(at[1])) if all(text.isdecimal() and len(text) < 8 for text in at) else None


def _tag(element: Any) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def _text_of(shape: Any) -> str:
    """The paragraphs of a shape in one line."""
    paragraphs = (part for part in shape.iter() if _tag(part) == "p")
    lines = ("".join(run.text or "" for run in part.iter() if _tag(run) == "t") for part in paragraphs)
    return " ".join(" ".join(lines).split())
