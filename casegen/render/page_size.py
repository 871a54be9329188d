"""Which sheet of paper a drawing needs so that its smallest text stays readable."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
class Sheet:
    """A paper size with the room (mm) that margins, headings and caption leave to a drawing."""

    width: float
    height: float
    landscape: bool

    @property
    def room(self) -> tuple[float, float]:
        """Width and height for the drawing itself, mm."""
        return self.width - 30.0, self.height - (BESIDE if self.landscape else 75.0)


SHEETS: dict[str, tuple[Sheet, ...]] = {
    "a4": (Sheet(210, 297, False), Sheet(297, 210, True), Sheet(420, 297, True)),
    "us-letter": (Sheet(215.9, 279.4, False), Sheet(279.4, 215.9, True), Sheet(431.8, 279.4, True)),
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


def _scale(diagram: Diagram, sheet: Sheet) -> float:
    width, height = (side * PT_PER_MM for side in sheet.room)
    return min(LARGEST, width / diagram.width, height / diagram.height)


def _row(sheet: Sheet, scale: float) -> Room:
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
    across = _windows(diagram.width, wide)
    down = _windows(diagram.height, high)
    row = _row(sheet, SMALLEST)
    return tuple(
        Tile(x, y, min(wide, diagram.width), min(high, diagram.height), row) for y in down for x in across
    )


def _windows(length: float, most: float) -> list[float]:
    """Where windows of ``most`` begin that overlap and cover ``length``."""
    if length <= most:
        return [0.0]
    count = math.ceil((length - OVERLAP) / (most - OVERLAP))
    return [index * (length - most) / (count - 1) for index in range(count)]


def large_paper(paper: str) -> Sheet:
    """The paper that several drawings share: twice the report's."""
    return SHEETS[paper][2]


PACKED = 0.62
"""Points per drawing unit where several drawings share a page."""
CAPTION, BETWEEN = 10.0, 6.0
"""mm that a caption below a drawing takes, and between neighbours"""


@dataclass(frozen=True, slots=True)
class Place:
    """A drawing on a page: which, and its upper left corner in the page's room [mm]."""

    index: int
    x: float
    y: float


OPEN = 2
"""pages that still take a drawing: the last ones, so that a small one fills what is left of the page before"""
Free = tuple[float, float, float, float]
"""left, top, right, bottom [mm] of a rectangle that nothing covers"""


def packed(
    diagrams: Sequence[Diagram], paper: str = "a4", heading: float = 0.0, *, strict: bool = False
) -> list[list[Place]]:
    """The drawings on pages, in reading order; unless ``strict``, a small one may fill what is left of the page before.

    Drawings that fit on paper of twice the report's size share pages of it; a larger one has a page of its own.
    A drawing goes to the uppermost, then leftmost of the free rectangles of its page that holds it.  ``heading`` [mm] is
    kept free on the first page.
    """
    sheet = SHEETS[paper][2]
    wide, high = sheet.width - 30.0, sheet.height - 40.0
    pages: list[list[Place]] = []
    free: list[list[Free]] = []
    for index, diagram in enumerate(diagrams):
        width = max(diagram.width * PACKED / PT_PER_MM, 60.0)
        height = diagram.height * PACKED / PT_PER_MM + CAPTION
        if width > wide or height > high:
            pages.append([Place(index, 0.0, 0.0)])
            free.append([])
            continue
        page, corner = _first_corner(free, 1 if strict else OPEN, width, height)
        if page == len(pages):
            pages.append([])
            free.append([(0.0, 0.0, wide, high if page else high - heading)])
        x, y = corner
        pages[page].append(Place(index, x, y))
        free[page] = _without(free[page], (x, y, x + width + BETWEEN, y + height + BETWEEN))
    return pages


def _first_corner(
    free: Sequence[Sequence[Free]], last: int, width: float, height: float
) -> tuple[int, tuple[float, float]]:
    """The first of the ``last`` pages with room, and where; the page after the last where none has any."""
    for page in range(max(0, len(free) - last), len(free)):
        corner = _corner(free[page], width, height)
        if corner is not None:
            return page, corner
    return len(free), (0.0, 0.0)


def _corner(free: Sequence[Free], width: float, height: float) -> tuple[float, float] | None:
    fitting = [
        (top, left) for left, top, right, bottom in free if right - left >= width and bottom - top >= height
    ]
    if not fitting:
        return None
    top, left = min(fitting)
    return left, top


def _without(free: Sequence[Free], taken: Free) -> list[Free]:
    """The largest free rectangles once ``taken`` is covered."""
    left, top, right, bottom = taken
    parts: list[Free] = []
    for a, b, c, d in free:
        if left >= c or right <= a or top >= d or bottom <= b:
            parts.append((a, b, c, d))
            continue
        parts += [
            part
            for part in ((a, b, left, d), (right, b, c, d), (a, b, c, top), (a, bottom, c, d))
            if part[2] > part[0] and part[3] > part[1]
        ]
    unique = list(dict.fromkeys(parts))
    return [one for one in unique if not any(other != one and _holds(other, one) for other in unique)]


def _holds(outer: Free, inner: Free) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


TABLE_SIZES = ((8.3, 10.0), (6.6, 5.2))
"""text size and space between columns (pt) at which a table is tried, the readable one first"""
TABLE_WIDTH, TABLE_WIDTH_FLIPPED = 508.0, 755.0
"""pt between the margins of A4, upright and on its side"""
WRAPPED = 90.0
"""pt that a column of text needs at most: longer text is wrapped"""


class Measured(TypedDict):
    """What decides how wide a table is."""

    columns: list[str]
    rows: list[list[str]]
    numeric: list[bool]


class TableRoom(TypedDict):
    """Text size of a table [pt], whether it needs the sheet on its side, whether no number needs to be broken."""

    size: float
    landscape: bool
    whole: bool


def table_room(table: Measured) -> TableRoom:
    """Text size of a table of numbers, and whether it needs the sheet on its side."""
    for size, gap in TABLE_SIZES:
        if _table_width(table, size, gap) <= TABLE_WIDTH:
            return {"size": size, "landscape": False, "whole": True}
    size, gap = TABLE_SIZES[1]
    return {"size": size, "landscape": True, "whole": _table_width(table, size, gap) <= TABLE_WIDTH_FLIPPED}


def _table_width(table: Measured, size: float, gap: float) -> float:
    width = 0.0
    for index, head in enumerate(table["columns"]):
        cells = [row[index] for row in table["rows"] if index < len(row)]
        wide = max((metrics(REGULAR).width(cell, size) for cell in cells), default=0.0)
        words = max((metrics(BOLD).width(word, size) for word in head.split()), default=0.0)
        numeric = index < len(table["numeric"]) and table["numeric"][index]
        width += max(wide if numeric else min(wide, WRAPPED), words) + gap
    return width
