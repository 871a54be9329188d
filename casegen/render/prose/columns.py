"""Widths of a table's columns: from what its cells hold, and never narrower than a word of the head."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from casegen.render.prose.pieces import Cell, Items, TableBlock, cell_parts

LONGEST_WORD = 24
"""signs of a word that widens its column"""
BULLET, PAGE = "•  ", "00"
"""as wide as a bullet, and as the small digits of a page"""
_BLANK = re.compile(r"[^\S\u00a0\u202f]+")
"""at which lines are broken: not at the blanks within a number"""

Width = Callable[[str], float]
"""the width of a word together with the margins of its cell"""


def table_widths(given: TableBlock, room: float, width: Width) -> list[float]:
    """Widths that fill ``room``, in its unit, for a table of at least one column.

    No word of a head is broken; nor, as long as there is room for all, what stands alone in a cell, or any word.
    """
    shares = given.widths or (1.0,) * len(given.head)
    heads = [set(name.split()) for name in given.head]
    alone = [words | lone_words(given.rows, column) for column, words in enumerate(heads)]
    every = [words | words_of(given.rows, column) for column, words in enumerate(alone)]
    for kept in (every, alone, heads):
        least = [max(map(width, words), default=0.0) for words in kept]
        if sum(least) <= room:
            return column_widths(room, shares, least)
    return column_widths(room, least, [0.0] * len(least))  # no room even for the heads: all give way alike


def column_widths(room: float, shares: Sequence[float], least: Sequence[float]) -> list[float]:
    """``room`` by shares, with no column below what it needs at ``least``; what is lacking, the wider ones give up."""
    asked = [room * share / sum(shares) for share in shares]
    lacking = sum(max(need - width, 0.0) for need, width in zip(least, asked, strict=True))
    spare = sum(max(width - need, 0.0) for need, width in zip(least, asked, strict=True))
    kept = 1 - lacking / spare if lacking else 1.0
    return [
        need + (width - need) * kept if width > need else need
        for need, width in zip(least, asked, strict=True)
    ]  # fmt: skip


def lone_words(rows: Iterable[Sequence[Cell]], column: int) -> set[str]:
    """Words that stand alone in a cell of this column, or in a list by commas, as categories, ids and numbers do: they
    are not broken either, neither at a hyphen nor within."""
    lists = (text.split(", ") for cell in _cells(rows, column) if (text := _text(cell)))
    return {
        word
        for words in lists
        if not any(map(_BLANK.search, words))
        for word in words
        if len(word) <= LONGEST_WORD
    }


def words_of(rows: Iterable[Sequence[Cell]], column: int) -> set[str]:
    """Words of this column, with what stands beside them on their line: a bullet, or the page of a reference."""
    result: set[str] = set()
    for cell in _cells(rows, column):
        before = BULLET if isinstance(cell, Items) else ""
        for span in (span for part in cell_parts(cell) for span in part):
            after = PAGE if span.href else ""
            result |= {before + word + after for word in _BLANK.split(span.text) if len(word) <= LONGEST_WORD}
    return result


def _cells(rows: Iterable[Sequence[Cell]], column: int) -> Iterator[Cell]:
    return (row[column] for row in rows if column < len(row))


def _text(cell: Cell) -> str:
    return "" if isinstance(cell, Items) else "".join(span.text for span in cell)
