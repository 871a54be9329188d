"""A model file that cannot take the inputs, or might never answer, is at fault itself: an input error that names it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.models.onnx_graph import complete
from casegen_evidence.models.onnx_steps import MOST_STEPS

import casegen
from casegen.api import InputError

onnx = pytest.importorskip("onnx")
skops = pytest.importorskip("skops.io")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

Estimators = {
    "logistic": lambda: __import__("sklearn.linear_model", fromlist=["x"]).LogisticRegression(),
    "forest": lambda: __import__("sklearn.ensemble", fromlist=["x"]).RandomForestClassifier(
        3, random_state=0
    ),
    "bayes": lambda: __import__("sklearn.naive_bayes", fromlist=["x"]).GaussianNB(),
    "neighbours": lambda: __import__("sklearn.neighbors", fromlist=["x"]).KNeighborsClassifier(
        algorithm="brute"
    ),
    "mlp": lambda: __import__("sklearn.neural_network", fromlist=["x"]).MLPClassifier((4,), max_iter=20),
}


@pytest.mark.parametrize("name", Estimators)
@pytest.mark.parametrize("method", ["nn-weighted-confusion", "nn-adversarial-loss"])
@pytest.mark.filterwarnings("ignore")
def test_an_estimator_of_other_features(tmp_path: Path, name: str, method: str) -> None:
    rng = np.random.default_rng(1)
    x = rng.random((100, 5))
    model = tmp_path / "n.skops"
    skops.dump(Estimators[name]().fit(x, (x[:, 0] > 0.5).astype(int)), model)
    inputs = rng.random((50, 4)) if method == "nn-weighted-confusion" else rng.random((50, 2, 2))
    arrays = ("inputs", "true") if method == "nn-weighted-confusion" else ("images", "labels")
    np.savez(
        tmp_path / "t.npz", **dict(zip(arrays, (inputs, (rng.random(50) > 0.5).astype(int)), strict=True))
    )
    given: dict[str, Any] = {"predictions": tmp_path / "t.npz"}
    parameters: dict[str, Any] = {"severities": {"1": {"0": 1}}, "default": 1, "network": {}}
    if method == "nn-adversarial-loss":
        given, parameters = {"images": tmp_path / "t.npz"}, {"epsilon": 0.1}
    with pytest.raises(InputError) as refused:
        casegen.measure(method, {**given, "model": model}, parameters=parameters)
    assert "trained on" in str(refused.value), refused.value


def _model(nodes: list[Any], functions: list[Any] = ()) -> bytes:  # type: ignore[assignment]
    value = [helper.make_tensor_value_info(n, TensorProto.FLOAT, ["n", 4]) for n in ("x", "y")]
    constants = [numpy_helper.from_array(np.array(9_000, dtype=np.int64), "turns"),
                 numpy_helper.from_array(np.array(True), "go")]  # fmt: skip
    graph = helper.make_graph(nodes, "g", value[:1], value[1:], constants)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("own", 1)]
    return bytes(
        helper.make_model(graph, opset_imports=opsets, functions=list(functions)).SerializeToString()
    )


def _loop(body: list[Any], given: str, made: str, level: int) -> Any:
    i, go, v = (f"{n}{level}" for n in ("i", "go", "v"))
    graph = helper.make_graph(
        [helper.make_node("Identity", [go], [f"{go}o"]), *body], f"body{level}",
        [helper.make_tensor_value_info(i, TensorProto.INT64, []), helper.make_tensor_value_info(go, TensorProto.BOOL, []),
         helper.make_tensor_value_info(v, TensorProto.FLOAT, ["n", 4])],
        [helper.make_tensor_value_info(f"{go}o", TensorProto.BOOL, []),
         helper.make_tensor_value_info(f"{v}o", TensorProto.FLOAT, ["n", 4])],
    )  # fmt: skip
    return helper.make_node("Loop", ["turns", "go", given], [made], body=graph)


def _doubling(levels: int) -> list[Any]:
    last = helper.make_function("own", "F0", ["a"], ["b"], [helper.make_node("Relu", ["a"], ["b"])],
                                [helper.make_opsetid("", 17)])  # fmt: skip
    result = [last]
    for k in range(1, levels):
        calls = [helper.make_node(f"F{k - 1}", ["a"], ["m"], domain="own"),
                 helper.make_node(f"F{k - 1}", ["m"], ["b"], domain="own")]  # fmt: skip
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid("own", 1)]
        result.append(helper.make_function("own", f"F{k}", ["a"], ["b"], calls, opsets))
    return result


def test_loops_in_loops_come_to_no_end() -> None:
    inner = _loop([helper.make_node("Relu", ["v1"], ["v1o"])], "v0", "v0o", 1)
    complete(_model([_loop([helper.make_node("Relu", ["v0"], ["v0o"])], "x", "y", 0)]))
    with pytest.raises(InputProblem, match=f"at most {MOST_STEPS:,} operations"):
        complete(_model([_loop([inner], "x", "y", 0)]))


@pytest.mark.parametrize("levels", [30, 400])
def test_nor_do_functions_that_double(levels: int) -> None:
    complete(_model([helper.make_node("F9", ["x"], ["y"], domain="own")], _doubling(10)))
    with pytest.raises(InputProblem, match=f"at most {MOST_STEPS:,} operations"):
        complete(_model([helper.make_node(f"F{levels - 1}", ["x"], ["y"], domain="own")], _doubling(levels)))


@pytest.mark.parametrize("size", [0, 2**40, 2**62])
def test_a_network_of_no_or_too_many_inputs_at_once_is_an_input_error(tmp_path: Path, size: int) -> None:
    weights = numpy_helper.from_array(np.eye(4, 3, dtype=np.float32), "w")
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"])], "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [size, 4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [size, 3])], [weights],
    )  # fmt: skip
    model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
    (tmp_path / "n.onnx").write_bytes(model.SerializeToString())
    rng = np.random.default_rng(1)
    np.savez(tmp_path / "t.npz", inputs=rng.random((40, 4), dtype=np.float32), true=rng.integers(0, 3, 40))
    with pytest.raises(InputError, match="free first dimension"):
        casegen.measure(
            "nn-weighted-confusion", {"predictions": tmp_path / "t.npz", "model": tmp_path / "n.onnx"},
            parameters={"severities": {"1": {"0": 1}}, "default": 1, "network": {}},
        )  # fmt: skip


def test_a_network_with_empty_weights_is_an_input_error(tmp_path: Path) -> None:
    empty = numpy_helper.from_array(np.zeros((0, 10), dtype=np.float32), "w")
    graph = helper.make_graph(
        [helper.make_node("Flatten", ["x"], ["f"]), helper.make_node("MatMul", ["f", "w"], ["y"])], "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 1, 8, 8])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 10])], [empty],
    )  # fmt: skip
    (tmp_path / "n.onnx").write_bytes(
        helper.make_model(
            graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)]
        ).SerializeToString()
    )
    rng = np.random.default_rng(1)
    np.savez(
        tmp_path / "t.npz", inputs=rng.random((40, 1, 8, 8), dtype=np.float32), true=rng.integers(0, 10, 40)
    )
    with pytest.raises(InputError) as refused:
        casegen.measure(
            "nn-weighted-confusion", {"predictions": tmp_path / "t.npz", "model": tmp_path / "n.onnx"},
            parameters={"severities": {"8": {"1": 1}}, "default": 1, "network": {"layout": "NCHW"}},
        )  # fmt: skip
    assert "internal" not in str(refused.value)
    assert (
        "answer" in str(refused.value) or "scores" in str(refused.value) or "network" in str(refused.value)
    ), refused.value
