"""A distribution that carries an estimate and its bound into a fault tree."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any


def beta_of(value: float, upper: float, confidence: float) -> Mapping[str, Any] | None:
    """Beta whose ``confidence`` quantile is ``upper`` and whose mean is ``value`` where one exists.

    Else the Beta(1, b) with that quantile, the posterior shape after no failure, whose mean is larger.
    None if the bound says nothing (``upper`` is 0 or 1).
    """
    from math import log1p

    from scipy.optimize import brentq
    from scipy.special import betaincinv

    if not 0 < upper < 1:
        return None
    flat = {"distribution": "beta", "alpha": 1.0, "beta": log1p(-confidence) / log1p(-upper)}
    if not 0 < value < upper:
        return flat

    def gap(log_shape: float) -> float:
        a = 10**log_shape
        return float(betaincinv(a, a * (1 - value) / value, confidence)) - upper

    starts = [s / 10 for s in range(-10, 60)]
    for low, high in pairwise(starts):
        if gap(low) > 0 >= gap(high):
            a = 10 ** float(brentq(gap, low, high, xtol=1e-12))
            return {"distribution": "beta", "alpha": a, "beta": a * (1 - value) / value}
    return flat
