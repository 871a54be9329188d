"""The signs of a table by itself, whatever method reads it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.tables.columns import Cells
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.report import COMPARED
from casegen_evidence.tables.signs.beside import Beside, Rows
from casegen_evidence.tables.signs.clocks import judge_clocks
from casegen_evidence.tables.signs.column_names import not_raised
from casegen_evidence.tables.signs.contrary import judge_contrary, judge_rank
from casegen_evidence.tables.signs.copies import judge_copies
from casegen_evidence.tables.signs.corrected_below import judge_corrected_below
from casegen_evidence.tables.signs.cut import judge_cut, judge_edges
from casegen_evidence.tables.signs.draws import judge_draws_as_a_whole
from casegen_evidence.tables.signs.fold_names import judge_fold_names
from casegen_evidence.tables.signs.interventions import judge_interventions
from casegen_evidence.tables.signs.label_runs import judge_label_runs
from casegen_evidence.tables.signs.left_out import gaps
from casegen_evidence.tables.signs.marks import (
    judge_folds,
    judge_label,
    judge_marks,
    judge_other_labels,
)
from casegen_evidence.tables.signs.meaning import changed_places, sense
from casegen_evidence.tables.signs.misspelt import judge_spellings
from casegen_evidence.tables.signs.noisy_copies import judge_noisy_copies
from casegen_evidence.tables.signs.outcomes import judge_harm_beside, judge_outcomes
from casegen_evidence.tables.signs.padding import judge_padding
from casegen_evidence.tables.signs.parted import judge_parted
from casegen_evidence.tables.signs.rows import judge_attempts, judge_conditions, judge_parts, judge_weights
from casegen_evidence.tables.signs.same_picture import judge_names
from casegen_evidence.tables.signs.score_columns import scores_of_classes
from casegen_evidence.tables.signs.shared_origin import judge_draws
from casegen_evidence.tables.signs.stood_still import judge_still
from casegen_evidence.tables.signs.training_names import judge_training_name, speak_of_trains
from casegen_evidence.tables.signs.windows import judge_windows
from casegen_evidence.tables.spec import Flag
from casegen_evidence.tables.totals import is_total

_PLAN = compiled(
    r"(?i)(?<![a-z])(planned|geplant|template|vorlage|dummy|placeholder|mock|"
    r"(test|trial|data|collection|campaign|run)[-_ ]?plan)(?![a-z])|^plan$"
)


def judge_table(
    table: DataTable,
    cells: Sequence[Cells],
    beside: Sequence[Cells],
    role: str,
    intake: Intake,
    *,
    draws: bool,
) -> None:
    """Evaluate the signs of a table by itself: columns ``beside`` those read, names, copies, rows left out."""
    file, first = table.file, table.first_line
    look = Beside(file, first, beside, intake)
    judge_marks(cells, look)
    judge_weights(file, beside, intake)
    judge_attempts(file, beside, table.rows, "failures" in table, intake)
    judge_conditions(file, beside, intake)
    if draws or "outcome" in table:
        judge_parts(
            file, beside, table.rows, bool({"predicted", "correct", "alarm"} & table.cells.keys()), intake
        )
    if _PLAN.search(Path(file).stem):
        intake.suspects(
            "planned-file",
            f"{file}: by its name the file holds a plan or a template, not what was measured",
            hint="give the file of what was measured; or say in the waiver what the name means",
        )
    judge_spellings(table, intake)
    if table.rows <= COMPARED:
        judge_clocks(file, first, cells, beside, intake, draws=draws)
    if draws:
        classes = [c for c in cells if c.name in ("true", "predicted", "label")]
        trains = any(speak_of_trains(one.words()[1]) for one in classes)
        judge_interventions(look, evaluated=role != "calibration", trains=trains)
        _judge_names(file, cells, intake)
    if (draws and role != "calibration") or "failures" in table or "outcome" in table:
        judge_training_name(file, intake, record=not draws)
    if draws:
        judge_folds(file, beside, table.rows, intake)
        if all(sign.name != "sign-cross-validated" for sign in intake.signs):
            judge_fold_names(file, beside, intake)
    if draws and table.rows <= COMPARED:
        _judge_last_row(table, [*cells, *beside], intake)
        judge_copies(file, first, cells, beside, table.rows, intake)
        if all(sign.name != "sign-repeated-rows" for sign in intake.signs):
            judge_noisy_copies(file, cells, beside, table.rows, intake)
        judge_names(file, cells, beside, table.rows, intake)
        judge_draws(file, beside, table.rows, intake)
        judge_windows(file, cells, beside, table.rows, intake)
        judge_other_labels(cells, look)
        judge_draws_as_a_whole(file, first, cells, table.rows, intake)
        judge_cut(file, cells, beside, intake)
    table.gaps = gaps([*cells, *beside], in_order=not draws)
    fine = _nothing_wrong(table)
    if draws and table.rows <= COMPARED:
        _judge_answers(table, cells, fine, look)
    if fine is not None:
        look = judge_outcomes(look, fine, "failures" in table)
    if table.rows > COMPARED and fine is None:
        return  # comparing the names of so many rows costs more memory than reading them
    good = _counted_as_good(table) if fine is None else fine
    if good is not None and "failures" not in table:
        judge_harm_beside(look, good)
        if "alarm" not in table:
            judge_rank(look, good, "correct" in table)


def _judge_last_row(table: DataTable, columns: Sequence[Cells], intake: Intake) -> None:
    """Doubt a last row that is called the total of the others, as no other row is."""
    for one in columns:
        if not one.codes:  # numbers
            continue
        codes, words = one.words()
        if len(codes) > 2 and is_total(words[codes[-1]]) and not np.any(codes[:-1] == codes[-1]):
            intake.suspects(
                "marked-rows",
                f"{table.file}:{table.line(len(codes) - 1)}: the last row is called {words[codes[-1]]!r} in column "
                f"{one.spelled!r}, and counts as one more draw",
                hint="remove the row if it adds up the others; or say in the waiver what it is",
            )
            return


def _judge_answers(table: DataTable, cells: Sequence[Cells], fine: Rows | None, look: Beside) -> None:
    """What columns beside those read say of right and wrong answers: whose rows they are, and what was left out."""
    wrong, labels, kinds = None if fine is None else ~fine, None, 2
    if "true" in table and "predicted" in table:
        true, said = table.names("true"), table.names("predicted")
        classes = tuple(dict.fromkeys((*true.words, *said.words)))
        labels, kinds = true.codes, len(classes)
        wrong = true.codes_in(classes) != said.codes_in(classes)
        judge_padding(table, wrong, look)
        judge_label_runs(table, cells, wrong, look)
        if "group" not in table:
            judge_corrected_below(table, wrong, look)
    judge_contrary(table, wrong, cells, look)
    judge_still(table.file, table.first_line, cells, look.columns, wrong, look.intake)
    if wrong is not None:
        groups = table.names("group").codes if "group" in table else None
        judge_parted(table.file, wrong, labels, look.columns, look.intake, groups)
        scores = scores_of_classes(cells, look.columns)
        judge_edges(table.file, wrong, look.columns, max(2, kinds), look.intake, scores)


def _judge_names(file: str, cells: Sequence[Cells], intake: Intake) -> None:
    """Names of columns that say something else than draws of what is asked for."""
    spelled = {one.name: one.spelled for one in cells}
    for one in cells:
        if one.name == "true":
            judge_label(file, one.spelled, intake)
        if one.name == "alarm" and one.spelled != one.name and (word := not_raised(one.spelled)):
            intake.suspects(
                "part-of-the-count",
                f"{file}: column {one.spelled!r} is read as 'alarm'; {word!r} leaves in doubt whether it holds what the "
                "monitor raised by itself, when it came",
                hint="give the alarms that the system acts on; or say in the waiver what the column holds",
            )
        other = spelled.get({"true": "predicted"}.get(one.name, "true"), "")
        if one.spelled != one.name and (why := changed_places(one.name, one.spelled, other)):
            intake.suspects(
                "changed-places", f"{file}: column {why}", hint="name the right column under `columns`"
            )


def _counted_as_good(table: DataTable) -> Rows | None:
    """Rows with an alarm, which count as stopped in time, or with the right answer; None for other tables."""
    if "alarm" in table:
        return table.flags("alarm")
    if "true" in table and "predicted" in table:
        true, said = table.names("true"), table.names("predicted")
        classes = tuple(dict.fromkeys((*true.words, *said.words)))
        right: Rows = true.codes_in(classes) == said.codes_in(classes)
        return right
    return None


def _nothing_wrong(table: DataTable) -> Rows | None:
    """Rows in which nothing went wrong by the columns that are read; None where none of them says."""
    said = [table.numbers("failures") == 0] if "failures" in table else []
    for name, flags in table.flags_by_column.items():
        kind = table.cells[name].kind
        if isinstance(kind, Flag) and kind.sense:
            said.append(flags == (kind.sense == "good"))
    if "outcome" in table:
        held = table.names("outcome")
        said.append(np.array([sense(word) not in ("bad", "harm") for word in held.words])[held.codes])
    return np.logical_and.reduce(said) if said else None
