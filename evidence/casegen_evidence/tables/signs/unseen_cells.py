"""Cells of a sheet that hold a value and show nothing: in the colour of their background, or in letters too small."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from typing import Any

_TINY = 3.0
"""size of letters, in points, below which nobody reads them"""
_ALIKE = 20
"""difference of two colours, of 255 in each of red, green and blue, that nobody sees"""
_WHITE, _BLACK = "FFFFFF", "000000"
_OF_THEME = {0: _WHITE, 1: _BLACK}
"""colours of a theme that hardly any changes: background and text"""


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "equal": operator.eq, "notEqual": operator.ne, "lessThan": operator.lt, "lessThanOrEqual": operator.le,
    "greaterThan": operator.gt, "greaterThanOrEqual": operator.ge,
}  # fmt: skip


def unseen_in(book: Any, sheet: Any) -> Callable[[Any], bool]:
    """Says of the cells of a sheet whether nothing is seen of them, by their own format or that of a condition.

    A condition that is a formula may hold.  A cell that is not seen by itself and has a condition is taken as seen by it.
    """
    seen: dict[tuple[int, int], bool] = {}
    conditions = [(area, one.rules) for one in sheet.conditional_formatting for area in one.sqref.ranges]

    def unseen(cell: Any) -> bool:
        style = cell._style.fontId, cell._style.fillId
        if style not in seen:
            seen[style] = _unseen(book._fonts[style[0]], book._fills[style[1]])
        rules = [
            rule
            for area, rules in conditions
            if area.min_row <= cell.row <= area.max_row and area.min_col <= cell.column <= area.max_col
            for rule in rules
        ]
        return _hidden_by(rules, cell.value, book._fills[style[1]]) if rules else seen[style]

    return unseen


_NAMED = {
    "black": _BLACK, "white": _WHITE, "red": "FF0000", "green": "00FF00", "blue": "0000FF", "yellow": "FFFF00",
    "magenta": "FF00FF", "cyan": "00FFFF",
}  # fmt: skip
"""colours that a number format names"""


def like_background(book: Any, cell: Any, name: str) -> bool:
    """Whether the colour that a cell's number format names, such as ``White`` or ``Color2``, is its background's."""
    from openpyxl.styles.colors import COLOR_INDEX

    numbered = re.fullmatch(r"(?i)colou?r\s?(\d{1,2})", name)
    letters = _NAMED.get(name.casefold())
    if numbered and 1 <= int(numbered[1]) <= 56:
        letters = str(COLOR_INDEX[int(numbered[1]) + 7])[-6:].upper()
    return _same(letters, _background(book._fills[cell._style.fillId]))


def _background(fill: Any) -> str | None:
    """The colour of a fill; None for a pattern or a gradient, which has two."""
    pattern = getattr(fill, "patternType", None)
    if pattern not in (None, "none", "solid") or not hasattr(fill, "patternType"):
        return None
    return _colour(fill.fgColor, _WHITE) if pattern == "solid" else _WHITE


def _hidden_by(rules: Sequence[Any], value: Any, fill: Any) -> bool:
    """Whether a condition takes what is seen of a value; nothing in place of zero is common, and no other number."""
    return value != 0 and any(_hides(rule.dxf, fill) and _may_hold(rule, value) for rule in rules)


def _hides(look: Any, fill: Any) -> bool:
    """Whether the format of a condition leaves nothing to be seen: no digits, or letters in the background's colour."""
    if look is None:
        return False
    if look.numFmt is not None and not look.numFmt.formatCode.strip("; "):
        return True
    if look.font is None or look.font.color is None:
        return False
    letters = _colour(look.font.color, _BLACK)
    if look.fill is not None:  # that of a condition has its colour in the place of the second one
        return _same(letters, _colour(look.fill.bgColor, _WHITE))
    return _same(letters, _background(fill))


def _may_hold(rule: Any, value: Any) -> bool:
    """Whether the condition holds of a value, as far as it compares it with a number."""
    compare = _COMPARE.get(rule.operator or "") if rule.type == "cellIs" else None
    if compare is None or not rule.formula or not isinstance(value, int | float):
        return True
    try:
        return compare(value, float(rule.formula[0]))
    except ValueError:
        return True


def _same(letters: str | None, background: str | None) -> bool:
    return letters is not None and background is not None and _alike(letters, background)


def _unseen(font: Any, fill: Any) -> bool:
    if font.sz is not None and font.sz < _TINY:
        return True
    return _same(_colour(font.color, _BLACK), _background(fill))


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
