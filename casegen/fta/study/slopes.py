"""How steeply events rise with an input that they are computed of: by differences of their expressions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from casegen.fta.arrays import Vector, np
from casegen.fta.events.complements import complement_of
from casegen.fta.events.expressions import Apply, Expression, Given, Input
from casegen.fta.events.rounding import rounded
from casegen.fta.events.standing import stands
from casegen.fta.events.values import EventValues
from casegen.model.arithmetic import in_own_arithmetic

_STEP = 1e-3
"""of the differences, relative to the input, at first; their error is of its fourth power"""
_MOST_HALVINGS = 15
_AGREE = 1e-6
"""relative distance at which two differences agree"""
_FLAT = 1e-7
"""per cent by which a number moves per per cent of the input that cannot be distinguished from rounding"""
_LIKELY = 0.5
"""probability from which on the complement is the smaller number, and has more digits"""
_CENTRAL: tuple[tuple[int, float], ...] = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))
_ONE_SIDED: tuple[tuple[int, float], ...] = ((0, -25 / 12), (1, 4.0), (2, -3.0), (3, 4 / 3), (4, -1 / 4))
"""weights of a first derivative at whole steps (Fornberg 1988)"""

Moved = Callable[[float], Vector]
"""the numbers of some events, from that of an input"""


class Slopes(NamedTuple):
    """Derivatives of events by an input, and by how much rounding may have moved each."""

    steep: Vector
    error: Vector


class _Followed(NamedTuple):
    """What is followed of an event: itself, or the complement (``sign`` -1), which lies within ``width``."""

    expression: Expression
    sign: float
    width: float
    fixed: bool
    """whether it is known not to move: it is cut off, or nothing in it has digits to lose"""
    beyond: bool
    """whether it is cut off at 0 or 1, and does not move"""

    def number(self, draw: Given) -> float:
        # a step over 1 is cut off nowhere: the slope is that at the point
        return 0.0 if self.beyond else self.sign * float(self.expression.value(draw))


@in_own_arithmetic
def slopes_by(values: EventValues, x: Input, at: Sequence[int]) -> Slopes | None:
    """How steeply the events at the positions ``at`` rise with the input ``x``: some ten digits.

    The step is halved until the differences to both sides agree with each other and with those of the last step; None
    where none do: the expressions bend or jump at the point, or too near to it.
    """
    followed = [_followed(values, i) for i in at]

    def moved(number: float) -> Vector:
        draw = Given({x.key: number})
        return np.array([one.number(draw) for one in followed])

    scale = abs(x.point) or x.upper or min(1.0, x.support[1])
    last: list[Vector] = []
    for halvings in range(_MOST_HALVINGS):
        step = _STEP * scale * 0.5**halvings
        sides = [
            s for s in (step, -step) if x.support[0] <= x.point + 4 * s and x.point + 4 * s <= x.support[1]
        ]
        now = [_difference(moved, x.point, s, _ONE_SIDED) for s in sides]
        if len(now) == len(last) > 0:
            both = np.array([*now, *last])
            apart = np.ptp(both, axis=0)
            if np.all(apart <= _AGREE * np.abs(both).max(axis=0) + _FLAT * np.abs(moved(x.point)) / scale):
                weights = _CENTRAL if len(sides) == 2 else _ONE_SIDED
                steep = _difference(moved, x.point, step, weights) if len(sides) == 2 else now[0]
                rounding = math.fsum(abs(w) for _, w in weights) / step
                ends = (x.point - 4 * step, x.point, x.point + 4 * step)
                still = [
                    not both[:, k].any() and (one.fixed or stands(one.expression, x.key, ends))
                    for k, one in enumerate(followed)
                ]
                width = np.array([one.width for one in followed])
                return Slopes(steep, np.where(still, 0.0, apart + width * rounding))
        last = now
    return None


def _followed(values: EventValues, i: int) -> _Followed:
    expression, sign = values.expression(i), 1.0
    if values.most == 1.0 and values.points[i] > _LIKELY:
        other = complement_of(expression)
        expression, sign = (expression, sign) if other is None else (other, -1.0)
    low, high = rounded(expression) if isinstance(expression, Apply) else values.rounded.get(i, (0.0, 0.0))
    beyond = not 0.0 <= values.points[i] <= values.most
    return _Followed(expression, sign, high - low, beyond or low == high, beyond)


def _difference(moved: Moved, point: float, step: float, weights: tuple[tuple[int, float], ...]) -> Vector:
    """Weighted from the number at the point, so that what stands still has no slope by rounding."""
    here = moved(point)
    return (
        sum((w * (moved(point + k * step) - here) for k, w in weights if k), start=np.zeros(len(here))) / step
    )
