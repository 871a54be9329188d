"""Fields of images and boxes that say that a row is of the training, left out, or not detected; each with a true twin."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from tests.evidence.detection.test_detection import call, problem

TRUTH, BOXES = problem(3, images=60)


def signs(folder: Path, where: str, field: str, values: Any) -> set[str]:
    truth, boxes = copy.deepcopy(TRUTH), copy.deepcopy(BOXES)
    for k, row in enumerate(boxes if where == "detections" else truth[where]):
        row[field] = values(k)
    return {s.name for s in call(truth, boxes, folder).signs}


@pytest.mark.parametrize(
    ("where", "field", "false", "true"),
    [
        ("images", "split", "train", "test"), ("images", "Datensatz", "Training", "Test"), ("images", "used", False, True),
        ("annotations", "ignore", 1, 0), ("annotations", "verworfen_excluded", "x", ""), ("detections", "rejected", True, False),
        ("detections", "valid", False, True),
    ],
)  # fmt: skip
def test_rows_that_are_marked(where: str, field: str, false: Any, true: Any, tmp_path: Path) -> None:
    base = {s.name for s in call(TRUTH, BOXES, tmp_path).signs}
    assert signs(tmp_path, where, field, lambda k: true) == base
    assert signs(tmp_path, where, field, lambda k: false if k % 3 else true) - base == {"sign-marked-rows"}


@pytest.mark.parametrize(
    ("where", "field", "detected"),
    [("detections", "matched_gt", True), ("annotations", "missed", False), ("annotations", "detected", "yes"),
     ("detections", "tp", 1)],
)  # fmt: skip
def test_rows_that_are_called_not_detected(where: str, field: str, detected: Any, tmp_path: Path) -> None:
    base = {s.name for s in call(TRUTH, BOXES, tmp_path).signs}
    other = {True: False, False: True, "yes": "no"}[detected]
    assert signs(tmp_path, where, field, lambda k: detected) == base
    few = signs(tmp_path, where, field, lambda k: other if k % 10 else detected)
    assert few - base == {"sign-answers-contradict"}


@pytest.mark.parametrize(
    ("where", "field", "value"),
    [("images", "weather", "rain"), ("images", "hit_rate", 3), ("annotations", "occluded", 1), ("detections", "iou_matched", 7)],
)  # fmt: skip
def test_other_fields(where: str, field: str, value: Any, tmp_path: Path) -> None:
    base = {s.name for s in call(TRUTH, BOXES, tmp_path).signs}
    assert signs(tmp_path, where, field, lambda k: value if k % 3 else 0) == base
