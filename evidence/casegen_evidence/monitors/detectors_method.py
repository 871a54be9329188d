"""Fitted monitors of a user's own network as a registered method (paper 004 §III-A, Eqns 10–11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen_evidence.method import Figure, InputProblem, Kind, Parameters, Result, Run, Table
from casegen_evidence.models.model_file import MODEL_FILE
from casegen_evidence.monitors.criterion import CriterionParameters
from casegen_evidence.monitors.easier import EASIER, easier_than
from casegen_evidence.monitors.evaluation_method import EVALUATION
from casegen_evidence.monitors.names import WITHOUT_LAYER, MonitorName
from casegen_evidence.nnmetrics.declared_signs import OF_EVERY_CLASS, OTHER_SCALE
from casegen_evidence.nnmetrics.picture_layout import OUTPUT, Layout, Preprocessing
from casegen_evidence.replaced import refuse_replaced
from casegen_evidence.signs import Direction
from casegen_evidence.suggestions import among

if TYPE_CHECKING:
    from casegen_evidence.monitors.detectors import Labels, View
    from casegen_evidence.monitors.metrics import MonitorMetrics
    from casegen_evidence.monitors.returns import Flags

FEW = 30
"""training inputs without which no monitor is fitted"""
SCALES = 5.0
"""so many times larger or smaller inputs are in other units rather than brighter or darker"""


class DetectorsParameters(CriterionParameters):
    """Parameters of ``monitor-detectors``."""

    monitor: MonitorName = Field(description="the monitor whose numbers are the measures")
    compare: list[MonitorName] = Field(default_factory=list, description="further monitors, shown beside it")
    alarms: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.1, description="share of the calibration inputs that may raise an alarm"
    )
    layer: str | None = Field(
        None,
        description="layer that the monitor looks at, by the network's name for it; left out, the inputs",
    )
    provider: str | None = Field(None, description="installed package's network, where no file holds it")
    options: dict[str, Any] = Field(default_factory=dict, description="the provider's own")
    output: str | None = Field(None, description=OUTPUT)
    layout: Layout | None = Field(
        None, description="order of the axes of pictures and of the network's input"
    )
    preprocessing: Preprocessing = Field(
        Preprocessing(), description="what is done to the pixels before the network sees them"
    )
    classes: list[str] = Field(
        default_factory=list,
        description="classes in the order of the network's scores; left out: an estimator's own, else labels are 0, 1, …",
    )


class MonitorDetectors:
    """Registered as ``monitor-detectors``."""

    name = "monitor-detectors"
    version = 2
    summary = "Monitors fitted to your network's layers, evaluated on inputs that they have not seen"
    source = "paper 004 §III-A, Eqns 10–11; limits: Clopper & Pearson 1934"
    parameters: type[Parameters] = DetectorsParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "training": (
            True,
            "npz the monitors are fitted to: labels (n,), numbers of classes from 0 or names, and inputs (n, …) of a "
            "network; or inputs (n, …), features (n, neurons) of a layer and probabilities (n, classes)",
        ),
        "calibration": (True, "npz likewise, of other inputs: the thresholds are set on it"),
        "evaluation": (True, "npz likewise, of other inputs again: draws of the operational domain"),
        "model": (False, MODEL_FILE),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        name: meaning for name, meaning in EVALUATION.measures.items() if name != "alarm_rate"
    }
    better: Mapping[str, Direction] = {m: d for m, d in EVALUATION.better.items() if m != "alarm_rate"}
    signs: Mapping[str, str] = {
        "fitted-on-tests": "evaluated inputs on which the monitor was fitted or its threshold set",
        "calibrated-on-training": "calibration inputs that the monitor was fitted to",
        "never-right": "no right answer at all",
        **OF_EVERY_CLASS,
        "easier-than-calibration": EASIER,
        "confidence-scale": OTHER_SCALE,
        "other-scale": "files whose inputs are several times larger or smaller than the evaluated ones",
    }
    distinct: Sequence[Sequence[str]] = (("training", "calibration", "evaluation"),)
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)

    def run(self, run: Run) -> Result:
        """See all inputs through the network, fit, set the thresholds, evaluate."""

        from casegen_evidence.monitors.detectors import detector
        from casegen_evidence.monitors.metrics import evaluate
        from casegen_evidence.monitors.operating import sweep, threshold_for
        from casegen_evidence.monitors.returns import model_errors, working_monitor
        from casegen_evidence.monitors.schemes import bars, side_by_side
        from casegen_evidence.monitors.score_scale import judge_score_scale
        from casegen_evidence.nnmetrics.class_order import all_classes, judge_network

        p: DetectorsParameters = run.parameters
        _refuse_unused(run, p)
        asked = "model" in run.inputs or p.provider is not None
        read = {role: _part(run, role, p) for role in ("training", "calibration", "evaluation")}
        parts = {role: (view, labels) for role, (view, labels, _) in read.items()}
        _one_network(parts)
        _separate(run, parts)
        seen, truth = parts["evaluation"]
        judge_network(truth, seen.predictions, run.inputs["evaluation"].name, run.intake)
        known, names = read["evaluation"][2]
        all_classes(known, {names[k] for k in truth}, run.inputs["evaluation"].name, run.intake)
        if p.monitor == "max-softmax":
            file = run.inputs["evaluation"].name
            judge_score_scale(parts, p.alarms, self.better, run.confidence, file, run.intake)
        results: dict[str, MonitorMetrics] = {}
        figures = []
        monitors = list(dict.fromkeys([p.monitor, *p.compare]))
        for k, name in enumerate(monitors):
            run.progress(0.2 + 0.7 * k / len(monitors), f"fitting {name}")
            one = detector(name)
            one.fit(*parts["training"], run.seed)
            threshold = threshold_for(one.score(parts["calibration"][0]), p.alarms)
            scores = one.score(seen)
            alarm = working_monitor(scores > threshold, f"monitor {name}")
            results[name] = evaluate(model_errors(seen.predictions, truth, alarm), run.confidence)

            def returns(alarm: Flags) -> Any:
                return model_errors(seen.predictions, truth, alarm)

            figures.append(sweep(scores, returns, confidence=run.confidence).figure(name, "model-errors"))
        tables = [side_by_side(results, p.criterion, run.confidence, run.seed), _rows(parts)]
        run.progress(1.0, "done")
        return Result(results[p.monitor].named(), tables, [bars(results, p.criterion), _together(figures)], _ASSUMPTIONS,
                      _notes(p, asked), signs=run.intake.signs, read=run.intake.read)  # fmt: skip


_ASSUMPTIONS = (
    "Inputs of the evaluation are independent draws of the operational domain; neither the network nor the monitor was "
    "fitted to them.",
    "Every wrong answer is equally hazardous, and every right one harmless (Eqns 10–11).",
    "The numbers hold for this network, this monitor and this domain together; none of the three can be exchanged.",
)


def _refuse_unused(run: Run, p: DetectorsParameters) -> None:
    """Refuse a layer that no monitor looks at."""
    names = [p.monitor, *p.compare]
    if all(name in WITHOUT_LAYER for name in names):
        by = f"the monitor {' and '.join(names)}, which looks at no layer"
        refuse_replaced(run, by, parameters=("layer",))


def _notes(p: DetectorsParameters, asked: bool) -> tuple[str, ...]:
    """``asked``: a network gave what the monitors see; else the files hold it."""
    where = f"layer {p.layer}" if p.layer else "the inputs themselves, since no layer is named"
    if not asked:
        where = f"the one whose outputs are `features` of the files{f', {p.layer}' if p.layer else ''}"
    notes = [
        f"At most {p.alarms:g} of the calibration inputs raise an alarm; where a monitor looks at a layer, it is {where}."
    ]
    if p.compare:
        notes.append(
            f"The measures are those of {p.monitor}, named beforehand: the best of several on these inputs would flatter."
        )
    return tuple(notes)


def _part(
    run: Run, role: str, p: DetectorsParameters
) -> tuple[View, Labels, tuple[list[str], Sequence[str]]]:
    """What a monitor sees of one file, with the true labels; classes that the classifier knows, and all by place."""
    import numpy as np

    from casegen_evidence.models.held_rows import judge_held
    from casegen_evidence.models.model_file import model_in
    from casegen_evidence.monitors.detectors import View
    from casegen_evidence.tables.arrays import aligned, no_copies, read_arrays
    from casegen_evidence.tables.signs.training_names import judge_training_name

    path = run.inputs[role]
    others = ("features", "probabilities")
    arrays = read_arrays(path, ["inputs", "labels"], intake=run.intake, role=role, others=others)
    aligned(arrays, path.name)
    in_file = "model" in run.inputs and p.provider is None
    model = model_in(run.inputs["model"], run.device, p.output, p.classes) if in_file else None
    labels, known = _labels(arrays["labels"], p, model, path.name)
    if role == "evaluation":
        judge_training_name(path.name, run.intake)
        no_copies(arrays["inputs"], f"{path.name}, inputs", run.intake, classes=len(np.unique(labels)))
        if in_file:
            judge_held(run.inputs["model"], arrays["inputs"], f"{path.name}, inputs", run.intake, model)
    flat, own = arrays["inputs"].reshape(len(labels), -1).astype(float), list[str]()
    if in_file or p.provider is not None:
        if both := [name for name in ("features", "probabilities") if name in arrays]:
            raise InputProblem(
                f"{path.name}: expected a network or its {' and '.join(both)}; found both. Leave one out"
            )
        features, probabilities, own = _computed(run, p, model, arrays["inputs"], labels, known, path.name)
    else:
        missing = [name for name in ("features", "probabilities") if name not in arrays]
        if missing:
            raise InputProblem(
                f"{path.name}: expected {' and '.join(missing)} beside the inputs, or a network (input model, parameter "
                f"provider) that gives them; found {among(arrays)}"
            )
        features, probabilities = arrays["features"].reshape(len(labels), -1), arrays["probabilities"]
    _probabilities(probabilities, labels, known, path.name)
    names = known or tuple(map(str, range(probabilities.shape[1])))
    own = own or [names[k] for k in np.flatnonzero(np.any(probabilities, axis=0))]
    view = View(flat, np.asarray(features, dtype=float), np.asarray(probabilities, dtype=float))
    return view, labels, (own, names)


def _labels(labels: Any, p: DetectorsParameters, model: Any, file: str) -> tuple[Labels, tuple[str, ...]]:
    """Labels as numbers of classes, and the names of the classes where they come by name."""
    import numpy as np

    from casegen_evidence.tables.labels import label

    own = tuple(label(str(c)) for c in getattr(model, "classes_", ()))
    whole = labels.dtype.kind in "iu" and not p.classes and not any(name.startswith("-") for name in own)
    known = () if whole else tuple(map(label, p.classes)) or own
    if labels.ndim != 1 or not (known or (whole and labels.min(initial=0) >= 0)):
        raise InputProblem(
            f"{file}: expected labels (n,), numbers of classes from 0; found {labels.dtype}, shape {labels.shape}. "
            "Number the classes in the order of the network's scores, or name them in that order in `classes`"
        )
    if not known:
        return labels, ()
    if len(set(known)) < len(known):
        raise InputProblem(f"expected each class once in `classes`; found {', '.join(known[:12])}")
    names = [label(str(v)) for v in labels.tolist()]
    if strange := sorted(set(names) - set(known)):
        raise InputProblem(
            f"{file}: expected labels among {', '.join(known[:12])}; found {', '.join(strange[:5])}"
        )
    place = {name: k for k, name in enumerate(known)}
    return np.array([place[name] for name in names], dtype=np.int64), known


def _computed(
    run: Run, p: DetectorsParameters, model: Any, inputs: Any, labels: Labels, known: Sequence[str], file: str
) -> tuple[Any, Any, list[str]]:
    """Outputs of the layer ``(n, neurons)``, probabilities ``(n, classes)``, an estimator's classes by number."""
    from casegen_evidence.models import provided, with_file
    from casegen_evidence.models.model_file import only_of_networks
    from casegen_evidence.nnmetrics.layers import layer_outputs
    from casegen_evidence.nnmetrics.networks import network, steady
    from casegen_evidence.nnmetrics.picture_layout import inputs_of_file

    x = inputs_of_file(inputs, p.layout, p.preprocessing, file)
    plug_in = ""
    if p.provider is not None:
        only_of_networks(p.output, "a provider's network")
        classes = tuple(known) or tuple(str(k) for k in range(int(labels.max()) + 1))
        options = with_file(p.options, run.inputs.get("model"))
        made = provided(p.provider, options, x, labels, classes, run.seed)
        model, plug_in = made.model, made.plug_in
    features = x if p.layer is None else layer_outputs(model, [p.layer], x, plug_in=plug_in)[p.layer]
    own = [] if known else _numbered(model)
    numbers = range(max([int(labels.max()), *own]) + 1)
    face = network(model, tuple(known) or tuple(str(k) for k in numbers), plug_in)
    probabilities = face.probabilities(x)
    steady(face, x, probabilities)
    return features.reshape(len(x), -1), probabilities, list(map(str, own))


