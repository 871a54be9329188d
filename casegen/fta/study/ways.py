"""How far events go between the ends of an input, by their complements where these have the digits.

An event that is 1 less 1e-18 at one end and 1 less 3e-18 at the other is 1 at both; its complement goes 2e-18.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from casegen.fta.events.complements import complement_of
from casegen.fta.events.expressions import Expression, Range, mean_draw, with_input
from casegen.fta.events.rounding import rounded
from casegen.fta.events.standing import stands
from casegen.fta.events.values import EventValues
from casegen.fta.study.moved_tops import End
from casegen.model.arithmetic import in_own_arithmetic

FOUR_DIGITS = 5e-5
"""relative error of a number of which four digits are known"""
_LIKELY = 0.5
"""probability from which on the complement is the smaller number"""


class Way(NamedTuple):
    """How far an event goes, upward positive, and by how much that may be off.

    ``has_digits``: whether its number and its complement have four at both ends.
    """

    far: float
    error: float
    has_digits: bool


@in_own_arithmetic
def ways(values: EventValues, at: Sequence[int], lower: End, upper: End) -> list[Way]:
    """The ways of the events at the positions ``at``."""
    return [_way(values, i, j, lower, upper) for j, i in enumerate(at)]


def _way(values: EventValues, i: int, j: int, lower: End, upper: End) -> Way:
    """The way of event ``i``, the one with the index ``j`` among those moved."""
    low, high = float(lower.events[j]), float(upper.events[j])
    spans = [_span(values, i, j, end) for end in (lower, upper)]
    has_digits = all(_has_digits(span, values.most) for span in spans)
    if lower.key and stands(values.expression(i), lower.key, (lower.number, upper.number)):
        return Way(0.0, 0.0, has_digits)
    far, error = high - low, math.fsum(b - a for a, b in spans)
    if lower.key and values.most == 1.0 and min(low, high) > _LIKELY:
        other = complement_of(values.expression(i))
        if other is not None:
            (x, of_x), (y, of_y) = (_number(other, end) for end in (lower, upper))
            if of_x + of_y < error:
                far, error = x - y, of_x + of_y
    return Way(far, error, has_digits)


def _span(values: EventValues, i: int, j: int, end: End) -> Range:
    """Where the event truly lies at an end."""
    if end.moved is None:
        point = values.points[i]
        low, high = values.rounded.get(i, _typed(point))
        low, high = low * end.ratio, high * end.ratio
    else:
        low, high = end.moved.rounded.get(j, _typed(end.moved.points[j]))
    return min(values.most, max(0.0, low)), min(values.most, max(0.0, high))


def _typed(x: float) -> Range:
    return (x, x) if x == 0.0 else (math.nextafter(x, -math.inf), math.nextafter(x, math.inf))


def _has_digits(span: Range, most: float) -> bool:
    low, high = span
    return high - low <= FOUR_DIGITS * min(low, 1.0 - high if most == 1.0 else math.inf) or low == high


def _number(complement: Expression, end: End) -> tuple[float, float]:
    """The complement at an end, not below 0, and by how much rounding may have moved it."""
    there = with_input(complement, end.key, end.number)
    low, high = (min(1.0, max(0.0, x)) for x in rounded(there))
    return min(1.0, max(0.0, float(there.value(mean_draw)))), high - low
