"""Splitting and its tilted starts against known answers, counted failures and openturns."""

import numpy as np
import pytest
from casegen_evidence.models import adapt
from casegen_evidence.ram.margins import failure_margins, scores_of
from casegen_evidence.ram.splitting import Splitting, split
from casegen_evidence.ram.tilting import (
    Start,
    exponential,
    learn,
    log_normalisation,
    mean_shift,
    strength,
)


def _corner(gap: float):
    """P(x1 + x2 >= 2 - 2 gap) on [-1, 1]² is gap²/2, whatever further dimensions there are."""
    return lambda x, ball: x[:, 0] + x[:, 1] - (2 - 2 * gap)


def _corner_slope(x, ball, way):
    result = np.zeros_like(x)
    result[:, :2] = 1
    return result


def _mean_is(result, truth: float, within: float = 4.0) -> None:
    p = np.exp(result.log_probability)
    assert p.mean() == pytest.approx(truth, abs=within * p.std() / np.sqrt(len(p)))


@pytest.mark.slow
@pytest.mark.parametrize("dimension", [2, 30])
@pytest.mark.parametrize(
    ("start", "slope"),
    [("uniform", None), ("tilted", None), ("tilted", _corner_slope)],
    ids=["uniform", "by-regression", "by-gradient"],
)
def test_splitting_is_unbiased_and_knows_its_variance(dimension: int, start: str, slope) -> None:
    balls, gap = 150, 0.02
    box = np.ones((balls, dimension), dtype=np.float32)
    settings = Splitting(150, moves=30 if dimension == 2 else 60, start=start)
    result = split(-box, box, _corner(gap), settings, np.random.default_rng(1), slope)
    truth = gap**2 / 2
    assert not result.stopped.any()
    _mean_is(result, truth)
    relative = np.exp(result.log_probability).std() / truth
    assert relative == pytest.approx(np.sqrt(result.relative_variance.mean()), rel=0.5)


@pytest.mark.parametrize("gradient", [False, True])
def test_a_tilted_start_reaches_far_below_what_levels_could(gradient: bool) -> None:
    """P(x1 + … + x15 >= 14) for uniform x in [0, 1] is 1/15! = 7.6·10⁻¹³: 200 particles, no level."""
    from math import factorial

    low = np.zeros((100, 15), dtype=np.float32)
    settings = Splitting(log_floor=float(np.log(1e-20)))
    slope = (lambda x, ball, way: np.ones_like(x)) if gradient else None
    result = split(
        low, low + 1, lambda x, ball: x.sum(axis=1) - 14, settings, np.random.default_rng(3), slope
    )
    _mean_is(result, 1 / factorial(15))
    assert np.median(result.levels) == 1
    relative = np.exp(result.log_probability).std() * factorial(15)
    assert relative == pytest.approx(np.sqrt(result.relative_variance.mean()), rel=0.5)


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_probabilities_whose_square_is_no_number_are_reported_with_their_variance() -> None:
    """P(x1 + … + x200 >= 190) is 10²⁰⁰/200! = 10⁻¹⁷⁵, but for 10⁻⁷ of it; beside it a ball that cannot fail."""
    from math import lgamma

    low = np.zeros((24, 200), dtype=np.float32)

    def score(x, ball):
        return np.where(ball > 0, x.astype(np.float64).sum(axis=1) - 190, -1.0)

    def slope(x, ball, way):
        return np.where(ball[:, None] > 0, np.ones_like(x), 0.0)

    settings = Splitting(log_floor=-600.0)
    result = split(low, low + 1, score, settings, np.random.default_rng(7), slope)
    truth = 200 * np.log(10) - lgamma(201)
    assert result.stopped[0]
    assert not result.stopped[1:].any()
    assert result.log_probability[1:] == pytest.approx(truth, abs=1.5)
    assert np.all(result.relative_variance[1:] > 0)


