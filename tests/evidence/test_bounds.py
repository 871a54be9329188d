"""Bounds against independent formulas, published numbers and exhaustive coverage."""

import math

import numpy as np
import pytest
from casegen_evidence import bounds
from scipy import stats


def _coverage(upper_of, n: int, p: float) -> float:
    k = np.arange(n + 1)
    return float(stats.binom.pmf(k, n, p)[upper_of(k) >= p].sum())


@pytest.mark.parametrize("n", [5, 30, 200])
@pytest.mark.parametrize("p", [1e-3, 0.02, 0.1, 0.5, 0.93])
def test_clopper_pearson_covers_exactly(n: int, p: float) -> None:
    def upper(k):
        return bounds.clopper_pearson(k, n, 0.975)[1]

    assert _coverage(upper, n, p) >= 0.975


def test_clopper_pearson_agrees_with_scipy() -> None:
    lower, upper = bounds.clopper_pearson([0, 3, 17, 20], 20, 0.975)
    for k, low, high in zip([0, 3, 17, 20], lower, upper, strict=True):
        ci = stats.binomtest(k, 20).proportion_ci(0.95, "exact")
        assert (low, high) == pytest.approx((ci.low, ci.high), abs=1e-12)


def test_wilson_agrees_with_scipy() -> None:
    lower, upper = bounds.wilson([0, 3, 17], 20, 0.975)
    for k, low, high in zip([0, 3, 17], lower, upper, strict=True):
        ci = stats.binomtest(k, 20).proportion_ci(0.95, "wilson")
        assert (low, high) == pytest.approx((ci.low, ci.high), abs=1e-12)


def test_jeffreys_is_the_beta_quantile() -> None:
    lower, upper = bounds.jeffreys(3, 50, 0.95)
    assert lower == pytest.approx(stats.beta(3.5, 47.5).ppf(0.05))
    assert upper == pytest.approx(stats.beta(3.5, 47.5).ppf(0.95))


@pytest.mark.slow
def test_wilson_and_jeffreys_can_fall_short_where_clopper_pearson_does_not() -> None:
    """Why the exact bound is the default: the upper limits of the others miss some true p."""
    p = np.linspace(1e-3, 0.2, 400)
    for method, short in ((bounds.wilson, True), (bounds.jeffreys, True), (bounds.clopper_pearson, False)):
        worst = min(_coverage(lambda k, m=method: m(k, 30, 0.975)[1], 30, q) for q in p)
        assert (worst < 0.975) is short


def test_zero_failures_closes_the_likelihood() -> None:
    upper = float(bounds.zero_failures(300, 0.95))
    assert (1 - upper) ** 300 == pytest.approx(0.05)
    assert upper == pytest.approx(float(bounds.clopper_pearson(0, 300, 0.95)[1]))


def test_no_trials_say_nothing() -> None:
    lower, upper = bounds.clopper_pearson(0, 0, 0.95)
    assert (lower, upper) == (0.0, 1.0)


def test_confidence_outside_the_open_interval_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(0, 1\)"):
        bounds.clopper_pearson(1, 10, 1.0)


def test_fay_feuer_with_one_cell_is_the_exact_poisson_limit() -> None:
    """Garwood's limit: χ² quantile with 2(k+1) degrees of freedom, halved."""
    _, upper = bounds.fay_feuer([1.0], [4], [1000], 0.975)
    assert upper == pytest.approx(stats.chi2.ppf(0.975, 10) / 2 / 1000)


def test_fay_feuer_reproduces_its_formula() -> None:
    """methods: U = (v+w²)/(2(y+w)) χ²_{1-α}(2(y+w)²/(v+w²))."""
    weights, k, n = np.array([0.5, 0.3, 0.2]), np.array([2, 0, 5]), np.array([100, 50, 400])
    w = weights / n
    y, v, m = w @ k, w**2 @ k, w.max()
    expected = (v + m**2) / (2 * (y + m)) * stats.chi2.ppf(0.95, 2 * (y + m) ** 2 / (v + m**2))
    assert bounds.fay_feuer(weights, k, n, 0.95)[1] == pytest.approx(expected)


