"""Bounds on the pmi, in a ladder: each rung accepts one assumption more and may be narrower for it.

1. *Independent draws*: the evaluation points are independent draws of the operational profile, their labels
   right.  Clopper–Pearson on the failures there covers whatever the profile, the partition and the votes.
   With unlabelled inputs from operation there is a second way: a failure of the model M at x, with label y
   and cell label L, either disagrees with the cell, M ≠ L (*seen*), or agrees with a cell whose label is
   wrong for x, M = L ≠ y, or lies outside the domain (*hidden*).  The first needs no labels and is counted
   on all inputs, the second on the labelled ones.  Whether to go this way as well, at half the error
   probability for each, and how to divide its half over the two counts, is settled on a tenth of the inputs
   that serves for nothing else.
2. *A smooth profile* as well: the density of the profile changes little within the smallest bandwidth of the
   band.  ``g_j = Σ_i λ_i ∫_{cell i} K_h(x - X_j) dx`` are then independent, their mean is the RAM's
   Σ Op_i λ_i (Eqn 4), and the correlation of the Op_i (they sum to 1) is accounted for since whole points are
   the unit.  They lie between 0 and a ceiling known from λ alone, so that the Chernoff–Hoeffding bound holds
   for every distribution, cells without failures included.  The largest bound over the band of bandwidths
   stands against smoothing bias, Fay–Feuer over all cells against Monte Carlo noise in λ, Clopper–Pearson
   against hidden failures.
3. *Right votes* as well (Assumption 4): as 2, without the hidden failures.

Where operation is known apart from the labelled points (inputs without labels, class shares, a density), their
failures are restated for it (:mod:`casegen_evidence.profiles`) in every rung, and the profile is that of operation.
Mass that no point can speak for counts as failing, and so does what a shift of the profile within a total variation can
move.

Error probability ``1 - confidence`` is divided over the parts; no independence between them is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.bounds import betting_lower, betting_upper, chernoff_upper, clopper_pearson, fay_feuer
from casegen_evidence.own_arithmetic import computes_by_itself
from casegen_evidence.profiles.restatement import Restated
from casegen_evidence.ram.grid import OUTSIDE, Grid, Points
from casegen_evidence.ram.profile import axis_masses, cell_probabilities, smoothed, smoothed_ceiling
from casegen_evidence.ram.unastuteness import Unastuteness

Array = NDArray[np.float64]
BAND = (1.0, 0.5, 0.25)
"""Bandwidths of the band, as multiples of the cross-validated one."""
SEEN_SHARES = (0.05, 0.1, 0.2, 0.4)
"""Shares of the error probability that the count of seen failures may get."""


@dataclass(frozen=True, slots=True)
class Smoothed:
    """The seen part at one bandwidth: mean, delta-method standard deviation, ceiling and upper limit.

    Bandwidth 0 stands for a profile that is known: its mean is exact.
    """

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


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Bound:
    """The bounds and their parts.

    ``sound`` is rung 1; ``smooth`` and ``voted`` are the upper limits of rungs 2 and 3.  ``hidden`` is at
    the confidence of its part in ``smooth``.  ``inputs`` counts the unlabelled inputs used, ``way`` says
    which way rung 1 went.  ``left_out`` is what cells that are not stored add to the seen part.
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
    way: str
    left_out: float = 0.0

    @property
    def seen(self) -> float:
        """Σ Op_i λ_i over the stored cells.

        Where points are weighted, Σ Op_i is 1 in the mean only, so that the sum may come out above what a probability
        can be.
        """
        return float(np.clip(self.band[0].mean - self.left_out, 0.0, 1.0))

    @property
    def value(self) -> float:
        """The RAM's estimate, Σ Op_i λ_i and the hidden failures found: the one that ``smooth`` bounds.

        The two are estimated apart, so that their sum may come out above what a probability can be.
        """
        return min(1.0, self.seen + self.hidden.value)


