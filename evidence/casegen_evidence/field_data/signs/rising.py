"""Failures that become more from period to period: the mean of a record is then less than what comes next."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LEVEL = 0.01
"""p-value below which failures are said to rise"""


def p_value_of_rise(failures: Array, exposure: Array) -> float:
    """One-sided p-value of failures (n,) that fall on entries by their exposure (n,), against more in later entries.

    Cochran-Armitage's test for a trend, given the total, by the normal approximation; 1 where nothing can be compared.

    >>> p_value_of_rise(np.array([0, 0, 1, 3, 6.0]), np.full(5, 100.0)) < 0.01
    True
    >>> p_value_of_rise(np.array([6, 3, 1, 0, 0.0]), np.full(5, 100.0)) > 0.9
    True
    """
    weight, total = exposure / exposure.sum(), float(failures.sum())
    score = np.arange(len(failures)) - weight @ np.arange(len(failures))
    variance = total * float(weight @ score**2)
    return math.erfc(float(failures @ score) / (2 * variance) ** 0.5) / 2 if variance > 0 else 1.0


def rises(entries: Sequence[str], failures: Array, exposure: Array) -> float | None:
    """The p-value where entries follow each other in time or number, and failures rise among them."""
    from casegen_evidence.field_data.periods import in_order, numbered

    if len(entries) < 3 or not (in_order(entries) or numbered(entries)):
        return None
    p_value = p_value_of_rise(failures, exposure)
    return p_value if p_value < LEVEL else None