def test_chernoff_with_no_failure_is_near_the_exact_limit() -> None:
    n = 1000
    upper = bounds.chernoff_upper(np.zeros(n), 0.975)
    exact = float(bounds.zero_failures(n, 0.975))
    assert upper == pytest.approx(exact, rel=1e-9)


def test_chernoff_of_ones_is_one() -> None:
    assert bounds.chernoff_upper(np.ones(10), 0.95) == 1.0
    assert bounds.chernoff_lower(np.zeros(10), 0.95) == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("distribution", ["bernoulli", "skewed", "uniform"])
def test_chernoff_covers_whatever_the_distribution(distribution: str) -> None:
    rng = np.random.default_rng(3)
    draw = {
        "bernoulli": (lambda: (rng.random(100) < 0.03).astype(float), 0.03),
        "skewed": (lambda: 0.4 * rng.beta(0.1, 3, 100), 0.4 * 0.1 / 3.1),
        "uniform": (lambda: 0.4 * rng.random(100), 0.2),
    }[distribution]
    ceiling = 1.0 if distribution == "bernoulli" else 0.4
    samples = [draw[0]() for _ in range(1000)]
    for upper in (bounds.chernoff_upper, bounds.betting_upper):
        assert np.mean([upper(x, 0.9, ceiling) >= draw[1] for x in samples]) >= 0.9


def test_betting_is_narrower_where_values_vary_less_than_failures() -> None:
    x = np.tile([0.0, 0.0, 0.0, 0.05, 0.1, 0.0, 0.0, 0.0, 0.2, 0.0], 30)
    assert bounds.betting_upper(x, 0.975) < 0.85 * bounds.chernoff_upper(x, 0.975)
    assert bounds.betting_lower(x, 0.975) > bounds.chernoff_lower(x, 0.975)


def test_betting_at_the_ends_of_the_range() -> None:
    assert bounds.betting_upper(np.ones(10), 0.95) == 1.0
    assert bounds.betting_lower(np.zeros(10), 0.95) == 0.0
    assert bounds.betting_upper(np.zeros(10), 0.95, 0.5) == pytest.approx(0.5 * (1 - 0.05**0.1))
    assert bounds.betting_upper(np.zeros(0), 0.95, 0.5) == 0.5
    assert bounds.betting_lower(np.zeros(0), 0.95) == 0.0
    with pytest.raises(ValueError, match="must lie in"):
        bounds.betting_upper(np.array([0.2, 0.6]), 0.95, 0.5)


def test_conservative_inference_is_the_worst_of_all_two_point_priors() -> None:
    """Any prior with Pr(Θ<=ε)=φ gives at least the formula's posterior confidence."""
    n, p, phi, eps = 500, 0.005, 0.6, 0.001
    least = bounds.posterior_confidence(n, p, phi, eps)
    rng = np.random.default_rng(0)
    for _ in range(300):
        good, bad = rng.random() * eps, eps + rng.random() * (0.05 - eps)
        below = phi * (1 - good) ** n + (1 - phi) * (1 - bad) ** n * (bad <= p)
        total = phi * (1 - good) ** n + (1 - phi) * (1 - bad) ** n
        assert below / total >= least - 1e-12


def test_trials_needed_is_the_smallest_number() -> None:
    n = bounds.trials_needed(1e-3, 0.99, 0.5, 1e-4)
    assert bounds.posterior_confidence(n, 1e-3, 0.5, 1e-4) >= 0.99
    assert bounds.posterior_confidence(n - 1, 1e-3, 0.5, 1e-4) < 0.99


def test_trials_needed_is_none_when_the_prior_suffices() -> None:
    assert bounds.trials_needed(1e-3, 0.9, 0.95) == 0


def test_worst_mean_beats_random_priors_and_is_attained() -> None:
    n, phi = 200, 0.7
    worst = bounds.worst_mean(n, phi)
    q = np.linspace(0, 1, 200_001)[1:-1]
    bad = (1 - q) ** n
    assert worst == pytest.approx(np.max((1 - phi) * q * bad / (phi + (1 - phi) * bad)), rel=1e-4)


