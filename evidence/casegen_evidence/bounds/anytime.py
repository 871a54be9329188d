"""Limits on a probability or a rate that hold at every time at once: looking often and stopping at will are paid."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

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

    return _limits(logs, failures / trials, 1.0, confidence, failures)


def anytime_hours(failures: int, hours: float, confidence: float) -> tuple[float, float]:
    """The same for a rate of a Poisson process, in 1/h."""

    def logs(rate: float, c: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.asarray((failures * np.log(c) if failures else 0.0) + (1 - c) * rate * hours)

    far = (failures + 10 * np.sqrt(failures + 10) - 10 * np.log1p(-confidence)) / hours
    return _limits(logs, failures / hours, far, confidence, failures)


def _limits(
    logs: Callable[[float, Array], Array], value: float, far: float, confidence: float, failures: int
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
    if failures and capital(_LEAST, ABOVE) > goal:
        lower = edge(lambda p: capital(p, ABOVE) > goal, value, _LEAST, STEPS)
    return lower, upper
