"""Columns that tell by what they hold, whatever they are called, that other answers are wrong or were given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.meaning import parts, sense

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable

_OF_CONDITIONS = {"good", "bad", "fine", "safe", "lost", "gut"}
"""words that as well describe the weather or a road"""
OFTEN = 0.01
"""share of the rows above which the largest score belongs to another class than the answer: fewer are ties"""


def judge_words(table: DataTable, wrong: NDArray[np.bool_], beside: Sequence[Cells], intake: Intake) -> None:
    """Rows that a column of words for right and wrong calls wrong, and whose label and answer are one."""
    for cells in beside:
        codes, words = cells.words()
        held = {sense(word) for word in words if word.strip()}
        if held != {"good", "bad"} or any(set(parts(word)) & _OF_CONDITIONS for word in words):
            continue
        more = np.array([sense(word) == "bad" for word in words])[codes] & ~wrong
        if more.any():
            row = int(np.flatnonzero(more)[0])
            intake.suspects(
                "answers-contradict",
                f"{table.file}:{table.line(row)}: column {cells.spelled!r} says {words[codes[row]]!r} of "
                f"{int(more.sum()):,} answers that are the same as their label",
                hint="correct the rows; or say in the waiver what that column says",
            )
            return


def judge_scores(table: DataTable, beside: Sequence[Cells], intake: Intake) -> None:
    """Columns of scores, one for each class by its name, whose largest is not that of the answer."""
    said = table.names("predicted")
    names = sorted({*said.words, *table.names("true").words})
    scores = [_scores_of(name, names, beside) for name in names]
    if len(names) < 2 or any(score is None for score in scores):
        return
    largest = np.array(names)[np.argmax(np.stack([s for s in scores if s is not None]), axis=0)]
    other = np.flatnonzero(largest != np.array(said.words)[said.codes])
    if len(other) > OFTEN * len(said.codes):
        row = int(other[0])
        intake.suspects(
            "answers-contradict",
            f"{table.place(row, 'predicted')}: {len(other):,} answers are not the class with the largest score, here "
            f"{str(largest[row])!r}",
            hint="give the answers of the system itself; or say in the waiver how answers follow from the scores",
        )


def _scores_of(name: str, names: Sequence[str], beside: Sequence[Cells]) -> NDArray[np.float64] | None:
    """The only column of numbers that bears the class's name after a word that all of them share, or alone."""
    longer = [other for other in names if len(other) > len(name) and other.endswith(name)]
    columns = [
        cells
        for cells in beside
        if _ends_with(cells.spelled.strip(), name)
        and not any(_ends_with(cells.spelled.strip(), o) for o in longer)
    ]
    if len(columns) != 1:
        return None
    codes, words = columns[0].words()
    try:
        values = np.array([float(word) for word in words])
    except ValueError:
        return None
    return values[codes] if np.isfinite(values).all() else None


def _ends_with(spelled: str, name: str) -> bool:
    return spelled == name or (spelled.endswith(name) and not spelled[-len(name) - 1].isalnum())
