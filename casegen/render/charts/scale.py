"""From numbers to places: linear and logarithmic axes with round ticks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from casegen.render.wording import number

DECADES = 7
"""labels on a logarithmic axis at most; with more decades only every second, third, ... is written"""
_LEAST_ROUNDED = 1e-300
"""what is smaller is near the smallest number, and stands on no round decade"""
SPREAD = 30.0
"""Positive numbers further apart than this factor get a logarithmic axis: on a linear one the small are unseen."""


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from ``low`` at ``start`` to ``high`` at ``end``; what lies outside is drawn at its end."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """The place of ``value``."""
        if self.log:
            share = 0.0 if value <= self.low else math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * min(1.0, max(0.0, share))

    def ticks(self) -> list[tuple[float, str]]:
        """Round values on the axis with their labels."""
        values = _decades(self.low, self.high) if self.log else _steps(self.low, self.high)
        most = next((n for n in range(3, 12) if len({number(v, n) for v in values}) == len(values)), 12)
        return [(value, number(value, most)) for value in values]


def scale_of(
    values: Iterable[float],
    start: float,
    end: float,
    *,
    log: bool = False,
    zero: bool = False,
    most: float = math.inf,
) -> Scale:
    """An axis that holds every finite value; ``zero`` begins a linear one at 0 where no value is negative.

    ``most``: what the numbers cannot exceed, where the axis ends at the latest (1 for probabilities).
    """
    given = [value for value in values if math.isfinite(value) and (value > 0 or not log)]
    if not given:
        given = [0.1, 1.0] if log else [0.0, 1.0]
    low, high = min(given), max(given)
    if log:
        least, upper = _round_decades(low, high)
        return Scale(least, min(upper, max(high, most)), start, end, log=True)
    if low == high:
        # of nothing but 0 the axis begins there: a share or a cost has no negative side
        low, high = (low - abs(low) / 2, high + abs(high) / 2) if low else (0.0, 1.0)
    from_zero = zero and low >= 0
    room = 0.04 * (high if from_zero else high - low)
    least = 0.0 if from_zero else low - room
    upper = high if zero and high <= 0 else high + room
    return Scale(least, min(upper, max(high, most)), start, end)


def wide(values: Iterable[float]) -> bool:
    """Whether the numbers ask for a logarithmic axis: none negative, the positive ones far apart."""
    given = [value for value in values if math.isfinite(value)]
    positive = [value for value in given if value > 0]
    return (
        bool(positive)
        and min(given) >= 0
        and max(positive) > SPREAD * min(positive)
        and min(positive) > _LEAST_ROUNDED
    )


def _round_decades(low: float, high: float) -> tuple[float, float]:
    """The next of 1, 2, 5 times a power of ten below and above; at least a factor of two apart.

    Near the smallest number they are as they are: what they are divided into is beyond the largest one.
    """
    if low < _LEAST_ROUNDED:
        return low, max(high, 2 * low)
    least, most = _round_down(low * 0.9), 1.0 / _round_down(1.0 / (high * 1.1))
    return (least, most) if most >= 2 * least else (least / 2, most * 2)


def _round_down(value: float) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= value * (1 + 1e-12))


def _decades(low: float, high: float) -> list[float]:
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    if last - first >= 2:
        step = -(-(last - first + 1) // DECADES)
        return [10.0**power for power in range(first, last + 1, step)]
    around = range(math.floor(math.log10(low)), last + 2)
    inside = [
        float(f"{step}e{power}") for power in around for step in (1, 2, 5) if _in(low, step, power, high)
    ]
    return inside or [low, high]


def _in(low: float, step: int, power: int, high: float) -> bool:
    return low * (1 - 1e-9) <= float(f"{step}e{power}") <= high * (1 + 1e-9)


def _steps(low: float, high: float, count: int = 5) -> list[float]:
    rough = (high - low) / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = min((one * power for one in (1.0, 2.0, 2.5, 5.0, 10.0)), key=lambda one: abs(one - rough))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{index * step:.12g}") for index in range(first, last + 1)]
