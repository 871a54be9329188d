"""A bound on the pmi that covers: what it counts, and what it rests on.

Every failure of a classifier M at an input x with true label y, whose cell carries the label L, either
disagrees with the cell, M(x) ≠ L (*seen*: the RAM's unastuteness), or agrees with a cell whose label is
wrong for x, M(x) = L ≠ y, or lies outside the domain (*hidden*).  So

    pmi <= E[ severity(L, M) ] + E[ hidden ].

* seen: ``g_j = Σ_i λ_i ∫_{cell i} K_h(x - X_j) dx`` are independent over evaluation points X_j that neither
  the model, nor the cells' labels, nor h have seen; their mean is the RAM's Σ Op_i λ_i (Eqn 4) with the
  correlation of the Op_i accounted for, since whole points are the unit.  They lie between 0 and a ceiling
  known from λ alone, so that the Chernoff–Hoeffding bound covers for every distribution.
* the smoothing moves mass by about h: the largest bound over a band of bandwidths down to ``band[-1]`` h.
* Monte Carlo error of λ: Fay–Feuer, over all cells.
* hidden: exact (Clopper–Pearson) limit on the evaluation points where it happened.

The error probability ``1 - confidence`` is divided over the three; no independence between them is used.
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
class Bound:
    """The parts of the bound; ``value`` and ``upper`` are of the pmi."""

    band: tuple[Smoothed, ...]
    monte_carlo: float
    hidden: float
    hidden_upper: float
    outside: int
    points: int

    @property
    def seen(self) -> Smoothed:
        """The seen part at the cross-validated bandwidth."""
        return self.band[0]

    @property
    def value(self) -> float:
        return min(1.0, self.seen.mean + self.hidden)

    @property
    def upper(self) -> float:
        seen = max(s.upper for s in self.band)
        return min(1.0, seen + self.monte_carlo + self.hidden_upper)


def smooth_part(
    grid: Grid,
    points: Points,
    values: Array,
    bandwidth: float,
    confidence: float,
    ceiling: float | None = None,
) -> Smoothed:
    """Mean of ``g_j`` over ``points`` (all inside the box), its standard deviation and upper limit.

    The standard deviation is the delta method's: the Op_i are correlated and sum to 1, and both are
    accounted for because each point contributes to all cells at once.
    """
    g = smoothed(axis_masses(grid, points, bandwidth), values)
    top = smoothed_ceiling(grid, values, bandwidth) if ceiling is None else ceiling
    upper = chernoff_upper(np.minimum(g, top), confidence, top)
    sd = float(g.std(ddof=1) / np.sqrt(len(g))) if len(g) > 1 else float("inf")
    return Smoothed(bandwidth, float(g.mean()), sd, top, upper)


def hidden_failures(
    grid: Grid,
    points: Points,
    labels: NDArray[np.int64],
    answers: NDArray[np.int64],
    found: Unastuteness,
    severity: Array,
) -> Array:
    """Per evaluation point the severity its cell does not show, ``(n,)``; outside the domain the largest."""
    cell = grid.locate(points)
    judged = found.label[np.maximum(cell, 0)]
    seen = np.where(judged >= 0, severity[np.maximum(judged, 0), answers], severity.max())
    hidden = np.maximum(severity[labels, answers] - seen, 0.0)
    return np.asarray(np.where(cell < 0, severity.max(), hidden))


def bound(
    grid: Grid,
    points: Points,
    labels: NDArray[np.int64],
    answers: NDArray[np.int64],
    found: Unastuteness,
    severity: Array,
    bandwidth: float,
    confidence: float,
    band: Sequence[float] = BAND,
) -> Bound:
    """Bound the pmi from evaluation ``points`` (n, d) that model, cell labels and bandwidth have not seen.

    ``answers`` are the model's predictions there.  Assumes: the points are independent draws of the
    operational profile; its density changes little within ``band[-1] * bandwidth`` of the box's width.
    """
    alpha = 1.0 - confidence
    share = (0.5, 0.5, 0.0) if found.exact else (0.48, 0.47, 0.05)
    inside = points[grid.inside(points)]
    seen = tuple(smooth_part(grid, inside, found.value, f * bandwidth, 1 - share[0] * alpha) for f in band)
    hidden = hidden_failures(grid, points, labels, answers, found, severity)
    noise = 0.0 if found.exact else monte_carlo_part(grid, inside, found, bandwidth, 1 - share[2] * alpha)
    return Bound(
        seen,
        noise,
        float(hidden.mean()),
        failure_limits(hidden, float(severity.max()), 1 - share[1] * alpha)[1],
        len(points) - len(inside),
        len(points),
    )


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
