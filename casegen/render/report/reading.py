"""What was read: the report of each table of an evidence item, and the vital signs of its data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casegen.model.results import EvidenceState
from casegen.render.language import counted, thousands_apart, translate
from casegen.render.views.evidence import TableView


def reading_tables(document: Mapping[str, Any]) -> Iterator[TableView]:
    """Tables for the documents: the columns of each file read, and its first rows."""
    for report in document.get("read", ()):
        file, count = str(report.get("file", "")), thousands_apart(f"{report.get('rows', 0):,}")
        if not report.get("columns") and report.get("not_read"):
            yield {
                "title": translate("reading.beside", file=file),
                "columns": [translate("reading.in_file")],
                "rows": [[str(entry)] for entry in report.get("not_read", ())],
                "note": "",
                "quoted": False,
                "numeric": [False],
            }
            continue
        title = counted("reading.what", int(report.get("rows", 0)), file=file, count=count)
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
            "columns": [translate(f"reading.{key}") for key in ("column", "in_file", "range", "names")],
            "rows": rows,
            "note": " ".join(_remarks(report)),
            "quoted": False,
            "numeric": [False] * 4,
        }
        shown = report.get("first_rows") or []
        if shown:
            names = [str(column.get("name", "")) for column in report.get("columns", ())]
            yield {
                "title": translate("reading.first", file=file),
                "columns": names,
                "rows": [[str(cell) for cell in row] for row in shown],
                "note": "",
                "quoted": False,
                "numeric": [False] * len(names),
            }


def _range(column: Mapping[str, Any]) -> str:
    if "least" not in column:
        return ""
    unit = f" {column['unit']}" if column.get("unit") else ""
    return translate("reading.between", low=f"{column['least']:.6g}", high=f"{column['most']:.6g}{unit}")


def _names(column: Mapping[str, Any]) -> str:
    if column.get("classes"):
        return ", ".join(f"{name}: {count}" for name, count in column["classes"].items())
    return translate("reading.different", count=column["distinct"]) if "distinct" in column else ""


def _remarks(report: Mapping[str, Any]) -> Iterator[str]:
    yield from (str(note) for note in report.get("notes", ()))
    if report.get("duplicates"):
        yield counted("reading.again", report["duplicates"])
    if report.get("not_read"):
        yield translate("reading.not_read", names=", ".join(map(str, report["not_read"])))
    if report.get("elsewhere"):
        yield translate("reading.elsewhere", texts="; ".join(map(str, report["elsewhere"])))


def sign_notes(state: EvidenceState) -> list[str]:
    """A sentence for each vital sign: what bars the measures, what is in doubt, what somebody set aside."""
    result = []
    for sign in state.signs:
        about = ", ".join(sign.measures) or translate("reading.every")
        waived = sign.waived_by and translate("reading.waived", person=sign.waived_by, reason=sign.reason)
        effect = "reading.bars" if sign.fails else "reading.suspicious"
        words = translate(effect, name=sign.name, measures=about, message=sign.message)
        result.append(f"{words} {waived}".strip())
    return result
