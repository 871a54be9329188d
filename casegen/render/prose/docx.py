"""The whole report as a DOCX file for word processors: headings, tables with repeated heads, pictures with
alternative texts, captions, links, numbered headings, a table of contents whose pages the word processor fills in.
"""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from casegen.model.diagnostic import MissingDependencyError
from casegen.model.extras import extra_of
from casegen.model.legible import legible
from casegen.model.results import Assessment
from casegen.render.document_settings import Custom, read_custom
from casegen.render.fonts import boxed, missing, use_fonts
from casegen.render.language import translate, use_language
from casegen.render.page_size import PT_PER_MM
from casegen.render.pictures import picture_size, rasters
from casegen.render.prose import (
    Bullets,
    Cell,
    Heading,
    Items,
    Paragraph,
    Picture,
    Piece,
    Span,
    TableBlock,
    Words,
    flat,
    pieces_of,
)
from casegen.render.prose.columns import table_widths
from casegen.render.prose.docx_fields import (
    ask_for_pages,
    field,
    field_end,
    field_start,
    linked,
)
from casegen.render.prose.docx_frame import describe, running_lines
from casegen.render.prose.docx_style import (
    ANNEX_LIST,
    FEW_ROWS,
    NO_LIST,
    end_section,
    in_language,
    keep_rows,
    numbered,
    set_styles,
    set_table,
    word_width,
)
from casegen.render.prose.drawings import tall_last
from casegen.render.prose.pieces import (
    Annexes,
    Contents,
    DrawingSheet,
    Index,
    PictureRow,
    Sideways,
    Together,
    by_kind,
)
from casegen.render.prose.places import places
from casegen.render.report import build_report
from casegen.review.dossier import Dossier

COLOURS = {
    "supported": "17703A", "challenged": "B42318", "undeveloped": "7A5200", "assumed": "6B3FA0", "stale": "A34A00",
    "unknown": "4D5A6B",
}  # fmt: skip
QUIET = "566173"
LISTED = 2
"""levels of headings in the table of contents"""
PAPER = {"a4": (210.0, 297.0), "us-letter": (215.9, 279.4)}
MARGIN = 18.0
"""mm"""
PLOT_SCALE = 0.6
"""points for a unit of a plot"""
WIDEST = 558.0
"""mm: no word processor takes a wider page"""
_LOG = logging.getLogger("casegen")
_EPOCH = (1980, 1, 1, 0, 0, 0)


