"""The HAZOP table as CSV; text that a spreadsheet would take for a formula is neutralised and restored."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from casegen.io.exchange.format import Exported, Format, Imported, Item
from casegen.io.exchange.from_case import parts_left_out
from casegen.io.exchange.tables import (
    COLUMN_LIMIT,
    FINDINGS,
    READ_LIMIT,
    TABLES,
    SectionTable,
    rows_from,
    rows_of,
    sheet_rows,
)
from casegen.io.source_map import read_text
from casegen.model.case import Case, Header, Location
from casegen.model.diagnostic import InputError

_ACTIVE = r"'*[=+\-@\t\r|%＝＋－＠]"
_OPENS = re.compile(rf"(^|[;\t\r\n])(?={_ACTIVE})")
"""where a cell starts, or would start for a spreadsheet that separates cells by semicolons or tabs"""
_OPENED = re.compile(rf"(^|[;\t\r\n])'(?={_ACTIVE})")


def neutral(text: str) -> str:
    """Text that no spreadsheet evaluates: a quote before signs that start a formula.

    >>> neutral("=1+1"), neutral("plain"), neutral("'=x"), neutral("x;=1+1")
    ("'=1+1", 'plain', "''=x", "x;'=1+1")
    """
    return _OPENS.sub(r"\1'", text)


def restored(text: str) -> str:
    """The inverse of :func:`neutral`; text that was not neutralised is left as it is."""
    return _OPENED.sub(r"\1", text)


def read(paths: Sequence[Path]) -> Imported:
    """Rows of HAZOP tables (or tables of mission properties: recognised by their columns)."""
    tables = {}
    for path in paths:
        lines = list(_cells(path))
        head = {c.strip().lower() for c in lines[0][1]} if lines else set()
        if {"target", "severity"} <= head:
            table = FINDINGS
        else:
            table = TABLES["properties" if "stakeholders" in head or "title" in head else "hazop"]
        if table.section in tables:
            raise InputError.at(Location(str(path)), f"a second table of {table.section}; give one")
        tables[table.section] = rows_from(lines, table, str(path))
    stem = re.sub(r"[^\w.-]+", "-", paths[0].stem).strip(".-") or "table"
    return Imported(Case(header=Header(id=stem, title=stem), files=tuple(map(str, paths))), tables=tables)


def _cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    name = str(path)
    text = read_text(path, name)
    if "\0" in text:
        raise InputError.at(
            Location(name, text[: text.index("\0")].count("\n") + 1), "the file holds a zero byte; is it CSV?"
        )
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    before = csv.field_size_limit(
        max(READ_LIMIT * 4, 131_072)
    )  # one limit for the whole process: it is given back
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        number = 1
        for row in reader:
            if len(row) > COLUMN_LIMIT:
                message = f"a row of {len(row):,} cells; a table has at most {COLUMN_LIMIT:,}"
                raise InputError.at(Location(name, number), message)
            yield number, [restored(c) for c in row]
            number = reader.line_num + 1
    except csv.Error as error:
        raise InputError.at(
            Location(name, reader.line_num or 1),
            f"not readable as CSV: {error}",
            hint="save it as CSV, UTF-8",
        ) from None
    finally:
        csv.field_size_limit(before)


def write(case: Case, name: str, findings: Iterable[Mapping[str, str]] | None = None) -> Exported:
    """The HAZOP table of the case; a case without one gives its mission properties.

    With ``findings`` (rows of :data:`FINDINGS`) that table is written instead.
    """
    table: SectionTable = TABLES["hazop"] if case.hazop or not case.properties else TABLES["properties"]
    rows, items = rows_of(case, table, None) if findings is None else sheet_rows(findings, FINDINGS, None)
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    for row in rows:
        writer.writerow([neutral(c) for c in row])
    left = [
        Item(what, why)
        for what, why in parts_left_out(
            case, (table.section,) if findings is None else (), "CSV holds one table"
        )
    ]
    return Exported({name: stream.getvalue().encode("utf-8-sig", "replace")}, (*items, *left))


CSV = Format(
    "csv",
    "CSV table",
    "the HAZOP table, or mission properties, or findings; edited rows merge back",
    read,
    write,
)
