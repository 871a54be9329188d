"""Points that follow one another: frames of a film, or steps of a run, of which each is like the one before it.

Successive rows of independent draws lie as far apart as any two rows of their classes.  An order alone makes rows no less
independent, so that sorted rows are left alone: by class, by a feature, or by something with which the features rise or
fall (its trend is taken out); so are designs, whose values are balanced or make a grid.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.overlap import is_grid
from casegen_evidence.tables.signs.draws import DISTINCT, ROWS, SORTED, sorted_in_parts
from casegen_evidence.tables.signs.marks import row_words
from casegen_evidence.tables.signs.time_columns import NAMES_TIMES

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
NEARER, ALONE = 0.9, 0.7
"""mean distance of successive rows over that of chance below which they depend on each other; of one column alone"""
PERMUTED = 199
"""permutations within the classes, none of which may bring the rows as near: chance does so in one of 200 tables"""
STRETCHES, STRETCH = 20, 1000
"""of more rows than these hold, so many stretches of so many successive rows are looked at"""
MOST_COLUMNS = 12
"""wider rows are looked at along so many random directions, which keep what is near near"""
FEWEST_VALUES = 12
"""fewer different values are categories or levels, which a design holds while others change"""
EVEN = 0.5
"""relative spread of the steps below which a sorted column counts the rows, and is nothing they were sorted by"""


def rows_in_sequence(points: Array, labels: Labels, names: Sequence[str]) -> str:
    """How much nearer the successive ones of ``points`` (n, d) are than others of their classes; empty where not."""
    ratio, columns = nearness_of_successive(points, labels, names)
    if not columns:
        return ""
    what = f"feature {columns[0]}" if len(columns) == 1 else f"{len(columns)} features together"
    return f"successive points are {ratio:.0%} as far apart as points of their classes in any order are, by {what}"


def nearness_of_successive(
    points: Array, labels: Labels, names: Sequence[str]
) -> tuple[float, tuple[str, ...]]:
    """Distance of successive rows over that of rows in any order, and the columns by which; none where chance does it."""
    nothing: tuple[float, tuple[str, ...]] = 1.0, ()
    if len(points) < ROWS or is_grid(points):
        return nothing
    columns = _followed(points, labels, names)
    if not columns:
        return nothing
    at = _stretches(len(points))
    x, kinds = _few(points[at][:, columns]), labels[at]
    together = np.diff(at) == 1
    if together.sum() < DISTINCT:
        return nothing
    most = ALONE if x.shape[1] == 1 else NEARER
    ratio = _nearness(_within_classes(x, kinds), kinds, together)
    if ratio >= most or (ratio := _nearness(_without_trend(x, kinds), kinds, together)) >= most:
        return nothing
    return ratio, tuple(names[k] for k in columns)


def _followed(points: Array, labels: Labels, names: Sequence[str]) -> list[int]:
    """Columns in which successive rows can be like each other; none where the rows are sorted by one of them."""
    classes, result, turning = int(labels.max()) + 1, [], []
    for k, name in enumerate(names):
        values = points[:, k]
        _, counts = np.unique(values, return_counts=True)
        if len(counts) < FEWEST_VALUES or (counts.min() == counts.max() and counts.max() > 1):
            continue
        if not sorted_in_parts(values):
            result.append(k)
            continue
        steps = np.diff(values)
        steps = steps[steps != 0]
        turned = float((np.sign(steps[1:]) != np.sign(steps[:-1])).mean())
        back = min(int((steps > 0).sum()), int((steps < 0).sum()))
        if min(back, len(steps) - back) >= SORTED * len(steps) and turned < SORTED:
            turning.append(k)  # up and down: one alone is an order, several are a path
        elif back < classes and not (_counts(steps) or row_words(name) & NAMES_TIMES):
            return []
    return result + turning if len(result) + len(turning) > 1 or not turning else []


def _counts(steps: Array) -> bool:
    """Whether the steps of a sorted column are even, as those of a number of the row or frame are."""
    size = np.abs(steps)
    return float(size.std()) < EVEN * float(np.median(size))


def _stretches(n: int) -> NDArray[np.int64]:
    """The rows that are looked at: all, or stretches of successive ones from all over the table."""
    if n <= STRETCHES * STRETCH:
        return np.arange(n)
    starts = np.linspace(0, n - STRETCH, STRETCHES).astype(np.int64)
    return np.concatenate([np.arange(start, start + STRETCH) for start in starts])


def _few(x: Array) -> Array:
    """Columns in units of their spread; many of them along random directions."""
    spread = x.std(axis=0)
    scaled: Array = x[:, spread > 0] / spread[spread > 0]
    if scaled.shape[1] <= MOST_COLUMNS:
        return scaled
    directions = np.random.default_rng(0x5CE4C).normal(size=(scaled.shape[1], MOST_COLUMNS))
    projected: Array = scaled @ directions / np.sqrt(scaled.shape[1])
    return projected


def _within_classes(x: Array, kinds: Labels) -> Array:
    """What is left of each row without the mean of its class."""
    counts = np.maximum(np.bincount(kinds), 1)
    means = np.stack([np.bincount(kinds, column) / counts for column in x.T], axis=1)
    return np.asarray(x - means[kinds])


def _without_trend(x: Array, kinds: Labels) -> Array:
    """What is left of each row without the rise or fall of its class from the first row to the last."""
    from sklearn.isotonic import isotonic_regression

    rest = x.copy()
    for kind in np.unique(kinds):
        at = np.flatnonzero(kinds == kind)
        for k in range(x.shape[1]):
            fits = [isotonic_regression(x[at, k], increasing=up) for up in (True, False)]
            rest[at, k] -= min(fits, key=lambda fit: float(((x[at, k] - fit) ** 2).sum()))
    return rest


def _nearness(rest: Array, kinds: Labels, together: NDArray[np.bool_]) -> float:
    """Mean distance of successive rows over that of rows permuted within classes; 1 where chance brings them as near."""
    spread = rest.std(axis=0)
    if not (spread > 1e-9).any():
        return 1.0
    x = rest[:, spread > 1e-9] / spread[spread > 1e-9]

    def distance(rows: Array) -> float:
        return float(np.linalg.norm(np.diff(rows, axis=0)[together], axis=1).mean())

    seen, draw = distance(x), np.random.default_rng(len(x))
    order, shuffled, permuted = np.argsort(kinds, kind="stable"), np.empty_like(x), []
    for _ in range(PERMUTED):
        shuffled[order] = x[np.lexsort((draw.random(len(x)), kinds))]
        permuted.append(distance(shuffled))
        if permuted[-1] <= seen:
            return 1.0
    return seen / float(np.mean(permuted))
