"""Vital signs of whole frames: frames that nobody annotated, and frames that the detector was not run on.

Both kinds count as frames without a miss, or without a false detection.  The files do not say which frames they are, so
a doubt stands only at claims that do not hold without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.detection.coco import Detections, Truth
from casegen_evidence.method import Measure
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.bursts import numbered

Array = NDArray[np.float64]
Truths = NDArray[np.bool_]
BY_CHANCE = 1e-6
"""chance at which as many such frames would be seen, were they like the others"""
LIKE_OBJECTS = 1 / 3
"""of the rate at which frames with objects have a detection: empty ones seldom have as many"""
MORE = 2.5
"""times the rate of false detections in other frames: empty ones may have more of them"""
FEWEST = 10
"""frames from which on their share says something"""
SHARE = 0.03
"""of the frames with objects: so few frames without a detection change no number by much"""
SIGNS: Mapping[str, str] = {
    "frames-not-annotated": "frames without annotations in which as much is detected as in those with objects, at claims "
    "that do not hold without them",
    "frames-without-detections": "frames with objects and without any detection, more in a row or in all than missed "
    "objects explain, at claims that do not hold without them",
}


@dataclass(frozen=True, slots=True)
class Frames:
    """What is known of each frame ``(frames,)``, in the order of the file."""

    order: tuple[NDArray[np.int64], ...]
    """orders in which somebody may have worked through the frames: of the file, of the ids, of the names"""
    annotated: Truths
    """whether it has any annotation"""
    shown: Truths
    """whether it has objects that count"""
    objects: NDArray[np.int64]
    hits: NDArray[np.int64]
    """objects of it that are detected"""
    counted: Truths
    """whether it has a detection that counts"""
    detected: Truths
    """whether it has a detection of any score"""
    beside: Truths
    """whether it has a detection, of whatever score, that is none of its objects'"""
    false: Truths
    """whether it has a false detection that counts"""


def frames_of(
    truth: Truth, detections: Detections, counted: Truths, missed: Truths, false: NDArray[np.int64]
) -> Frames:
    """Count by frame; ``counted`` marks the objects that count, ``false`` are the false detections of each frame."""
    n = len(truth.images)
    objects = np.bincount(truth.image[counted], minlength=n)
    hits = np.bincount(truth.image[counted & ~missed], minlength=n)
    every = np.bincount(detections.image, minlength=n)
    annotated = np.bincount(truth.image, minlength=n) > 0
    return Frames(
        tuple(_orders(truth)), annotated, objects > 0, objects, hits,
        (hits > 0) | (false > 0), every > 0, every > hits, false > 0,
    )  # fmt: skip


def _orders(truth: Truth) -> Iterator[NDArray[np.int64]]:
    n = len(truth.images)
    yield np.arange(n)
    for names in ([row.get("id") for row in truth.images], [row.get("file_name") for row in truth.images]):
        whole = all(type(name) is int and abs(name) < 2**62 for name in names)
        numbers = np.array(names, dtype=np.int64) if whole else numbered([str(name) for name in names])
        if numbers is None:
            _, numbers = np.unique([str(name) for name in names], return_inverse=True)
        yield np.argsort(numbers, kind="stable")


def not_annotated(frames: Frames) -> Truths:
    """Frames without annotations that hold objects, as far as detections show.

    In empty frames a detection is false, and as frequent as false ones are in frames with objects.  Where far more of
    them have one, either all frames without annotations or those after the last annotated one are taken out.
    """
    from scipy.stats import hypergeom

    n = len(frames.annotated)
    none = np.zeros(n, dtype=bool)
    known = frames.annotated & frames.shown
    if known.sum() < FEWEST:
        return none
    rate = float(frames.counted[known].mean())
    for chosen in (~frames.annotated, *_ends(frames.order, frames.annotated)):
        many, seen = int(chosen.sum()), int((chosen & frames.counted).sum())
        if many < FEWEST or seen < max(FEWEST, LIKE_OBJECTS * rate * many):
            continue
        rest, of_them = int((~chosen).sum()), int((~chosen & frames.false).sum())
        if seen * rest < MORE * of_them * many:
            continue
        if float(hypergeom.sf(seen - 1, rest + many, seen + of_them, many)) < BY_CHANCE:
            some = seen < 0.5 * rate * many
            return chosen & frames.counted if some else chosen
    return none


