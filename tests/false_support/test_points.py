"""Labelled points that give the label away, or are the same scene many times."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import measured

ITEM = "evidence_items.EV"
BOUND = "claims.C1.requirement.bound"


def base(**parameters: Any) -> dict[str, Any]:
    return edited(measured(), {
        f"{ITEM}.method": "ram-low-dimensional", f"{ITEM}.inputs": {"points": "points.csv"},
        f"{ITEM}.parameters": {"cells": 12, "samples": 2000, "floor": 1,
                               "classifier": {"kind": "k-nearest-neighbours", "options": {"n_neighbors": 1}}}
        | parameters,
        "claims.C1.requirement.measure.measure": "pmi", "claims.C1.requirement.bound": 0.1,
        "claims.C1.text": "The classifier errs rarely enough for its use",
    })  # fmt: skip


def table(x: np.ndarray[Any, Any], y: np.ndarray[Any, Any], names: str = "a,b") -> dict[str, str]:
    rows = [
        ",".join(f"{v:.6g}" for v in row) + f",{'pipe' if c else 'ball'}" for row, c in zip(x, y, strict=True)
    ]
    return {"points.csv": f"{names},kind\n" + "\n".join(rows) + "\n"}


def rows_of(x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> str:
    """A table of many features and of classes a, b, c."""
    head = ",".join(f"e{k + 1}" for k in range(x.shape[1])) + ",kind\n"
    return head + "".join(
        ",".join(f"{v:.4f}" for v in row) + f",{'abc'[c]}\n" for row, c in zip(x, y, strict=True)
    )


RNG = np.random.default_rng(0)
X = RNG.uniform(size=(600, 2))
CLEAR, COIN = (X[:, 0] > 0.5).astype(int), RNG.integers(0, 2, 600)
SCENES = np.repeat(RNG.uniform(size=(40, 2)), 15, axis=0) + 0.002 * RNG.normal(size=(600, 2))
SCORE = RNG.uniform(size=600)
THREE = RNG.integers(0, 3, 600)
TURN, WIDE = np.linalg.qr(RNG.normal(size=(3, 3)))[0], RNG.normal(size=(5, 6))
ORDER = np.argsort(COIN, kind="stable")
SHUFFLE = RNG.permutation(600)

FALSE: dict[str, tuple[dict[str, str], dict[str, Any], str]] = {
    "class-as-a-feature": (table(np.c_[X[:, 0], COIN], COIN), {}, "sign-label-given-away"),
    "row-number-in-sorted-rows": (
        table(np.c_[np.arange(600), X[ORDER, 0]], COIN[ORDER]), {}, "sign-label-given-away"),
    "row-number-backwards": (
        table(np.c_[X[ORDER, 0], 5000 - np.arange(600)], COIN[ORDER]), {}, "sign-label-given-away"),
    "class-with-noise": (table(np.c_[X[:, 0], COIN + 0.05 * RNG.normal(size=600)], COIN), {}, "sign-label-given-away"),
    "class-with-more-noise": (table(np.c_[X[:, 0], COIN + 0.3 * RNG.normal(size=600)], COIN), {}, "sign-label-given-away"),
    "class-counted-from-one": (table(np.c_[X[:, 0], 1 + COIN + 0.25 * RNG.normal(size=600)], COIN), {}, "sign-label-given-away"),
    "class-in-another-unit": (
        table(np.c_[X[:, 0], 300 - 80 * COIN + 5 * RNG.uniform(size=600)], COIN), {}, "sign-label-given-away"),
    "time-of-rows-by-class": (
        table(np.c_[1e4 + np.cumsum(RNG.exponential(size=600)), X[ORDER, 0]], COIN[ORDER]), {}, "sign-label-given-away"),
    "time-with-noise": (
        table(np.c_[np.arange(600) + 2 * RNG.normal(size=600), X[ORDER, 0]], COIN[ORDER]), {}, "sign-label-given-away"),
    "frames-of-forty-recordings": (
        table(np.c_[np.arange(600) / 25, X[:, 0]], np.repeat(COIN[:40], 15)), {}, "sign-label-given-away"),
    "row-number-shuffled": (
        table(np.c_[np.arange(600), X[ORDER, 0]][SHUFFLE], COIN[ORDER][SHUFFLE]), {}, "sign-label-given-away"),
    "recording-number-shuffled": (
        table(np.c_[np.arange(600), X[:, 0]][SHUFFLE], np.repeat(COIN[:40], 15)[SHUFFLE]), {}, "sign-label-given-away"),
    "answer-and-its-residual": (
        table(np.c_[SCORE.round(3), (COIN - SCORE).round(3)], COIN, "score,residual"), {}, "score, residual have a weighted sum"),
    "label-among-the-principal-components": (
        table(np.c_[X - 0.5, COIN - 0.5] @ TURN, COIN, "pc1,pc2,pc3"), {}, "sign-label-given-away"),
    "embedding-of-three-labels": (
        {"points.csv": rows_of(np.c_[X, np.eye(3)[THREE]] @ WIDE, THREE)}, {}, "sign-label-given-away"),
    "forty-scenes": (table(SCENES, np.repeat(RNG.integers(0, 2, 40), 15)), {}, "sign-near-copies"),
    "labels-in-two-spellings": (
        {"points.csv": table(X, CLEAR)["points.csv"].replace("pipe", "Pipe", 9)}, {}, "differ only in case"),
    "a-column-twice": (table(X, CLEAR, "a,a"), {}, "'a' in columns 1, 2"),
    "a-column-without-a-name": (table(X, CLEAR, "a,"), {}, "column 2 has no name"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_false_points(name: str, tmp_path: Path) -> None:
    files, parameters, because = FALSE[name]
    must_not_hold(folder(tmp_path / name, base(**parameters), {}, files), because)


def test_one_file_as_points_and_operation(tmp_path: Path) -> None:
    files = table(X, CLEAR)
    files["operation.csv"] = files["points.csv"]
    edits = {f"{ITEM}.inputs.operation": "operation.csv"}
    must_not_hold(folder(tmp_path / "x", base(), edits, files), "the same content as input points")


@pytest.mark.slow
def test_true_points(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "twin", base(), {}, table(X, CLEAR)))
    must_hold(folder(tmp_path / "sorted-by-class", base(), {}, table(X[np.argsort(CLEAR)], np.sort(CLEAR))))
    two = np.where(CLEAR[:, None] == 1, 3.0, 0.0) + RNG.normal(size=(600, 2))
    must_hold(folder(tmp_path / "clusters", base(), {}, table(two, CLEAR)))
    near = np.where(CLEAR == 1, 1.3, 0.1) + 0.3 * RNG.normal(size=600)
    must_hold(folder(tmp_path / "apart", base(), {f"{BOUND}": 0.3}, table(np.c_[X[:, 0], near], CLEAR)))
    turned = np.c_[X - 0.5, RNG.normal(size=600)] @ TURN
    must_hold(folder(tmp_path / "components", base(), {f"{BOUND}": 0.3}, table(turned, CLEAR, "pc1,pc2,pc3")))
    commas = {"points.csv": table(X, CLEAR)["points.csv"].replace(",", ";").replace(".", ",")}
    must_hold(folder(tmp_path / "commas", base(), {f"{ITEM}.decimal": ","}, commas))
