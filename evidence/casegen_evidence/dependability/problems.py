"""Generated problems with known dependability, on which coverage of the intervals is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.conditions import Product, by_sampler, merged
from casegen_evidence.dependability.domain import Domain, Numeric
from casegen_evidence.dependability.marginals import Clipped, Marginal, Normal, Truncated, Uniform
from casegen_evidence.dependability.partition import Partition, grid, k_d
from casegen_evidence.dependability.prediction import Prediction, predict
from casegen_evidence.dependability.scenarios import ScenarioTests

Array = NDArray[np.float64]
Rates = Callable[[Array], Array]
Known = Literal["densities", "operating density", "samples"]
SAMPLES = 1000
NODES = 400
"""Nodes of the quadrature per dimension."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Conditions, and the probability of task failure and harm in each scenario, ``(n, 2)``."""

    name: str
    testing: Product
    operating: Product
    rates: Rates
    jumps: tuple[tuple[float, ...], ...] = ((), ())
    """Values per dimension at which the rates jump, for the quadrature only."""

    def truth(self) -> tuple[float, float, float]:
        """D, U^T, U^H in operation by Gauss–Legendre quadrature between breaks, atoms by their mass."""
        nodes = [_nodes(m, j) for m, j in zip(self.operating.marginals, self.jumps, strict=True)]
        x = np.stack([a.ravel() for a in np.meshgrid(*(n for n, _ in nodes), indexing="ij")], axis=1)
        weight = np.ones(1)
        for _, w in nodes:
            weight = np.outer(weight, w).ravel()
        task, harm = (float(v) for v in weight @ self.rates(x))
        return 1 - task - harm, task, harm

    def tests(self, rng: np.random.Generator, n: int, aimed: int) -> ScenarioTests:
        """``n`` tests from the testing conditions, and ``aimed`` more at each atom of operation."""
        parts = [self.testing.sample(rng, n)]
        for name, atoms in self.operating.points().items():
            for value in atoms:
                extra = self.testing.sample(rng, aimed)
                extra[:, self.testing.domain.index(name)] = value
                parts.append(extra)
        x = np.concatenate(parts)
        rate, u = self.rates(x), rng.random(len(x))
        modes = np.where(u < rate[:, 1], 2, np.where(u < rate.sum(axis=1), 1, 0))
        return ScenarioTests(self.testing.domain, x, modes.astype(np.int8))


def _nodes(marginal: Marginal, jumps: tuple[float, ...]) -> tuple[Array, Array]:
    """Nodes and probability weights of one dimension."""
    low_end, *_, high_end = sorted(marginal.breaks())
    ends = sorted({*marginal.breaks(), *(j for j in jumps if low_end < j < high_end)})
    points, weights = np.polynomial.legendre.leggauss(NODES)
    x, w = [], []
    for low, high in pairwise(ends):
        inside = low + (points + 1) / 2 * (high - low)
        x.append(inside)
        w.append(weights / 2 * (high - low) * marginal.density(inside))
    x.append(np.array(list(marginal.atoms()), dtype=float))
    w.append(np.array(list(marginal.atoms().values()), dtype=float))
    return np.concatenate(x), np.concatenate(w)


DOMAIN = Domain((Numeric("v", 0.0, 10.0), Numeric("y", 0.0, 50.0)))
UNIFORM = Product(DOMAIN, (Uniform(0, 10), Uniform(0, 50)))


def _smooth(x: Array) -> Array:
    """Task failures at low v, harm at high y, both changing smoothly and within voxels."""
    v, y = x.T
    task = 0.6 * np.exp(-v / 0.7)
    harm = 0.25 / (1 + np.exp(-(y - 42) / 2.0)) * np.exp(-v / 4)
    return np.stack([task, (1 - task) * harm], axis=1)


def _rare(x: Array) -> Array:
    """Harm of a few in 10,000, in one corner."""
    v, y = x.T
    return np.stack([np.full(len(x), 0.01), 0.02 * ((v < 1.3) & (y > 41))], axis=1)


def _sharp(x: Array) -> Array:
    """Deterministic outcomes with boundaries inside voxels."""
    v, y = x.T
    slow = v < 0.83
    return np.stack([slow * 1.0, (~slow & (y > 38.47)) * 1.0], axis=1)


PROBLEMS = (
    Problem(
        "smooth rates, slower and higher",
        UNIFORM,
        Product(DOMAIN, (Truncated(Normal(3, 2), 0, 10), Truncated(Normal(35, 10), 0, 50))),
        _smooth,
    ),
    Problem(
        "atoms by clipping",
        UNIFORM,
        Product(DOMAIN, (Clipped(Normal(3, 2), 0, 10), Clipped(Normal(35, 10), 0, 50))),
        _smooth,
    ),
    Problem(
        "rare harm",
        UNIFORM,
        Product(DOMAIN, (Truncated(Normal(3, 2), 0, 10), Uniform(30, 50))),
        _rare,
        ((1.3,), (41.0,)),
    ),
    Problem(
        "sharp boundaries",
        UNIFORM,
        Product(DOMAIN, (Uniform(0, 3), Uniform(30, 50))),
        _sharp,
        ((0.83,), (38.47,)),
    ),
)
"""Problems whose truth is known; the last two have discontinuous rates."""


def partition_for(problem: Problem, tests: ScenarioTests, kind: str) -> Partition:
    """The method's own partition: atoms and breaks as strata; ``grid`` of 10 cells or ``k-d`` by 50 tests."""
    points = merged([problem.operating.points(), tests.tied()])
    breaks = merged([problem.operating.breaks(), problem.testing.breaks()])
    if kind == "k-d":
        return k_d(DOMAIN, tests.scenarios, 50, points, breaks)
    return grid(DOMAIN, 10, points, breaks)


def repeat(
    problem: Problem,
    n: int,
    repetitions: int,
    confidence: float,
    kind: str,
    seed: int,
    known: Known = "densities",
) -> Array:
    """Share of repetitions in which each one-sided limit holds, ``(3 modes, 2 sides)``.

    ``known`` says what the prediction is given: both densities; the operating density only; or
    :data:`SAMPLES` draws from operation only.
    """
    truth = np.array(problem.truth())
    hits = np.zeros((3, 2))
    for number in range(repetitions):
        result = _once(problem, np.random.default_rng([seed, number]), n, confidence, kind, known)
        lower = np.array([m.lower for m in result.modes])
        upper = np.array([m.upper for m in result.modes])
        hits += np.stack([lower <= truth, truth <= upper], axis=1)
    return hits / repetitions


def _once(
    problem: Problem, rng: np.random.Generator, n: int, confidence: float, kind: str, known: Known
) -> Prediction:
    tests = problem.tests(rng, n, max(20, n // 20))
    partition = partition_for(problem, tests, kind)
    if known == "samples":
        drawn = by_sampler(DOMAIN, problem.operating.sample, SAMPLES, int(rng.integers(2**31)))
        return predict(tests, partition, drawn, confidence, restated=False)
    testing = problem.testing if known == "densities" else None
    return predict(tests, partition, problem.operating, confidence, testing, restated=False)
