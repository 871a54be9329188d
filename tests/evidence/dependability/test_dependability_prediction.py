"""Predictions against known truth, hand calculation, and bad input."""

from __future__ import annotations

import doctest

import casegen_evidence.dependability as room
import numpy as np
import pytest
from casegen_evidence.dependability.conditions import Product, Sampled, by_sampler, gaussian_copula, merged
from casegen_evidence.dependability.domain import Categorical, Domain, Numeric
from casegen_evidence.dependability.marginals import Clipped, Normal, Uniform, categories
from casegen_evidence.dependability.partition import grid, k_d, quantile
from casegen_evidence.dependability.prediction import alternatives, paper_estimate, predict, simultaneous
from casegen_evidence.dependability.problems import PROBLEMS, UNIFORM, Known, partition_for, repeat
from casegen_evidence.dependability.scenarios import ScenarioTests
from casegen_evidence.method import InputProblem

LINE = Domain((Numeric("x", 0.0, 4.0),))


def line_tests(x: list[float], modes: list[int]) -> ScenarioTests:
    return ScenarioTests(LINE, np.array(x)[:, None], np.array(modes, dtype=np.int8))


def test_docstring_runs() -> None:
    assert doctest.testmod(room).failed == 0


def test_paper_equations_by_hand() -> None:
    """Eqns 6–12 on four voxels: rates 0, 1/2 task, 1/2 harm, 1 harm; operation uniform over [1, 4]."""
    tests = line_tests([0.1, 0.9, 1.1, 1.9, 2.1, 2.9, 3.1, 3.9], [0, 0, 1, 0, 2, 0, 2, 2])
    operating = Product(LINE, (Uniform(1, 4),))
    result = paper_estimate(tests, grid(LINE, 4), operating)
    assert result == pytest.approx([1 / 3, 1 / 6, 1 / 2])
    prediction = predict(tests, grid(LINE, 4), operating, 0.95)
    assert [m.value for m in prediction.modes] == pytest.approx([1 / 3, 1 / 6, 1 / 2])


@pytest.mark.slow
def test_density_ratio_removes_the_bias_within_a_voxel() -> None:
    """One voxel; harm below 1; operation uniform on [0, 4] was tested with density falling as 1/(2 sqrt x)."""
    rng = np.random.default_rng(1)
    x = 4 * rng.random(40_000) ** 2
    tests = ScenarioTests(LINE, x[:, None], np.where(x < 1, 2, 0).astype(np.int8))

    class Root(Uniform):
        def density(self, x):  # type: ignore[no-untyped-def]
            return 1 / (4 * np.sqrt(np.asarray(x)))

    operating = Product(LINE, (Uniform(0, 4),))
    plain = predict(tests, grid(LINE, 1), operating, 0.95)
    weighted = predict(tests, grid(LINE, 1), operating, 0.95, Product(LINE, (Root(0, 4),)))
    assert plain.modes[2].value == pytest.approx(0.5, abs=0.01)
    assert weighted.modes[2].value == pytest.approx(0.25, abs=0.01)
    assert weighted.modes[2].lower <= 0.25 <= weighted.modes[2].upper
    assert plain.modes[2].lower <= 0.25, "the halving shift widens the limits of equal weights"


def test_modes_sum_to_one_exactly_in_any_order() -> None:
    rng = np.random.default_rng(3)
    for number in range(30):
        tests = PROBLEMS[1].tests(rng, 200 + number, 20)
        result = predict(
            tests, partition_for(PROBLEMS[1], tests, "grid"), PROBLEMS[1].operating, 0.9, UNIFORM
        ).modes
        d, t, h = (m.value for m in result)
        assert d + t + h == 1.0
        assert h + t + d == 1.0
        assert (d + h) + t == 1.0


def test_uncovered_mass_is_harmful_in_the_value_and_absent_from_the_lower_limit() -> None:
    tests = line_tests([0.1, 0.2, 1.1, 1.2, 2.1, 2.2], [0, 0, 0, 0, 0, 0])
    result = predict(tests, grid(LINE, 4), Product(LINE, (Uniform(2, 4),)), 0.95)
    assert result.weights.uncovered == pytest.approx(0.5)
    success, task, harm = result.modes
    assert (success.value, task.value, harm.value) == (0.5, 0.0, 0.5)
    assert harm.lower == 0.0
    assert task.upper >= 0.5
    assert success.upper == 1.0


def test_mass_outside_the_domain_is_uncovered() -> None:
    tests = line_tests([0.5, 1.5, 2.5, 3.5], [0, 0, 0, 0])
    result = predict(tests, grid(LINE, 4), Product(LINE, (Normal(4, 1),)), 0.95)
    assert result.weights.outside == pytest.approx(0.5, abs=1e-4)
    assert result.modes[2].value == pytest.approx(0.5, abs=1e-4)


