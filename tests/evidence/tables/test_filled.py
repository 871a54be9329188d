"""Features that were filled or stood still; and those that take one value often by their nature."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.filled import judge_filled, judge_stuck

NAMES = ("range", "angle")


def points(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = np.round(np.column_stack([rng.uniform(0, 10, n), rng.uniform(20, 90, n)]), 4)
    return x, (x[:, 0] > 5).astype(np.int64)


def signs(x: np.ndarray, labels: np.ndarray) -> list[str]:
    intake = Intake()
    judge_filled("points", NAMES, x, intake, labels)
    judge_stuck(NAMES, x, labels, intake)
    return [sign.name for sign in intake.signs]


@pytest.mark.parametrize("value", ["mean", "mean of all", "zero"])
@pytest.mark.parametrize("share", [0.1, 0.2, 0.4])
def test_filled_rows_are_seen(value: str, share: float) -> None:
    x, labels = points(400, 3)
    at = np.random.default_rng(4).random(400) < share
    filled = {"mean": x[~at, 1].mean(), "mean of all": x[:, 1].mean(), "zero": 0.0}[value]
    x[at, 1] = round(float(filled), 4)
    assert signs(x, labels) == ["sign-code-for-missing"]


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_a_sensor_that_stands_still_is_seen(share: float) -> None:
    x, labels = points(400, 5)
    last = round(400 * (1 - share))
    x[last:, 1] = 47.1233
    assert signs(x, labels) == ["sign-stands-still"]


@pytest.mark.parametrize("seed", range(10))
def test_values_that_are_frequent_by_their_nature(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, labels = points(300, seed)
    limited, off, hurdle, held, coarse, sorted_rows = (x.copy() for _ in range(6))
    limited[:, 1] = np.clip(limited[:, 1], 30, 70)
    off[:, 1] = np.where(labels == 1, 0, off[:, 1])  # the state goes with the label
    hurdle[:, 1] = np.where(rng.random(300) < 0.3, 0, np.round(rng.gamma(2, 5, 300), 4))
    held[:100, 1] = round(float(rng.uniform(20, 90)), 1)  # a speed that was set
    fine = x + rng.random(x.shape) * 1e-5  # of fifteen digits
    fine[:100, 1] = round(float(rng.uniform(20, 90)), 2)
    coarse[:, 1] = np.round(coarse[:, 1])
    sorted_rows = sorted_rows[np.argsort(sorted_rows[:, 1])]
    for made in (x, limited, off, hurdle, held, fine, coarse, sorted_rows):
        assert not signs(made, labels)


def test_what_stands_still_as_a_whole_is_left_alone() -> None:
    x, labels = points(300, 9)
    x[200:] = (7.1237, 71.1233)
    assert signs(x, labels) == []
