"""The pictures of a report: drawings of argument, trees and scenarios, plots of the case and of its evidence."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from casegen.render.diagrams import Diagram, standalone
from casegen.render.diagrams.diagram import Continuation
from casegen.render.fonts import wrap
from casegen.render.language import translate
from casegen.render.page_size import BESIDE, PT_PER_MM, Room, Tile, room, tiles
from casegen.render.pictures import picture_size
from casegen.render.prose.pieces import (
    Annexes,
    Break,
    DrawingSheet,
    Heading,
    Paragraph,
    Picture,
    PictureRow,
    Piece,
    Sideways,
    TableBlock,
)
from casegen.render.report import Report
from casegen.render.sheet_packing import LEAST_WIDTH, PACKED, packed, smallest
from casegen.render.views.evidence import EvidenceView

HEADING = 13.0
"""mm that the heading of a chapter takes on its first page of drawings"""
IN_TEXT = 200.0
"""mm of height that drawings take at most which stand in the text instead of on a sheet that they share"""
TALL = 130.0
"""mm: half a page"""
CAPTION_TEXT, CAPTION_LINE, ABOVE_CAPTION = 8.5, 4.9, 3.2
"""size of a caption's text [pt], height of its line and what is above it [mm]"""


@dataclass(frozen=True, slots=True)
class _Page:
    """Drawings that came together, of these trees; the text holds them where ``as_sheet`` says how they share a page."""

    subjects: set[str]
    pieces: list[Picture | DrawingSheet]
    as_sheet: DrawingSheet | None = None


@dataclass(frozen=True, slots=True)
class Drawings:
    """The pictures of a report by what they show."""

    report: Report

    @property
    def paper(self) -> str:
        """The paper of the report."""
        return str(self.report.sections["layout"]["paper"])

    def of(self, kind: str, subject: str = "") -> Iterator[Picture]:
        """Drawings of a kind, of one tree or scenario where it is named; one too large for any sheet in parts."""
        for drawn in self._of(kind, subject):
            yield from self._whole(drawn)

    def sheets(self, kinds: Sequence[str], *subjects: str) -> Iterator[Picture | DrawingSheet]:
        """Drawings of these kinds, of the parts named or of all, several on one page of twice the paper's size."""
        drawn = [d for kind in kinds for subject in subjects or ("",) for d in self._of(kind, subject)]
        yield from text_behind_sheets(one for page in self._pages(drawn) for one in page.pieces)

    def in_turn(self, *trees: str) -> list[Picture | DrawingSheet]:
        """Drawings of these trees, each tree's together: what the text holds stands before or behind all sheets.

        Where that would part it from its tree, it has a sheet as well.
        """
        pages = list(self._pages([d for tree in trees for d in self._of("tree", tree)]))
        before: list[Picture | DrawingSheet] = []
        sheets: list[Picture | DrawingSheet] = []
        behind: list[Picture | DrawingSheet] = []
        passed: set[str] = set()
        for number, page in enumerate(pages):
            to_come = {
                name for later in pages[number + 1 :] if later.as_sheet is None for name in later.subjects
            }
            if page.as_sheet is not None and not page.subjects & passed:
                before += page.pieces
                continue
            passed |= page.subjects
            if page.as_sheet is None:
                sheets += page.pieces
            elif to_come:  # behind the sheets of other trees it would be far from its own
                sheets.append(page.as_sheet)
            else:
                behind += page.pieces
        return before + sheets + behind

    def _pages(self, drawn: Sequence[Diagram]) -> Iterator[_Page]:
        pictures = [self._picture(d, room(d, self.paper)) for d in drawn]
        sizes = list(map(_size, drawn, pictures))
        for page in packed(sizes, self.paper, HEADING):
            own = [pictures[place.index] for place in page]
            subjects = {drawn[place.index].subject for place in page}
            height = sum(map(height_in_text, own))
            if len(page) == 1 and height == math.inf:
                yield _Page(subjects, list(self._whole(drawn[page[0].index])))
                continue
            sheet, corners = smallest([sizes[place.index] for place in page], page, self.paper, HEADING)
            placed = tuple((picture, x, y) for picture, (x, y) in zip(own, corners, strict=True))
            shared = DrawingSheet(sheet.width, sheet.height, placed, PACKED)
            few = len(page) == 1 or height <= IN_TEXT
            yield _Page(subjects, list(own) if few else [shared], shared if few else None)

    def plots(self, row: EvidenceView) -> list[Picture]:
        """Plots of an evidence item."""
        return [
            Picture(d.name, d.title, d.alt or translate("figure.word"), standalone(d, described=False))
            for d in row["figures"]
        ]

    def figures(self, kind: str, subject: str = "") -> list[Picture]:
        """Charts of one tree or evidence item, as wide as their column."""
        return [
            Picture(d.name, d.title, d.alt, standalone(d, described=False))
            for d in self._charts(kind, subject)
        ]

    def chart(self, kind: str) -> list[Picture]:
        """A chart of the whole case, as large as its sheet; one too large for any sheet in parts."""
        return [picture for drawn in self._charts(kind) for picture in self._whole(drawn)]

    def _charts(self, kind: str, subject: str = "") -> list[Diagram]:
        return [d for d in self.report.charts if d.kind == kind and d.subject == subject]

    def _whole(self, drawn: Diagram) -> Iterator[Picture]:
        parts = tiles(drawn, self.paper)
        if not parts:
            yield self._picture(drawn, room(drawn, self.paper))
        for number, part in enumerate(parts, 1):
            yield self._part(drawn, part, number, len(parts))

    def _of(self, kind: str, subject: str = "") -> list[Diagram]:
        return [d for d in self.report.diagrams if d.kind == kind and subject in ("", d.subject)]

    def _picture(self, drawn: Diagram, sheet: Room) -> Picture:
        onwards = ways_on(drawn.continuations)
        alt = drawn.alt or drawn.title
        return Picture(drawn.name, drawn.title, alt, standalone(drawn, described=False), sheet, onwards)

    def _part(self, drawn: Diagram, part: Tile, number: int, count: int) -> Picture:
        """One part of a drawing that no sheet holds: the same drawing through a window."""
        whole = self._picture(drawn, part.sheet)
        size = f"{part.width:.2f} {part.height:.2f}"
        box = (
            f'width="{part.width:.2f}" height="{part.height:.2f}" viewBox="{part.x:.2f} {part.y:.2f} {size}"'
        )
        svg = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', box, whole.svg, count=1)
        words = translate("figure.window", title=drawn.title, n=number, count=count)
        name = drawn.name if number == 1 else f"{drawn.name}-part-{number}"
        onwards = whole.onwards if number == 1 else ()
        return Picture(name, words, f"{words}. {whole.alt}", svg, part.sheet, onwards)


