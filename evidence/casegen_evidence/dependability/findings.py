"""What the tests say beyond the numbers: where failures sit, and which conditions to test next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.domain import Numeric
from casegen_evidence.dependability.prediction import HARM, Prediction, voxel_rates
from casegen_evidence.dependability.scenarios import MODES, ScenarioTests

Array = NDArray[np.float64]
MIDDLE = 0.9


@dataclass(frozen=True, slots=True)
class Range:
    """Where one mode sits along one dimension.

    ``least`` and ``most`` are its extremes, ``low`` and ``high``, two of its values, hold its middle 90 %.
    ``enriched`` is how many times more often a test in that middle range shows the mode than a test anywhere.
    """

    mode: str
    dimension: str
    count: int
    least: float
    low: float
    high: float
    most: float
    enriched: float


@dataclass(frozen=True, slots=True)
class Voxel:
    """A voxel that matters: its operating mass, tests, rate of a mode, and share of what is ranked."""

    text: str
    mass: float
    tests: int
    rate: float
    share: float
    add: int = 0


def ranges(tests: ScenarioTests) -> list[Range]:
    """Range of each failing mode along every numeric dimension, in the tests as they were run."""
    results = []
    for mode in (1, 2):
        failed = tests.scenarios[tests.modes == mode]
        if not len(failed):
            continue
        for k, d in enumerate(tests.domain.dimensions):
            if isinstance(d, Numeric):
                results.append(_range(tests.scenarios[:, k], failed[:, k], MODES[mode], d.name))
    return results


def _range(tested: Array, failed: Array, mode: str, name: str) -> Range:
    tail = (1 - MIDDLE) / 2
    # values that occurred: between two failures that are all there are, no test may lie
    low = float(np.quantile(failed, tail, method="lower"))
    high = float(np.quantile(failed, 1 - tail, method="higher"))
    within = float(np.mean((tested >= low) & (tested <= high)))
    share = float(np.mean((failed >= low) & (failed <= high)))
    return Range(mode, name, len(failed), float(failed.min()), low, high, float(failed.max()), share / within)


def where_failures_sit(
    tests: ScenarioTests, prediction: Prediction, mode: int = HARM, top: int = 10
) -> list[Voxel]:
    """Voxels that contribute most to a mode in operation, largest first."""
    w = prediction.weights
    rate = voxel_rates(tests, w)[:, mode]
    part = w.mass * rate
    total = float(part.sum())
    order = np.argsort(-part, kind="stable")[:top]
    return [
        Voxel(
            w.partition.describe(int(v)),
            float(w.mass[v]),
            int(w.tests[v]),
            float(rate[v]),
            float(part[v] / total),
        )
        for v in order
        if part[v] > 0
    ]


def conditions_to_test(
    tests: ScenarioTests, prediction: Prediction, budget: int, top: int = 10
) -> list[Voxel]:
    """Voxels that widen the interval of harmful undependability most, and how many of ``budget`` tests each gets.

    Untested voxels first, by mass: each adds its whole mass.  Then by ``Σ ω² π̃(1−π̃)`` with π̃ = (k+½)/(N+1), so
    that a voxel with few tests and no failure still counts.  The split of the budget is Neyman's.
    """
    from casegen_evidence.bounds.allocation import neyman

    w = prediction.weights
    safe = np.maximum(w.voxel, 0)
    harmful = np.bincount(safe, weights=(tests.modes == HARM) & (w.test > 0), minlength=len(w.mass))
    squares = np.bincount(safe, weights=w.test**2, minlength=len(w.mass))
    rate = (harmful + 0.5) / (w.tests + 1)
    variance = np.where(w.tests > 0, squares * rate * (1 - rate), 0.0)
    untested = np.where(w.tests == 0, w.mass, 0.0)
    add = neyman(w.mass, harmful, w.tests, budget, floor=0)
    add = np.where(untested > 0, np.maximum(add, 1), add)
    order = np.lexsort((-variance, -untested))[:top]
    total_open, total_variance = float(untested.sum()), float(variance.sum())
    results = []
    for v in order:
        is_open = untested[v] > 0
        share = untested[v] / total_open if is_open else variance[v] / (total_variance or 1.0)
        if share > 0:
            text = w.partition.describe(int(v)) + (" (no test)" if is_open else "")
            rate_seen = float(harmful[v] / w.tests[v]) if w.tests[v] else 1.0
            results.append(
                Voxel(text, float(w.mass[v]), int(w.tests[v]), rate_seen, float(share), int(add[v]))
            )
    return results
