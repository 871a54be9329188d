"""The report as PDF/A-3a and PDF/UA-1, set by typst from a fixed template and data."""

from __future__ import annotations

import datetime
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from casegen.assessment.results import Assessment
from casegen.model.case import SECTIONS
from casegen.model.diagnostic import OutsidePartMissing
from casegen.render.diagrams import standalone
from casegen.render.diagrams.diagram import Diagram
from casegen.render.figures import draw_figure
from casegen.render.fonts import printable
from casegen.render.report import Report, build_report
from casegen.render.report.links import Row
from casegen.render.resources import document_file, fallback_fonts_folder, fonts_folder

STANDARDS: list[Literal["a-3a", "ua-1"]] = ["a-3a", "ua-1"]
PT_PER_MM = 72 / 25.4
LARGEST = 0.86
"""Points per drawing unit at most: text of 9.5 pt, as the text around it."""
SMALLEST = 0.605
"""Points per drawing unit at least: the smallest text of a drawing (10 units) stays above 6 pt."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A paper size with the room (mm) that margins, headings and caption leave to a drawing."""

    width: float
    height: float
    landscape: bool

    @property
    def room(self) -> tuple[float, float]:
        """Width and height for the drawing itself, mm."""
        used = 52.0 if self.landscape else 75.0
        return self.width - 30.0, self.height - used


SHEETS = (Sheet(210, 297, False), Sheet(297, 210, True), Sheet(420, 297, True))


def pdf_document(assessment: Assessment) -> bytes:
    """The whole PDF.

    Raises:
        OutsidePartMissing: no Graphviz layout program was found, or typst failed.
    """
    return render_pdf(assessment, build_report(assessment))


def render_pdf(assessment: Assessment, report: Report) -> bytes:
    """The PDF of a report that is built already."""
    import typst

    case = case_json(assessment)
    day = datetime.date.fromisoformat(report.sections["document"]["date"])
    data = _data(report, case, day)
    try:
        written = typst.compile(
            str(document_file("report.typ")),
            root=str(document_file("")),
            font_paths=[str(folder) for folder in (fonts_folder(), fallback_fonts_folder()) if folder],
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"data": json.dumps(data, ensure_ascii=False), "case": case},
            pdf_standards=[*STANDARDS],
            timestamp=datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.UTC),
        )
    except typst.TypstError as problem:
        raise OutsidePartMissing(
            f"typst could not set the report: {problem.diagnostic}", "pip install --upgrade typst"
        ) from problem
    return bytes(written)


def case_json(assessment: Assessment) -> str:
    """The case and its assessment as one JSON document: what the PDF carries inside."""
    case = assessment.case
    parts = {
        section: [
            part.model_dump(mode="json", by_alias=True, exclude_defaults=True)
            for part in getattr(case, section)
        ]
        for section in SECTIONS
    }
    document = {
        "case": case.header.model_dump(mode="json", exclude_defaults=True),
        **{section: rows for section, rows in parts.items() if rows},
        "assessment": {
            "supported": assessment.supported,
            "claims": {name: {"status": found.status.value, "reasons": [r.message for r in found.reasons]}
                       for name, found in assessment.claims.items()},
            "trees": {name: None if found.top is None else found.top.model_dump(mode="json", exclude_none=True)
                      for name, found in assessment.trees.items()},
            "evidence": {name: {"freshness": state.freshness.value, "result": state.document}
                         for name, state in assessment.evidence.items()},
        },
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=False, default=str)


def _data(report: Report, case: str, day: datetime.date) -> Row:
    sections = dict(report.sections)
    sections["evidence"] = [
        {key: value for key, value in row.items() if key != "figures"}
        | {"plots": [_plot(f) for f in row["figures"]]}
        for row in sections["evidence"]
    ]
    sections["drawings"] = [_drawing(diagram) for diagram in report.diagrams]
    sections["labels"] = dict.fromkeys(sorted(_labels(sections)), True)
    sections["digest"] = hashlib.sha256(case.encode("utf-8")).hexdigest()
    sections["date"] = {"year": day.year, "month": day.month, "day": day.day}
    drawn: Row = _printable(sections)
    return drawn


def _labels(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("anchor") and not value.get("repeated"):
            yield value["anchor"]
        if "svg" in value and "name" in value:
            yield value["name"]
        for part in value.values():
            yield from _labels(part)
    elif isinstance(value, list):
        for part in value:
            yield from _labels(part)


def _printable(value: Any) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {key: _printable(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_printable(part) for part in value]
    return value


def _plot(figure: Row) -> Row:
    title = str(figure.get("title", ""))
    return {
        "title": title,
        "alt": str(figure.get("alt", "")) or title or "Figure",
        "svg": draw_figure(figure),
    }


def _drawing(diagram: Diagram) -> Row:
    return {
        "name": diagram.name, "kind": diagram.kind, "title": diagram.title, "alt": diagram.alt or diagram.title,
        "subject": diagram.subject, "width": diagram.width, "height": diagram.height,
        "svg": re.sub(r"\n$", "", standalone(diagram, described=False)), "room": _room(diagram),
        "continuations": [{"name": c.name, "label": c.label, "upwards": c.upwards} for c in diagram.continuations],
    }  # fmt: skip


def _room(diagram: Diagram) -> Row:
    """The smallest sheet on which the drawing is readable; when none of the usual is, one made for it."""
    for sheet in SHEETS:
        width, height = (side * PT_PER_MM for side in sheet.room)
        scale = min(LARGEST, width / diagram.width, height / diagram.height)
        if scale >= SMALLEST:
            return {
                "landscape": sheet.landscape,
                "width": sheet.width,
                "height": sheet.height,
                "scale": scale,
            }
    made = Sheet(0, 0, True).room
    width = max(297.0, diagram.width * SMALLEST / PT_PER_MM - made[0] + 1)
    height = max(210.0, diagram.height * SMALLEST / PT_PER_MM - made[1] + 1)
    return {"landscape": True, "width": width, "height": height, "scale": SMALLEST}
