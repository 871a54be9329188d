"""The RAM in high dimension (paper 003 §5.3, Eqns 14–15): a sample of norm balls instead of all cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from evidence.bounds import chernoff_lower, chernoff_upper, linearised
from evidence.method import InputProblem
from evidence.models import Classifier
from evidence.ram.balls import Balls, Estimation, Found, estimate
from evidence.ram.blocks import Workers
from evidence.ram.data import LabelledPoints
from evidence.ram.latent import Encoder, latent_profile, pca, vae
from evidence.ram.low import severity_matrix
from evidence.ram.separation import separation
from evidence.ram.sound import Limits

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class HighPlan:
    """What is chosen by the user; see :class:`evidence.ram.high_method.HighDimensionalParameters`."""

    radius: float | None = None
    domain: tuple[float, float] | None = None
    balls: int = 500
    estimation: Estimation = field(default_factory=Estimation)
    encoder: Literal["pca", "vae"] | Encoder = "pca"
    latent: int = 8
    requirement: float | None = None


@dataclass(frozen=True, slots=True)
class HighDimensional:
    """What the RAM found over ``k`` balls, in the order in which they were drawn.

    ``weights`` are the operational weights in ``pmi`` (equal, unless the profile is another than the
    frame's); ``density`` the latent density of each centre, the weights of Eqn 14.  ``looks`` are the numbers
    of balls after which the bound was compared with the requirement.
    """

    data: LabelledPoints
    design: NDArray[np.bool_]
    severity: Array
    radius: float
    distance: float
    order: NDArray[np.int64]
    found: Found
    weights: Array
    density: Array
    bandwidth: float
    answers: NDArray[np.int64]
    confidence: float
    looks: tuple[int, ...]
    reweighted: bool

    @property
    def k(self) -> int:
        return len(self.found.value)

    @property
    def bound(self) -> Limits:
        """The sound estimate and bound over all balls estimated."""
        alpha = (1 - self.confidence) / max(1, len(self.looks))
        return sound_limits(self.found.value, self.weights, 1 - alpha, self.most, self.reweighted)

    @property
    def most(self) -> float:
        return float(self.severity.max())


def sound_limits(values: Array, weights: Array, confidence: float, most: float, weighted: bool) -> Limits:
    """Mean of λ with its limits.

    Equal weights: the balls are independent draws of the profile, each estimate lies in [0, ``most``] and has
    mean λ_i, so that Chernoff–Hoeffding covers, sampling noise within the balls included.  Otherwise the
    linearised variance of the ratio with a t quantile at the effective sample size (approximate), clipped.
    """
    if not weighted:
        mean = float(values.mean())
        lower, upper = (f(values, confidence, most) for f in (chernoff_lower, chernoff_upper))
        return Limits(mean, min(lower, mean), max(upper, mean))
    mean, lower, upper = linearised(weights, values, confidence)
    return Limits(mean, max(0.0, lower), min(most, upper))


def eqns_14_15(values: Array, weights: Array, confidence: float) -> tuple[float, float, float]:
    """Mean (Eqn 14), standard deviation (root of Eqn 15) and upper limit (Eqn 13), for reproduction.

    Eqn 14 with the density of balls that are themselves drawn from the profile aims at weights ∝ density²;
    the bound falls short where weights are skewed.
    """
    from scipy.special import ndtri

    w = weights / weights.sum()
    mean = float(w @ values)
    variance = max(0.0, float(w @ values**2) - mean**2) / max(1, len(values) - 1)
    return mean, float(np.sqrt(variance)), mean + float(ndtri(confidence)) * float(np.sqrt(variance))


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

    With ``inputs`` (N, d) from operation, the balls are reweighted by the ratio of the latent densities of
    ``inputs`` and of the evaluation points; without, the evaluation points are draws of the profile.  Results
    do not depend on ``workers``.
    """
    workers = workers or Workers()
    weights = severity_matrix(data.classes, None) if severity is None else severity
    frame = np.flatnonzero(~design)
    if not len(frame) or not design.any():
        raise InputProblem("expected some points for design and some for evaluation; one part is empty")
    workers.progress(0.0, "r-separation")
    distance = separation(data.points, data.labels).distance
    radius = _radius(distance, plan)
    order = frame[np.random.default_rng([seed, 0x0B]).permutation(len(frame))[: plan.balls]]
    workers.progress(0.05, "latent profile")
    density, ratio, bandwidth = _profile(data, design, order, plan, inputs, seed)
    lower, upper = plan.domain or (float(data.points.min()), float(data.points.max()))
    box = (np.full(data.points.shape[1], lower), np.full(data.points.shape[1], upper))
    balls = Balls.around(data.points[order], data.labels[order], radius, box)
    looks = planned_looks(len(order)) if plan.requirement is not None else ()
    found = _until_narrow(
        classifier, balls, weights, ratio, plan, confidence, seed, looks, workers, inputs is not None
    )
    k = len(found.value)
    return HighDimensional(
        data=data,
        design=design,
        severity=weights,
        radius=radius,
        distance=distance,
        order=order[:k],
        found=found,
        weights=ratio[:k],
        density=density[:k],
        bandwidth=bandwidth,
        answers=classifier(data.points[frame]),
        confidence=confidence,
        looks=looks,
        reweighted=inputs is not None,
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


def _profile(
    data: LabelledPoints,
    design: NDArray[np.bool_],
    order: NDArray[np.int64],
    plan: HighPlan,
    inputs: Array | None,
    seed: int,
) -> tuple[Array, Array, float]:
    """Latent density at the balls' centres, their operational weights, and the bandwidth."""
    points = data.points[design]
    if callable(plan.encoder):
        encode: Encoder = plan.encoder
    elif plan.encoder == "vae":
        encode = vae(points, plan.latent, seed)
    else:
        encode = pca(points, min(plan.latent, *points.shape))
    codes = encode(points)
    at = encode(data.points[order])
    log_density, bandwidth = latent_profile(codes, at, seed)
    if inputs is None:
        return _relative(log_density), np.ones(len(order)), bandwidth
    log_operation, _ = latent_profile(encode(inputs), at, seed)
    return _relative(log_density), _relative(log_operation - log_density), bandwidth


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


def _until_narrow(
    classifier: Classifier,
    balls: Balls,
    severity: Array,
    weights: Array,
    plan: HighPlan,
    confidence: float,
    seed: int,
    looks: Sequence[int],
    workers: Workers,
    weighted: bool,
) -> Found:
    """Estimate balls look by look until the upper limit meets the requirement.

    Each look spends an equal part of the error probability, so that the limit holds whenever it stops.
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
        found = Found(
            *(np.concatenate([getattr(p, n) for p in parts]) for n in ("value", "proven", "floored"))
        )
        limits = sound_limits(found.value, weights[:done], level, float(severity.max()), weighted)
        if plan.requirement is not None and limits.upper <= plan.requirement:
            break
    return found
