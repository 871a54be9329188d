"""Predicted against observed: does the prediction hold in the conditions it was made for?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.prediction import Prediction, Share, voxel_rates
from casegen_evidence.dependability.scenarios import MODES, ScenarioTests

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ModeComparison:
    """One mode: predicted and observed with their limits, their difference with its limits, and z's p-value."""

    mode: str
    predicted: Share
    observed: Share
    difference: Share
    p_value: float


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

    Limits of the difference are the square-root sum of both intervals' arms (Zou & Donner 2008).  The p-value
    is two-sided, of the difference over its estimated standard error (stratified, plus binomial).
    """
    observed = observed_shares(counts, prediction.confidence)
    n, w = sum(counts), prediction.weights
    rates = voxel_rates(tests, w)[np.maximum(w.voxel, 0)]
    results = []
    for mode, (p, o) in enumerate(zip(prediction.modes, observed, strict=True)):
        gap = p.value - o.value
        low = gap - sqrt((p.value - p.lower) ** 2 + (o.upper - o.value) ** 2)
        high = gap + sqrt((p.upper - p.value) ** 2 + (o.value - o.lower) ** 2)
        share = (o.value * n + 0.5) / (n + 1)
        variance = float(w.test**2 @ (rates[:, mode] * (1 - rates[:, mode]))) + share * (1 - share) / n
        results.append(
            ModeComparison(MODES[mode], p, o, Share(gap, low, high), erfc(abs(gap) / sqrt(2 * variance)))
        )
    return tuple(results)


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted for testing them all (Holm 1979); in the order given."""
    p = np.asarray(p_values, dtype=float)
    order = np.argsort(p, kind="stable")
    adjusted = np.minimum(1.0, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    result = np.empty_like(p)
    result[order] = adjusted
    return [float(x) for x in result]
