"""Neuron k-activation and activation pattern as a registered evidence method (paper 002 §§II-B, II-C)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.models.model_file import MODEL_FILE
from casegen_evidence.nnmetrics.declared_signs import LAYERS
from casegen_evidence.nnmetrics.picture_layout import Layout, Preprocessing, holds_pictures
from casegen_evidence.replaced import refuse_replaced
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.activation import OnOff, PatternDeviation


DEVIATION = ("pattern_deviation", "pattern_deviation_all")


class ActivationParameters(Parameters):
    """Parameters of ``nn-neuron-activation``."""

    layer: str | None = Field(
        None,
        description="array of the activations file (default: the only one), or value in the network's graph",
    )
    provider: str | None = Field(
        None, description="installed package's torch module or MLP that computes the layer"
    )
    options: dict[str, Any] = Field(default_factory=dict, description="the provider's own")
    layout: Layout | None = Field(None, description="order of the axes of images and of the network's input")
    preprocessing: Preprocessing = Field(
        Preprocessing(), description="what is done to the pixels before the network sees them"
    )
    k: Annotated[int, Field(ge=1, le=4)] = Field(2, description="size of the neuron tuples that are counted")
    threshold: float | None = Field(
        None, description="a neuron is on above this; needed for layers other than ReLU, default 0 for ReLU"
    )
    groups: Annotated[int, Field(ge=2)] = Field(10, description="groups by number of active neurons (γ)")
    margin: Annotated[int, Field(ge=0)] = Field(
        1, description="groups further than this from the fullest deviate"
    )


class NeuronActivation:
    """Registered as ``nn-neuron-activation``."""

    name = "nn-neuron-activation"
    version = 3
    summary = "On-off patterns of a layer: how many occur, and how many inputs of one scenario deviate"
    source = "paper 002 §§II-B, II-C"
    parameters: type[Parameters] = ActivationParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "activations": (
            True,
            "npz: one array (inputs, neurons) per layer, the layer's outputs; or images, or inputs (n, …), with a "
            "network that gives them",
        ),
        "scenario": (
            False,
            "npz likewise: of inputs of one scenario, for the activation pattern metric",
        ),
        "model": (False, f"{MODEL_FILE}, where activations and scenario hold images or inputs"),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "neuron_activation": ("fraction", "k-activation: on-off patterns of k neurons that occur"),
        "pattern_deviation": (
            "fraction",
            "inputs of one scenario far from the fullest group; the group is fixed on one half, counted on the other",
        ),
        "pattern_deviation_all": (
            "fraction",
            "the same with the group taken from all inputs, as the paper has it",
        ),
    }
    better: Mapping[str, Direction] = directions(
        lower=("pattern_deviation", "pattern_deviation_all"), higher=("neuron_activation",)
    )
    signs: Mapping[str, str] = LAYERS
    distinct: Sequence[Sequence[str]] = (("activations", "scenario"),)
    asks: Mapping[str, Callable[[Path], bool]] = {"activations": holds_pictures, "scenario": holds_pictures}
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-12)

    def run(self, run: Run) -> Result:
        """Threshold, count, compare."""
        from casegen_evidence.bounds.measures import exact
        from casegen_evidence.nnmetrics.activation import k_activation
        from casegen_evidence.nnmetrics.vital_signs import (
            able_to_deviate,
            another_sample,
            living_layer,
            same_layer,
        )

        p: ActivationParameters = run.parameters
        _refuse_network(run, p)
        patterns = _patterns(run, "activations", p)
        living_layer(patterns.active, "activations", ["neuron_activation", *DEVIATION], run.intake)
        result = k_activation(patterns.active, p.k)
        measures = {
            "neuron_activation": exact(
                result.value,
                "fraction",
                run.confidence,
                f"{result.seen} of {result.cells} patterns of {p.k} neurons; a count in this data set",
                "paper 002 §II-B",
                len(patterns.active),
            )
        }
        tables = [_stuck(patterns)]
        figures = [_activity(patterns)]
        if "scenario" in run.inputs:
            scenario = _patterns(run, "scenario", p)
            living_layer(scenario.active, "scenario", DEVIATION, run.intake)
            same_layer(patterns.active, scenario.active, run.intake)
            another_sample(patterns.values, scenario.values, run.intake)
            whole = self._deviation(run, scenario, measures)
            able_to_deviate(whole.majority, p.groups, p.margin, run.intake)
            figures.append(_groups(whole))
        run.progress(1.0, "done")
        note = f"On means: {patterns.rule}."
        return Result(measures, tables, figures, _ASSUMPTIONS, (note,),
                      signs=run.intake.signs, read=run.intake.read)  # fmt: skip

    @staticmethod
    def _deviation(run: Run, scenario: OnOff, measures: dict[str, Measure]) -> PatternDeviation:
        import numpy as np

        from casegen_evidence.bounds.measures import proportion
        from casegen_evidence.nnmetrics.activation import pattern_deviation

        p: ActivationParameters = run.parameters
        active = scenario.active
        if len(active) < 2:
            raise InputProblem("expected at least two inputs of the scenario, found one")
        whole = pattern_deviation(active, p.groups, p.margin)
        # by content, not by the run's seed: halves that can be chosen are chosen until one passes
        packed = np.packbits(active, axis=1)
        in_order = np.lexsort(packed.T[::-1])  # and not by the order of the rows, which can be chosen too
        content = int.from_bytes(hashlib.sha256(packed[in_order].tobytes()).digest()[:8])
        order = in_order[np.random.default_rng(content).permutation(len(active))]
        design, held = order[: len(order) // 2], order[len(order) // 2 :]
        majority = pattern_deviation(active[design], p.groups, p.margin).majority
        half = pattern_deviation(active[held], p.groups, p.margin, majority)
        measures["pattern_deviation"] = proportion(
            int(half.deviating.sum()),
            len(held),
            run.confidence,
            "fraction",
            "inputs of the scenario further than the margin from the fullest group of the other half",
            "paper 002 §II-C on held-out inputs",
        )
        measures["pattern_deviation_all"] = Measure(
            whole.value,
            "fraction",
            n=len(active),
            text="share in these inputs, the group taken from the same inputs; a count, no estimate",
            estimator="paper 002 §II-C",
        )
        return whole


_ASSUMPTIONS = (
    "Inputs of the scenario file belong to one scenario and are independent draws of it.",
    "Group i of γ holds inputs with [N(i−1)/γ, N i/γ) active neurons; deviating is further than the margin from the "
    "fullest group (a reading: the formula is lost in the paper's text at hand).",
)


def _refuse_network(run: Run, p: ActivationParameters) -> None:
    """A network, and parameters of it, where the files hold the outputs of its layers, or no provider gives it."""
    roles = [role for role in ("activations", "scenario") if role in run.inputs]
    if not any(holds_pictures(run.inputs[role]) for role in roles):
        refuse_replaced(
            run,
            f"the activations in {run.inputs['activations'].name}",
            inputs=("model",),
            parameters=("provider", "options", "layout", "preprocessing"),
            fix=", or give images or inputs in place of the activations",
        )
    elif p.provider is None:
        refuse_replaced(run, "a network that no provider gives", parameters=("options",))


def _layers(run: Run, p: ActivationParameters) -> str:
    """The layers of a network in a file, for somebody who has to name one."""
    from casegen_evidence.models.model_file import model_in
    from casegen_evidence.nnmetrics.layers import layer_names

    if p.provider is not None:
        return ""
    names = layer_names(model_in(run.inputs["model"], run.device))
    return f": one of {', '.join(names[:40])}" + (", …" if len(names) > 40 else "")


def _patterns(run: Run, name: str, p: ActivationParameters) -> OnOff:
    from casegen_evidence.nnmetrics.activation import on_off
    from casegen_evidence.suggestions import among, near
    from casegen_evidence.tables.arrays import no_copies, read_arrays

    path = run.inputs[name]
    arrays = read_arrays(path, intake=run.intake, role=name)
    layer = p.layer
    asked = [key for key in ("images", "inputs") if key in arrays]
    if asked and (p.provider is not None or "model" in run.inputs):
        if layer is None:
            raise InputProblem(
                f"expected the parameter layer, which values of the network are looked at{_layers(run, p)}"
            )
        return on_off(_computed(run, p, layer, arrays[asked[0]], path.name), p.threshold, f"layer {layer}")
    if layer is None:
        if len(arrays) != 1:
            raise InputProblem(
                f"expected one layer in {path.name} or the parameter layer; found {among(arrays)}"
            )
        layer = next(iter(arrays))
    if layer not in arrays:
        raise InputProblem(
            f"expected a layer among {', '.join(arrays)} in {path.name}; found {layer!r}{near(layer, tuple(arrays))}"
        )
    no_copies(arrays[layer], f"{path.name}, layer {layer}", run.intake)
    return on_off(arrays[layer], p.threshold, f"layer {layer}")


def _computed(run: Run, p: ActivationParameters, layer: str, images: Any, file: str) -> Any:
    """Outputs ``(n, neurons)`` of one layer of the network for pictures."""
    import numpy as np

    from casegen_evidence.models import provided, with_file
    from casegen_evidence.models.model_file import model_in
    from casegen_evidence.nnmetrics.layers import layer_outputs
    from casegen_evidence.nnmetrics.picture_layout import inputs_of_file

    x = inputs_of_file(images, p.layout, p.preprocessing, file)
    if p.provider is None:
        return layer_outputs(model_in(run.inputs["model"], run.device), [layer], x)[layer]
    options = with_file(p.options, run.inputs.get("model"))
    made = provided(p.provider, options, x, np.zeros(len(x), dtype=np.int64), ("0",), run.seed)
    return layer_outputs(made.model, [layer], x, plug_in=made.plug_in)[layer]


def _stuck(patterns: OnOff) -> Table:
    share = patterns.active.mean(axis=0)
    rows: list[list[str | float | int | None]] = [
        ["neurons", int(share.size)],
        ["inputs", len(patterns.active)],
        ["never on", int((share == 0).sum())],
        ["always on", int((share == 1).sum())],
        ["on in less than 1 % of the inputs", int((share < 0.01).sum())],
    ]
    return Table("Neurons of the layer", ["what", "count"], rows, f"On means: {patterns.rule}.")


def _activity(patterns: OnOff) -> Figure:
    share = sorted(patterns.active.mean(axis=0).tolist(), reverse=True)
    series = [{"name": "share of inputs", "x": list(range(1, len(share) + 1)), "y": share}]
    alt = (
        f"Share of inputs for which each neuron is on, from {share[0]:.0%} down to {share[-1]:.0%}; neurons that are "
        "never or always on leave patterns that no data can add."
    )
    return Figure(
        "How often each neuron is on", "lines", {"series": series}, alt, "neuron, most active first", "share"
    )


def _groups(deviation: PatternDeviation) -> Figure:
    names = [str(i + 1) for i in range(len(deviation.counts))]
    data = {"categories": names, "series": [{"name": "inputs", "values": list(deviation.counts)}]}
    alt = (
        f"Inputs of the scenario by number of active neurons; group {deviation.majority + 1} is the fullest, and "
        f"{deviation.value:.1%} lie further than {deviation.margin} from it."
    )
    return Figure("Activation pattern", "bars", data, alt, "group by number of active neurons", "inputs")


NEURON_ACTIVATION = NeuronActivation()
