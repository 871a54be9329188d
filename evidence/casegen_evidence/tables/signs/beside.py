"""The columns of a table that are not read, as what compares them with what is read goes through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Rows = NDArray[np.bool_]
"""which rows of a table are meant ``(rows,)``"""


@dataclass(frozen=True, slots=True)
class Beside:
    """Columns beside those that are read, where their first row stands, and where doubts go."""

    file: str
    first_line: int
    columns: Sequence[Cells]
    intake: Intake

    def doubt(
        self,
        sign: str,
        rows: Rows,
        message: str,
        hint: str,
        cells: Cells | None = None,
        *,
        sure: bool = False,
    ) -> bool:
        """Note ``sign`` at the first of ``rows``, if there is one; ``sure`` lets it bar the measures.

        The ``message`` may speak of the number of rows, of the column and of its word in the first row: ``{count}``,
        ``{column}``, ``{word}``.
        """
        if not rows.any():
            return False
        row, column, word = int(np.flatnonzero(rows)[0]), "", ""
        if cells is not None:
            codes, words = cells.words()
            column, word = repr(cells.spelled), repr(words[codes[row]][:60])
        for form, shown in (("{count}", f"{int(rows.sum()):,}"), ("{column}", column), ("{word}", word)):
            message = message.replace(form, shown)  # texts of the table in it may hold braces of their own
        note = self.intake.fails if sure else self.intake.suspects
        note(sign, f"{self.file}:{self.first_line + row}: {message}", hint=hint)
        return True