@dataclass(frozen=True, slots=True)
class Exact:
    """A known profile on the grid: per axis the ``masses`` of its components, and their ``shares``."""

    masses: list[Array]
    shares: Array


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Points ``(n, d)`` that model, cell labels and bandwidth have not seen, with labels and predictions.

    ``inputs`` are further draws without labels, ``(N, d)``, with their predictions ``input_answers``.
    ``restated`` restates a mean over the labelled points for operation, where these are no draws of it; ``weights`` (n,)
    do so for the smoothed profile.  ``missing`` is operational mass of classes without points.  ``exact`` is the profile,
    where it is known.
    """

    points: Points
    labels: NDArray[np.int64]
    answers: NDArray[np.int64]
    inputs: Points | None = None
    input_answers: NDArray[np.int64] | None = None
    weights: Array | None = None
    missing: float = 0.0
    exact: Exact | None = None
    restated: Restated | None = None

    def limits(self, values: Array, most: float, confidence: float) -> Limits:
        """Mean of ``values`` (n,) of the labelled points over operation, with its limits."""
        if self.restated is not None:
            return Limits(*self.restated.limits(values, most, confidence))
        return Limits(float(values.mean()), *failure_limits(values, most, confidence))

    def drawn(self) -> tuple[Points, NDArray[np.int64], Array | None]:
        """All draws of operation, with predictions and weights, if any: labelled points that are restated are none."""
        if self.inputs is None or self.input_answers is None:
            return self.points, self.answers, self.weights
        if self.restated is not None:
            return self.inputs, self.input_answers, None
        answers = np.concatenate([self.answers, self.input_answers])
        return np.concatenate([self.points, self.inputs]), answers, None


def smooth_part(
    grid: Grid,
    points: Points,
    values: Array,
    bandwidth: float,
    confidences: Sequence[float],
    weights: Array | None = None,
    rest: float = 0.0,
) -> list[Smoothed]:
    """Mean of ``g_j`` over ``points`` (all inside the box) with its upper limit at each confidence.

    The standard deviation is the delta method's: the Op_i are correlated and sum to 1, and both are
    accounted for because each point contributes to all cells at once.  ``rest`` is the value of cells that
    ``grid`` does not store.  Betting would give narrower limits, but smoothing moves the mean itself, and the
    laboratory shows that slack to be needed (docs/bounds.md).  Without points nothing is known of the mean: its
    limit is the ceiling.
    """
    if not len(points):
        top = max(float(values.max(initial=0.0)), rest)
        return [Smoothed(bandwidth, 0.0, float("inf"), top, top) for _ in confidences]
    g = smoothed(axis_masses(grid, points, bandwidth), values, grid, rest)
    top = smoothed_ceiling(grid, values, bandwidth, rest)
    g = np.minimum(g, top)
    if weights is not None:
        g, top = weights * g, float(weights.max()) * top
    sd = float(g.std(ddof=1) / np.sqrt(len(g))) if len(g) > 1 else float("inf")
    uppers = [chernoff_upper(g, c, top) for c in confidences]
    return [Smoothed(bandwidth, float(g.mean()), sd, top, upper) for upper in uppers]


def exact_part(grid: Grid, values: Array, exact: Exact, rest: float) -> Smoothed:
    """Σ Op_i λ_i under a known profile: nothing is estimated; its limit counts mass outside the domain as failing."""
    op = cell_probabilities(exact.masses, grid, exact.shares)
    inside = float(np.prod([m.sum(axis=1) for m in exact.masses], axis=0) @ exact.shares)
    mean = float(op @ values) + rest * max(0.0, inside - float(op.sum()))
    upper = mean + rest * max(0.0, 1 - inside)
    return Smoothed(0.0, mean, 0.0, max(float(values.max(initial=0.0)), rest), upper)


def seen_failures(
    grid: Grid, points: Points, answers: NDArray[np.int64], result: Unastuteness, severity: Array
) -> Array:
    """Severity of each point's disagreement with its cell's label, ``(n,)``; outside the domain 0.

    Cells that are conceded, or not stored, count with the largest severity.
    """
    cell = grid.locate(points)
    judged = np.where(cell >= 0, result.label[np.maximum(cell, 0)], -1)
    seen = np.where(judged >= 0, severity[np.maximum(judged, 0), answers], severity.max())
    return np.asarray(np.where(cell == OUTSIDE, 0.0, seen))


def hidden_failures(
    grid: Grid,
    points: Points,
    labels: NDArray[np.int64],
    answers: NDArray[np.int64],
    result: Unastuteness,
    severity: Array,
) -> Array:
    """Per labelled point the severity its cell does not show, ``(n,)``; outside the domain the largest."""
    seen = seen_failures(grid, points, answers, result, severity)
    hidden = np.maximum(severity[labels, answers] - seen, 0.0)
    return np.asarray(np.where(grid.inside(points), hidden, severity.max()))


def unlabelled_outside(grid: Grid, held: Evaluation) -> tuple[int, int]:
    """How many inputs of operation lie outside the domain, and of how many: where labelled points are restated for them.

    Points of another profile do not say it, and a stated density says it without counting.
    """
    if held.inputs is None or held.restated is None or held.exact is not None:
        return 0, 0
    return int(np.sum(~grid.inside(held.inputs))), len(held.inputs)


def bound(
    grid: Grid,
    held: Evaluation,
    result: Unastuteness,
    severity: Array,
    bandwidth: float,
    confidence: float,
    band: Sequence[float] = BAND,
    shift: float = 0.0,
) -> Bound:
    """All rungs from ``held``; ``bandwidth`` in units of the box, chosen without the points of ``held``.

    ``shift`` is the total variation within which the profile may differ from the evaluated one: it can move
    that mass onto inputs that fail, and is added to every rung.
    """
    alpha, most = 1.0 - confidence, float(severity.max())
    share = (0.5, 0.5, 0.0) if result.exact else (0.48, 0.47, 0.05)
    beyond, inputs = unlabelled_outside(grid, held)
    outside = 0.0
    if inputs:
        share = (0.95 * share[0], 0.95 * share[1], share[2])
        outside = float(clopper_pearson(beyond, inputs, 1 - 0.025 * alpha)[1]) * most
    hidden = hidden_failures(grid, held.points, held.labels, held.answers, result, severity)
    levels = (1 - share[0] * alpha, 1 - (1 - share[2]) * alpha)
    parts, votes, noise = _seen_parts(grid, held, result, most, bandwidth, levels, 1 - share[2] * alpha, band)
    limits = held.limits(hidden, most, 1 - share[1] * alpha)
    lost = shift * most
    sound, way = sound_limits(grid, held, hidden, result, severity, 1 - alpha)
    return Bound(
        sound=Limits(sound.value, sound.lower, min(most, sound.upper + lost)),
        smooth=min(1.0, max(s.upper for s in parts) + noise + limits.upper + outside + lost),
        voted=min(1.0, max(s.upper for s in votes) + noise + lost),
        band=parts,
        monte_carlo=noise,
        hidden=limits,
        outside=int(np.sum(~grid.inside(held.points))),
        points=len(held.points),
        inputs=0 if held.inputs is None else len(held.inputs),
        way=way,
    )


def _seen_parts(
    grid: Grid,
    held: Evaluation,
    result: Unastuteness,
    most: float,
    bandwidth: float,
    levels: tuple[float, float],
    noise_level: float,
    band: Sequence[float],
) -> tuple[tuple[Smoothed, ...], tuple[Smoothed, ...], float]:
    """The seen part over the band at both ``levels``, and what Monte Carlo noise may hide of it."""
    if held.exact is not None:
        part = (exact_part(grid, result.value, held.exact, most),)
        op = cell_probabilities(held.exact.masses, grid, held.exact.shares)
        return part, part, 0.0 if result.exact else monte_carlo_part(op, result, noise_level)
    points, _, weights = held.drawn()
    inside = grid.inside(points)
    points, weights = points[inside], None if weights is None else weights[inside]
    pairs = [smooth_part(grid, points, result.value, f * bandwidth, levels, weights, most) for f in band]
    noise = 0.0
    if not result.exact and len(points):
        share = None if weights is None else weights / weights.sum()
        op = cell_probabilities(axis_masses(grid, points, bandwidth), grid, share)
        noise = monte_carlo_part(op, result, noise_level)
    return tuple(p[0] for p in pairs), tuple(p[1] for p in pairs), noise


def sound_limits(
    grid: Grid, held: Evaluation, hidden: Array, result: Unastuteness, severity: Array, confidence: float
) -> tuple[Limits, str]:
    """Rung 1 and the way it went: the failures alone or, with unlabelled inputs, seen and hidden ones.

    ``hidden`` is :func:`hidden_failures` of ``held``.  A tenth of the inputs decides (:func:`_way`), the
    rest counts, so that the choice costs no confidence.
    """
    failures = severity[held.labels, held.answers]
    most, alpha = float(severity.max()), 1.0 - confidence
    limits = held.limits(failures, most, confidence)
    if held.restated is not None:
        return limits, "failures restated for operation"
    if held.inputs is None or held.input_answers is None or len(held.inputs) < 10:
        return limits, "failures"
    tenth = len(held.inputs) // 10
    trial = seen_failures(grid, held.inputs[:tenth], held.input_answers[:tenth], result, severity)
    rest = replace(held, inputs=held.inputs[tenth:], input_answers=held.input_answers[tenth:])
    share = _way(trial, len(held.points), len(held.points) + len(held.inputs) - tenth, most, alpha)
    if share is None:
        return limits, "failures"
    points, answers, _ = rest.drawn()
    seen = seen_failures(grid, points, answers, result, severity)
    parts = failure_limits(seen, most, 1 - share * alpha / 2)[1]
    parts += failure_limits(hidden, most, 1 - (1 - share) * alpha / 2)[1]
    direct = failure_limits(failures, most, 1 - alpha / 2)[1]
    value = limits.value if direct <= parts else min(most, float(seen.mean() + hidden.mean()))
    return Limits(value, limits.lower, min(parts, direct)), (
        "failures or on seen and hidden ones, the smaller"
    )


def _way(trial: Array, labelled: int, drawn: int, most: float, alpha: float) -> float | None:
    """Share of half of ``alpha`` for the count of seen failures; None if counting all failures promises less.

    Promises are limits at the counts expected from ``trial``, should no failure be hidden and every seen one
    be a failure indeed.  The other half is kept for the count of all failures, should that come out smaller.
    """
    rate = float(trial.mean()) / most

    def promised(n: int, rate: float, error: float) -> float:
        return float(clopper_pearson(min(n, round(n * rate)), n, 1 - error)[1])

    ways = {
        share: promised(drawn, rate, share * alpha / 2) + promised(labelled, 0.0, (1 - share) * alpha / 2)
        for share in SEEN_SHARES
    }
    best = min(ways, key=lambda share: ways[share])
    return best if ways[best] < promised(labelled, rate, alpha) else None


def failure_limits(values: Array, most: float, confidence: float) -> tuple[float, float]:
    """Limits of the mean of independent values in [0, ``most``]: exact if all are 0 or ``most``.

    Clopper–Pearson in that case, :func:`casegen_evidence.bounds.betting_upper` otherwise; both cover for every
    distribution.
    """
    if bool(np.all((values == 0) | (values == most))):
        lower, upper = clopper_pearson(int(np.sum(values > 0)), len(values), confidence)
        return float(most * lower), float(most * upper)
    return betting_lower(values, confidence, most), betting_upper(values, confidence, most)


def monte_carlo_part(op: Array, result: Unastuteness, confidence: float) -> float:
    """What Monte Carlo noise in λ may hide: Fay–Feuer upper limit of its sampled part less the estimate.

    ``op`` is the operational mass per cell.  Cells without samples count λ = 1 already in the estimate.
    """
    sampled = result.samples > 0
    weights = (op * result.left)[sampled]
    _, upper = fay_feuer(weights, result.failures[sampled], result.samples[sampled], confidence)
    return max(0.0, upper - float(op @ result.sampled()))


def worst_shift(op: Array, values: Array, shift: float) -> float:
    """Largest ``Σ q_i values_i`` over profiles q within total variation ``shift`` of ``op``.

    Mass moves from the cells of least value to the one of greatest: exact.
    """
    order = np.argsort(values, kind="stable")
    before = np.concatenate([[0.0], np.cumsum(op[order])[:-1]])
    moved = np.clip(shift - before, 0.0, op[order])
    return float(op @ values + moved.sum() * values.max() - moved @ values[order])
