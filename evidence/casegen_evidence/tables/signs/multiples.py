"""Rows of one table that are there more than once, to the digit or with a little noise, and no draws.

A score of a small tree takes few values, and draws of it meet by chance.  What tells copies from draws is how often each
value is there: of independent draws of any distribution whatever, the expected numbers f_k of values that occur k times
satisfy ``(k! f_k)^2 <= (k-1)! f_{k-1} (k+1)! f_{k+1}`` (they are moments of one measure).  Rows that were written
three times give many threes and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.overlap import MOVES, deviations, keys, steps

Array = NDArray[np.float64]
NEARER = (10.0, 100.0, 1000.0)
"""how many times nearer than the next neighbours those of a copy with noise are"""
COPIES = 4
"""neighbours that are looked at in any case: a row and four copies with noise"""
GROUPS = 50
MOST_COPIES = 64
"""and more, up to so many, where rows make at least :data:`GROUPS` groups of them: fewer may be what classes look like"""
SEARCHED = 5000
"""rows whose neighbours are looked for"""
NEAR_SHARE = 0.04
"""share of near copies below which they are left alone"""
RARE = 14.0
"""minus logarithm of the chance at which numbers of rows have a common factor"""
MOST_COLUMNS = 12
"""columns of a table up to which each is left out in turn"""
FEWEST_VALUES = 12
ENOUGH_AGAIN = 0.05
"""share of rows below which those that repeat others are left alone"""
PILE = 0.1
"""share of rows from which on a value is where scores pile up, and rows meet there by themselves"""
NEXT_STEPS = 3.5
"""steps of its last digit by which a value differs that was only rounded elsewhere"""
DEVIATIONS = 2.0
"""of the square root of a count, a half each: numbers f_k are given so much in favour of draws"""


class Repeats(NamedTuple):
    """Rows that repeat an earlier one, the first of them, and whether draws of few values are ruled out."""

    again: int
    first: int
    sure: bool


def repeats(values: Array, beside: NDArray[np.uint64] | None = None) -> Repeats:
    """Rows of ``values`` ``(n, d)`` (of many digits) and ``beside`` ``(n,)`` that repeat an earlier one as copies do.

    None where no more rows meet than meet when the values are moved by a few of their last digits, and where they meet
    as draws of few values do.
    """
    step = steps(values)
    whole = np.round(values / step)
    rest = np.zeros(len(values), dtype=np.uint64) if beside is None else beside
    known = keys(whole) ^ rest
    _, first, inverse, often = np.unique(known, return_index=True, return_inverse=True, return_counts=True)
    met = int((often[inverse.reshape(-1)] > 1).sum())
    moved = [int(np.isin(keys(whole + k) ^ rest, known).sum()) for k in MOVES] if met else [0]
    by_chance = float(np.mean(moved))
    spread = max(float(np.sqrt(by_chance + 1)), float(np.std(moved)))
    if int((often > 1).sum()) < 5 or met - by_chance <= 6 * spread:
        return Repeats(0, 0, False)
    sure = no_draws(often)
    if not sure and not _mostly_once(often):
        return Repeats(0, 0, False)
    later = np.setdiff1d(np.arange(len(known)), first, assume_unique=True)
    return Repeats(len(later), int(later[0]), sure)


def no_draws(often: NDArray[np.int64]) -> bool:
    """Whether values that occur ``often`` times each are no draws of any distribution.

    >>> [no_draws(np.array(n)) for n in ([3] * 300, [1] * 800 + [2] * 200, [1] * 900 + [2] * 45 + [3] * 2)]
    [True, True, False]
    """
    together = int(np.gcd.reduce(often))
    if together > 1 and len(often) * np.log(together) > RARE:
        return True
    f = np.append(np.bincount(often), [0, 0]).astype(float)
    high, low = (np.sqrt(f) + DEVIATIONS) ** 2, np.maximum(np.sqrt(f) - DEVIATIONS, 0.0) ** 2
    k = np.arange(2, len(f) - 1)
    most = np.sqrt(high[k - 1] * high[k + 1] * (k + 1) / k)
    return bool(np.any(low[k] > most))


def _mostly_once(often: NDArray[np.int64]) -> bool:
    """Whether most values occur once and others twice, but fewer three times than draws would have."""
    f = np.append(np.bincount(often), [0, 0, 0]).astype(float)
    return bool(f[1] > 0.5 * len(often) and 12 * f[1] * f[3] < 2 * f[2] ** 2)


def near_repeats(values: Array, groups: int = GROUPS) -> int:
    """How many rows of ``values`` ``(n, d)`` are copies of others with a little noise; 0 if chance explains it.

    Copies are looked for in ``groups`` or more, unless each has few of them.

    Of independent draws of any smooth density, the k-th neighbour's distance over the next one's, to the power k, is at
    most uniform, whatever the density: few rows have neighbours ten or a thousand times nearer than the next.
    """
    from scipy.spatial import cKDTree

    x = np.unique(np.round((values - values.mean(axis=0)) / deviations(values), 11), axis=0)
    n = len(x)
    if n < 50 or n < 0.5 * len(values):  # few values, each many times: no copies with noise
        return 0
    chosen = np.random.default_rng([0xC0B1E5, n]).permutation(n)[:SEARCHED]
    distance, _ = cKDTree(x).query(x[chosen], k=min(max(COPIES, n // groups) + 1, MOST_COPIES) + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        jump = np.nan_to_num(distance[:, 2:] / distance[:, 1:-1], nan=1.0)
    excess = 0.0
    for nearer in NEARER:  # along a line, since columns may depend on each other
        for part, chance in ((jump[:, :1], 1 / nearer), (jump[:, 1:], 1 / (nearer * (nearer - 1)))):
            share = float((part.max(axis=1, initial=0.0) > nearer).mean())
            spread = float(np.sqrt(chance * (1 - chance) / len(chosen)))
            if share - chance > max(8 * spread, NEAR_SHARE, 8 / len(chosen)):
                excess = max(excess, share - chance)
    return round(excess * n)


def repeats_but_one(values: Array) -> int:
    """How many rows of ``values`` ``(n, d)`` repeat others in all columns except one, however few digits they have.

    Draws that meet after rounding have more neighbours a few steps away than on the same spot, and rows of a plan meet as
    often when each column is shuffled by itself; copies do neither.
    """
    rows = values[np.random.default_rng([0xB07, len(values)]).permutation(len(values))[:SEARCHED]]
    columns = [v for v in (_without_piles(v) for v in rows.T) if v is not None]
    if not 3 <= len(columns) <= MOST_COLUMNS:
        return 0
    again = max(_met_again(np.stack(columns[:k] + columns[k + 1 :], axis=1)) for k in range(len(columns)))
    return round(again * len(values) / len(rows))


def _without_piles(values: Array) -> Array | None:
    """A column in steps of its last digit, NaN where values pile up; None if it says too little."""
    distinct, inverse, often = np.unique(values, return_inverse=True, return_counts=True)
    piled = often[inverse] > PILE * len(values)
    if len(distinct) < FEWEST_VALUES or piled.mean() > 0.5:
        return None
    return np.where(piled, np.nan, values / np.diff(distinct).min())


def _met_again(x: Array) -> int:
    """How many rows of ``x`` (n, d), in steps, repeat others; 0 where draws or a plan would do so."""
    from scipy.spatial import cKDTree

    x = x[np.isfinite(x).all(axis=1)]
    if len(x) < 50:
        return 0
    _, often = np.unique(np.round(x), axis=0, return_counts=True)
    again = int((often - 1).sum())
    if int((often > 1).sum()) < 5 or again < max(10, ENOUGH_AGAIN * len(x)):
        return 0
    rng = np.random.default_rng([0x5F1, len(x)])
    shuffled = np.column_stack([rng.permutation(column) for column in x.T])
    met, beside, by_chance = (
        int(cKDTree(y).count_neighbors(cKDTree(y), reach, p=np.inf)) - len(x)
        for y, reach in ((x, 0.5), (x, NEXT_STEPS), (shuffled, 0.5))
    )
    return again if beside - met < 0.5 * met and met > 4 * by_chance else 0


def near(one: Array, other: Array) -> NDArray[np.bool_]:
    """Which rows of ``one`` ``(n, d)`` lie next to a row of ``other``, twenty times nearer than to any of their own."""
    from scipy.spatial import cKDTree

    if len(one) < 2 or not len(other):
        return np.zeros(len(one), dtype=bool)
    scale = deviations(one)
    apart = cKDTree(one / scale).query(one / scale, k=2)[0][:, 1]
    nearest = cKDTree(other / scale).query(one / scale)[0]
    result: NDArray[np.bool_] = 20 * nearest < apart
    return result
