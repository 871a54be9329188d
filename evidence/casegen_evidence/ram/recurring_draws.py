"""Equal rows that are declared draws: inputs that recur in operation recur among labelled points and inputs alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.rows import identity

Array = NDArray[np.float64]
Counts = NDArray[np.int64]
RARE = 1e-3
"""chance below which independent draws of both samples would share so many of the rows that are there twice"""
FEWEST = 10
"""rows that recur, from which on the numbers of times say something"""
PERMUTED = 1999
"""permutations, none of which may bring the numbers of times as near to proportional"""


def distinct_rows(points: Array) -> NDArray[np.int64]:
    """Numbers of the first of each of the equal rows of ``points`` ``(n, d)``, in order."""
    _, first = np.unique(identity(points), return_index=True)
    return np.sort(first)


def without_recurring(points: Array, inputs: Array) -> Array:
    """``inputs`` ``(N, d)`` of operation without those that recur among ``points`` ``(n, d)``, as draws of both do.

    All of them where more are shared than independent draws of one profile share, or each so evenly as only copies are.
    """
    row = identity(np.concatenate([points, inputs]))
    own, other = (
        np.bincount(part, minlength=row.max() + 1) for part in (row[: len(points)], row[len(points) :])
    )
    if not _drawn(own, other):
        return inputs
    return np.asarray(inputs[own[row[len(points) :]] == 0])


def _drawn(own: Counts, other: Counts) -> bool:
    """Whether both samples may be draws of one profile, by how often each row is in one and in the other ``(rows,)``.

    Of draws, which sample a row is in is chance: of the rows that are there twice, a binomial number is once in each.
    """
    from scipy.stats import binom

    n, many, total = int(own.sum()), int(other.sum()), own + other
    pairs = total == 2
    apart = 2 * n * many / ((n + many) * (n + many - 1))
    if binom.sf(int((pairs & (own == 1)).sum()) - 1, int(pairs.sum()), apart) < RARE:
        return False
    often = total > 2
    if often.sum() < FEWEST:
        return True
    share = n / (n + many)
    uneven = float(_uneven(own[often], total[often], share))
    rng = np.random.default_rng([0xD4A35, n])
    drawn = rng.multivariate_hypergeometric(np.append(total[often], total[~often].sum()), n, PERMUTED)
    return bool(np.any(_uneven(drawn[:, :-1], total[often], share) <= uneven))


def _uneven(own: Counts, total: Counts, share: float) -> NDArray[np.float64]:
    """How far the numbers of times ``own`` ``(…, rows)`` are from the ``share`` of the ``total`` ``(rows,)``."""
    return np.asarray(((own - share * total) ** 2 / total).sum(axis=-1))
