"""Use case 2: an emergency brake with a monitored pedestrian detector, judged by two schemes (paper 004 §III-B).

A car drives ``STEPS`` frames; in some episodes a pedestrian steps into its way and would be hit a few frames later.
f is a network on small generated frames; the car brakes when it sees a pedestrian twice in a row, and stops from one
frame to the next (the paper's simplification).  The monitor stops the car when contrast is low or a detection appears
suddenly.  E1 judges frames (Eqns 14–15), E2 episodes (Eqns 16–17).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from casegen_evidence.method import InputProblem
from casegen_evidence.monitors.metrics import MonitorMetrics, evaluate
from casegen_evidence.monitors.perturbations import PERTURBATIONS, Array
from casegen_evidence.monitors.returns import (
    Flags,
    Returns,
    accident_returns,
    detector_errors,
    per_group,
    working_monitor,
)
from numpy.typing import NDArray

Times = NDArray[np.int64]

STEPS = 80
"""Frames per episode."""
SIDE = 12
"""Rows and columns of a frame."""
REFLECTIONS = 0.02
"""Probability of a reflection in a frame."""
TRAINING = 150
"""Drives that train the detector."""
NEVER = STEPS


@dataclass(frozen=True, slots=True)
class World:
    """Scenarios: all that does not depend on the system, per episode ``(n,)``.

    ``appears`` is the frame in which the pedestrian enters the car's way and ``contact`` the frame in which a car that
    has not stopped hits it, both ``NEVER`` without a pedestrian; ``kind`` indexes the perturbations, −1 for none.
    """

    appears: Times
    contact: Times
    kind: Times
    intensity: Array
    perturbations: tuple[str, ...]

    @property
    def present(self) -> Flags:
        """Pedestrian in the way, per frame ``(n, STEPS)``."""
        return np.asarray(np.arange(STEPS)[None] >= self.appears[:, None])


def world(
    n: int, perturbations: Sequence[str], perturbed: float, pedestrians: float, rng: np.random.Generator
) -> World:
    """Draw ``n`` scenarios; ``perturbed`` and ``pedestrians`` are shares of the episodes."""
    unknown = [p for p in perturbations if p not in PERTURBATIONS]
    if unknown or not perturbations:
        raise InputProblem(
            f"expected perturbations among {', '.join(PERTURBATIONS)}; found {', '.join(unknown) or 'none'}"
        )
    someone = rng.random(n) < pedestrians
    appears = np.where(someone, rng.integers(25, 65, n), NEVER)
    contact = np.where(someone, appears + rng.integers(4, 12, n), NEVER)
    kind = np.where(rng.random(n) < perturbed, rng.integers(0, len(perturbations), n), -1)
    return World(appears, contact, kind, rng.uniform(0.3, 1.0, n), tuple(perturbations))


def frames(scene: World, episode: int, rng: np.random.Generator) -> Array:
    """The camera's frames ``(STEPS, SIDE, SIDE)`` of one episode, pixels in [0, 1]."""
    from scipy.ndimage import gaussian_filter

    street = gaussian_filter(rng.random((STEPS + SIDE, SIDE)), 1.5)
    street = 0.45 + 0.35 * (street - street.mean()) / street.std() * 0.35
    picture = np.stack([street[t : t + SIDE][::-1] for t in range(STEPS)])
    picture = picture + rng.normal(0, 0.03, picture.shape)
    _draw_reflections(picture, rng)
    if scene.appears[episode] < NEVER:
        _draw_pedestrian(picture, int(scene.appears[episode]), int(scene.contact[episode]), rng)
    picture = np.clip(picture, 0, 1)
    if scene.kind[episode] >= 0:
        change = PERTURBATIONS[scene.perturbations[int(scene.kind[episode])]]
        picture = change(picture, float(scene.intensity[episode]), rng)
    return picture


def _person(size: Array, place: float) -> Flags:
    """Upright outlines of people of ``size`` ``(m,)``, 1 filling the frame's height; ``(m, SIDE, SIDE)``."""
    row, column = np.mgrid[0:SIDE, 0:SIDE]
    s = size[:, None, None]
    return np.asarray(((row - 6.0) / (5.5 * s)) ** 2 + ((column - place) / (1.7 * s)) ** 2 <= 1)


def _draw_reflections(picture: Array, rng: np.random.Generator) -> None:
    """Reflections with the outline of a person that last a single frame: what ghost detections come from."""
    for t in np.flatnonzero(rng.random(STEPS) < REFLECTIONS):
        size = np.array([rng.uniform(0.4, 0.7)])
        outline = _person(size, rng.uniform(2.0, SIDE - 3.0))[0]
        picture[t][outline] += rng.choice([-1.0, 1.0]) * rng.uniform(0.12, 0.35)


def _draw_pedestrian(picture: Array, appears: int, contact: int, rng: np.random.Generator) -> None:
    """A person who grows until contact, lighter or darker than the street."""
    place = rng.uniform(4.0, SIDE - 5.0)
    shade = rng.choice([-1.0, 1.0]) * rng.uniform(0.18, 0.45)
    time = np.arange(appears, min(contact + 1, STEPS))
    size = 0.5 + 0.5 * (time - appears) / max(1, contact - appears)
    picture[time] += shade * _person(size, place)


