"""Points between two others of their class on a straight line, as oversampling by interpolation makes them.

SMOTE (Chawla & al. 2002) puts each new row on the line between a row and one of its nearest neighbours.  Rounding moves
it off that line by part of a step of each column, so that rows near each other may lie so by chance.  How many do shows
where each row is moved a little further.  Columns of coarse steps, as counts have, are not looked at.

Rows may share a line without interpolation: where all but one of their values recur (a sensor that reads zero, or its
end), where columns are sums of others, and where a few rows in succession follow a straight path.  These say nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.overlap import steps

Array = NDArray[np.float64]
NEIGHBOURS = 10
MOST_ROWS, MOST_COLUMNS = 20_000, 40
FEWEST = 40
"""rows of a class that say something"""
STRAIGHT = 3e-5
"""sine of the angle below which three rows lie on a line: rows close to each other on a bent curve differ by more"""
FINE, FEWEST_VALUES = 0.02, 12
"""the largest step of a column, in its standard deviation, and its fewest values: coarser ones count or name"""
ASTRAY = 0.5
"""length by which rounding moves a row, in that of a step of all columns together"""
APART, AWAY = 6.0, 0.1
"""how far rows are moved to see chance: in that length, and in the distance of the nearest row"""
WIDEST = 0.2
"""sine beyond which rows are too near each other for their steps to say how they lie"""
SHARE = 0.25
RECURS, OFTEN = 4, 5.0
"""a value recurs that is there so many times, and so many times as often as values of its column are in the mean"""
DEPENDENT = 2e-4
"""share of a column's deviation that others leave of it, below which it is a sum of them"""
WHOLE = 1e-6
"""part of a distance of two values up to which it is a multiple of their least one"""
SUCCESSIVE = 10
"""rows from each other, in the order of the table, up to which they may be steps along a path"""
LOOKED_AT = 200
"""rows between others whose lines are looked at"""
MANY, MANY_ROWS = 0.05, 10
"""share and number of the rows of a class beyond which a line is one that they all keep to"""


def between_rows(points: Array, labels: NDArray[np.int64]) -> str:
    """How many rows of a class lie between two others of it on a line, in words; empty where few do."""
    fine = [k for k in range(points.shape[1]) if _is_fine(points[:, k])]
    if not 2 <= len(fine) <= MOST_COLUMNS or len(points) > MOST_ROWS:
        return ""
    spread = points[:, fine].std(axis=0)
    rounding = np.array([_step(points[:, k]) for k in fine]) / spread
    free = _independent(points[:, fine], rounding)
    x: Array = points[:, fine][:, free] / spread[free]
    moved = ASTRAY * float(np.linalg.norm(rounding[free]))
    moving = ~np.stack([_recurs(column) for column in x.T], axis=1)
    for c in range(int(labels.max()) + 1):
        own = labels == c
        judged = moving[own].sum(axis=1) >= 2
        if judged.sum() < FEWEST:
            continue
        inside, chance = _between(x[own], moving[own], judged, moved)
        if inside > SHARE * judged.sum() + 2 * chance:
            return f"{inside:,} of the {own.sum():,} points of one class lie between two others of it on a straight line"
    return ""


def _is_fine(values: Array) -> bool:
    return len(np.unique(values)) >= FEWEST_VALUES and _step(values) <= FINE * values.std()


def _step(values: Array) -> float:
    """The step of which all values are multiples: a decimal one, or the least distance of two."""
    gaps = np.diff(np.unique(values))
    whole = gaps / gaps.min()
    least = float(gaps.min()) if bool(np.all(np.abs(whole - np.round(whole)) < WHOLE * whole)) else 0.0
    return max(least, float(steps(values[:, None])[0]))


