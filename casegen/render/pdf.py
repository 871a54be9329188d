"""The report as PDF/A-3a and PDF/UA-1, set by typst from a fixed template and data."""

from __future__ import annotations

import datetime
import io
import json
import logging
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from casegen.model.diagnostic import MissingDependencyError
from casegen.model.results import Assessment
from casegen.render.attachments import Attachment, attachments
from casegen.render.diagrams import standalone
from casegen.render.diagrams.diagram import Diagram
from casegen.render.document_settings import read_custom
from casegen.render.fonts import family, missing, printable, use_fonts
from casegen.render.language import Language, translate, use_language
from casegen.render.page_size import PACKED, large_paper, packed, room, table_room
from casegen.render.report import Report, build_report
from casegen.render.report.links import Row
from casegen.render.resources import document_file, fallback_fonts_folder, fonts_folder, typesetter
from casegen.review.dossier import Dossier

_LOG = logging.getLogger("casegen")
MOST_NAMED = 12
"""signs that the warning names; the others are counted"""
STANDARDS: list[Literal["a-3a", "ua-1"]] = ["a-3a", "ua-1"]


def pdf_document(assessment: Assessment, dossier: Dossier | None = None) -> bytes:
    """The whole PDF, as the case's ``document.yaml`` asks for it.

    Raises:
        InputError: ``document.yaml``, its logo or its language is wrong.
        OutsidePartMissing: no Graphviz layout program was found, or typst failed.
    """
    custom = read_custom(assessment.case.root)
    return render_pdf(assessment, build_report(assessment, dossier, custom), custom.language, custom.fonts)


def render_pdf(
    assessment: Assessment, report: Report, language: Language, fonts: Sequence[Path] = ()
) -> bytes:
    """The PDF of a report that is built already; ``fonts`` are those of the case.

    Signs that no font has are written as their code points, and named in a warning of the log.
    """
    typst = typesetter()
    with use_language(language):
        files = attachments(assessment)
    day = datetime.date.fromisoformat(report.sections["document"]["date"])
    with use_fonts(fonts):
        data = _data(report, files, language, day)
    data["fonts"] = ["Inter", "DejaVu Sans", *dict.fromkeys(map(family, fonts))]
    try:
        written = typst.compile(
            str(document_file("report.typ")),
            root=str(document_file("")),
            font_paths=[
                str(folder)
                for folder in dict.fromkeys(
                    (fonts_folder(), fallback_fonts_folder(), *(font.parent for font in fonts))
                )
                if folder
            ],
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)}
            | {f"file{index}": file.text for index, file in enumerate(files)},
            pdf_standards=[*STANDARDS],
            timestamp=datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.UTC),
        )
    except typst.TypstError as problem:
        raise MissingDependencyError(f"typst could not set the report: {problem.diagnostic}") from problem
    return _packed(bytes(written))


def _packed(written: bytes) -> bytes:
    """The same file with its small objects, most of all the tags, compressed together: half its size.

    Object streams are part of PDF 1.5, and of PDF/A from its second part on (ISO 19005-3, 6.1.4).
    """
    import pikepdf

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(written)) as document:
        document.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            min_version="1.7",
            deterministic_id=True,
        )
    return out.getvalue()


def _data(report: Report, files: Sequence[Attachment], language: Language, day: datetime.date) -> Row:
    sections = dict(report.sections)
    sections["evidence"] = [
        {key: value for key, value in row.items() if key != "figures"}
        | {
            "plots": [_plot(f) for f in row["figures"]],
            "tables": [table | {"room": table_room(table)} for table in row["tables"]],
        }
        for row in sections["evidence"]
    ]
    sections["drawings"] = [_drawing(diagram, sections["layout"]["paper"]) for diagram in report.diagrams]
    argued = [d for d in report.diagrams if DRAWN[d.kind] == "argument"]
    paper = sections["layout"]["paper"]
    sections["argument_pages"] = {
        "scale": PACKED,
        "pages": packed(argued, paper),
        "sheet": large_paper(paper),
    }
    sections["labels"] = dict.fromkeys(sorted(_labels(_placed(sections))), True)
    sections["digest"] = files[0].sha256
    sections["date"] = {"year": day.year, "month": day.month, "day": day.day}
    sections["words"] = dict(language.words)
    sections["attached"] = {file.evidence: file.name for file in files if file.evidence}
    sections["files"] = [
        {"name": file.name, "input": f"file{index}", "description": file.description}
        for index, file in enumerate(files)
    ]
    _warn_of_missing(sections)
    drawn: Row = _printable(sections)
    return drawn


def _warn_of_missing(sections: Row) -> None:
    """Tell which signs the PDF writes as code points, and what helps."""
    lacking = "".join(dict.fromkeys("".join(map(missing, _texts(sections)))))
    if not lacking:
        return
    some = ", ".join(f"{c} (U+{ord(c):04X})" for c in lacking[:MOST_NAMED])
    more = f" and {len(lacking) - MOST_NAMED} more" if len(lacking) > MOST_NAMED else ""
    _LOG.warning(
        "the PDF writes signs that its fonts lack as code points: %s%s; fix: put a font that has them into the case "
        "folder and name it in document.yaml (document: fonts: [fonts/NAME.ttf])", some, more,
    )  # fmt: skip


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


PLACES: dict[str, tuple[str, ...]] = {
    "hazards": ("properties", "hazop"), "trees": ("trees",), "argument": ("claims", "outline"),
    "evidence": ("evidence",), "compliance": ("compliance",), "review": ("review",),
}  # fmt: skip
"""sections of the report whose parts a chapter gives a place to"""
DRAWN = {
    "guide-words": "hazards", "scenario": "scenarios", "tree": "trees", "argument": "argument", "overview": "argument",
}  # fmt: skip
"""the chapter that shows a kind of drawing"""


def _placed(sections: Row) -> list[Any]:
    """What the printed chapters give a place to: links lead nowhere else."""
    printed = sections["layout"]["sections"]
    shown = [drawing for drawing in sections["drawings"] if DRAWN[drawing["kind"]] in printed]
    return [sections[name] for chapter in printed for name in PLACES.get(chapter, ())] + [shown]


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


def _plot(figure: Diagram) -> Row:
    return {
        "title": figure.title, "alt": figure.alt or figure.title or translate("figure.word"),
        "svg": standalone(figure, described=False),
    }  # fmt: skip


def _drawing(diagram: Diagram, paper: str) -> Row:
    return {
        "name": diagram.name, "kind": diagram.kind, "title": diagram.title, "alt": diagram.alt or diagram.title,
        "subject": diagram.subject, "width": diagram.width, "height": diagram.height,
        "svg": re.sub(r"\n$", "", standalone(diagram, described=False)), "room": room(diagram, paper),
        "continuations": [{"name": c.name, "label": c.label, "upwards": c.upwards} for c in diagram.continuations],
    }  # fmt: skip
