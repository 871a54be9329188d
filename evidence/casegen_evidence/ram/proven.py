"""What is proven of a model's answers in the cells of a partition, cells that a boundary crosses included.

A cell whose answer is proven needs no samples.  One that is not is halved along every axis, and so are the
parts that stay open, a few times over: most of its volume is then proven too, and samples go to the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.models import Classifier
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.ram import affine, intervals, trees
from casegen_evidence.ram.grid import Grid

Array = NDArray[np.float64]
Prover = Callable[[Array, Array], NDArray[np.int64]]
"""Maps centres ``(n, d)`` and radii ``(d,)`` of boxes to the class that wins everywhere in each, or -1."""
BLOCK = 8_192
COARSE = (8, 2, 1)
"""Cells along every axis that are tried as one box, in turn: what a large box proves, its cells need not."""
LEAST = 0.001
"""Parts are not halved further once they hold less than this of the cells' volume."""


def prover(classifier: Classifier) -> Prover | None:
    """Bounds for the models that can be looked into (networks, tree ensembles); None for others."""
    network = affine.layers(classifier)
    if network is not None:
        return lambda centre, radius: intervals.decided_boxes(network, centre, radius)
    if trees.known(classifier):
        return trees.box_prover(classifier)
    return None


@dataclass(frozen=True, slots=True)
class Proven:
    """Proven answers per cell and, in the cells without one, proven shares of their volume.

    ``decided`` (cells,) is the class that wins everywhere in a cell, or -1.  ``open`` numbers the other
    cells; ``shares`` (open, classes) are the parts of their volume proven to get each class.  What is left
    are equal boxes of size ``side``: those of open cell i have lower corners ``low[start[i]:start[i+1]]``,
    each ``volume`` of its cell.
    """

    decided: NDArray[np.int64]
    open: NDArray[np.int64]
    shares: Array
    start: NDArray[np.int64]
    low: Array
    side: Array
    volume: float

    @property
    def left(self) -> Array:
        """Share of each open cell's volume that is not proven, ``(open,)``."""
        return np.asarray(np.diff(self.start) * self.volume)


def nothing_proven(grid: Grid, classes: int, conceded: NDArray[np.bool_]) -> Proven:
    """For a model that cannot be looked into: every cell that is not conceded stays open whole."""
    cells = np.flatnonzero(~conceded)
    decided = np.full(grid.cells, -1, dtype=np.int64)
    start = np.arange(len(cells) + 1)
    return Proven(
        decided, cells, np.zeros((len(cells), classes)), start, grid.origin(cells), grid.side.copy(), 1.0
    )


@in_own_arithmetic
def prove(
    prover: Prover,
    grid: Grid,
    classes: int,
    conceded: NDArray[np.bool_],
    depth: int = 4,
    most: int = 200_000,
) -> Proven:
    """Prove what can be, halving open parts up to ``depth`` times and while they are at most ``most``.

    Cells that are ``conceded`` are passed over: they count as failing whatever the model says.
    """
    decided = _whole_cells(prover, grid, conceded)
    cells = np.flatnonzero(~conceded & (decided < 0))
    shares = np.zeros((len(cells), classes))
    owner, low, side, volume = np.arange(len(cells)), grid.origin(cells), grid.side.copy(), 1.0
    corners = np.stack(np.meshgrid(*[[0.0, 1.0]] * grid.dimension, indexing="ij"), axis=-1)
    corners = corners.reshape(-1, grid.dimension)
    for _ in range(depth):
        if len(low) * volume <= LEAST * grid.cells or len(low) * len(corners) > most:
            break
        side, volume = side / 2, volume / len(corners)
        low = (low[:, None, :] + corners[None] * side).reshape(-1, grid.dimension)
        owner = np.repeat(owner, len(corners))
        result = _in_blocks(prover, low + side / 2, side / 2)
        sure = result >= 0
        np.add.at(shares, (owner[sure], result[sure]), volume)
        owner, low = owner[~sure], low[~sure]
    start = np.searchsorted(owner, np.arange(len(cells) + 1))
    return Proven(decided, cells, shares, start, low, side, volume)


def _whole_cells(prover: Prover, grid: Grid, conceded: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Per cell the class proven in all of it, or -1; boxes of many cells first, see :data:`COARSE`."""
    decided = np.full(grid.cells, -1, dtype=np.int64)
    cells = np.flatnonzero(~conceded)
    for size in COARSE:
        shape = tuple(-(-n // size) for n in grid.shape)
        coarse = np.ravel_multi_index(tuple((grid.index(cells) // size).T), shape)
        boxes, member = np.unique(coarse, return_inverse=True)
        low = np.array(grid.lower) + np.stack(np.unravel_index(boxes, shape), axis=1) * size * grid.side
        radius = grid.side * size / 2
        decided[cells] = _in_blocks(prover, low + radius, radius)[member]
        cells = cells[decided[cells] < 0]
    return decided


def _in_blocks(prover: Prover, centre: Array, radius: Array) -> NDArray[np.int64]:
    parts = [prover(centre[first : first + BLOCK], radius) for first in range(0, len(centre), BLOCK)]
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])
