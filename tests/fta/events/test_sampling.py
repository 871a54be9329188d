"""Drawn inputs: the distributions they should have, and the same bits however the trials are cut."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from scipy import special, stats

from casegen.fta import compile_tree, event_values
from casegen.fta.events import distributions, draws
from casegen.fta.events.sampling import Sampler
from casegen.fta.study.propagation import sample_top, uncertainty
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree
from casegen.model.quantity import Beta, Distribution, Empirical, Gamma, Histogram, Lognormal, Normal, Uniform
from casegen.model.tails import share_above
from tests.fta.small_trees import case_of, gate

SIGMA = np.log(3.0) / special.ndtri(0.95)
INPUTS: dict[str, tuple[Distribution, object]] = {
    "uniform": (Uniform(distribution="uniform", lower=0.1, upper=0.3), stats.uniform(0.1, 0.2)),
    "normal": (Normal(distribution="normal", mean=0.5, sd=0.1), stats.norm(0.5, 0.1)),
    "lognormal": (Lognormal(distribution="lognormal", median=0.01, error_factor=3), stats.lognorm(SIGMA, scale=0.01)),
    "gamma": (Gamma(distribution="gamma", shape=0.5, scale=0.01), stats.gamma(0.5, scale=0.01)),
    "beta": (Beta(distribution="beta", alpha=1.5, beta=300.0), stats.beta(1.5, 300.0)),
    "histogram": (
        Histogram(distribution="histogram", edges=(0.0, 0.1, 0.4), weights=(3.0, 1.0)),
        stats.rv_histogram((np.array([0.75, 0.25]), np.array([0.0, 0.1, 0.4])), density=False),
    ),
}  # fmt: skip
KINDS = (
    *(d for d, _ in INPUTS.values()),
    Empirical(distribution="empirical", samples=(0.01, 0.02, 0.05)),
)


def _case() -> Case:
    names = [f"e{i}" for i in range(len(KINDS))]
    return Case(
        header=Header(id="c", title="c"),
        events=tuple(BasicEvent(id=n, model=Constant(probability=d)) for n, d in zip(names, KINDS, strict=True)),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "h", *names[3:]), gate("h", "and", *names[:3]))),),
    )  # fmt: skip


def _normals(u: np.ndarray) -> np.ndarray:
    u = np.atleast_2d(u)
    z, work = np.empty_like(u), np.empty_like(u)
    draws.normal_quantiles(u, z, work)
    return z[0]


def test_normal_quantiles_are_accurate_into_the_last_representable_tail() -> None:
    tails = 2.0 ** -np.arange(2, 54.0)
    u = np.concatenate([tails, 1.0 - tails, np.linspace(1e-4, 0.9999, 20_001)])
    expected = special.ndtri(u)
    result = _normals(u)
    assert np.max(np.abs(result - expected) / np.maximum(np.abs(expected), 1e-12)) < 1e-10
    assert (np.diff(_normals(np.linspace(1e-5, 1 - 1e-5, 100_001))) > 0).all()


@pytest.mark.parametrize("name", INPUTS)
def test_every_distribution_is_drawn_as_scipy_has_it(name: str) -> None:
    distribution, expected = INPUTS[name]
    sampler = Sampler({name: distribution}, [lambda draw: draw(name, distribution)], 40_000, 7, "monte-carlo")
    room = sampler.storage()
    drawn = np.concatenate(
        [
            sampler.block(b, min(sampler.width, 40_000 - b), room)[0].copy()
            for b in range(0, 40_000, sampler.width)
        ]
    )
    assert stats.kstest(drawn, expected.cdf).pvalue > 1e-3
    assert drawn.mean() == pytest.approx(expected.mean(), abs=5 * expected.std() / 200)


@pytest.mark.parametrize(
    "distribution",
    [Gamma(distribution="gamma", shape=k, scale=1e-3) for k in (0.1, 0.5, 1.0, 7.3, 500.0)]
    + [Beta(distribution="beta", alpha=a, beta=b) for a, b in ((0.5, 0.5), (0.2, 30.0), (1.0, 1e6), (80.0, 3.0), (12.0, 4000.0))],
    ids=repr,
)  # fmt: skip
def test_tables_over_the_normal_are_accurate(distribution: Gamma | Beta) -> None:
    z = np.random.default_rng(1).uniform(-8.1, 8.1, 4000)
    u = special.ndtr(z)
    exact = distributions.quantile(distribution, u)
    result = distributions.over_normal(distribution)(z, u)
    inner = np.abs(z) < 5.0  # further up 1 - u itself has lost digits, and with it the exact inversion
    inner |= z < 0.0
    assert np.max(np.abs(result / exact - 1.0)[inner]) < 1e-9


def test_inputs_are_independent_and_uniform() -> None:
    u = np.empty((40, 20_000))
    draws.uniforms(draws.keys_of(11, 40), 0, u)
    table = np.histogram(u, bins=1000, range=(0, 1))[0]
    assert stats.chisquare(table).pvalue > 1e-3
    correlation = np.corrcoef(u)[np.triu_indices(40, 1)]
    assert np.max(np.abs(correlation)) < 5 / np.sqrt(20_000)
    lagged = [np.corrcoef(row[:-1], row[1:])[0, 1] for row in u]
    assert np.max(np.abs(lagged)) < 5 / np.sqrt(20_000)
    assert stats.kstest(u[0], "uniform").pvalue > 1e-3


def test_a_trial_has_the_same_bits_however_trials_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    case = _case()
    tree, values = compile_tree(case, "t"), event_values(case, "t", {})
    whole = values.sample(5000, seed=3)
    assert (values.sample(1234, seed=3) == whole[:, :1234]).all()
    assert (values.sample(5000, seed=4) != whole).any()
    top = sample_top(tree, values, 5000, 3, "monte-carlo")[0]
    assert (tree.probabilities(whole) == top).all()
    monkeypatch.setattr("casegen.fta.events.sampling._MOST", 301)
    assert (sample_top(tree, values, 5000, 3, "monte-carlo")[0] == top).all()
    monkeypatch.setattr(sys.modules[sample_top.__module__], "_threads", lambda _blocks: 3)
    assert (sample_top(tree, values, 5000, 3, "monte-carlo")[0] == top).all()


def test_uniform_numbers_are_split_mix_64() -> None:
    """The published algorithm, in whole numbers of any size."""
    keys, out = draws.keys_of(5, 3), np.empty((3, 40))
    draws.uniforms(keys, 77, out)
    mask = 2**64 - 1
    for k, key in enumerate(keys.tolist()):
        for i in range(40):
            x = (key + (77 + i + 1) * 0x9E3779B97F4A7C15) & mask
            x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
            x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
            x ^= x >> 31
            assert out[k, i] == ((x >> 11) + 0.5) * 2.0**-53


def test_values_outside_the_unit_interval_are_counted() -> None:
    """A handbook's lognormal: few enough lie above 1 that it is allowed, and those are counted."""
    wide = Lognormal(distribution="lognormal", mean=0.01, error_factor=10)
    case = Case(
        header=Header(id="c", title="c"),
        events=(BasicEvent(id="a", model=Constant(probability=wide)),),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "a"),)),),
    )
    values = event_values(case, "t", {})
    top, clipped = sample_top(compile_tree(case, "t"), values, 400_000, 0, "monte-carlo")
    assert clipped == values.clipped(400_000)
    assert clipped["a"] == pytest.approx(400_000 * share_above(wide, 1.0), rel=0.5)
    assert 0.0 <= top.min() <= top.max() <= 1.0


def test_trials_that_are_all_the_same_do_not_deviate() -> None:
    case = case_of([gate("g", "and", "a", "b")], {"a": 0.1, "b": 0.8})
    result = uncertainty(compile_tree(case, "t"), event_values(case, "t", {}), trials=1000)
    assert result.std == 0.0
