"""What stands for operation in a run: the draws, their weights, and the profile where it is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models import Classifier
from casegen_evidence.ram.data import LabelledPoints
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.matching import Matched, match
from casegen_evidence.ram.profile import axis_masses
from casegen_evidence.ram.sound import Evaluation, Exact
from casegen_evidence.ram.stated import Known, KnownProfile, OfData, Reweighted, class_weights

Array = NDArray[np.float64]
Stated = OfData | Reweighted | Known
SPENT = 0.1
"""Share of the error probability that the limit of the mass without points gets under a known profile."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the model answered where it was asked: ``answers`` (n,) at the evaluation points of ``data``.

    ``design`` marks the other points, ``inputs`` (N, d) are unlabelled draws from operation, if any.
    """

    data: LabelledPoints
    design: NDArray[np.bool_]
    classifier: Classifier
    answers: NDArray[np.int64]
    inputs: Array | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """The points for the bound, and how they were made draws of the operational profile.

    ``matched`` says which evaluation points were accepted as draws of a known profile, if one is stated.
    """

    evaluation: Evaluation
    matched: Matched | None = None


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


def held_points(
    stated: Stated, asked: Asked, grid: Grid, bandwidth: float, seed: int, confidence: float
) -> Held:
    """The evaluation points as draws of the ``stated`` profile.

    ``confidence`` is that of the bound; a known profile spends :data:`SPENT` of its error probability on the
    mass that no point can speak for.
    """
    if isinstance(stated, Known):
        return _matched(stated, asked, grid, bandwidth, seed, confidence)
    own = ~asked.design
    points, labels = asked.data.points[own], asked.data.labels[own]
    weights, missing = None, 0.0
    if isinstance(stated, Reweighted):
        weights, missing = class_weights(stated.shares, labels, asked.data.classes)
    more = None if asked.inputs is None else asked.classifier(asked.inputs)
    return Held(Evaluation(points, labels, asked.answers, asked.inputs, more, weights, missing))


def _matched(stated: Known, asked: Asked, grid: Grid, bandwidth: float, seed: int, confidence: float) -> Held:
    """Evaluation points accepted as draws of a known profile, and draws of that profile itself."""
    data, design = asked.data, asked.design
    if asked.inputs is not None:
        raise InputProblem(
            "expected either a known profile or inputs from operation; found both. Leave out `operation`, or "
            "state profile kind data"
        )
    known = KnownProfile(stated, data.features)
    rng = np.random.default_rng([seed, 0xA7])
    points, labels = data.points[~design], data.labels[~design]
    chosen = match(
        known, data.points[design], points, bandwidth * grid.width, rng, 1 - SPENT * (1 - confidence)
    )
    drawn = known.sample(stated.draws, rng)
    own = chosen.accepted
    exact = Exact(known.masses(grid), known.shares)
    held = Evaluation(
        points[own],
        labels[own],
        asked.answers[own],
        drawn,
        asked.classifier(drawn),
        None,
        chosen.missing,
        exact,
        SPENT,
    )
    return Held(held, chosen)
