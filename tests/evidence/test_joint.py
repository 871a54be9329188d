"""Joint limits: against dense grids, by exact coverage over a grid of parameters, and against known values."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.bounds.joint import joint_upper
from casegen_evidence.bounds.records import Array, Counts
from scipy.stats import binom, poisson


def union(p: Array) -> Array:
    return np.asarray(1.0 - np.prod(1.0 - p, axis=0))


def both(p: Array) -> Array:
    return np.asarray(np.prod(p, axis=0))


def mission(rates: Array) -> Array:
    """Either of two components with these rates, the first for 2 h, the second for 5 h."""
    return np.asarray(-np.expm1(-2.0 * rates[0] - 5.0 * rates[1]))


def bridge(p: Array) -> Array:
    return np.asarray(p[0] * (1.0 - (1.0 - p[1]) * (1.0 - p[2])))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "n"),
    [
        (union, (4, 6)), (both, (4, 6)), (both, (5, 5)),
        *(pytest.param(f, n, marks=pytest.mark.slow) for f, n in ((union, (6, 9)), (both, (6, 9)), (both, (8, 8)))),
    ],
)  # fmt: skip
@pytest.mark.parametrize("confidence", [0.9, 0.975])
def test_exact_coverage_over_a_grid_of_probabilities(function, n, confidence) -> None:
    limits = np.array([
        [joint_upper([Counts(x, n[0]), Counts(y, n[1])], function, confidence).upper for y in range(n[1] + 1)]
        for x in range(n[0] + 1)
    ])  # fmt: skip
    grid = np.concatenate([np.linspace(0.001, 0.05, 12), np.linspace(0.06, 0.999, 40)])
    first, second = ([binom.pmf(range(size + 1), size, p) for p in grid] for size in n)
    for (p, of_p), (q, of_q) in itertools.product(
        zip(grid, first, strict=True), zip(grid, second, strict=True)
    ):
        weight = np.outer(of_p, of_q)
        truth = float(function(np.array([[p], [q]]))[0])
        assert weight[limits < truth * (1 - 1e-9)].sum() <= (1 - confidence) * (1 + 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("counts", [((0, 200), (0, 200)), ((1, 200), (3, 500)), ((5, 100), (0, 1000))])
@pytest.mark.parametrize("function", [union, both])
def test_a_dense_grid_finds_no_larger_value_and_not_a_much_smaller_one(counts, function) -> None:
    records = [Counts(*c) for c in counts]
    result = joint_upper(records, function, 0.95)
    (x, n), (y, m) = counts
    share = 0.025

    def limits(size: int) -> Array:
        return clopper_pearson(np.arange(size + 1), size, 1 - share)[1]

    u, v = limits(n), limits(m)
    table = function(np.array([np.repeat(u, m + 1), np.tile(v, n + 1)])).reshape(n + 1, m + 1)
    inside = table <= table[x, y] * (1 + 1e-9)
    last = inside.sum(axis=1) - 1
    ends = 40.0 * np.array([u[x], v[y]])
    best = 0.0
    for p in np.geomspace(1e-7, min(1.0, ends[0]), 400):
        q = np.geomspace(1e-7, min(1.0, ends[1]), 400)
        chance = binom.pmf(np.arange(n + 1), n, p) @ np.where(
            last[:, None] < 0, 0, binom.cdf(last[:, None], m, q)
        )
        feasible = q[chance >= 0.05]
        if feasible.size:
            best = max(best, float(function(np.array([[p], [feasible.max()]]))[0]))
    assert best <= result.upper * (1 + 1e-9)
    assert result.upper <= 1.03 * best
    assert result.upper <= result.box


@pytest.mark.parametrize("k", [2, 5, 10])
@pytest.mark.parametrize("x", [0, 1, 5])
def test_records_of_one_size_under_a_union_merge_into_their_sum(k, x) -> None:
    result = joint_upper([Counts(x, 1000)] * k, union, 0.95, [range(k)])
    assert result.method == "exact"
    assert result.upper == pytest.approx(float(clopper_pearson(k * x, 1000, 0.95)[1]), rel=1e-12)
    assert result.upper < result.box


@pytest.mark.slow
@pytest.mark.parametrize(
    "sizes",
    [(8, 8), (7, 8), *(pytest.param(n, marks=pytest.mark.slow) for n in ((12, 12), (11, 12), (6, 6, 6)))],
)
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_merged_records_cover_and_are_never_wider_than_the_box(sizes, confidence) -> None:
    every = list(itertools.product(*(range(n + 1) for n in sizes)))
    results = [
        joint_upper([Counts(x, n) for x, n in zip(outcome, sizes, strict=True)], union, confidence, [range(len(sizes))])
        for outcome in every
    ]  # fmt: skip
    limits = np.array([r.upper for r in results])
    assert all(r.upper <= r.box for r in results)
    assert limits[0] < 0.8 * results[0].box
    grid = np.concatenate([[0.0, 0.01], np.linspace(0.03, 0.97, 20)])
    for p in itertools.product(grid, repeat=len(sizes)):
        if any(a > b for a, b in itertools.pairwise(p)):
            continue
        truth = float(union(np.array(p)[:, None])[0])
        parts = [binom.pmf(range(n + 1), n, q) for n, q in zip(sizes, p, strict=True)]
        weight = np.array([np.prod([w[x] for w, x in zip(parts, outcome, strict=True)]) for outcome in every])
        assert weight[limits < truth * (1 - 1e-9)].sum() <= (1 - confidence) * (1 + 1e-9), p


@pytest.mark.parametrize("size", [100, 1000, 1050])
@pytest.mark.parametrize("k", [2, 5, 10])
def test_the_union_is_never_wider_than_the_box_whatever_the_counts(k, size) -> None:
    rng = np.random.default_rng(k)
    for scale in (0.0, 0.003, 0.02, 0.1, 0.4, 0.9):
        x = rng.binomial(size, rng.uniform(0.5, 1.0, k) * scale)
        records = [Counts(int(x[i]), size if i else 1000) for i in range(k)]
        result = joint_upper(records, union, 0.95, [range(k)])
        assert result.upper <= result.box
        hours = [Counts(int(c.failures), c.size, True) for c in records]
        rates = joint_upper(hours, lambda r: np.asarray(r.sum(axis=0)), 0.95, [range(k)])
        assert rates.upper <= rates.box


def test_shares_are_the_box_of_limits_measured_at_unequal_confidence() -> None:
    records, shares = [Counts(1, 300), Counts(0, 200)], [0.01, 0.04]
    result = joint_upper(records, both, 0.95, shares=shares)
    limits = [clopper_pearson(1, 300, 0.99)[1], clopper_pearson(0, 200, 0.96)[1]]
    assert result.box == pytest.approx(float(limits[0] * limits[1]), rel=1e-12)
    assert result.upper <= result.box
    with pytest.raises(ValueError, match="add up"):
        joint_upper(records, both, 0.95, shares=[0.05, 0.05])


def test_part_of_the_records_merged_keeps_below_the_box() -> None:
    def partly(p: Array) -> Array:
        return np.asarray(p[2] * union(p[:2]))

    for x in ((0, 0, 0), (3, 1, 2), (40, 60, 1), (70, 10, 50)):
        result = joint_upper([Counts(a, 100) for a in x], partly, 0.95, [[0, 1]])
        assert result.upper <= result.box


@pytest.mark.slow
def test_the_published_table() -> None:
    """Times n, or n squared, at zero failures of 1,000: the box, and Buehler's limit."""
    pair = joint_upper([Counts(0, 1000)] * 2, both, 0.95)
    assert pair.box * 1e6 == pytest.approx(13.56, abs=0.01)
    assert pair.upper * 1e6 == pytest.approx(2.24, abs=0.02)
    assert joint_upper([Counts(0, 1000)] * 5, union, 0.95).box * 1000 == pytest.approx(22.8, abs=0.05)


