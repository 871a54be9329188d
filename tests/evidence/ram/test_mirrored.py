"""Points that are there again, mirrored or moved in one feature; and plans, pairs and rounded values that are not."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.ram.mirrored import mirrored

NAMES = ("range", "angle", "height")


def points(n: int, seed: int, digits: int = 4, columns: int = 2) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = np.column_stack([rng.uniform(0, 10, n), rng.uniform(20, 90, n), rng.normal(5, 2, n)])[:, :columns]
    return np.round(x, digits), (x[:, 0] > 5).astype(np.int64)


@pytest.mark.parametrize("digits", [3, 4, 6, 15])
@pytest.mark.parametrize("columns", [2, 3])
@pytest.mark.parametrize(("turned", "words"), [(True, "turned round at 55"), (False, "moved by 7.3")])
def test_copies_are_seen_in_any_order(digits: int, columns: int, turned: bool, words: str) -> None:
    x, labels = points(100, digits, digits, columns)
    other = x.copy()
    other[:, 1] = np.round(110 - x[:, 1] if turned else x[:, 1] + 7.3, digits)
    order = np.random.default_rng(2).permutation(160)
    again, how = mirrored(np.r_[x, other[:60]][order], np.r_[labels, labels[:60]][order], NAMES)
    assert (again, how) == (60, f"with the same range and angle {words}")


@pytest.mark.parametrize("digits", [0, 1, 2, 4])
def test_draws_and_plans_are_no_copies(digits: int) -> None:
    for seed in range(10):
        x, labels = points(300, seed, digits)
        assert not mirrored(x, labels, NAMES)[0]
        other = np.random.default_rng([seed, 1]).permutation(x[:, 1])  # the same place seen at another angle
        assert not mirrored(np.r_[x, np.c_[x[:, 0], other]], np.r_[labels, labels], NAMES)[0]
    side = np.linspace(0, 10, 20)
    grid = np.stack(np.meshgrid(side, 20 + 7 * side), axis=-1).reshape(-1, 2)
    levels = np.r_[np.c_[side, np.full(20, 3.0)], np.c_[side, np.full(20, -3.0)]]
    strata = np.c_[np.arange(100) + 0.5, np.random.default_rng(3).permutation(100) + 0.5] / 200
    for plan in (grid, levels, np.r_[strata, 1 - strata]):
        assert not mirrored(plan, (plan[:, 0] > 5).astype(np.int64), NAMES)[0]
