"""Exact coverage of the bounds on one probability, by enumeration of all outcomes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from casegen_evidence.bounds import clopper_pearson, jeffreys, wilson
from scipy.stats import binom

METHODS: dict[str, Callable[..., tuple[np.ndarray, np.ndarray]]] = {
    "Clopper–Pearson": clopper_pearson,
    "Wilson": wilson,
    "Jeffreys": jeffreys,
}


def least_coverage(name: str, n: int, confidence: float = 0.975, most: float = 0.2) -> tuple[float, float]:
    """Smallest and mean coverage of the upper limit over true p up to ``most``."""
    k = np.arange(n + 1)
    upper = METHODS[name](k, n, confidence)[1]
    p = np.linspace(1e-4, most, 2000)
    covered = np.array([binom.pmf(k, n, q)[upper >= q].sum() for q in p])
    return float(covered.min()), float(covered.mean())
