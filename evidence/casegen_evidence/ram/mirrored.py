"""Points that are there again with one feature turned round or moved, and all others as they were.

Two draws of a measured feature hardly ever have the same digits.  Where many pairs of rows have, and another feature of
these pairs adds up to one number, or differs by one, the second row of each was made from the first.  How many pairs
would agree by chance is seen when that feature is permuted among the rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.overlap import steps
from casegen_evidence.tables.signs.near_copies import measured_column

Array = NDArray[np.float64]
Index = NDArray[np.int64]
MOST_COLUMNS = 40
"""wider rows are pixels"""
FEWEST, SHARE = 10, 0.05
"""pairs that agree at least, also as a share of the rows"""
MOST_ALIKE = 8
"""rows of one value of a feature up to which all of their pairs are looked at"""
PERMUTED, TIMES = 20, 4
"""permutations, and how many times as many pairs agree as in any of them"""


def mirrored(points: Array, labels: NDArray[np.int64], names: Sequence[str]) -> tuple[int, str]:
    """How many of ``points`` ``(n, d)`` repeat another one turned round or moved in one feature, and how; 0 for none."""
    n, d = points.shape
    if n < 4 * FEWEST or d > MOST_COLUMNS:
        return 0, ""
    measured = [k for k in range(d) if measured_column(points[:, k])]
    for kept in measured:
        one, two = _pairs(points[:, kept])
        alike = labels[one] == labels[two]
        one, two = one[alike], two[alike]
        if len(one) < max(FEWEST, SHARE * n):
            continue
        for other in measured:
            if other != kept and (form := _agree(points[:, other], one, two, n)):
                pairs, how = form
                return pairs, f"with the same {names[kept]} and {names[other]} {how}"
    return 0, ""


def _pairs(values: Array) -> tuple[Index, Index]:
    """All pairs of rows of one value, first and second."""
    order = np.argsort(values, kind="stable")
    _, start, often = np.unique(values[order], return_index=True, return_counts=True)
    first, second = [], []
    for apart in range(1, MOST_ALIKE):
        for at in range(MOST_ALIKE - apart):
            held = start[(often > at + apart) & (often <= MOST_ALIKE)] + at
            first.append(order[held])
            second.append(order[held + apart])
    return np.concatenate(first), np.concatenate(second)


def _agree(values: Array, one: Index, two: Index, n: int) -> tuple[int, str] | None:
    """How many pairs of ``values`` have one sum, or one difference, and which; None where chance does as much."""
    step = float(steps(values[:, None])[0])
    counts = np.round(values / step).astype(np.int64)
    draw, many = np.random.default_rng([0x313202, n]), max(FEWEST, SHARE * n)
    for form, words in ((_sums, "turned round at {:g}"), (_differences, "moved by {:g}")):
        most, place = form(counts, one, two)
        if most < many:
            continue
        if most > TIMES * max(form(draw.permutation(counts), one, two)[0] for _ in range(PERMUTED)):
            at = place * step / (2 if form is _sums else 1)
            return most, words.format(float(f"{at:.6g}"))
    return None


def _sums(counts: Index, one: Index, two: Index) -> tuple[int, float]:
    apart = counts[one] != counts[two]
    return _most(counts[one][apart] + counts[two][apart])


def _differences(counts: Index, one: Index, two: Index) -> tuple[int, float]:
    apart = np.abs(counts[one] - counts[two])
    return _most(apart[apart > 0])


def _most(values: Index) -> tuple[int, float]:
    """How often the most frequent of whole numbers is there, with the next ones, which rounding makes of it."""
    if not len(values):
        return 0, 0.0
    distinct, often = np.unique(values, return_counts=True)
    k = int(often.argmax())
    near = np.abs(distinct - distinct[k]) <= 1
    return int(often[near].sum()), float(distinct[k])
