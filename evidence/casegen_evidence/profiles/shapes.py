"""Bands in oblique directions, balls and shells: places that windows along the axes do not fit."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.permutations import PERMUTATIONS, Labels, p_value
from casegen_evidence.profiles.windows import planes

Array = NDArray[np.float64]
Index = NDArray[np.int64]
Flags = NDArray[np.bool_]
Counts = NDArray[np.int32]
DIRECTIONS = 48
"""Directions across which bands are looked at, over all planes of two features."""
SUMMED = 5
"""Features up to which sums and differences of all of them are directions too."""
FEWEST_VALUES = 30
"""Columns of fewer values are codes, between which there are no distances: windows look at them."""
FIELDS = 192
"""Fields of equal pooled counts across a direction, at most; bands are runs of them."""
ROWS_EACH = 8
"""Rows of a field at least."""
BANDS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48)
"""Widths of bands in fields."""
CENTRES = 600
"""Rows around which balls are looked at, at most."""
BALLS = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
"""Rows of a ball, the centre among them."""
LARGEST = 4
"""A ball holds at most one in so many rows."""
SHELL_CENTRES = (500, 1500)
"""Rows around which shells are looked at, at least and at most: a ring's centre has to lie near one of them."""
ROWS_PER_SHELL = 8
"""Rows for each of these between: what many rows could show of a thin ring, a shell about another centre blurs."""
SHELLS = (2, 3, 4, 6, 8, 12, 16, 24, 32)
"""Widths of shells in fields."""
ENOUGH = 3
"""Permutations that reach the statistic after which no more are drawn: it rejects no more."""
CERTAIN = 1e-3
"""A bound of the p-value (Chernoff's, for every place) below which no permutation is drawn."""
TOGETHER = 8
"""Permutations that are counted at once, one to a byte of a machine word."""
MOST_ADDED = 255
"""Flags of which a byte holds the sum."""
CACHED = 2**19
"""Words of flags, in a row's order, that are summed at once: what a processor's cache holds."""
SPREAD = 1e-3
"""of the mean variance: features that are nearly sums of others count as if they varied so much by themselves"""


