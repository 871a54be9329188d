"""Which sheet of paper a drawing needs so that its smallest text stays readable."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypedDict

from casegen.render.diagrams.diagram import Diagram
from casegen.render.fonts import BOLD, REGULAR, metrics

PT_PER_MM = 72 / 25.4
LARGEST = 0.72
"""Points per drawing unit at most: text of 8 pt, as in the tables around it."""
SMALLEST = 0.605
"""Points per drawing unit at least: the smallest text of a drawing (10 units) stays above 6 pt."""


BESIDE = 52.0
"""mm of a sheet's height that margins and caption take from a drawing with a page of its own"""


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A paper size with the room (mm) that margins, headings and caption leave to a drawing."""

    width: float
    height: float
    landscape: bool

    @property
    def room(self) -> tuple[float, float]:
        """Width and height for the drawing itself, mm."""
        return self.width - 30.0, self.height - (BESIDE if self.landscape else 75.0)


SHEETS: dict[str, tuple[PaperSheet, ...]] = {
    "a4": (PaperSheet(210, 297, False), PaperSheet(297, 210, True), PaperSheet(420, 297, True)),
    "us-letter": (
        PaperSheet(215.9, 279.4, False),
        PaperSheet(279.4, 215.9, True),
        PaperSheet(431.8, 279.4, True),
    ),
}
"""The paper of the report, the same on its side, and twice as large."""


class Room(TypedDict):
    """The sheet of a drawing [mm], and its scale [pt per drawing unit]."""

    landscape: bool
    width: float
    height: float
    scale: float


def room(diagram: Diagram, paper: str = "a4") -> Room:
    """The smallest sheet on which the drawing is readable; the largest where it is on none (see :func:`tiles`)."""
    for sheet in SHEETS[paper]:
        scale = _scale(diagram, sheet)
        if scale >= SMALLEST:
            break
    return _row(sheet, scale)


def _scale(diagram: Diagram, sheet: PaperSheet) -> float:
    width, height = (side * PT_PER_MM for side in sheet.room)
    return min(LARGEST, width / diagram.width, height / diagram.height)


def _row(sheet: PaperSheet, scale: float) -> Room:
    return {"landscape": sheet.landscape, "width": sheet.width, "height": sheet.height, "scale": scale}


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a drawing: its corner and its size in drawing units, and the sheet that shows it."""

    x: float
    y: float
    width: float
    height: float
    sheet: Room


OVERLAP = 40.0
"""drawing units that neighbouring parts of a drawing share"""


def tiles(diagram: Diagram, paper: str = "a4") -> tuple[Tile, ...]:
    """The parts, row by row, in which a drawing is shown that the largest paper does not hold; none where it does."""
    sheet = SHEETS[paper][-1]
    if _scale(diagram, sheet) >= SMALLEST:
        return ()
    wide, high = (side * PT_PER_MM / SMALLEST for side in sheet.room)
    across, width = _windows(diagram.width, wide)
    down, height = _windows(diagram.height, high)
    row = _row(sheet, SMALLEST)
    return tuple(Tile(x, y, width, height, row) for y in down for x in across)


def _windows(length: float, most: float) -> tuple[list[float], float]:
    """Where windows begin that cover ``length``, and their size: equal, of ``most`` at most, they share ``OVERLAP``."""
    if length <= most:
        return [0.0], length
    count = math.ceil((length - OVERLAP) / (most - OVERLAP))
    size = (length + OVERLAP * (count - 1)) / count
    return [index * (size - OVERLAP) for index in range(count)], size


def large_paper(paper: str) -> PaperSheet:
    """The paper that several drawings share: twice the report's."""
    return SHEETS[paper][2]


TABLE_SIZES = ((8.3, 10.0), (6.6, 5.2))
"""text size and space between columns (pt) at which a table is tried, the readable one first"""
TABLE_WIDTH, TABLE_WIDTH_FLIPPED = 508.0, 755.0
"""pt between the margins of A4, upright and on its side"""
WRAPPED = 90.0
"""pt that a column of text needs at most: longer text is wrapped"""


class TableColumns(TypedDict):
    """What decides how wide a table is."""

    columns: list[str]
    rows: list[list[str]]
    numeric: list[bool]


class TableRoom(TypedDict):
    """Text size of a table [pt], whether it needs the sheet on its side, whether no number needs to be broken."""

    size: float
    landscape: bool
    whole: bool


def table_room(table: TableColumns) -> TableRoom:
    """Text size of a table of numbers, and whether it needs the sheet on its side."""
    for size, gap in TABLE_SIZES:
        if _table_width(table, size, gap) <= TABLE_WIDTH:
            return {"size": size, "landscape": False, "whole": True}
    size, gap = TABLE_SIZES[1]
    return {"size": size, "landscape": True, "whole": _table_width(table, size, gap) <= TABLE_WIDTH_FLIPPED}


def _table_width(table: TableColumns, size: float, gap: float) -> float:
    width = 0.0
    for index, head in enumerate(table["columns"]):
        cells = [row[index] for row in table["rows"] if index < len(row)]
        wide = max((metrics(REGULAR).width(cell, size) for cell in cells), default=0.0)
        words = max((metrics(BOLD).width(word, size) for word in head.split()), default=0.0)
        numeric = index < len(table["numeric"]) and table["numeric"][index]
        width += max(wide if numeric else min(wide, WRAPPED), words) + gap
    return width
