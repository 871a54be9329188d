"""Maps of values and pictures: one map with axes, maps of one kind side by side, and what a network saw."""

from __future__ import annotations

import base64
import math
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from casegen.render import svg
from casegen.render.charts.colour_map import map_picture, scale_picture
from casegen.render.charts.frame import TEXT, WIDTH, LimitLine, label, word_width, x_axis, y_axis, y_room
from casegen.render.charts.scale import Scale, wide
from casegen.render.fonts import shorten, wrap

Data = Mapping[str, Any]
Limits = Mapping[str, LimitLine]
Drawn = tuple[str, float]
"""body and height"""
Place = Callable[[float, float], tuple[float, float]]
"""from the coordinates of a map to those of the drawing"""
Extent = tuple[float, float, float, float]
"""left, right, lower and upper end"""
LEFT = 46.0
"""room of the vertical axis of a map at least: maps below one another begin at the same place"""
COLOURS_OFF, COLOURS_LEAST = 14.0, 48.0
"""between a map and its colour scale; room of the scale with its numbers at least"""
NUMBERS = 17.0
"""from the left side of the colour scale to its numbers"""
WIDER = 1.15
"""text in a font that viewers of a drawing may take instead, by the width of that of the documents"""
SLIM = 6
"""times as long as wide: a picture at most"""
RIMS = ("rim", "rim dashed")
"""outlines in the order of a figure's list; a third begins anew"""


def heatmap(figure: Data, limits: Limits) -> Drawn:
    """A map with its axes and its colour scale; one that belongs to a picture stands under that picture."""
    data = figure["data"]
    if data.get("picture") or data.get("outlines"):
        return gallery({"data": {"panels": [{"name": "", **data}]}}, limits)
    rows = _rows(data["z"])
    values = [x for row in rows for x in row if math.isfinite(x)]
    log = bool(data.get("log")) or (wide(values) and max(values) > 1e4 * min(x for x in values if x > 0))
    shown = [x for x in values if x > 0] if log else values
    top, height = 20.0, 230.0
    x0, x1, y0, y1 = (float(x) for x in data.get("extent") or (0, len(rows[0]), 0, len(rows)))
    tint, y = _tint(shown, log, top + height, top), Scale(y0, y1, top + height, top)
    left = max(LEFT, y_room(y))
    right = WIDTH - COLOURS_OFF - _colours_room(tint)
    if len(rows) == len(rows[0]):
        right = min(right, left + height)
    x = Scale(x0, x1, left, right)
    picture = map_picture(rows, lambda value: None if log and value <= 0 else _share(tint, value))
    title = str(figure.get("y_label", ""))
    parts = [
        label(shorten(title, WIDTH - 4, TEXT), 2, top - 8) if title else "",
        image_at(picture, left, top, right - left, height),
        x_axis(x, top + height, top + height, ""), y_axis(y, left, left),
        label(shorten(str(figure.get("x_label", "")), 300, TEXT), (left + right) / 2, top + height + 27, "m"),
        *_colours(tint, right + COLOURS_OFF, top, height),
    ]  # fmt: skip
    return "".join(parts), top + height + 34


def gallery(figure: Data, limits: Limits) -> Drawn:
    """Maps of one kind side by side on one colour scale, each with its name and, above it, the picture it belongs to."""
    panels = list(figure["data"]["panels"])
    maps = [_rows(one["z"]) for one in panels]
    values = [x for rows in maps for row in rows for x in row if math.isfinite(x)]
    across = max(min(3, len(panels)), 2 if any(one.get("picture") for one in panels) else 1)
    room = _colours_room(_tint(values, False, 0.0, 1.0))
    side = (WIDTH - COLOURS_OFF - room - 10 * (across - 1)) / across
    head, top = _rims([str(one["name"]) for one in panels[0].get("outlines") or ()])
    tint = _tint(values, False, top + 16 + side, top + 16)
    parts, y, deep = [head], top + 16, 0.0
    for start in range(0, len(panels), across):
        row = list(zip(panels[start : start + across], maps[start : start + across], strict=True))
        deep = max(
            _panel(one, rows, (side + 10) * k, y, side, tint, parts) for k, (one, rows) in enumerate(row)
        )
        y = deep + 24
    parts += _colours(tint, WIDTH - room, top + 16, side)
    return "".join(parts), deep + 6


