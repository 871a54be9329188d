"""A truth that was made of the detector's own boxes, in spite of candidates of low scores; and detectors that are good."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from casegen_evidence.detection.method import OBJECT_DETECTION
from casegen_evidence.method import Run

from tests.evidence.detection.scenes import Scene, accepted, scene

SIGN = "sign-copied-truth"


def signs(folder: Path, of: Scene) -> list[str]:
    for name, content in zip(("truth", "detections"), of, strict=True):
        (folder / name).write_text(json.dumps(content))
    checked = OBJECT_DETECTION.parameters.model_validate({"score": 0.3})
    run = Run({n: folder / n for n in ("truth", "detections")}, checked, 0, 0.95, folder)
    return [s.name for s in OBJECT_DETECTION.run(run).signs if not s.possible]


@pytest.mark.parametrize(
    ("least", "noise", "digits"),
    [(0.3, 0, 0), (0.5, 0, 0), (0.3, 0, 1), (0.3, 0.2, 1), (0.5, 0.1, 2)],
)
def test_accepted_detections_are_no_truth(tmp_path: Path, least: float, noise: float, digits: int) -> None:
    drawn = scene(90, 150, missed=0.4, scatter=9)
    assert SIGN in signs(tmp_path, accepted(drawn, least, noise, digits))
    assert SIGN not in signs(tmp_path, drawn)


def test_noise_of_half_a_pixel_shows_by_the_cut_in_the_scores(tmp_path: Path) -> None:
    drawn = scene(90, 600, missed=0.4, scatter=9)
    assert SIGN in signs(tmp_path, accepted(drawn, 0.5, 0.5, 1))
    assert SIGN not in signs(tmp_path, drawn)


@pytest.mark.parametrize("scatter", [0.5, 1, 2, 5])
@pytest.mark.parametrize("digits", [0, 1])
@pytest.mark.parametrize("missed", [0, 0.05])
def test_a_good_detector_is_none_that_was_copied(
    tmp_path: Path, scatter: float, digits: int, missed: float
) -> None:
    for seed, frames in ((1, 40), (2, 150), (3, 400)):
        assert SIGN not in signs(tmp_path, scene(seed, frames, missed, scatter, digits))
