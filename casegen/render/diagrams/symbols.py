"""Fault-tree symbols after IEC 61025 and the ANSI/IEEE distinctive shapes, and the status signs.

Every function draws around ``cx`` with its upper edge at ``top``; the output leaves at the upper edge, the
inputs enter at the lower one.
"""

from __future__ import annotations

from typing import assert_never

from casegen.model.fault_tree import Formula
from casegen.model.gates import Operator, Shape
from casegen.render.fonts import BOLD, metrics
from casegen.render.language import current_language, key_of, translate
from casegen.render.svg import element, path, text

WIDTH = 50.0
HEIGHT = 44.0
EVENT = 36.0
"""Diameter of a basic event's circle, and the height of the symbols beside it."""


def gate_symbol(formula: Formula, cx: float, top: float, extra: str = "") -> str:
    """The symbol of a gate, ``HEIGHT`` tall and ``WIDTH`` wide, as the row of its type says."""
    row, css, half = formula.row, f"gate{extra}", WIDTH / 2
    mark, start, bubble = gate_mark(formula), top, ""
    if row.bubble:
        start, bubble = top + 8, _bubble(cx, top + 4, css)
    height = top + HEIGHT - start
    match row.shape:
        case Shape.AND:
            bar = element("path", d=path("M", cx - half, top + 34, "L", cx + half, top + 34), class_="mark")
            return (
                _and(cx, start, css, height) + bubble + ((bar + _inside(mark, cx, top + 27)) if mark else "")
            )
        case Shape.OR:
            return _or(cx, start, css, height) + bubble + (_inside(mark, cx, top + 29) if mark else "")
        case Shape.EXCLUSIVE_OR:
            outline = _or(cx, start, css, height - 6) + _second_arc(cx, top) + bubble
            return outline + (_inside(mark, cx, top + 28) if mark else "")
        case Shape.TRIANGLE:
            return (
                _triangle(cx, start, 40, height, css) + bubble + (_inside(mark, cx, top + 38) if mark else "")
            )
        case Shape.HEXAGON:
            return _hexagon(cx, start, css, height) + bubble + (_inside(mark, cx, top + 27) if mark else "")
        case _:
            assert_never(row.shape)


def gate_mark(formula: Formula) -> str:
    """What stands inside a symbol: the type's own mark, how many inputs it counts, or when an XOR holds."""
    row = formula.row
    if row.mark:
        return row.mark
    if row.takes_k:
        return counted_inputs(formula)
    return odd_inputs(formula) if row.operator is Operator.ODD and not row.bubble else ""


def counted_inputs(formula: Formula) -> str:
    """How many inputs make a counting gate hold: ``2/3`` at least, ``1–2/3`` from and to."""
    most = "" if formula.k_max is None else f"–{formula.k_max}"
    return f"{formula.k}{most}/{len(formula.inputs)}"


def odd_inputs(formula: Formula) -> str:
    """When an XOR holds: ``=1`` of two inputs, ``2k+1`` (an odd number, after IEC 60617) of more."""
    return "=1" if len(formula.inputs) == 2 else "2k+1"


def input_inset(formula: Formula) -> float:
    """How far above the symbol's lower edge a line at its middle meets it."""
    return 6.0 if formula.row.shape is Shape.OR else 0.0


def _inside(label: str, cx: float, y: float) -> str:
    return element("text", text(label), x=cx, y=y, class_="b s m")


def _bubble(cx: float, cy: float, css: str) -> str:
    return element("circle", cx=cx, cy=cy, r=4, class_=css)


def _and(cx: float, top: float, css: str, height: float = HEIGHT) -> str:
    half, low, shoulder = WIDTH / 2, top + height, top + min(25.0, height - 8)
    # the Bézier's crown lies three quarters up: lift it so that the output starts exactly at `top`
    outline = path(
        "M", cx - half, low, "L", cx - half, shoulder, "C", cx - half, top - (shoulder - top) / 3, cx + half,
        top - (shoulder - top) / 3, cx + half, shoulder, "L", cx + half, low, "Z",
    )  # fmt: skip
    return element("path", d=outline, class_=css)


