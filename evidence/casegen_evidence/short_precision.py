"""Numbers of half and single precision as they are printed: 0.1 of 32 bits is no 0.10000000149."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
BLOCK = 1 << 18
"""numbers at a time, so that what is worked out beside them stays small"""
_DIGITS = range(6, 10)
"""six digits hold any decimal of fewer, nine tell all numbers of single precision apart"""
_EXACT = 10.0 ** np.arange(23)
"""powers of ten that are exact, so that one division or product gives the nearest double"""


def as_printed(values: ArrayLike) -> Array:
    """``values`` as doubles, those of half and single precision by the shortest digits that they are printed with.

    A limit that somebody types is a decimal, and so is what was measured: both mean the same double only in this way.

    >>> as_printed(np.array([0.1, 0.7], np.float32)).tolist()
    [0.1, 0.7]
    """
    given = np.asarray(values)
    if given.dtype.kind != "f" or given.dtype.itemsize >= 8:
        return np.asarray(given, dtype=np.float64)
    if given.dtype.itemsize == 2:
        patterns = np.ascontiguousarray(given, dtype=np.float16).view(np.uint16)
        return np.asarray(_halves()[patterns].reshape(given.shape))
    flat = np.ascontiguousarray(given, dtype=np.float32).reshape(-1)
    result = np.empty(len(flat))
    for start in range(0, len(flat), BLOCK):
        result[start : start + BLOCK] = _singles(flat[start : start + BLOCK])
    return result.reshape(given.shape)


@cache
def _halves() -> Array:
    """The double of every number of half precision, by its pattern of bits."""
    return _one_by_one(np.arange(1 << 16, dtype=np.uint16).view(np.float16))


def _one_by_one(values: NDArray[np.floating[Any]]) -> Array:
    return np.array([float(str(value)) for value in values])


def _singles(values: NDArray[np.float32]) -> Array:
    with np.errstate(invalid="ignore"):  # a signalling NaN stays one that is none
        wide = values.astype(np.float64)
    mantissa, _ = np.frexp(wide)
    # at a power of two the numbers below are nearer than those above, and beside 0 and infinity nothing is exact
    plain = (np.abs(wide) > 1e-12) & (np.abs(wide) < 1e20) & (np.abs(mantissa) != 0.5)
    left = np.flatnonzero(plain)
    for digits in _DIGITS:
        if not len(left):
            break
        near = _rounded(wide[left], digits)
        same = near.astype(np.float32) == values[left]
        wide[left[same]] = near[same]
        left = left[~same]
    other = np.concatenate((left, np.flatnonzero(~plain & (wide != 0.0))))
    distinct, inverse = np.unique(values[other], return_inverse=True)
    wide[other] = _one_by_one(distinct)[inverse.reshape(-1)]
    return wide


def _rounded(wide: Array, digits: int) -> Array:
    """``wide`` to ``digits`` digits, halves to the even one, as numbers are printed."""
    places = digits - 1 - np.floor(np.log10(np.abs(wide))).astype(np.int64)
    scale = _EXACT[np.abs(places)]
    ahead = places >= 0
    whole = np.rint(np.where(ahead, wide * scale, wide / scale))
    return np.asarray(np.where(ahead, whole / scale, whole * scale))
