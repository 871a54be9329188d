"""The RAM in high dimension (paper 003 §5.3, Eqns 14–15): a sample of norm balls instead of all cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.blocks import Workers
from casegen_evidence.bounds import betting_lower, betting_upper, chernoff_lower, chernoff_upper
from casegen_evidence.method import InputProblem
from casegen_evidence.models import Classifier
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.profiles.restatement import Features, Restatement, restate
from casegen_evidence.ram.balls import Balls, Estimation, Found, estimate, joined
from casegen_evidence.ram.data import LabelledPoints
from casegen_evidence.ram.latent import Encoder, latent_profile, pca, vae
from casegen_evidence.ram.low import require_both_parts, severity_matrix
from casegen_evidence.ram.separation import separation
from casegen_evidence.ram.sound import Limits

Array = NDArray[np.float64]


Bound = Literal["betting", "chernoff"]
"""How the mean over balls is bounded: :func:`~casegen_evidence.bounds.betting_upper` or Chernoff–Hoeffding."""

Scale = Literal["none", "range", "sd"]
"""What one unit of a radius is: that of the features, a feature's range, or its standard deviation."""

MANY = 40
"""Points of more features than this are compared by latent codes."""
FEWEST = 30
"""Fewer balls than this are refused."""

ROUNDED = 1e-6
"""share of the domain by which rounding may bring a point beyond its end"""


@dataclass(frozen=True, slots=True)
class HighPlan:
    """What is chosen by the user; see :class:`casegen_evidence.ram.high_method.HighDimensionalParameters`."""

    radius: float | None = None
    scale: Scale = "none"
    radii: Mapping[str, float] = field(default_factory=dict)
    held: tuple[str, ...] = ()
    domain: tuple[float, float] | None = None
    balls: int = 500
    estimation: Estimation = field(default_factory=Estimation)
    encoder: Literal["pca", "vae"] | Encoder = "pca"
    latent: int = 8
    requirement: float | None = None
    device: str = "cpu"
    bound: Bound = "betting"


@dataclass(frozen=True, slots=True)
class HighDimensional:
    """What the RAM found over ``k`` balls, in the order in which they were drawn.

    ``radius`` and ``distance`` are in the units of the plan's scale, ``radii`` (d,) in those of the features.

    ``density`` is the latent density at each centre, the weights of Eqn 14.  ``looks`` are the numbers of
    balls after which the bound was compared with the requirement.  ``comparison`` restates the centres for operation,
    None without inputs from there.
    """

    data: LabelledPoints
    design: NDArray[np.bool_]
    severity: Array
    radius: float
    distance: float
    radii: Array
    order: NDArray[np.int64]
    runs: Found
    density: Array
    bandwidth: float
    answers: NDArray[np.int64]
    confidence: float
    looks: tuple[int, ...]
    comparison: Restatement | None
    requirement: float | None = None
    how: Bound = "betting"

    @property
    def k(self) -> int:
        return len(self.runs.value)

    @property
    def bound(self) -> Limits:
        """The sound estimate and bound over all balls estimated."""
        return self.limits(self.k, (1 - self.confidence) / max(1, len(self.looks)))

    @property
    def as_drawn(self) -> Limits:
        """The same for the profile that the labelled points were drawn from."""
        alpha = (1 - self.confidence) / max(1, len(self.looks))
        return sound_limits(self.runs.value, 1 - alpha, self.most, self.how)

    @property
    def possible(self) -> dict[str, float]:
        """The worst pmi where no test sees in which places points were met too seldom; nothing without a comparison."""
        if self.comparison is None:
            return {}
        level = 1 - (1 - self.confidence) / max(1, len(self.looks))
        return {"pmi": max(self.bound.upper, self.comparison.possible(self.runs.value, self.most, level))}

    def limits(self, k: int, alpha: float) -> Limits:
        """Estimate and limits after the first ``k`` balls."""
        values = self.runs.value[:k]
        return limits_of(values, self.comparison, 1 - alpha, self.most, self.how)

    @property
    def noise(self) -> float:
        """Standard deviation of the mean of λ that is due to sampling within the balls."""
        return float(np.sqrt(self.runs.variance.sum()) / self.k)

    @property
    def most(self) -> float:
        return float(self.severity.max())


def sound_limits(values: Array, confidence: float, most: float, how: Bound = "betting") -> Limits:
    """Mean of λ with its limits, from balls that are independent draws of the profile.

    Each estimate lies in [0, ``most``] and has mean λ_i, so that bounds for every distribution in that range
    cover, sampling noise within the balls included.
    """
    ends = (betting_lower, betting_upper) if how == "betting" else (chernoff_lower, chernoff_upper)
    lower, upper = (f(values, confidence, most) for f in ends)
    return Limits(float(values.mean()), lower, upper)


def limits_of(
    values: Array, comparison: Restatement | None, confidence: float, most: float, how: Bound
) -> Limits:
    """Mean of λ over operation: restated where the centres are no draws of it (:mod:`casegen_evidence.profiles`)."""
    if comparison is None:
        return sound_limits(values, confidence, most, how)
    part = replace(comparison, stratum=comparison.stratum[: len(values)])
    return Limits(*part.limits(values, most, confidence))


