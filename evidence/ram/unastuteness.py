"""Unastuteness λ_i of cells (paper 003 Eqns 3, 9, 10).

Exact for tree ensembles and in cells where interval bounds prove one answer; else simple Monte Carlo.

Cells without a label get it by a vote of predictions (Assumption 4) on samples of their own: counting failures
on the samples that voted would force λ_i below one half.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evidence.bounds import neyman
from evidence.models import Classifier
from evidence.ram import trees
from evidence.ram.blocks import Workers
from evidence.ram.cells import Cells
from evidence.ram.grid import Grid

Array = NDArray[np.float64]
BLOCK = 4096
"""Cells per block; each block has its own random stream, so that results do not depend on who runs it."""


@dataclass(frozen=True, slots=True)
class Unastuteness:
    """λ per cell with how it was found.

    ``failures`` are severity-weighted failures among ``samples`` (both 0 where λ is ``known`` without
    sampling); ``label`` is what each cell was judged against (-1 for conceded cells, whose λ is the largest
    severity).
    """

    value: Array
    failures: Array
    samples: NDArray[np.int64]
    label: NDArray[np.int64]
    known: NDArray[np.bool_]

    @property
    def exact(self) -> bool:
        """Whether no λ was sampled."""
        return bool(self.known.all())

    def variance(self) -> Array:
        """Sampling variance of each λ_i (Eqn 10): ``λ(1-λ)/(n-1)``; 0 where not sampled."""
        sampled = self.value * (1 - self.value) / np.maximum(self.samples - 1, 1)
        return np.where(self.samples > 0, sampled, 0.0)


def exact_unastuteness(classifier: Classifier, cells: Cells, severity: Array) -> Unastuteness:
    """λ_i from the exact label shares of a tree ensemble; cells without a label take their largest share's.

    Raises :class:`ValueError` where :func:`evidence.ram.trees.supports` says no.
    """
    shares = trees.label_shares(classifier, cells.grid)
    label = np.where((cells.label < 0) & ~cells.conceded, shares.argmax(axis=1), cells.label)
    value = np.einsum("ic,ic->i", severity[np.maximum(label, 0)], shares)
    value = np.where(cells.conceded, severity.max(), value)
    none = np.zeros(len(value), dtype=np.int64)
    return Unastuteness(value, np.zeros(len(value)), none, label, np.ones(len(value), dtype=bool))


def sampled_unastuteness(
    classifier: Classifier,
    cells: Cells,
    severity: Array,
    plan: Sampling,
    seed: int,
    workers: Workers | None = None,
) -> Unastuteness:
    """λ_i by uniform samples in each cell (Assumption 5), in two passes.

    The first labels the cells that have none by vote and counts disagreements; the second counts failures,
    on samples of their own, where weight and disagreement ask for them (see :func:`Sampling.counts`).
    Cells with a decided answer need neither.
    """
    settled = (plan.decided_in(cells) >= 0) & ~cells.conceded
    run = workers or Workers()
    half = (run.start + run.stop) / 2
    blocks = range(0, cells.grid.cells, BLOCK)

    def vote(first: int) -> dict[str, NDArray[Any]]:
        return _votes(classifier, cells, severity, plan, seed, first)

    first = replace(run, stop=half).run("votes", blocks, vote, "labels of the cells")
    label = np.concatenate([p["label"] for p in first])
    counts = plan.counts(np.concatenate([p["failures"] for p in first]), cells)

    def count(first: int) -> dict[str, NDArray[Any]]:
        which = np.arange(first, min(first + BLOCK, cells.grid.cells))
        rng = np.random.default_rng([seed, 0x5B, first // BLOCK])
        part = counts[which], label[which]
        return {"failures": _failures(classifier, cells.grid, which, *part, severity, rng)}

    second = replace(run, start=half).run("failures", blocks, count, "unastuteness of the cells")
    failures = np.concatenate([p["failures"] for p in second])
    with np.errstate(invalid="ignore", divide="ignore"):
        value = np.where(counts > 0, failures / counts, severity.max())
    value = np.where(settled, severity[np.maximum(label, 0), np.maximum(plan.decided_in(cells), 0)], value)
    return Unastuteness(value, failures, counts, label, counts == 0)


@dataclass(frozen=True, slots=True)
class Sampling:
    """Plan of the samples: ``weights`` per cell (their operational mass as far as known), ``budget`` of the
    second pass in all, ``floor`` per cell, ``votes`` per cell of the first pass.

    ``decided`` holds per cell the one answer the model is known to give there, -1 where it is not known.
    """

    weights: Array
    budget: int
    floor: int = 8
    votes: int = 15
    decided: NDArray[np.int64] | None = None

    def decided_in(self, cells: Cells) -> NDArray[np.int64]:
        """``decided``, or -1 for every cell."""
        return np.full(cells.grid.cells, -1, dtype=np.int64) if self.decided is None else self.decided

    def counts(self, failures: Array, cells: Cells) -> NDArray[np.int64]:
        """Samples per cell in the second pass: Neyman's allocation by what the first pass saw."""
        settled = cells.conceded | (self.decided_in(cells) >= 0)
        weights = np.where(settled, 0.0, np.maximum(self.weights, 1e-300))
        tried = np.full(len(failures), self.votes)
        return neyman(weights, failures, tried, self.budget, self.floor)


