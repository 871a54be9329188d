"""Operational profile by kernel density estimation (paper 003 Eqns 5–8, with the factor 1/(n h^d)).

Bandwidths are in units of the box's width per axis, so that features of different scales share one.
Kernels are products of normals: the mass of a kernel in a cell is a product of differences of Φ, so that
cell probabilities are integrals, not densities at centres times the volume.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.ram import sparse
from casegen_evidence.ram.grid import Grid, Points, SparseGrid

Array = NDArray[np.float64]
FLAT = 3.0
"""A folded normal of this many widths of the box is flat: it differs by 2 exp(-(3π)²/2) < 1e-19 (its Fourier series)."""
PROBES = 4_000_000
"""A ceiling is not searched on more points than these."""


def axis_masses(grid: Grid, points: Points, bandwidth: float, reflect: bool = True) -> list[Array]:
    """Per axis the kernel mass of each point in each slab of cells, ``(n, shape[axis])``.

    ``reflect`` folds the mass beyond the box back at its faces, so that a kernel centred inside loses none.
    """
    return [_slabs(grid, k, points[:, k], bandwidth, reflect) for k in range(grid.dimension)]


def _slabs(grid: Grid, axis: int, x: Array, bandwidth: float, reflect: bool) -> Array:
    from scipy.special import ndtr

    h = bandwidth * grid.width[axis]
    edges = grid.edges(axis)
    if reflect and bandwidth >= FLAT:
        return np.tile(np.diff(edges) / grid.width[axis], (len(x), 1))
    mass = np.diff(ndtr((edges[None, :] - x[:, None]) / h), axis=1)
    if reflect:
        low, high, reach = edges[0], edges[-1], 9 * h
        turns = int(np.ceil(reach / (2 * (high - low))))
        for turn in range(-turns, turns + 1):
            shift = 2 * turn * (high - low)
            for image in (x + shift, 2 * low - x + shift) if turn else (2 * low - x,):
                near = (image > low - reach) & (image < high + reach)
                mass[near] += np.diff(ndtr((edges[None, :] - image[near, None]) / h), axis=1)
    return np.asarray(mass)


@in_own_arithmetic
def cell_probabilities(masses: list[Array], grid: Grid | None = None, weights: Array | None = None) -> Array:
    """Mean kernel mass per cell (Eqns 5, 6 integrated), flat in C order; sums to the mass in the box.

    ``grid`` says which cells are stored (all, if none is given); ``weights`` (n,) of the points sum to 1.
    """
    if isinstance(grid, SparseGrid):
        n = len(masses[0])
        return sparse.cell_sums(grid, masses, np.full(n, 1 / n) if weights is None else weights)
    if weights is not None:
        return sum_of_products([masses[0] * weights[:, None], *masses[1:]])
    return sum_of_products(masses) / len(masses[0])


def sum_of_products(factors: list[Array]) -> Array:
    """``Σ_j Π_k factors[k][j, ·]``: the sum over points of products over axes, flat in C order of the cells.

    Points are taken in parts, so that no more than about 64 MB are held beside the result.
    """
    n = len(factors[0])
    *rest, last = factors
    width = int(np.prod([f.shape[1] for f in rest]))
    total = np.zeros((width, last.shape[1]))
    step = max(1, 8_000_000 // max(width, 1))
    for first in range(0, n, step):
        joint = np.ones((min(step, n - first), 1))
        for axis in rest:
            joint = (joint[:, :, None] * axis[first : first + step][:, None, :]).reshape(len(joint), -1)
        total += joint.T @ last[first : first + step]
    return total.reshape(-1)


def smoothed(masses: list[Array], values: Array, grid: Grid | None = None, rest: float = 0.0) -> Array:
    """For each point ``g_j = Σ_i values_i ∫_{cell i} K_h(x - X_j) dx``, ``(n,)``.

    ``values`` holds one number per stored cell of ``grid``, flat in C order; cells that are not stored have
    the value ``rest``.  Points are taken in parts, as above.
    """
    if isinstance(grid, SparseGrid):
        inside = np.prod([m.sum(axis=1) for m in masses], axis=0)
        return np.asarray(np.maximum(rest * inside + sparse.point_sums(grid, masses, values - rest), 0.0))
    field = values.reshape([m.shape[1] for m in masses])
    step = max(1, 8_000_000 // max(int(np.prod(field.shape[1:])), 1))
    parts = []
    for first in range(0, len(masses[0]), step):
        result = np.tensordot(masses[0][first : first + step], field, axes=(1, 0))
        for axis in masses[1:]:
            result = np.einsum("na...,na->n...", result, axis[first : first + step])
        parts.append(result)
    return np.concatenate(parts)


def smoothed_ceiling(grid: Grid, values: Array, bandwidth: float, rest: float = 0.0) -> float:
    """A bound on ``Σ_i values_i ∫_{cell i} K_h(x - X) dx`` over every X in the box, from the values alone.

    The field is evaluated on a lattice of at most half a bandwidth and raised by :func:`_slack`; where that
    takes too many probes, or the grid is sparse, the largest value of a cell is taken instead.
    """
    largest = float(max(values.max(initial=0.0), rest if isinstance(grid, SparseGrid) else 0.0))
    widths = min(bandwidth, FLAT) * grid.width
    steps = np.minimum(np.maximum(grid.side, widths / 8), widths / 2)
    counts = np.ceil(grid.width / steps).astype(int) + 1
    if isinstance(grid, SparseGrid) or prod(counts.tolist()) > PROBES:
        return largest
    field = values.reshape(grid.shape)
    slack = 1.0
    for k in range(grid.dimension):
        probes = np.linspace(grid.lower[k], grid.upper[k], int(counts[k]))
        weights = _slabs(grid, k, probes, bandwidth, reflect=True)
        field = np.moveaxis(np.tensordot(weights, field, axes=(1, k)), 0, k)
        slack *= _slack((probes[1] - probes[0]) / widths[k])
    return float(min(field.max() * slack, largest))


def _slack(step: float) -> float:
    """Largest factor by which a normal mixture can exceed its maximum over a lattice of ``step`` sd.

    At the maximum of a mixture of unit normals, log-curvature is at least -1, so within half a step it
    falls by at most exp(-step²/8).
    """
    return float(np.exp(step * step / 8))


@dataclass(frozen=True, slots=True)
class Bandwidth:
    """A bandwidth chosen by cross-validation, with the curve it was chosen from.

    ``grid`` are the candidates, ``scores`` the mean held-out log-likelihood per point.
    """

    value: float
    grid: tuple[float, ...]
    scores: tuple[float, ...]


def choose_bandwidth(
    unit_points: Points, seed: int, folds: int = 5, most: int = 4000, low: float = 1e-3, high: float = 1.0
) -> Bandwidth:
    """Bandwidth of largest held-out likelihood; ``unit_points`` ``(n, d)`` in units of the box.

    A coarse geometric grid from ``low`` to ``high``, then a finer one around its best.  At most ``most``
    points are used, scaled by n^(-1/(d+4)) to the full number.  Raises :class:`InputProblem` if there are fewer
    than two points for each fold, or the best lies on the grid's edge.
    """
    n, d = unit_points.shape
    if n < 2 * folds:
        raise InputProblem(
            f"expected at least {2 * folds} design points to choose a bandwidth by cross-validation; found {n}. "
            "Label more points, or state `bandwidth`"
        )
    order = np.random.default_rng([seed, 0xB4]).permutation(n)[:most]
    points = unit_points[order]
    coarse = np.geomspace(low, high, 13)
    first = _scores(points, coarse, folds)
    best = int(np.argmax(first))
    if best in (0, len(coarse) - 1):
        raise InputProblem(
            f"expected the cross-validated bandwidth inside ({low:g}, {high:g}) of the box's width; the best "
            f"candidate is {coarse[best]:g}, at the grid's edge. "
            + (
                "Remove repeated points, or state `bandwidth`"
                if best == 0
                else "Widen the grid, or state `bandwidth`"
            )
        )
    fine = np.geomspace(coarse[best - 1], coarse[best + 1], 9)[1:-1]
    second = _scores(points, fine, folds)
    tried = np.concatenate([coarse, fine])
    scores = np.concatenate([first, second])
    by_size = np.argsort(tried)
    value = float(tried[int(np.argmax(scores))]) * (len(points) / n) ** (1 / (d + 4))
    return Bandwidth(value, tuple(tried[by_size].tolist()), tuple(scores[by_size].tolist()))


def _scores(points: Points, candidates: Array, folds: int) -> Array:
    """Mean held-out log-likelihood of each candidate bandwidth."""
    n, d = points.shape
    total = np.zeros(len(candidates))
    fold = np.arange(n) % folds
    for f in range(folds):
        train, held = points[fold != f], points[fold == f]
        square = np.zeros((len(held), len(train)), dtype=np.float32)
        for k in range(d):
            square += (held[:, k, None] - train[None, :, k]).astype(np.float32) ** 2
        nearest = square.min(axis=1)
        square -= nearest[:, None]
        for i, h in enumerate(candidates):
            mass = np.exp(square * np.float32(-0.5 / h**2)).sum(axis=1, dtype=np.float64)
            logs = np.log(mass) - nearest / (2 * h * h) - d * np.log(h * np.sqrt(2 * np.pi))
            total[i] += float(np.sum(logs)) - len(held) * np.log(len(train))
    return np.asarray(total / n)
