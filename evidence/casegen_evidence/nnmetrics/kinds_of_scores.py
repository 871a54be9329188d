"""What a network's scores are: logits, probabilities, or neither."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models.rounding import EXACT, SHORT_SUM, sum_alike, sum_to_one
from casegen_evidence.returned import finite

Array = NDArray[np.float64]
SCORED = 40
"""numbers from which on scores that are neither logits nor probabilities show themselves"""


def as_logits(scores: Array) -> Array:
    """Scores ``(n, K)`` whose softmax is the network's probability: logits, or the logarithms of probabilities.

    Raises :class:`InputProblem` for scores that are neither: percents, counts of votes, one sigmoid per class.
    """
    if not len(scores):
        return scores
    if scores.shape[1] == 1:
        raise InputProblem(
            "expected a score for each class; the network gives one, as a sigmoid does. Export two: of no, and of yes"
        )
    finite(scores, "scores of the network, with the preprocessing that is its own")
    if probable(scores):
        return np.asarray(np.log(np.maximum(scores, 1e-300)))
    sums = scores.sum(axis=1)
    if scores.size >= SCORED and (scores >= 0).all():
        if sum_alike(scores):
            raise InputProblem(
                f"expected logits, or probabilities that sum to 1; the network's scores are all positive and sum to "
                f"{np.median(sums):.4g}. Divide them by this"
            )
        if scores.max() <= 1 and scores.shape[1] > 1:
            raise InputProblem(
                "expected logits, or probabilities that sum to 1; the network's scores all lie from 0 to 1 and sum to "
                f"{sums.min():.3g} to {sums.max():.3g}, as a sigmoid for each class does. Export it without the sigmoid"
            )
    return scores


def probable(scores: Any) -> bool:
    """Whether the rows of scores are probabilities: from 0 to 1, summing to 1 as nearly as their digits allow."""
    if isinstance(scores, np.ndarray):
        return sum_to_one(scores)
    sums = scores.double().sum(1) if scores.dtype.itemsize == 2 else scores.sum(1)
    return bool((scores >= 0).all() and (abs(sums - 1.0) <= (SHORT_SUM if _bfloat(scores) else EXACT)).all())


def _bfloat(scores: Any) -> bool:
    return str(scores.dtype) == "torch.bfloat16"


def log_of_probabilities(z: Any) -> Any:
    """:func:`as_logits` of a torch tensor that was checked, so that gradients pass."""
    return z.clamp(min=1e-300 if z.dtype.itemsize == 8 else 1e-38).log() if probable(z) else z
