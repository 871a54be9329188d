"""Wide rows (pictures, activations) that are rows of another table up to rounding, compression or another scale.

A copy that was saved again lies far nearer to its original than to anything else.  Frames of one film, or pictures of
simple things, lie near each other too: what counts is how much more often rows of one table have such a neighbour in the
other than rows of the other have among themselves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
NEARER = (0.2, 0.35, 0.5)
"""how much nearer than the second neighbour the first one is"""
MOST = 1500
"""rows that are looked for"""
DIMENSIONS = 64
"""random directions that wider rows are projected on: they keep distances within some tenths"""
LEAST = 0.02


def saved_again(one: Array, other: Array, shapes: bool = True) -> int:
    """About how many rows of ``one`` ``(n, d)`` are rows of ``other`` saved again; 0 where chance explains it."""
    if one.shape[1:] != other.shape[1:] or len(one) < 5 or len(other) < 5:
        return 0
    a, b = (_shapes(one), _shapes(other)) if shapes else _spread(one, other)
    if len(a) < 5 or len(b) < 5:
        return 0
    if a.shape[1] > DIMENSIONS:
        turn = np.random.default_rng(0x5A7E).normal(size=(a.shape[1], DIMENSIONS))
        a, b = a @ turn, b @ turn
    chosen, known = _some(a), _some(b)
    near, among = _nearness(chosen, b), _nearness(known, b, own=True)
    best = 0.0
    for ratio in NEARER:
        share, chance = float((near < ratio).mean()), float((among < ratio).mean())
        spread = np.sqrt(max(chance * (1 - chance), 1.0 / len(among)) * (1 / len(near) + 1 / len(among)))
        if share - chance > max(6 * spread, LEAST, 5 / len(chosen)):
            best = max(best, share - chance)
    return round(best * len(one))


def held_again(one: Array, other: Array) -> int:
    """About how many rows of ``one`` ``(n, d)`` are rows of ``other``, to the digit, rounded, or with a little noise."""
    from casegen_evidence.tables.overlap import MANY, shared_rows

    return max(shared_rows(one, other), saved_again(one, other, shapes=one.shape[1] > MANY))


def _shapes(rows: Array) -> Array:
    """Rows without their own mean and scale; those of one value say nothing and are left out."""
    flat = rows.reshape(len(rows), -1).astype(float)
    flat = flat - flat.mean(axis=1, keepdims=True)
    size = np.sqrt((flat**2).sum(axis=1, keepdims=True))
    kept = size[:, 0] > 1e-9 * max(float(size.max(initial=0.0)), 1e-300)
    result: Array = flat[kept] / size[kept]
    return result


def _spread(one: Array, other: Array) -> tuple[Array, Array]:
    """Rows of few columns, each column in units of its spread."""
    from casegen_evidence.tables.overlap import deviations

    middle, scale = other.mean(axis=0), deviations(other)  # distances are taken as differences of squares
    return (one - middle) / scale, (other - middle) / scale


def _some(rows: Array) -> Array:
    if len(rows) <= MOST:
        return rows
    return rows[np.random.default_rng([0x5A7E, len(rows)]).permutation(len(rows))[:MOST]]


def _nearness(rows: Array, known: Array, own: bool = False) -> Array:
    """Distance of each row to its nearest among ``known`` over that to the next one; ``own``: the row itself is there.

    Rows of which ``known`` has several copies have a nearest one at next to no distance, too.
    """
    squares = (known**2).sum(axis=1)
    result = np.empty(len(rows))
    count = 3 if own else 2
    if len(known) <= count:
        return np.ones(len(rows))
    tiny = 1e-6 * float(np.sqrt(np.median(squares)))
    for first in range(0, len(rows), 256):
        part = rows[first : first + 256]
        squared = (part**2).sum(axis=1)[:, None] + squares[None, :] - 2 * part @ known.T
        nearest = np.sqrt(np.maximum(np.partition(squared, count, axis=1)[:, : count + 1], 0.0))
        nearest.sort(axis=1)
        chosen = nearest[:, count - 2 : count]
        result[first : first + 256] = np.where(
            chosen[:, 0] <= tiny, 0.0, chosen[:, 0] / np.maximum(chosen[:, 1], 1e-300)
        )
    return result
