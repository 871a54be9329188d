"""Where the number of an event truly lies: what rounding may have taken from it, enclosed.

Numbers that a person types are decimals, of which a floating-point number is the nearest; operations round again.  Where
nothing cancels, that leaves a few units in the last place.  ``1 - (1 - 1e-18)`` and ``(a + b) - a`` lose digits, and
the enclosure of every step, rounded outward, shows how many.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from casegen.fta.arrays import np
from casegen.fta.events.beside_tests import test_sides
from casegen.fta.events.conversion import Conversion
from casegen.fta.events.decimals import typed
from casegen.fta.events.enclosures import Monotone, Ruled
from casegen.fta.events.expressions import (
    Apply,
    Expression,
    Fixed,
    Input,
    NoEnclosure,
    Range,
    Settled,
    mean_draw,
)
from casegen.fta.events.operations import OPERATIONS
from casegen.fta.events.orders import Order

_UNIT = 2.0**-53
_LIBRARY = 32.0 * _UNIT
"""relative error of a model or of a library's function, generously"""
_SUMS = {OPERATIONS[name] for name in ("add", "sub", "mean")}
_LOGICAL = {OPERATIONS[name] for name in ("not", "and", "or", "eq", "df", "lt", "gt", "leq", "geq")}
_PRODUCTS = {OPERATIONS[name] for name in ("mul", "div", "pow", "abs", "cosh", "ite")}
_CHOICES = {OPERATIONS[name] for name in ("neg", "abs", "min", "max", "ite", "ceil", "floor")}
"""operations that do not round"""
_MODELS = ("exponential", "glm", "weibull")
"""what gives probabilities, never below 0"""
_SMALLEST = 5e-324
_TINY = 1e-290
"""what is below may have lost digits, or all of them, to numbers that a computer does not hold"""
_CHAIN = 1e-300
"""more than the steps of a chain may lose so"""
_EVERYTHING: Range = (-math.inf, math.inf)


def rounded(expression: Expression) -> Range:
    """Least and largest number that the expression may stand for, with every input at its point.

    Infinite where nothing is known.
    """
    if isinstance(expression, Settled):
        return expression.span
    if not isinstance(expression, Apply):
        return _typed(expression)
    point = _number(expression.value(mean_draw))
    if not expression.arguments:
        return point, point
    ranges = [rounded(argument) for argument in expression.arguments]
    function, sides = expression.function, test_sides(expression)
    if _too_early(expression, ranges):
        return 0.0, 0.0
    compute = getattr(function, "compute", None)
    if compute is OPERATIONS["mod"]:
        return _remainder(expression, ranges, point)
    for tried in (ranges, [(low, 1.0) if low < 1.0 < high else (low, high) for low, high in ranges]):
        try:  # what rounds to 1 as a probability cannot lie above it
            low, high = _enclosed(expression, tried, (point, *(sides or ())))
            break
        except (NoEnclosure, ArithmeticError, ValueError):
            continue
    else:
        return _EVERYTHING
    if compute in _LOGICAL or compute in _CHOICES:
        return min(low, point), max(high, point)
    largest = max(abs(low), abs(high))
    if compute in _SUMS:
        # each partial sum is rounded, and none is larger than the magnitudes together
        slack = len(ranges) * 2.0 * _UNIT * math.fsum(max(abs(a), abs(b)) for a, b in ranges)
    elif isinstance(function, Conversion) and function.complement:
        slack = _LIBRARY * largest + 2.0 * _UNIT * (1.0 if low < 1.0 else 0.0) * _slope(function)
    else:
        slack = _LIBRARY * largest
    if math.isnan(slack) or math.isnan(low) or math.isnan(high):
        return _EVERYTHING
    if largest < _TINY and _may_vanish(function, ranges):
        slack += _CHAIN if _follows_tests(function) else _SMALLEST
    low = min(low - slack, point)
    if isinstance(function, Conversion) or (isinstance(function, Monotone) and function.name in _MODELS):
        low = max(0.0, low)
    least, most = sides or (point, point)
    return min(low, least), max(high + slack, point, most)


def _remainder(expression: Apply, ranges: Sequence[Range], point: float) -> Range:
    """Where a remainder lies: as typed, ``36 mod 0.1`` is 0, but just below 0.1 of the numbers nearest to them.

    It has the sign of the dividend, and any size up to the divisor where the quotient may pass a whole number.
    """
    try:
        dividend, divisor = (_decimal(a, r) for a, r in zip(expression.arguments, ranges, strict=True))
    except (ValueError, OverflowError):
        return _EVERYTHING
    if divisor[0] <= 0 <= divisor[1]:
        return _EVERYTHING
    if dividend[0] < 0 < dividend[1]:
        most = max(map(abs, divisor))
        low, high = max(dividend[0], -most), min(dividend[1], most)
    else:
        (a, b), (c, d) = (sorted(map(abs, span)) for span in (dividend, divisor))
        whole = a // d
        low, high = (a - whole * d, b - whole * c) if b // c == whole else (Fraction(0), min(b, d))
        if dividend[0] < 0:
            low, high = -high, -low
    return min(outward(low, -math.inf), point), max(outward(high, math.inf), point)


def _decimal(argument: Expression, span: Range) -> tuple[Fraction, Fraction]:
    """An argument as it was typed, where its digits are so few that no other decimal is meant; else its range."""
    known = typed(argument.number) if isinstance(argument, Fixed) else None
    return (known, known) if known is not None else (Fraction(span[0]), Fraction(span[1]))


def outward(x: Fraction, toward: float) -> float:
    """The number nearest to ``x``, or the next one where that is not ``x``."""
    nearest = float(x)
    return nearest if Fraction(nearest) == x else math.nextafter(nearest, toward)


