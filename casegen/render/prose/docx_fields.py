"""Fields and links of a DOCX file: what the word processor fills in or follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from casegen.model.legible import legible


def field(paragraph: Any, code: str, shown: str) -> None:
    """A field at the end of the paragraph that shows ``shown`` until the word processor fills it in."""
    from docx.oxml.ns import qn

    made = paragraph._p.makeelement(qn("w:fldSimple"), {qn("w:instr"): code})
    run = paragraph.add_run(shown)
    paragraph._p.replace(run._r, made)
    made.append(run._r)


def field_start(paragraph: Any, code: str) -> None:
    """Begin a field over several paragraphs."""
    _mark(paragraph, "begin", dirty=True)
    from docx.oxml.ns import qn

    run = paragraph.add_run()._r
    text = run.makeelement(qn("w:instrText"), {})
    text.text = f" {code} "
    run.append(text)
    _mark(paragraph, "separate")


def field_end(paragraph: Any) -> None:
    """End a field over several paragraphs."""
    _mark(paragraph, "end")


def _mark(paragraph: Any, kind: str, *, dirty: bool = False) -> None:
    from docx.oxml.ns import qn

    run = paragraph.add_run()._r
    mark = run.makeelement(qn("w:fldChar"), {qn("w:fldCharType"): kind})
    if dirty:
        mark.set(qn("w:dirty"), "true")
    run.append(mark)


def ask_for_pages(document: Any) -> None:
    """Let the word processor fill in fields, most of all pages, when it opens the file."""
    from docx.oxml.ns import qn

    settings = document.settings.element
    settings.append(settings.makeelement(qn("w:updateFields"), {qn("w:val"): "true"}))


def linked(paragraph: Any, runs: Sequence[Any], bookmark: str) -> None:
    """Make runs of the paragraph lead to a bookmark."""
    from docx.oxml.ns import qn

    link = paragraph._p.makeelement(qn("w:hyperlink"), {qn("w:anchor"): bookmark})
    paragraph._p.replace(runs[0]._r, link)
    for run in runs:
        link.append(run._r)


def property_text(text: str) -> str:
    """Text for a property of the file, of which the format takes 255 characters."""
    cleaned = legible(text)
    return cleaned if len(cleaned) <= 255 else f"{cleaned[:254]}…"
