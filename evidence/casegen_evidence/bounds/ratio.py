"""Limits on a ratio of two means over the same independent units, for every distribution of known range."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.bounds.edges import edge

Array = NDArray[np.float64]
STEPS = 60
"""halvings of the interval in which a limit lies"""
Range = tuple[float, float]
STAKES = tuple(2.0**-k for k in range(12))
"""Shares of the largest stake that are mixed."""
FAR = 1e3
"""A ratio that is not excluded up to here has no upper limit."""


def ratio_limits(
    part: Array, whole: Array, confidence: float, part_range: Range, whole_range: Range, within: bool = False
) -> tuple[float | None, float | None]:
    """Limits on ``E part / E whole`` of independent units, ``part`` (n,) and ``whole`` (n,) in the ranges stated.

    The ranges are known without looking at the values, ``E whole`` is above 0; ``within`` says that 0 <= part <= whole by
    definition.  A ratio r is excluded where a bet against ``E (part - r whole) >= 0`` (upper) or ``<= 0`` (lower) wins
    ``1/(1-confidence)``: a mixture of stakes fixed beforehand, whose expected capital is at most 1 (Markov's inequality;
    Waudby-Smith & Ramdas 2024).  None where no ratio is excluded.
    """
    if not whole.sum() > 0:
        return None, None
    goal = -float(np.log1p(-confidence))
    value = float(part.sum() / whole.sum())

    def capital(r: float, side: int) -> float:
        d = side * (part - r * whole)
        ends = [a - r * b for a in part_range for b in whole_range]
        most = float(max(-side * e for e in ends))
        if within:  # part - r whole lies between -r whole and (1 - r) whole
            most = whole_range[1] * (r if side > 0 else 1 - r)
        if most <= 0:
            return np.inf if np.any(d > 0) else 0.0
        stakes = np.array(STAKES) / most
        weight = 1.0 / (1.0 + np.arange(len(stakes))) ** 2
        with np.errstate(divide="ignore"):
            logs = np.log1p(np.maximum(stakes[:, None] * d[None, :], -1.0)).sum(axis=1)
        top = float(logs.max())
        return top + float(np.log(weight @ np.exp(logs - top) / weight.sum())) if np.isfinite(top) else top

    end = 1.0 if within else FAR
    upper: float | None = None
    if capital(end, -1) > goal:
        upper = edge(lambda r: capital(r, -1) > goal, value, end, STEPS, ratios=False)
    elif within:
        upper = 1.0
    start = 0.0 if within or part_range[0] >= 0 else -FAR
    lower: float | None = start if start == 0.0 else None
    if capital(start, 1) > goal:
        lower = edge(lambda r: capital(r, 1) > goal, value, start, STEPS, ratios=False)
    return lower, upper
