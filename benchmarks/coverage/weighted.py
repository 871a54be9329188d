"""Weighted sums of binomials over skewed cells: which bound covers, and what the sampling plan costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from casegen_evidence.bounds import clopper_pearson, fay_feuer, neyman, proportional
from numpy.typing import NDArray

from benchmarks.coverage.low import Coverage

Array = NDArray[np.float64]
NAMES = ("Fay–Feuer", "CLT (Eqns 12–13)", "sum of exact limits")
PLANS = ("equal", "proportional", "two-pass")


@dataclass(frozen=True, slots=True)
class Cells:
    """A known profile ``op`` and failure probabilities ``p`` of many cells."""

    op: Array
    p: Array

    @property
    def truth(self) -> float:
        return float(self.op @ self.p)


def skewed(cells: int = 2000, failing: float = 0.05, scale: float = 0.02, seed: int = 0) -> Cells:
    """A log-normal profile; few cells fail, each with a probability of its own."""
    rng = np.random.default_rng(seed)
    op = rng.lognormal(0, 2, cells)
    p = np.where(rng.random(cells) < failing, rng.beta(0.5, 0.5 / scale, cells), 0.0)
    return Cells(op / op.sum(), p)


def repeat(
    cells: Cells, budget: int, plan: str, repetitions: int, confidence: float = 0.975, seed: int = 0
) -> list[Coverage]:
    """Coverage of each bound when ``budget`` trials are spread over the cells by ``plan``."""
    rng = np.random.default_rng(seed)
    results: dict[str, list[float]] = {name: [] for name in NAMES}
    for _ in range(repetitions):
        n = _trials(cells, budget, plan, rng)
        k = rng.binomial(n, cells.p)
        results["Fay–Feuer"].append(fay_feuer(cells.op, k, n, confidence)[1])
        share = k / n
        sd = np.sqrt(np.sum(cells.op**2 * share * (1 - share) / np.maximum(n - 1, 1)))
        results["CLT (Eqns 12–13)"].append(float(cells.op @ share + 1.959963984540054 * sd))
        results["sum of exact limits"].append(float(cells.op @ clopper_pearson(k, n, confidence)[1]))
    return [
        Coverage(name, repetitions, int(np.sum(np.array(u) >= cells.truth)), float(np.median(u)))
        for name, u in results.items()
    ]


def _trials(cells: Cells, budget: int, plan: str, rng: np.random.Generator) -> NDArray[np.int64]:
    if plan == "equal":
        return np.full(len(cells.op), budget // len(cells.op))
    if plan == "proportional":
        return proportional(cells.op, budget)
    first = proportional(cells.op, budget // 3)
    return neyman(cells.op, rng.binomial(first, cells.p), first, budget - budget // 3)
