"""Rows that interpolation made are seen as rounded as they are, and measured rows are not taken for such."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from casegen_evidence.ram.between import between_rows
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.neighbors import NearestNeighbors

ROWS, MADE = 400, 600


def oversampled(columns: int) -> Any:
    rng = np.random.default_rng(columns)
    x = rng.random((ROWS, columns))
    near = NearestNeighbors(n_neighbors=6).fit(x).kneighbors(x)[1]
    own, other = rng.integers(ROWS, size=MADE), rng.integers(1, 6, MADE)
    share = rng.random((MADE, 1))
    return np.concatenate([x, x[own] + share * (x[near[own, other]] - x[own])])


@pytest.mark.parametrize("columns", [3, 5, 10])
@pytest.mark.parametrize("digits", [3, 4, 6])
def test_rows_on_the_lines_between_others_are_seen_through_rounding(columns: int, digits: int) -> None:
    x = oversampled(columns)
    assert between_rows(x.round(digits), np.zeros(len(x), dtype=np.int64))


@pytest.mark.parametrize("columns", [2, 3, 5])
@pytest.mark.parametrize("digits", [2, 3, 6])
@pytest.mark.parametrize("rows", [100, 2000])
def test_measured_rows_are_not_between_others(columns: int, digits: int, rows: int) -> None:
    rng = np.random.default_rng([columns, digits, rows])
    along = np.outer(rng.random(rows), rng.random(columns)) + 0.02 * rng.normal(size=(rows, columns))
    lattice = rng.integers(0, 200, (rows, columns)) / 100
    for x in (rng.random((rows, columns)), rng.normal(size=(rows, columns)), along, lattice):
        assert not between_rows(x.round(digits), rng.integers(0, 2, rows))


def test_known_tables_are_not_between() -> None:
    for table in (load_iris(), load_wine(), load_breast_cancer()):
        assert not between_rows(table.data, table.target)
