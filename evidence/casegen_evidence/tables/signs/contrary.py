"""Columns beside those read that speak of the same rows and come out worse: answers before a review, raw marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.signs.beside import Beside, Rows
from casegen_evidence.tables.signs.class_names import judge_class_names
from casegen_evidence.tables.signs.class_scores import judge_scores
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.judged_answers import FEWEST, ONE_SIDED, judge_answers
from casegen_evidence.tables.signs.meaning import TURNS, names_a_truth, names_the_answer, sense
from casegen_evidence.tables.signs.names_of_marks import says_of_answers
from casegen_evidence.tables.signs.own_confidence import judge_confidence
from casegen_evidence.tables.truth_words import truth_values

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable

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
MOST_WORDS = 12
_TIMES = {"t", "time", "delay", "latency", "deadline", "zeit", "verzögerung", "frist"}
_OF_THE_ALARM = {"alarm", "delay", "latency", "reaction", "response", "reaktion", "verzögerung"}
_DEADLINES = {"deadline", "frist"}
_UNITS = {"s", "ms", "us", "ns", "min", "h"}
_EFFECTS = {
    "delivered", "received", "ack", "acked", "acknowledged", "sent", "transmitted", "forwarded", "arrived", "reached",
    "heard", "noticed", "shown", "displayed", "executed", "effective", "took", "acted", "handled", "reacted", "reaction",
    "braked", "braking", "stopped", "zugestellt", "empfangen", "angekommen", "quittiert", "gesendet", "angezeigt",
    "wirksam", "ausgeführt", "gebremst", "bremsung", "reaktion", "reagiert",
}  # fmt: skip
"""words of what becomes of an alarm, where a column of yes and no may else say what raised it"""
_NUMBER = compiled(r"[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?")
_OF_A_RANK = {
    "rank", "rang", "of", "the", "true", "truth", "gt", "correct", "right", "class", "label", "answer", "position",
}  # fmt: skip


def judge_contrary(table: DataTable, wrong: Rows | None, read: Sequence[Cells], look: Beside) -> None:
    """Doubt answers that look corrected, and marks of 0 and 1 that a column beside them holds more completely."""
    answered = "true" in table and "predicted" in table
    if answered:
        _judge_corrected(table, look)
    elif "correct" in table:
        _judge_labels_beside(table, look)
    if wrong is not None:
        if answered:
            judge_scores(table, look)
            judge_class_names(table, look)
            look = _without(look, judge_confidence(table, wrong, look))
            look = _without(look, judge_answers(table, wrong, look))
        look = _without(look, _judge_marks(wrong, look))
        if "correct" in table and not answered:
            judge_answers(table, wrong, look)
    alarm = next((c for c in read if c.name == "alarm"), None)
    if alarm is not None:
        _judge_alarms(table, alarm, look)
        if wrong is not None:
            _judge_effects(table.flags("alarm"), wrong, look)
            _judge_late(table.flags("alarm") & wrong, look)


def _without(look: Beside, judged: Sequence[Cells]) -> Beside:
    """The other columns: one is doubted once."""
    return replace(look, columns=[c for c in look.columns if all(c is not one for one in judged)])


def judge_rank(look: Beside, good: Rows, marked: bool) -> None:
    """Doubt right answers ``(rows,)`` whose true class is not the first of those that the system named.

    ``marked``: the table marks what is right, so that a column ``k`` says among how many answers it was looked for.
    """
    for cells in look.columns:
        words, (codes, names) = set(parts(cells.spelled)), cells.words()
        if not all(name.isdecimal() and len(name) < 7 for name in names):
            continue
        ranks = np.array([int(name) for name in names])
        if words & {"rank", "rang"} and words <= _OF_A_RANK and not says_of_answers(cells.spelled):
            later = good & (ranks[codes] > min(1, int(ranks.min())))
        elif marked and cells.spelled.strip().casefold().replace("-", "_") in ("k", "top_k", "topk"):
            later = good & (ranks[codes] > 1)
        else:
            continue
        if look.doubt(
            "unread-failures",
            later,
            "{count} answers count as right where column {column} is {word}: was another one the first?",
            "count as right what the system answers first; or say in the waiver what the column holds",
            cells,
        ):
            return


def _judge_corrected(table: DataTable, look: Beside) -> None:
    """Answers that differ from those of another column nearly only where the other is wrong and they are right."""
    true, said = (np.array(table.names(n).words)[table.names(n).codes] for n in ("true", "predicted"))
    known = {*table.names("true").words, *table.names("predicted").words}
    for cells in look.columns:
        codes, words = cells.words()
        if not len(words) > 1 or not set(words) <= known:
            continue
        differ = said != np.array(words)[codes]
        right = (said == true) & differ
        if differ.sum() < FEWEST or differ.mean() > 0.5 or right.sum() < ONE_SIDED * differ.sum():
            continue
        look.doubt(
            "corrected-answers",
            differ,
            f"the {{count}} answers of {table.spelled('predicted')!r} that differ from column {{column}} are right "
            "where that one is wrong: were the answers of it corrected?",
            "name the system's own answers under `columns`; or say in the waiver what that one is",
            cells,
        )


def _of_truths(look: Beside) -> list[tuple[Cells, Rows]]:
    """The columns that say yes or no in every row, each with its truth values."""
    result = []
    for cells in look.columns:
        codes, words = cells.words()
        values = truth_values(words)
        if values is not None and None not in values:
            result.append((cells, np.array(values, dtype=bool)[codes]))
    return result


def _judge_labels_beside(table: DataTable, look: Beside) -> None:
    """Rows that are read as correct, beside a label and an answer that differ; one column of each kind, by name."""
    pairs = [[c for c in look.columns if named(c.spelled)] for named in (names_a_truth, names_the_answer)]
    if [len(chosen) for chosen in pairs] != [1, 1]:
        return
    (truth,), (answer,) = pairs
    true, said = (
        (np.array([w.casefold() for w in words]), codes) for codes, words in (truth.words(), answer.words())
    )
    if not len(set(said[0]) & set(true[0])) > 1:
        return
    look.doubt(
        "answers-contradict",
        table.flags("correct") & (true[0][true[1]] != said[0][said[1]]),
        f"{{count}} rows are read as correct although {truth.spelled!r} and {answer.spelled!r} differ",
        "read these two columns; or say in the waiver why such answers are right",
    )


def _judge_marks(wrong: Rows, look: Beside) -> list[Cells]:
    """A column that by its name says good or bad, and marks what is read as wrong and many rows more; those doubted."""
    judged = []
    for cells, true in _of_truths(look):
        meant = sense(cells.spelled) or ("good" if set(parts(cells.spelled)) & _STRICTER else "")
        if not meant:
            continue
        bad = ~true if meant == "good" else true
        more = bad & ~wrong
        if more.sum() >= FEWEST and (wrong & bad).sum() >= ONE_SIDED * wrong.sum():
            judged.append(cells)
            look.doubt(
                "unread-failures",
                more,
                "{count} rows are wrong by column {column}, and right by what is read",
                "read that column, or state in the waiver why its failures are none",
                cells,
            )
    return judged


def _judge_effects(alarm: Rows, wrong: Rows, look: Beside) -> None:
    """Alarms at wrong answers of which a column that is set at alarms only says no: not delivered, no reaction."""
    for cells in look.columns:
        codes, words = cells.words()
        values = truth_values(words)
        no = [bool(set(parts(w)) & TURNS) for w in words] if values is None else [v is False for v in values]
        blank = np.array([not word.strip() for word in words])[codes]
        denied = np.array(no)[codes] & ~blank
        set_ = ~denied & ~blank
        effect = values is not None and set(parts(cells.spelled)) & _EFFECTS  # 0 elsewhere, as a cause is
        at_alarms = len(words) <= MOST_WORDS and not ((set_ if effect else ~blank) & ~alarm).any()
        if not at_alarms or (set_ & wrong).sum() < FEWEST:
            continue
        look.doubt(
            "unread-failures",
            denied & alarm & wrong,
            "{count} wrong answers count as stopped by their alarm although column {column}, which is set at alarms "
            "only, says {word}",
            "count as alarms those that took effect; or say in the waiver what that column says",
            cells,
        )


def _judge_late(caught: Rows, look: Beside) -> None:
    """Alarms at wrong answers that came after the harm (``t_hazard``), or took longer than the time to it."""
    times = {c.spelled: set(parts(c.spelled)) for c in look.columns}
    times = {name: words for name, words in times.items() if words & _TIMES}
    for cells in look.columns:
        said = times.get(cells.spelled, set())
        for other in look.columns if said & _OF_THE_ALARM else ():
            until = times.get(other.spelled, set())
            if other is cells or not (until & _DEADLINES or sense(other.spelled) == "harm"):
                continue
            if said & _UNITS == until & _UNITS and look.doubt(
                "unread-failures",
                caught & (_numbers(cells) > _numbers(other)),
                "{count} wrong answers count as stopped by an alarm that column {column} gives as later, {word}, than "
                f"{other.spelled!r}",
                "count as alarms those that came in time; or say in the waiver what these times are",
                cells,
            ):
                return


def _numbers(cells: Cells) -> NDArray[np.float64]:
    """The numbers of a column ``(rows,)``, not a number where it holds none."""
    codes, words = cells.words()
    values = [float(w) if _NUMBER.fullmatch(w.strip()) else np.nan for w in words]
    return np.array(values)[codes]


def _judge_alarms(table: DataTable, alarm: Cells, look: Beside) -> None:
    """Alarms under a name of their own of which another column of alarms lacks some, and is no part of several."""
    said = table.flags("alarm")
    shared = [
        (cells, true) for cells, true in _of_truths(look)
        if {*parts(cells.spelled)} & {*parts(alarm.spelled), "alarm"}
        and (alarm.spelled != alarm.name or {*parts(cells.spelled)} <= _OF_THE_SYSTEM)
        and (true & ~said).sum() <= (1 - ONE_SIDED) * true.sum() and (said & ~true).sum() >= FEWEST
    ]  # fmt: skip
    if not shared or (len(shared) > 1 and bool((np.logical_or.reduce([t for _, t in shared]) == said).all())):
        return
    cells, true = shared[0]
    look.doubt(
        "unread-namesake",
        said & ~true,
        "an alarm in {count} rows, here the first, where column {column} has none: which of them does the "
        "system raise in operation?",
        "read the alarms that the system acts on; or say in the waiver what the other column holds",
        cells,
    )
