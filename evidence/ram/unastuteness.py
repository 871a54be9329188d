"""Unastuteness λ_i of cells (paper 003 Eqns 3, 9, 10): exact for tree ensembles, else simple Monte Carlo.

Empty cells get their label by a vote of predictions (Assumption 4) on samples of their own: counting
failures on the samples that voted would force λ_i below one half.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evidence.models import Classifier
from evidence.ram import trees
from evidence.ram.cells import CellKind, Cells
from evidence.ram.grid import Grid

Array = NDArray[np.float64]
BLOCK = 4096
"""Cells per block; each block has its own random stream, so that results do not depend on who runs it."""


@dataclass(frozen=True, slots=True)
class Unastuteness:
    """λ per cell with how it was found.

    ``failures`` are severity-weighted failures among ``samples`` (both 0 where ``exact``); ``label`` is the
    label each cell was judged against (-1 for cross-boundary cells, whose λ is 1).
    """

    value: Array
    failures: Array
    samples: NDArray[np.int64]
    label: NDArray[np.int64]
    exact: bool

    def variance(self) -> Array:
        """Sampling variance of each λ_i (Eqn 10): ``λ(1-λ)/(n-1)``; 0 where exact."""
        if self.exact:
            return np.zeros_like(self.value)
        sampled = self.value * (1 - self.value) / np.maximum(self.samples - 1, 1)
        return np.where(self.samples > 0, sampled, 0.0)


def exact_unastuteness(classifier: Classifier, cells: Cells, severity: Array) -> Unastuteness:
    """λ_i from the exact label shares of a tree ensemble; empty cells take their largest share's label."""
    shares = trees.label_shares(classifier, cells.grid)
    label = np.where(cells.kind == CellKind.EMPTY, shares.argmax(axis=1), cells.label)
    value = np.einsum("ic,ic->i", severity[np.maximum(label, 0)], shares)
    value = np.where(cells.kind == CellKind.CROSS_BOUNDARY, severity.max(), value)
    none = np.zeros(len(value), dtype=np.int64)
    return Unastuteness(value, np.zeros(len(value)), none, label, True)


def sampled_unastuteness(
    classifier: Classifier,
    cells: Cells,
    severity: Array,
    samples: NDArray[np.int64],
    votes: int,
    seed: int,
) -> Unastuteness:
    """λ_i by uniform samples in each cell (Assumption 5): ``samples[i]`` of them, ``votes`` for the label."""
    grid = cells.grid
    label = cells.label.copy()
    failures = np.zeros(grid.cells)
    counts = np.where(cells.kind == CellKind.CROSS_BOUNDARY, 0, samples)
    for block in range(0, grid.cells, BLOCK):
        which = np.arange(block, min(block + BLOCK, grid.cells))
        rng = np.random.default_rng([seed, 0x5A, block // BLOCK])
        empty = which[cells.kind[which] == CellKind.EMPTY]
        label[empty] = _vote(classifier, grid, empty, votes, rng)
        failures[which] = _failures(classifier, grid, which, counts[which], label[which], severity, rng)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = np.where(counts > 0, failures / counts, severity.max())
    return Unastuteness(value, failures, counts, label, False)


def _uniform(grid: Grid, cells: NDArray[np.int64], rng: np.random.Generator) -> Array:
    return np.asarray(grid.origin(cells) + rng.random((len(cells), grid.dimension)) * grid.side)


def _vote(
    classifier: Classifier, grid: Grid, cells: NDArray[np.int64], votes: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    if not len(cells):
        return np.zeros(0, dtype=np.int64)
    answers = classifier(_uniform(grid, np.repeat(cells, votes), rng)).reshape(len(cells), votes)
    tally = np.stack([(answers == c).sum(axis=1) for c in range(len(classifier.classes))], axis=1)
    return np.asarray(tally.argmax(axis=1), dtype=np.int64)


def _failures(
    classifier: Classifier,
    grid: Grid,
    cells: NDArray[np.int64],
    counts: NDArray[np.int64],
    label: NDArray[np.int64],
    severity: Array,
    rng: np.random.Generator,
) -> Array:
    if not counts.sum():
        return np.zeros(len(cells))
    which = np.repeat(np.arange(len(cells)), counts)
    answers = classifier(_uniform(grid, cells[which], rng))
    weights = severity[label[which], answers]
    return np.asarray(np.bincount(which, weights=weights, minlength=len(cells)), dtype=np.float64)
