"""Numerical functions called directly give the same numbers whatever the caller has set of numpy and of decimals."""

from __future__ import annotations

import decimal
import importlib
import inspect
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import casegen_evidence.bounds as b
import numpy as np
import pytest
from casegen_evidence.own_arithmetic import in_own_arithmetic

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


def _named_in_the_pages() -> dict[str, Any]:
    """Every function and class of the library that a page names: in backquotes, or imported in an example."""
    named: set[tuple[str, str]] = set()
    for page in (Path(__file__).parents[2] / "docs").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        for module, name in re.findall(r"\b(casegen_evidence(?:\.\w+)*)\.(\w+)", text):
            named.add((module, name))
        for module, names in re.findall(r"from (casegen_evidence(?:\.\w+)*) import ([\w, ]+)", text):
            named |= {(module, name.strip()) for name in names.split(",")}
    result = {}
    for module, name in sorted(named):
        try:
            result[f"{module}.{name}"] = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):  # a package, or a field of a class
            continue
    return result


NAMED = _named_in_the_pages()
ANSWERS_ONLY = {"casegen_evidence.method"}
"""modules of the interface that methods are written with: they hold numbers and compute none"""


def _computing() -> dict[str, Any]:
    return {
        name: one
        for name, one in NAMED.items()
        if inspect.isfunction(one) and one.__module__ not in ANSWERS_ONLY
    }


def test_pages_name_functions_of_each_package() -> None:
    packages = {name.split(".")[1] for name in _computing()}
    assert {"bounds", "dependability", "monitors", "nnmetrics", "profiles", "ram"} <= packages


@pytest.mark.parametrize("name", _computing())
def test_a_function_that_a_page_names_computes_by_itself(name: str) -> None:
    function = NAMED[name]
    assert hasattr(function, "__wrapped__"), "decorate it with in_own_arithmetic"
    assert not inspect.isgeneratorfunction(inspect.unwrap(function)), (
        "a generator computes after it has returned"
    )
    assert pickle.loads(pickle.dumps(function)) is function


def test_perturbations_compute_by_themselves() -> None:
    from casegen_evidence.monitors.perturbations import PERTURBATIONS, perturb

    pictures = np.full((2, 16, 16, 3), 1e-310)
    for name, function in PERTURBATIONS.items():
        assert hasattr(function, "__wrapped__"), name
        expected = perturb(pictures, name, 0.5, 1)
        with np.errstate(all="raise"):
            assert np.array_equal(perturb(pictures, name, 0.5, 1), expected), name


def test_methods_of_conditions_compute_by_themselves() -> None:
    from casegen_evidence.dependability.conditions import Product
    from casegen_evidence.dependability.domain import Domain, Numeric
    from casegen_evidence.dependability.marginals import Normal
    from casegen_evidence.dependability.partition import grid

    domain = Domain((Numeric("speed", 0, 1000, "m/s"),))
    expected = repr(Product(domain, (Normal(10, 1),)).masses(grid(domain, 20)))
    with np.errstate(all="raise"):
        assert repr(Product(domain, (Normal(10, 1),)).masses(grid(domain, 20))) == expected


def test_decimals_are_those_that_python_begins_with() -> None:
    third = in_own_arithmetic(lambda: decimal.Decimal(1) / 3)
    with decimal.localcontext(
        decimal.Context(prec=3, rounding=decimal.ROUND_UP, traps=[decimal.Inexact])
    ) as context:
        assert third() == decimal.Decimal("0.3333333333333333333333333333")
        assert decimal.getcontext() is context
        for name, call in CALLS.items():
            assert call() is not None, name


def test_what_is_drawn_and_counted_is_the_same_under_strict_settings() -> None:
    """One function of each package that pages name, with numbers below the smallest normal one."""
    from casegen_evidence.monitors.returns import model_errors, weighted_errors
    from casegen_evidence.nnmetrics.confusion import weighted_confusion
    from casegen_evidence.ram.paper import assemble

    tiny = np.array([1e-200, 1e-310, 0.5])
    calls: dict[str, Callable[[], Any]] = {
        "model_errors": lambda: model_errors([0, 1, 1], [0, 1, 0], [0, 0, 1]),
        "weighted_errors": lambda: weighted_errors(tiny, [0, 1, 0]),
        "assemble": lambda: assemble(tiny, tiny, tiny, tiny, 0.95),
        "weighted_confusion": lambda: weighted_confusion(
            ["a", "b", "b"], ["a", "b", "a"], {"b": {"a": 1e-310}, "a": {"b": 1.0}}
        ),
    }  # fmt: skip
    for name, call in calls.items():
        with np.errstate(all="warn", under="ignore"):
            expected = repr(call())
        with np.errstate(all="raise"), decimal.localcontext(decimal.Context(prec=3)):
            assert repr(call()) == expected, name
