"""Rows of few values that were written several times over: seen by their arrangement; draws, sorted tables and plans are not."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from casegen_evidence.tables.signs.written_again import written_again


def columns(rng: np.random.Generator, n: int) -> list[np.ndarray]:
    true = rng.choice(["car", "dog", "man"], n, p=[0.5, 0.3, 0.2])
    wrong = rng.random(n) < 0.05
    return [true, np.where(wrong, "dog", true), rng.integers(0, 8, n)]


@pytest.mark.parametrize("kept", [2, 3])
def test_blocks_and_repeated_rows_are_seen(kept: int) -> None:
    table = columns(np.random.default_rng(3), 300)[:kept]
    for times in (2, 3, 10):
        assert written_again([np.tile(c, times) for c in table])[0] == 300 * (times - 1)
        assert written_again([np.repeat(c, times) for c in table])[0] == 300 * (times - 1)


def test_rows_repeated_and_mixed_are_seen_where_there_are_enough_of_them() -> None:
    rng = np.random.default_rng(4)
    order = rng.permutation(900)
    assert written_again([np.tile(c, 3)[order] for c in columns(rng, 300)])[0] == 600


def test_so_are_fewer_than_twenty_different_rows() -> None:
    rng = np.random.default_rng(11)
    few = np.r_[0:12, 40:45][rng.integers(0, 17, 300)]  # no plan
    order = rng.permutation(900)
    assert written_again([np.tile(c, 3)[order] for c in (few // 8, few % 8)])[0] == 600


@pytest.mark.parametrize("seed", range(40))
def test_draws_are_left_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 800))
    table = columns(rng, n)
    for kept in ([0], [0, 1], [2], [0, 1, 2]):
        chosen = [table[k] for k in kept]
        by_row = np.lexsort([np.unique(c, return_inverse=True)[1] for c in chosen])
        assert written_again(chosen) == (0, "")
        assert written_again([c[by_row] for c in chosen]) == (0, "")
        assert written_again([np.concatenate([c[by_row]] * 2) for c in chosen if len(kept) == 1]) == (0, "")


def test_a_plan_that_is_run_several_times_is_left_alone() -> None:
    plan = np.array(list(product("abc", "xy", "12345")))
    for rows in (np.tile(plan, (4, 1)), np.repeat(plan, 4, axis=0)):
        outcome = np.full(len(rows), "success")
        assert written_again([*rows.T, outcome]) == (0, "")
        failed = outcome.copy()
        failed[[3, 50]] = "failure"
        assert written_again([*rows.T, failed]) == (0, "")


def test_a_plan_whose_results_repeat_as_well_is_copied() -> None:
    plan = np.array(list(product("abc", "xy", "12345")))
    outcome = np.where(np.random.default_rng(2).random(len(plan)) < 0.2, "failure", "success")
    assert written_again([*np.tile(plan, (4, 1)).T, np.tile(outcome, 4)])[0] == 90


def test_recordings_at_a_slower_rate_are_not_confused_with_long_runs() -> None:
    rng = np.random.default_rng(6)
    states = np.repeat(rng.integers(0, 4, 60), rng.integers(1, 9, 60))
    assert written_again([states]) == (0, "")