@pytest.mark.slow
def test_hours_cover() -> None:
    rng = np.random.default_rng(3)
    rates, size = np.array([[2e-3], [1e-3]]), (400.0, 900.0)
    truth, missed, limits = float(mission(rates)[0]), 0, {}
    draws = poisson.rvs(
        [r * s for r, s in zip(rates[:, 0], size, strict=True)], size=(400, 2), random_state=rng
    )
    for x, y in draws:
        if (x, y) not in limits:
            limits[x, y] = joint_upper(
                [Counts(int(x), 400.0, True), Counts(int(y), 900.0, True)], mission, 0.9
            ).upper
        missed += limits[x, y] < truth
    assert missed <= binom.ppf(0.999, 400, 0.1)


@pytest.mark.slow
def test_three_records_stay_below_the_box_and_above_what_a_random_search_reaches() -> None:
    records = [Counts(1, 300), Counts(0, 200), Counts(2, 500)]
    result = joint_upper(records, bridge, 0.95)
    assert result.method == "buehler"
    assert result.upper < 0.8 * result.box
    assert result.gap <= 0.05


def test_many_unlike_records_fall_back_to_the_box() -> None:
    result = joint_upper([Counts(0, 100 * 2**i) for i in range(6)], both, 0.95)
    assert (result.method, result.upper) == ("box", result.box)
    assert "searched" in result.reason


@pytest.mark.parametrize("bad", [(-1, 10), (11, 10), (0, 0)])
def test_impossible_counts_are_refused(bad) -> None:
    with pytest.raises(ValueError, match="no record has"):
        Counts(*bad)


def test_a_record_of_very_many_trials_has_no_limit_below_what_was_seen() -> None:
    result = joint_upper([Counts(0, 3000), Counts(0, 1e12)], union, 0.95)
    assert 0.99 * 2.9957 / 3000 < result.upper < result.box
    assert Counts(0, 1e12).at_most(2, np.array([1e-12]))[0] == pytest.approx(poisson.cdf(2, 1.0), rel=1e-6)


@pytest.mark.parametrize(
    ("records", "function"),
    [
        ([Counts(1, 200), Counts(0, 500)], union),
        ([Counts(2, 50), Counts(1, 1000)], both),
        ([Counts(2, 1000.0, True), Counts(0, 50.0, True)], mission),
        ([Counts(0, 100), Counts(1, 300), Counts(2, 300)], bridge),
    ],
)
@pytest.mark.parametrize("part", [0.5, 0.99, 0.999, 1.0, 1.0005, 1.01, 1.2])
def test_a_search_that_ends_once_decided_decides_alike(records, function, part) -> None:
    closest = joint_upper(records, function, 0.95).upper
    first = joint_upper(records, function, 0.95, enough=lambda value: value <= part * closest).upper
    assert first >= closest
    assert (first <= part * closest) == (part >= 1.0)
