"""The RAM in low dimension, whole: from labelled points and a classifier to a pmi with its bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evidence.method import InputProblem
from evidence.models import Classifier
from evidence.ram import intervals, paper, trees
from evidence.ram.blocks import Workers
from evidence.ram.cells import Cells, EmptyLabel, sort_cells
from evidence.ram.data import LabelledPoints, require_variation
from evidence.ram.grid import Grid
from evidence.ram.profile import Bandwidth, axis_masses, cell_probabilities, choose_bandwidth
from evidence.ram.separation import Separation, separation
from evidence.ram.sound import BAND, Bound, Evaluation, bound
from evidence.ram.unastuteness import Sampling, Unastuteness, exact_unastuteness, sampled_unastuteness

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is chosen by the user; see :class:`evidence.ram.method.LowDimensionalParameters` for meanings."""

    domain: tuple[tuple[float, float], ...] | None = None
    shape: tuple[int, ...] | None = None
    most_cells: int = 1_000_000
    bandwidth: float | None = None
    band: tuple[float, ...] = BAND
    samples: int = 1_000_000
    floor: int = 8
    votes: int = 15
    empty: EmptyLabel = "vote"


@dataclass(frozen=True, slots=True)
class LowDimensional:
    """What the RAM found; arrays are per cell, flat in C order of ``cells.grid``."""

    data: LabelledPoints
    design: NDArray[np.bool_]
    severity: Array
    separation: Separation
    cells: Cells
    unastuteness: Unastuteness
    profile: Array
    mass_inside: float
    bandwidth: float
    cross_validation: Bandwidth | None
    answers: NDArray[np.int64]
    bound: Bound
    paper: paper.Assembly
    paper_cells: Cells
    confidence: float

    @property
    def evaluation(self) -> NDArray[np.bool_]:
        return ~self.design

    @property
    def failures(self) -> Array:
        """Severity of the failure at each evaluation point."""
        e = self.evaluation
        return np.asarray(self.severity[self.data.labels[e], self.answers])


def severity_matrix(classes: Sequence[str], failures: Sequence[tuple[str, str, float]] | None) -> Array:
    """Severity of (true, predicted) as a matrix: any misclassification 1, or only the listed pairs."""
    k = len(classes)
    if failures is None:
        return np.asarray(1.0 - np.eye(k))
    matrix = np.zeros((k, k))
    index = {name: i for i, name in enumerate(classes)}
    for true, predicted, weight in failures:
        unknown = [name for name in (true, predicted) if name not in index]
        if unknown:
            raise InputProblem(
                f"expected classes among {', '.join(classes)} in failures; found {', '.join(unknown)}"
            )
        if true == predicted:
            raise InputProblem(f"expected two different classes in a failure; found {true!r} twice")
        if not 0 < weight <= 1:
            raise InputProblem(
                f"expected a severity in (0, 1]; found {weight:g} for {true!r} → {predicted!r}"
            )
        matrix[index[true], index[predicted]] = weight
    return matrix


def assess(
    data: LabelledPoints,
    classifier: Classifier,
    design: NDArray[np.bool_],
    plan: Plan,
    *,
    severity: Array | None = None,
    confidence: float = 0.975,
    seed: int = 0,
    inputs: Array | None = None,
    workers: Workers | None = None,
) -> LowDimensional:
    """Run the RAM (paper 003 §5.2) on ``data``.

    ``design`` marks the points that the model was trained on or that may fix labels and bandwidth; all
    others are for evaluation only and have to be independent draws of the operational profile, as have
    the unlabelled ``inputs`` (N, d), if any.  Results do not depend on ``workers``.
    """
    require_variation(data)
    workers = workers or Workers()
    progress = workers.progress
    if design.all() or not design.any():
        raise InputProblem("expected some points for design and some for evaluation; one part is empty")
    weights = severity_matrix(data.classes, None) if severity is None else severity
    progress(0.0, "r-separation")
    apart = separation(data.points, data.labels)
    grid = _grid(data.points[design], apart, plan)
    cells = sort_cells(grid, data.points[design], data.labels[design], plan.empty)
    progress(0.1, "bandwidth by cross-validation")
    chosen = None if plan.bandwidth else choose_bandwidth(_unit(grid, data.points[design]), seed)
    h = plan.bandwidth or (chosen.value if chosen else 0.0)
    progress(0.4, "unastuteness of the cells")
    part = replace(workers, start=0.4, stop=0.7)
    found = _unastuteness(classifier, cells, weights, plan, data.points[design], h, seed, part)
    progress(0.7, "operational profile and bound")
    points = data.points[~design]
    answers = None if inputs is None else classifier(inputs)
    held = Evaluation(points, data.labels[~design], classifier(points), inputs, answers)
    limits = bound(grid, held, found, weights, h, confidence, plan.band)
    drawn = points if inputs is None else np.concatenate([points, inputs])
    everything = sort_cells(grid, data.points, data.labels)
    progress(0.9, "the paper's estimators")
    eqns = _paper(classifier, everything, found, cells, weights, data.points, h, confidence)
    return LowDimensional(
        data=data,
        design=design,
        severity=weights,
        separation=apart,
        cells=cells,
        unastuteness=found,
        profile=cell_probabilities(axis_masses(grid, drawn[grid.inside(drawn)], h)),
        mass_inside=float(cell_probabilities(axis_masses(grid, data.points, h, reflect=False)).sum()),
        bandwidth=h,
        cross_validation=chosen,
        answers=held.answers,
        bound=limits,
        paper=eqns,
        paper_cells=everything,
        confidence=confidence,
    )