@in_own_arithmetic
def eqns_14_15(values: Array, weights: Array, confidence: float) -> tuple[float, float, float]:
    """Mean (Eqn 14), standard deviation (root of Eqn 15) and upper limit (Eqn 13), for reproduction.

    Eqn 14 with the density of balls that are themselves drawn from the profile aims at weights ∝ density²;
    the bound falls short where weights are skewed.  All are nan where every weight is 0, as of the first balls of a
    curve whose densities are lost beside the largest one.
    """
    from scipy.special import ndtri

    if not weights.any():
        return np.nan, np.nan, np.nan
    w = weights / weights.sum()
    mean = float(w @ values)
    variance = max(0.0, float(w @ values**2) - mean**2) / max(1, len(values) - 1)
    return mean, float(np.sqrt(variance)), mean + float(ndtri(confidence)) * float(np.sqrt(variance))


@in_own_arithmetic
def assess_high(
    data: LabelledPoints,
    classifier: Classifier,
    design: NDArray[np.bool_],
    plan: HighPlan,
    *,
    severity: Array | None = None,
    confidence: float = 0.975,
    seed: int = 0,
    inputs: Array | None = None,
    workers: Workers | None = None,
) -> HighDimensional:
    """Run the RAM on norm balls around the evaluation points (``~design``) of ``data``.

    With ``inputs`` (N, d) from operation, the centres are restated for it by strata of likeness in the latent space;
    without, all are draws of the profile.  Results do not depend on ``workers``.
    """
    workers = workers or Workers()
    weights = severity_matrix(data.classes, None) if severity is None else severity
    require_both_parts(design)
    workers.progress(0.0, "r-separation")
    steps = feature_steps(data, design, plan.scale)
    distance = separation(data.points / steps, data.labels).distance
    radius = _radius(distance, plan)
    radii = _radii(data, steps * radius, plan)
    workers.progress(0.05, "latent profile")
    drawn = _draw(data, design, plan, seed)
    comparison = None if inputs is None else _compared(data, classifier, design, drawn, inputs, seed)
    balls = Balls.around(data.points[drawn.order], data.labels[drawn.order], radii, box(data, plan, inputs))
    looks = planned_looks(len(balls)) if plan.requirement is not None else ()
    result = _until_narrow(classifier, balls, weights, plan, confidence, seed, looks, workers, comparison)
    k = len(result.value)
    return HighDimensional(
        data=data,
        design=design,
        severity=weights,
        radius=radius,
        distance=distance,
        radii=radii,
        order=drawn.order[:k],
        runs=result,
        density=_relative(drawn.log_density)[:k],
        bandwidth=drawn.bandwidth,
        answers=classifier(data.points[~design]),
        confidence=confidence,
        looks=looks,
        comparison=comparison and replace(comparison, stratum=comparison.stratum[:k]),
        requirement=plan.requirement,
        how=plan.bound,
    )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Evaluation points as centres of balls in random ``order``, the natural log of their latent density, its bandwidth,
    and the encoder of the latent space."""

    order: NDArray[np.int64]
    log_density: Array
    bandwidth: float
    encode: Encoder


def _draw(data: LabelledPoints, design: NDArray[np.bool_], plan: HighPlan, seed: int) -> _Drawn:
    frame = np.flatnonzero(~design)
    if len(frame) < FEWEST:
        grouped = (
            ""
            if data.groups is None
            else " that count (one of each group, fewer where groups differ in size)"
        )
        more = (
            ""
            if data.groups is None
            else ". Give more groups, or cut long ones into parts of the size of the others"
        )
        raise InputProblem(f"expected at least {FEWEST} evaluation points{grouped}, found {len(frame)}{more}")
    rng = np.random.default_rng([seed, 0x0B])
    order = frame[rng.permutation(len(frame))][: plan.balls]
    points = data.points[design]
    if callable(plan.encoder):
        encode: Encoder = plan.encoder
    elif plan.encoder == "vae":
        encode = vae(points, plan.latent, seed, device=plan.device)
    else:
        encode = pca(points, min(plan.latent, *points.shape))
    log_density, bandwidth = latent_profile(encode(points), encode(data.points[order]), seed)
    return _Drawn(order, log_density, bandwidth, encode)


def _compared(
    data: LabelledPoints,
    classifier: Classifier,
    design: NDArray[np.bool_],
    drawn: _Drawn,
    inputs: Array,
    seed: int,
) -> Restatement:
    """The centres against ``inputs``: by features if few, else by latent codes; and by the model's answers."""
    few = len(data.features) <= MANY
    code = (lambda x: x) if few else drawn.encode

    def views(points: Array) -> Array:
        return np.column_stack([code(points), classifier(points).astype(float)])

    size = views(data.points[:1]).shape[1] - 1
    names = data.features if few else tuple(f"latent code {k + 1}" for k in range(size))
    labelled, pilot = data.points[drawn.order], data.points[design]
    behind = None if few else Features(labelled, pilot, inputs, data.features)
    return restate(views(labelled), views(pilot), views(inputs), (*names, "the model's answer"), seed, behind)


