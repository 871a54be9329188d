"""A detector on a data set: what is missed, invented and late, by frame and by group of frames."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.detection.coco import VIDEO, Detections, Truth
from casegen_evidence.detection.matching import Match, average_precision, match
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake
from casegen_evidence.tables.left_out import judge_left_out, missing, numbered

if TYPE_CHECKING:
    from casegen_evidence.detection.method import DetectionParameters

Array = NDArray[np.float64]
LOOSE = 0.1
TELLING = 4
"""different coordinates of the boxes in a frame from which on another frame has them hardly by chance"""


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
    late_share: Array | None
    objects: int
    classes: Mapping[str, ClassResult]

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
    missed = np.zeros(len(truth.image), dtype=bool)
    overlap = np.zeros(len(truth.image))
    false = np.zeros(frames, dtype=np.int64)
    classes: dict[str, ClassResult] = {}
    for name in names:
        of_class = counted & (truth.category == name)
        every, own_false = list[Match](), 0
        for image, boxes, mine in _images(truth, detections, name):
            used = mine[detections.scores[mine] >= p.score]
            at_score = match(
                detections.boxes[used], detections.scores[used], truth.boxes[boxes], truth.crowd[boxes], p.iou
            )
            missed[boxes] = at_score.missed
            hit = (at_score.to >= 0) & ~at_score.ignored
            overlap[boxes[at_score.to[hit]]] = at_score.overlap[hit]
            invented = int((at_score.to < 0).sum())
            false[image] += invented
            own_false += invented
            every.append(
                match(
                    detections.boxes[mine],
                    detections.scores[mine],
                    truth.boxes[boxes],
                    truth.crowd[boxes],
                    p.iou,
                )
            )
        objects = int(of_class.sum())
        classes[name] = ClassResult(
            objects, int((missed & of_class).sum()), own_false,
            _means(missed[of_class], group[truth.image[of_class]]),
            average_precision(every, objects) if objects else None,
        )  # fmt: skip
    if not counted.any():
        raise InputProblem(f"expected objects of the classes {', '.join(names)} in the truth; found none")
    _signs(truth, detections, names, missed[counted], overlap, p.iou, intake)
    _taken_out(truth, int((missed & counted).sum()), intake)
    hit = counted & ~missed
    return Evaluation(
        unit, group, np.bincount(truth.image[counted & missed], minlength=frames) > 0, false > 0,
        _means(missed[counted], group[truth.image[counted]]), _means(overlap[hit], group[truth.image[hit]]),
        _late(truth, counted, missed, group, p), int(counted.sum()), classes,
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
        return np.arange(len(truth.images)), "frame"
    lacking = [row.get("id") for row in truth.images if row.get(p.group) is None]
    if lacking:
        raise InputProblem(
            f"{len(lacking)} images have no field {p.group!r}, the first is image {lacking[0]!r}"
        )
    names = [str(row[p.group]) for row in truth.images]
    _, group = np.unique(names, return_inverse=True)
    return group.astype(np.int64), "group"


def _late(
    truth: Truth,
    counted: NDArray[np.bool_],
    missed: NDArray[np.bool_],
    group: NDArray[np.int64],
    p: DetectionParameters,
) -> Array | None:
    """Share of tracks per group that are not detected within the frames allowed; frames are in the order of the file."""
    if p.detect_within is None:
        return None
    if any(t is None for t, c in zip(truth.track, counted, strict=True) if c):
        raise InputProblem("expected a track_id for every object, since detect_within is stated")
    tracks: dict[tuple[int, object], list[tuple[int, bool]]] = defaultdict(list)
    order = {int(i): k for frames in _frames(group) for k, i in enumerate(frames)}
    for i in np.flatnonzero(counted):
        image = int(truth.image[i])
        tracks[int(group[image]), truth.track[i]].append((order[image], bool(missed[i])))
    late, of = [], []
    for (home, _), seen in tracks.items():
        first = min(k for k, _ in seen)
        late.append(not any(not gone and k - first <= p.detect_within for k, gone in seen))
        of.append(home)
    return _means(np.array(late), np.array(of, dtype=np.int64))


def _frames(group: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return [np.flatnonzero(group == g) for g in range(int(group.max()) + 1)]


def _signs(
    truth: Truth,
    detections: Detections,
    names: Sequence[str],
    missed: NDArray[np.bool_],
    overlap: Array,
    iou: float,
    intake: Intake,
) -> None:
    lacking = [n for n in names if not ((truth.category == n) & ~truth.crowd).any()]
    if lacking:
        intake.fails(
            "class-without-data", f"no object of the truth is of class {', '.join(lacking)}",
            hint="add objects of the class, or leave it out of `categories`")  # fmt: skip
    if len(missed) >= 20 and missed.all():
        intake.fails(
            "never-right",
            f"none of {len(missed):,} objects is detected; do both files speak of the same images?",
        )
    hits = overlap[overlap > 0]
    if len(hits) >= 20 and float((hits > 0.99).mean()) > 0.9:
        intake.suspects(
            "copied-truth",
            f"{float((hits > 0.99).mean()):.0%} of the detected boxes equal the true ones, except for rounding",
            hint="give the detector's own boxes, not the labels, nor labels drawn with its help",
        )
    keys = {
        (int(i), str(c), *b)
        for i, c, b in zip(truth.image, truth.category, truth.boxes.tolist(), strict=True)
    }
    copies = len(truth.image) - len(keys)
    if copies:
        intake.suspects(
            "repeated-objects", f"{copies} boxes are duplicated in the truth", hint="remove the copies"
        )
    if iou < LOOSE:
        intake.suspects(
            "loose-overlap",
            f"a detection that overlaps an object by {iou:g} counts as its own: nearly anything near it does",
            hint="state the overlap that the system in use needs, or say in the waiver why so little is enough",
        )
    _left_aside(truth, names, intake)
    _frames_again(truth, intake)
    _not_run(truth, detections, intake)


def _left_aside(truth: Truth, names: Sequence[str], intake: Intake) -> None:
    """Crowds count neither as missed nor as detected: many of them hide objects."""
    of_class = np.isin(truth.category, names)
    crowds, objects = int((of_class & truth.crowd).sum()), int(of_class.sum())
    if crowds > 0.1 * objects and objects >= 20:
        intake.suspects(
            "crowds-left-aside",
            f"{crowds:,} of {objects:,} objects are marked as crowds, which nobody has to detect",
            ["missed_object", "frame_with_miss", "late_track", "average_precision"],
            "mark what cannot be told apart only; say in the waiver what they are",
        )


def _taken_out(truth: Truth, missed: int, intake: Intake) -> None:
    """Frames or objects whose numbers leave some out, where no object is missed."""
    for what, ids in (
        ("image id", [row.get("id") for row in truth.images]),
        ("file_name", [str(row.get("file_name")) for row in truth.images]),
        ("annotation id", list(truth.ids)),
    ):
        numbers = (
            np.array(ids, dtype=np.int64)
            if all(type(i) is int for i in ids)
            else numbered([str(i) for i in ids])
        )
        found = None if numbers is None else missing(what, numbers)
        if found is not None:
            judge_left_out("truth", found, missed, "a missed object", intake)
            return


def _frames_again(truth: Truth, intake: Intake) -> None:
    """Frames with the same boxes are the same frame under another name."""
    boxes: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for image, name, row in zip(
        truth.image.tolist(), truth.category.tolist(), truth.boxes.tolist(), strict=True
    ):
        boxes[image].append((name, *row))
    seen: dict[tuple[object, ...], int] = {}
    again = []
    for image, rows in boxes.items():
        key = tuple(sorted(rows, key=str))
        if len({value for row in rows for value in row[1:]}) < TELLING:
            continue
        if key in seen:
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
