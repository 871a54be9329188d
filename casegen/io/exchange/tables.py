"""HAZOP entries and mission properties as tables that people edit in a spreadsheet and merge back.

A cell is text: lists have one item a line, mitigations end with their references in brackets.  The last
column, ``casegen``, holds a short hash of every cell as exported, so that merging can tell what was
edited in the table from what was edited in the case.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from casegen.io.exchange.format import Item, TableRow
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.explain import limited
from casegen.model.hazard import HazopEntry, MissionProperty
from casegen.model.truth_values import validated

BASE = "casegen"
CELL_LIMIT = 32_767
"""what one cell of a spreadsheet holds (Excel)"""
READ_LIMIT = 100_000
ROW_LIMIT = 50_000
COLUMN_LIMIT = 16_384
"""of a row; a spreadsheet has no more"""
PROBLEM_LIMIT = 1000
CUT = " […cut on export]"
CUT_BASE = "cut:"


@dataclass(frozen=True, slots=True)
class SectionTable:
    """One table: the section it shows, its model, and its columns with their kind (text, list, mitigations)."""

    section: str
    model: type[Any]
    columns: Mapping[str, str]
    needs_id: bool = True


TABLES: dict[str, SectionTable] = {
    "hazop": SectionTable(
        "hazop",
        HazopEntry,
        {
            "id": "text", "item": "text", "item_type": "text", "attribute": "text", "guide_word": "text",
            "deviation": "text", "causes": "list", "consequences": "list", "mitigations": "mitigations",
            "properties": "list", "severity": "text", "owner": "text", "note": "text",
        },
    ),
    "properties": SectionTable(
        "properties", MissionProperty, {"id": "text", "title": "text", "text": "text", "stakeholders": "list"}
    ),
}  # fmt: skip


FINDINGS = SectionTable(
    "findings",
    dict,
    dict.fromkeys(
        ("id", "target", "severity", "category", "clause", "status", "author", "text", "answers", "response"),
        "text",
    ),
    needs_id=False,
)
"""Findings of a review: kept beside the case by :mod:`casegen.review`, so only their cells are known here."""


def digest(text: str) -> str:
    """Short hash of a cell: its lines without blanks at their ends.

    >>> digest("a\\r\\nb ") == digest("a\\nb")
    True
    """
    lines = [line.strip() for line in text.replace("\r\n", "\n").replace("\r", "\n").strip().split("\n")]
    return hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:8]


def cell(part: Any, name: str, kind: str) -> str:
    """The cell of one field."""
    value = getattr(part, name)
    if value is None:
        return ""
    if kind == "list":
        return "\n".join(_line(item) for item in value)
    if kind == "mitigations":
        return "\n".join(_mitigation(m) for m in value)
    return str(getattr(value, "value", value))


def _line(text: str) -> str:
    return " ".join(text.split())


def _mitigation(mitigation: Any) -> str:
    text = _line(mitigation.text)
    if mitigation.refs:
        return f"{text} [{'; '.join(mitigation.refs)}]"
    return f"{text} []" if text.endswith("]") else text


def value_of(text: str, kind: str) -> Any:
    """The value a cell stands for; the inverse of :func:`cell`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if kind == "text":
        return text
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if kind == "list":
        return lines
    results = []
    for line in lines:
        match = re.fullmatch(r"(?P<text>.*?)\s*\[(?P<refs>[^\[\]]*)\]", line)
        refs = [r.strip() for r in match["refs"].split(";") if r.strip()] if match else []
        results.append({"text": match["text"], "refs": refs} if match else {"text": line})
    return results


def rows_of(case: Case, table: SectionTable, limit: int | None) -> tuple[list[list[str]], list[Item]]:
    """Heading and rows of a table, the base column last; cells longer than ``limit`` are cut and listed."""
    entries, items = [], []
    for part in getattr(case, table.section):
        entries.append({name: cell(part, name, kind) for name, kind in table.columns.items()})
        for name, kind in table.columns.items():
            text = entries[-1][name]
            if value_of(text, kind) != _as_value(part, name, kind):
                items.append(Item(f"{part.id}: {name}", "line breaks inside an item of a list become blanks"))
    rows, cut = sheet_rows(entries, table, limit)
    return rows, [*items, *cut]


def sheet_rows(
    entries: Iterable[Mapping[str, str]], table: SectionTable, limit: int | None
) -> tuple[list[list[str]], list[Item]]:
    """Heading and rows of cells by column, each with its base."""
    rows, items = [[*table.columns, BASE]], []
    for given in entries:
        cells: list[str] = []
        base: dict[str, str] = {}
        for name in table.columns:
            text = given.get(name, "")
            if limit is not None and len(text) > limit:
                text = text[: limit - len(CUT)] + CUT
                items.append(
                    Item(f"{given['id']}: {name}", f"longer than the {limit} characters of a cell; cut")
                )
                base[name] = CUT_BASE + digest(text)
            cells.append(text)
            base.setdefault(name, digest(text))
        rows.append([*cells, json.dumps(base, separators=(",", ":"))])
    return rows, items