def _numbered(model: Any) -> list[int]:
    """The classes of an estimator that knows them by number, which may begin at any and leave some out."""
    return [int(c) for c in getattr(model, "classes_", ()) if str(c).isdecimal()]


def _probabilities(values: Any, labels: Any, known: Sequence[str], file: str) -> None:
    from casegen_evidence.models.rounding import sum_to_one

    if values.ndim != 2 or not sum_to_one(values):
        raise InputProblem(
            f"{file}: expected probabilities (n, classes) from 0 to 1 whose rows sum to 1; found shape {values.shape}, "
            f"{values.min():.4g} to {values.max():.4g}"
        )
    if known and len(known) != values.shape[1]:
        raise InputProblem(
            f"{file}: expected {len(known)} probabilities, one for each of {', '.join(known[:12])}; found "
            f"{values.shape[1]}. State `classes` in the order of the network's scores"
        )
    if labels.max() >= values.shape[1]:
        raise InputProblem(
            f"{file}: expected labels below {values.shape[1]}, the number of probabilities; found {int(labels.max())}"
        )


def _one_network(parts: Mapping[str, tuple[View, Labels]]) -> None:
    """The three files are of one network."""
    shapes = {
        role: (v.inputs.shape[1], v.features.shape[1], v.probabilities.shape[1])
        for role, (v, _) in parts.items()
    }
    if len(set(shapes.values())) > 1:
        words = "; ".join(
            f"{role}: {a} inputs, {b} features, {c} classes" for role, (a, b, c) in shapes.items()
        )
        raise InputProblem(f"expected files of one network; found {words}")
    if len(parts["training"][1]) < FEW or len(set(parts["training"][1].tolist())) < 2:
        raise InputProblem(f"expected {FEW} training inputs or more, of two classes or more")


