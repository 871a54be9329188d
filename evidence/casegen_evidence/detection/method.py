"""Missed and false objects of a detector, with limits that respect images and videos: a registered evidence method."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from casegen_evidence.detection.frame_signs import SIGNS as FRAME_SIGNS
from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.signs import Direction, Intake, directions

if TYPE_CHECKING:
    from casegen_evidence.detection.evaluation import Evaluation

Share = Annotated[float, Field(gt=0, lt=1)]
MANY = 20
"""frames from which on their share says something"""
DETECTIONS = (
    "COCO results, JSON: a list of image_id, category_id, bbox, score; or a table with columns image, category, score "
    "and x, y, width, height or x1, y1, x2, y2"
)


class DetectionParameters(Parameters):
    """Parameters of ``object-detection``."""

    iou: Share = Field(
        0.5, description="intersection over union from which on a detection is that of an object"
    )
    score: Annotated[float, Field(ge=0, le=1)] = Field(
        description="detections count from this score on, as the system in use has it"
    )
    categories: list[str] = Field(
        default_factory=list, description="classes that count; left out: all of the truth"
    )
    group: str | None = Field(
        None, description="field of an image that says which frames belong together, such as video_id"
    )
    detect_within: Annotated[int, Field(ge=0)] | None = Field(
        None,
        description="frames after its first within which a track has to be detected (needs track_id); by the frame "
        "numbers of the images (`frame_id`), else by images",
    )
    lose_at_most: Annotated[int, Field(ge=0)] | None = Field(
        None,
        description="frames in a row in which a track, once detected, may be missed (needs track_id); counted likewise",
    )


class ObjectDetection:
    """Registered as ``object-detection``."""

    name = "object-detection"
    version = 4
    summary = "Objects that a detector misses or invents, by frame and by object, with average precision"
    source = "Lin et al. (COCO) 2014; paper 003 Table 3; limits: Clopper & Pearson 1934, Waudby-Smith & Ramdas 2024"
    parameters: type[Parameters] = DetectionParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "truth": (True, "COCO JSON: images, categories, annotations with bbox (and iscrowd, track_id)"),
        "detections": (True, DETECTIONS),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "missed_object": (
            "probability-per-demand",
            "an object of a frame drawn from operation is not detected",
        ),
        "frame_with_miss": ("probability-per-demand", "a frame in which at least one object is not detected"),
        "frame_with_false": ("probability-per-demand", "a frame with at least one detection of no object"),
        "late_track": (
            "probability-per-demand",
            "a track that is not detected in time (needs detect_within)",
        ),
        "lost_track": (
            "probability-per-demand",
            "a track that is missed for too long after it was detected (needs lose_at_most)",
        ),
        "mean_iou": ("fraction", "intersection over union of detected objects with their true boxes"),
        "average_precision": (
            "score",
            "mean over classes of the average precision at iou, COCO's 101 points",
        ),
    }
    better: Mapping[str, Direction] = directions(
        lower=("missed_object", "frame_with_miss", "frame_with_false", "late_track", "lost_track"),
        higher=("mean_iou", "average_precision"),
    )
    signs: Mapping[str, str] = {
        "never-right": "no detection of any object",
        "class-without-data": "a class that no object of the truth has",
        "class-left-out": "objects of a class that does not count and looks like one that does, or like none",
        "copied-truth": "detections that are the true boxes, or labels that are detections, also with rounding",
        "frames-of-a-video": "frames that belong together and are counted as independent",
        "loose-overlap": "an overlap so small that nearly any box counts",
        "crowds-left-aside": "many objects that are marked as crowds",
        "frames-again": "frames that have the boxes of earlier ones, also mirrored, turned or scaled",
        "frames-not-run": "frames without any detection that have objects, or of which none has any",
        "repeated-objects": "boxes that are duplicated in the truth",
        "corners": "boxes that look like corners, read as place and size",
        "outside-image": "boxes that reach out of their image",
        "false-everywhere": "detections of no object in nearly every frame",
        "crowded-frames": "frames or groups of unequal sizes, of which each counts alike, where the rate over all "
        "objects may be worse",
        **FRAME_SIGNS,
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Match, count by frame and by group, bound."""
        from casegen_evidence.detection.coco import detections_of, truth_of
        from casegen_evidence.detection.evaluation import evaluate

        p: DetectionParameters = run.parameters
        truth = truth_of(run)
        detections = detections_of(run, truth)
        unknown = sorted(set(p.categories) - set(truth.categories.values()))
        if unknown:
            known = ", ".join(sorted(set(truth.categories.values())))
            raise InputProblem(f"expected classes among {known}; found {', '.join(unknown)}")
        result = evaluate(truth, detections, p, run.intake)
        measures = limits(result, run.confidence, run.intake)
        run.progress(1.0, "done")
        drawn = [_bars(result, run.confidence)] if result.objects else []
        return Result(measures, [_classes(result)], drawn, _ASSUMPTIONS,
                      _notes(result, p), signs=run.intake.signs, read=run.intake.read)  # fmt: skip


_TRACKS = {
    "late_track": "a track that is not detected in time",
    "lost_track": "a track that is missed for too long after it was detected",
}


