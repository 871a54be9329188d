"""HAZOP entries and mission properties as an Excel workbook, one sheet each; formulas are never executed."""

from __future__ import annotations

import errno
import io
import os
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from casegen.io.exchange.format import Exported, Format, Imported, Item
from casegen.io.exchange.from_case import parts_left_out
from casegen.io.exchange.marked_cells import refuse_marked
from casegen.io.exchange.tables import (
    BASE,
    CELL_LIMIT,
    FINDINGS,
    READ_LIMIT,
    ROW_LIMIT,
    TABLES,
    rows_from,
    rows_of,
    sheet_rows,
)
from casegen.io.regular import read_bytes
from casegen.io.unseen import for_xml
from casegen.model.case import Case, Header, Location
from casegen.model.diagnostic import InputError

SHEETS = {"hazop": "HAZOP", "properties": "Mission properties", "findings": "Findings"}
COMPUTED = ("FMEA", "Guide words", "Measures", "Risks")
"""sheets that an export computes, and no import reads"""
_NARROW = ("id", "item_type", "guide_word", "severity", "owner")
MAX_FILE = 32 * 2**20
MAX_UNPACKED = 200 * 2**20
MAX_MEMBERS = 2000
MAX_COLUMNS = 200
_BAD_XML = (b"<!DOCTYPE", b"<!ENTITY")


def read(paths: Sequence[Path]) -> Imported:
    """Rows of the sheets that casegen knows; other sheets are listed.

    Raises :class:`InputError` for files that are no workbook, packed bombs, XML with entities, cells
    that hold a formula or an error value, and every finding of :func:`rows_from` and :func:`refuse_marked`.
    """
    tables: dict[str, Any] = {}
    left = []
    for path in paths:
        name = str(path)
        book = _open(path, name)
        for sheet in book.worksheets:
            section = next(
                (s for s, title in SHEETS.items() if sheet.title.strip().lower() in (title.lower(), s)), None
            )
            if section is None and len(book.worksheets) == 1:
                section = "hazop"
            if section is None:
                why = "computed from the case" if sheet.title in COMPUTED else "no table that casegen knows"
                left.append(Item(f"sheet {sheet.title}", why))
                continue
            if section in tables:
                raise InputError.at(Location(name), f"a second table of {section}; give one")
            label = f"{name}[{sheet.title}]"
            table = {**TABLES, "findings": FINDINGS}[section]
            tables[section] = rows_from(_cells(sheet, name), table, label)
            refuse_marked(sheet, tables[section], label)
    if not tables:
        raise InputError.at(
            Location(str(paths[0])), f"the workbook has no sheet named {' or '.join(SHEETS.values())}"
        )
    stem = re.sub(r"[^\w.-]+", "-", paths[0].stem).strip(".-") or "table"
    return Imported(
        Case(header=Header(id=stem, title=stem), files=tuple(map(str, paths))), tuple(left), tables=tables
    )


def _open(path: Path, name: str) -> Any:
    raw = _checked(path, name)
    import warnings

    import openpyxl

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return openpyxl.load_workbook(io.BytesIO(raw), data_only=False, keep_links=False, rich_text=True)
    except Exception as error:  # the library answers damaged parts with errors of many kinds
        first = (str(error) or type(error).__name__).splitlines()[0][:200]
        raise InputError.at(
            Location(name), f"not readable as an Excel workbook: {first}", hint="save it again as .xlsx"
        ) from None


