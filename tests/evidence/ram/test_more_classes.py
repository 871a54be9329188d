"""A classifier may know more classes than the labelled points have: both methods take it, and say which were not seen."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence import installed
from casegen_evidence.method import InputProblem, Result, Run
from casegen_evidence.ram.high_method import HIGH_DIMENSIONAL
from casegen_evidence.ram.method import LOW_DIMENSIONAL
from sklearn.ensemble import RandomForestClassifier

CENTRES = np.array([[0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]])
NAMES = [str(k) for k in range(4)]


def drawn(classes: list[int], n: int = 240) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    labels = rng.choice(classes, n)
    return np.clip(CENTRES[labels] + rng.normal(0, 0.05, (n, 2)), 0, 1), labels


def points(folder: Path, classes: list[int]) -> Path:
    x, labels = drawn(classes)
    rows = [f"{a:.6f},{b:.6f},{k}" for (a, b), k in zip(x, labels, strict=True)]
    path = folder / "points.csv"
    path.write_text("a,b,label\n" + "\n".join(rows))
    return path


def ran(folder: Path, kind: dict[str, Any], model: Path | None, high: bool = True, **own: Any) -> Result:
    method: Any = HIGH_DIMENSIONAL if high else LOW_DIMENSIONAL
    sizes: dict[str, Any] = (
        {"radius": 0.01, "balls": 40, "samples": 20}
        if high
        else {"domain": [[0, 1], [0, 1]], "cells": 20, "samples": 500}
    )
    inputs = {"points": points(folder, [1, 3])} | ({} if model is None else {"model": model})
    stated = method.parameters.model_validate({**sizes, "classifier": kind, **own})
    result: Result = method.run(Run(inputs, stated, 2, 0.95, folder))
    return result


@pytest.fixture
def network(tmp_path: Path) -> Path:
    """Scores of four classes: how near each centre is."""
    pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
    from onnx import TensorProto, helper, numpy_helper

    weights, bias = 20 * 2 * CENTRES.T, -20 * (CENTRES**2).sum(axis=1)
    constants = [numpy_helper.from_array(v.astype(np.float32), n) for n, v in (("w", weights), ("b", bias))]
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["p"]), helper.make_node("Add", ["p", "b"], ["scores"])], "near",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 2])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", 4])], constants,
    )  # fmt: skip
    path = tmp_path / "network.onnx"
    path.write_bytes(
        helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9
        ).SerializeToString()
    )
    return path


@pytest.mark.parametrize("high", [True, False])
def test_a_network_of_four_classes_is_assessed_on_points_of_two(
    tmp_path: Path, network: Path, high: bool
) -> None:
    plain, stated = (ran(tmp_path, {"kind": "onnx", "classes": c}, network, high) for c in ([], NAMES))
    assert plain.measures["pmi"] == stated.measures["pmi"]
    assert plain.measures["test_error"].value < 0.1
    (sign,) = [s for s in plain.signs if s.name == "sign-class-not-evaluated"]
    assert (sign.severity, "class 0, 2" in sign.message) == ("suspicious", True)


def test_the_hint_works_where_the_order_is_nobodys_guess(tmp_path: Path, network: Path) -> None:
    with pytest.raises(InputProblem, match="a label for each of the network's scores"):
        ran(tmp_path, {"kind": "onnx", "classes": ["1", "2"]}, network)
    with pytest.raises(
        InputProblem, match=r"expected 3 scores.*the network gives 4\. State `classes`.* data lack"
    ):
        ran(tmp_path, {"kind": "onnx", "classes": ["1", "3", "0"]}, network)


def test_failures_of_a_class_without_points_bar_the_result(tmp_path: Path, network: Path) -> None:
    result = ran(tmp_path, {"kind": "onnx"}, network, failures=[{"true": "0", "predicted": "1"}])
    assert [s.severity for s in result.signs if s.name == "sign-class-not-evaluated"] == ["fails"]


@pytest.mark.slow
def test_an_estimator_and_a_provider_of_four_classes_are_assessed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, labels = drawn([0, 1, 2, 3])
    forest = RandomForestClassifier(5, random_state=0).fit(x, labels)
    skops = pytest.importorskip("skops.io", reason="needs the extra casegen[skops]")
    skops.dump(forest, tmp_path / "forest.skops")
    own = ran(tmp_path, {"kind": "skops"}, tmp_path / "forest.skops")
    assert [s.severity for s in own.signs if s.name == "sign-class-not-evaluated"] == ["suspicious"]

    class Point(EntryPoint):
        def load(self) -> Any:
            return lambda points, labels, classes, seed, options: forest

    monkeypatch.setattr(installed, "entry_points", lambda group: [Point("own", "own:own", group)])
    given = ran(tmp_path, {"kind": "provider", "provider": "own", "classes": NAMES}, None)
    assert np.isclose(given.measures["pmi"].value, own.measures["pmi"].value)
