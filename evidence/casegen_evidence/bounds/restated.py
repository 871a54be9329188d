"""Upper limit of ``Σ M_i p_i``: masses M from inputs of operation, probabilities p from labelled trials, both unknown.

Neither is bounded by itself.  Of each p and θ two things are asked: how likely so few failures are, and how much a bet on
the inputs against "their mean p is θ or more" has won.

- Labels: ``P(p)``, Chernoff's bound of ``P_p(T <= t)`` for the statistic ``T = Σ N_i t_i/n_i``, N_i being the inputs in
  stratum i: a p-value of p, whatever the inputs.
- Inputs: ``E(p, θ) = Π (1 + λ (θ - p_S))`` over the inputs, S being the stratum of each and λ a stake fixed before.  Each
  factor has the mean ``1 + λ (θ - Σ M_i p_i)``, at most 1 where ``Σ M_i p_i >= θ``: an e-value, whatever M is.

Inputs and labels are independent, so that ``P/E`` is a p-value (Ignatiadis, Wang & Ramdas 2024): given the inputs E is
a number and P a p-value, hence ``Pr(P <= α E) <= E[α E] <= α``.  θ is excluded where ``P/E <= α`` for every p of which
one at least reaches θ.  E rises with θ, so that one θ parts what is excluded from the rest.  For each tilt of Chernoff's
bound the largest P/E over p is a sum over strata, each of a function with one stationary point, in closed form; the
smallest of these maxima over tilts is at least the maximum of the smallest.

The limit lies never below the estimate ``Σ (N_i/N) (t_i/n_i)``: there P and 1/E are at least 1 (Jensen's inequality).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
TILTS = np.geomspace(1e-3, 1e6, 28)
"""of the moment generating function; the best of them is refined, and every one gives a valid limit"""
STAKES = np.geomspace(0.004, 0.9, 25)
"""the stake is chosen among them, by what is expected"""
RATES = (0.0, 0.003, 0.01)
"""shares of failures that are expected of labelled points when the stake is chosen"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is fixed before failures and inputs are counted: ``shares`` (K,) expected of the inputs, and the ``stake``."""

    shares: Array
    stake: float


def planned(shares: ArrayLike, trials: ArrayLike, inputs: float, confidence: float) -> Plan:
    """The stake with the narrowest limits where ``inputs`` fall by ``shares`` (K,) on strata with ``trials`` (K,).

    Any stake gives a valid limit if ``shares`` do not come from the inputs that are counted.
    """
    s, n = np.asarray(shares, dtype=float), np.asarray(trials, dtype=float)
    s = s / s.sum()
    widths = np.zeros(len(STAKES))
    for rate in RATES:
        limits = [
            restated_upper(Plan(s, float(v)), inputs * s, rate * n, n, confidence, 1e-3) for v in STAKES
        ]
        widths += np.log(limits)
    return Plan(s, float(STAKES[widths.argmin()]))


def restated_upper(
    plan: Plan,
    inputs: ArrayLike,
    totals: ArrayLike,
    trials: ArrayLike,
    confidence: float,
    exact: float = 1e-7,
) -> float:
    """Upper limit of ``Σ M_i p_i``; covers for all masses M and every distribution of values in [0, 1] of mean p_i.

    ``inputs`` (K,) counts independent inputs by stratum; ``totals_i`` is the sum of ``trials_i`` independent values of
    stratum i, in [0, 1].  A stratum without trials counts as failing.  ``exact`` is how close the limit is searched for,
    from above.
    """
    counted, t, n = (np.asarray(a, dtype=float).ravel() for a in (inputs, totals, trials))
    if np.any(counted < 0) or np.any(t < -1e-12) or np.any(t > n * (1 + 1e-12)):
        raise ValueError("expected counts of 0 or more and totals between 0 and the number of trials")
    some = n > 0
    weight = np.divide(np.maximum(counted, 1e-6), n, out=np.zeros(len(n)), where=some)
    weight /= max(float(weight.max(initial=0.0)), 1e-300)
    seen, goal = float(weight @ t), float(np.log1p(-confidence))
    value = float(counted @ np.divide(t, n, out=np.ones(len(n)), where=some) / max(counted.sum(), 1.0))

    def kept(theta: float) -> bool:
        return _largest(theta, plan.stake, counted, n, weight, seen) > goal

    low, high = value, 1.0
    if kept(high):
        return 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if kept(middle) else (low, middle)
        if high - low <= exact * high:
            break
    return high


def _largest(theta: float, stake: float, counted: Array, n: Array, weight: Array, seen: float) -> float:
    """From above: the log of P/E at its largest over p."""
    coarse = _by_tilt(TILTS, theta, stake, counted, n, weight, seen)
    best = int(coarse.argmin())
    finer = np.geomspace(TILTS[max(best - 1, 0)], TILTS[min(best + 1, len(TILTS) - 1)], 12)
    return min(float(coarse[best]), float(_by_tilt(finer, theta, stake, counted, n, weight, seen).min()))


def _by_tilt(
    tilts: Array, theta: float, stake: float, counted: Array, n: Array, weight: Array, seen: float
) -> Array:
    """The same with each of ``tilts`` in Chernoff's bound."""
    fall = -np.expm1(-tilts[:, None] * weight)

    def value(p: Array) -> Array:
        labels = n * np.log1p(-np.minimum(p * fall, 1 - 1e-16))
        return np.asarray(labels - counted * np.log1p(stake * (theta - p)))

    with np.errstate(divide="ignore", invalid="ignore"):
        p = (counted * stake - n * fall * (1 + stake * theta)) / (stake * fall * (counted - n))
    p = np.nan_to_num(p, nan=0.0, posinf=0.0, neginf=0.0)
    one = value(np.ones_like(fall))
    reaching = np.maximum(np.maximum(value(np.full_like(fall, theta)), one), value(np.clip(p, theta, 1.0)))
    best = np.maximum(np.maximum(value(np.zeros_like(fall)), one), value(np.clip(p, 0.0, 1.0)))
    best = np.maximum(best, reaching)
    return np.asarray(tilts * seen + best.sum(axis=1) + (reaching - best).max(axis=1))