def _ends(orders: tuple[NDArray[np.int64], ...], annotated: Truths) -> Iterator[Truths]:
    """Frames after the last annotated one, or before the first, in each order."""
    for order in orders:
        at = np.flatnonzero(annotated[order])
        for part in (order[at[-1] + 1 :], order[: at[0]]):
            chosen = np.zeros(len(annotated), dtype=bool)
            chosen[part] = True
            yield chosen


def not_run(frames: Frames, group: NDArray[np.int64]) -> tuple[Truths, str]:
    """Frames that were perhaps not given to the detector, and what says so; none where chance explains them."""
    from scipy.stats import binom, hypergeom

    shown, without = frames.shown, frames.shown & ~frames.detected
    least = max(FEWEST, SHARE * shown.sum())
    nothing = np.zeros(len(shown), dtype=bool)
    if not frames.detected.any() or without.sum() < least:
        return nothing, ""
    run = _longest_run(frames, group)
    if (run & shown).sum() >= least:
        return run, f"{int((run & shown).sum()):,} of them in a row"
    beside = shown & frames.beside
    lost = int((beside & (frames.hits == 0)).sum())
    # a detection of something else does not make it likelier that the objects of a frame are detected
    rest = int((shown & ~frames.beside).sum())
    n, bad = int(shown.sum()), lost + int(without.sum())
    if beside.sum() >= FEWEST and float(hypergeom.sf(int(without.sum()) - 1, n, bad, rest)) < BY_CHANCE:
        return _with_empty(frames, without), (
            f"while all objects are missed in {lost:,} of {int(beside.sum()):,} frames with other detections"
        )
    several = frames.objects > 1
    none, one = int((without & several).sum()), int((several & frames.detected & (frames.hits <= 1)).sum())
    if none >= least and float(binom.sf(none - 1, none + one, 0.5)) < BY_CHANCE:
        return _with_empty(frames, without), (
            f"while {one:,} frames with several objects have one detected or none beside other detections"
        )
    return nothing, ""


def _with_empty(frames: Frames, without: Truths) -> Truths:
    """``without``, and the same share of the frames without objects, of those that have no detection."""
    share = float(without.sum() / frames.shown.sum())
    empty = np.flatnonzero(~frames.shown & ~frames.detected)
    result = without.copy()
    result[empty[: round(share * float((~frames.shown).sum()))]] = True
    return result


def _longest_run(frames: Frames, group: NDArray[np.int64]) -> Truths:
    """The longest run of frames without a detection that chance does not explain; units of one group count once."""
    chosen = np.zeros(len(group), dtype=bool)
    units = int(group.max()) + 1
    shown = np.bincount(group, frames.shown, minlength=units) > 0
    detected = np.bincount(group, frames.detected, minlength=units) > 0
    first = np.full(units, len(group))
    best = 0
    for order in frames.order:
        place = np.empty(len(group), dtype=np.int64)
        place[order] = np.arange(len(group))
        first[:] = len(group)
        np.minimum.at(first, group, place)
        in_order = np.argsort(first, kind="stable")
        at = np.flatnonzero(np.concatenate(([True], detected[in_order], [True])))
        for start, end in zip((at[:-1]).tolist(), (at[1:] - 1).tolist(), strict=True):
            part = in_order[start:end]
            lost = int(shown[part].sum())
            if lost <= best:
                continue
            others = np.delete(in_order, np.s_[start:end])
            rate = (int((shown & ~detected)[others].sum()) + 1) / (int(shown[others].sum()) + 2)
            if len(frames.order) * units * rate**lost < BY_CHANCE:
                best = lost
                chosen = np.isin(group, part)
    return chosen