def _or(cx: float, top: float, css: str, height: float = HEIGHT) -> str:
    half, low = WIDTH / 2, top + height
    outline = path(
        "M", cx - half, low, "C", cx - half, low - height * 0.55, cx - half * 0.45, top + height * 0.14, cx, top,
        "C", cx + half * 0.45, top + height * 0.14, cx + half, low - height * 0.55, cx + half, low,
        "Q", cx, low - 12, cx - half, low, "Z",
    )  # fmt: skip
    return element("path", d=outline, class_=css)


def _second_arc(cx: float, top: float) -> str:
    half, low = WIDTH / 2, top + HEIGHT
    return element("path", d=path("M", cx - half, low, "Q", cx, low - 12, cx + half, low), class_="mark")


def _hexagon(cx: float, top: float, css: str, height: float = HEIGHT) -> str:
    half, low = WIDTH / 2, top + height
    outline = path(
        "M", cx, top, "L", cx + half, top + 11, "L", cx + half, low - 11, "L", cx, low, "L", cx - half, low - 11,
        "L", cx - half, top + 11, "Z",
    )  # fmt: skip
    return element("path", d=outline, class_=css)


def _triangle(cx: float, top: float, width: float, height: float, css: str) -> str:
    outline = path("M", cx, top, "L", cx + width / 2, top + height, "L", cx - width / 2, top + height, "Z")
    return element("path", d=outline, class_=css)


def transfer(cx: float, top: float, label: str, css: str = "pagemark") -> str:
    """The transfer triangle, with the sheet it leads to."""
    return _triangle(cx, top, EVENT + 8, EVENT, css) + element(
        "text", text(label), x=cx, y=top + EVENT - 7, class_="go s m"
    )


def transfer_here(cx: float, top: float) -> str:
    """The triangle at a gate that other sheets transfer to: to the left of the gate's symbol, tied to its output."""
    left = cx - WIDTH / 2 - 22
    wire = element("path", d=path("M", left, top - 4, "L", cx, top - 4), class_="wire")
    return wire + _triangle(left, top - 4, 26, 24, "pagemark")


def common_cause(cx: float, top: float) -> str:
    """A second ring inside a basic event's circle, with CC: it belongs to a common-cause group."""
    middle = top + EVENT / 2
    ring = element("circle", cx=cx, cy=middle, r=EVENT / 2 - 3.5, class_="mark")
    plate = element("rect", x=cx - 9, y=middle - 7, width=18, height=14, class_="plate")
    return ring + plate + element("text", "CC", x=cx, y=middle + 4, class_="b s m")


def basic_event(cx: float, top: float, shade: str = "", extra: str = "") -> str:
    """A circle; ``shade`` is the importance class of its hatching."""
    radius = EVENT / 2
    circle = element("circle", cx=cx, cy=top + radius, r=radius, class_=f"gate{extra}")
    return circle + (
        element("circle", cx=cx, cy=top + radius, r=radius - 3, class_=f"shade {shade}") if shade else ""
    )


def undeveloped_event(cx: float, top: float, shade: str = "", extra: str = "") -> str:
    """A diamond: an event that could be developed further and is not."""

    def diamond(half: float, css: str) -> str:
        middle = top + EVENT / 2
        outline = path("M", cx, middle - half, "L", cx + half * 1.2, middle, "L", cx, middle + half, "L",
                       cx - half * 1.2, middle, "Z")  # fmt: skip
        return element("path", d=outline, class_=css)

    return diamond(EVENT / 2, f"gate{extra}") + (diamond(EVENT / 2 - 4, f"shade {shade}") if shade else "")


