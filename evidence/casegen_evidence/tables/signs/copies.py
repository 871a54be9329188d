"""Rows of a table that repeat an earlier one: which they are, by what, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.report import digests, fine
from casegen_evidence.tables.signs.marks import names_rows, naming_words
from casegen_evidence.tables.signs.multiples import GROUPS, near_repeats, repeats, repeats_but_one
from casegen_evidence.tables.signs.near_copies import fewest_groups, rows_in_groups
from casegen_evidence.tables.signs.shared_origin import UNIQUE
from casegen_evidence.tables.signs.written_again import written_again
from casegen_evidence.tables.spec import NameColumn, Number

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

ENOUGH = 0.03
"""share of rows below which those that repeat an earlier one are left alone"""


def judge_copies(
    file: str, first_line: int, read: Sequence[Cells], beside: Sequence[Cells], rows: int, intake: Intake
) -> None:
    """Rows that are rows again: they make bounds narrower and say nothing new."""
    seen = copied(read, beside, rows)
    if seen is None:
        return
    note = intake.fails if seen.sure else intake.suspects
    where = f":{first_line + seen.first}" if seen.first >= 0 else ""
    note(
        "repeated-rows",
        f"{file}{where}: {seen.rows:,} of {rows:,} rows{', the first here,' if where else ''} repeat an earlier one "
        f"{seen.how}: copies are no independent draws",
        hint="keep one row of each",
    )


class Copies(NamedTuple):
    """Rows that repeat an earlier one, the first of them, and why they are taken for copies."""

    rows: int
    first: int
    how: str
    sure: bool


def copied(read: Sequence[Cells], beside: Sequence[Cells], rows: int) -> Copies | None:
    """Rows that repeat an earlier one, by their digits, else by their names; None where there are none, or few.

    Rows of few values meet by themselves: only those count that hold a number of many digits, apart from the ends of its
    range, where scores pile up, or the name of an image, a file or a run.  A name of its own makes no row a new one.
    """
    multiplied = evenly_multiplied(read, rows)
    if multiplied:
        return _counted(Copies(rows - multiplied, multiplied, "in every digit", True), read, rows)
    columns = measured(read, beside)
    seen = _digit_by_digit(read, beside, columns, rows)
    if seen is not None and seen.how == "in every digit":
        return _counted(seen, read, rows)
    if seen is None:
        seen = _written_again(read)
    if seen is None and columns and (again := repeats_but_one(np.stack(columns, axis=1))):
        return Copies(again, -1, "in all columns of numbers but one", False)
    return seen


def _written_again(read: Sequence[Cells]) -> Copies | None:
    """Rows that are there several times over by their arrangement; those of groups may be, which are counted as such."""
    if any(cells.name == "group" for cells in read):
        return None
    held = [cells for cells in read if not isinstance(cells.kind, NameColumn)]
    values = [cells.numbers() if isinstance(cells.kind, Number) else cells.words()[0] for cells in held]
    again, how = written_again(values)
    return Copies(again, -1, how, any(np.any(v != np.round(v)) for v in values)) if again else None


def _counted(seen: Copies, read: Sequence[Cells], rows: int) -> Copies:
    """The number of copies and the first of them by all that is read, where some rows only told that there are copies."""
    _, first = np.unique(
        digests([c for c in read if not isinstance(c.kind, NameColumn)], rows), return_index=True
    )
    later = np.setdiff1d(np.arange(rows), first, assume_unique=True)
    return seen._replace(rows=len(later), first=int(later[0])) if 2 * len(later) >= seen.rows else seen


def _digit_by_digit(
    read: Sequence[Cells], beside: Sequence[Cells], columns: list[NDArray[np.float64]], rows: int
) -> Copies | None:
    numbers = [v for v in columns if fine(v)]
    coarse = [
        v for v in columns if len(numbers) == 0 and np.any(v != np.round(v)) and len(np.unique(v)) >= 50
    ]
    if coarse:
        seen = repeats(
            np.stack(coarse, axis=1),
            digests([c for c in read if not isinstance(c.kind, Number | NameColumn)], rows),
        )
        if seen.sure and seen.again >= 0.03 * rows:
            return Copies(seen.again, seen.first, "in every digit", True)
    inner = np.zeros(rows, dtype=bool)
    for values in numbers:
        low, high = float(values.min()), float(values.max())
        margin = 1e-4 * (high - low)
        inner |= (values > low + margin) & (values < high - margin)
    if inner.any():
        values = np.stack(numbers, axis=1)[inner]
        labels = digests([c for c in read if not isinstance(c.kind, Number | NameColumn)], rows)
        again, at, sure = repeats(values, labels[inner])
        if again >= max(5, 0.03 * rows):
            return Copies(again, int(np.flatnonzero(inner)[at]), "in every digit", sure)
        near = near_repeats(values) or _in_large_groups(values, labels[inner])
        return Copies(near, -1, "with a little noise", False) if near else None
    classes = max((len(c.words()[1]) for c in read if c.name in ("true", "predicted")), default=1)
    names = [
        cells
        for cells in beside
        if _names_its_rows(cells)
        and len(cells.words()[1]) > (classes if naming_words(cells.spelled) & UNIQUE == {"id"} else 1)
    ]  # as few ids as classes are codes of these
    if not any(naming_words(cells.spelled) & UNIQUE for cells in names):
        names = names if names and len(np.unique(digests(names, rows))) > 0.2 * rows else []
    if not names:
        return None
    _, first, often = np.unique(digests([*read, *beside], rows), return_index=True, return_counts=True)
    again = rows - len(first)
    if again < max(5, 0.03 * rows) or (int((often > 1).sum()) < 5 and again < 0.5 * rows):
        return None
    later = np.setdiff1d(np.arange(rows), first, assume_unique=True)
    return Copies(again, int(later[0]), "in every column", False)


def _in_large_groups(values: NDArray[np.float64], labels: NDArray[np.uint64]) -> int:
    """The same in fewer groups, which are many more than the kinds of ``labels``; one column may stand for places."""
    groups = fewest_groups(len(np.unique(labels)))
    if groups >= GROUPS or values.shape[1] == 1:
        return 0
    return near_repeats(values, groups) or rows_in_groups(values, groups)


def measured(read: Sequence[Cells], beside: Sequence[Cells]) -> list[NDArray[np.float64]]:
    """Columns of numbers: those read as such, and those beside them that hold nothing else."""
    result = [cells.numbers() for cells in read if isinstance(cells.kind, Number)]
    return result + [
        v for v in (as_numbers(cells) for cells in beside if not _names_its_rows(cells)) if v is not None
    ]


def _names_its_rows(cells: Cells) -> bool:
    """Whether a column names what its row is of; a time that was measured, with decimals, may meet by chance."""
    if not names_rows(cells.spelled):
        return False
    values = as_numbers(cells)
    return (
        bool(naming_words(cells.spelled) & UNIQUE) or values is None or not np.any(values != np.round(values))
    )


def as_numbers(cells: Cells) -> NDArray[np.float64] | None:
    """A column of names as numbers, where each of them is one."""
    codes, words = cells.words()
    try:
        values = np.array([float(word) for word in words])
    except ValueError:
        return None
    return values[codes] if len(values) and bool(np.isfinite(values).all()) else None


def evenly_multiplied(read: Sequence[Cells], rows: int) -> int:
    """Number of distinct rows where each of a few is there equally often, as copies are and draws hardly; else 0.

    Tables of names and whole numbers alone say nothing: a plan of tests repeats each of its rows equally often.
    """
    numbers = [cells.numbers() for cells in read if isinstance(cells.kind, Number)]
    if rows < 60 or not any(np.any(v != np.round(v)) for v in numbers):
        return 0
    _, often = np.unique(digests(read, rows), return_counts=True)
    even = 1 < len(often) <= rows / 20 and int(often.max() - often.min()) <= 1
    return len(often) if even else 0
