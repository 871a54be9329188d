"""Windows along one axis or two: what :func:`casegen_evidence.profiles.two_sample.scan` looks at."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Index = NDArray[np.int64]
FIELDS = (192, 640)
"""Fields of equal pooled counts along an axis, at least and at most; windows are runs of them."""
PLANE_FIELDS = (4, 16)
"""The same along each axis of a plane."""
ROWS_EACH = 16
"""Rows of a field between these: wider ones mix a thin place of few rows with what lies beside it"""
RUNS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64, 96, 192, 320)
"""Lengths of windows in fields."""
PLANE_RUNS = (1, 2, 3, 4, 6, 8, 12)
ALL_PAIRS = 5
"""Axes up to which every pair makes a plane; of more, neighbours do."""
MOST_PLANES = 12


def planes(axes: int) -> list[tuple[int, int]]:
    """The pairs of axes whose planes are looked at."""
    if axes <= ALL_PAIRS:
        return list(itertools.combinations(range(axes), 2))
    neighbours = [(k, k + 1) for k in range(axes - 1)]
    return neighbours[:: -(-len(neighbours) // MOST_PLANES)]


@dataclass(frozen=True, slots=True)
class Windows:
    """Windows over the fields of ``axes``, one or two.

    ``field`` (axes, n) of each row, ``cell`` (n,) the same in one number; a window's count is the sum over ``corners``
    (2^axes, windows) of the counts below them, with ``sign`` (2^axes,).  ``low`` and ``high`` (axes, windows) are its
    ends in fields.  ``weight`` and ``rest`` hold what the statistic takes from totals and expected counts.
    """

    axes: tuple[int, ...]
    shape: tuple[int, ...]
    field: Index
    cell: Index
    low: Index
    high: Index
    corners: Index
    sign: Array
    total: Index
    expected: Array
    weight: Array
    rest: Array
    entropy: Array

    @classmethod
    def over(cls, values: Array, axes: tuple[int, ...], share: Array) -> Windows:
        """Of rows ``values`` (n, d); ``share`` (n,) is the chance of each to belong to the first sample."""
        rows = len(values)
        least, most = FIELDS if len(axes) == 1 else PLANE_FIELDS
        wanted = int(np.clip((rows / ROWS_EACH) ** (1 / len(axes)), least, most))
        cuts = np.linspace(0, 1, wanted + 1)[1:-1]
        edges = [np.unique(np.quantile(values[:, k], cuts)) for k in axes]
        field = np.array(
            [np.searchsorted(e, values[:, k], side="right") for e, k in zip(edges, axes, strict=True)]
        )
        shape = tuple(len(e) + 1 for e in edges)
        low, high = _ends(shape, RUNS if len(axes) == 1 else PLANE_RUNS)
        corners, sign = _corners(low, high, shape)
        cell = np.ravel_multi_index(tuple(field), shape)
        total = _sums(np.bincount(cell, minlength=int(np.prod(shape))), shape, corners, sign)
        expected = _sums(np.bincount(cell, share, minlength=int(np.prod(shape))), shape, corners, sign)
        inside, outside = np.log(np.maximum(expected, 1e-12)), np.log(np.maximum(total - expected, 1e-12))
        entropy = np.append(0.0, np.arange(1, rows + 1) * np.log(np.arange(1, rows + 1)))
        return cls(
            axes, shape, field, cell, low, high, corners, sign, np.rint(total).astype(np.int64), expected,
            inside - outside, total * outside, entropy,
        )  # fmt: skip

    def statistic(self, own: NDArray[np.bool_]) -> tuple[float, int]:
        """Largest binomial log-likelihood ratio over the windows of ``own`` rows, and which window; 0 without any."""
        if not len(self.total):
            return 0.0, -1
        counts = np.bincount(self.cell[own], minlength=int(np.prod(self.shape)))
        seen = np.rint(_sums(counts, self.shape, self.corners, self.sign)).astype(np.int64)
        ratio = self.entropy[seen] + self.entropy[self.total - seen] - seen * self.weight - self.rest
        at = int(ratio.argmax())
        return float(ratio[at]), at

    def inside(self, window: int) -> NDArray[np.bool_]:
        """Which rows lie in a window; all, without one."""
        if window < 0:
            return np.ones(len(self.cell), dtype=bool)
        low, high = self.low[:, window, None], self.high[:, window, None]
        return np.asarray(np.all((self.field >= low) & (self.field < high), axis=0))


def _ends(shape: tuple[int, ...], runs: tuple[int, ...]) -> tuple[Index, Index]:
    """Lower and upper ends, ``(axes, windows)``, of all windows of the lengths ``runs`` along each axis."""
    along = [
        [(at, at + run) for run in runs if run < count for at in range(count - run + 1)] for count in shape
    ]
    ends = np.array(list(itertools.product(*along)), dtype=np.int64).reshape(-1, len(shape), 2)
    return ends[:, :, 0].T, ends[:, :, 1].T


def _corners(low: Index, high: Index, shape: tuple[int, ...]) -> tuple[Index, Array]:
    padded = tuple(count + 1 for count in shape)
    choices = list(itertools.product((0, 1), repeat=len(shape)))
    corners = [
        np.ravel_multi_index(tuple((low, high)[up][k] for k, up in enumerate(choice)), padded)
        for choice in choices
    ]
    return np.array(corners), np.array([(-1.0) ** (len(shape) - sum(choice)) for choice in choices])


def _sums(counts: Array | Index, shape: tuple[int, ...], corners: Index, sign: Array) -> Array:
    """The sum of ``counts`` over each window, by sums up to its corners."""
    below = np.pad(counts.reshape(shape), [(1, 0)] * len(shape))
    for axis in range(len(shape)):
        below = below.cumsum(axis=axis)
    return np.asarray(sign @ below.ravel()[corners], dtype=float)
