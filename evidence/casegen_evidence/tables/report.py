"""What was read, as plain data: it is stored with the result and shown beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.columns import Cells, first_rows
from casegen_evidence.tables.spec import Number
from casegen_evidence.tables.units import COUNT

CLASSES = 30
COMPARED = 2_000_000
"""Tables with more rows are not searched for rows that occur twice."""


def report(
    role: str, file: str, rows: int, columns: Sequence[Cells], unread: Sequence[str], notes: Sequence[str]
) -> Mapping[str, Any]:
    """Rows, columns with ranges or classes, duplicates, and the first rows of a table."""
    return {
        "input": role,
        "file": file,
        "rows": rows,
        "columns": [_column(cells) for cells in columns],
        "not_read": list(unread),
        "duplicates": repeated(columns, rows),
        "first_rows": first_rows(columns),
        "notes": list(notes),
    }


ENTRIES = 3
"""entries of a column that is not read that are shown"""
COLUMNS = 20
"""columns that are not read of which the entries are shown"""


def remarks(first_line: int, beside: Sequence[Cells]) -> list[str]:
    """A note for each column that is not read: its range, its classes with their rows, or its first entries."""
    notes = []
    for cells in beside[:COLUMNS]:
        codes, words = cells.words()
        head = f"Column {cells.spelled!r} is not read; it"
        numbers = [value for word in words if (value := _number(word)) is not None]
        filled = [k for k, word in enumerate(words) if word.strip()]
        if numbers and len(numbers) == len(filled):
            notes.append(f"{head} holds {min(numbers):g} to {max(numbers):g}.")
        elif filled:
            notes.append(f"{head} says {_entries(first_line, codes, words, filled)}.")
    return notes


def _entries(
    first_line: int, codes: NDArray[np.integer[Any]], words: Sequence[str], filled: Sequence[int]
) -> str:
    """Words of a column, sentences first: of classes each with its rows, of others the line of the first."""
    said = [k for k in filled if " " in words[k].strip()] or list(filled)
    shown = []
    for k in said[:ENTRIES]:
        rows = np.flatnonzero(codes == k)
        where = f"line {first_line + int(rows[0])}" if len(rows) == 1 else f"{len(rows):,} rows"
        shown.append(f"{words[k][:80]!r} ({where})")
    more = len(filled) - len(shown)
    return ", ".join(shown) + (f", and {more:,} more" if more else "")


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


def _column(cells: Cells) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": cells.name, "in_file": cells.spelled}
    if isinstance(cells.kind, Number):
        values = cells.numbers()
        if cells.kind.unit and cells.kind.unit != COUNT:
            shown["unit"] = cells.kind.unit
        return shown | {
            "least": float(values.min()),
            "most": float(values.max()),
            "mean": float(values.mean()),
        }
    counts = cells.counts()
    shown["distinct"] = len(counts)
    if len(counts) <= CLASSES:
        shown["classes"] = dict(sorted(counts.items()))
    return shown


def repeated(columns: Sequence[Cells], rows: int) -> int | None:
    """Number of rows that occur before already; None where the table is too long to say."""
    if rows > COMPARED or not columns:
        return None
    return rows - len(np.unique(digests(columns, rows)))


def digests(columns: Sequence[Cells], rows: int) -> NDArray[np.uint64]:
    """A number of 64 bits per row, the same for rows that are equal in all ``columns``."""
    digest = np.zeros(rows, dtype=np.uint64)
    with np.errstate(over="ignore"):
        for k, cells in enumerate(columns):
            raw = cells.numbers() if isinstance(cells.kind, Number) else cells.words()[0]
            value = np.ascontiguousarray(raw, dtype=np.float64).view(np.uint64)
            value = (value ^ (value >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9 + 2 * k)
            digest = (digest ^ (value ^ (value >> np.uint64(32)))) * np.uint64(0x94D049BB133111EB)
    return digest


def fine(values: NDArray[np.float64]) -> bool:
    """Whether most values have five significant digits or more."""
    head = values[:: max(1, len(values) // 500)]
    with np.errstate(all="ignore"):
        scale = 10.0 ** (3 - np.floor(np.log10(np.abs(head))))
        coarse = ~np.isfinite(scale) | (np.abs(head * scale - np.round(head * scale)) < 1e-6)
    return bool(coarse.mean() <= 0.5)