def _checked(path: Path, name: str) -> bytes:
    """The file's bytes, after a look at what the archive claims to unpack to."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.tables.workbook import bounded

    here = Location(name)
    try:
        if path.stat().st_size > MAX_FILE:
            raise InputError.at(here, f"the file is larger than {MAX_FILE // 2**20} MiB")
        raw = read_bytes(path, most=MAX_FILE, follow=True)
        bounded(io.BytesIO(raw))
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            members = archive.infolist()
            total = sum(m.file_size for m in members)
            if len(members) > MAX_MEMBERS or total > MAX_UNPACKED:
                size = f"{len(members)} parts of {total / 2**20:.0f} MiB"
                hint = "look whether it is a workbook at all"
                raise InputError.at(here, f"the workbook unpacks to {size}, which is refused", hint=hint)
            for member in members:
                if member.filename.endswith((".xml", ".rels", ".vml")):
                    with archive.open(member) as stream:
                        text = stream.read(MAX_UNPACKED)
                    if any(word in text.upper() for word in _BAD_XML) or b"\0<\0!" in text:
                        raise InputError.at(
                            here, f"{member.filename[:80]} declares entities, which is refused"
                        )
    except OSError as error:
        raise InputError.at(here, f"cannot read the file: {error.strerror or error}") from None
    except InputError:
        raise
    except InputProblem as problem:
        message, _, hint = str(problem).partition(". ")
        raise InputError.at(here, message, hint=hint) from None
    except Exception as error:
        raise InputError.at(
            here, f"expected an .xlsx workbook: {type(error).__name__}: {str(error)[:120]}"
        ) from None
    return raw


def _cells(sheet: Any, name: str) -> Iterator[tuple[int, list[str]]]:
    label = f"{name}[{sheet.title}]"
    if sheet.max_column > MAX_COLUMNS or sheet.max_row > ROW_LIMIT * 2:
        raise InputError.at(Location(label), f"the sheet spans {sheet.max_row} rows and {sheet.max_column} columns",
                            hint="delete the empty rows and columns behind the table")  # fmt: skip
    for number, row in enumerate(sheet.iter_rows(), 1):
        texts = []
        for column, cell in enumerate(row, 1):
            if cell.data_type in ("f", "e"):
                what = "a formula" if cell.data_type == "f" else f"the error value {cell.value}"
                raise InputError.at(
                    Location(label, number, column), f"the cell holds {what}", hint="paste its value as text"
                )
            value = "" if cell.value is None else cell.value
            text = (
                str(int(value))
                if isinstance(value, float) and value.is_integer() and abs(value) < 1e15
                else str(value)
            )
            if len(text) > READ_LIMIT:
                raise InputError.at(
                    Location(label, number, column), f"the cell holds more than {READ_LIMIT} characters"
                )
            texts.append(text)
        yield number, texts


def write(
    case: Case,
    name: str,
    findings: Iterable[Mapping[str, str]] = (),
    computed: Mapping[str, Sequence[Sequence[str]]] | None = None,
) -> Exported:
    """A workbook with a sheet for each table; every cell is text, whatever it starts with.

    ``findings`` are rows of :data:`FINDINGS`, which the review room knows and a case does not; ``computed`` are
    further sheets by title, a heading first, which the case's numbers are needed for and which no import reads.
    """
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    items: list[Item] = []
    for section, title in SHEETS.items():
        if section == "findings":
            rows, cut = sheet_rows(findings, FINDINGS, CELL_LIMIT)
        else:
            rows, cut = rows_of(case, TABLES[section], CELL_LIMIT)
        items += cut
        items += _fill(book.create_sheet(title), rows)
    for title, texts in (computed or {}).items():
        items += _fill(book.create_sheet(title), [[text[:CELL_LIMIT] for text in row] for row in texts])
    content = _saved(book, name)
    why = "the workbook holds HAZOP and mission properties"
    why += ", and computed tables that no import reads" if computed else ""
    left = [Item(what, reason) for what, reason in parts_left_out(case, tuple(SHEETS), why)]
    return Exported({name: content}, (*items, *left))


def _saved(book: Any, name: str) -> bytes:
    """The bytes of a workbook; its writer goes by way of temporary files, and names a full one in words of its own."""
    stream = io.BytesIO()
    try:
        book.save(stream)
    except Exception as error:
        code = getattr(errno, str(error).removeprefix("IO_"), None)
        if code is None:
            raise
        raise OSError(code, os.strerror(code), name) from error
    return stream.getvalue()


def _fill(sheet: Any, rows: Sequence[Sequence[str]]) -> list[Item]:
    """Write rows as text, the first as a heading; what no cell can hold is listed."""
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    items = []
    for r, row in enumerate(rows, 1):
        for c, text in enumerate(row, 1):
            clean = for_xml(text)
            if clean != text:
                items.append(Item(f"{row[0]}: {rows[0][c - 1]}", "control characters cannot stand in a cell"))
            at = sheet.cell(r, c)
            at.value = clean
            at.data_type = "s"
            at.quotePrefix = clean[:1] in ("=", "+", "-", "@", "'")
            at.alignment = Alignment(wrap_text=True, vertical="top")
            at.font = Font(bold=r == 1)
    for c, heading in enumerate(rows[0], 1):
        column = sheet.column_dimensions[get_column_letter(c)]
        column.width = 14 if heading in _NARROW else 32
        column.hidden = heading == BASE
    sheet.freeze_panes = "B2"
    return items


XLSX = Format(
    "xlsx",
    "Excel workbook",
    "the HAZOP table, mission properties and findings, whose edited rows merge back; failure modes and risks",
    read,
    write,
)
