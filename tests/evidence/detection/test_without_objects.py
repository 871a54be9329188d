"""Scenes without any object: what a detector invents there is measured, and nothing of what it misses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.model.diagnostic import InputError

CATEGORIES = [{"id": 1, "name": "buoy"}, {"id": 2, "name": "dock"}]


def measured(tmp_path: Path, false: int, frames: int = 40, **parameters: Any) -> Any:
    images = [
        {"id": i, "file_name": f"{i}.png", "width": 640, "height": 480, "video_id": i // 4}
        for i in range(frames)
    ]
    detections = [
        {"image_id": i, "category_id": 1 + i % 2, "bbox": [200.0 + i, 90.0, 30.0, 20.0 + i], "score": 0.6}
        for i in range(false)
    ]
    (tmp_path / "truth.json").write_text(
        json.dumps({"images": images, "categories": CATEGORIES, "annotations": []})
    )
    (tmp_path / "found.json").write_text(json.dumps(detections))
    files = {"truth": str(tmp_path / "truth.json"), "detections": str(tmp_path / "found.json")}
    return casegen.measure("object-detection", files, parameters={"score": 0.5, **parameters}, seed=1)


@pytest.mark.parametrize("false", [1, 4, 40])
@pytest.mark.parametrize("more", [{}, {"categories": ["buoy", "dock"]}])
def test_false_boxes_of_scenes_without_objects_are_measured(
    tmp_path: Path, false: int, more: dict[str, Any]
) -> None:
    result = measured(tmp_path, false, group="video_id", **more)
    assert set(result.measures) == {"frame_with_false"}
    assert result["frame_with_false"].value == pytest.approx(false / 40)
    assert result["frame_with_false"].upper >= false / 40
    assert any("not measured" in note for note in result.document["notes"])
    assert not result.signs


def test_frames_count_alone_where_no_group_is_stated(tmp_path: Path) -> None:
    result = measured(tmp_path, 2)
    assert result["frame_with_false"].value == pytest.approx(2 / 40)
    assert result["frame_with_false"].n == 40


def test_no_detection_of_any_score_asks_whether_the_detector_ran(tmp_path: Path) -> None:
    result = measured(tmp_path, 0, group="video_id")
    assert [(s.name, s.fails, tuple(s.measures)) for s in result.signs] == [
        ("sign-frames-not-run", False, ("frame_with_false",))
    ]


def test_no_detection_of_the_classes_that_count_asks_the_same(tmp_path: Path) -> None:
    result = measured(tmp_path, 1, group="video_id", categories=["dock"])
    assert [s.name for s in result.signs] == ["sign-frames-not-run"]


def test_no_image_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected images; found none"):
        measured(tmp_path, 0, frames=0)
