"""Sizes of test plans: the demands that show a round probability of failure with a usual confidence."""

from __future__ import annotations

import math
from functools import cache

_USUAL = (0.9, 0.95, 0.99)
_CONFIDENCES = (*_USUAL, 0.975, 0.999)
SMALL = 1000
"""exposure below which plans with failures or other confidences are so many that most numbers are one's"""
MOST_FAILURES = 3
"""failures that a plan may allow for"""
_PROBABILITIES = tuple(m / 10**k for k in range(1, 8) for m in (1, 2, 5))


def is_planned_size(exposure: float) -> bool:
    """Whether an exposure (demands or hours) is the size of a usual plan, exact or by its approximation for small rates.

    Without failures that is the least n with (1 - p)^n <= 1 - c, or about -ln(1 - c) / p; with up to three, the least of
    Clopper & Pearson (1934), for p of one digit (1, 2, 5) and c from 0.9 to 0.999.
    Below 1000 only plans without failures and c of 0.9, 0.95 or 0.99 count.

    >>> [is_planned_size(n) for n in (59, 299, 459, 2302, 2303, 2995, 2996, 4605, 4742, 198, 1813)]
    [True, True, True, True, True, True, True, True, True, False, False]
    """
    return exposure in _sizes()


@cache
def _sizes() -> frozenset[float]:
    """Every such size, at most some 2e8."""
    sizes = set[float]()
    for p in _PROBABILITIES:
        for c in _CONFIDENCES:
            about = -math.log1p(-c) / p
            without = {math.ceil(math.log1p(-c) / math.log1p(-p)), math.floor(about), math.ceil(about)}
            sizes |= {n for n in without if n >= SMALL or c in _USUAL}
        for c in _USUAL:
            some = {_least(p, c, failures) for failures in range(1, MOST_FAILURES + 1)}
            sizes |= {n for n in some if n >= SMALL}
    return frozenset(map(float, sizes))


def _least(p: float, confidence: float, failures: int) -> int:
    """The least n of which at most ``failures`` fail with a probability of at most ``1 - confidence``."""
    low, high = failures, math.ceil(30 / p)
    while high - low > 1:
        middle = (low + high) // 2
        few = math.fsum(
            math.comb(middle, k) * p**k * math.exp((middle - k) * math.log1p(-p)) for k in range(failures + 1)
        )
        low, high = (low, middle) if few <= 1 - confidence else (middle, high)
    return high
