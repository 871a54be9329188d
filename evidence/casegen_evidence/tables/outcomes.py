"""Columns beside those read that say how a row ended, where nothing went wrong by the columns that are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.marks import judge_remarks
from casegen_evidence.tables.meaning import names_an_outcome, sense

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells


def judge_outcomes(
    file: str, first_line: int, fine: NDArray[np.bool_], beside: Sequence[Cells], counts: bool, intake: Intake
) -> None:
    """Doubt rows that are ``fine`` ``(rows,)`` by what is read, and failed by an outcome or a remark beside it.

    With ``counts`` of failures, a column of 0 and 1 that varies where none is counted is doubted too.
    """
    judge_remarks(file, first_line, fine, beside, intake)
    for other in beside:
        if not names_an_outcome(other.spelled):
            continue
        codes, words = other.words()
        held = [words[k] for k in np.unique(codes[fine]).tolist()]
        bad = [w for w in held if sense(w) in ("bad", "harm")]
        if not bad and counts and set(held) == {"0", "1"}:
            bad = held
        if bad:
            row = int(np.flatnonzero(fine & (codes == words.index(bad[-1])))[0])
            intake.suspects(
                "unread-failures",
                f"{file}:{first_line + row}: nothing went wrong by the columns that are read, where column "
                f"{other.spelled!r} says {bad[-1]!r}",
                hint="count these failures, or state in the waiver why they are none",
            )
