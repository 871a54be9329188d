"""Least change by DeepFool: exact for a linear network, an upper limit for others."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.least_change import least_change
from casegen_evidence.nnmetrics.networks import Network


def linear(weights: np.ndarray) -> Network:
    """Two scores, 0 and w·x + b, with gradients."""

    def logits(x: np.ndarray) -> np.ndarray:
        z = x.reshape(len(x), -1) @ weights[:-1] + weights[-1]
        return np.stack([np.zeros(len(x)), z], axis=1)

    def pullback(x: np.ndarray, v: np.ndarray) -> np.ndarray:
        return (v[:, 1:] * weights[None, :-1]).reshape(x.shape)

    return Network(logits, pullback)


@pytest.mark.parametrize(("norm", "dual"), [("linf", 1), ("l2", 2)])
def test_distance_to_a_plane_is_the_gap_over_the_dual_norm(norm: Literal["linf", "l2"], dual: int) -> None:
    rng = np.random.default_rng(0)
    weights = np.append(rng.normal(size=6), 0.1)
    x = rng.normal(size=(40, 6))
    gap = x @ weights[:-1] + weights[-1]
    result = least_change(linear(weights), x, (gap > 0).astype(int), norm=norm, low=-10, high=10)
    expected = np.abs(gap) / np.linalg.norm(weights[:-1], dual)
    assert result.flipped.all()
    assert np.all(result.size >= expected * (1 - 1e-9))
    assert result.size == pytest.approx(expected, rel=2e-3)
    assert np.all((result.changed @ weights[:-1] + weights[-1] > 0) != (gap > 0))


def test_an_input_that_is_wrong_as_it_is_needs_no_change() -> None:
    weights = np.array([1.0, -0.5])
    result = least_change(linear(weights), [[0.2], [0.9], [0.9]], [1, 0, 1])
    assert result.size[:2].tolist() == [0.0, 0.0]
    assert result.size[2] == pytest.approx(0.4, rel=1e-3)
    assert result.value == pytest.approx(0.4 / 3, rel=1e-3)


def test_what_cannot_be_reached_within_the_pixels_is_not_found() -> None:
    result = least_change(linear(np.array([1.0, 5.0])), [[0.5]], [1])
    assert not result.flipped.any()
    assert np.isnan(result.value)


def test_pixels_at_their_end_do_not_keep_the_others_from_crossing() -> None:
    """Half of the slope points beyond black: the rest has to close the gap by itself."""
    weights = np.array([1.0, 1.0, 1.0, 1.0, -0.5])
    result = least_change(linear(weights), [[0.9, 0.0, 0.9, 0.0]], [1], steps=10)
    assert result.flipped.all()
    assert result.size[0] == pytest.approx(1.3 / 2, rel=0.01), "two pixels of four close a gap of 1.3"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_trained_network_is_fooled_within_the_size_that_is_reported() -> None:
    from sklearn.datasets import load_digits
    from sklearn.neural_network import MLPClassifier

    x, y = load_digits(return_X_y=True)
    x = x / 16.0
    model = MLPClassifier((32,), max_iter=200, random_state=0).fit(x[:900], y[:900])
    pictures, labels = x[900:960].reshape(-1, 8, 8), y[900:960]
    result = least_change(model, pictures, labels)
    assert result.flipped.all()
    reported = model.predict(result.changed.reshape(60, -1))
    assert np.all(reported != labels)
    change = np.abs(result.changed - pictures).max(axis=(1, 2))
    assert result.size == pytest.approx(change)
    right = model.predict(pictures.reshape(60, -1)) == labels
    assert np.array_equal(result.size > 0, right)


def test_bad_input_is_reported() -> None:
    with pytest.raises(InputProblem, match="one label for each of 1 inputs"):
        least_change(linear(np.array([1.0, 0.0])), [[0.5]], [0, 1])
    with pytest.raises(InputProblem, match="State low and high"):
        least_change(linear(np.array([1.0, 0.0])), [[1.5]], [0])
    with pytest.raises(InputProblem, match="network with gradients"):
        least_change(lambda x: np.tile([0.4, 0.6], (len(x), 1)), [[0.5]], [1])
