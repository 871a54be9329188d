"""Predicted against observed: does the prediction hold in the conditions it was made for?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.prediction import Prediction, Share, mode_limits
from casegen_evidence.dependability.scenarios import MODES, ScenarioTests
from casegen_evidence.own_arithmetic import in_own_arithmetic

Array = NDArray[np.float64]
PREDICTED_SHARE = 0.1
"""share of a p-value that the limits of the prediction spend; the observed runs, often fewer, spend the rest"""
LEAST = 1e-12
"""error probability of one side below which no limits are asked: a p-value is shown as twice this at least"""
STEPS = 40
"""halvings of the logarithm's range in which a p-value is found: to one part in 10¹⁰"""


@dataclass(frozen=True, slots=True)
class ModeComparison:
    """One mode: predicted and observed with their limits, their difference with its limits, and a p-value."""

    mode: str
    predicted: Share
    observed: Share
    difference: Share
    p_value: float


@in_own_arithmetic
def observed_shares(counts: Sequence[int], confidence: float) -> tuple[Share, Share, Share]:
    """Observed modes with Clopper–Pearson limits, each with ``confidence`` by itself."""
    from casegen_evidence.bounds import clopper_pearson

    n = sum(counts)
    low, high = clopper_pearson(np.array(counts), n, confidence)
    shares = [Share(k / n, float(a), float(b)) for k, a, b in zip(counts, low, high, strict=True)]
    return shares[0], shares[1], shares[2]


def compare(
    tests: ScenarioTests, prediction: Prediction, counts: Sequence[int]
) -> tuple[ModeComparison, ...]:
    """Compare with ``counts`` of observed successes, task failures and harmful failures.

    Limits of the difference are the square-root sum of both intervals' arms (Zou & Donner 2008); the p-value is
    :func:`difference_p_value`.
    """
    observed = observed_shares(counts, prediction.confidence)
    results = []
    for mode, (p, o) in enumerate(zip(prediction.modes, observed, strict=True)):
        gap = p.value - o.value
        low = gap - sqrt((p.value - p.lower) ** 2 + (o.upper - o.value) ** 2)
        high = gap + sqrt((p.upper - p.value) ** 2 + (o.value - o.lower) ** 2)
        at = partial(mode_limits, tests, prediction, mode)
        chance = difference_p_value(at, counts[mode], sum(counts))
        results.append(ModeComparison(MODES[mode], p, o, Share(gap, low, high), chance))
    return tuple(results)


def difference_p_value(predicted: Callable[[float], Share], count: int, n: int) -> float:
    """Two-sided p-value that ``count`` of ``n`` observed runs have the ``predicted`` share.

    ``predicted`` gives one-sided limits at every confidence.  The p-value is twice the least error probability at which
    the limits of the prediction and those of the runs (Clopper & Pearson 1934) do not meet: the prediction spends a tenth
    of it, the runs the rest.  Of a right prediction they are apart with that probability at most, so that the p-value is
    valid wherever the limits are, of few runs and of runs that all end alike too (after Berger & Boos 1994).
    """
    from casegen_evidence.bounds import clopper_pearson

    def apart(error: float) -> bool:
        share = predicted(1 - PREDICTED_SHARE * error)
        low, high = clopper_pearson(count, n, 1 - (1 - PREDICTED_SHARE) * error)
        return bool(share.lower > high or share.upper < low)

    least, most = log(LEAST), log(0.5)
    if not apart(0.5):
        return 1.0
    for _ in range(STEPS):
        middle = (least + most) / 2
        least, most = (least, middle) if apart(exp(middle)) else (middle, most)
    return min(1.0, 2 * exp(most))


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted for testing them all (Holm 1979); in the order given."""
    p = np.asarray(p_values, dtype=float)
    order = np.argsort(p, kind="stable")
    adjusted = np.minimum(1.0, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    result = np.empty_like(p)
    result[order] = adjusted
    return [float(x) for x in result]
