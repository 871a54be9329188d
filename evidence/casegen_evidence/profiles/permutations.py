"""Permutation tests of two pooled samples: draws within strata, and a p-value that stops early."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Index = NDArray[np.int64]
Flags = NDArray[np.bool_]
PERMUTATIONS = 899
"""enough for a p-value that counts once for each of eight tests to fall below .01"""


class Labels:
    """Which rows of two pooled samples are the first's, ``own`` (n,), and how they could be within ``stratum`` (n,).

    ``share`` (n,) is the chance of each row to be the first's, as a permutation within its stratum gives it; ``groups``
    are the rows of each stratum.
    """

    def __init__(self, own: Flags, stratum: Index, rng: np.random.Generator) -> None:
        self.own, self._rng = own, rng
        sizes = np.maximum(np.bincount(stratum), 1)
        self.share: Array = (np.bincount(stratum, weights=own) / sizes)[stratum]
        self.groups = [np.flatnonzero(stratum == s) for s in np.unique(stratum)]

    def drawn(self) -> Flags:
        """Labels ``(n,)`` permuted within strata."""
        flags = np.empty_like(self.own)
        for rows in self.groups:
            flags[rows] = self.own[self._rng.permutation(rows)]
        return flags

    def batches(self, permutations: int, together: int) -> Iterator[Flags]:
        """``permutations`` draws, ``together`` at a time: ``(k, n)``."""
        for begun in range(0, permutations, together):
            yield np.array([self.drawn() for _ in range(min(together, permutations - begun))])


def p_value(reached: Iterable[bool], enough: int) -> float:
    """p-value of a statistic that draws have or have not ``reached``; no more are looked at after ``enough`` that have.

    Besag & Clifford (1991): the level is exact, and a draw that is not needed is never made if ``reached`` is lazy.

    >>> p_value([False] * 99, 3), p_value([True, False, True, False], 2)
    (0.01, 0.6666666666666666)
    """
    count = done = 0
    for done, value in enumerate(reached, start=1):
        count += bool(value)
        if count == enough:
            return count / done
    return (1 + count) / (1 + done)
