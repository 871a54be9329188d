"""A model that states its features, and points whose columns stand in another order: by place it seems right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import measured

NAMES = np.array(["ball", "pipe"])
POINTS = np.random.default_rng(3).random((600, 2))


def base(points: str) -> dict[str, Any]:
    item = "evidence_items.EV"
    return edited(measured(), {
        f"{item}.method": "ram-low-dimensional",
        f"{item}.inputs": {"points": points, "model": "tree.skops"},
        f"{item}.parameters": {"cells": 8, "samples": 4000, "bandwidth": 0.1, "classifier": {"kind": "skops"}},
        "claims.C1.requirement.measure.measure": "pmi", "claims.C1.requirement.bound": 0.05,
        "claims.C1.text": "The classifier errs rarely enough for its use",
    })  # fmt: skip


def model(*, passed: bool = False) -> bytes:
    """A tree that goes by `load`, trained on a frame with the columns `load` and `temp`."""
    skops = pytest.importorskip("skops.io", reason="needs the extra casegen[skops]")
    from sklearn.pipeline import Pipeline
    from sklearn.tree import DecisionTreeClassifier

    x = np.random.default_rng(1).random((4000, 2))
    tree = DecisionTreeClassifier(random_state=0).fit(x, NAMES[(x[:, 0] > 0.5).astype(int)])
    tree.feature_names_in_ = np.array(["load", "temp"], object)
    return bytes(skops.dumps(Pipeline([("scale", "passthrough"), ("tree", tree)]) if passed else tree))


def files(header: str, decisive: int, *, passed: bool = False) -> dict[str, str | bytes]:
    labels = NAMES[(POINTS[:, decisive] > 0.5).astype(int)]
    rows = [f"{a!r},{b!r},{c}" for (a, b), c in zip(POINTS.tolist(), labels.tolist(), strict=True)]
    return {"points.csv": f"{header},kind\n" + "\n".join(rows) + "\n", "tree.skops": model(passed=passed)}


@pytest.mark.slow
def test_features_are_taken_by_name(tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "other", base("points.csv"), {}, files("temp,load", 0)))
    must_not_hold(folder(tmp_path / "names", base("points.csv"), {}, files("wind,rain", 0)))
    must_hold(folder(tmp_path / "same", base("points.csv"), {}, files("load,temp", 0)))
    must_hold(folder(tmp_path / "turned", base("points.csv"), {}, files("temp,load", 1)))
    must_hold(folder(tmp_path / "places", base("points.csv"), {}, files("x1,x2", 0)))


@pytest.mark.slow
def test_a_pipeline_that_begins_with_passthrough_is_asked_by_name(tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "other", base("points.csv"), {}, files("temp,load", 0, passed=True)))
    must_hold(folder(tmp_path / "turned", base("points.csv"), {}, files("temp,load", 1, passed=True)))
