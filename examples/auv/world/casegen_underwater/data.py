"""Frames drawn for a purpose, and the simulated truth of a network on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from casegen_evidence.blocks import Workers
from casegen_evidence.bounds.measures import proportion
from casegen_evidence.method import Measure, Run
from numpy.typing import NDArray

from casegen_underwater.network import Single, answers, load, module_of
from casegen_underwater.render import render
from casegen_underwater.scenes import ASSETS, Array, draw, labels, severity
from casegen_underwater.training import one_thread

Counts = NDArray[np.int64]
TRUTH, BALLS, TESTS, METRICS, FIT, CALIBRATE, EVALUATE, ACTIVATION, LEARN, AGREE = range(4, 14)
"""Purposes; each has its own scenes and frames, so that nothing is judged on what it was chosen by."""
PART = 8192
"""Frames simulated together; each part has its own random stream."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """``scenes`` (n, 7), ``images`` and ``masks`` (n, SIDE, SIDE), and ``truth`` (n,), the assets' indices."""

    scenes: Array
    images: Single
    masks: NDArray[np.bool_]
    truth: NDArray[np.int64]

    @property
    def flat(self) -> Array:
        """Images as points ``(n, SIDE²)`` of double precision."""
        return self.images.reshape(len(self.images), -1).astype(float)


def drawn(profile: str, seed: int, purpose: int, n: int) -> Drawn:
    """``n`` independent frames of ``mission``, ``testing`` or a named site."""
    scenes = draw(profile, np.random.default_rng([seed, purpose]), n)
    frames = render(scenes, (seed, purpose))
    return Drawn(scenes, frames.images, frames.masks, labels(scenes))


def network_of(run: Run) -> dict[str, Single]:
    """Weights given to a run as its input ``network``."""
    return load(run.inputs["network"])


@dataclass(frozen=True, slots=True)
class Truth:
    """Answers by true asset, ``(6, 6)`` counts (true, answered), of simulated frames."""

    counts: Counts

    @property
    def frames(self) -> int:
        """Number of frames simulated."""
        return int(self.counts.sum())

    def failures(self, kind: str) -> int:
        """Failures of ``kind`` (see :func:`casegen_underwater.scenes.severity`)."""
        return int((self.counts * severity(kind)).sum())

    def measure(self, kind: str, confidence: float, text: str) -> Measure:
        """Rate of failures of ``kind`` with Clopper–Pearson limits, narrow because frames cost nothing."""
        return proportion(
            self.failures(kind), self.frames, confidence, "probability-per-demand", text, "simulation"
        )


def answers_of(weights: dict[str, Single], images: Single) -> NDArray[np.int64]:
    """Answers ``(n,)`` of the network with these weights, on one thread."""
    with one_thread():
        return answers(module_of(weights), images)


def truth(
    weights: dict[str, Single],
    profile: str,
    seed: int,
    frames: int,
    radius: float = 0.0,
    workers: Workers | None = None,
) -> Truth:
    """Simulate ``frames`` new frames of a profile, each disturbed uniformly within ``radius`` (L∞, cut to [0, 1]).

    In parts that are kept in the workers' scratch folder, the same to the bit for any number of processes.
    """
    parts = range(0, frames, PART)

    def work(first: int) -> dict[str, Counts]:
        n = min(PART, frames - first)
        stream = [seed, TRUTH, first // PART]
        rng = np.random.default_rng(stream)
        scenes = draw(profile, rng, n)
        images = render(scenes, tuple(stream)).images
        if radius > 0:
            low, high = np.maximum(images - radius, 0), np.minimum(images + radius, 1)
            images = low + rng.random(images.shape, dtype=np.float32) * (high - low)
        counts = np.zeros((len(ASSETS), len(ASSETS)), dtype=np.int64)
        np.add.at(counts, (labels(scenes), answers_of(weights, images)), 1)
        return {"counts": counts}

    name = f"truth-{profile}-{radius:g}"
    outcome = (workers or Workers()).run(name, parts, work, "simulating the truth")
    return Truth(np.sum([part["counts"] for part in outcome], axis=0))
