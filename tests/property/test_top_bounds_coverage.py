"""Randomised laboratory: no default bound of a top event covers significantly less than it says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom

from benchmarks.coverage.top_events import coverage, laboratory, random_problem, records_problem
from casegen.assessment.bounds import ConfidenceBox
from casegen.fta import CompiledTree, EventValues


@pytest.mark.parametrize(
    ("confidence", "problems"),
    [
        pytest.param(0.9, 1, marks=pytest.mark.slow),
        pytest.param(0.9, 10, marks=pytest.mark.slow),
        pytest.param(0.975, 10, marks=pytest.mark.slow),
    ],
)
def test_bounds_of_random_trees_cover(confidence: float, problems: int) -> None:
    rows = laboratory(problems, 30, confidence, seed=7)
    n, missed = sum(r.repetitions for r in rows), sum(r.missed for r in rows)
    assert n == 30 * problems
    assert missed <= binom.ppf(0.9999, n, 1 - confidence)
    for row in rows:
        assert row.missed <= binom.ppf(0.99999, row.repetitions, 1 - confidence)
    m, joint = sum(r.joint_repetitions for r in rows), sum(r.joint_missed for r in rows)
    assert joint <= binom.ppf(0.9999, max(1, m), 1 - confidence)
    ratios = [r.ratio for r in rows if not math.isnan(r.ratio)]
    assert ratios or problems < 10
    assert float(np.median([1.0, *ratios])) <= 1.0


@pytest.mark.slow
@pytest.mark.parametrize("trees", [(1, 2, 3, 10), pytest.param(tuple(range(11, 17)), marks=pytest.mark.slow)])
def test_limits_of_records_together_cover(trees: tuple[int, ...]) -> None:
    """Two to five records, trials or hours, of one size or of several, in a coherent tree: each repetition together."""
    rows = [coverage(records_problem(np.random.default_rng([1, 1, n])), 30, 0.9, 1 + n, 1) for n in trees]
    assert all(row.joint_repetitions == 30 for row in rows)
    for row in rows:
        assert row.joint_missed <= binom.ppf(0.99999, 30, 0.1)
    assert sum(r.joint_missed for r in rows) <= binom.ppf(0.9999, 30 * len(rows), 0.1)
    assert all(row.ratio <= 1.0 + 1e-9 for row in rows)
    assert min(row.ratio for row in rows) < 0.7


@pytest.mark.slow
def test_a_bound_that_freezes_its_inputs_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The laboratory is worth what it finds: the top at the inputs' points falls short by far."""

    def frozen(compiled: CompiledTree, values: EventValues, corners: ConfidenceBox) -> tuple[float, float]:
        p = compiled.probability(values.probability)
        return p, p

    monkeypatch.setattr("casegen.assessment.trees.top_range", frozen)
    row = coverage(random_problem(np.random.default_rng([7, 1])), 60, 0.9, 3)
    assert row.missed > binom.ppf(0.9999, 60, 0.1)
