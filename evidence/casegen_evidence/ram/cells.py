"""Kinds and labels of cells (paper 003 §5.2 step 3: normal, empty, cross-boundary)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.ram.grid import Grid, Points


class CellKind(IntEnum):
    """What is known of a cell's label: its points agree, it has none, or its points disagree."""

    EMPTY = 0
    NORMAL = 1
    CROSS_BOUNDARY = 2


EmptyLabel = Literal["vote", "nearest", "worst-case"]
"""How an empty cell is judged: by the vote of the model's predictions (Assumption 4), by the label of the
nearest labelled point, or not at all (every input in it counts as a failure)."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Kind and label per cell of ``grid``, flat in C order.

    ``label`` is -1 where a vote has to find it; ``conceded`` cells count as failing whatever the model says.
    """

    grid: Grid
    kind: NDArray[np.int8]
    label: NDArray[np.int64]
    conceded: NDArray[np.bool_]

    def count(self, kind: CellKind) -> int:
        return int(np.sum(self.kind == kind))


def sort_cells(grid: Grid, points: Points, labels: NDArray[np.int64], empty: EmptyLabel = "vote") -> Cells:
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
    conceded = kind == CellKind.CROSS_BOUNDARY
    if empty == "worst-case":
        conceded |= kind == CellKind.EMPTY
    elif empty == "nearest":
        bare = np.flatnonzero(kind == CellKind.EMPTY)
        label[bare] = labels[_nearest(grid, bare, points)]
    return Cells(grid, kind, label, conceded)


def _nearest(grid: Grid, cells: NDArray[np.int64], points: Points) -> NDArray[np.int64]:
    """Index of the point nearest to each cell's centre, in L∞ measured in cells."""
    from scipy.spatial import cKDTree

    centres = (grid.origin(cells) + grid.side / 2) / grid.side
    return np.asarray(cKDTree(points / grid.side).query(centres, p=np.inf)[1], dtype=np.int64)
