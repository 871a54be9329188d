"""Cells in which a network provably gives one answer, by bound propagation.

A box of inputs is sent through the layers as centre, one linear term per input dimension, and an interval for
the rest (a zonotope whose error terms are merged).  Affine layers map all three; an activation that bends
inside the box's range is replaced by the line nearest to it, and its distance from the line goes to the
interval.  In small cells few units bend, so that the linear terms carry nearly everything and far fewer cells
stay open than with plain intervals.  Where one class beats all others at the worst end, no sample is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.models import Classifier

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Affine:
    """``x W + b`` with W ``(inputs, outputs)``, then a monotone activation by name."""

    weight: Array
    bias: Array
    activation: str = "identity"


def layers(classifier: Classifier) -> list[Affine] | None:
    """The classifier as affine layers with monotone activations; None if it is something else.

    Understands ``torch.nn.Sequential`` of Linear, ReLU, Tanh, Sigmoid, Flatten, Dropout and Identity, and
    scikit-learn's MLPClassifier and LogisticRegression; the last layer gives one score per class.
    """
    model = classifier.model
    name = type(model).__name__
    if name == "Sequential" and hasattr(model, "named_parameters"):
        return _torch_layers(model)
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


def _torch_layers(model: Any) -> list[Affine] | None:
    activations = {"ReLU": "relu", "Tanh": "tanh", "Sigmoid": "logistic"}
    affines: list[Affine] = []
    for part in model:
        kind = type(part).__name__
        if kind == "Linear":
            bias = np.zeros(part.out_features) if part.bias is None else part.bias.detach().cpu().numpy()
            weight = part.weight.detach().cpu().numpy().T
            affines.append(Affine(weight.astype(float), np.asarray(bias, dtype=float)))
        elif kind in activations and affines and affines[-1].activation == "identity":
            affines[-1] = Affine(affines[-1].weight, affines[-1].bias, activations[kind])
        elif kind not in ("Flatten", "Dropout", "Identity"):
            return None
    return affines if affines and affines[-1].activation == "identity" else None


def activate(name: str, x: NDArray[Any]) -> NDArray[Any]:
    """``tanh`` or ``logistic`` of x."""
    from scipy.special import expit

    return np.asarray(np.tanh(x) if name == "tanh" else expit(x))


def decided_boxes(
    network: list[Affine], centre: Array, radius: Array, slack: float = 1e-5
) -> NDArray[np.int64]:
    """The class that wins everywhere in each box, or -1 where that is not proven, ``(n,)``.

    Boxes by centre ``(n, d)`` and radius ``(n, d)`` or ``(d,)``.  ``slack`` (relative to the scores' size) is
    left for the rounding of a model that computes in 32 bits.
    """
    n, d = centre.shape
    wide = np.broadcast_to(radius, (n, d))[:, :, None]
    linear, rest = np.zeros((n, d, 0)), np.zeros((n, d))
    for number, layer in enumerate(network[:-1]):
        centre, linear, rest = (
            centre @ layer.weight + layer.bias,
            linear @ layer.weight if number else wide * layer.weight,
            rest @ np.abs(layer.weight),
        )
        reach = np.abs(linear).sum(axis=1) + rest
        slope, shift, error = _relax(layer.activation, centre - reach, centre + reach)
        centre, linear, rest = slope * centre + shift, slope[:, None, :] * linear, slope * rest + error
    last = network[-1]
    scores = centre @ last.weight + last.bias
    best = scores.argmax(axis=1)
    sure = np.ones(n, dtype=bool)
    margin = slack * (1.0 + np.abs(scores).max(axis=1))
    onward = linear @ last.weight if len(network) > 1 else wide * last.weight
    of_best = np.take_along_axis(onward, best[:, None, None], axis=2)[:, :, 0]
    for other in range(scores.shape[1]):
        difference = np.abs(last.weight[:, best] - last.weight[:, [other]]).T
        reach = np.abs(of_best - onward[:, :, other]).sum(axis=1)
        reach += np.einsum("nh,nh->n", rest, difference)
        sure &= (scores[np.arange(n), best] - scores[:, other] - reach > margin) | (best == other)
    return np.where(sure, best, -1)


def _relax(name: str, low: Array, high: Array) -> tuple[Array, Array, Array]:
    """Slope, shift and error with ``|f(x) - slope x - shift| <= error`` for every x in [low, high]."""
    if name == "identity":
        return np.ones_like(low), np.zeros_like(low), np.zeros_like(low)
    if name == "relu":
        open_ = (low < 0) & (high > 0)
        slope = np.where(open_, high / np.where(open_, high - low, 1.0), (low >= 0).astype(float))
        half = np.where(open_, -slope * low / 2, 0.0)
        return slope, half, half
    at_low, at_high = activate(name, low), activate(name, high)
    if name == "tanh":
        slope = np.minimum(1 - at_low**2, 1 - at_high**2)
    else:
        slope = np.minimum(at_low * (1 - at_low), at_high * (1 - at_high))
    bottom, top = at_low - slope * low, at_high - slope * high
    return slope, (bottom + top) / 2, (top - bottom) / 2
