"""Figures of evidence results, which are stored as data, drawn in the one style of the documents."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from casegen.render import svg
from casegen.render.charts.columns import columns, names_of, numbers_of, y_title
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
    shape,
    word_width,
    x_axis,
    y_axis,
    y_room,
)
from casegen.render.charts.intervals import bands_of, interval_rows
from casegen.render.charts.maps import gallery, heatmap, image, pictures
from casegen.render.charts.scale import Scale, scale_of, wide
from casegen.render.fonts import shorten

Data = Mapping[str, Any]
Limits = Mapping[str, LimitLine]
Drawn = tuple[str, float]
"""body and height"""
HEIGHT = 190.0
"""of the plot without what stands around it"""
ROWS = 40
"""Categories that get a row with their name; more are drawn as thin columns."""


def draw_stored(figure: Data, limits: Limits) -> Drawn:
    """The body of a stored figure and its height; ``limits`` are the requirements by what they are on.

    Raises:
        KeyError, ValueError, TypeError, IndexError, AttributeError: its data cannot be drawn.
    """
    return _FORMS[str(figure.get("form"))](figure, limits)


def series_of(figure: Data) -> list[Data]:
    """The series of a figure."""
    return list(figure["data"]["series"])


def _limit_on(figure: Data, limits: Limits) -> LimitLine | None:
    """The requirement on what the vertical axis shows, where the number that it is on is shown."""
    limit = limits.get(str(figure.get("y_label", "")).strip())
    values = numbers_of(series_of(figure), "y", "values")
    return limit if limit is not None and any(map(limit.is_on, values)) else None


def _lines(figure: Data, limits: Limits) -> Drawn:
    series = series_of(figure)
    for one in series:
        if len({len(one[key]) for key in ("x", "y", "lower", "upper") if one.get(key) is not None}) != 1:
            raise ValueError("the columns of a series differ in length")
    limit = _limit_on(figure, limits)
    head, top = legend(names_of(series), 0.0, lines=True)
    top += 18 if figure.get("y_label") else 6
    ys = numbers_of(series, "y", "lower", "upper") + ([limit.value] if limit else [])
    y = scale_of(ys, top + HEIGHT, top, log=bool(figure.get("log_y")))
    left = y_room(y)
    x = scale_of(numbers_of(series, "x"), left, WIDTH - 10, log=bool(figure.get("log_x")))
    parts = [head, y_title(figure, top), x_axis(x, top, top + HEIGHT, str(figure.get("x_label", "")))]
    parts.append(y_axis(y, left, WIDTH - 10))
    parts += [_band(one, index, x, y) for index, one in enumerate(series)]
    parts += [_line(one, index, x, y) for index, one in enumerate(series)]
    if limit is not None:
        parts.append(limit_across(limit, y.at(limit.value), left, WIDTH - 10))
    for at in figure["data"].get("chosen", ()):
        parts.append(_chosen(at, x, y))
    return "".join(parts), top + HEIGHT + 34


def _places(one: Data, key: str, x: Scale, y: Scale) -> list[tuple[float, float]]:
    return [
        (x.at(float(a)), y.at(float(b)))
        for a, b in zip(one["x"], one[key], strict=True)
        if a is not None and b is not None and math.isfinite(a) and math.isfinite(b)
        and not (x.log and a <= 0) and not (y.log and b <= 0)
    ]  # fmt: skip


def _band(one: Data, index: int, x: Scale, y: Scale) -> str:
    if one.get("lower") is None and one.get("upper") is None:
        return ""
    above = _places(one, "upper" if one.get("upper") is not None else "y", x, y)
    below = _places(one, "lower" if one.get("lower") is not None else "y", x, y)
    places = [*above, *reversed(below)]
    if len(places) < 3:
        return ""
    return svg.element("path", d=_through(places) + "Z", class_=f"area {css(index)}")


def _through(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{svg.number(a)} {svg.number(b)}" for a, b in places)


def _line(one: Data, index: int, x: Scale, y: Scale) -> str:
    places = _places(one, "y", x, y)
    drawn = svg.element("path", d=_through(places), class_=f"ln {css(index)}") if len(places) > 1 else ""
    shown = places if len(places) <= 12 else places[:: max(1, len(places) // 6)]
    return drawn + "".join(mark(index, *place, size=2.6 if len(places) > 1 else 3.6) for place in shown)


def _chosen(at: Data, x: Scale, y: Scale) -> str:
    """The point that the case uses: a ring with its words."""
    a, b = x.at(float(at["x"])), y.at(float(at["y"]))
    ring = svg.element("circle", cx=a, cy=b, r=6, class_="ring")
    words = str(at["text"])
    before = a + 10 + word_width(words) > WIDTH
    return ring + label(words, a - 10 if before else a + 10, b + 14, "e b" if before else "b")


def _bars(figure: Data, limits: Limits) -> Drawn:
    data, series = figure["data"], series_of(figure)
    categories = [str(one) for one in data["categories"]]
    if any(len(one["values"]) != len(categories) for one in series):
        raise ValueError("a series has another number of values than there are categories")
    bounded = any(one.get("lower") is not None or one.get("upper") is not None for one in series)
    values = numbers_of(series, "values")
    step = (WIDTH - 50) / max(1, len(categories))
    fits = all(one[:1].isdigit() for one in categories) or all(
        word_width(one) + 4 < step for one in categories
    )
    if len(categories) <= ROWS and (bounded or wide(values) or not fits):
        common = _limit_on(figure, limits)
        each = limits if common is None else dict.fromkeys(categories[:1], common) | dict(limits)
        bands = bands_of(categories, series, each)
        return interval_rows(
            bands, names_of(series), str(figure.get("y_label", "")), bool(figure.get("log_y"))
        )
    return columns(figure, categories, series, _limit_on(figure, limits))


def _scatter(figure: Data, limits: Limits) -> Drawn:
    """Points; three dimensions are drawn as two views that share their horizontal axis, each with readable axes."""
    series = series_of(figure)
    head, top = legend(names_of(series), 0.0)
    views = [("y", str(figure.get("y_label", "")))]
    if any("z" in one for one in series):
        views.append(("z", str(figure["data"].get("z_label", ""))))
    height = HEIGHT if len(views) == 1 else 150.0
    ys = []
    for index, (key, _) in enumerate(views):
        start = top + 18 + index * (height + 28)
        ys.append(
            scale_of(
                numbers_of(series, key), start + height, start, log=bool(figure.get("log_y")) and key == "y"
            )
        )
    left = max(map(y_room, ys))
    x = scale_of(numbers_of(series, "x"), left, WIDTH - 10, log=bool(figure.get("log_x")))
    parts = [head]
    for index, ((key, words), y) in enumerate(zip(views, ys, strict=True)):
        last = index == len(views) - 1
        parts.append(label(shorten(words, WIDTH - 4, TEXT), 2, y.end - 8))
        parts.append(
            _grid_down(x, y) if not last else x_axis(x, y.end, y.start, str(figure.get("x_label", "")))
        )
        parts.append(y_axis(y, left, WIDTH - 10))
        parts += [_cloud(one, key, number_, x, y) for number_, one in enumerate(series)]
    return "".join(parts), ys[-1].start + 34


def _grid_down(x: Scale, y: Scale) -> str:
    lines = (line(x.at(value), y.end, x.at(value), y.start, "grid") for value, _ in x.ticks())
    return "".join(lines) + line(x.start, y.start, x.end, y.start, "axis")


def _cloud(one: Data, key: str, index: int, x: Scale, y: Scale) -> str:
    """All points of a series as one path; those that fall on the same tenth of a unit are drawn once."""
    places = dict.fromkeys((round(a, 1), round(b, 1)) for a, b in _places(one, key, x, y))
    size = 2.6 if len(places) < 200 else 1.9 if len(places) < 1500 else 1.3
    d = "".join(shape(index, a, b, size) for a, b in places)
    return svg.element("path", d=d, class_=f"cloud {css(index)}") if d else ""


_FORMS: dict[str, Callable[[Data, Limits], Drawn]] = {
    "lines": _lines, "bars": _bars, "heatmap": heatmap, "scatter": _scatter, "image": image,
    "gallery": gallery, "pictures": pictures,
}  # fmt: skip
