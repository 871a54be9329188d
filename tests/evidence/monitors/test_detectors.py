"""The monitors shipped, their thresholds, and the perturbations."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.monitors.detectors import (
    DETECTORS,
    ActivationHull,
    ActivationPatterns,
    Autoencoder,
    MaxSoftmax,
    PerClass,
    View,
    detector,
)
from casegen_evidence.monitors.metrics import evaluate
from casegen_evidence.monitors.operating import choose, sweep, threshold_for
from casegen_evidence.monitors.perturbations import PERTURBATIONS, perturb
from casegen_evidence.monitors.returns import model_errors
from casegen_evidence.monitors.schemes import Criterion, side_by_side
from scipy.ndimage import gaussian_filter


def blobs(n: int, seed: int, shift: float = 0.0) -> tuple[View, np.ndarray]:
    """Two classes in ten dimensions, apart in the first; ``shift`` moves all of the other dimensions."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, n)
    x = rng.normal(0, 0.3, (n, 10))
    x[:, 0] += labels * 4 - 2
    x[:, 2:] += shift
    p = 1 / (1 + np.exp(-2 * x[:, 0]))
    features = np.maximum(np.hstack([x, -x]) - 0.3, 0)
    return View(x, features, np.stack([1 - p, p], axis=1)), labels


# the hull of these features is the whole space, and softmax does not see the shift
@pytest.mark.parametrize("name", [n for n in DETECTORS if n not in ("max-softmax", "activation-hull")])
def test_shifted_inputs_are_more_suspicious(name: str) -> None:
    monitor = detector(name)
    monitor.fit(*blobs(300, 0), 0)
    usual, shifted = monitor.score(blobs(100, 1)[0]), monitor.score(blobs(100, 2, shift=1.5)[0])
    assert usual.shape == (100,)
    assert np.median(shifted) > np.median(usual)
    assert (shifted > threshold_for(usual, 0.1)).mean() > 0.5


def test_max_softmax_is_the_largest_probability() -> None:
    view = View(np.zeros((2, 1)), np.zeros((2, 1)), np.array([[0.6, 0.4], [0.1, 0.9]]))
    assert MaxSoftmax().score(view).tolist() == pytest.approx([0.4, 0.1])


def test_hamming_distance_to_the_nearest_seen_pattern() -> None:
    seen = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]], dtype=float)
    labels = np.array([0, 0, 1])
    p = np.eye(2)[labels]
    monitor = ActivationPatterns()
    monitor.fit(View(seen, seen, p), labels, 0)
    new = np.array([[1, 1, 1, 0], [1, 0, 0, 1], [0, 0, 0, 1]], dtype=float)
    assert monitor.score(View(new, new, np.eye(2)[[0, 0, 1]])).tolist() == [1.0, 2.0, 0.0]


def test_binary_hull_counts_neurons_outside_what_the_class_showed() -> None:
    seen = np.array([[1, 1, 0], [1, 0, 0]], dtype=float)
    monitor = ActivationHull()
    monitor.fit(View(seen, seen, np.eye(2)[[0, 0]]), np.array([0, 0]), 0)
    new = np.array([[1, 0, 0], [0, 1, 1], [1, 1, 1]], dtype=float)
    assert monitor.score(View(new, new, np.eye(2)[[0, 0, 1]])).tolist() == [0.0, 2.0, 3.0]


def test_wrongly_classified_training_inputs_teach_no_pattern() -> None:
    seen = np.array([[1.0, 0.0], [0.0, 1.0]])
    monitor = ActivationPatterns()
    monitor.fit(View(seen, seen, np.eye(2)[[0, 0]]), np.array([0, 1]), 0)
    assert monitor.score(View(seen, seen, np.eye(2)[[0, 0]])).tolist() == [0.0, 2.0]


def test_autoencoder_code_has_its_width() -> None:
    view, labels = blobs(100, 0)
    monitor = Autoencoder(code=3, hidden=8, epochs=5)
    monitor.fit(view, labels, 0)
    assert monitor.code(view.inputs).shape == (100, 3)


