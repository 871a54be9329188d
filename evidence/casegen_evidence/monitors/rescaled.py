"""Scores of one table that are those of another on another scale: multiplied, or moved by one number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.overlap import steps

Array = NDArray[np.float64]
FEWEST = 30
"""scores from which on their places tell something"""
DIFFERENT = 0.5
"""share of different ones"""
WIDE = 50.0
"""steps of the last digit that all scores span, times the square root of their number: two samples lie farther apart"""


def rescaled(one: Array, other: Array) -> bool:
    """Whether ``one`` ``(n,)`` is ``other`` ``(n,)`` in any order, times a number and plus one, to the last digits.

    Two samples of one density differ, in order, by their range over the square root of their number.  Scores that are
    evenly apart, as ranks are, say nothing.

    >>> x = np.round(np.random.default_rng(1).normal(size=200), 5)
    >>> rescaled(x, x[::-1] * 1.01 + 0.01), rescaled(x, np.round(x**3, 5))
    (True, False)
    >>> rescaled(np.arange(200.0), np.arange(200.0) / 7)
    False
    """
    if len(one) != len(other) or len(one) < FEWEST or len(np.unique(one)) < DIFFERENT * len(one):
        return False
    a, b = np.sort(one), np.sort(other)
    width, wide = float(np.ptp(a)), float(np.ptp(b))
    if not width or not wide:
        return False
    step = float(steps(b[:, None])[0]) + wide / width * float(steps(a[:, None])[0])
    if wide < WIDE * np.sqrt(len(a)) * step or float(np.ptp(np.diff(a))) <= 3 * step * width / wide:
        return False
    slope, start = np.polyfit(a - a.mean(), b, 1)
    return bool(np.abs(slope * (a - a.mean()) + start - b).max() <= max(step, 1e-9 * wide))
