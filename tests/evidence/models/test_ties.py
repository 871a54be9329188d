"""Tied scores: every adapter takes the first class in the model's own order, whatever the rounding of its program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.models import adapt, onnx_classifier
from casegen_evidence.models.onnx import OnnxNetwork
from casegen_evidence.models.ties import answers, contradicting, out_of_order, settled
from casegen_evidence.nnmetrics.networks import network
from sklearn.ensemble import RandomForestClassifier

CLASSES = [str(k) for k in range(10)]


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        ([1.0, 1.0, 0.5], 0),
        ([1.0 - 6e-8, 1.0, 0.5], 0),
        ([1.0 - 1e-4, 1.0, 0.5], 1),
        ([0.0, 5e-8, -0.05], 0),
        ([1e-8, 2e-8, 0.0], 1),
        ([-np.inf, 0.2, 0.1], 1),
        ([-1000.0, 0.2, 0.1], 1),
        ([0.0, 0.0, 0.0], 0),
    ],
)
def test_scores_within_rounding_are_tied(row: list[float], answer: int) -> None:
    assert answers(np.array([row], dtype=np.float32)).tolist() == [answer]


def test_answers_that_scores_deny_are_counted() -> None:
    """Which class a name stands for is what fits most rows; a name that fits none has no class to hide in."""
    scores = np.eye(3)[[0, 1, 2, 0, 1, 2]]
    assert contradicting(np.array(["pike", "cod", "eel"] * 2), scores) == 0
    assert contradicting(np.array([5, 1, 2, 5, 1, 1]), scores) == 1
    assert contradicting(np.array(["a", "b", "c", "d", "b", "c"]), scores) == 1
    assert contradicting(np.array([0, 1, 1]), np.array([[1, 0, 0], [0.5, 0.5, 0], [0, 0.5, 0.5]])) == 0
    assert contradicting(np.zeros(0), np.zeros((0, 3))) == 0


def test_scores_of_sixty_four_bits_are_held_to_their_own_rounding() -> None:
    assert answers(np.array([[1.0 - 1e-10, 1.0], [1.0 - 2e-16, 1.0]])).tolist() == [1, 0]
    assert settled(np.zeros((0, 3))).shape == (0, 3)


def degenerate(kind: str) -> Any:
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    layers = [torch.nn.Conv2d(1, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(144, 10)]
    module = torch.nn.Sequential(*layers, *([torch.nn.Tanh()] if kind == "saturated" else [])).eval()
    with torch.no_grad():
        if kind == "saturated":
            layers[3].weight *= 1e3
        else:  # every class has the same weights
            layers[3].weight[:] = layers[3].weight[0].clone()
            layers[3].bias.zero_()
    return module


@pytest.mark.parametrize("kind", ["saturated", "alike"])
def test_degenerate_networks_answer_alike_in_torch_and_onnx(kind: str, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
    module, path = degenerate(kind), tmp_path / "m.onnx"
    torch.onnx.export(module, (torch.zeros(2, 1, 8, 8),), str(path), dynamo=False,
                      input_names=["x"], dynamic_axes={"x": {0: "n"}})  # fmt: skip
    x = np.random.default_rng(0).normal(size=(400, 1, 8, 8))
    exported = onnx_classifier(path, CLASSES)
    said = [
        adapt(module, CLASSES)(x),
        exported(x),
        network(module).probabilities(x).argmax(axis=1),
        network(exported.model).probabilities(x).argmax(axis=1),
    ]
    for other in said[1:]:
        assert (said[0] == other).all()
    assert kind == "saturated" or set(said[0].tolist()) == {0}


def test_a_forest_s_tie_goes_to_the_first_of_its_own_classes() -> None:
    """Class names in their own order are 1, 10, 2; the data's order is 1, 2, 10."""
    rng = np.random.default_rng(1)
    x = rng.integers(0, 3, (300, 2)).astype(float)
    names = np.array(["1", "2", "10"])[rng.integers(0, 3, 300)]
    forest = RandomForestClassifier(2, max_depth=2, random_state=0).fit(x, names)
    forest.estimators_[0] = forest.estimators_[1]
    for tree in forest.estimators_:
        tree.tree_.value[:] = [0.2, 0.4, 0.4]
    classes = ["1", "2", "10"]
    own = adapt(forest, classes)(x)
    measured = network(forest, classes).probabilities(x).argmax(axis=1)
    assert set(own.tolist()) == {classes.index("10")}
    assert (own == measured).all()


def test_numbers_of_classes_that_come_in_another_order_than_the_scores_are_counted() -> None:
    scores = np.eye(3)[[0, 1, 2, 0]]
    tied = np.array([[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]])
    assert out_of_order(np.array([1, 2, 0, 1]), scores) == 4
    assert out_of_order(np.array(["1", "2", "0", "1"]), scores) == 4
    assert out_of_order(np.array([1, 2, 3, 1]), scores) == 0  # numbered from 1
    assert out_of_order(np.array([11, 3, 7, 11]), scores) == 4
    assert out_of_order(np.array(["pike", "cod", "eel", "pike"]), scores) == 0
    assert out_of_order(np.array([1, 2]), tied) == 0
    assert out_of_order(np.zeros(0), np.zeros((0, 3))) == 0


def _labelled(shift: int) -> bytes:
    """A network whose label is ``shift`` more than the place of its largest score, modulo 3."""
    onnx = pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
    from onnx import TensorProto, helper, numpy_helper

    nodes = [
        helper.make_node("Softmax", ["x"], ["probabilities"], axis=1),
        helper.make_node("ArgMax", ["x"], ["place"], axis=1, keepdims=0),
        helper.make_node("Add", ["place", "shift"], ["moved"]),
        helper.make_node("Mod", ["moved", "three"], ["label"]),
    ]
    constants = [
        numpy_helper.from_array(np.array(v, dtype=np.int64), n) for n, v in (("shift", shift), ("three", 3))
    ]
    outputs = [
        helper.make_tensor_value_info("label", TensorProto.INT64, ["n"]),
        helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["n", 3]),
    ]
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3])]
    graph = helper.make_graph(nodes, "labelled", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def test_a_network_whose_label_denies_its_scores_in_every_row_is_refused() -> None:
    points = np.random.default_rng(0).normal(size=(50, 3))
    assert (OnnxNetwork(_labelled(0)).scores(points).argmax(axis=1) == points.argmax(axis=1)).all()
    with pytest.raises(
        InputProblem, match=r"in 50 of 50 inputs.*in another order than.*or one of both outputs is wrong"
    ):
        OnnxNetwork(_labelled(1)).scores(points)
    stated = OnnxNetwork(_labelled(1), output="probabilities")
    assert (stated.scores(points).argmax(axis=1) == points.argmax(axis=1)).all()


def test_an_estimator_that_answers_another_class_than_its_probabilities_is_refused() -> None:
    class Shifted:
        classes_ = np.array(["a", "b", "c"])

        def predict_proba(self, x: Any) -> Any:
            return np.exp(x) / np.exp(x).sum(axis=1, keepdims=True)

        def predict(self, x: Any) -> Any:
            return self.classes_[(x.argmax(axis=1) + 1) % 3]

    points = np.random.default_rng(0).normal(size=(50, 3))
    with pytest.raises(InputProblem, match="not the class of its largest probability in 50 of 50"):
        network(Shifted()).logits(points)
