"""Frames that are mirrored copies of others: the detector's scores of them are those of the others in every digit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from casegen_evidence.detection.frames_again import judge_scores_again
from casegen_evidence.signs import Intake

FRAMES = 200


def signs_of(
    scores: np.ndarray, image: np.ndarray, frames: int, group: np.ndarray | None = None
) -> list[str]:
    intake = Intake()
    truth: Any = SimpleNamespace(images=[{"id": k + 1} for k in range(frames)])
    detections: Any = SimpleNamespace(scores=scores, image=image)
    judge_scores_again(truth, detections, np.arange(frames) if group is None else group, intake)
    return [sign.severity for sign in intake.signs]


def test_copies_bar_and_draws_do_not() -> None:
    for seed, digits in enumerate((3, 4, 5, 6, 16)):
        rng = np.random.default_rng(seed)
        image = np.sort(rng.integers(0, FRAMES, 500))
        scores = np.round(rng.beta(5, 1, 500), digits)
        twice = np.r_[scores, scores], np.r_[image, image + FRAMES]
        assert signs_of(*twice, 2 * FRAMES) == (["fails"] if digits > 3 else [])
        assert not signs_of(scores, image, FRAMES)
        assert not signs_of(*twice, 2 * FRAMES, np.tile(np.arange(FRAMES), 2))


def test_scores_of_few_values_meet_by_themselves() -> None:
    """A detector whose outputs are whole numbers of eight bits, or always the same."""
    rng = np.random.default_rng(9)
    image = np.sort(rng.integers(0, 2000, 2500))
    quantised = rng.binomial(255, 0.9, 2500) / 255
    assert not signs_of(quantised, image, 2000)
    assert not signs_of(np.full(2500, 0.98765), image, 2000)
