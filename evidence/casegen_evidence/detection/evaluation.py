"""A detector on a data set: what is missed, invented and late, by frame and by group of frames."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.detection.box_signs import judge, judge_without_objects
from casegen_evidence.detection.class_signs import judge_classes
from casegen_evidence.detection.coco import VIDEO, Detections, Truth
from casegen_evidence.detection.frame_signs import Frames, frames_of
from casegen_evidence.detection.matching import Match, average_precision, match
from casegen_evidence.detection.tracks import late, lost
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.shared_origin import shared_origin

if TYPE_CHECKING:
    from casegen_evidence.detection.method import DetectionParameters

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ClassResult:
    """One class: counts at the score in use, share missed by group ``(groups with objects,)``, average precision."""

    objects: int
    missed: int
    false: int
    missed_share: Array
    average_precision: float | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Flags by frame ``(frames,)``, and means by group of frames."""

    unit: str
    group: NDArray[np.int64]
    miss: NDArray[np.bool_]
    false: NDArray[np.bool_]
    missed_share: Array
    iou_mean: Array
    track_share: Mapping[str, Array]
    """share of flagged tracks in each group that has any, by measure"""
    each: Mapping[str, tuple[NDArray[np.generic], NDArray[np.int64]]]
    """by measure what each object, frame or track is like, and the group that it is of"""
    objects: int
    empty: int
    """frames without objects that count"""
    classes: Mapping[str, ClassResult]
    frames: Frames

    @property
    def groups(self) -> int:
        """Independent units."""
        return int(self.group.max()) + 1

    def by_group(self, flags: NDArray[np.bool_]) -> Array:
        """Share of flagged frames in each group."""
        return np.asarray(np.bincount(self.group, flags) / np.bincount(self.group))

    @property
    def average_precision(self) -> float:
        """Mean over the classes that have objects."""
        return float(
            np.mean([c.average_precision for c in self.classes.values() if c.average_precision is not None])
        )


def evaluate(truth: Truth, detections: Detections, p: DetectionParameters, intake: Intake) -> Evaluation:
    """Match class by class and image by image; note what the data say against their use."""
    names = p.categories or sorted(set(truth.categories.values()))
    group, unit = _groups(truth, p, intake)
    counted = np.isin(truth.category, names) & ~truth.crowd
    frames = len(truth.images)
    matched = _Matched(
        np.zeros(len(truth.image), dtype=bool), np.zeros(len(truth.image)), np.zeros(frames, dtype=np.int64)
    )
    classes = {name: _of_class(name, truth, detections, counted, group, p, matched) for name in names}
    if not counted.any() and len(truth.image):
        raise InputProblem(f"expected objects of the classes {', '.join(names)} in the truth; found none")
    missed, overlap, false = matched.missed, matched.overlap, matched.false
    judge_classes(truth, detections, names, intake)
    if counted.any():
        judge(truth, detections, names, group, missed[counted], overlap, p.iou, p.score, intake)
    else:
        judge_without_objects(truth, detections, names, p.score, intake)
    hit = counted & ~missed
    missing = np.bincount(truth.image[counted & missed], minlength=frames) > 0
    home = group[truth.image]
    tracks = {
        name: shares
        for name, shares in (
            ("late_track", late(truth, counted, missed, group, p)),
            ("lost_track", lost(truth, counted, missed, group, p)),
        )
        if shares is not None
    }
    of_objects = {"missed_object": (missed[counted], home[counted]), "frame_with_miss": (missing, group)}
    each = {
        **(of_objects if counted.any() else {}),
        "frame_with_false": (false > 0, group),
        **({"mean_iou": (overlap[hit], home[hit])} if hit.any() else {}),
        **tracks,
    }
    return Evaluation(
        unit, group, missing, false > 0,
        _means(missed[counted], home[counted]), _means(overlap[hit], home[hit]),
        {k: _means(*shares) for k, shares in tracks.items()}, each,
        int(counted.sum()),
        frames - len(np.unique(truth.image[counted])), classes,
        frames_of(truth, detections, counted, missed, false),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Matched:
    """Filled in by matching: by true box whether it is missed, and its detection's overlap; false boxes by frame."""

    missed: NDArray[np.bool_]
    overlap: Array
    false: NDArray[np.int64]


def _of_class(
    name: str,
    truth: Truth,
    detections: Detections,
    counted: NDArray[np.bool_],
    group: NDArray[np.int64],
    p: DetectionParameters,
    matched: _Matched,
) -> ClassResult:
    """Match the boxes of one class, image by image, at the score in use and at every score."""
    every, false = list[Match](), 0
    for image, boxes, mine in _images(truth, detections, name):

        def against(chosen: NDArray[np.int64], boxes: NDArray[np.int64] = boxes) -> Match:
            scores = detections.scores[chosen]
            return match(detections.boxes[chosen], scores, truth.boxes[boxes], truth.crowd[boxes], p.iou)

        at_score = against(mine[detections.scores[mine] >= p.score])
        matched.missed[boxes] = at_score.missed
        hit = (at_score.to >= 0) & ~at_score.ignored
        matched.overlap[boxes[at_score.to[hit]]] = at_score.overlap[hit]
        invented = int((at_score.to < 0).sum())
        matched.false[image] += invented
        false += invented
        every.append(against(mine))
    of_class = counted & (truth.category == name)
    objects = int(of_class.sum())
    return ClassResult(
        objects, int((matched.missed & of_class).sum()), false,
        _means(matched.missed[of_class], group[truth.image[of_class]]),
        average_precision(every, objects) if objects else None,
    )  # fmt: skip


def _images(
    truth: Truth, detections: Detections, name: str
) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.int64]]]:
    """Images with a box or detection of the class: image, indices of its true boxes, of its detections."""
    boxes, mine = (
        _by_image(truth.image, truth.category == name),
        _by_image(detections.image, detections.category == name),
    )
    for image in sorted({*boxes, *mine}):
        none = np.zeros(0, dtype=np.int64)
        yield image, boxes.get(image, none), mine.get(image, none)


