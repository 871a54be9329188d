"""Limits of a record whose entries differ: campaigns, units or sites that need not fail with one probability or rate.

The probability of entry i is drawn from a beta distribution (a rate from a gamma distribution) with mean ``mu``, which
operation has, and coefficient of variation ``c``.  ``c`` is at most ``spread``, which is stated before; where the record
itself speaks for more, more is allowed.  What the record speaks against is left out.

- A record whose end was planned: Berger & Boos (1994).  A tenth of the error probability goes into the largest c that the
  likelihood ratio leaves; the limit is the largest mu under which so few failures have the rest of it, over all c left.
  The sum of the entries is taken as one draw with the variance of the weighted mean of the entries.
- A record that is looked at whenever one likes: (mu, c) is excluded where a mixture of likelihood ratios against it
  reaches ``1/(1-confidence)``: a nonnegative martingale of mean 1 if it is true (Ville's inequality).

Both are measured in ``benchmarks/coverage/records.py``; the second is valid by its proof for every c up to ``spread``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

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
STEPS = 16
"""coefficients of variation up to the stated one, of which the record leaves some"""
TRIED = 5
"""of those that it leaves, the limit is taken over so many: it changes smoothly with them"""
MOST_SUMMED = 5000
"""failures up to which the distribution of their number is summed; beyond, its mean share is integrated over"""
FURTHER = np.array([0.6, 0.7, 0.85, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0])
"""those beyond it, where the record speaks for more"""
BELOW = np.array([0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.93])
ABOVE = np.array([1.07, 1.15, 1.3, 1.5, 1.8, 2.2, 3.0, 5.0, 15.0])
NONE = 0.3
"""weight of the alternative without any failure"""
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
        """Probability of at most so many failures in all entries together."""
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
        size = (1 - mean) / (c * c / self.independent * mean) - 1
        if size <= 0:
            return 0.0
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
) -> tuple[float, float, float]:
    """Lower and upper limit of the mean over entries, and the likeliest coefficient of variation."""
    record = record.merged()
    allowed, likely = _variations(record, spread, 0.0 if at_any_time else SHARE * (1 - confidence))
    if at_any_time:
        lower, upper = _open(record, confidence, allowed)
    else:
        lower, upper = _planned(record, (1 - SHARE) * (1 - confidence), allowed)
    return lower, upper, likely


def upper_within(
    record: Campaigns, confidence: float, spread: float, at_any_time: bool, limit: float
) -> tuple[bool, float]:
    """Whether the upper limit of :func:`varied_limits` is at most ``limit``, and the likeliest coefficient of variation.

    One test of ``limit`` in place of the search for where the tests end.
    """
    record = record.merged()
    allowed, likely = _variations(record, spread, 0.0 if at_any_time else SHARE * (1 - confidence))
    failures, exposure = record.total
    if limit >= (1.0 if record.trials else (failures + 40.0) * 1e3 / exposure):
        return True, likely  # no limit is larger
    if limit <= failures / exposure:
        return False, likely
    if at_any_time:
        return not _left(record, limit, BELOW, allowed, -math.log1p(-confidence)), likely
    error = (1 - SHARE) * (1 - confidence)
    return all(record.at_most(failures, limit, c) < error for c in allowed.tolist()), likely


def _variations(record: Campaigns, spread: float, error: float) -> tuple[Array, float]:
    """The coefficients of variation to allow for, from 0 on, and the likeliest one.

    With an ``error`` those that the record speaks against are left out: the likelihood ratio, one-sided.
    """
    from scipy.special import ndtri

    within = np.linspace(0.0, spread, STEPS + 1) if spread else np.zeros(1)
    c = np.concatenate([within, FURTHER[spread * 1.1 < FURTHER]])
    failures, exposure = record.total
    if not failures:
        return np.linspace(0.0, spread, TRIED), 0.0
    mean = failures / exposure * np.exp(np.linspace(-1.2, 1.2, 25))
    if record.trials:
        mean = np.minimum(mean, 1 - 1e-9)
    best = np.array([record.log_likelihood(mean, float(v)).max() for v in c])
    likely = float(c[best.argmax()])
    keep = np.ones(len(c), dtype=bool)
    if error:
        keep = 2 * (best.max() - best) <= float(ndtri(error)) ** 2
    if likely <= spread:
        keep &= c <= spread
    last = int(np.flatnonzero(keep).max())
    # One step further: what lies between the last that is left and the first that is not is left as well.
    last += bool(last + 1 < len(c) and (c[last] < spread or likely > spread))
    return np.unique(c[np.round(np.linspace(0, last, TRIED)).astype(int)]), likely


def _planned(record: Campaigns, error: float, allowed: Array) -> tuple[float, float]:
    failures, exposure = record.total
    value = failures / exposure
    far = 1.0 if record.trials else (failures + 40.0) * 1e3 / exposure
    upper, lower = value, value

    def too_few(mean: float, c: float) -> bool:
        return not record.at_most(failures, mean, c) >= error

    def too_many(mean: float, c: float) -> bool:
        return not 1 - record.at_most(failures - 1, mean, c) >= error

    for c in allowed.tolist():
        if upper < far and not too_few(upper, c):
            upper = edge(partial(too_few, c=c), max(upper, 1e-3 / exposure), far, HALVINGS)
        if lower > 0.0 and not too_many(lower, c):
            lower = edge(partial(too_many, c=c), lower, _LEAST, HALVINGS)
    return lower, upper


def _open(record: Campaigns, confidence: float, allowed: Array) -> tuple[float, float]:
    failures, exposure = record.total
    value = failures / exposure
    far = 1.0 - 1e-12 if record.trials else (failures + 40.0) * 1e3 / exposure
    goal = -math.log1p(-confidence)
    upper = far

    def excluded(mean: float, factors: Array) -> bool:
        return not _left(record, mean, factors, allowed, goal)

    if value < far and excluded(far, BELOW):
        upper = edge(partial(excluded, factors=BELOW), max(value, 1e-3 / exposure), far, HALVINGS)
    lower, least = 0.0, 1e-12 * value
    if failures and excluded(least, ABOVE):
        lower = edge(partial(excluded, factors=ABOVE), min(value, 1 - 1e-12), least, HALVINGS)
    return lower, upper if upper < far else (1.0 if record.trials else far)


def _left(record: Campaigns, mean: float, factors: Array, allowed: Array, goal: float) -> bool:
    """Whether ``mean`` with one of the ``allowed`` variations is not excluded by bets on ``factors`` times it."""
    tried = factors * mean
    inside = tried < 1.0 if record.trials else np.ones(len(tried), dtype=bool)
    weight = math.log((1 - NONE if factors is BELOW else 1.0) / len(factors) / 2)

    def at(c: float) -> Array:
        likelihood = record.log_likelihood(np.where(inside, tried, 0.5), c)
        return np.asarray(np.where(inside, likelihood, -np.inf))

    others = np.concatenate([at(float(c)) for c in OTHERS]) + weight - math.log(len(OTHERS))
    if factors is BELOW and not record.total[0]:
        others = np.append(others, math.log(NONE))
    common = float(np.logaddexp.reduce(others))
    here = np.array([mean])
    for c in allowed:
        likelihood = float(record.log_likelihood(here, float(c))[0])
        if likelihood == -math.inf:
            continue
        capital = np.logaddexp(common, np.logaddexp.reduce(at(float(c)) + weight)) - likelihood
        if capital < goal:
            return True
    return False
