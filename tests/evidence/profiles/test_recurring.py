"""Places that recur along a feature: each part is too small for windows, all together may be half of operation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from casegen_evidence.profiles.recurring import Recurring, compare_recurring

Array = np.ndarray
SEEN = 0.01 / 8
"""level of one test of eight"""
WORLDS: dict[str, tuple[Callable[[np.random.Generator, int], Array], Callable[[Array], Array], float]] = {
    "nights of a month": (lambda rng, n: rng.uniform(0, 30, n), lambda x: x % 1 > 0.5, 1.0),
    "nights of two years": (lambda rng, n: rng.uniform(0, 730, n), lambda x: x % 1 > 0.5, 1.0),
    "six hours of each day": (lambda rng, n: rng.uniform(0, 30, n), lambda x: x % 1 > 0.75, 1.0),
    "odd channels of twenty": (lambda rng, n: rng.integers(0, 20, n) * 1.0, lambda x: x % 2 == 1, 2.0),
    "odd channels of two thousand": (
        lambda rng, n: rng.integers(0, 2000, n) * 1.0,
        lambda x: x % 2 == 1,
        2.0,
    ),
    "odd channels of a million": (lambda rng, n: rng.integers(0, 10**6, n) * 1.0, lambda x: x % 2 == 1, 2.0),
    "every fifth of a million": (lambda rng, n: rng.integers(0, 10**6, n) * 1.0, lambda x: x % 5 < 2, 5.0),
    "nights of ten years in seconds": (
        lambda rng, n: 1.6e9 + rng.uniform(0, 86_400 * 3650, n),
        lambda x: x % 86_400 > 43_200,
        86_400.0,
    ),
    "every third of two hundred": (lambda rng, n: rng.integers(0, 200, n) * 1.0, lambda x: x % 3 == 1, 3.0),
    "nights beside a far row": (
        lambda rng, n: np.append(rng.uniform(0, 30, n - 1), 1e6),
        lambda x: x % 1 > 0.5,
        1.0,
    ),
}


def compared(name: str, kept: float, seed: int = 1, strata: int = 1) -> tuple[Recurring, Recurring]:
    draw, inside, _ = WORLDS[name]
    rng = np.random.default_rng([seed, len(name)])
    drawn, operation = draw(rng, 4000), draw(rng, 900)
    labelled = drawn[~inside(drawn) | (rng.random(4000) < kept)][:700]
    first, second = (np.column_stack([x, rng.random(len(x))]) for x in (labelled, operation))
    result = compare_recurring(
        first, second, rng, (rng.integers(0, strata, 700), rng.integers(0, strata, 900))
    )
    assert result is not None
    return result


@pytest.mark.parametrize("name", WORLDS)
def test_a_place_that_recurs_is_seen(name: str) -> None:
    for result in compared(name, 0.1, strata=4):
        assert result.p_value < SEEN
        assert result.column == 0
        periods = WORLDS[name][2] / result.period
        assert abs(periods - round(periods)) < 0.02, result
        assert f"recur every {result.period:.4g} of when" in result.difference(("when", "other"))


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_what_is_met_as_often_is_not(name: str) -> None:
    p = [r.p_value for seed in range(5) for r in compared(name, 1.0, seed, strata=3)]
    assert min(p) > SEEN


@pytest.mark.slow
def test_the_level_holds() -> None:
    """p-values of like samples: at most as many below .1 as chance explains (.1 of 200, and four deviations)."""
    rng = np.random.default_rng(7)
    none = np.zeros(150, int)
    p = [compare_recurring(*rng.normal(size=(2, 150, 2)), rng, (none, none)) for _ in range(200)]
    assert sum(r is not None and r[0].p_value <= 0.1 for r in p) < 20 + 4 * 4.3


@pytest.mark.parametrize("decimals", [1, 2])
def test_another_resolution_is_no_other_place(decimals: int) -> None:
    rng = np.random.default_rng(8)
    first, second = rng.uniform(0, 30, (700, 1)).round(decimals), rng.uniform(0, 30, (900, 1))
    result = compare_recurring(first, second, rng, (np.zeros(700, int), np.zeros(900, int)))
    assert result is not None
    assert result[0].p_value > SEEN


def test_columns_of_few_values_have_nothing_that_recurs() -> None:
    rng = np.random.default_rng(9)
    first, second = rng.integers(0, 4, (50, 2)) * 1.0, rng.integers(0, 4, (90, 2)) * 1.0
    assert compare_recurring(first, second, rng, (np.zeros(50, int), np.zeros(90, int))) is None


def with_atoms(
    shares: tuple[float, float], at: tuple[float, ...], kept: float, strata: int = 3
) -> tuple[Recurring, Recurring]:
    """Two samples over thirty days; the given share of each lies at the atoms, and nights are kept in the first."""
    rng = np.random.default_rng([int(1000 * shares[0]), len(at)])
    drawn, operation = rng.uniform(0, 30, 4000), rng.uniform(0, 30, 900)
    labelled = drawn[(drawn % 1 < 0.5) | (rng.random(4000) < kept)][:700]
    for values, share in zip((labelled, operation), shares, strict=True):
        count = round(share * len(values))
        values[:count] = np.resize(at, count)
    columns = [rng.permutation(x)[:, None] for x in (labelled, operation)]
    result = compare_recurring(*columns, rng, (rng.integers(0, strata, 700), rng.integers(0, strata, 900)))
    assert result is not None
    return result


@pytest.mark.parametrize("shares", [(0.2, 0.27), (0.27, 0.2), (0.5, 0.58), (0.05, 0.09), (0.2, 0.5)])
@pytest.mark.parametrize("at", [(15.0,), (0.0,), (0.0, 30.0), (3.3, 11.7, 29.9)])
def test_a_difference_of_an_atoms_share_is_no_place_that_recurs(
    shares: tuple[float, float], at: tuple[float, ...]
) -> None:
    """The share of an atom is compared by windows; it would raise the powers of all periods at once."""
    assert min(r.p_value for r in with_atoms(shares, at, 1.0)) > SEEN


@pytest.mark.parametrize("at", [(15.0,), (0.0, 30.0)])
def test_what_recurs_beside_an_atom_is_seen(at: tuple[float, ...]) -> None:
    assert max(r.p_value for r in with_atoms((0.2, 0.2), at, 0.1)) < SEEN


def test_a_sample_that_lies_at_an_atom_as_a_whole_has_nothing_that_recurs() -> None:
    rng = np.random.default_rng(3)
    first, second = np.full((200, 1), 0.5), np.append(np.full(190, 0.5), rng.random(10))[:, None]
    result = compare_recurring(first, second, rng, (np.zeros(200, int), np.zeros(200, int)))
    assert result is not None
    assert result[0].p_value > SEEN


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [0.0, 1e-300, 5e-324, 1e-12, 1.0, 1e300])
@pytest.mark.parametrize("offset", [0.0, 1.0, -1e6])
def test_columns_that_differ_by_rounding_alone_have_nothing_that_recurs(offset: float, size: float) -> None:
    """Ten values, apart by so much and by no more than a sum of numbers rounds: they are one, without a warning."""
    rng = np.random.default_rng(3)
    first, second = (offset + size * rng.integers(0, 10, (n, 1)) for n in (50, 90))
    rounding = abs(offset) * 2e-16 * rng.integers(0, 10, (50, 1))
    for one in (first, first + rounding):
        result = compare_recurring(one, second, rng, (np.zeros(50, int), np.zeros(90, int)))
        if offset and size < 1e-10:
            assert result is None
        elif size:
            assert result is not None
            assert 0 < result[0].p_value <= 1
