"""Intervals that hold for all categories of a count at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from casegen_evidence.bounds.binomial import Limits


def goodman(counts: ArrayLike, confidence: float) -> Limits:
    """Simultaneous limits of the category probabilities (Goodman 1965, Technometrics 7).

    All two-sided intervals hold together with about ``confidence``: score intervals at the error
    probability divided by the number of categories.
    """
    from scipy.special import chdtri

    k = np.asarray(counts, dtype=float)
    n = k.sum()
    if n <= 0:
        return np.zeros_like(k), np.ones_like(k)
    a = float(chdtri(1, (1 - confidence) / len(k)))
    centre = (a + 2 * k) / (2 * (n + a))
    half = np.sqrt(a * (a + 4 * k * (n - k) / n)) / (2 * (n + a))
    return np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)
