"""All metrics whose inputs are given, with the RICC summary, as one registered method (paper 002)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import Field

from casegen_evidence.method import InputProblem, Kind, Method, Parameters, Result, Run
from casegen_evidence.nnmetrics.activation_method import NEURON_ACTIVATION, ActivationParameters
from casegen_evidence.nnmetrics.adversarial_method import ADVERSARIAL_LOSS, AdversarialParameters
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION, ConfusionParameters
from casegen_evidence.nnmetrics.coverage_method import SCENARIO_COVERAGE, CoverageParameters
from casegen_evidence.nnmetrics.interpretation_method import INTERPRETATION, InterpretationParameters
from casegen_evidence.nnmetrics.performance_method import SCENARIO_PERFORMANCE, PerformanceParameters
from casegen_evidence.replaced import refuse_replaced
from casegen_evidence.signs import Direction


class MetricsParameters(Parameters):
    """Parameters of ``nn-metrics``: one group per metric; a metric without its group is not computed."""

    coverage: CoverageParameters | None = Field(None, description="needs input scenarios")
    activation: ActivationParameters | None = Field(None, description="needs input activations")
    adversarial: AdversarialParameters | None = Field(None, description="needs input images or confidences")
    performance: PerformanceParameters | None = Field(None, description="needs input predictions")
    interpretation: InterpretationParameters | None = Field(None, description="needs input images or maps")
    confusion: ConfusionParameters | None = Field(None, description="needs input predictions")


PARTS: Mapping[str, Method] = {
    "coverage": SCENARIO_COVERAGE,
    "activation": NEURON_ACTIVATION,
    "adversarial": ADVERSARIAL_LOSS,
    "performance": SCENARIO_PERFORMANCE,
    "interpretation": INTERPRETATION,
    "confusion": WEIGHTED_CONFUSION,
}
"""Parameter group to the method that computes it."""

_EITHER = {"adversarial": ("confidences", "images"), "interpretation": ("maps", "images")}
"""Groups that take one of two inputs: the first of these that is given."""


def _inputs() -> dict[str, tuple[bool, str]]:
    results: dict[str, tuple[bool, str]] = {}
    for part in PARTS.values():
        for name, (_, text) in part.inputs.items():
            results.setdefault(name, (False, text))
    return results


def _unused() -> dict[str, tuple[str, ...]]:
    """By input, the parameters of each part that play no part beside it."""
    results: dict[str, tuple[str, ...]] = {}
    for group, part in PARTS.items():
        for role, names in getattr(part, "unused", {}).items():
            results[role] = results.get(role, ()) + tuple(f"{group}.{name}" for name in names)
    return results


class NetworkMetrics:
    """Registered as ``nn-metrics``."""

    name = "nn-metrics"
    version = 5
    summary = "Dependability metrics of a network in one result, with the RICC summary"
    source = "paper 002"
    parameters: type[Parameters] = MetricsParameters
    inputs: Mapping[str, tuple[bool, str]] = _inputs()
    measures: Mapping[str, tuple[Kind, str]] = {
        name: what for part in PARTS.values() for name, what in part.measures.items()
    }
    better: Mapping[str, Direction] = {
        name: end for part in PARTS.values() for name, end in getattr(part, "better", {}).items()
    }
    signs: Mapping[str, str] = {
        name: text for part in PARTS.values() for name, text in getattr(part, "signs", {}).items()
    }
    distinct: Sequence[Sequence[str]] = (("activations", "scenario"),)
    unused: Mapping[str, Sequence[str]] = _unused()
    extra: str | None = None
    tolerance: Mapping[str, float] = {
        name: value for part in PARTS.values() for name, value in part.tolerance.items()
    }

    def run(self, run: Run) -> Result:
        """Run every metric that has a parameter group, then sum up by RICC."""
        from casegen_evidence.nnmetrics import metric_summary

        chosen = {n: getattr(run.parameters, n) for n in PARTS if getattr(run.parameters, n) is not None}
        if not chosen:
            raise InputProblem(f"expected parameters for at least one of {', '.join(PARTS)}; found none")
        calls = {name: _call(run, name, parameters) for name, parameters in chosen.items()}
        if not any("model" in call.inputs for call in calls.values()):
            refuse_replaced(
                run, "files that hold answers in place of what a network is asked", inputs=("model",)
            )
        results = []
        for i, (name, call) in enumerate(calls.items()):
            run.progress(i / len(chosen), PARTS[name].summary)
            results.append(PARTS[name].run(call))
        measures = {m: value for r in results for m, value in r.measures.items()}
        tables = [
            metric_summary.summary(measures),
            metric_summary.limits(),
            *(t for r in results for t in r.tables),
        ]
        figures = [f for r in results for f in r.figures]
        if any(m.measure in measures for m in metric_summary.METRICS):
            figures.insert(0, metric_summary.bars(measures))
        assumptions = dict.fromkeys(a for r in results for a in r.assumptions)
        notes = [note for r in results for note in r.notes]
        run.progress(1.0, "done")
        return Result(measures, tables, figures, tuple(assumptions), notes,
                      signs=run.intake.signs, read=run.intake.read)  # fmt: skip


def _asks(part: Method, run: Run, roles: Sequence[str]) -> bool:
    """Whether a metric asks a network, by what the files of ``roles`` hold."""
    asks: Mapping[str, Callable[[Path], bool]] = getattr(part, "asks", {})
    return any(asks[role](run.inputs[role]) for role in roles if role in asks)


def _call(run: Run, name: str, parameters: Parameters) -> Run:
    """The call of one metric: its own parameters, and of the inputs those it takes."""
    part = PARTS[name]
    taken = [n for n in part.inputs if n in run.inputs and n != "model"]
    if name in _EITHER:
        taken = [n for n in _EITHER[name] if n in run.inputs][:1]
    taken += ["model"] if "model" in run.inputs and _asks(part, run, taken) else []
    lacking = [n for n, (required, _) in part.inputs.items() if required and n not in run.inputs]
    if name in _EITHER and not taken:
        lacking = [" or ".join(_EITHER[name])]
    if lacking:
        raise InputProblem(
            f"expected the input {', '.join(lacking)} for {name}; found {', '.join(run.inputs) or 'none'}. Give the "
            f"input, or leave the parameters of {name} out"
        )
    quiet = replace(run, inputs={n: run.inputs[n] for n in taken}, parameters=parameters)
    return replace(quiet, progress=lambda _done, _what: None)


NETWORK_METRICS = NetworkMetrics()
