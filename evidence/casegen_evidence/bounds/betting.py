"""A bound on the mean of independent variables of known range that no sample makes wider than Chernoff–Hoeffding's."""

from __future__ import annotations

from math import expm1, log, log1p

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def betting_upper(values: Array, confidence: float, ceiling: float = 1.0) -> float:
    """Upper limit on the mean of independent values in ``[0, ceiling]``; covers for every distribution.

    Against each mean q a stake is laid that is fixed before the values x are seen (here in units of the
    ceiling): the capital is multiplied by ``(1-x)(1-p)/(1-q) + x p/q``, where p is Chernoff–Hoeffding's
    threshold, ``n KL(p, q) = ln(1/α)``.  If q is the mean, every factor has mean 1, so that the capital reaches
    1/α with probability at most α (Markov; Waudby-Smith & Ramdas 2024, J. R. Stat. Soc. B 86, whose bets adapt
    instead).  The limit is the q at which it does.

    The logarithm is concave, so that the capital is at least ``exp(n KL(p, q))`` where the mean of the values is
    at most p: whatever :func:`casegen_evidence.bounds.chernoff_upper` excludes is excluded here, values of 0 and the
    ceiling alone give the same limit, and all others a smaller one.  With q both factors, at x = 0 and at x = 1,
    rise (``p/q <= dp/dq <= (1-p)/(1-q)`` along the threshold), so that one q parts what is excluded from what
    is not.  The order of the values plays no part.

    ``ceiling`` has to be known without looking at ``values``; without values nothing is known.
    """
    if ceiling <= 0:
        return 0.0
    n = len(values)
    if n == 0:
        return ceiling
    if np.min(values) < -1e-12 or np.max(values) > ceiling * (1 + 1e-9):
        raise ValueError(f"values must lie in [0, {ceiling}], found {np.min(values)} to {np.max(values)}")
    x = np.clip(np.asarray(values, dtype=float) / ceiling, 0.0, 1.0)
    budget = -log1p(-confidence) / n
    mean = float(x.mean())
    if mean <= 0:
        return _mean_at(0.0, budget) * ceiling
    if mean >= 1:
        return ceiling
    return _mean_at(_threshold(x, mean, budget), budget) * ceiling


def betting_lower(values: Array, confidence: float, ceiling: float = 1.0) -> float:
    """Lower limit, the mirror of :func:`betting_upper`."""
    if ceiling <= 0 or len(values) == 0:
        return 0.0
    return max(0.0, ceiling - betting_upper(ceiling - np.asarray(values, dtype=float), confidence, ceiling))


def _threshold(x: Array, mean: float, budget: float) -> float:
    """The p in (0, ``mean``] whose bet brings ``x`` just to the capital ``exp(n budget)``.

    At p = ``mean`` it is reached (except for rounding, where p = ``mean`` is Chernoff–Hoeffding's answer), near 0
    it is not.
    """
    from scipy.optimize import brentq

    rest = 1.0 - x

    def gain(p: float) -> float:
        q = _mean_at(p, budget)
        if q >= 1:
            return np.inf
        return float(np.log(rest * ((1 - p) / (1 - q)) + x * (p / q)).mean()) - budget

    least = 1e-12 * mean
    if gain(mean) <= 0:
        return mean
    if gain(least) >= 0:
        return least
    root: float = brentq(gain, least, mean, xtol=1e-16, rtol=1e-12)
    return root


def _mean_at(p: float, budget: float) -> float:
    """The q above ``p`` with ``KL(p, q) = budget``; 1 where it differs from 1 by less than rounding."""
    from scipy.optimize import brentq

    if p <= 0:  # also where a share of the smallest numbers rounds to 0
        return -expm1(-budget)

    def excess(q: float) -> float:
        return p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)) - budget

    edge = float(np.nextafter(1.0, 0.0))
    if p >= edge or excess(edge) <= 0:
        return 1.0
    root: float = brentq(excess, p, edge, xtol=1e-16, rtol=1e-13)
    return root
