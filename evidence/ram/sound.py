"""Bounds on the pmi, in a ladder: each rung accepts one assumption more and may be narrower for it.

1. *Independent draws*: the evaluation points are independent draws of the operational profile, their labels
   right.  Clopper–Pearson on the failures there covers whatever the profile, the partition and the votes.
   With unlabelled inputs from operation there is a second way: a failure of the model M at x, with label y
   and cell label L, either disagrees with the cell, M ≠ L (*seen*), or agrees with a cell whose label is
   wrong for x, M = L ≠ y, or lies outside the domain (*hidden*).  The first needs no labels and is counted
   on all inputs, the second on the labelled ones.  The smaller of both, at half the error probability each.
2. *A smooth profile* as well: the density of the profile changes little within the smallest bandwidth of the
   band.  ``g_j = Σ_i λ_i ∫_{cell i} K_h(x - X_j) dx`` are then independent, their mean is the RAM's
   Σ Op_i λ_i (Eqn 4), and the correlation of the Op_i (they sum to 1) is accounted for since whole points are
   the unit.  They lie between 0 and a ceiling known from λ alone, so that the Chernoff–Hoeffding bound holds
   for every distribution, cells without failures included.  The largest bound over the band of bandwidths
   stands against smoothing bias, Fay–Feuer over all cells against Monte Carlo noise in λ, Clopper–Pearson
   against hidden failures.
3. *Right votes* as well (Assumption 4): as 2, without the hidden failures.

Error probability ``1 - confidence`` is divided over the parts; no independence between them is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evidence.bounds import chernoff_lower, chernoff_upper, clopper_pearson, fay_feuer
from evidence.ram.grid import Grid, Points
from evidence.ram.profile import axis_masses, cell_probabilities, smoothed, smoothed_ceiling
from evidence.ram.unastuteness import Unastuteness

Array = NDArray[np.float64]
BAND = (1.0, 0.5, 0.25)
"""Bandwidths of the band, as multiples of the cross-validated one."""


@dataclass(frozen=True, slots=True)
class Smoothed:
    """The seen part at one bandwidth: mean, delta-method standard deviation, ceiling and upper limit."""

    bandwidth: float
    mean: float
    sd: float
    ceiling: float
    upper: float


@dataclass(frozen=True, slots=True)
class Limits:
    """An estimate with its lower and upper limit."""

    value: float
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Bound:
    """The bounds and their parts.

    ``sound`` is rung 1; ``smooth`` and ``voted`` are the upper limits of rungs 2 and 3.  ``hidden`` is at
    the confidence of its part in ``smooth``.  ``inputs`` counts the unlabelled inputs used.
    """

    sound: Limits
    smooth: float
    voted: float
    band: tuple[Smoothed, ...]
    monte_carlo: float
    hidden: Limits
    outside: int
    points: int
    inputs: int

    @property
    def value(self) -> float:
        """The RAM's estimate, Σ Op_i λ_i and the hidden failures found, within the limits of ``sound``."""
        estimate = self.band[0].mean + self.hidden.value
        return min(max(estimate, self.sound.lower), self.sound.upper)


def smooth_part(
    grid: Grid, points: Points, values: Array, bandwidth: float, confidences: Sequence[float]
) -> list[Smoothed]:
    """Mean of ``g_j`` over ``points`` (all inside the box) with its upper limit at each confidence.

    The standard deviation is the delta method's: the Op_i are correlated and sum to 1, and both are
    accounted for because each point contributes to all cells at once.
    """
    g = smoothed(axis_masses(grid, points, bandwidth), values)
    top = smoothed_ceiling(grid, values, bandwidth)
    g = np.minimum(g, top)
    sd = float(g.std(ddof=1) / np.sqrt(len(g))) if len(g) > 1 else float("inf")
    uppers = [chernoff_upper(g, c, top) for c in confidences]
    return [Smoothed(bandwidth, float(g.mean()), sd, top, upper) for upper in uppers]


def seen_failures(
    grid: Grid, points: Points, answers: NDArray[np.int64], found: Unastuteness, severity: Array
) -> Array:
    """Severity of each point's disagreement with its cell's label, ``(n,)``; outside the domain 0."""
    cell = grid.locate(points)
    judged = found.label[np.maximum(cell, 0)]
    seen = np.where(judged >= 0, severity[np.maximum(judged, 0), answers], severity.max())
    return np.asarray(np.where(cell < 0, 0.0, seen))


