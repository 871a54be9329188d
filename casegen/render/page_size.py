"""Which sheet of paper a drawing needs so that its smallest text stays readable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casegen.render.diagrams.diagram import Diagram
from casegen.render.fonts import BOLD, REGULAR, metrics
from casegen.render.report.links import Row

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


SHEETS: dict[str, tuple[Sheet, ...]] = {
    "a4": (Sheet(210, 297, False), Sheet(297, 210, True), Sheet(420, 297, True)),
    "us-letter": (Sheet(215.9, 279.4, False), Sheet(279.4, 215.9, True), Sheet(431.8, 279.4, True)),
}
"""The paper of the report, the same on its side, and twice as large."""


def room(diagram: Diagram, paper: str = "a4") -> Row:
    """The smallest sheet on which the drawing is readable; when none of the usual is, one made for it."""
    for sheet in SHEETS[paper]:
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
    side = SHEETS[paper][1]
    width = max(side.width, diagram.width * SMALLEST / PT_PER_MM - made[0] + 1)
    height = max(side.height, diagram.height * SMALLEST / PT_PER_MM - made[1] + 1)
    return {"landscape": True, "width": width, "height": height, "scale": SMALLEST}


def large_paper(paper: str) -> Row:
    """Width and height [mm] of the paper that several drawings share: twice the report's."""
    return {"width": SHEETS[paper][2].width, "height": SHEETS[paper][2].height}


PACKED = 0.62
"""Points per drawing unit where several drawings share a page."""
CAPTION, BETWEEN = 16.0, 6.0
"""mm that a caption below a drawing takes, and between neighbours"""


def packed(diagrams: Sequence[Diagram], paper: str = "a4") -> list[list[list[int]]]:
    """The drawings on pages: per page its rows, per row the places of the drawings, in reading order.

    Drawings that fit on paper of twice the report's size share pages of it, as many as fit there in rows; a larger one
    has a page of its own.
    """
    sheet = SHEETS[paper][2]
    wide, high = sheet.width - 30.0, sheet.height - 40.0
    pages: list[list[list[int]]] = []
    left_wide = left_high = tallest = 0.0
    for place, diagram in enumerate(diagrams):
        width = max(diagram.width * PACKED / PT_PER_MM, 60.0)
        height = diagram.height * PACKED / PT_PER_MM + CAPTION
        if width > wide or height > high:
            pages.append([[place]])
            left_wide = left_high = 0.0
        elif pages and left_wide >= width + BETWEEN and max(tallest, height) <= left_high:
            pages[-1][-1].append(place)
            left_wide, tallest = left_wide - width - BETWEEN, max(tallest, height)
        elif pages and left_high - tallest - BETWEEN >= height:
            pages[-1].append([place])
            left_wide, left_high, tallest = wide - width, left_high - tallest - BETWEEN, height
        else:
            pages.append([[place]])
            left_wide, left_high, tallest = wide - width, high, height
    return pages


TABLE_SIZES = ((8.3, 10.0), (6.6, 5.2))
"""text size and space between columns (pt) at which a table is tried, the readable one first"""
TABLE_WIDTH, TABLE_WIDTH_FLIPPED = 508.0, 755.0
"""pt between the margins of A4, upright and on its side"""
WRAPPED = 90.0
"""pt that a column of text needs at most: longer text is wrapped"""


def table_room(table: Row) -> Row:
    """Text size of a table of numbers, and whether it needs the sheet on its side.

    ``whole``: no number needs to be broken.
    """
    for size, gap in TABLE_SIZES:
        if _table_width(table, size, gap) <= TABLE_WIDTH:
            return {"size": size, "landscape": False, "whole": True}
    size, gap = TABLE_SIZES[1]
    return {"size": size, "landscape": True, "whole": _table_width(table, size, gap) <= TABLE_WIDTH_FLIPPED}


def _table_width(table: Row, size: float, gap: float) -> float:
    width = 0.0
    for index, head in enumerate(table["columns"]):
        cells = [row[index] for row in table["rows"] if index < len(row)]
        wide = max((metrics(REGULAR).width(cell, size) for cell in cells), default=0.0)
        words = max((metrics(BOLD).width(word, size) for word in head.split()), default=0.0)
        numeric = index < len(table["numeric"]) and table["numeric"][index]
        width += max(wide if numeric else min(wide, WRAPPED), words) + gap
    return width
