"""Rows of two tables that are one table, one of them rounded: known again, and samples of one density are not."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.tables.overlap import contained, shared_rows


def scores(seed: int, n: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(2.0 * (rng.random(n) < 0.1), 1)


@pytest.mark.parametrize("digits", [1, 2, 3])
@pytest.mark.parametrize("n", [300, 2000, 5000])
def test_scores_are_known_again_after_rounding(n: int, digits: int) -> None:
    measured = scores(1, n)
    fine = np.round(measured, 5)  # rounded again, numbers that then end in 5 go either way
    coarse = np.round(measured, digits)[np.random.default_rng(2).permutation(n)]
    assert shared_rows(fine[:, None], coarse[:, None]) > 0.1 * n


@pytest.mark.parametrize("digits", [1, 2, 3])
@pytest.mark.parametrize(
    ("n", "m"), [(200, 1000), (1000, 1000), (2000, 5000), (5000, 5000), (100_000, 100_000)]
)
def test_another_sample_is_not(n: int, m: int, digits: int) -> None:
    fine, coarse = np.round(scores(3, n), 6), np.round(scores(4, m), digits)
    assert not shared_rows(fine[:, None], coarse[:, None])


def test_a_part_is_contained_where_chance_would_leave_rows_out() -> None:
    rng = np.random.default_rng(5)
    large = np.round(rng.normal(size=(3000, 1)) * 100)
    assert contained(large[:1500], large)
    few = rng.integers(0, 25, (1000, 1)).astype(float)
    assert not contained(rng.integers(0, 25, (200, 1)).astype(float), few)
