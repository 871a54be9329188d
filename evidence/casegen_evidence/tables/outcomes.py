"""Columns beside those read that say how a row ended, where nothing went wrong by the columns that are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.endings import ended_badly, names_a_clearance, names_a_harm, names_an_end
from casegen_evidence.tables.marks import judge_remarks
from casegen_evidence.tables.meaning import WORDS, helped, names_an_outcome, parts

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
        if not names_an_end(other.spelled):
            continue
        codes, words = other.words()
        held = [words[k] for k in np.unique(codes[fine]).tolist()]
        bad = [w for w in held if ended_badly(w)]
        if not bad and counts and set(held) == {"0", "1"} and names_an_outcome(other.spelled):
            bad = held
        if bad:
            row = int(np.flatnonzero(fine & (codes == words.index(bad[-1])))[0])
            intake.suspects(
                "unread-failures",
                f"{file}:{first_line + row}: nothing went wrong by the columns that are read, where column "
                f"{other.spelled!r} says {bad[-1]!r}",
                hint="count these failures, or state in the waiver why they are none",
            )


_SET = {word for word, value in WORDS.items() if value} | {"x", "y", "ja", "wahr", "si", "sí", "oui"}
_UNSET = {word for word, value in WORDS.items() if not value} | {
    "",
    "-",
    "n",
    "nein",
    "none",
    "nobody",
    "niemand",
    "n/a",
}
_CODES = (-1.0, -9.0, -99.0, -999.0, -9999.0)
"""numbers that stand for a missing one"""


def judge_harm_beside(
    file: str, first_line: int, fine: NDArray[np.bool_], beside: Sequence[Cells], intake: Intake
) -> None:
    """Doubt rows that count as good ``(rows,)`` in which, by another column, harm came or a person helped."""
    for cells in beside:
        codes, words = cells.words()
        happened = np.array([_happened(cells.spelled, word) for word in words], dtype=bool)[codes] & fine
        if not happened.any():
            continue
        row = int(np.flatnonzero(happened)[0])
        intake.suspects(
            "unread-failures",
            f"{file}:{first_line + row}: {int(happened.sum()):,} rows count as good in which column {cells.spelled!r} is "
            f"set, the first with {words[codes[row]]!r}",
            hint="count them as what they are; or say in the waiver what the column marks",
        )
        return


def _happened(name: str, word: str) -> bool:
    """Whether a word of a column says that what the column is named for took place."""
    said = word.strip().casefold()
    number = _as_number(said)
    named = set(parts(name))
    if names_a_clearance(name):
        return number is not None and number < 0 and number not in _CODES
    if not names_a_harm(name):
        return False
    if number is not None:
        return number > 0
    by_whom = helped(name) or named & {"intervention", "eingriff"}
    return said in _SET or bool(by_whom and "by" in named and said not in _UNSET)


def _as_number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None
