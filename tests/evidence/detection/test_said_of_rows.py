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


def _with_ids(where: str, kept: Any, rename: Any = int) -> dict[str, Any]:
    """The truth without the rows that ``kept`` denies, by their place, and with other ids."""
    truth = copy.deepcopy(TRUTH)
    for row in truth["annotations"]:
        row["iscrowd"] = 0
    truth[where] = [row for k, row in enumerate(truth[where]) if kept(k)]
    for k, row in enumerate(truth["annotations"] if where == "annotations" else ()):
        row["id"] = rename(row["id"], k)
    left = {row["id"] for row in truth["images"]}
    truth["annotations"] = [row for row in truth["annotations"] if row["image_id"] in left]
    return truth


@pytest.mark.parametrize(
    ("where", "kept", "rename"),
    [
        ("annotations", lambda k: k % 7 in (0, 3, 5), lambda i, k: i), ("images", lambda k: k % 7 in (0, 3, 5), None),
        ("annotations", lambda k: True, lambda i, k: i * 3 + k * k % 2), ("annotations", lambda k: k % 9 > 1, lambda i, k: 900 - i),
        ("annotations", lambda k: k % 5, lambda i, k: f"box_{i:05d}"), ("annotations", lambda k: k % 11 == 3 or k % 13 == 5, lambda i, k: i),
    ],
)  # fmt: skip
def test_numbers_of_which_many_are_left_out(where: str, kept: Any, rename: Any, tmp_path: Path) -> None:
    truth = _with_ids(where, kept, rename)
    ids = {row["id"] for row in truth["images"]}
    asked = _asked(truth, [b for b in BOXES if b["image_id"] in ids], tmp_path)
    assert any("numbers are left out, the first of them" in entry for entry in asked)


@pytest.mark.parametrize(
    "rename",
    [
        lambda i, k: i, lambda i, k: 500 - i, lambda i, k: i * 10, lambda i, k: 7919 * i * i % 1_000_003 + i * 10**7,
        lambda i, k: f"{i * 2654435761 % 2**32:08x}", lambda i, k: f"box_{i}", lambda i, k: (i - 1) ^ 1,
    ],
)  # fmt: skip
def test_ids_that_leave_nothing_out(rename: Any, tmp_path: Path) -> None:
    truth = _with_ids("annotations", lambda k: True, rename)
    del truth["annotations"][len(truth["annotations"]) // 2 * 2 :]
    assert not _asked(truth, BOXES, tmp_path)


def test_ids_that_are_made_of_those_of_the_images(tmp_path: Path) -> None:
    truth = _with_ids("annotations", lambda k: True, lambda i, k: i)
    seen: dict[int, int] = {}
    for row in truth["annotations"]:
        seen[row["image_id"]] = number = seen.get(row["image_id"], -1) + 1
        row["id"] = row["image_id"] * 10 + number
    assert max(seen.values()) < 10
    assert not _asked(truth, BOXES, tmp_path)


@pytest.mark.parametrize(
    ("field", "place", "seen"),
    [
        ("coco_url", "http://images.cocodataset.org/train2017/{}.jpg", True), ("flickr_url", "https://store/train/{}.jpg", True),
        ("path", "/data/training/{}.png", True), ("file_name", "train/{}.png", True), ("source_file", "x_train/{}.png", True),
        ("coco_url", "http://images.cocodataset.org/val2017/{}.jpg", False), ("path", "/data/test/{}.png", False),
        ("flickr_url", "http://farm7.staticflickr.com/6116/{}_z.jpg", False), ("model", "runs/train/exp/best.pt", False),
        ("path", "trains/{}.png", False),
    ],
)  # fmt: skip
def test_images_in_a_folder_of_the_training_by_any_field(
    field: str, place: str, seen: bool, tmp_path: Path
) -> None:
    base = {s.name for s in call(TRUTH, BOXES, tmp_path).signs}
    added = signs(tmp_path, "images", field, lambda k: place.format(7919 * k % 10007)) - base
    assert added - {"sign-frames-of-a-video"} == ({"sign-training-file"} if seen else set())


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
