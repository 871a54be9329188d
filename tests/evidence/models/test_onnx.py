"""Networks from ONNX files: the same answers as their weights give, and errors that say what to do."""

import contextlib
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.models import onnx_classifier
from casegen_evidence.ram.method import HIGH_DIMENSIONAL
from pydantic import ValidationError

onnx = pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")


def _network(path: Path, weight, bias, batch: str | int = "n", features: tuple[int, ...] = (64,)) -> Path:
    """One affine layer from ``features`` (flattened) to scores."""
    from onnx import TensorProto, helper, numpy_helper

    scores = helper.make_tensor_value_info("scores", TensorProto.FLOAT, [batch, weight.shape[1]])
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [batch, *features])
    nodes = [
        helper.make_node("Flatten", ["x"], ["flat"]),
        helper.make_node("Gemm", ["flat", "w", "b"], ["scores"]),
    ]
    weights = [numpy_helper.from_array(a.astype(np.float32), n) for a, n in ((weight, "w"), (bias, "b"))]
    graph = helper.make_graph(nodes, "net", [x], [scores], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    path.write_bytes(model.SerializeToString())
    return path


@pytest.fixture(scope="module")
def digits():
    from sklearn.datasets import load_digits
    from sklearn.linear_model import LogisticRegression

    x, y = load_digits(return_X_y=True)
    x = x / 16
    fitted = LogisticRegression(max_iter=200).fit(x[:600], y[:600])
    return x, y, fitted


def test_answers_are_those_of_the_weights(tmp_path: Path, digits) -> None:
    x, _, fitted = digits
    names = [str(c) for c in range(10)]
    for features in ((64,), (1, 8, 8)):
        path = _network(tmp_path / "n.onnx", fitted.coef_.T, fitted.intercept_, features=features)
        classifier = onnx_classifier(path, names)
        assert np.array_equal(classifier(x[600:900]), fitted.predict(x[600:900]))
        again = pickle.loads(pickle.dumps(classifier.model))
        assert again.scores(x[:5]) == pytest.approx(classifier.model.scores(x[:5]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"features": (63,)}, r"points of 64 features to fit .*Export the network for these features"),
    ],
)
def test_a_network_that_does_not_fit_is_reported(tmp_path: Path, digits, change, words: str) -> None:
    x, _, fitted = digits
    width = change.get("features", (64,))[0]
    path = _network(tmp_path / "n.onnx", fitted.coef_.T[:width], fitted.intercept_, **change)
    classifier = onnx_classifier(path, [str(c) for c in range(10)])
    with pytest.raises(InputProblem, match=words):
        classifier(x[:20])


def test_other_classes_and_no_network_at_all(tmp_path: Path, digits) -> None:
    x, _, fitted = digits
    path = _network(tmp_path / "n.onnx", fitted.coef_.T, fitted.intercept_)
    with pytest.raises(
        InputProblem, match="expected 2 scores per point, one for each of a, b; the network gives 10"
    ):
        onnx_classifier(path, ["a", "b"])(x[:3])
    (tmp_path / "bad.onnx").write_bytes(b"not a network")
    with pytest.raises(InputProblem, match="expected a network in ONNX format"):
        onnx_classifier(tmp_path / "bad.onnx", ["a", "b"])


@pytest.mark.slow
def test_splitting_of_an_onnx_network_in_the_registered_method(tmp_path: Path, digits) -> None:
    """No gradients there: tilts come from regression; simple Monte Carlo agrees on the mean."""
    x, y, fitted = digits
    np.savez(tmp_path / "digits.npz", points=x[600:], labels=y[600:])
    model = _network(tmp_path / "n.onnx", fitted.coef_.T, fitted.intercept_)
    results = {}
    for estimator in ("amls", "smc"):
        chosen = {"classifier": {"kind": "onnx"}, "balls": 60, "radius": 0.15, "domain": (0, 1)}
        parameters = HIGH_DIMENSIONAL.parameters.model_validate({**chosen, "estimator": estimator})
        (tmp_path / estimator).mkdir()
        inputs = {"points": tmp_path / "digits.npz", "model": model}
        results[estimator] = HIGH_DIMENSIONAL.run(Run(inputs, parameters, 1, 0.95, tmp_path / estimator))
    values = [r.measures["pmi"].value for r in results.values()]
    assert values[0] == pytest.approx(values[1], abs=0.004)
    with pytest.raises(InputProblem, match="as the input `model` for classifier kind onnx"):
        HIGH_DIMENSIONAL.run(Run({"points": tmp_path / "digits.npz"}, parameters, 1, 0.95, tmp_path))


