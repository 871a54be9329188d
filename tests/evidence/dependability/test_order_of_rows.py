"""Limits that no order of the rows moves, and operation that is the tests although all numbers have few digits."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.dependability.conditions import Sampled
from casegen_evidence.dependability.domain import Categorical, Domain, Numeric
from casegen_evidence.dependability.partition import grid
from casegen_evidence.dependability.prediction import predict
from casegen_evidence.dependability.scenarios import ScenarioTests
from casegen_evidence.ordering import canonical_order
from casegen_evidence.tables.overlap import shared_rows

DOMAIN = Domain((Numeric("speed", 0.0, 10.0), Categorical("weather", ("dry", "rain"))))
N = 1500


def rows(seed: int, n: int = N, digits: int = 2) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.c_[np.round(rng.uniform(0, 10, n), digits), rng.integers(0, 2, n)]


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 2, 9])
def test_limits_do_not_depend_on_the_order_of_the_rows(digits: int) -> None:
    """Neither of the rows of operation nor of the tests; equal rows included."""
    x, operation = rows(1, digits=digits), rows(2, 1100, digits)
    operation[:, 0] *= 0.8
    modes = np.where(np.random.default_rng(3).random(N) < 0.002 * x[:, 0], 2, 0).astype(np.int8)

    def limits(tests: np.ndarray, seen: np.ndarray) -> list[float]:
        sampled = Sampled(DOMAIN, operation[seen])
        result = predict(
            ScenarioTests(DOMAIN, x[tests], modes[tests]), grid(DOMAIN, {"speed": 4}), sampled, 0.95
        )
        return [v for mode in result.modes for v in (mode.value, mode.lower, mode.upper)]

    want = limits(np.arange(N), np.arange(1100))
    for seed in range(3):
        rng = np.random.default_rng(seed)
        by_operation = limits(np.arange(N), rng.permutation(1100))
        assert by_operation == pytest.approx(want, abs=1e-12)
        assert limits(rng.permutation(N), rng.permutation(1100)) == pytest.approx(want, abs=1e-12)
    by_speed = limits(np.argsort(x[:, 0], kind="stable"), np.argsort(operation[:, 0], kind="stable"))
    assert by_speed == pytest.approx(want, abs=1e-12)


def test_the_canonical_order_is_mixed_and_one() -> None:
    x = rows(4)
    once = x[canonical_order(x)]
    assert np.array_equal(once, x[::-1][canonical_order(x[::-1])])
    assert abs(np.corrcoef(once[:, 0], np.arange(N))[0, 1]) < 0.1


@pytest.mark.parametrize("digits", [2, 3, 4, 6])
@pytest.mark.parametrize("kept", [2, 3, 4, 6])
def test_the_tests_are_known_again_however_they_are_rounded(digits: int, kept: int) -> None:
    x = rows(5, 2500, digits)
    again = np.c_[np.round(x[:, 0], min(kept, digits)), x[:, 1]][np.random.default_rng(6).permutation(2500)]
    assert shared_rows(again, x) > 0.5 * len(x)
    assert shared_rows(again[:1200], x) > 0.5 * 1200


@pytest.mark.parametrize("digits", [0, 1, 2])
@pytest.mark.parametrize(("n", "m"), [(2500, 2500), (1200, 2500), (300, 2500), (2500, 400), (60, 60)])
def test_other_rows_of_few_digits_are_not(n: int, m: int, digits: int) -> None:
    for seed in range(5):
        assert not shared_rows(rows(10 + seed, n, digits), rows(90 + seed, m, digits))


def test_a_grid_meets_itself() -> None:
    levels = np.stack(np.meshgrid(np.arange(50.0), np.arange(2.0)), axis=-1).reshape(-1, 2)
    assert not shared_rows(levels, levels[::-1])
    assert not shared_rows(np.repeat(levels, 3, axis=0), levels)
