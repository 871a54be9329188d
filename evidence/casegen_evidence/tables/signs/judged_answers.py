"""Columns that tell by what they hold, whatever they are called, that other answers are wrong or were given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.tables.signs.beside import Beside, Rows
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.meaning import sense
from casegen_evidence.tables.signs.names_of_marks import AGREES, OF_ANSWERS, says_of_answers, sure_of_answers
from casegen_evidence.tables.truth_words import SET, UNSET, truth_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable

FEWEST = 5
ONE_SIDED = 0.95
"""share of the differences that go one way, from which on one column was made from the other"""
MOST_MARKED = 3.0
"""rows that a column marks, as times of the wrong answers among them, from which on it marks conditions or alarms"""
WHOLLY = 15
"""wrong answers from which on it is no chance that all of them bear one word of a column"""
MOST_ROWS = 0.2
"""share of rows that may bear it: more of them are of a condition, in which nearly all errors may lie"""
_OF_ALARMS = {
    "alarm", "alert", "warning", "warn", "monitor", "uncertain", "uncertainty", "confident", "confidence", "reject",
    "rejected", "flagged", "ood", "novel", "novelty", "anomaly", "review", "unsicher", "warnung",
}  # fmt: skip
"""words of columns that mark answers as doubtful before anybody knows whether they are wrong"""
_OF_A_CONFUSION = {
    "tp": "good", "tn": "good", "true positive": "good", "true negative": "good",
    "fp": "bad", "fn": "bad", "false positive": "bad", "false negative": "bad",
}  # fmt: skip
_OF_CONDITIONS = {"good", "bad", "fine", "safe", "lost", "gut"}
"""words that as well describe the weather or a road"""


def judge_answers(table: DataTable, wrong: Rows, look: Beside) -> list[Cells]:
    """Doubt answers that count as right and that another column judges as wrong; the columns that do.

    A column judges the answers by its name (``correct``, ``Treffer``), by its words (``OK`` and ``NOK``), or because
    one of its two words stands where answers are wrong, and in few other rows.  One that says the same of whole classes
    judges the parts that were inspected, unless its name speaks of answers.
    """
    judged = []
    for cells in look.columns:
        sure, said = False, _SAYS
        of_answers = bool(set(parts(cells.spelled)) & OF_ANSWERS)
        if (bad := _by_name(cells)) is not None:
            sure = sure_of_answers(cells.spelled) and "" not in cells.words()[1]
        elif (bad := _by_words(cells, table)) is None and (bad := _by_pattern(cells, wrong)) is not None:
            said = _STANDS
            if "alarm" in table and (bad != table.flags("alarm")).sum() < (bad != wrong).sum():
                continue  # what is done at an alarm: braked, a message
        if bad is None or (not of_answers and follows_from(table, bad)):
            continue
        if look.doubt(
            "answers-contradict",
            bad & ~wrong,
            said,
            "correct the rows" if sure else "correct the rows; or say in the waiver what that column says",
            cells,
            sure=sure,
        ):
            judged.append(cells)
    return judged


_SAYS = "column {column} says {word} of {count} answers that count as right: that they are wrong"
_STANDS = "column {column} says {word} where answers are wrong, and of {count} that count as right: are these wrong too?"


def agreeing(table: DataTable, beside: Sequence[Cells]) -> set[str]:
    """Names of the columns that by their names judge the answers and say of every row what labels and answers give."""
    if not {"true", "predicted"} <= table.cells.keys():
        return set()
    (codes, labels), (said, answers) = (table.cells[name].words() for name in ("true", "predicted"))
    classes = {word: k for k, word in enumerate(dict.fromkeys([*labels, *answers]))}
    wrong = np.array([classes[w] for w in labels])[codes] != np.array([classes[w] for w in answers])[said]
    judged = ((cells.spelled, _by_name(cells)) for cells in beside)
    return {name for name, bad in judged if bad is not None and np.array_equal(bad, wrong)}


def _by_name(cells: Cells) -> Rows | None:
    """Rows that a column of yes and no calls wrong by its name: ``correct`` says it of the answers of the table."""
    codes, words = cells.words()
    meant, said = says_of_answers(cells.spelled), {word.strip().casefold() for word in words}
    values: Sequence[bool | None] | None = truth_values(words)
    if values is None and len(said) == 1 and said <= SET | UNSET:
        values = [said <= SET]  # the same in every row
    if values is None or not meant:
        return None
    result: Rows = np.array([value is (meant == "bad") for value in values])[codes]
    return result


def _by_words(cells: Cells, table: DataTable) -> Rows | None:
    """Rows of which a column says a word for wrong, where it says words for right of others, or nothing."""
    words = cells.words()[1]
    if "alarm" in table and any(" ".join(parts(w)) in _OF_A_CONFUSION for w in words):
        return None  # of the alarms: a false positive is one at a right answer
    held = {_judgement(word) for word in words if word.strip()}
    if not held <= {"good", "bad"} or "bad" not in held or len(words) < 2:
        return None
    return None if any(set(parts(w)) & _OF_CONDITIONS for w in words) else cells.each(_says_wrong)


def _judgement(word: str) -> str:
    """What a word says of an answer; those of a confusion matrix say it too."""
    return _OF_A_CONFUSION.get(" ".join(parts(word)), "") or sense(word)


def _says_wrong(word: str) -> bool:
    return _judgement(word) == "bad"


def _by_pattern(cells: Cells, wrong: Rows) -> Rows | None:
    """Rows of the one word which wrong answers bear, and few others do: what it is called, it marks wrong answers."""
    codes, words = cells.words()
    if len(words) != 2 or wrong.sum() < FEWEST or set(parts(cells.spelled)) & _OF_ALARMS:
        return None
    k = int(np.argmax(np.bincount(codes[wrong], minlength=len(words))))
    bad: Rows = codes == k
    held, missed = int((bad & wrong).sum()), int((~bad & wrong).sum())
    nearly = held >= ONE_SIDED * wrong.sum() and bad.sum() <= MOST_MARKED * wrong.sum()
    other = sense(cells.spelled) or set(parts(cells.spelled)) & AGREES  # right or wrong of something else
    wholly = not other and held >= WHOLLY and not missed and bad.mean() <= MOST_ROWS
    return bad if (nearly or wholly) and bad.mean() <= 0.5 else None


def follows_from(table: DataTable, rows: Rows) -> bool:
    """Whether ``rows`` are those of some classes, by label or by answer, rather than some of each."""
    for name in {"true", "predicted"} & table.cells.keys():
        codes = table.names(name).codes
        whole = np.bincount(codes, weights=rows) > 0.9 * np.bincount(codes)
        if (whole[codes] & rows).sum() > 0.5 * rows.sum():
            return True
    return False
