"""Numbers for people, with as many digits as it takes to tell two of them apart."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from casegen.model.decimals import in_own_context

ALL_DIGITS = 17
"""significant digits that tell any two floating-point numbers apart"""
ROUNDING = 1e-14
"""relative error that a computed probability may have: what lies nearer to a limit of decimals is taken as equal to it"""
SAME = 1e-12
"""relative difference up to which two computed numbers are shown as unchanged"""


def apart(*values: float, digits: int = 4) -> tuple[str, ...]:
    """Each value with ``digits`` significant digits, or as many more as show which of them differ.

    >>> apart(0.25, 0.5), apart(0.00014812, 0.00014811), apart(1.0, 1.0 + 2**-52)
    (('0.25', '0.5'), ('0.00014812', '0.00014811'), ('1', '1.0000000000000002'))
    """
    count = digits_apart(*values, digits=digits)
    return tuple(_plain(value or 0.0, count) for value in values)  # zero has no sign


def times(after: float | None, before: float | None) -> float | None:
    """``after`` as a multiple of ``before``: 1 where they are equal up to rounding; None where there is no such number.

    >>> times(0.5, 0.25), times(0.1 + 0.2, 0.3), times(0.1, 0.0), times(None, 0.1)
    (2.0, 1.0, None, None)
    """
    if after is None or before is None or not before:
        return None
    return 1.0 if same(after, before) else after / before


def same(one: float | None, other: float | None) -> bool:
    """Whether two computed numbers are equal up to rounding, or both missing.

    >>> same(0.1 + 0.2, 0.3), same(None, None), same(None, 0.0), same(0.5, 0.500001)
    (True, True, False, False)
    """
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=SAME)


def digits_apart(*values: float | None, digits: int = 3) -> int:
    """How many significant digits, at least ``digits``, show which of the finite values differ.

    >>> digits_apart(0.5, 0.25), digits_apart(0.00014812, 0.00014811), digits_apart(None, 0.1)
    (3, 5, 3)
    """
    known = {value for value in values if value is not None and math.isfinite(value)}
    for count in range(digits, ALL_DIGITS):
        if len({_plain(value, count) for value in known}) == len(known):
            return count
    return ALL_DIGITS


def outward_span(lower: float, upper: float, *, digits: int = 4) -> tuple[str, str]:
    """Both ends of an interval, rounded outward, with as many digits as tell them apart.

    >>> outward_span(3e-05, 3.0000000002e-05)
    ('3e-05', '3.0000000002e-05')
    """
    digits = digits_apart(lower, upper, digits=digits)
    return outward(lower, upper=False, digits=digits), outward(upper, upper=True, digits=digits)


def outward(value: float, *, upper: bool, digits: int = 4) -> str:
    """A bound with ``digits`` significant digits: an ``upper`` one rounded up, a lower one down.

    So a printed bound never says more than the bound itself.

    >>> outward(0.00099812, upper=True), outward(0.98416, upper=False, digits=3), outward(0.25, upper=True)
    ('0.0009982', '0.984', '0.25')
    """
    shown = round_outward(value, upper=upper, digits=digits)
    return _plain(shown, max(digits, significant(shown)))


@in_own_context
def round_outward(value: float, *, upper: bool, digits: int = 4, whole: float = 1.0) -> float:
    """The number that :func:`outward` prints: what is below ``whole`` (100 for percent) never comes to it.

    >>> round_outward(9.9801e-4, upper=True, digits=3), round_outward(-2.0, upper=False)
    (0.000999, -2.0)
    >>> round_outward(0.9999981, upper=True), round_outward(99.9998, upper=True, digits=3, whole=100.0)
    (0.999999, 99.9998)
    """
    if not math.isfinite(value) or value == 0.0:
        return value
    shortest = Decimal(repr(value))
    unit = Decimal((0, (1,), shortest.adjusted() - digits + 1))
    shown = float(shortest.quantize(unit, ROUND_CEILING if upper else ROUND_FLOOR))
    if value < whole == shown and digits < ALL_DIGITS:
        return round_outward(value, upper=upper, digits=digits + 1, whole=whole)
    return shown


def hours_text(hours: float) -> str:
    """A time of a mission in hours.

    >>> hours_text(8640.0), hours_text(8322.25), hours_text(0.25)
    ('8,640', '8,322.2', '0.25')
    """
    return f"{hours:,.1f}".rstrip("0").rstrip(".") if hours >= 100.0 else f"{hours:.4g}"


def hours_apart(*hours: float) -> tuple[str, ...]:
    """Times as :func:`hours_text` gives them, with as many digits as show which of them differ.

    >>> hours_apart(8640.0, 8760.0), hours_apart(1440.0, 1440.0001), hours_apart(0.25, 0.25)
    (('8,640', '8,760'), ('1,440', '1,440.0001'), ('0.25', '0.25'))
    """
    shown = tuple(map(hours_text, hours))
    if len({*shown}) == len({*hours}):
        return shown
    count = digits_apart(*hours)
    return tuple(f"{float(f'{one:.{count}g}'):,}".removesuffix(".0") for one in hours)


STATED_DIGITS = 12
"""significant digits that a person types at most; a number with more of them is computed"""
_KEPT_DIGITS = 15
"""significant digits with which every typed number is kept: a limit is shown with as many (IEEE 754, binary64)"""


def significant(value: float) -> int:
    """How many significant digits the shortest text of the number has.

    >>> significant(0.00099808), significant(1200.0), significant(0.0), significant(1 / 3)
    (5, 2, 1, 16)
    """
    if not math.isfinite(value):
        return 1
    mantissa = repr(abs(float(value))).partition("e")[0].replace(".", "")
    return max(1, len(mantissa.strip("0")))


def round_limit(
    value: float, *, upper: bool, digits: int = 6, whole: float = 1.0, computed: bool = False
) -> float:
    """A limit as it is shown: every digit that was stated; a computed one rounded to its strict side.

    ``upper``: the limit is from above.  ``computed``: it is no number that somebody typed, unless it is a short one.

    >>> round_limit(1.23456789012345e-4, upper=True), round_limit(1 / 3, upper=True)
    (0.000123456789012345, 0.333333)
    """
    if significant(value) <= (STATED_DIGITS if computed else _KEPT_DIGITS):
        return value
    return round_outward(value, upper=not upper, digits=digits, whole=whole)


def limit(value: float, *, upper: bool, digits: int = 6, computed: bool = False) -> str:
    """What :func:`round_limit` gives, as text: a printed limit never asks for less than the limit itself.

    >>> limit(0.00099808, upper=True), limit(0.98, upper=False), limit(2 / 3, upper=True, digits=3)
    ('0.00099808', '0.98', '0.666')
    """
    shown = round_limit(value, upper=upper, digits=digits, computed=computed)
    return _plain(shown, max(6, significant(shown)))


def in_full(value: float) -> str:
    """A number that somebody stated, with all its digits.

    >>> in_full(0.9000001), in_full(0.05), in_full(1e-9), in_full(1500000.0)
    ('0.9000001', '0.05', '1e-09', '1500000')
    """
    return _plain(value, max(7, significant(value)))


def level(value: float, digits: int = 6) -> str:
    """A confidence: every digit that was stated; a computed one rounded down, what rounding of sums left aside.

    >>> level(0.9000001), level(1 - 0.05), level(1 - 0.0123456789), level(0.95 - 1e-16)
    ('0.9000001', '0.95', '0.9876543211', '0.95')
    """
    plain = float(f"{value:.{STATED_DIGITS}g}")
    if math.isclose(plain, value, rel_tol=4e-16):
        return in_full(plain)
    return outward(value, upper=False, digits=digits)


def bound_and_limit(
    bound: float, limit: float, *, upper: bool, digits: int = 3, whole: float = 1.0, is_bound: bool = True,
    computed: bool = False,
) -> tuple[str, str]:  # fmt: skip
    """A number rounded outward and the limit it is compared with, so that the two read as they compare.

    ``upper``: the limit is from above, and a bound an upper one.  The limit is shown as :func:`limit` shows it, the
    number no farther from itself than the limit is.  What ``is_bound`` denies is rounded to the nearest.
    ``computed`` as in :func:`round_limit`.

    >>> bound_and_limit(0.00099812, 0.000998, upper=True), bound_and_limit(0.984, 0.98, upper=False)
    (('0.0009982', '0.000998'), ('0.984', '0.98'))
    >>> bound_and_limit(0.00099712, 0.000998, upper=True), bound_and_limit(0.00099805, 0.00099808, upper=True)
    (('0.0009972', '0.000998'), ('0.00099805', '0.00099808'))
    >>> bound_and_limit(0.1170002, 0.117, upper=True)
    ('0.1170002', '0.117')
    >>> bound_and_limit(0.0061234, 0.005, upper=True, is_bound=False)
    ('0.00612', '0.005')
    """
    for count in range(digits, ALL_DIGITS):
        shown = round_outward(bound, upper=upper, digits=count, whole=whole)
        if not is_bound:
            shown = _nearest(bound, count, whole)
        strict = round_limit(limit, upper=upper, digits=count, whole=whole, computed=computed)
        if _reads_as(bound, limit, shown, strict):
            return _plain(shown, max(6, significant(shown))), _plain(strict, max(6, significant(strict)))
    return _plain(bound, ALL_DIGITS), _plain(limit, ALL_DIGITS)


def digits_beside(value: float, limits: Iterable[float], rounded: Callable[[int], float], digits: int) -> int:
    """How many digits, at least ``digits``, ``rounded`` needs so that the value reads beside each limit as it compares.

    What is shown lies on the value's side of the limit, and no farther from the value than the limit does.

    >>> digits_beside(3.1606e-5, [3.1608e-5], lambda n: round_outward(3.1606e-5, upper=True, digits=n), 3)
    5
    """
    limits = [limit for limit in limits if math.isfinite(limit)]
    for count in range(digits, ALL_DIGITS):
        shown = rounded(count)
        if all(_reads_as(value, limit, shown, limit) for limit in limits):
            return count
    return ALL_DIGITS if limits else digits


def outward_beside(value: float, limits: Iterable[float], *, upper: bool, digits: int = 3) -> str:
    """As :func:`outward`, with the digits that show on which side of each limit the bound lies.

    >>> outward_beside(3.1606e-5, [3.1608e-5], upper=True), outward_beside(3.1606e-5, [], upper=True)
    ('3.1606e-05', '3.17e-05')
    """
    digits = digits_beside(
        value, limits, lambda count: round_outward(value, upper=upper, digits=count), digits
    )
    return outward(value, upper=upper, digits=digits)


def nearest_beside(value: float, limits: Iterable[float], *, digits: int = 3) -> str:
    """A number that is no bound, rounded to the nearest, with the digits that show on which side of each limit it lies.

    >>> nearest_beside(0.0061234, [0.005]), nearest_beside(0.0050001, [0.005]), nearest_beside(0.005, [0.005])
    ('0.00612', '0.0050001', '0.005')
    """
    digits = digits_beside(value, limits, lambda count: float(f"{value:.{count}g}"), digits)
    return _plain(value, digits)


def _reads_as(value: float, limit: float, shown: float, shown_limit: float) -> bool:
    """Whether two shown numbers compare as what they stand for, and the first is nearer to the value than the limit."""
    order = (value > limit) - (value < limit)
    near = not order or abs(shown - value) <= abs(value - limit)
    return near and (shown > shown_limit) - (shown < shown_limit) == order


def _nearest(value: float, digits: int, whole: float) -> float:
    """The nearest number of so many digits; what is below ``whole`` never comes to it."""
    shown = float(f"{value:.{digits}g}")
    return _nearest(value, digits + 1, whole) if value < whole == shown and digits < ALL_DIGITS else shown


def _plain(value: float, digits: int) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    text = f"{value:.{digits}g}"
    # 16 digits, rounded from the binary number, may name its neighbour
    return text if digits < 16 or float(text) == value else repr(value)
