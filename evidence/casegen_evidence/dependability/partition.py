"""Partition of a domain into voxels: grid, quantiles, or k-d splits by count; atoms and categories apart.

Every voxel is a box that in each dimension is an interval, or a single value (a category or an atom).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.domain import Categorical, Dimension, Domain, Numeric
from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic

Array = NDArray[np.float64]
Index = NDArray[np.int64]
MOST_VOXELS = 2_000_000


@dataclass(frozen=True, slots=True)
class Segments:
    """One dimension cut into intervals between ``edges`` and single ``points`` that are strata of their own."""

    edges: tuple[float, ...]
    points: tuple[float, ...]

    def __len__(self) -> int:
        return max(0, len(self.edges) - 1) + len(self.points)

    def bounds(self) -> tuple[Array, Array]:
        """Lower and upper end of every segment; equal for points."""
        lower = [*self.edges[:-1], *self.points]
        return np.array(lower), np.array([*self.edges[1:], *self.points])

    def of(self, x: Array) -> Index:
        """Segment of each value, -1 outside.  Intervals are closed below, the last one on both sides."""
        intervals = max(0, len(self.edges) - 1)
        result = np.full(len(x), -1, dtype=np.int64)
        if intervals:
            place = np.searchsorted(self.edges, x, side="right") - 1
            place = np.where(x == self.edges[-1], intervals - 1, place)
            result = np.where((place >= 0) & (place < intervals), place, -1)
        for number, value in enumerate(self.points):
            result[x == value] = intervals + number
        return result


@dataclass(frozen=True, slots=True)
class Splits:
    """A forest of binary splits: node ``i`` sends values of ``dimension[i]`` below ``value[i]`` to ``left[i]``.

    ``dimension`` -1 marks a leaf, whose voxel is ``left``.
    """

    dimension: Index
    value: Array
    left: Index
    right: Index

    def leaf(self, node: Index, scenarios: Array) -> Index:
        """Follow the splits from the given nodes, shape ``(n,)``, to voxels."""
        node = node.copy()
        while True:
            inner = np.flatnonzero(self.dimension[node] >= 0)
            if not len(inner):
                return self.left[node]
            here = node[inner]
            goes_left = scenarios[inner, self.dimension[here]] < self.value[here]
            node[inner] = np.where(goes_left, self.left[here], self.right[here])


@dataclass(frozen=True, slots=True)
class Partition:
    """Voxels with ends ``lower`` and ``upper``, shape ``(voxels, d)``; equal ends are a single value."""

    domain: Domain
    segments: tuple[Segments, ...]
    lower: Array
    upper: Array
    splits: Splits | None = None
    kind: str = "grid"

    def __len__(self) -> int:
        return len(self.lower)

    def assign(self, scenarios: Array) -> Index:
        """Voxel of each scenario ``(n, d)``, shape ``(n,)``; -1 outside the domain."""
        parts = [s.of(scenarios[:, k]) for k, s in enumerate(self.segments)]
        outside = np.any([part < 0 for part in parts], axis=0)
        face = np.zeros(len(scenarios), dtype=np.int64)
        for part, s in zip(parts, self.segments, strict=True):
            face = face * len(s) + np.maximum(part, 0)
        result = face if self.splits is None else self.splits.leaf(face, scenarios)
        return np.where(outside, -1, result)

    def points(self, dimension: int) -> tuple[float, ...]:
        """Single values of a dimension that are strata of their own."""
        return self.segments[dimension].points

    @property
    def solid(self) -> NDArray[np.bool_]:
        """Where a voxel is an interval, not a single value; shape ``(voxels, d)``."""
        return self.upper > self.lower

    def describe(self, voxel: int) -> str:
        """A voxel in words: ``v in [0, 1) in/s, weather = rain``."""
        ends = zip(self.domain.dimensions, self.lower[voxel], self.upper[voxel], strict=True)
        return ", ".join(_side(d, float(low), float(high)) for d, low, high in ends)


def _side(d: Dimension, low: float, high: float) -> str:
    if isinstance(d, Categorical):
        return f"{d.name} = {d.categories[int(low)]}"
    if low == high:
        return f"{d.name} = {low:.4g} {d.unit}".rstrip()
    return f"{d.name} in [{low:.4g}, {high:.4g}] {d.unit}".rstrip()


@in_own_arithmetic
def grid(
    domain: Domain,
    cells: int | Mapping[str, int] = 10,
    points: Mapping[str, Sequence[float]] | None = None,
    breaks: Mapping[str, Sequence[float]] | None = None,
) -> Partition:
    """Equal intervals: ``cells`` per numeric dimension (or by name), plus ``points`` and ``breaks``.

    The paper's own partition is ``grid(domain, 10)`` (paper 000, "Performance during Testing").
    """

    def edges(k: int, d: Numeric) -> Array:
        return np.linspace(d.lower, d.upper, _count(cells, d.name) + 1)

    return _product(domain, edges, points, breaks, "grid")


def quantile(
    domain: Domain,
    scenarios: Array,
    cells: int | Mapping[str, int] = 10,
    points: Mapping[str, Sequence[float]] | None = None,
    breaks: Mapping[str, Sequence[float]] | None = None,
) -> Partition:
    """Intervals that hold equal shares of the tested ``scenarios`` in each numeric dimension."""

    def edges(k: int, d: Numeric) -> Array:
        inner = np.quantile(scenarios[:, k], np.linspace(0, 1, _count(cells, d.name) + 1)[1:-1])
        return np.array([d.lower, *inner, d.upper])

    return _product(domain, edges, points, breaks, "quantile")


def _count(cells: int | Mapping[str, int], name: str) -> int:
    count = cells if isinstance(cells, int) else cells.get(name, 1)
    if count < 1:
        raise InputProblem(f"expected at least 1 cell for {name}, found {count}")
    return count


def _product(
    domain: Domain,
    edges: Callable[[int, Numeric], Array],
    points: Mapping[str, Sequence[float]] | None,
    breaks: Mapping[str, Sequence[float]] | None,
    kind: str,
) -> Partition:
    segments = tuple(
        _segments(d, edges(k, d) if isinstance(d, Numeric) else None, points, breaks)
        for k, d in enumerate(domain.dimensions)
    )
    lower, upper = _boxes(segments)
    return Partition(domain, segments, lower, upper, kind=kind)


def _segments(
    d: Dimension,
    edges: Array | None,
    points: Mapping[str, Sequence[float]] | None,
    breaks: Mapping[str, Sequence[float]] | None,
) -> Segments:
    if isinstance(d, Categorical) or edges is None:
        assert isinstance(d, Categorical)
        return Segments((), tuple(float(code) for code in range(len(d.categories))))
    inside = [b for b in (breaks or {}).get(d.name, ()) if d.lower < b < d.upper]
    kept = tuple(np.unique(np.concatenate([edges, inside])).tolist())
    own = sorted({float(p) for p in (points or {}).get(d.name, ()) if d.lower <= p <= d.upper})
    return Segments(kept, tuple(own))


def _boxes(segments: Sequence[Segments]) -> tuple[Array, Array]:
    count = int(np.prod([float(len(s)) for s in segments]))
    if count > MOST_VOXELS:
        raise InputProblem(
            f"expected at most {MOST_VOXELS:,} voxels, found {count:,} ({' × '.join(str(len(s)) for s in segments)}). "
            "Use fewer cells, or the k-d partition"
        )
    ends = [s.bounds() for s in segments]
    lower = np.meshgrid(*(low for low, _ in ends), indexing="ij")
    upper = np.meshgrid(*(high for _, high in ends), indexing="ij")
    return np.stack([a.ravel() for a in lower], axis=1), np.stack([a.ravel() for a in upper], axis=1)


def k_d(
    domain: Domain,
    scenarios: Array,
    least: int = 50,
    points: Mapping[str, Sequence[float]] | None = None,
    breaks: Mapping[str, Sequence[float]] | None = None,
) -> Partition:
    """Split by the median of the longest side (in shares of the domain) while both halves keep ``least`` tests.

    The number of voxels follows the number of tests, not the dimension.  Outcomes play no part, so that the
    estimate within a voxel stays unbiased.
    """
    if least < 1:
        raise InputProblem(f"expected at least 1 test per voxel, found {least}")
    whole = grid(domain, 1, points, breaks)
    lengths = np.array([d.upper - d.lower if isinstance(d, Numeric) else 1.0 for d in domain.dimensions])
    face = whole.assign(scenarios)
    nodes = _Nodes()
    roots = len(whole)
    nodes.reserve(roots)
    order = np.argsort(face, kind="stable")
    starts = np.searchsorted(face[order], np.arange(roots + 1))
    for root in range(roots):
        members = scenarios[order[starts[root] : starts[root + 1]]]
        nodes.grow(root, members, whole.lower[root], whole.upper[root], lengths, least)
    return Partition(
        domain, whole.segments, np.array(nodes.lower), np.array(nodes.upper), nodes.splits(), "k-d"
    )


class _Nodes:
    """The forest while it grows."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, float, int, int]] = []
        self.lower: list[Array] = []
        self.upper: list[Array] = []

    def reserve(self, count: int) -> None:
        self.rows += [(-1, 0.0, -1, -1)] * count

    def grow(self, root: int, members: Array, lower: Array, upper: Array, lengths: Array, least: int) -> None:
        pending = [(root, members, lower, upper)]
        while pending:
            node, inside, low, high = pending.pop()
            cut = _cut(inside, low, high, lengths, least)
            if cut is None:
                self.rows[node] = (-1, 0.0, len(self.lower), -1)
                self.lower.append(low)
                self.upper.append(high)
                continue
            k, value = cut
            left, right = len(self.rows), len(self.rows) + 1
            self.reserve(2)
            self.rows[node] = (k, value, left, right)
            goes_left = inside[:, k] < value
            high_left, low_right = high.copy(), low.copy()
            high_left[k] = low_right[k] = value
            pending += [
                (right, inside[~goes_left], low_right, high),
                (left, inside[goes_left], low, high_left),
            ]

    def splits(self) -> Splits:
        dimension, value, left, right = zip(*self.rows, strict=True)
        return Splits(
            np.array(dimension, dtype=np.int64),
            np.array(value),
            np.array(left, dtype=np.int64),
            np.array(right, dtype=np.int64),
        )