def test_an_onnx_network_in_the_low_dimensional_method(tmp_path: Path) -> None:
    """x1 + x2 < 1 against data with that very border: only cells on the border fail."""
    from casegen_evidence.ram.method import LOW_DIMENSIONAL

    x = np.random.default_rng(0).random((400, 2))
    x = x[np.abs(x.sum(axis=1) - 1) > 0.02]
    np.savez(tmp_path / "plane.npz", points=x, labels=(x.sum(axis=1) > 1).astype(int))
    weight, bias = np.array([[-1.0, 1.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    model = _network(tmp_path / "n.onnx", weight, bias, features=(2,))
    chosen = {"classifier": {"kind": "onnx"}, "domain": [[0, 1], [0, 1]], "cells": 20, "samples": 20_000}
    parameters = LOW_DIMENSIONAL.parameters.model_validate(chosen)
    inputs = {"points": tmp_path / "plane.npz", "model": model}
    outcome = LOW_DIMENSIONAL.run(Run(inputs, parameters, 1, 0.95, tmp_path))
    assert outcome.measures["test_error"].value == 0
    assert outcome.measures["pmi"].value < 0.05


@pytest.mark.parametrize("location", ["w.bin", "../w.bin", "/etc/hostname", "*/_ORT_MEM_ADDR_/*"])
@pytest.mark.parametrize("inner", [False, True])
def test_weights_in_another_file_are_refused(tmp_path: Path, location: str, inner: bool) -> None:
    """They would be no input of the item; `inner`: in an attribute of a node of an inner graph."""
    from onnx import TensorProto, helper

    (tmp_path / "w.bin").write_bytes(np.eye(2, dtype=np.float32).tobytes())
    weight = TensorProto(name="w", data_type=1, dims=[2, 2], data_location=TensorProto.EXTERNAL)
    entry = weight.external_data.add()
    entry.key, entry.value = "location", location
    scores = helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", 2])
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 2])
    nodes = [helper.make_node("MatMul", ["x", "w"], ["scores"])]
    if inner:
        body = helper.make_graph([helper.make_node("Constant", [], ["w"], value=weight)], "b", [], [scores])
        nodes = [helper.make_node("If", ["x"], ["scores"], then_branch=body, else_branch=body)]
    graph = helper.make_graph(nodes, "net", [x], [scores], [] if inner else [weight])
    path = tmp_path / "n.onnx"
    path.write_bytes(helper.make_model(graph, ir_version=8).SerializeToString())
    with pytest.raises(InputProblem, match="some lie in another one, which is no input"):
        onnx_classifier(path, ["a", "b"])


@pytest.mark.slow
def test_damaged_networks_are_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Read for its scores, its layers and its gradients; onnxruntime prints nothing of its own."""
    from casegen_evidence.models.onnx import OnnxNetwork
    from casegen_evidence.models.onnx_graph import read_graph

    content = _network(tmp_path / "n.onnx", np.eye(4), np.zeros(4), features=(4,)).read_bytes()
    draw, x = random.Random(1), np.ones((2, 4))
    for number in range(400):
        damaged = bytearray(
            content.replace(b"x", bytes([128 + number % 128])) if number % 4 == 0 else content
        )
        for _ in range(draw.randint(1, 4)):
            damaged[draw.randrange(len(damaged))] ^= 1 << draw.randrange(8)
        for read in (
            read_graph,
            lambda raw: OnnxNetwork(raw).scores(x),
            lambda raw: OnnxNetwork(raw).layers(x, ["flat"]),
        ):
            with contextlib.suppress(InputProblem):
                read(bytes(damaged))
    assert capfd.readouterr().out == ""


def test_words_as_labels_need_the_order_of_the_networks_scores(tmp_path: Path) -> None:
    """Sorted names would give the scores to other classes, and a wrong failure rate in silence."""
    from casegen_evidence.ram.method import LOW_DIMENSIONAL

    x = np.random.default_rng(0).random((400, 2))
    own = np.where(x.sum(axis=1) > 1, "above", "below")
    np.savez(tmp_path / "plane.npz", points=x, labels=own)
    weight, bias = np.array([[-1.0, 1.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    model = _network(tmp_path / "n.onnx", weight, bias, features=(2,))  # scores of below, above

    def run(method: Any = LOW_DIMENSIONAL, **classifier: Any) -> Any:
        more = {"domain": [[0, 1], [0, 1]], "cells": 20} if method is LOW_DIMENSIONAL else {"radius": 0.1}
        chosen = {"classifier": {"kind": "onnx", **classifier}, "samples": 2_000, **more}
        inputs = {"points": tmp_path / "plane.npz", "model": model}
        return method.run(Run(inputs, method.parameters.model_validate(chosen), 1, 0.95, tmp_path))

    for method in (LOW_DIMENSIONAL, HIGH_DIMENSIONAL):
        with pytest.raises(InputProblem, match=r"order is not stated; found above, below\. State"):
            run(method)
    assert run(classes=["below", "above"]).measures["test_error"].value == 0
    turned = run(classes=["above", "below"])
    assert turned.measures["test_error"].value == 1
    assert {s.name for s in turned.signs} >= {"sign-network-guesses", "sign-classes-renumbered"}
    with pytest.raises(InputProblem, match="expected 3 scores"):
        run(classes=["below", "above", "beside"])
    with pytest.raises(InputProblem, match="knows its classes by name"):
        run(kind="random-forest", classes=["below", "above"])
    for method in (LOW_DIMENSIONAL, HIGH_DIMENSIONAL):
        with pytest.raises(ValidationError):
            method.parameters.model_validate({"failures": []})
