"""Norm balls of features with units of their own, and what an input within a ball is like."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Result, Run
from casegen_evidence.ram.disturbances import drawn_within, toward_others, uniform
from casegen_evidence.ram.high_method import HIGH_DIMENSIONAL

RNG = np.random.default_rng(4)
POINTS = RNG.random((600, 3))
LABELS = (POINTS[:, 0] > 0.5).astype(int)
SMALL: dict[str, Any] = {"classifier": {"kind": "decision-tree"}, "balls": 120, "samples": 200, "latent": 2}


def _run(tmp_path: Path, points: np.ndarray, **parameters: Any) -> Result:
    path = tmp_path / "points.npz"
    scratch = Path(mkdtemp(dir=tmp_path))
    np.savez(path, points=points, labels=LABELS)
    chosen = HIGH_DIMENSIONAL.parameters.model_validate({**SMALL, **parameters})
    return HIGH_DIMENSIONAL.run(Run({"points": path}, chosen, 3, 0.95, scratch))


@pytest.mark.parametrize("scale", ["range", "sd"])
def test_units_do_not_matter_where_features_are_scaled(scale: str, tmp_path: Path) -> None:
    plain = _run(tmp_path, POINTS, scale=scale, radius=0.05).measures["pmi"]
    other = _run(tmp_path, POINTS * [1.0, 1000.0, 1.0], scale=scale, radius=0.05).measures["pmi"]
    assert other.value == pytest.approx(plain.value, rel=1e-6)
    assert plain.value > 0


@pytest.mark.slow
def test_unlike_spreads_are_noticed_unless_a_scale_is_stated(tmp_path: Path) -> None:
    unlike = POINTS * [1.0, 1000.0, 1.0]
    signs = {s.name: s for s in _run(tmp_path, unlike, radius=0.05).signs}
    assert signs["sign-unscaled"].severity == "suspicious"
    assert "x2 varies by" in signs["sign-unscaled"].message
    for stated in (
        {"scale": "none", "radius": 0.05},
        {"scale": "sd"},
        {"radii": {"x2": 50.0}, "radius": 0.05},
    ):
        assert not _run(tmp_path, unlike, **stated).signs
    assert not _run(tmp_path, POINTS, radius=0.05).signs


def test_a_category_is_held_or_noticed(tmp_path: Path) -> None:
    points = POINTS.copy()
    points[:, 2] = RNG.integers(0, 3, len(points))
    assert [s.name for s in _run(tmp_path, points, radius=0.05).signs] == ["sign-unscaled"]
    held = _run(tmp_path, points, radius=0.05, held=["x3"])
    assert not held.signs
    frame = {row[0]: row[1] for row in held.tables[-1].rows}
    assert frame["radius along each feature"] == "x1 0.05, x2 0.05, x3 0"


def test_what_is_named_must_be_a_feature(tmp_path: Path) -> None:
    with pytest.raises(
        InputProblem, match=r"expected features among x1, x2, x3 in `radii` and `held`; found x9"
    ):
        _run(tmp_path, POINTS, held=["x9"])
    with pytest.raises(InputProblem, match="all are held"):
        _run(tmp_path, POINTS, held=["x1", "x2", "x3"])


def test_natural_variation_stays_within_its_ball_and_is_another_number(tmp_path: Path) -> None:
    draw = toward_others(POINTS, LABELS)
    low, high = POINTS[:50] - 0.1, POINTS[:50] + 0.1
    drawn = drawn_within(draw, POINTS[:50], low, high, LABELS[:50], 40, np.random.default_rng(1))
    assert drawn.shape == (50, 40, 3)
    assert np.abs(drawn - POINTS[:50, None]).max() > 0.05
    even = _run(tmp_path, POINTS, radius=0.1).measures["pmi"]
    natural = _run(tmp_path, POINTS, radius=0.1, disturbance="toward-others").measures["pmi"]
    assert natural.value < even.value, "points of a class lie on its side of the border"


def test_a_generator_that_leaves_the_ball_is_refused(tmp_path: Path) -> None:
    def wide(centres: Any, low: Any, high: Any, labels: Any, samples: int, rng: Any) -> Any:
        return uniform(centres, low - 1, high + 1, labels, samples, rng)

    low, high = POINTS[:5] - 0.1, POINTS[:5] + 0.1
    with pytest.raises(InputProblem, match="expected inputs within the norm balls"):
        drawn_within(wide, POINTS[:5], low, high, LABELS[:5], 10, np.random.default_rng(1))
    with pytest.raises(InputProblem, match="expected uniform, toward-others or a generator installed"):
        _run(tmp_path, POINTS, radius=0.1, disturbance="fog")


@pytest.mark.parametrize("kind", [np.float16, np.float32])
@pytest.mark.parametrize("place", [0.0, 0.7, -300.0])
def test_inputs_of_short_precision_are_put_into_their_balls(kind: Any, place: float) -> None:
    """Half precision rounds an input at a ball's end beyond it; the whole disturbance was refused."""
    centres = POINTS[:20] + place
    low, high = centres - 0.1, centres + 0.1

    def ends(centres: Any, low: Any, high: Any, *others: Any) -> Any:
        return np.stack([low, centres, high], axis=1).astype(kind)

    drawn = drawn_within(ends, centres, low, high, LABELS[:20], 3, np.random.default_rng(1))
    assert drawn.dtype == np.float64
    assert (drawn >= low[:, None, :]).all()
    assert (drawn <= high[:, None, :]).all()

    def beyond(centres: Any, low: Any, high: Any, *others: Any) -> Any:
        return np.stack([low, centres, high + 0.6], axis=1).astype(kind)

    with pytest.raises(InputProblem, match="lie outside"):
        drawn_within(beyond, centres, low, high, LABELS[:20], 3, np.random.default_rng(1))


def test_inputs_of_full_precision_are_not_put_anywhere() -> None:
    def ends(centres: Any, low: Any, high: Any, *others: Any) -> Any:
        return np.stack([low, high + 1e-6], axis=1)

    with pytest.raises(InputProblem, match="lie outside"):
        drawn_within(ends, POINTS, POINTS - 0.1, POINTS + 0.1, LABELS, 2, np.random.default_rng(1))
