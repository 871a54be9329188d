"""Confidences that stop at a round value, and honest ones that thin out just above one."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.tables.signs.cut import cut_at
from casegen_evidence.tables.signs.sharp_edge import entropy_edge, margin_edge, sharp_edge


def softmax(seed: int) -> tuple[np.ndarray, int]:
    """The largest probabilities of a network of two to ten classes."""
    rng = np.random.default_rng(50000 + seed)
    classes, rows = int(rng.integers(2, 11)), int(rng.choice([300, 700, 1500, 3000]))
    true, logits = rng.integers(0, classes, rows), rng.normal(size=(rows, classes))
    logits[np.arange(rows), true] += rng.gamma(6, 1, rows) * 0.7
    shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    return np.round(shares.max(1), 4), classes


def test_confidences_that_thin_out_are_not_cut() -> None:
    """4,000 honest tables gave no sign; three of 260 did where only the number next to the least was looked at."""
    assert not [seed for seed in range(400) if cut_at(*softmax(seed)) or sharp_edge(*softmax(seed))]


@pytest.mark.parametrize("at", [0.5, 0.6, 0.7, 0.8, 0.9])
def test_confidences_that_are_chosen_by_a_round_value_are(at: float) -> None:
    hits = 0
    for seed in range(30):
        values = 1 - np.random.default_rng(seed).beta(1, 2, 3000)
        hits += cut_at(np.round(values[values >= at], 4), 3) > 0
    assert hits >= 27


@pytest.mark.parametrize("classes", [2, 3, 6])
@pytest.mark.parametrize("digits", [3, 4, 5])
def test_a_softmax_that_is_cut_at_nine_tenths_is_seen(classes: int, digits: int) -> None:
    """Of the answers of a calibrated network, those with a confidence of .9 or more: nothing of them thins out."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        logits = rng.normal(size=(2000, classes))
        logits[np.arange(2000), rng.integers(0, classes, 2000)] += np.abs(rng.normal(5, 2.5, 2000))
        shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        values = np.round(shares.max(1), digits)
        assert sharp_edge(values[values >= 0.9], classes) == pytest.approx(0.9)
        assert not sharp_edge(values, classes)


def test_densities_that_end_near_a_round_value_are_no_cut() -> None:
    """Sharp networks whose least confidence lies at .6 by chance, confidences of few digits, and few rows."""
    for seed in range(200):
        rng = np.random.default_rng(900 + seed)
        values = 1 - 0.4 * rng.beta(1.2, rng.uniform(2, 12), int(rng.choice([100, 400, 3000])))
        assert not sharp_edge(np.round(values, int(rng.integers(2, 6))), 3)


def unsure(seed: int, sharp: float = 0.7) -> tuple[np.ndarray, np.ndarray, int]:
    """Entropies in nats, bits or shares, and margins, of a network of two to ten classes."""
    rng = np.random.default_rng(seed)
    classes, rows = int(rng.integers(2, 11)), int(rng.choice([100, 300, 700, 2000]))
    logits = rng.normal(size=(rows, classes)) * rng.uniform(0.5, 2)
    logits[np.arange(rows), rng.integers(0, classes, rows)] += rng.gamma(6, 1, rows) * sharp
    shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    entropy = -(shares * np.log(np.clip(shares, 1e-12, 1))).sum(1)
    unit = (1.0, np.log(2), np.log(classes))[int(rng.integers(3))]
    ordered, digits = np.sort(shares, axis=1), int(rng.integers(2, 6))
    margin = ordered[:, -1] - ordered[:, -2]
    return np.round(np.maximum(entropy, 0) / unit, digits), np.round(margin, digits), classes


def test_entropies_and_margins_that_thin_out_are_not_cut() -> None:
    """None of 3,000 tables of each kind gave a sign."""
    for seed in range(400):
        entropy, margin, classes = unsure(seed, 0.2 + seed % 7 / 6)
        assert not entropy_edge(entropy, classes)
        assert not margin_edge(margin)


def test_entropies_of_two_classes_that_compete_end_at_ln_2() -> None:
    """They gather there; smoothed, ten of 3,000 tables gave a sign."""
    seen = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        classes, rows = int(rng.integers(3, 11)), int(rng.choice([200, 700, 2000]))
        logits = 0.3 * rng.normal(size=(rows, classes)) - rng.uniform(2, 9)
        logits[:, 0], logits[:, 1] = np.abs(rng.normal(0, 2, rows)), 0.0
        shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        entropy = -(shares * np.log(shares)).sum(1)
        seen += entropy_edge(np.round(entropy, 4), classes) > 0
    assert seen <= 3


@pytest.mark.parametrize("at", [0.3, 0.5, 0.6])
def test_entropies_that_are_cut_at_a_round_value_are(at: float) -> None:
    hits = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        logits = 1.5 * rng.normal(size=(2000, 3))
        logits[np.arange(2000), rng.integers(0, 3, 2000)] += 2.4 * np.where(rng.random(2000) < 0.85, 1, 0.35)
        shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        entropy = np.round(-(shares * np.log(shares)).sum(1), 4)
        hits += entropy_edge(entropy[entropy <= at], 3) == pytest.approx(at)
    assert hits >= 15