def _separate(run: Run, parts: Mapping[str, tuple[View, Labels]]) -> None:
    """Evaluated inputs that the monitor was fitted to, in whatever order or rounding; and answers that fit no label."""
    import numpy as np

    from casegen_evidence.tables.overlap import shared_rows
    from casegen_evidence.tables.resaved import held_again

    seen, truth = parts["evaluation"]
    for role in ("training", "calibration"):
        held = parts[role][0]
        # layers of 0 and 1, such as nodes of trees, are alike for unlike inputs
        names = ("inputs",) if np.isin(held.features, (0, 1)).all() else ("inputs", "features")
        _one_scale(run, role, held, seen)
        shared = max(
            held_again(seen.inputs, held.inputs),
            *(shared_rows(getattr(seen, n), getattr(held, n)) for n in names),
        )
        if shared:
            run.intake.fails(
                "fitted-on-tests",
                f"{run.inputs['evaluation'].name}: {shared:,} of {len(truth):,} evaluated inputs are also in "
                f"{run.inputs[role].name}",
                hint="evaluate inputs that neither the monitor nor its threshold was made with",
            )
    _held_twice(run, parts)
    easier_than(
        (
            int((parts["calibration"][0].predictions != parts["calibration"][1]).sum()),
            len(parts["calibration"][1]),
        ),
        (int((seen.predictions != truth).sum()), len(truth)),
        run.inputs["evaluation"].name,
        run.intake,
    )
    if not (seen.predictions == truth).any():
        run.intake.fails(
            "never-right",
            f"{run.inputs['evaluation'].name}: none of {len(truth):,} answers is the label",
            hint="number the classes in the order of the network's scores",
        )


