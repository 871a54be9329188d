"""Numbers in sentences and documents: one style everywhere, bounds rounded outward, nothing below 1 printed as 1."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from decimal import Decimal
from functools import partial

from casegen.model.decimals import in_own_context
from casegen.model.digits import (
    ALL_DIGITS,
    bound_and_limit,
    digits_beside,
    level,
    round_limit,
    round_outward,
    significant,
)
from casegen.model.quantity import PROBABILITY_KINDS, MeasureKind

SPACE = "\u202f"
"""narrow no-break space: between a number and its sign, never at the end of a line"""
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
STATED = 6
"""significant digits of a value that are all shown"""
LEAST_PERCENT = 1e-3
"""probabilities and fractions from here on are given in percent"""

UNDERFLOW = 1e-300
"""a p-value that is stored as 0 is smaller than this: a computer has no number for it"""
_P_VALUES = frozenset({"smallest_p", "p_alike", "p-value", "p value"})


def underflows(name: str, value: object) -> bool:
    """Whether what is stored as 0 is a p-value, which is never exactly 0; ``name`` is that of its measure or column.

    >>> underflows("p_value", 0.0), underflows("p-value", 1e-9), underflows("probability", 0.0)
    (True, False, False)
    """
    return value == 0.0 and (name.endswith("p_value") or name in _P_VALUES)


def number(value: float | None, digits: int = 3, whole: float = 1.0, *, beside: Iterable[float] = ()) -> str:
    """``value`` with ``digits`` significant digits; small and large ones as a power of ten.

    A number between 0 and ``whole`` (1, or 100 for percent) is never printed as that: it gets the digits that it takes.
    ``beside``: limits that it stands with; it gets the digits that show on which side of each it lies.

    >>> number(0.000123456), number(0.25), number(None), number(0.0), number(0.99997)
    ('1.23\\u202f×\\u202f10⁻⁴', '0.25', '–', '0', '0.99997')
    >>> number(0.20000001, beside=[0.2]), number(0.2, beside=[0.2])
    ('0.20000001', '0.2')
    """
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == sys.float_info.max:  # a ratio that may be larger
        return f">{SPACE}{powered('1.79', 308)}"
    if value == 0:
        return "0"
    digits = digits_beside(value, beside, partial(_nearest, value), digits)
    while 0 < value < whole and digits < ALL_DIGITS and float(f"{value:.{digits - 1}e}") == whole:
        digits += 1
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    power = int(exponent)
    if -3 <= power < 6:
        plain = f"{value:.{max(digits - 1 - power, 0)}f}"
        plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
        return plain.replace("-", "−")
    return powered(mantissa, power)


def powered(mantissa: str, power: int) -> str:
    """A number as a power of ten.

    >>> powered("1.20", 31), powered("-1.00", -4)
    ('1.2\u202f×\u202f10³¹', '−10⁻⁴')
    """
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    head = "" if mantissa in ("1", "-1") else f"{mantissa}{SPACE}×{SPACE}"
    sign = "−" if mantissa == "-1" else ""
    return f"{sign}{head}10{str(power).translate(_SUPERSCRIPT)}".replace("-", "−")


def bound(value: float | None, *, upper: bool, digits: int = 3, beside: Iterable[float] = ()) -> str:
    """A bound, rounded outward: an ``upper`` one up, a lower one down; never onto 0 or 1 where it is neither.

    ``beside``: limits that it stands with; it gets the digits that show on which side of each it lies.

    >>> bound(0.0155001, upper=True), bound(0.98419, upper=False), bound(0.9999156, upper=True), bound(None, upper=True)
    ('0.0156', '0.984', '0.99992', '–')
    >>> bound(3.1606e-5, upper=True, beside=[3.1608e-5])
    '3.1606\\u202f×\\u202f10⁻⁵'
    """
    if value is None or not math.isfinite(value):
        return number(value)
    digits = digits_beside(
        value, beside, lambda count: round_outward(value, upper=upper, digits=count), digits
    )
    shown = round_outward(value, upper=upper, digits=digits)
    return number(shown, max(digits, significant(shown)))


def compared(
    value: float, limit: float, *, upper: bool, is_bound: bool = True, whole: float = 1.0
) -> tuple[str, str]:
    """A number and the limit it is compared with, in digits that read as they compare.

    A bound and the limit are rounded to the side that says less, a number that is no bound to the nearest, and up to six
    of its stated digits stand.
    ``upper``: the limit is from above.

    >>> compared(0.0155, 0.01, upper=True), compared(0.99997, 0.05, upper=True), compared(0.0500001, 0.05, upper=True)
    (('0.0155', '0.01'), ('0.99997', '0.05'), ('0.0500001', '0.05'))
    >>> compared(0.10005, 0.1001, upper=True, is_bound=False), compared(2 / 3, 0.5, upper=False, is_bound=False)
    (('0.10005', '0.1001'), ('0.667', '0.5'))
    """
    stated = significant(value)
    digits = 3 if is_bound or stated > STATED else max(3, stated)
    shown, strict = bound_and_limit(value, limit, upper=upper, digits=digits, whole=whole, is_bound=is_bound)
    return number(float(shown), _digits(shown)), in_full(float(strict))


def in_full(value: float | None) -> str:
    """A number that somebody stated, with all its digits.

    >>> in_full(0.00099808), in_full(0.9000001), in_full(1200.0)
    ('9.9808\\u202f×\\u202f10⁻⁴', '0.9000001', '1200')
    """
    return number(value) if value is None else number(value, max(3, significant(value)))


def limit(value: float | None, *, upper: bool) -> str:
    """A limit with every digit that was stated; a computed one rounded to its strict side.

    >>> limit(0.00099808, upper=True), limit(1 / 3, upper=False)
    ('9.9808\\u202f×\\u202f10⁻⁴', '0.333334')
    """
    return in_full(value if value is None else round_limit(value, upper=upper))


def _nearest(value: float, digits: int) -> float:
    return float(f"{value:.{digits - 1}e}")


def _digits(text: str) -> int:
    """The significant digits of a printed number, at least three."""
    mantissa = text.lower().split("e")[0].lstrip("-+").replace(".", "").lstrip("0")
    return max(3, len(mantissa))


@in_own_context
def in_percent(value: float) -> float:
    """A hundred times the number as printed: no noise of binary fractions that would be rounded outward.

    >>> 100 * 0.07, in_percent(0.07)
    (7.000000000000001, 7.0)
    """
    return float(Decimal(repr(value)) * 100)


def level_in_percent(value: float) -> str:
    """A confidence in percent, without the sign: every digit that was stated; a computed one rounded down.

    >>> level_in_percent(0.975), level_in_percent(0.9000001), level_in_percent(1 - 1 / 3)
    ('97.5', '90.00001', '66.6666')
    """
    return level(in_percent(value))


UNIT = {
    MeasureKind.PER_DEMAND: " per demand",
    MeasureKind.PER_MISSION: " per mission",
    MeasureKind.PER_HOUR: " per hour",
}


def quantities(
    value: float, limit: float, kind: MeasureKind, *, upper: bool, is_bound: bool = True
) -> tuple[str, str]:
    """As :func:`compared`, with the limit's unit; probabilities and fractions that are not small in percent.

    >>> quantities(0.0155, 0.01, MeasureKind.FRACTION, upper=True)
    ('1.55\\u202f%', '1\\u202f%')
    >>> quantities(8.9e-5, 1.5e-4, MeasureKind.PER_MISSION, upper=True)
    ('8.9\\u202f×\\u202f10⁻⁵', '1.5\\u202f×\\u202f10⁻⁴ per mission')
    >>> quantities(0.08800000000000001, 0.088, MeasureKind.FRACTION, upper=True)
    ('0.08800000000000001', '0.088')
    >>> quantities(0.999998, 0.05, MeasureKind.FRACTION, upper=True)
    ('99.9998\\u202f%', '5\\u202f%')
    """
    unit = UNIT.get(kind, "")
    apart = (value == limit) == (in_percent(value) == in_percent(limit))
    if apart and kind in PROBABILITY_KINDS and min(abs(value), abs(limit)) >= LEAST_PERCENT:
        shown, strict = compared(
            in_percent(value), in_percent(limit), upper=upper, is_bound=is_bound, whole=100.0
        )
        return f"{shown}{SPACE}%", f"{strict}{SPACE}%{unit}"
    shown, strict = compared(value, limit, upper=upper, is_bound=is_bound)
    return shown, strict + unit