def _as_value(part: Any, name: str, kind: str) -> Any:
    value = getattr(part, name)
    if kind == "mitigations":
        return [
            {"text": m.text, "refs": list(m.refs)} if m.refs or m.text.endswith("]") else {"text": m.text}
            for m in value
        ]
    if kind == "list":
        return list(value)
    return str(getattr(value, "value", value)) if value is not None else ""


# --- reading -----------------------------------------------------------------------------------------


def rows_from(
    cells: Iterable[tuple[int, Sequence[str]]], table: SectionTable, file: str
) -> tuple[TableRow, ...]:
    """The rows of a table given as (row number, cells), heading first; empty rows are passed over.

    Raises :class:`InputError` with every finding: unknown columns, rows without an id, an id twice.
    """
    from casegen.model.suggestions import nearest

    problems: list[Diagnostic] = []
    heading: dict[int, str] = {}
    results: dict[str, TableRow] = {}
    start = True
    for number, row in cells:
        if not any(c.strip() for c in row):
            continue
        if start:
            start = False
            for column, raw in enumerate(row, 1):
                name = raw.strip().lower().replace(" ", "_")
                if name and name not in table.columns and name != BASE:
                    message = f"unknown column {raw.strip()[:60]!r}{nearest(name, table.columns)}"
                    problems.append(
                        _finding(
                            message, Location(file, number, column), f"columns: {', '.join(table.columns)}"
                        )
                    )
                elif name in heading.values():
                    problems.append(
                        _finding(f"column {name!r} is duplicated", Location(file, number, column))
                    )
                elif name:
                    heading[column - 1] = name
            if table.needs_id and "id" not in heading.values():
                problems.append(_finding("the table has no column `id`", Location(file, number)))
                break
            continue
        _row(row, heading, Location(file, number), results, problems, table.needs_id)
        if len(problems) > PROBLEM_LIMIT:
            break
        if len(results) > ROW_LIMIT:
            problems.append(_finding(f"more than {ROW_LIMIT} rows", Location(file, number)))
            break
    if start:
        problems.append(_finding("the table is empty", Location(file)))
    if problems:
        raise InputError(limited(problems))
    return tuple(results.values())


def _row(row: Sequence[str], heading: Mapping[int, str], place: Location, results: dict[str, TableRow],
         problems: list[Diagnostic], needs_id: bool) -> None:  # fmt: skip
    cells = {name: row[k] if k < len(row) else "" for k, name in heading.items()}
    base = _base(cells.pop(BASE, ""), place, problems)
    own = cells.get("id", "").strip()
    long = next((name for name, text in cells.items() if len(text) > READ_LIMIT), None)
    if long is not None:
        problems.append(_finding(f"the cell of {long!r} holds more than {READ_LIMIT} characters", place))
    elif not own and not needs_id:
        results[f"row {place.line}"] = TableRow("", str(place), cells, base)
    elif not own:
        problems.append(_finding("the row has no id", place, "give every entry an id of its own"))
    elif own in results:
        problems.append(
            _finding(f"id {own!r} is duplicated; first in row {results[own].place.split(':')[-2]}", place)
        )
    else:
        results[own] = TableRow(own, str(place), cells, base)


def _base(text: str, place: Location, problems: list[Diagnostic]) -> dict[str, str]:
    if not text.strip():
        return {}
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(v, str) for v in data.values()):
        problems.append(
            _finding(
                f"the cell of column `{BASE}` was changed", place, "clear it: the row then counts as new"
            )
        )
        return {}
    return data


def entry(row: TableRow, table: SectionTable) -> dict[str, Any]:
    """The fields of a new entry, empty cells left out."""
    return {
        name: value_of(text, table.columns[name])
        for name, text in row.cells.items()
        if text.strip() or name == "id"
    }


def part_of(row: TableRow, table: SectionTable) -> Any:
    """A new entry from a row, or :class:`InputError` naming each cell that is wrong."""
    file, line, _ = row.place.rsplit(":", 2)
    try:
        return validated(table.model, entry(row, table))
    except ValidationError as error:
        columns = list(table.columns)
        findings = []
        for detail in error.errors(include_url=False):
            name = str(detail["loc"][0]) if detail["loc"] else ""
            column = columns.index(name) + 1 if name in columns else 1
            given = row.cells.get(name, "")
            findings.append(
                _finding(
                    f"{row.id}: {name}: {refusal(detail)}, found {given[:60]!r}",
                    Location(file, int(line), column),
                )
            )
        raise InputError(findings) from None


def refusal(detail: Mapping[str, Any]) -> str:
    """What a model says against a value, in words."""
    expected = detail.get("ctx", {}).get("expected")
    return f"expected one of {expected}" if expected else str(detail["msg"])


def _finding(message: str, place: Location, hint: str = "") -> Diagnostic:
    return Diagnostic("table", Severity.INPUT, message, place, hint=hint)
