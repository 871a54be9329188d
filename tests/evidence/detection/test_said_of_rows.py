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


@pytest.mark.slow
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


def test_objects_with_a_score_were_perhaps_made_by_a_detector(tmp_path: Path) -> None:
    base = {s.name for s in call(TRUTH, BOXES, tmp_path).signs}
    assert signs(tmp_path, "annotations", "score", lambda k: 1.0) == base
    assert signs(tmp_path, "annotations", "score", lambda k: 0.5 + k / 1000) - base == {"sign-marked-rows"}


def _asked(truth: Any, boxes: Any, folder: Path) -> list[str]:
    (said,) = [r for r in call(truth, boxes, folder).read if r["input"] == "truth"]
    return list(said.get("asked", []))


def test_crowds_and_numbers_that_are_left_out_are_asked_about(tmp_path: Path) -> None:
    crowds = sum(row["iscrowd"] for row in TRUTH["annotations"])
    objects = len(TRUTH["annotations"])
    expected = f"{crowds} of {objects} objects are crowds, which count neither as missed nor as detected"
    assert any(expected in entry for entry in _asked(TRUTH, BOXES, tmp_path))
    none = copy.deepcopy(TRUTH)
    for row in none["annotations"]:
        row["iscrowd"] = 0
    assert not _asked(none, BOXES, tmp_path)
    del none["annotations"][10:15]
    assert _asked(none, BOXES, tmp_path) == ["annotations/id: 5 numbers are left out, the first of them 11"]


@pytest.mark.slow
def test_missed_objects_that_are_marked_as_crowds(tmp_path: Path) -> None:
    truth, boxes = problem(5, images=200, quality=0.97)
    for row in truth["annotations"]:
        row["iscrowd"] = 0
    base = {s.name for s in call(truth, boxes, tmp_path, iou=0.5).signs}
    places = {}
    for row in boxes:
        places.setdefault(row["image_id"], []).append(row["bbox"])
    hidden = copy.deepcopy(truth)
    for row in hidden["annotations"]:
        x, y = row["bbox"][:2]
        near = [b for b in places.get(row["image_id"], []) if abs(b[0] - x) + abs(b[1] - y) < 20]
        row["iscrowd"] = int(not near)
    seen = call(hidden, [row | {"score": 0.9} for row in boxes], tmp_path).signs
    assert {s.name for s in seen} - base == {"sign-crowds-left-aside"}
    with_crowds, detections = problem(5, images=200, quality=0.97)  # of which some are detected
    assert "sign-crowds-left-aside" not in {s.name for s in call(with_crowds, detections, tmp_path).signs}


@pytest.mark.slow
def test_an_overlap_below_the_usual_one_is_doubted(tmp_path: Path) -> None:
    for iou, doubted in ((0.1, True), (0.45, True), (0.5, False), (0.75, False)):
        names = {s.name for s in call(TRUTH, BOXES, tmp_path, iou=iou).signs}
        assert ("sign-loose-overlap" in names) == doubted


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
