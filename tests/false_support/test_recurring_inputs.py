"""A model that fails at inputs that recur exactly: rows counted once as copies, and cells and balls that miss them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import measured

NAMES = np.array(["ball", "pipe"])
NEAR = 1e-6
"""distance from a place within which the model is wrong"""
METHODS: dict[str, dict[str, Any]] = {
    "low": {"cells": 8, "samples": 4000, "bandwidth": 0.1},
    "high": {"radius": 0.02, "samples": 100, "latent": 2, "scale": "none"},
}


def base(kind: str, bound: float, measure: str = "pmi") -> dict[str, Any]:
    item = "evidence_items.EV"
    return edited(measured(), {
        f"{item}.method": f"ram-{kind}-dimensional",
        f"{item}.inputs": {"points": "points.csv", "model": "tree.skops"},
        f"{item}.parameters": {**METHODS[kind], "classifier": {"kind": "skops"}},
        "claims.C1.requirement.measure.measure": measure, "claims.C1.requirement.bound": bound,
        "claims.C1.text": "The classifier errs rarely enough for its use",
    })  # fmt: skip


def by_first(points: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return (points[:, 0] > 0.5).astype(int)


def tree(wrong: np.ndarray[Any, Any], held: bool) -> bytes:
    """A tree that goes by the first feature; near the places ``wrong`` (in the second feature alone, if not ``held``)
    it is wrong."""
    skops = pytest.importorskip("skops.io", reason="needs the extra casegen[skops]")
    from sklearn.tree import DecisionTreeClassifier

    rng = np.random.default_rng(1)
    points = [rng.random((4000, 2))]
    moves = np.array([[1, 0], [-1, 0], [0, 1], [0, -1]]) * 2 * NEAR
    answers = [by_first(points[0])]
    for place in wrong:
        along = np.linspace(0, 1, 400)
        strip = np.concatenate([np.c_[along, np.full(400, place[1] + m)] for m in (-2 * NEAR, 2 * NEAR)])
        around = place + moves if held else strip
        inside = place[None] if held else np.c_[along, np.full(400, place[1])]
        points += [around, inside]
        answers += [by_first(around), 1 - by_first(inside)]
    model = DecisionTreeClassifier(random_state=0).fit(np.concatenate(points), NAMES[np.concatenate(answers)])
    return bytes(skops.dumps(model))


def files(points: np.ndarray[Any, Any], model: bytes) -> dict[str, str | bytes]:
    rows = [
        f"{a!r},{b!r},{NAMES[c]}"
        for (a, b), c in zip(points.tolist(), by_first(points).tolist(), strict=True)
    ]
    return {"points.csv": "a,b,kind\n" + "\n".join(rows) + "\n", "tree.skops": model}


RNG = np.random.default_rng(3)
PLACES = RNG.random((20, 2))
RECUR = RNG.random((400, 2))
RECUR[:160] = PLACES[RNG.integers(0, 20, 160)]
RNG.shuffle(RECUR)
FRESH = RNG.random((400, 2))
COPIED = np.r_[FRESH, FRESH[:60]]
END = RNG.random((600, 2))
END[RNG.random(600) < 0.2, 1] = 0.4


@pytest.mark.slow
@pytest.mark.parametrize("kind", METHODS)
def test_inputs_that_recur_and_fail(kind: str, tmp_path: Path) -> None:
    """Four of ten draws are one of twenty inputs, and the model is wrong there: counted once they are one in twelve."""
    at = folder(tmp_path / "x", base(kind, 0.2), {}, files(RECUR, tree(PLACES, held=True)))
    must_not_hold(at, "sign-copies-or-draws")


@pytest.mark.slow
@pytest.mark.parametrize("kind", METHODS)
def test_copies_that_change_nothing(kind: str, tmp_path: Path) -> None:
    right = tree(PLACES[:0], held=True)
    must_hold(folder(tmp_path / "copied", base(kind, 0.2), {}, files(COPIED, right)))
    must_hold(folder(tmp_path / "recur", base(kind, 0.2), {}, files(RECUR, right)))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "measure"), [("high", "pmi"), ("low", "pmi_voted")])
def test_limits_that_their_own_points_refute(kind: str, measure: str, tmp_path: Path) -> None:
    """Every fifth input has a second feature of 0.4, and the model is wrong there; cells and balls hardly meet it."""
    wrong = tree(np.full((1, 2), 0.4), held=False)
    at = folder(tmp_path / "x", base(kind, 0.09, measure), {}, files(END, wrong))
    must_not_hold(at, "sign-refuted-by-tests")
    right = files(END, tree(PLACES[:0], held=True))
    must_hold(folder(tmp_path / "twin", base(kind, 0.09, measure), {}, right))
