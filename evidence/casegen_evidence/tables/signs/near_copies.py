"""Near copies among points: groups of rows that are much nearer to each other than to all others.

Independent draws of a smooth density have successive neighbours at distances that grow slowly.  A jump after the same
small number of neighbours, for many points, is the edge of a group: a pair, frames of one scene.
A column that varies freely within a group hides it, so that pairs of columns are looked at too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.rows import continuous, identity
from casegen_evidence.tables.overlap import deviations
from casegen_evidence.tables.signs.scale_jumps import jump_of_scales

Array = NDArray[np.float64]
SAMPLE = 1200
NEIGHBOURS = 256
"""neighbours that are looked at; groups of more rows show among fewer rows, drawn by chance"""
THINNED = 16
"""one row in so many, then one in its square, and so on"""
FEWEST_GROUPS = 12
"""fewer tight groups, or fewer than four of each class, may be what the classes themselves look like"""
KINDS = 20
"""fewer groups of pictures may be as many kinds of simple things"""
FEW_KINDS = 25
"""so many groups of three rows or more may be kinds of things of which a few pictures each were taken: no more than a
doubt, which a person sets aside who knows the kinds"""
JUMPS = ((1, 3.0, 0.7), (1, 10.0, 0.3), (2, 4.0, 0.35), (3, 3.0, 0.35))
"""(least neighbours, ratio of successive distances, share of the points): more than chance shows along a line"""
LARGE = (8, 1.5, 0.35)
"""the same for groups of nine rows and more, of measured columns only: the k-th distance over the next one, to the power
k, is at most uniform, so that a small ratio after many neighbours is rarer by chance than a large one after few"""
CLEAR = 2.0
"""the least gap between two levels of a column over the largest one within them"""
TWICE, SURPLUS, DEVIATIONS = 2.0, 0.2, 4.0
"""a smaller ratio, which copies with noise of some percent have, and the surplus over chance from which on it tells"""
MOST_PAIRS = 45
UNITS = 40
"""columns beyond which they are taken for pixels of one unit"""
DIRECTIONS = 12
"""random directions that wider rows are projected on"""
MOST = 0.6
"""share of wide rows in groups by the jump of distances alone, up to which it is no more than a doubt"""
MORE_DIRECTIONS = 64
"""as many as keep distances within a tenth, where ratios of some three halves are to tell"""
AT_ONCE = 1000
"""wide rows that are projected together"""
LATTICE = 0.1
"""a column that takes a larger share of the steps between its ends counts or is rounded: equal values are no copies"""


def near_copies(points: Array, labels: NDArray[np.int64], names: Sequence[str]) -> str:
    """Which groups of near copies ``points`` (n, d) come in, in words; empty where there are none."""
    n, d = points.shape
    spread = points.std(axis=0)
    if n < 20 or d > 50 or not (spread > 0).any():
        return ""
    classes = int(labels.max()) + 1
    fewest = fewest_groups(classes)
    order = np.random.default_rng([0x5CE4E, n]).permutation(n)
    for every in _thinned(n, fewest):
        rows = np.arange(n) if every == 1 else np.sort(order[: n // every])
        chosen = order[:SAMPLE] if every == 1 else np.arange(len(rows))[:: max(1, len(rows) // SAMPLE)]
        whole = tuple(np.flatnonzero(spread > 0).tolist())
        for columns in _views(points, spread) if every == 1 else [whole]:
            x = points[rows][:, columns] / spread[list(columns)]
            size, share = _group(x, chosen, min(NEIGHBOURS, len(rows) // fewest))
            if size and not (columns != whole and _crossed(x, len(rows) / (size + 1))):
                where = "" if columns == whole else " in " + ", ".join(names[k] for k in columns)
                return _words(size * every, share) + where
    return ""


def fewest_groups(classes: int) -> int:
    """Groups from which on they are not what the classes themselves look like."""
    return max(FEWEST_GROUPS, 4 * classes)


def _crossed(x: Array, groups: float) -> bool:
    """Whether ``groups`` of rows are the places of a plan that crosses levels of each column, also if it was jittered."""
    places = np.stack([_levels(column) for column in x.T], axis=1)
    crossings = float(np.prod(places.max(axis=0) + 1.0))
    return groups <= 1.5 * crossings and len(np.unique(places, axis=0)) > 0.7 * crossings


def _levels(values: Array) -> NDArray[np.int64]:
    """At which of some levels that are set clearly apart each value is; all at one where there are none."""
    order = np.argsort(values)
    gaps = np.diff(values[order])
    largest = np.sort(gaps)[::-1][: max(2, len(gaps) // 2)]
    with np.errstate(divide="ignore", invalid="ignore"):
        drop = np.nan_to_num(largest[:-1] / largest[1:], nan=1.0, posinf=np.inf)
    result = np.zeros(len(values), dtype=np.int64)
    if drop.max() > CLEAR:
        result[order[1:]] = np.cumsum(gaps >= largest[int(drop.argmax())])
    return result


def _words(size: int, share: float) -> str:
    others = "one other row" if size == 1 else f"about {size} other rows"
    return f"{share:.0%} of the points have {others} much nearer than the next one"


def rows_in_groups(values: Array, groups: int) -> int:
    """How many rows of ``values`` ``(n, d)`` lie in large groups of near copies, which are ``groups`` or more."""
    n, spread = len(values), values.std(axis=0)
    if n < 20 or not (spread > 0).all():
        return 0
    order = np.random.default_rng([0x5CE4E, n]).permutation(n)[:SAMPLE]
    size, share = _group(values / spread, order, min(NEIGHBOURS, n // groups))
    return round(share * n) if size >= LARGE[0] else 0


def near_copies_of_rows(rows: NDArray[np.generic], classes: int | None = None) -> tuple[str, bool]:
    """Which near copies the pictures or inputs ``rows`` (n, …) come in, in words, and whether they are most of them.

    Wide rows are looked at along random directions, which keep what is near near.  Rows that are equal are left alone:
    few values meet by themselves.  So are large groups that are few, unless they are many more than the ``classes``:
    pictures of simple things come in such, and groups of so few are no more than a doubt.  Where the numbers alone cannot
    tell kinds of things from frames of as many scenes, a person has to say which they are.
    """
    from casegen_evidence.tables.signs.multiples import COPIES, GROUPS, near_repeats

    n, flat = len(rows), rows.reshape(len(rows), -1)
    x, first = np.unique(_few_columns(flat), axis=0, return_index=True)
    order = np.random.default_rng([0x5CE4F, len(x)]).permutation(len(x))
    x, first = x[order], first[order]
    if len(x) < max(20, n / 2):
        return "", False
    scaled = x / deviations(x)
    most, chosen = max(COPIES, min(NEIGHBOURS, len(x) // GROUPS)), np.arange(min(len(x), SAMPLE))
    size, share = _group(scaled, chosen, most)
    if not size and flat.shape[1] > DIRECTIONS:
        size, share = jump_of_scales(_few_columns(flat[first], MORE_DIRECTIONS), most)
        if size and share <= MOST:
            return _words(size, share), False
    if size:
        return _words(size, share), size == 1 or len(x) / (size + 1) > FEW_KINDS
    groups = max(KINDS, fewest_groups(classes)) if classes is not None else GROUPS
    size, share = _group(scaled, chosen, min(NEIGHBOURS, len(x) // groups)) if groups < GROUPS else (0, 0.0)
    if size > most:
        return _words(size, share), False
    near = near_repeats(x, groups)
    if not near:
        return "", False
    return (
        f"about {near:,} of {n:,} lie next to another one, ten times nearer than to the next or more",
        False,
    )


def _few_columns(rows: NDArray[np.generic], most: int = DIRECTIONS) -> Array:
    """Rows of few columns in units of their spread; wide rows along ``most`` directions at random, a part at a time."""
    if rows.shape[1] <= UNITS:
        numbers: Array = rows.astype(float)
        scaled: Array = numbers / deviations(numbers)
        if rows.shape[1] <= most:
            return scaled
        rows = scaled
    directions = np.random.default_rng(0x5CE4D).normal(size=(rows.shape[1], most))
    parts = range(0, len(rows), AT_ONCE)
    projected: Array = np.concatenate([rows[k : k + AT_ONCE].astype(float) @ directions for k in parts])
    return projected


def _thinned(n: int, fewest: int) -> Iterator[int]:
    """1, then one row in how many is kept so that groups of more than :data:`NEIGHBOURS` rows are small enough."""
    every = 1
    yield every
    while n // fewest > NEIGHBOURS * every:
        every *= THINNED
        yield every


def _views(points: Array, spread: Array) -> Iterator[tuple[int, ...]]:
    """The columns that vary, these without one of them, and pairs; parts only of measured columns."""
    varying = tuple(int(k) for k in np.flatnonzero(spread > 0))
    yield varying
    free = [k for k in varying if measured_column(points[:, k])]
    if len(free) < 3:
        if len(free) == 2 and len(varying) > 2:
            yield tuple(free)
        return
    if len(free) > 3:
        for left_out in free[:MOST_PAIRS]:
            yield tuple(k for k in free if k != left_out)
    pairs = list(combinations(free, 2))
    order = np.random.default_rng(len(pairs)).permutation(len(pairs))[:MOST_PAIRS]
    yield from (pairs[k] for k in sorted(order.tolist()))


def measured_column(values: Array) -> bool:
    """Whether a column takes few of the steps between its ends: its values are measured, not counted or rounded."""
    distinct = np.unique(values)
    if len(distinct) < FEWEST_GROUPS:
        return False
    step = float(np.diff(distinct).min())
    return len(distinct) < LATTICE * (float(np.ptp(distinct)) / step + 1)


def _group(x: Array, chosen: NDArray[np.int64], most: int) -> tuple[int, float]:
    """Other rows in the group of a typical point, and the share of points that lie in groups; (0, 0) without groups.

    Rows of equal values are copies only where values hardly ever coincide by chance.
    """
    from scipy.spatial import cKDTree

    most = min(most, len(x) - 2)
    if most < 1:
        return 0, 0.0
    row = identity(x)
    exact = len(np.unique(row)) < len(x) and continuous(x, row)
    distance, _ = cKDTree(x).query(x[chosen], k=most + 2)
    near, far = distance[:, 1:-1], distance[:, 2:]
    with np.errstate(divide="ignore", invalid="ignore"):
        jump = np.where(near > 0, far / near, np.where((far > 0) & exact, np.inf, 0.0))
    large = [LARGE] if most >= LARGE[0] and all(measured_column(column) for column in x.T) else []
    for least, ratio, share in (*JUMPS, *large):
        high = jump[:, least - 1 :] if least >= JUMPS[-1][0] else jump[:, least - 1 : least]
        clear = high.max(axis=1, initial=0.0) > ratio
        if clear.mean() > share:
            return int(np.median(high[clear].argmax(axis=1))) + least, float(clear.mean())
    for k in range(1, min(2, most) + 1):
        chance = TWICE**-k  # along a line, and less in more dimensions
        spread = np.sqrt(2 * chance * (1 - chance) / len(chosen))  # two points may be each other's nearest
        share = float((jump[:, k - 1] > TWICE).mean())
        if share > chance + max(SURPLUS, DEVIATIONS * spread):
            return k, share
    return 0, 0.0
