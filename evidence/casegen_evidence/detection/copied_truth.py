"""Truth and detections of which one was made from the other: equal boxes, also with rounding or a little noise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.detection.coco import Detections, Truth
from casegen_evidence.detection.matching import overlaps
from casegen_evidence.signs import Intake

Array = NDArray[np.float64]
MANY = 20
"""boxes from which on their form says how they are written"""
EQUAL, NEARLY_EQUAL = 0.99, 0.96
"""overlap of boxes that are equal except for rounding; overlap that detectors hardly reach, nor two people who draw the
same object"""
MOSTLY = 0.9
"""of the boxes: so many are equal"""
WITHIN = 0.5
"""pixels: rounding to whole ones moves a side by less, a detector's own boxes scatter by more"""
LARGE = 50.0
"""pixels: in a smaller box half a pixel is nothing extraordinary"""
SMALL, ALL = 30.0, 0.97
"""pixels, and share: the same of labels in whole pixels, which even a detector without any error seldom meets so well"""
SAME = 0.5
"""overlap from which on a detection of any score is that of an object"""
NEAR = 0.1
"""of the score, around the least one of an object's detection"""
BY_CHANCE = log(1e-3)
"""chance at which the scores next to the cut would be parted as they are, were they in any order"""
STEP, FINE = 0.05, 0.03
"""a score at which somebody cuts is a multiple of this; detections of it and below it lie so near to each other"""


def judge_copied(
    truth: Truth, detections: Detections, missed: NDArray[np.bool_], hits: Array, intake: Intake
) -> None:
    """Doubt detections that are the truth itself, or nearly; ``hits`` are the overlaps of detected objects."""
    if len(hits) < MANY:
        return
    equal, half = float((hits > EQUAL).mean()), float(np.median(hits))
    if equal > MOSTLY:
        why = f"{equal:.0%} of the detected boxes equal the true ones, except for rounding"
    elif not missed.any() and len(detections.image) == len(truth.image) and half > NEARLY_EQUAL:
        why = (
            f"each of {len(hits):,} objects has one detection, nothing else is detected, and half of the boxes overlap "
            f"the true ones by {half:.1%} or more"
        )
    elif half > NEARLY_EQUAL:
        why = _made_of_detections(truth, detections)
    else:
        why = ""
    if why:
        intake.suspects(
            "copied-truth",
            why,
            hint="give the detector's own boxes, not the labels with noise, nor labels that were drawn with its help; or "
            "say in the waiver how both were made",
        )


def _made_of_detections(truth: Truth, detections: Detections) -> str:
    """Why the truth looks like detections that were accepted, though not all of them; nothing where it does not."""
    best, overlap = _nearest(truth, detections)
    paired = best[overlap >= SAME]
    objects = np.flatnonzero(overlap >= SAME)
    if len(paired) < MANY:
        return ""
    close = _within(truth, detections, objects, paired)
    side = float(np.median(truth.boxes[objects, 2:].min(axis=1)))
    rounded = _are_whole(truth.boxes) and not _are_whole(detections.boxes)
    if (side >= LARGE and close.mean() > MOSTLY) or (rounded and side >= SMALL and close.mean() > ALL):
        return (
            f"{close.mean():.0%} of the detected boxes are the true ones, to half a pixel on each side: labels that were "
            "accepted as a detector proposed them?"
        )
    own = np.zeros(len(detections.scores), dtype=bool)
    own[paired] = True
    if (
        side >= LARGE
        and len(paired) == int((~truth.crowd).sum())
        and (cut := _cut(detections.scores[own], detections.scores[~own]))
    ):
        return (
            f"the detections that are objects are just those of a score of {cut:.3g} or more, and half of them overlap "
            f"the true boxes by {float(np.median(overlap)):.1%} or more: labels that were made of detections?"
        )
    return ""


def _are_whole(boxes: Array) -> bool:
    return bool((np.abs(boxes - np.round(boxes)) < 1e-6).all())


def _nearest(truth: Truth, detections: Detections) -> tuple[NDArray[np.int64], Array]:
    """For each true box the detection of its class that overlaps it most, of any score, -1 for none; and how much."""
    best, overlap = np.full(len(truth.image), -1, dtype=np.int64), np.zeros(len(truth.image))
    for objects, near in _by_image_and_class(truth, detections):
        shared = overlaps(detections.boxes[near], truth.boxes[objects], truth.crowd[objects])
        best[objects], overlap[objects] = near[shared.argmax(axis=0)], shared.max(axis=0)
    overlap[truth.crowd] = 0
    return best, overlap


def _by_image_and_class(
    truth: Truth, detections: Detections
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Objects and detections of one image and class, where there are both."""
    held: dict[tuple[int, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    places = ((truth.image, truth.category), (detections.image, detections.category))
    for side, (image, category) in enumerate(places):
        for k, key in enumerate(zip(image.tolist(), category.tolist(), strict=True)):
            held[key][side].append(k)
    for objects, near in held.values():
        if objects and near:
            yield np.array(objects), np.array(near)


def _within(
    truth: Truth, detections: Detections, objects: NDArray[np.int64], paired: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which pairs are the same to half a pixel in place and size; a true box ends where its image does."""
    sizes = np.array([[_side(row.get("width")), _side(row.get("height"))] for row in truth.images])
    true, seen = truth.boxes[objects], detections.boxes[paired]
    most = sizes[truth.image[objects]]
    result = np.zeros(len(objects), dtype=bool)
    for start, end in (
        (seen[:, :2], seen[:, :2] + seen[:, 2:]),
        (np.clip(seen[:, :2], 0, most), np.clip(seen[:, :2] + seen[:, 2:], 0, most)),
    ):
        place = np.abs(start - true[:, :2]).max(axis=1)
        sides = np.abs(end - start - true[:, 2:]).max(axis=1)
        ends = np.abs(end - true[:, :2] - true[:, 2:]).max(axis=1)
        result |= np.maximum(place, np.minimum(sides, ends)) <= WITHIN + 1e-6
    return result


def _side(value: object) -> float:
    return float(value) if isinstance(value, int | float) and value > 0 else np.inf


def _cut(own: Array, others: Array) -> float:
    """The round score that parts the detections of objects from all ``others`` as nothing but a cut does; 0 for none.

    On both sides of it are so many, so near, that scores do not part them by what they are of.
    """
    if not len(others) or others.max() >= own.min() or own.min() - others.max() > FINE:
        return 0.0
    score = float(np.floor(own.min() / STEP + 1e-9) * STEP)
    if score <= others.max():
        return 0.0
    above, below = int((own < score + NEAR).sum()), int((others >= score - NEAR).sum())
    chance = lgamma(above + 1) + lgamma(below + 1) - lgamma(above + below + 1)
    return score if chance < BY_CHANCE else 0.0