@pytest.mark.slow
def test_both_sides_are_found_where_the_gradient_at_the_centre_says_nothing() -> None:
    """Failures at both ends of one dimension: the mean gradient vanishes."""
    gap, balls = 1e-3, 200
    box = np.ones((balls, 20), dtype=np.float32)

    def ends(x, ball):
        return np.abs(x[:, 0]) - (1 - gap)

    def slope(x, ball, way):
        result = np.zeros_like(x)
        result[:, 0] = np.sign(x[:, 0])
        return result

    result = split(-box, box, ends, Splitting(), np.random.default_rng(5), slope)
    _mean_is(result, gap)
    assert np.exp(result.log_probability).std() < 0.5 * gap


@pytest.mark.slow
def test_a_misleading_gradient_costs_variance_and_no_bias() -> None:
    """The gradient points away from the only failures; the uniform share and the levels find them."""
    gap, balls = 0.02, 400
    box = np.ones((balls, 5), dtype=np.float32)
    result = split(
        -box,
        box,
        lambda x, ball: x[:, 0] - (1 - gap),
        Splitting(400, moves=20),
        np.random.default_rng(7),
        lambda x, ball, way: -np.eye(5, dtype=np.float32)[np.zeros(len(x), dtype=int)],
    )
    _mean_is(result, gap / 2)


@pytest.mark.slow
def test_several_ways_to_fail_are_covered() -> None:
    """Three margins of different chance, of which the least likely by the mean margin is the likeliest."""
    reach = np.array([0.99, 0.995, 0.998], dtype=np.float32)
    truth = 1 - np.prod((1 + reach) / 2)
    box = np.ones((100, 12), dtype=np.float32)

    def ways(x, ball):
        return x[:, :3] - reach

    def slope(x, ball, way):
        return np.eye(12, dtype=np.float32)[way]

    for gradient in (slope, None):
        result = split(-box, box, ways, Splitting(), np.random.default_rng(11), gradient)
        _mean_is(result, float(truth))


def test_a_ball_without_failures_is_given_up_at_the_floor() -> None:
    box = np.ones((3, 4), dtype=np.float32)
    for start in ("uniform", "tilted"):
        settings = Splitting(50, moves=5, log_floor=float(np.log(1e-4)), start=start)
        result = split(-box, box, lambda x, ball: x[:, 0] - 10, settings, np.random.default_rng(0))
        assert result.stopped.all()
        assert np.exp(result.log_probability) == pytest.approx(np.full(3, 1e-4))
        assert np.isnan(result.relative_variance).all()
        flat = split(-box, box, lambda x, ball: np.full(len(x), -1.0), settings, np.random.default_rng(0))
        assert flat.stopped.all()


def test_a_ball_full_of_failures_needs_no_level_and_no_tilt() -> None:
    box = np.ones((2, 3), dtype=np.float32)
    for start in ("uniform", "tilted"):
        result = split(
            -box, box, lambda x, ball: np.ones(len(x)), Splitting(50, start=start), np.random.default_rng(0)
        )
        assert np.array_equal(result.log_probability, np.zeros(2))
        assert np.array_equal(result.levels, [1, 1])


@pytest.mark.parametrize("rate", [-18.0, -0.3, 0.001, 2.0, 18.0])
def test_exponential_densities_against_quadrature(rate: float) -> None:
    from scipy.integrate import quad

    total = quad(lambda u: np.exp(rate * (u - 0.5)), 0, 1)[0]
    mean = quad(lambda u: (u - 0.5) * np.exp(rate * (u - 0.5)), 0, 1)[0] / total
    square = quad(lambda u: (u - 0.5) ** 2 * np.exp(rate * (u - 0.5)), 0, 1)[0] / total
    assert log_normalisation(np.array(rate)) == pytest.approx(np.log(total), abs=1e-6)
    shift, variance = mean_shift(np.array(rate))
    assert shift == pytest.approx(mean, abs=1e-6)
    assert variance == pytest.approx(square - mean**2, rel=1e-3)
    drawn = exponential(np.full(200_000, rate, dtype=np.float32), np.random.default_rng(0))
    assert drawn.mean() - 0.5 == pytest.approx(mean, abs=5 * np.sqrt(variance / 200_000))


