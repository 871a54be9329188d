"""Entries that an item declares to be totals: left out where their numbers are those of the rows they add up.

Nothing else can be left out so: a row whose numbers are not the sum stays an error, so that no failure gets lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.tables.signs.bursts import numbered
from casegen_evidence.tables.signs.left_out import missing

if TYPE_CHECKING:
    from casegen_evidence.tables.data_table import DataTable

Array = NDArray[np.float64]
ROUNDED = 0.5
"""by so much a total of hours with decimals may be off; failures add up to the last one"""


def leave_out_totals(table: DataTable, exposure: str, declared: Sequence[str]) -> list[str]:
    """Take the ``declared`` entries out of the table, once each is shown to be a total; which of them it has.

    Raises :class:`InputProblem` for one that adds up neither all other rows nor those just above or below it.
    """
    entries = table.names("entry").list()
    at = [k for k, name in enumerate(entries) if name in declared]
    if not at:
        return []
    others = np.setdiff1d(np.arange(len(entries)), at)
    sizes, counts = table.numbers(exposure), table.numbers("failures")
    for k in at:
        if not is_sum(k, others, sizes, counts):
            raise InputProblem(
                f"{table.place(k, 'entry')}: {entries[k]!r} is declared under `totals`, and {sizes[k]:g} {exposure} with "
                f"{counts[k]:g} failures are the sum neither of all other rows nor of those above or below it. "
                "Correct the file, or take the entry out of `totals`"
            )
    table.keep(others)
    numbers = numbered(table.names("entry").list())
    table.gaps = None if numbers is None else missing(table.spelled("entry"), numbers)
    return [entries[k] for k in at]


def is_sum(row: int, others: NDArray[np.int64], sizes: Array, counts: Array) -> bool:
    """Whether ``row`` adds up all ``others``, or two or more of them that end just above it or begin just below."""
    slack = ROUNDED if np.any(sizes[others] % 1) else 1e-9 * sizes[row]
    above, below = others[others < row][::-1], others[others > row]
    for rows in (others, above, below):
        total, failed = np.cumsum(sizes[rows])[1:], np.cumsum(counts[rows])[1:]
        if rows is others:
            total, failed = total[-1:], failed[-1:]
        if np.any((np.abs(total - sizes[row]) <= slack) & (failed == counts[row])):
            return True
    return False
