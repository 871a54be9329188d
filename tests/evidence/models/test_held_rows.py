"""A model that keeps the rows it was trained on in its file, where these are the evaluated ones, in whatever form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.models.held_rows import rows_held

skops_io = pytest.importorskip("skops.io")
datasets = pytest.importorskip("sklearn.datasets")


def _digits() -> tuple[np.ndarray, np.ndarray]:
    loaded = datasets.load_digits()
    return loaded.data[:600], loaded.target[:600]


def _estimators() -> dict[str, Any]:
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import MinMaxScaler, StandardScaler
    from sklearn.svm import SVC

    neighbours = KNeighborsClassifier(1, algorithm="brute")
    return {
        "neighbours": neighbours,
        "scaled": make_pipeline(StandardScaler(), neighbours),
        "two steps": make_pipeline(MinMaxScaler(), StandardScaler(), neighbours),
        "vectors": SVC(gamma=0.001),
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["neighbours", "scaled", "two steps", "vectors"])
def test_estimators_that_keep_the_evaluated_rows(tmp_path: Path, kind: str) -> None:
    x, y = _digits()
    path = tmp_path / "model.skops"
    model = _estimators()[kind].fit(x[:400], y[:400])
    skops_io.dump(model, path)
    assert rows_held(path, x[:200], model) > 50
    assert rows_held(path, x[300:500], model) > 15  # half of them are
    assert rows_held(path, x[400:], model) == 0


@pytest.mark.slow
def test_estimators_that_keep_weights_hold_no_rows(tmp_path: Path) -> None:
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neural_network import MLPClassifier

    x, y = _digits()
    path = tmp_path / "model.skops"
    for model in (
        RandomForestClassifier(5, random_state=0),
        LogisticRegression(max_iter=50),
        GaussianNB(),
        MLPClassifier((64,), max_iter=10, random_state=0),
    ):
        skops_io.dump(model.fit(x, y), path)
        assert rows_held(path, x, model) == 0, model


def test_a_network_in_onnx_format_that_keeps_rows(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    x, _ = _digits()
    kept = x[:300].astype(np.float32).T  # as a product with all of them has it
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("MatMul", ["x", "kept"], ["scores"])],
        "g",
        [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [None, 64])],
        [onnx.helper.make_tensor_value_info("scores", onnx.TensorProto.FLOAT, [None, 300])],
        [onnx.numpy_helper.from_array(np.ascontiguousarray(kept), "kept")],
    )
    path = tmp_path / "model.onnx"
    path.write_bytes(onnx.helper.make_model(graph).SerializeToString())
    assert rows_held(path, x[:100].reshape(-1, 8, 8)) > 50
    assert rows_held(path, x[300:]) == 0


def test_a_file_that_is_no_archive_and_no_network_holds_none(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(b"something else")
    assert rows_held(path, np.random.default_rng(0).random((40, 5))) == 0


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("of", ["rows", "layers"])
def test_steps_fitted_on_names_are_asked_in_silence(tmp_path: Path, of: str) -> None:
    """scikit-learn said that an array has no valid feature names, of a frame whose names had been matched."""
    from casegen_evidence.nnmetrics.layers import layer_outputs
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier

    x = np.random.default_rng(1).random((40, 2))
    model = make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=2)).fit(x, x[:, 0] > 0.5)
    model[0].feature_names_in_ = np.array(["load", "temp"], object)
    path = tmp_path / "model.skops"
    path.write_bytes(skops_io.dumps(model))
    if of == "rows":
        assert rows_held(path, x, model) == 0
    else:
        assert layer_outputs(model, ["nodes"], x)["nodes"].shape[0] == 40
