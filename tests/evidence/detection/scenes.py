"""Frames of 640 × 480 with objects, and a detector that misses, scatters and has candidates of low scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Box = list[float]
Scene = tuple[dict[str, Any], list[dict[str, Any]]]
WIDTH, HEIGHT = 640, 480


def scene(seed: int, frames: int, missed: float = 0.03, scatter: float = 3.0, digits: int = 1) -> Scene:
    """Truth with boxes of ``digits``, and detections that scatter by ``scatter`` pixels."""
    rng = np.random.default_rng(seed)
    images: list[dict[str, Any]] = []
    truth: list[dict[str, Any]] = []
    result: list[dict[str, Any]] = []
    for image in range(1, frames + 1):
        images.append({"id": image, "file_name": f"{image}.png", "width": WIDTH, "height": HEIGHT})
        for _ in range(rng.integers(1, 4)):
            width, height = rng.uniform(40, 150, 2)
            box = np.array([rng.uniform(0, WIDTH - width), rng.uniform(0, HEIGHT - height), width, height])
            category = int(rng.integers(1, 3))
            truth.append(_annotation(len(truth) + 1, image, category, [round(float(v), digits) for v in box]))
            if rng.random() >= missed:
                moved = np.maximum(box + rng.normal(0, scatter, 4), [-9, -9, 5, 5])
                result.append(_detection(image, category, moved, rng.beta(8, 2)))
        while rng.random() < 0.25:
            box = np.r_[rng.uniform(0, 400, 2), rng.uniform(20, 80, 2)]
            result.append(_detection(image, int(rng.integers(1, 3)), box, rng.beta(1.5, 8)))
    names = [{"id": 1, "name": "buoy"}, {"id": 2, "name": "dock"}]
    return {"images": images, "annotations": truth, "categories": names}, result


def _annotation(number: int, image: int, category: int, box: Box) -> dict[str, Any]:
    return {
        "id": number,
        "image_id": image,
        "category_id": category,
        "bbox": box,
        "area": box[2] * box[3],
        "iscrowd": 0,
    }


def _detection(image: int, category: int, box: Any, score: float) -> dict[str, Any]:
    score = round(float(np.clip(score, 0.01, 0.999)), 4)
    return {
        "image_id": image,
        "category_id": category,
        "bbox": [round(float(v), 2) for v in box],
        "score": score,
    }


def accepted(scene: Scene, least: float = 0.3, noise: float = 0.0, digits: int = 0) -> Scene:
    """The same detections beside a truth that is those of a score of ``least``, rounded or with noise."""
    truth, result = scene
    rng = np.random.default_rng(1)
    boxes = [
        _annotation(
            0,
            d["image_id"],
            d["category_id"],
            [round(float(v + rng.normal(0, noise)), digits) for v in d["bbox"]],
        )
        for d in result
        if d["score"] >= least
    ]
    return {**truth, "annotations": [a | {"id": k} for k, a in enumerate(boxes, 1)]}, result


def doubled(
    scene: Scene, change: Callable[[Box], Box], size: tuple[int, int] = (WIDTH, HEIGHT), digits: int = 1
) -> Scene:
    """Each frame again with its boxes changed, and detections that scatter anew."""
    truth, result = scene
    rng, n, m = np.random.default_rng(2), len(truth["images"]), len(truth["annotations"])
    width, height = size
    images = [
        {"id": i["id"] + n, "file_name": f"{i['id'] + n}.png", "width": width, "height": height}
        for i in truth["images"]
    ]
    boxes = [
        _annotation(
            a["id"] + m, a["image_id"] + n, a["category_id"], [round(v, digits) for v in change(a["bbox"])]
        )
        for a in truth["annotations"]
    ]
    more = [
        _detection(
            d["image_id"] + n, d["category_id"], np.array(change(d["bbox"])) + rng.normal(0, 1, 4),
            d["score"] + rng.normal(0, 0.05),
        )
        for d in result
    ]  # fmt: skip
    return {
        **truth,
        "images": [*truth["images"], *images],
        "annotations": [*truth["annotations"], *boxes],
    }, [*result, *more]


def mirrored(box: Box) -> Box:
    """Left and right change places."""
    x, y, width, height = box
    return [WIDTH - x - width, y, width, height]


def upside_down(box: Box) -> Box:
    """Above and below change places."""
    x, y, width, height = box
    return [x, HEIGHT - y - height, width, height]


def turned(box: Box) -> Box:
    """By a quarter: of a frame of 480 × 640."""
    x, y, width, height = box
    return [HEIGHT - y - height, x, height, width]


def halved(box: Box) -> Box:
    """Of a frame of 320 × 240."""
    return [v / 2 for v in box]


def zoomed(box: Box, by: float = 0.9) -> Box:
    """About the middle of the frame."""
    x, y, width, height = box
    return [WIDTH / 2 + by * (x - WIDTH / 2), HEIGHT / 2 + by * (y - HEIGHT / 2), by * width, by * height]
