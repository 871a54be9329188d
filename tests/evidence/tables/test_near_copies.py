"""Near copies in groups of any size, and none where points are draws."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.arrays import no_copies
from casegen_evidence.tables.resaved import held_again
from casegen_evidence.tables.signs.near_copies import near_copies
from sklearn.datasets import load_digits

NAMES = ("x0", "x1")


@pytest.mark.parametrize(("scenes", "frames"), [(40, 60), (16, 320), (20, 1200)])
def test_groups_of_any_size_are_seen(scenes: int, frames: int) -> None:
    rng = np.random.default_rng(frames)
    scene = np.repeat(np.arange(scenes), frames)
    points = rng.random((scenes, 2))[scene] + 0.002 * rng.normal(size=(scenes * frames, 2))
    words = near_copies(points, rng.integers(0, 2, scenes)[scene], NAMES)
    about = int(words.split("about ")[1].split()[0].replace(",", ""))
    assert about == pytest.approx(frames, rel=0.2)


@pytest.mark.parametrize("seed", range(3))
def test_many_draws_are_no_copies(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = np.exp(rng.normal(size=(6000, 2)))
    assert not near_copies(points, (points[:, 0] > 1).astype(np.int64), NAMES)


def _pictures(n: int = 300, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    blobs = rng.random((n, 3, 3))
    return np.kron(blobs, np.ones((3, 3))) * 0.9371 + 0.02 * rng.random((n, 9, 9))


def _noise(size: float) -> Callable[[np.ndarray], np.ndarray]:
    return lambda x: x + size * np.random.default_rng(5).normal(size=x.shape)


AGAIN = [
    _noise(1e-4),
    _noise(1e-3),
    _noise(1e-2),
    lambda x: np.round(x * 255) / 255,
    lambda x: x.astype(np.float16).astype(float),
]


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("wide", [True, False])
def test_pictures_and_inputs_that_were_saved_again_are_barred(
    again: Callable[[np.ndarray], np.ndarray], wide: bool
) -> None:
    x = _pictures() if wide else np.random.default_rng(2).random((300, 6))
    intake = Intake()
    no_copies(np.concatenate([x, again(x)]), "pictures", intake)
    assert [(s.name, s.severity) for s in intake.signs] == [("sign-near-copies", "fails")]
    some = Intake()
    no_copies(np.concatenate([x, again(x[:60])]), "pictures", some)
    assert [(s.name, s.severity) for s in some.signs] in (
        [("sign-near-copies", "suspicious")],
        [("sign-near-copies", "fails")],
    )
    fresh = _pictures(300, 9) if wide else np.random.default_rng(3).random((300, 6))
    assert held_again(np.concatenate([fresh, again(x[:100])]), x)


@pytest.mark.parametrize("times", [2, 3])
def test_copies_with_noise_of_some_percent_are_barred(times: int) -> None:
    """Of draws along a line, half have a neighbour half as far as the next one, and a quarter two such."""
    digits = load_digits().images[: 600 // times] / 16
    rng = np.random.default_rng(7)
    intake = Intake()
    no_copies(
        np.concatenate([digits + 0.03 * rng.normal(size=digits.shape) for _ in range(times)]),
        "digits",
        intake,
    )
    assert [(s.name, s.severity) for s in intake.signs] == [("sign-near-copies", "fails")]
    for n in (20, 60, 1000):
        line = rng.normal(size=(n, 1)) @ rng.normal(size=(1, 20))
        no_copies(line, "line", (own := Intake()))
        assert not own.signs


@pytest.mark.parametrize("seed", range(5))
def test_pictures_and_inputs_of_their_own_are_left_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    low = np.maximum(rng.normal(size=(500, 4)) @ rng.normal(size=(4, 60)) - 1, 0)  # activations
    several = {
        "pictures": _pictures(300, seed),
        "activations": low,
        "few values": rng.integers(0, 3, (400, 64)),
        "sparse": (rng.random((400, 300)) < 0.02) * 1.0,
        "one of five": np.column_stack([np.eye(5)[rng.integers(0, 5, 400)], rng.random(400)]),
        "rounded": np.round(rng.normal(size=(400, 3)), 1),
        "walk": np.cumsum(rng.normal(size=(600, 6)), axis=0),
        "eighteen kinds": np.kron(np.eye(18)[rng.integers(0, 18, 300)], np.ones(2))
        + 0.01 * rng.random((300, 36)),
        "one column": rng.random((400, 1)),
    }
    for name, rows in several.items():
        intake = Intake()
        no_copies(rows, name, intake)
        assert not intake.signs, name
