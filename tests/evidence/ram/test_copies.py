"""Rows that repeat count once: a sign where a claim would not hold if they are draws of inputs that recur."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import Result
from casegen_evidence.signs import Sign

from tests.evidence.ram.worlds import Ran, by_first, ran_by, wrong_at

NAME = "sign-copies-or-draws"
RESTATED = {"profile": {"kind": "reweighted", "shares": {"0": 0.4, "1": 0.6}}}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    return ran_by(tmp_path, monkeypatch)


def recurring(seed: int, inputs: int, share: float, rows: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Points of which a share is one of a few inputs that recur, and these inputs."""
    rng = np.random.default_rng([seed, inputs])
    places, points = rng.random((inputs, 2)), rng.random((rows, 2))
    again = rng.random(rows) < share
    points[again] = places[rng.integers(0, inputs, int(again.sum()))]
    return points, places


def sign_of(result: Result) -> Sign | None:
    return next((sign for sign in result.signs if sign.name == NAME), None)


def possible(result: Result, measure: str = "pmi") -> float:
    """What the measure may be as far as the sign goes: anything where the sign says no number."""
    sign = sign_of(result)
    upper = result.measures[measure].upper or 0.0
    return upper if sign is None else sign.possible.get(measure, upper if sign.possible else 1.0)


@pytest.mark.parametrize("kind", ["low", "high"])
@pytest.mark.parametrize(("inputs", "share"), [(5, 0.1), (20, 0.4), (40, 0.4), (100, 0.4)])
def test_inputs_that_recur_and_fail_are_in_doubt(kind: str, inputs: int, share: float, run: Ran) -> None:
    for seed in range(3):
        points, places = recurring(seed, inputs, share)
        result = run(kind, wrong_at(places), points, by_first(points).astype(int))
        assert result.measures["pmi"].upper < share, "counted once they are few"
        assert possible(result) >= share


@pytest.mark.parametrize("parameters", [RESTATED, {"operation": np.random.default_rng(1).random((900, 2))}])
def test_restated_limits_are_in_doubt_as_well(parameters: dict[str, Any], run: Ran) -> None:
    points, places = recurring(1, 20, 0.4)
    result = run("low", wrong_at(places), points, by_first(points).astype(int), **parameters)
    assert possible(result) >= 0.4


@pytest.mark.parametrize("kind", ["low", "high"])
def test_one_failing_input_of_several_moves_the_limit(kind: str, run: Ran) -> None:
    """One of five inputs with 2 % each says nothing for itself: what its rows come to stands at claims below."""
    points, places = recurring(2, 5, 0.1)
    result = run(kind, wrong_at(places[:1]), points, by_first(points).astype(int))
    sign = sign_of(result)
    assert sign is not None
    assert sign.possible["pmi"] > 0.02
    assert "1 of 5 fail" in sign.message
    if kind == "low":
        drawn = run(kind, wrong_at(places[:1]), points, by_first(points).astype(int), repeats="draws")
        assert sign.possible["pmi"] == pytest.approx(drawn.measures["pmi"].upper, rel=0.6)
        assert sign_of(drawn) is None


def test_inputs_of_other_groups_recur_too(tmp_path: Path, run: Ran) -> None:
    """Each row is of a group of its own: they are joined where their inputs are equal."""
    from casegen_evidence.method import Run
    from casegen_evidence.ram.method import LOW_DIMENSIONAL

    from tests.evidence.ram.worlds import SMALL

    points, places = recurring(3, 20, 0.4)
    run("low", wrong_at(places), points, by_first(points).astype(int))  # leaves the model in place
    path = tmp_path / "grouped.csv"
    rows = [f"{a!r},{b!r},g{k},{int(a > 0.5)}" for k, (a, b) in enumerate(points.tolist())]
    path.write_text("x1,x2,scene,label\n" + "\n".join(rows) + "\n")
    chosen = {**SMALL["low"], "classifier": {"kind": "provider", "provider": "own"}, "group": "scene"}
    parameters = LOW_DIMENSIONAL.parameters.model_validate(chosen)
    result = LOW_DIMENSIONAL.run(Run({"points": path}, parameters, 1, 0.95, tmp_path))
    assert possible(result) >= 0.4


@pytest.mark.parametrize("kind", ["low", "high"])
def test_what_is_counted_once_is_assumed(kind: str, run: Ran) -> None:
    points, _ = recurring(4, 10, 0.1)
    labels = by_first(points).astype(int)
    once = run(kind, wrong_at(points[:0]), points, labels)
    assert any("count once" in text for text in once.assumptions)
    assert sign_of(once) is None, "no row fails, however often it counts"
    drawn = run(kind, wrong_at(points[:0]), points, labels, repeats="draws")
    fresh = run(kind, wrong_at(points[:0]), np.random.default_rng(5).random((400, 2)), labels)
    for other in (drawn, fresh):
        assert not any("count once" in text for text in other.assumptions)


@pytest.mark.parametrize("kind", ["low", "high"])
def test_a_file_that_was_exported_twice_has_no_sign(kind: str, run: Ran) -> None:
    rng = np.random.default_rng(6)
    points = rng.random((300, 2))
    labels = (by_first(points) ^ (rng.random(300) < 0.04)).astype(int)
    result = run(kind, wrong_at(points[:0]), np.tile(points, (2, 1)), np.tile(labels, 2))
    assert sign_of(result) is None


def copied(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Ordinary rows, up to a fifth of them again: once, some of them several times, or three times."""
    rng = np.random.default_rng([seed, 21])
    points = rng.random((400, 2))
    labels = by_first(points) ^ (rng.random(400) < rng.choice([0, 0.01, 0.03, 0.06]))
    some = int(rng.choice([0, 0.05, 0.1, 0.2]) * 400)
    how = rng.integers(3)
    rows = rng.choice(400, some, replace=bool(how == 1))
    rows = np.repeat(rows[: some // 3], 3) if how == 2 else rows
    return np.r_[points, points[rows]], np.r_[labels, labels[rows]].astype(int)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["low", "high"])
def test_honest_copies_are_seldom_in_doubt(kind: str, run: Ran) -> None:
    """Of claims that hold if copies count once, few do not if each counts; none is said to fail more often."""
    held = doubted = full = 0
    for seed in range(100):
        points, labels = copied(seed)
        result = run(kind, wrong_at(points[:0]), points, labels)
        sign = sign_of(result)
        full += sign is not None and not sign.possible
        for bound in (0.02, 0.03, 0.05, 0.1):
            if (result.measures["pmi"].upper or 1.0) <= bound:
                held += 1
                doubted += possible(result) > bound
    assert full <= 4
    assert doubted <= 0.05 * held
