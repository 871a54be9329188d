"""Tests where operation has nothing are a stratum of their own: they neither count for it nor look unlike it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from casegen_evidence.profiles.restatement import restate
from casegen_evidence.profiles.vacant import vacant_places


def sample(low: float, high: float, rows: int, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.uniform(low, high, rows), rng.integers(0, 2, rows)])


def test_places_without_operation() -> None:
    tests, pilot = sample(0, 10, 1600, 0), sample(0, 10, 400, 1)
    places = vacant_places(tests, pilot, sample(3, 7, 1200, 2))
    assert {axis for axis, *_ in places.spans} == {0}
    aside = places.inside(tests)
    assert np.array_equal(aside, (tests[:, 0] < 3) | (tests[:, 0] > 7)) or np.mean(aside) == pytest.approx(
        0.6, abs=0.02
    )
    assert not places.inside(sample(3.1, 6.9, 100, 3)).any()


def test_places_that_tests_and_operation_share_are_none() -> None:
    for seed in range(20):
        assert not vacant_places(
            sample(0, 10, 800, seed), sample(0, 10, 200, seed + 50), sample(0, 10, 900, seed + 99)
        ).spans


def test_a_category_that_operation_never_has() -> None:
    tests, dry = sample(0, 10, 1600, 0), sample(0, 10, 800, 2)
    dry[:, 1] = 0
    places = vacant_places(tests, sample(0, 10, 400, 1), dry)
    assert np.array_equal(places.inside(tests), tests[:, 1] == 1)


def test_where_nothing_is_left_to_compare_no_place_is_vacant() -> None:
    assert not vacant_places(sample(0, 10, 100, 0), sample(0, 10, 30, 1), sample(20, 30, 200, 2)).spans


def test_the_limit_of_their_mass_covers() -> None:
    """Tests that lie in the widest interval of operation choose the one of largest mass."""
    missed = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        operation = rng.random((200, 1))
        ends = np.concatenate([[0.0], np.sort(operation[:, 0]), [1.0]])
        widest = int(np.argmax(np.diff(ends)))
        tests = np.concatenate([np.full((300, 1), ends[widest : widest + 2].mean()), rng.random((300, 1))])
        places = vacant_places(tests, tests[::3], operation)
        assert places.spans
        missed += sum(min(high, 1.0) - max(low, 0.0) for _, low, high in places.spans) > places.mass(0.05)
    assert missed <= 300 * 0.05


@pytest.mark.parametrize("seed", range(3))
def test_operation_within_the_tests_is_like_them(seed: int) -> None:
    """Steps where operation begins and ends were taken for a difference within strata."""
    tests, operation = sample(0, 10, 2000, seed), sample(3, 7, 1500, seed + 50)
    compared = restate(tests[400:], tests[:400], operation, ("speed", "weather"), 0)
    assert compared.vacant.spans
    assert not compared.unlike_within
    failing_elsewhere = ((tests[400:, 0] < 3) | (tests[400:, 0] > 7)).astype(float)
    assert compared.limits(failing_elsewhere, 1.0, 0.95)[2] < 0.12
    assert compared.limits(1 - failing_elsewhere, 1.0, 0.95)[2] > 0.95


def test_a_thin_place_within_them_counts_as_before() -> None:
    """It is a stratum that the limit allows for, or a difference that bars."""
    tests, operation = sample(0, 10, 3000, 1), sample(3, 7, 1500, 51)
    place = (tests[:, 0] > 4.5) & (tests[:, 0] < 5)
    tests = tests[~(place & (np.arange(3000) % 10 > 0))]
    compared = restate(tests[600:], tests[:600], operation, ("speed", "weather"), 0)
    fails = ((tests[600:, 0] > 4.5) & (tests[600:, 0] < 5)).astype(float)
    assert compared.vacant.spans
    assert compared.unlike_within or compared.limits(fails, 1.0, 0.95)[2] >= 0.125
