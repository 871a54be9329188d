"""The least total price at which a requirement holds: whole units of several records."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from casegen.assessment.planning.record import MOST_MORE, OpenRecord

Array = NDArray[np.float64]
_STEP = 1.0
"""of the logarithm of sizes, between sizes that are tried where a limit is not met by all larger ones"""


def cheapest(
    records: Sequence[OpenRecord], met: Callable[[Sequence[float]], bool],
    most: Callable[[], Sequence[float] | None] = lambda: None,
) -> list[float] | None:  # fmt: skip
    """Whole units of every record at least total price for which ``met``; None where nothing does.

    ``most`` gives sizes that are known to meet it, if there are such: asked only where no multiple meets it, since for
    entries that differ the limits of many sizes are computed for it.

    From several directions the least multiple that meets the limit is taken; the cheapest is then improved by moving
    units from one record to another while that saves money.  Ends at a plan from which no such move saves.
    """
    n = len(records)
    if met([0.0] * n):
        return [0.0] * n
    size = np.array([r.counts.size for r in records])
    price = np.array([r.price for r in records])
    directions = list(np.eye(n))
    if n > 1:  # of one record every direction is the same
        directions += [size / size.max(), 1.0 / np.sqrt(price), 1.0 / price, np.sqrt(size / price)]
    uneven = any(r.method is not None for r in records)
    first = math.log(max(1.0, 1e-3 * float(size.min()))) if uneven else None
    plans = [p for d in directions if (p := _multiple(d, met, first)) is not None]
    if not plans:
        known = most()
        return None if known is None else _shrunk(known, met)
    best = min(plans, key=lambda p: float(np.dot(p, price)))
    if n == 1:
        return _to_the_unit(best[0], met)
    return _improved(best, price, met)


def _shrunk(most: Sequence[float], met: Callable[[Sequence[float]], bool]) -> list[float]:
    """What is left of ``most``, which meets the limit, where each record in turn is made as small as it can be."""
    result = list(most)
    for i in range(len(result)):
        result[i] = least_of(result, i, met)
    return result


def _multiple(
    direction: Array, met: Callable[[Sequence[float]], bool], first: float | None = None
) -> list[float] | None:
    """The least multiple of a direction, in whole units, that meets the limit; None where none does.

    With ``first`` the limit may be met by some multiple and not by larger ones, since entries that differ in size by much
    are taken to differ in kind: then the least of a series that starts there (a logarithm) is looked for.
    """

    def at(exponent: float) -> list[float]:
        return [float(math.ceil(x)) for x in np.minimum(direction * math.exp(exponent), MOST_MORE)]

    low, high = -1.0, math.log(MOST_MORE)
    if first is not None:
        reached = next((x for x in np.arange(first, high, _STEP).tolist() if met(at(x))), None)
        if reached is None:
            return None
        high, low = reached, (reached - _STEP if reached > first else low)
    elif not met(at(high)):
        return None
    while high - low > 1e-4:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if met(at(middle)) else (middle, high)
    return at(high)


def _to_the_unit(most: float, met: Callable[[Sequence[float]], bool]) -> list[float]:
    """The least whole number of units near ``most``, which is known to a ten-thousandth."""
    low, high = math.floor(most * (1 - 2e-4)) - 1.0, most
    if low <= 0.0 or met([low]):
        return [high]
    while high - low > 1.0:
        middle = math.floor(0.5 * (low + high))
        low, high = (low, middle) if met([middle]) else (middle, high)
    return [high]


def _improved(best: list[float], price: Array, met: Callable[[Sequence[float]], bool]) -> list[float]:
    """Grow one record by a step, shrink another as far as the limit allows; keep what is cheaper."""
    for step in (1.0, 0.3, 0.1, 0.03, 0.01):
        improved = True
        for _ in range(6):
            if not improved:
                break
            improved = False
            for give in range(len(best)):
                for take in range(len(best)):
                    if best[take] <= 0 or (give == take and step < 1.0):
                        continue
                    trial = list(best)
                    if give != take:
                        scale = max(best[give], best[take] * price[take] / price[give] * 0.1, 1.0)
                        trial[give] = math.ceil(best[give] + step * scale)
                    # more than this saves nothing: asked first, so that most moves take one limit and not a search
                    trial[take] = min(trial[take], _worthwhile(best, trial, take, price))
                    if trial[take] < 0.0 or not met(trial):
                        continue
                    trial[take] = least_of(trial, take, met)
                    if np.dot(trial, price) < np.dot(best, price) * (1 - 1e-9) and met(trial):
                        best, improved = trial, True
    return best


def _worthwhile(best: Sequence[float], trial: Sequence[float], take: int, price: Array) -> float:
    """The most units of record ``take`` with which ``trial`` costs less than ``best``; below 0 where none does."""
    others = math.fsum(x * float(price[j]) for j, x in enumerate(trial) if j != take)
    left = float(np.dot(best, price)) * (1 - 1e-9) - others
    return float(math.ceil(left / float(price[take])) - 1)


def least_of(more: Sequence[float], i: int, met: Callable[[Sequence[float]], bool]) -> float:
    """The least growth of record ``i`` with the others as they are; as it is where the limit is not met even so."""

    def at(x: float) -> bool:
        return met([x if j == i else m for j, m in enumerate(more)])

    if not at(more[i]):
        return more[i]
    if at(0.0):
        return 0.0
    low, high = 0.0, more[i]
    while high - low > max(1.0, 1e-4 * high):
        middle = math.floor(0.5 * (low + high))
        low, high = (low, middle) if at(middle) else (middle, high)
    return float(high)
