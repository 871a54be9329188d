"""Repeat the low-dimensional RAM on problems with known pmi and count how often each bound covers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from casegen_evidence.blocks import Workers
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.ram import paper
from casegen_evidence.ram.cells import sort_cells
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.profile import choose_bandwidth
from casegen_evidence.ram.sound import Evaluation, bound, hidden_failures, sound_limits
from casegen_evidence.ram.unastuteness import Sampling, sampled_unastuteness
from numpy.typing import NDArray

from benchmarks.coverage.cases import Case

DEFAULT = "pmi"
WITH_INPUTS = "pmi, 10 inputs per label"
NAMES = (
    DEFAULT,
    WITH_INPUTS,
    "pmi_smooth",
    "pmi_voted",
    "Eqn 13",
    "Eqn 11 + delta method",
)

BLOCK = 5
"""Repetitions per block."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Share of repetitions whose upper limit reached the truth, with exact 99 % limits, and widths."""

    name: str
    repetitions: int
    covered: int
    median: float

    @property
    def share(self) -> float:
        return self.covered / self.repetitions

    @property
    def limits(self) -> tuple[float, float]:
        lower, upper = clopper_pearson(self.covered, self.repetitions, 0.995)
        return float(lower), float(upper)


def uppers(case: Case, bandwidth: float, seed: int, confidence: float) -> dict[str, float]:
    """Upper limits of one repetition, by name."""
    n = case.points
    grid = Grid((case.domain[0],) * 2, (case.domain[1],) * 2, (case.cells,) * 2)
    severity = 1.0 - np.eye(len(case.problem.classes))
    points, labels = case.problem.sample(2 * n, seed)
    cells = sort_cells(grid, points[:n], labels[:n])
    sampling = Sampling(np.full(grid.cells, 1 / grid.cells), 30 * grid.cells, floor=15)
    result = sampled_unastuteness(case.classifier, cells, severity, sampling, seed)
    held = Evaluation(points[n:], labels[n:], case.predict(points[n:]))
    limits = bound(grid, held, result, severity, bandwidth, confidence)
    inputs, _ = case.problem.sample(10 * n, seed + 10**6)
    more = Evaluation(held.points, held.labels, held.answers, inputs, case.predict(inputs))
    hidden = hidden_failures(grid, held.points, held.labels, held.answers, result, severity)
    op, variance = paper.centre_profile(grid, points, bandwidth)
    old = paper.assemble(op, variance, result.value, result.variance(), confidence)
    z = (old.upper - old.mean) / old.sd if old.sd else 0.0
    return {
        DEFAULT: limits.sound.upper,
        WITH_INPUTS: sound_limits(grid, more, hidden, result, severity, confidence)[0].upper,
        "pmi_smooth": limits.smooth,
        "pmi_voted": limits.voted,
        "Eqn 13": old.upper,
        "Eqn 11 + delta method": limits.band[0].mean + z * limits.band[0].sd,
    }


def chosen_bandwidth(case: Case) -> float:
    """Cross-validated once per case, on points of their own."""
    points, _ = case.problem.sample(case.points, seed=10**9)
    low, high = case.domain
    inside = points[np.all((points >= low) & (points <= high), axis=1)]
    return choose_bandwidth((inside - low) / (high - low), seed=0).value


def repeat(
    case: Case, repetitions: int, confidence: float = 0.975, seed: int = 1, workers: Workers | None = None
) -> list[Coverage]:
    """Coverage of every bound of :data:`NAMES` over ``repetitions`` independent data sets, each with its own stream."""
    truth, bandwidth = case.truth, chosen_bandwidth(case)

    def work(number: int) -> dict[str, NDArray[np.float64]]:
        mine = range(number * BLOCK, min((number + 1) * BLOCK, repetitions))
        rows = [uppers(case, bandwidth, seed * 10**7 + repetition, confidence) for repetition in mine]
        return {"uppers": np.array([[row[name] for name in NAMES] for row in rows])}

    blocks = range(-(-repetitions // BLOCK))
    parts = (workers or Workers()).run("coverage", blocks, work, "repetitions")
    columns = np.concatenate([part["uppers"] for part in parts]).T
    return [_summary(name, column, truth) for name, column in zip(NAMES, columns, strict=True)]


def _summary(name: str, values: NDArray[np.float64], truth: float) -> Coverage:
    return Coverage(name, len(values), int(np.sum(values >= truth)), float(np.median(values)))
