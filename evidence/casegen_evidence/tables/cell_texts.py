"""Cells of a column that are long texts: each different text once, or none where one of them is too long to be a name.

An array of texts is as wide as its longest one: a single text of 100 kB makes a million short ones take 100 GB.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_VALUE = 2**17
"""bytes of a cell that is read, at most, in every kind of table; of an array of texts characters"""
WIDEST = 96
"""bytes of a text up to which those of a column are an array"""
LONG = f"a value is longer than {MOST_VALUE // 2**10} KiB"


@dataclass(frozen=True, slots=True)
class CellTexts:
    """Texts of a column's cells: ``words[codes[i]]`` in row ``i``."""

    codes: NDArray[np.int64]
    words: list[bytes]

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, rows: slice) -> CellTexts:
        return CellTexts(self.codes[rows], self.words)

    def row_of(self, longer: int) -> int | None:
        """The first row with a text of more than so many bytes; None where there is none."""
        rows = np.flatnonzero(np.array([len(word) > longer for word in self.words] or [False])[self.codes])
        return int(rows[0]) if len(rows) else None

    def array(self) -> NDArray[np.bytes_]:
        """One text in each row, as wide as the longest."""
        return np.array(self.words, dtype=bytes)[self.codes]


@dataclass(frozen=True, slots=True)
class UnreadCells:
    """Cells of a block of ``rows`` that are not made, as they would fill the memory; ``why`` in words."""

    rows: int
    why: str = LONG

    def __len__(self) -> int:
        return self.rows


Column = NDArray[Any] | CellTexts | UnreadCells
"""what a block has of a column"""


def of_texts(texts: Sequence[bytes]) -> NDArray[np.bytes_] | CellTexts:
    """An array of short texts; of long ones each different text once."""
    if max(map(len, texts), default=0) <= WIDEST:
        return np.array(texts or [b""], dtype=bytes)[: len(texts)]
    place = {word: k for k, word in enumerate(dict.fromkeys(texts))}
    return CellTexts(np.array([place[text] for text in texts], dtype=np.int64), list(place))
