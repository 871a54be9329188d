"""Probabilities as they were written down: rounded, so that their rows sum to 1 as nearly as their digits allow."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

EXACT = 1e-3
"""sums of probabilities that are not rounded differ from 1 by no more, 16 bits included"""
DIGITS = 6
"""so many behind the point, or more, are no rounding"""
MOST = 0.1
"""however few the digits and many the classes: scores of a sigmoid for each class sum to anything"""


SHORT = 8
"""bits of a number of 16 bits with the exponent of 32 (bfloat16)"""
SHORT_SUM = 2.0**-8
"""by which sums of such probabilities miss 1 at most: half a unit of the last bit of each, and of a sum formed in them"""


def sum_tolerance(p: NDArray[Any], exact: float = EXACT, scale: float = 1.0) -> float:
    """By what share of ``scale`` rows ``(n, K)`` that should sum to it may miss it.

    Half a unit of the last digit that is written, for each class; where numbers are of 16 bits, what these leave open.
    """
    for digits in range(DIGITS):
        if p.size and np.abs(p - np.round(p, digits)).max() <= 1e-6 * scale:
            return float(max(exact, min(MOST, 0.5 * p.shape[1] / (scale * 10**digits)) + 1e-6))
    return max(exact, SHORT_SUM) if _of_few_bits(p) else exact


def _of_few_bits(p: NDArray[Any]) -> bool:
    """Whether all numbers are such as 16 bits with a long exponent hold."""
    bits = np.frexp(p)[0] * 2.0**SHORT
    return bool(p.size and (bits == np.rint(bits)).all())


def sum_to_one(p: NDArray[Any], exact: float = EXACT) -> bool:
    """Whether rows ``(n, K)`` are probabilities: from 0 on, summing to 1 within what their digits allow."""
    return bool((p >= 0).all() and (np.abs(p.sum(axis=1) - 1.0) <= sum_tolerance(p, exact)).all())


def sum_alike(p: NDArray[Any]) -> bool:
    """Whether positive scores ``(n, K)`` sum to the same in every row, as percents and votes do."""
    sums = p.sum(axis=1)
    scale = float(np.median(sums))
    return scale > 0 and bool((np.abs(sums / scale - 1) <= sum_tolerance(p, EXACT, scale)).all())
