"""Scores that are stuck for most rows, or vary by the noise of rounding only; each has a true twin."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import casegen

Array = NDArray[np.float64]
R = np.random.default_rng(0)
N = 600
TRUE = R.integers(0, 2, N)
WRONG = R.random(N) < 0.1
OTHERS = np.random.default_rng(5).random(N)
OTHER = R.permutation(N)[:500]


def _put(at: NDArray[np.int64] | slice, value: float) -> Callable[[Array], Array]:
    def stuck(score: Array) -> Array:
        changed = score.copy()
        changed[at] = value
        return changed

    return stuck


STUCK: dict[str, tuple[Callable[[Array], Array], float]] = {
    "most, anywhere": (_put(OTHER, 0.4), 0.5),
    "most, in sequence": (_put(slice(50, 550), 0.4), 0.5),
    "more than half": (_put(OTHER[:320], 0.4), 0.5),
    "most, with noise": (lambda s: _put(OTHER, 0.4)(s) + 1e-8 * s, 0.5),
    "most, at the least": (lambda s: _put(OTHER, float(s.min()))(s), 0.5),
    "most, at the largest": (lambda s: _put(OTHER, float(s.max()))(s), 0.5),
    "most, below the least": (lambda s: _put(OTHER[:400], -2.0)(s), 0.5),
    "most, above the largest": (lambda s: _put(OTHER[:400], 9.9)(s), 0.5),
    "all, with noise": (lambda s: 0.4 + 1e-7 * (s - s.mean()), 0.4),
    "all large, with noise": (lambda s: 4e5 + 1e-2 * (s - s.mean()), 4e5),
}
HONEST: dict[str, tuple[Callable[[Array], Array], float]] = {
    "measured": (lambda s: s, 0.5),
    "floor": (lambda s: np.maximum(s, 0.45), 0.5),
    "ceiling": (lambda s: np.minimum(s, 0.3), 0.25),
    "sure, in 32 bits": (lambda s: 1 - np.where(s > 0.6, s, 1e-8 * s), 0.5),
    "zero where nothing is seen": (lambda s: np.where(np.abs(s - 0.3) < 0.3, 0.0, s - 0.3), 0.2),
    "one where nothing is seen": (lambda s: _put(OTHER, 1.0)(0.5 * s.clip(0, 1)), 0.2),
    "floor near the median": (lambda s: np.maximum(s, 0.34), 0.5),
    "floor of long tails": (lambda s: np.exp(3 * np.maximum(s, 0.4)), 5.0),
    "ceiling near the median": (lambda s: np.minimum(s, 0.32), 0.25),
    "floor of an even score": (lambda s: np.maximum(OTHERS, 0.6) + 0.2, 0.9),
    "few levels": (lambda s: (4 * s.clip(0, 1)).round() / 4, 0.5),
    "small numbers": (lambda s: 1e-9 * s, 5e-10),
    "far from zero": (lambda s: s - 1000.0, -999.5),
    "less than half": (_put(OTHER[:250], 0.4), 0.5),
}


def _signs(change: Callable[[Array], Array], threshold: float) -> list[str]:
    score = change(np.where(WRONG, 0.6, 0.3) + 0.2 * np.random.default_rng(1).normal(size=N))
    rows = {
        "true": [f"c{k}" for k in TRUE],
        "predicted": [f"c{k}" for k in np.where(WRONG, 1 - TRUE, TRUE)],
        "score": score.tolist(),
    }
    result = casegen.measure(
        "monitor-evaluation",
        {"outcomes": rows},
        parameters={"scheme": "model-errors", "threshold": threshold},
    )
    return [sign.name for sign in result.signs]


@pytest.mark.slow
@pytest.mark.parametrize("name", STUCK)
def test_scores_that_are_stuck_for_most_rows_are_doubted(name: str) -> None:
    assert _signs(*STUCK[name]) == ["sign-stands-still"]


@pytest.mark.slow
@pytest.mark.parametrize("name", HONEST)
def test_scores_that_are_limited_or_measured_are_not(name: str) -> None:
    assert "sign-stands-still" not in _signs(*HONEST[name])