KINDS = (
    "bands that cross the features",
    "balls over all features together",
    "shells over all features together",
)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a ``kind`` that the first sample meets most too seldom; ``p_value`` over all places of that kind.

    It holds ``first`` rows of the first sample where ``expected`` were expected, about the row ``middle`` (a,).
    """

    kind: str
    p_value: float
    first: int
    expected: float
    middle: Array

    def difference(self, names: tuple[str, ...]) -> str:
        where = ", ".join(f"{name} {value:.4g}" for name, value in zip(names, self.middle, strict=True))
        return (
            f"The largest difference: a {self.kind} about {where} holds {self.first} labelled points where likeness "
            f"lets expect {self.expected:.3g}."
        )


@dataclass(frozen=True, slots=True)
class Shapes:
    """The worst band, ball and shell."""

    band: Place
    ball: Place
    shell: Place

    @property
    def p_values(self) -> list[float]:
        """In the order of :data:`KINDS`."""
        return [self.band.p_value, self.ball.p_value, self.shell.p_value]

    @property
    def worst(self) -> Place:
        return min(self.band, self.ball, self.shell, key=lambda place: place.p_value)


@dataclass(frozen=True, slots=True)
class Runs:
    """Places that are runs of rows in an order: ``order`` (views, m) of rows, runs between ``starts`` and ``ends``.

    ``fields`` are where fields begin in the order; ``starts`` and ``ends`` (runs,) count fields.
    """

    order: NDArray[np.int32]
    fields: Index
    starts: Index
    ends: Index

    def sums(self, values: NDArray[Any]) -> Array:
        """Sums of ``values`` (n,) over every run, ``(views, runs)``."""
        fields = np.add.reduceat(values[self.order], self.fields, axis=1, dtype=float)
        return self.of_runs(np.pad(fields.cumsum(axis=1), [(0, 0), (1, 0)]))

    def of_runs(self, below: NDArray[Any]) -> NDArray[Any]:
        """Sums over every run, of the sums ``below`` (views, fields + 1) each field."""
        return np.asarray(below[:, self.ends] - below[:, self.starts])

    def below(self, flags: Flags) -> NDArray[np.int32]:
        """How many rows of each of at most :data:`TOGETHER` ``flags`` (k, n) lie in the fields before each, and in all,
        ``(k, views, fields + 1)``."""
        count, rows = flags.shape
        words = np.zeros((rows, TOGETHER), dtype=np.uint8)
        words[:, :count] = flags.T
        packed = words.view(np.uint64).ravel()
        views, most = self.order.shape
        ends = np.append(self.fields, most)
        # a byte holds the sum of a piece of a field
        pieces = np.unique(np.concatenate([self.fields, np.arange(0, most, MOST_ADDED)]))
        at = np.searchsorted(pieces, ends)
        result = np.zeros((count, views, len(ends)), dtype=np.int32)
        step = max(1, CACHED // most)
        for first in range(0, views, step):
            sums = np.add.reduceat(packed[self.order[first : first + step]], pieces, axis=1)
            each = sums.view(np.uint8).reshape(*sums.shape, TOGETHER)[:, :, :count]
            whole = each.cumsum(axis=1, dtype=np.int32)[:, at[1:] - 1]
            result[:, first : first + step, 1:] = np.moveaxis(whole, -1, 0)
        return result


class _Deficit:
    """How many rows of the first sample are missing in runs, by ``share`` (n,), the chance of each row to be one."""

    def __init__(self, runs: Runs, share: Array) -> None:
        self.runs = runs
        self.expected = runs.sums(share)
        total = runs.sums(np.ones(len(share))).astype(np.int64)
        rest = np.maximum(total - self.expected, 1e-12)
        self.total, self.weight = total, np.log(np.maximum(self.expected, 1e-12)) - np.log(rest)
        self.rest = total * np.log(rest)
        self.entropy = np.append(0.0, np.arange(1, len(share) + 1) * np.log(np.arange(1, len(share) + 1)))

    def ratios(self, own: Flags) -> Array:
        """Binomial log-likelihood ratio of every run; 0 where no fewer lie there than expected."""
        return self.ratios_of(self.runs.below(own[None])[0])

    def ratios_of(self, below: Counts) -> Array:
        """The same, of the counts ``below`` (views, fields + 1) each field."""
        return self._ratios(self.runs.of_runs(below))

    def reaches(self, least: float) -> Callable[[Counts], bool]:
        """Whether the ratio of any run is ``least`` or more, by the counts below each field: by the counts of runs up to
        which it is, looked for once."""
        most, above = np.full(self.total.shape, -1), np.ceil(self.expected).astype(np.int64)
        while np.any(above - most > 1):
            middle = (most + above) // 2
            reached = self._ratios(middle) >= least
            most, above = np.where(reached, middle, most), np.where(reached, above, middle)
        views, runs = np.nonzero(most >= 0)
        most = most[views, runs]
        first = views * (len(self.runs.fields) + 1)
        start, end = first + self.runs.starts[runs], first + self.runs.ends[runs]

        def reaches(below: Counts) -> bool:
            counts = below.ravel()
            return bool(np.any(counts[end] - counts[start] <= most))

        return reaches

    def _ratios(self, seen: NDArray[Any]) -> Array:
        ratio = self.entropy[seen] + self.entropy[self.total - seen] - seen * self.weight - self.rest
        return np.asarray(np.where(seen < self.expected, ratio, 0.0))

    def place(self, kind: str, p_value: float, own: Flags, pooled: Array) -> Place:
        view, run = np.unravel_index(int(self.ratios(own).argmax()), self.expected.shape)
        bounds = np.append(self.runs.fields, self.runs.order.shape[1])
        rows = self.runs.order[view, bounds[self.runs.starts[run]] : bounds[self.runs.ends[run]]]
        expected = float(self.expected[view, run])
        return Place(kind, p_value, int(own[rows].sum()), expected, np.median(pooled[rows], axis=0))


def compare_shapes(
    first: Array, second: Array, rng: np.random.Generator, strata: tuple[Index, Index]
) -> tuple[Shapes, Shapes] | None:
    """Permutation tests that ``first`` (n, a) meets no place too seldom that ``second`` (N, a) meets; also in ``strata``.

    Of bands and shells the statistic is the largest likelihood ratio.  Of balls it is the mean of its roots, as what
    is no ball shows in many of them (average likelihood ratio, Chan & Walther 2013).  None where fewer than two columns
    take many values: windows see all there.
    """
    mixed = rng.permutation(len(first) + len(second))  # rows that tie are in no order of their samples
    pooled = np.concatenate([first, second])[mixed]
    own = mixed < len(first)
    x = pooled[:, [len(np.unique(column)) >= FEWEST_VALUES for column in pooled.T]]
    if x.shape[1] < 2:
        return None
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    white = _whitened(x)
    kinds = (_bands(x), _balls(white, rng), _shells(white, rng))
    none = np.zeros(len(pooled), dtype=np.int64)
    apart, within = (_tested(kinds, own, s, pooled, rng) for s in (none, np.concatenate(strata)[mixed]))
    return apart, within


def _tested(
    kinds: tuple[Runs, Runs, Runs], own: Flags, stratum: Index, pooled: Array, rng: np.random.Generator
) -> Shapes:
    labels = Labels(own, stratum, rng)
    band, ball, shell = (_Deficit(runs, labels.share) for runs in kinds)
    return Shapes(
        band.place("band", _p_value(band, _largest, labels), own, pooled),
        ball.place("ball", _p_value(ball, _average, labels), own, pooled),
        shell.place("shell", _p_value(shell, _largest, labels), own, pooled),
    )


def _largest(deficit: _Deficit, ratios: Array) -> Callable[[Counts], bool]:
    """Whether the largest ratio is no smaller than that of ``ratios``."""
    return deficit.reaches(float(ratios.max()) * (1 - 1e-12))


def _average(deficit: _Deficit, ratios: Array) -> Callable[[Counts], bool]:
    """Whether the mean of the roots of likelihood ratios is no smaller than that of ``ratios``."""

    def mean(values: Array) -> float:
        return float(np.exp(values / 2).mean())

    least = mean(ratios) * (1 - 1e-12)
    return lambda below: mean(deficit.ratios_of(below)) >= least


def _p_value(
    deficit: _Deficit, statistic: Callable[[_Deficit, Array], Callable[[Counts], bool]], labels: Labels
) -> float:
    ratios = deficit.ratios(labels.own)
    bound = ratios.size * float(np.exp(-ratios.max()))
    if bound < CERTAIN:
        return bound
    reaches = statistic(deficit, ratios)
    drawn = labels.batches(PERMUTATIONS, TOGETHER)
    return p_value((reaches(below) for flags in drawn for below in deficit.runs.below(flags)), ENOUGH)


def _whitened(x: Array) -> Array:
    """Rows ``x`` (n, a) of equal spread, with equal spread in all directions, turned as little as possible."""
    variance, axes = np.linalg.eigh(x.T @ x / len(x))
    return np.asarray(x @ (axes / np.sqrt(np.maximum(variance, SPREAD))) @ axes.T)


def _bands(x: Array) -> Runs:
    return _between(np.array(list(_projections(x))), BANDS, overlap=max(BANDS))


def _shells(x: Array, rng: np.random.Generator) -> Runs:
    from scipy.spatial.distance import cdist

    centres = x[rng.permutation(len(x))[: int(np.clip(len(x) // ROWS_PER_SHELL, *SHELL_CENTRES))]]
    return _between(cdist(centres, x, "sqeuclidean"), SHELLS, overlap=4)


def _between(values: Array, widths: tuple[int, ...], overlap: int) -> Runs:
    """Between two of a view's ``values`` (views, n), of ``widths`` in fields; ``overlap`` wide ones begin in a width."""
    order, rows = np.argsort(values, axis=1).astype(np.int32), values.shape[1]
    count = int(np.clip(rows // ROWS_EACH, 1, FIELDS))
    fields = np.arange(count) * rows // count
    ends = np.array(
        [
            (at, at + run)
            for run in widths
            if run < count
            for at in range(0, count - run + 1, max(1, run // overlap))
        ]
    )
    return Runs(order, fields, ends[:, 0], ends[:, 1])


def _projections(x: Array) -> Iterator[Array]:
    """Rows ``x`` (n, a) of equal spread along every direction (n,): in planes of two features, and sums of all of few."""
    pairs = planes(x.shape[1])
    angles = np.arange(max(4, DIRECTIONS // len(pairs) // 2 * 2))
    for one, other in pairs:
        both = x[:, one] + x[:, other], x[:, one] - x[:, other]  # principal axes, as both are spread alike
        along, across = (v / max(float(v.std()), SPREAD) for v in both)
        yield from (np.cos(angle) * along + np.sin(angle) * across for angle in np.pi * angles / len(angles))
    if 2 < x.shape[1] <= SUMMED:
        for signs in itertools.product((1.0, -1.0), repeat=x.shape[1] - 1):
            yield x @ np.array([1.0, *signs])


def _balls(x: Array, rng: np.random.Generator) -> Runs:
    from scipy.spatial.distance import cdist

    sizes = np.array([k for k in BALLS if k <= max(len(x) // LARGEST, min(BALLS))])
    most = int(sizes[-1])
    centres = rng.permutation(len(x))[:CENTRES]
    distance = cdist(x[centres], x, "sqeuclidean")
    nearest = np.argpartition(distance, most - 1, axis=1)[:, :most]
    by_distance = np.argsort(np.take_along_axis(distance, nearest, axis=1), axis=1)
    order = np.take_along_axis(nearest, by_distance, axis=1).astype(np.int32)
    return Runs(
        order, np.append(0, sizes[:-1]), np.zeros(len(sizes), dtype=np.int64), np.arange(1, len(sizes) + 1)
    )
