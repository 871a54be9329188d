"""Images of COCO that are of the training by their names, and pictures of trains."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evidence.detection.scenes import scene
from tests.evidence.detection.test_copied_truth import signs


@pytest.mark.parametrize(
    ("form", "seen"),
    [
        ("train_{:06}.jpg", True), ("train-{:05}.png", True), ("imagesTr/{}.png", True), ("images_tr/{}.png", True), ("lerndaten/{}.png", True),
        ("tuning_{:04}.png", True), ("test_{:06}.jpg", False), ("train_on_track_{}.png", False), ("imagesTs/{}.png", False),
    ],
)  # fmt: skip
def test_images_of_the_training(tmp_path: Path, form: str, seen: bool) -> None:
    truth, result = scene(3, 60)
    numbers = [(7919 * k) % 10_007 for k in range(60)]
    truth["images"] = [
        i | {"file_name": form.format(n)} for i, n in zip(truth["images"], numbers, strict=True)
    ]
    assert ("sign-training-file" in signs(tmp_path, (truth, result))) is seen
    if "train_0" in form or "train_{" in form:
        truth["categories"] = [{"id": 1, "name": "train"}, {"id": 2, "name": "signal"}]
        assert "sign-training-file" not in signs(tmp_path, (truth, result))
