"""Cells of a sheet that hold a value and show nothing: in the colour of their background, or in letters too small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_TINY = 3.0
"""size of letters, in points, below which nobody reads them"""
_ALIKE = 20
"""difference of two colours, of 255 in each of red, green and blue, that nobody sees"""
_WHITE, _BLACK = "FFFFFF", "000000"
_OF_THEME = {0: _WHITE, 1: _BLACK}
"""colours of a theme that hardly any changes: background and text"""


def unseen_in(book: Any, sheet: Any) -> Callable[[Any], bool]:
    """Says of the cells of a sheet whether nothing is seen of them; those that a condition formats are seen."""
    seen: dict[tuple[int, int], bool] = {}
    conditions = [area for one in sheet.conditional_formatting for area in one.sqref.ranges]

    def unseen(cell: Any) -> bool:
        style = cell._style.fontId, cell._style.fillId
        if style not in seen:
            seen[style] = _unseen(book._fonts[style[0]], book._fills[style[1]])
        return seen[style] and not any(
            area.min_row <= cell.row <= area.max_row and area.min_col <= cell.column <= area.max_col
            for area in conditions
        )

    return unseen


def _unseen(font: Any, fill: Any) -> bool:
    if font.sz is not None and font.sz < _TINY:
        return True
    pattern = getattr(fill, "patternType", None)
    if pattern not in (None, "none", "solid") or not hasattr(fill, "patternType"):
        return False  # a pattern or a gradient has two colours
    letters = _colour(font.color, _BLACK)
    background = _colour(fill.fgColor, _WHITE) if pattern == "solid" else _WHITE
    return letters is not None and background is not None and _alike(letters, background)


def _colour(color: Any, default: str) -> str | None:
    """A colour as six hexadecimal digits, or its name in the theme; None where it is not known."""
    from openpyxl.styles.colors import COLOR_INDEX

    if color is None:
        return default
    if color.type == "rgb":
        return str(color.rgb)[-6:].upper()
    if color.type == "theme":
        plain = _OF_THEME.get(color.theme) if not color.tint else None
        return plain or f"theme {color.theme} {color.tint}"
    if color.type == "indexed" and color.indexed < len(COLOR_INDEX):
        return str(COLOR_INDEX[color.indexed])[-6:].upper()
    return default if color.type == "indexed" else None  # 64 and 65: those of the system


def _alike(one: str, other: str) -> bool:
    try:
        a, b = (bytes.fromhex(colour) for colour in (one, other))
    except ValueError:
        return one == other
    return len(a) == len(b) and all(abs(x - y) <= _ALIKE for x, y in zip(a, b, strict=True))
