"""Detections matched to true boxes of one image and class, as COCO does; and average precision over images.

Source: Lin et al., Microsoft COCO (2014), evaluation of detections: greedy by falling score, 101 recall points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
MOST_DETECTIONS = 100
"""detections of one image and class that count, those of the largest scores"""
RECALLS = np.linspace(0.0, 1.0, 101)


def overlaps(detected: Array, true: Array, crowd: NDArray[np.bool_]) -> Array:
    """Intersection over union ``(n, m)`` of boxes ``(n, 4)`` and ``(m, 4)`` as x, y, width, height.

    For a crowd, whose objects are not separated, the union is the detection's own area.
    """
    left = np.maximum(detected[:, None, :2], true[None, :, :2])
    right = np.minimum(detected[:, None, :2] + detected[:, None, 2:], true[None, :, :2] + true[None, :, 2:])
    shared = np.clip(right - left, 0.0, None).prod(axis=2)
    own, other = detected[:, 2:].prod(axis=1)[:, None], true[:, 2:].prod(axis=1)[None, :]
    union = np.where(crowd[None, :], own, own + other - shared)
    return np.asarray(np.divide(shared, union, out=np.zeros_like(shared), where=union > 0))


@dataclass(frozen=True, slots=True)
class Match:
    """Of one image and class: for each detection by falling score, the index of its true box, -1 for none.

    ``ignored`` detections matched a crowd: they count neither way.  ``missed`` marks true boxes without a match.
    """

    scores: Array
    to: NDArray[np.int64]
    ignored: NDArray[np.bool_]
    missed: NDArray[np.bool_]
    overlap: Array
    """intersection over union with the matched box; 0 for none"""


def match(detected: Array, scores: Array, true: Array, crowd: NDArray[np.bool_], iou: float) -> Match:
    """Match detections ``found`` (n, 4) to boxes ``true`` (m, 4): by falling score, each takes the free box it overlaps
    most, of at least ``iou``; a crowd takes any number, and only what matches no single object.
    """
    order = np.argsort(-scores, kind="stable")[:MOST_DETECTIONS]
    detected, scores = detected[order], scores[order]
    shared = overlaps(detected, true, crowd)
    taken = np.zeros(len(true), dtype=bool)
    to = np.full(len(detected), -1, dtype=np.int64)
    for d in range(len(detected)):
        for group in (~crowd & ~taken, crowd):
            fitting = np.flatnonzero(group & (shared[d] >= min(iou, 1 - 1e-10)))
            if len(fitting):
                best = shared[d, fitting]
                to[d] = fitting[np.flatnonzero(best == best.max())[-1]]
                break
        if to[d] >= 0 and not crowd[to[d]]:
            taken[to[d]] = True
    matched = to >= 0
    ignored = matched & crowd[to] if len(true) else np.zeros(len(detected), dtype=bool)
    overlap = (
        np.where(matched, shared[np.arange(len(detected)), to], 0.0) if len(true) else np.zeros(len(detected))
    )
    return Match(scores, to, ignored, ~taken & ~crowd, overlap)


def average_precision(matches: Sequence[Match], objects: int) -> float:
    """Area under precision over recall at 101 points, of all images' matches of one class with ``objects`` boxes."""
    scores = np.concatenate([m.scores[~m.ignored] for m in matches]) if matches else np.zeros(0)
    right = np.concatenate([m.to[~m.ignored] >= 0 for m in matches]) if matches else np.zeros(0, dtype=bool)
    order = np.argsort(-scores, kind="stable")
    true = np.cumsum(right[order])
    recall = true / objects
    precision = true / np.arange(1, len(true) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    at = np.searchsorted(recall, RECALLS, side="left")
    padded = np.append(precision, 0.0)
    return float(padded[np.minimum(at, len(precision))].mean())
