"""Classifiers as affine layers with monotone activations, where they are that: what is proven of cells and balls.

One network is the same layers whatever it comes as: a torch module, traced where it is no plain sequence, and its ONNX
export give the same weights, so that the same cells are proven and the same points sampled.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models import Classifier
from casegen_evidence.models.classifier import of_scikit_learn
from casegen_evidence.models.onnx import OnnxNetwork
from casegen_evidence.models.onnx_graph import OnnxOperation, needed, read_graph

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Affine:
    """``x W + b`` with W ``(inputs, outputs)``, then a monotone activation by name."""

    weight: Array
    bias: Array
    activation: str = "identity"


def layers(classifier: Classifier) -> list[Affine] | None:
    """The classifier as affine layers with monotone activations; None if it is something else.

    Understands torch modules and ONNX networks of Linear (Gemm, MatMul and Add, Scaler), ReLU, Tanh, Sigmoid, Flatten,
    Dropout and Identity, one after the other, and scikit-learn's MLPClassifier and LogisticRegression, after
    StandardScaler too; the last layer gives one score per class.
    Where probabilities are made of these, its activation is :data:`SOFTMAX`.
    """
    model = classifier.model
    name = type(model).__name__
    if isinstance(model, OnnxNetwork):
        return _onnx_layers(model)
    if hasattr(model, "named_parameters"):
        return _torch_layers(model)
    if not of_scikit_learn(model):
        return None
    if name == "Pipeline":
        return _scaled_layers(model, classifier)
    if name == "MLPClassifier":
        return _mlp_layers(model, classifier)
    if name == "LogisticRegression":
        weight, bias = np.asarray(model.coef_, dtype=float).T, np.asarray(model.intercept_, dtype=float)
        return _ordered([Affine(*_two_scores(weight, bias))], model.classes_, classifier)
    return None


def _two_scores(weight: Array, bias: Array) -> tuple[Array, Array]:
    """A single score of two classes as one score for each: 0 and the score."""
    if weight.shape[1] != 1:
        return weight, bias
    return np.hstack([np.zeros_like(weight), weight]), np.append(0.0, bias)


def _mlp_layers(model: Any, classifier: Classifier) -> list[Affine] | None:
    if model.activation not in ("relu", "tanh", "logistic", "identity"):
        return None
    parts = [np.asarray(w, dtype=float) for w in model.coefs_]
    biases = [np.asarray(b, dtype=float) for b in model.intercepts_]
    parts[-1], biases[-1] = _two_scores(parts[-1], biases[-1])
    kinds = [model.activation] * (len(parts) - 1) + ["identity"]
    results = [Affine(w, b, kind) for w, b, kind in zip(parts, biases, kinds, strict=True)]
    return _ordered(results, model.classes_, classifier)


def _scaled_layers(model: Any, classifier: Classifier) -> list[Affine] | None:
    """A pipeline of scikit-learn whose StandardScalers come before an estimator of affine layers."""
    result = layers(replace(classifier, model=model.steps[-1][1]))
    for _, part in reversed(model.steps[:-1]):
        if result is None or type(part).__name__ != "StandardScaler" or not of_scikit_learn(part):
            return None
        size = len(result[0].weight)
        scale = np.ones(size) if part.scale_ is None else np.asarray(part.scale_, dtype=float)
        mean = np.asarray(part.mean_, dtype=float) if part.with_mean else np.zeros(size)
        weight = result[0].weight / scale[:, None]
        result[0] = Affine(weight, result[0].bias - mean @ weight, result[0].activation)
    return result


def _ordered(affines: list[Affine], known: Any, classifier: Classifier) -> list[Affine] | None:
    """Bring the scores into the order of the classifier's classes; None if the model lacks a class."""
    from casegen_evidence.models.classifier import plain

    names = list(range(len(classifier.classes))) if classifier.answers == "indices" else classifier.classes
    index = {str(plain(c)): i for i, c in enumerate(known)}
    if any(str(n) not in index for n in names):
        return None
    order = [index[str(n)] for n in names]
    last = affines[-1]
    return [*affines[:-1], Affine(last.weight[:, order], last.bias[order], last.activation)]