def _panel(
    one: Data, rows: Sequence[Sequence[float]], x: float, y: float, side: float, tint: Scale, parts: list[str]
) -> float:
    """Append a map with its name, its outlines and, above it, its picture; returns where it ends."""
    own = _extent(one.get("extent") or (0, len(rows[0]), 0, len(rows)))
    picture = one.get("picture")
    x0, x1, y0, y1 = whole = _extent(picture["extent"]) if picture else own
    _inside(own, whole)
    # a map without a picture is square, whatever its cells stand for
    height = side * (y1 - y0) / (x1 - x0) if picture else side
    if not side / SLIM <= height <= SLIM * side:
        raise ValueError("a picture is too long and narrow to be shown")
    if one.get("name"):
        parts.append(label(shorten(str(one["name"]), side, TEXT), x, y - 5))
    views = [(png_address(picture["png"])[0], whole)] if picture else []
    views.append((map_picture(rows, lambda value: _share(tint, value)), own))
    for index, (address, (left, right, lower, upper)) in enumerate(views):

        def at(a: float, b: float, top: float = y + (height + 6) * index) -> tuple[float, float]:
            return x + (a - x0) / (x1 - x0) * side, top + (y1 - b) / (y1 - y0) * height

        (at_left, at_top), (at_right, at_foot) = at(left, upper), at(right, lower)
        parts.append(image_at(address, at_left, at_top, at_right - at_left, at_foot - at_top, "dots"))
        for number_, outline in enumerate(one.get("outlines") or ()):
            _inside(_extent(outline["extent"]), whole)
            parts.append(_outline(outline, at, RIMS[number_ % len(RIMS)]))
    return y + height + (height + 6) * (len(views) - 1)


def _extent(raw: Sequence[Any]) -> Extent:
    """Left, right, lower and upper end; ValueError where that is no rectangle of a size that can be shown."""
    x0, x1, y0, y1 = (float(v) for v in raw)
    if not (max(map(abs, (x0, x1, y0, y1))) < 1e9 and x1 - x0 > 1e-6 and y1 - y0 > 1e-6):
        raise ValueError("the extent of a map is no rectangle")
    return x0, x1, y0, y1


def _inside(extent: Extent, whole: Extent) -> None:
    """ValueError where one lies outside the other by more than half of it: it would be drawn over something else."""
    for low, high, least, most in ((*extent[:2], *whole[:2]), (*extent[2:], *whole[2:])):
        if low < least - (most - least) / 2 or high > most + (most - least) / 2:
            raise ValueError("a map or an outline lies outside its picture")


def _outline(outline: Data, at: Place, css: str) -> str:
    """The rim of the cells that are set: dark on a light line, so that it is seen on any picture."""
    cells = [[bool(v) for v in row] for row in outline["cells"]]
    high, wide_ = len(cells), len(cells[0])
    if any(len(row) != wide_ for row in cells):
        raise ValueError("the rows of an outline differ in length")
    x0, x1, y0, y1 = _extent(outline["extent"])
    dx, dy = (x1 - x0) / wide_, (y1 - y0) / high

    def is_set(i: int, j: int) -> bool:
        return 0 <= i < high and 0 <= j < wide_ and cells[i][j]

    # runs of edges between a cell that is set and one that is not: (a, b) to (c, d) in cells
    edges = []
    for i in range(high + 1):
        line = [is_set(i, j) != is_set(i - 1, j) for j in range(wide_)]
        edges += [(a, i, b, i) for a, b in _runs(line)]
    for j in range(wide_ + 1):
        line = [is_set(i, j) != is_set(i, j - 1) for i in range(high)]
        edges += [(j, a, j, b) for a, b in _runs(line)]
    if not edges:
        return ""
    d = "".join(
        svg.path("M", *at(x0 + a * dx, y0 + b * dy), "L", *at(x0 + c * dx, y0 + e * dy))
        for a, b, c, e in edges
    )
    return svg.element("path", d=d, class_="halo") + svg.element("path", d=d, class_=css)


def _runs(line: Sequence[bool]) -> list[tuple[int, int]]:
    """Beginning and end of each run of true values."""
    result, begun = [], -1
    for place, value in enumerate([*line, False]):
        if value and begun < 0:
            begun = place
        elif not value and begun >= 0:
            result.append((begun, place))
            begun = -1
    return result


