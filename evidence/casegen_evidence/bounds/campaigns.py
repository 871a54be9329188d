"""Limits of a record whose entries differ: campaigns, units or sites that need not fail with one probability or rate.

The probability of entry i is drawn from a beta distribution (a rate from a gamma distribution) with mean ``mu``, which
operation has, and coefficient of variation ``c``.  ``c`` is at most ``spread``, which is stated before.  What the record
speaks against is left out.  The c that are tried are those of ``TRIED`` up to ``spread``, which is rounded up to one
of them, and whether ``(mu, c)`` is excluded depends on no ``spread``: a larger one adds pairs and takes none away.
Means are halved between the same ends for every ``spread``, so that limits never narrow with it.

- A record whose end was planned: Berger & Boos (1994).  A tenth of the error probability goes into the largest c that the
  likelihood ratio leaves; the limit is the largest mu under which so few failures have the rest of it, over all c left.
  The sum of the entries is taken as one draw with the variance of the weighted mean of the entries.
- A record that is looked at whenever one likes: (mu, c) is excluded where a mixture of likelihood ratios against it
  reaches ``1/(1-confidence)``: a nonnegative martingale of mean 1 if it is true (Ville's inequality).

An upper limit is the first mean, from the record's own on, at which all c are excluded.  Beyond it, near the largest mean
that a beta distribution of that c has, ``1 / (1 + c**2)``, nearly all of its mass lies at never and at always: such
distributions, of means above a half at c of 0.5 and above a quarter at 1, are considered only where the pairs that are
left reach them without a gap.

Coverage: the second is valid by its proof for every c of ``TRIED`` up to ``spread``.  For a c between two of them
the bets on other means with the same variation are so too, of the larger one: of hours, each is a convex function of
every count, so that its mean falls as entries differ less.  The rest is measured, as is the first, in
``benchmarks/coverage/records.py`` and ``benchmarks/coverage/drawn_records.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.bounds.edges import edge

Array = NDArray[np.float64]
HALVINGS = 50
"""of the interval in which a limit lies"""
SPREAD = 0.5
"""coefficient of variation between entries that is conceded where none is stated; less waits for a person"""
SPREAD_PLANNED = 1.0
"""the same for a record whose end was planned: its narrower limit would be wrong where entries differ by that much"""
SHARE = 0.1
"""of the error probability that decides which coefficients of variation the record leaves"""
VARIATIONS = np.array([*(np.arange(21) / 20), 1.25, 1.5, 1.75, 2.0, 2.5, 3.0])
"""coefficients of variation whose likelihoods are compared"""
TRIED = np.concatenate([np.arange(21) / 20, np.arange(9, 16) / 8, np.arange(8, 13) / 4])
"""those for which limits are looked for: steps of 0.05, from 1 on of an eighth, from 2 on of a quarter"""
MOST_SUMMED = 5000
"""failures up to which the distribution of their number is summed; beyond, its mean share is integrated over"""
FACTOR = 1.5
"""by which the means grow that are tried until one is excluded"""
FARTHEST = 1e12
"""an upper limit of a rate that is not below so many failures more than there were, in all hours, is none"""
BELOW = np.array([0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.93])
FAR_BELOW = np.array([0.02, 6e-3, 2e-3, 5e-4, 1e-4, 1e-6])
"""further alternatives, for entries that may differ by so much that their mean says little"""
FEW = 0.05
"""weight of those together"""
ABOVE = np.array([1.07, 1.15, 1.3, 1.5, 1.8, 2.2, 3.0, 5.0, 15.0])
NONE = 0.3
"""weight of the alternative without any failure"""
_DOWN = np.concatenate([BELOW, FAR_BELOW])
_DOWN_WEIGHTS = np.log(
    (1 - NONE)
    * np.concatenate(
        [np.full(len(BELOW), (1 - FEW) / len(BELOW)), np.full(len(FAR_BELOW), FEW / len(FAR_BELOW))]
    )
)
_UP_WEIGHTS = np.full(len(ABOVE), -math.log(len(ABOVE)))
OTHERS = np.array([0.0, 0.15, 0.3, 0.6, 1.2])
"""coefficients of variation of the alternatives, besides the one that is tried"""
_NORMAL = np.linspace(-8.0, 8.0, 161)
_LEAST = 1e-300


@dataclass(frozen=True)
class Campaigns:
    """``failures[i]`` in ``exposure[i]`` trials (``trials``) or hours of entry i."""

    failures: Array
    exposure: Array
    trials: bool

    def merged(self, most: int = 2000) -> Campaigns:
        """The same in ``most`` entries at most: neighbours as one, which leaves fewer to differ, so limits only widen."""
        if len(self.failures) <= most:
            return self
        first = np.unique(np.linspace(0, len(self.failures), most + 1).astype(int))[:-1]
        failures, exposure = np.add.reduceat(self.failures, first), np.add.reduceat(self.exposure, first)
        return Campaigns(failures, exposure, self.trials)

    @cached_property
    def total(self) -> tuple[int, float]:
        return int(self.failures.sum()), float(self.exposure.sum())

    @cached_property
    def independent(self) -> float:
        """Entries of one size that would weigh as these do (Kish)."""
        return float(self.exposure.sum() ** 2 / (self.exposure**2).sum())

    @cached_property
    def far(self) -> float:
        """The largest upper limit there is: the limit where nothing is excluded."""
        return 1.0 if self.trials else (self.total[0] + 1.0) * FARTHEST / self.total[1]

    @cached_property
    def plausible(self) -> Array:
        """Logarithm of the largest likelihood of each of ``VARIATIONS``, over means about the record's own."""
        failures, exposure = self.total
        mean = failures / exposure * np.exp(np.linspace(-1.2, 1.2, 25))
        if self.trials:
            mean = np.minimum(mean, 1 - 1e-9)
        return np.array([self.log_likelihood(mean, float(c)).max() for c in VARIATIONS])

    @cached_property
    def likeliest(self) -> float:
        """The coefficient of variation that makes the record likeliest; 0 without a failure."""
        return float(VARIATIONS[self.plausible.argmax()]) if self.total[0] else 0.0

    def largest(self, error: float) -> float:
        """The largest coefficient of variation that the one-sided likelihood ratio leaves; infinite if it leaves all."""
        from scipy.special import ndtri

        if not self.total[0]:
            return math.inf
        gap = 2 * (self.plausible.max() - self.plausible) - float(ndtri(error)) ** 2
        last = int(np.flatnonzero(gap <= 0).max())
        if last + 1 == len(VARIATIONS):
            return math.inf
        below, above, step = -gap[last], gap[last + 1], VARIATIONS[last + 1] - VARIATIONS[last]
        return float(VARIATIONS[last] + step * (below / (below + above) if math.isfinite(above) else 1.0))

    def log_likelihood(self, mean: Array, c: float) -> Array:
        """Of each ``mean`` (M,), up to what depends on the record alone; -inf where no such distribution exists."""
        from scipy.special import betaln, gammaln

        k, n, mu = self.failures, self.exposure, np.maximum(mean, _LEAST)
        total, size = self.total
        with np.errstate(divide="ignore", invalid="ignore"):
            if c == 0.0:
                missed = (size - total) * np.log1p(-mu) if self.trials else -mu * size
                return np.asarray(total * np.log(mu) + (missed if size > total or not self.trials else 0.0))
            column = mu[:, None]
            if not self.trials:
                r = c**-2
                rest = gammaln(k + r) - gammaln(r) + r * math.log(r)
                each = rest - (k + r) * np.log(r + column * n) + k * np.log(column)
                return np.asarray(each.sum(axis=1))
            weight = (1 - column) / (c * c * column) - 1
            a, b = column * weight, (1 - column) * weight
            each = betaln(k + a, n - k + b) - betaln(a, b)
            return np.asarray(np.where(weight[:, 0] > 1e-9, each.sum(axis=1), -np.inf))

    def at_most(self, failures: int, mean: float, c: float) -> float:
        """Probability of at most so many failures in all entries together; 0 where no entry has such a distribution."""
        from scipy import special

        total = self.total[1]
        if failures < 0:
            return 0.0
        if not self.trials:
            if c == 0.0:
                return float(special.pdtr(failures, mean * total))
            r = self.independent / c**2
            return float(special.betainc(r, failures + 1.0, r / (r + mean * total)))
        if failures >= total:
            return 1.0
        if c == 0.0:
            return float(special.betaincc(failures + 1.0, total - failures, mean))
        if mean * (1 + c * c) >= 1:
            return 0.0
        size = (1 - mean) / (c * c / self.independent * mean) - 1
        a, b = mean * size, (1 - mean) * size
        if failures > MOST_SUMMED:
            weight = np.exp(-(_NORMAL**2) / 2)
            share = special.betaincinv(a, b, special.ndtr(_NORMAL))
            return float(weight @ special.betaincc(failures + 1.0, total - failures, share) / weight.sum())
        k, others, ways = _ways(failures, total)
        each = np.exp(ways + special.betaln(k + a, others + b) - special.betaln(a, b))
        return float(min(1.0, each.sum()))


