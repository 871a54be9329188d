"""Whole numbers that stand for parts of the classes, or number the blocks of sorted rows; and measured ones."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.ram.class_parts import blocks_of_rows, parts_around, parts_of_classes

N = 800


def classes(seed: int, count: int = 2, n: int = N) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, count, n)


@pytest.mark.parametrize("codes", [(0, 3, 1, 2), (1, 2, 0, 3), (7, 4, 5, 6), (0, 1, 5, 2, 3, 4)])
def test_numbers_of_one_class_around_another_s_are_a_doubt(codes: tuple[int, ...]) -> None:
    y, parts = classes(1), len(codes) // 2
    values = np.array(codes, float)[y * parts + np.random.default_rng(2).integers(0, parts, N)]
    assert parts_around(values, y)
    assert not parts_of_classes(values, y)


def test_numbers_of_the_classes_in_turn_bar() -> None:
    y = classes(3)
    assert parts_of_classes(2.0 * np.random.default_rng(4).integers(0, 2, N) + y, y)


@pytest.mark.parametrize("rows", [5, 10, 50, 100, 200])
@pytest.mark.parametrize("count", [2, 3])
def test_blocks_of_rows_sorted_by_class_are_a_doubt(rows: int, count: int) -> None:
    y = np.sort(classes(5, count))
    block = np.arange(N) // rows
    shifted = (np.arange(N) + rows // 3) // rows
    for values in (block, 40 - block, shifted)[: 2 if rows == 200 else 3]:
        assert blocks_of_rows(values.astype(float), y)
    order = np.random.default_rng(6).permutation(int(block.max()) + 1)
    assert blocks_of_rows(order[block].astype(float), y)


@pytest.mark.parametrize("rows", [5, 20, 50, 100])
def test_blocks_of_each_class(rows: int) -> None:
    y = np.sort(classes(7))
    first = int((y == 0).sum())
    block = np.r_[np.arange(first) // rows, 1 + (first - 1) // rows + np.arange(N - first) // rows]
    assert blocks_of_rows(block.astype(float), y)


@pytest.mark.parametrize("seed", range(40))
def test_counts_that_separate_classes_are_none(seed: int) -> None:
    """Of 375,000 features and orders of rows the first test doubted none, and the second only plans: see the next test."""
    rng = np.random.default_rng([8, seed])
    n, free = int(rng.choice([30, 60, 150, 400, 1000])), 0
    counts = {
        "poisson": rng.poisson(3, n), "gear": rng.integers(1, 7, n), "month": rng.integers(1, 13, n),
        "floor": np.minimum(rng.geometric(0.35, n), 9), "deflection": rng.integers(-2, 3, n),
        "hour": rng.integers(0, 24, n), "level": rng.integers(0, 3, n), "weekday": rng.integers(0, 7, n),
    }  # fmt: skip
    for name, values in counts.items():
        middle = np.median(values)
        labels = [values > middle, values > middle + rng.normal(size=n), rng.random(n) < 0.1]
        if name in ("month", "hour", "weekday", "level", "deflection"):
            labels.append(np.abs(values - middle) <= np.ptp(values) / 4)
        for y in (label.astype(np.int64) for label in labels):
            orders = (np.arange(n), np.argsort(values, kind="stable"), np.argsort(y, kind="stable"))
            for order in (*orders, np.lexsort((values, y)), np.lexsort((y, values))):
                free += 1
                assert not parts_around(values[order].astype(float), y[order]), name
                assert not blocks_of_rows(values[order].astype(float), y[order]), name
    assert free > 100


@pytest.mark.parametrize("levels", [4, 10, 15, 40])
def test_levels_of_a_plan_that_separate_classes_are_none(levels: int) -> None:
    level = np.repeat(np.arange(levels), 20).astype(float)
    assert not blocks_of_rows(level, (level > levels // 3).astype(np.int64))
    assert not blocks_of_rows(level, (level + np.tile([0, 0.5], 10 * levels) > levels // 3).astype(np.int64))


def test_few_rows_of_a_class_say_nothing() -> None:
    values = np.repeat([0.0, 1.0, 2.0, 3.0], [20, 12, 2, 10])
    assert not parts_around(values, (values == 2).astype(np.int64))
