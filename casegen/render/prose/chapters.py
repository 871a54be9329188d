"""Which chapters there are, in the order that the case asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from casegen.render.language import translate
from casegen.render.prose import annexes, audit, case, hazards, quantities, summary
from casegen.render.prose.drawings import Drawings, in_text, on_sheet
from casegen.render.prose.pieces import (
    Annexes,
    Break,
    Contents,
    DrawingSheet,
    Heading,
    Paragraph,
    Picture,
    Piece,
    TableBlock,
    flat,
    plain,
    status,
)
from casegen.render.report import Report
from casegen.render.views import Sections
from casegen.render.wording import apart

Chapter = Callable[[Sections, Drawings], Iterator[Piece]]
CHAPTERS: dict[str, Chapter] = {
    "verdict": summary.verdict, "control": audit.control, "system": case.system, "hazards": hazards.hazards,
    "scenarios": hazards.scenarios, "trees": quantities.trees, "argument": case.argument, "evidence": case.evidence,
    "assumptions": case.assumptions, "actions": summary.actions, "claims": annexes.claims, "tables": annexes.tables,
    "study": quantities.study, "data": annexes.data, "tracing": audit.tracing, "compliance": audit.compliance,
    "changes": audit.changes, "review": audit.review, "checks": audit.checks, "glossary": audit.glossary,
    "index": annexes.index,
}  # fmt: skip
NEW_PAGE = {"evidence": "evidence"}
"""chapters of the report that start on a page of their own, with the part that they are about: not where there is none,
nor below a drawing in the text, which would leave its page half empty"""
LONG = 300
"""rows of an annex that has pages of its own: what stands between page breaks is laid out side by side"""


def pieces_of(report: Report, *, title: bool = True) -> Iterator[Piece]:
    """The whole report: title, verdict, contents, the other chapters, annexes.

    The PDF has a title page of its own, and asks for the rest.
    """
    data, drawings = report.sections, Drawings(report)
    if title:
        yield from _title(data)
    names, later = data["layout"]["sections"], set(data["layout"]["annexes"])
    first = names[:1] if names[:1] == ["verdict"] else []
    for name in first:
        yield from _chapter(name, data, drawings)
    yield Break()
    yield Contents()
    yield from case.how_to_read(data)
    yield Break()
    last: Piece | None = None
    for name in (n for n in names[len(first) :] if n not in later):
        if data.get(NEW_PAGE.get(name, "")) and not (isinstance(last, Picture) and in_text(last)):
            yield Break()
        for last in _chapter(name, data, drawings):
            yield last
    if later:
        yield Annexes()
    apart = False
    for name in (n for n in names if n in later):
        chapter = list(_chapter(name, data, drawings))
        rows = sum(len(piece.rows) for piece in flat(chapter) if isinstance(piece, TableBlock))
        if apart or rows > LONG:
            yield Break()
        apart = rows > LONG
        yield from chapter


def _chapter(name: str, data: Sections, drawings: Drawings) -> Iterator[Piece]:
    heading = Heading(1, translate(f"chapter.{name}"), f"chapter-{name}")
    pieces = iter(CHAPTERS[name](data, drawings))
    first = next(pieces, None)
    if isinstance(first, Picture):
        first = on_sheet(first)
    if isinstance(first, DrawingSheet):  # a page of drawings bears the heading of its chapter itself
        yield replace(first, heading=heading)
    else:
        yield heading
        if first is not None:
            yield first
    yield from pieces


def _title(data: Sections) -> Iterator[Piece]:
    document, verdict = data["document"], data["verdict"]
    yield Heading(0, document["title"])
    if data["layout"]["subtitle"]:
        yield Paragraph(plain(data["layout"]["subtitle"]))
    about = translate(
        "title.line", id=document["id"], version=apart(document["version"]), date=document["date"]
    )
    yield Paragraph(plain(about))
    yield Paragraph((*status(verdict["class"], verdict["word"]), *plain(f". {verdict['sentence']}")))
    for words in filter(None, (verdict["damaged"], verdict["findings"])):
        yield Paragraph(plain(words))
    if data["layout"]["own_words"]:
        yield Paragraph(plain(data["layout"]["own_words"]))
