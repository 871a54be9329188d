"""Bounds on ``Σ M_i p_i`` from independent trials in strata, for any masses: an exact tail, not a normal one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
TILTS = 24
"""Tilts of the moment generating function that are tried; every one gives a valid limit."""
STEPS = 40
"""Halvings towards the multiplier of a constraint; any multiplier gives a valid limit."""

WHOLE = 1e-9
"""distance above a whole number up to which a total is that number"""


def stratified_upper(
    masses: ArrayLike, totals: ArrayLike, trials: ArrayLike, confidence: float, *, counts: bool = False
) -> float:
    """Upper limit of ``Σ masses_i p_i``, where p_i is the mean of independent values in [0, 1] in stratum i.

    ``totals_i`` is the sum of the ``trials_i`` values seen there; ``masses`` (0 or more, they need not sum to 1) must not
    depend on the values.  A stratum without trials counts as failing.  Covers for every p and every distribution
    in [0, 1].

    The outcomes are ordered by ``T = Σ (M_i/n_i) t_i``.  A sum θ is excluded where no p with ``Σ M_i p_i = θ``
    gives ``P_p(T <= t)`` of at least ``1 - confidence`` (Buehler 1957), with the probability bounded by Chernoff's
    inequality, ``P_p(T <= t) <= exp(s t) Π (1 - p_i (1 - exp(-s M_i/n_i)))^n_i`` for every s > 0, which holds for
    values in [0, 1] since the exponential is convex.  The p of the largest right side has a closed form.  Without any
    failure the limit is that of :func:`casegen_evidence.bounds.zero_failures_profiles`, which is exact.  With one stratum
    and ``counts``, values of 0 and 1 only, it is Clopper–Pearson's, whatever totals of other values may be whole: larger
    totals never have a smaller limit.
    """
    m, t, n = (np.asarray(a, dtype=float).ravel() for a in (masses, totals, trials))
    if np.any(m < 0) or np.any(t < -1e-12) or np.any(t > n * (1 + 1e-12)):
        raise ValueError("expected masses of 0 or more and totals between 0 and the number of trials")
    conceded = float(m[n <= 0].sum())
    used = (n > 0) & (m > 0)
    m, t, n = m[used], t[used], n[used]
    if not len(m):
        return conceded
    if len(m) == 1 and (counts or t[0] <= 0):
        from casegen_evidence.bounds.binomial import clopper_pearson

        seen = min(
            np.ceil(t[0] - WHOLE), n[0]
        )  # sums of counts over a scale miss whole numbers by a rounding
        return conceded + float(m[0] * clopper_pearson(max(0.0, seen), n[0], confidence)[1])
    tail = _Tail(m, n, float((m / n) @ t), float(np.log1p(-confidence)))
    high = float(m.sum())
    if tail.excess(high) >= 0:
        return conceded + high
    from scipy.optimize import brentq

    root, step = float(brentq(tail.excess, tail.seen, high, xtol=1e-9 * high, rtol=1e-9)), 1e-8
    while tail.excess(min(high, root)) > 0:  # the limit is the excluded side of the root
        root, step = root * (1 + step), step * 4
    return conceded + min(high, root)


@dataclass(frozen=True, slots=True)
class _Tail:
    """``masses`` and ``trials`` of strata with both, the statistic ``seen`` and the log of the error probability."""

    masses: Array
    trials: Array
    seen: float
    log_alpha: float

    def excess(self, theta: float) -> float:
        """How much the log of P(T <= seen) may exceed that of the error probability for some p of sum ``theta``."""
        if theta <= self.seen:
            return -self.log_alpha
        weight = self.masses / self.trials
        scale = 1.0 / float(weight.max())
        tilts = scale * np.geomspace(1e-3, 1e3 if self.seen > 0 else 1e6, TILTS)
        each = self._log_bounds(tilts, theta, weight)
        best = int(each.argmin())
        around = np.geomspace(tilts[max(best - 1, 0)], tilts[min(best + 1, TILTS - 1)], 12)
        return min(float(each[best]), float(self._log_bounds(around, theta, weight).min())) - self.log_alpha

    def _log_bounds(self, tilts: Array, theta: float, weight: Array) -> Array:
        """Per tilt the largest log of Chernoff's bound over the p with ``Σ M_i p_i = theta`` (from above).

        The maximum of a concave function under one linear constraint: for every multiplier the value of the dual
        is at least it, so that an inexact multiplier errs on the safe side.
        """
        fall = -np.expm1(-tilts[:, None] * weight)
        low = np.log((fall / weight).min(axis=1)) - 1e-9
        high = np.log((fall / (weight * np.maximum(1 - fall, 1e-16))).max(axis=1)) + 1e-9
        for _ in range(STEPS):
            middle = (low + high) / 2
            short = _shares(fall, weight, np.exp(middle)[:, None]) @ self.masses < theta
            low, high = np.where(short, middle, low), np.where(short, high, middle)
        multiplier = np.exp(high)
        p = _shares(fall, weight, multiplier[:, None])
        value = np.log1p(-np.minimum(p * fall, 1 - 1e-16)) @ self.trials
        return np.asarray(tilts * self.seen + value + multiplier * (p @ self.masses - theta))


def _shares(fall: Array, weight: Array, multiplier: float) -> Array:
    """The p that maximise ``Σ n_i log(1 - p_i fall_i) + multiplier Σ M_i p_i`` within [0, 1]."""
    return np.asarray(np.clip(1 / fall - 1 / (multiplier * weight), 0.0, 1.0))


def stratified_lower(
    masses: ArrayLike, totals: ArrayLike, trials: ArrayLike, confidence: float, *, counts: bool = False
) -> float:
    """Lower limit of ``Σ masses_i p_i``, from the upper limit of the complement; a stratum without trials counts 0."""
    m, t, n = (np.asarray(a, dtype=float).ravel() for a in (masses, totals, trials))
    used = n > 0
    whole = float(m[used].sum())
    return max(0.0, whole - stratified_upper(m[used], (n - t)[used], n[used], confidence, counts=counts))
