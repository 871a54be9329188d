"""Rows that are no independent observations: repeated ones, and those of one group (a video, a patient)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Index = NDArray[np.int64]
CONTINUOUS = 0.5
"""A column is continuous where so large a share of the distinct rows has a value of its own in it."""
NEAR_STEPS = 10
"""Steps to either side of a value that are looked at to tell rounding from copying."""
MOST_DECIMALS = 10
EXPLAINED = 4.0
"""Rounding explains ties up to so many times the rows at a step nearby."""
RECURS = 5
OFTEN = 10.0
"""One row recurs where it occurs more than ``RECURS`` times, and so many times as often as rows do in the mean."""


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

    ``row`` is :func:`identity` of the points.  Among few discrete or rounded values independent draws do coincide.
    """
    _, first = np.unique(row, return_index=True)
    distinct = points[first]
    return any(
        len(np.unique(distinct[:, k])) >= CONTINUOUS * len(distinct) and not _rounded(points[:, k])
        for k in range(points.shape[1])
    )


def _rounded(values: NDArray[np.float64]) -> bool:
    """Whether rounding explains that values coincide: the steps next to a value hold about as many rows as the value.

    Rounding to decimals has one step everywhere, rounding to significant digits one in each power of ten.
    """
    with np.errstate(divide="ignore"):
        power = np.floor(np.log10(np.abs(values)))
    return _explained([values]) or _explained([values[power == p] for p in np.unique(power)])


def _explained(parts: Sequence[NDArray[np.float64]]) -> bool:
    """Whether the values of each part lie on steps of equal width, and coincide hardly more than they neighbour."""
    ties = around = 0.0
    for values in parts:
        site, count = np.unique(values, return_counts=True)
        if count.max() == 1:
            continue
        step = _step(site)
        if step is None:
            return False
        places = np.round((site - site[0]) / step)
        low = np.searchsorted(places, places - NEAR_STEPS, side="left")
        high = np.searchsorted(places, places + NEAR_STEPS, side="right")
        total = np.concatenate([[0], np.cumsum(count)])
        ties += float(count @ (count - 1.0))
        around += float(count @ (total[high] - total[low] - count)) / (2 * NEAR_STEPS)
    return 0 < ties <= EXPLAINED * around


def _step(site: NDArray[np.float64]) -> float | None:
    """Width of the steps on which distinct values in ascending order lie: the least distance, else a power of ten."""
    if len(site) < 2 or not np.isfinite(site).all():
        return None
    for step in (float(np.diff(site).min()), *(10.0**-k for k in range(MOST_DECIMALS))):
        places = (site - site[0]) / step
        if np.abs(places - np.round(places)).max() <= 0.01 * max(1.0, float(places.max()) * 1e-9):
            return step
    return None


def recurring(points: NDArray[np.float64]) -> tuple[int, int]:
    """A row of ``points`` that recurs far more often than rows do in the mean, and how often; (-1, 0) if there is none.

    Copying multiplies rows about alike.  One row that makes up much of a table may as well be an input that recurs in
    operation (a blank frame, a sensor at its end), and then every repetition counts.
    """
    row = identity(points)
    if row.max() + 1 == len(points) or not continuous(points, row):
        return -1, 0
    count = np.bincount(row)
    most = int(count.argmax())
    if count[most] <= max(RECURS, OFTEN * len(points) / len(count)):
        return -1, 0
    return int(np.flatnonzero(row == most)[0]), int(count[most])


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


def units(
    points: NDArray[np.float64], groups: Sequence[str] | NDArray[Any] | None = None, copied: bool = True
) -> Index:
    """What has to stay on one side of every split, ``(n,)``: the group of a row, or the rows of equal points.

    Equal points are independent rows where they are not ``copied``.
    """
    row = identity(points)
    if not copied or not continuous(points, row):
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


def by_size(unit: Index, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Whether the unit of each row is kept, ``(n,)``: by chance, in proportion to its rows; the largest always is.

    One row of each unit kept is an independent draw of a row, where one of each unit is a draw of a unit.
    """
    size = np.bincount(unit)
    return np.asarray((rng.random(len(size)) * size.max() < size)[unit])