def plot_row(plots: Iterable[Picture]) -> PictureRow:
    """Plots side by side; of three the tallest comes first, beside the others: so they are numbered as they are read."""
    shown = tuple(plots)
    if len(shown) == 3:
        first = max(shown, key=_slope)
        shown = (first, *(plot for plot in shown if plot is not first))
    return PictureRow(shown)


def _slope(plot: Picture) -> float:
    """Height of a plot by its width, which is that of its column."""
    width, height = picture_size(plot.svg)
    return height / width


def text_behind_sheets(drawn: Iterable[Picture | DrawingSheet]) -> Iterator[Picture | DrawingSheet]:
    """Drawings in the text that follow a sheet stand behind all sheets: the next one would end their page."""
    waiting: list[Picture | DrawingSheet] = []
    sheet = False
    for one in drawn:
        if math.isinf(height_in_text(one)):
            sheet = True
        elif sheet:
            waiting.append(one)
            continue
        yield one
    yield from waiting


def in_text(picture: Picture) -> bool:
    """Whether a drawing stands in the text, and not on a page of its own."""
    return picture.room is None or not picture.room["landscape"]


def on_sheet(picture: Picture) -> Picture | DrawingSheet:
    """A drawing that has a page of its own, as a page with room for a heading."""
    own = picture.room
    if own is None or in_text(picture):
        return picture
    scale = min(own["scale"], (own["height"] - BESIDE - HEADING) * PT_PER_MM / picture_size(picture.svg)[1])
    return DrawingSheet(own["width"], own["height"], ((picture, 0.0, 0.0),), scale)


def headed(heading: Heading, drawn: Iterable[Picture | DrawingSheet]) -> Iterator[Piece]:
    """Drawings below a heading, which stands on their page where they have one of their own."""
    for number, one in enumerate(drawn):
        first = on_sheet(one) if number == 0 and isinstance(one, Picture) else one
        if number == 0 and isinstance(first, DrawingSheet):
            yield replace(first, heading=heading)
            continue
        if number == 0:
            yield heading
        yield first


def tall_last(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces with tall pictures that stand between words at the end of their chapter.

    In a format that puts one thing after the other such a picture leaves the page before it half empty.
    """
    waiting: list[Piece] = []
    before: Piece | None = None
    for piece in _apart(pieces):
        if isinstance(piece, Break | Annexes) or (isinstance(piece, Heading) and piece.level == 1):
            yield from waiting
            waiting = []
        tall = isinstance(piece, Picture) and TALL < height_in_text(piece) < math.inf
        if tall and isinstance(before, Paragraph | TableBlock):
            waiting.append(piece)
        else:
            yield piece
        before = piece
    yield from waiting


def _apart(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        if isinstance(piece, Sideways) and piece.picture is not None:
            yield from (piece.picture, replace(piece, picture=None))
        else:
            yield piece


def ways_on(links: Sequence[Continuation]) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Other drawings and the words that lead to them: those with the same words once, *from* and *continues* once."""
    result: list[tuple[tuple[str, ...], str]] = []
    for upwards, key in ((True, "figure.from"), (False, "figure.continues")):
        alike: dict[str, list[str]] = {}
        for link in links:
            if link.upwards is upwards:
                alike.setdefault(link.label, []).append(link.name)
        for number, (label, names) in enumerate(alike.items()):
            words = label if number else translate(key, sheet=label)
            result.append((tuple(dict.fromkeys(names)), words))
    return tuple(result)


def height_in_text(picture: Picture | DrawingSheet) -> float:
    """Height [mm] with its caption of a drawing that stands in the text; infinite for what has a page of its own."""
    if isinstance(picture, DrawingSheet) or picture.room is None or not in_text(picture):
        return math.inf
    drawn = picture_size(picture.svg)[1] * picture.room["scale"] / PT_PER_MM
    return drawn + ABOVE_CAPTION + 2 * CAPTION_LINE


def _size(drawn: Diagram, picture: Picture) -> tuple[float, float]:
    """Width and height [mm] of a drawing with its caption, where it shares a page."""
    width = max(drawn.width * PACKED / PT_PER_MM, LEAST_WIDTH)
    notes = "; ".join(
        f"{words} {translate('page.short', page=', '.join(['000'] * min(len(names), 3)))}"
        for names, words in picture.onwards
    )
    caption = f"{translate('figure.word')} 000: {picture.title} ({notes})"
    lines = len(wrap(caption, width * PT_PER_MM, CAPTION_TEXT))
    return width, drawn.height * PACKED / PT_PER_MM + ABOVE_CAPTION + lines * CAPTION_LINE
