"""Confidences on another scale than the network's own: softmax taken twice, logits that were divided."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake

FEWEST = 20
CERTAIN = 0.999
"""confidence of the lower limit of the share of right answers"""
HIDDEN = 0.58
"""share of what is known beyond guessing from which on confidences that do not show it contradict the answers: forests
and other votes hide up to 0.57, logits divided by three 0.60 and more where there are many classes"""
FEW, HIDDEN_OF_FEW = 4, 0.42
"""the same of so few classes: forests hide up to 0.36 of them, logits divided by three 0.43 and more"""
CAPPED = 0.4
"""the same share where none of the confidences, not the surest one, is as high as the share of right answers: smoothed
labels, of which a fifth is spread over all classes, hide 0.26"""
ACCURATE, HIDDEN_OF_UNTRAINED = 0.8, 0.85
"""least share of right answers below which a network may be a small part of its training away from its start, where
scores are small: such hide up to 0.81, and order right answers above wrong ones all the same"""
ROUNDING = 1e-3


def judge_scale(
    probabilities: NDArray[np.float64],
    labels: NDArray[np.int64],
    file: str,
    intake: Intake,
    measures: Sequence[str] = (),
) -> None:
    """Doubt ``probabilities`` ``(n, K)`` that deny what the answers to inputs of classes ``labels`` ``(n,)`` show.

    A forest, or a network that was trained with smoothed labels or not to the end, is less sure than it is right, and is
    not doubted.
    """
    from casegen_evidence.bounds.binomial import clopper_pearson

    n, classes = probabilities.shape
    if n < FEWEST or classes < 2:
        return
    right, sure = int((probabilities.argmax(axis=1) == labels).sum()), float(probabilities.max(axis=1).mean())
    least = float(clopper_pearson(right, n, CERTAIN)[0])
    seen = f"{file}: {right / n:.0%} of {n:,} answers are right, and their mean confidence is {sure:.2g}"
    if least <= sure:
        return
    if _softmax_twice(probabilities, right / n):
        ceiling = np.e / (np.e + classes - 1)
        intake.suspects(
            "confidence-scale",
            f"{seen}: none is above {ceiling:.3g}, the most that softmax makes of probabilities of {classes} classes; "
            "was it taken twice?",
            measures,
            "give logits, or the probabilities themselves",
        )
        return
    highest = float(probabilities.max())
    if least - sure > _most_hidden(least, highest, classes) * (least - 1 / classes):
        capped = f", and none is above {highest:.2g}" if highest < least else ""
        intake.suspects(
            "confidence-scale",
            f"{seen}{capped}: were the scores divided or mixed, or are they no logits?",
            measures,
            "give the probabilities that the system uses; or say in the waiver why it is so unsure",
        )


def _most_hidden(least: float, highest: float, classes: int) -> float:
    """Share of what is known beyond guessing that honest confidences up to ``highest`` may not show."""
    if least < ACCURATE:
        return HIDDEN_OF_UNTRAINED
    if highest < least:
        return CAPPED
    return HIDDEN_OF_FEW if classes <= FEW else HIDDEN


def _softmax_twice(probabilities: NDArray[np.float64], right: float) -> bool:
    """Whether probabilities are the softmax of numbers that are probabilities themselves, and agree with ``right``."""
    levels = np.log(np.maximum(probabilities, 1e-300))
    inner = levels - levels.mean(axis=1, keepdims=True) + 1 / probabilities.shape[1]
    if inner.min() < -ROUNDING or inner.max() > 1 + ROUNDING:
        return False
    sure, outer = inner.max(axis=1).mean(), probabilities.max(axis=1).mean()
    return bool(abs(sure - right) < abs(outer - right))
