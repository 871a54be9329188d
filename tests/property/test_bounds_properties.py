"""What must hold of every bound, for any data."""

import random

import numpy as np
import pytest
from casegen_evidence import bounds
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.special import rel_entr

counts = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
confidences = st.floats(0.6, 0.999)


@given(counts, confidences)
def test_limits_enclose_the_estimate(data: tuple[int, int], confidence: float) -> None:
    k, n = data
    for method in (bounds.clopper_pearson, bounds.wilson, bounds.jeffreys):
        lower, upper = method(k, n, confidence)
        assert 0 <= lower <= k / n + 1e-12
        assert k / n - 1e-12 <= upper <= 1


@given(counts, confidences)
def test_exact_limits_widen_with_confidence_and_tighten_with_trials(
    data: tuple[int, int], confidence: float
) -> None:
    k, n = data
    upper = bounds.clopper_pearson(k, n, confidence)[1]
    assert bounds.clopper_pearson(k, n, min(0.9999, confidence + 0.0005))[1] >= upper
    assert bounds.clopper_pearson(k, n + 10, confidence)[1] <= upper + 1e-12


@given(counts, confidences)
def test_lower_and_upper_mirror_each_other(data: tuple[int, int], confidence: float) -> None:
    k, n = data
    lower, _ = bounds.clopper_pearson(k, n, confidence)
    _, upper = bounds.clopper_pearson(n - k, n, confidence)
    np.testing.assert_allclose(lower, 1 - upper, atol=1e-9)


@pytest.mark.slow
@given(st.lists(st.floats(0, 1), min_size=1, max_size=50), confidences)
def test_chernoff_encloses_the_mean_and_knows_smaller_ranges(values: list[float], confidence: float) -> None:
    x = np.array(values)
    upper = bounds.chernoff_upper(x, confidence)
    assert bounds.chernoff_lower(x, confidence) <= x.mean() + 1e-12
    assert x.mean() - 1e-12 <= upper <= 1
    assert bounds.chernoff_upper(x / 2, confidence, 0.5) <= upper


@pytest.mark.slow
@example([5e-324], 0.6, random.Random(0))
@given(st.lists(st.floats(0, 1), min_size=1, max_size=50), confidences, st.randoms(use_true_random=False))
def test_betting_is_never_wider_than_chernoff_and_knows_no_order(
    values: list[float], confidence: float, order: random.Random
) -> None:
    x = np.array(values)
    upper, lower = bounds.betting_upper(x, confidence), bounds.betting_lower(x, confidence)
    assert x.mean() - 1e-9 <= upper <= bounds.chernoff_upper(x, confidence) + 1e-9
    assert bounds.chernoff_lower(x, confidence) - 1e-9 <= lower <= x.mean() + 1e-9
    assert upper >= float(bounds.zero_failures(len(x), confidence)) - 1e-9
    order.shuffle(values)
    assert bounds.betting_upper(np.array(values), confidence) == pytest.approx(upper, rel=1e-9, abs=1e-12)
    np.testing.assert_allclose(bounds.betting_upper(x / 2, confidence, 0.5), upper / 2, rtol=1e-9)


@pytest.mark.slow
@given(counts, confidences)
def test_betting_on_failures_alone_is_chernoff(data: tuple[int, int], confidence: float) -> None:
    k, n = data
    x = np.r_[np.ones(k), np.zeros(n - k)]
    assert bounds.betting_upper(x, confidence) == pytest.approx(
        bounds.chernoff_upper(x, confidence), rel=1e-7, abs=1e-12
    )


@pytest.mark.slow
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.floats(0.6, 0.999), st.floats(0, 1))
def test_one_mean_parts_what_betting_excludes(values: list[float], confidence: float, at: float) -> None:
    """Means above the limit are bet away, means below are not: the capital rises with the mean."""
    x, alpha = np.array(values), 1 - confidence
    upper = bounds.betting_upper(x, confidence)
    if not 0 < upper < 1 - 1e-9:
        return
    q = upper + (1 - upper) * at if at > 0.5 else 2 * at * upper
    if abs(q - upper) < 1e-6 or not 0 < q < 1 - 1e-9:
        return
    budget = -np.log(alpha) / len(x)
    p = _threshold(q, budget)
    if p is None:  # no bet can win so much
        assert q < upper
        return
    capital = (
        float(np.log((1 - x) * (1 - p) / (1 - q) + x * p / q).sum()) if p > 0 or x.max() < 1 else -np.inf
    )
    assert (capital >= -np.log(alpha)) == (q > upper)


def _threshold(q: float, budget: float) -> float | None:
    """Chernoff–Hoeffding's threshold for the mean ``q``, found by halving."""
    if -np.log1p(-q) < budget:
        return None
    low, high = 0.0, q
    for _ in range(200):
        p = (low + high) / 2
        if float(rel_entr(p, q) + rel_entr(1 - p, 1 - q)) > budget:
            low = p
        else:
            high = p
    return high


weights = st.lists(st.floats(0.01, 1), min_size=1, max_size=8)


@pytest.mark.slow
@given(weights, st.data(), confidences)
def test_fay_feuer_grows_with_failures_and_scales_with_weights(
    w: list[float], data: st.DataObject, confidence: float
) -> None:
    n = data.draw(st.lists(st.integers(5, 200), min_size=len(w), max_size=len(w)))
    k = [data.draw(st.integers(0, m - 1)) for m in n]
    lower, upper = bounds.fay_feuer(w, k, n, confidence)
    y = float(np.sum(np.array(w) * k / np.array(n)))
    assert lower <= y + 1e-9
    assert upper >= y - 1e-9
    double = bounds.fay_feuer(2 * np.array(w), k, n, confidence)[1]
    np.testing.assert_allclose(double, 2 * upper, rtol=1e-9)


@pytest.mark.slow
@given(weights, st.data(), confidences)
def test_more_tests_under_any_profile_never_hurt(
    w: list[float], data: st.DataObject, confidence: float
) -> None:
    share = np.array(w) / np.sum(w)
    n = data.draw(st.lists(st.integers(1, 200), min_size=len(w), max_size=len(w)))
    upper = bounds.zero_failures_profiles(share, n, confidence)
    assert 0 < upper <= 1
    assert bounds.zero_failures_profiles(share, np.array(n) + 5, confidence) <= upper + 1e-9
    best = float(bounds.zero_failures(np.sum(n), confidence))
    assert upper >= best - 1e-9


@given(st.integers(0, 10_000), st.floats(1e-4, 0.5), st.floats(0.05, 0.95))
def test_conservative_confidence_grows_with_failure_free_trials(n: int, p: float, phi: float) -> None:
    now = bounds.posterior_confidence(n, p, phi)
    assert phi - 1e-12 <= now <= bounds.posterior_confidence(n + 1, p, phi) <= 1
