"""Vital signs of boxes: what truth and detections say against taking a number from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from casegen_evidence.detection.coco import Detections, Truth
from casegen_evidence.detection.copied_truth import judge_copied
from casegen_evidence.detection.frames_again import judge_scores_again
from casegen_evidence.detection.matching import overlaps
from casegen_evidence.detection.moved_frames import judge_moved_frames
from casegen_evidence.detection.said_of_rows import judge_said
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.bursts import numbered
from casegen_evidence.tables.signs.left_out import judge_left_out, missing
from casegen_evidence.tables.signs.training_names import (
    in_training_folder,
    numbered_as_training,
    speak_of_trains,
)

Array = NDArray[np.float64]
HARDLY = 0.9
"""share of missed objects from which on the files may speak of different things"""
CUT_FROM = 100
"""different scores from which on the least of them says something: a detector without scores writes 1"""
CUT = 0.1
"""between the score in use and the least score of many detections: so much is hardly chance"""
LOOSE = 0.5
"""the overlap that is usual: a smaller one counts boxes beside an object as its own"""
TELLING = 4
"""different coordinates of the boxes in a frame from which on another frame has them hardly by chance"""
MANY = 20
"""boxes from which on their form says how they are written"""
COPIES = 1e-3
"""of the boxes: as many can be the same by chance, where boxes are in whole pixels"""
FEWEST_CROWDS = 5
BY_CHANCE = 1e-6
"""chance at which as many crowds would be missed, if they were missed as often as objects"""
SLACK = 0.05
"""of an image's side: so far a box may reach over the edge"""


def judge(
    truth: Truth,
    detections: Detections,
    names: Sequence[str],
    group: NDArray[np.int64],
    missed: NDArray[np.bool_],
    overlap: Array,
    iou: float,
    score: float,
    intake: Intake,
) -> None:
    """Note what is seen; ``group`` is that of each frame, ``missed`` marks the objects that count, ``overlap`` is that of
    each object's detection."""
    _classes(truth, names, intake)
    _training(truth, intake)
    judge_said((*truth.said, *detections.said), int((~missed).sum()), intake)
    _hardly_any(missed, intake)
    judge_copied(truth, detections, missed, overlap[overlap > 0], intake)
    _repeated(truth, intake)
    if iou < LOOSE:
        intake.suspects(
            "loose-overlap",
            f"a detection that overlaps an object by {iou:g} counts as its own, less than the usual {LOOSE:g}: boxes "
            "beside it do",
            hint="state the overlap that the system in use needs, or say in the waiver why so little is enough",
        )
    _taken_out(truth, int(missed.sum()), intake)
    _left_aside(truth, names, intake)
    _left_aside_as_missed(truth, detections, names, (iou, score), missed, intake)
    _corners(truth, detections, intake)
    _outside(truth, detections, intake)
    _frames_again(truth, group, intake)
    judge_moved_frames(truth, group, intake)
    judge_scores_again(truth, detections, group, intake)
    _not_run(truth, detections, intake)
    _cut(detections, score, intake)


def judge_without_objects(
    truth: Truth, detections: Detections, names: Sequence[str], score: float, intake: Intake
) -> None:
    """The same of scenes without any object, which say what a detector invents and nothing of what it misses."""
    _training(truth, intake)
    judge_said((*truth.said, *detections.said), 0, intake)
    _corners(truth, detections, intake)
    _outside(truth, detections, intake)
    _cut(detections, score, intake)
    if not np.isin(detections.category, names).any():
        intake.suspects(
            "frames-not-run",
            f"none of {len(truth.images):,} frames has an object, or a detection of any score of {', '.join(names)}: "
            "were they given to the detector?",
            ["frame_with_false"],
            "run the detector on every frame of the truth, and keep its detections of low scores too",
        )


def _classes(truth: Truth, names: Sequence[str], intake: Intake) -> None:
    """Every class has objects."""
    lacking = [n for n in names if not ((truth.category == n) & ~truth.crowd).any()]
    if lacking:
        intake.fails(
            "class-without-data", f"no object of the truth is of class {', '.join(lacking)}",
            hint="add objects of the class, or leave it out of `categories`")  # fmt: skip


def _training(truth: Truth, intake: Intake) -> None:
    """Images that lie in a folder of the training, by their names or by where any field says that they lie."""
    trains = speak_of_trains(truth.categories.values())
    inside = [hit for row in truth.images if (hit := _of_training(row, trains))]
    if inside:
        intake.suspects(
            "training-file",
            f"by their names {len(inside):,} of {len(truth.images):,} images are of the training, the first is "
            f"{inside[0]!r}",
            hint="give images that nothing was trained on; or say in the waiver what the folder means",
        )


