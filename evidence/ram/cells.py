"""Kinds and labels of cells (paper 003 §5.2 step 3: normal, empty, cross-boundary)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from evidence.ram.grid import Grid, Points


class CellKind(IntEnum):
    """What is known of a cell's label: its points agree, it has none, or its points disagree."""

    EMPTY = 0
    NORMAL = 1
    CROSS_BOUNDARY = 2


@dataclass(frozen=True, slots=True)
class Cells:
    """Kind and label per cell of ``grid``, flat in C order; label -1 where it is not yet known."""

    grid: Grid
    kind: NDArray[np.int8]
    label: NDArray[np.int64]

    def count(self, kind: CellKind) -> int:
        return int(np.sum(self.kind == kind))


def sort_cells(grid: Grid, points: Points, labels: NDArray[np.int64]) -> Cells:
    """Sort the cells of ``grid`` by the labelled points ``(n, d)`` they hold; points outside are ignored."""
    where = grid.locate(points)
    where, known = where[where >= 0], labels[where >= 0]
    low = np.full(grid.cells, np.iinfo(np.int64).max)
    high = np.full(grid.cells, -1, dtype=np.int64)
    np.minimum.at(low, where, known)
    np.maximum.at(high, where, known)
    kind = np.full(grid.cells, CellKind.EMPTY, dtype=np.int8)
    kind[high >= 0] = CellKind.NORMAL
    kind[(high >= 0) & (low != high)] = CellKind.CROSS_BOUNDARY
    label = np.where(kind == CellKind.NORMAL, high, -1)
    return Cells(grid, kind, label)
