"""Columns of counts beside those of a record that say that less was run, evaluated or successful than it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.meaning import helped, sense

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable

Array = NDArray[np.float64]
_ASIDE = {
    "skipped", "excluded", "ignored", "dropped", "discarded", "invalid", "unknown", "unclear", "undecided", "unevaluated",
    "pending", "missing", "lost", "unanswered", "timeouts", "fixed", "repaired", "resolved", "interventions",
    "takeovers", "disengagements", "übersprungen", "ungültig", "unbekannt", "behoben", "abgebrochen", "eingriffe",
    "concessions", "deviations", "waived", "tolerated", "retries", "retried", "recovered", "rescued", "muted", "disputed",
    "abweichungen", "wiederholt", "geborgen",
}  # fmt: skip
"""words of counts of what has to have ended in some way, which the record does not tell"""
_DONE = {
    "executed", "done", "valid", "evaluated", "performed", "analysed", "analyzed", "processed", "checked", "recorded",
    "logged", "actual", "unique", "distinct", "counted", "flown", "driven", "sailed", "exercised",
    "gezählt", "durchgeführt", "ausgewertet", "gültig", "geprüft",
}  # fmt: skip
_AGAIN = {"second", "third", "further", "repeat", "repeated", "extra", "zweite", "weitere"}
_TRIED = {"attempt", "attempts", "try", "tries", "trial", "trials", "versuch", "versuche"}
_RUNNING = {"operating", "operation", "operated", "running", "active", "powered", "used", "engine", "betrieb"}
_HOURS = {"hours", "hour", "h", "time", "stunden", "std"}
_RUN_HOURS = {"runtime", "betriebsstunden", "laufzeit", "uptime"}
_SEVERITIES = {
    "severe", "minor", "major", "critical", "serious", "slight", "moderate", "fatal", "catastrophic", "marginal",
    "negligible", "schwer", "schwere", "leicht", "leichte", "kritisch", "kritische",
}  # fmt: skip
_NO_COUNT = {
    "id", "nr", "no", "number", "version", "share", "rate", "percent", "pct", "date", "cost", "per", "mean", "min", "max",
}  # fmt: skip
_NOT = {"not", "non", "un", "nicht"}
_SERVED = {
    "stopped", "braked", "detected", "responded", "opened", "closed", "reached", "completed", "delivered", "released",
    "started", "engaged", "triggered", "tripped", "achieved", "fulfilled", "met", "angehalten", "ausgelöst", "erkannt",
}  # fmt: skip
"""what a demand asks for: what was *not* stopped failed"""
_UNREAL = {
    "simulated", "simulation", "virtual", "synthetic", "replayed", "emulated", "bench", "planned", "estimated",
    "extrapolated", "assumed", "simuliert", "simulierte", "geschätzt", "geplant",
}  # fmt: skip


def judge_counts_beside(table: DataTable, exposure: str, sizes: Array, counts: Array, intake: Intake) -> None:
    """Doubt rows of which a column beside has fewer, or sets some aside, than are counted without a failure."""
    _judge_severities(table, sizes, counts, intake)
    for cells in table.beside:
        held, words = as_numbers(cells), set(parts(cells.spelled))
        if (
            held is None
            or words & _NO_COUNT
            or "%" in cells.spelled
            or np.any(held < 0)
            or np.any(held > sizes)
            or held.max() <= 1
        ):
            continue
        said = _says(cells, words, held, exposure, sizes, counts)
        if said is not None:
            row, text, hint = said
            intake.suspects(
                "unread-failures" if "failures" in text else "less-was-run",
                f"{table.file}:{table.line(row)}: {text}",
                hint=hint,
            )
            return


def _judge_severities(table: DataTable, sizes: Array, counts: Array, intake: Intake) -> None:
    """Columns of failures by severity alone, two or more, that add up to more than the failures."""
    named = [c for c in table.beside if set(parts(c.spelled)) and set(parts(c.spelled)) <= _SEVERITIES]
    read = [(c, held) for c in named if (held := as_numbers(c)) is not None and not np.any(held % 1)]
    total = sum((held for _, held in read), np.zeros(len(sizes)))
    more = np.flatnonzero((total > counts) & (total <= sizes))
    if len(read) < 2 or not len(more):
        return
    row, names = int(more[0]), ", ".join(repr(c.spelled) for c, _ in read)
    intake.suspects(
        "unread-failures",
        f"{table.file}:{table.line(row)}: columns {names} add up to {total[row]:g}, and {counts[row]:g} are counted as "
        "failures",
        hint="count them all; or say in the waiver what these columns count",
    )


def _says(
    cells: Cells, words: set[str], held: Array, exposure: str, sizes: Array, counts: Array
) -> tuple[int, str, str] | None:
    """The first row that a column speaks against, what it says of it, and what to do."""
    name, trials = cells.spelled, exposure != "hours"
    negated = words & _NOT and words & (_DONE | _SERVED)
    again = words & _AGAIN and words & _TRIED
    if (
        trials
        and (words & _ASIDE or negated or again or helped(name))
        and len(rows := np.flatnonzero(held > counts))
    ):
        k = int(rows[0])
        text = f"column {name!r} has {held[k]:g} of {sizes[k]:g} {exposure}, and {counts[k]:g} are counted as failures"
        return k, text, "count how they ended; or state in the waiver what became of them"
    if words & _UNREAL and 0 < held.sum() < sizes.sum():
        k = int(np.flatnonzero(held > 0)[0])
        text = f"{sizes[k]:g} {exposure} are counted, of which {held[k]:g} are {name!r}"
        return k, text, "leave them out, or give all as what they are; or say in the waiver why they count"
    if trials and sense(name) == "good" and len(rows := np.flatnonzero(sizes - held > counts)):
        k = int(rows[0])
        text = (
            f"{sizes[k] - held[k]:g} of {sizes[k]:g} {exposure} are none of column {name!r}, and {counts[k]:g} are "
            "counted as failures"
        )
        return k, text, "count what did not succeed; or state in the waiver what became of it"
    run = words & _RUN_HOURS or (words & _RUNNING and words & _HOURS)
    less = words & _DONE and not negated if trials else run
    if less and len(rows := np.flatnonzero(held < (1.0 if trials else 0.95) * sizes)):
        k = int(rows[0])
        text = f"{sizes[k]:g} {exposure} are counted, and column {name!r} has {held[k]:g} of them"
        return k, text, "count what was run and looked at; or say in the waiver what the column holds"
    return None


SIGNS = {
    "less-was-run": "demands or hours of which a column beside has fewer that were run for real, or looked at"
}