def judge_frames(
    frames: Frames, group: NDArray[np.int64], of_frames: Mapping[str, Truths], iou: tuple[Array, NDArray[np.int64]],
    unit: str, measures: Mapping[str, Measure], confidence: float, intake: Intake,
) -> None:  # fmt: skip
    """Doubt claims that do not hold without frames that nobody annotated, or that the detector was not run on.

    ``of_frames`` are the flags of each frame by measure, ``iou`` the overlaps of detected objects with their groups.
    """
    unseen = not_annotated(frames)
    if unseen.any():
        kept = _without("frame_with_miss", of_frames["frame_with_miss"], ~unseen, group, unit, confidence)
        share = float(frames.counted[unseen].mean())
        intake.suspects_beyond(
            "frames-not-annotated",
            f"{int(unseen.sum()):,} frames without annotations count as frames without a miss, and {share:.0%} of them "
            f"have a detection, of those with objects {frames.counted[frames.shown].mean():.0%}: were they annotated? "
            f"Without them frame_with_miss is up to {kept:.3g}",
            _if_worse({"frame_with_miss": kept}, measures),
            "annotate them, or take them out of `images`; or say in the waiver who saw that they show no object",
        )
    missing, why = not_run(frames, group)
    if missing.any():
        kept = _without("frame_with_false", of_frames["frame_with_false"], ~missing, group, unit, confidence)
        possible = {"frame_with_false": kept}
        if "mean_iou" in measures:
            possible["mean_iou"] = _with_zeros(iou, group[missing & frames.shown], confidence)
        first = int(np.flatnonzero(missing & frames.shown)[0])
        intake.suspects_beyond(
            "frames-without-detections",
            f"{int((frames.shown & ~frames.detected).sum()):,} of {int(frames.shown.sum()):,} frames with objects have "
            f"no detection of any score, {why}; the first is number {first + 1:,} of the file: were they given to the "
            f"detector? Without them frame_with_false is up to {kept:.3g}",
            _if_worse(possible, measures),
            "run the detector on every frame of the truth; or say in the waiver how it is known that it was",
        )


def _without(
    name: str, flags: Truths, kept: Truths, group: NDArray[np.int64], unit: str, confidence: float
) -> float:
    """The upper limit of the share of flagged frames among those ``kept``."""
    from casegen_evidence.bounds.measures import bounded_mean, proportion

    if not kept.any():
        return 1.0
    if unit == "frame":
        upper = proportion(
            int(flags[kept].sum()), int(kept.sum()), confidence, "probability-per-demand", name
        ).upper
    else:
        _, home = np.unique(group[kept], return_inverse=True)
        shares = np.bincount(home, flags[kept]) / np.bincount(home)
        upper = bounded_mean(shares, 0, 1, confidence, "probability-per-demand", name).upper
    return 1.0 if upper is None else float(upper)


def _with_zeros(iou: tuple[Array, NDArray[np.int64]], lost: NDArray[np.int64], confidence: float) -> float:
    """The lower limit of the mean overlap, were it 0 in the frames that are ``lost``."""
    from casegen_evidence.bounds.measures import bounded_mean

    values, home = np.concatenate((iou[0], np.zeros(len(lost)))), np.concatenate((iou[1], lost))
    count = np.bincount(home)
    means = np.bincount(home, values)[count > 0] / count[count > 0]
    lower = bounded_mean(means, 0, 1, confidence, "fraction", "mean_iou").lower
    return 0.0 if lower is None else float(lower)


def _if_worse(possible: Mapping[str, float], measures: Mapping[str, Measure]) -> dict[str, float]:
    """What is worse than the limit stated; a limit over fewer frames may by chance be none."""
    worse = {}
    for name, value in possible.items():
        stated = measures[name].lower if name == "mean_iou" else measures[name].upper
        worse[name] = (
            value if stated is None else min(value, stated) if name == "mean_iou" else max(value, stated)
        )
    return worse
