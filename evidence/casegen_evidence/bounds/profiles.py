"""Failure-free tests under one profile, claims under another."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def zero_failures_profiles(weights: ArrayLike, trials: ArrayLike, confidence: float) -> float:
    """Upper limit of ``Σ weights_i p_i`` after ``trials_i`` failure-free tests in every cell i.

    ``weights`` is the operational profile (sums to 1), ``trials`` how the tests fell; the two may differ
    (Bishop & Povyakalo 2017).  The largest sum that keeps the chance of seeing no failure,
    ``Π (1-p_i)^n_i``, at least at ``1 - confidence``; exact, covers for every p.  Its maximum has
    ``1 - p_i = μ n_i/w_i`` where that is below 1; untested cells count as failing.
    """
    from scipy.optimize import brentq

    w = np.asarray(weights, dtype=float)
    n = np.asarray(trials, dtype=float)
    untested = float(w[(n == 0)].sum())
    w, n = w[(n > 0) & (w > 0)], n[(n > 0) & (w > 0)]
    if not len(w):
        return min(1.0, untested)
    ratio = np.log(n / w)
    budget = float(np.log1p(-confidence))

    def excess(log_mu: float) -> float:
        return float(n @ np.minimum(0.0, log_mu + ratio)) - budget

    high = float(-ratio.min())
    low = high + budget / n.min() - 1.0
    log_mu = float(brentq(excess, low, high, xtol=1e-14))
    p = -np.expm1(np.minimum(0.0, log_mu + ratio))
    return float(min(1.0, untested + float(w @ p)))
