"""Bounds on weighted sums of probabilities, each estimated by its own trials."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def fay_feuer(
    weights: ArrayLike, failures: ArrayLike, trials: ArrayLike, confidence: float
) -> tuple[float, float]:
    """Gamma limits on ``Σ weights_i p_i`` (Fay & Feuer 1997, Statistics in Medicine 16).

    With ``w_i = weights_i/trials_i``: mean ``y = Σ w_i k_i``, variance ``v = Σ w_i² k_i``; the upper limit
    takes ``y + w_M`` and ``v + w_M²`` with the largest weight ``w_M``.  Approximate (Poisson trials), found
    conservative wherever measured.  Cells of positive weight need trials; the result is not clipped.
    """
    from scipy.special import gammaincinv

    w = np.asarray(weights, dtype=float)
    k = np.asarray(failures, dtype=float)
    n = np.asarray(trials, dtype=float)
    if np.any((w > 0) & (n <= 0)):
        raise ValueError("every cell with positive weight needs at least one trial")
    used = w > 0
    if not used.any():
        return 0.0, 0.0
    w, k = w[used] / n[used], k[used]
    largest = float(w.max())  # the unit: squares of tiny weights would vanish
    mean, variance = float(w / largest @ k), float((w / largest) ** 2 @ k)
    lower = 0.0
    if variance > 0:
        lower = variance / mean * float(gammaincinv(mean**2 / variance, 1 - confidence))
    mean, variance = mean + 1, variance + 1
    upper = variance / mean * float(gammaincinv(mean**2 / variance, confidence))
    return lower * largest, upper * largest


def kish(weights: ArrayLike) -> float:
    """Effective sample size of weighted observations, ``(Σw)²/Σw²`` (Kish 1965)."""
    w = np.asarray(weights, dtype=float)
    total = float(np.sum(w))
    return total * total / float(w @ w) if total > 0 else 0.0


def linearised(weights: ArrayLike, values: ArrayLike, confidence: float) -> tuple[float, float, float]:
    """Weighted mean ``Σ w x / Σ w`` of independent pairs with limits: value, lower, upper.

    Variance of a ratio by linearisation, ``k/(k-1) Σ w_i² (x_i - mean)² / (Σ w)²``, and a t quantile whose
    degrees of freedom are the effective sample size (:func:`kish`) less 1.  Approximate; not clipped.
    """
    from scipy.special import stdtrit

    w, x = np.asarray(weights, dtype=float), np.asarray(values, dtype=float)
    k = len(w)
    if k < 2 or w.sum() <= 0:
        raise ValueError("expected at least two observations and positive total weight")
    mean = float(w @ x / w.sum())
    sd = float(np.sqrt(k / (k - 1) * np.sum((w * (x - mean)) ** 2)) / w.sum())
    t = float(stdtrit(max(kish(w) - 1.0, 1.0), confidence))
    return mean, mean - t * sd, mean + t * sd
