"""The whole report as a DOCX file for word processors: headings, tables with repeated heads, pictures with
alternative texts, captions, links, a table of contents that the word processor fills in.
"""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from casegen.model.diagnostic import MissingDependencyError
from casegen.model.results import Assessment
from casegen.render.document_settings import Custom, read_custom
from casegen.render.fonts import printable
from casegen.render.language import translate, use_language
from casegen.render.page_size import PT_PER_MM
from casegen.render.pictures import picture_size, rasters
from casegen.render.prose import Bullets, Heading, Paragraph, Picture, Piece, Span, Table, Words, pieces_of
from casegen.render.report import Report, build_report
from casegen.review.dossier import Dossier

COLOURS = {
    "supported": "17703A", "challenged": "B42318", "undeveloped": "7A5200", "assumed": "6B3FA0", "stale": "A34A00",
    "unknown": "4D5A6B",
}  # fmt: skip
PAPER = {"a4": (210.0, 297.0), "us-letter": (215.9, 279.4)}
MARGIN = 18.0
"""mm"""
PLOT_SCALE = 0.6
"""points for a unit of a plot"""
WIDEST = 558.0
"""mm: no word processor takes a wider page"""
_EPOCH = (1980, 1, 1, 0, 0, 0)
_NS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def docx_document(assessment: Assessment, dossier: Dossier | None = None) -> bytes:
    """The whole report; with a fixed date the same assessment gives the same bytes.

    Raises:
        InputError: ``document.yaml`` is wrong.
        OutsidePartMissing: python-docx is not installed, or no layout program was found.
    """
    try:
        import docx
    except ImportError:
        raise MissingDependencyError("a DOCX file needs python-docx", "pip install 'casegen[docx]'") from None
    custom = read_custom(assessment.case.root)
    report = build_report(assessment, dossier, custom)
    with use_language(custom.language):
        pieces = list(pieces_of(report))
        writer = _Writer(docx.Document(), custom, pieces)
        writer.properties(report)
        for piece in pieces:
            writer.write(piece)
    return _packed(writer.document)


def write_docx(assessment: Assessment, path: Path, dossier: Dossier | None = None) -> Path:
    """Write the report as DOCX; raises what :func:`docx_document` raises, and :class:`OSError`."""
    from casegen.io.atomic import write_bytes

    return write_bytes(path, docx_document(assessment, dossier))


def _packed(document: Any) -> bytes:
    """The file with entries that bear no time of day."""
    raw = io.BytesIO()
    document.save(raw)
    made = io.BytesIO()
    with zipfile.ZipFile(raw) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            fixed = zipfile.ZipInfo(entry.filename, _EPOCH)
            fixed.compress_type = zipfile.ZIP_DEFLATED
            fixed.external_attr = 0o100644 << 16
            new.writestr(fixed, old.read(entry))
    return made.getvalue()