def _votes(
    classifier: Classifier, cells: Cells, severity: Array, plan: Sampling, seed: int, first: int
) -> dict[str, NDArray[Any]]:
    """Label of each cell from ``first`` on, and the failures among its votes."""
    which = np.arange(first, min(first + BLOCK, cells.grid.cells))
    rng = np.random.default_rng([seed, 0x5A, first // BLOCK])
    label = cells.label[which].copy()
    failures = np.zeros(len(which))
    decided, votes = plan.decided_in(cells)[which], plan.votes
    free = ~cells.conceded[which]
    label = np.where((label < 0) & free & (decided >= 0), decided, label)
    open_ = np.flatnonzero(free & (decided < 0))
    if len(open_):
        answers = classifier(_uniform(cells.grid, np.repeat(which[open_], votes), rng)).reshape(-1, votes)
        tally = np.stack([(answers == c).sum(axis=1) for c in range(len(classifier.classes))], axis=1)
        label[open_] = np.where(label[open_] < 0, tally.argmax(axis=1), label[open_])
        failures[open_] = np.einsum("ic,ic->i", severity[label[open_]], tally)
    return {"label": label, "failures": failures}


def common_sample_unastuteness(
    classifier: Classifier, cells: Cells, severity: Array, samples: int, seed: int
) -> Unastuteness:
    """λ_i as the paper's published runs find it: the same ``samples`` offsets in every cell, which also vote.

    For reproduction: the errors of the cells are then not independent, and the vote caps λ_i.  Cells in
    which a tree ensemble gives one answer are not sampled; their samples would all agree.
    """
    grid = cells.grid
    offsets = np.random.RandomState(seed).random_sample((samples, grid.dimension)) * grid.side
    label = cells.label.copy()
    failures = np.zeros(grid.cells)
    decided = np.full(grid.cells, -1, dtype=np.int64)
    if trees.supports(classifier, grid):
        shares = trees.label_shares(classifier, grid)
        decided = np.where(shares.max(axis=1) > 1 - 1e-9, shares.argmax(axis=1), -1)
    for cell in np.flatnonzero(~cells.conceded):
        if decided[cell] >= 0:
            tally = np.zeros(len(classifier.classes))
            tally[decided[cell]] = samples
        else:
            answers = classifier(grid.origin(np.array([cell])) + offsets)
            tally = np.bincount(answers, minlength=len(classifier.classes)).astype(float)
        if label[cell] < 0:
            label[cell] = int(tally.argmax())
        failures[cell] = severity[label[cell]] @ tally
    counts = np.where(cells.conceded, 0, samples)
    value = np.where(counts > 0, failures / samples, severity.max())
    return Unastuteness(value, failures, counts, label, counts == 0)


def _uniform(grid: Grid, cells: NDArray[np.int64], rng: np.random.Generator) -> Array:
    return np.asarray(grid.origin(cells) + rng.random((len(cells), grid.dimension)) * grid.side)


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
