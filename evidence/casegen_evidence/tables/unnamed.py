"""A first column without a name: numbers or names of the rows, or a column whose name was lost."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casegen_evidence.tables.columns import Cells
from casegen_evidence.tables.spec import Problems


def check_unnamed(beside: Sequence[Cells], problems: Problems) -> None:
    """A problem where all columns are asked for, and one without a name holds what was measured.

    ``beside``: columns that are not read.
    """
    for cells in beside:
        if not cells.spelled.strip() and _measured(cells):
            problems.add(
                f"{problems.file}: column 1 has no name and holds numbers that do not name the rows; give it a name, or "
                "remove it"
            )


def _measured(cells: Cells) -> bool:
    """Whether all entries are numbers that no index has: fractions that are not in order.

    Whole numbers may repeat: those of tables that were put together, each with its own.
    """
    codes, words = cells.words()
    try:
        numbers = np.array([float(word.replace(",", ".")) for word in words])[codes]
    except ValueError:
        return False
    if len(numbers) < 2 or not np.isfinite(numbers).all() or (numbers == np.floor(numbers)).all():
        return False
    steps = np.diff(numbers)
    return not ((steps > 0).all() or (steps < 0).all())
