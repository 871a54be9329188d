"""Safety Gain, Residual Hazard and Availability Cost with their intervals (paper 004 Eqns 3–9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.bounds.measures import bounded_mean, proportion
from casegen_evidence.bounds.ratio import ratio_limits
from casegen_evidence.method import Kind, Measure
from casegen_evidence.monitors.returns import SAFETY, Returns
from casegen_evidence.own_arithmetic import computes_by_itself, in_own_arithmetic

Array = NDArray[np.float64]


@computes_by_itself
@dataclass(frozen=True, slots=True)
class MonitorMetrics:
    """The three metrics of one scheme, and the normalised forms.

    ``hazard`` is SG + RH, the hazard of f alone (Eqn 6).  ``miss_rate`` is RH / (SG + RH); under a binary scheme it is
    the false-negative rate, 1 − ``recall``; ``false_alarm_rate`` is AC over the share of units without hazard, None
    where the scheme is not binary.
    """

    returns: Returns
    safety_gain: Measure
    residual_hazard: Measure
    availability_cost: Measure
    hazard: Measure
    recall: Measure
    miss_rate: Measure
    false_alarm_rate: Measure | None

    def named(self) -> dict[str, Measure]:
        """All measures by name."""
        results = {
            "safety_gain": self.safety_gain,
            "residual_hazard": self.residual_hazard,
            "availability_cost": self.availability_cost,
            "hazard": self.hazard,
            "recall": self.recall,
            "miss_rate": self.miss_rate,
        }
        if self.false_alarm_rate is not None:
            results["false_alarm_rate"] = self.false_alarm_rate
        return results


@in_own_arithmetic
def evaluate(returns: Returns, confidence: float = 0.95) -> MonitorMetrics:
    """SG, RH and AC of ``returns`` (Eqns 7–9) with limits that cover.

    Binary schemes have Clopper–Pearson limits, others betting limits over independent units; so have ratios of two
    means.
    """
    g, h, c = returns.gains, returns.hazards, returns.costs
    words = {
        "gain": f"hazard that the monitor removes, per {returns.unit}",
        "hazard": f"hazard that remains with the monitor, per {returns.unit}",
        "cost": f"mission reward lost because of the monitor, per {returns.unit}",
        "all": f"hazard of f without the monitor, per {returns.unit}",
    }
    counts = returns.counts
    return MonitorMetrics(
        returns,
        _mean(returns, g, returns.gain, "gain" in counts, confidence, words["gain"], "Eqn 7"),
        _mean(returns, h, returns.hazard, "hazard" in counts, confidence, words["hazard"], "Eqn 8"),
        _mean(returns, c, returns.cost, "cost" in counts, confidence, words["cost"], "Eqn 9"),
        _mean(returns, g + h, returns.hazard, counts >= SAFETY, confidence, words["all"], "Eqn 6"),
        *_normalised(returns, confidence),
    )


def _mean(
    returns: Returns,
    values: Array,
    ends: tuple[float, float],
    counted: bool,
    confidence: float,
    text: str,
    equation: str,
) -> Measure:
    source = f"paper 004 {equation} with {returns.source.removeprefix('paper 004 ')}"
    if counted:
        kind: Kind = "probability-per-demand"
        return proportion(_count(values), len(values), confidence, kind, text, source)
    kind = "fraction" if ends[0] >= 0 and ends[1] <= 1 else "score"
    if ends[0] == ends[1]:
        fixed = ends[0]
        return Measure(
            fixed,
            kind,
            fixed,
            fixed,
            confidence,
            n=len(values),
            text=text,
            estimator=f"{source}, by definition",
        )
    return bounded_mean(values, *ends, confidence, kind, text, source)


def _count(values: Array) -> int:
    return round(float(values.sum()))


def _normalised(returns: Returns, confidence: float) -> tuple[Measure, Measure, Measure | None]:
    g, h, c = returns.gains, returns.hazards, returns.costs
    if not returns.counts >= SAFETY:
        rest = ratio(returns, confidence, "share of the hazard that the monitor leaves")
        return _complement(rest, "share of the hazard that the monitor removes"), rest, None
    hazardous, unit = _count(g + h), returns.unit
    caught = f"share of the hazardous {unit}s that the monitor makes safe (recall)"
    missed = f"share of the hazardous {unit}s that the monitor leaves hazardous"
    alarms = None
    if "cost" in returns.counts:
        harmless = f"share of the harmless {unit}s that raise an alarm"
        alarms = proportion(_count(c), len(g) - hazardous, confidence, "fraction", harmless)
    return (
        proportion(_count(g), hazardous, confidence, "fraction", caught, unknown=0.0),
        proportion(_count(h), hazardous, confidence, "fraction", missed),
        alarms,
    )


def ratio(returns: Returns, confidence: float, text: str) -> Measure:
    """The share of the hazard that the monitor leaves, Σ RH / Σ (SG + RH), with limits for every distribution.

    Where no hazard was seen nothing can be said: the value is 1 and the limits are 0 and 1; there are none where a
    monitor may do harm, so that it may leave more than all.
    """
    part, whole = returns.hazards, returns.gains + returns.hazards
    within = returns.gain[0] >= 0 and returns.hazard[0] >= 0
    if not whole.sum() > 0:
        unseen = f"{text}: no hazard was seen, nothing is known"
        if not within:
            return Measure(1.0, "score", n=len(whole), text=unseen)
        return Measure(1.0, "score", 0.0, 1.0, confidence, n=len(whole), text=unseen)
    lower, upper = ratio_limits(part, whole, confidence, returns.hazard, returns.hazard, within)
    value = float(part.sum() / whole.sum())
    return Measure(
        value,
        "score",
        lower,
        upper,
        confidence,
        n=len(part),
        text=text,
        estimator="betting on residual − r · hazard",
    )


def _complement(share: Measure, text: str) -> Measure:
    """1 − ``share``: numerators g and h of the same whole g + h."""
    ends = [None if x is None else 1 - x for x in (share.upper, share.lower)]
    return replace(share, value=1 - share.value, lower=ends[0], upper=ends[1], text=text)


_DIGITS = 9
"""of the largest value: rounding by other instructions differs in the twelfth and later ones"""


@in_own_arithmetic
def paired_bootstrap(
    values: Array, confidence: float, seed: int = 0, replicates: int = 2000
) -> tuple[float, float]:
    """Percentile limits of the mean of per-unit differences ``(n,)``; approximate, for comparison."""
    means = _resampled(values[:, None], seed, replicates)[:, 0] / len(values)
    lower, upper = np.quantile(means, [1 - confidence, confidence])
    return float(lower), float(upper)


def _resampled(columns: Array, seed: int, replicates: int) -> Array:
    """Sums of the columns ``(n, c)`` over resampled rows, ``(replicates, c)``; memory stays bounded."""
    rng = np.random.default_rng(seed)
    # equal rows are drawn together: the same distribution, and counts cost nothing however many there are;
    # rows that rounding alone tells apart are equal, or another processor would draw other numbers
    scale = float(np.abs(columns).max(initial=0.0)) or 1.0
    rows, counts = np.unique(np.round(columns / scale, _DIGITS) * scale, axis=0, return_counts=True)
    n = int(counts.sum())
    at_once = max(1, 4_000_000 // len(rows))
    parts = [
        rng.multinomial(n, counts / n, size=min(at_once, replicates - done)) @ rows
        for done in range(0, replicates, at_once)
    ]
    return np.concatenate(parts)


@in_own_arithmetic
def gain_difference(a: Returns, b: Returns, confidence: float = 0.95) -> Measure:
    """SG of monitor ``a`` minus SG of monitor ``b`` on the same units, with betting limits."""
    ends = (a.gain[0] - b.gain[1], a.gain[1] - b.gain[0])
    return bounded_mean(
        a.gains - b.gains,
        *ends,
        confidence,
        "score",
        "difference of the safety gains, paired",
        "paper 004 Eqn 7",
    )
