"""Frames that are other frames again, turned or mirrored: a detector gives them its scores again, digit by digit."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.detection.coco import Detections, Truth
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.multiples import no_draws

FEWEST_FRAMES, SHARE = 20, 0.03
"""frames that have their scores from an earlier one, and their share, from which on they are copies"""
LONG = 4
"""digits behind the point that a score has at least, so that frames hardly have the same ones"""


def judge_scores_again(
    truth: Truth, detections: Detections, group: NDArray[np.int64], intake: Intake
) -> None:
    """Bar frames of which many have just the scores of an earlier one, of another ``group``, in every digit.

    Scores of few values meet by themselves: copies are only what is there as often as draws of no distribution are.
    """
    held: dict[int, list[float]] = defaultdict(list)
    for image, score in zip(detections.image.tolist(), detections.scores.tolist(), strict=True):
        held[image].append(score)
    groups: dict[tuple[float, ...], dict[int, int]] = defaultdict(dict)
    for image, scores in held.items():
        if any(_is_long(score) for score in scores):
            groups[tuple(sorted(scores))].setdefault(int(group[image]), image)
    often = np.array([len(of) for of in groups.values()], dtype=np.int64)
    again = int((often - 1).sum()) if len(often) else 0
    if again < max(FEWEST_FRAMES, SHARE * len(held)) or not no_draws(often):
        return
    of = next(list(of.values()) for of in groups.values() if len(of) > 1)
    first, other = (truth.images[k].get("id") for k in of[:2])
    intake.fails(
        "repeated-rows",
        f"{again:,} of {len(held):,} frames with detections have just the scores of another one, in every digit; the "
        f"first is image {other!r} with those of {first!r}: mirrored or other copies are no independent draws",
        hint="keep one of each, or state `group`",
    )


def _is_long(score: float) -> bool:
    return abs(score - round(score, LONG - 1)) > 1e-9
