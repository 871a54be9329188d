"""The paper's estimators by equation number, for reproduction; their bounds do not cover.

Eqn 12 takes the cells' operational probabilities as independent (Assumption 6), which understates the
standard deviation; smoothing bias, votes and cells without failures are not in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.models import Classifier
from casegen_evidence.own_arithmetic import computes_by_itself, in_own_arithmetic
from casegen_evidence.ram import proven, sparse, trees
from casegen_evidence.ram.cells import Cells, sort_cells
from casegen_evidence.ram.grid import Grid, Points, SparseGrid
from casegen_evidence.ram.profile import sum_of_products
from casegen_evidence.ram.unastuteness import Unastuteness

Array = NDArray[np.float64]


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Assembly:
    """Eqns 11–13 and 16: ``mean``, standard deviation ``sd`` and ``upper`` limit of λ, and ``acu``.

    ``mass_inside`` is the share of the kernel mass in the domain before renormalising (midpoint rule).  Where it is 0,
    kernels so narrow that none reaches the centre of a cell, the equations give no number: all but ``acu`` are nan.
    """

    mean: float
    sd: float
    upper: float
    acu: float
    mass_inside: float


@in_own_arithmetic
def centre_profile(grid: Grid, points: Points, bandwidth: float) -> tuple[Array, Array]:
    """Op_i and its variance at cell centres (Eqns 5–8), flat; ``bandwidth`` in units of the box.

    The variance is the closed form ``(mean W² − (mean W)²)/n`` that the bootstrap of appendix A estimates.
    """
    n = len(points)
    kernels, squares = [], []
    for k in range(grid.dimension):
        h = bandwidth * grid.width[k]
        centres = grid.edges(k)[:-1] + grid.side[k] / 2
        w = np.exp(-0.5 * ((centres[None, :] - points[:, k, None]) / h) ** 2) / (h * np.sqrt(2 * np.pi))
        kernels.append(w)
        squares.append(w * w)
    volume = float(np.prod(grid.side))
    if isinstance(grid, SparseGrid):
        each = np.full(n, 1 / n)
        mean, square = (sparse.cell_sums(grid, factors, each) for factors in (kernels, squares))
    else:
        mean, square = sum_of_products(kernels) / n, sum_of_products(squares) / n
    return volume * mean, volume**2 * np.maximum(square - mean**2, 0.0) / n


@in_own_arithmetic
def bootstrap_variance(
    grid: Grid, points: Points, bandwidth: float, repeats: int = 100, size: int | None = None
) -> Array:
    """Variance of Op_i over bootstrap samples of the points (appendix A), flat.

    A sample of ``size`` points (all, by default) has n/size times the variance that the estimate has;
    the published runs took n/2 and so doubled it.  A check of :func:`centre_profile`'s closed form.
    """
    n = len(points)
    drawn = size or n
    total, square = np.zeros(grid.cells), np.zeros(grid.cells)
    first: Array | None = None
    for b in range(repeats):
        which = np.random.RandomState(b).randint(0, n, size=drawn)
        op, _ = centre_profile(grid, points[which], bandwidth)
        first = op if first is None else first
        total += op - first
        square += (op - first) ** 2
    return np.asarray((square - total**2 / repeats) / (repeats - 1))


@in_own_arithmetic
def assemble(
    profile: Array, profile_variance: Array, unastuteness: Array, variance: Array, confidence: float
) -> Assembly:
    """Eqns 11–13 and 16 from per-cell means and variances; the profile is renormalised to sum to 1.

    Cells that a sparse grid does not store are not in any of these sums.
    """
    from scipy.special import ndtri

    inside, flat = float(profile.sum()), float(unastuteness.mean())
    if inside <= 0:
        return Assembly(np.nan, np.nan, np.nan, flat, 0.0)
    op, op_variance = profile / inside, profile_variance / inside / inside
    mean = float(op @ unastuteness)
    spread = unastuteness**2 @ op_variance + op**2 @ variance + op_variance @ variance
    sd = float(np.sqrt(spread))
    return Assembly(mean, sd, mean + float(ndtri(confidence)) * sd, flat, inside)


@in_own_arithmetic
def common_sample_unastuteness(
    classifier: Classifier, cells: Cells, severity: Array, samples: int, seed: int
) -> Unastuteness:
    """λ_i as the paper's published runs find it: the same ``samples`` offsets in every cell, which also vote.

    For reproduction: the errors of the cells are then not independent, and the vote caps λ_i.  Cells in
    which the model provably gives one answer are not sampled; their samples would all agree.
    """
    grid, classes = cells.grid, len(classifier.classes)
    offsets = np.random.RandomState(seed).random_sample((samples, grid.dimension)) * grid.side
    label, failures = cells.label.copy(), np.zeros(grid.cells)
    decided = _one_answer(classifier, cells)
    for cell in np.flatnonzero(~cells.conceded):
        if decided[cell] >= 0:
            tally = np.zeros(classes)
            tally[decided[cell]] = samples
        else:
            answers = classifier(grid.origin(np.array([cell])) + offsets)
            tally = np.bincount(answers, minlength=classes).astype(float)
        if label[cell] < 0:
            label[cell] = int(tally.argmax())
        failures[cell] = severity[label[cell]] @ tally
    counts = np.where(cells.conceded, 0, samples)
    value = np.where(counts > 0, failures / samples, severity.max())
    return Unastuteness(value, failures, counts, label, counts == 0, np.where(counts > 0, 1.0, 0.0))


def _one_answer(classifier: Classifier, cells: Cells) -> NDArray[np.int64]:
    """The class that the model provably gives in the whole of a cell, or -1."""
    if trees.supports(classifier, cells.grid):
        shares = trees.label_shares(classifier, cells.grid)
        return np.where(shares.max(axis=1) > 1 - 1e-9, shares.argmax(axis=1), -1)
    bounds = proven.prover(classifier)
    if bounds is None:
        return np.full(cells.grid.cells, -1, dtype=np.int64)
    return proven.prove(bounds, cells.grid, len(classifier.classes), cells.conceded, depth=0).decided


@dataclass(frozen=True, slots=True)
class Published:
    """One row of Table 1: ``sd`` is what its column V[λ] holds."""

    test_error: float
    acu: float
    mean: float
    sd: float
    upper: float


@in_own_arithmetic
def published_row(
    points: Points,
    labels: NDArray[np.int64],
    test: NDArray[np.int64],
    classifier: Classifier,
    *,
    cells: int | tuple[int, ...] = 250,
    bandwidth: float = 0.2,
    samples: int = 10_000,
    bootstrap: int | None = 100,
    severity: Array | None = None,
    top: int | None = None,
    confidence: float = 0.975,
) -> Published:
    """A row of Table 1 on the unit box, by the settings of the published runs.

    ``points`` (n, d) lie in the unit box, ``test`` are the indices of the test points, ``cells`` counts cells
    per axis.  All points fix cell labels and profile; one set of ``samples`` offsets serves every cell; the
    profile's variance is that of bootstrap samples of half the points (or, with ``bootstrap=None``, twice the
    closed form that they estimate).  ``severity`` (true, predicted) selects the misclassifications that
    count; ``top`` keeps only that many cells, by operational mass, and renormalises over them.
    """
    d = points.shape[1]
    shape = (cells,) * d if isinstance(cells, int) else tuple(cells)
    grid = Grid((0.0,) * d, (1.0,) * d, shape)
    weights = 1.0 - np.eye(len(classifier.classes)) if severity is None else severity
    op, closed = centre_profile(grid, points, bandwidth)
    variance = 2 * closed
    if bootstrap is not None:
        variance = bootstrap_variance(grid, points, bandwidth, bootstrap, len(points) // 2)
    if top is not None and top < grid.cells:
        which = np.sort(np.argsort(-op, kind="stable")[:top])
        grid, op, variance = SparseGrid(*(grid.lower, grid.upper, shape), which), op[which], variance[which]
    result = common_sample_unastuteness(classifier, sort_cells(grid, points, labels), weights, samples, 100)
    row = assemble(op, variance, result.value, result.variance(), confidence)
    error = float(np.mean(classifier(points[test]) != labels[test]))
    return Published(error, row.acu, row.mean, row.sd, row.upper)
