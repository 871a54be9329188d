"""Testing and operating conditions: distributions over the domain, exact (product) or by sampling (joint)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.domain import Categorical, Domain
from casegen_evidence.dependability.marginals import Marginal
from casegen_evidence.dependability.partition import Halves, Index, Partition, half_codes
from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import computes_by_itself, in_own_arithmetic

Array = NDArray[np.float64]
MOST_POINTS = 32
LIGHTEST_POINT = 1e-9
"""Atoms become strata when at least this heavy; a dimension has at most ``MOST_POINTS`` of them."""


class Conditions(Protocol):
    """A distribution P(X) over a domain."""

    @property
    def domain(self) -> Domain:
        """The domain it is over; mass beyond it is possible and counted as untested."""
        ...

    def masses(self, partition: Partition) -> Array:
        """Probability of every voxel, Eqn 5; what is missing to 1 lies outside the domain."""
        ...

    def half_masses(self, partition: Partition, halves: Halves) -> Array:
        """Probability of every half."""
        ...


@computes_by_itself
@dataclass(frozen=True)
class Product:
    """Independent dimensions; masses are exact products of the marginals' masses."""

    domain: Domain
    marginals: tuple[Marginal, ...]

    def __post_init__(self) -> None:
        if len(self.marginals) != len(self.domain):
            raise InputProblem(
                f"expected a distribution for each of {', '.join(self.domain.names)}, found {len(self.marginals)}"
            )

    def masses(self, partition: Partition) -> Array:
        """See :class:`Conditions`."""
        return self._boxes(partition, partition.lower, partition.upper)

    def half_masses(self, partition: Partition, halves: Halves) -> Array:
        """See :class:`Conditions`."""
        return self._boxes(partition, halves.lower, halves.upper)

    def _boxes(self, partition: Partition, lower: Array, upper: Array) -> Array:
        mass = np.ones(len(lower))
        for k, marginal in enumerate(self.marginals):
            low, high = lower[:, k], upper[:, k]
            part = np.clip(marginal.below(high) - marginal.below(low), 0.0, 1.0)
            own = set(partition.points(k))
            last = partition.segments[k].edges[-1] if partition.segments[k].edges else None
            for value, weight in marginal.atoms().items():
                if value in own:
                    part += weight * ((low == value) & (high == value))
                else:
                    part += weight * ((low <= value) & ((value < high) | ((value == last) & (high == last))))
            mass *= part
        return mass

    def points(self) -> dict[str, list[float]]:
        """The heaviest atoms of each numeric dimension, to be strata of their own."""
        results = {}
        for d, marginal in zip(self.domain.dimensions, self.marginals, strict=True):
            if not isinstance(d, Categorical):
                heavy = sorted(
                    ((m, v) for v, m in marginal.atoms().items() if m >= LIGHTEST_POINT), reverse=True
                )
                results[d.name] = sorted(v for _, v in heavy[:MOST_POINTS])
        return results

    def breaks(self) -> dict[str, list[float]]:
        """Where the density of each dimension jumps."""
        return {
            d.name: list(marginal.breaks())
            for d, marginal in zip(self.domain.dimensions, self.marginals, strict=True)
        }

    def smooth_on(self, partition: Partition) -> bool:
        """Whether every atom is a stratum of its own, so that a density ratio exists within voxels."""
        return all(set(m.atoms()) <= set(partition.points(k)) for k, m in enumerate(self.marginals))

    def sample(self, rng: np.random.Generator, n: int) -> Array:
        """Scenarios ``(n, d)``."""
        return np.stack([m.sample(rng, n) for m in self.marginals], axis=1)