@dataclass(frozen=True, slots=True)
class Recording:
    """What f and the monitor said in every frame ``(n, STEPS)`` of a drive that does not stop."""

    scene: World
    detected: Flags
    alarm: Flags


@dataclass(frozen=True, slots=True)
class Braking:
    """The outcome: both schemes, and what happened in the episodes ``(n,)``."""

    recording: Recording
    e1: MonitorMetrics
    e2: MonitorMetrics
    accident_f: Flags
    accident_monitored: Flags
    needless: Flags
    """stopped by the monitor where f alone would have had no accident and driven on"""
    stop_f: Times
    stop_monitored: Times


def run(
    *,
    episodes: int = 600,
    perturbations: Sequence[str] = ("fog", "darkness", "contrast", "blur"),
    perturbed: float = 0.1,
    pedestrians: float = 0.5,
    frame_alarms: float = 0.005,
    confidence: float = 0.95,
    seed: int = 0,
) -> Braking:
    """Train f, set the contrast threshold on clean calibration drives, record ``episodes`` drives, judge them.

    ``frame_alarms`` is the share of clean calibration frames that the contrast module may stop.
    """
    rng = np.random.default_rng([seed, 0xB7])
    detector, threshold = _prepare(rng, frame_alarms, seed)
    scene = world(episodes, perturbations, perturbed, pedestrians, rng)
    detected = np.zeros((episodes, STEPS), dtype=bool)
    low = np.zeros_like(detected)
    for i in range(episodes):
        picture = frames(scene, i, rng)
        detected[i] = detector.predict_proba(picture.reshape(STEPS, -1))[:, 1] > 0.5
        low[i] = picture.std(axis=(1, 2)) < threshold
    return judge(Recording(scene, detected, low | sudden(detected)), confidence)


def _prepare(rng: np.random.Generator, frame_alarms: float, seed: int) -> tuple[Any, float]:
    """The trained detector and the contrast threshold, from separate clean drives."""
    from casegen_evidence.monitors.operating import threshold_for

    from casegen_monitored_worlds.classification import train_network

    lesson = world(TRAINING, ("fog",), 0.0, 1.0, rng)
    slow = World(lesson.appears, lesson.appears + 20, lesson.kind, lesson.intensity, lesson.perturbations)
    pictures = np.stack([frames(slow, i, rng) for i in range(TRAINING)])
    chosen = (lesson.appears[:, None] + np.arange(-20, 20)[None]).clip(0, STEPS - 1)
    picked = np.take_along_axis(pictures, chosen[:, :, None, None], axis=1).reshape(-1, SIDE * SIDE)
    present = np.take_along_axis(slow.present, chosen, axis=1).reshape(-1).astype(np.int64)
    detector = train_network((picked, present), (24,), seed)
    clean = world(60, ("fog",), 0.0, 0.5, rng)
    contrast = np.concatenate([frames(clean, i, rng).std(axis=(1, 2)) for i in range(60)])
    return detector, -threshold_for(-contrast, frame_alarms)


def sudden(detected: Flags) -> Flags:
    """A detection where the frame before had none: a pedestrian should come nearer, not appear; ``(n, STEPS)``."""
    result = np.zeros_like(detected)
    result[:, 1:] = detected[:, 1:] & ~detected[:, :-1]
    return result


def stops(trigger: Flags) -> Times:
    """Frame from which the car stands: the one after the first trigger, ``NEVER`` without one; ``(n,)``."""
    first = np.where(trigger.any(axis=1), trigger.argmax(axis=1) + 1, NEVER)
    return np.asarray(np.minimum(first, NEVER), dtype=np.int64)


def judge(result: Recording, confidence: float) -> Braking:
    """Both schemes on one recording."""
    scene = result.scene
    twice = np.zeros_like(result.detected)
    twice[:, 1:] = result.detected[:, 1:] & result.detected[:, :-1]
    stop_f, stop_m = stops(twice), stops(twice | result.alarm)
    working_monitor(result.alarm.any(axis=1), "the monitor of the brake")
    accident_f, accident_m = ((scene.contact < NEVER) & (s > scene.contact) for s in (stop_f, stop_m))
    ends = np.minimum(scene.contact, NEVER)
    run_f, run_m = (np.minimum(s, ends) / STEPS for s in (stop_f, stop_m))
    e2 = accident_returns(
        -accident_f.astype(float),
        -accident_m.astype(float),
        np.zeros(len(ends)),
        run_f,
        run_m,
        gain=(0.0, 1.0),
        cost=(0.0, 1.0),
    )
    return Braking(
        result,
        evaluate(frame_returns(result), confidence),
        evaluate(e2, confidence),
        accident_f,
        accident_m,
        (stop_m < np.minimum(stop_f, ends)) & ~accident_f,
        stop_f,
        stop_m,
    )


def frame_returns(result: Recording) -> Returns:
    """E1: every frame up to contact, whether or not the car would still be driving; averaged per episode."""
    seen = np.arange(STEPS)[None] < np.minimum(result.scene.contact, NEVER)[:, None]
    error = (result.detected != result.scene.present)[seen]
    episode = np.broadcast_to(np.arange(len(seen))[:, None], seen.shape)[seen]
    return per_group(detector_errors(error, result.alarm[seen]), episode, "episode")