@lru_cache(maxsize=64)
def _ways(failures: int, total: float) -> tuple[Array, Array, Array]:
    """Up to so many failures in ``total`` trials: each number, what is left, and in how many ways (a logarithm).

    A search for a limit asks it of one record a thousand times.
    """
    from scipy.special import betaln

    k = np.arange(failures + 1.0)
    return k, total - k, np.asarray(-np.log1p(total) - betaln(total - k + 1, k + 1))


def conceded_spread(planned: bool) -> float:
    """The coefficient of variation to allow for where none is stated."""
    return SPREAD_PLANNED if planned else SPREAD


def varied_limits(
    record: Campaigns, confidence: float, spread: float, at_any_time: bool
) -> tuple[float, float]:
    """Lower and upper limit of the mean over entries that differ by ``spread`` at most.

    Never narrower for a larger ``spread``, which is 0 to 3 (else ``ValueError``), or, at any time, ``confidence``.  Where
    nothing is excluded the upper limit is :attr:`Campaigns.far`.  Both are the record's own mean, and no limits, where
    the record contradicts ``spread``: see :func:`contradicted`.
    """
    record = record.merged()
    excluded = _tests(record, confidence, spread, at_any_time)
    failures, exposure = record.total
    value = failures / exposure
    upper = inside = max(value, 1e-3 / exposure)
    while upper < record.far and not excluded(upper, True):
        inside, upper = upper, min(upper * FACTOR, record.far)
    if upper < record.far or excluded(record.far * (1 - 1e-12), True):
        upper = edge(lambda mean: excluded(mean, True), inside, upper, HALVINGS) if upper > inside else upper
    lower, least = 0.0, 1e-12 * value if at_any_time else _LEAST
    below = _below(record, confidence, spread, at_any_time)
    if failures and below(least):
        lower = edge(below, min(value, 1 - 1e-12), least, HALVINGS)
    return lower, upper


