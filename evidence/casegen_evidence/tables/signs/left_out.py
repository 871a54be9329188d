"""What a table shows of rows that are not in it: the others keep their numbers, some of which are missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.bursts import numbered
from casegen_evidence.tables.signs.marks import names_rows, row_words
from casegen_evidence.tables.signs.time_columns import NAMES_TIMES
from casegen_evidence.tables.spec import Flag, NameColumn, Number

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

FEWEST = 20
"""numbered rows from which a gap says something"""
MOST_MISSING = 0.5
"""share of the rows that may be missing between the first and the last: a random part of a table has larger gaps"""
THINNEST = 0.05
"""share of an index that is used, at least: fewer numbers are hashes, or the ids of a small part of a large set"""


_LONG = compiled(r"\d{10}")
"""as many digits as a time has in seconds since 1970"""


class Gaps(NamedTuple):
    """Numbers of rows, with some missing: the column, how many, and the first of them."""

    column: str
    missing: int
    first: int


def gaps(columns: Sequence[Cells], *, in_order: bool = True) -> Gaps | None:
    """The first column whose numbers leave some out; None where none does.

    They rise with the rows by one if they have to be ``in_order``; else they may have any order and equal steps, if they
    are no times.
    """
    for cells in columns:
        named = isinstance(cells.kind, NameColumn) or names_rows(cells.spelled) or not cells.spelled
        if not named or isinstance(cells.kind, Number | Flag):
            continue
        codes, words = cells.words()
        numbers = numbered([words[k] for k in codes.tolist()]) if len(words) == len(codes) else None
        if numbers is None:
            continue
        times = row_words(cells.spelled) & NAMES_TIMES or any(map(_LONG.search, words))
        judge = missing if in_order or times else few_missing
        gap = judge(cells.spelled or "the first one", numbers)
        if gap is not None:
            return gap
    return None


def missing(column: str, numbers: NDArray[np.int64]) -> Gaps | None:
    """Numbers that ``numbers`` leave out, where these rise and few are missing."""
    if len(numbers) < FEWEST or np.any(np.diff(numbers) <= 0):
        return None
    count = int(numbers[-1] - numbers[0]) + 1 - len(numbers)
    if not 0 < count <= MOST_MISSING * len(numbers):
        return None
    return Gaps(column, count, int(numbers[int(np.flatnonzero(np.diff(numbers) > 1)[0])]) + 1)


def few_missing(column: str, numbers: NDArray[np.int64]) -> Gaps | None:
    """Numbers that ``numbers`` leave out in whatever order, where few are missing from their equal steps.

    >>> few_missing("image", np.array([3, 1, 2, *range(5, 30)])), few_missing("image", np.arange(30)[::-1] * 5)
    (Gaps(column='image', missing=1, first=4), None)
    >>> few_missing("image", np.array([k for k in range(7, 97, 3) if k != 40]))
    Gaps(column='image', missing=1, first=40)
    """
    ordered = np.sort(numbers)
    step = int(np.gcd.reduce(np.diff(ordered))) if len(ordered) > 1 else 0
    gap = missing(column, (ordered - ordered[0]) // step) if step else None
    return None if gap is None else gap._replace(first=gap.first * step + int(ordered[0]))


def unused_numbers(column: str, numbers: NDArray[np.int64]) -> Gaps | None:
    """Numbers that an index leaves out, however many and in whatever order; None where it is none or lacks none.

    Numbers in equal steps leave none out.  Those of which :data:`THINNEST` or fewer are used are hashes, or of a set that
    this is a small part of.

    >>> unused_numbers("id", np.arange(1, 100)[::3]), unused_numbers("id", np.arange(40) ** 4)
    (None, None)
    >>> unused_numbers("id", np.flatnonzero(np.arange(300) % 7 > 4))
    Gaps(column='id', missing=210, first=7)
    """
    if len(numbers) < FEWEST:
        return None
    ordered = np.unique(numbers)
    steps = np.diff(ordered)
    step = int(np.gcd.reduce(steps)) if len(steps) else 0
    if not step:
        return None
    count = int(ordered[-1] - ordered[0]) // step + 1 - len(ordered)
    if count <= 0 or len(ordered) <= THINNEST * (count + len(ordered)):
        return None
    return Gaps(column, count, int(ordered[int(np.flatnonzero(steps > step)[0])]) + step)


def judge_left_out(file: str, seen: Gaps | None, wrong: int, what: str, intake: Intake) -> None:
    """Doubt a file of which no row is ``wrong`` and whose rows leave numbers out."""
    if wrong or seen is None:
        return
    intake.suspects(
        "left-out-rows",
        f"{file}: no row has {what}, and column {seen.column!r} leaves out {seen.missing:,} numbers, the first of "
        f"them {seen.first}: were rows taken out?",
        hint="give all rows, or state in the waiver why these are missing",
    )
