"""How far a point is from being a failure: scores of a model per class, their gradients, and margins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.installed import faults_of
from casegen_evidence.method import InputProblem
from casegen_evidence.models import Classifier
from casegen_evidence.models.classifier import tensor_options
from casegen_evidence.models.onnx import OnnxNetwork
from casegen_evidence.ram import affine
from casegen_evidence.ram.tilting import Array, Indices, Score, Slope
from casegen_evidence.returned import finite, numbers


@dataclass(frozen=True, slots=True)
class Scores:
    """A model's score per class as a function of points ``(m, d)``, ``(m, classes)``.

    ``slope(points, plus (m,), barred (m, classes))`` is the gradient of score ``plus`` less the best score
    after ``barred`` is added, ``(m, d)``; None where the model tells no gradients.
    """

    value: Callable[[Array], Array]
    slope: Callable[[Array, Indices, Array], Array] | None


def scores_of(classifier: Classifier) -> Scores | None:
    """The scores of a network (scikit-learn's, torch's or one with ``scores``); None if there are none."""
    model = classifier.model
    if hasattr(model, "named_parameters"):
        return Scores(_torch_scores(model), _torch_slope(model))
    network = affine.layers(classifier)
    asked = model.scores if isinstance(model, OnnxNetwork) else _asked(classifier)
    if network is None or network[-1].activation == affine.SOFTMAX:
        return Scores(asked, None) if asked else None
    layers = [affine.Affine(p.weight.astype("f4"), p.bias.astype("f4"), p.activation) for p in network]
    return Scores(
        asked or (lambda x: _forward(layers, x)[-1]), lambda x, plus, barred: _back(layers, x, plus, barred)
    )


def _asked(classifier: Classifier) -> Callable[[Array], Array] | None:
    """The scores of a model that has them, checked."""
    if not callable(getattr(classifier.model, "scores", None)):
        return None

    def scores(points: Array) -> Array:
        with faults_of(classifier.plug_in):
            z = numbers(classifier.model.scores(points.copy()), "the model's scores")
            if z.shape != (len(points), len(classifier.classes)):
                raise InputProblem(
                    f"expected scores of shape ({len(points)}, {len(classifier.classes)}), found shape {z.shape}"
                )
            finite(z, "scores of the model")
            return z

    return scores


def _forward(network: list[affine.Affine], x: Array) -> list[Array]:
    """Values after each layer's activation; the last are the scores."""
    values: list[Array] = [np.asarray(x, dtype=np.float32)]
    for layer in network:
        z: Array = values[-1] @ layer.weight
        z += layer.bias
        if layer.activation == "relu":
            np.maximum(z, 0, out=z)
        elif layer.activation != "identity":
            z = affine.activate(layer.activation, z).astype(np.float32)
        values.append(z)
    return values


def _back(network: list[affine.Affine], x: Array, plus: Indices, barred: Array) -> Array:
    values = _forward(network, x)
    rows = np.arange(len(x))
    slope = np.zeros_like(values[-1])
    slope[rows, (values[-1] + barred).argmax(axis=1)] = -1
    slope[rows, plus] += 1
    for layer, after in zip(reversed(network), reversed(values), strict=False):
        if layer.activation == "relu":
            slope *= after > 0
        elif layer.activation == "tanh":
            slope *= 1 - after**2
        elif layer.activation == "logistic":
            slope *= after * (1 - after)
        slope = slope @ layer.weight.T
    return np.asarray(slope)


def _torch_scores(module: Any) -> Callable[[Array], Array]:
    def scores(x: Array) -> Array:
        import torch

        module.eval()
        with torch.inference_mode():
            answer: Array = module(torch.as_tensor(x, **tensor_options(module))).float().cpu().numpy()
        return answer

    return scores


def _torch_slope(module: Any) -> Callable[[Array, Indices, Array], Array]:
    def slope(x: Array, plus: Indices, barred: Array) -> Array:
        import torch

        module.eval()
        with torch.enable_grad():
            points = torch.as_tensor(x, **tensor_options(module)).requires_grad_(True)
            z = module(points)
            rows = torch.arange(len(z), device=z.device)
            other = (z.detach() + torch.as_tensor(barred, device=z.device)).argmax(1)
            margin = z[rows, torch.as_tensor(plus, device=z.device)] - z[rows, other]
            (result,) = torch.autograd.grad(margin.sum(), points)
        answer: Array = result.float().cpu().numpy()
        return answer

    return slope


def failure_margins(
    scores: Scores, label: Indices, severity: NDArray[np.float64]
) -> tuple[Score, Slope | None]:
    """Per class that is a failure in a ball, its score less the best among the others; and the gradient.

    ``label`` (balls,) are true classes, ``severity`` (true, predicted) is above 0 for failures.
    """
    fails = severity[label] > 0
    worst = np.finfo(np.float32).min / 4
    among_wrong = np.where(fails, 0.0, worst).astype(np.float32)
    among_right = np.where(fails, worst, 0.0).astype(np.float32)

    def score(points: Array, ball: Indices) -> Array:
        z = scores.value(points)
        best = (z + among_right[ball]).max(axis=1, keepdims=True)
        margin: Array = z - best
        margin += among_wrong[ball]
        return margin

    gradient = scores.slope
    if gradient is None:
        return score, None
    return score, lambda points, ball, way: gradient(points, way, among_right[ball])
