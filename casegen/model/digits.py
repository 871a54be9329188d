"""Numbers for people, with as many digits as it takes to tell two of them apart."""

from __future__ import annotations

import math

ALL_DIGITS = 17
"""significant digits that tell any two floating-point numbers apart"""


def apart(*values: float, digits: int = 4) -> tuple[str, ...]:
    """Each value with ``digits`` significant digits, or as many more as show which of them differ.

    >>> apart(0.25, 0.5), apart(0.00014812, 0.00014811), apart(1.0, 1.0 + 2**-52)
    (('0.25', '0.5'), ('0.00014812', '0.00014811'), ('1', '1.0000000000000002'))
    """
    count = digits_apart(*values, digits=digits)
    return tuple(_plain(value, count) for value in values)


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


def _plain(value: float, digits: int) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:.{digits}g}"
