"""What an operation gives of decimals as they were typed, in rational arithmetic.

``36 mod 0.1`` is 0 and ``3 * 0.6`` is 1.8, which they are not of the floating-point numbers nearest to them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from casegen.fta.events.conversion import Conversion
from casegen.fta.events.enclosures import Monotone
from casegen.fta.events.expressions import Apply, Expression, Fixed, Settled
from casegen.model.digits import significant
from casegen.model.quantity import Dependence

TYPED_DIGITS = 15
"""digits up to which every decimal has a floating-point number of its own"""
_MOST_BITS = 4096
"""of a numerator or denominator that is still computed with"""
_MOST_POWER = 64
_LARGEST = Fraction(10) ** 300
"""what is computed with, well below the largest floating-point number"""

_ARITHMETIC: dict[str, Callable[[Sequence[Fraction]], Fraction]] = {
    "add": lambda a: sum(a, start=Fraction(0)),
    "sub": lambda a: a[0] - sum(a[1:], start=Fraction(0)) if len(a) > 1 else -a[0],
    "mul": lambda a: _product(a),
    "div": lambda a: a[0] / _product(a[1:]),
    "mean": lambda a: sum(a, start=Fraction(0)) / len(a),
    "pow": lambda a: _power(a[0], a[1]),
    "neg": lambda a: -a[0],
}
_CHOSEN: dict[str, Callable[[Sequence[Fraction]], Fraction]] = {
    "abs": lambda a: abs(a[0]),
    "min": min,
    "max": max,
    "ceil": lambda a: Fraction(math.ceil(a[0])),
    "floor": lambda a: Fraction(math.floor(a[0])),
    "mod": lambda a: a[0] - a[1] * math.trunc(a[0] / a[1]),
}
_CONDITIONS: dict[str, Callable[[Sequence[Fraction]], bool]] = {
    "not": lambda a: not a[0],
    "and": all,
    "or": any,
    "eq": lambda a: a[0] == a[1],
    "df": lambda a: a[0] != a[1],
    "lt": lambda a: a[0] < a[1],
    "gt": lambda a: a[0] > a[1],
    "leq": lambda a: a[0] <= a[1],
    "geq": lambda a: a[0] >= a[1],
}


def typed(x: float) -> Fraction | None:
    """The decimal that was typed for ``x``; None where it has so many digits that several are meant."""
    if not math.isfinite(x) or significant(x) > TYPED_DIGITS:
        return None
    return Fraction(repr(x))


def exactly(op: str, arguments: Sequence[Expression]) -> Fraction | None:
    """What the operation ``op`` gives of known numbers; None where it is not known exactly, or is no rational number.

    A typed 1 may be 0.99999999999999999: it is compared as it stands, but nothing is computed with it here.
    """
    known = [exact_number(a) for a in arguments]
    if op == "ite":
        pairs = zip(known[:-1:2], known[1::2], strict=True)
        # an unknown condition stands before whatever follows it
        chosen = next((None if c is None else value for c, value in pairs if c is None or c), known[-1])
        return None if chosen == 1 else chosen
    a = [x for x in known if x is not None]
    if len(a) < len(known):
        return None
    if op in _CONDITIONS:
        return Fraction(_CONDITIONS[op](a))
    ones = any(isinstance(x, Fixed) and x.number == 1.0 for x in arguments)
    if ones and op in _ARITHMETIC:
        return None
    compute = _ARITHMETIC.get(op) or _CHOSEN.get(op)
    try:
        result = compute(a) if compute else None
    except (ArithmeticError, ValueError):
        return None
    if result is None or (ones and result == 1) or _long(result):
        return None
    return result


def exact_number(expression: Expression) -> Fraction | None:
    """The number as decimals alone give it; None where that is not known."""
    if isinstance(expression, Settled):
        return expression.exact
    if isinstance(expression, Apply) and isinstance(expression.function, Conversion):
        x = exact_number(expression.arguments[0])
        return None if x is None or x == 1 else _converted(expression.function, x)
    if isinstance(expression, Apply) and isinstance(expression.function, Monotone):
        return _of_rationals(expression.function, expression.arguments)
    return typed(expression.number) if isinstance(expression, Fixed) else None


def _of_rationals(function: Monotone, arguments: Sequence[Expression]) -> Fraction | None:
    """What a function of rational numbers gives of decimals; None of a typed 1, which may be more nines."""
    known = [exact_number(a) for a in arguments] if function.rational else []
    a = [x for x in known if x is not None and x != 1]
    if not a or len(a) < len(known):
        return None
    try:
        result = Fraction(function.compute(a))
    except ArithmeticError:
        return None
    return None if _long(result) else result


def _converted(change: Conversion, x: Fraction) -> Fraction | None:
    """As :class:`Conversion`, its upper end; None over hours that are independent, which is no rational number."""
    e, x = change.exposure, 1 - x if change.complement else x
    if e is None:
        return x
    size, share = (typed(s) if s is not None else Fraction(1) for s in (e.demands or e.hours, e.share))
    if size is None or share is None:
        return None
    try:
        if e.dependence is Dependence.ANY:
            result = min(Fraction(1), size * x / share)
        elif e.demands is None or x > share:
            return None
        else:
            result = 1 - _power(1 - x / share, size)
    except ValueError:
        return None
    return None if _long(result) else result


def _product(a: Sequence[Fraction]) -> Fraction:
    """The product; ends where it has become too long, since each further factor makes it longer still."""
    result = Fraction(1)
    for x in a:
        result *= x
        if max(result.numerator.bit_length(), result.denominator.bit_length()) > 4 * _MOST_BITS:
            raise OverflowError("too long a product")
    return result


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1 or abs(exponent) > _MOST_POWER:
        raise ValueError("no rational number, or too long a one")
    return base ** int(exponent)


def _long(x: Fraction) -> bool:
    return abs(x) > _LARGEST or max(x.numerator.bit_length(), x.denominator.bit_length()) > _MOST_BITS
