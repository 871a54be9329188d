"""Rows of a record that are made of its other rows: sums, means, medians, largest and smallest, whatever they are called.

A row is doubted where its numbers are those of the other rows' sum (mean, ...) to the digits in which it is written, and
where numbers of so few digits do not meet by chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
CHANCE = 0.05
"""expected number of such rows by chance from which on nothing is said"""
CHANCE_OF_SIZES = 0.004
"""the same of exact sums where nothing failed: exposures alone agree in one table of some hundreds"""
MOST_AT_AN_END = 6
LEAST_ROWS = 4
"""rows from which on one may be the rounded sum of the others"""
MANY_STEPS = 50
"""steps of the largest number from which on their width may be a common divisor by chance"""
_UNTIED = ("sum", "mean", "standard deviation")
"""statistics that are no row's own number"""


class Made(NamedTuple):
    """A row, and what it is of the rows ``first`` to ``end`` (exclusive) or, with ``end`` 0, of all others."""

    row: int
    what: str
    first: int = 0
    end: int = 0


def made_of_others(sizes: Array, counts: Array, most: int = 2000) -> Made | None:
    """The first row that is the sum of some beside it, or at an end the mean, median, ... of all others."""
    group = sum_of_some(sizes, counts, most)
    if group is not None:
        row, first, end = group
        beside = end <= row or first > row
        own = float(sizes[first:end].sum()) - (0 if beside else float(sizes[row]))
        what = "sum" if abs(own - float(sizes[row])) <= 1e-9 * own else "rounded sum"
        return Made(row, what, first, end) if beside else Made(row, what)
    made = next(iter(at_an_end(sizes, counts) or means_of_groups(sizes, counts)), None)
    total = rounded_total(sizes, counts) if made is None else None
    return made if total is None else Made(total, "rounded sum")


def rounded_total(sizes: Array, counts: Array) -> int | None:
    """The last row, or the first, that has the failures of all others and their sum to two significant digits or more.

    To three of them where nothing failed, so that failures say nothing.  Others are written to finer digits than it:
    whoever counts rounds all rows or none.

    >>> sites, failures = np.array([3083.0, 2350, 2602, 2035, 1959, 12000]), np.array([0.0, 0, 0, 0, 1, 1])
    >>> rounded_total(sites, failures), rounded_total(sites, failures[::-1])
    (5, None)
    """
    if len(sizes) < LEAST_ROWS:
        return None
    for row in (len(sizes) - 1, 0):
        others, value = np.delete(sizes, row), float(sizes[row])
        if counts[row] != counts.sum() - counts[row] or value <= 0 or value != round(value):
            continue
        unit = next(
            10.0**d * part for d in range(15, -1, -1) for part in (5, 1) if value % (10.0**d * part) == 0
        )
        off = value - float(others.sum())
        finer = int((others % unit != 0).sum())
        allowed = (0.1 if counts[row] else 0.01) * value
        if 10 <= unit <= allowed and 2 * finer > len(others) and abs(off) <= unit / 2:
            return row
    return None


def means_of_groups(sizes: Array, counts: Array) -> list[Made]:
    """Rows that are each the mean of two or more rows since the one before, where they end the whole table."""
    made, start = list[Made](), 0
    slack = 0.5 * resolution(sizes) * (1 + 1e-9)
    for row in range(2, len(sizes)):
        if row - start < 2:
            continue
        part, failed = sizes[start:row], counts[start:row]
        close = (
            abs(float(part.mean()) - sizes[row]) <= slack and abs(float(failed.mean()) - counts[row]) <= 0.5
        )
        if close and float(np.ptp(part)) > 20 * slack:
            made.append(Made(row, "mean", start, row))
            start = row + 1
    return made if len(made) > 1 and start == len(sizes) else []


