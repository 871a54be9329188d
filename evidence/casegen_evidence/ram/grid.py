"""Partition of a box into equal cells (paper 003 §5.2, step 1), whole or only where inputs fall."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
OUTSIDE, LEFT_OUT = -1, -2
"""What :meth:`Grid.locate` says of points beyond the box, and of points in cells that are not stored."""


@dataclass(frozen=True)
class Grid:
    """Equal cells over the box from ``lower`` to ``upper``; ``shape`` counts cells per axis.

    Cells are numbered in C order.  A cell owns its lower edges; the box's upper edge belongs to the last.
    """

    lower: tuple[float, ...]
    upper: tuple[float, ...]
    shape: tuple[int, ...]

    @property
    def dimension(self) -> int:
        return len(self.shape)

    @property
    def whole(self) -> int:
        """Number of cells the box has."""
        return prod(self.shape)

    @property
    def cells(self) -> int:
        """Number of cells stored; per-cell arrays have this length."""
        return self.whole

    @property
    def side(self) -> NDArray[np.float64]:
        """Cell side per axis, in the units of the features."""
        return np.asarray((np.array(self.upper) - np.array(self.lower)) / np.array(self.shape))

    @property
    def width(self) -> NDArray[np.float64]:
        """Width of the box per axis."""
        return np.asarray(np.array(self.upper) - np.array(self.lower))

    def edges(self, axis: int) -> NDArray[np.float64]:
        """The ``shape[axis] + 1`` cell edges along ``axis``."""
        return np.linspace(self.lower[axis], self.upper[axis], self.shape[axis] + 1)

    def inside(self, points: Points) -> NDArray[np.bool_]:
        """Which points ``(n, d)`` lie in the box."""
        ok: NDArray[np.bool_] = np.all((points >= self.lower) & (points <= self.upper), axis=1)
        return ok

    def locate(self, points: Points) -> NDArray[np.int64]:
        """Number of each point's cell, the index into per-cell arrays; ``OUTSIDE`` beyond the box."""
        k = np.floor((points - np.array(self.lower)) / self.side).astype(np.int64)
        k = np.minimum(k, np.array(self.shape) - 1)
        flat = np.ravel_multi_index(tuple(np.maximum(k, 0).T), self.shape)
        return np.where(self.inside(points), flat, -1)

    def origin(self, cells: NDArray[np.int64]) -> Points:
        """Lower corners ``(len(cells), d)``."""
        return np.asarray(np.array(self.lower) + self.index(cells) * self.side)

    def index(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Position along each axis, ``(len(cells), d)``."""
        return np.stack(np.unravel_index(cells, self.shape), axis=1).astype(np.int64)

    def centres(self) -> Points:
        """Centres of all cells, ``(cells, d)``."""
        return self.origin(np.arange(self.cells)) + self.side / 2


@dataclass(frozen=True)
class SparseGrid(Grid):
    """A grid of which only the cells ``which`` are stored: sorted C-order numbers in the whole grid.

    Cells are renumbered 0 to ``len(which) - 1`` in that order; :meth:`locate` says ``LEFT_OUT`` elsewhere.
    """

    which: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64), compare=False)

    @property
    def cells(self) -> int:
        return len(self.which)

    def locate(self, points: Points) -> NDArray[np.int64]:
        whole = Grid.locate(self, points)
        at = np.minimum(np.searchsorted(self.which, whole), max(len(self.which) - 1, 0))
        stored = (self.which[at] == whole) if len(self.which) else np.zeros(len(points), dtype=bool)
        return np.where(whole < 0, OUTSIDE, np.where(stored, at, LEFT_OUT))

    def index(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        return Grid.index(self, self.which[cells])
