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
    return oversampled_of(np.random.default_rng(columns).random((ROWS, columns)))


def oversampled_of(x: Any) -> Any:
    rng = np.random.default_rng(x.shape[1])
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


SHARED_LINES = {
    "a sensor at zero": lambda rng, n: _zeros(rng.random((n, 2)), rng, 1),
    "two sensors at zero": lambda rng, n: _zeros(_zeros(rng.random((n, 2)), rng, 0), rng, 1),
    "two of three at zero": lambda rng, n: _zeros(_zeros(rng.random((n, 3)), rng, 1), rng, 2),
    "cut at both ends": lambda rng, n: np.clip(rng.normal(size=(n, 2)), -1, 1),
    "twice the other": lambda rng, n: rng.random((n, 1)) * [1.0, 2.0],
    "twice the other, rounded": lambda rng, n: (rng.random((n, 1)) * [1.0, 2.0]).round(3),
    "the sum of two": lambda rng, n: rng.random((n, 2)) @ np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]),
    "a constant": lambda rng, n: rng.random((n, 3)) * [1.0, 1.0, 0.0],
    "a square": lambda rng, n: rng.random((n, 1)) ** np.array([1.0, 2.0]),
    "its positive part": lambda rng, n: (lambda x: np.hstack([x, np.maximum(x, 0)]))(rng.normal(size=(n, 1))),
    "steps of a sixtieth": lambda rng, n: rng.integers(0, 60, (n, 2)) / 60,
    "steps of a 150th": lambda rng, n: rng.integers(0, 150, (n, 2)) / 150,
    "a grid": lambda rng, n: np.stack(np.meshgrid(np.arange(20), np.arange(20)), -1).reshape(-1, 2) / 20,
    "a straight path": lambda rng, n: np.cumsum(np.repeat(rng.normal(size=(n // 20, 2)), 20, axis=0), axis=0),
}
"""measured rows that share lines without interpolation"""


def _zeros(x: Any, rng: np.random.Generator, column: int) -> Any:
    return np.where((rng.random(len(x)) < 0.4)[:, None] & (np.arange(x.shape[1]) == column), 0.0, x)


@pytest.mark.parametrize("lines", SHARED_LINES)
@pytest.mark.parametrize("rows", [200, 2000])
def test_rows_on_lines_that_they_share_are_not_between_others(lines: str, rows: int) -> None:
    rng = np.random.default_rng(rows)
    x = SHARED_LINES[lines](rng, rows)
    assert not between_rows(x, (x[:, 0] > np.median(x[:, 0])).astype(np.int64))
    assert not between_rows(x, rng.integers(0, 2, len(x)))


@pytest.mark.parametrize(
    "lines", ["a sensor at zero", "two sensors at zero", "cut at both ends", "the sum of two", "a constant"]
)
def test_interpolation_of_rows_that_share_lines_is_seen(lines: str) -> None:
    x = oversampled_of(SHARED_LINES[lines](np.random.default_rng(3), ROWS))
    assert between_rows(x, np.zeros(len(x), dtype=np.int64))