def _may_vanish(function: Any, ranges: Sequence[Range]) -> bool:
    """Whether the result may fall below the smallest number; sums cannot, and what cannot but be 0 is exact."""
    compute = getattr(function, "compute", None)
    if compute is OPERATIONS["mean"]:
        return any(span != (0.0, 0.0) for span in ranges)
    if compute in _SUMS:
        return False
    if (0.0, 0.0) not in ranges or isinstance(function, Order):
        return True
    # 0 whatever the others are: at numbers of which no product vanishes it is 0, too
    middle = [0.0 if span == (0.0, 0.0) else 0.5 for span in ranges]
    names = _names(function)
    if "hours" in names and middle[names.index("hours")]:
        hours = ranges[names.index("hours")]
        early = "first" in names and hours[1] <= ranges[names.index("first")][0]
        middle[names.index("hours")] = 0.25 if early else 2.0
    try:
        return _number(function(middle)) != 0.0
    except (ArithmeticError, ValueError):
        return True


def _names(function: Any) -> list[str]:
    """The arguments of an event model, by name."""
    return [name for name, _ in function.limits] if isinstance(function, Monotone | Ruled) else []


def _follows_tests(function: Any) -> bool:
    return "interval" in _names(function)


def _too_early(expression: Apply, ranges: Sequence[Range]) -> bool:
    """Whether a Weibull's time has not come: nothing is computed then, and nothing rounded."""
    function = expression.function
    if not (isinstance(function, Monotone) and function.name == "weibull"):
        return False
    _, _, location, hours = _as_typed(expression, ranges)
    return hours[1] <= location[0]


def _enclosed(expression: Apply, ranges: Sequence[Range], numbers: Sequence[float]) -> Range:
    """The reach of one operation, before its own rounding: its number, and beside a test that of each side."""
    point = numbers[0]
    function = expression.function
    compute = getattr(function, "compute", None)
    if isinstance(function, Conversion):
        low, high = sorted(_number(function([end])) for end in ranges[0])
        return low, high
    if compute in _LOGICAL and isinstance(function, Monotone | Ruled):
        return _truth(function, _as_typed(expression, ranges))
    if isinstance(function, Order):
        low, high = _moved(function, ranges, numbers)
        least, most = function.enclose([(0.5 * (a + b),) * 2 if a < b else (a, a) for a, b in ranges])
        return low + min(0.0, least - point), high + max(0.0, most - point)  # the integral has an error, too
    if isinstance(function, Monotone) or compute in _PRODUCTS:
        return function.enclose(ranges)
    return _moved(function, ranges, numbers)


def _slope(function: Conversion) -> float:
    """The most by which an error of a measure grows while it is converted."""
    e = function.exposure
    if e is None:
        return 1.0
    return (e.demands or e.hours or 1.0) / (e.share or 1.0)


def _typed(expression: Expression) -> Range:
    """A decimal as it is given: whole numbers are exact, except 1, which 0.99999999999999999 is read as."""
    x = expression.number if isinstance(expression, Fixed) else _number(expression.value(mean_draw))
    if x == 0.0 or not math.isfinite(x) or (x == round(x) and x != 1.0 and abs(x) < 2.0**53):
        return x, x
    if isinstance(expression, Input) and expression.distribution is not None:
        return x - _LIBRARY * abs(x), x + _LIBRARY * abs(x)
    return math.nextafter(x, -math.inf), math.nextafter(x, math.inf)


def _as_typed(expression: Apply, ranges: Sequence[Range]) -> list[Range]:
    """Of a comparison: decimals as they were typed are compared as typed, only what was computed may be otherwise."""
    return [
        r if isinstance(a, Apply | Settled) else (_number(a.value(mean_draw)),) * 2
        for a, r in zip(expression.arguments, ranges, strict=True)
    ]


def _truth(function: Monotone | Ruled, ranges: Sequence[Range]) -> Range:
    """Whether a condition holds: 0, 1 or, where rounding may have turned it, anything between."""
    if isinstance(function, Monotone):
        return function.enclose(ranges)
    if function.compute in (OPERATIONS["eq"], OPERATIONS["df"]):
        (a, b), (c, d) = ranges
        same = (1.0, 1.0) if a == b == c == d else (0.0, float(a <= d and c <= b))
        return same if function.compute is OPERATIONS["eq"] else (1.0 - same[1], 1.0 - same[0])
    least = [float(not a <= 0.0 <= b) for a, b in ranges]
    most = [float((a, b) != (0.0, 0.0)) for a, b in ranges]
    if function.compute is OPERATIONS["not"]:
        return 1.0 - most[0], 1.0 - least[0]
    chosen = min if function.compute is OPERATIONS["and"] else max
    return chosen(least), chosen(most)


def _moved(function: Callable[[list[Any]], Any], ranges: Sequence[Range], numbers: Sequence[float]) -> Range:
    """The first-order reach of a smooth function: each argument moved to its ends alone, what that does added up.

    Of several ``numbers``, between which it may jump, what is moved counts from the nearest: several arguments may each
    move the time to the other side of a test, and together they move it there once.
    """
    middle = [0.5 * (a + b) if a < b else a for a, b in ranges]
    below = above = 0.0
    for i, ends in enumerate(ranges):
        if ends[0] == ends[1]:
            continue
        moved = [_number(function([*middle[:i], end, *middle[i + 1 :]])) for end in ends]
        moves = [x - min(numbers, key=lambda number: abs(x - number)) for x in moved]
        below += min(0.0, *moves)
        above += max(0.0, *moves)
    return min(numbers) + below, max(numbers) + above


def _number(value: Any) -> float:
    with np.errstate(all="ignore"):
        return float(value)