def _held_twice(run: Run, parts: Mapping[str, tuple[View, Labels]]) -> None:
    """Doubt a threshold that was set on inputs which the monitor was fitted to: they score less than others do."""
    from casegen_evidence.tables.resaved import held_again

    fitted, held = parts["training"][0], parts["calibration"][0]
    if shared := held_again(held.inputs, fitted.inputs):
        run.intake.suspects(
            "calibrated-on-training",
            f"{run.inputs['calibration'].name}: {shared:,} of {len(held.inputs):,} calibration inputs are also in "
            f"{run.inputs['training'].name}: the threshold is not the one of inputs that the monitor was not fitted to",
            hint="set the threshold on inputs that are neither fitted to nor evaluated",
        )


def _one_scale(run: Run, role: str, held: View, seen: View) -> None:
    """Doubt files in other units: pixels of 0 to 1 beside 0 to 255 make every threshold another one."""
    import numpy as np

    sizes = [float(np.quantile(np.abs(view.inputs), 0.99)) for view in (held, seen)]
    if min(sizes) * SCALES >= max(sizes):
        return
    run.intake.suspects(
        "other-scale",
        f"{run.inputs['evaluation'].name}: inputs up to {sizes[1]:.3g}, where those of {run.inputs[role].name} go up to "
        f"{sizes[0]:.3g} (quantiles of 99 %): are they in the same units?",
        hint="bring all files to the scale that the network was trained on",
    )


def _rows(parts: Mapping[str, tuple[View, Labels]]) -> Table:
    rows: list[list[str | float | int | None]] = [
        [role, len(labels), int((view.predictions != labels).sum()), int(view.features.shape[1])]
        for role, (view, labels) in parts.items()
    ]
    return Table("Inputs", ["file", "inputs", "wrong answers", "features"], rows)


def _together(figures: Sequence[Figure]) -> Figure:
    series = [
        {k: v for k, v in figure.data["series"][0].items() if k in ("name", "x", "y")} for figure in figures
    ]
    title, alt = "Safety gain against availability cost", " ".join(f.alt for f in figures)
    return Figure(title, "lines", {"series": series}, alt, "availability cost", "safety gain")


DETECTORS = MonitorDetectors()
