"""Threshold sweeps, and the operating point chosen on data that the evaluation does not use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.method import Figure, InputProblem
from casegen_evidence.monitors.metrics import MonitorMetrics, evaluate
from casegen_evidence.monitors.returns import Flags, Returns
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.returned import finite

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sweep:
    """Metrics of one monitor over its thresholds, from the most to the least sensitive."""

    thresholds: Array
    metrics: tuple[MonitorMetrics, ...]

    def figure(self, name: str, scheme: str) -> Figure:
        """The SG–AC curve with the limits of SG."""
        x = [m.availability_cost.value for m in self.metrics]
        y = [m.safety_gain.value for m in self.metrics]
        limits = {
            "lower": [m.safety_gain.lower for m in self.metrics],
            "upper": [m.safety_gain.upper for m in self.metrics],
        }
        total = self.metrics[0].hazard.value
        half = next((a for a, g in sorted(zip(x, y, strict=True)) if g >= total / 2), None)
        tail = (
            ""
            if half is None
            else f"; half of the hazard {total:.3f} is removed at an availability cost of {half:.3f}"
        )
        alt = f"Safety gain against availability cost of {name} over its thresholds, scheme {scheme}{tail}."
        data = {"series": [{"name": name, "x": x, "y": y, **limits}]}
        title = f"Safety gain against availability cost ({scheme})"
        return Figure(title, "lines", data, alt, "availability cost", "safety gain")


def sweep(
    scores: ArrayLike,
    returns_of: Callable[[Flags], Returns],
    points: int = 41,
    confidence: float = 0.95,
) -> Sweep:
    """Metrics at ``points`` thresholds, the quantiles of the scores; an alarm is a score above the threshold."""
    s = _finite(scores)
    thresholds = np.unique(np.quantile(s, np.linspace(0, 1, points), method="lower"))
    result = tuple(evaluate(returns_of(s > t), confidence) for t in thresholds)
    return Sweep(thresholds, result)


@in_own_arithmetic
def choose(scores: ArrayLike, returns_of: Callable[[Flags], Returns], cost_at_most: float) -> float:
    """The threshold of the largest safety gain whose availability cost stays within ``cost_at_most``.

    Every distinct score ``(n,)`` is tried, in O(n log n): gain and cost of a row with an alarm do not depend on other
    rows.  Of equal gains the one of the least cost is taken.  To be called on calibration data: the same data cannot
    also give an honest evaluation of the chosen point.
    """
    s = _finite(scores)
    alarmed = returns_of(np.ones(len(s), dtype=bool))
    order = np.argsort(-s, kind="stable")
    last = np.append(s[order][1:] != s[order][:-1], True)  # rows of one score are alarmed together
    gain = np.cumsum(alarmed.gains[order])[last] / len(s)
    cost = np.cumsum(alarmed.costs[order])[last] / len(s)
    fitting = np.flatnonzero(cost <= cost_at_most)
    if not len(fitting):
        raise InputProblem(
            f"expected a threshold with an availability cost of at most {cost_at_most:g}; the least with any alarm is "
            f"{cost.min():.4g}. Allow a larger cost, or take another monitor"
        )
    best = fitting[np.lexsort((cost[fitting], -gain[fitting]))[0]]
    levels = s[order][last]
    return float(levels[best + 1] if best + 1 < len(levels) else np.nextafter(levels[best], -np.inf))


def _finite(scores: ArrayLike) -> Array:
    s = np.asarray(scores, dtype=float)
    if s.ndim != 1 or not len(s):
        raise InputProblem(f"expected scores as a vector, found shape {s.shape}")
    finite(s, "scores of the monitor")
    return s


def threshold_for(scores: ArrayLike, share: float) -> float:
    """The smallest of the calibration scores ``(n,)`` above which at most ``share`` of them lie.

    >>> threshold_for(np.arange(100.0), 0.1), threshold_for([1.0, 2.0, 2.0, 2.0], 0.5)
    (89.0, 2.0)
    """
    s = _finite(scores)
    if not 0 < share < 1:
        raise InputProblem(f"expected a share of alarms in (0, 1), found {share:g}")
    alarms = int(np.floor(share * len(s) * (1 + 1e-12)))  # a product such as 0.1 · 30 may round either way
    return float(np.sort(s)[len(s) - 1 - alarms])
