"""Frames that nobody annotated and frames that the detector was not run on: in doubt where a claim needs them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.detection.method import OBJECT_DETECTION
from casegen_evidence.method import Result, Run

Document = dict[str, Any]
NOT_ANNOTATED, NOT_RUN = "sign-frames-not-annotated", "sign-frames-without-detections"


def made(
    seed: int, *, objects: int = 1, false: float = 0.04, in_empty: float | None = None, empty: float = 0.0,
    low: float = 0.0, miss: float = 0.05, frames: int = 300,
) -> tuple[Document, list[Document], list[int]]:  # fmt: skip
    """Frames in no order of their ids, objects of which 5 % are missed, and some false detections."""
    rng = np.random.default_rng(seed)
    ids: list[int] = rng.choice(10**6, frames, replace=False).tolist()
    annotations: list[Document] = []
    detections: list[Document] = []

    def detect(image: int, box: list[float], score: float) -> None:
        detections.append({"image_id": image, "category_id": 1, "bbox": box, "score": round(score, 4)})

    for image in ids:
        many = 0 if rng.random() < empty else objects
        for _ in range(many):
            box = np.array([*rng.uniform(5, 300, 2), *rng.uniform(60, 150, 2)])
            annotations.append({"id": len(annotations) + 1, "image_id": image, "category_id": 1,
                                "bbox": box.tolist(), "iscrowd": 0})  # fmt: skip
            if rng.random() > miss:
                detect(image, (box + rng.normal(0, 2, 4)).tolist(), float(rng.beta(8, 2)))
        if rng.random() < (false if many or in_empty is None else in_empty):
            detect(image, [float(rng.uniform(0, 560)), 2, 60, 50], float(rng.uniform(0.26, 0.9)))
        for _ in range(int(rng.poisson(low))):
            detect(image, [*rng.uniform(0, 400, 2).tolist(), 50, 40], float(rng.uniform(0.01, 0.2)))
    images = [{"id": i, "file_name": f"{i}.jpg", "width": 640, "height": 480} for i in ids]
    return (
        {"images": images, "categories": [{"id": 1, "name": "car"}], "annotations": annotations},
        detections,
        ids,
    )


def seen(truth: Document, detections: list[Document], folder: Path) -> dict[str, dict[str, float]]:
    for name, content in (("truth", truth), ("detections", detections)):
        (folder / name).write_text(json.dumps(content))
    checked = OBJECT_DETECTION.parameters.model_validate({"score": 0.25})
    run = Run({n: folder / n for n in ("truth", "detections")}, checked, 0, 0.95, folder)
    result: Result = OBJECT_DETECTION.run(run)
    return {s.name: dict(s.possible) for s in result.signs if s.name in (NOT_ANNOTATED, NOT_RUN)}


CHOICES: dict[str, Callable[[list[int]], set[int]]] = {
    "first-of-the-file": lambda ids: set(ids[:200]),
    "first-by-id": lambda ids: set(sorted(ids)[:200]),
    "last-of-the-file": lambda ids: set(ids[100:]),
    "without-a-few": lambda ids: set(ids[:270]),
    "at-random": lambda ids: set(np.random.default_rng(3).choice(ids, 200, replace=False).tolist()),
}


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize(
    "more", [{}, {"low": 5.0}, {"objects": 3}], ids=["plain", "low-scores", "three-objects"]
)
def test_frames_without_annotations_in_which_objects_are_detected_are_doubted(
    choice: str, more: dict[str, Any], tmp_path: Path
) -> None:
    truth, detections, ids = made(1, **more)
    kept = CHOICES[choice](ids)
    truth["annotations"] = [a for a in truth["annotations"] if a["image_id"] in kept]
    possible = seen(truth, detections, tmp_path)[NOT_ANNOTATED]["frame_with_miss"]
    assert possible > 0.05


@pytest.mark.parametrize("choice", ["first-of-the-file", "first-by-id"])
def test_annotations_that_stop_are_seen_among_frames_that_show_nothing(choice: str, tmp_path: Path) -> None:
    truth, detections, ids = made(1, empty=0.4)
    kept = CHOICES[choice](ids)
    truth["annotations"] = [a for a in truth["annotations"] if a["image_id"] in kept]
    assert NOT_ANNOTATED in seen(truth, detections, tmp_path)


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize(
    "more", [{}, {"low": 5.0}, {"objects": 3}], ids=["plain", "low-scores", "three-objects"]
)
def test_frames_that_the_detector_was_not_run_on_are_doubted(
    choice: str, more: dict[str, Any], tmp_path: Path
) -> None:
    """One object a frame and no other detections: frames left out at random look like missed objects."""
    truth, detections, ids = made(1, **more)
    kept = CHOICES[choice](ids)
    signs = seen(truth, [d for d in detections if d["image_id"] in kept], tmp_path)
    if choice == "at-random" and not more:
        assert not signs
    else:
        assert signs[NOT_RUN]["frame_with_false"] > 0.03
        assert 0.4 < signs[NOT_RUN]["mean_iou"] < 0.9


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("more", [
    {}, {"empty": 0.5}, {"empty": 0.5, "in_empty": 0.1}, {"empty": 0.5, "false": 0.8, "in_empty": 0.95}, {"miss": 0.3},
    {"low": 5.0}, {"objects": 4, "miss": 0.3}, {"empty": 0.3, "low": 0.5, "miss": 0.2}, {"frames": 60},
    {"empty": 0.6, "false": 0.3},
])  # fmt: skip
def test_honest_sets_are_not(seed: int, more: dict[str, Any], tmp_path: Path) -> None:
    """Empty pictures, many false detections, many missed objects: also with twice the false ones in empty pictures."""
    truth, detections, _ = made(100 + seed, **more)
    assert not seen(truth, detections, tmp_path)


def test_empty_pictures_without_detections_are_no_doubt(tmp_path: Path) -> None:
    truth, detections, ids = made(1)
    kept = set(ids[:200])
    truth["annotations"] = [a for a in truth["annotations"] if a["image_id"] in kept]
    assert not seen(truth, [d for d in detections if d["image_id"] in kept], tmp_path)