def _unit(grid: Grid, points: Array) -> Array:
    return np.asarray((points - np.array(grid.lower)) / grid.width)


def _grid(points: Array, apart: Separation, plan: Plan) -> Grid:
    """The domain (stated, or the design points' range widened by a tenth) cut to cells narrower than r̂."""
    if plan.domain is not None:
        if len(plan.domain) != points.shape[1]:
            raise InputProblem(
                f"expected a domain of {points.shape[1]} intervals, one per feature; found {len(plan.domain)}"
            )
        lower, upper = (np.array(v, dtype=float) for v in zip(*plan.domain, strict=True))
    else:
        low, high = points.min(axis=0), points.max(axis=0)
        lower, upper = low - 0.1 * (high - low), high + 0.1 * (high - low)
    shape = plan.shape or _fine_enough(lower, upper, apart, plan.most_cells)
    if len(shape) != points.shape[1]:
        raise InputProblem(
            f"expected {points.shape[1]} numbers of cells, one per feature; found {len(shape)}"
        )
    count = int(np.prod([int(s) for s in shape], dtype=object))
    if count > plan.most_cells:
        raise InputProblem(_too_many(lower, upper, count, plan.most_cells))
    return Grid(tuple(lower.tolist()), tuple(upper.tolist()), tuple(int(s) for s in shape))


def _fine_enough(lower: Array, upper: Array, apart: Separation, most: int) -> tuple[int, ...]:
    if apart.distance <= 0:
        raise InputProblem(
            "expected an r-separation above 0 to size the cells; found r̂ = 0: points coincide that have different "
            "labels. Remove the contradiction from the data, or state `cells`"
        )
    shape = tuple(int(np.floor(w / apart.radius)) + 1 for w in (upper - lower).tolist())
    count = int(np.prod(shape, dtype=object))
    if count > most:
        raise InputProblem(f"r̂ = {apart.radius:.3g}: {_too_many(lower, upper, count, most)}")
    return shape


def _too_many(lower: Array, upper: Array, count: int, most: int) -> str:
    fits = float(np.prod(upper - lower) / most) ** (1 / len(lower)) * 1.001
    return (
        f"expected at most {most:,} cells; found {count:,}. A cell side of ε = {fits:.3g} would fit: state "
        f"`cells` ({', '.join(str(int(w / fits)) for w in (upper - lower))}), or raise `most_cells`"
    )


def _unastuteness(
    classifier: Classifier,
    cells: Cells,
    severity: Array,
    plan: Plan,
    points: Array,
    h: float,
    seed: int,
    workers: Workers,
) -> Unastuteness:
    if trees.supports(classifier, cells.grid):
        return exact_unastuteness(classifier, cells, severity)
    network = intervals.layers(classifier)
    decided = None if network is None else intervals.decided(network, cells.grid)
    op = cell_probabilities(axis_masses(cells.grid, points[cells.grid.inside(points)], h))
    sampling = Sampling(op, plan.samples, plan.floor, plan.votes, decided)
    return sampled_unastuteness(classifier, cells, severity, sampling, seed, workers)


def _paper(
    classifier: Classifier,
    everything: Cells,
    found: Unastuteness,
    cells: Cells,
    severity: Array,
    points: Array,
    h: float,
    confidence: float,
) -> paper.Assembly:
    """Eqns 11–13 as the paper uses them: all points give the profile and the cells' labels."""
    value = _relabelled(classifier, everything, found, cells, severity)
    op, variance = paper.centre_profile(cells.grid, points, h)
    return paper.assemble(op, variance, value, found.variance(), confidence)


def _relabelled(
    classifier: Classifier, everything: Cells, found: Unastuteness, cells: Cells, severity: Array
) -> Any:
    """λ_i when cells are judged by all points; differs from ``found`` only where evaluation points fall."""
    if found.exact:
        return exact_unastuteness(classifier, everything, severity).value
    value = np.where(everything.conceded, severity.max(), found.value)
    changed = np.flatnonzero((everything.label >= 0) & (everything.label != found.label))
    if len(changed):
        rng = np.random.default_rng(0)
        grid = cells.grid
        spots = (
            grid.origin(np.repeat(changed, 64)) + rng.random((64 * len(changed), grid.dimension)) * grid.side
        )
        answers = classifier(spots).reshape(len(changed), 64)
        value[changed] = severity[everything.label[changed][:, None], answers].mean(axis=1)
    return value
