"""Numerical functions called directly give the same numbers whatever the caller has set of numpy."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from typing import Any

import casegen_evidence.bounds as b
import numpy as np
import pytest

Z, SMALL = np.zeros(100), np.random.default_rng(2).random(200) * 0.1
W, F, T = np.array([0.2, 0.3, 0.5]), np.array([0, 1, 3]), np.array([50, 100, 1000])
CALLS: dict[str, Callable[[], Any]] = {
    "anytime_trials": lambda: (b.anytime_trials(0, 1000, 0.95), b.anytime_trials(5, 10**6, 0.999)),
    "anytime_hours": lambda: (b.anytime_hours(0, 1e5, 0.95), b.anytime_hours(3, 1e9, 0.99)),
    "betting_lower": lambda: b.betting_lower(SMALL, 0.95),
    "betting_upper": lambda: (b.betting_upper(SMALL, 0.95), b.betting_upper(Z, 0.999999)),
    "chernoff_lower": lambda: b.chernoff_lower(SMALL, 0.95),
    "chernoff_upper": lambda: (b.chernoff_upper(SMALL, 0.95), b.chernoff_upper(Z, 0.95)),
    "clopper_pearson": lambda: b.clopper_pearson([0, 1, 2], [10, 10**12, 2], 1 - 1e-12),
    "credible_limit": lambda: (b.credible_limit(1000, 0.95, 0.5, 0.0), b.credible_limit(10**9, 0.99, 0.9, 1e-10)),
    "fay_feuer": lambda: (b.fay_feuer(W, F, T, 0.95), b.fay_feuer(W, F * 0, T, 0.999)),
    "goodman": lambda: b.goodman([0, 5, 100], 0.95),
    "jeffreys": lambda: (b.jeffreys(0, 10**6, 0.95), b.jeffreys([0, 3], [3, 3], 0.99)),
    "kish": lambda: b.kish([1e-300, 1, 2]),
    "neyman": lambda: b.neyman(W, F, T, 100),
    "posterior_confidence": lambda: b.posterior_confidence(10**6, 1e-6, 0.5),
    "proportional": lambda: b.proportional(W, 100),
    "ratio_limits": lambda: b.ratio_limits(SMALL * 0.5, SMALL, 0.95, (0, 1), (0, 1), True),
    "stratified_upper": lambda: b.stratified_upper(W, [0.1, 1, 3], T, 0.95),
    "trials_needed": lambda: b.trials_needed(1e-6, 0.95, 0.5),
    "wilson": lambda: b.wilson(0, 10**9, 0.95),
    "worst_mean": lambda: b.worst_mean(10**6, 0.5, 1e-9),
    "zero_failures": lambda: b.zero_failures([1, 10, 10**12], 0.95),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_strict_settings_change_no_bound(name: str) -> None:
    expected = repr(CALLS[name]())
    with np.errstate(all="raise"):
        assert repr(CALLS[name]()) == expected
        assert np.geterr()["under"] == "raise"


def test_every_bound_computes_by_itself_and_travels_to_workers() -> None:
    for name in b.__all__:
        function = getattr(b, name)
        assert hasattr(function, "__wrapped__"), name
        assert not inspect.isgeneratorfunction(inspect.unwrap(function)), name
        assert pickle.loads(pickle.dumps(function)) is function


def test_a_prediction_computes_by_itself() -> None:
    """Masses of voxels far out in a tail are too small for a number."""
    from casegen_evidence.dependability.conditions import Product
    from casegen_evidence.dependability.domain import Domain, Numeric
    from casegen_evidence.dependability.marginals import Normal, Uniform
    from casegen_evidence.dependability.partition import grid
    from casegen_evidence.dependability.prediction import paper_estimate, predict
    from casegen_evidence.dependability.scenarios import ScenarioTests

    domain = Domain((Numeric("speed", 0, 100, "m/s"),))
    x = np.linspace(0.05, 99.95, 1000)[:, None]
    tests = ScenarioTests(domain, x, np.where(x[:, 0] > 90, 2, 0).astype("i1"))
    tested, operating = Product(domain, (Uniform(0, 100),)), Product(domain, (Normal(10, 1),))

    def answers() -> str:
        predicted = predict(tests, grid(domain, 10), operating, 0.95, tested)
        return repr((predicted.modes, paper_estimate(tests, grid(domain, 10), operating)))

    expected = answers()
    with np.errstate(all="raise"):
        assert answers() == expected
