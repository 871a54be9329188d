"""Scenarios of operation that are the tests, or some of them: to the digit, or with a little noise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.of_tests import judge_scenarios

Array = np.ndarray[Any, Any]
RNG = np.random.default_rng(0x17)
SIZE = np.array([2.0, 30.0])


def drawn(rows: int, digits: int = 4) -> Array:
    return np.round(RNG.uniform(size=(rows, 2)) * SIZE, digits)


def noted(operation: Array, tests: Array) -> str:
    intake = Intake()
    judge_scenarios("operation.csv", operation, tests, intake)
    return intake.signs[0].severity if intake.signs else ""


TESTS = drawn(600)
AGAIN: dict[str, tuple[Array, str]] = {
    "some": (np.concatenate([drawn(499), TESTS[:200]]), "suspicious"),
    "half": (np.concatenate([drawn(350), TESTS[250:]]), "suspicious"),
    "beside-a-parked-vehicle": (
        np.concatenate([drawn(350), TESTS[250:], np.tile([1.2345, 2.5], (900, 1))]),
        "suspicious",
    ),
    "all": (RNG.permutation(TESTS), "fails"),
    **{
        f"noise-{noise:g}": (TESTS + noise * SIZE * RNG.normal(size=TESTS.shape), "fails")
        for noise in (1e-5, 5e-5, 2e-4, 5e-4)
    },
    "half-with-noise": (
        np.concatenate([drawn(300), TESTS[:300] + 1e-4 * SIZE * RNG.normal(size=(300, 2))]),
        "suspicious",
    ),
}


@pytest.mark.parametrize("name", AGAIN)
def test_operation_that_holds_tests(name: str) -> None:
    operation, severity = AGAIN[name]
    assert noted(operation, TESTS) == severity


def walk(rows: int, step: float) -> Array:
    return np.abs(np.cumsum(RNG.normal(size=(rows, 2)) * step, axis=0) % 2 - 1) * SIZE


@pytest.mark.parametrize("seed", range(10))
def test_operation_of_its_own(seed: int) -> None:
    rows = 60 * (seed + 1)
    assert not noted(drawn(rows), TESTS)
    assert not noted(drawn(rows, 2), drawn(600, 2)), "values of few digits meet"
    assert not noted(drawn(rows, 1), drawn(600, 1))
    assert not noted(walk(rows, 0.002), drawn(30)), "a slow journey past a few tests"
    assert not noted(walk(rows, 0.05), walk(600, 0.05))


def test_a_record_of_operation_that_the_tests_were_chosen_from() -> None:
    record = drawn(2000)
    assert not noted(record, record[:600])
    assert noted(record[:1500], record[:600]) == "suspicious"