def test_unknown_names() -> None:
    with pytest.raises(InputProblem, match=r"found 'mahalanobi'.*'mahalanobis'"):
        detector("mahalanobi")
    with pytest.raises(InputProblem, match="one-class model among"):
        PerClass("forest")
    with pytest.raises(InputProblem, match=r"found 'fogg'.*'fog'"):
        perturb(np.zeros((1, 4, 4)), "fogg", 0.5, 0)


def test_misaligned_view() -> None:
    with pytest.raises(InputProblem, match="found 2, 3 and 2"):
        View(np.zeros((2, 1)), np.zeros((3, 1)), np.zeros((2, 2)))


def test_threshold_lets_at_most_the_share_through() -> None:
    scores = np.random.default_rng(0).random(97)
    assert (scores > threshold_for(scores, 0.1)).mean() <= 0.1
    for n, share, most in ((100, 0.1, 10), (100, 0.3, 30), (30, 0.1, 3), (97, 0.1, 9), (5, 0.1, 0)):
        distinct = np.random.default_rng(n).permutation(n) / n
        assert (distinct > threshold_for(distinct, share)).sum() == most
    with pytest.raises(InputProblem, match="share of alarms"):
        threshold_for(scores, 0.0)


def outcomes(n: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    wrong = rng.random(n) < 0.2
    return np.zeros(n), wrong.astype(float), np.where(wrong, rng.normal(1.5, 1, n), rng.normal(0, 1, n))


def test_sweep_is_monotone_and_its_ends_are_trivial() -> None:
    truth, said, score = outcomes(400, 0)
    result = sweep(score, lambda alarm: model_errors(said, truth, alarm))
    gains = [m.safety_gain.value for m in result.metrics]
    costs = [m.availability_cost.value for m in result.metrics]
    assert gains == sorted(gains, reverse=True)
    assert costs == sorted(costs, reverse=True)
    assert (gains[-1], costs[-1]) == (0.0, 0.0)
    assert gains[0] == pytest.approx(result.metrics[0].hazard.value, abs=0.01)


def test_the_operating_point_keeps_its_cost_on_calibration_data() -> None:
    truth, said, score = outcomes(400, 0)
    score = np.round(score, 1)  # every distinct score is tried as a threshold
    threshold = choose(score, lambda a: model_errors(said, truth, a), 0.1)
    truth, said, score = outcomes(4000, 1)
    fresh = evaluate(model_errors(said, truth, score > threshold))
    assert fresh.availability_cost.value < 0.15
    assert fresh.recall.value > 0.4


@pytest.mark.parametrize("seed", range(20))
def test_every_distinct_threshold_is_tried(seed: int) -> None:
    """Against the metrics at each threshold in turn; scores with ties."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 60))
    wrong = rng.random(n) < 0.3
    score = np.round(rng.normal(size=n) + wrong, int(rng.integers(0, 3)))
    limit = float(rng.uniform(0.1, 0.6))
    returns = lambda alarm: model_errors(wrong.astype(float), np.zeros(n), alarm)  # noqa: E731
    tried = [evaluate(returns(score > t)) for t in [*np.unique(score)[:-1], np.min(score) - 1]]
    fitting = [m.safety_gain.value for m in tried if m.availability_cost.value <= limit + 1e-12]
    if not fitting:
        with pytest.raises(InputProblem):
            choose(score, returns, limit)
        return
    chosen = evaluate(returns(score > choose(score, returns, limit)))
    assert chosen.availability_cost.value <= limit + 1e-12
    assert chosen.safety_gain.value == pytest.approx(max(fitting))


def test_a_rare_hazard_that_the_scores_tell_apart_is_caught() -> None:
    """One hazardous row of a hundred with the largest scores: 41 quantiles stop at a recall of .03, exact ones do not."""
    wrong = np.arange(20_000) % 100 == 0
    score = np.where(wrong, 10.0, 0.0) + np.random.default_rng(0).random(20_000)
    returns = lambda alarm: model_errors(wrong.astype(float), np.zeros(20_000), alarm)  # noqa: E731
    at = evaluate(returns(score > choose(score, returns, 0.01)))
    assert at.recall.value == 1.0
    assert at.availability_cost.value <= 0.01


def test_no_threshold_within_the_cost() -> None:
    with pytest.raises(InputProblem, match="Allow a larger cost"):
        choose(np.zeros(10), lambda a: model_errors(np.zeros(10), np.zeros(10), a), 0.1)
    with pytest.raises(InputProblem, match="finite scores"):
        sweep(np.array([np.nan]), lambda a: model_errors([0], [0], a))


def test_verdict_needs_the_limits() -> None:
    truth, said = np.zeros(400), np.r_[np.ones(80), np.zeros(320)]
    alarm = np.r_[np.ones(72), np.zeros(8), np.ones(16), np.zeros(304)]
    result = evaluate(model_errors(said, truth, alarm))
    assert Criterion(0.5, 0.1).verdict(result) == "acceptable"
    assert Criterion(0.9, 0.1).verdict(result) == "undecided"
    assert Criterion(0.99, 0.1).verdict(result) == "not acceptable"
    assert Criterion(0.5, 0.01).verdict(result) == "not acceptable"
    assert len(side_by_side({"E1": result}, Criterion(), 0.95).rows) == 4


OF_COLOUR = ("channel-shuffle", "channel-dropout")
PAPER_004 = {
    *("smoke", "sun-flare", "rain", "row-add-logic", "shifted-rows", "coarse-dropout", "grid-dropout"),
    *("channel-shuffle", "channel-dropout", "contrast", "brightness", "noise"),
    *("fog", "motion-blur", "dead-pixels"),
}
"""The twelve of §III-B, then those that §III-C adds (pixel trap: dead pixels; shifted pixel: shifted rows)."""


def test_every_perturbation_of_the_paper_is_there() -> None:
    assert set(PERTURBATIONS) >= PAPER_004


@pytest.mark.parametrize("name", OF_COLOUR)
def test_channels_are_needed_where_they_are_perturbed(name: str) -> None:
    for shape in ((2, 8, 8), (2, 8, 8, 1)):
        with pytest.raises(InputProblem, match=f"two channels or more for {name}"):
            perturb(np.zeros(shape), name, 0.5, 0)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        (n, s)
        for n in PERTURBATIONS
        for s in ((3, 12, 10), (2, 9, 12, 3))
        if len(s) == 4 or n not in OF_COLOUR
    ],
)
def test_perturbations_keep_shape_and_range_and_grow(name: str, shape: tuple[int, ...]) -> None:
    x = gaussian_filter(np.random.default_rng(0).random(shape), 1.5)
    x = (x - x.min()) / np.ptp(x)
    none, weak, strong = (perturb(x, name, i, seed=1) for i in (0.0, 0.3, 1.0))
    np.testing.assert_allclose(none, x, atol=1e-12)
    assert weak.shape == strong.shape == x.shape
    assert strong.min() >= 0
    assert strong.max() <= 1 + 1e-12
    assert np.abs(strong - x).mean() >= np.abs(weak - x).mean() > 0
    np.testing.assert_array_equal(strong, perturb(x, name, 1.0, seed=1))


def test_bad_pictures() -> None:
    with pytest.raises(InputProblem, match="pixels in"):
        perturb(np.full((1, 4, 4), 7.0), "fog", 0.5, 0)
    with pytest.raises(InputProblem, match="intensity from 0 to 1"):
        perturb(np.zeros((1, 4, 4)), "fog", 2.0, 0)


def test_methods_take_every_perturbation_by_name() -> None:
    from typing import get_args

    from casegen_evidence.monitors.names import PerturbationName

    assert list(get_args(PerturbationName)) == list(PERTURBATIONS)