def at_an_end(sizes: Array, counts: Array) -> list[Made]:
    """Rows at the end of a table, or at its beginning, that are each a statistic of all other rows."""
    n = len(sizes)
    for k in range(min(MOST_AT_AN_END, n - 2), 0, -1):
        for rows, rest in (
            (range(n - k, n), slice(0, n - k)),
            (range(k), slice(k, n)),
        ):
            hits = [_statistic(sizes[row], counts[row], sizes[rest], counts[rest]) for row in rows]
            if all(
                hit and hit[0] not in _UNTIED and _again(row, sizes, counts)
                for row, hit in zip(rows, hits, strict=True)
            ):
                continue  # rows that are there twice are no statistics
            chances = [hit[1] for hit in hits if hit]
            sums = k == 1 and not counts.any() and hits[0] is not None and hits[0][0] == "sum"
            limit = CHANCE_OF_SIZES if sums else CHANCE
            if all(hits) and math.prod(chances) < limit / 4 and (counts.any() or min(chances) < limit):
                return [Made(row, f[0]) for row, f in zip(rows, hits, strict=True) if f]
    return []


def _again(row: int, sizes: Array, counts: Array) -> bool:
    """Whether another row has the same numbers."""
    return bool(((sizes == sizes[row]) & (counts == counts[row])).sum() > 1)


def _statistic(size: float, count: float, sizes: Array, counts: Array) -> tuple[str, float] | None:
    """Which statistic of the others a row is, and how probable that is by chance; None if it is none."""
    width = float(np.ptp(sizes))
    if width <= 0:
        return None
    ties = len(sizes) > len(np.unique(sizes)) or len(sizes) < 3
    finest = resolution(np.append(sizes, size))
    for name, value, failed in _statistics(sizes, counts, ties):
        slack = max(_slack(size), 0.5 * finest * (name in ("median", *_UNTIED[1:])))
        if abs(value - size) <= slack * (1 + 1e-9) and abs(failed - count) <= 0.5:
            return name, min(1.0, (1 if name in _UNTIED else 3) * max(finest, 2 * slack) / width)
    return None


def _statistics(sizes: Array, counts: Array, ties: bool) -> Iterator[tuple[str, float, float]]:
    yield "sum", float(sizes.sum()), float(counts.sum())
    yield "mean", float(sizes.mean()), float(counts.mean())
    if not ties:
        yield "median", float(np.median(sizes)), float(np.median(counts))
        yield "largest", float(sizes.max()), float(counts.max())
        yield "smallest", float(sizes.min()), float(counts.min())
        yield "standard deviation", float(sizes.std(ddof=1)), float(counts.std(ddof=1))
        yield "standard deviation", float(sizes.std()), float(counts.std())


def sum_of_some(sizes: Array, counts: Array, most: int = 2000) -> tuple[int, int, int] | None:
    """A row ``(row, first, end)`` that is the sum of rows ``first`` to ``end`` (exclusive) beside it, or of all others.

    None where there is none, or where chance explains it: numbers of few digits meet many sums.
    """
    n = len(sizes)
    if not 3 <= n <= most:
        return None
    exact = [_slack(float(v)) for v in sizes]
    rounded = [_rounding(float(v), sizes) for v in sizes]
    for slacks in (exact, rounded):
        windows = _sums(sizes, counts, slacks)
        if not windows:
            continue
        step = max(counted_in(sizes), 2 * slacks[windows[0][0]] if slacks is rounded else 0.0)
        by_chance = _tried(n, windows[0]) * step / max(float(sizes.max()), step)
        if float(counts.sum()) and np.unique(counts).size > 2:
            by_chance /= 3
        sums = len({row for row, _, _ in windows})
        lenient = counts.any() or (slacks is rounded and not _sums(sizes, counts, exact))
        limit = CHANCE if lenient else CHANCE_OF_SIZES
        if by_chance / (sums**2 if slacks is exact else 1) < limit:
            return windows[0]
    return None


