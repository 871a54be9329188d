"""Bounds on the mean of independent variables of known range; no distribution is assumed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def _divergence(p: float, q: float) -> float:
    """Kullback–Leibler divergence of Bernoulli(p) from Bernoulli(q)."""
    from scipy.special import rel_entr

    return float(rel_entr(p, q) + rel_entr(1.0 - p, 1.0 - q))


def chernoff_upper(values: NDArray[np.float64], confidence: float, ceiling: float = 1.0) -> float:
    """Upper limit on the mean of independent values in ``[0, ceiling]``; covers for every distribution.

    Inverts Hoeffding's (1963) Theorem 1, ``P(mean <= m) <= exp(-n KL(m, mu))``.  ``ceiling`` has to be
    known without looking at ``values``.  The limit is in the unit of the values.
    """
    return _invert(values, confidence, ceiling, upper=True)


def chernoff_lower(values: NDArray[np.float64], confidence: float, ceiling: float = 1.0) -> float:
    """Lower limit, the mirror of :func:`chernoff_upper`."""
    return _invert(values, confidence, ceiling, upper=False)


def _invert(values: NDArray[np.float64], confidence: float, ceiling: float, upper: bool) -> float:
    from scipy.optimize import brentq

    if ceiling <= 0:
        return 0.0
    n = len(values)
    if n == 0:
        return ceiling if upper else 0.0
    if np.min(values) < -1e-12 or np.max(values) > ceiling * (1 + 1e-9):
        raise ValueError(f"values must lie in [0, {ceiling}], found {np.min(values)} to {np.max(values)}")
    mean = min(float(np.mean(values)) / ceiling, 1.0)
    budget = -float(np.log1p(-confidence)) / n
    end = 1.0 if upper else 0.0
    if mean == end or (not upper and mean == 0.0):
        return end * ceiling
    edge = np.nextafter(end, mean)
    if _divergence(mean, edge) <= budget:
        return end * ceiling
    root: float = brentq(lambda q: _divergence(mean, q) - budget, mean, edge, xtol=1e-15, rtol=1e-12)
    return root * ceiling
