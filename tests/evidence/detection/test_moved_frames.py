"""Frames that are others mirrored, turned or scaled; and frames that are alike by what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.evidence.detection.scenes import (
    HEIGHT,
    WIDTH,
    Scene,
    doubled,
    halved,
    mirrored,
    scene,
    turned,
    upside_down,
    zoomed,
)
from tests.evidence.detection.test_copied_truth import signs

SIGN = "sign-frames-again"
CHANGES: list[Any] = [
    (mirrored, (WIDTH, HEIGHT)), (upside_down, (WIDTH, HEIGHT)), (turned, (HEIGHT, WIDTH)), (zoomed, (WIDTH, HEIGHT)),
    (halved, (WIDTH // 2, HEIGHT // 2)), (lambda box: mirrored(upside_down(box)), (WIDTH, HEIGHT)),
    (lambda box: halved(mirrored(box)), (WIDTH // 2, HEIGHT // 2)), (lambda box: zoomed(box, 1.1), (WIDTH, HEIGHT)),
]  # fmt: skip


@pytest.mark.parametrize("digits", [0, 1])
@pytest.mark.parametrize(("change", "size"), CHANGES)
def test_copies_of_frames_are_no_draws(tmp_path: Path, change: Any, size: Any, digits: int) -> None:
    drawn = scene(80, 60, digits=digits)
    assert SIGN in signs(tmp_path, doubled(drawn, change, size, digits))
    assert SIGN not in signs(tmp_path, drawn)


def places(kind: str, rng: np.random.Generator, frame: int) -> list[list[float]]:
    """Boxes of one frame, in pixels, where frames are alike by what they show."""
    if kind == "one-size":
        return [
            [rng.uniform(0, WIDTH - 48), rng.uniform(0, HEIGHT - 48), 48, 48] for _ in range(1 + frame % 3)
        ]
    if kind == "conveyor":
        return [[WIDTH / 2 - 40, rng.uniform(0, HEIGHT - 60), 80, 60]]
    if kind == "lane":
        side = HEIGHT * 1.5 / rng.uniform(5, 50)
        return [
            [max(WIDTH / 2 + side * rng.choice([-3.5, 0, 3.5]) - side, 0), HEIGHT / 2, 2 * side, 1.5 * side]
        ]
    if kind == "approach":
        scale = rng.uniform(1, 4)
        marks = ((-30, -20, 10, 12), (20, -25, 11, 9), (-5, 15, 9, 10))
        return [[WIDTH / 2 + scale * x, HEIGHT / 2 + scale * y, scale * w, scale * h] for x, y, w, h in marks]
    if kind == "three-lamps":
        size = rng.uniform(20, 40)
        x, y = rng.uniform(0, WIDTH - 7 * size), rng.uniform(0, HEIGHT - size)
        return [[x + k * 3 * size, y, size, size] for k in range(3)]
    if kind == "centred":
        size = float(abs(rng.normal(100, 20)) + 10)
        return [[rng.normal(WIDTH / 2, 10) - size / 2, rng.normal(HEIGHT / 2, 10) - size / 2, size, size]]
    return [
        [WIDTH * (0.05 + 0.15 * k) + rng.normal(0, 2), 200 + rng.normal(0, 2), 64, 72]
        for k in range(1 + frame % 5)
    ]


@pytest.mark.parametrize(
    "kind", ["one-size", "conveyor", "lane", "approach", "three-lamps", "centred", "parking"]
)
@pytest.mark.parametrize("digits", [0, 1])
def test_frames_that_show_alike_things_are_draws(tmp_path: Path, kind: str, digits: int) -> None:
    rng = np.random.default_rng(len(kind) + digits)
    for frames in (40, 400):
        truth, result = scene(1, frames)
        boxes = [(i, box) for i in range(1, frames + 1) for box in places(kind, rng, i)]
        truth["annotations"] = [
            {
                "id": k,
                "image_id": i,
                "category_id": 1,
                "bbox": [round(float(v), digits) for v in box],
                "iscrowd": 0,
            }
            for k, (i, box) in enumerate(boxes, 1)
        ]
        made: Scene = truth, result
        assert moved(tmp_path, made) == 0


def moved(folder: Path, of: Scene) -> int:
    """How many signs say that frames are others mirrored, turned or scaled."""
    import json

    from casegen_evidence.detection.coco import read_truth
    from casegen_evidence.detection.moved_frames import judge_moved_frames
    from casegen_evidence.signs import Intake

    (folder / "t.json").write_text(json.dumps(of[0]))
    intake, truth = Intake(), read_truth(folder / "t.json")
    judge_moved_frames(truth, np.arange(len(truth.images)), intake)
    return len(intake.signs)


def test_copies_of_one_group_may_be_there(tmp_path: Path) -> None:
    from casegen_evidence.detection.coco import read_truth
    from casegen_evidence.detection.moved_frames import judge_moved_frames
    from casegen_evidence.signs import Intake

    twice = doubled(scene(80, 60), mirrored)
    assert moved(tmp_path, twice) == 1
    intake, truth = Intake(), read_truth(tmp_path / "t.json")
    judge_moved_frames(truth, np.tile(np.arange(60), 2), intake)
    assert not intake.signs