Step = tuple[Array, Array] | str
"""weight (inputs, outputs) and bias, or the name of an activation"""
_PRECISIONS = ("float32", "float64")
"""what is proven leaves no room for the rounding of fewer bits"""


def _torch_layers(model: Any) -> list[Affine] | None:
    """By tracing what the module does to its input; None where it does anything else, or cannot be traced."""
    import torch

    def scores(points: Array, options: Any) -> Any:
        with torch.no_grad():
            return model(torch.as_tensor(points, **options)).cpu().numpy()

    first = next(model.parameters(), None)
    if first is None or str(first.dtype).removeprefix("torch.") not in _PRECISIONS:
        return None
    model.eval()
    try:
        whole = torch.nn.Sequential(model)  # so that a single layer is a part of something too
        steps = list(_traced(torch.fx.symbolic_trace(whole).graph, dict(whole.named_modules())))
        options = {"dtype": first.dtype, "device": first.device}
        return _agreeing(steps, lambda points: scores(points, options))
    except (
        Exception
    ):  # a module's own code raises whatever it likes on what is no tensor: then nothing is proven
        return None


SOFTMAX = "softmax"
"""of the last layer only: it leaves the order of a row's scores"""
_MODULES = {"ReLU": "relu", "Tanh": "tanh", "Sigmoid": "logistic", "Softmax": SOFTMAX}
_CALLS = {"relu": "relu", "tanh": "tanh", "sigmoid": "logistic", "softmax": SOFTMAX}
_SAME = {"Flatten", "Dropout", "Identity", "flatten", "dropout", "view", "reshape", "contiguous"}
"""what leaves the numbers of a row as they are, and in their order"""
_OF_SHAPE = {"size", "getattr", "getitem", "dim", "numel"}


def _traced(graph: Any, modules: dict[str, Any]) -> Iterator[Step]:
    """The steps of a graph that torch traced; raises :class:`InputProblem` for one that is none of them."""
    current: Any = None
    for node in graph.nodes:
        name = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", "")
        if node.op == "placeholder" and current is None:
            current = node
        elif node.op == "output" and node.args == (current,):
            return
        elif node.op.startswith("call_") and name in _OF_SHAPE:
            continue
        elif node.op.startswith("call_") and node.args and node.args[0] is current:
            current = node
            if node.op == "call_module":
                yield from _module(modules[name])
            elif name in _CALLS:
                yield _CALLS[name]
            elif name not in _SAME:
                raise InputProblem(f"nothing is proven of {name}")
        else:
            raise InputProblem(f"nothing is proven of {name}")
    raise InputProblem("nothing is proven of a module with another output")


def _module(part: Any) -> Iterator[Step]:
    kind = type(part).__name__
    if kind == "Linear":
        weight = part.weight.detach().cpu().numpy().T
        bias = np.zeros(part.out_features) if part.bias is None else part.bias.detach().cpu().numpy()
        yield weight.astype(float), np.asarray(bias, dtype=float)
    elif kind in _MODULES:
        yield _MODULES[kind]
    elif kind not in _SAME:
        raise InputProblem(f"nothing is proven of {kind}")


def _onnx_layers(network: OnnxNetwork) -> list[Affine] | None:
    """By the graph of the file; None where it holds anything else, or computes in fewer bits."""
    try:
        sizes = network.input.shape[1:]
        if network.input.type not in ("tensor(float)", "tensor(double)") or not all(
            isinstance(k, int) for k in sizes
        ):
            return None
        output = network.scored_output(_probes(math.prod(sizes)))
        graph = read_graph(network.content)
        return _agreeing(
            list(_graphed(graph.inputs, dict(graph.constants), needed(graph, output))), network.scores
        )
    except (InputProblem, ModuleNotFoundError):
        return None


_OPERATIONS = {"Relu": "relu", "Tanh": "tanh", "Sigmoid": "logistic", "Softmax": SOFTMAX}
_SCALER, _LEFT_AS_IT_IS = "ai.onnx.ml.Scaler", ("Flatten", "Identity", "Reshape", "Dropout")
_OF_ENOUGH_BITS = (1, 11)
"""float and double, as ONNX numbers its types"""


