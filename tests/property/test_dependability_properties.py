"""Properties of partitions, conditions and predictions for any domain, tests and operation."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.dependability.comparison import holm
from casegen_evidence.dependability.conditions import Product, merged
from casegen_evidence.dependability.domain import Categorical, Domain, Numeric
from casegen_evidence.dependability.marginals import Clipped, Normal, Truncated, Uniform, categories
from casegen_evidence.dependability.partition import grid, k_d, quantile
from casegen_evidence.dependability.prediction import predict
from casegen_evidence.dependability.safety import gain
from casegen_evidence.dependability.scenarios import ScenarioTests
from hypothesis import given, settings
from hypothesis import strategies as st

KIND = Categorical("kind", ("a", "b", "c"))
DOMAIN = Domain((Numeric("x", 0.0, 8.0), KIND, Numeric("y", -1.0, 1.0)))
TESTING = Product(DOMAIN, (Uniform(0, 8), categories(KIND, {"a": 0.4, "b": 0.3, "c": 0.3}), Uniform(-1, 1)))

marginals = st.one_of(
    st.builds(lambda m, s: Clipped(Normal(m, s), 0, 8), st.floats(-2, 10), st.floats(0.2, 5)),
    st.builds(lambda m, s: Truncated(Normal(m, s), 0, 8), st.floats(0, 8), st.floats(0.5, 5)),
    st.builds(lambda a, w: Uniform(a, a + w), st.floats(0, 6), st.floats(0.5, 2)),
    st.builds(Normal, st.floats(0, 8), st.floats(0.5, 5)),
)
kinds = st.sampled_from(["grid", "quantile", "k-d"])
shares = st.lists(st.floats(0.01, 1), min_size=3, max_size=3).map(lambda p: np.array(p) / np.sum(p))
conditions = st.builds(
    lambda m, p: Product(
        DOMAIN, (m, categories(KIND, dict(zip("abc", p.tolist(), strict=True))), Uniform(-1, 0.5))
    ),
    marginals,
    shares,
)


def some_tests(seed: int, n: int) -> ScenarioTests:
    rng = np.random.default_rng(seed)
    modes = rng.choice(3, n, p=rng.dirichlet([1, 1, 1])).astype(np.int8)
    return ScenarioTests(DOMAIN, TESTING.sample(rng, n), modes)


@pytest.mark.slow
@settings(max_examples=4, deadline=None)
@given(conditions, st.integers(0, 1000), st.integers(2, 300), kinds, st.booleans())
def test_prediction_is_a_distribution_with_ordered_limits(
    operating: Product, seed: int, n: int, kind: str, stated: bool
) -> None:
    tests = some_tests(seed, n)
    points, breaks = (
        merged([operating.points(), tests.tied()]),
        merged([operating.breaks(), TESTING.breaks()]),
    )
    if kind == "k-d":
        partition = k_d(DOMAIN, tests.scenarios, 3, points, breaks)
    elif kind == "quantile":
        partition = quantile(DOMAIN, tests.scenarios, 4, points, breaks)
    else:
        partition = grid(DOMAIN, 4, points, breaks)
    mass = operating.masses(partition)
    inside = operating.marginals[0].below(8.0) - operating.marginals[0].below(0.0)
    atoms = sum(operating.marginals[0].atoms().values())
    assert mass.sum() == pytest.approx(float(inside) + atoms)
    assert np.bincount(partition.assign(tests.scenarios), minlength=len(partition)).sum() == n
    result = predict(tests, partition, operating, 0.9, TESTING if stated else None)
    values = [m.value for m in result.modes]
    assert values[0] + values[1] + values[2] == 1.0
    assert values[2] + values[1] + values[0] == 1.0
    for mode in result.modes:
        assert 0 <= mode.lower <= mode.value <= mode.upper <= 1
    assert result.modes[2].value >= result.weights.uncovered - 1e-9
    assert result.weights.test.sum() == pytest.approx(result.weights.covered)
    assert result.effective <= n + 1e-9


@settings(max_examples=40, deadline=None)
@given(conditions, st.integers(0, 100))
def test_halving_keeps_the_mass(operating: Product, seed: int) -> None:
    from casegen_evidence.dependability.partition import halve

    tests = some_tests(seed, 200)
    partition = grid(DOMAIN, 3, operating.points(), operating.breaks())
    voxel = partition.assign(tests.scenarios)
    halves = halve(partition, voxel, tests.scenarios, (0, 1, 2))
    kept = np.bincount(
        halves.parent, weights=operating.half_masses(partition, halves), minlength=len(partition)
    )
    assert np.all(kept <= operating.masses(partition) + 1e-12)
    assert np.all(tests.scenarios >= halves.lower[halves.of] - 1e-12)
    assert np.all(tests.scenarios <= halves.upper[halves.of] + 1e-12)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 500), st.integers(0, 500), st.integers(1000, 5000), st.integers(1000, 5000))
def test_gain_is_ordered_and_reciprocal(k1: int, k2: int, n1: int, n2: int) -> None:
    result = gain((n1 - k1, 0, k1), (n2 - k2, 0, k2), 0.95)
    r, f = result.remaining, result.factor
    assert r.lower <= r.value <= r.upper
    assert f.lower <= f.value <= f.upper
    assert f.lower == pytest.approx(1 / r.upper)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_between_the_p_value_and_bonferroni(p: list[float]) -> None:
    adjusted = holm(p)
    for raw, new in zip(p, adjusted, strict=True):
        assert raw <= new <= min(1.0, raw * len(p)) or new == max(adjusted)
    assert min(adjusted) == pytest.approx(min(1.0, min(p) * len(p)))
