"""What must hold of the RAM's parts, for any data."""

import numpy as np
import pytest
from casegen_evidence.models import Classifier
from casegen_evidence.ram.cells import CellKind, sort_cells
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.profile import axis_masses, cell_probabilities, smoothed, smoothed_ceiling
from casegen_evidence.ram.sound import Evaluation, bound
from casegen_evidence.ram.splitting import _reflect
from casegen_evidence.ram.unastuteness import Sampling, sampled_unastuteness
from hypothesis import given, settings
from hypothesis import strategies as st

seeds = st.integers(0, 2**32 - 1)
shapes = st.lists(st.integers(1, 7), min_size=1, max_size=4)


@pytest.mark.slow
@settings(deadline=None)
@given(shapes, seeds)
def test_every_point_of_the_box_has_one_cell(shape: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    low = rng.normal(size=len(shape))
    grid = Grid(tuple(low), tuple(low + rng.random(len(shape)) + 0.1), tuple(shape))
    points = np.array(grid.lower) + rng.random((50, len(shape))) * grid.width
    cells = grid.locate(points)
    assert np.all((cells >= 0) & (cells < grid.cells))
    offset = points - grid.origin(cells)
    assert np.all(offset >= -1e-9)
    assert np.all(offset <= grid.side + 1e-9)


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(shapes, seeds, st.floats(0.02, 0.9))
def test_profile_is_a_distribution_and_smoothing_an_average(
    shape: list[int], seed: int, bandwidth: float
) -> None:
    rng = np.random.default_rng(seed)
    grid = Grid((0.0,) * len(shape), (1.0,) * len(shape), tuple(shape))
    points, values = rng.random((20, len(shape))), rng.random(grid.cells)
    masses = axis_masses(grid, points, bandwidth)
    op = cell_probabilities(masses)
    assert np.all(op >= 0)
    np.testing.assert_allclose(op.sum(), 1, atol=1e-9)
    g = smoothed(masses, values)
    np.testing.assert_allclose(g.mean(), op @ values, rtol=1e-9)
    assert g.max() <= smoothed_ceiling(grid, values, bandwidth) * (1 + 1e-9)


def _model(seed: int) -> Classifier:
    weights = np.random.default_rng(seed).normal(size=(3, 2))
    return Classifier(lambda x: (x - 0.5) @ weights.T @ np.array([1, -1, 2]) > 0, ("0", "1"), None, "indices")


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(0, 5))
def test_rungs_are_probabilities_above_the_estimate(seed: int, noise: int) -> None:
    rng = np.random.default_rng(seed)
    model = _model(seed)
    grid = Grid((0.0, 0.0), (1.0, 1.0), (8, 8))
    points = rng.random((80, 2))
    labels = np.where(rng.random(80) < noise / 20, 1 - model(points), model(points))
    cells = sort_cells(grid, points[:40], labels[:40])
    severity = 1.0 - np.eye(2)
    result = sampled_unastuteness(model, cells, severity, Sampling(np.full(64, 1 / 64), 2000), seed)
    assert np.all((result.value >= 0) & (result.value <= 1))
    assert np.all(result.value[cells.kind == CellKind.CROSS_BOUNDARY] == 1)
    held = Evaluation(points[40:], labels[40:], model(points[40:]))
    limits = bound(grid, held, result, severity, 0.2, 0.95)
    assert 0 <= limits.sound.lower <= limits.sound.value <= limits.sound.upper <= 1
    assert 0 <= limits.value <= limits.smooth  # the sum over cells, which has the RAM's own bound
    assert 0 <= limits.smooth <= 1
    assert limits.voted <= limits.smooth + 1e-9
    wider = bound(grid, held, result, severity, 0.2, 0.99)
    assert wider.sound.upper >= limits.sound.upper
    assert wider.smooth >= limits.smooth - 1e-9


@settings(deadline=None)
@given(seeds)
def test_reflection_stays_in_the_box_and_moves_inner_points_not_at_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 2, (100, 3))
    result = x.copy()
    _reflect(result)
    assert np.all((result >= 0) & (result <= 1))
    inner = np.all((x >= 0) & (x <= 1), axis=1)
    np.testing.assert_allclose(result[inner], x[inner], atol=1e-12)
    mirrored = np.where(x < 0, -x, np.where(x > 1, 2 - x, x))
    np.testing.assert_allclose(result, mirrored, atol=1e-12)
