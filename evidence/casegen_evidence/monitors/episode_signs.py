"""Signs of a table of episodes: rows that are no episodes, pairs that are none, differences without an alarm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.plural import plural
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.signs.endings import ended_badly, names_an_end
from casegen_evidence.tables.signs.marks import row_words
from casegen_evidence.tables.signs.meaning import TURNS, helped
from casegen_evidence.tables.signs.outcomes import happened

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

EPISODE_SIGNS: Mapping[str, str] = {
    "no-difference": "episodes that are the same with and without the monitor",
    "no-hazard": "no accident without the monitor: nothing to prevent was tried",
    "rows-are-steps": "rows that are steps of episodes, by the name of a column",
    "other-start": "pairs of runs that did not start alike, by columns beside",
    "one-seed": "episodes that have few seeds and starts among them",
    "no-alarm": "episodes that end otherwise with a monitor that raised no alarm",
}
FEW = 20
"""episodes below which it is chance that none differs"""
_STEPS = {"step", "timestep", "tick", "frame"}
_STARTS = {
    "seed", "start", "scenario", "map", "world", "town", "route", "spawn", "initial", "weather", "env", "environment",
    "simulator", "version",
}  # fmt: skip
"""what both runs of a pair have in common"""
_SEEDS = {"seed", "seeds", "rng", "startwert", "zufallszahl"}
_LEARNING = {
    "torch", "train", "training", "model", "network", "net", "agent", "policy", "weights", "learner", "learning", "fit",
    "split", "fold", "bootstrap",
}  # fmt: skip
"""words of seeds that are not of an episode"""
_ALARMS = {
    "alarm",
    "alarms",
    "alarmed",
    "intervention",
    "interventions",
    "intervened",
    "triggered",
    "activated",
}
_NONE = {"0", "0.0", "false", "no", "off"}
Flags = NDArray[np.bool_]


def judge_episodes(
    before: Flags, after: Flags, worked: Flags, works: Flags, table: DataTable, intake: Intake
) -> None:
    """Signs of the four outcomes (n,) of every row, and of the columns beside them."""
    differ = (before != after) | (worked != works)
    if len(before) >= FEW and not differ.any():
        intake.fails(
            "no-difference",
            f"{table.file}: all {len(before):,} episodes end alike with and without the monitor: was it switched on?",
            hint="give episodes that ran with the monitor and without it",
        )
    if not before.any():
        intake.fails(
            "no-hazard",
            f"{table.file}: no accident without the monitor in {len(before):,} episodes: nothing could be prevented",
            ["prevented", "safety_gain"],
            "run more episodes, or starts that are more dangerous, and state how they are weighed",
        )
    if "episode" not in table and "group" not in table:
        _steps(table, intake)
    if "group" not in table:
        _seeds(table, intake)
    _starts(table, intake)
    _alarms(differ, table, intake)
    _harms(table, intake)


def _steps(table: DataTable, intake: Intake) -> None:
    for cells in table.beside:
        if row_words(cells.spelled) & _STEPS and len(cells.words()[1]) > 1:
            intake.suspects(
                "rows-are-steps",
                f"{table.file}: by column {cells.spelled!r} a row is a step, and no column names the episode: steps of "
                "one episode are no missions of their own",
                hint="give one row for each episode; or name the episodes in a column `episode` or `group`",
            )
            return


def _seeds(table: DataTable, intake: Intake) -> None:
    """Episodes of one seed are one episode, unless they start otherwise by another column."""
    seeds = [
        c for c in table.beside if _names_a_seed(row_words(c.spelled)) and any(map(str.strip, c.words()[1]))
    ]
    starts = [
        c for c in table.beside if row_words(c.spelled) & _STARTS and not row_words(c.spelled) & _LEARNING
    ]
    if not seeds or table.rows < 2:
        return
    different = len(np.unique(np.stack([c.words()[0] for c in (*seeds, *starts)]), axis=1).T)
    if different <= table.rows / 2:
        intake.suspects(
            "one-seed",
            f"{table.file}: {table.rows:,} episodes have {different:,} {plural(different, 'seed')} of column "
            f"{seeds[0].spelled!r}{' and starts' if starts else ''}: a simulator repeats an episode by its seed",
            hint="draw a seed for each episode, or name those of one seed in a column `group`; or say in the waiver by "
            "what else the episodes differ",
        )


def _names_a_seed(words: set[str]) -> bool:
    return (bool(words & _SEEDS) or {"random", "state"} <= words) and not words & _LEARNING


def _starts(table: DataTable, intake: Intake) -> None:
    named = {cells.spelled.strip().casefold(): cells for cells in table.beside}
    for name, cells in named.items():
        stem, _, which = name.rpartition("_")
        other = named.get(f"{stem}_monitored")
        if which != "f" or other is None or not row_words(stem) & _STARTS:
            continue
        (codes, words), (its, others) = cells.words(), other.words()
        unlike = np.flatnonzero(np.array(words)[codes] != np.array(others)[its])
        if len(unlike):
            intake.suspects(
                "other-start",
                f"{table.file}:{table.line(int(unlike[0]))}: columns {cells.spelled!r} and {other.spelled!r} differ in "
                f"{len(unlike):,} rows: the two runs of a pair did not start alike",
                ["prevented", "induced", "lost_mission", "safety_gain", "availability_cost"],
                "run each start with the monitor and without it; or say in the waiver what the columns hold",
            )
            return


def _alarms(differ: Flags, table: DataTable, intake: Intake) -> None:
    for cells in table.beside:
        codes, words = cells.words()
        silent = np.array([word.strip().casefold() in _NONE for word in words])[codes]
        rows = np.flatnonzero(silent & differ)
        if row_words(cells.spelled) & _ALARMS and len(rows):
            intake.suspects(
                "no-alarm",
                f"{table.file}:{table.line(int(rows[0]))}: {len(rows):,} episodes end otherwise with the monitor "
                f"although column {cells.spelled!r} says that it did nothing: the two runs differ by something else",
                hint="run both from one start, with the same random numbers; or say in the waiver what else differs",
            )
            return


def _harms(table: DataTable, intake: Intake) -> None:
    """Episodes that end without an accident by what is read, and with harm by another column of the same run.

    Less severe than any accident may be what counts as none.
    """
    runs = {"f": table.flags("accident_f"), "monitored": table.flags("accident_monitored")}
    severity = {run: table.numbers(f"severity_{run}") for run in runs if f"severity_{run}" in table}
    graded = [values[runs[run] & (values > 0)] for run, values in severity.items()]
    least = min((float(values.min()) for values in graded if len(values)), default=0.0)
    harms = [
        (table.spelled(f"severity_{run}"), (values >= least) & (values > 0) & ~runs[run])
        for run, values in severity.items()
    ]
    harms += [(c.spelled, _harmed(c) & ~runs["monitored"]) for c in table.beside if _with_monitor(c.spelled)]
    for column, rows in harms:
        if rows.any():
            at = int(np.flatnonzero(rows)[0])
            intake.suspects(
                "unread-failures",
                f"{table.file}:{table.line(at)}: column {column!r} tells of harm in {int(rows.sum()):,} episodes that "
                "count as without an accident",
                hint="count these accidents; or say in the waiver why they are none",
            )


def _with_monitor(name: str) -> bool:
    """Whether a column speaks of the run with the monitor, and not of what the monitor did."""
    words = row_words(name)
    return bool(words & {"monitored", "monitor"}) and not words & (TURNS | _ALARMS) and not helped(name)


def _harmed(cells: Cells) -> Flags:
    ends = names_an_end(cells.spelled)
    return cells.each(lambda word: happened(cells.spelled, word) or (ends and ended_badly(word)))
