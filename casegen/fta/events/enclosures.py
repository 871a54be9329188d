"""How each operation and event model is enclosed over a box of its arguments.

A function that is monotone in each argument while the others are fixed takes its extremes at vertices of the box;
where the direction is the same whatever the others are, two corners are enough.  What is neither has a rule of its
own, or raises :class:`~casegen.fta.events.expressions.NoEnclosure`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from casegen.fta.arrays import np
from casegen.fta.events.expressions import NoEnclosure, Range, Signs
from casegen.fta.events.operations import OPERATIONS
from casegen.model.sentence import worded
from casegen.model.value_ranges import ValueRange, argument_ranges, arguments, model_ranges

Compute = Callable[[list[Any]], Any]
Limits = tuple[tuple[str, ValueRange | None], ...]
"""Of an event model, the name of each argument and its range"""
MOST_VERTICES = 12
"""arguments without a known direction whose vertices are all evaluated"""


_NO_END = worded("tree_problem.no_vertex", "an operation has no value at an end of its arguments' bounds")


def number(x: Any) -> float:
    """A computed scalar; raises :class:`NoEnclosure` where it is none."""
    with np.errstate(all="ignore"):
        result = float(x)
    if math.isnan(result):
        raise NoEnclosure(_NO_END)
    return result


@dataclass(frozen=True, slots=True, eq=False)
class Monotone:
    """A function monotone in each argument: ``directions`` by argument, 0 where the direction depends on the others.

    Arguments beyond those listed have the last direction.  ``domain`` is where this holds; outside it there is no
    enclosure.
    """

    name: str
    compute: Compute
    directions: Signs
    domain: Range = (-math.inf, math.inf)
    limits: Limits = ()
    rational: bool = False
    """whether it computes the exact number of rational arguments"""

    def __call__(self, a: list[Any]) -> Any:
        return self.compute(a)

    def signs(self, ranges: Sequence[Range]) -> Signs:
        if any(a < self.domain[0] or b > self.domain[1] for a, b in ranges):
            return (0,) * len(ranges)
        return tuple(self.directions[min(i, len(self.directions) - 1)] for i in range(len(ranges)))

    def enclose(self, ranges: Sequence[Range]) -> Range:
        if all(a == b for a, b in ranges):
            exact = number(self.compute([a for a, _ in ranges]))
            return exact, exact
        if any(a < self.domain[0] or b > self.domain[1] for a, b in ranges):
            raise NoEnclosure(
                worded(
                    "tree_problem.leaves_domain",
                    "an argument of {name} leaves {low} to {high}",
                    name=self.name, low=f"{self.domain[0]:g}", high=f"{self.domain[1]:g}",
                )
            )  # fmt: skip
        signs = self.signs(ranges)
        free = [i for i, (s, (a, b)) in enumerate(zip(signs, ranges, strict=True)) if s == 0 and a != b]
        if len(free) > MOST_VERTICES:
            raise NoEnclosure(
                worded(
                    "tree_problem.vertices",
                    "{name} has more than {most} uncertain arguments of unknown direction",
                    name=self.name,
                    most=MOST_VERTICES,
                )
            )
        low = [b if s < 0 else a for s, (a, b) in zip(signs, ranges, strict=True)]
        high = [a if s < 0 else b for s, (a, b) in zip(signs, ranges, strict=True)]
        lows, highs = [], []
        for ends in itertools.product(*(ranges[i] for i in free)):
            for i, end in zip(free, ends, strict=True):
                low[i] = high[i] = end
            with np.errstate(all="ignore"):
                lows.append(number(self.compute(list(low))))
                highs.append(number(self.compute(list(high))))
        return min(lows), max(highs)


@dataclass(frozen=True, slots=True, eq=False)
class Ruled:
    """A function with a rule of its own for enclosure (and for directions, unknown unless given)."""

    compute: Compute
    rule: Callable[[Sequence[Range]], Range]
    direction: Callable[[Sequence[Range]], Signs] = lambda ranges: (0,) * len(ranges)
    limits: Limits = ()

    def __call__(self, a: list[Any]) -> Any:
        return self.compute(a)

    def signs(self, ranges: Sequence[Range]) -> Signs:
        return self.direction(ranges)

    def enclose(self, ranges: Sequence[Range]) -> Range:
        with np.errstate(all="ignore"):  # an end that is infinite, or no number, is an answer
            if all(a == b for a, b in ranges):
                exact = number(self.compute([a for a, _ in ranges]))
                return exact, exact
            return self.rule(ranges)


def times(x: Range, y: Range) -> Range:
    """The product; 0 times anything is 0."""
    ends = [0.0 if 0.0 in (a, b) else a * b for a in x for b in y]
    return min(ends), max(ends)


def _product(ranges: Sequence[Range]) -> Range:
    result: Range = (1.0, 1.0)
    for one in ranges:
        result = times(result, one)
    return result


def _product_signs(ranges: Sequence[Range]) -> Signs:
    before = list(itertools.accumulate(ranges, times, initial=(1.0, 1.0)))
    behind = list(itertools.accumulate(reversed(ranges), times, initial=(1.0, 1.0)))[::-1]
    others = [times(before[i], behind[i + 1]) for i in range(len(ranges))]
    return tuple(1 if low >= 0.0 else -1 if high <= 0.0 else 0 for low, high in others)


def _inverse(x: Range) -> Range:
    if x[0] <= 0.0 <= x[1]:
        raise NoEnclosure(worded("tree_problem.divisor", "a divisor may be 0 within its bounds"))
    return 1.0 / x[1], 1.0 / x[0]


def _quotient(ranges: Sequence[Range]) -> Range:
    return _product([ranges[0], *map(_inverse, ranges[1:])])


def _quotient_signs(ranges: Sequence[Range]) -> Signs:
    signs = _product_signs([ranges[0], *map(_inverse, ranges[1:])])
    return (signs[0], *(-s for s in signs[1:]))


def _power(ranges: Sequence[Range]) -> Range:
    (a, b), exponent = ranges
    whole = exponent[0] == exponent[1] and exponent[0] == round(exponent[0])
    if a < 0.0 and whole:
        ends = [number(np.power(float(x), exponent[0])) for x in (a, b)]
        inside = [0.0] if a < 0.0 < b else []
        if inside and exponent[0] < 0.0:
            raise NoEnclosure(
                worded("tree_problem.zero_base", "the base of a negative power may be 0 within its bounds")
            )
        return min(ends + inside), max(ends + inside)
    if a < 0.0:
        raise NoEnclosure(
            worded("tree_problem.negative_base", "the base of a power may be negative within its bounds")
        )
    # y ln x is monotone in each argument, so that the extremes stand at vertices
    ends = [number(np.power(float(x), y)) for x in (a, b) for y in exponent]
    return min(ends), max(ends)


def _power_signs(ranges: Sequence[Range]) -> Signs:
    (a, b), (low, high) = ranges
    if a < 0.0:
        return 0, 0
    return (1 if low >= 0.0 else -1 if high <= 0.0 else 0), (1 if a >= 1.0 else -1 if b <= 1.0 else 0)


def _magnitude(ranges: Sequence[Range]) -> Range:
    a, b = ranges[0]
    return (0.0 if a <= 0.0 <= b else min(abs(a), abs(b))), max(abs(a), abs(b))


def _magnitude_signs(ranges: Sequence[Range]) -> Signs:
    a, b = ranges[0]
    return (1 if a >= 0.0 else -1 if b <= 0.0 else 0,)


def _cosh(ranges: Sequence[Range]) -> Range:
    a, b = _magnitude(ranges)
    return math.cosh(a), math.cosh(b)


_MOST_TURNS = 1e6
"""argument up to which a sine is followed: beyond, its turns lose digits"""
_NEAR_A_TURN = 1e-9


def sine(x: Range) -> Range:
    """Where the sine lies: at its ends, or at a turn between them."""
    low, high = x
    if high - low >= 2.0 * math.pi or max(abs(low), abs(high)) > _MOST_TURNS:
        return -1.0, 1.0
    ends = math.sin(low), math.sin(high)
    return (
        -1.0 if _turns(low, high, -0.5 * math.pi) else min(ends),
        1.0 if _turns(low, high, 0.5 * math.pi) else max(ends),
    )


def _turns(low: float, high: float, at: float) -> bool:
    """Whether ``at``, or any number of whole turns from it, lies between two numbers."""
    count = math.ceil((low - _NEAR_A_TURN - at) / (2.0 * math.pi))
    return at + count * 2.0 * math.pi <= high + _NEAR_A_TURN


def _cosine(ranges: Sequence[Range]) -> Range:
    low, high = ranges[0]
    return sine((low + 0.5 * math.pi, high + 0.5 * math.pi))


def _choice(ranges: Sequence[Range]) -> Range:
    possible = []
    for condition, value in zip(ranges[:-1:2], ranges[1::2], strict=True):
        if condition != (0.0, 0.0):
            possible.append(value)
        if not condition[0] <= 0.0 <= condition[1]:
            break
    else:
        possible.append(ranges[-1])
    return min(low for low, _ in possible), max(high for _, high in possible)


def _choice_signs(ranges: Sequence[Range]) -> Signs:
    return (*(0, 1) * (len(ranges) // 2), 1)


def _refuse(name: str) -> Callable[[Sequence[Range]], Range]:
    def rule(_ranges: Sequence[Range]) -> Range:
        raise NoEnclosure(
            worded("tree_problem.not_enclosed", "{name} of an uncertain number is not enclosed", name=name)
        )

    return rule


def operation_limits(name: str, count: int) -> Limits:
    """The arguments of an operation that is an event model."""
    ranges = argument_ranges(name, count)
    return tuple((own, ranges.get(own)) for own in arguments(name, count))


def model_limits(model: type, names: Sequence[str]) -> Limits:
    """The arguments of an event model, by the names of its parameters."""
    return tuple((name, model_ranges(model).get(name)) for name in names)


def _op(name: str, *directions: int, domain: Range = (-math.inf, math.inf)) -> Monotone:
    return Monotone(name, OPERATIONS[name], directions, domain, operation_limits(name, len(directions)))


def _within(low: float, high: float) -> Callable[[Sequence[Range]], Range]:
    return lambda _ranges: (low, high)


_FROM_ZERO = (0.0, math.inf)

FUNCTIONS: dict[str, Monotone | Ruled] = {
    **{name: _op(name, 1) for name in ("add", "exp", "sinh", "tanh", "atan", "ceil", "floor", "min", "max", "mean")},
    **{name: _op(name, 1, domain=_FROM_ZERO) for name in ("log", "log10", "sqrt")},
    "sub": Monotone("sub", OPERATIONS["sub"], (1, -1)),
    "neg": _op("neg", -1), "asin": _op("asin", 1, domain=(-1.0, 1.0)), "acos": _op("acos", -1, domain=(-1.0, 1.0)),
    "mul": Ruled(OPERATIONS["mul"], _product, _product_signs),
    "div": Ruled(OPERATIONS["div"], _quotient, _quotient_signs),
    "pow": Ruled(OPERATIONS["pow"], _power, _power_signs),
    "abs": Ruled(OPERATIONS["abs"], _magnitude, _magnitude_signs),
    "cosh": Ruled(OPERATIONS["cosh"], _cosh, _magnitude_signs),
    "sin": Ruled(OPERATIONS["sin"], lambda ranges: sine(ranges[0])), "cos": Ruled(OPERATIONS["cos"], _cosine),
    **{name: Ruled(OPERATIONS[name], _refuse(name)) for name in ("tan", "mod")},
    **{name: Ruled(OPERATIONS[name], _within(0.0, 1.0)) for name in ("not", "and", "or", "eq", "df")},
    **{name: _op(name, -1, 1) for name in ("lt", "leq")}, **{name: _op(name, 1, -1) for name in ("gt", "geq")},
    "ite": Ruled(OPERATIONS["ite"], _choice, _choice_signs),
    "exponential": _op("exponential", 1, 1, domain=_FROM_ZERO),
    "glm": _op("glm", 1, 1, -1, 0, domain=_FROM_ZERO),
    "weibull": _op("weibull", -1, 0, -1, 1, domain=_FROM_ZERO),
}  # fmt: skip
"""enclosure of each :class:`~casegen.model.fault_tree.Operation`; ``periodic-test`` has its own, by arguments"""
