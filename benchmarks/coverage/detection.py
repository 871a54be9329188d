"""Detectors whose misses, false boxes, overlaps and delays are known: frames that vary, and frames of videos."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, product

import numpy as np
from casegen_evidence.detection.coco import Detections, Truth
from casegen_evidence.detection.evaluation import evaluate
from casegen_evidence.detection.method import DetectionParameters, limits
from casegen_evidence.signs import Intake
from numpy.typing import NDArray

from benchmarks.coverage.records import Row

Array = NDArray[np.float64]
WITHIN = 2
"""frames after its first within which a track has to be detected"""
LOSE = 1
"""frames in a row in which a track, once detected, may be missed"""
LENGTH = 6
"""frames of a track, and of a video"""
LEAST = 0.6
"""smallest overlap of a detection with its object; the largest is 1"""


@dataclass(frozen=True, slots=True)
class Situation:
    """Units (frames or videos) whose share of misses is drawn from a beta distribution of ``mean`` and ``size``.

    In a video every object stays for all its frames, and is one track.
    """

    name: str
    units: int
    mean: float
    size: float
    """of the beta distribution: the smaller, the more units differ"""
    videos: bool = False
    stated: bool = True
    """whether the evidence says which frames are of one video"""
    false: float = 0.03
    crowded: bool = False
    """whether hard units have more objects"""


SITUATIONS = (
    Situation("frames that vary", 300, 0.05, 4),
    Situation("frames, rare misses", 300, 0.004, 0.5),
    Situation("few frames", 40, 0.1, 2),
    Situation("videos, stated", 60, 0.1, 2, videos=True),
    Situation("few videos, stated", 15, 0.2, 1, videos=True),
    Situation("videos counted as frames", 60, 0.1, 2, videos=True, stated=False),
    Situation("hard frames are crowded", 300, 0.1, 0.2, crowded=True),
)
UPPER = ("missed_object", "frame_with_miss", "frame_with_false", "late_track", "lost_track")


def rows(repetitions: int, confidence: float = 0.95) -> Iterator[Row]:
    """Every situation and measure with limits."""
    for situation in SITUATIONS:
        truths = known(situation)
        covered = dict.fromkeys(truths, 0)
        barred, silent = dict.fromkeys(truths, 0), dict.fromkeys(truths, 0)
        ends: dict[str, list[float]] = {name: [] for name in truths}
        rng = np.random.default_rng([len(situation.name), situation.units])
        for _ in range(repetitions):
            truth, detections = drawn(situation, rng)
            intake = Intake()
            parameters = DetectionParameters(
                score=0.5,
                group="video" if situation.videos and situation.stated else None,
                detect_within=WITHIN if situation.videos and situation.stated else None,
                lose_at_most=LOSE if situation.videos and situation.stated else None,
            )
            measures = limits(evaluate(truth, detections, parameters, intake), confidence, intake)
            for name, value in truths.items():
                measure = measures[name]
                end = measure.upper if name in UPPER else measure.lower
                assert end is not None
                right = end >= value if name in UPPER else end <= value
                doubt = any(not s.possible and (not s.measures or name in s.measures) for s in intake.signs)
                worst = [s.possible[name] for s in intake.signs if name in s.possible]
                reached = any(w >= value if name in UPPER else w <= value for w in worst)
                covered[name] += right
                barred[name] += doubt or (not right and reached)
                silent[name] += not right and not doubt and not reached
                ends[name].append(end)
        for name, value in truths.items():
            yield Row(
                f"{situation.name} ({situation.units})", name, covered[name] / repetitions,
                barred[name] / repetitions, silent[name] / repetitions, repetitions,
                float(np.median(ends[name])) / value, offered=situation.stated and not situation.crowded,
            )  # fmt: skip


def known(s: Situation) -> dict[str, float]:
    """What each measure aims at, by integration over the beta distribution."""
    from scipy.stats import beta

    a, b = s.mean * s.size, (1 - s.mean) * s.size
    q = beta.ppf((np.arange(200_000) + 0.5) / 200_000, a, b)
    n = np.arange(1, 40)
    weights = _number(n, 2.0)
    no_miss = ((1 - q)[:, None] ** n[None, :8] @ weights[:8] + ((1 - q) ** 9) * weights[8:].sum()).mean()
    result = {
        "missed_object": s.mean,
        "frame_with_miss": float(1 - no_miss),
        "frame_with_false": s.false,
        "mean_iou": (1 + LEAST) / 2,
    }
    if s.crowded:  # the share of all objects, which one frame in ten decides
        easy, hard = 1 + 2.0, 1 + 20.0
        many = 1 - beta.cdf(0.5, a, b)
        result = {
            "missed_object": float((q * np.where(q > 0.5, hard, easy)).mean() / (easy + many * (hard - easy)))
        }
    if s.videos and s.stated:
        result["late_track"] = float((q ** (WITHIN + 1)).mean())
        result["lost_track"] = _lost(q[50::100], n[:8], weights[:8] / weights[:8].sum())
    return result


def _lost(q: Array, n: NDArray[np.int64], weights: Array) -> float:
    """Mean over videos that have a detected track of the probability that such a track is lost, by every pattern."""
    detected = lost = np.zeros(len(q))
    for pattern in product((True, False), repeat=LENGTH):
        missed = sum(pattern)
        p = q**missed * (1 - q) ** (LENGTH - missed)
        if missed == LENGTH:
            continue
        detected = detected + p
        runs = [len(list(run)) for gone, run in groupby(pattern[pattern.index(False) :]) if gone]
        lost = lost + p * (max(runs, default=0) > LOSE)
    counted = 1 - ((1 - detected)[:, None] ** n) @ weights
    return float((lost / detected * counted).sum() / counted.sum())


def _number(n: NDArray[np.int64], mean: float) -> Array:
    """Probability of ``n`` objects: one and a Poisson number of ``mean`` more."""
    from scipy.stats import poisson

    return np.asarray(poisson.pmf(n - 1, mean))


def drawn(s: Situation, rng: np.random.Generator) -> tuple[Truth, Detections]:
    """Truth and detections of one data set."""
    frames = LENGTH if s.videos else 1
    image: list[int] = []
    places: list[tuple[float, float]] = []
    tracks: list[int] = []
    missed: list[bool] = []
    false: list[int] = []
    q = rng.beta(s.mean * s.size, (1 - s.mean) * s.size, s.units)
    for unit in range(s.units):
        objects = 1 + rng.poisson(20.0 if s.crowded and q[unit] > 0.5 else 2.0)
        for frame in range(unit * frames, (unit + 1) * frames):
            image += [frame] * objects
            places += [(100.0 * k + rng.uniform(0, 40), rng.uniform(0, 400)) for k in range(objects)]
            tracks += range(objects)
            missed += (rng.random(objects) < q[unit]).tolist()
            false += [frame] * int(rng.random() < s.false)
    where = np.array(places)
    size = np.full((len(where), 2), 30.0)
    truth = Truth(
        tuple({"id": i, "video": i // frames} if s.videos else {"id": i} for i in range(s.units * frames)),
        {i: i for i in range(s.units * frames)}, {1: "asset"}, np.array(image),
        np.full(len(image), "asset"), np.hstack([where, size]), np.zeros(len(image), dtype=bool), tuple(tracks),
    )  # fmt: skip
    seen = ~np.array(missed)
    own = size * np.stack([rng.uniform(LEAST, 1, len(size)), np.ones(len(size))], axis=1)
    boxes = [np.hstack([where, own])[seen], np.tile([9000.0, 900.0, 30.0, 30.0], (len(false), 1))]
    home = np.concatenate([np.array(image)[seen], np.array(false, dtype=np.int64)])
    return truth, Detections(home, np.full(len(home), "asset"), np.vstack(boxes), np.full(len(home), 0.9))