class _Writer:
    """Puts pieces into a document one after the other."""

    def __init__(self, document: Any, custom: Custom, pieces: Sequence[Piece]) -> None:
        self.document = document
        self._paper = PAPER[custom.settings.paper]
        self._language = custom.language.code
        pictures = [p for p in pieces if isinstance(p, Picture)]
        made = rasters([(p.svg, self._printed(p)) for p in pictures])
        self._pictures = {id(p): raster for p, raster in zip(pictures, made, strict=True)}
        self._places: dict[str, str] = {}
        self._figures = 0
        self._wide = False
        self._page(document.sections[0], *self._paper)

    def properties(self, report: Report) -> None:
        """Title, authors, date and language of the file."""
        from docx.oxml.ns import qn

        about = report.sections["document"]
        core = self.document.core_properties
        core.title, core.author = _property(about["title"]), _property(", ".join(about["authors"]))
        core.subject, core.comments = _property(report.sections["verdict"]["sentence"]), ""
        core.language, core.last_modified_by, core.revision = self._language, "", 1
        day = datetime.date.fromisoformat(about["date"])
        core.created = core.modified = datetime.datetime(day.year, day.month, day.day)
        style = self.document.styles["Normal"]
        style.font.name = "Calibri"
        lang = style.element.get_or_add_rPr().makeelement(qn("w:lang"), {qn("w:val"): self._language})
        style.element.get_or_add_rPr().append(lang)

    def write(self, piece: Piece) -> None:
        """Write one piece."""
        match piece:
            case Heading():
                self._upright()
                if piece.level == 1 and not self._places.get(""):
                    self._contents()
                self._place(self.document.add_heading(_clean(piece.text), piece.level), piece.anchor)
            case Paragraph():
                self._upright()
                self._place(self._words(self.document.add_paragraph(), piece.words), piece.anchor)
            case Bullets():
                self._upright()
                self._list(piece)
            case Table():
                self._upright()
                self._table(piece)
            case Picture():
                self._picture(piece)

    def _contents(self) -> None:
        """A field that the word processor fills in, and asks before it does."""
        self._places[""] = "contents"
        self.document.add_paragraph(_clean(translate("chapter.contents")), style="TOC Heading")
        _field(self.document.add_paragraph(), r'TOC \o "1-2" \h')

    def _page(self, section: Any, width: float, height: float) -> None:
        from docx.enum.section import WD_ORIENT
        from docx.shared import Mm

        section.orientation = WD_ORIENT.LANDSCAPE if width > height else WD_ORIENT.PORTRAIT
        section.page_width, section.page_height = Mm(width), Mm(height)
        section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Mm(MARGIN)

    def _upright(self) -> None:
        if self._wide:
            from docx.enum.section import WD_SECTION

            self._page(self.document.add_section(WD_SECTION.NEW_PAGE), *self._paper)
            self._wide = False

    def _picture(self, piece: Picture) -> None:
        from docx.enum.section import WD_SECTION
        from docx.shared import Pt

        if _wide(piece):
            self._page(self.document.add_section(WD_SECTION.NEW_PAGE), *self._sheet(piece))
            self._wide = True
        else:
            self._upright()
        paragraph = self.document.add_paragraph()
        self._place(paragraph, piece.name)
        paragraph.paragraph_format.keep_with_next = True
        drawn = paragraph.add_run().add_picture(
            io.BytesIO(self._pictures[id(piece)].png), width=Pt(self._printed(piece))
        )
        about = drawn._inline.docPr
        about.set("descr", _clean(piece.alt))
        about.set("title", _clean(piece.title))
        self._caption(translate("figure.word"), piece.title)

    def _sheet(self, piece: Picture) -> tuple[float, float]:
        """Width and height (mm) of the page that shows the picture."""
        if piece.room is None or not _wide(piece):
            return self._paper
        return min(piece.room["width"], WIDEST), min(piece.room["height"], WIDEST)

    def _printed(self, piece: Picture) -> float:
        """Width of the picture on paper, points: readable, and no larger than its page."""
        width, height = picture_size(piece.svg)
        sheet = self._sheet(piece)
        room = ((sheet[0] - 2 * MARGIN) * PT_PER_MM, (sheet[1] - 2 * MARGIN - 30) * PT_PER_MM)
        scale = piece.room["scale"] if piece.room else PLOT_SCALE
        return float(width * min(scale, room[0] / width, room[1] / height))

    def _caption(self, word: str, title: str) -> None:
        paragraph = self.document.add_paragraph(f"{word} ", style="Caption")
        self._figures += 1
        _field(paragraph, f"SEQ {word} \\* ARABIC", str(self._figures))
        paragraph.add_run(f": {_clean(title)}")

    def _list(self, piece: Bullets) -> None:
        from docx.shared import Mm

        for item, depth in zip(piece.items, piece.depths or (0,) * len(piece.items), strict=True):
            paragraph = self._words(self.document.add_paragraph(style="List Bullet"), item)
            if depth:
                paragraph.paragraph_format.left_indent = Mm(6 + 4 * min(depth, 16))

    def _table(self, piece: Table) -> None:
        from docx.oxml.ns import qn
        from docx.shared import Pt

        if piece.caption:
            self.document.add_paragraph(_clean(piece.caption), style="Caption")
        headed = any(piece.head)
        rows = ([tuple((Span(name, strong=True),) for name in piece.head)] if headed else []) + list(
            piece.rows
        )
        if not rows:
            return
        made = self.document.add_table(len(rows), len(piece.head), style="Table Grid")
        anchors = ([""] if headed else []) + list(piece.anchors or ("",) * len(piece.rows))
        grid = iter(made._cells)  # asked for once: a table works every row out anew
        for cells, anchor in zip(rows, anchors, strict=True):
            paragraphs = [next(grid).paragraphs[0] for _ in piece.head]
            for paragraph, words in zip(paragraphs, cells, strict=False):
                for run in self._words(paragraph, words).runs:
                    run.font.size = Pt(8)
            self._place(paragraphs[0], anchor)
        if headed:
            properties = made.rows[0]._tr.get_or_add_trPr()
            properties.append(properties.makeelement(qn("w:tblHeader"), {}))
        self.document.add_paragraph()

    def _words(self, paragraph: Any, words: Words) -> Any:
        from docx.shared import RGBColor

        for span in words:
            run = paragraph.add_run(_clean(span.text))
            run.bold = span.strong or None
            if span.css in COLOURS:
                run.font.color.rgb = RGBColor.from_string(COLOURS[span.css])
            if span.href:
                self._link(paragraph, run, span.href)
        return paragraph

    def _link(self, paragraph: Any, run: Any, href: str) -> None:
        from docx.oxml.ns import qn

        link = paragraph._p.makeelement(qn("w:hyperlink"), {qn("w:anchor"): self._bookmark(href)})
        paragraph._p.replace(run._r, link)
        link.append(run._r)

    def _bookmark(self, anchor: str) -> str:
        """A name that word processors take: at most 40 letters, digits and underscores, one to one."""
        return self._places.setdefault(anchor, f"place_{len(self._places)}")

    def _place(self, paragraph: Any, anchor: str) -> None:
        from docx.oxml.ns import qn

        if not anchor:
            return
        name = self._bookmark(anchor)
        identifier = name.removeprefix("place_")
        first, last = (
            paragraph._p.makeelement(qn(f"w:bookmark{end}"), {qn("w:id"): identifier})
            for end in ("Start", "End")
        )
        first.set(qn("w:name"), name)
        paragraph._p.append(first)
        paragraph._p.append(last)


def _wide(piece: Picture) -> bool:
    return piece.room is not None and bool(piece.room["landscape"])


def _field(paragraph: Any, code: str, shown: str = "…") -> None:
    from docx.oxml.ns import qn

    field = paragraph._p.makeelement(qn("w:fldSimple"), {qn("w:instr"): code})
    if shown == "…":
        field.set(qn("w:dirty"), "true")
    run = paragraph.add_run(shown)
    paragraph._p.replace(run._r, field)
    field.append(run._r)


def _property(text: str) -> str:
    """Text for a property of the file, of which the format takes 255 characters."""
    cleaned = _clean(text)
    return cleaned if len(cleaned) <= 255 else f"{cleaned[:254]}…"


def _clean(text: str) -> str:
    """Text without characters that XML has no place for."""
    return printable(text)
