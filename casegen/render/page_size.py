"""Which sheet of paper a drawing needs so that its smallest text stays readable."""

from __future__ import annotations

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
