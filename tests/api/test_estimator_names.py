"""Frames of which an estimator in a file is asked are matched by the names that it states."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from casegen.api.by_name import by_name
from casegen.model.diagnostic import InputError
from tests.api.frames import Frame
from tests.later import later

skops_io = later("skops.io", reason="needs the extra casegen[skops]")
X = np.random.default_rng(1).random((40, 2))
LABELS = (X[:, 0] > 0.5).astype(int)
SWAPPED = Frame({"temp": X[:, 1], "load": X[:, 0]})


def _model(tmp_path: Path, names: list[str] | None) -> Path:
    from sklearn.tree import DecisionTreeClassifier

    tree = DecisionTreeClassifier(random_state=0).fit(X, LABELS)
    if names:
        tree.feature_names_in_ = np.array(names, object)
    path = tmp_path / "tree.skops"
    path.write_bytes(skops_io.dumps(tree))
    return path


def test_inputs_are_in_the_order_of_the_estimator(tmp_path: Path) -> None:
    model = _model(tmp_path, ["load", "temp"])
    for frame in (SWAPPED, Frame({"load": X[:, 0], "temp": X[:, 1]}), {"temp": X[:, 1], "load": X[:, 0]}, X):
        roles = {role: {"inputs": frame, "labels": LABELS} for role in ("training", "evaluation")}
        given = by_name({**roles, "model": model})
        assert all(np.array_equal(np.asarray(given[role]["inputs"]), X) for role in roles)
    numbered = Frame({0: X[:, 1], 1: X[:, 0]})
    given = by_name({"tests": {"inputs": numbered}, "model": model})
    assert given["tests"]["inputs"] is numbered
    with pytest.raises(
        InputError, match=r"input tests, array inputs: .* load, temp; found no temp and also wind"
    ):
        by_name({"tests": {"inputs": Frame({"load": X[:, 0], "wind": X[:, 1]})}, "model": model})


def test_an_estimator_without_names_is_asked_by_place(tmp_path: Path) -> None:
    other = tmp_path / "other.onnx"
    other.write_bytes(b"no model")
    for model in (_model(tmp_path, None), other, tmp_path / "lost.skops"):
        given = by_name({"tests": {"inputs": SWAPPED, "true": LABELS}, "model": model})
        assert given["tests"]["inputs"] is SWAPPED


def test_labelled_points_keep_the_names_for_the_estimator(tmp_path: Path) -> None:
    points = {"points": SWAPPED, "labels": LABELS}
    given = by_name({"points": points, "model": _model(tmp_path, ["load", "temp"])})
    assert list(given["points"]) == ["temp", "load", "label"]
    assert by_name({"points": points, "model": _model(tmp_path, None)})["points"] == points
    named = _model(tmp_path, ["load", "temp"])
    given = by_name(
        {"points": points, "operation": {"points": Frame({"load": X[:, 0], "temp": X[:, 1]})}, "model": named}
    )
    assert np.array_equal(np.asarray(given["operation"]["points"]), X[:, ::-1])
    with pytest.raises(InputError, match="operation: expected inputs without labels"):
        by_name({"points": points, "operation": {"points": SWAPPED, "labels": LABELS}, "model": named})
