"""A monitor in whole missions of anybody's simulator: accidents with and without it (paper 004 Eqns 3–9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.monitors.episode_signs import EPISODE_SIGNS, judge_episodes
from casegen_evidence.monitors.group_sizes import LARGE_GROUPS
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from casegen_evidence.tables.data_table import DataTable

FLAGS = ("accident_f", "accident_monitored", "success_f", "success_monitored")


class EpisodesParameters(Parameters):
    """Parameters of ``monitor-episodes``."""

    severe_from: Annotated[float, Field(gt=0)] | None = Field(
        None, description="an accident counts from this severity on (needs severity_f and severity_monitored)"
    )


class MonitorEpisodes:
    """Registered as ``monitor-episodes``."""

    name = "monitor-episodes"
    version = 2
    summary = (
        "Accidents and lost missions with and without a runtime monitor, counted over episodes of a simulator"
    )
    source = "paper 004 Eqns 3–9 at the level of the system; limits: Clopper & Pearson 1934, Waudby-Smith & Ramdas 2024"
    parameters: type[Parameters] = EpisodesParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "episodes": (
            True,
            "table, one row per episode, run twice from one start: accident_f and accident_monitored (0 or 1: without "
            "and with the monitor), success_f and success_monitored (the mission succeeds); optional: episode (its name "
            "or seed, each once), severity_f, severity_monitored, group (episodes that are not independent)",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "residual_hazard": ("probability-per-mission", "RH: an accident with the monitor"),
        "hazard": ("probability-per-mission", "SG + RH: an accident without the monitor"),
        "prevented": ("probability-per-mission", "an accident without the monitor, none with it"),
        "induced": ("probability-per-mission", "an accident with the monitor, none without it"),
        "lost_mission": (
            "probability-per-mission",
            "a mission that succeeds without the monitor and fails with it",
        ),
        "safety_gain": ("score", "SG: prevented minus induced, per episode"),
        "availability_cost": ("score", "AC: successes without minus successes with the monitor, per episode"),
    }
    better: Mapping[str, Direction] = directions(
        lower=("residual_hazard", "hazard", "induced", "lost_mission", "availability_cost"),
        higher=("prevented", "safety_gain"),
    )
    signs: Mapping[str, str] = {**EPISODE_SIGNS, "large-groups": LARGE_GROUPS}
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Count over episodes, or over groups of them, and bound."""
        import numpy as np

        from casegen_evidence.tables.reader import read_input
        from casegen_evidence.tables.signs.left_out import judge_left_out
        from casegen_evidence.tables.spec import Flag, Label, NameColumn, Number

        p: EpisodesParameters = run.parameters
        wanted: dict[str, Any] = {n: Flag(sense="bad" if "accident" in n else "good") for n in FLAGS} | {
            "episode": NameColumn(optional=True),
            "group": Label(optional=True),
            "severity_f": Number(optional=True, least=0),
            "severity_monitored": Number(optional=True, least=0),
        }
        table = read_input(run, "episodes", wanted)
        before, after = (_accidents(table, name, p) for name in ("f", "monitored"))
        worked, works = table.flags("success_f"), table.flags("success_monitored")
        group = table.names("group").codes if "group" in table else None
        judge_episodes(before, after, worked, works, table, run.intake)
        judge_left_out(table.file, table.gaps, int(after.sum()), "an accident with the monitor", run.intake)
        columns = {
            "residual_hazard": after,
            "hazard": before,
            "prevented": before & ~after,
            "induced": after & ~before,
            "lost_mission": worked & ~works,
            "safety_gain": before.astype(float) - after.astype(float),
            "availability_cost": worked.astype(float) - works.astype(float),
        }
        measures = {
            name: _bounded(np.asarray(values), group, run.confidence, *self.measures[name])
            for name, values in columns.items()
        }
        if group is not None:
            _judge_groups(table.file, measures, columns, group, run)
        run.progress(1.0, "done")
        return Result(measures, [_counts(columns, group)], [_bars(measures)], _ASSUMPTIONS,
                      signs=run.intake.signs, read=run.intake.read)  # fmt: skip


_ASSUMPTIONS = (
    "Episodes, or the groups of them stated, are independent draws of operation; starts do not depend on the monitor.",
    "Both runs of a row have the same start and surroundings; the simulator is valid for what the claim speaks of.",
)


def _accidents(table: DataTable, which: str, p: EpisodesParameters) -> Any:
    """Accidents of one of the two runs, those of the severity asked for only."""
    flags = table.flags(f"accident_{which}")
    if p.severe_from is None:
        return flags
    name = f"severity_{which}"
    if name not in table:
        raise InputProblem(f"{table.file}: expected a column {name}, since severe_from is stated")
    severity = table.numbers(name)
    without = flags & ~(severity > 0)
    if without.any():
        row = int(without.argmax())
        raise InputProblem(
            f"{table.place(row, name)}: expected the severity of an accident, found {severity[row]:g}"
        )
    hidden = ~flags & (severity >= p.severe_from)
    if hidden.any():
        row = int(hidden.argmax())
        raise InputProblem(
            f"{table.place(row, name)}: expected a severity below {p.severe_from:g} where accident_{which} is 0, found "
            f"{severity[row]:g}: what counts as an accident was decided at a higher severity"
        )
    return flags & (severity >= p.severe_from)


def _bounded(values: Any, group: Any, confidence: float, kind: Kind, text: str) -> Measure:
    """Clopper–Pearson for counts of independent episodes, else bets on the means of independent units."""
    import numpy as np

    from casegen_evidence.bounds.measures import bounded_mean, proportion

    if group is None and kind != "score":
        return proportion(int(values.sum()), len(values), confidence, kind, text)
    if group is not None:
        values = np.bincount(group, values) / np.bincount(group)
        text += "; each group counts alike"
    return bounded_mean(values, -1.0 if kind == "score" else 0.0, 1.0, confidence, kind, text, "paper 004")


def _judge_groups(
    file: str, measures: Mapping[str, Measure], columns: Mapping[str, Any], group: Any, run: Run
) -> None:
    """Groups of unequal sizes count alike: the rate over all episodes may be worse."""
    from casegen_evidence.group_sizes import judge_sizes, over_rows

    of_rows = over_rows(measures, {name: (values, group) for name, values in columns.items()}, run.confidence)
    what = f"{file}: groups differ in their episodes"
    judge_sizes("large-groups", measures, of_rows, MonitorEpisodes.better, what, run.intake)


def _counts(columns: Mapping[str, Any], group: Any) -> Table:
    rows: list[list[str | float | int | None]] = [
        [name.replace("_", " "), int(values.sum()), len(values)]
        for name, values in columns.items()
        if values.dtype.kind == "b"
    ]
    note = "" if group is None else f"{int(group.max()) + 1:,} independent groups."
    return Table("Episodes counted", ["what", "episodes", "of"], rows, note)


def _bars(measures: Mapping[str, Measure]) -> Figure:
    shown = ("hazard", "residual_hazard", "prevented", "induced", "lost_mission")
    some = [measures[name] for name in shown]
    series = {"name": "episodes", "values": [m.value for m in some], "lower": [m.lower for m in some],
              "upper": [m.upper for m in some]}  # fmt: skip
    alt = (
        f"Share of episodes with an accident: {some[0].value:.3g} without and {some[1].value:.3g} with the monitor; it "
        f"prevents {some[2].value:.3g} and causes {some[3].value:.3g}."
    )
    data = {"categories": [name.replace("_", " ") for name in shown], "series": [series]}
    return Figure("Accidents and lost missions", "bars", data, alt, "", "share of episodes")


EPISODES = MonitorEpisodes()
