"""Floating-point numbers as IEEE 754 has them by default: rounded to the nearest, down to the smallest (4.9e-324).

A processor can be set otherwise, for a thread: ``torch.set_flush_denormal(True)``, libraries compiled with
``-ffast-math`` and ``fesetround`` do it.  Source: IEEE 754-2019, 4.3.3 and 7.5; ``fenv.h`` of ISO C, 7.6.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

_SMALLEST_NORMAL = sys.float_info.min
_ONE, _QUARTER, _THREE_QUARTERS = 1.0, sys.float_info.epsilon / 4, 3 * sys.float_info.epsilon / 4
"""shares of the step from 1 to the next number; names, since Python computes beforehand what is written in digits"""
_ROOM = 512
"""bytes for the state of a processor, which ``fegetenv`` writes: more than any needs"""
_DEFAULT = ctypes.c_void_p(-1)
"""``FE_DFL_ENV`` of the C libraries of Linux"""
_FLUSHED = "numbers below 2.2e-308 count as 0 in this thread, as libraries compiled with -ffast-math set it: do without"
_NOT_NEAREST = (
    "numbers are not rounded to the nearest in this thread, as fesetround sets it: set FE_TONEAREST"
)


class UnusualRounding(RuntimeError):
    """Floating-point numbers are computed otherwise than by default, and that cannot be set back."""


@contextmanager
def usual_rounding() -> Iterator[None]:
    """Within, numbers are rounded to the nearest and the smallest are kept; afterwards it is as before.

    Raises:
        UnusualRounding: it is otherwise in this thread, and cannot be set.
    """
    with same_rounding():
        if not _is_usual():
            _set_usual()
            _refuse_unusual()
        yield


@contextmanager
def same_rounding() -> Iterator[None]:
    """Afterwards numbers are computed as before.

    Raises:
        UnusualRounding: what was called within has set it otherwise, and it cannot be set back.
    """
    usual = _is_usual()
    before = None if usual else _state()
    try:
        yield
    finally:
        if usual and not _is_usual():
            _set_usual()
        elif before is not None:
            _set(before)
    if usual:
        _refuse_unusual()


def _is_usual() -> bool:
    """The smallest numbers are not 0 where they are computed or read, and sums are rounded to the nearest."""
    kept = _SMALLEST_NORMAL / 2 * 2 != 0
    return kept and _ONE + _QUARTER == _ONE and _ONE + _THREE_QUARTERS != _ONE


def _refuse_unusual() -> None:
    if not _is_usual():
        raise UnusualRounding(_FLUSHED if _SMALLEST_NORMAL / 2 * 2 == 0 else _NOT_NEAREST)


@cache
def _library() -> Any:
    """The C library, where its default state is known by its number."""
    if sys.platform.startswith("linux"):
        for name in (None, "libm.so.6"):
            with suppress(OSError):
                library = ctypes.CDLL(name)
                if hasattr(library, "fesetenv"):
                    return library
    return None


def _set_usual() -> None:
    if (library := _library()) is not None:
        library.fesetenv(_DEFAULT)
    torch = sys.modules.get("torch")
    if _SMALLEST_NORMAL / 2 * 2 == 0 and hasattr(torch, "set_flush_denormal"):
        torch.set_flush_denormal(False)  # type: ignore[union-attr]


def _state() -> Any:
    """How the processor computes now, for :func:`_set`; without the library, whether the smallest numbers are 0."""
    if (library := _library()) is None:
        return _SMALLEST_NORMAL / 2 * 2 == 0
    room = ctypes.create_string_buffer(_ROOM)
    library.fegetenv(room)
    return room


def _set(state: Any) -> None:
    if isinstance(state, bool):
        torch = sys.modules.get("torch")
        if hasattr(torch, "set_flush_denormal"):
            torch.set_flush_denormal(state)  # type: ignore[union-attr]
    else:
        _library().fesetenv(state)