def _by_image(image: NDArray[np.int64], chosen: NDArray[np.bool_]) -> dict[int, NDArray[np.int64]]:
    rows: dict[int, list[int]] = defaultdict(list)
    for i in np.flatnonzero(chosen):
        rows[int(image[i])].append(int(i))
    return {k: np.array(v, dtype=np.int64) for k, v in rows.items()}


def _means(values: NDArray[np.generic], group: NDArray[np.int64]) -> Array:
    """Mean of ``values`` in each group that has any."""
    count = np.bincount(group)
    total = np.bincount(group, values.astype(float))
    return np.asarray(total[count > 0] / count[count > 0])


def _named_frames(names: Sequence[str], intake: Intake) -> None:
    """Frames that are successive ones of a recording, or several of a moment, by their names."""
    for reason, _ in shared_origin("file_name", {"file"}, list(dict.fromkeys(names)), len(names)):
        intake.suspects(
            "frames-of-a-video",
            f"{reason}; here each counts as independent",
            hint="write the recording of each frame into a field of the images, such as video_id, and state `group`",
        )


def _groups(truth: Truth, p: DetectionParameters, intake: Intake) -> tuple[NDArray[np.int64], str]:
    """Which frames belong together; frames of one video that are counted as independent are suspicious."""
    if p.group is None:
        field = next((f for f in VIDEO if any(f in row for row in truth.images)), None)
        if field is not None and len({str(row.get(field)) for row in truth.images}) < len(truth.images):
            intake.suspects(
                "frames-of-a-video",
                f"images have the field {field}, and frames of one video are alike; here each counts as independent",
                hint=f"state `group: {field}`",
            )
        elif field is None:
            _named_frames([str(row["file_name"]) for row in truth.images if row.get("file_name")], intake)
        return np.arange(len(truth.images)), "frame"
    lacking = [row.get("id") for row in truth.images if row.get(p.group) is None]
    if lacking:
        raise InputProblem(
            f"{len(lacking)} images have no field {p.group!r}, the first is image {lacking[0]!r}"
        )
    names = [str(row[p.group]) for row in truth.images]
    _, group = np.unique(names, return_inverse=True)
    for field in VIDEO:
        home = [str(row.get(field)) for row in truth.images if row.get(field) is not None]
        if (
            field != p.group
            and len(home) == len(names)
            and len({*zip(home, names, strict=True)}) > len({*home})
        ):
            intake.suspects(
                "frames-of-a-video",
                f"images have the field {field}, and frames of one video are in several groups of {p.group}",
                hint=f"state `group: {field}`",
            )
            break
    return group.astype(np.int64), "group"