@pytest.mark.slow
def test_clipping_makes_atoms_with_strata_of_their_own() -> None:
    """N(3, 2²) clipped to [0, 10]: 6.7 % at 0 (methods: paper 000, Table 1)."""
    marginal = Clipped(Normal(3, 2), 0, 10)
    assert marginal.atoms()[0] == pytest.approx(0.0668072)
    domain = Domain((Numeric("v", 0, 10),))
    operating = Product(domain, (marginal,))
    with_atoms = grid(domain, 10, operating.points(), operating.breaks())
    assert len(with_atoms) == 12
    assert operating.masses(with_atoms).sum() == pytest.approx(1.0)
    assert operating.masses(grid(domain, 10)).sum() == pytest.approx(1.0)
    x = np.linspace(0.005, 9.995, 1000)
    never_at_zero = ScenarioTests(domain, x[:, None], np.zeros(1000, dtype=np.int8))
    result = predict(never_at_zero, with_atoms, operating, 0.95)
    assert result.weights.uncovered == pytest.approx(0.0668072 + marginal.atoms()[10])


@pytest.mark.slow
def test_tests_aimed_at_an_atom_are_not_mixed_with_their_neighbours() -> None:
    x = np.concatenate([np.linspace(0.005, 3.995, 400), np.zeros(100)])
    tests = ScenarioTests(LINE, x[:, None], (x == 0).astype(np.int8))
    assert tests.tied() == {"x": [0.0]}
    partition = grid(LINE, 4, tests.tied())
    result = predict(tests, partition, Product(LINE, (Uniform(0, 4),)), 0.95)
    assert result.modes[1].value == 0.0


@pytest.mark.slow
def test_categories_are_strata_and_reweight() -> None:
    weather = Categorical("weather", ("dry", "rain"))
    domain = Domain((weather, Numeric("x", 0, 1)))
    x = np.stack([np.repeat([0.0, 1.0], 50), np.tile(np.linspace(0.01, 0.99, 50), 2)], axis=1)
    tests = ScenarioTests(domain, x, np.repeat([0, 2], 50).astype(np.int8))
    wet = Product(domain, (categories(weather, {"dry": 0.25, "rain": 0.75}), Uniform(0, 1)))
    for partition in (grid(domain, 4), quantile(domain, x, 4), k_d(domain, x, 5)):
        assert predict(tests, partition, wet, 0.95).modes[2].value == pytest.approx(0.75)


@pytest.mark.parametrize("kind", ["grid", "quantile", "k-d"])
def test_partitions_hold_every_scenario_once_in_its_box(kind: str) -> None:
    rng = np.random.default_rng(5)
    x = UNIFORM.sample(rng, 3000)
    x[:40, 0] = 0.0
    points = {"v": [0.0, 5.0]}
    partition = {
        "grid": lambda: grid(UNIFORM.domain, 7, points),
        "quantile": lambda: quantile(UNIFORM.domain, x, 7, points),
        "k-d": lambda: k_d(UNIFORM.domain, x, 40, points),
    }[kind]()
    voxel = partition.assign(x)
    assert voxel.min() >= 0
    assert np.all(x >= partition.lower[voxel])
    assert np.all(x <= partition.upper[voxel])
    assert np.all((x[:, 0] == 0) == (partition.upper[voxel, 0] == 0))
    assert UNIFORM.masses(partition).sum() == pytest.approx(1.0)
    counts = np.bincount(voxel, minlength=len(partition))
    if kind == "k-d":
        assert counts[UNIFORM.masses(partition) > 0].min() >= 40
    corner = np.array([[10.0, 50.0], [0.0, 0.0], [10.1, 3.0]])
    assert (partition.assign(corner) >= 0).tolist() == [True, True, False]


def test_high_dimension_is_refused_by_the_grid_and_works_by_k_d() -> None:
    domain = Domain(tuple(Numeric(f"x{k}", 0, 1) for k in range(10)))
    rng = np.random.default_rng(2)
    x = rng.random((2000, 10))
    with pytest.raises(InputProblem, match="k-d partition"):
        grid(domain, 10)
    tests = ScenarioTests(domain, x, (2 * (x[:, 3] > 0.9)).astype(np.int8))
    operating = Product(domain, tuple(Uniform(0.5, 1) if k == 3 else Uniform(0, 1) for k in range(10)))
    testing = Product(domain, (Uniform(0, 1),) * 10)
    harm = predict(tests, k_d(domain, x, 50, breaks=operating.breaks()), operating, 0.95, testing).modes[2]
    assert harm.lower <= 0.2 <= harm.upper


@pytest.mark.slow
def test_joint_conditions_by_sampler_agree_with_the_product() -> None:
    problem = PROBLEMS[0]
    tests = problem.tests(np.random.default_rng(4), 5000, 50)
    partition = partition_for(problem, tests, "grid")
    exact = predict(tests, partition, problem.operating, 0.95, restated=False)
    drawn = predict(
        tests, partition, by_sampler(problem.operating.domain, problem.operating.sample, 200_000, 1), 0.95
    )
    for a, b in zip(exact.modes, drawn.modes, strict=True):
        assert a.value == pytest.approx(b.value, abs=0.002)
        assert b.upper >= b.value + (a.upper - a.value) - 0.002, "sampling widens the limits"


