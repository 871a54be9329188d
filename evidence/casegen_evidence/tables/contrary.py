"""Columns beside those read that speak of the same rows and come out worse: answers before a review, raw marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.judged_answers import judge_scores, judge_words
from casegen_evidence.tables.meaning import (
    WORDS,
    names_a_truth,
    names_the_answer,
    parts,
    says_otherwise,
    sense,
)

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable

Truths = NDArray[np.bool_]
FEWEST = 5
_OF_THE_SYSTEM = {
    "alarm",
    "monitor",
    "system",
    "raw",
    "online",
    "live",
    "automatic",
    "auto",
    "original",
    "model",
    "own",
}
_STRICTER = {"exact", "exactly", "strict", "strictly", "first"}
"""words of columns that mark as right what was so at once, or to the letter"""
_AGREES = {"match", "matches", "matched", "agree", "agrees", "equal", "same"}
_OF_ANSWERS = {"correct", "correctly", "incorrect", "wrong", "misclassified", "richtig", "korrekt", "falsch"}
_OF_A_RANK = {
    "rank", "rang", "of", "the", "true", "truth", "gt", "correct", "right", "class", "label", "answer", "position",
}  # fmt: skip
ONE_SIDED = 0.95
"""share of the differences that go one way, from which on one column was made from the other"""


def judge_contrary(
    table: DataTable, wrong: Truths | None, read: Sequence[Cells], beside: Sequence[Cells], intake: Intake
) -> None:
    """Doubt answers that look corrected, and marks of 0 and 1 that a column beside them holds more completely."""
    if "true" in table and "predicted" in table:
        _judge_corrected(table, beside, intake)
    elif "correct" in table:
        _judge_labels_beside(table, beside, intake)
    truths = [(c, t) for c in beside if (t := _truths(c)) is not None]
    if wrong is not None:
        if "true" in table and "predicted" in table:
            truths = _judge_answers_marked(table, wrong, truths, intake)
            judge_words(table, wrong, beside, intake)
            judge_scores(table, beside, intake)
        _judge_marks(table, wrong, truths, intake)
    alarm = next((c for c in read if c.name == "alarm"), None)
    if alarm is not None:
        _judge_alarms(table, alarm, truths, intake)


def judge_rank(
    file: str, first_line: int, good: Truths, marked: bool, beside: Sequence[Cells], intake: Intake
) -> None:
    """Doubt right answers ``(rows,)`` whose true class is not the first of those that the system named.

    ``marked``: the table marks what is right, so that a column ``k`` says among how many answers it was looked for.
    """
    for cells in beside:
        words, (codes, names) = set(parts(cells.spelled)), cells.words()
        if not all(name.isdecimal() and len(name) < 7 for name in names):
            continue
        ranks = np.array([int(name) for name in names])
        if words & {"rank", "rang"} and words <= _OF_A_RANK:
            later = good & (ranks[codes] > min(1, int(ranks.min())))
        elif marked and cells.spelled.strip().casefold().replace("-", "_") in ("k", "top_k", "topk"):
            later = good & (ranks[codes] > 1)
        else:
            continue
        if later.any():
            row = int(np.flatnonzero(later)[0])
            intake.suspects(
                "unread-failures",
                f"{file}:{first_line + row}: {int(later.sum()):,} answers count as right where column {cells.spelled!r} "
                f"is {ranks[codes[row]]}: was another one the first?",
                hint="count as right what the system answers first; or say in the waiver what the column holds",
            )
            return


def _judge_corrected(table: DataTable, beside: Sequence[Cells], intake: Intake) -> None:
    """Answers that differ from those of another column nearly only where the other is wrong and they are right."""
    true, said = (np.array(table.names(n).words)[table.names(n).codes] for n in ("true", "predicted"))
    known = {*table.names("true").words, *table.names("predicted").words}
    for cells in beside:
        codes, words = cells.words()
        if not len(words) > 1 or not set(words) <= known:
            continue
        other = np.array(words)[codes]
        differ = said != other
        right = (said == true) & differ
        if differ.sum() < FEWEST or differ.mean() > 0.5:
            continue
        if right.sum() >= ONE_SIDED * differ.sum():
            row = int(np.flatnonzero(differ)[0])
            intake.suspects(
                "corrected-answers",
                f"{table.place(row, 'predicted')}: the {int(differ.sum()):,} answers that differ from column "
                f"{cells.spelled!r} are right, where that one is wrong: were the answers of it corrected?",
                hint="name the system's own answers under `columns`; or say in the waiver what that one is",
            )


def _truths(cells: Cells) -> Truths | None:
    """A column of 0 and 1, or of their like, as truth values."""
    codes, words = cells.words()
    values = [WORDS.get(w.casefold(), -1) for w in words]
    return None if len(words) != 2 or sorted(values) != [0, 1] else np.array(values)[codes] == 1


def _judge_answers_marked(
    table: DataTable, wrong: Truths, beside: Sequence[tuple[Cells, Truths]], intake: Intake
) -> list[tuple[Cells, Truths]]:
    """Rows that a column of right and wrong answers marks as wrong, and whose label and answer are one; other columns.

    The name decides: ``correct`` says it of the answers of the table, ``ok`` may say it of something else.
    """
    rest = []
    for cells, true in beside:
        words = set(parts(cells.spelled))
        meant = "good" if words & _AGREES else sense(cells.spelled)
        plain = words <= _AGREES | {"is"} or not says_otherwise(cells.spelled)
        more = (~true if meant == "good" else true) & ~wrong
        if not meant or not plain or not more.any():
            rest.append((cells, true))
            continue
        row, sure = int(np.flatnonzero(more)[0]), bool(words & _OF_ANSWERS)
        (intake.fails if sure else intake.suspects)(
            "answers-contradict",
            f"{table.file}:{table.line(row)}: column {cells.spelled!r} says that {int(more.sum()):,} answers are wrong "
            "whose label and answer are the same",
            hint="correct the rows"
            if sure
            else "correct the rows; or say in the waiver what that column says",
        )
    return rest


def _judge_labels_beside(table: DataTable, beside: Sequence[Cells], intake: Intake) -> None:
    """Rows that are read as correct, beside a label and an answer that differ; one column of each kind, by name."""
    pairs = [[c for c in beside if named(c.spelled)] for named in (names_a_truth, names_the_answer)]
    if [len(chosen) for chosen in pairs] != [1, 1]:
        return
    (truth,), (answer,) = pairs
    true, said = (
        (np.array([w.casefold() for w in words]), codes) for codes, words in (truth.words(), answer.words())
    )
    if not len(set(said[0]) & set(true[0])) > 1:
        return
    differ = np.flatnonzero(table.flags("correct") & (true[0][true[1]] != said[0][said[1]]))
    if len(differ):
        row = int(differ[0])
        intake.suspects(
            "answers-contradict",
            f"{table.place(row, 'correct')}: {len(differ):,} rows are read as correct although {truth.spelled!r} and "
            f"{answer.spelled!r} differ",
            hint="read these two columns; or say in the waiver why such answers are right",
        )


def _judge_marks(
    table: DataTable, wrong: Truths, beside: Sequence[tuple[Cells, Truths]], intake: Intake
) -> None:
    """A column that by its name says good or bad, and marks what is read as wrong and many rows more."""
    for cells, true in beside:
        meant = sense(cells.spelled) or ("good" if set(parts(cells.spelled)) & _STRICTER else "")
        if not meant:
            continue
        bad = ~true if meant == "good" else true
        more = bad & ~wrong
        if more.sum() < FEWEST or (wrong & bad).sum() < ONE_SIDED * wrong.sum():
            continue
        row = int(np.flatnonzero(more)[0])
        intake.suspects(
            "unread-failures",
            f"{table.file}:{table.line(row)}: {int(more.sum()):,} rows are wrong by column {cells.spelled!r}, and right "
            "by what is read",
            hint="read that column, or state in the waiver why its failures are none",
        )


def _judge_alarms(
    table: DataTable, alarm: Cells, beside: Sequence[tuple[Cells, Truths]], intake: Intake
) -> None:
    """Alarms under a name of their own of which another column of alarms lacks some, and is no part of several."""
    said = table.flags("alarm")
    shared = [
        (cells, true) for cells, true in beside
        if {*parts(cells.spelled)} & {*parts(alarm.spelled), "alarm"}
        and (alarm.spelled != alarm.name or {*parts(cells.spelled)} <= _OF_THE_SYSTEM)
        and (true & ~said).sum() <= (1 - ONE_SIDED) * true.sum() and (said & ~true).sum() >= FEWEST
    ]  # fmt: skip
    if not shared or (len(shared) > 1 and bool((np.logical_or.reduce([t for _, t in shared]) == said).all())):
        return
    cells, true = shared[0]
    row = int(np.flatnonzero(said & ~true)[0])
    intake.suspects(
        "unread-namesake",
        f"{table.place(row, 'alarm')}: an alarm here and in {int((said & ~true).sum()) - 1:,} other rows where column "
        f"{cells.spelled!r} has none: which of them does the system raise in operation?",
        hint="read the alarms that the system acts on; or say in the waiver what the other column holds",
    )