def _below(record: Campaigns, confidence: float, spread: float, at_any_time: bool) -> Callable[[float], bool]:
    """Whether a mean is excluded as too small.

    Of a planned record with a share of failures that two heaps may have (:func:`_two_heaps`) only what is excluded at
    any time too: the planned test considers no beta close to them, and 2 entries of 100 failures in 100 demands each
    would have a lower limit of .715 (95 %, ``spread`` .5) with a probability of .109 at that mean.
    """
    excluded = _tests(record, confidence, spread, at_any_time)
    failures, exposure = record.total
    if at_any_time or not _two_heaps(record, failures / exposure, spread):
        return lambda mean: excluded(mean, False)
    always = _tests(record, confidence, spread, True)
    return lambda mean: excluded(mean, False) and always(mean, False)


def _two_heaps(record: Campaigns, mean: float, spread: float) -> bool:
    """Whether a beta of this mean that differs by ``spread`` has much of its mass at never and at always."""
    return record.trials and mean * (1 + spread * spread) > 0.4


def contradicted(record: Campaigns, confidence: float, spread: float) -> bool:
    """Whether the record speaks at any time, at its own mean, against every variation up to ``spread``.

    A planned one never does: as many failures are probable there as there were.
    """
    record = record.merged()
    failures, exposure = record.total
    excluded = _tests(record, confidence, spread, at_any_time=True)
    return failures > 0 and all(excluded(failures / exposure, upwards) for upwards in (True, False))


