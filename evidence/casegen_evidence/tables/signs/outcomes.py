"""Columns beside those read that say how a row ended, where nothing went wrong by the columns that are read."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.tables.signs.beside import Beside, Rows
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.endings import (
    ended_badly,
    names_a_clearance,
    names_a_harm,
    names_an_end,
    touched,
)
from casegen_evidence.tables.signs.marks import judge_remarks
from casegen_evidence.tables.signs.meaning import helped, names_an_outcome, sense
from casegen_evidence.tables.truth_words import SET, UNSET, truth_values

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells


def judge_outcomes(look: Beside, fine: Rows, counts: bool) -> Beside:
    """Doubt rows that are ``fine`` by what is read, and failed by an outcome or a remark beside it; the other columns.

    With ``counts`` of failures, a column of 0 and 1 that varies where none is counted is doubted too.
    """
    judge_remarks(look, fine)
    others = []
    for cells in look.columns:
        if not names_an_end(cells.spelled):
            others.append(cells)
            continue
        bad = cells.each(ended_badly) & fine
        if not bad.any() and counts and names_an_outcome(cells.spelled):
            codes, words = cells.words()
            if truth_values([words[k] for k in np.unique(codes[fine]).tolist()]):
                bad = fine
        doubted = look.doubt(
            "unread-failures",
            bad,
            "nothing went wrong by the columns that are read, where column {column} says {word}",
            "count these failures, or state in the waiver why they are none",
            cells,
        )
        others += [] if doubted else [cells]
    return replace(look, columns=others)


_NOBODY = UNSET | {"", "-", "none", "nobody", "niemand", "n/a"}
_CODES = (-1.0, -9.0, -99.0, -999.0, -9999.0)
"""numbers that stand for a missing one"""


def judge_harm_beside(look: Beside, fine: Rows) -> None:
    """Doubt rows that count as good in which, by another column, harm came or a person helped."""
    for cells in look.columns:
        if not _everywhere(cells) and look.doubt(
            "unread-failures",
            cells.each(partial(happened, cells.spelled)) & fine,
            "{count} rows count as good in which column {column} is set, the first with {word}",
            "count them as what they are; or say in the waiver what the column marks",
            cells,
        ):
            return


def _everywhere(cells: Cells) -> bool:
    """Whether a column measures something of (nearly) every row, such as the time to a collision: harm is set in some."""
    if names_a_clearance(cells.spelled):
        return False
    codes, words = cells.words()
    numbers = [_as_number(word.strip()) for word in words]
    set_ = np.array([number is not None and number > 0 for number in numbers])
    decimal = any(number is not None and number % 1 for number in numbers)
    return decimal and not any(number == 0 for number in numbers) and bool(set_[codes].mean() > 0.5)


def happened(name: str, word: str) -> bool:
    """Whether a word of a column says that what the column is named for took place."""
    said = word.strip().casefold()
    number = _as_number(said)
    named = set(parts(name))
    if names_a_clearance(name):
        return number is not None and touched(name, number) and number not in _CODES
    if names_an_end(name) and number is None and sense(word) == "harm":
        return True
    if not names_a_harm(name):
        return False
    if number is not None:
        return number > 0
    by_whom = helped(name) or named & {"intervention", "eingriff"}
    return said in SET or bool(by_whom and "by" in named and said not in _NOBODY)


def _as_number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None
