"""A user's own monitor, evaluated from tables (paper 004 Eqns 7–15): two registered methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen_evidence.detection.method import DETECTIONS, OBJECT_DETECTION
from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.monitors.criterion import CriterionParameters
from casegen_evidence.monitors.easier import EASIER, easier_than
from casegen_evidence.monitors.evaluation_rows import (
    WEIGHED,
    BoxMatching,
    Rows,
    Scheme,
    groups_of,
    read_rows,
    rows_in_groups,
    stated_kinds,
)
from casegen_evidence.monitors.evaluation_signs import (
    apart_from_columns,
    apart_from_scores,
    chosen_on_rows,
    contradicted,
    everywhere,
    made_of_scores,
    note_scores,
    seen_before,
    spread_over_segments,
    too_good,
)
from casegen_evidence.monitors.group_sizes import LARGE_GROUPS, judge_large_groups
from casegen_evidence.monitors.polarity import INVERTED, judge_direction
from casegen_evidence.nnmetrics.confusion_method import Severity
from casegen_evidence.nnmetrics.declared_signs import CONFUSION
from casegen_evidence.replaced import refuse_replaced
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from casegen_evidence.monitors.metrics import MonitorMetrics
    from casegen_evidence.monitors.operating import Sweep
    from casegen_evidence.tables.data_table import DataTable


class EvaluationParameters(CriterionParameters):
    """Parameters of ``monitor-evaluation``."""

    scheme: Scheme = Field(
        "model-errors", description="what counts as hazardous; its numbers are the measures"
    )
    compare: list[Scheme] = Field(default_factory=list, description="further schemes, shown side by side")
    threshold: float | None = Field(None, description="alarm where the score lies above this")
    severities: dict[str, dict[str, Severity]] | None = Field(
        None, description="severity by true class and answer, on any scale, for the scheme severities"
    )
    default: Severity | None = Field(None, description="severity of pairs that are not listed")
    boxes: BoxMatching | None = Field(
        None,
        description="for detector-errors without a column error: which detections are those of objects (needs the "
        "inputs truth and detections, and a column image)",
    )


class MonitorEvaluation:
    """Registered as ``monitor-evaluation``."""

    name = "monitor-evaluation"
    version = 6
    summary = "Safety gain, residual hazard and availability cost of a runtime monitor"
    source = "paper 004 Eqns 7–15; limits: Clopper & Pearson 1934"
    parameters: type[Parameters] = EvaluationParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "outcomes": (
            True,
            "table, one row per input: alarm (0 or 1) or score, and the columns of the schemes: true and predicted, "
            "threat, error; optional: group (rows that are not independent, such as frames of a video), image (id or "
            "file_name in the truth)",
        ),
        "calibration": (
            False,
            "table with the same columns and a score, of other inputs: the threshold is chosen on it",
        ),
        "truth": (False, "COCO JSON: images, categories, annotations with bbox"),
        "detections": (False, DETECTIONS),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "safety_gain": ("probability-per-demand", "SG: a hazardous input that the monitor stops"),
        "residual_hazard": ("probability-per-demand", "RH: a hazardous input that passes the monitor"),
        "availability_cost": ("probability-per-demand", "AC: a harmless input that raises an alarm"),
        "hazard": ("probability-per-demand", "SG + RH: a hazardous input, monitored or not"),
        "recall": ("fraction", "hazardous inputs that raise an alarm"),
        "miss_rate": ("fraction", "hazardous inputs without an alarm, for trees: given the hazard"),
        "false_alarm_rate": ("fraction", "harmless inputs that raise an alarm"),
        "alarm_rate": ("probability-per-demand", "an alarm, right or wrong"),
    }
    better: Mapping[str, Direction] = directions(
        lower=(
            "residual_hazard",
            "availability_cost",
            "hazard",
            "miss_rate",
            "false_alarm_rate",
            "alarm_rate",
        ),
        higher=("safety_gain", "recall"),
    )
    signs: Mapping[str, str] = {
        **CONFUSION,
        **OBJECT_DETECTION.signs,
        "alarm-is-the-error": "an alarm at every hazardous input and at no other",
        "large-groups": LARGE_GROUPS,
        "alarms-everywhere": "a monitor that stops nearly everything",
        "alarms-inverted": INVERTED,
        "alarms-fill-segments": "alarms at every row of a hazardous stretch or at none, as if spread over it",
        "alarms-contradict": "alarms beside a threshold that gives others",
        "easier-than-calibration": EASIER,
        "calibrated-on-tests": "evaluated rows on which the threshold was chosen",
    }
    distinct: Sequence[Sequence[str]] = (("outcomes", "calibration"),)
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Read, choose the threshold on other data, evaluate under every scheme."""
        from casegen_evidence.monitors.metrics import evaluate
        from casegen_evidence.monitors.returns import working_monitor
        from casegen_evidence.monitors.schemes import bars, side_by_side
        from casegen_evidence.tables.signs.left_out import judge_left_out

        p: EvaluationParameters = run.parameters
        _refuse_unused(run, p)
        rows = _read(run, "outcomes", p)
        threshold, notes = _threshold(run, p, rows)
        if threshold is not None and rows.alarm is not None:
            contradicted(rows, threshold, run.intake)
        elif rows.alarm is not None and rows.score is not None:
            apart_from_scores(rows, _hazardous(rows, p.scheme), run.intake)
            note_scores(rows, "outcomes", run.intake)
        elif rows.alarm is not None:
            apart_from_columns(rows, _hazardous(rows, p.scheme), run.intake)
        alarm = working_monitor(rows.alarm if threshold is None else rows.scores() > threshold)
        schemes: dict[str, MonitorMetrics] = {
            s: evaluate(rows.returns(s, alarm), run.confidence) for s in dict.fromkeys([p.scheme, *p.compare])
        }
        measures = stated_kinds(schemes[p.scheme].named(), p.scheme, rows.group is not None)
        measures["alarm_rate"] = _alarms(rows, alarm, run.confidence)
        too_good(measures, rows, run.intake)
        everywhere(measures, rows, run.intake)
        if rows.group is not None:
            alone = replace(rows, group=None).returns(p.scheme, alarm)
            judge_large_groups(rows.file, measures, alone, rows.group, self.better, run.confidence, run.intake,
                               {"alarm_rate": alarm})  # fmt: skip
        _judge_segments(rows, p.scheme, alarm, run)
        judge_direction(_hazardous(rows, p.scheme), alarm, rows.file, run.intake)
        passed = round(measures["residual_hazard"].value * rows.rows)
        judge_left_out(rows.file, rows.table.gaps, passed, "a hazard without an alarm", run.intake)
        criterion = p.criterion
        tables = [side_by_side(schemes, criterion, run.confidence, run.seed)]
        figures = [bars(schemes, criterion)]
        if rows.score is not None:
            figures.append(_curve(rows, p.scheme, run.confidence))
        if rows.group is not None:
            notes.append(rows_in_groups(rows.rows, rows.group))
        run.progress(1.0, "done")
        return Result(measures, tables, figures, (*_ASSUMPTIONS, _MEANING[p.scheme]), notes,
                      signs=run.intake.signs, read=run.intake.read)  # fmt: skip


