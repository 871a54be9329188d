"""Whether two samples look like draws of one distribution, at once or within strata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.permutations import PERMUTATIONS, Labels, p_value
from casegen_evidence.profiles.windows import Windows, planes

Array = NDArray[np.float64]
Index = NDArray[np.int64]
REJECTED = 0.01
"""Samples are called unlike where the p-value of a test is below this."""
REJECTED_WITHIN = 0.02
"""The same within strata, where a restated bound has nothing else to rest on."""
ENOUGH = 10
"""Permutations that reach the statistic after which no more are drawn."""
MOST_GAPS = 16
"""Gaps that are looked for at most."""
SAME = 1e-9
"""Statistics closer than this are ties: a sum over thousands of rows is no more exact."""


Span = tuple[int, float, float]
"""An axis, and the ends of a window along it."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The window along one axis or two in which two samples differ most: ``p_value`` over all windows together.

    ``axes`` are p-values per axis (each over its windows).  The worst window lies within ``spans`` and holds ``first`` of
    the first sample where ``expected`` were expected.
    """

    p_value: float
    axes: tuple[float, ...]
    spans: tuple[Span, ...]
    first: int
    expected: float


def scan(
    first: Array,
    second: Array,
    rng: np.random.Generator,
    strata: tuple[Index, Index] | None = None,
    permutations: int = PERMUTATIONS,
) -> Scan:
    """Permutation test that ``first`` (n, a) and ``second`` (N, a) are draws of one distribution, or within ``strata``.

    The statistic is the largest binomial log-likelihood ratio over windows, runs of quantile fields along axes and
    rectangles of two of them: it sees gaps, thin places and shifts.  ``strata`` numbers the stratum of each row; rows are
    permuted within.  The level is exact for strata fixed without these rows.
    """
    pooled = np.concatenate([first, second])
    stratum = np.zeros(len(pooled), dtype=np.int64) if strata is None else np.concatenate(strata)
    labels = Labels(np.arange(len(pooled)) < len(first), stratum, rng)
    own, share = labels.own, labels.share
    count = pooled.shape[1]
    views = [*((k,) for k in range(count)), *planes(count)]
    every = [Windows.over(pooled, axes, share) for axes in views]
    seen = [windows.statistic(own) for windows in every]
    least = np.array([s for s, _ in seen]) - SAME
    reached: list[NDArray[np.bool_]] = []

    def draws() -> Iterator[bool]:
        for _ in range(permutations):
            drawn = labels.drawn()
            values = np.array([windows.statistic(drawn)[0] for windows in every])
            reached.append(values >= least)
            yield bool(values.max() >= least.max())

    overall = p_value(draws(), ENOUGH)
    at_least = np.array(reached, dtype=bool).reshape(-1, len(every)).sum(axis=0)
    worst = int(np.argmax([s for s, _ in seen]))
    inside = every[worst].inside(seen[worst][1])
    if not inside.any():  # no window differs at all, and the first one holds no row
        inside = np.ones_like(own)
    return Scan(
        overall,
        tuple(float(v) for v in (1 + at_least[:count]) / (len(reached) + 1)),
        tuple((k, float(pooled[inside, k].min()), float(pooled[inside, k].max())) for k in views[worst]),
        int(np.sum(own[inside])),
        float(share[inside].sum()),
    )


def window_test(first: Array, second: Array, strata: tuple[Index, Index], spans: Sequence[Span]) -> float:
    """p-value that a window holds as many of ``first`` (n, a) as chance explains, within ``strata``; two-sided.

    The window must have been chosen on other rows: it counts once, where :func:`scan` pays for all.  Given how many
    rows of both samples lie in it, the count of the first is a sum of hypergeometric ones, which varies less than the
    binomial of the same mean that is taken (Hoeffding 1956).
    """
    from scipy.special import bdtr, bdtrc

    inside = [
        np.all([(x[:, k] >= low) & (x[:, k] <= high) for k, low, high in spans], axis=0)
        for x in (first, second)
    ]
    count = 1 + max(int(s.max()) for s in strata)
    own, other = (np.bincount(s, minlength=count).astype(float) for s in strata)
    share = np.divide(own, own + other, out=np.zeros(count), where=own + other > 0)
    rows = sum(np.bincount(s[i], minlength=count) for s, i in zip(strata, inside, strict=True))
    total, seen = int(np.sum(rows)), int(inside[0].sum())
    expected = float(share @ rows)
    if not 0 < expected < total:
        return 1.0
    below = float(bdtr(seen, total, expected / total))
    above = float(bdtrc(seen - 1, total, expected / total)) if seen else 1.0
    return min(1.0, 2 * min(below, above))


def gap_test(
    labelled: Array, operation: Array, strata: tuple[Index, Index] | None = None
) -> tuple[float, int, float, float]:
    """Whether ``operation`` (N, a) lies where no row of ``labelled`` (n, a) does: p-value, axis, and the gap's ends.

    Along an axis, r rows of operation between two neighbouring labelled ones have a probability of at most
    ``(N/(n+N))^r`` if all are draws of one distribution; over n + 1 gaps, axes and strata by Bonferroni.
    """
    a, b = (
        strata
        if strata is not None
        else (np.zeros(len(labelled), np.int64), np.zeros(len(operation), np.int64))
    )
    which = [s for s in np.unique(a) if np.any(b == s)]
    least = (1.0, 0, float("nan"), float("nan"))
    for s in which:
        x, y = labelled[a == s], operation[b == s]
        odds = np.log(len(y) / (len(x) + len(y)))
        for k in range(labelled.shape[1]):
            ends = np.concatenate([[-np.inf], np.unique(x[:, k]), [np.inf]])
            values = np.sort(y[:, k])
            runs = np.searchsorted(values, ends[1:], side="left") - np.searchsorted(
                values, ends[:-1], side="right"
            )
            at = int(runs.argmax())
            p = float((len(x) + 1) * np.exp(odds * runs[at])) * len(which) * labelled.shape[1]
            if p < least[0]:
                least = (p, k, float(ends[at]), float(ends[at + 1]))
    return least


def gap_rows(labelled: Array, operation: Array) -> NDArray[np.bool_]:
    """Which rows of ``operation`` lie in a gap of the labelled ones that chance does not explain, ``(N,)``."""
    inside = np.zeros(len(operation), dtype=bool)
    for _ in range(MOST_GAPS):
        p, axis, low, high = gap_test(labelled, operation[~inside])
        if p >= REJECTED:
            break
        inside |= (operation[:, axis] > low) & (operation[:, axis] < high)
        if inside.all():
            break
    return inside


def separation_test(
    first: Array, second: Array, strata: tuple[Index, Index] | None = None, slack: float = 0.0
) -> tuple[float, float]:
    """Whether a score tells two samples apart: area under the ROC curve and p-value, within ``strata`` if given.

    With ``slack`` the p-value is that of an area of at most one half and so much.

    ``first`` (n,) and ``second`` (N,) are scores of rows that the score was not fitted to; large ones mean the second.
    Mann & Whitney (1947), summed over strata, with its normal limit and ties accounted for.
    """
    from scipy.special import ndtr
    from scipy.stats import rankdata

    a, b = strata if strata is not None else (np.zeros(len(first), np.int64), np.zeros(len(second), np.int64))
    u = mean = variance = pairs = 0.0
    for s in np.unique(np.concatenate([a, b])):
        x, y = first[a == s], second[b == s]
        n, m = len(x), len(y)
        if not n or not m:
            continue
        rank = rankdata(np.concatenate([x, y]))
        _, ties = np.unique(rank, return_counts=True)
        u += float(rank[n:].sum()) - m * (m + 1) / 2
        mean += n * m / 2
        total = n + m
        variance += n * m / 12 * (total + 1 - float(np.sum(ties**3 - ties)) / (total * max(total - 1, 1)))
        pairs += n * m
    if variance <= 0:
        return 0.5, 1.0
    return u / pairs, float(ndtr((mean + slack * pairs - u) / np.sqrt(variance)))
