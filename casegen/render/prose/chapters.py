"""Which chapters there are, in the order that the case asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from casegen.render.diagrams import standalone
from casegen.render.language import translate
from casegen.render.page_size import room
from casegen.render.prose import audit, case, quantities
from casegen.render.prose.pieces import Heading, Paragraph, Picture, Piece, plain, status
from casegen.render.report import Report
from casegen.render.report.links import Row


@dataclass(frozen=True, slots=True)
class Drawings:
    """The pictures of a report by what they show."""

    report: Report

    def of(self, kind: str, subject: str = "") -> Iterator[Picture]:
        """Drawings of a kind, of one tree or scenario where it is named."""
        paper = self.report.sections["layout"]["paper"]
        for drawn in self.report.diagrams:
            if drawn.kind == kind and subject in ("", drawn.subject):
                svg = standalone(drawn, described=False)
                yield Picture(drawn.name, drawn.title, drawn.alt or drawn.title, svg, room(drawn, paper))

    def plots(self, row: Row) -> Iterator[Picture]:
        """Plots of an evidence item."""
        for drawn in row["figures"]:
            alt = drawn.alt or translate("figure.word")
            yield Picture(drawn.name, drawn.title, alt, standalone(drawn, described=False))


Chapter = Callable[[Row, Drawings], Iterator[Piece]]
CHAPTERS: dict[str, Chapter] = {
    "control": audit.control, "verdict": case.verdict, "system": case.system, "hazards": case.hazards,
    "scenarios": case.scenarios, "trees": quantities.trees, "study": quantities.study, "argument": case.argument,
    "evidence": case.evidence, "assumptions": case.assumptions, "tracing": audit.tracing,
    "compliance": audit.compliance, "changes": audit.changes, "review": audit.review, "checks": audit.checks,
    "glossary": audit.glossary,
}  # fmt: skip
"""every chapter but the index, which needs pages"""


def pieces_of(report: Report) -> Iterator[Piece]:
    """The whole report: title, verdict, then the chapters."""
    data, drawings = report.sections, Drawings(report)
    document, verdict = data["document"], data["verdict"]
    yield Heading(0, document["title"])
    if data["layout"]["subtitle"]:
        yield Paragraph(plain(data["layout"]["subtitle"]))
    yield Paragraph(
        plain(translate("title.line", id=document["id"], version=document["version"], date=document["date"]))
    )
    yield Paragraph((*status(verdict["class"], verdict["word"]), *plain(f". {verdict['sentence']}")))
    for name in data["layout"]["sections"]:
        if name in CHAPTERS:
            yield Heading(1, translate(f"chapter.{name}"), f"chapter-{name}")
            yield from CHAPTERS[name](data, drawings)
