"""CAE shapes: claim, argument, evidence, other, sub-case, defeater; and the lines between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from casegen.render import svg
from casegen.render.diagrams.symbols import badge, change_tag
from casegen.render.language import translate

Shape = Literal["claim", "argument", "evidence", "context", "sub-case", "defeater"]
Point = tuple[float, float]

LEAD = 13.5
TOP = 8.0
BAND = 20.0
"""Height of the heading with badge, id and kind."""
INSET: dict[Shape, float] = {
    "claim": 15.0, "argument": 12.0, "evidence": 11.0, "context": 15.0, "sub-case": 16.0, "defeater": 17.0,
}  # fmt: skip
AWAY = 17.0


WIDEST = 248.0


def width_for(text: str, shape: Shape, heading: float) -> float:
    """Width of a box whose heading needs ``heading``: long texts get wider ones, so none becomes a column."""
    base = {"argument": 158.0, "context": 150.0}.get(shape, 168.0)
    return min(max(base + 36.0 * min(2, len(text) // 130), heading + 2 * INSET[shape]), WIDEST)


@dataclass(frozen=True, slots=True)
class NodeBox:
    """A node as drawn: ``words`` and ``notes`` are wrapped already."""

    identifier: str
    shape: Shape
    label: str
    heading: tuple[str, ...]
    words: tuple[str, ...]
    notes: tuple[str, ...]
    status: str
    width: float
    away: str = ""
    href: str = ""
    change: str = ""
    """``added`` or ``changed`` since the state compared with"""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        lines = LEAD * (len(self.heading) - 1 + len(self.words) + len(self.notes))
        return self.width, TOP + BAND + lines + (AWAY if self.away else 0.0) + 5.0


def draw_box(box: NodeBox, centre: Point, sheet: str = "") -> str:
    """Draw a node around ``centre``; ``sheet`` names where an away node is developed."""
    width, height = box.size
    left, top = centre[0] - width / 2, centre[1] - height / 2
    inset = INSET[box.shape]
    base = top + TOP + 9
    parts = [svg.full(box.identifier, box.heading), _outline(box.shape, left, top, width, height)]
    head = TOP + BAND + LEAD * (len(box.heading) - 1)
    if box.shape == "argument" and (box.words or box.notes):
        band = svg.path("M", left, top + head - 5, "L", left + width, top + head - 5)
        parts.append(svg.element("path", d=band, class_="inner"))
    signed = box.status not in ("", "none")
    if signed:
        parts.append(badge(left + inset + 4, base - 4, box.status))
    parts.append(svg.lines(box.heading, left + inset + (15 if signed else 0), base, LEAD, "b"))
    parts.append(svg.element("text", svg.text(box.label), x=left + width - inset, y=base, class_="s e q"))
    first = top + head + 7
    parts.append(svg.lines(box.words, left + inset, first, LEAD, "w"))
    parts.append(svg.lines(box.notes, left + inset, first + LEAD * len(box.words), LEAD, "s q"))
    href = box.href
    if box.away:
        y = top + height - 8
        there = svg.text(f"→ {translate('figure.sheet', sheet=sheet)}")
        parts.append(svg.element("text", there, x=left + width - inset, y=y, class_="go s e"))
        href = box.away
    parts.append(change_tag(left + width - 8, top, box.change))
    group = svg.element("g", *parts, class_=box.status or "none")
    return f'<a href="#{svg.text(href)}" tabindex="-1">{group}</a>' if href else group


def _outline(shape: Shape, x: float, y: float, w: float, h: float) -> str:
    match shape:
        case "claim":
            return svg.element("rect", x=x, y=y, width=w, height=h, rx=18, class_="shape")
        case "argument":
            return svg.element("rect", x=x, y=y, width=w, height=h, rx=7, class_="shape")
        case "evidence":
            return svg.element("rect", x=x, y=y, width=w, height=h, class_="shape")
        case "context":
            d = svg.path("M", x + 8, y, "L", x + w, y, "L", x + w - 8, y + h, "L", x, y + h, "Z")
            return svg.element("path", d=d, class_="shape")
        case "sub-case":
            return svg.element("rect", x=x, y=y, width=w, height=h, rx=18, class_="shape") + svg.element(
                "rect", x=x + 4, y=y + 4, width=w - 8, height=h - 8, rx=14, class_="inner"
            )
        case "defeater":
            c = 12.0
            d = svg.path("M", x + c, y, "L", x + w - c, y, "L", x + w, y + c, "L", x + w, y + h - c, "L", x + w - c,
                         y + h, "L", x + c, y + h, "L", x, y + h - c, "L", x, y + c, "Z")  # fmt: skip
            return svg.element("path", d=d, class_="shape")


def draw_support(css: str, lower: Point, upper: Point, gap: tuple[float, float]) -> str:
    """A line from the top of what supports to the bottom of what is supported.

    It bends only between the levels ``gap`` = (lower edge of the upper level, upper edge of the lower one),
    so it never crosses a box.  Support ends in an arrow; a side-claim in an open circle at the argument
    that it warrants.
    """
    (x0, y0), (x1, y1) = lower, upper
    high, low = gap
    middle = (high + low) / 2
    end = y1 + 7.0
    line = svg.path("M", x0, y0, "L", x0, low, "C", x0, middle, x1, middle, x1, max(high, end), "L", x1, end)
    drawn = svg.element("path", d=line, class_=css)
    if css == "side":
        return drawn + svg.element("circle", cx=x1, cy=y1 + 3.5, r=3.5, class_="sidetip")
    tip = svg.path("M", x1, y1, "L", x1 - 4.2, y1 + 9, "L", x1 + 4.2, y1 + 9, "Z")
    return drawn + svg.element("path", d=tip, class_="tip")


def draw_hanging(css: str, side: Point, rail: float, upper: Point, level: float) -> str:
    """Support by a node in a column: out of its left ``side``, up the ``rail`` beside the column, to the bottom of
    what is supported; ``level`` is the lower edge of the level that this stands on."""
    (x0, y0), (x1, y1) = side, upper
    end = y1 + 7.0
    turn = level + 12.0
    line = svg.path("M", x0, y0, "L", rail, y0, "L", rail, turn, "L", x1, turn, "L", x1, end)
    drawn = svg.element("path", d=line, class_=css)
    if css == "side":
        return drawn + svg.element("circle", cx=x1, cy=y1 + 3.5, r=3.5, class_="sidetip")
    return drawn + svg.element(
        "path", d=svg.path("M", x1, y1, "L", x1 - 4.2, y1 + 9, "L", x1 + 4.2, y1 + 9, "Z"), class_="tip"
    )


def draw_below(css: str, stem: Point, attached: Point) -> str:
    """A line from the lower edge of what hangs beside a node down to what hangs on that."""
    (x0, y0), (x1, y1) = stem, attached
    line = svg.element("path", d=svg.path("M", x0, y0, "L", x0, y1, "L", x1, y1), class_=css)
    if not css.startswith("attack"):
        return line
    return line + svg.element("path", d=svg.path("M", x0 - 6, y0 + 1.5, "L", x0 + 6, y0 + 1.5), class_=css)


def draw_attachment(css: str, box: tuple[float, float], attached: tuple[float, float]) -> str:
    """A line between a node's side ``box`` and what hangs beside it; a defeater ends in a bar."""
    (x0, y0), (x1, y1) = box, attached
    middle = (x0 + x1) / 2
    line = svg.element("path", d=svg.path("M", x0, y0, "C", middle, y0, middle, y1, x1, y1), class_=css)
    if not css.startswith("attack"):
        return line
    bar = svg.path("M", x0 + 1.5, y0 - 6, "L", x0 + 1.5, y0 + 6)
    return line + svg.element("path", d=bar, class_=css)
