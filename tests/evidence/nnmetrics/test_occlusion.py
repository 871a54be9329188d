"""Occlusion maps and the two interpretation metrics."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.occlusion import Patch, interpretation, occluding, occlusion_maps


def looks_at_a_pixel(x: np.ndarray) -> np.ndarray:
    p = 0.1 + 0.8 * (x[:, 2, 3] > 0.5)
    return np.stack([p, 1 - p], axis=1)


def test_a_map_is_low_where_the_patch_hides_what_the_network_looks_at() -> None:
    maps = occlusion_maps(looks_at_a_pixel, np.ones((2, 5, 6)), [0, 0], Patch(2, 2), batch=7)
    assert maps.shape == (2, 4, 5)
    expected = np.full((4, 5), 0.9)
    expected[1:3, 2:4] = 0.1
    np.testing.assert_allclose(maps, np.stack([expected, expected]))


def test_batches_do_not_change_the_map() -> None:
    x = np.random.default_rng(0).random((3, 6, 6, 2))
    model = lambda b: np.stack([b[:, :3].mean((1, 2, 3)), 1 - b[:, :3].mean((1, 2, 3))], axis=1)  # noqa: E731
    one, many = (occlusion_maps(model, x, [0, 1, 0], Patch(3, 2, 2), batch=n) for n in (1, 1000))
    np.testing.assert_allclose(one, many)


def test_occluding_positions_are_those_whose_patch_meets_the_mask() -> None:
    rng = np.random.default_rng(1)
    masks = rng.random((4, 7, 9)) < 0.1
    patch = Patch(2, 3, 2)
    result = occluding(masks, patch)
    tops, lefts = patch.positions(7, 9)
    for n in range(4):
        for a, i in enumerate(tops):
            for b, j in enumerate(lefts):
                assert result[n, a, b] == masks[n, i : i + 2, j : j + 3].any()


def test_no_hot_position_has_no_precision() -> None:
    result = interpretation(np.ones((1, 2, 2)), np.ones((1, 2, 2)), 0.5)
    assert np.isnan(result.precision[0])
    assert result.covering[0] == 0.0


@pytest.mark.parametrize(
    ("heat", "occ", "threshold", "message"),
    [
        (np.ones((1, 2, 2)), np.ones((1, 2, 3)), 0.5, "of one shape"),
        (np.full((1, 2, 2), 3.0), np.ones((1, 2, 2)), 0.5, "expected probabilities"),
        (
            np.ones((2, 2, 2)),
            np.array([np.ones((2, 2)), np.zeros((2, 2))]),
            0.5,
            "1 have none, the first is picture 2",
        ),
        (np.ones((1, 2, 2)), np.ones((1, 2, 2)), 0.0, "threshold in"),
    ],
)
def test_bad_maps(heat: np.ndarray, occ: np.ndarray, threshold: float, message: str) -> None:
    with pytest.raises(InputProblem, match=message):
        interpretation(heat, occ, threshold)


def test_bad_calls() -> None:
    with pytest.raises(InputProblem, match="patch inside the picture"):
        occlusion_maps(looks_at_a_pixel, np.ones((1, 5, 6)), [0], Patch(9, 2))
    for patch, most in ((Patch(2, 2, 9), 6), (Patch(8, 8, 9), 1), (Patch(3, 3, 6), 5)):
        with pytest.raises(InputProblem, match=rf"stride of at most {most}.*8 × 8; found {patch.stride}"):
            occluding(np.ones((1, 8, 8), dtype=bool), patch)
    with pytest.raises(InputProblem, match="one label each"):
        occlusion_maps(looks_at_a_pixel, np.ones((2, 5, 6)), [0])
    with pytest.raises(InputProblem, match="expected masks"):
        occluding(np.ones((5, 6)))


@pytest.mark.parametrize("values", [(0, 255), (0.0, 1.0), (0, 3)])
def test_a_mask_is_of_two_values(values: tuple[float, float]) -> None:
    true = np.random.default_rng(0).random((3, 6, 6)) < 0.3
    assert (occluding(np.where(true, values[1], values[0])) == occluding(true)).all()


@pytest.mark.parametrize("values", [(0, 1, 2), (0.0, 0.02, 0.97), (1, 2, 2), (0.0, np.nan, 1.0)])
def test_which_values_of_a_grey_mask_are_the_object_is_asked(values: tuple[float, float, float]) -> None:
    grey = np.random.default_rng(0).choice(values, (3, 6, 6))
    with pytest.raises(InputProblem, match="0 and one other value"):
        occluding(grey)
    with pytest.raises(InputProblem, match="0 and one other value"):
        interpretation(np.full((3, 6, 6), 0.4), grey, 0.5)
