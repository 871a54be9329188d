"""What was read: the report of each table of an evidence item, and the vital signs of its data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casegen.model.results import EvidenceState
from casegen.render.report.links import Row


def reading_tables(document: Mapping[str, Any]) -> Iterator[Row]:
    """Tables for the documents: the columns of each file read, and its first rows."""
    for report in document.get("read", ()):
        title = f"What was read: {report.get('file', '')} ({report.get('rows', 0):,} rows)".replace(
            ",", "\u202f"
        )
        rows = [
            [
                str(column.get("name", "")),
                str(column.get("in_file", "")),
                _range(column),
                _names(column),
            ]
            for column in report.get("columns", ())
        ]
        yield {
            "title": title,
            "columns": ["column", "in the file", "range", "names and rows"],
            "rows": rows,
            "note": " ".join(_remarks(report)),
            "numeric": [False] * 4,
        }
        shown = report.get("first_rows") or []
        if shown:
            names = [str(column.get("name", "")) for column in report.get("columns", ())]
            yield {
                "title": f"First rows of {report.get('file', '')}",
                "columns": names,
                "rows": [[str(cell) for cell in row] for row in shown],
                "note": "",
                "numeric": [False] * len(names),
            }


def _range(column: Mapping[str, Any]) -> str:
    if "least" not in column:
        return ""
    unit = f" {column['unit']}" if column.get("unit") else ""
    return f"{column['least']:.6g} to {column['most']:.6g}{unit}"


def _names(column: Mapping[str, Any]) -> str:
    if column.get("classes"):
        return ", ".join(f"{name}: {count}" for name, count in column["classes"].items())
    return f"{column['distinct']} different" if "distinct" in column else ""


def _remarks(report: Mapping[str, Any]) -> Iterator[str]:
    yield from (str(note) for note in report.get("notes", ()))
    if report.get("duplicates"):
        yield f"{report['duplicates']} rows occur before already."
    if report.get("not_read"):
        yield f"Columns not read: {', '.join(map(str, report['not_read']))}."


def sign_notes(state: EvidenceState) -> list[str]:
    """A sentence for each vital sign: what bars the measures, what is in doubt, what somebody set aside."""
    result = []
    for sign in state.signs:
        about = ", ".join(sign.measures) or "every measure"
        effect = "bars" if sign.fails else "is suspicious for"
        waived = f" Set aside by {sign.waived_by}: {sign.reason}." if sign.waived_by else ""
        result.append(f"Vital sign {sign.name} {effect} {about}: {sign.message}.{waived}")
    return result
