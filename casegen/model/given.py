"""A number given in Python, as a file would hold it; what is none, or would count as another, is refused."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any

from casegen.model.case import CALL, Location
from casegen.model.diagnostic import InputError
from casegen.model.digits import significant
from casegen.model.setting import ALWAYS_KEPT, MORE_DIGITS
from casegen.model.shown import shown
from casegen.model.units_of_values import DEEPEST, NestedTooDeepError, unit_of

_LONG = re.compile(r"\S{1000,}")
_MOST_LETTERS = 4_000
"""of a message: more than any has that a caller does not lengthen by a text of its own"""
_SHORT = re.compile(r"(?:^|[^b])float(?:16|32)$|^f$", re.IGNORECASE)
"""names of the types of short numbers"""
_FEW_DIGITS = re.compile(r"bfloat16|float8|float4")
"""names of types with two or three digits, which NumPy does not print"""
_NO_NUMBER = {"m": "a number without a unit", "M": "a number or a text"}
"""kinds of numpy of which a scalar is no number: durations, times"""
_MOST_BITS = 14_280
"""of a whole number: Python writes no more than 4,300 digits"""


def refused(message: str, hint: str = "") -> InputError:
    """The error of a call."""
    return InputError.at(Location(CALL), shortened(message), hint=hint)


def shortened(message: str) -> str:
    """A message without the inside of a word or text that is longer than any name, which the caller passed."""
    text = _LONG.sub(lambda hit: f"{hit[0][:60]}… ({len(hit[0]):,} characters)", message)
    return text if len(text) <= _MOST_LETTERS else f"{text[:300]}… ({len(text):,} characters) …{text[-300:]}"


def expected_instead(what: str, expected: str, value: object) -> InputError:
    """The error of a call that gives ``what`` another value than is ``expected``."""
    return refused(f"{what}: expected {expected}, found {shown(value)}")


def is_no_list(values: object) -> bool:
    """Whether what can be iterated over is no list of values: frames give the names of columns, bytes numbers."""
    return hasattr(values, "columns") or isinstance(values, bytes | bytearray | memoryview)


def plain(value: Any, what: str) -> Any:
    """A setting as Python has it: the value of an array's scalar, a decimal or a fraction as the nearest number."""
    value = scalar(value, what)
    if not isinstance(value, int) or isinstance(value, bool):
        return value
    if what:
        _refuse_more_digits(value, what)
    return _as_float(value)


def scalar(value: Any, what: str) -> Any:
    """The same, whole numbers as they are; what is no number stays, but one that is masked, or has a unit, is refused."""
    refuse_hidden(value, what)
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:  # a frame of one cell has `item`, too
        if (kind := getattr(getattr(value, "dtype", None), "kind", "")) in _NO_NUMBER or _is_row(value):
            raise expected_instead(what, _NO_NUMBER.get(kind, "a number or a text"), value)
        digits = short_precision(value, what)
        value = (value if digits is None else digits).item()
    if isinstance(value, float):
        return value + 0.0  # -0.0 is 0.0
    if isinstance(value, int | Fraction) and _bits(value) > _MOST_BITS:
        raise expected_instead(what or "number", "a number of at most 4,300 digits", value)
    other = isinstance(value, Real | Decimal) and not isinstance(value, int)
    if what and isinstance(value, Decimal | Fraction):
        _refuse_more_digits(value, what)
    return _as_float(value) if other else value


def _is_row(value: Any) -> bool:
    """Whether a scalar is a row of a structured array."""
    return bool(getattr(getattr(value, "dtype", None), "names", None))


def _bits(value: int | Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def short_precision(value: Any, what: str) -> Any:
    """Numbers of 16 or 32 bits as an array of doubles, by the digits that they print; None for all other values.

    0.1 of 32 bits is no 0.10000000149, in an array of NumPy, PyTorch or Python as in a column of a data frame.
    """
    kind = str(getattr(value, "dtype", getattr(value, "typecode", "")))
    if _FEW_DIGITS.search(kind):
        raise refused(
            f"{what or 'number'}: expected a number of a type that NumPy has, found {kind}",
            "write the number with the digits that are meant",
        )
    if not _SHORT.search(kind):
        return None
    import numpy as np
    from casegen_evidence.short_precision import as_printed

    return as_printed(np.asarray(value.detach() if hasattr(value, "detach") else value))


def _refuse_more_digits(value: Decimal | Fraction | int, what: str) -> None:
    """Refuse what would count as another number that somebody typed: a third is no decimal, and the nearest number."""
    number = _as_float(value)
    if math.isnan(number) and (not isinstance(value, Decimal) or value.is_finite()):
        raise refused(f"{what}: {shown(value)} is too small for a number, and would be read as 0")
    if not math.isfinite(number):
        return
    few = significant(number) <= ALWAYS_KEPT
    if Fraction(value) != Fraction(repr(number)) and (few or not isinstance(value, Fraction)):
        raise refused(f"{what}: {value} has {MORE_DIGITS} {number!r}", "give that, or fewer digits")


def refuse_hidden(values: Any, where: str) -> None:
    """Refuse values with a unit, and below a mask of numpy, at any depth: as plain numbers they would be others."""
    from casegen_evidence.returned import masked

    try:
        unit = unit_of(values)
    except NestedTooDeepError:
        raise refused(f"{where}: expected at most {DEEPEST} levels of lists and mappings") from None
    if unit:
        raise refused(
            f"{where}: expected plain numbers, found a unit ({unit})",
            "convert to the unit that casegen expects, and give the plain numbers",
        )
    if hidden := masked(values):
        raise refused(
            f"{where}: expected no masked values, found {hidden:,}",
            "leave those rows out, or fill them in: what lies below a mask was not measured",
        )


def _as_float(value: Real | Decimal | int) -> float:
    try:
        return float(value) or (math.nan if value else 0.0)  # what is not 0 is not read as 0
    except OverflowError:
        return math.inf if value > 0 else -math.inf  # type: ignore[operator]
    except ValueError:  # a decimal that signals that it is none
        return math.nan