def _judge_segments(rows: Rows, scheme: Scheme, alarm: Any, run: Run) -> None:
    """Doubt alarms that fill labelled segments, at claims that do not hold if one frame of each had raised its alarm."""
    from casegen_evidence.monitors.metrics import evaluate
    from casegen_evidence.monitors.segment_alarms import segments_filled

    filled = segments_filled(_hazardous(rows, scheme), alarm, rows.group, rows.table.beside)
    if filled is not None:
        one_each = evaluate(rows.returns(scheme, filled.least), run.confidence).named()
        spread_over_segments(rows.file, filled, one_each, run.intake)


_ASSUMPTIONS = (
    "Rows, or the groups of rows stated, are independent draws of the operational domain, and were used neither to train "
    "f nor the monitor nor to choose its threshold.",
    "The numbers hold for this f, this monitor and this domain together; none of the three can be exchanged.",
)
_MEANING = {
    "model-errors": "Every wrong answer is equally hazardous, and every right one harmless (Eqns 10–11).",
    "runtime-threats": "f is right without a threat and never to be used with one (Eqns 12–13).",
    "detector-errors": "Every frame with a missed or false box is equally hazardous (Eqns 14–15).",
    WEIGHED: "An error is as hazardous as its severity, a share of the largest; severities are judgement.",
}