def _rims(names: Sequence[str]) -> tuple[str, float]:
    """What the outlines mean, in a line above the maps, and where it ends."""
    x, parts = 2.0, []
    for index, name in enumerate(names):
        words = shorten(name, 150, TEXT)
        d = svg.path("M", x, 8.0, "L", x + 20, 8.0)
        parts.append(svg.element("path", d=d, class_="halo"))
        parts.append(svg.element("path", d=d, class_=RIMS[index % len(RIMS)]))
        parts.append(label(words, x + 25, 11.5))
        x += 25 + word_width(words) + 16
    return "".join(parts), 16.0 if names else 0.0


ACROSS = 4
"""pictures of a gallery in a row"""


def pictures(figure: Data, limits: Limits) -> Drawn:
    """Pictures side by side, each with its name above and its text below."""
    members = list(figure["data"]["pictures"])
    if not members:
        raise ValueError("a gallery without pictures")
    across = min(ACROSS, len(members))
    side = (WIDTH - 10 * (ACROSS - 1)) / ACROSS
    parts, y = [], 14.0
    for start in range(0, len(members), across):
        below = y
        for place, one in enumerate(members[start : start + across]):
            x = (side + 10) * place
            address, columns, rows = png_address(one["png"])
            scale = side / max(columns, rows)
            parts.append(label(shorten(str(one["name"]), side, TEXT), x, y - 4))
            parts.append(image_at(address, x, y, columns * scale, rows * scale, "dots"))
            lines = wrap(str(one.get("text", "")), side, TEXT)[:4]
            parts += [label(words, x, y + rows * scale + 12 + 12 * k, "q") for k, words in enumerate(lines)]
            below = max(below, y + rows * scale + 12 * len(lines))
        y = below + 30
    return "".join(parts), y - 20


def image(figure: Data, limits: Limits) -> Drawn:
    """A picture that a method stored, as wide as the figure."""
    address, columns, rows = png_address(figure["data"]["png"])
    height = WIDTH * rows / columns
    return image_at(address, 0, 0, WIDTH, height), height


def png_address(text: Any) -> tuple[str, int, int]:
    """The ``data:`` address of a stored PNG with its columns and rows; ValueError where it is none."""
    raw = base64.b64decode(str(text), validate=True)
    if raw[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("the picture is no PNG")
    columns, rows = struct.unpack(">II", raw[16:24])
    if not 0 < columns < 20_000 or not 0 < rows < 20_000:
        raise ValueError("the picture has no size that can be shown")
    return "data:image/png;base64," + base64.b64encode(raw).decode("ascii"), columns, rows


def image_at(address: str, x: float, y: float, width: float, height: float, class_: str | None = None) -> str:
    """A picture at its place, its dots with sharp edges; class ``dots`` for one of few dots."""
    return svg.element("image", href=address, x=x, y=y, width=width, height=height, preserveAspectRatio="none",
                       image_rendering="optimizeSpeed", class_=class_)  # fmt: skip


def _rows(z: Sequence[Sequence[Any]]) -> list[list[float]]:
    return [[float("nan") if x is None else float(x) for x in row] for row in z]


def _tint(values: Sequence[float], log: bool, start: float, end: float) -> Scale:
    low, high = (min(values), max(values)) if values else (0.1, 1.0)
    if low == high:
        # one value only: nothing that it cannot be, as a probability above 1, stands on the scale
        low, high = (low / 10, high) if log else (min(low, 0.0), max(high, 0.0))
        high = high if high > low else low + 1.0
    return Scale(low, high, start, end, log=log)


def _share(scale: Scale, value: float) -> float:
    return (scale.at(value) - scale.start) / (scale.end - scale.start)


def _colours_room(tint: Scale) -> float:
    """What the colour scale takes with its widest number, also in a wider font where a viewer has no other."""
    widest = max((word_width(words) for _, words in tint.ticks()), default=0.0)
    return max(COLOURS_LEAST, NUMBERS + WIDER * widest + 2)


def _colours(tint: Scale, x: float, top: float, height: float) -> list[str]:
    """The colour scale with its numbers."""
    numbers = [label(words, x + NUMBERS, tint.at(value) + 3.5, "q") for value, words in tint.ticks()]
    return [image_at(scale_picture(), x, top, 12, height), *numbers]
