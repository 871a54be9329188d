"""Values with their bounds in rows, as marks on one axis: small ones stay visible beside large ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casegen.render.charts.frame import (
    TEXT,
    WIDTH,
    LimitLine,
    css,
    label,
    legend,
    line,
    mark,
    word_width,
    x_axis,
)
from casegen.render.charts.scale import Scale, scale_of, wide
from casegen.render.fonts import REGULAR, wrap
from casegen.render.wording import number

STEP = 15.0
"""height of a mark's row"""
ZERO = 17.0
"""from the start of a logarithmic axis to the place of 0 at least"""
APART = 5.0
"""between the 0 and the first label of the axis at least"""
NAMES = 130.0
"""room for the names of the rows at most"""


@dataclass(frozen=True, slots=True)
class IntervalPoint:
    """A value with its bounds, of the series at ``index``; ``words`` stand at the right end of its row."""

    index: int
    value: float
    lower: float | None = None
    upper: float | None = None
    words: str = ""

    @property
    def numbers(self) -> tuple[float, ...]:
        """Everything that the axis has to hold."""
        return tuple(x for x in (self.value, self.lower, self.upper) if x is not None)


@dataclass(frozen=True, slots=True)
class BrokenScale:
    """An axis with a place of its own for 0, ``zero``, where it is logarithmic and has something to stand there."""

    scale: Scale
    zero: float

    def at(self, value: float) -> float:
        """Where a number stands; 0 has no place on a logarithmic axis and stands before it."""
        return self.zero if self.scale.log and value <= 0 else self.scale.at(value)


@dataclass(frozen=True, slots=True)
class Band:
    """A row: its name, its values, one a series, and the requirement that is on it."""

    name: str
    points: tuple[IntervalPoint, ...]
    limit: LimitLine | None = None


def interval_rows(
    bands: Sequence[Band], names: Sequence[str], x_title: str, log: bool = False
) -> tuple[str, float]:
    """The chart's body and its height."""
    numbers = [x for band in bands for point in band.points for x in point.numbers]
    numbers += [band.limit.value for band in bands if band.limit is not None]
    lines = [wrap(band.name, NAMES, TEXT, REGULAR, 2) for band in bands]
    left = max((word_width(part) for part in sum(lines, ())), default=0.0) + 8
    words = [point.words for band in bands for point in band.points]
    right = WIDTH - max((word_width(one) for one in words), default=0.0) - 8
    log = log or wide(numbers)
    broken = log and any(x <= 0 for x in numbers)
    before = _before(scale_of(numbers, 0.0, right - left, log=log)) if broken else 0.0
    scale = scale_of(numbers, left + before + (9 if broken else 8), right - 8, log=log)
    axis_of = BrokenScale(scale, scale.start - before)
    head, top = legend(names, 0.0)
    y = top + 4
    rows: list[str] = []
    for band, texts in zip(bands, lines, strict=True):
        height = max(len(band.points) * STEP + (STEP if band.limit else 0), len(texts) * 12 + 3) + 4
        rows.append(_row(band, texts, axis_of, y, height, left))
        y += height
    axis = x_axis(scale, top + 2, y, x_title)
    if broken:
        axis += line(axis_of.zero, top + 2, axis_of.zero, y, "grid")
        axis += label("0", axis_of.zero, y + 13, "m q")
    return head + axis + "".join(rows), y + (32 if x_title else 18)


def _before(scale: Scale) -> float:
    """From the start of a logarithmic axis back to the place of 0, so that its label and the first one stand apart."""
    first = scale.ticks()[0][1]
    return max(ZERO, (word_width(first) + word_width("0")) / 2 + APART)


def _row(band: Band, texts: Sequence[str], scale: BrokenScale, y: float, height: float, left: float) -> str:
    middle = y + height / 2
    first = middle - (len(texts) - 1) * 6 + 3.5
    parts = [label(text, left, first + 12 * index, "e") for index, text in enumerate(texts)]
    at = middle - (len(band.points) - 1) * STEP / 2 + (STEP / 2 if band.limit else 0)
    if band.limit is not None:
        x = scale.at(band.limit.value)
        own = [at + STEP * i for i, point in enumerate(band.points) if band.limit.is_on(point.value)]
        parts.append(line(x, y + 12, x, max(own) + STEP / 2, "lim"))
        room = word_width(band.limit.text) * 1.06
        before = x + room / 2 > WIDTH - 2
        parts.append(
            label(band.limit.text, WIDTH - 2 if before else x, y + 10, "e limt" if before else "m limt")
        )
    for point in band.points:
        parts.append(_point(point, scale, at))
        at += STEP
    return "".join(parts)


def _point(point: IntervalPoint, scale: BrokenScale, y: float) -> str:
    low = scale.at(point.value if point.lower is None else point.lower)
    high = scale.at(point.value if point.upper is None else point.upper)
    parts = []
    if high > low:
        parts.append(line(low, y, high, y, f"err {css(point.index)}"))
        parts += [line(x, y - 3.5, x, y + 3.5, f"err {css(point.index)}") for x in (low, high)]
    parts.append(mark(point.index, scale.at(point.value), y))
    if point.words:
        parts.append(label(point.words, WIDTH - 2, y + 3.5, "e q"))
    return "".join(parts)


def bands_of(
    categories: Sequence[str], series: Sequence[Mapping[str, object]], limits: Mapping[str, LimitLine]
) -> list[Band]:
    """Rows of stored bars: a row a category, a mark a series, with the requirement on the measure of that name."""
    bands = []
    for row, name in enumerate(categories):
        points = []
        limit = limits.get(name)
        beside = () if limit is None else (limit.value,)
        for index, one in enumerate(series):
            value = _at(one, "values", row)
            if value is None:
                continue
            low, high = _at(one, "lower", row), _at(one, "upper", row)
            points.append(IntervalPoint(index, value, low, high, number(value, beside=beside)))
        shown = limit is not None and any(limit.is_on(point.value) for point in points)
        bands.append(Band(name, tuple(points), limit if shown else None))
    return bands


def _at(series: Mapping[str, object], key: str, row: int) -> float | None:
    values = series.get(key)
    if values is None and key != "values":
        return None
    if not isinstance(values, list | tuple):
        raise TypeError(f"{key}: a list of numbers expected")
    value = values[row]
    return None if value is None else float(value)