def docx_document(assessment: Assessment, dossier: Dossier | None = None) -> bytes:
    """The whole report; with a fixed date the same assessment gives the same bytes.

    Raises:
        InputError: ``document.yaml`` is wrong.
        MissingDependencyError: python-docx is not installed, or no layout program was found.
    """
    try:
        import docx
    except ImportError:
        raise MissingDependencyError("a DOCX file needs python-docx", extra_of("docx")) from None
    custom = read_custom(assessment.case.root)
    report = build_report(assessment, dossier, custom)
    with use_fonts(custom.fonts), use_language(custom.language):
        pieces = list(pieces_of(report))
        writer = _Writer(docx.Document(), custom, pieces)
        describe(writer.document, report)
        running_lines(writer.document, report)
        for piece in tall_last(pieces):
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
        self._entries = list(_entries(pieces))
        self._annexed = False
        pictures = [p for p in flat(pieces) if isinstance(p, Picture)]
        _warn_of_missing(pictures)
        made = rasters([(boxed(p.svg), self._printed(p)) for p in pictures], custom.fonts)
        self._pictures = {id(p): raster for p, raster in zip(pictures, made, strict=True)}
        self._places: dict[str, str] = {}
        self._placed: set[str] = set()
        self._known = set(places(pieces))
        self._figures = 0
        self._sheet_now: tuple[float, float] = self._paper
        set_styles(document, self._language)
        # setting a style by name reads every style of the file, thousands of times where each cell has one
        self._style = {n: document.styles[n].style_id for n in ("Cell", "Cell bullet", "Hyperlink")}
        self._page(document.sections[0], *self._paper)

    def write(self, piece: Piece) -> None:
        """Write one piece."""
        match piece:
            case Together() | Sideways():
                if isinstance(piece, Sideways):
                    self._turn(self._paper[::-1])
                for one in piece.pieces:
                    self._part(one)
                self._turn(self._paper)
            case DrawingSheet():
                self._turn(self._sheet(piece.placed[0][0]))  # where its heading stands, too
                for part in flat([piece]):
                    self._part(part)
            case PictureRow():
                for part in piece.pictures:
                    self._picture(part)
            case Annexes():
                self._annexed = True
            case Contents():
                self._contents()
            case Index():
                self.write(by_kind(piece))
            case Picture():
                self._picture(piece)
            case Heading() | Paragraph() | Bullets() | TableBlock():
                self._turn(self._paper)
                self._part(piece)

    def _part(self, piece: Piece) -> None:
        match piece:
            case Heading():
                self._heading(piece)
            case Paragraph():
                paragraph = self._words(self.document.add_paragraph(), piece.words)
                paragraph.paragraph_format.keep_with_next = piece.lead or None
                self._place(paragraph, piece.anchor)
            case Bullets():
                self._list(piece)
            case TableBlock():
                self._table(piece)
            case Picture() | PictureRow():
                for part in flat([piece]):
                    if isinstance(part, Picture):
                        self._picture(part)

    def _heading(self, piece: Heading) -> None:
        level = min(piece.level, 3)
        style = "Title" if level == 0 else f"Heading {level}"
        paragraph = self.document.add_paragraph(legible(piece.text), style=style)
        if level and (self._annexed or not piece.listed):
            numbered(paragraph._p.get_or_add_pPr(), ANNEX_LIST if piece.listed else NO_LIST, level - 1)
        self._place(paragraph, piece.anchor or self._own_place(piece))

    def _own_place(self, piece: Heading) -> str:
        """A place for the table of contents, for a heading that no link leads to."""
        return f"\n{id(piece)}" if piece.listed and 0 < piece.level <= LISTED else ""

    def _contents(self) -> None:
        """A table of contents that is there, with the page of each entry as a field."""
        self.document.add_paragraph(legible(translate("chapter.contents")), style="TOC Heading")
        for number, (heading, label) in enumerate(self._entries):
            paragraph = self.document.add_paragraph(style=f"toc {heading.level}")
            if number == 0:
                field_start(paragraph, rf'TOC \o "1-{LISTED}" \h')
            name = self._bookmark(heading.anchor or self._own_place(heading))
            linked(paragraph, [paragraph.add_run(f"{label} {legible(heading.text)}")], name)
            paragraph.add_run().add_tab()
            field(paragraph, rf"PAGEREF {name} \h", "")
            if number == len(self._entries) - 1:
                field_end(paragraph)
        ask_for_pages(self.document)

    def _page(self, section: Any, width: float, height: float) -> None:
        from docx.enum.section import WD_ORIENT
        from docx.shared import Mm

        section.orientation = WD_ORIENT.LANDSCAPE if width > height else WD_ORIENT.PORTRAIT
        section.page_width, section.page_height = Mm(width), Mm(height)
        section.header_distance = section.footer_distance = Mm(MARGIN / 2)
        section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Mm(MARGIN)

    def _turn(self, sheet: tuple[float, float]) -> None:
        """Go on on paper of this width and height [mm]."""
        if self._sheet_now != sheet:
            from docx.enum.section import WD_SECTION

            self._page(self.document.add_section(WD_SECTION.NEW_PAGE), *sheet)
            end_section(self.document.element.body)
            self._sheet_now = sheet

    def _picture(self, piece: Picture) -> None:
        from docx.shared import Pt

        self._turn(self._sheet(piece))
        paragraph = self.document.add_paragraph()
        self._place(paragraph, piece.name)
        paragraph.paragraph_format.keep_with_next = True
        drawn = paragraph.add_run().add_picture(
            io.BytesIO(self._pictures[id(piece)].png), width=Pt(self._printed(piece))
        )
        about = drawn._inline.docPr
        about.set("descr", legible(piece.alt))
        about.set("title", legible(piece.title))
        self._caption(translate("figure.word"), piece.title)

    def _sheet(self, piece: Picture) -> tuple[float, float]:
        """Width and height (mm) of the page that shows the picture."""
        if piece.room is None or not piece.room["landscape"]:
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
        field(paragraph, f"SEQ {word} \\* ARABIC", str(self._figures))
        paragraph.add_run(f": {legible(title)}")

    def _list(self, piece: Bullets) -> None:
        from docx.shared import Mm

        depths = piece.depths or (0,) * len(piece.items)
        places = piece.anchors or ("",) * len(piece.items)
        for item, depth, place in zip(piece.items, depths, places, strict=True):
            paragraph = self._words(self.document.add_paragraph(style="List Bullet"), item)
            self._place(paragraph, place)
            if depth:
                paragraph.paragraph_format.left_indent = Mm(6 + 4 * min(depth, 16))

    def _table(self, piece: TableBlock) -> None:
        if piece.caption:
            paragraph = self.document.add_paragraph(legible(piece.caption), style="Caption")
            paragraph.paragraph_format.keep_with_next = True
        headed = any(piece.head)
        head = [tuple((Span(name, strong=True),) for name in piece.head)] if headed else []
        rows: list[tuple[Cell, ...]] = [*head, *piece.rows]
        if not rows:
            return
        made = self.document.add_table(len(rows), len(piece.head))
        anchors = ([""] if headed else []) + list(piece.anchors or ("",) * len(piece.rows))
        grid = iter(made._cells)  # asked for once: a table works every row out anew
        for cells, anchor in zip(rows, anchors, strict=True):
            places = [next(grid) for _ in piece.head]
            for column, (place, cell) in enumerate(zip(places, cells, strict=False)):
                self._cell(place, cell, right=column in piece.numbers)
            self._place(places[0].paragraphs[0], anchor)
        set_table(made, self._widths(piece), headed=headed)
        whole = len(piece.rows) <= FEW_ROWS
        keep_rows(made, len(rows) - 1 if whole else min(len(rows) - 1, 1 + headed))
        self.document.add_paragraph()

    def _widths(self, piece: TableBlock) -> list[int]:
        """Widths of the columns in twentieths of a point."""
        room = (self._sheet_now[0] - 2 * MARGIN) * PT_PER_MM * 20
        return [round(width) for width in table_widths(piece, room, word_width)]

    def _cell(self, place: Any, cell: Cell, *, right: bool) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH

        first = place.paragraphs[0]
        if isinstance(cell, Items):
            for number, item in enumerate(cell.items):
                paragraph = first if number == 0 else place.add_paragraph()
                paragraph._p.style = self._style["Cell bullet"]
                self._words(paragraph, item)
            return
        first._p.style = self._style["Cell"]
        if right:
            first.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        self._words(first, cell)

    def _words(self, paragraph: Any, words: Words) -> Any:
        from docx.shared import RGBColor

        for span in words:
            run = paragraph.add_run(legible(span.text))
            run.bold = span.strong or None
            if span.lang:
                in_language(run, span.lang)
            if colour := COLOURS.get(span.css) or (QUIET if span.soft else ""):
                run.font.color.rgb = RGBColor.from_string(colour)
            if span.href in self._known:
                run._r.style = self._style["Hyperlink"]
                linked(paragraph, [run], self._bookmark(span.href))
        return paragraph

    def _bookmark(self, anchor: str) -> str:
        """A name that word processors take: at most 40 letters, digits and underscores, one to one."""
        return self._places.setdefault(anchor, f"place_{len(self._places)}")

    def _place(self, paragraph: Any, anchor: str) -> None:
        from docx.oxml.ns import qn

        if not anchor or anchor in self._placed:
            return
        self._placed.add(anchor)
        name = self._bookmark(anchor)
        identifier = name.removeprefix("place_")
        first, last = (
            paragraph._p.makeelement(qn(f"w:bookmark{end}"), {qn("w:id"): identifier})
            for end in ("Start", "End")
        )
        first.set(qn("w:name"), name)
        paragraph._p.append(first)
        paragraph._p.append(last)


