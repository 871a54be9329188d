"""Rows of a monitor's table and their returns under each scheme, by row or by group of rows (paper 004 Eqns 10–15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from casegen_evidence.detection.method import DetectionParameters
from casegen_evidence.method import InputProblem, Kind, Measure, Run
from casegen_evidence.monitors import returns as returns_of
from casegen_evidence.signs import Intake
from casegen_evidence.suggestions import among

if TYPE_CHECKING:
    from casegen_evidence.monitors.returns import Flags, Returns
    from casegen_evidence.tables.data_table import DataTable

Scheme = Literal["model-errors", "runtime-threats", "detector-errors", "severities"]
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "model-errors": ("true", "predicted"),
    "runtime-threats": ("threat",),
    "detector-errors": ("error",),
    "severities": ("true", "predicted"),
}
"""Columns each scheme needs, besides alarm or score."""
ANSWERED = COLUMNS["model-errors"]
WEIGHED = "severities"
"""the scheme whose returns are severities, not counts"""


class BoxMatching(BaseModel):
    """When a detection is that of an object (paper 004 §III-B): same class, score and overlap of at least these."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    score: Annotated[float, Field(ge=0, le=1)] = Field(
        description="detections count from this score on, as the system in use has it"
    )
    iou: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.5, description="intersection over union from which on a detection is that of an object"
    )
    categories: list[str] = Field(
        default_factory=list, description="classes that count; left out: all of the truth"
    )


@dataclass(frozen=True, slots=True)
class Rows:
    """A table read: what the schemes need by column, alarms or scores or both, and which rows belong together."""

    file: str
    columns: Mapping[str, Any]
    alarm: Any
    score: Any
    table: DataTable
    group: Any
    loss: Any

    @property
    def rows(self) -> int:
        """Rows of the table."""
        return self.table.rows

    def scores(self) -> Any:
        """The column score; raises :class:`InputProblem` where there is none."""
        if self.score is None:
            raise InputProblem(
                f"expected a column score in {self.file} to apply a threshold to; found only alarms"
            )
        return self.score

    def returns(self, scheme: str, alarm: Flags) -> Returns:
        """Returns of each row, or means over each group."""
        if scheme == WEIGHED:
            rows = returns_of.weighted_errors(self.loss, alarm)
        elif scheme == "model-errors":
            rows = returns_of.model_errors(self.columns["predicted"], self.columns["true"], alarm)
        elif scheme == "runtime-threats":
            rows = returns_of.runtime_threats(self.columns["threat"], alarm)
        else:
            rows = returns_of.detector_errors(self.columns["error"], alarm)
        return rows if self.group is None else returns_of.per_group(rows, self.group, "group")


def stated_kinds(measures: Mapping[str, Measure], scheme: str, grouped: bool) -> dict[str, Measure]:
    """The measures with the kind that they have: severities are no probabilities; shares of a group's rows are.

    So is the share of hazard that a monitor leaves or removes: of rows drawn by their group it is a conditional
    probability, with groups as without.
    """
    if scheme == WEIGHED:
        kept = {"availability_cost", "false_alarm_rate", "alarm_rate"}
        return {n: m if n in kept else replace(m, kind="score") for n, m in measures.items()}
    if not grouped:
        return dict(measures)
    per_row = ("safety_gain", "residual_hazard", "availability_cost", "hazard")
    kinds: dict[str, Kind] = dict.fromkeys(per_row, "probability-per-demand")
    kinds |= {"recall": "fraction", "miss_rate": "fraction"}
    return {n: replace(m, kind=kinds.get(n, m.kind)) for n, m in measures.items()}


