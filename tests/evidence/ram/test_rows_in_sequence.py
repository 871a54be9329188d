"""Points that are frames of a film are doubted, and features that name what rows belong to; orders and designs are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from casegen_evidence.ram.data import labelled
from casegen_evidence.ram.vital_signs import judge_points
from casegen_evidence.signs import Intake
from numpy.typing import NDArray

Array = NDArray[np.float64]
RNG = np.random.default_rng(7)
N = 900
X = RNG.uniform(size=(N, 2))
COIN, SIDE = RNG.integers(0, 2, N), (X.sum(axis=1) > 1).astype(int)
KEY = np.sort(RNG.uniform(size=N))
WALK = np.cumsum(RNG.normal(0, 0.02, (N, 2)), axis=0)
OF_SCENE = RNG.integers(0, 2, 30)
SCENES = np.repeat(0.3 + 0.4 * OF_SCENE[:, None] + RNG.normal(0, 0.08, (30, 2)), 30, axis=0)
TURN = np.arange(N) / 60
GRID = np.stack(np.meshgrid(np.linspace(0, 1, 30), np.linspace(0, 1, 30)), axis=-1).reshape(-1, 2)
SWEEP = np.where(np.arange(N)[:, None] // 300 == np.arange(3), (np.arange(N) % 300)[:, None] / 299, 0.5)
SEQUENCE = "sign-rows-in-sequence"
GROUPED = "sign-grouped-rows"


def signs(x: Array, y: NDArray[np.int64], names: Sequence[str] = (), groups: Sequence[int] = ()) -> list[str]:
    """Names of the signs of these points, in the order of their rows."""
    intake = Intake()
    data = labelled(x, y, names)
    judge_points(replace(data, groups=tuple(map(str, groups)) or None), intake)
    return [sign.name for sign in intake.signs]


FILMS: dict[str, tuple[Array, NDArray[np.int64]]] = {
    "walk": (WALK, (WALK[:, 0] > 0).astype(int)),
    "walk-in-whole-pixels": (np.rint(400 * WALK), (WALK[:, 0] > 0).astype(int)),
    "orbit": (
        np.c_[np.sin(TURN), np.cos(1.37 * TURN)] + RNG.normal(0, 0.02, (N, 2)),
        (np.sin(TURN) > 0).astype(int),
    ),
    "smooth-path": (np.c_[np.sin(TURN), np.cos(1.37 * TURN)], COIN),
    "thirty-scenes": (SCENES + RNG.normal(0, 0.03, (N, 2)), np.repeat(OF_SCENE, 30)),
    "scenes-of-both-classes": (
        np.repeat(RNG.normal(size=(30, 4)), 30, axis=0) + RNG.normal(size=(N, 4)),
        COIN,
    ),
    "one-feature": (WALK[:, :1], COIN),
    "scenes-of-one-feature": (
        np.repeat(RNG.normal(size=(30, 1)), 30, axis=0) + 0.5 * RNG.normal(size=(N, 1)),
        COIN,
    ),
    "scenes-with-much-noise": (
        np.repeat(RNG.normal(size=(30, 5)), 30, axis=0) + 1.4 * RNG.normal(size=(N, 5)),
        COIN,
    ),
    "with-a-frame-number": (np.c_[np.arange(N), WALK], COIN),
}
ORDERS: dict[str, tuple[Array, NDArray[np.int64]]] = {
    "draws": (X, SIDE),
    "by-class": (X[np.argsort(SIDE, kind="stable")], np.sort(SIDE)),
    "by-a-feature": (X[np.argsort(X[:, 0])], SIDE[np.argsort(X[:, 0])]),
    "by-class-and-feature": (X[np.lexsort((X[:, 0], SIDE))], np.sort(SIDE)),
    "by-a-sum": (X[np.argsort(X.sum(axis=1))], np.sort(SIDE)),
    "by-what-is-not-there": (KEY[:, None] * RNG.normal(size=6) + RNG.normal(0, 0.2, (N, 6)), COIN),
    "by-a-feature-that-another-follows": (np.c_[KEY, np.sin(9 * KEY) + RNG.normal(0, 0.1, N)], COIN),
    "grid": (GRID, (GRID.sum(axis=1) > 1).astype(int)),
    "even-steps-of-one-feature": (np.linspace(0, 1, N)[:, None], COIN),
    "one-feature": (X[:, :1], COIN),
    "levels": (np.c_[np.repeat(np.arange(30.0), 30), RNG.normal(size=(N, 2))], COIN),
    "one-at-a-time": (SWEEP, COIN),
    "rounded": (np.rint(50 * X), SIDE),
}


@pytest.mark.parametrize("name", FILMS)
def test_frames_of_a_film_are_doubted(name: str) -> None:
    x, y = FILMS[name]
    assert SEQUENCE in signs(x, y)
    shuffled = RNG.permutation(N)
    assert SEQUENCE not in signs(x[shuffled], y[shuffled])
    assert SEQUENCE not in signs(x, y, groups=np.repeat(np.arange(30), 30).tolist())


@pytest.mark.parametrize("name", ORDERS)
def test_an_order_or_a_design_is_no_film(name: str) -> None:
    assert SEQUENCE not in signs(*ORDERS[name])


@pytest.mark.parametrize("name", ["video", "video_id", "patient", "scene", "recording", "vehicle_id", "Proband", "Fahrt-Nr", "track"])  # fmt: skip
def test_a_feature_named_as_a_group_is_doubted(name: str) -> None:
    """Unless the groups that are declared are at least as coarse."""
    of = np.repeat(np.arange(30), 30)
    x = np.c_[X, of]
    assert GROUPED in signs(x, SIDE, ("width", "height", name))
    assert GROUPED not in signs(x, SIDE, ("width", "height", name), groups=(of // 2).tolist())
    assert GROUPED in signs(x, SIDE, ("width", "height", name), groups=(np.arange(N) // 3).tolist())


@pytest.mark.parametrize("name", ["track_width", "subject distance", "video_quality", "scene brightness", "class_code"])  # fmt: skip
def test_a_measurement_of_a_group_is_a_feature(name: str) -> None:
    assert GROUPED not in signs(np.c_[X, np.rint(40 * RNG.random(N))], SIDE, ("width", "height", name))
    once = np.c_[X, RNG.permutation(N)]
    assert GROUPED not in signs(once, SIDE, ("width", "height", "scene"))  # each row has its own
