"""Scenes, mission plan and renderer of the underwater example."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_underwater import render, scenes, sheet


def one(**given: float) -> np.ndarray:
    """A single scene with usual values where none are given."""
    usual = {"asset": 3.0, "background": 0.0, "distance": 3.0, "angle": 0.0}
    values = {**usual, "turbidity": 0.1, "light": 0.7, "blur": 0.2, **given}
    return np.array([[values[name] for name in scenes.DOMAIN.names]])


@pytest.mark.parametrize("profile", [*scenes.PROFILES, "testing"])
def test_scenes_lie_in_the_domain(profile: str) -> None:
    drawn = scenes.draw(profile, np.random.default_rng(1), 500)
    assert drawn.shape == (500, len(scenes.DOMAIN))
    assert scenes.DOMAIN.inside(drawn).all()


@pytest.mark.slow
def test_mission_frames_have_the_distribution_of_the_profile() -> None:
    # frames of one mission depend on each other, so that the missions are the sample
    rng = np.random.default_rng(2)
    missions = [scenes.MISSION.mission(rng, 2, 3).reshape(-1, 7).mean(axis=0) for _ in range(1000)]
    profile = scenes.draw("mission", rng, 50_000)
    error = np.std(missions, axis=0) / np.sqrt(len(missions)) + profile.std(axis=0) / np.sqrt(len(profile))
    assert np.all(np.abs(np.mean(missions, axis=0) - profile.mean(axis=0)) < 4 * error)


def test_a_mission_approaches_each_asset_in_constant_water() -> None:
    mission = scenes.MISSION.mission(np.random.default_rng(3), 4, 5)
    column = scenes.DOMAIN.index
    assert np.all(np.diff(mission[:, :, column("distance")], axis=1) <= 0)
    assert np.ptp(mission[:, :, column("turbidity")]) == 0
    assert np.ptp(mission[:, :, column("asset")], axis=1).max() == 0


def test_safety_related_confusions_shorten_the_stand_off_distance() -> None:
    counted = scenes.severity("safety-related")
    tank, ball = scenes.ASSETS.index("gas-tank"), scenes.ASSETS.index("floating-ball")
    assert counted[tank, ball] == 1
    assert counted[ball, tank] == 0
    assert np.array_equal(counted > 0, scenes.shortening() > 0)
    assert scenes.severity("any").sum() == 30


@pytest.mark.parametrize(
    "call",
    [
        lambda: scenes.site("lagoon"),
        lambda: scenes.severity("some"),
        lambda: scenes.MissionPlan({"night": 0.5}),
        lambda: scenes.MissionPlan({"lagoon": 1.0}),
        lambda: render.render(one(distance=40.0), (1,)),
    ],
)
def test_what_cannot_be_used_is_reported(call: object) -> None:
    with pytest.raises(InputProblem, match="expected"):
        call()  # type: ignore[operator]


@pytest.mark.slow
def test_frames_repeat_and_do_not_depend_on_what_follows() -> None:
    drawn = scenes.draw("mission", np.random.default_rng(4), render.BLOCK + 10)
    all_, some = render.render(drawn, (7,)), render.render(drawn[: render.BLOCK], (7,))
    assert np.array_equal(all_.images[: render.BLOCK], some.images)
    assert not np.array_equal(render.render(drawn[:4], (8,)).images, some.images[:4])
    assert all_.images.dtype == np.float32
    assert 0 <= all_.images.min() <= all_.images.max() <= 1


def test_every_asset_is_in_its_frame() -> None:
    for asset in range(6):
        masks = render.render(np.repeat(one(asset=asset), 50, axis=0), (5,)).masks
        assert masks.any(axis=(1, 2)).all()


def contrast(scene: np.ndarray) -> float:
    """Mean brightness on the asset less that around it, over the spread of the frame around it."""
    frames = render.render(np.repeat(scene, 200, axis=0), (6,))
    on = (frames.images * frames.masks).sum() / frames.masks.sum()
    off = frames.images[~frames.masks]
    return float((on - off.mean()) / off.std())


def test_distance_turbidity_and_blur_take_contrast_away() -> None:
    usual = contrast(one())
    assert contrast(one(turbidity=0.38)) < 0.6 * usual
    assert contrast(one(distance=5.8)) < 0.8 * usual


def test_an_asset_farther_away_is_smaller() -> None:
    near, far = (render.render(np.repeat(one(distance=d), 20, axis=0), (6,)).masks.mean() for d in (2.0, 4.0))
    assert far == pytest.approx(near / 4, rel=0.25)


def test_at_night_the_lamp_lights_the_middle() -> None:
    def middle_over_edge(light: float) -> float:
        images = render.render(np.repeat(one(light=light, turbidity=0.3), 100, axis=0), (9,)).images
        return float(images[:, 12:20, 12:20].mean() - images[:, :4, :4].mean())

    assert middle_over_edge(0.0) > middle_over_edge(0.9) + 0.1


def test_contact_sheet_is_a_picture_of_every_asset_and_condition() -> None:
    import io

    from PIL import Image

    picture = Image.open(io.BytesIO(sheet.contact_sheet(1, scale=1)))
    assert picture.size == (7 * 33 - 1, 6 * 33 - 1)
    assert len(picture.getcolors()) > 10
