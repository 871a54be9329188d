"""Groups of rows with one sum: the same exposure and the same failures counted by site and again by unit, or by shift.

Each group is compared in both columns, to the digit.  A match is doubted where fewer than :data:`CHANCE` of them are
expected among all that are compared: sums of rows that spread by s meet, of n rows in all, with a probability of about
``step / (sqrt(2 pi n) s)``, and their failures with that of two counts of one mean.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.field_data.signs.aggregates import counted_in

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
CHANCE = 1e-3
"""expected number of such groups by chance from which on nothing is said"""
MOST_ROWS = 2000
MOST_IN_ANY_ORDER = 18
"""rows up to which all 2^n sums are compared"""
MOST_IN_PAIRS = 200
"""rows up to which the sums of all that stand together are compared with each row"""
MOST_TRIES = 20_000
"""groups that are tried for rows of one level of a hierarchy"""


class Again(NamedTuple):
    """Rows that have the sums of other ones."""

    rows: tuple[int, ...]
    others: tuple[int, ...]


class _Table(NamedTuple):
    """A record in steps of its exposure; ``step`` is the one in which it was counted, ``unit`` the one of ``sizes``."""

    sizes: Ints
    counts: Ints
    step: float
    spread: float

    def meets(self, rows: int, group: float) -> float:
        """Chance that two groups of so many rows together, of ``group`` steps each, have one sum of both columns."""
        if self.spread <= 0:
            return 1.0
        exposure = min(1.0, self.step / (math.sqrt(2 * math.pi * rows) * self.spread))
        return exposure * self.fail_alike(group)

    def fail_alike(self, group: float) -> float:
        """Chance that two Poisson counts of failures in ``group`` steps each are one number."""
        from scipy.special import ive

        return float(ive(0, 2 * float(self.counts.sum()) / float(self.sizes.sum()) * group))


def counted_again(sizes: Array, counts: Array) -> Again | None:
    """Rows whose exposure and failures other rows have again, together; None where there are none, or by chance.

    >>> units, failed = np.array([1513.0, 2424, 877, 650]), np.array([1.0, 2, 0, 1])
    >>> counted_again(np.append(units, [3937, 1527]), np.append(failed, [3, 1]))
    Again(rows=(4, 5), others=(0, 1, 2, 3))
    >>> counted_again(units, failed)
    """
    held = _in_steps(sizes, counts)
    if held is None:
        return None
    again = _blocks(held) or _several_sums(held)
    if again is None and len(sizes) <= MOST_IN_ANY_ORDER:
        return _levels(held) or _sum_of_any(held)
    return again


def _in_steps(sizes: Array, counts: Array) -> _Table | None:
    """The record as whole numbers, where it has so few digits that sums of them are exact; None else."""
    scale = next(
        (10**d for d in range(7) if np.all(np.abs(sizes * 10**d - np.round(sizes * 10**d)) < 1e-6)), 0
    )
    if not scale or not 4 <= len(sizes) <= MOST_ROWS or float(sizes.sum()) * scale > 2**52:
        return None
    whole = np.round(sizes * scale).astype(np.int64)
    return _Table(whole, np.round(counts).astype(np.int64), counted_in(sizes) * scale, float(whole.std()))


def _blocks(held: _Table) -> Again | None:
    """The last block where all rows are two blocks or more, one behind the other, each with the same sums."""
    n = len(held.sizes)
    total, failed = np.cumsum(held.sizes), np.cumsum(held.counts)
    for parts in range(2, n // 2 + 1):
        if total[-1] % parts or failed[-1] % parts:
            continue
        size, count = total[-1] // parts, failed[-1] // parts
        ends = [np.flatnonzero((total == k * size) & (failed == k * count)) for k in range(1, parts)]
        if not all(map(len, ends)):
            continue
        edges = [0, *(int(end[0]) + 1 for end in ends), n]
        chance = math.comb(n - 1, parts - 1) * held.meets(n, float(size)) ** (parts - 1)
        again = Again(tuple(range(edges[-2], n)), tuple(range(edges[0], edges[1])))
        if chance < CHANCE and _differ(held, again):
            return again
    return None


def _several_sums(held: _Table) -> Again | None:
    """Two rows or more that each have the sums of rows that stand together, while some rows are in no sum."""
    n, largest = len(held.sizes), float(held.sizes.max())
    if n > MOST_IN_PAIRS:
        return None
    total, failed = (np.concatenate(([0], np.cumsum(v))) for v in (held.sizes, held.counts))
    first, end = np.triu_indices(n + 1, 2)
    rows, others = list[int](), set[int]()
    for row in range(n):
        same = (total[end] - total[first] == held.sizes[row]) & (
            failed[end] - failed[first] == held.counts[row]
        )
        for k in np.flatnonzero(same).tolist():
            part = set(range(int(first[k]), int(end[k])))
            if row not in part | others and not part & (others | set(rows)):
                rows.append(row)
                others |= part
                break
    if len(rows) < 2:
        return None
    one = len(first) * held.step / largest
    chance = math.comb(n, len(rows)) * math.prod(one * held.fail_alike(float(held.sizes[k])) for k in rows)
    return Again(tuple(rows), tuple(sorted(others))) if chance < CHANCE else None


def _differ(held: _Table, again: Again) -> bool:
    """Whether the groups are no plan that was run twice: besides rows of one size, three or more are left."""
    rows, others = (Counter(held.sizes[list(group)].tolist()) for group in again)
    return (rows - others).total() + (others - rows).total() >= 3


def _levels(held: _Table) -> Again | None:
    """Two groups of all rows, in any order, with the same sums, or of which each row of one adds up rows of the other."""
    n, total, failed = len(held.sizes), int(held.sizes.sum()), int(held.counts.sum())
    if total % 2 or failed % 2:
        return None
    sums, counts = _all_sums(held.sizes), _all_sums(held.counts)
    halves = np.flatnonzero((2 * sums == total) & (2 * counts == failed))
    left = MOST_TRIES
    for mask in sorted(halves.tolist(), key=int.bit_count)[: MOST_TRIES // 100]:
        above = [k for k in range(n) if mask >> k & 1]
        again = Again(tuple(above), tuple(k for k in range(n) if not mask >> k & 1))
        if 2 * len(above) > n or not _differ(held, again):
            continue
        if 2 ** (n - 1) * held.meets(n, total / 2) < CHANCE:
            return again
        b = len(above)
        ways = math.comb(n, b) * float(b) ** (n - b)
        chance = ways * math.prod(held.meets(1 + (n - b) // b, float(held.sizes[k])) for k in above)
        if chance < CHANCE:
            fits, left = _each_adds_up(held, above, sums, counts, (1 << n) - 1 - mask, left)
            if fits:
                return again
    return None


def _sum_of_any(held: _Table) -> Again | None:
    """A row that is the sum of others wherever they stand; likelier one at an end, of rows side by side."""
    n, largest = len(held.sizes), float(held.sizes.max())
    sums, counts = _all_sums(held.sizes), _all_sums(held.counts)
    for row in range(n):
        same = np.flatnonzero((sums == held.sizes[row]) & (counts == held.counts[row]))
        for mask in same[(same >> row & 1) == 0].tolist():
            others = tuple(k for k in range(n) if mask >> k & 1)
            together = row in (0, n - 1) and others[-1] - others[0] == len(others) - 1
            tried = (n - 1) * (n - 2) if together else n * 2 ** (n - 1)
            chance = tried * held.step / largest * held.fail_alike(largest)
            if len(others) > 1 and chance < CHANCE:
                return Again((row,), others)
    return None


def _all_sums(values: Ints) -> Ints:
    """The sum of every set of ``values``, ``(2^n,)``, by the bits of its index."""
    sums = np.zeros(1, dtype=np.int64)
    for value in values.tolist():
        sums = np.concatenate([sums, sums + value])
    return sums


def _each_adds_up(
    held: _Table, above: list[int], sums: Ints, counts: Ints, rest: int, left: int
) -> tuple[bool, int]:
    """Whether the rows ``above`` are sums of sets of the rows ``rest`` that have none in common; tries that are left."""
    if len(above) == 1:
        return True, left  # sums of all rows agree
    row, others = above[0], above[1:]
    for part in _sets(sums, counts, int(held.sizes[row]), int(held.counts[row]), rest):
        if left <= 0:
            break
        fits, left = _each_adds_up(held, others, sums, counts, rest & ~part, left - 1)
        if fits:
            return True, left
    return False, left


def _sets(sums: Ints, counts: Ints, size: int, count: int, within: int) -> Iterator[int]:
    """Sets of rows out of ``within`` with a sum."""
    hits = np.flatnonzero((sums == size) & (counts == count))
    yield from hits[(hits & ~within) == 0].tolist()
