"""What stands for operation in a run: the draws, their weights, and the profile where it is known."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.bounds import betting_upper
from casegen_evidence.method import InputProblem
from casegen_evidence.models import Classifier
from casegen_evidence.profiles.restatement import DensityRatio, KnownShares, Restatement, restate
from casegen_evidence.ram.data import LabelledPoints
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.profile import axis_masses
from casegen_evidence.ram.sound import Evaluation, Exact
from casegen_evidence.ram.stated import Known, KnownProfile, OfData, Reweighted, class_weights

Array = NDArray[np.float64]
Stated = OfData | Reweighted | Known
SPENT = 0.1
"""Share of the error probability that the limit of the mass beyond the ceiling of weights gets."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the model answered where it was asked: ``answers`` (n,) at the evaluation points of ``data``.

    ``design`` marks the other points, ``inputs`` (N, d) are unlabelled draws from operation, if any, ``sampling`` is the
    density that the labelled points were drawn from, where it is stated.
    """

    data: LabelledPoints
    design: NDArray[np.bool_]
    classifier: Classifier
    answers: NDArray[np.int64]
    inputs: Array | None = None
    sampling: Known | None = None

    def views(self, points: Array) -> Array:
        """What is compared between samples at ``points``: the features, the model's answer and its confidence."""
        answer = self.classifier(points).astype(float)
        columns = [points, answer[:, None]]
        if (sure := self.classifier.confidence(points)) is not None:
            columns.append(sure)
        return np.concatenate(columns, axis=1)

    @property
    def names(self) -> tuple[str, ...]:
        sure = hasattr(self.classifier.model, "predict_proba")
        return (*self.data.features, "the model's answer", *(["the model's confidence"] if sure else []))


@dataclass(frozen=True, slots=True)
class Held:
    """The points for the bound; ``comparison`` says how like operation they are, where that can be seen.

    ``plain`` are the same points taken as draws of operation.
    """

    evaluation: Evaluation
    plain: Evaluation
    comparison: Restatement | None = None


def design_profile(
    stated: Stated, data: LabelledPoints, design: NDArray[np.bool_], grid: Grid, bandwidth: float
) -> tuple[list[Array], Array]:
    """The profile as far as design points tell: masses per axis and weights, for sizing and planning only."""
    if isinstance(stated, Known):
        known = KnownProfile(stated, data.features)
        return known.masses(grid), known.shares
    inside = design & grid.inside(data.points)
    if not inside.any():
        raise InputProblem("expected design points inside the domain; found none. State a wider `domain`")
    points, labels = data.points[inside], data.labels[inside]
    weights = np.ones(len(points))
    if isinstance(stated, Reweighted):
        weights, _ = class_weights(stated.shares, labels, data.classes)
    return axis_masses(grid, points, bandwidth), weights / max(float(weights.sum()), 1e-300)


def held_points(stated: Stated, asked: Asked, grid: Grid, seed: int, confidence: float) -> Held:
    """The evaluation points, and how they speak of the ``stated`` profile or of the inputs from operation.

    ``confidence`` is that of the bound; weights by densities spend :data:`SPENT` of its error probability on the
    mass beyond their ceiling.
    """
    own = ~asked.design
    points, labels = asked.data.points[own], asked.data.labels[own]
    plain = Evaluation(points, labels, asked.answers)
    if asked.inputs is not None and not isinstance(stated, OfData):
        raise InputProblem(
            "expected either a stated profile or inputs from operation; found both. Leave out `operation`, or "
            "state profile kind data"
        )
    if asked.sampling is not None and not isinstance(stated, Known):
        raise InputProblem("expected `sampling` beside a profile of kind known; found it alone")
    if isinstance(stated, Known):
        return _known(stated, asked, plain, grid, seed, confidence)
    if isinstance(stated, Reweighted):
        weights, missing = class_weights(stated.shares, labels, asked.data.classes)
        shares = np.array([stated.shares.get(c, 0.0) for c in asked.data.classes])
        held = replace(plain, weights=weights, missing=missing, restated=KnownShares(labels, shares))
        return Held(held, plain)
    if asked.inputs is None:
        return Held(plain, plain)
    comparison = _compared(asked, points, asked.inputs, seed)
    answers = asked.classifier(asked.inputs)
    return Held(
        replace(plain, inputs=asked.inputs, input_answers=answers, restated=comparison), plain, comparison
    )


def _compared(asked: Asked, points: Array, inputs: Array, seed: int) -> Restatement:
    views = asked.views
    return restate(views(points), views(asked.data.points[asked.design]), views(inputs), asked.names, seed)


def _known(stated: Known, asked: Asked, plain: Evaluation, grid: Grid, seed: int, confidence: float) -> Held:
    """Evaluation points under a known profile: weighted by stated densities, or by strata of likeness to its draws."""
    known = KnownProfile(stated, asked.data.features)
    rng = np.random.default_rng([seed, 0xA7])
    drawn = known.sample(stated.draws, rng)
    profile = Exact(known.masses(grid), known.shares)
    exact = replace(plain, inputs=drawn, input_answers=asked.classifier(drawn), exact=profile)
    if asked.sampling is None:
        comparison = _compared(asked, plain.points, drawn, seed)
        return Held(replace(exact, restated=comparison), plain, comparison)
    sampling = KnownProfile(asked.sampling, asked.data.features)
    as_stated = _compared(asked, plain.points, sampling.sample(stated.draws, rng), seed)
    ratio = _weights(known, sampling, plain.points, drawn, 1 - SPENT * (1 - confidence))
    return Held(replace(exact, restated=ratio), plain, as_stated)


def _weights(
    profile: KnownProfile, sampling: KnownProfile, points: Array, drawn: Array, confidence: float
) -> DensityRatio:
    """Weights of ``points`` (n, d) by the stated densities, with the ceiling of least promised bound.

    The ceiling trades the mass beyond it against the width: it is the one of which a run without failures would have
    the least limit, by half of ``drawn`` (N, d) of the profile; the other half bounds the mass beyond, at ``confidence``.
    """
    at = _ratio(profile, sampling, points)
    if not np.isfinite(at).all():
        raise InputProblem(
            f"expected labelled points that the stated sampling density can give; found {int(np.sum(~np.isfinite(at)))} "
            "where it is 0. Correct `sampling`"
        )
    choosing, judging = np.array_split(_ratio(profile, sampling, drawn), 2)
    finite = choosing[np.isfinite(choosing)]
    if not len(finite):
        raise InputProblem(
            "expected a sampling density that covers some of the profile; found none of its mass covered. Collect "
            "labelled points where the profile has its mass"
        )
    ceilings = np.quantile(finite, np.linspace(0.02, 1.0, 50))
    lost = [float(_beyond(c, choosing).mean()) for c in ceilings]
    ceiling = float(ceilings[int(np.argmin(np.array(lost) + 3.7 * ceilings / len(points)))])
    missing = betting_upper(_beyond(ceiling, judging), confidence)
    return DensityRatio(np.minimum(at, ceiling), ceiling, missing, SPENT)


def _beyond(ceiling: float, ratio: Array) -> Array:
    """Share of the profile's density that the ceiling cuts off, at draws with this ``ratio``."""
    return np.asarray(np.maximum(1 - ceiling / ratio, 0.0))


def _ratio(profile: KnownProfile, sampling: KnownProfile, points: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = profile.density(points) / sampling.density(points)
    return np.asarray(np.where(np.isnan(ratio), 0.0, ratio))