def _entries(pieces: Sequence[Piece]) -> Iterator[tuple[Heading, str]]:
    """Headings of the table of contents with their numbers; of the annexes, the chapters only."""
    counts, annexed = [0, 0], False
    for piece in flat(pieces):
        if isinstance(piece, Annexes):
            counts, annexed = [0, 0], True
        if not isinstance(piece, Heading) or not piece.listed or not 0 < piece.level <= LISTED:
            continue
        counts[piece.level - 1] += 1
        if piece.level == 1:
            counts[1] = 0
        chapter = chr(ord("A") + counts[0] - 1) if annexed else str(counts[0])
        if piece.level == 1 or not annexed:
            yield piece, chapter if piece.level == 1 else f"{chapter}.{counts[1]}"


def _warn_of_missing(pictures: Sequence[Picture]) -> None:
    """Tell which signs of the drawings, which are pictures here, are empty squares, and what helps."""
    lacking = dict.fromkeys("".join(missing(picture.svg) for picture in pictures))
    if lacking:
        _LOG.warning(
            "the drawings of the DOCX show %d signs that their fonts lack as empty squares: %s; fix: put a font that has "
            "them into the case folder and name it in document.yaml (document: fonts: [fonts/NAME.ttf])",
            len(lacking), ", ".join(f"{c} (U+{ord(c):04X})" for c in list(lacking)[:12]),
        )  # fmt: skip
