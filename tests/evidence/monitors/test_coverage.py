"""The limits of the monitor metrics cover the truth at least as often as they say, in repetitions with known truth."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.group_sizes import worse_of_rows
from casegen_evidence.monitors.evaluation_method import EVALUATION
from casegen_evidence.monitors.group_sizes import returns_of_rows
from casegen_evidence.monitors.metrics import evaluate
from casegen_evidence.monitors.returns import accident_returns, detector_errors, model_errors, per_group

REPETITIONS = 200
CONFIDENCE = 0.95
LEAST = CONFIDENCE - 3 * np.sqrt(CONFIDENCE * (1 - CONFIDENCE) / REPETITIONS)
"""Three standard deviations of the count of repetitions below nominal."""


def binary(rng: np.random.Generator) -> tuple[object, dict[str, float]]:
    n = 150
    wrong = rng.random(n) < 0.1
    alarm = np.where(wrong, rng.random(n) < 0.7, rng.random(n) < 0.05)
    truth = {"safety_gain": 0.07, "residual_hazard": 0.03, "availability_cost": 0.045, "miss_rate": 0.3}
    return model_errors(wrong, np.zeros(n), alarm), truth


def clustered(rng: np.random.Generator) -> tuple[object, dict[str, float]]:
    """Episodes of 20 frames with their own quality: frames of an episode go wrong together."""
    n = 80
    quality = rng.random(n) < 0.2
    error = rng.random((n, 20)) < np.where(quality, 0.8, 0.0)[:, None]
    alarm = np.broadcast_to(rng.random(n)[:, None] < 0.5, (n, 20))
    group = np.repeat(np.arange(n), 20)
    truth = {"safety_gain": 0.08, "residual_hazard": 0.08, "availability_cost": 0.42}
    return per_group(detector_errors(error.ravel(), alarm.ravel().astype(int)), group, "episode"), truth


def accidents(rng: np.random.Generator) -> tuple[object, dict[str, float]]:
    n = 120
    hit = rng.random(n) < 0.15
    caught = rng.random(n) < 0.8
    run = np.where(caught, rng.random(n), 1.0)
    returns = accident_returns(
        -hit.astype(float),
        -(hit & ~caught).astype(float),
        np.zeros(n),
        np.ones(n),
        run,
        (0.0, 1.0),
        (0.0, 1.0),
    )
    truth = {"safety_gain": 0.12, "residual_hazard": 0.03, "availability_cost": 0.4, "hazard": 0.15}
    return returns, truth


@pytest.mark.slow
@pytest.mark.parametrize("world", [binary, clustered, accidents])
def test_both_limits_cover(world: object) -> None:
    rng = np.random.default_rng(11)
    below: dict[str, int] = {}
    above: dict[str, int] = {}
    for _ in range(REPETITIONS):
        returns, truth = world(rng)  # type: ignore[operator]
        result = evaluate(returns, CONFIDENCE).named()
        for name, number in truth.items():
            below[name] = below.get(name, 0) + (result[name].lower <= number)
            above[name] = above.get(name, 0) + (result[name].upper >= number)
    for counts in (below, above):
        assert min(counts.values()) / REPETITIONS >= LEAST, counts


@pytest.mark.slow
def test_frames_taken_as_independent_would_not_cover() -> None:
    """Why ``per_group`` is there: the same data without it miss the truth far too often."""
    rng = np.random.default_rng(12)
    covered = 0
    for _ in range(REPETITIONS):
        quality = rng.random(80) < 0.2
        error = rng.random((80, 20)) < np.where(quality, 0.8, 0.0)[:, None]
        alarm = np.broadcast_to(rng.random(80)[:, None] < 0.5, (80, 20))
        result = evaluate(detector_errors(error.ravel(), alarm.ravel().astype(int)), CONFIDENCE)
        covered += result.residual_hazard.upper >= 0.08  # type: ignore[operator]
    assert covered / REPETITIONS < 0.8


SIZES = {
    "a fifth long, .03 and .15": ((0.8, 0.2), (10, 40), (0.03, 0.15), (0.2, 0.2)),
    "three in ten long, .03 and .12": ((0.7, 0.3), (10, 30), (0.03, 0.12), (0.3, 0.3)),
    "long ones missed": ((0.7, 0.3), (10, 30), (0.1, 0.1), (0.1, 0.6)),
    "some long, .05 and .25": ((0.85, 0.15), (10, 40), (0.05, 0.25), (0.3, 0.3)),
    "a fifth long, missed more": ((0.8, 0.2), (10, 40), (0.06, 0.3), (0.3, 0.5)),
}
"""Shares of two kinds of videos, their frames, the rates of errors, and of errors without an alarm."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SIZES)
def test_a_limit_over_groups_that_is_short_of_the_rows_is_marked(name: str) -> None:
    """Wrong of the rate of rows, and no sign that says so: as seldom as the confidence permits."""
    shares, frames, rates, passed = (np.array(part) for part in SIZES[name])
    rows = shares * frames / (shares @ frames)
    hazard, residual = float(rows @ rates), float(rows @ (rates * passed))
    truth = {"hazard": hazard, "residual_hazard": residual, "miss_rate": residual / hazard}
    rng, unmarked = np.random.default_rng(5), dict.fromkeys(truth, 0)
    for _ in range(60):
        kind = rng.choice(2, 100, p=shares)
        group = np.repeat(np.arange(100), np.maximum(1, rng.poisson(frames[kind])))
        error = rng.random(len(group)) < rates[kind][group]
        alarm = np.where(error, rng.random(len(group)) >= passed[kind][group], rng.random(len(group)) < 0.05)
        alone = detector_errors(error, alarm)
        stated = evaluate(per_group(alone, group, "group"), CONFIDENCE).named()
        worse = worse_of_rows(stated, returns_of_rows(alone, group, CONFIDENCE), EVALUATION.better)
        for measure, value in truth.items():
            unmarked[measure] += worse.get(measure, stated[measure].upper) < value
    assert max(unmarked.values()) <= 60 * (1 - CONFIDENCE)
