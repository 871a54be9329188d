"""Weighted confusion as a registered evidence method (paper 002 §II-H)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from casegen_evidence.method import Figure, Kind, Parameters, Result, Run, Table
from casegen_evidence.nnmetrics.asked import MODEL, AskedNetwork, answered, holds_inputs
from casegen_evidence.nnmetrics.declared_signs import CONFUSION, OF_EVERY_CLASS
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.confusion import WeightedConfusion

PAIRS = 6
"""Critical confusions named in the text at most."""
Severity = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class ConfusionParameters(Parameters):
    """Parameters of ``nn-weighted-confusion``."""

    severities: dict[str, dict[str, Severity]] = Field(
        description="severity by true class and answer, on any scale; the largest is the unit"
    )
    default: Severity | None = Field(None, description="severity of pairs that are not listed")
    network: AskedNetwork = Field(AskedNetwork(), description="the network, where the table holds inputs")


class WeightedConfusionMetric:
    """Registered as ``nn-weighted-confusion``."""

    name = "nn-weighted-confusion"
    version = 3
    summary = "Accuracy that counts each confusion by its severity"
    source = "paper 002 §II-H; limits: Hoeffding 1963, Clopper & Pearson 1934"
    parameters: type[Parameters] = ConfusionParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "predictions": (
            True,
            "table with columns true and predicted, or npz with true and inputs (n, …) of a network",
        ),
        "model": (False, MODEL),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "weighted_confusion": ("fraction", "1 − Σ w n / Σ w_max n; 1 is best"),
        "accuracy": ("fraction", "share of correct answers, every error alike"),
        "critical_confusion": ("probability-per-demand", "an error of the largest severity"),
    }
    better: Mapping[str, Direction] = directions(
        lower=("critical_confusion",), higher=("weighted_confusion", "accuracy")
    )
    signs: Mapping[str, str] = CONFUSION | OF_EVERY_CLASS
    asks: Mapping[str, Callable[[Path], bool]] = {"predictions": holds_inputs}
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Count, weigh, bound."""
        from casegen_evidence.bounds.measures import bounded_mean, proportion
        from casegen_evidence.nnmetrics.confusion import confusion_of_pairs
        from casegen_evidence.nnmetrics.default_severity import judge_default
        from casegen_evidence.nnmetrics.vital_signs import common_classes, severity_table, unweighed
        from casegen_evidence.tables.data_table import pairs_of
        from casegen_evidence.tables.reader import read_input
        from casegen_evidence.tables.signs.left_out import judge_left_out
        from casegen_evidence.tables.spec import Label

        p: ConfusionParameters = run.parameters
        run = answered(run, "predictions", p.network)
        table = read_input(run, "predictions", {"true": Label(), "predicted": Label()})
        true, predicted = table.names("true"), table.names("predicted")
        common_classes(true, predicted, table.file, run.intake)
        severities = severity_table(p.severities, table, run.intake)
        notes = judge_default(severities, p.default, table, run.intake)
        result = confusion_of_pairs(pairs_of(true, predicted), severities, p.default)
        unweighed(result, run.intake, run.confidence)
        n = table.rows
        right = int(result.counts.diagonal().sum())
        judge_left_out(table.file, table.gaps, n - right, "a wrong answer", run.intake)
        measures = {
            "weighted_confusion": bounded_mean(
                1 - result.losses,
                0.0,
                1.0,
                run.confidence,
                "fraction",
                "accuracy by severity",
                "paper 002 §II-H",
            ),
            "accuracy": proportion(right, n, run.confidence, "fraction", "share of correct answers"),
            "critical_confusion": proportion(
                result.critical, n, run.confidence, "probability-per-demand", _critical_pairs(result)
            ),
        }
        run.progress(1.0, "done")
        return Result(measures, [_counts(result), _pairs(result)], [_bars(result)], _ASSUMPTIONS, notes,
                      signs=run.intake.signs, read=run.intake.read)  # fmt: skip


_ASSUMPTIONS = (
    "Rows are independent draws of the operational profile and were not used for training.",
    "The severities are judgement; they are listed with the result.",
)


def _critical_pairs(result: WeightedConfusion) -> str:
    import numpy as np

    places = np.argwhere(result.weights == result.worst)
    pairs = [f"{result.classes[i]} as {result.classes[j]}" for i, j in places[:PAIRS].tolist()]
    more = f" and {len(places) - PAIRS} more" if len(places) > PAIRS else ""
    return f"an error of the largest severity: {', '.join(pairs)}{more}"


def _counts(result: WeightedConfusion) -> Table:
    rows: list[list[str | float | int | None]] = [
        [name, *(int(v) for v in result.counts[i])] for i, name in enumerate(result.classes)
    ]
    return Table("Confusion counts", ["true \\ answered", *result.classes], rows)


def _pairs(result: WeightedConfusion) -> Table:
    import numpy as np

    total = float((result.weights * result.counts).sum())
    rows: list[list[str | float | int | None]] = []
    for i, j in np.argwhere(result.counts).tolist():
        if i != j:
            weight, count = float(result.weights[i, j]), int(result.counts[i, j])
            share = weight * count / total if total else 0.0
            rows.append([result.classes[i], result.classes[j], weight, count, share])
    rows.sort(key=lambda r: -float(r[4] or 0))
    columns = ["true", "answered", "severity", "count", "share of the loss"]
    return Table(
        "Confusions by weight", columns, rows, f"The largest severity, {result.worst:g}, is the unit."
    )


def _bars(result: WeightedConfusion) -> Figure:
    counted = result.counts.sum(axis=1)
    loss = (result.weights * result.counts).sum(axis=1) / result.worst
    shown = [i for i in range(len(result.classes)) if counted[i]]
    values = [float(loss[i] / counted[i]) for i in shown]
    worst = max(range(len(shown)), key=lambda i: values[i])
    alt = (
        f"Mean severity of the answers by true class, as a share of the largest; {result.classes[shown[worst]]} has "
        f"the most, {values[worst]:.3g}."
    )
    data = {"categories": [result.classes[i] for i in shown], "series": [{"name": "loss", "values": values}]}
    return Figure(
        "Loss by true class", "bars", data, alt, "true class", "mean severity, share of the largest"
    )


WEIGHTED_CONFUSION = WeightedConfusionMetric()
