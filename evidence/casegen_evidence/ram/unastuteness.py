"""Unastuteness λ_i of cells (paper 003 Eqns 3, 9, 10).

Exact for tree ensembles in a plane and wherever bounds prove the answers; else simple Monte Carlo.

Cells without a label get it by a vote of predictions (Assumption 4) on samples of their own: counting failures
on the samples that voted would force λ_i below one half.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.blocks import Workers
from casegen_evidence.bounds import neyman
from casegen_evidence.models import Classifier
from casegen_evidence.own_arithmetic import computes_by_itself, in_own_arithmetic
from casegen_evidence.ram import trees
from casegen_evidence.ram.cells import Cells
from casegen_evidence.ram.proven import Proven, nothing_proven

Array = NDArray[np.float64]
BLOCK = 4096
"""Open cells per block; each block has its own random stream, so that results do not depend on who runs it."""

SPOTS = 131_072
"""Samples given to the model at a time."""


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Unastuteness:
    """λ per cell with how it was found.

    ``failures`` are severity-weighted failures among ``samples`` (both 0 where λ is ``known`` without
    sampling) in the part ``left`` of the cell's volume, the rest being proven; ``label`` is what each cell was
    judged against (-1 for conceded cells, whose λ is the largest severity).
    """

    value: Array
    failures: Array
    samples: NDArray[np.int64]
    label: NDArray[np.int64]
    known: NDArray[np.bool_]
    left: Array

    @property
    def exact(self) -> bool:
        """Whether no λ was sampled."""
        return bool(self.known.all())

    def sampled(self) -> Array:
        """The sampled part of each λ_i: ``left`` times the share of failures, 0 where not sampled."""
        return np.asarray(self.left * self.failures / np.maximum(self.samples, 1))

    def variance(self) -> Array:
        """Sampling variance of each λ_i (Eqn 10): ``left² q(1-q)/(n-1)``, q the sampled share; 0 where known."""
        share = self.failures / np.maximum(self.samples, 1)
        spread = self.left**2 * share * (1 - share) / np.maximum(self.samples - 1, 1)
        return np.where(self.samples > 0, spread, 0.0)


@in_own_arithmetic
def exact_unastuteness(classifier: Classifier, cells: Cells, severity: Array) -> Unastuteness:
    """λ_i from the exact label shares of a tree ensemble; cells without a label take their largest share's.

    Raises :class:`ValueError` where :func:`casegen_evidence.ram.trees.supports` says no.
    """
    shares = trees.label_shares(classifier, cells.grid)
    label = np.where((cells.label < 0) & ~cells.conceded, shares.argmax(axis=1), cells.label)
    value = np.einsum("ic,ic->i", severity[np.maximum(label, 0)], shares)
    value = np.where(cells.conceded, severity.max(), value)
    none = np.zeros(len(value), dtype=np.int64)
    all_known = np.ones(len(value), dtype=bool)
    return Unastuteness(value, np.zeros(len(value)), none, label, all_known, np.zeros(len(value)))


@dataclass(frozen=True, slots=True)
class Sampling:
    """Plan of the samples: ``weights`` per cell (their operational mass as far as known), ``budget`` of the
    second pass in all, ``floor`` per cell, ``votes`` per cell of the first pass.

    ``proven`` is what is known of the model's answers without sampling; None if nothing is.
    """

    weights: Array
    budget: int
    floor: int = 8
    votes: int = 15
    proven: Proven | None = None

    def counts(self, failures: Array, proven: Proven) -> NDArray[np.int64]:
        """Samples per open cell in the second pass: Neyman's allocation by what the first pass saw."""
        weights = np.maximum(self.weights[proven.open], 1e-300) * proven.left
        return neyman(weights, failures, np.full(len(failures), self.votes), self.budget, self.floor)


