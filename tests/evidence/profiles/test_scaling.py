"""Tables that were each scaled by themselves, in any usual way, and those that one scaling was applied to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from casegen_evidence.profiles.scaling import scaled_apart

Array = np.ndarray[Any, Any]
Scaling = Callable[[Array, Array], Array]
"""what becomes of a table by the numbers of another"""
NAMES = ("a", "b", "c")


def _minmax(x: Array, by: Array) -> Array:
    return (x - by.min(axis=0)) / (by.max(axis=0) - by.min(axis=0))


def _robust(x: Array, by: Array) -> Array:
    low, middle, high = np.quantile(by, [0.25, 0.5, 0.75], axis=0)
    return (x - middle) / (high - low)


def _ranks(x: Array, by: Array) -> Array:
    return np.stack(
        [np.searchsorted(np.sort(b), c, side="right") for b, c in zip(by.T, x.T, strict=True)], axis=1
    )


SCALINGS: dict[str, Scaling] = {
    "mean and deviation": lambda x, by: (x - by.mean(axis=0)) / by.std(axis=0),
    "mean and deviation of a sample": lambda x, by: (x - by.mean(axis=0)) / by.std(axis=0, ddof=1),
    "0 to 1": _minmax,
    "-1 to 1": lambda x, by: 2 * _minmax(x, by) - 1,
    "0 to 255": lambda x, by: 255 * _minmax(x, by),
    "quartiles": _robust,
    "largest": lambda x, by: x / by.max(axis=0),
    "ranks": lambda x, by: 1.0 * _ranks(x, by),
    "shares of ranks": lambda x, by: _ranks(x, by) / len(by),
    "shares between ranks": lambda x, by: (_ranks(x, by) - 0.5) / len(by),
}


def drawn(n: int, seed: int) -> Array:
    return np.random.default_rng(seed).gamma(3.0, [1.0, 4.0, 0.3], (n, 3))


@pytest.mark.parametrize("how", SCALINGS)
def test_tables_that_were_scaled_by_themselves(how: str) -> None:
    one, other = drawn(300, 1), 1.3 * drawn(500, 2)
    assert scaled_apart(SCALINGS[how](one, one), SCALINGS[how](other, other), NAMES)


@pytest.mark.parametrize("how", [how for how in SCALINGS if how not in ("largest", "ranks")])
def test_one_column_that_was_scaled_by_itself(how: str) -> None:
    one, other = drawn(300, 1), drawn(500, 2)
    for x in (one, other):
        x[:, 1] = SCALINGS[how](x, x)[:, 1].round(5)
    assert scaled_apart(one, other, NAMES).startswith("in both tables column b ")


@pytest.mark.parametrize("how", SCALINGS)
@pytest.mark.parametrize("digits", [2, 4, 9])
def test_tables_of_one_scaling(how: str, digits: int) -> None:
    for seed in range(5):
        one, other = drawn(300, seed), drawn(500, 90 + seed)
        both = np.concatenate([one, other])
        for by in (one, both):
            mine, its = (SCALINGS[how](x, by).round(digits) for x in (one, other))
            assert not scaled_apart(mine, its, NAMES)


def test_columns_that_end_there_by_nature() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        one, other = (
            np.stack(
                [
                    rng.random(n).round(2),  # shares of two digits
                    np.clip(rng.normal(0.5, 0.4, n), 0, 1),  # a sensor that stops at its ends
                    rng.integers(0, 256, n),  # grey levels
                    np.arange(n) + 1,  # the number of the row
                ],
                axis=1,
            )
            for n in (200, 350)
        )
        assert not scaled_apart(one, other, (*NAMES, "d"))
