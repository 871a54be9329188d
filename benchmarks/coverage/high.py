"""Norm balls with known unastuteness: how often the bounds on their weighted mean cover."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from casegen_evidence.bounds import linearised
from casegen_evidence.ram.high import eqns_14_15, sound_limits
from numpy.typing import NDArray

from benchmarks.coverage.low import Coverage

Array = NDArray[np.float64]
NAMES = (
    "equal weights, betting",
    "equal weights, Chernoff–Hoeffding",
    "ratio, linearised t",
    "Eqns 13–15",
)


@dataclass(frozen=True, slots=True)
class Frame:
    """A law of balls: few fail wholly, some in part; log-normal densities that fall where λ rises.

    ``skew`` is the standard deviation of the log-density.  ``samples`` per ball.
    """

    name: str
    skew: float
    failing: float
    partly: float
    balls: int = 300
    samples: int = 100

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """True λ and density of ``n`` independent balls."""
        kind = rng.random(n)
        value = np.where(kind < self.failing, 1.0, 0.0)
        mixed = (kind >= self.failing) & (kind < self.failing + self.partly)
        value = np.where(mixed, rng.beta(0.3, 3.0, n), value)
        return value, np.exp(self.skew * rng.normal(size=n) - self.skew * value)

    def truths(self, draws: int = 1_000_000) -> tuple[float, float]:
        """Mean λ over draws, and λ weighted by density: what equal weights and Eqn 14 aim at."""
        value, density = self.draw(draws, np.random.default_rng(99))
        return float(value.mean()), float(value @ density / density.sum())


FRAMES = (
    Frame("even, robust", 0.0, 0.0, 0.1),
    Frame("even, some wholly wrong", 0.0, 0.02, 0.1),
    Frame("skewed", 1.0, 0.02, 0.2),
    Frame("strongly skewed", 2.0, 0.02, 0.2),
)


def repeat(frame: Frame, repetitions: int, confidence: float = 0.975, seed: int = 0) -> list[Coverage]:
    """Coverage of each bound of what it aims at."""
    plain, weighted = frame.truths()
    rng = np.random.default_rng(seed)
    uppers = np.empty((repetitions, len(NAMES)))
    for r in range(repetitions):
        value, density = frame.draw(frame.balls, rng)
        result = rng.binomial(frame.samples, value) / frame.samples
        uppers[r] = (
            sound_limits(result, confidence, 1.0).upper,
            sound_limits(result, confidence, 1.0, "chernoff").upper,
            linearised(density, result, confidence)[2],
            eqns_14_15(result, density, confidence)[2],
        )
    truths = (plain, plain, weighted, weighted)
    return [
        Coverage(
            name,
            repetitions,
            int(np.sum(uppers[:, i] >= truths[i])),
            float(np.median(uppers[:, i]) / truths[i]),
        )
        for i, name in enumerate(NAMES)
    ]