@in_own_arithmetic
def sampled_unastuteness(
    classifier: Classifier,
    cells: Cells,
    severity: Array,
    plan: Sampling,
    seed: int,
    workers: Workers | None = None,
) -> Unastuteness:
    """λ_i by uniform samples in the unproven part of each cell (Assumption 5), in two passes.

    The first labels the cells that have none by vote and counts disagreements; the second counts failures,
    on samples of their own, where weight and disagreement ask for them (see :func:`Sampling.counts`).
    """
    classes = len(classifier.classes)
    proven = plan.proven or nothing_proven(cells.grid, classes, cells.conceded)
    run = workers or Workers()
    half = (run.start + run.stop) / 2
    blocks = range(0, len(proven.open), BLOCK)

    def voting(first: int) -> _Block:
        return _block(proven, first, np.full(len(proven.open), plan.votes), (seed, 0x5A))

    tally = _counted(replace(run, stop=half), "votes", "labels of the cells", blocks, voting, classifier)
    label = _labels(cells, proven, tally / plan.votes)
    against = severity[label[proven.open]]
    counts = plan.counts(np.einsum("ic,ic->i", against, tally), proven)

    def counting(first: int) -> _Block:
        return _block(proven, first, counts, (seed, 0x5B))

    second = replace(run, start=half)
    tally = _counted(second, "failures", "unastuteness of the cells", blocks, counting, classifier)
    return _assembled(cells, proven, severity, label, counts, tally)


def _labels(cells: Cells, proven: Proven, votes: Array) -> NDArray[np.int64]:
    """What each cell is judged against: its own label, its one proven answer, or the larger share's."""
    label = cells.label.copy()
    bare = (label < 0) & ~cells.conceded
    label = np.where(bare & (proven.decided >= 0), proven.decided, label)
    estimate = proven.shares + proven.left[:, None] * votes
    label[proven.open] = np.where(bare[proven.open], estimate.argmax(axis=1), label[proven.open])
    return label


def _assembled(
    cells: Cells,
    proven: Proven,
    severity: Array,
    label: NDArray[np.int64],
    counts: NDArray[np.int64],
    tally: Array,
) -> Unastuteness:
    m, open_ = cells.grid.cells, proven.open
    against = severity[label[open_]]
    samples, failures, left = np.zeros(m, dtype=np.int64), np.zeros(m), np.zeros(m)
    samples[open_], left[open_] = counts, proven.left
    failures[open_] = np.einsum("ic,ic->i", against, tally)
    value = np.where(
        proven.decided >= 0,
        severity[np.maximum(label, 0), np.maximum(proven.decided, 0)],
        severity.max(),
    )
    share = np.where(counts > 0, failures[open_] / np.maximum(counts, 1), severity.max())
    value[open_] = np.einsum("ic,ic->i", against, proven.shares) + proven.left * share
    value[cells.conceded] = severity.max()
    return Unastuteness(value, failures, samples, label, samples == 0, left)


@dataclass(frozen=True, slots=True)
class _Block:
    """What a worker needs to sample some open cells: their boxes, samples per cell, and the random stream."""

    start: NDArray[np.int64]
    low: Array
    side: Array
    counts: NDArray[np.int64]
    stream: tuple[int, ...]


def _block(proven: Proven, first: int, counts: NDArray[np.int64], stream: tuple[int, int]) -> _Block:
    part = slice(first, first + BLOCK)
    start = proven.start[first : first + BLOCK + 1]
    low = proven.low[start[0] : start[-1]]
    return _Block(start - start[0], low, proven.side, counts[part], (*stream, first // BLOCK))


def _counted(
    run: Workers,
    name: str,
    what: str,
    blocks: range,
    part: Callable[[int], _Block],
    classifier: Classifier,
) -> Array:
    """How often each class was answered in each open cell, ``(open, classes)``."""
    classes = len(classifier.classes)

    def work(block: _Block) -> dict[str, NDArray[Any]]:
        return {"tally": _tally(classifier, block, classes)}

    parts = run.run(name, blocks, work, what, part)
    return np.concatenate([np.zeros((0, classes)), *(np.asarray(p["tally"], dtype=float) for p in parts)])


def _tally(classifier: Classifier, block: _Block, classes: int) -> NDArray[np.int32]:
    rng = np.random.default_rng(block.stream)
    boxes = np.diff(block.start)
    counts = np.where(boxes > 0, block.counts, 0)
    owner = np.repeat(np.arange(len(counts)), counts)
    tally = np.zeros(len(counts) * classes, dtype=np.int32)
    for first in range(0, len(owner), SPOTS):
        which = owner[first : first + SPOTS]
        box = block.start[which] + (rng.random(len(which)) * boxes[which]).astype(np.int64)
        spots = block.low[box] + rng.random((len(which), len(block.side))) * block.side
        tally += np.bincount(which * classes + classifier(spots), minlength=len(tally)).astype(np.int32)
    return tally.reshape(len(counts), classes)