def hidden_failures(
    grid: Grid,
    points: Points,
    labels: NDArray[np.int64],
    answers: NDArray[np.int64],
    found: Unastuteness,
    severity: Array,
) -> Array:
    """Per labelled point the severity its cell does not show, ``(n,)``; outside the domain the largest."""
    seen = seen_failures(grid, points, answers, found, severity)
    hidden = np.maximum(severity[labels, answers] - seen, 0.0)
    return np.asarray(np.where(grid.locate(points) < 0, severity.max(), hidden))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Points ``(n, d)`` that model, cell labels and bandwidth have not seen, with labels and predictions.

    ``inputs`` are further draws without labels, ``(N, d)``, with their predictions ``input_answers``.
    """

    points: Points
    labels: NDArray[np.int64]
    answers: NDArray[np.int64]
    inputs: Points | None = None
    input_answers: NDArray[np.int64] | None = None


def bound(
    grid: Grid,
    held: Evaluation,
    found: Unastuteness,
    severity: Array,
    bandwidth: float,
    confidence: float,
    band: Sequence[float] = BAND,
) -> Bound:
    """All rungs from ``held``; ``bandwidth`` in units of the box, chosen without the points of ``held``."""
    alpha = 1.0 - confidence
    most = float(severity.max())
    share = (0.5, 0.5, 0.0) if found.exact else (0.48, 0.47, 0.05)
    points = held.points if held.inputs is None else np.concatenate([held.points, held.inputs])
    inside = points[grid.inside(points)]
    hidden = hidden_failures(grid, held.points, held.labels, held.answers, found, severity)
    noise = 0.0 if found.exact else monte_carlo_part(grid, inside, found, bandwidth, 1 - share[2] * alpha)
    levels = (1 - share[0] * alpha, 1 - (1 - share[2]) * alpha)
    pairs = [smooth_part(grid, inside, found.value, f * bandwidth, levels) for f in band]
    parts, votes = (tuple(pair[k] for pair in pairs) for k in (0, 1))
    limits = failure_limits(hidden, most, 1 - share[1] * alpha)
    return Bound(
        sound=sound_limits(grid, held, hidden, found, severity, confidence),
        smooth=min(1.0, max(s.upper for s in parts) + noise + limits[1]),
        voted=min(1.0, max(s.upper for s in votes) + noise),
        band=parts,
        monte_carlo=noise,
        hidden=Limits(float(hidden.mean()), *limits),
        outside=int(np.sum(~grid.inside(held.points))),
        points=len(held.points),
        inputs=0 if held.inputs is None else len(held.inputs),
    )


def sound_limits(
    grid: Grid, held: Evaluation, hidden: Array, found: Unastuteness, severity: Array, confidence: float
) -> Limits:
    """Rung 1: limits from the failures alone or, with unlabelled inputs, the smaller of both ways.

    ``hidden`` is :func:`hidden_failures` of ``held``.
    """
    failures = severity[held.labels, held.answers]
    most, alpha = float(severity.max()), 1.0 - confidence
    lower, upper = failure_limits(failures, most, confidence)
    if held.inputs is not None and held.input_answers is not None:
        _, direct = failure_limits(failures, most, 1 - alpha / 2)
        points = np.concatenate([held.points, held.inputs])
        answers = np.concatenate([held.answers, held.input_answers])
        seen = seen_failures(grid, points, answers, found, severity)
        parts = [failure_limits(part, most, 1 - alpha / 4)[1] for part in (seen, hidden)]
        upper = min(direct, sum(parts))
    return Limits(float(failures.mean()), lower, upper)


def failure_limits(values: Array, most: float, confidence: float) -> tuple[float, float]:
    """Limits of the mean of independent values in [0, ``most``]: exact if all are 0 or ``most``.

    Clopper–Pearson in that case, Chernoff–Hoeffding otherwise; both cover for every distribution.
    """
    if np.all((values == 0) | (values == most)):
        lower, upper = clopper_pearson(int(np.sum(values > 0)), len(values), confidence)
        return float(most * lower), float(most * upper)
    return chernoff_lower(values, confidence, most), chernoff_upper(values, confidence, most)


def monte_carlo_part(
    grid: Grid, points: Points, found: Unastuteness, bandwidth: float, confidence: float
) -> float:
    """What Monte Carlo noise in λ may hide: Fay–Feuer upper limit of Σ Op_i λ_i less its estimate.

    Cells without samples count λ = 1 already in the estimate.
    """
    op = cell_probabilities(axis_masses(grid, points, bandwidth))
    sampled = found.samples > 0
    weights = np.where(sampled, op, 0.0)
    _, upper = fay_feuer(weights[sampled], found.failures[sampled], found.samples[sampled], confidence)
    return max(0.0, upper - float(weights @ found.value))
