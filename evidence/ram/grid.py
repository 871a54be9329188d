"""Partition of a box into equal cells (paper 003 §5.2, step 1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
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
    def cells(self) -> int:
        return int(np.prod(self.shape))

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
        """Cell number of each point; -1 outside the box."""
        k = np.floor((points - np.array(self.lower)) / self.side).astype(np.int64)
        k = np.minimum(k, np.array(self.shape) - 1)
        flat = np.ravel_multi_index(tuple(np.maximum(k, 0).T), self.shape)
        return np.where(self.inside(points), flat, -1)

    def origin(self, cells: NDArray[np.int64]) -> Points:
        """Lower corners ``(len(cells), d)``."""
        index = np.stack(np.unravel_index(cells, self.shape), axis=1)
        return np.asarray(np.array(self.lower) + index * self.side)

    def centres(self) -> Points:
        """Centres of all cells, ``(cells, d)``."""
        return self.origin(np.arange(self.cells)) + self.side / 2
