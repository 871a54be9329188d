"""Which drawings share a large page, and where: pages, and places on a page, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casegen.render.page_size import SHEETS, PaperSheet, large_paper

PACKED = 0.62
"""Points per drawing unit where several drawings share a page."""
LEAST_WIDTH = 60.0
"""mm of a caption's width at least"""
BETWEEN = 4.0
"""mm between neighbours"""
MARGINS = (30.0, 35.0)
"""mm of a page's width and height that its margins take"""
MOST = 16
"""drawings on one page at most"""
Size = tuple[float, float]
"""width and height of a drawing with its caption [mm]"""


@dataclass(frozen=True, slots=True)
class Place:
    """A drawing on a page: which, and its upper left corner in the page's room [mm]."""

    index: int
    x: float
    y: float


def packed(sizes: Sequence[Size], paper: str = "a4", heading: float = 0.0) -> list[list[Place]]:
    """The drawings on pages of twice the report's size, in reading order; one that none holds has a page of its own.

    A page is cut into bands, a band into columns: bands are read from the top, columns from the left, a column from
    its top.  ``heading`` [mm] is kept free on the first page.
    """
    wide, high = _room(large_paper(paper))
    pages: list[list[Place]] = []
    first = 0
    while first < len(sizes):
        room = high if pages else high - heading
        places = _page(sizes[first : first + MOST], wide, room)
        pages.append([Place(first + n, x, y) for n, (x, y) in enumerate(places)])
        first += len(places)
    return pages


def smallest(
    sizes: Sequence[Size], page: Sequence[Place], paper: str, heading: float
) -> tuple[PaperSheet, list[tuple[float, float]]]:
    """The sheet for the drawings of a page, and their corners there: the report's paper on its side where it holds them.

    ``heading`` [mm] stays free on it.
    """
    sheet = SHEETS[paper][1]
    wide, high = _room(sheet)
    corners = _Bands(sizes, wide).corners(len(sizes), high - heading)
    return (
        (large_paper(paper), [(place.x, place.y) for place in page]) if corners is None else (sheet, corners)
    )


def _room(sheet: PaperSheet) -> Size:
    """Width and height [mm] between the margins of a sheet."""
    return sheet.width - MARGINS[0], sheet.height - MARGINS[1]


def _page(sizes: Sequence[Size], wide: float, high: float) -> list[tuple[float, float]]:
    """Corners of as many of the first drawings as a page holds, of one at least."""
    bands = _Bands(sizes, wide)
    best = [(0.0, 0.0)]
    for count in range(1, len(sizes) + 1):
        corners = bands.corners(count, high)
        if corners is None:
            break
        best = corners
    return best


class _Bands:
    """The drawings of one page in bands; the height of a band is kept, since longer runs ask for it again."""

    def __init__(self, sizes: Sequence[Size], wide: float) -> None:
        self._sizes, self._wide = sizes, wide
        self._heights: dict[tuple[int, int], float | None] = {}

    def corners(self, count: int, high: float) -> list[tuple[float, float]] | None:
        """Upper left corners of the first ``count`` drawings in the least height; None where it is more than ``high``."""
        least: list[tuple[float, int] | None] = [None] * count + [(-BETWEEN, count)]
        for start in range(count - 1, -1, -1):
            for end in range(start + 1, count + 1):
                below, band = least[end], self._height(start, end)
                if below is not None and band is not None:
                    total = band + BETWEEN + below[0]
                    if least[start] is None or total < least[start][0]:  # type: ignore[index]
                        least[start] = (total, end)
        if least[0] is None or least[0][0] > high:
            return None
        return self._placed(least, count)

    def _placed(self, least: Sequence[tuple[float, int] | None], count: int) -> list[tuple[float, float]]:
        made: list[tuple[float, float]] = []
        start, top = 0, 0.0
        while start < count:
            step = least[start]
            assert step is not None
            band = self._height(start, step[1])
            assert band is not None
            made += [(x, top + y) for x, y in _columns(self._sizes[start : step[1]], self._wide, band) or ()]
            start, top = step[1], top + band + BETWEEN
        return made

    def _height(self, start: int, end: int) -> float | None:
        """The least height of a band that holds these drawings in columns; None where none does."""
        key = (start, end)
        if key not in self._heights:
            own = self._sizes[start:end]
            stacks = sorted(
                {
                    sum(height for _, height in own[a:b]) + BETWEEN * (b - a - 1)
                    for a in range(len(own))
                    for b in range(a + 1, len(own) + 1)
                }
            )
            self._heights[key] = next(
                (high for high in stacks if _columns(own, self._wide, high) is not None), None
            )
        return self._heights[key]


def _columns(sizes: Sequence[Size], wide: float, high: float) -> list[tuple[float, float]] | None:
    """Corners of drawings one below the other, in columns beside each other; None where the width is not enough."""
    x = y = across = 0.0
    made = []
    for width, height in sizes:
        if y and y + height > high + 1e-9:
            x, y, across = x + across + BETWEEN, 0.0, 0.0
        if x + width > wide or height > high + 1e-9:
            return None
        made.append((x, y))
        y, across = y + height + BETWEEN, max(across, width)
    return made
