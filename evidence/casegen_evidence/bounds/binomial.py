"""Bounds on one probability from independent trials.

``confidence`` is always one-sided: each of the two limits fails with probability at most (or, where the
docstring says so, about) ``1 - confidence`` by itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Limits = tuple[NDArray[np.float64], NDArray[np.float64]]
_QUANTILE, _PER_TRIAL, _MOST_TRIALS = 1e-13, np.finfo(float).eps / 4, 1e10
"""Relative error of SciPy's quantiles of beta and gamma: a constant, and a share of each trial up to so many. Largest of
2,000 limits of up to 1e15 trials against 40 digits (mpmath): 1e-14, and 0.1 units in the last place a trial."""


def _checked(failures: ArrayLike, trials: ArrayLike, confidence: float) -> Limits:
    k = np.asarray(failures, dtype=float)
    n = np.asarray(trials, dtype=float)
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie in (0, 1), found {confidence}")
    if np.any(k < 0) or np.any(k > n):
        raise ValueError("failures must lie between 0 and the number of trials")
    return k, n


def clopper_pearson(failures: ArrayLike, trials: ArrayLike, confidence: float) -> Limits:
    """Exact limits (Clopper & Pearson 1934): each covers with at least ``confidence`` for every true p.

    ``failures`` and ``trials`` broadcast; with no trials the limits are 0 and 1.
    """
    from scipy.special import betaincinv

    k, n = _checked(failures, trials, confidence)
    alpha = 1.0 - confidence
    with np.errstate(invalid="ignore"):
        lower = np.where(k > 0, betaincinv(np.maximum(k, 1), n - k + 1, alpha), 0.0)
        upper = np.where(k < n, betaincinv(k + 1, np.maximum(n - k, 1e-300), confidence), 1.0)
    error = quantile_error(n)
    return lower * (1.0 - error), np.minimum(upper * (1.0 + error), 1.0)


def quantile_error(trials: ArrayLike = 0.0) -> NDArray[np.float64]:
    """Relative error that a quantile of a beta distribution of so many trials, or of a gamma (0), may have: limits move
    outward by it, since SciPy's lie on either side of the truth."""
    return np.asarray(_QUANTILE + _PER_TRIAL * np.minimum(np.asarray(trials, dtype=float), _MOST_TRIALS))


def wilson(failures: ArrayLike, trials: ArrayLike, confidence: float) -> Limits:
    """Score limits (Wilson 1927): approximate; the average over p is near nominal, single p fall below."""
    from scipy.special import ndtri

    k, n = _checked(failures, trials, confidence)
    z = ndtri(confidence)
    n = np.maximum(n, 1e-12)
    centre = (k + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * np.sqrt(k * (n - k) / n + z * z / 4)
    return np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)


def jeffreys(failures: ArrayLike, trials: ArrayLike, confidence: float) -> Limits:
    """Quantiles of the posterior under the Beta(1/2, 1/2) prior: approximate in the frequentist sense."""
    from scipy.special import betaincinv

    k, n = _checked(failures, trials, confidence)
    lower = np.where(k > 0, betaincinv(k + 0.5, n - k + 0.5, 1 - confidence), 0.0)
    upper = np.where(k < n, betaincinv(k + 0.5, n - k + 0.5, confidence), 1.0)
    return lower, upper


def zero_failures(trials: ArrayLike, confidence: float) -> NDArray[np.float64]:
    """Exact upper limit after ``trials`` without a failure: ``1 - (1-confidence)**(1/trials)``."""
    _, n = _checked(0, trials, confidence)
    with np.errstate(divide="ignore"):
        upper: NDArray[np.float64] = -np.expm1(np.log1p(-confidence) / n)
    return upper
