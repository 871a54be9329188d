"""Whether a model's answer to a point is that of the point alone: not of the others asked at once, nor of chance."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import Classifier, of_scikit_learn
from casegen_evidence.models.onnx import OnnxNetwork

UNSTEADY = (
    "the network answers otherwise to an input by itself than among others: was it exported in training mode, with batch "
    "normalisation or dropout at work? Export it for inference"
)
FIRST, UNSURE = 3, 5
"""first inputs, and inputs with the smallest largest probability, which are asked again by themselves"""
OF_ANY, OF_UNSURE = 0.01, 0.05
"""a probability that changes by more is not that of the input alone; near 1/2 rounding to few bits shows more"""
MOST = 2000
"""points that are asked twice, in two orders"""
ALONE = 50
"""of these by themselves"""
ROUNDED = 1e-3
"""share of answers, or one, that may be others: rounding depends on what is computed at once"""


def require_steady(classifier: Classifier, points: NDArray[np.float64]) -> None:
    """Refuse a model from outside that answers ``points`` (n, d) otherwise in another order, or each by itself.

    Raises :class:`InputProblem`; scikit-learn's own estimators are not asked.
    """
    if of_scikit_learn(classifier.model) or not len(points):
        return
    x = points[np.unique(np.linspace(0, len(points) - 1, min(len(points), MOST)).round().astype(int))]
    answers = classifier(x)
    changed = int((classifier(x[::-1].copy())[::-1] != answers).sum())
    alone = np.unique(np.linspace(0, len(x) - 1, min(len(x), ALONE)).round().astype(int))
    changed += sum(int(classifier(x[i : i + 1])[0] != answers[i]) for i in alone)
    if changed > max(1.0, ROUNDED * len(x)) or _scores_change(classifier.model, x):
        raise InputProblem(UNSTEADY)


def asked_again(probabilities: NDArray[np.float64]) -> dict[int, float]:
    """Rows of ``probabilities`` (n, K) that are asked by themselves, and by how much one of each may change.

    The first ones, and those that the network is least sure of: where it is sure, dropout changes little.
    """
    least = np.argsort(probabilities.max(axis=1), kind="stable")[:UNSURE]
    return dict.fromkeys(least.tolist(), OF_UNSURE) | dict.fromkeys(
        range(min(FIRST, len(probabilities))), OF_ANY
    )


def _scores_change(model: Any, x: NDArray[np.float64]) -> bool:
    if not isinstance(model, OnnxNetwork):
        return False
    together = _probabilities(model.scores(x))
    return any(
        bool(np.abs(_probabilities(model.scores(x[i : i + 1]))[0] - together[i]).max() > most)
        for i, most in asked_again(together).items()
    )


def _probabilities(scores: NDArray[Any]) -> NDArray[np.float64]:
    """Scores ``(n, K)`` as shares of each row: as they are where they sum to 1, else by the softmax."""
    z = np.asarray(scores, dtype=float)
    if z.min() >= 0 and np.allclose(z.sum(axis=1), 1.0, atol=1e-3):
        return z
    p = np.exp(z - z.max(axis=1, keepdims=True))
    return np.asarray(p / p.sum(axis=1, keepdims=True))
