"""Equal rows that are declared draws: no sign of copies, while near copies and copied operation are still seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.ram.data import LabelledPoints
from casegen_evidence.ram.recurring_draws import without_recurring
from casegen_evidence.ram.vital_signs import judge_operation, judge_points
from casegen_evidence.signs import Intake

from tests.evidence.ram.worlds import by_first, ran_by, wrong_at


def recurring(rows: int, inputs: int, share: float, seed: int = 0) -> np.ndarray:
    """Points of which a share is one of a few inputs that recur."""
    rng = np.random.default_rng([seed, inputs, rows])
    points, places = rng.random((rows, 2)), rng.random((inputs, 2))
    again = rng.random(rows) < share
    points[again] = places[rng.integers(0, inputs, int(again.sum()))]
    return points


def signs(points: np.ndarray, inputs: np.ndarray | None = None) -> set[str]:
    """Signs of points, and of inputs of operation, whose equal rows are draws."""
    labels = (points[:, 0] > 0.5).astype(np.int64)
    data = LabelledPoints(points, labels, ("0", "1"), ("x1", "x2"))
    judge_points(data, intake := Intake())
    if inputs is not None:
        judge_operation(points, inputs, data.features, intake, copies=False)
    return {sign.name for sign in intake.signs}


@pytest.mark.parametrize("kind", ["low", "high"])
@pytest.mark.parametrize("rows", [400, 800])
def test_inputs_that_recur_by_declared_draws_give_a_limit(
    kind: str, rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = recurring(rows, 20, 0.4)
    run = ran_by(tmp_path, monkeypatch)
    result = run(kind, wrong_at(points[:0]), points, by_first(points).astype(int), repeats="draws")
    assert not [sign.name for sign in result.signs]
    assert result.measures["pmi"].upper < 0.05
    assert "rows of equal values are independent draws" in result.measures["pmi"].assumes


@pytest.mark.parametrize(("inputs", "share"), [(1, 0.1), (5, 0.25), (20, 0.4), (100, 0.5), (200, 1.0)])
@pytest.mark.parametrize("seed", range(3))
def test_declared_draws_are_no_copies(inputs: int, share: float, seed: int) -> None:
    points = recurring(1000, inputs, share, seed)
    assert not signs(points[:400], points[400:])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("noise", [1e-4, 1e-3])
def test_near_copies_are_seen_where_equal_rows_are_draws(seed: int, noise: float) -> None:
    points = recurring(400, 20, 0.4, seed)
    moved = points + noise * np.random.default_rng(seed).normal(size=points.shape)
    assert "sign-near-copies" in signs(np.concatenate([points, moved]))


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_operation_that_is_the_points_is_seen_where_equal_rows_are_draws(share: float, seed: int) -> None:
    points = recurring(400, 40, share, seed)
    assert "sign-operation-of-points" in signs(points, points[::-1])
    assert "sign-operation-of-points" in signs(points, np.repeat(points, 2, axis=0))


def test_many_draws_of_two_samples_are_seldom_called_copies() -> None:
    """Of 400 honest pairs of samples, of unequal sizes and few to many inputs that recur, at most two are."""
    called = 0
    for seed in range(400):
        rng = np.random.default_rng([seed, 5])
        kinds, rows = rng.integers(2, 300), int(rng.integers(40, 800))
        chance = rng.dirichlet(np.full(kinds, rng.choice([0.2, 1.0, 10.0])))
        x = rng.random((kinds, 2))[rng.choice(kinds, rows, p=chance)]
        n = int(rng.integers(10, rows - 10))
        one, other = x[:n], x[n:]
        called += len(without_recurring(one, other)) == len(other) and len(
            np.intersect1d(one[:, 0], other[:, 0])
        )
    assert called <= 2
