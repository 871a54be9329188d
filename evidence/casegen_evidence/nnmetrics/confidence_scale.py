"""Confidences on another scale than the network's own: softmax taken twice, logits that were divided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.networks import Network

FEWEST = 20
SHOWN = 3
"""limits that a message names"""
CERTAIN = 0.999
"""confidence of the lower limit of the share of right answers"""
HIDDEN = 0.58
"""share of what is known beyond guessing from which on confidences that do not show it contradict the answers: forests
and other votes hide up to 0.57, logits divided by three 0.60 and more where there are many classes"""
FEW, HIDDEN_OF_FEW = 4, 0.38
"""the same of so few classes: forests hide up to 0.36 of them, logits divided by two 0.39"""
CAPPED = 0.4
"""the same share where none of the confidences, not the surest one, is as high as the share of right answers: smoothed
labels, of which a fifth is spread over all classes, hide 0.26"""
ACCURATE, HIDDEN_OF_UNTRAINED = 0.8, 0.85
"""least share of right answers below which a network may be a small part of its training away from its start, where
scores are small: such hide up to 0.81, and order right answers above wrong ones all the same"""
ROUNDING = 1e-3
MOST_FACTOR, HALVINGS = 1e6, 40
"""by which logits are multiplied at most until they agree with the answers, and how exactly"""


class ScaleDoubt(NamedTuple):
    """Confidences that deny what the answers show, in words.

    On logits times ``factor`` they agree with the answers; None where there is no such number.
    """

    message: str
    hint: str
    factor: float | None


def scale_doubt(
    probabilities: NDArray[np.float64], labels: NDArray[np.int64], file: str
) -> ScaleDoubt | None:
    """Whether ``probabilities`` ``(n, K)`` deny what the answers to inputs of classes ``labels`` ``(n,)`` show.

    A forest, or a network that was trained with smoothed labels or not to the end, is less sure than it is right, and is
    not doubted.  One that is far less sure cannot be told from scores that were divided: what is measured of it on the
    scale of ``factor`` tells which claims would then be false.
    """
    from casegen_evidence.bounds.binomial import clopper_pearson

    n, classes = probabilities.shape
    if n < FEWEST or classes < 2:
        return None
    right, sure = int((probabilities.argmax(axis=1) == labels).sum()), float(probabilities.max(axis=1).mean())
    least = float(clopper_pearson(right, n, CERTAIN)[0])
    seen = f"{file}: {right / n:.0%} of {n:,} answers are right, and their mean confidence is {sure:.2g}"
    if least <= sure:
        return None
    factor = _agreeing_factor(probabilities, (right + 1) / (n + 2))
    if _softmax_twice(probabilities, right / n):
        ceiling = np.e / (np.e + classes - 1)
        return ScaleDoubt(
            f"{seen}: none is above {ceiling:.3g}, the most that softmax makes of probabilities of {classes} classes; "
            "was it taken twice?",
            "give logits, or the probabilities themselves; or say in the waiver why it is so unsure",
            factor,
        )
    highest = float(probabilities.max())
    if least - sure <= _most_hidden(least, highest, classes) * (least - 1 / classes):
        return None
    capped = f", and none is above {highest:.2g}" if highest < least else ""
    return ScaleDoubt(
        f"{seen}{capped}: were the scores divided or mixed, or are they no logits?",
        "give the probabilities that the system uses; or say in the waiver why it is so unsure",
        factor,
    )


def hold_against(
    doubt: ScaleDoubt | None,
    measures: Sequence[str],
    measured_at: Callable[[float], Mapping[str, float]],
    intake: Intake,
) -> None:
    """Note ``doubt`` at the claims that would be false on the scale that agrees with the answers.

    ``measured_at`` gives the unfavourable limits of ``measures`` where the logits are multiplied by a factor.  Without
    one, the doubt stands at every claim on ``measures``.
    """
    if doubt is None:
        return
    possible = {} if doubt.factor is None else measured_at(doubt.factor)
    if not possible:
        intake.suspects("confidence-scale", doubt.message, measures, doubt.hint)
        return
    limits = ", ".join(f"{name} {value:.3g}" for name, value in list(possible.items())[:SHOWN])
    message = f"{doubt.message} With logits {doubt.factor:.3g} times as large, which agree with the answers: {limits}"
    intake.suspects_beyond("confidence-scale", message, possible, doubt.hint)


def on_scale(face: Network, factor: float) -> Network:
    """``face`` with its logits, and their gradients, times ``factor``: the answers stay what they are."""
    pullback, unrounded = face.pullback, face.unrounded
    return replace(
        face,
        logits=lambda x: factor * face.logits(x),
        pullback=None if pullback is None else lambda x, v: factor * pullback(x, v),
        unrounded=None if unrounded is None else lambda x: factor * unrounded(x),
    )


def _agreeing_factor(probabilities: NDArray[np.float64], right: float) -> float | None:
    """The factor of the logits at which the mean confidence is the share ``right``; None where none is large enough."""
    levels = np.log(np.maximum(probabilities, 1e-300))
    levels = levels - levels.max(axis=1, keepdims=True)

    def sure(log_factor: float) -> float:
        return float((1 / np.exp(np.exp(log_factor) * levels).sum(axis=1)).mean())

    low, high = 0.0, float(np.log(MOST_FACTOR))
    if sure(high) < right:
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if sure(middle) < right else (low, middle)
    return float(np.exp(high))


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
