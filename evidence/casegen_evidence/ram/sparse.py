"""Sums over the cells of a sparse grid: only those that hold operational mass are visited.

A product over axes is shared by all cells with the same position on all axes but the last, so that cells in
C order cost one matrix-vector product per such run: time is linear in the cells, memory in the points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.ram.grid import Grid, SparseGrid

Array = NDArray[np.float64]


def cell_sums(grid: SparseGrid, factors: Sequence[Array], weights: Array) -> Array:
    """``Σ_j weights_j Π_k factors[k][j, i_k]`` for every stored cell i; ``factors[k]`` is (n, shape[k])."""
    total = np.empty(grid.cells)
    last = np.ascontiguousarray(factors[-1].T)
    for cells, along, shared in _runs(grid, factors):
        total[cells] = last[along] @ (shared * weights)
    return total


def point_sums(grid: SparseGrid, factors: Sequence[Array], values: Array) -> Array:
    """``Σ_i values_i Π_k factors[k][j, i_k]`` over the stored cells, for every point j."""
    total = np.zeros(len(factors[0]))
    last = np.ascontiguousarray(factors[-1].T)
    for cells, along, shared in _runs(grid, factors, values != 0):
        total += shared * (values[cells] @ last[along])
    return total


def _runs(
    grid: SparseGrid, factors: Sequence[Array], wanted: NDArray[np.bool_] | None = None
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], Array]]:
    """Runs of cells that differ on the last axis only: their numbers, that position, the shared product."""
    chosen = np.arange(grid.cells) if wanted is None else np.flatnonzero(wanted)
    if not len(chosen):
        return
    index = grid.index(chosen)
    head, along = index[:, :-1], index[:, -1]
    starts = np.flatnonzero(np.append(True, np.any(head[1:] != head[:-1], axis=1)))
    columns = [np.ascontiguousarray(f.T) for f in factors[:-1]]
    ones = np.ones(len(factors[0]))
    for first, end in zip(starts, np.append(starts[1:], len(chosen)), strict=True):
        shared = ones
        for column, at in zip(columns, head[first], strict=True):
            shared = shared * column[at]
        yield chosen[first:end], along[first:end], shared


@dataclass(frozen=True, slots=True)
class Densest:
    """The cells of most mass and the ``mass`` that they hold; ``complete`` if they hold what was asked for."""

    which: NDArray[np.int64]
    mass: float
    complete: bool


def densest(grid: Grid, factors: Sequence[Array], weights: Array, left_out: float, most: int) -> Densest:
    """The fewest cells that leave out at most ``left_out`` of the mass in the box, or the ``most`` densest.

    The mass of cell i is :func:`cell_sums` of ``factors``, ``weights``.  Cells below a threshold are cut off
    with the slab that holds them, without being visited; the threshold falls until enough mass is found.
    """
    inside = float(np.prod([f.sum(axis=1) for f in factors], axis=0) @ weights)
    which, mass = np.zeros(0, dtype=np.int64), np.zeros(0)
    enough, too_low, threshold = inside - left_out, 0.0, 1.001 * inside / most
    too_high = threshold
    while threshold > 1e-300 and too_high > 1.02 * too_low:
        result = _above(grid, factors, weights, threshold, most)
        if result is None:
            too_low = threshold
        else:
            which, mass = result
            if mass.sum() >= enough:
                return _fewest(which, mass, enough)
            too_high = threshold
        threshold = float(np.sqrt(too_low * too_high)) if too_low else threshold / 4
    return Densest(which, float(mass.sum()), complete=False)


def _fewest(which: NDArray[np.int64], mass: Array, wanted: float) -> Densest:
    order = np.argsort(-mass, kind="stable")
    count = min(int(np.searchsorted(np.cumsum(mass[order]), wanted)) + 1, len(order))
    kept = np.sort(order[:count])
    return Densest(which[kept], float(mass[kept].sum()), complete=True)


def _above(
    grid: Grid, factors: Sequence[Array], weights: Array, threshold: float, most: int
) -> tuple[NDArray[np.int64], Array] | None:
    """Cells of mass ``threshold`` or more with their masses; None if there are more than ``most``."""
    columns = [np.ascontiguousarray(f.T) for f in factors]
    strides = [int(np.prod(grid.shape[k + 1 :], dtype=object)) for k in range(grid.dimension)]
    numbers: list[NDArray[np.int64]] = []
    masses: list[Array] = []
    count = 0
    stack: list[tuple[int, int, Array]] = [(0, 0, weights)]
    while stack:
        axis, base, shared = stack.pop()
        mass = columns[axis] @ shared
        kept = np.flatnonzero(mass >= threshold)
        if axis == grid.dimension - 1:
            numbers.append(base + kept)
            masses.append(mass[kept])
            count += len(kept)
            if count > most:
                return None
        else:
            for at in kept[::-1].tolist():
                near = columns[axis][at]
                stack.append((axis + 1, base + at * strides[axis], shared * near))
    none = np.zeros(0, dtype=np.int64)
    return np.concatenate([none, *numbers]), np.concatenate([np.zeros(0), *masses])