def _of_training(image: Mapping[str, Any], trains: bool) -> str:
    """The first field of an image, such as `coco_url`, that is a place of the training; nothing where none is.

    Where the classes are ``trains``, `train_0017.jpg` may show one.
    """
    return next(
        (
            v
            for v in image.values()
            if isinstance(v, str) and (in_training_folder(v) or (not trains and numbered_as_training(v)))
        ),
        "",
    )


def _hardly_any(missed: NDArray[np.bool_], intake: Intake) -> None:
    """Next to no object is detected: the files may speak of different things."""
    if len(missed) >= 20 and missed.all():
        intake.fails(
            "never-right",
            f"none of {len(missed):,} objects is detected; do both files speak of the same images?",
        )
    elif len(missed) >= 20 and missed.mean() > HARDLY:
        intake.suspects(
            "never-right",
            f"{missed.mean():.1%} of {len(missed):,} objects are not detected: do both files speak of the same images "
            "and class ids?",
            hint="look at one image with its boxes; say in the waiver why this is the detector",
        )


def _repeated(truth: Truth, intake: Intake) -> None:
    """Objects that are there twice."""
    keys = {
        (int(i), str(c), *b)
        for i, c, b in zip(truth.image, truth.category, truth.boxes.tolist(), strict=True)
    }
    copies = len(truth.image) - len(keys)
    if copies > COPIES * len(truth.image):
        intake.suspects(
            "repeated-objects", f"{copies} boxes are duplicated in the truth", hint="remove the copies"
        )


def _taken_out(truth: Truth, missed: int, intake: Intake) -> None:
    """Frames or objects whose numbers leave some out, where no object is missed."""
    for what, ids in (
        ("image id", [row.get("id") for row in truth.images]),
        ("file_name", [str(row.get("file_name")) for row in truth.images]),
        ("annotation id", list(truth.ids)),
    ):
        whole = all(type(i) is int for i in ids)
        numbers = np.array(ids, dtype=np.int64) if whole else numbered([str(i) for i in ids])
        gaps = None if numbers is None else missing(what, numbers)
        if gaps is not None:
            judge_left_out("truth", gaps, missed, "a missed object", intake)
            return


def _left_aside(truth: Truth, names: Sequence[str], intake: Intake) -> None:
    """Crowds count neither as missed nor as detected: many of them hide objects."""
    of_class = np.isin(truth.category, names)
    crowds, objects = int((of_class & truth.crowd).sum()), int(of_class.sum())
    if crowds > 0.1 * objects and objects >= 20:
        intake.suspects(
            "crowds-left-aside",
            f"{crowds:,} of {objects:,} objects are marked as crowds, which nobody has to detect",
            ["missed_object", "frame_with_miss", "late_track", "lost_track", "average_precision"],
            "mark as a crowd only objects that cannot be separated; say in the waiver what they are",
        )


def _left_aside_as_missed(
    truth: Truth,
    detections: Detections,
    names: Sequence[str],
    least: tuple[float, float],
    missed: NDArray[np.bool_],
    intake: Intake,
) -> None:
    """Crowds that no detection meets, where the other objects are detected: perhaps marked since they were missed.

    ``least`` are the overlap and the score from which on a detection counts.
    """
    crowds = np.flatnonzero(np.isin(truth.category, names) & truth.crowd)
    use = detections.scores >= least[1]
    unmet = 0
    for k in crowds.tolist():
        near = use & (detections.image == truth.image[k]) & (detections.category == truth.category[k])
        shared = overlaps(detections.boxes[near], truth.boxes[k : k + 1], truth.crowd[k : k + 1])
        unmet += not (shared >= least[0]).any()
    share = (int(missed.sum()) + 1) / (len(missed) + 2)
    if unmet >= FEWEST_CROWDS and float(binom.sf(unmet - 1, len(crowds), share)) < BY_CHANCE:
        intake.suspects(
            "crowds-left-aside",
            f"no detection meets {unmet:,} of {len(crowds):,} crowds, while {missed.mean():.1%} of {len(missed):,} "
            "objects are missed: were objects marked as crowds since they were missed?",
            ["missed_object", "frame_with_miss", "late_track", "lost_track", "average_precision"],
            "count as objects what is no crowd; say in the waiver what the crowds are",
        )