def upper_within(
    record: Campaigns, confidence: float, spread: float, at_any_time: bool, limit: float
) -> bool:
    """Whether the upper limit of :func:`varied_limits` is at most ``limit``, by one test where that tells."""
    merged = record.merged()
    failures, exposure = merged.total
    if limit >= merged.far:
        return True
    if limit <= failures / exposure:
        return False
    if _tests(merged, confidence, spread, at_any_time)(limit, True):
        return True
    return (
        _two_heaps(merged, limit, spread)
        and varied_limits(record, confidence, spread, at_any_time)[1] <= limit
    )


def _tests(
    record: Campaigns, confidence: float, spread: float, at_any_time: bool
) -> Callable[[float, bool], bool]:
    """Whether a mean is excluded with every coefficient of variation up to ``spread``, upwards or downwards."""
    tried = _tried(spread)
    if at_any_time:
        goal = -math.log1p(-confidence)
        return lambda mean, upwards: not _left(record, mean, upwards, tried, goal)
    error = (1 - SHARE) * (1 - confidence)
    largest = record.largest(SHARE * (1 - confidence))
    left = list(dict.fromkeys(min(c, largest) for c in tried))
    failures = record.total[0]

    def improbable(mean: float, upwards: bool) -> bool:
        if upwards:
            return all(record.at_most(failures, mean, c) < error for c in left)
        return all(1 - record.at_most(failures - 1, mean, c) < error for c in left)

    return improbable


def _tried(spread: float) -> list[float]:
    """``TRIED`` up to the first that is not below ``spread``, the largest first: it excludes least."""
    if not 0 <= spread <= TRIED[-1]:
        raise ValueError(f"spread must lie in [0, {TRIED[-1]:g}], got {spread}")
    last = int(np.searchsorted(TRIED, spread - 1e-9))
    return [float(c) for c in TRIED[last::-1]]


def _left(record: Campaigns, mean: float, upwards: bool, allowed: list[float], goal: float) -> bool:
    """Whether ``mean`` with one of the ``allowed`` variations is not excluded by bets on means below (above) it."""
    factors, weights = (_DOWN, _DOWN_WEIGHTS) if upwards else (ABOVE, _UP_WEIGHTS)
    tried, half = factors * mean, weights - math.log(2)
    inside = tried < 1.0 if record.trials else np.ones(len(tried), dtype=bool)
    means = np.append(np.where(inside, tried, 0.5), mean)

    def at(c: float) -> tuple[Array, float]:
        likelihood = record.log_likelihood(means, c)
        return np.where(inside, likelihood[:-1], -np.inf) + half, float(likelihood[-1])

    known = {float(c): at(float(c)) for c in OTHERS}
    others = np.concatenate([bets for bets, _ in known.values()]) - math.log(len(OTHERS))
    if upwards and not record.total[0]:
        others = np.append(others, math.log(NONE))
    common = float(np.logaddexp.reduce(others))
    for c in allowed:
        bets, likelihood = known.get(c) or at(c)
        if likelihood == -math.inf:
            continue
        if np.logaddexp(common, np.logaddexp.reduce(bets)) - likelihood < goal:
            return True
    return False
