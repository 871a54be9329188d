"""Outputs of the named layers of a model: torch modules, ONNX graphs, MLPs, the nodes of trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from casegen_evidence.installed import faults_of
from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import tensor_options
from casegen_evidence.models.feature_names import in_order
from casegen_evidence.models.onnx import OnnxNetwork
from casegen_evidence.models.onnx_graph import node_outputs
from casegen_evidence.nnmetrics.networks import BATCH, Array, mlp_layers
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.process_settings import same_settings
from casegen_evidence.returned import numbers
from casegen_evidence.short_precision import as_printed
from casegen_evidence.suggestions import near


@in_own_arithmetic
def layer_outputs(
    model: Any, layers: Sequence[str], inputs: Array, batch: int = BATCH, plug_in: str = ""
) -> dict[str, Array]:
    """Outputs ``(n, neurons)`` of named layers, flattened; faults of what ``plug_in`` returned are named as its own.

    Layers of a torch module go by their qualified names (``features.3``) and are read by forward hooks; those
    of an ``MLPClassifier`` are ``hidden1``, ``hidden2``, … and ``logits``.  Trees have ``nodes``: 1 for each node that an
    input passes, 0 else, without the roots, which every input passes.  Of a pipeline it is the last step that has layers.
    """
    with faults_of(plug_in), in_order():
        return _outputs(model, layers, inputs, batch)


def _outputs(model: Any, layers: Sequence[str], inputs: Array, batch: int) -> dict[str, Array]:
    if hasattr(model, "named_modules"):
        return _hooked(model, layers, inputs, batch)
    if hasattr(model, "steps"):
        with same_settings():
            changed = model[:-1].transform(np.asarray(inputs).reshape(len(inputs), -1))
        return _outputs(model[-1], layers, numbers(changed, "what the pipeline gives"), batch)
    if isinstance(model, OnnxNetwork):
        parts = [model.layers(inputs[i : i + batch], layers) for i in range(0, len(inputs), batch)]
        return {name: np.concatenate([part[name] for part in parts]) for name in layers}
    if hasattr(model, "coefs_"):
        names = layer_names(model)
        _known(layers, names)
        result = dict(zip(names, mlp_layers(model, inputs), strict=True))
        return {name: result[name] for name in layers}
    if hasattr(model, "decision_path"):
        _known(layers, [NODES])
        return {NODES: _passed_nodes(model, inputs)}
    raise InputProblem(
        f"expected a torch module, a trained MLPClassifier or trees to read layers from, found {type(model).__name__}"
    )


NODES = "nodes"


def layer_names(model: Any) -> list[str]:
    """The layers that can be asked for by name; none where the model has no layers."""
    if isinstance(model, OnnxNetwork):
        return node_outputs(model.content)
    if hasattr(model, "steps"):
        return layer_names(model[-1])
    if hasattr(model, "coefs_"):
        return [*(f"hidden{i + 1}" for i in range(len(model.coefs_) - 1)), "logits"]
    return [NODES] if hasattr(model, "decision_path") else []


def _passed_nodes(model: Any, inputs: Array) -> Array:
    path = model.decision_path(np.asarray(inputs, dtype=float).reshape(len(inputs), -1))
    passed, starts = path if isinstance(path, tuple) else (path, np.array([0, path.shape[1]]))
    inner = np.setdiff1d(np.arange(passed.shape[1]), starts[:-1])
    return np.asarray(passed[:, inner].toarray(), dtype=float)


def _known(layers: Sequence[str], names: Sequence[str]) -> None:
    for layer in layers:
        if layer not in names:
            raise InputProblem(
                f"expected a layer among {', '.join(names)}; found {layer!r}{near(layer, names)}"
            )


def _hooked(module: Any, layers: Sequence[str], inputs: Array, batch: int) -> dict[str, Array]:
    import torch

    modules = {name: m for name, m in module.named_modules() if name}
    _known(layers, tuple(modules))
    parts: dict[str, list[Array]] = {name: [] for name in layers}

    def keep(name: str) -> Callable[[Any, Any, Any], None]:
        def hook(_module: Any, _inputs: Any, output: Any) -> None:
            given = output.detach().cpu()
            values = given.float() if given.dtype == torch.bfloat16 else given  # which numpy has not
            parts[name].append(as_printed(values.numpy()).reshape(len(output), -1))

        return hook

    handles = [modules[name].register_forward_hook(keep(name)) for name in layers]
    options = tensor_options(module)
    try:
        module.eval()
        with torch.no_grad():
            for i in range(0, len(inputs), batch):
                module(torch.as_tensor(inputs[i : i + batch].copy(), **options))
    finally:
        for handle in handles:
            handle.remove()
    return {name: np.concatenate(p) for name, p in parts.items()}
