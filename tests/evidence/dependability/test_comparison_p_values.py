"""p-values of predicted against observed runs are valid: of honest runs at most a share ``a`` has one of ``a`` or less."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.dependability.comparison import compare, difference_p_value
from casegen_evidence.dependability.conditions import Product
from casegen_evidence.dependability.domain import Domain, Numeric
from casegen_evidence.dependability.marginals import Uniform
from casegen_evidence.dependability.partition import grid
from casegen_evidence.dependability.prediction import Share, predict
from casegen_evidence.dependability.scenarios import ScenarioTests

LINE = Domain((Numeric("x", 0.0, 4.0),))
UNIFORM = Product(LINE, (Uniform(0, 4),))
RATES = np.array([[0.001, 0.02], [0.125, 0.0], [0.3, 0.2], [0.97, 0.02], [0.0, 0.05]])
"""task failures and harmful failures"""


def known(value: float) -> Share:
    return Share(value, value, value)


def outcomes(x: np.ndarray, rates: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    own, u = rates[np.minimum(x.astype(int), 3)], rng.random(len(x))
    return np.where(u < own[:, 0], 1, np.where(u < own.sum(axis=1), 2, 0)).astype(np.int8)


def p_values(seed: int) -> tuple[float, ...]:
    """p-values of runs of the same rates as the tests."""
    rng = np.random.default_rng([seed, 44])
    n, runs, end = (
        int(rng.choice([30, 200, 2000])),
        int(rng.choice([3, 20, 200, 5000])),
        rng.choice([2.0, 4.0]),
    )
    rates, x = RATES[rng.integers(len(RATES), size=4)], 4 * rng.random(n)
    tests = ScenarioTests(LINE, x[:, None], outcomes(x, rates, rng))
    seen = outcomes(end * rng.random(runs), rates, rng)
    stated = UNIFORM if rng.random() < 0.5 else None
    operating = Product(LINE, (Uniform(0, end),))
    prediction = predict(tests, grid(LINE, 4), operating, 0.95, stated, restated=False)
    return tuple(r.p_value for r in compare(tests, prediction, np.bincount(seen, minlength=3).tolist()))


def test_of_honest_runs_few_have_a_small_p_value() -> None:
    """By the estimated standard error 5 % were at most .01, and 3 % at most .001."""
    p = np.array([p_values(seed) for seed in range(400)])
    for level in (0.01, 0.05, 0.2):
        assert (p <= level).mean(axis=0).max() <= level


def test_a_known_prediction_is_tested_exactly_but_for_its_own_share() -> None:
    """20 of 20 at 7/8: chance .069 on one side; the estimated standard error of runs that all end alike said .001."""
    at = difference_p_value(lambda confidence: known(0.875), 20, 20)
    assert at == pytest.approx(2 * 0.875**20 / 0.9, rel=1e-6)
    assert difference_p_value(lambda confidence: known(0.875), 17, 20) == 1
    assert difference_p_value(lambda confidence: known(0.5), 0, 5000) < 3e-12


def test_runs_that_differ_have_a_small_p_value() -> None:
    rng = np.random.default_rng(1)
    x = 4 * rng.random(5000)
    tests = ScenarioTests(LINE, x[:, None], outcomes(x, np.full((4, 2), 0.05), rng))
    prediction = predict(tests, grid(LINE, 4), UNIFORM, 0.95, UNIFORM)
    assert min(r.p_value for r in compare(tests, prediction, [800, 100, 100])) < 1e-5
    assert min(r.p_value for r in compare(tests, prediction, [900, 50, 50])) > 0.2
