"""Limits that the evaluation points of the same result refute: a model that fails at inputs that no sample of a cell is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import Result

from tests.evidence.ram.worlds import Ran, by_first, ran_by

NAME = "sign-refuted-by-tests"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    return ran_by(tmp_path, monkeypatch)


def at_the_end(seed: int, rows: int = 600, share: float = 0.2) -> np.ndarray:
    """Points of which a share has a second feature of 0 exactly, as a sensor at its end has."""
    rng = np.random.default_rng([seed, 9])
    points = rng.random((rows, 2))
    points[rng.random(rows) < share, 1] = 0.0
    return points


def wrong_there(points: np.ndarray) -> np.ndarray:
    return (by_first(points) ^ (points[:, 1] == 0)).astype(int).astype(str)


def right(points: np.ndarray) -> np.ndarray:
    return by_first(points).astype(int).astype(str)


def barred(result: Result) -> set[str]:
    return {
        m for sign in result.signs if sign.name == NAME and sign.severity == "fails" for m in sign.measures
    }


POINTS = at_the_end(0)
WAYS: dict[str, Mapping[str, Any]] = {
    "plain": {},
    "operation": {"operation": at_the_end(100, 900)},
    "toward-others": {"disturbance": "toward-others"},
    "requirement": {"requirement": 0.05},
    "radii": {"radii": {"x1": 0.01, "x2": 0.02}},
    "sweep": {"sweep": [0.01, 0.05]},
    "few-balls": {"balls": 60},
    "scaled": {"scale": "sd"},
}


@pytest.mark.parametrize("name", WAYS)
def test_balls_that_miss_what_their_centres_show(name: str, run: Ran) -> None:
    result = run("high", wrong_there, POINTS, by_first(POINTS).astype(int), **WAYS[name])
    assert result.measures["pmi"].upper < result.measures["test_error"].lower
    assert barred(result) >= {"pmi", "acu"}


CELLS: dict[str, Mapping[str, Any]] = {
    "plain": {},
    "operation": {"operation": at_the_end(100, 900)},
    "shift": {"total_variation": 0.01},
    "nearest": {"empty_cells": "nearest"},
    "one-pair-counts": {"failures": [{"true": "0", "predicted": "1"}]},
}


@pytest.mark.parametrize("name", CELLS)
def test_cells_that_miss_what_their_points_show(name: str, run: Ran) -> None:
    result = run("low", wrong_there, POINTS, by_first(POINTS).astype(int), **CELLS[name])
    assert result.measures["pmi_voted"].upper < result.measures["pmi"].lower
    assert "pmi_voted" in barred(result)
    assert "pmi" not in barred(result), "it counts these failures"


@pytest.mark.parametrize("kind", ["low", "high"])
def test_a_model_that_is_right_there_has_no_sign(kind: str, run: Ran) -> None:
    assert not barred(run(kind, right, POINTS, by_first(POINTS).astype(int)))


def test_a_feature_that_is_held_shows_the_failures(run: Ran) -> None:
    result = run("high", wrong_there, POINTS, by_first(POINTS).astype(int), held=["x2"], scale="sd")
    assert not barred(result)
    assert result.measures["pmi"].value > 0.1


def test_failures_that_do_not_count_refute_nothing(run: Ran) -> None:
    """Errors of the other pair are in the test error, and not in pmi."""
    labels = by_first(POINTS).astype(int)

    def one_way(points: np.ndarray) -> np.ndarray:
        return (by_first(points) & (points[:, 1] != 0)).astype(int).astype(str)

    for kind in ("low", "high"):
        result = run(kind, one_way, POINTS, labels, failures=[{"true": "0", "predicted": "1"}])
        assert result.measures["test_error"].lower > result.measures["pmi"].upper
        assert not barred(result)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["low", "high"])
@pytest.mark.parametrize("noise", [0.0, 0.05, 0.15])
def test_chance_refutes_no_limit_of_honest_worlds(kind: str, noise: float, run: Ran) -> None:
    for seed in range(30):
        rng = np.random.default_rng([seed, 3])
        points = rng.random((400, 2))
        labels = (points[:, 0] + 0.15 * np.sin(6 * points[:, 1]) > 0.55) ^ (rng.random(400) < noise)
        tree = {"classifier": {"kind": "decision-tree", "options": {"max_depth": 4}}}
        assert not barred(run(kind, None, points, labels.astype(int), **tree))
