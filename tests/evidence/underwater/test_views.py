"""Views with several assets: true boxes, births, occlusion, and what the detector is taught and says of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.detection.matching import overlaps
from casegen_evidence.method import InputProblem
from casegen_underwater.detection_method import VIEW_DETECTION
from casegen_underwater.views import BORN, MOST, VIEW, Approaches, approaches, coco, rendered

from tests.evidence.underwater.test_underwater_methods import call, needs_torch, tell_everything

DATA = Path(__file__).parents[3] / "examples" / "auv" / "data"
NORMAL, ADVERSARIAL = DATA / "detector-normal.npz", DATA / "detector-adversarial.npz"


def two(kinds: tuple[int, int], distances: tuple[float, float], x: tuple[float, float]) -> Approaches:
    """One view in clear water by day of two assets at the middle's height."""
    blank = approaches(np.random.default_rng(0), 1, 1)
    far = np.full((1, 1, MOST), 4.0)
    far[0, 0, :2] = distances
    side = np.zeros((1, 1, MOST))
    side[0, 0, :2] = x
    return replace(
        blank,
        kind=np.array([[*kinds, -1]]),
        distance=far,
        x=side,
        y=np.zeros((1, 1, MOST)),
        tilt=np.zeros((1, MOST)),
        water=np.array([[0.0, 0.05, 0.9]]),
        blur=np.zeros((1, 1)),
    )


def test_views_repeat_by_their_seed() -> None:
    shown = approaches(np.random.default_rng(1), 5, 4)
    one, again, other = rendered(shown, (1,)), rendered(shown, (1,)), rendered(shown, (2,))
    assert one.images.shape == (20, VIEW, VIEW)
    assert (one.images == again.images).all()
    assert (one.boxes == other.boxes).all()
    assert (one.images != other.images).any()
    assert 0 <= one.images.min() <= one.images.max() <= 1


def test_a_box_is_where_the_asset_is_and_grows_as_it_comes_near() -> None:
    """A barrel of 0.58 x 0.88 m, 1 m to the right: in pixels by the pinhole, to the pixel."""
    for distance in (2.0, 3.0, 4.0):
        views = rendered(two((4, -1), (distance, 4.0), (1.0, 0.0)), (1,))
        metre = VIEW / (1.4 * distance)
        left = VIEW / 2 + (1.0 - 0.29) * metre
        wanted = [left, VIEW / 2 - 0.44 * metre, min(0.58 * metre, VIEW - left), 0.88 * metre]
        assert views.boxes[0, 0] == pytest.approx(wanted, abs=1.0)
        x, y, width, height = views.boxes[0, 0].astype(int)
        inside = views.images[0, y + 1 : y + height - 1, x + 1 : x + width - 1]
        assert inside.std() > 0.05
        assert (views.pixels[0, 1:] == 0).all()


def test_the_nearer_asset_hides_the_farther_one_whatever_their_order() -> None:
    """A barrel 2 m away before a ball at 5 m: the ball has no pixel, by itself it has some."""
    before = rendered(two((4, 1), (2.0, 5.0), (0.0, 0.0)), (1,))
    turned = rendered(two((1, 4), (5.0, 2.0), (0.0, 0.0)), (1,))
    beside = rendered(two((4, 1), (2.0, 5.0), (-0.9, 1.0)), (1,))
    assert before.pixels[0, :2].tolist() == turned.pixels[0, 1::-1].tolist()
    assert before.pixels[0, 1] < 40 < before.pixels[0, 0]
    assert beside.pixels[0, 1] > before.pixels[0, 1]


@pytest.mark.slow
def test_truth_holds_an_asset_from_its_birth_on() -> None:
    shown = approaches(np.random.default_rng(3), 30, 12)
    views = rendered(shown, (3,))
    truth: Any = coco(shown, views)
    assert len(truth["annotations"]) == (views.pixels >= BORN).sum()
    for one in truth["annotations"]:
        assert one["bbox"][2] > 0
        assert one["category_id"] == shown.kind[one["image_id"] // 12, one["track_id"]] >= 0
    assert [(i["approach"], i["frame"]) for i in truth["images"][10:14]] == [(0, 10), (0, 11), (1, 0), (1, 1)]


def test_what_the_detector_is_taught_is_what_is_read_from_it() -> None:
    needs_torch()
    import torch
    from casegen_underwater.detector import detect
    from casegen_underwater.detector_training import learnt_views, targets

    shown, views = learnt_views(1, 60)
    heat, box, has = targets(shown, views)
    clipped = np.clip(heat, 1e-6, 1 - 1e-6)
    maps = np.concatenate([np.log(clipped / (1 - clipped)), box], axis=1)
    said = detect(lambda images: torch.from_numpy(maps), views.images)
    assert has.any()
    close = []
    for i, k in zip(*np.nonzero(views.pixels >= BORN), strict=True):
        mine = (said.view == i) & (said.kind == shown.kind[i, k])
        close.append(
            overlaps(said.boxes[mine], views.boxes[i, k][None], np.zeros(1, dtype=bool)).max(initial=0)
        )
    assert np.mean(np.array(close) > 0.95) > 0.95


@pytest.mark.slow
def test_the_method_measures_both_detectors(tmp_path: Path) -> None:
    needs_torch()
    parameters = {"approaches": 40, "frames": 8, "learnt": 100}
    result = call(VIEW_DETECTION, tmp_path, NORMAL, **parameters)
    tell_everything(VIEW_DETECTION, result)
    assert {"mislocalised_at_birth", "late_track", "lost_track", "mean_iou"} <= set(result.measures)
    born, late = (result.measures[name].value for name in ("mislocalised_at_birth", "late_track"))
    assert late <= born < 0.7
    assert result.measures["mean_iou"].value > 0.6
    assert [row[0] for row in result.tables[0].rows][-1] == "mAP"
    ap = result.tables[0].rows[-1][2]
    assert ap == pytest.approx(result.measures["average_precision"].value, abs=1e-9)


@pytest.mark.slow
def test_a_file_that_is_no_detector_is_refused(tmp_path: Path) -> None:
    needs_torch()
    with pytest.raises(InputProblem, match=r"first\.weight"):
        call(VIEW_DETECTION, tmp_path, DATA / "network-adversarial.npz", approaches=20)


@pytest.mark.slow
def test_training_learns(tmp_path: Path) -> None:
    needs_torch()
    from casegen_underwater.detector_training import DetectorSettings, train_detector

    said: list[str] = []
    for epsilon in (0.0, 0.03):
        weights = train_detector(
            1,
            DetectorSettings(views=256, epochs=2, batch=32, epsilon=epsilon),
            lambda done, what: said.append(what),
        )
        assert all(np.isfinite(w).all() for w in weights.values())
    losses = [float(line.rpartition(" ")[2]) for line in said]
    assert losses[1] < losses[0]
    assert losses[3] < losses[2]