def limits(result: Evaluation, confidence: float, intake: Intake) -> dict[str, Measure]:
    """All measures with their limits at ``confidence`` each; what speaks against one is noted."""
    from casegen_evidence.bounds.measures import bounded_mean, proportion

    kind: Kind = "probability-per-demand"
    measures: dict[str, Measure] = {}
    if result.objects:
        measures["missed_object"] = bounded_mean(
            result.missed_share, 0, 1, confidence, kind,
            f"an object is not detected; each {result.unit} with objects counts alike")  # fmt: skip
    for name, words, flags in (
        ("frame_with_miss", "a frame in which at least one object is not detected", result.miss),
        ("frame_with_false", "a frame with at least one detection of no object", result.false),
    ):
        if name == "frame_with_miss" and not result.objects:
            continue
        if result.unit == "frame":
            measures[name] = proportion(int(flags.sum()), len(flags), confidence, kind, words)
        else:
            measures[name] = bounded_mean(
                result.by_group(flags), 0, 1, confidence, kind, f"{words}; each {result.unit} counts alike"
            )
    for name, words in _TRACKS.items():
        if name in result.track_share:
            measures[name] = bounded_mean(
                result.track_share[name], 0, 1, confidence, kind,
                f"{words}; each {result.unit} with such tracks counts alike")  # fmt: skip
    if len(result.iou_mean):
        measures["mean_iou"] = bounded_mean(
            result.iou_mean, 0, 1, confidence, "fraction",
            f"intersection over union of detected objects; each {result.unit} with any counts alike")  # fmt: skip
    if result.objects:
        measures["average_precision"] = Measure(
            result.average_precision, "score", n=result.objects, estimator="COCO, 101 recall points",
            text="mean over classes; a number of this data set, without limits")  # fmt: skip
    _crowded(result, measures, confidence, intake)
    _whole_frames(result, measures, confidence, intake)
    if result.objects and len(result.false) >= MANY and result.false.mean() > 0.9:
        intake.suspects(
            "false-everywhere",
            f"{result.false.mean():.1%} of the frames have a detection of no object: what reports nearly everything "
            "misses little",
            ["missed_object", "frame_with_miss", "late_track", "lost_track"],
            "state the score from which on the system in use takes a detection, or say in the waiver why this is it",
        )
    return measures


def _whole_frames(
    result: Evaluation, measures: Mapping[str, Measure], confidence: float, intake: Intake
) -> None:
    """Frames that nobody annotated, or that the detector was not run on, count as ones without a miss or a false box."""
    import numpy as np

    from casegen_evidence.detection.frame_signs import judge_frames

    flags = {"frame_with_miss": result.miss, "frame_with_false": result.false}
    overlaps, home = result.each.get("mean_iou", (np.zeros(0), np.zeros(0, dtype=np.int64)))
    iou = np.asarray(overlaps, dtype=float), home
    judge_frames(result.frames, result.group, flags, iou, result.unit, measures, confidence, intake)


def _crowded(result: Evaluation, measures: Mapping[str, Measure], confidence: float, intake: Intake) -> None:
    """Where units count alike, a unit of many counts as one of few: the share of all of them can be larger."""
    from casegen_evidence.group_sizes import judge_sizes, over_rows

    of_rows = over_rows(measures, result.each, confidence)
    what = f"{result.unit}s differ in their objects, frames or tracks"
    judge_sizes("crowded-frames", measures, of_rows, ObjectDetection.better, what, intake)


def _notes(result: Evaluation, p: DetectionParameters) -> list[str]:
    if not result.objects:
        return [
            f"A detection counts from a score of {p.score:g} on.",
            f"{len(result.miss):,} frames in {result.groups:,} independent {result.unit}s, none with an object: they say "
            "what the detector invents and nothing of what it misses, so that missed_object, frame_with_miss, mean_iou "
            "and average_precision are not measured.",
        ]
    return [
        f"A detection counts from a score of {p.score:g} on, and is that of an object from an overlap of {p.iou:g} on; "
        "average precision uses every score.",
        f"{result.objects:,} objects and {len(result.miss):,} frames, {result.empty:,} of them without objects, in "
        f"{result.groups:,} independent {result.unit}s.",
        f"missed_object is that of an object drawn from a {result.unit} which is drawn first: each {result.unit} counts "
        "alike, however many objects it has.",
    ]


_ASSUMPTIONS = (
    "Frames, or the groups of frames stated, are independent draws of operation and were not used for training.",
    "Every object that matters is in the truth: one without a box is neither missed nor detected.",
)


def _classes(result: Evaluation) -> Table:
    rows: list[list[str | float | int | None]] = [
        [name, c.objects, c.missed, c.false, c.average_precision]
        for name, c in sorted(result.classes.items())
    ]
    columns = ["class", "objects", "missed", "false detections", "average precision"]
    return Table(
        "Classes", columns, rows, "Missed and false at the score in use; average precision over all scores."
    )


def _bars(result: Evaluation, confidence: float) -> Figure:
    from casegen_evidence.bounds.measures import bounded_mean

    limits = {
        name: bounded_mean(c.missed_share, 0, 1, confidence, "probability-per-demand", name)
        for name, c in sorted(result.classes.items())
        if len(c.missed_share)
    }
    worst = max(limits, key=lambda n: limits[n].value)
    series = {
        "name": "missed",
        "values": [m.value for m in limits.values()],
        "lower": [m.lower for m in limits.values()],
        "upper": [m.upper for m in limits.values()],
    }
    alt = (
        f"Share of objects that are not detected, by class; {worst} has the most, {limits[worst].value:.3g}."
    )
    data = {"categories": list(limits), "series": [series]}
    return Figure("Objects missed by class", "bars", data, alt, "class", "share of objects not detected")


OBJECT_DETECTION = ObjectDetection()
