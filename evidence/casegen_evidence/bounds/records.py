"""Records of failures in trials or hours, and several records under one union as one.

Records that enter through a union only, ``q = 1 - prod(1 - p_i)`` (of hours: the sum of the rates), are merged: the sum M
of their failures is stochastically at least that of one record of the smallest size with parameter q, so that the exact
limit of the sum, ``S_alpha(M)``, holds for q.  Where large shares of all trials fail, the union of the records' own
limits, the box, is smaller, and the smaller of two limits covers less than it says.  So for each q a test is fixed by the
sizes alone.  Let m be the least number of failures with ``S_alpha(m) >= q``:

- if m failures can have no box below q, q is excluded where ``M < m``: an error of at most alpha, and whenever the box
  excludes q, ``M < m`` holds as well;
- else q is excluded where ``S_delta(M) < q`` or the box is below q: an error of at most delta and alpha - delta, since
  the box at shares alpha_i errs with at most ``1 - prod(1 - alpha_i) = alpha - delta``.

The limit, the largest q that is not excluded, is valid and never wider than the box.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.bounds.binomial import quantile_error

Array = NDArray[np.float64]

MOST_COMPARED = 2_000
"""failures of merged records together beyond which the second test is taken for every q"""
_SLACK = 1e-9
_WHOLE_32 = 2**31
"""trials from which SciPy's binomial, which counts them in 32 bits, is wrong"""
_STEPS = (1.0, 0.9, 0.7, 0.5)
"""slopes of the lines below the records' limits, as multiples of the chord"""


@dataclass(frozen=True, slots=True)
class Counts:
    """``failures`` in ``size`` independent trials (``size`` whole), or in ``size`` hours of a Poisson process."""

    failures: int
    size: float
    hours: bool = False

    def __post_init__(self) -> None:
        if self.size <= 0 or self.failures < 0 or (not self.hours and self.failures > self.size):
            raise ValueError(f"no record has {self.failures} failures in {self.size:g}")

    def upper(self, alpha: float, failures: ArrayLike | None = None) -> Array:
        """Exact upper limit (Clopper & Pearson 1934; Garwood 1936) for each number of ``failures``."""
        from scipy.special import betaincinv, gammaincinv

        x = np.asarray(self.failures if failures is None else failures, dtype=float)
        if self.hours:
            return np.asarray(gammaincinv(x + 1.0, 1.0 - alpha) / self.size * (1.0 + quantile_error()))
        inside = betaincinv(x + 1.0, np.maximum(self.size - x, 1e-300), 1.0 - alpha) * (
            1.0 + quantile_error(self.size)
        )
        return np.asarray(np.where(x < self.size, np.minimum(inside, 1.0), 1.0))

    def at_most(self, failures: ArrayLike, parameter: Array) -> Array:
        """Probability of at most so many failures; ``failures`` below 0 give 0."""
        from scipy.special import bdtr, betaincc, pdtr

        x = np.asarray(failures, dtype=float)
        if self.hours:
            return np.asarray(np.where(x < 0, 0.0, pdtr(np.maximum(x, 0.0), parameter * self.size)))
        count, p = np.clip(x, 0.0, self.size), np.minimum(parameter, 1.0)
        if self.size < _WHOLE_32:
            inside = bdtr(count, int(self.size), p)
        else:
            rest = np.maximum(self.size - count, 1e-300)
            inside = np.where(count >= self.size, 1.0, betaincc(count + 1.0, rest, p))
        return np.asarray(np.where(x < 0, 0.0, inside))


