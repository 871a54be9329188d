"""A stated threshold that is the score of an evaluated row, to its last digit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from casegen_evidence.monitors.evaluation_signs import chosen_on_rows
from casegen_evidence.monitors.threshold_statistics import statistic_of
from casegen_evidence.signs import Intake


def seen(scores: np.ndarray, threshold: float) -> bool:
    rows: Any = SimpleNamespace(file="p.csv", scores=lambda: scores)
    intake = Intake()
    chosen_on_rows(rows, threshold, intake)
    return bool(intake.signs)


def test_only_digits_that_hardly_meet_are_doubted() -> None:
    rng = np.random.default_rng(3)
    for digits in (6, 9, 16):
        scores = np.round(rng.gamma(2, 1, 1000), digits)
        assert seen(scores, float(scores[7]))
        assert not seen(scores, round(float(scores[7]) + 1e-3, digits))
    for scores in (np.round(rng.gamma(2, 1, 1000), 3), rng.binomial(255, 0.3, 1000) / 255):
        assert not seen(scores, float(scores[7]))  # they meet by chance


def scored(n: int, seed: int, digits: int = 4) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    hazardous = rng.random(n) < 0.06
    return np.round(rng.normal(2.5 * hazardous, 1), digits), hazardous


@pytest.mark.parametrize("seed", range(4))
def test_a_statistic_of_the_scores_is_doubted(seed: int) -> None:
    scores, hazardous = scored(400, seed)
    least = float(scores[hazardous].min())
    chosen = {
        "the mean plus 1 standard deviation": scores.mean() + scores.std(),
        "the mean plus 1.5 standard deviations": scores.mean() + 1.5 * scores.std(ddof=1),
        "the mean minus 2 standard deviations": scores.mean() - 2 * scores.std(),
        "of the harmless rows": scores[~hazardous].mean() + 3 * scores[~hazardous].std(),
        "the mean plus 3 standard deviations": round(float(scores.mean() + 3 * scores.std()), 6),
        "next to the least score of a hazardous row": least - 1e-6,
    }
    for words, threshold in chosen.items():
        assert words in statistic_of(scores, hazardous, float(threshold))
    fine = scored(400, seed, 9)[0]
    for q in (0.8, 0.85, 0.99):
        assert "quantile" in statistic_of(fine, hazardous, float(np.quantile(fine, q)))
    low, median, high = np.quantile(fine, (0.25, 0.5, 0.75))
    apart = float(np.median(np.abs(fine - median)))
    assert "median absolute" in statistic_of(fine, hazardous, float(median + 1.4826 * apart))
    assert "median absolute" in statistic_of(fine, hazardous, float(median + 3 * apart))
    assert "quartile" in statistic_of(fine, hazardous, float(high + 1.5 * (high - low)))


def test_thresholds_from_elsewhere_are_left_alone() -> None:
    for seed in range(40):
        digits = (2, 3, 4, 6, 16)[seed % 5]
        scores, hazardous = scored((60, 200, 1000)[seed % 3], seed, digits)
        others, bad = scored(500, 1000 + seed, digits)
        elsewhere = [1.2, 1.25, 0.123456, others.mean() + others.std(), np.quantile(others, 0.85)]
        elsewhere += [
            others[bad].min() - 1e-6,
            others[bad].min() * 0.999,
            np.random.default_rng(seed).normal(),
            np.median(others) + 1.4826 * np.median(np.abs(others - np.median(others))),
        ]
        for threshold in elsewhere:
            assert not statistic_of(scores, hazardous, float(threshold))
