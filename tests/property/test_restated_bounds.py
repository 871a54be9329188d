"""The limit of Σ M_i p_i with both from counts: covers by enumeration, never below the estimate, narrower than apart."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from casegen_evidence.bounds import clopper_pearson, stratified_upper
from casegen_evidence.bounds.restated import Plan, planned, restated_upper
from scipy.stats import binom

INPUTS, TRIALS = 12, (7, 5)


@pytest.mark.parametrize("stake", [0.2, 0.6])
def test_covers_by_enumeration_of_all_outcomes(stake: float) -> None:
    """Two strata: every count of inputs and failures, each mass and rate of a grid."""
    plan, confidence = Plan(np.array([0.5, 0.5]), stake), 0.9
    shape = (INPUTS + 1, TRIALS[0] + 1, TRIALS[1] + 1)
    limit = np.empty(shape)
    for k, a, b in product(*(range(s) for s in shape)):
        limit[k, a, b] = restated_upper(plan, [INPUTS - k, k], [a, b], TRIALS, confidence, 1e-4)
    least = 1.0
    for mass, p, q in product((0.02, 0.1, 0.3, 0.6, 0.95), (0.0, 0.05, 0.2, 0.5, 1.0), (0.0, 0.1, 0.4, 0.8)):
        chance = [
            binom.pmf(np.arange(size), size - 1, v) for size, v in zip(shape, (mass, p, q), strict=True)
        ]
        covered = limit >= (1 - mass) * p + mass * q - 1e-12
        least = min(least, float(np.einsum("i,j,k,ijk->", *chance, covered)))
    assert least >= confidence
    assert limit.min() < 1  # it says something


def test_never_below_the_estimate_and_a_stratum_without_trials_counts_as_failing() -> None:
    rng = np.random.default_rng(3)
    for _ in range(40):
        trials = rng.integers(0, 40, 5).astype(float)
        totals = rng.binomial(trials.astype(int), rng.random(5)).astype(float)
        inputs = rng.multinomial(200, rng.dirichlet(np.ones(5))).astype(float)
        rate = np.divide(totals, trials, out=np.ones(5), where=trials > 0)
        plan = Plan(rng.dirichlet(np.ones(5)), float(rng.uniform(0.01, 0.9)))
        assert restated_upper(plan, inputs, totals, trials, 0.95, 1e-5) >= inputs @ rate / 200 - 1e-9
    assert restated_upper(Plan(np.array([1.0, 1.0]), 0.1), [50, 50], [0, 0], [0, 0], 0.95) == 1.0


def test_a_gap_costs_little_more_than_its_mass() -> None:
    """Failures nowhere but in a gap of 2 %: both limits by themselves (a fifth and four fifths of the error) are far wider."""
    inputs, trials = np.array([1560.0, 1576.0, 64.0]), np.array([200.0, 200.0, 0.0])
    together = restated_upper(planned(inputs, trials, 3200, 0.975), inputs, np.zeros(3), trials, 0.975)
    masses = clopper_pearson(inputs, inputs.sum(), 1 - 0.005 / 3)[1]
    apart = stratified_upper(masses, np.zeros(3), trials, 0.98)
    assert 0.02 + 0.0092 < together < 0.88 * apart


def test_refuses_what_are_no_counts() -> None:
    with pytest.raises(ValueError, match="totals between 0 and the number of trials"):
        restated_upper(Plan(np.array([1.0]), 0.1), [10], [3], [2], 0.95)