def _independent(points: Array, rounding: Array) -> list[int]:
    """Columns of ``points`` ``(n, d)`` without those that are weighted sums of earlier ones.

    ``rounding`` ``(d,)`` is the step of each in its standard deviation.
    """
    least = DEPENDENT + float(np.linalg.norm(rounding))
    z = (points - points.mean(axis=0)) / points.std(axis=0)
    kept: list[int] = []
    axes: Array = np.zeros((len(z), 0))
    for k, column in enumerate(z.T):
        rest = column
        for _ in range(2):  # a second time for what rounding left
            rest = rest - axes @ (axes.T @ rest)
        if rest.std() > least:
            kept.append(k)
            axes = np.column_stack([axes, rest / np.linalg.norm(rest)])
    return kept


def _recurs(values: Array) -> NDArray[np.bool_]:
    """Which rows ``(n,)`` have a value that many others have too, far more than share the others."""
    _, inverse, often = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((often > max(RECURS - 1, OFTEN * float(often.mean())))[inverse.reshape(-1)])


def _between(x: Array, moving: NDArray[np.bool_], judged: NDArray[np.bool_], moved: float) -> tuple[int, int]:
    """How many of the ``judged`` rows of ``x`` ``(n, d)`` lie between two of their neighbours, and how many by chance.

    ``moving`` ``(n, d)`` are values that do not recur; ``moved`` is how far rounding moves a row.
    """
    from scipy.spatial import cKDTree

    rows = np.flatnonzero(judged)
    distance, near = cKDTree(x).query(x[rows], k=min(NEIGHBOURS, len(x) - 1) + 1)
    near = near[:, 1:]
    turned = np.random.default_rng([0xBE7, len(x)]).normal(size=x.shape)[rows] * moving[rows]
    far = APART * moved + AWAY * float(np.median(distance[:, 1]))
    turned *= far / np.linalg.norm(turned, axis=1, keepdims=True)
    beside = np.abs(near - rows[:, None]) <= SUCCESSIVE
    pair = _on_a_line(x[near] - x[rows][:, None, :], beside, moved)
    chance = int((_on_a_line(x[near] - (x[rows] + turned)[:, None, :], beside, moved)[:, 0] >= 0).sum())
    between = np.flatnonzero(pair[:, 0] >= 0)
    if not len(between):
        return 0, chance
    some = between[:: max(1, len(between) // LOOKED_AT)]
    ends = x[near[some[:, None], pair[some]]]
    own = sum(_alone(x, a, b, moved, MANY * len(rows)) for a, b in ends)
    return round(len(between) * own / len(some)), chance


def _alone(x: Array, a: Array, b: Array, moved: float, many: float) -> bool:
    """Whether no more than ``many`` rows of ``x`` ``(n, d)`` lie on the line through ``a`` and ``b`` ``(d,)``."""
    length = float(np.linalg.norm(b - a))
    along: Array = (x - a) @ (b - a) / length
    off = np.linalg.norm(x - a - along[:, None] * (b - a) / length, axis=1)
    near = off <= STRAIGHT * np.maximum(np.abs(along), length) + 2 * moved
    return int(near.sum()) <= max(MANY_ROWS, many)


def _on_a_line(away: Array, beside: NDArray[np.bool_], moved: float) -> NDArray[np.int64]:
    """Two neighbours of each row ``(n, 2)``, ``away`` ``(n, k, d)`` from it, in opposite directions and not both
    ``beside``; -1 where there are none."""
    length = np.maximum(np.linalg.norm(away, axis=2), np.finfo(float).tiny)
    unit: Array = away / length[:, :, None]
    cosine = np.einsum("nik,njk->nij", unit, unit)
    sine = STRAIGHT + moved * (1 / length[:, :, None] + 1 / length[:, None, :])
    sine = np.where(sine < WIDEST, sine, 0.0)
    opposite = (cosine < -np.sqrt(1 - sine**2)) & ~(beside[:, :, None] & beside[:, None, :])
    flat = opposite.reshape(len(away), -1)
    first = np.stack(np.divmod(flat.argmax(axis=1), away.shape[1]), axis=1)
    return np.where(flat.any(axis=1)[:, None], first, -1).astype(np.int64)
