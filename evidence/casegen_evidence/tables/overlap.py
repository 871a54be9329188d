"""Rows that two tables share, whatever their order, their rounding, or the format of the file.

Two independent samples of one density also have values near each other, so what counts is the excess: how many rows meet
at the digits that both files hold, beyond how many meet when one of them is moved by a few of those digits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.report import fine

Array = NDArray[np.float64]
MOVES = (-5, -4, -3, -2, 2, 3, 4, 5)
MANY = 8
"""columns from which rows that are equal are the same, however few digits each value has: pictures, activations"""
SLACK = 1e-6
LEAST = 0.02
"""share of the smaller table below which shared rows are left alone"""
ROUNDED_OTHERWISE = 0.01
"""share of rows that may be missing from a table that holds another one, rounded"""
NEXT = 3
"""steps at most by which rows are moved to see how many meet by chance"""
EMPTY = 0.02
"""pairs of rows for each place below which two samples have no row in common"""
FEWER, RARE = 4.0, 14.0
"""so many times as many rows, and so many more, are missing by chance; also minus the logarithm of a chance"""


def shared_rows(one: Array, other: Array) -> int:
    """About how many rows of ``one`` ``(n, d)`` are rows of ``other`` ``(m, d)`` too; 0 where chance explains it.

    Rows of few columns without one of many digits, in either of them, meet by chance, and those of a grid always: they
    are the same only where no row is missing, each as often, and they are no grid.
    """
    if one.shape[1:] != other.shape[1:] or not len(one) or not len(other):
        return 0
    if one.shape[1] > MANY:
        one, other = _projected(one), _projected(other)
        if not len(one) or not len(other):
            return 0
    at = [k for k in range(one.shape[1]) if _tells(one[:, k]) or _tells(other[:, k])]
    if not at:
        return as_often(one, other)
    a, b = one[:, at].astype(float), other[:, at].astype(float)
    spread = np.maximum(np.ptp(np.concatenate([a, b]), axis=0), 1e-300)
    coarse = np.maximum(steps(a), steps(b))
    best = 0
    for level in (0.0, 1e-7, 1e-5, 1e-3 if len(at) > 3 else 1e-4):
        step = np.maximum(coarse, level * spread)
        if np.any(step > 0.02 * spread):
            break
        best = max(best, _excess(a, b, step))
    return best or _held(a, b, coarse)


def _held(a: Array, b: Array, coarse: Array) -> int:
    """How many rows the smaller table has, if the larger one holds them all to steps of ``coarse``; else 0."""
    for turn, up in ((np.round, 0.0), (np.floor, SLACK), (np.trunc, SLACK)):
        first, second = (turn(t / coarse + up * (np.sign(t) if turn is np.trunc else 1.0)) for t in (a, b))
        if contained(first, second):
            return min(len(a), len(b))
    return 0


def deviations(values: Array) -> Array:
    """Standard deviation of each column of ``values`` ``(n, d)``, and 1 of one that has a single value.

    Rounding gives such a column a deviation of next to nothing, by which no value may be divided.
    """
    result: Array = np.where(np.ptp(values, axis=0) > 0, np.std(values, axis=0), 1.0)
    return np.where(result > 0, result, 1.0)


def as_often(one: Array, other: Array) -> int:
    """The same of rows of few digits or of codes, unless they are one or several of each place of a grid."""
    varying = [k for k in range(one.shape[1]) if np.ptp(one[:, k]) > 0 or np.ptp(other[:, k]) > 0]
    a, b = one[:, varying].astype(float), other[:, varying].astype(float)
    if not varying or is_grid(a) or is_grid(b):
        return 0
    if _just_as_often(a, b):
        return len(a)
    return _held(a, b, np.maximum(steps(a), steps(b)))


def _just_as_often(a: Array, b: Array) -> bool:
    """Whether both hold the same rows, each as often, where two samples of one population hardly would.

    Given how often both together have each row, the chance is that of halves drawn without looking.  A plan has each of
    its rows equally often, and is run more than once.
    """
    from scipy.special import gammaln

    if len(a) != len(b):
        return False
    (rows, often), (others, counts) = (np.unique(t, axis=0, return_counts=True) for t in (a, b))
    if not (np.array_equal(rows, others) and np.array_equal(often, counts)) or often.min() == often.max():
        return False
    ways = float((gammaln(2 * often + 1) - 2 * gammaln(often + 1)).sum())
    return ways - float(gammaln(2 * len(a) + 1) - 2 * gammaln(len(a) + 1)) < -RARE


def is_grid(rows: Array) -> bool:
    """Whether the rows hold every combination of the values of their columns, each as often; one column, even steps.

    >>> pairs = np.stack(np.meshgrid(np.arange(3.0), [1.0, 7.0]), axis=-1).reshape(-1, 2)
    >>> is_grid(pairs), is_grid(pairs[1:]), is_grid(np.array([[0.0], [0.4], [1.0]]))
    (True, False, False)
    """
    levels, every = [], 1
    for column in rows.T:
        values = np.unique(column)
        every *= len(values)
        if every > len(rows):
            return False
        if len(values) > 1:
            levels.append(values)
    if len(levels) == 1 and np.ptp(apart := np.diff(levels[0])) > 1e-9 * apart.max():
        return False
    places, counts = np.unique(rows, axis=0, return_counts=True)
    return len(places) == every and bool(counts.min() == counts.max())


def _projected(rows: Array) -> Array:
    """Four sums of all columns with fixed random weights: equal rows have equal sums; rows of one value are left out."""
    weights = np.random.default_rng(0x0E57).normal(size=(rows.shape[1], 4))
    kept = rows[np.ptp(rows, axis=1) > 0].astype(float)
    sums: Array = kept @ weights
    return sums


def _tells(values: Array) -> bool:
    return fine(values) and len(np.unique(values)) > 0.5 * len(values)


def _resolution(values: Array) -> float:
    """The decimal step of which nearly all values are multiples; 0 where there is none."""
    head = values[:: max(1, len(values) // 300)]
    spread = float(np.ptp(head))
    for digits in range(-6, 16):
        scaled = head * 10.0**digits
        if 10.0**-digits < spread and np.mean(np.abs(scaled - np.round(scaled)) < 1e-4) > 0.98:
            return float(10.0**-digits)
    return 0.0


def steps(values: Array) -> Array:
    """The resolution of each column, as far as a moved number is another one to the machine."""
    return np.array(
        [max(_resolution(v), 1e-12 * float(np.abs(v).max(initial=0.0)), 1e-300) for v in values.T]
    )


def _excess(a: Array, b: Array, step: Array) -> int:
    best = 0
    for turn in (np.round, np.floor):
        first, second = turn(a / step + SLACK), turn(b / step + SLACK)
        inner = _apart(a)
        known = keys(second)
        met = int(np.isin(keys(first)[inner], known).sum())
        moved = [int(np.isin(keys(first[inner] + k), known).sum()) for k in MOVES]
        by_chance = float(np.mean(moved))
        more = met - by_chance
        spread = max(float(np.sqrt(by_chance + 1.0)), float(np.std(moved)))
        if more > 6 * spread and more >= max(5.0, LEAST * min(len(a), len(b))):
            best = max(best, round(more))
    return best


def _apart(values: Array) -> NDArray[np.bool_]:
    """Rows away from values that occur again and again: scores pile up at the ends of their range."""
    result = np.ones(len(values), dtype=bool)
    for k in range(values.shape[1]):
        _, inverse, counts = np.unique(values[:, k], return_inverse=True, return_counts=True)
        if values.shape[1] == 1:
            low, high = float(values.min()), float(values.max())
            margin = 1e-3 * (high - low)
            result &= (values[:, k] > low + margin) & (values[:, k] < high - margin)
            result &= counts[inverse.reshape(-1)] <= max(3, 0.01 * len(values))
    return result


def keys(rows: Array) -> NDArray[np.uint64]:
    """A number of 64 bits per row, the same for equal rows."""
    whole = np.ascontiguousarray(rows + 0.0)
    digest = np.zeros(len(whole), dtype=np.uint64)
    with np.errstate(over="ignore"):
        for k in range(whole.shape[1]):
            value = np.ascontiguousarray(whole[:, k]).view(np.uint64) * np.uint64(0xBF58476D1CE4E5B9 + 2 * k)
            digest = (digest ^ (value ^ (value >> np.uint64(32)))) * np.uint64(0x94D049BB133111EB)
    return digest


def found_again(one: Array, other: Array) -> NDArray[np.bool_]:
    """Which rows of ``one`` are rows of ``other`` to the digits that both hold, rounded or cut off."""
    step = np.maximum(steps(one), steps(other))
    result = np.zeros(len(one), dtype=bool)
    for turn in (np.round, np.floor):
        result |= np.isin(keys(turn(one / step + SLACK)), keys(turn(other / step + SLACK)))
    return result


def found_by_chance(one: Array, other: Array) -> int:
    """How many of ``one`` are found so in another sample at most: in ``other``, moved by some of its steps."""
    step = np.maximum(steps(one), steps(other))
    return max(int(found_again(one, other + k * step).sum()) for k in MOVES if abs(k) <= NEXT)


def most_equal_by_chance(one: Array, other: Array) -> int:
    """Most rows of ``one`` that equal a row of ``other`` where both are samples of their own, as rounded ones do.

    Two samples meet no more often than the mean of how often each meets itself; none at all where their digits leave far
    more places than there are pairs of rows.
    """
    again, places = 0.0, 1.0
    for rows in (one, other):
        often = np.unique(rows, axis=0, return_counts=True)[1].astype(float)
        again += float((often * (often - 1)).sum()) / max(1, len(rows) * (len(rows) - 1)) / 2
    both = np.concatenate([one, other])
    for width, step in zip(np.ptp(both, axis=0), np.maximum(steps(one), steps(other)), strict=True):
        places *= max(1.0, float(width / step))
    pairs = float(len(one)) * len(other)
    if not again and pairs < EMPTY * places:
        return 0
    expected = again * pairs
    return min(len(one), int(expected + 5 * np.sqrt(expected) + 6))


def contained(one: Array, other: Array, distinct: int = 20) -> bool:
    """Whether the rows of the smaller table are rows of the larger one, as often: a part of it, or the same, rounded.

    A few may be missing, since a number that ends in 5 is rounded either way, if draws would miss many more.
    """
    small, large = sorted((one, other), key=len)
    if len(small) < 0.2 * len(large):
        return False
    have, had = (np.unique(keys(t), return_counts=True) for t in (small, large))
    if len(have[0]) < distinct:
        return False
    at = np.searchsorted(had[0], have[0])
    at[at == len(had[0])] = 0
    there = np.where(had[0][at] == have[0], had[1][at], 0)
    missing = int(np.maximum(have[1] - there, 0).sum())
    if not missing and len(small) == len(large):
        return True  # each just as often
    by_chance = _missing_by_chance(have[1] + there, len(small), len(large))
    return missing <= ROUNDED_OTHERWISE * len(small) and by_chance > FEWER * missing + RARE


def _missing_by_chance(together: NDArray[np.int64], small: int, large: int) -> float:
    """How many rows of a sample of ``small`` rows one of ``large`` rows lacks, by how often both have each of them."""
    from scipy.special import ndtr

    of_one = together / (small + large)
    more, spread = (small - large) * of_one, np.sqrt((small + large) * of_one)
    density = np.exp(-((more / spread) ** 2) / 2) / np.sqrt(2 * np.pi)
    return float((spread * density + more * ndtr(more / spread)).sum())