@computes_by_itself
@dataclass(frozen=True)
class Sampled:
    """Conditions known by scenarios ``(n, d)`` drawn from them: any joint distribution, or a record."""

    domain: Domain
    scenarios: Array

    def __post_init__(self) -> None:
        if self.scenarios.ndim != 2 or self.scenarios.shape[1] != len(self.domain) or not len(self.scenarios):
            raise InputProblem(
                f"expected operating scenarios of shape (n, {len(self.domain)}), found {self.scenarios.shape}"
            )

    def masses(self, partition: Partition) -> Array:
        """See :class:`Conditions`; shares of the scenarios."""
        voxel = partition.assign(self.scenarios)
        return np.bincount(voxel[voxel >= 0], minlength=len(partition)) / len(self.scenarios)

    def half_masses(self, partition: Partition, halves: Halves) -> Array:
        """See :class:`Conditions`."""
        voxel = partition.assign(self.scenarios)
        inside = voxel >= 0
        codes = half_codes(partition, voxel[inside], self.scenarios[inside], halves.dimensions)
        place: Index = np.searchsorted(halves.code, codes)
        known = (place < len(halves.code)) & (halves.code[np.minimum(place, len(halves.code) - 1)] == codes)
        return np.bincount(place[known], minlength=len(halves.code)) / len(self.scenarios)


@in_own_arithmetic
def by_sampler(
    domain: Domain, sampler: Callable[[np.random.Generator, int], Array], n: int, seed: int
) -> Sampled:
    """Conditions of any joint distribution by ``n`` draws of ``sampler(rng, n)``, shape ``(n, d)``."""
    return Sampled(domain, np.asarray(sampler(np.random.default_rng([seed, 0x0C]), n), dtype=float))


@in_own_arithmetic
def gaussian_copula(
    product: Product, correlation: Mapping[tuple[str, str], float], n: int, seed: int
) -> Sampled:
    """``product``'s marginals joined by a Gaussian copula with the given correlations of pairs.

    Drawn values of each dimension are put in the order of correlated normal scores (Iman & Conover 1982).
    """
    domain = product.domain
    matrix = np.eye(len(domain))
    for (a, b), r in correlation.items():
        i, j = domain.index(a), domain.index(b)
        if i == j or not -1 < r < 1:
            raise InputProblem(f"expected correlation of two dimensions in (-1, 1), found {r} of {a} and {b}")
        matrix[i, j] = matrix[j, i] = r
    if np.linalg.eigvalsh(matrix).min() <= 0:
        raise InputProblem(
            "expected a positive definite correlation matrix; these pairs contradict each other"
        )
    rng = np.random.default_rng([seed, 0xC0])
    score = rng.standard_normal((n, len(domain))) @ np.linalg.cholesky(matrix).T
    drawn = product.sample(rng, n)
    joined = np.empty_like(drawn)
    for k in range(len(domain)):
        joined[np.argsort(score[:, k], kind="stable"), k] = np.sort(drawn[:, k])
    return Sampled(domain, joined)


@in_own_arithmetic
def density_ratio(
    operating: Product, testing: Product, partition: Partition, voxel: Index, scenarios: Array
) -> Array:
    """Operating over testing density of each test, shape ``(n,)``, up to a factor per voxel.

    Dimensions in which the voxel is a single value do not count.  A test where the testing density is 0
    contradicts the stated testing conditions: :class:`InputProblem`.
    """
    ratio = np.ones(len(scenarios))
    inside = voxel >= 0
    for k, d in enumerate(partition.domain.dimensions):
        rows = np.flatnonzero(inside)[partition.solid[voxel[inside], k]]
        x = scenarios[rows, k]
        under = testing.marginals[k].density(x)
        impossible = np.flatnonzero(under <= 0)
        if len(impossible):
            row = int(rows[impossible[0]])
            raise InputProblem(
                f"expected tests drawn from the stated testing conditions; test {row + 1} has {d.name} = "
                f"{scenarios[row, k]:g}, where they have no density. Correct the testing conditions of {d.name}"
            )
        ratio[rows] *= operating.marginals[k].density(x) / under
    return ratio


@in_own_arithmetic
def merged(parts: Sequence[Mapping[str, Sequence[float]]]) -> dict[str, list[float]]:
    """Points or breaks of several conditions together."""
    results: dict[str, set[float]] = {}
    for part in parts:
        for name, values in part.items():
            results.setdefault(name, set()).update(values)
    return {name: sorted(values) for name, values in results.items()}
