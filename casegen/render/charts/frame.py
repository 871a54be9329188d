"""The parts that charts share: axes, grid, legend, limits, marks.  One style for page, PDF and files."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from casegen.render import svg
from casegen.render.charts.scale import Scale
from casegen.render.fonts import BOLD, REGULAR, metrics, shorten

WIDTH = 400.0
"""of a chart in units of which 11 make the text's height: two stand side by side on A4 with text of 6 pt"""
TEXT = 10.0
COLOURS = 6
"""classes ``c1`` to ``c6`` of ``templates/diagrams/diagram.css``; with them go dashes and shapes, never colour alone"""


@dataclass(frozen=True, slots=True)
class LimitLine:
    """A requirement on what a chart shows: its number, how it is written, whether it is an upper limit.

    ``measured`` is the number that it is on: a chart that does not show this number does not show the limit.
    """

    value: float
    text: str
    upper: bool = True
    measured: float | None = None

    def is_on(self, value: float) -> bool:
        """Whether ``value``, which figures may store with four digits, is the number that the limit is on."""
        return self.measured is None or math.isclose(value, self.measured, rel_tol=2e-3)


def word_width(words: str, file: str = REGULAR) -> float:
    """Width of a line of a chart's text."""
    return metrics(file).width(words, TEXT)


def css(index: int) -> str:
    """The class of the series at ``index``, counted from 0."""
    return f"c{index % COLOURS + 1}"


def label(words: str, x: float, y: float, class_: str = "") -> str:
    """A line of a chart's text."""
    return svg.element("text", svg.text(words), x=x, y=y, class_=f"s {class_}".strip())


def line(x0: float, y0: float, x1: float, y1: float, class_: str) -> str:
    """A straight line."""
    return svg.element("path", d=svg.path("M", x0, y0, "L", x1, y1), class_=class_)


def mark(index: int, x: float, y: float, size: float = 3.4) -> str:
    """The mark of a series: a shape of its own besides the colour."""
    return svg.element("path", d=shape(index, x, y, size), class_=f"dot {css(index)}")


def shape(index: int, x: float, y: float, size: float) -> str:
    """Path data of a series' mark: circle, square, triangle, diamond, cross, bar."""
    n, s = svg.number, size
    match index % COLOURS:
        case 0:
            return f"M{n(x - s)} {n(y)}a{n(s)} {n(s)} 0 1 0 {n(2 * s)} 0a{n(s)} {n(s)} 0 1 0 {n(-2 * s)} 0z"
        case 1:
            return f"M{n(x - s)} {n(y - s)}h{n(2 * s)}v{n(2 * s)}h{n(-2 * s)}z"
        case 2:
            return f"M{n(x)} {n(y - s)}l{n(s)} {n(2 * s)}h{n(-2 * s)}z"
        case 3:
            return f"M{n(x)} {n(y - s)}l{n(s)} {n(s)}l{n(-s)} {n(s)}l{n(-s)} {n(-s)}z"
        case 4:
            t = s / 2
            return (
                f"M{n(x - t)} {n(y - s)}h{n(s)}v{n(t)}h{n(t)}v{n(s)}h{n(-t)}v{n(t)}h{n(-s)}v{n(-t)}h{n(-t)}"
                f"v{n(-s)}h{n(t)}z"
            )
        case _:
            return f"M{n(x - s / 2)} {n(y - s)}h{n(s)}v{n(2 * s)}h{n(-s)}z"


def x_axis(scale: Scale, top: float, bottom: float, title: str = "") -> str:
    """Vertical grid lines with labels below, where each finds room, and the title under them."""
    parts, reached = [], -1e9
    for value, words in scale.ticks():
        at, half = scale.at(value), word_width(words) / 2
        parts.append(line(at, top, at, bottom, "grid"))
        inside = max(half + 1, min(at, WIDTH - half - 1))
        if inside - half >= reached + 6:
            parts.append(label(words, inside, bottom + 13, "m q"))
            reached = inside + half
    parts.append(line(scale.start, bottom, scale.end, bottom, "axis"))
    if title:
        half = word_width(title) / 2
        at = min((scale.start + scale.end) / 2, WIDTH - half - 2)
        parts.append(label(shorten(title, WIDTH - 4, TEXT), max(at, half + 2), bottom + 27, "m"))
    return "".join(parts)


def y_axis(scale: Scale, left: float, right: float) -> str:
    """Horizontal grid lines with labels to the left."""
    parts = [line(left, scale.start, left, scale.end, "axis")]
    for value, words in scale.ticks():
        at = scale.at(value)
        parts.append(line(left, at, right, at, "grid"))
        parts.append(label(words, left - 5, at + 3.5, "e q"))
    return "".join(parts)


def y_room(scale: Scale) -> float:
    """How much room the labels of a vertical axis take to its left."""
    return max((word_width(words) for _, words in scale.ticks()), default=0.0) + 10


def legend(names: Sequence[str], top: float, width: float = WIDTH, lines: bool = False) -> tuple[str, float]:
    """Names of the series in rows above the plot, and where the rows end; nothing for a single series."""
    if len(names) < 2:
        return "", top
    x, y, parts = 2.0, top + 10, []
    for index, name in enumerate(names):
        words = shorten(name, width - 34, TEXT)
        step = 24 + word_width(words) + 14
        if x + step > width and x > 2:
            x, y = 2.0, y + 15
        if lines:
            parts.append(line(x, y - 3.5, x + 18, y - 3.5, f"ln {css(index)}"))
        parts.append(mark(index, x + 9, y - 3.5))
        parts.append(label(words, x + 24, y))
        x += step
    return "".join(parts), y + 8


def limit_across(limit: LimitLine, y: float, left: float, right: float) -> str:
    """A requirement as a horizontal line, its words at the right end above it."""
    return line(left, y, right, y, "lim") + label(limit.text, right - 2, y - 4, "e limt")


def limit_down(limit: LimitLine, x: float, top: float, bottom: float) -> str:
    """A requirement as a vertical line, its words at the top, on the side where there is room."""
    wide = metrics(BOLD).width(limit.text, TEXT)
    before = x - wide - 4 > 0 and x + wide + 4 > WIDTH
    words = label(limit.text, x - 4 if before else x + 4, top - 3, "e limt" if before else "limt")
    return line(x, top - 10, x, bottom, "lim") + words


def limit_aside(limit: LimitLine, scale: Scale, top: float, *, above: bool) -> str:
    """A requirement that lies beyond the axis: its words at that end, with an arrow."""
    if above:
        return label(f"{limit.text} →", scale.end, top - 3, "e limt")
    return label(f"← {limit.text}", scale.start, top - 3, "limt")