def test_gaussian_copula_keeps_marginals_and_correlates() -> None:
    joined = gaussian_copula(UNIFORM, {("v", "y"): 0.8}, 20_000, 1).scenarios
    assert np.corrcoef(joined.T)[0, 1] == pytest.approx(0.786, abs=0.02)  # rank correlation 6/π asin(.8/2)
    assert joined.mean(axis=0) == pytest.approx([5, 25], rel=0.02)
    with pytest.raises(InputProblem, match="correlation"):
        gaussian_copula(UNIFORM, {("v", "v"): 0.5}, 10, 1)


@pytest.mark.slow
def test_halving_shows_uneven_rates_along_their_dimension() -> None:
    x = np.linspace(0.001, 3.999, 4000)
    rate_falls = ScenarioTests(LINE, x[:, None], np.where(x < 0.5, 2, 0).astype(np.int8))
    falling = predict(rate_falls, grid(LINE, 1), Product(LINE, (Uniform(0, 2),)), 0.95)
    assert falling.halving.change[2] == pytest.approx(0.125, abs=1e-3)
    assert falling.allowance == pytest.approx(0.25, abs=2e-3)
    even = ScenarioTests(LINE, x[:, None], np.where(np.arange(4000) % 10 == 0, 2, 0).astype(np.int8))
    flat = predict(even, grid(LINE, 1), Product(LINE, (Uniform(0, 2),)), 0.95)
    assert abs(flat.halving.change[2]) <= 3 * flat.halving.error[2] + 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.name)
@pytest.mark.parametrize("kind", ["grid", "k-d"])
def test_limits_cover_the_known_truth(problem, kind: str) -> None:  # type: ignore[no-untyped-def]
    """One-sided 95 % limits; three standard errors of 100 repetitions are allowed below nominal."""
    share = repeat(problem, 1000, 100, 0.95, kind, seed=11)
    assert share.min() >= 0.95 - 3 * np.sqrt(0.95 * 0.05 / 100)


@pytest.mark.slow
@pytest.mark.parametrize("known", ["operating density", "samples"])
def test_limits_cover_when_less_is_known(known: Known) -> None:
    share = repeat(PROBLEMS[1], 1000, 50, 0.95, "grid", seed=12, known=known)
    assert share.min() >= 0.95 - 3 * np.sqrt(0.95 * 0.05 / 50)


def test_simultaneous_limits_contain_the_single_ones() -> None:
    tests = PROBLEMS[0].tests(np.random.default_rng(9), 2000, 50)
    result = predict(tests, partition_for(PROBLEMS[0], tests, "grid"), PROBLEMS[0].operating, 0.95, UNIFORM)
    names = dict(simultaneous(tests, result))
    for mode, (low, high) in zip(result.modes, names["Fay–Feuer, Bonferroni"], strict=True):
        assert low <= mode.lower
        assert mode.upper <= high
    for mode, (low, high) in zip(result.modes, names["Goodman at the effective sample size"], strict=True):
        assert low < mode.value < high
    for _, limits in alternatives(tests, result):
        assert all(low <= m.value <= high for m, (low, high) in zip(result.modes, limits, strict=True))


def test_points_and_breaks_of_several_conditions_are_joined() -> None:
    assert merged([{"v": [0.0]}, {"v": [0.0, 10.0], "y": [3.0]}]) == {"v": [0.0, 10.0], "y": [3.0]}


def test_bad_input_is_named() -> None:
    with pytest.raises(InputProblem, match="x in \\[0, 4\\]; scenario 2 has 5"):
        line_tests([1.0, 5.0], [0, 0])
    with pytest.raises(InputProblem, match="at least 2 scenario tests, found 1"):
        line_tests([1.0], [0])
    with pytest.raises(InputProblem, match="one mode"):
        line_tests([1.0, 2.0], [0, 3])
    weather = Categorical("weather", ("dry", "rain"))
    with pytest.raises(InputProblem, match=r"sum to 1; they sum to 0\.9"):
        categories(weather, {"dry": 0.2, "rain": 0.7})
    with pytest.raises(InputProblem, match="weather among dry, rain; found 'snow'"):
        categories(weather, {"snow": 1.0})
    tests = line_tests([1.0, 3.5], [0, 0])
    with pytest.raises(InputProblem, match=r"test 2 has x = 3\.5"):
        predict(tests, grid(LINE, 2), Product(LINE, (Uniform(0, 4),)), 0.95, Product(LINE, (Uniform(0, 3),)))
    with pytest.raises(InputProblem, match="operating scenarios"):
        Sampled(LINE, np.zeros((0, 1)))