_BY_SCHEME = {WEIGHED: ("severities", "default"), "detector-errors": ("boxes",)}
"""parameters that only one scheme looks at"""


def _refuse_unused(run: Run, p: EvaluationParameters) -> None:
    """Refuse what no scheme that is stated looks at."""
    schemes = list(dict.fromkeys([p.scheme, *p.compare]))
    for scheme, names in _BY_SCHEME.items():
        if scheme not in schemes:
            fix = f", or state the scheme {scheme}"
            refuse_replaced(run, f"the scheme {' and '.join(schemes)}", parameters=names, fix=fix)


def _read(run: Run, name: str, p: EvaluationParameters) -> Rows:
    """The truth speaks of the evaluated frames: calibration rows state their errors themselves."""
    boxes = None if name == "calibration" else p.boxes
    return read_rows(run, name, (p.scheme, *p.compare), boxes, p.severities, p.default)


def _alarms(rows: Rows, alarm: Any, confidence: float) -> Measure:
    import numpy as np

    from casegen_evidence.bounds.measures import bounded_mean, proportion

    text = "an alarm, right or wrong"
    kind: Kind = "probability-per-demand"
    if rows.group is None:
        return proportion(int(alarm.sum()), len(alarm), confidence, kind, text)
    share = np.bincount(rows.group, alarm) / np.bincount(rows.group)
    return bounded_mean(share, 0.0, 1.0, confidence, kind, f"{text}; each group counts alike")


def _hazardous(rows: Rows, scheme: Scheme) -> Any:
    """Which rows ``(n,)`` are hazardous without a monitor, whatever groups they are in."""
    import numpy as np

    alone = replace(rows, group=None).returns(scheme, np.zeros(rows.rows, dtype=bool))
    return alone.safety_ideal > alone.safety_f


def _hazards(rows: Rows, scheme: Scheme) -> tuple[int, int]:
    """Hazardous inputs without a monitor, and inputs."""
    import numpy as np

    alone = rows.returns(scheme, np.zeros(rows.rows, dtype=bool))
    return int((alone.safety_ideal > alone.safety_f).sum()), len(alone.safety_f)


def _threshold(run: Run, p: EvaluationParameters, rows: Rows) -> tuple[float | None, list[str]]:
    """The threshold on the score, None where the alarms are given, and how it came about."""
    if "calibration" in run.inputs:
        from casegen_evidence.monitors.operating import choose

        if p.threshold is not None:
            raise InputProblem(
                "expected either a threshold or calibration rows to choose it on; found both. Leave one out"
            )
        # each row counts alike here: gain and cost are those of the rows, whatever groups they are of
        other = replace(_read(run, "calibration", p), group=None)
        seen_before(rows, other, run.intake)
        easier_than(_hazards(other, p.scheme), _hazards(rows, p.scheme), rows.file, run.intake)
        chosen = choose(other.scores(), lambda alarm: other.returns(p.scheme, alarm), p.cost_at_most)
        rows.scores()
        words = f"Threshold {chosen:.6g}: largest safety gain on {len(other.scores())} calibration rows"
        return chosen, [f"{words} at an availability cost of at most {p.cost_at_most:g} there."]
    if p.threshold is not None:
        chosen_on_rows(rows, p.threshold, run.intake)
        made_of_scores(rows, p.threshold, _hazardous(rows, p.scheme), run.intake)
        return p.threshold, [f"Threshold {p.threshold:g} as stated."]
    if rows.alarm is None:
        raise InputProblem(
            f"expected alarms, a threshold, or calibration rows to choose one on; {rows.file} has scores only. "
            "Choosing the threshold on the evaluated rows would flatter the monitor"
        )
    return None, ["Alarms as given."]


def _sweep(rows: Rows, scheme: str, confidence: float) -> Sweep:
    from casegen_evidence.monitors.operating import sweep

    return sweep(rows.scores(), lambda alarm: rows.returns(scheme, alarm), confidence=confidence)


def _curve(rows: Rows, scheme: str, confidence: float) -> Figure:
    return _sweep(rows, scheme, confidence).figure("the monitor", scheme)


