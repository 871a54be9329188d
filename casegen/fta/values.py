"""Numbers of a tree's basic events: point values, bounds, quantiles and samples, each with its source."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from casegen.fta import distributions
from casegen.model.quantity import Distribution, Estimate

Vector = NDArray[np.float64]
Evidence = Mapping[str, Mapping[str, Estimate]]
Sampling = Literal["monte-carlo", "latin-hypercube", "sobol"]
Draw = Callable[[str, Distribution], Any]

QUANTILE_TRIALS = 100_000
QUANTILE_SEED = 20_240_229


@dataclass(frozen=True, slots=True)
class Source:
    """How one event's probability comes about: ``compute(draw)``, in the tree's kind."""

    compute: Callable[[Draw], Any]
    text: str
    lower: float | None = None
    upper: float | None = None
    confidence: float | None = None


class EventValues:
    """Probabilities of a tree's events in the tree's measure kind, in the order of ``events``.

    ``probability``, ``lower``, ``upper``, ``confidence``: shape (E,), NaN where the source has no bound;
    ``sources`` says where each number comes from.  A distribution enters the point value by its mean.
    """

    def __init__(self, events: Sequence[str], sources: Sequence[Source]) -> None:
        self.events = tuple(events)
        self._sources = tuple(sources)
        self.sources = tuple(s.text for s in sources)
        self.probability = np.array([float(s.compute(mean_draw)) for s in sources])
        self.lower = _column(s.lower for s in sources)
        self.upper = _column(s.upper for s in sources)
        self.confidence = _column(s.confidence for s in sources)
        self.inputs = self._find_inputs()

    def _find_inputs(self) -> dict[str, Distribution]:
        """Uncertain inputs by key; events that share a parameter or evidence share the key."""
        found: dict[str, Distribution] = {}

        def note(key: str, distribution: Distribution) -> float:
            found[key] = distribution
            return distributions.mean(distribution)

        for source in self._sources:
            source.compute(note)
        return found

    def inputs_of(self, i: int) -> list[str]:
        """Keys of the uncertain inputs of event ``i``."""
        found: dict[str, None] = {}

        def note(key: str, distribution: Distribution) -> float:
            found[key] = None
            return distributions.mean(distribution)

        self._sources[i].compute(note)
        return list(found)

    def quantile_method(self, i: int) -> Literal["fixed", "exact", "monte-carlo"]:
        """How :meth:`quantile` finds event ``i``'s: no uncertainty, inverted exactly, or sampled."""
        keys = self.inputs_of(i)
        if not keys:
            return "fixed"
        return "exact" if len(keys) == 1 and self._direction(i, keys[0]) else "monte-carlo"

    def quantile(self, level: float) -> Vector:
        """Quantile of each event's parametric uncertainty at ``level`` in (0, 1); shape (E,).

        Exact where one distribution enters monotonically; else Monte Carlo with 100,000 trials and a fixed
        seed (:meth:`quantile_method` says which); events without uncertainty keep their value.
        """
        if not 0.0 < level < 1.0:
            raise ValueError(f"a quantile level must lie in (0, 1), found {level}")
        result = self.probability.copy()
        sampled: list[int] = []
        for i in range(len(self.events)):
            keys = self.inputs_of(i)
            if not keys:
                continue
            direction = self._direction(i, keys[0]) if len(keys) == 1 else 0
            if direction:
                u = level if direction > 0 else 1.0 - level
                value = self._sources[i].compute(at_level(u))
                result[i] = min(1.0, max(0.0, float(value)))
            else:
                sampled.append(i)
        if sampled:
            P = self.sample(QUANTILE_TRIALS, seed=QUANTILE_SEED)
            result[sampled] = np.quantile(P[sampled], level, axis=1)
        return result

    def _direction(self, i: int, key: str) -> int:
        """1 or -1 when the event's probability rises or falls with its one input, 0 when neither."""
        grid = np.linspace(0.001, 0.999, 99)
        values = np.asarray(
            self._sources[i].compute(lambda _key, d: distributions.quantile(d, grid)), dtype=float
        )
        steps = np.diff(np.broadcast_to(values, grid.shape))
        if np.all(steps >= 0.0):
            return 1
        return -1 if np.all(steps <= 0.0) else 0

    def at_input(self, key: str, number: float) -> Vector:
        """Probabilities (E,) with one uncertain input at ``number`` and the others at their means."""
        draw: Draw = lambda k, d: number if k == key else distributions.mean(d)  # noqa: E731
        return np.asarray(np.clip([float(s.compute(draw)) for s in self._sources], 0.0, 1.0))

    def sample(self, trials: int, *, seed: int = 0, method: Sampling = "monte-carlo") -> Vector:
        """Joint samples (E, trials): shared parameters and evidence are drawn once per trial.

        Values that leave [0, 1] (a normal's tail) are set to the nearer end; :meth:`clipped` counts them.
        """
        return np.asarray(np.clip(self.raw_sample(trials, seed, method), 0.0, 1.0))

    def clipped(self, trials: int, *, seed: int = 0, method: Sampling = "monte-carlo") -> dict[str, int]:
        """Number of trials in which an event's value had to be brought back into [0, 1]."""
        return self.outside(self.raw_sample(trials, seed, method))

    def outside(self, raw: Vector) -> dict[str, int]:
        """Number of samples of each event (rows of ``raw``) outside [0, 1], where there are any."""
        counts = ((raw < 0.0) | (raw > 1.0)).sum(axis=1)
        return {name: int(c) for name, c in zip(self.events, counts, strict=True) if c}

    def raw_sample(self, trials: int, seed: int, method: Sampling) -> Vector:
        """Joint samples as the distributions give them, not yet brought into [0, 1]."""
        keys = list(self.inputs)
        U = uniform_samples(len(keys), trials, seed, method)
        draws = {k: distributions.quantile(self.inputs[k], U[j]) for j, k in enumerate(keys)}
        P = np.empty((len(self.events), trials))
        for i, source in enumerate(self._sources):
            P[i] = source.compute(lambda key, _d: draws[key])
        return P


def uniform_samples(dimensions: int, trials: int, seed: int, method: Sampling) -> Vector:
    """Points of the unit cube, open at both ends; shape (dimensions, trials)."""
    rng = np.random.default_rng(seed)
    if dimensions == 0:
        return np.empty((0, trials))
    if method == "monte-carlo":
        U = rng.random((dimensions, trials))
    elif method == "latin-hypercube":
        U = np.empty((dimensions, trials))
        for row in U:
            row[:] = (rng.permutation(trials) + rng.random(trials)) / trials
    else:
        from scipy.stats import qmc

        doublings = max(trials - 1, 1).bit_length()
        U = qmc.Sobol(dimensions, scramble=True, rng=rng).random_base2(doublings)[:trials].T
    tiny = np.finfo(float).eps
    return np.clip(U, tiny, 1.0 - tiny)


def fixed(number: float) -> Callable[[Draw], Any]:
    return lambda _draw: number


def at_level(u: float) -> Draw:
    return lambda _key, d: float(distributions.quantile(d, u))


def mean_draw(_key: str, distribution: Distribution) -> float:
    return distributions.mean(distribution)


def _column(numbers: Any) -> Vector:
    return np.array([math.nan if x is None else float(x) for x in numbers])