def gate_type(formula: Formula) -> str:
    """The type of a gate, in the language of the document; that of a plug-in as it is named there."""
    value = formula.type.value
    return current_language().words.get(f"gate_type.{key_of(value)}", value)


def house_word(state: bool) -> str:
    """The state of a house event, in the language of the document."""
    return translate("state.true" if state else "state.false")


def house_event(cx: float, top: float, state: bool) -> str:
    """A house, with the state it is set to."""
    half, low = 17.0, top + EVENT
    outline = path("M", cx, top, "L", cx + half, top + 13, "L", cx + half, low, "L", cx - half, low, "L",
                   cx - half, top + 13, "Z")  # fmt: skip
    return element("path", d=outline, class_="gate") + element(
        "text", house_word(state), x=cx, y=low - 8, class_="s m"
    )


def condition_oval(cx: float, cy: float, half_width: float, half_height: float) -> str:
    """The oval of an inhibit gate's condition."""
    return element("ellipse", cx=cx, cy=cy, rx=half_width, ry=half_height, class_="gate")


_SIGNS: dict[str, str] = {
    "supported": "M -3.4 0.2 L -1 2.7 L 3.5 -2.6",
    "challenged": "M -2.7 -2.7 L 2.7 2.7 M 2.7 -2.7 L -2.7 2.7",
    "undeveloped": "M 0 -3.8 L 3.8 0 L 0 3.8 L -3.8 0 Z",
    "assumed": "M -2.9 3.4 L 0 -3.6 L 2.9 3.4 M -1.8 1.1 L 1.8 1.1",
    "stale": "M 0 -3.6 L 0 0.4 L 2.6 2.2",
    "unknown": "M -2 -1.8 C -2 -4.4 2.2 -4.4 2.2 -1.7 C 2.2 0 0 -0.2 0 1.3 M 0 3.4 L 0 3.5",
}


_TAG_SIGN = {"added": "+", "changed": "Δ"}


def change_tag(right: float, top: float, change: str) -> str:
    """A tag across the upper edge of a box that was ``added`` or ``changed``, its right end at ``right``."""
    sign = _TAG_SIGN.get(change)
    if sign is None:
        return ""
    word = f"{sign} {translate(f'change.{change}')}"
    width = metrics(BOLD).width(word, 10) + 12
    # no lower than the padding of a box: the heading stands below it
    tag = element("rect", x=right - width, y=top - 7.5, width=width, height=12, rx=3, class_="change")
    return tag + element("text", word, x=right - width / 2, y=top + 1.9, class_="changed s m")


SIGN: dict[str, str] = {
    "supported": "✓", "challenged": "✗", "undeveloped": "◇", "assumed": "A", "stale": "◷", "unknown": "?",
}  # fmt: skip
"""the signs of the statuses where they are set as text"""


def badge(cx: float, cy: float, css: str) -> str:
    """The sign of a status on its disc: distinct without colour."""
    if css not in _SIGNS:
        return ""
    disc = element("circle", cx=cx, cy=cy, r=7, class_="badge")
    sign = f'<path d="{_SIGNS[css]}" transform="translate({cx:.1f} {cy:.1f})" class="sign"/>'
    return disc + sign


def sign_path(css: str) -> str:
    """The path of a status sign, for badges outside diagrams."""
    return _SIGNS.get(css, "")


HATCHING = (
    '<defs><pattern id="heat-low" width="8" height="8" patternUnits="userSpaceOnUse">'
    '<circle cx="2" cy="2" r="1.1" class="heat"/><circle cx="6" cy="6" r="1.1" class="heat"/></pattern>'
    '<pattern id="heat-mid" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="M -1 7 L 7 -1 M -1 1 L 1 -1 M 5 7 L 7 5" class="heatline"/></pattern>'
    '<pattern id="heat-high" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<path d="M 0 0 L 4 4 M 4 0 L 0 4" class="heatline"/></pattern></defs>'
)
