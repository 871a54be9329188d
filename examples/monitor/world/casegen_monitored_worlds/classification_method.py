"""Use case 1 as a registered method: monitors of a classifier under distribution shift (paper 004 §III-A)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.monitors.names import MonitorName, PerturbationName
from casegen_evidence.signs import Direction, directions
from pydantic import Field

if TYPE_CHECKING:
    from casegen_evidence.monitors.schemes import Criterion

    from casegen_monitored_worlds.classification import Classification, Split

Share = Annotated[float, Field(gt=0, lt=1)]


class ClassificationParameters(Parameters):
    """Parameters of ``monitor-classification``."""

    monitor: MonitorName = Field("max-softmax", description="the monitor whose numbers are the measures")
    compare: list[MonitorName] = Field(
        ["isolation-forest", "autoencoder", "mahalanobis"], description="further monitors, shown beside it"
    )
    perturbations: list[PerturbationName] = Field(
        ["brightness"], min_length=1, description="how pictures are perturbed"
    )
    share: Share = Field(0.5, description="share of the evaluated pictures that is perturbed")
    intensity: Annotated[float, Field(gt=0, le=1)] = Field(0.6, description="strength of the perturbations")
    alarms: Share = Field(0.1, description="share of clean calibration pictures that may raise an alarm")
    hidden: list[Annotated[int, Field(ge=1)]] = Field([48, 24], min_length=1, description="layers of f")
    hazard_removed: Share = Field(0.5, description="criterion of the verdict: share of the hazard to remove")
    cost_at_most: Share = Field(0.2, description="criterion of the verdict: availability cost")


class MonitorClassification:
    """Registered as ``monitor-classification``."""

    name = "monitor-classification"
    version = 3
    summary = "Monitors of a picture classifier under distribution shift, by two evaluation schemes"
    source = "paper 004 §III-A, Eqns 7–13"
    parameters: type[Parameters] = ClassificationParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "images": (
            True,
            "npz: images (n, rows, columns[, channels]) in [0, 1] and labels (n,)",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "error": ("probability-per-demand", "f answers wrongly (E1's SG + RH)"),
        "safety_gain": ("probability-per-demand", "E1: a wrong answer that raises an alarm"),
        "residual_hazard": ("probability-per-demand", "E1: a wrong answer that passes the monitor"),
        "availability_cost": ("probability-per-demand", "E1: a right answer that raises an alarm"),
        "miss_rate": ("fraction", "E1: wrong answers without an alarm, for trees: given the error"),
        "false_alarm_rate": ("fraction", "E1: right answers that raise an alarm"),
        "threat_safety_gain": ("probability-per-demand", "E2: a perturbed picture that raises an alarm"),
        "threat_residual_hazard": ("probability-per-demand", "E2: a perturbed picture that passes"),
        "threat_availability_cost": ("probability-per-demand", "E2: a clean picture that raises an alarm"),
        "threat_miss_rate": ("fraction", "E2: perturbed pictures without an alarm"),
    }
    better: Mapping[str, Direction] = directions(
        lower=tuple(m for m in measures if not m.endswith("safety_gain")),
        higher=("safety_gain", "threat_safety_gain"),
    )
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)

    def run(self, run: Run) -> Result:
        """Train, perturb, judge under both schemes."""
        from casegen_evidence.monitors.schemes import Criterion, bars, side_by_side

        from casegen_monitored_worlds import classification

        p: ClassificationParameters = run.parameters
        data = _data(run)
        run.progress(0.1, "training the network and its monitors")
        outcome = classification.run(
            data,
            [p.monitor, *p.compare],
            perturbations=p.perturbations,
            share=p.share,
            intensity=p.intensity,
            alarms=p.alarms,
            hidden=p.hidden,
            confidence=run.confidence,
            seed=run.seed,
        )
        one = outcome.monitors[p.monitor]
        criterion = Criterion(p.hazard_removed, p.cost_at_most)
        schemes = {"E1 model errors": one.e1, "E2 runtime threats": one.e2}
        tables = [side_by_side(schemes, criterion, run.confidence, run.seed), _all(outcome, criterion)]
        figures = [bars(schemes, criterion), _curves(outcome, "E1"), _curves(outcome, "E2")]
        run.progress(1.0, "done")
        return Result(
            _measures(outcome, p.monitor), tables, figures, _assumptions(p), _notes(outcome, criterion),
            signs=run.intake.signs, read=run.intake.read,
        )  # fmt: skip


def _data(run: Run) -> Split:
    from casegen_evidence.tables.arrays import aligned, no_copies, read_arrays

    from casegen_monitored_worlds.classification import split

    path = run.inputs["images"]
    arrays = read_arrays(path, ["images", "labels"], intake=run.intake, role="images")
    n = aligned({k: arrays[k] for k in ("images", "labels")}, path.name)
    images = arrays["images"].astype(float)
    no_copies(images, f"{path.name}, images", run.intake)
    if images.ndim < 3 or n < 50 or images.min() < 0 or images.max() > 1:
        raise InputProblem(
            f"expected 50 pictures or more of shape (n, rows, columns[, channels]) in [0, 1] in {path.name}; found "
            f"shape {images.shape}, {images.min():.4g} to {images.max():.4g}"
        )
    if arrays["labels"].ndim != 1 or len(set(arrays["labels"].tolist())) < 2:
        raise InputProblem(
            f"expected labels (n,) of two classes or more in {path.name}; found shape or labels of one"
        )
    return split(images, arrays["labels"], run.seed)


def _measures(result: Classification, monitor: str) -> dict[str, Measure]:
    one = result.monitors[monitor]
    e1, e2 = one.e1.named(), one.e2.named()
    names = ("safety_gain", "residual_hazard", "availability_cost", "miss_rate")
    measures = {"error": e1["hazard"], "false_alarm_rate": e1["false_alarm_rate"]}
    measures |= {name: e1[name] for name in names}
    return measures | {f"threat_{name}": e2[name] for name in names}


def _all(result: Classification, criterion: Criterion) -> Table:
    rows: list[list[str | float | int | None]] = []
    for name, one in result.monitors.items():
        for scheme, m in (("E1", one.e1), ("E2", one.e2)):
            numbers = [m.safety_gain, m.residual_hazard, m.availability_cost]
            cells = [f"{x.value:.3f} ({x.lower:.3f} to {x.upper:.3f})" for x in numbers]
            rows.append([name, scheme, *cells, criterion.verdict(m)])
    note = f"Verdict: {criterion.words()}. All monitors have the same nominal share of false alarms."
    return Table(
        "All monitors under both schemes", ["monitor", "scheme", "SG", "RH", "AC", "verdict"], rows, note
    )


def _curves(result: Classification, scheme: str) -> Figure:
    series = []
    for name in result.monitors:
        data = result.sweep(name, scheme).figure(name, scheme).data["series"][0]
        series.append(data)
    alt = (
        f"Safety gain against availability cost of {len(series)} monitors over their thresholds under {scheme}; at the "
        f"chosen thresholds {result.best(scheme)} gains most."
    )
    title = f"Safety gain against availability cost, {scheme}"
    return Figure(title, "lines", {"series": series}, alt, "availability cost", "safety gain")


def _assumptions(p: ClassificationParameters) -> tuple[str, ...]:
    return (
        f"In operation, {p.share:.0%} of the pictures are perturbed as generated here ({', '.join(p.perturbations)}).",
        "E1 holds every wrong answer equally hazardous; E2 trusts f on clean pictures and never on perturbed ones.",
        "Thresholds were set on clean calibration pictures that are not evaluated; each picture is used once.",
    )


def _notes(result: Classification, criterion: Criterion) -> tuple[str, ...]:
    from casegen_evidence.monitors.metrics import gain_difference

    words = []
    for scheme in ("E1", "E2"):
        verdicts = {m: criterion.verdict(getattr(one, scheme.lower())) for m, one in result.monitors.items()}
        good = [m for m, verdict in verdicts.items() if verdict == "acceptable"]
        words.append(f"{scheme} finds {', '.join(good) or 'none'} acceptable")
    notes = [f"{words[0]}; {words[1]}: {criterion.words()}."]
    first, second = result.best("E1"), result.best("E2")
    if first != second:
        for scheme, better, other in (("E1", first, second), ("E2", second, first)):
            a, b = (result.returns(scheme, result.monitors[m].alarm) for m in (better, other))
            d = gain_difference(a, b, result.confidence)
            limits = f"{d.value:.3f} ({d.lower:.3f} to {d.upper:.3f})"
            notes.append(f"{scheme}: the safety gain of {better} exceeds that of {other} by {limits}.")
    return tuple(notes)


CLASSIFICATION = MonitorClassification()
