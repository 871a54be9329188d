"""The test that all entries of a record fail alike: how probable divisions of its failures are that are as uneven.

Given all failures, entries that fail alike divide them by a multivariate hypergeometric distribution (demands, missions)
or a multinomial one (hours).  Its outcomes are counted entry by entry, as Mehta & Patel (1983) do for tables: a division
that is even, or uneven, whatever the other entries have, is not followed further.  Of too many, some are drawn.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
MOST_STEPS = 4_000_000
"""divisions that are followed; more are drawn"""
MOST_FAILURES = 100_000
DRAWS = 50_000
MOST_DRAWN = 3_000_000
"""failures of entries that are drawn at most"""
ENOUGH = 400
"""divisions as uneven as the observed one after which no more are drawn (Besag & Clifford 1991)"""
CONFIDENCE = 0.999
"""of each limit of a p-value that was drawn"""
MOST_TRIALS = 1e9
"""of a draw without replacement; more are drawn with it, which makes no difference then"""
TIE = 1e-9
"""relative difference below which two divisions are equally uneven"""


class PValue(NamedTuple):
    """A p-value with its limits, which are itself where every outcome was counted; ``drawn`` says how many were not."""

    value: float
    lower: float
    upper: float
    drawn: int = 0


class _Entries(NamedTuple):
    """Exposures with the failures to be expected of each, in the order in which they are counted."""

    exposure: Array
    expected: Array
    failures: int
    trials: bool


@lru_cache(maxsize=256)
def p_value_of(exposure: tuple[float, ...], failures: tuple[int, ...], trials: bool) -> PValue:
    """p-value of the hypothesis that all entries fail alike, by chi-squared of the failures given their sum.

    1 where there is nothing to compare: one entry, or no failure, or nothing but failures.

    >>> [round(p_value_of((20.0, 80.0), (2, 0), trials).value, 12) for trials in (False, True)]
    [0.04, 0.038383838384]
    """
    total, sizes = sum(failures), np.array(exposure)
    if len(exposure) < 2 or total == 0 or (trials and total >= sum(exposure)):
        return PValue(1.0, 1.0, 1.0)
    order = np.argsort(sizes, kind="stable")
    entries = _Entries(sizes[order], sizes[order] / math.fsum(exposure) * total, total, trials)
    uneven = float(_unevenness(np.array(failures)[order], entries.expected))
    if uneven <= TIE:
        return PValue(1.0, 1.0, 1.0)
    counted = _counted(entries, uneven * (1 - TIE))
    return _drawn(entries, uneven * (1 - TIE)) if counted is None else PValue(counted, counted, counted)


def _unevenness(failures: NDArray[np.int64], expected: Array) -> Array:
    """Chi-squared of divisions ``(..., n)``, except for a factor that is one of all divisions."""
    return np.asarray(((failures - expected) ** 2 / expected).sum(axis=-1))


def _counted(entries: _Entries, least: float) -> float | None:
    """The probability of all divisions with an unevenness of ``least`` or more; None where they are too many."""
    total, steps = entries.failures, 0
    if total > MOST_FAILURES:
        return None
    numbers = np.arange(total + 1)
    used, uneven, logs = np.zeros(1, dtype=np.int64), np.zeros(1), np.zeros(1)
    everything = _ways(entries, float(entries.exposure.sum()), numbers)[total]
    counted = list[float]()
    for k in range(len(entries.exposure) - 1):
        steps += len(used) * (total + 1)
        if steps > MOST_STEPS:
            return None
        expected, later = entries.expected[k], entries.expected[k + 1 :]
        own = _ways(entries, float(entries.exposure[k]), numbers)
        rest = _ways(entries, float(entries.exposure[k + 1 :].sum()), numbers)
        state, here = np.nonzero(numbers[None, :] <= total - used[:, None])
        left = total - used[state] - here
        now = uneven[state] + (here - expected) ** 2 / expected
        log = logs[state] + own[here]
        surely = now + (left - later.sum()) ** 2 / later.sum() >= least
        counted.extend(np.exp(log + rest[left] - everything)[surely].tolist())
        may_be = ~surely & (now + left**2 / later.min() - 2 * left + later.sum() >= least) & np.isfinite(log)
        used, uneven, logs = _merged(total - left[may_be], now[may_be], log[may_be], least, total)
    # what is left here is a tie except for rounding
    counted.extend(np.exp(logs + rest[total - used] - everything).tolist())
    p_value = math.fsum(counted)
    return 1.0 if p_value > 1 - TIE else p_value  # all outcomes: 1 except for rounding


def _ways(entries: _Entries, exposure: float, numbers: NDArray[np.int64]) -> Array:
    """Logarithms of the ways to have each number of failures in an exposure, except for a factor of all divisions."""
    with np.errstate(divide="ignore"):
        fall = (
            np.maximum(exposure - numbers[:-1], 0.0)
            if entries.trials
            else np.full(len(numbers) - 1, exposure)
        )
        each = np.log(fall / numbers[1:])
    return np.concatenate(([0.0], np.cumsum(each)))


def _merged(
    used: NDArray[np.int64], uneven: Array, logs: Array, least: float, total: int
) -> tuple[NDArray[np.int64], Array, Array]:
    """Divisions so far that have the same failures and the same unevenness, as one."""
    if not len(used):
        return used, uneven, logs
    key = np.round(uneven / least * 1e12).astype(np.int64) * (total + 1) + used
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.concatenate(([True], np.diff(key[order]) != 0)))
    most = np.maximum.reduceat(logs[order], first)
    of_group = np.repeat(most, np.diff(np.append(first, len(order))))
    together = most + np.log(np.add.reduceat(np.exp(logs[order] - of_group), first))
    return used[order][first], uneven[order][first], together


def _drawn(entries: _Entries, least: float) -> PValue:
    """The share of divisions, drawn among entries that fail alike, that reach ``least``, with limits for the drawing.

    The observed division counts as one of those drawn where they are as many as was planned, and the drawing ends with
    the last of :data:`ENOUGH`: either way the value is below any level as rarely as that says.
    """
    rng, n = np.random.default_rng(0), len(entries.exposure)
    most, drawn, reached = max(1000, min(DRAWS, MOST_DRAWN // n)), 0, 0
    while drawn < most:
        size = min(most - drawn, max(500, drawn))
        hits = np.flatnonzero(_unevenness(_divisions(entries, size, rng), entries.expected) >= least)
        if reached + len(hits) >= ENOUGH:
            drawn += int(hits[ENOUGH - reached - 1]) + 1
            return _limited(ENOUGH / drawn, ENOUGH, drawn, drawn - 1)
        reached, drawn = reached + len(hits), drawn + size
    return _limited((1 + reached) / (1 + drawn), reached, drawn, drawn)


def _limited(value: float, reached: int, drawn: int, missed: int) -> PValue:
    """``value`` to two digits, with limits: ``reached`` of ``drawn``, and fewer than one more in the first ``missed``."""
    from scipy.special import betaincinv

    low = float(betaincinv(reached, drawn - reached + 1, 1 - CONFIDENCE)) if reached else 0.0
    above = reached if missed < drawn else reached + 1
    high = float(betaincinv(above, missed - above + 1, CONFIDENCE)) if above <= missed else 1.0
    rounded = float(f"{value:.2g}")
    return PValue(rounded, min(low, rounded), max(high, rounded), drawn)


def _divisions(entries: _Entries, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Divisions ``(size, n)`` of all failures at random among entries that fail alike."""
    exposure = entries.exposure
    if entries.trials and exposure.sum() < MOST_TRIALS:
        whole = exposure.astype(np.int64)
        return rng.multivariate_hypergeometric(whole, entries.failures, size=size, method="marginals")
    return rng.multinomial(entries.failures, exposure / exposure.sum(), size=size)
