"""Groups of two sizes whose rows fail at two rates: what limits are of the next row, which is mostly of a large group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.bounds.measures import bounded_mean
from casegen_evidence.bounds.row_mean import row_limits
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class World:
    """``groups`` of which a share ``large`` has the second of the ``sizes`` and of the ``rates``."""

    groups: int
    large: float
    sizes: tuple[int, int]
    rates: tuple[float, float]

    @property
    def name(self) -> str:
        """In words, for a table."""
        (a, b), (p, q) = self.sizes, self.rates
        return (
            f"{self.groups} groups, {self.large:.0%} of {b} rows and the others of {a}, rates {q:g} and {p:g}"
        )

    @property
    def truth(self) -> float:
        """The rate of the next row."""
        rows = np.array([1 - self.large, self.large]) * self.sizes
        return float(rows @ self.rates / rows.sum())

    def drawn(self, rng: np.random.Generator) -> tuple[Array, NDArray[np.int64]]:
        """Failures by row, and the group of each row."""
        kind = (rng.random(self.groups) < self.large).astype(int)
        group = np.repeat(np.arange(self.groups), np.array(self.sizes)[kind])
        return (rng.random(len(group)) < np.array(self.rates)[kind][group]).astype(float), group


WORLDS = (
    World(200, 0.2, (3, 12), (0.01, 0.25)),
    World(200, 0.2, (4, 8), (0.01, 0.25)),
    World(100, 0.2, (10, 40), (0.03, 0.15)),
    World(100, 0.15, (10, 40), (0.05, 0.25)),
    World(200, 0.2, (10, 40), (0.05, 0.05)),
    World(200, 0.2, (10, 10), (0.01, 0.25)),
)


@dataclass(frozen=True, slots=True)
class Seen:
    """One repetition: limits by one row of each group, by rows in proportion, over groups, and over rows."""

    alike: float
    by_size: float
    over_groups: float
    over_rows: float
    """that of the sign; the one over groups where it is no worse"""


def repeated(world: World, repetitions: int, confidence: float) -> Iterator[Seen]:
    """Upper limits of repetitions."""
    from casegen_evidence.profiles.rows import by_size, one_of_each

    for r in range(repetitions):
        rng = np.random.default_rng([11, r])
        failed, group = world.drawn(rng)
        one = one_of_each(group, rng)
        kept = one & by_size(group, rng)
        stated = bounded_mean(_means(failed, group), 0, 1, confidence, "probability-per-demand", "").upper
        rows = row_limits(failed, group, confidence)
        assert stated is not None
        further = stated if rows is None or rows[1] is None else max(stated, rows[1])
        yield Seen(_exact(failed[one], confidence), _exact(failed[kept], confidence), stated, further)


def _means(failed: Array, group: NDArray[np.int64]) -> Array:
    return np.asarray(np.bincount(group, failed) / np.bincount(group))


def _exact(failed: Array, confidence: float) -> float:
    return float(clopper_pearson(int(failed.sum()), len(failed), confidence)[1])
