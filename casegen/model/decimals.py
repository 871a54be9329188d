"""Decimals are computed in a context of casegen's own: what a caller or a plug-in sets in Python's changes no digit.

Source: IEEE 754-2019 and the General Decimal Arithmetic Specification, as Python's ``decimal`` has them.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Context, DivisionByZero, InvalidOperation, Overflow, localcontext
from functools import wraps
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

OWN_CONTEXT = Context(
    prec=28, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999, capitals=1, clamp=0, flags=[],
    traps=[InvalidOperation, DivisionByZero, Overflow],
)  # fmt: skip
"""what Python begins with; 28 digits hold every sum of typed numbers here"""


def in_own_context(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """``function``, within which decimals have 28 digits, rounded half to even, whatever the caller's context says.

    >>> from decimal import Decimal, getcontext
    >>> in_own_context(lambda: Decimal(1) / 3)()
    Decimal('0.3333333333333333333333333333')
    """

    @wraps(function)
    def compute(*given: Given.args, **named: Given.kwargs) -> Answer:
        with localcontext(OWN_CONTEXT):
            return function(*given, **named)

    return compute
