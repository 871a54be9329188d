"""Floating-point numbers as IEEE 754 has them by default: rounded to the nearest, down to the smallest (4.9e-324).

A processor can be set otherwise, for a thread: ``torch.set_flush_denormal(True)``, libraries compiled with
``-ffast-math`` and ``fesetround`` do it.  Source: IEEE 754-2019, 4.3.3 and 7.5.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_SMALLEST_NORMAL = sys.float_info.min
_ONE, _QUARTER, _THREE_QUARTERS = 1.0, sys.float_info.epsilon / 4, 3 * sys.float_info.epsilon / 4
"""shares of the step from 1 to the next number; names, since Python computes beforehand what is written in digits"""
_FLUSHED = "numbers below 2.2e-308 count as 0 in this thread, as libraries compiled with -ffast-math set it: do without"
_NOT_NEAREST = (
    "numbers are not rounded to the nearest in this thread, as fesetround sets it: set FE_TONEAREST"
)


class UnusualRounding(RuntimeError):
    """Floating-point numbers are computed otherwise than by default, and that cannot be set back."""


@contextmanager
def usual_rounding() -> Iterator[None]:
    """Within, numbers below 2.2e-308 are kept; afterwards it is as before.

    Raises:
        UnusualRounding: this thread rounds otherwise than to the nearest, or numbers below 2.2e-308 are 0 in it and
            torch, which can set that back, is not loaded.
    """
    with same_rounding():
        _set_flushing(False)
        if _is_flushing():
            raise UnusualRounding(_FLUSHED)
        if not _is_nearest():
            raise UnusualRounding(_NOT_NEAREST)
        yield


@contextmanager
def same_rounding() -> Iterator[None]:
    """Afterwards numbers are computed as before.

    Raises:
        UnusualRounding: what was called within has set it otherwise, and it cannot be set back.
    """
    flushing, nearest = _is_flushing(), _is_nearest()
    try:
        yield
    finally:
        _set_flushing(flushing)
    if _is_flushing() != flushing:
        raise UnusualRounding(_FLUSHED)
    if nearest and not _is_nearest():
        raise UnusualRounding(_NOT_NEAREST)


def _is_flushing() -> bool:
    """Whether what is below the smallest normal number is 0 where it is computed, or where it is read."""
    return _SMALLEST_NORMAL / 2 * 2 == 0


def _is_nearest() -> bool:
    """Whether 1 and less than half a step more is 1, and 1 and more than half a step the next number."""
    return _ONE + _QUARTER == _ONE and _ONE + _THREE_QUARTERS != _ONE


def _set_flushing(wanted: bool) -> None:
    """Through torch, where it is loaded and something is to be set."""
    if _is_flushing() != wanted:
        torch = sys.modules.get("torch")
        if torch is not None and hasattr(torch, "set_flush_denormal"):
            torch.set_flush_denormal(wanted)
