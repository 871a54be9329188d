"""Limits on a probability, rate or mean that hold at every time at once: looking often and stopping at will are paid."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.bounds.edges import edge

Array = NDArray[np.float64]
STEPS = 80
"""halvings of the interval in which a limit lies"""
BELOW = np.array([0.0, *((np.arange(32) + 0.5) / 32), *(1.0 - 2.0**-j for j in range(6, 11))])
ABOVE = np.array([*(1.0 + 2.0**-j for j in range(10, -1, -1)), 4.0, 8.0, 16.0, 64.0])
FIRST = 0.3
"""Weight of the bet on no failure at all; the others share the rest alike."""
_LEAST = 1e-300
"""of the numbers tried as a lower limit; where it is not excluded, none is"""
_ROUNDING = 1e-14
"""of the logarithm of one value's factor, at most; the limits of a mean allow for it"""


def anytime_trials(failures: int, trials: int, confidence: float) -> tuple[float, float]:
    """Limits on p after ``failures`` in ``trials``, each with ``confidence`` whenever and however often one looks.

    p is excluded where a mixture of likelihood ratios, of ``c p`` against p for fixed factors c, reaches
    ``1/(1-confidence)``: a nonnegative martingale of mean 1 if p is true (Robbins 1970; Ville's inequality).  Without any
    failure the upper limit is that of about ``0.3 (1-p)^-n``.
    """
    if trials <= 0:
        return 0.0, 1.0

    def logs(p: float, c: Array) -> Array:
        q = np.minimum(c * p, 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            up = failures * np.log(c) if failures else np.zeros(len(c))
            down = (
                (trials - failures) * (np.log1p(-q) - np.log1p(-p)) if failures < trials else np.zeros(len(c))
            )
            return np.asarray(np.where(c * p > 1, -np.inf, up + down))

    return _limits(logs, failures / trials, 1.0, confidence, failures > 0)


def anytime_hours(failures: int, hours: float, confidence: float) -> tuple[float, float]:
    """The same for a rate of a Poisson process, in 1/h."""

    def logs(rate: float, c: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.asarray((failures * np.log(c) if failures else 0.0) + (1 - c) * rate * hours)

    far = (failures + 10 * np.sqrt(failures + 10) - 10 * np.log1p(-confidence)) / hours
    return _limits(logs, failures / hours, far, confidence, failures > 0)


def anytime_mean(values: ArrayLike, confidence: float) -> tuple[float, float]:
    """Limits on the mean of ``values`` in [0, 1], each with ``confidence`` whenever and however often one looks.

    Each value has this mean given those before it, whatever its distribution; a record of them may end because of what
    came out.  A mean m is excluded where a mixture of bets on means ``min(c m, 1)``, for fixed factors c, reaches
    ``1/(1-confidence)``.  A value x multiplies a bet on the mean q by ``x q/m + (1-x) (1-q)/(1-m)``: that is linear in x,
    not negative, and 1 at ``x = m``, so that its mean is 1 if m is true, and every bet, as their mixture, a nonnegative
    martingale (Ville's inequality; Waudby-Smith & Ramdas 2024, J. R. Stat. Soc. B 86).  Factors and weights are fixed
    beforehand, so that neither the number of values nor their order plays a part.  Values of 0 and 1 alone have the upper
    limit of :func:`anytime_trials`, and no smaller a lower one.

    Below m each bet falls with x and rises with m, above it the reverse: one m parts what is excluded from what is not, a
    larger value never lowers a limit, and limits are nested in ``confidence``.  They are rounded outward.
    """
    x = np.asarray(values, dtype=float)
    if not len(x):
        return 0.0, 1.0
    if not (x.min() >= 0 and x.max() <= 1):
        raise ValueError(f"values must lie in [0, 1], found {x.min()} to {x.max()}")
    each, times = np.unique(x, return_counts=True)

    def logs(mean: float, c: Array) -> Array:
        at_1 = np.minimum(c, 1 / mean)
        at_0 = np.maximum(1 + (1 - at_1) * (mean / (1 - mean)), 0.0) if mean < 1 else np.zeros(len(c))
        with np.errstate(divide="ignore"):
            factors = np.log(np.multiply.outer(at_1, each) + np.multiply.outer(at_0, 1 - each))
        return np.asarray(factors @ times - _ROUNDING * len(x))

    return _limits(logs, min(fsum(x) / len(x), 1.0), 1.0, confidence, bool(x.max() > 0))


def _limits(
    logs: Callable[[float, Array], Array], value: float, far: float, confidence: float, failed: bool
) -> tuple[float, float]:
    goal = -float(np.log1p(-confidence))

    def capital(p: float, c: Array) -> float:
        weight = np.full(len(c), 1 / len(c))
        if c is BELOW:
            weight = np.append(FIRST, np.full(len(c) - 1, (1 - FIRST) / (len(c) - 1)))
        each = logs(p, c) + np.log(weight)
        top = float(each.max())
        return top + float(np.log(np.exp(each - top).sum())) if np.isfinite(top) else top

    upper = far
    if capital(far * (1 - 1e-12), BELOW) > goal:
        upper = edge(lambda p: capital(p, BELOW) > goal, value, far * (1 - 1e-12), STEPS)
    lower = 0.0
    if failed and capital(_LEAST, ABOVE) > goal:
        lower = edge(lambda p: capital(p, ABOVE) > goal, value, _LEAST, STEPS)
    return lower, upper