class ReturnsParameters(CriterionParameters):
    """Parameters of ``monitor-returns``."""

    span: Annotated[float, Field(gt=0)] = Field(
        description="largest possible difference of two returns, known without looking at the data"
    )


class MonitorReturns:
    """Registered as ``monitor-returns``."""

    name = "monitor-returns"
    version = 4
    summary = "Safety gain, residual hazard and availability cost from returns computed elsewhere"
    source = "paper 004 Eqns 3–9; limits: Waudby-Smith & Ramdas (2024)"
    parameters: type[Parameters] = ReturnsParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "returns": (
            True,
            "table, one row per input or episode: safety_f, safety_monitored, safety_ideal, mission_f, "
            "mission_monitored; optional: group (rows that are not independent, such as steps of an episode)",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "safety_gain": ("score", "SG, in units of the safety return"),
        "residual_hazard": ("score", "RH, in units of the safety return"),
        "availability_cost": ("score", "AC, in units of the mission return"),
        "hazard": ("score", "SG + RH, in units of the safety return"),
        "recall": ("score", "share of the hazard removed"),
        "miss_rate": ("score", "share of the hazard left"),
    }
    better: Mapping[str, Direction] = directions(
        lower=("residual_hazard", "availability_cost", "hazard", "miss_rate"),
        higher=("safety_gain", "recall"),
    )
    signs: Mapping[str, str] = {
        "monitored-is-ideal": "returns with the monitor that equal the ideal ones in every row",
        "large-groups": LARGE_GROUPS,
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Read, average, bound."""
        from casegen_evidence.monitors.metrics import evaluate
        from casegen_evidence.monitors.returns import from_table, per_group
        from casegen_evidence.monitors.schemes import bars, side_by_side
        from casegen_evidence.tables.reader import read_input
        from casegen_evidence.tables.spec import Label, Number

        p: ReturnsParameters = run.parameters
        names = ("safety_f", "safety_monitored", "safety_ideal", "mission_f", "mission_monitored")
        table = read_input(run, "returns", dict.fromkeys(names, Number()) | {"group": Label(optional=True)})
        columns = {n: table.numbers(n) for n in names}
        _ideal_is_best(table, columns)
        same = columns["safety_monitored"] == columns["safety_ideal"]
        if len(same) >= 20 and same.all() and len(set(columns["safety_ideal"].tolist())) > 2:
            run.intake.suspects(
                "monitored-is-ideal",
                f"{table.file}: safety_monitored equals safety_ideal in all {len(same):,} rows: one column twice?",
                ("residual_hazard", "miss_rate", "recall", "safety_gain"),
                "give the returns that were reached with the monitor",
            )
        returns = from_table(columns, p.span)
        alone = returns
        if (group := groups_of(table)) is not None:
            returns = per_group(returns, group, "group")
        result = evaluate(returns, run.confidence)
        measures: dict[str, Measure] = {n: replace(m, kind="score") for n, m in result.named().items()}
        if group is not None:
            judge_large_groups(table.file, measures, alone, group, self.better, run.confidence, run.intake)
        criterion = p.criterion
        schemes = {"own returns": result}
        tables: Sequence[Table] = [side_by_side(schemes, criterion, run.confidence, run.seed)]
        run.progress(1.0, "done")
        notes = () if group is None else (rows_in_groups(table.rows, group),)
        return Result(measures, tables, [bars(schemes, criterion)], _ASSUMPTIONS, notes,
                      signs=run.intake.signs, read=run.intake.read)  # fmt: skip


def _ideal_is_best(table: DataTable, columns: Mapping[str, Any]) -> None:
    """f* has the largest return by its definition; a lower one is a missing value, or another unit."""
    import numpy as np

    ideal, best = columns["safety_ideal"], np.maximum(columns["safety_f"], columns["safety_monitored"])
    bad = np.flatnonzero(ideal < best - 1e-9 * np.maximum(1.0, np.abs(best)))
    if len(bad):
        row = int(bad[0])
        raise InputProblem(
            f"{table.place(row, 'safety_ideal')}: the ideal return {ideal[row]:g} is less than {best[row]:g}, which "
            f"was reached ({len(bad):,} such rows). The ideal f* is never worse: repair missing values"
        )


EVALUATION = MonitorEvaluation()
RETURNS = MonitorReturns()
