"""Rows that are like the one before: seen in films, also where many values are equal; not in sensible tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from casegen_evidence.tables.signs.draws import ALIKE, by_group, succession
from numpy.typing import NDArray

Array = NDArray[np.float64]


def sensible(tables: int = 200) -> Iterator[tuple[str, Array, NDArray[np.int64]]]:
    """Columns of independent rows: zeros, counts, ties, rounding, classes in blocks, grids, slow drift, sorted parts."""
    draw = np.random.default_rng(0)
    for k in range(tables):
        n = int(draw.choice([100, 200, 500, 2000]))
        value, kinds, blocks = (
            draw.gamma(2, size=n),
            np.zeros(n, dtype=np.int64),
            np.sort(draw.integers(0, 4, n)),
        )
        columns: dict[str, Any] = {
            "zeros": np.where(draw.random(n) < draw.uniform(0.3, 0.97), 0, value),
            "counts": draw.poisson(draw.uniform(0.5, 200), n),
            "percent": np.round(draw.uniform(0, 100, n)),
            "certain": np.where(draw.random(n) < 0.8, 1.0, draw.random(n)),
            "zeros by class": np.where(draw.random(n) < 0.6, 0, value + blocks),
            "grid": np.tile(np.arange(int(draw.integers(50, 99))) / 10, 40)[:n],
            "rounded": np.round(draw.normal(size=n), 1),
            "drifting": value + np.linspace(0, 0.8, n),
            "rounded zeros": np.where(draw.random(n) < 0.7, 0, np.round(value, 1)),
            "sorted parts": np.concatenate([np.sort(part) for part in np.array_split(value, max(1, n // 60))]),
        }  # fmt: skip
        name = list(columns)[k % len(columns)]
        yield name, np.asarray(columns[name], dtype=float), blocks if name == "zeros by class" else kinds


def test_sensible_tables_are_not_doubted() -> None:
    assert [name for name, value, kinds in sensible() if succession(value, kinds) > ALIKE] == []


@pytest.mark.parametrize("zeros", [0.0, 0.4, 0.7])
@pytest.mark.parametrize("rows", [500, 2000])
def test_films_are_seen_where_many_values_are_equal(zeros: float, rows: int) -> None:
    """Autoregressive values of which the lowest are cut to zero."""
    seen = []
    for seed in range(10):
        draw = np.random.default_rng(seed)
        walk = np.zeros(rows)
        for k in range(1, rows):
            walk[k] = 0.95 * walk[k - 1] + draw.normal()
        values = np.maximum(walk - np.quantile(walk, zeros), 0)
        seen.append(succession(values, np.zeros(rows, dtype=np.int64)) > ALIKE)
    assert np.mean(seen) >= 0.9


def test_the_correlation_is_spearmans() -> None:
    """Of each row with the next, ties having their middle rank."""
    from scipy.stats import pearsonr, rankdata

    draw = np.random.default_rng(3)
    for _ in range(3):
        values = np.where(draw.random(400) < 0.5, 0.0, draw.random(400))
        ranks = rankdata(values)
        expected = pearsonr(ranks[:-1], ranks[1:]).statistic
        assert succession(values, np.zeros(400, dtype=np.int64)) == pytest.approx(expected, abs=1e-12)


def test_rows_of_one_declared_group_may_be_alike() -> None:
    draw = np.random.default_rng(0)
    group = np.repeat(np.arange(150), 10)
    film = draw.normal(size=150)[group] + 0.2 * draw.normal(size=1500)
    assert succession(film, np.zeros(1500, dtype=np.int64)) > ALIKE
    assert by_group(film, group) < ALIKE
    assert by_group(np.cumsum(draw.normal(size=1500)), group) > ALIKE