def _frames_again(truth: Truth, group: NDArray[np.int64], intake: Intake) -> None:
    """Frames with the same boxes in different groups are the same frame under another name."""
    boxes: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for image, name, row in zip(
        truth.image.tolist(), truth.category.tolist(), truth.boxes.tolist(), strict=True
    ):
        boxes[image].append((name, *row))
    seen: dict[tuple[object, ...], int] = {}
    again = []
    for image, rows in boxes.items():
        key = tuple(sorted(rows, key=str))
        if len({value for row in rows for value in _within(row[1:], truth.images[image])}) < TELLING:
            continue
        if key in seen and group[seen[key]] != group[image]:
            again.append((image, seen[key]))
        seen.setdefault(key, image)
    if len(again) >= max(5, 0.03 * len(boxes)):
        image, first = (truth.images[k].get("id") for k in again[0])
        intake.suspects(
            "frames-again",
            f"{len(again):,} frames have just the boxes of an earlier one, the first is image {image!r} with those of "
            f"{first!r}: copies, or frames of a standing camera, are no independent draws",
            hint="keep one of each, or state `group`",
        )


def _within(box: Sequence[Any], image: Mapping[str, Any]) -> set[float]:
    """Sides of a box that are not those of its image: what fills the image from side to side does so in many."""
    x, y, width, height = box
    return {x, y, x + width, y + height} - {0.0, image.get("width"), image.get("height")}


def _cut(detections: Detections, score: float, intake: Intake) -> None:
    """A file that was cut at a higher score than the system's lacks the false detections between."""
    if len(np.unique(detections.scores)) < CUT_FROM or detections.scores.min() <= score + CUT:
        return
    least = float(detections.scores.min())
    intake.suspects(
        "cut-by-score",
        f"none of {len(detections.scores):,} detections has a score below {least:.3g}, but they count from {score:g} on: "
        "false ones of smaller scores may have been left out",
        ["frame_with_false", "average_precision"],
        "give the detections down to the score in use, or state the score that the system uses",
    )


def _not_run(truth: Truth, detections: Detections, intake: Intake) -> None:
    """Frames with objects but without any detection, of whatever score, were perhaps not given to the detector."""
    shown = np.unique(truth.image)
    without = shown[~np.isin(shown, detections.image)]
    if len(shown) >= 20 and len(detections.image) and len(without) > 0.5 * len(shown):
        intake.suspects(
            "frames-not-run",
            f"{len(without):,} of {len(shown):,} frames with objects have no detection of any score, the first is image "
            f"{truth.images[int(without[0])].get('id')!r}: were they given to the detector?",
            ["frame_with_false", "mean_iou"],
            "run the detector on every frame of the truth",
        )


def _corners(truth: Truth, detections: Detections, intake: Intake) -> None:
    """Boxes whose width and height are always larger than their place are corners: x1, y1, x2, y2."""
    for what, boxes in (("truth", truth.boxes), ("detections", detections.boxes)):
        if len(boxes) >= MANY and (boxes[:, 2:] > boxes[:, :2]).all() and _spread(boxes):
            intake.fails(
                "corners",
                f"{what}: all {len(boxes):,} boxes have a width above their x and a height above their y, as corners "
                "(x1, y1, x2, y2) have: overlaps would be too large",
                hint="write bbox as [x, y, width, height]",
            )


def _spread(boxes: Array) -> bool:
    """Whether the places of the boxes differ by more than their sizes would: objects stand everywhere in a frame."""
    place = boxes[:, :2]
    return bool((np.ptp(place, axis=0) > 0.25 * boxes[:, 2:].max(axis=0)).any())


def _outside(truth: Truth, detections: Detections, intake: Intake) -> None:
    """Boxes that reach over the edges of their image, where its size is stated, are written otherwise."""
    sizes = np.array([[_side(row.get("width")), _side(row.get("height"))] for row in truth.images])
    for what, boxes, image in (
        ("truth", truth.boxes, truth.image),
        ("detections", detections.boxes, detections.image),
    ):
        if not len(boxes):
            continue
        over = boxes[:, :2] + boxes[:, 2:] > sizes[image] * (1 + SLACK) + 1
        before = boxes[:, :2] < -sizes[image] * SLACK - 1
        bad = np.flatnonzero((over | (before & np.isfinite(sizes[image]))).any(axis=1))
        if len(bad) > 0.05 * len(boxes):
            size = "x".join(f"{v:g}" for v in sizes[image[bad[0]]])
            intake.fails(
                "outside-image",
                f"{what}: {len(bad):,} of {len(boxes):,} boxes reach out of their image, the first is "
                f"{[float(f'{v:.6g}') for v in boxes[bad[0]]]} in one of {size}",
                hint="write bbox as [x, y, width, height] in pixels of the image whose size is stated",
            )


def _side(value: object) -> float:
    return float(value) if isinstance(value, int | float) and value > 0 else np.inf
