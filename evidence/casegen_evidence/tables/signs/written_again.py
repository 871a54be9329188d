"""Tables whose rows were written several times over, whatever few values they take: in blocks, row by row, or mixed.

Rows of few values meet by themselves, so that single equal rows say nothing.  What tells is the arrangement: independent
draws hardly ever come in the same order again, in runs whose lengths have a common factor, or each so many times.
A plan of tests goes through its rows again on purpose: its columns take each of their values equally often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]
RARE = 18.0
"""minus logarithm of the chance at which draws would be arranged so"""
FEWEST_RUNS = 20
"""runs of equal rows in a block, from which on its order is more than that of a sorted table"""


def written_again(columns: Sequence[NDArray[np.generic]]) -> tuple[int, str]:
    """How many rows of a table of ``columns`` are there again, and how; (0, "") where draws or a plan may look so.

    >>> few = np.random.default_rng(1).integers(0, 3, (2, 200))
    >>> written_again([np.tile(column, 3) for column in few])
    (400, 'in the same order, 3 times over')
    >>> written_again([np.repeat(column, 2) for column in few])
    (200, 'each 2 times or a multiple in succession')
    >>> written_again(list(few))
    (0, '')
    """
    coded = [np.unique(column, return_inverse=True)[1].reshape(-1) for column in columns]
    coded = [codes for codes in coded if codes.max(initial=0) > 0]
    if not coded:
        return 0, ""
    _, row = np.unique(np.stack(coded, axis=1), axis=0, return_inverse=True)
    row = np.asarray(row.reshape(-1), dtype=np.int64)
    n = len(row)
    if times := _times_over(row):
        block = n // times
        if not _planned([codes[:block] for codes in coded]):
            return n - block, f"in the same order, {times} times over"
    starts = np.flatnonzero(np.append(True, row[1:] != row[:-1]))
    length = np.diff(np.append(starts, n))
    if (times := _common(length)) > 1 and not _planned([codes[starts] for codes in coded]):
        return n - n // times, f"each {times} times or a multiple in succession"
    _, first, often = np.unique(row, return_index=True, return_counts=True)
    alone = max(int(codes.max()) + 1 for codes in coded) == len(often)
    if (times := _common(often)) > 1 and not alone and not _planned([codes[first] for codes in coded]):
        return n - n // times, f"each {times} times or a multiple"
    return 0, ""


def _common(counts: Codes) -> int:
    """The common factor of ``counts``, 1 where chance explains it."""
    factor = int(np.gcd.reduce(counts))
    return factor if factor > 1 and len(counts) * np.log(factor) > RARE else 1


def _times_over(row: Codes) -> int:
    """How often a whole block of rows follows itself in the same order; 0 where draws of the same rows would do so."""
    n = len(row)
    for times in (k for k in range(n // FEWEST_RUNS, 1, -1) if n % k == 0):
        block = row[: n // times]
        if np.array_equal(row[len(block) :], row[: -len(block)]):
            break
    else:
        return 0
    runs = 1 + int(np.count_nonzero(np.diff(block)))
    often, rows = np.unique(np.bincount(block), return_counts=True)
    ties = sum(k * math.lgamma(n + 1) for n, k in zip(often.tolist(), rows.tolist(), strict=True))
    orders = math.lgamma(len(block) + 1) - ties  # logarithm of how many there are of the block's rows
    return times if runs >= FEWEST_RUNS and (times - 1) * orders > RARE else 0


def _planned(coded: Sequence[Codes]) -> bool:
    """Whether each column takes its values equally often, as a plan of tests has it and draws have not."""
    counts = (np.bincount(codes)[np.unique(codes)] for codes in coded)
    return all(int(np.ptp(often)) <= 1 for often in counts)