def _cut(inside: Array, low: Array, high: Array, lengths: Array, least: int) -> tuple[int, float] | None:
    """Dimension and value of the next split, or None for a leaf."""
    if len(inside) < 2 * least:
        return None
    for k in np.argsort(-(high - low) / lengths, kind="stable"):
        if high[k] <= low[k]:
            return None
        value = float(np.median(inside[:, k]))
        below = int(np.sum(inside[:, k] < value))
        if low[k] < value < high[k] and least <= below <= len(inside) - least:
            return int(k), value
    return None


@dataclass(frozen=True, slots=True)
class Halves:
    """Every voxel cut at the middle of its intervals, in the given dimensions: the boxes that hold tests.

    ``parent`` is the voxel of each half ``(h,)``, ``code`` its sorted key, ``of`` the half of each test
    ``(n,)``, -1 outside.
    """

    dimensions: tuple[int, ...]
    lower: Array
    upper: Array
    parent: Index
    code: Index
    of: Index


def half_codes(partition: Partition, voxel: Index, scenarios: Array, dimensions: Sequence[int]) -> Index:
    """Key of the half each scenario lies in, shape ``(n,)``; ``voxel`` is its voxel, none of them -1."""
    middle = (partition.lower + partition.upper) / 2
    high = (scenarios >= middle[voxel]) & partition.solid[voxel]
    code = voxel.copy()
    for k in dimensions:
        code = 2 * code + high[:, k]
    return code


def halve(partition: Partition, voxel: Index, scenarios: Array, dimensions: Sequence[int]) -> Halves:
    """Halve the voxels in the given dimensions; ``voxel`` is ``partition.assign(scenarios)``."""
    inside = voxel >= 0
    keys = half_codes(partition, voxel[inside], scenarios[inside], dimensions)
    codes, of_inside = np.unique(keys, return_inverse=True)
    parent = codes >> len(dimensions)
    lower, upper = partition.lower[parent].copy(), partition.upper[parent].copy()
    for place, k in enumerate(reversed(dimensions)):
        up = ((codes >> place) & 1).astype(bool)
        middle, solid = (lower[:, k] + upper[:, k]) / 2, partition.solid[parent, k]
        lower[:, k], upper[:, k] = (
            np.where(up & solid, middle, lower[:, k]),
            np.where(~up & solid, middle, upper[:, k]),
        )
    of = np.full(len(scenarios), -1, dtype=np.int64)
    of[inside] = of_inside.reshape(-1)
    return Halves(tuple(dimensions), lower, upper, parent, codes, of)
