"""Columns beside those read that say that labels or answers were given, chosen or changed by hand or by the model."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.signs.marks import names_rows, row_words
from casegen_evidence.tables.signs.meaning import REMARKS
from casegen_evidence.tables.signs.time_columns import Seconds, earliest, latest, readings_of
from casegen_evidence.tables.signs.training_names import in_training_folder, numbered_as_training
from casegen_evidence.tables.truth_words import SET

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.signs.beside import Beside

_LABELS = {"label", "labels", "annotation", "annotations", "gt", "truth", "reference"}
_ANSWERS = {
    "prediction",
    "predictions",
    "predicted",
    "pred",
    "answer",
    "answers",
    "output",
    "result",
    "decision",
}
_CHANGED = {
    "changed", "modified", "updated", "revised", "altered", "replaced", "corrected", "edited", "relabelled", "relabeled",
    "relabel", "fixed", "overridden", "geändert", "korrigiert",
}  # fmt: skip
_ON = {"on", "at", "date", "time", "datum", "am", "stamp", "timestamp"}
_GIVEN = {"answered", "predicted", "decided", "classified", "resolved", "completed", "filled", "entered"}
_CHOSEN = {"selected", "chosen", "picked", "sampled", "filtered", "kept"}
_LABELLED = {"annotator", "annotated", "labeller", "labelled", "labeled", "annotation", "label"}
_PERSON = compiled(
    r"(?i)(the |safety |test |remote )?(operator|driver|human|person|pilot|staff|crew|manual(ly)?|by hand|expert|"
    r"reviewer|fahrer|bediener|mensch|hand)"
)
_BY_ITS_OUTCOME = compiled(
    r"(?i)(low|high|lowest|highest|top)?[-_ ]?(model|network|confidence|score|loss|error|success|prediction|correct|"
    r"hand|manual(ly)?|operator|author|konfidenz)s?"
)
_PROGRAM = compiled(
    r"(?i)auto(mat\w*)?[-_ ]?(accept|label|annotat|approv|fill|confirm|import)\w*|pre[-_ ]?(label|annotat)\w*|"
    r"(accepted|unchanged)[-_ ](suggestion|proposal|prediction)s?|suggest(ed|ion)"
)
_CHANGED_LATER = compiled(
    r"(?i)\W*((label|answer|prediction|result|outcome)s?\s+(was\s+|were\s+)?)?"
    r"(edited|changed|corrected|amended|overwritten|re-?labell?ed|revised|adjusted|korrigiert|geändert|angepasst)\s+"
    r"(after|during|following|in|by|at|on|nach|bei|von|durch)\b(?!\s+(rain|snow|wind))"
)
_ROWS_OF_ONE = 10
"""rows for each name of a column from which on it names no rows"""
_DAY = 86_400.0
"""seconds of a day"""
_HINT = (
    "give rows that the system answered by itself, with labels that do not depend on its answers; "
    "or say in the waiver why these count"
)


def judge_interventions(look: Beside, *, evaluated: bool, trains: bool = False) -> None:
    """Doubt rows whose label or answer was changed, whose answer a person gave, or that were chosen by what came out.

    Rows that are not ``evaluated`` but calibrate may all be of the training; where classes are ``trains``, a picture
    `train_0017.png` may show one.
    """

    def of_training(name: str) -> bool:
        return in_training_folder(name) or (not trains and numbered_as_training(name))

    for cells in look.columns:
        says = _rule(row_words(cells.spelled))
        if says is not None:
            marks, about = says
            look.doubt("marked-rows", cells.each(marks), about, _HINT, cells)
        elif (rows := cells.each(of_training)).any() and not (
            rows.all() and (_one_thing(cells) or not evaluated)
        ):
            others = "" if rows.all() else ", unlike others"
            look.doubt(
                "marked-rows",
                rows,
                "{count} rows count although column {column} says {word}: a folder or a picture of the training"
                + others,
                "remove what was trained on; or say in the waiver what the name means",
                cells,
            )
    _judge_later_labels(look)


def _one_thing(cells: Cells) -> bool:
    """Whether a column names the same few things in many rows, such as the model that answered them."""
    codes, values = cells.words()
    return len(values) <= len(codes) / _ROWS_OF_ONE and not names_rows(cells.spelled)


def _rule(words: set[str]) -> tuple[Callable[[str], bool], str] | None:
    """What to look for in a column whose name has these words, and what it then says; None for any other."""
    if words & (_LABELS | _ANSWERS) and words & _CHANGED and not words & _ON and "by" not in words:
        return (
            _is_set,
            "{count} rows count although column {column} says {word}: label or answer is another than it was",
        )
    if words & _GIVEN and words & {"by", "von", "durch"}:
        return _matches(
            _PERSON
        ), "{count} rows count as answers of the system, and column {column} says {word}"
    if words & _CHOSEN and words & {"by", "how", "via", "using", "nach"}:
        return _matches(_BY_ITS_OUTCOME), "{count} rows were chosen: column {column} says {word}"
    if words & _LABELLED:
        return _matches(
            _PROGRAM
        ), "labels of {count} rows were made by a program: column {column} says {word}"
    if words & REMARKS:
        return lambda word: bool(
            _CHANGED_LATER.match(word)
        ), "{count} rows count although column {column} says {word}"
    return None


def _is_set(word: str) -> bool:
    return word.strip().casefold() in SET


def _matches(form: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda word: bool(form.fullmatch(word.strip()))


def _judge_later_labels(look: Beside) -> None:
    """Labels that were changed after the answers had been given, by columns of dates."""
    changed = [c for c in look.columns if _is_dated(c, _LABELS | _LABELLED, _CHANGED)]
    given = [
        c for c in look.columns if _is_dated(c, _ANSWERS | {"inference", "evaluated", "evaluation"}, set())
    ]
    for one in changed:
        for other in given:
            look.doubt(
                "marked-rows",
                _days(earliest(readings_of(one))) > _days(latest(readings_of(other))),
                f"labels of {{count}} rows were changed after the answer was given: column {{column}} says {{word}}, and "
                f"{other.spelled!r} says {other.words()[1][int(other.words()[0][0])]!r} in the first row",
                _HINT,
                one,
            )


def _is_dated(cells: Cells, of: set[str], how: set[str]) -> bool:
    words = row_words(cells.spelled)
    return bool(words & of and words & _ON and (not how or words & how)) and any(
        np.isfinite(times).all() for times in readings_of(cells)
    )


def _days(times: Seconds) -> Seconds:
    """Days since 1970, without the time of the day."""
    return np.floor(times / _DAY)
