"""Joint samples of a tree's events, block by block of trials: the same numbers however the trials are cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from casegen.fta.arrays import NDArray, Vector, np
from casegen.fta.events import distributions
from casegen.model.arithmetic import in_own_arithmetic
from casegen.model.quantity import Beta, Distribution, Gamma, Lognormal, Normal
from casegen.model.tails import lognormal_parameters

Sampling = Literal["monte-carlo", "latin-hypercube", "sobol"]
Without = Callable[[int, Mapping[str, float]], str]
Compute = Callable[[Callable[[str, Distribution], Any]], Any]

_BLOCK = 1 << 17
"""numbers of one kind in a block: one megabyte, so that a block stays in the processor's cache"""
_LEAST, _MOST = 256, 8192


class Sampler:
    """Draws a tree's uncertain inputs and works out its events, any block of trials at any time.

    ``inputs``: distribution of every input; ``computes``: each event's probability from a draw of the inputs, as
    arrays of one number per trial.  Blocks may be asked for in any order and from several threads, each with its own
    :class:`Storage`.  ``without``: what is said of an event without a number, from its place and the inputs of such
    a trial.
    """

    def __init__(
        self, inputs: Mapping[str, Distribution], computes: Sequence[Compute], trials: int, seed: int, method: Sampling,
        without: Without | None = None,
    ) -> None:  # fmt: skip
        self.without = without
        # rows: lognormal, normal, what is read off a table over the normal, the others
        names = sorted(inputs, key=lambda k: _RANK.get(type(inputs[k]), 3))
        self.names = names
        self.row = {name: r for r, name in enumerate(names)}
        kinds = [_RANK.get(type(inputs[k]), 3) for k in names]
        self.logs, self.normals, self.tables = (sum(k <= most for k in kinds) for most in (0, 1, 2))
        chosen = [inputs[k] for k in names]
        pairs = [_normal_parameters(d) for d in chosen[: self.normals] if isinstance(d, Lognormal | Normal)]
        self.place = np.array([m for m, _ in pairs]).reshape(-1, 1)
        self.scale = np.array([s for _, s in pairs]).reshape(-1, 1)
        self.tabled = [distributions.over_normal(d) for d in chosen if isinstance(d, Gamma | Beta)]
        self.others = chosen[self.tables :]
        self.computes = computes
        self.same = self._same()
        self.plain_events = np.array([i for i, r in enumerate(self.same) if r is not None], dtype=int)
        self.plain = np.array([r for r in self.same if r is not None], dtype=int)
        self.width = max(1, min(trials, _MOST, max(_LEAST, _BLOCK // max(1, len(names), len(computes)))))
        number = {name: j for j, name in enumerate(inputs)}
        columns = [number[name] for name in names]
        self.keys = self.points = None
        if method == "monte-carlo":
            from casegen.fta.events import draws as drawn

            self.keys = drawn.keys_of(seed, len(names))[columns]
        else:
            self.points = uniform_samples(len(names), trials, seed, method)[columns]

    def _same(self) -> list[int | None]:
        """The input an event is, with nothing done to it."""
        probes = {name: np.full(1, 0.5) for name in self.names}
        results: list[int | None] = []
        for compute in self.computes:
            with np.errstate(all="ignore"):
                value = compute(lambda key, _d: probes[key])
            results.append(next((self.row[k] for k, probe in probes.items() if value is probe), None))
        return results

    def storage(self) -> Storage:
        """Room for one block at a time."""
        return Storage(len(self.names), len(self.computes), self.width)

    @in_own_arithmetic
    def block(self, begin: int, count: int, room: Storage) -> Vector:
        """Events (E, count) from trial ``begin`` on, not yet brought into [0, 1]; the next block overwrites it.

        Raises ``ValueError`` for an event that has no number for what was drawn.
        """
        draws = self._inputs(begin, count, room)
        P = room.events[:, :count]
        if len(self.plain) == len(P):
            np.take(draws, self.plain, axis=0, out=P, mode="clip")
            return P
        P[self.plain_events] = draws[self.plain]
        for i, compute in enumerate(self.computes):
            if self.same[i] is None:
                P[i] = compute(lambda key, _d: draws[self.row[key]])
                if np.isnan(P[i].min()):  # the least of numbers is none where one of them is
                    raise ValueError(self._no_number(i, draws, np.isnan(P[i])))
        return P

    def _no_number(self, i: int, draws: Vector, missing: NDArray[np.bool_]) -> str:
        if self.without is None:
            return f"event {i} has no number for what was drawn"
        first = int(np.argmax(missing))
        drawn = {name: float(draws[row, first]) for name, row in self.row.items()}
        return self.without(i, drawn)

    def _inputs(self, begin: int, count: int, room: Storage) -> Vector:
        """Inputs (inputs, count), in the order of ``names``."""
        from casegen.fta.events import draws as drawn

        u, z, work = (a[:, :count] for a in (room.uniform, room.drawn, room.work))
        if self.keys is not None:
            drawn.uniforms(self.keys, begin, u)
        elif self.points is not None:
            u[:] = self.points[:, begin : begin + count]
        n = self.tables
        drawn.normal_quantiles(u[:n], z[:n], work[:n])
        z[: self.normals] *= self.scale
        z[: self.normals] += self.place
        np.exp(z[: self.logs], out=z[: self.logs])
        for r, table in enumerate(self.tabled, self.normals):
            z[r] = table(z[r], u[r])
        for r, d in enumerate(self.others, self.tables):
            z[r] = distributions.quantile(d, u[r])
        return z


_RANK: dict[type, int] = {Lognormal: 0, Normal: 1, Gamma: 2, Beta: 2}


def _normal_parameters(d: Lognormal | Normal) -> tuple[float, float]:
    """Mean and standard deviation of the normal variable behind a distribution."""
    return lognormal_parameters(d) if isinstance(d, Lognormal) else (d.mean, d.sd)


class Storage:
    """Arrays for one block of trials."""

    def __init__(self, inputs: int, events: int, width: int) -> None:
        self.uniform, self.drawn, self.work = (np.empty((inputs, width)) for _ in range(3))
        self.events = np.empty((events, width))


def outside(raw: Vector, most: float = 1.0) -> NDArray[np.int64]:
    """How many samples of each event (rows of ``raw``) lie outside [0, ``most``]; shape (E,)."""
    if raw.size == 0 or (raw.max() <= most and raw.min() >= 0.0):
        return np.zeros(len(raw), dtype=np.int64)
    return np.asarray(((raw < 0.0) | (raw > most)).sum(axis=1))


def uniform_samples(dimensions: int, trials: int, seed: int, method: Sampling) -> Vector:
    """Points of a Latin hypercube or scrambled Sobol sequence, open at both ends; shape (dimensions, trials)."""
    rng = np.random.default_rng(seed)
    if dimensions == 0:
        return np.empty((0, trials))
    if method == "latin-hypercube":
        U = np.empty((dimensions, trials))
        for row in U:
            row[:] = (rng.permutation(trials) + rng.random(trials)) / trials
    else:
        from scipy.stats import qmc

        doublings = max(trials - 1, 1).bit_length()
        U = qmc.Sobol(dimensions, scramble=True, rng=rng).random_base2(doublings)[:trials].T
    tiny = np.finfo(float).eps
    return np.clip(U, tiny, 1.0 - tiny)
