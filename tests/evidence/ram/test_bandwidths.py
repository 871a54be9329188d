"""Wide kernels that are folded at the faces of the box: the flat profile, in the time of any other."""

from __future__ import annotations

import time

import numpy as np
import pytest
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.profile import FLAT, axis_masses, smoothed_ceiling

GRID = Grid((-3.0, 10.0), (5.0, 10.5), (7, 4))
POINTS = np.array([[-3.0, 10.0], [1.3, 10.2], [5.0, 10.5]])


@pytest.mark.parametrize("bandwidth", [FLAT, 1000.0, 1e6, 1e300])
def test_a_folded_kernel_far_wider_than_the_box_is_flat_at_once(bandwidth: float) -> None:
    start = time.monotonic()
    for masses, cells in zip(axis_masses(GRID, POINTS, bandwidth), (7, 4), strict=True):
        assert np.allclose(masses, 1 / cells, rtol=1e-12)
    values = np.linspace(0.0, 1.0, 28)
    assert smoothed_ceiling(GRID, values, bandwidth) >= values.mean() - 1e-12
    assert time.monotonic() - start < 5


def test_the_flat_kernel_is_what_narrower_ones_come_to() -> None:
    below = axis_masses(GRID, POINTS, FLAT * (1 - 1e-9))
    for one, other in zip(below, axis_masses(GRID, POINTS, FLAT), strict=True):
        assert np.allclose(one, other, rtol=1e-12)


def test_kernels_that_are_not_folded_lose_what_is_outside() -> None:
    assert all((m.sum(axis=1) < 1e-5).all() for m in axis_masses(GRID, POINTS, 1e6, reflect=False))
