"""Upright bars: a thin column a category with its limits, however many categories there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from casegen.render import svg
from casegen.render.charts.frame import (
    TEXT,
    WIDTH,
    LimitLine,
    css,
    label,
    legend,
    limit_across,
    line,
    mark,
    word_width,
    y_axis,
    y_room,
)
from casegen.render.charts.scale import Scale, scale_of, wide
from casegen.render.fonts import shorten
from casegen.render.wording import number

Data = Mapping[str, Any]
HEIGHT = 190.0
"""of the plot without what stands around it"""
ZERO = 15.0
"""from the foot of a logarithmic axis down to the place of 0"""
FEW = 14
"""columns without limits that bear their numbers, at most"""
CAP = 3.0
"""width of a column from which the ends of its limits have caps"""


def numbers_of(series: Sequence[Data], *keys: str) -> list[float]:
    """All numbers of the series under the keys, without the places that have none."""
    return [float(x) for one in series for key in keys for x in one.get(key) or () if x is not None]


def names_of(series: Sequence[Data]) -> list[str]:
    """The name of each series."""
    return [str(one.get("name", "")) for one in series]


def y_title(figure: Data, top: float) -> str:
    """The title of the vertical axis, above it."""
    words = str(figure.get("y_label", ""))
    return label(shorten(words, WIDTH - 4, TEXT), 2, top - 8) if words else ""


@dataclass(frozen=True, slots=True)
class _Plot:
    """The plot's vertical axis, where its columns stand, and where its foot is."""

    y: Scale
    left: float
    step: float
    each: float
    foot: float

    def at(self, value: float) -> float:
        """The height of a number; 0 has no place on a logarithmic axis and stands below it."""
        return self.foot if self.y.log and value <= 0 else self.y.at(value)

    @property
    def base(self) -> float:
        """Where columns begin."""
        return self.foot if self.y.log else self.y.at(0)


def columns(
    figure: Data, categories: Sequence[str], series: Sequence[Data], limit: LimitLine | None
) -> tuple[str, float]:
    """The body and the height of a chart of columns, with the lower and upper limits that the series have."""
    head, top = legend(names_of(series), 0.0)
    top += 18 if figure.get("y_label") else 6
    beside = [limit.value] if limit else []
    ends = numbers_of(series, "lower", "upper")
    held = [*numbers_of(series, "values"), *ends, *beside]
    # limits of rare events lie decades apart: on a linear axis the narrow ones would not be seen
    log = bool(ends) and wide(held)
    foot = top + HEIGHT
    broken = log and any(x <= 0 for x in held)
    y = scale_of(held if log else [*held, 0.0], foot - (ZERO if broken else 0.0), top, log=log, zero=True)
    left = y_room(y)
    step = (WIDTH - 10 - left) / max(1, len(categories))
    plot = _Plot(y, left, step, step * 0.78 / max(1, len(series)), foot)
    parts = [head, y_title(figure, top), y_axis(y, left, WIDTH - 10)]
    if broken:
        parts.append(line(left, foot, WIDTH - 10, foot, "grid") + label("0", left - 5, foot + 3.5, "e q"))
    parts += [_category(place, series, plot, beside) for place in range(len(categories))]
    parts.append(_category_names(categories, plot))
    if limit is not None:
        parts.append(limit_across(limit, plot.at(limit.value), left, WIDTH - 10))
    title = shorten(str(figure.get("x_label", "")), WIDTH - 4, TEXT)
    if title:
        half = word_width(title) / 2
        middle = min((left + WIDTH - 10) / 2, WIDTH - half - 2)
        parts.append(label(title, max(middle, half + 2), foot + 27, "m"))
    return "".join(parts), foot + 34


def _category(place: int, series: Sequence[Data], plot: _Plot, beside: Sequence[float]) -> str:
    """The columns of a category, one a series, or marks where the axis is logarithmic, with their limits."""
    parts = []
    few = sum(len(one["values"]) for one in series) <= FEW and not numbers_of(series, "lower", "upper")
    start = plot.left + plot.step * (place + 0.11)
    for index, one in enumerate(series):
        if one["values"][place] is None:
            continue
        value, x = float(one["values"][place]), start + plot.each * index
        middle = x + plot.each * 0.47
        low, high = (_end(one, key, place, value) for key in ("lower", "upper"))
        if plot.y.log:
            parts.append(mark(index, middle, plot.at(value), max(0.8, min(3.0, plot.each * 0.4))))
        else:
            parts.append(_column(value, x, plot.each * 0.94, plot, index))
        if low < high:
            parts.append(_limits(middle, plot.at(low), plot.at(high), plot.each, index))
        if few:
            words = number(value, beside=beside)
            parts.append(label(words, middle, min(plot.at(value), plot.base) - 3, "m q"))
    return "".join(parts)


def _end(one: Data, key: str, place: int, value: float) -> float:
    ends = one.get(key)
    return value if ends is None or ends[place] is None else float(ends[place])


def _column(value: float, x: float, width: float, plot: _Plot, index: int) -> str:
    base, end = plot.base, plot.at(value)
    return svg.element(
        "rect", x=x, y=min(base, end), width=width, height=abs(base - end), class_=f"col {css(index)}"
    )


def _limits(x: float, low: float, high: float, room: float, index: int) -> str:
    """From the lower to the upper limit; with caps where neighbours leave room for them."""
    drawn = line(x, low, x, high, f"err {css(index)}")
    cap = min(3.5, room * 0.4)
    if room < CAP:
        return drawn
    return drawn + "".join(line(x - cap, y, x + cap, y, f"err {css(index)}") for y in (low, high))


def _category_names(categories: Sequence[str], plot: _Plot) -> str:
    """The names below the columns, where each finds room within the chart."""
    parts, reached = [], -1e9
    for place, name in enumerate(categories):
        half = word_width(name) / 2
        middle = plot.left + plot.step * (place + 0.5)
        inside = max(half + 1, min(middle, WIDTH - half - 1))
        # a name that is moved further than this would stand below another column
        if inside - half > reached + 4 and abs(inside - middle) <= half and 2 * half <= WIDTH - 2:
            parts.append(label(name, inside, plot.foot + 13, "m q"))
            reached = inside + half
    return "".join(parts)