def feature_steps(data: LabelledPoints, design: NDArray[np.bool_], scale: Scale) -> Array:
    """One unit of a radius along each feature, ``(d,)``: 1, its range, or its standard deviation (of design points)."""
    points = data.points[design]
    if scale == "none":
        return np.ones(points.shape[1])
    steps = np.ptp(points, axis=0) if scale == "range" else points.std(axis=0)
    for k in np.flatnonzero(steps <= 0).tolist():
        raise InputProblem(
            f"expected features that vary to scale them; {data.features[k]} is the same in all design points. Remove it"
        )
    return np.asarray(steps, dtype=float)


def _radii(data: LabelledPoints, radii: Array, plan: HighPlan) -> Array:
    """Radius of the balls along each feature, in its own unit: as scaled, as stated, or 0 where it is held."""
    unknown = sorted({*plan.radii, *plan.held} - set(data.features))
    if unknown:
        raise InputProblem(
            f"expected features among {', '.join(data.features)} in `radii` and `held`; found {', '.join(unknown)}"
        )
    own = [plan.radii.get(name, float(r)) for name, r in zip(data.features, radii, strict=True)]
    result = np.array([0.0 if name in plan.held else r for name, r in zip(data.features, own, strict=True)])
    if not result.any():
        raise InputProblem("expected a feature that varies within a ball; all are held")
    if plan.held and plan.estimation.kind == "amls":
        raise InputProblem("expected estimator smc where features are held; found amls")
    return result


def box(data: LabelledPoints, plan: HighPlan, inputs: Array | None = None) -> tuple[Array, Array]:
    """Lower and upper end of every feature: one interval for all, or each its own range where units differ."""
    d = data.points.shape[1]
    if plan.domain is not None:
        _refuse_outside("points", data.points, data.features, *plan.domain)
        if inputs is not None:
            _refuse_outside("inputs of operation", inputs, data.features, *plan.domain)
        return np.full(d, plan.domain[0]), np.full(d, plan.domain[1])
    if plan.scale == "none" and not plan.radii:
        return np.full(d, float(data.points.min())), np.full(d, float(data.points.max()))
    return data.points.min(axis=0), data.points.max(axis=0)


def _refuse_outside(what: str, points: Array, features: Sequence[str], low: float, high: float) -> None:
    """No ball holds what lies outside the domain: the statement is wrong, or the point."""
    if not low < high:
        raise InputProblem(f"expected an interval of positive width in `domain`; found {low:g} to {high:g}")
    slack = ROUNDED * (high - low)
    beyond = (points < low - slack) | (points > high + slack)
    if beyond.any():
        row, k = (int(at[0]) for at in np.nonzero(beyond))
        raise InputProblem(
            f"expected {what} within `domain`, {low:g} to {high:g}; {int(beyond.any(axis=1).sum()):,} of "
            f"{len(beyond):,} lie outside, such as one with {points[row, k]:g} in {features[k]}. State a "
            f"domain that holds them, or correct the {what}"
        )


def _radius(distance: float, plan: HighPlan) -> float:
    if plan.radius is not None:
        return plan.radius
    if distance <= 0:
        raise InputProblem(
            "expected an r-separation above 0 to size the balls; found r̂ = 0: points coincide that have "
            "different labels. Remove the contradiction from the data, or state `radius`"
        )
    return 0.99 * distance / 2


def _relative(logs: Array) -> Array:
    """Exponentials of natural logs, scaled so that the largest is 1."""
    return np.asarray(np.exp(logs - logs.max()))


def planned_looks(balls: int, first: int = 100) -> tuple[int, ...]:
    """Numbers of balls, doubling, after which a run may stop; the last is all of them."""
    looks = []
    k = first
    while k < balls:
        looks.append(k)
        k *= 2
    return (*looks, balls)


def decides(limits: Limits, requirement: float) -> bool | None:
    """Whether limits show that a requirement is met (True) or not (False); None if they are too wide."""
    if limits.upper <= requirement:
        return True
    return False if limits.lower > requirement else None


def _until_narrow(
    classifier: Classifier,
    balls: Balls,
    severity: Array,
    plan: HighPlan,
    confidence: float,
    seed: int,
    looks: Sequence[int],
    workers: Workers,
    comparison: Restatement | None = None,
) -> Found:
    """Estimate balls look by look until the limits tell whether the requirement is met.

    Each look spends an equal part of the error probability, so that the limits hold whenever it stops: with
    the upper one at most the requirement, or the lower one above it.
    """
    stops = looks or (len(balls),)
    level = 1 - (1 - confidence) / len(stops)
    parts: list[Found] = []
    done = 0
    for stop in stops:
        share = replace(workers, start=0.1 + 0.9 * done / len(balls), stop=0.1 + 0.9 * stop / len(balls))
        parts.append(
            estimate(classifier, balls.part(done, stop), severity, plan.estimation, seed, share, done)
        )
        done = stop
        result = joined([asdict(p) for p in parts])
        limits = limits_of(result.value, comparison, level, float(severity.max()), plan.bound)
        if plan.requirement is not None and decides(limits, plan.requirement) is not None:
            break
    return result
