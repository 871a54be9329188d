"""A table as read: its columns, checked, with every name in one spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.columns import Cells
from casegen_evidence.tables.signs.left_out import Gaps

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Names:
    """A column of names: ``codes[i]`` is the index of row i's name in ``words``."""

    codes: NDArray[np.int32]
    words: tuple[str, ...]

    def list(self) -> list[str]:
        """The names, row by row."""
        return [self.words[k] for k in self.codes.tolist()]

    def counts(self) -> dict[str, int]:
        """Rows per name, in the order of first occurrence."""
        counted = np.bincount(self.codes, minlength=len(self.words)).tolist()
        return dict(zip(self.words, counted, strict=True))

    def codes_in(self, classes: Sequence[str]) -> NDArray[np.int64]:
        """The rows as indices into ``classes``, which hold every name."""
        index = {word: i for i, word in enumerate(classes)}
        return np.array([index[word] for word in self.words], dtype=np.int64)[self.codes]


_CHUNK = 1_000_000
"""rows that are counted at once"""


def pairs_of(one: Names, other: Names) -> dict[tuple[str, str], int]:
    """Rows per pair of names of two columns of one table; needs no memory per row."""
    width = len(other.words)
    counts = Counter[int]()
    for start in range(0, len(one.codes), _CHUNK):
        rows = slice(start, start + _CHUNK)
        places = one.codes[rows].astype(np.int64) * width + other.codes[rows]
        met, often = np.unique(places, return_counts=True)
        counts.update(dict(zip(met.tolist(), often.tolist(), strict=True)))
    return {(one.words[k // width], other.words[k % width]): number for k, number in sorted(counts.items())}


@dataclass(slots=True)
class DataTable:
    """A table as read: every column checked, every name in one spelling."""

    file: str
    rows: int
    first_line: int
    header: tuple[str, ...]
    """the columns of the file, as it spells them"""
    cells: dict[str, Cells]
    names_by_column: dict[str, Names] = field(default_factory=dict)
    flags_by_column: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    translated: set[str] = field(default_factory=set)
    """keys of the item's `labels` that the table holds"""
    beside: Sequence[Cells] = ()
    """columns that nobody asked for and that are looked at all the same"""
    gaps: Gaps | None = None
    """numbers of rows that the table leaves out"""
    _lines: NDArray[np.int64] | None = None

    def __contains__(self, name: str) -> bool:
        return name in self.cells

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns read, as the method calls them."""
        return tuple(self.cells)

    def numbers(self, name: str) -> Array:
        """A column of numbers ``(rows,)``."""
        return self.cells[name].numbers()

    def names(self, name: str) -> Names:
        """A column of names."""
        return self.names_by_column[name]

    def flags(self, name: str) -> NDArray[np.bool_]:
        """A column of truth values ``(rows,)``."""
        return self.flags_by_column[name]

    def spelled(self, name: str) -> str:
        """The name of a column in the file."""
        return self.cells[name].spelled

    def line(self, row: int) -> int:
        """Line of row ``row`` (from 0) in the file."""
        return self.first_line + (row if self._lines is None else int(self._lines[row]))

    def keep(self, at: NDArray[np.int64]) -> None:
        """Keep the rows ``at``, in order; names that none of them has are gone."""
        for cells in self.cells.values():
            cells.keep(at)
        for cells in self.beside:
            cells.keep(at)
        for name, held in self.names_by_column.items():
            present, codes = np.unique(held.codes[at], return_inverse=True)
            words = tuple(held.words[k] for k in present.tolist())
            self.names_by_column[name] = Names(codes.reshape(-1).astype(np.int32), words)
        self.flags_by_column = {name: flags[at] for name, flags in self.flags_by_column.items()}
        self.rows, self._lines = len(at), at

    def place(self, row: int, name: str) -> str:
        """``file:line, column`` of a cell."""
        return self.cells[name].place(self.line(row))
