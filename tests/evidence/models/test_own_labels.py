"""Labels that a network gives beside its scores are held to the classes that are stated for these."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.models import onnx_classifier
from casegen_evidence.models.onnx import OnnxNetwork
from casegen_evidence.models.own_labels import labels_among

onnx = pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
from onnx import TensorProto, helper  # noqa: E402

POINTS = np.random.default_rng(0).normal(size=(60, 3)).astype(np.float32)


def labelled(labels: Sequence[int] | Sequence[str], zipmap: bool = False) -> bytes:
    """A linear classifier as skl2onnx writes it, whose scores are its inputs; with ``zipmap`` its logits beside it."""
    texts = isinstance(labels[0], str)
    own: dict[str, Any] = {"classlabels_strings" if texts else "classlabels_ints": list(labels)}
    kind, k = TensorProto.STRING if texts else TensorProto.INT64, len(labels)
    scored = "p" if zipmap else "scores"
    nodes = [helper.make_node("LinearClassifier", ["x"], ["label", scored], domain="ai.onnx.ml", multi_class=0,
                              coefficients=np.eye(k).ravel().tolist(), intercepts=[0.0] * k, post_transform="SOFTMAX",
                              **own)]  # fmt: skip
    outputs = [helper.make_tensor_value_info("label", kind, ["n"])]
    if zipmap:
        key = {"classlabels_strings" if texts else "classlabels_int64s": list(labels)}
        nodes += [
            helper.make_node("ZipMap", ["p"], ["named"], domain="ai.onnx.ml", **key),
            helper.make_node("Identity", ["x"], ["scores"]),
        ]
        value = helper.make_tensor_type_proto(TensorProto.FLOAT, [])
        row = helper.make_map_type_proto(kind, value)
        outputs = [helper.make_value_info("named", helper.make_sequence_type_proto(row))]
    outputs.append(helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", k]))
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", k])]
    graph = helper.make_graph(nodes, "labelled", inputs, outputs)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 3)]
    return bytes(helper.make_model(graph, opset_imports=opsets, ir_version=8).SerializeToString())


def placed() -> bytes:
    """A network that gives the place of its largest score, as torch exports an argmax."""
    nodes = [helper.make_node("Identity", ["x"], ["scores"]), helper.make_node("ArgMax", ["x"], ["label"], axis=1, keepdims=0)]  # fmt: skip
    outputs = [
        helper.make_tensor_value_info("label", TensorProto.INT64, ["n"]),
        helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", 3]),
    ]
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3])]
    graph = helper.make_graph(nodes, "placed", inputs, outputs)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    return bytes(model.SerializeToString())


WRONG: list[tuple[Any, Any]] = [
    ([0, 1, 2], ["1", "0", "2"]),
    (["0", "1", "2"], ["1", "0", "2"]),
    (["person", "bush", "car"], ["bush", "person", "car"]),
    (["person", "bush", "car"], ["bush", "person", "lorry"]),
    ([10, 20, 30], ["20", "10", "30"]),
    ([1, 2, 3], ["2", "1", "3"]),
    ([-1, 0, 1], ["0", "-1", "1"]),
    ([30, 10, 20], ["10", "20", "30"]),
    ([2, 0, 1], ["0", "1", "2"]),
]


@pytest.mark.parametrize("zipmap", [False, True])
@pytest.mark.parametrize(("labels", "classes"), WRONG)
def test_labels_that_name_other_classes_are_refused(labels: Any, classes: list[str], zipmap: bool) -> None:
    with pytest.raises(
        InputProblem, match=r"by its own labels they are of|in another order than its classes"
    ):
        OnnxNetwork(labelled(labels, zipmap), classes=classes).scores(POINTS)


def test_both_orders_are_in_the_message_and_the_scores_can_be_stated(tmp_path: Path) -> None:
    (tmp_path / "net.onnx").write_bytes(labelled(["person", "bush", "car"]))
    stated = ["bush", "person", "car"]
    with pytest.raises(
        InputProblem, match=r"scores are of bush, person, car; by its own .* of person, bush, car\. State"
    ):
        onnx_classifier(tmp_path / "net.onnx", stated)(POINTS.astype(float))
    answers = onnx_classifier(tmp_path / "net.onnx", stated, output="scores")(POINTS.astype(float))
    assert (answers == POINTS.argmax(axis=1)).all()


RIGHT: list[tuple[Any, Any]] = [
    ([1, 2, 3], ["1", "2", "3"]),
    ([1, 2, 3], ["1.0", " 2", "3"]),
    ([-1, 0, 1], ["-1", "0", "1"]),
    ([30, 10, 20], ["30", "10", "20"]),
    (["1", "2", "3"], ["1", "2", "3"]),
    (["person", "bush", "car"], ["person", "bush", "car"]),
    (["person", "bush", "car"], ["Mensch", "Busch", "Auto"]),
    (["person", "bush", "car"], ["person", "bush", "lorry"]),
    ([0, 1, 2], ["person", "bush", "car"]),
    ([0, 1, 2], ["1", "2", "3"]),
    ([0, 1, 2], ["0", "1", "3"]),
    ([1, 2, 3], ["a", "b", "c"]),
    ([0, 1, 2], []),
    ([1, 2, 3], []),
]


@pytest.mark.parametrize("zipmap", [False, True])
@pytest.mark.parametrize(("labels", "classes"), RIGHT)
def test_labels_of_the_stated_order_pass(labels: Any, classes: list[str], zipmap: bool) -> None:
    """Also in parts that lack a class, and one by one, as networks are asked again."""
    model = OnnxNetwork(labelled(labels, zipmap), classes=classes)
    first = POINTS[POINTS.argmax(axis=1) < 2]
    if classes:
        OnnxNetwork(model.content, classes=classes).scores(first if classes != ["a", "b", "c"] else POINTS)
    for part in (POINTS, first, *POINTS[:, None]):
        model.scores(part)


def test_places_of_scores_are_no_names_of_classes() -> None:
    for classes in (["1", "2", "3"], ["a", "b", "c"], ["0", "1", "2"], []):
        model = OnnxNetwork(placed(), classes=classes)
        for part in (POINTS, *POINTS[:, None]):
            model.scores(part)
    with pytest.raises(InputProblem, match="output: scores"):
        OnnxNetwork(placed(), classes=["1", "0", "2"]).scores(POINTS)


def test_what_can_be_labels() -> None:
    own = labels_among([{"a": 0.2, "b": 0.8}, {"a": 0.7, "b": 0.3}], 2)
    assert own is not None
    assert own.tolist() == ["b", "a"]
    assert labels_among([{"a": 1.0}], 2) is None
    assert labels_among([0.5, 0.5], 2) is None
    assert labels_among(np.zeros((2, 3)), 2) is None
