"""Rows that are no independent observations: repeated ones, and those of one group (a video, a patient)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Index = NDArray[np.int64]
CONTINUOUS = 0.5
"""A column is continuous where so large a share of the distinct rows has a value of its own in it."""


def identity(*columns: NDArray[Any]) -> Index:
    """Number of the distinct row that each row repeats, ``(n,)``; ``columns`` are arrays of n rows."""
    parts = []
    for column in columns:
        flat = np.asarray(column).reshape(len(column), -1)
        for k in range(flat.shape[1]):
            parts.append(np.unique(flat[:, k], return_inverse=True)[1].reshape(-1))
    _, inverse = np.unique(np.stack(parts, axis=1), axis=0, return_inverse=True)
    return np.asarray(inverse.reshape(-1), dtype=np.int64)


def continuous(points: NDArray[np.float64], row: Index) -> bool:
    """Whether equal rows of ``points`` (n, d) are copies and not chance: some column hardly ever repeats a value.

    ``row`` is :func:`identity` of the points.  Among few discrete values independent draws do coincide.
    """
    _, first = np.unique(row, return_index=True)
    distinct = points[first]
    return any(len(np.unique(distinct[:, k])) >= CONTINUOUS * len(distinct) for k in range(points.shape[1]))


def repeated(points: NDArray[np.float64], *others: NDArray[Any]) -> NDArray[np.bool_]:
    """Which rows repeat an earlier one in ``points`` and in the ``others``, ``(n,)``; none where values are discrete."""
    row = identity(points)
    if row.max() + 1 == len(points) or not continuous(points, row):
        return np.zeros(len(points), dtype=bool)
    whole = identity(row, *others)
    _, first = np.unique(whole, return_index=True)
    extra = np.ones(len(points), dtype=bool)
    extra[first] = False
    return extra


def units(points: NDArray[np.float64], groups: Sequence[str] | NDArray[Any] | None = None) -> Index:
    """What has to stay on one side of every split, ``(n,)``: the group of a row, or the rows of equal points."""
    row = identity(points)
    if not continuous(points, row):
        row = np.arange(len(points))
    if groups is None:
        return row
    group = np.unique(np.asarray(groups, dtype=object).astype(str), return_inverse=True)[1].reshape(-1)
    return _joined(row, group)


def _joined(a: Index, b: Index) -> Index:
    """Smallest units that hold whole units of both partitions."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    size = int(a.max()) + 1
    edges = coo_matrix((np.ones(len(a)), (a, size + b)), shape=(size + int(b.max()) + 1,) * 2)
    _, label = connected_components(edges, directed=False)
    return np.asarray(label[a], dtype=np.int64)


def one_of_each(unit: Index, rng: np.random.Generator) -> NDArray[np.bool_]:
    """One row of every unit, drawn at random, ``(n,)``: rows of one unit depend on each other, units do not."""
    order = rng.permutation(len(unit))
    _, first = np.unique(unit[order], return_index=True)
    chosen = np.zeros(len(unit), dtype=bool)
    chosen[order[first]] = True
    return chosen