def test_strength_brings_the_mean_to_where_it_is_wanted() -> None:
    slope = np.random.default_rng(0).normal(size=(40, 25))
    needed = 0.3 * np.abs(slope).sum(axis=1) / 2
    theta = strength(slope, needed)
    assert (slope * mean_shift(theta[:, None] * slope)[0]).sum(axis=1) == pytest.approx(needed, rel=1e-6)
    beyond = strength(slope, np.abs(slope).sum(axis=1))
    assert np.all(np.abs(beyond[:, None] * slope) <= 20 + 1e-9)


def test_weights_average_to_one_and_stay_below_the_uniform_share() -> None:
    """The mean of 1/q under q is the volume, 1."""
    low = np.full((5, 8), -1.0, dtype=np.float32)
    start, calls = learn(
        low, np.full_like(low, 2.0), lambda x, ball: x[:, 0] + x[:, 1] - 1.9, None, np.random.default_rng(2)
    )
    assert isinstance(start, Start)
    assert calls > 0
    assert start.share.sum(axis=1) == pytest.approx(np.ones(5))
    weight = 1 / start.density(start.draw(40_000, np.random.default_rng(4)))
    assert weight.max() <= 4 + 1e-6
    assert np.all(np.abs(weight.mean(axis=1) - 1) < 5 * weight.std(axis=1) / 200)


def _network(kind: str):
    from sklearn.neural_network import MLPClassifier

    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(200, 6)), rng.integers(0, 3, 200)
    if kind == "torch":
        torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
        torch.manual_seed(0)
        module = torch.nn.Sequential(torch.nn.Linear(6, 9), torch.nn.Tanh(), torch.nn.Linear(9, 3))
        return adapt(module.double(), ["0", "1", "2"])
    model = MLPClassifier((8, 7), activation=kind, max_iter=5, random_state=0)
    with pytest.warns(UserWarning, match="Maximum iterations"):
        model.fit(x, y)
    return adapt(model, ["0", "1", "2"])


@pytest.mark.parametrize("kind", ["relu", "tanh", "logistic", "torch"])
def test_gradients_of_margins_against_differences(kind: str) -> None:
    scores = scores_of(_network(kind))
    assert scores is not None
    score, slope = failure_margins(scores, np.array([0, 1, 2]), 1 - np.eye(3))
    assert slope is not None
    rng = np.random.default_rng(1)
    x, ball, step = rng.normal(size=(30, 6)).astype(np.float32), rng.integers(0, 3, 30), 1e-2
    way = (ball + 1) % 3
    result = slope(x, ball, way)
    rows = np.arange(30)
    for k in range(6):
        ahead = score(x + step * np.eye(6, dtype=np.float32)[k], ball)[rows, way]
        behind = score(x - step * np.eye(6, dtype=np.float32)[k], ball)[rows, way]
        off = np.abs((ahead - behind) / (2 * step) - result[:, k])
        assert np.median(off) < 2e-3  # a unit of ReLU may bend within a step
        assert np.mean(off > 0.02) < 0.2


@pytest.mark.slow
def test_a_network_against_openturns_and_counted_failures() -> None:
    """One ball of the benchmark, λ about 10⁻³: 10⁶ samples, and openturns' subset simulation."""
    pytest.importorskip("openturns", reason="a development-only cross-check: pip install openturns")
    from benchmarks.splitting import counted, one_of, ours, problem, subset_simulation

    low, high, margins = problem()
    score = one_of(margins(np.arange(len(low)))[0], 1)
    mine = ours(low[1:2], high[1:2], lambda which: margins(which + 1), Splitting(), True)[0][0]
    error = mine.std() / np.sqrt(len(mine))
    share = counted(low[1], high[1], score, 1_000_000, 0) / 1e6
    assert abs(mine.mean() - share) < 4 * np.hypot(error, np.sqrt(share / 1e6))
    others = [subset_simulation(low[1], high[1], score, seed, 1000) for seed in range(4)]
    assert abs(mine.mean() - np.mean(others)) < 4 * np.hypot(error, np.std(others, ddof=1) / 2)
