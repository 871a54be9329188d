"""Functions that compute as numpy and decimals do in a process where nobody set anything, whatever their caller has set.

Source: the default of ``numpy.seterr``: what is too small for a number is 0, without a word (IEEE 754, binary64); the
context that Python's ``decimal`` begins with.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Context, DivisionByZero, InvalidOperation, Overflow, localcontext
from functools import cached_property, wraps
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

import numpy as np

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Kind = TypeVar("Kind", bound=type)

NUMPY: dict[str, Any] = {
    "divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn",
}  # fmt: skip
"""how numpy begins: the settings of ``numpy.seterr``"""
DECIMALS = Context(
    prec=28, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999, capitals=1, clamp=0, flags=[],
    traps=[InvalidOperation, DivisionByZero, Overflow],
)  # fmt: skip
"""how Python's decimals begin"""


def in_own_arithmetic(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """``function`` under the settings of numpy and decimals as they begin; afterwards they are as before.

    >>> import numpy as np
    >>> with np.errstate(all="raise"):
    ...     in_own_arithmetic(lambda: float(np.float64(1e-200) * 1e-200))()
    0.0
    """

    @wraps(function)
    def compute(*given: Given.args, **named: Given.kwargs) -> Answer:
        with np.errstate(**NUMPY), localcontext(DECIMALS):
            return function(*given, **named)

    return compute


def computes_by_itself(kind: Kind) -> Kind:
    """The class, whose methods and properties compute as by :func:`in_own_arithmetic`; those of Python's own do not."""
    for name, member in [*vars(kind).items()]:
        if isinstance(member, FunctionType) and (not name.startswith("__") or name == "__call__"):
            setattr(kind, name, in_own_arithmetic(member))
        elif isinstance(member, property) and member.fget:
            setattr(kind, name, property(in_own_arithmetic(member.fget), doc=member.__doc__))
        elif isinstance(member, cached_property):
            wrapped = cached_property(in_own_arithmetic(member.func))
            wrapped.__set_name__(kind, name)
            setattr(kind, name, wrapped)
    return kind
