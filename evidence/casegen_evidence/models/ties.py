"""Answers from scores: the largest, and of classes that tie the first in the model's own order.

Two programs that run one network add in another order, and differ in the last digits.  Scores that are equal apart from
that count as tied, so that a network answers alike wherever it runs.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem

UNITS = 8
"""of the last place of 32 bits (64 for scores of 64): scores of a row that differ by less are tied"""
CANCELLED = 100.0
"""times a row's magnitude, up to 1: so large may be the terms that cancelled in it, and left their rounding"""
COMPARED = 10_000
"""rows at most in which a model's own answers are compared with its scores"""
FIRST = 1e-12
"""by which the logit of the first of tied classes is raised, where another order would put another class first"""


def settled(scores: NDArray[Any]) -> NDArray[Any]:
    """Scores ``(n, K)`` in which those that tie with their row's largest equal it."""
    if not scores.size or scores.dtype.kind != "f":
        return scores
    unit = min(float(np.finfo(kind).eps) for kind in (np.float32, scores.dtype))
    largest = scores.max(axis=1, keepdims=True)
    size = np.abs(np.where(np.isfinite(scores), scores, 0)).max(axis=1, keepdims=True)
    near = scores >= largest - UNITS * unit * np.maximum(size, np.minimum(1.0, CANCELLED * size))
    return np.asarray(np.where(near, largest, scores))


def answers(scores: NDArray[Any]) -> NDArray[np.int64]:
    """Index ``(n,)`` of each row's largest score, the first of those that tie.

    Raises :class:`InputProblem` for a row without a largest score: one that holds nan, or infinity.
    """
    if (
        scores.size
        and scores.dtype.kind == "f"
        and len(bad := np.flatnonzero(~np.isfinite(scores.max(axis=1))))
    ):
        shown = ", ".join(f"{v:g}" for v in scores[bad[0]][:6])
        raise InputProblem(
            f"expected finite scores; the model gives {shown} for {len(bad):,} of {len(scores):,} inputs, the first of "
            f"them number {bad[0] + 1}"
        )
    return np.asarray(settled(scores).argmax(axis=1), dtype=np.int64)


def contradicting(own: NDArray[Any], scores: NDArray[Any]) -> int:
    """How many of a model's own answers ``(n,)`` are not the class of the largest of its ``scores`` ``(n, K)``.

    Which class an answer names is what fits most rows, each class by one name; scores that tie may go to any.
    """
    from scipy.optimize import linear_sum_assignment

    level = settled(scores)
    largest = level == level.max(axis=1, keepdims=True)
    _, name = np.unique(own.astype(str), return_inverse=True)
    first = largest.argmax(axis=1)
    pairs = len(np.unique(name * scores.shape[1] + first))
    if pairs == len(np.unique(name)) == len(np.unique(first)):
        return 0  # nearly always, and without an assignment of many classes
    counts = np.zeros((int(name.max(initial=0)) + 1, scores.shape[1]))
    np.add.at(counts, name, largest)
    return len(own) - int(counts[linear_sum_assignment(counts, maximize=True)].sum())


def out_of_order(own: NDArray[Any], scores: NDArray[Any], known: Collection[int] = ()) -> int:
    """In how many rows a model's own answers, as whole numbers ``(n,)``, are not the place of the largest score.

    Numbers below ``K`` name the places themselves; others, such as 3, 7 and 11, have to come in the order of the scores.
    0 of answers that are no whole numbers: names have no order.  ``known`` are numbers of classes that other rows have.

    >>> scores = np.eye(3)[[0, 1, 2, 2]]
    >>> [out_of_order(np.array(own), scores) for own in ([0, 1, 2, 2], [1, 2, 0, 0], [3, 7, 11, 11], [7, 3, 11, 11])]
    [0, 4, 0, 2]
    """
    try:
        numbers = own.astype(str).astype(float)
    except ValueError:
        return 0
    if not len(numbers) or not np.array_equal(numbers, np.round(numbers)):
        return 0
    level = settled(scores)
    largest = level == level.max(axis=1, keepdims=True)
    seen = np.unique([*numbers, *known])
    if seen[0] >= 0 and seen[-1] < scores.shape[1]:
        return int((~largest[np.arange(len(numbers)), numbers.astype(np.int64)]).sum())
    alone = largest.sum(axis=1) == 1
    if len(seen) == scores.shape[1]:  # every class has a number
        return int((np.searchsorted(seen, numbers) != largest.argmax(axis=1))[alone].sum())
    ranks = [np.unique(v[alone], return_inverse=True)[1] for v in (numbers, largest.argmax(axis=1))]
    return int((ranks[0] != ranks[1]).sum())


def first_of_own(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logits ``(n, K)`` in the model's own order, so that the first of tied classes stays the answer in any order."""
    largest = logits.max(axis=1, keepdims=True)
    tied = np.flatnonzero((logits == largest).sum(axis=1) > 1)
    if not tied.size:
        return logits
    result = logits.copy()
    result[tied, logits[tied].argmax(axis=1)] += FIRST * np.maximum(1.0, np.abs(largest[tied, 0]))
    return result
