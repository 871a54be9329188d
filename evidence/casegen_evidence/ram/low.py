"""The RAM in low dimension, whole: from labelled points and a classifier to a pmi with its bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.blocks import Workers
from casegen_evidence.method import InputProblem
from casegen_evidence.models import Classifier
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.ram import paper, proven, trees
from casegen_evidence.ram.cells import Cells, EmptyLabel, sort_cells
from casegen_evidence.ram.data import LabelledPoints, require_variation
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.operation import Asked, Held, Stated, design_profile, held_points
from casegen_evidence.ram.partition import Budget, affordable, box, stored
from casegen_evidence.ram.profile import Bandwidth, axis_masses, cell_probabilities, choose_bandwidth
from casegen_evidence.ram.separation import Separation, separation
from casegen_evidence.ram.sound import BAND, Bound, Evaluation, Limits, bound, hidden_failures, sound_limits
from casegen_evidence.ram.stated import Known, OfData
from casegen_evidence.ram.unastuteness import Sampling, Unastuteness, exact_unastuteness, sampled_unastuteness

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CellPlan:
    """What is chosen by the user; see :class:`casegen_evidence.ram.method.LowDimensionalParameters` for meanings."""

    domain: tuple[tuple[float, float], ...] | None = None
    shape: tuple[int, ...] | None = None
    budget: Budget = field(default_factory=Budget)
    profile: Stated = field(default_factory=OfData)
    sampling: Known | None = None
    shift: float = 0.0
    bandwidth: float | None = None
    band: tuple[float, ...] = BAND
    samples: int = 1_000_000
    floor: int = 8
    votes: int = 15
    halvings: int = 4
    empty: EmptyLabel = "vote"


@dataclass(frozen=True, slots=True)
class LowDimensional:
    """What the RAM found; arrays are per stored cell, flat in C order of ``cells.grid``.

    ``profile`` is the operational profile in the cells, ``mass_inside`` the kernel mass in the box before it
    is folded back, ``left_out`` the profile's mass in cells that are not stored.  ``as_drawn`` is the bound of the
    labelled points' own profile.
    """

    data: LabelledPoints
    design: NDArray[np.bool_]
    severity: Array
    separation: Separation
    cells: Cells
    unastuteness: Unastuteness
    profile: Array
    left_out: float
    mass_inside: float
    bandwidth: float
    cross_validation: Bandwidth | None
    answers: NDArray[np.int64]
    held: Held
    bound: Bound
    as_drawn: Limits
    paper: paper.Assembly
    paper_cells: Cells
    plan: CellPlan
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


@in_own_arithmetic
def assess(
    data: LabelledPoints,
    classifier: Classifier,
    design: NDArray[np.bool_],
    plan: CellPlan,
    *,
    severity: Array | None = None,
    confidence: float = 0.975,
    seed: int = 0,
    inputs: Array | None = None,
    workers: Workers | None = None,
) -> LowDimensional:
    """Run the RAM (paper 003 §5.2) on ``data``.

    ``design`` marks the points that the model was trained on or that may fix labels and bandwidth; all
    others are for evaluation only and have to be independent draws of the operational profile (except for what
    ``plan.profile`` says of them), as have the unlabelled ``inputs`` (N, d), if any.  Results do not depend
    on ``workers``.
    """
    require_variation(data)
    require_both_parts(design)
    workers = workers or Workers()
    weights = severity_matrix(data.classes, None) if severity is None else severity
    laid = _laid_out(
        data, design, plan, len(data.points) + (0 if inputs is None else len(inputs)), seed, workers
    )
    workers.progress(0.4, "unastuteness of the cells")
    part = replace(workers, start=0.4, stop=0.7)
    result = unastuteness(classifier, laid.cells, weights, plan, laid.expected, seed, part)
    workers.progress(0.7, "operational profile and bound")
    asked = Asked(data, design, classifier, classifier(data.points[~design]), inputs, plan.sampling)
    held = held_points(plan.profile, asked, laid.grid, seed, confidence)
    return _bounded(asked, held, laid, result, weights, plan, confidence, workers)


def _bounded(
    asked: Asked,
    held: Held,
    laid: _Layout,
    result: Unastuteness,
    weights: Array,
    plan: CellPlan,
    confidence: float,
    workers: Workers,
) -> LowDimensional:
    """Bound and profile from the evaluated points, and the paper's estimators from all points."""
    data, grid, cells, h = asked.data, laid.grid, laid.cells, laid.bandwidth
    limits = bound(grid, held.evaluation, result, weights, h, confidence, plan.band, plan.shift)
    profile, left_out = _profile(grid, held, h)
    workers.progress(0.9, "the paper's estimators")
    everything = sort_cells(grid, data.points, data.labels)
    return LowDimensional(
        data=data,
        design=asked.design,
        severity=weights,
        separation=laid.separation,
        cells=cells,
        unastuteness=result,
        profile=profile,
        left_out=left_out,
        mass_inside=_mass_inside(laid.whole, data.points, h),
        bandwidth=h,
        cross_validation=laid.cross_validation,
        answers=asked.answers,
        held=held,
        as_drawn=_as_drawn(grid, held.plain, result, weights, confidence),
        bound=replace(limits, left_out=left_out * float(weights.max())),
        paper=_paper(asked.classifier, everything, result, cells, weights, data.points, h, confidence),
        paper_cells=everything,
        plan=plan,
        confidence=confidence,
    )


def require_both_parts(design: NDArray[np.bool_]) -> None:
    """Refuse a split of which one part has no point; ``design`` marks those for design."""
    if design.all() or not design.any():
        raise InputProblem("expected some points for design and some for evaluation; one part is empty")