def _tried(n: int, window: tuple[int, int, int]) -> int:
    """How many sums of ``n`` rows are compared that are no less likely to be meant than the one of ``window``."""
    row, first, end = window
    if end - first < n - 1:
        return (n - 1) * (n - 2)
    return 2 if row in (0, n - 1) else n


def _sums(sizes: Array, counts: Array, slacks: list[float]) -> list[tuple[int, int, int]]:
    """Rows that are sums of two or more that end just above, begin just below, or are all others."""
    n = len(sizes)
    total, failed = np.concatenate(([0.0], np.cumsum(sizes))), np.concatenate(([0.0], np.cumsum(counts)))
    others = np.flatnonzero(
        (np.abs(2 * sizes - total[-1]) <= np.array(slacks)) & (2 * counts == failed[-1])
        if n > 3
        else np.zeros(n, bool)
    )
    windows: list[tuple[int, int, int]] = [(int(k), 0, n) for k in others[:1]]
    for row in range(n):
        above = np.arange(0, max(0, row - 1))
        hit = (np.abs(total[row] - total[above] - sizes[row]) <= slacks[row]) & (
            failed[row] - failed[above] == counts[row]
        )
        windows += [(row, int(k), row) for k in above[hit][-1:]]
        below = np.arange(row + 3, n + 1)
        same = failed[below] - failed[row + 1] == counts[row] if len(below) else np.zeros(0, bool)
        hit = (np.abs(total[below] - total[min(row + 1, n)] - sizes[row]) <= slacks[row]) & same
        windows += [(row, row + 1, int(k)) for k in below[hit][:1]]
    return windows


def _slack(value: float) -> float:
    """Half of the last digit written: a total may be rounded."""
    digits = next((d for d in range(6) if abs(value * 10**d - round(value * 10**d)) < 1e-6), 6)
    return max(0.5 * 10.0**-digits * (digits > 0), 1e-9 * value)


def _rounding(value: float, values: Array) -> float:
    """Half of the last digit of ``value`` that is not 0, where the other values are written to finer ones."""
    if value <= 0 or abs(value - round(value)) > 1e-6:
        return _slack(value)
    power = next(d for d in range(16, -1, -1) if round(value) % 10**d == 0)
    finer = np.abs(values / 10**power - np.round(values / 10**power)) > 1e-9
    return 0.5 * 10.0**power if finer.sum() >= max(2, (len(values) - 1) / 2) else _slack(value)


def resolution(values: Array) -> float:
    """The largest step of which all values are multiples: their resolution."""
    scaled, unit = values, 1.0
    for _ in range(4):
        if np.all(np.abs(scaled - np.round(scaled)) < 1e-6 * np.maximum(1.0, np.abs(scaled))):
            break
        scaled, unit = scaled * 10, unit / 10
    return unit * math.gcd(*(round(v) for v in scaled.tolist() if v < 2**53)) or unit


def counted_in(values: Array) -> float:
    """The step in which values were counted: their resolution, unless it is that of many odd steps by chance.

    Few runs of 37 demands each are counted in 37; of two numbers and their sum, 49 may be a divisor that nobody meant.
    """
    step = resolution(values)
    if float(values.max(initial=0.0)) < MANY_STEPS * step or step != round(step):
        return step
    usual, rest = 1, round(step)
    for factor, most in ((2, 64), (3, 64), (5, 64), (7, 1)):  # of decimals, dozens, hours, minutes, weeks
        while most and rest % factor == 0:
            rest, usual, most = rest // factor, usual * factor, most - 1
    return float(usual)


def grows_by_like_amounts(groups: list[Array], within: float = 0.3) -> bool:
    """Whether in each group, of three rows or more, every row is the one before plus about the first: a total so far."""
    if not groups or any(len(g) < 3 for g in groups):
        return False
    for g in groups:
        added = np.diff(np.concatenate(([0.0], g)))
        if np.any(added <= 0) or float(added.std()) > within * float(added.mean()):
            return False
    return True