def read_rows(
    run: Run,
    name: str,
    schemes: Sequence[str],
    boxes: BoxMatching | None,
    severities: Mapping[str, Mapping[str, float]] | None,
    default: float | None,
) -> Rows:
    """The table of input ``name`` with what ``schemes`` need; raises :class:`InputProblem`."""
    from casegen_evidence.monitors.polarity import check_direction, check_knowledge, judge_knowledge
    from casegen_evidence.nnmetrics.vital_signs import common_classes
    from casegen_evidence.tables.reader import read_input
    from casegen_evidence.tables.spec import Flag, Label, NameColumn, Number, reading_of

    matched = boxes is not None and "detector-errors" in schemes
    needed = list(dict.fromkeys(c for s in schemes for c in COLUMNS[s] if not (matched and c == "error")))
    wanted: dict[str, Any] = {c: Label() if c in ANSWERED else Flag(sense="bad") for c in needed}
    wanted |= {
        "alarm": Flag(optional=True), "score": Number(optional=True), "group": Label(optional=True),
    }  # fmt: skip
    table = read_input(run, name, wanted | ({"image": NameColumn()} if matched else {}))
    check_direction(table, reading_of(run.reading).labels)
    check_knowledge(table)
    columns: dict[str, Any] = {c: table.flags(c) for c in needed if c not in ANSWERED}
    group = groups_of(table)
    if matched and boxes is not None:
        columns["error"] = _frame_errors(run, table, boxes, group is not None)
    if "true" in table:
        true, predicted = table.names("true"), table.names("predicted")
        common_classes(true, predicted, table.file, run.intake)
        columns |= {"true": np.array(true.list()), "predicted": np.array(predicted.list())}
        wrong = columns["true"] != columns["predicted"]
        judge_knowledge(table, wrong, len({*true.words, *predicted.words}), run.intake)
    alarm = table.flags("alarm") if "alarm" in table else None
    score = table.numbers("score") if "score" in table else None
    if alarm is None and score is None:
        raise InputProblem(
            f"{table.file}: expected a column alarm or score; found {among(table.header)}. Name yours under `columns`"
        )
    loss = _losses(columns, severities, default, run.intake, table) if WEIGHED in schemes else None
    return Rows(table.file, columns, alarm, score, table, group, loss)


def groups_of(table: DataTable) -> Any:
    """Codes ``(n,)`` of the column ``group``, None without one; raises :class:`InputProblem` where all are of one."""
    if "group" not in table:
        return None
    group = table.names("group").codes
    if int(group.max()) == 0:
        raise InputProblem(f"{table.file}: expected rows of two groups or more; all are of one")
    return group


def rows_in_groups(rows: int, group: Any) -> str:
    """How many independent units the rows make, in a sentence."""
    return f"{rows:,} rows in {int(group.max()) + 1:,} independent groups; each counts alike."


def _losses(
    columns: Mapping[str, Any],
    severities: Mapping[str, Mapping[str, float]] | None,
    default: float | None,
    intake: Intake,
    table: DataTable,
) -> Any:
    """Severity of each row as a share of the largest."""
    from casegen_evidence.nnmetrics.confusion import weighted_confusion
    from casegen_evidence.nnmetrics.default_severity import judge_default
    from casegen_evidence.nnmetrics.vital_signs import severity_table, unweighed

    if severities is None:
        raise InputProblem(
            "expected the parameter severities for the scheme severities: severity by true class and answer"
        )
    true, predicted = columns["true"].tolist(), columns["predicted"].tolist()
    seen = Intake()
    stated = severity_table(severities, table, seen)
    judge_default(stated, default, table, seen)
    result = weighted_confusion(true, predicted, stated, default)
    unweighed(result, seen)
    for (
        sign
    ) in seen.signs:  # they name the measures of weighted confusion; every measure here rests on severities
        intake.add(replace(sign, measures=()))
    place = {c: i for i, c in enumerate(result.classes)}
    rows, answers = ([place[c] for c in names] for names in (true, predicted))
    return result.weights[rows, answers] / result.worst


def _frame_errors(run: Run, table: DataTable, boxes: BoxMatching, grouped: bool) -> Any:
    """τ of each row: whether its frame has a missed or a false box."""
    from casegen_evidence.detection.coco import detections_of, truth_of
    from casegen_evidence.detection.evaluation import evaluate

    if not {"truth", "detections"} <= set(run.inputs):
        raise InputProblem("expected the inputs truth and detections, since boxes is stated")
    truth = truth_of(run)
    seen = Intake()
    result = evaluate(
        truth,
        detections_of(run, truth),
        DetectionParameters(score=boxes.score, iou=boxes.iou, categories=boxes.categories),
        seen,
    )
    for sign in seen.signs:
        if not (grouped and sign.name == "sign-frames-of-a-video"):
            run.intake.add(replace(sign, measures=()))
    return _in_order(table, truth.images, result.miss | result.false)


def _in_order(table: DataTable, images: Sequence[Mapping[str, Any]], error: Any) -> Any:
    """Errors of the frames in the order of the table's rows; every frame has one row."""
    names = [str(name) for name in table.names("image").list()]
    places = {str(row.get("id")): i for i, row in enumerate(images)}
    if not set(names) <= set(places):
        files = {str(row["file_name"]): i for i, row in enumerate(images) if row.get("file_name") is not None}
        places = files if set(names) <= set(files) else places
    strange = [n for n in names if n not in places]
    missing = set(places) - set(names)
    if strange or missing:
        some = ", ".join(strange[:3] or sorted(missing)[:3])
        what = "are no image (id or file_name) of the truth" if strange else "have no row"
        raise InputProblem(
            f"{table.file}: expected one row for each of {len(places):,} images of the truth; {some} {what}. A frame "
            "without an alarm has a row too"
        )
    return np.asarray(error)[[places[n] for n in names]]