def _as_drawn(
    grid: Grid, plain: Evaluation, result: Unastuteness, severity: Array, confidence: float
) -> Limits:
    """The limits of the evaluation points taken as draws of operation."""
    missed = hidden_failures(grid, plain.points, plain.labels, plain.answers, result, severity)
    return sound_limits(grid, plain, missed, result, severity, confidence)[0]


def _mass_inside(whole: Grid, points: Array, h: float) -> float:
    """Mean share of the kernels that lies in the box."""
    kernels = axis_masses(whole, points, h, reflect=False)
    return float(np.prod([k.sum(axis=1) for k in kernels], axis=0).mean())


@dataclass(frozen=True, slots=True)
class _Layout:
    """The partition and what it was made from: ``whole`` has all cells, ``grid`` those stored, ``expected`` is
    their operational mass as far as the design points tell (or a known profile does)."""

    separation: Separation
    whole: Grid
    grid: Grid
    cells: Cells
    expected: Array
    bandwidth: float
    cross_validation: Bandwidth | None


def _laid_out(
    data: LabelledPoints, design: NDArray[np.bool_], plan: CellPlan, points: int, seed: int, workers: Workers
) -> _Layout:
    """Partition and bandwidth, for ``points`` in all: by the design points, except for the size of the cells.

    That size follows from the r-separation of all points: a cell in which two known labels could meet would
    contradict Assumption 1, whoever holds the points.  The evaluation points enter by this one number; the
    default bound counts failures only, without cells, and does not know of it.
    """
    workers.progress(0.0, "r-separation")
    apart = separation(data.points, data.labels)
    whole = box(data.points[design], apart, plan.domain, plan.shape)
    affordable(whole, points, plan.budget)
    workers.progress(0.1, "bandwidth by cross-validation")
    chosen = None if plan.bandwidth else choose_bandwidth(_unit(whole, data.points[design]), seed)
    h = plan.bandwidth or (chosen.value if chosen else 0.0)
    workers.progress(0.3, "cells")
    masses, weights = design_profile(plan.profile, data, design, whole, h)
    grid = stored(whole, masses, weights, plan.budget)
    cells = sort_cells(grid, data.points[design], data.labels[design], plan.empty)
    return _Layout(apart, whole, grid, cells, cell_probabilities(masses, grid, weights), h, chosen)


def _unit(grid: Grid, points: Array) -> Array:
    return np.asarray((points - np.array(grid.lower)) / grid.width)


def _profile(grid: Grid, held: Held, h: float) -> tuple[Array, float]:
    """The operational profile in the stored cells, and the mass in the box beside them."""
    exact = held.evaluation.exact
    if exact is not None:
        masses, shares = exact.masses, exact.shares
    else:
        points, _, weights = held.evaluation.drawn()
        inside = grid.inside(points)
        masses = axis_masses(grid, points[inside], h)
        shares = np.ones(int(inside.sum())) if weights is None else weights[inside]
        shares = shares / max(float(shares.sum()), 1e-300)
    op = cell_probabilities(masses, grid, shares)
    within = float(np.prod([m.sum(axis=1) for m in masses], axis=0) @ shares)
    return op, 0.0 if grid.cells == grid.whole else max(0.0, within - float(op.sum()))


def unastuteness(
    classifier: Classifier,
    cells: Cells,
    severity: Array,
    plan: CellPlan,
    op: Array,
    seed: int,
    workers: Workers | None = None,
) -> Unastuteness:
    """λ_i by the most exact way there is for the model: areas, proofs and samples, or samples alone.

    ``op`` (cells,) says where samples matter; it has no part in the estimates.
    """
    if trees.supports(classifier, cells.grid):
        return exact_unastuteness(classifier, cells, severity)
    bounds = proven.prover(classifier)
    known = None
    if bounds is not None:
        known = proven.prove(bounds, cells.grid, len(classifier.classes), cells.conceded, plan.halvings)
    sampling = Sampling(op, plan.samples, plan.floor, plan.votes, known)
    return sampled_unastuteness(classifier, cells, severity, sampling, seed, workers)


def _paper(
    classifier: Classifier,
    everything: Cells,
    result: Unastuteness,
    cells: Cells,
    severity: Array,
    points: Array,
    h: float,
    confidence: float,
) -> paper.Assembly:
    """Eqns 11–13 as the paper uses them: all points give the profile and the cells' labels."""
    value = _relabelled(classifier, everything, result, cells, severity)
    op, variance = paper.centre_profile(cells.grid, points, h)
    return paper.assemble(op, variance, value, result.variance(), confidence)


def _relabelled(
    classifier: Classifier, everything: Cells, result: Unastuteness, cells: Cells, severity: Array
) -> Array:
    """λ_i when cells are judged by all points; differs from ``result`` only where evaluation points fall."""
    if result.exact and trees.supports(classifier, cells.grid):
        return exact_unastuteness(classifier, everything, severity).value
    value = np.where(everything.conceded, severity.max(), result.value)
    changed = np.flatnonzero((everything.label >= 0) & (everything.label != result.label))
    if len(changed):
        rng = np.random.default_rng(0)
        grid = cells.grid
        spots = (
            grid.origin(np.repeat(changed, 64)) + rng.random((64 * len(changed), grid.dimension)) * grid.side
        )
        answers = classifier(spots).reshape(len(changed), 64)
        value[changed] = severity[everything.label[changed][:, None], answers].mean(axis=1)
    return np.asarray(value)
