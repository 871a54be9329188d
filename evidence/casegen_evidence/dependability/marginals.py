"""Distributions of one dimension, with atoms kept apart from the continuous part.

Clipping puts positive probability on single values (an atom): N(3, 2²) clipped to [0, 10] has 6.7 % at 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.dependability.domain import Categorical
from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import computes_by_itself, in_own_arithmetic

Array = NDArray[np.float64]
TOLERANCE = 1e-6
"""Probabilities must sum to 1 within this."""


class Marginal(Protocol):
    """A distribution on the line: a continuous part and atoms; together their mass is 1."""

    def below(self, x: ArrayLike) -> Array:
        """Mass of the continuous part at or below ``x``."""
        ...

    def density(self, x: ArrayLike) -> Array:
        """Density of the continuous part, per unit of the dimension."""
        ...

    def atoms(self) -> Mapping[float, float]:
        """Single values of positive probability."""
        ...

    def breaks(self) -> tuple[float, ...]:
        """Values at which the density jumps, where strata should end."""
        ...

    def sample(self, rng: np.random.Generator, n: int) -> Array:
        """``n`` independent draws."""
        ...


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Uniform:
    """Uniform between ``lower`` and ``upper``."""

    lower: float
    upper: float

    def __post_init__(self) -> None:
        if not self.lower < self.upper:
            raise InputProblem(f"expected uniform with lower < upper, found {self.lower} and {self.upper}")

    def below(self, x: ArrayLike) -> Array:
        """See :class:`Marginal`."""
        return np.clip((np.asarray(x, dtype=float) - self.lower) / (self.upper - self.lower), 0.0, 1.0)

    def density(self, x: ArrayLike) -> Array:
        """See :class:`Marginal`."""
        x = np.asarray(x, dtype=float)
        return np.where((x >= self.lower) & (x <= self.upper), 1.0 / (self.upper - self.lower), 0.0)

    def atoms(self) -> Mapping[float, float]:
        """None."""
        return {}

    def breaks(self) -> tuple[float, ...]:
        """Both ends."""
        return (self.lower, self.upper)

    def sample(self, rng: np.random.Generator, n: int) -> Array:
        """See :class:`Marginal`."""
        return rng.uniform(self.lower, self.upper, n)


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Normal:
    """Normal with ``mean`` and standard deviation ``sd``."""

    mean: float
    sd: float

    def __post_init__(self) -> None:
        if not (np.isfinite(self.mean) and self.sd > 0):
            raise InputProblem(
                f"expected normal with finite mean and sd above 0, found {self.mean} and {self.sd}"
            )

    def below(self, x: ArrayLike) -> Array:
        """See :class:`Marginal`."""
        from scipy.special import ndtr

        result: Array = ndtr((np.asarray(x, dtype=float) - self.mean) / self.sd)
        return result

    def density(self, x: ArrayLike) -> Array:
        """See :class:`Marginal`."""
        z = (np.asarray(x, dtype=float) - self.mean) / self.sd
        return np.asarray(np.exp(-0.5 * z * z) / (self.sd * np.sqrt(2 * np.pi)))

    def atoms(self) -> Mapping[float, float]:
        """None."""
        return {}

    def breaks(self) -> tuple[float, ...]:
        """None."""
        return ()

    def sample(self, rng: np.random.Generator, n: int) -> Array:
        """See :class:`Marginal`."""
        return rng.normal(self.mean, self.sd, n)


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Truncated:
    """``base`` given that it lies in ``[lower, upper]``: values beyond are drawn again."""

    base: Uniform | Normal
    lower: float
    upper: float

    def __post_init__(self) -> None:
        if not self.lower < self.upper or self._kept() <= 0:
            raise InputProblem(
                f"expected truncation to an interval where the distribution has mass, found [{self.lower}, {self.upper}]"
            )

    def _kept(self) -> float:
        return float(self.base.below(self.upper) - self.base.below(self.lower))

    def below(self, x: ArrayLike) -> Array:
        """See :class:`Marginal`."""
        inside = np.clip(np.asarray(x, dtype=float), self.lower, self.upper)
        return np.asarray((self.base.below(inside) - self.base.below(self.lower)) / self._kept())

    def density(self, x: ArrayLike) -> Array:
        """See :class:`Marginal`."""
        x = np.asarray(x, dtype=float)
        return np.where((x >= self.lower) & (x <= self.upper), self.base.density(x) / self._kept(), 0.0)

    def atoms(self) -> Mapping[float, float]:
        """None."""
        return {}

    def breaks(self) -> tuple[float, ...]:
        """Both ends, and those of the base."""
        return (self.lower, self.upper, *self.base.breaks())

    def sample(self, rng: np.random.Generator, n: int) -> Array:
        """Inverse of the cumulative mass for the normal, direct for the uniform."""
        low, high = self.base.below(self.lower), self.base.below(self.upper)
        u = rng.uniform(low, high, n)
        if isinstance(self.base, Normal):
            from scipy.special import ndtri

            drawn = self.base.mean + self.base.sd * ndtri(u)
        else:
            drawn = self.base.lower + u * (self.base.upper - self.base.lower)
        clipped: Array = np.clip(drawn, self.lower, self.upper)
        return clipped


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Clipped:
    """``base`` with values beyond ``[lower, upper]`` set to the nearer end, which becomes an atom."""

    base: Uniform | Normal
    lower: float
    upper: float

    def __post_init__(self) -> None:
        if not self.lower < self.upper:
            raise InputProblem(f"expected clipping with lower < upper, found {self.lower} and {self.upper}")

    def below(self, x: ArrayLike) -> Array:
        """See :class:`Marginal`."""
        inside = np.clip(np.asarray(x, dtype=float), self.lower, self.upper)
        return np.asarray(self.base.below(inside) - self.base.below(self.lower))

    def density(self, x: ArrayLike) -> Array:
        """See :class:`Marginal`."""
        x = np.asarray(x, dtype=float)
        return np.where((x >= self.lower) & (x <= self.upper), self.base.density(x), 0.0)

    def atoms(self) -> Mapping[float, float]:
        """Both ends, where the base reaches beyond them."""
        ends = {
            self.lower: float(self.base.below(self.lower)),
            self.upper: float(1.0 - self.base.below(self.upper)),
        }
        return {value: mass for value, mass in ends.items() if mass > 0}

    def breaks(self) -> tuple[float, ...]:
        """Both ends, and those of the base."""
        return (self.lower, self.upper, *self.base.breaks())

    def sample(self, rng: np.random.Generator, n: int) -> Array:
        """See :class:`Marginal`."""
        return np.clip(self.base.sample(rng, n), self.lower, self.upper)


class Discrete:
    """Single values with their probabilities; no continuous part."""

    def __init__(self, probabilities: Mapping[float, float]) -> None:
        check_sum(list(probabilities.values()), "a discrete distribution")
        self._masses = {float(v): float(p) for v, p in probabilities.items() if p > 0}

    def below(self, x: ArrayLike) -> Array:
        """Nothing: all mass is in atoms."""
        return np.zeros(np.shape(x))

    def density(self, x: ArrayLike) -> Array:
        """Nothing: all mass is in atoms."""
        return np.zeros(np.shape(x))

    def atoms(self) -> Mapping[float, float]:
        """Every value."""
        return self._masses

    def breaks(self) -> tuple[float, ...]:
        """None."""
        return ()

    def sample(self, rng: np.random.Generator, n: int) -> Array:
        """See :class:`Marginal`."""
        p = np.array(list(self._masses.values()))
        return rng.choice(np.array(list(self._masses)), size=n, p=p / p.sum())


def categories(dimension: Categorical, probabilities: Mapping[str, float]) -> Discrete:
    """Probabilities of a categorical dimension; categories left out have probability 0."""
    check_sum(list(probabilities.values()), f"the categories of {dimension.name}")
    return Discrete({float(dimension.code(name)): p for name, p in probabilities.items()})


@in_own_arithmetic
def empirical(samples: ArrayLike) -> Discrete:
    """The distribution of recorded values, each equally likely; uncertainty of the record is not in it."""
    x = np.asarray(samples, dtype=float)
    if x.ndim != 1 or not len(x) or not np.isfinite(x).all():
        raise InputProblem(f"expected a list of finite recorded values, found {x.size} values")
    values, counts = np.unique(x, return_counts=True)
    return Discrete(dict(zip(values.tolist(), (counts / len(x)).tolist(), strict=True)))


def check_sum(probabilities: list[float], what: str) -> None:
    """Raise :class:`InputProblem` unless the probabilities are at least 0 and sum to 1."""
    total = float(np.sum(probabilities)) if probabilities else 0.0
    if not probabilities or min(probabilities) < 0 or abs(total - 1.0) > TOLERANCE:
        raise InputProblem(
            f"expected probabilities of {what}, each at least 0, that sum to 1; they sum to {total:.8g}"
        )
