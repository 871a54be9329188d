"""How narrow any valid limit can be: its median, for a truth, is at least what the best test can tell from that truth.

A limit that covers with 1 - α for every distribution of a class lies below θ with probability at most α wherever θ is the
mean.  "The limit is below θ" is thus a test of size α of each such distribution: under the truth it happens no more often
than the most powerful test of that size rejects (Neyman & Pearson 1933).  Where that is less than half, the median of the
limit is θ or more, whatever the method.  One distribution with the mean θ is enough for a floor; the worst is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.bounds.campaigns import Campaigns, varied_limits
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import betabinom, binom

Array = NDArray[np.float64]
DRAWS = 40_000


@dataclass(frozen=True, slots=True)
class Floor:
    """Of the median of every limit that covers with ``confidence`` all over ``allows``, where ``truth`` is true."""

    situation: str
    allows: str
    confidence: float
    truth: float
    floor: float
    limit: float
    """of the likeliest counts, by a limit that does cover over the class"""


def rows(mean: float = 0.02) -> Iterator[Floor]:
    """Gaps by points and inputs; campaigns of one rate, by what a limit is valid for."""
    for points, inputs in ((400, 4000), (2000, 8000)):
        for width in (0.01, 0.02, 0.05):
            floor, limit = gap(width, points, inputs, 0.975), apart(width, points, inputs, 0.975)
            what = f"gap {100 * width:.0f} %, {points} points"
            yield Floor(what, "the strip is known, not its mass", 0.975, width, floor, limit)
    for campaigns, demands in ((3, 200), (10, 200)):
        for spread in (0.5, 1.0):
            floor = alike(campaigns, demands, mean, spread, 0.95)
            even = Campaigns(np.full(campaigns, mean * demands), np.full(campaigns, float(demands)), True)
            limit = varied_limits(even, 0.95, spread, False)[1]
            what = f"{campaigns} campaigns of {demands}, cv 0"
            yield Floor(what, f"cv up to {spread:g}, planned", 0.95, mean, floor, limit)


def gap(width: float, points: int, inputs: int, confidence: float) -> float:
    """Where all of a strip of operation, ``width``, fails and nothing else, and labelled points lie in the rest only.

    Against the truth stand masses m of the strip and rates q of the rest.  The best test rejects where no labelled point
    fails and few inputs lie in the strip.
    """
    counts = np.arange(inputs + 1)
    below, at = binom.cdf(counts - 1, inputs, width), binom.pmf(counts, inputs, width)
    edge = int(np.searchsorted(below + at, 0.5))
    share = (0.5 - below[edge]) / at[edge]

    def excess(m: float, q: float) -> float:
        tail = binom.cdf(edge - 1, inputs, m) + share * binom.pmf(edge, inputs, m)
        return float(tail * (1 - q) ** points - (1 - confidence))

    best = 0.0
    for q in np.linspace(0.0, 4 / points, 81):
        if excess(width, q) > 0:
            m = float(brentq(lambda m, q=q: excess(m, q), width, min(1.0, 3 * width)))
            best = max(best, m + (1 - m) * q)
    return best


def apart(width: float, points: int, inputs: int, confidence: float) -> float:
    """The strip's mass from the inputs and the rate of the rest from the labelled points, half the error for each."""
    half = (1 + confidence) / 2
    mass = float(clopper_pearson(round(width * inputs), inputs, half)[1])
    return mass + (1 - mass) * float(clopper_pearson(0, points, half)[1])


def alike(campaigns: int, demands: int, mean: float, spread: float, confidence: float) -> float:
    """Where all campaigns fail with probability ``mean``, of limits for beta distributed ones of cv up to ``spread``."""
    rng = np.random.default_rng(11)
    k = np.arange(demands + 1)
    truth = binom.logpmf(k, demands, mean)
    seen = rng.binomial(demands, mean, (DRAWS, campaigns))

    def size(other: float, c: float) -> float:
        """Of the test that rejects half the time under the truth."""
        weight = (1 - other) / (c * c * other) - 1
        null = betabinom(demands, other * weight, (1 - other) * weight)
        ratio = truth - null.logpmf(k)
        half = np.median(ratio[seen].sum(axis=1))
        drawn = rng.choice(k, (DRAWS, campaigns), p=null.pmf(k) / null.pmf(k).sum())
        return float(np.mean(ratio[drawn].sum(axis=1) >= half))

    best = mean
    for c in spread * np.array([0.25, 0.5, 0.75, 1.0]):
        low, high = mean, min(0.9, 10 * mean)
        for _ in range(12):
            middle = (low + high) / 2
            low, high = (middle, high) if size(middle, float(c)) > 1 - confidence else (low, middle)
        best = max(best, low)
    return best