def _graphed(
    inputs: Sequence[str], constants: dict[str, Any], nodes: Sequence[OnnxOperation]
) -> Iterator[Step]:
    """The steps of an ONNX graph; raises :class:`InputProblem` for one that is none of them."""
    current, of_shape = inputs[0] if len(inputs) == 1 else "", set[str]()
    for node in nodes:
        of, kind = node.inputs, node.operation
        if kind == "Constant" and "value" in node.attributes:
            constants[node.outputs[0]] = node.attributes["value"]
            continue
        if kind == "Shape" or set(of) <= of_shape | set(constants):
            of_shape |= set(node.outputs)
            continue
        if kind == "Add" and len(of) == 2 and of[0] in constants:
            of = (of[1], of[0])
        given = [constants.get(name) for name in of[1:]]
        if not current or of[0] != current:
            raise InputProblem(f"nothing is proven of {kind}")
        current = node.outputs[0]
        if kind in ("Gemm", "MatMul", "Add"):
            yield _linear(kind, given, node.attributes)
        elif kind == _SCALER:
            offset, scale = (np.array(node.attributes[name], dtype=float) for name in ("offset", "scale"))
            yield np.diag(scale), -offset * scale
        elif kind in _OPERATIONS:
            yield _OPERATIONS[kind]
        elif kind not in _LEFT_AS_IT_IS and not (
            kind == "Cast" and node.attributes.get("to") in _OF_ENOUGH_BITS
        ):
            raise InputProblem(f"nothing is proven of {kind}")


def _linear(kind: str, given: Sequence[Any], attributes: Mapping[str, Any]) -> Step:
    """Weight and bias of a node; what is only added has the weight 1."""
    if any(one is None or one.dtype.name not in _PRECISIONS for one in given) or attributes.get("transA"):
        raise InputProblem(f"nothing is proven of {kind} without constants of 32 bits")
    arrays = [np.asarray(one, dtype=float) for one in given]
    if kind == "Add":
        return np.eye(arrays[0].size), arrays[0].reshape(-1)
    weight = arrays[0].T if attributes.get("transB") else arrays[0]
    bias = arrays[1].reshape(-1) if len(arrays) > 1 else np.zeros(weight.shape[-1])
    return attributes.get("alpha", 1.0) * weight, attributes.get("beta", 1.0) * bias


PROBES = 32
"""points at which layers have to give the scores of the model itself"""


def _probes(dimension: int) -> Array:
    return np.random.default_rng(0xAFF1).normal(size=(PROBES, dimension))


def _agreeing(steps: Sequence[Step], scores: Callable[[Array], Any]) -> list[Affine] | None:
    """The steps as layers, where they give what the model gives: what was taken for a step may have been another."""
    chain: list[Affine] = []
    for step in steps:
        if isinstance(step, str):
            if not chain or chain[-1].activation != "identity":
                return None
            chain[-1] = Affine(chain[-1].weight, chain[-1].bias, step)
            continue
        weight, bias = step
        if weight.ndim != 2 or bias.shape != weight.shape[1:]:
            return None
        if chain and chain[-1].weight.shape[1] != len(weight):
            return None
        if chain and chain[-1].activation == "identity":  # two affine steps are one
            chain[-1] = Affine(chain[-1].weight @ weight, chain[-1].bias @ weight + bias)
        else:
            chain.append(Affine(weight, bias))
    if not chain or chain[-1].activation not in ("identity", SOFTMAX):
        return None
    if any(layer.activation == SOFTMAX for layer in chain[:-1]):
        return None
    points = _probes(len(chain[0].weight))
    own, computed = np.asarray(scores(points), dtype=float), points
    for layer in chain:
        computed = activate(layer.activation, computed @ layer.weight + layer.bias)
    close = own.shape == computed.shape and np.allclose(
        own, computed, rtol=1e-4, atol=1e-4 * np.abs(own).max()
    )
    return chain if close else None


def activate(name: str, x: NDArray[Any]) -> NDArray[Any]:
    """The activation ``name`` of x."""
    from scipy.special import expit

    if name == "identity":
        return x
    if name == SOFTMAX:
        shares = np.exp(x - x.max(axis=1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))
    return np.asarray(np.maximum(x, 0) if name == "relu" else np.tanh(x) if name == "tanh" else expit(x))