@pytest.mark.parametrize("trials", [0, 1, 2, 17, 4000, 10**6, 10**9])
@pytest.mark.parametrize("at", [0.0, 1e-9, 1e-4, 0.01, 0.3])
@pytest.mark.parametrize("prior", [1e-6, 0.05, 0.5, 0.95, 1 - 1e-9])
def test_worst_mean_is_that_of_a_fine_grid(trials: int, at: float, prior: float) -> None:
    """By the likelihoods themselves, over rates from far below 1/n to 1, however large ``n * at`` is."""
    above = np.unique(
        np.concatenate([np.geomspace(1e-4 / (trials + 1), 1, 200_001), np.linspace(0, 1, 2001)[1:]])
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.exp(trials * np.log1p(-above)) if trials else np.ones_like(above)
    left = (1 - prior) * ratio / (prior + (1 - prior) * ratio)
    grid = float(np.max(above * left))
    excess = (bounds.worst_mean(trials, prior, at) - at) / (1 - at)
    rounding = 4e-16 / (1 - at)  # of the sum with ``at``
    assert grid * (1 - 1e-12) - rounding <= excess <= grid * (1 + 1e-7) + rounding


def test_worst_mean_where_all_rates_are_near_the_one_believed_in() -> None:
    """The rest of the belief may sit just above ``at``, which many trials speak against as much as against ``at``."""
    n, phi, at = 2000, 0.5, 0.3
    q = np.linspace(at, at + 0.02, 400_001)
    ratio = np.exp(n * (np.log1p(-q) - np.log1p(-at)))
    grid = np.max((phi * at + (1 - phi) * q * ratio) / (phi + (1 - phi) * ratio))
    assert bounds.worst_mean(n, phi, at) == pytest.approx(grid, rel=1e-9)
    assert bounds.worst_mean(n, phi, at) > at


def test_same_profiles_give_the_plain_zero_failure_limit() -> None:
    weights = np.array([0.5, 0.3, 0.2])
    upper = bounds.zero_failures_profiles(weights, 1000 * weights, 0.95)
    assert upper == pytest.approx(float(bounds.zero_failures(1000, 0.95)))


def test_different_profiles_against_direct_optimisation() -> None:
    from scipy.optimize import minimize

    weights, trials = np.array([0.7, 0.2, 0.1]), np.array([20.0, 100.0, 3.0])
    result = minimize(
        lambda p: -(weights @ p),
        np.full(3, 0.01),
        bounds=[(0, 1 - 1e-9)] * 3,
        constraints={"type": "ineq", "fun": lambda p: trials @ np.log1p(-p) - np.log(0.05)},
    )
    assert bounds.zero_failures_profiles(weights, trials, 0.95) == pytest.approx(-result.fun, rel=1e-6)


def test_untested_cells_count_as_failing() -> None:
    assert bounds.zero_failures_profiles([0.9, 0.1], [10**9, 0], 0.95) == pytest.approx(0.1, rel=1e-6)


def test_goodman_published_example() -> None:
    """Goodman (1965) intervals as statsmodels documents them; here against the formula's quadratic."""
    counts = np.array([56, 72, 73, 59, 62, 87, 58])
    lower, upper = bounds.goodman(counts, 0.95)
    n, a = counts.sum(), stats.chi2.ppf(1 - 0.05 / 7, 1)
    for limit in (lower, upper):
        assert (counts / n - limit) ** 2 == pytest.approx(a * limit * (1 - limit) / n)
    assert np.all(lower < counts / n)
    assert np.all(upper > counts / n)


def test_goodman_covers_all_at_once() -> None:
    rng = np.random.default_rng(1)
    p = np.array([0.6, 0.25, 0.1, 0.05])
    counts = rng.multinomial(300, p, size=2000)
    hits = 0
    for row in counts:
        lower, upper = bounds.goodman(row, 0.9)
        hits += bool(np.all((lower <= p) & (p <= upper)))
    assert hits / 2000 >= 0.89


def test_allocation_is_proportional_with_its_floor() -> None:
    counts = bounds.proportional([0.9, 0.1, 0.0], 1000, 5)
    assert counts.tolist() == [900, 100, 0]
    assert bounds.proportional([0.999, 0.001], 100, 5).tolist() == [100, 5]


def test_second_pass_goes_where_failures_were_seen() -> None:
    first = bounds.neyman([0.5, 0.5], [0, 3], [10, 10], 1000)
    assert first[1] > 2 * first[0]
    assert bounds.neyman([0.5, 0.5], [0, 0], [10, 10], 1000).tolist() == [500, 500]


def test_kish_of_equal_weights_is_their_number() -> None:
    assert bounds.kish(np.full(7, 0.3)) == pytest.approx(7)
    assert bounds.kish([1, 0, 0]) == 1


def test_linearised_with_equal_weights_is_the_t_interval() -> None:
    x = np.array([0.1, 0.4, 0.2, 0.25, 0.05])
    value, lower, upper = bounds.linearised(np.ones(5), x, 0.975)
    half = stats.t.ppf(0.975, 4) * x.std(ddof=1) / np.sqrt(5)
    assert (value, upper - value, value - lower) == pytest.approx((x.mean(), half, half))


@pytest.mark.parametrize("trials", [3_346_583, 32_910_890, 491_697_677, 1_441_730_631, 10**12])
@pytest.mark.parametrize("failures", [1, 2, 5])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_limits_of_many_trials_lie_on_the_safe_side(trials: int, failures: int, confidence: float) -> None:
    """SciPy's quantile alone lies up to 2e-8 below the limit here: at the bound so few failures must be rare enough."""
    upper = float(bounds.clopper_pearson(failures, trials, confidence)[1])
    terms = [math.exp(trials * math.log1p(-upper))]
    for k in range(failures):
        terms.append(terms[-1] * (trials - k) / (k + 1) * upper / (1 - upper))
    reached = math.fsum(terms) / (1 - confidence)
    assert 1 - 1e-5 < reached <= 1 + 1e-13


@pytest.mark.slow
@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("trials", [10, 50])
def test_a_larger_total_of_one_stratum_never_has_a_smaller_limit(counts: bool, trials: int) -> None:
    """At whole totals the limit was Clopper–Pearson's, and just below them a larger one."""
    near = [k + d for k in (0, 2, 3) for d in (-1e-3, -1e-6, 0.0, 1e-10, 1e-3) if k + d >= 0]
    totals = sorted([*np.linspace(0, trials, 11), *near])
    limits = [bounds.stratified_upper([0.7], [t], [trials], 0.95, counts=counts) for t in totals]
    assert (np.diff(limits) >= 0).all()
    exact = 0.7 * bounds.clopper_pearson([0, 2], trials, 0.95)[1]
    whole = [bounds.stratified_upper([0.7], [t], [trials], 0.95, counts=counts) for t in (0, 2)]
    assert whole[0] == pytest.approx(exact[0])
    assert whole[1] == pytest.approx(exact[1]) if counts else whole[1] > exact[1]
    least = [bounds.stratified_lower([0.7], [t], [trials], 0.95, counts=counts) for t in totals]
    assert (np.diff(least) >= -1e-12).all()


@pytest.mark.slow
def test_a_larger_total_of_several_strata_never_has_a_smaller_limit() -> None:
    for masses, trials in (([0.5, 0.5], [50, 50]), ([0.9, 0.1], [50, 20]), ([0.3, 0.3, 0.4], [10, 1000, 50])):
        for axis in range(len(masses)):
            totals = np.zeros((24, len(masses)))
            totals[:, axis] = sorted(
                [*np.linspace(0, 5, 12), *(k + d for k in (1, 2, 3) for d in (-1e-6, 0, 1e-6, 1e-3))]
            )
            limits = [bounds.stratified_upper(masses, t, trials, 0.95) for t in totals]
            assert (np.diff(limits) >= -1e-9).all()
