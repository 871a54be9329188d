"""Arithmetic under casegen's own settings: what a caller sets of numpy, decimals, rounding or warnings is the caller's.

Source: the default of ``numpy.seterr``: what is too small for a number is 0, without a word (IEEE 754, binary64).
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from decimal import localcontext
from functools import cached_property, wraps
from types import FunctionType
from typing import Any, TypeVar

from casegen_evidence.rounding import UnusualRounding, usual_rounding

from casegen.model.decimals import OWN_CONTEXT, Answer, Given
from casegen.model.stated_date import readable_date

Kind = TypeVar("Kind", bound=type)

NUMPY = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
"""how numpy begins: the settings of ``numpy.seterr``"""
_SHOWN = {"__repr__", "_repr_html_"}


@contextmanager
def own_arithmetic() -> Iterator[None]:
    """Within, numpy and decimals compute as they do in a process where nobody set anything; afterwards as before.

    Raises:
        InputError: ``SOURCE_DATE_EPOCH`` is no number: packages that compute read it where they are loaded; or numbers
            are rounded otherwise than by default, and that cannot be set back.
    """
    with _usual_rounding(), localcontext(OWN_CONTEXT), _errors_of_numpy(), readable_date():
        yield


@contextmanager
def _usual_rounding() -> Iterator[None]:
    try:
        with usual_rounding():
            yield
    except UnusualRounding as error:
        from casegen.model.diagnostic import InputError

        raise InputError.call(str(error)) from error


def _errors_of_numpy() -> Any:
    """Numpy that is not loaded is as it begins, and is loaded where it is first needed."""
    numpy = sys.modules.get("numpy")
    return nullcontext() if numpy is None else numpy.errstate(**NUMPY)


@contextmanager
def warnings_are_no_errors() -> Iterator[None]:
    """Within, a warning that the caller's filters would raise is shown instead: it is no fault of a measurement."""
    if all(action != "error" for action, *_ in warnings.filters):
        yield
        return
    with warnings.catch_warnings():
        warnings.filters[:] = [  # type: ignore[index]
            ("default" if action == "error" else action, *rest) for action, *rest in warnings.filters
        ]
        yield


def in_own_arithmetic(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """``function``, called within :func:`own_arithmetic`."""

    @wraps(function)
    def compute(*given: Given.args, **named: Given.kwargs) -> Answer:
        with own_arithmetic():
            return function(*given, **named)

    return compute


def computes_by_itself(kind: Kind) -> Kind:
    """The class, whose methods and properties compute within :func:`own_arithmetic`; those of Python's own do not."""
    for name, member in [*vars(kind).items()]:
        if isinstance(member, FunctionType) and (not name.startswith("__") or name in _SHOWN):
            setattr(kind, name, in_own_arithmetic(member))
        elif isinstance(member, property) and member.fget:
            setattr(kind, name, property(in_own_arithmetic(member.fget), doc=member.__doc__))
        elif isinstance(member, cached_property):
            wrapped = cached_property(in_own_arithmetic(member.func))
            wrapped.__set_name__(kind, name)
            setattr(kind, name, wrapped)
    return kind