@dataclass(frozen=True)
class MergedRecords:
    """One record or several under one union, with the error probability of each record's own limit."""

    records: tuple[Counts, ...]
    shares: tuple[float, ...]

    @cached_property
    def sum(self) -> Counts:
        """All failures in the smallest size: at most as many as are expected of the union."""
        smallest = min(r.size for r in self.records)
        failures = sum(r.failures for r in self.records)
        return Counts(
            failures if self.hours else min(failures, int(smallest)), smallest, self.records[0].hours
        )

    @property
    def hours(self) -> bool:
        """Whether the records are of hours."""
        return self.records[0].hours

    @property
    def alpha(self) -> float:
        """Error probability of the limit."""
        return math.fsum(self.shares)

    @cached_property
    def box(self) -> float:
        """The union of the records' own limits."""
        limits = [float(r.upper(a)) for r, a in zip(self.records, self.shares, strict=True)]
        return math.fsum(limits) if self.hours else 1.0 - math.prod(1.0 - u for u in limits)

    @cached_property
    def limit(self) -> float:
        """The limit of the union's probability, or of the sum of the rates."""
        if len(self.records) == 1:
            return self.box
        seen = sum(r.failures for r in self.records)
        alone, far = float(self.sum.upper(self.alpha)), min(float(self.sum.upper(self._delta)), self.box)
        if alone >= far:
            return far
        count = seen
        while count <= MOST_COMPARED and float(self.sum.upper(self.alpha, count)) < far:
            count += 1
        if count > MOST_COMPARED:
            return far
        m = np.arange(seen, count + 1)
        first_test = self.sum.upper(self.alpha, m) <= self._least_box(count)[seen : count + 1] * (
            1.0 - _SLACK
        )
        return alone if bool(first_test.all()) else far

    @property
    def _delta(self) -> float:
        """What the box leaves of the error probability."""
        rest = self.alpha + math.expm1(math.fsum(math.log1p(-a) for a in self.shares))
        return rest * (1.0 - 1e-6)

    def least(self, failures: ArrayLike) -> Array:
        """What the limit is at least, for each number of failures of all records; nondecreasing."""
        x = np.asarray(failures, dtype=float)
        alone = self.sum.upper(self.alpha, x)
        if len(self.records) == 1:
            return alone
        known = min(2 * sum(r.failures for r in self.records) + 64, MOST_COMPARED)
        table = self._least_box(known)
        # each record's own limit is at least its share of failures, and the union least where they are even
        largest, k = max(r.size for r in self.records), len(self.records)
        mean = x / largest if self.hours else np.minimum(x / largest / k, 1.0 - 1e-16)
        even = mean if self.hours else -np.expm1(k * np.log1p(-mean))
        even = np.maximum(table[-1], even) if max(self.shares) <= 0.25 else table[-1]
        inside = table[np.minimum(x, known).astype(np.int64)]
        return np.asarray(np.minimum(alone, np.where(x <= known, inside, even)))

    def _least_box(self, upto: int) -> Array:
        """A number that the box is not below, for each number of failures up to ``upto``, (upto + 1,)."""
        length = 64
        while length < upto:
            length *= 4
        sizes = tuple(r.size for r in self.records)
        table = _least_box(max(sizes), max(self.shares), len(sizes), self.hours, min(length, MOST_COMPARED))
        return table[: upto + 1]


@lru_cache(maxsize=256)
def _least_box(size: float, share: float, k: int, hours: bool, length: int) -> Array:
    """For each number of failures, what the union of ``k`` limits with at most this size and share is at least."""
    m = np.arange(length + 1)
    own = np.minimum(
        Counts(0, size, hours).upper(share, np.minimum(m, size)), np.inf if hours else 1.0 - 1e-16
    )
    least = np.maximum.accumulate(_least_sum(own if hours else -np.log1p(-own), k))
    return least if hours else np.asarray(-np.expm1(-least))


def _least_sum(own: Array, k: int) -> Array:
    """For every m, a number that no sum of ``k`` values of ``own`` at indices that add up to m is below.

    Any slope t gives one: ``t m + k min over x <= m of (own[x] - t x)``.
    """
    count = len(own)
    x = np.arange(count, dtype=float)
    chord = (own - own[0]) / np.maximum(x, 1.0)
    result = np.full(count, k * own[0])
    for start in range(0, count, 256):
        rows = slice(start, min(start + 256, count))
        for step in _STEPS:
            slope = step * chord[rows]
            lines = np.where(x[None, :] <= x[rows, None], own[None, :] - slope[:, None] * x[None, :], np.inf)
            result[rows] = np.maximum(result[rows], slope * x[rows] + k * lines.min(axis=1))
    return result


def groups_of(records: Sequence[Counts], unions: Sequence[Sequence[int]], ratio: float) -> list[list[int]]:
    """Records of one union whose sizes differ by ``ratio`` at most, together; the others each by itself."""
    groups: list[list[int]] = []
    inside = {i for union in unions for i in union}
    for union in unions:
        for hours in (False, True):
            rest = sorted((i for i in union if records[i].hours is hours), key=lambda i: records[i].size)
            while rest:
                near = [i for i in rest if records[i].size <= ratio * records[rest[0]].size]
                groups.append(near)
                rest = [i for i in rest if i not in near]
    return groups + [[i] for i in range(len(records)) if i not in inside]
