"""Single numbers as a method gives them: of Python, of numpy or of another library's arrays, as plain numbers.

What is no number is not made one: numpy would read a text, a truth value, the real part of a complex number and what lies
below a mask as if somebody had measured it.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

_WIDE = {"float64", "float96", "float128", "longdouble"}
_SHORT = {"float16", "float32"}
_WHOLE = {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}


def as_number(value: object, outward: int = 0) -> float | None:
    """``value`` as a float; None for what is no number.

    Of half and single precision by the shortest digits that it is printed with, as tables are read.  An exact number
    that no float equals is the nearest one, and for a limit the next one on the safe side: ``outward`` is 1 for an upper
    limit, -1 for a lower one.
    """
    if isinstance(value, bool):
        return None
    if (dtype := getattr(value, "dtype", None)) is not None:
        return _of_array(value, dtype, outward)
    if not isinstance(value, Real | Decimal):
        return None
    try:
        number = float(value)
    except OverflowError:  # a whole number or a fraction of hundreds of digits
        return math.inf if value > 0 else -math.inf  # type: ignore[operator]
    except (TypeError, ValueError):  # a quantity with a unit, a number that is to raise errors
        return None
    if not isinstance(value, Rational | Decimal) or not math.isfinite(number):
        return number
    if number == 0:
        return 0.0 if value == 0 else None  # too small for a float: it would be read as nothing at all
    beyond = Fraction(value) - Fraction(repr(number))
    return math.nextafter(number, outward * math.inf) if beyond * outward > 0 else number


def as_whole(value: object) -> object:
    """A whole number of an array as a plain one; anything else stays what it is."""
    dtype = getattr(value, "dtype", None)
    return value if dtype is None or _name(dtype) not in _WHOLE or not _is_one(value) else int(value)  # type: ignore[call-overload]


def _of_array(value: Any, dtype: object, outward: int) -> float | None:
    name = _name(dtype)
    if not _is_one(value) or name not in _WIDE | _SHORT | _WHOLE | {"object"}:
        return None
    if name == "object" or name in _WHOLE:
        return as_number(value.item(), outward)
    try:
        number = float(value)
    except (TypeError, ValueError):  # a quantity with a unit
        return None
    if name in _WIDE:
        return number
    import numpy as np

    from casegen_evidence.short_precision import as_printed

    return float(as_printed(getattr(np, name)(number)))


def _name(dtype: object) -> str:
    """The type of an array's numbers by its name, also where it is no type of numpy: ``float32`` of ``torch.float32``."""
    name = getattr(dtype, "name", None)
    return name if isinstance(name, str) else str(dtype).rpartition(".")[2]


def _is_one(value: Any) -> bool:
    """Whether an array holds one number without axes, and no mask lies over it."""
    return not getattr(value, "ndim", 0) and not bool(getattr(value, "mask", False))
