"""Gradients of ONNX networks: those of torch and Keras for the same network, or none; what is computed is onnxruntime's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.models.model_file import model_in
from casegen_evidence.models.onnx_graph import read_graph
from casegen_evidence.nnmetrics.adversarial_method import ADVERSARIAL_LOSS
from casegen_evidence.nnmetrics.interpretation_method import INTERPRETATION
from casegen_evidence.nnmetrics.networks import as_logits, network
from sklearn.datasets import load_digits

from tests.evidence.nnmetrics.test_nnmetrics_methods import call
from tests.later import later

torch = later("torch", reason="needs the extra casegen[torch]")
pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
KERAS = Path(__file__).parent / "keras"


def networks() -> dict[str, Any]:
    """Small networks of the usual layers, for pictures (2, 8, 8)."""
    nn = torch.nn
    torch.manual_seed(0)

    class Residual(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Conv2d(2, 4, 3, padding=1)
            self.second = nn.Conv2d(4, 4, 3, padding=1, groups=2)
            self.head = nn.Linear(8, 3)

        def forward(self, x: Any) -> Any:
            h = torch.relu(self.first(x))
            h = torch.cat([h, h + torch.tanh(self.second(h))], dim=1)
            return self.head(h.mean(dim=(2, 3)))

    class Resized(nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Conv2d(2, 4, 3, padding=1)
            self.head = nn.Linear(8, 3)

        def forward(self, x: Any) -> Any:
            a, b = torch.tanh(self.first(x)).split([1, 3], dim=1)
            wide = nn.functional.interpolate(a, scale_factor=2.0, mode="bilinear")
            near = nn.functional.interpolate(b, size=(16, 16), mode="nearest")
            h = torch.cat([wide, near], dim=1)
            z = self.head(torch.cat([h.amax(dim=(2, 3)), h.amin(dim=(2, 3))], dim=1))
            return z - z.amax(dim=1, keepdim=True)

    made = {
        "pooled": nn.Sequential(nn.Conv2d(2, 4, 3, stride=2, padding=1), nn.BatchNorm2d(4), nn.ReLU(),
                                nn.MaxPool2d(2, padding=1), nn.Flatten(), nn.Dropout(0.5), nn.LazyLinear(3)),
        "averaged": nn.Sequential(nn.Conv2d(2, 6, 3, dilation=2), nn.LeakyReLU(0.2), nn.AvgPool2d(2),
                                  nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, 3), nn.Softmax(dim=1)),
        "smooth": nn.Sequential(nn.Flatten(), nn.Linear(128, 9), nn.GELU(), nn.Linear(9, 7), nn.SiLU(),
                                nn.Linear(7, 7), nn.ELU(), nn.LayerNorm(7), nn.Linear(7, 3), nn.LogSoftmax(dim=1)),
        "clipped": nn.Sequential(nn.ZeroPad2d(1), nn.Conv2d(2, 3, 3), nn.ReLU6(),
                                 nn.Flatten(1), nn.Linear(192, 5), nn.Hardtanh(), nn.PReLU(), nn.Linear(5, 3)),
        "residual": Residual(),
        "resized": Resized(),
    }  # fmt: skip
    x = torch.rand(40, 2, 8, 8)
    for module in made.values():
        module(x)  # statistics of the normalisation, sizes
    return {name: module.eval() for name, module in made.items()}


MADE = ("pooled", "averaged", "smooth", "clipped", "residual", "resized")


def exported(module: Any, folder: Path, opset: int | None, shape: tuple[int, ...] = (2, 8, 8)) -> Path:
    pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    path = folder / "network.onnx"
    x = torch.zeros(2, *shape)
    if opset is None:
        pytest.importorskip("onnxscript", reason="torch's new exporter needs onnxscript")
        torch.onnx.export(module, (x,), str(path), dynamo=True, external_data=False, verbose=False,
                          dynamic_shapes=({0: torch.export.Dim("n")},))  # fmt: skip
    else:
        torch.onnx.export(module, (x,), str(path), dynamo=False, opset_version=opset, input_names=["x"],
                          dynamic_axes={"x": {0: "n"}})  # fmt: skip
    return path


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("opset", [11, 13, 17, None])
def test_scores_and_gradients_are_those_of_torch(tmp_path: Path, name: str, opset: int | None) -> None:
    module = networks()[name]
    ours, theirs = network(model_in(exported(module, tmp_path, opset))), network(module)
    rng = np.random.default_rng(0)
    x, v = rng.random((7, 2, 8, 8)), rng.normal(size=(7, 3))
    np.testing.assert_allclose(ours.probabilities(x), theirs.probabilities(x), atol=1e-5)
    np.testing.assert_allclose(ours.gradient(x, v), theirs.gradient(x, v), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(("factor", "opset"), [(1.0, 11), (300.0, 11), (300.0, 17), (1e4, 17)])
def test_a_softmax_at_the_end_is_differentiated_before_it_is_rounded(
    tmp_path: Path, factor: float, opset: int
) -> None:
    nn = torch.nn
    inner = nn.Sequential(nn.Flatten(), nn.Linear(128, 5)).eval()
    with torch.no_grad():
        inner[1].weight *= factor
    sure = network(model_in(exported(nn.Sequential(inner, nn.Softmax(dim=1)).eval(), tmp_path, opset)))
    rng = np.random.default_rng(1)
    x, v = rng.random((20, 2, 8, 8)), rng.normal(size=(20, 5))
    v -= v.mean(axis=1, keepdims=True)
    assert factor < 300 or (sure.probabilities(x).max(axis=1) == 1).mean() > 0.5
    expected = network(inner).gradient(x, v)
    np.testing.assert_allclose(sure.gradient(x, v), expected, rtol=1e-3, atol=1e-5 * factor)


@pytest.mark.slow
def test_a_keras_network_gives_keras_numbers(tmp_path: Path) -> None:
    """Rows, columns, channels: what Keras computes for the same pictures, and its own gradient."""
    expected = np.load(KERAS / "expected.npz")
    x, y = load_digits(return_X_y=True)
    pictures = x.reshape(-1, 8, 8, 1)[800:860]
    face = network(model_in(KERAS / "digits.onnx"))
    np.testing.assert_allclose(face.probabilities(pictures), expected["probabilities"], atol=1e-5)
    towards = np.eye(10)[y[800:860]]
    np.testing.assert_allclose(face.gradient(pictures, towards), expected["gradient"], rtol=1e-3, atol=1e-4)
    path = tmp_path / "pictures.npz"
    np.savez(path, images=pictures, labels=y[800:860], masks=pictures[..., 0] > 12)
    files = {"images": path, "model": KERAS / "digits.onnx"}
    loss = call(
        ADVERSARIAL_LOSS, tmp_path, files, {"layout": "NHWC", "high": 16, "epsilon": 1.0, "limit": 40}
    )
    wrong = expected["probabilities"].argmax(1) != y[800:860]
    assert loss.measures["clean_error"].value == pytest.approx(wrong.mean(), abs=0.06)
    assert loss.measures["confidence_loss"].value < -0.3
    assert {row[0] for row in loss.tables[0].rows} >= {"FGSM", "PGD", "DeepFool"}
    assert loss.signs == []
    assert call(INTERPRETATION, tmp_path, files, {"layout": "NHWC", "limit": 5}).measures


@pytest.mark.slow
def test_the_default_attacks_are_equal_for_torch_and_onnx(tmp_path: Path) -> None:
    from casegen_evidence.nnmetrics.adversarial import confidence_loss
    from casegen_evidence.nnmetrics.adversarial_method import AdversarialParameters, transformers

    from tests.evidence.nnmetrics.test_own_network import small_network

    module = small_network()
    onnx = model_in(exported(module, tmp_path, 17, (1, 8, 8)))
    x, y = load_digits(return_X_y=True)
    pictures, labels = x.reshape(-1, 1, 8, 8)[800:860] / 16, y[800:860]
    changes = [
        t for t in transformers(AdversarialParameters(epsilon=0.05)) if t.name in ("FGSM", "PGD", "DeepFool")
    ]
    one, other = (confidence_loss(m, pictures, labels, changes, seed=1) for m in (module, onnx))
    np.testing.assert_allclose(one.lowest, other.lowest, atol=2e-3)
    assert one.value == pytest.approx(other.value, abs=1e-4)
    assert one.value < -0.2


def test_operations_without_gradients_leave_outputs(tmp_path: Path) -> None:
    """The square attack in place of those by gradients, and the note says so."""

    class Sine(torch.nn.Module):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            return torch.sin(x)

    module = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(64, 10), Sine())
    path = exported(module, tmp_path, 18, (1, 8, 8))
    x, _ = load_digits(return_X_y=True)
    answers = network(model_in(path)).probabilities(x.reshape(-1, 1, 8, 8)[:40] / 16).argmax(axis=1)
    np.savez(tmp_path / "p.npz", images=x.reshape(-1, 1, 8, 8)[:40] / 16, labels=answers)
    files = {"images": tmp_path / "p.npz", "model": path}
    result = call(
        ADVERSARIAL_LOSS, tmp_path, files, {"layout": "NCHW", "queries": 10, "classes": list("0123456789")}
    )
    names = {row[0] for row in result.tables[0].rows}
    assert "square" in names
    assert not names & {"FGSM", "PGD", "DeepFool"}
    assert "its outputs alone are looked at: no gradients are known of Sin" in " ".join(result.notes)
    with pytest.raises(InputProblem, match="Sin"):
        call(
            ADVERSARIAL_LOSS,
            tmp_path,
            files,
            {"layout": "NCHW", "classes": list("0123456789"), "transformers": ["FGSM"]},
        )


def test_gradients_of_another_network_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the differentiated graph computes other scores than onnxruntime, the attack stops."""
    from casegen_evidence.models import onnx_torch

    path = exported(networks()["pooled"], tmp_path, 13)
    changed = dict(onnx_torch._OPERATIONS) | {"Relu": lambda i, a, o: i[0].clamp(min=0.05)}
    monkeypatch.setattr(onnx_torch, "_OPERATIONS", changed)
    with pytest.raises(InputProblem, match="computes other scores in onnxruntime"):
        network(model_in(path)).gradient(np.random.default_rng(0).random((3, 2, 8, 8)), np.ones((3, 3)))


def test_the_graph_is_read_as_the_package_onnx_reads_it(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    path = exported(networks()["smooth"], tmp_path, 13)
    graph, theirs = read_graph(path.read_bytes()), onnx.load(str(path))
    assert [n.operation for n in graph.nodes] == [n.op_type for n in theirs.graph.node]
    assert [n.inputs for n in graph.nodes] == [tuple(n.input) for n in theirs.graph.node]
    assert graph.opset == 13
    assert set(graph.constants) == {i.name for i in theirs.graph.initializer}
    for part in theirs.graph.initializer:
        np.testing.assert_array_equal(graph.constants[part.name], onnx.numpy_helper.to_array(part))
    for node, their in zip(graph.nodes, theirs.graph.node, strict=True):
        for attribute in their.attribute:
            value = onnx.helper.get_attribute_value(attribute)
            if attribute.type == onnx.AttributeProto.TENSOR:
                value = onnx.numpy_helper.to_array(value)
            np.testing.assert_array_equal(node.attributes[attribute.name], value)


def test_numbers_of_every_kind_are_read() -> None:
    """Typed fields, packed or not, negative ones too: as other exporters write them."""
    onnx = pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    make = onnx.helper.make_tensor
    kinds = onnx.TensorProto
    parts = [
        make("f", kinds.FLOAT, [2, 2], [1.5, -2, 3, 4]),
        make("d", kinds.DOUBLE, [3], [1.5, -2, 3]),
        make("i", kinds.INT64, [3], [-1, 0, 2**40]),
        make("j", kinds.INT32, [2], [-7, 7]),
        make("raw", kinds.INT64, [2], np.array([-5, 6]).tobytes(), raw=True),
        make("scalar", kinds.FLOAT, [], [0.25]),
    ]
    graph = onnx.helper.make_graph([], "g", [], [], initializer=parts)
    read = read_graph(onnx.helper.make_model(graph).SerializeToString())
    for part in parts:
        np.testing.assert_array_equal(read.constants[part.name], onnx.numpy_helper.to_array(part))


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        (np.full((30, 4), 25.0), "sum to 100"),
        (np.random.default_rng(0).uniform(size=(30, 4)), "sigmoid"),
        (np.full((30, 4), np.nan), "finite"),
    ],
)
def test_scores_that_are_neither_logits_nor_probabilities(scores: Any, words: str) -> None:
    with pytest.raises(InputProblem, match=words):
        as_logits(scores)


def test_probabilities_of_torch_are_not_taken_for_logits() -> None:
    """A module that ends in a softmax gives the confidences it states."""
    module = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.Softmax(dim=1))
    x = np.random.default_rng(0).normal(size=(5, 4)) * 5
    with torch.no_grad():
        stated = module(torch.as_tensor(x, dtype=torch.float32)).numpy()
    np.testing.assert_allclose(network(module).probabilities(x), stated, atol=1e-6)


def test_a_network_in_training_mode_is_refused(tmp_path: Path) -> None:
    class Batch(torch.nn.Module):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            h = x.flatten(1)[:, :10]
            return (h - h.mean(dim=0)) / (h.std(dim=0, unbiased=False) + 1e-3) * 5

    x, _ = load_digits(return_X_y=True)
    path = exported(Batch(), tmp_path, 17, (1, 8, 8))
    pictures = x.reshape(-1, 1, 8, 8)[:40] / 16
    np.savez(tmp_path / "p.npz", images=pictures, labels=np.arange(40) % 10)
    with pytest.raises(InputProblem, match="exported in training mode"):
        call(ADVERSARIAL_LOSS, tmp_path, {"images": tmp_path / "p.npz", "model": path}, {"layout": "NCHW"})


def test_labels_in_another_order_bar_the_measures(tmp_path: Path) -> None:
    """A network that seems to guess has no confidence to lose: its loss would look small."""
    x, y = load_digits(return_X_y=True)
    np.savez(tmp_path / "p.npz", images=x.reshape(-1, 8, 8, 1)[800:860], labels=(y[800:860] + 3) % 10)
    files = {"images": tmp_path / "p.npz", "model": KERAS / "digits.onnx"}
    result = call(
        ADVERSARIAL_LOSS,
        tmp_path,
        files,
        {"layout": "NHWC", "high": 16, "transformers": ["identity", "blur"]},
    )
    assert [s.name for s in result.signs if s.severity == "fails"] == ["sign-guessing"]


def test_pictures_in_another_order_of_axes_are_refused(tmp_path: Path) -> None:
    """As many numbers in another order of axes would be read without a word."""
    path = exported(networks()["pooled"], tmp_path, 13)  # free first dimension only: (n, 2, 8, 8)
    model = model_in(path)
    rng = np.random.default_rng(0)
    with pytest.raises(InputProblem, match="another order of the axes"):
        model.scores(rng.random((3, 8, 8, 2)))
    assert model.scores(rng.random((3, 128))).shape == (3, 3)  # points of features, as the RAM has them
    grey = model_in(KERAS / "digits.onnx")
    x = rng.random((3, 8, 8)) * 16
    np.testing.assert_array_equal(grey.scores(x), grey.scores(x[..., None]))  # type: ignore[attr-defined]


def test_a_module_that_does_not_fit_is_refused_with_the_layout() -> None:
    with pytest.raises(InputProblem, match="State in `layout`"):
        network(networks()["pooled"]).probabilities(np.zeros((3, 8, 8, 2)))


def test_an_estimator_that_lacks_a_class_never_answers_it() -> None:
    """Scores go by the estimator's classes, not by their place."""
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(0)
    x = rng.normal(size=(90, 2))
    y = np.array([0, 2, 3])[np.arange(90) % 3]
    x[:, 0] += 9 * (y == 2)
    x[:, 1] += 9 * (y == 3)
    model = LogisticRegression().fit(x, y)
    p = network(model, ("0", "1", "2", "3")).probabilities(x)
    assert (p[:, 1] < 1e-200).all()
    np.testing.assert_allclose(p[:, [0, 2, 3]], model.predict_proba(x), atol=1e-12)
    with pytest.raises(InputProblem, match="expected an estimator of the classes"):
        network(model, ("0", "1", "2"))


def test_plain_functions_give_probabilities() -> None:
    with pytest.raises(InputProblem, match="Apply softmax to logits"):
        network(lambda x: np.tile([3.0, -1.0], (len(x), 1))).probabilities(np.zeros((3, 4)))


def half(fault: bool = False) -> tuple[bytes, Any]:
    """A network in 16 bits with neurons that are nearly alike: its scores are small differences of large numbers."""
    onnx = pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    rng = np.random.default_rng(2)
    points = rng.random((60, 64))
    base = rng.normal(size=(64, 20)) / 8
    alike = base + 0.03 * rng.normal(size=base.shape) / 8
    first = np.concatenate([base, alike], axis=1).astype(np.float16).astype(float)
    hidden = np.maximum(points @ first, 0)
    second = np.linalg.lstsq(hidden, np.eye(4)[rng.integers(0, 4, 60)] * 6, rcond=None)[0]
    arrays = {"R": first, "W": second * (0.9 if fault else 1)}
    kinds = [onnx.numpy_helper.from_array(a.astype(np.float16), name) for name, a in arrays.items()]
    node, value, kind = onnx.helper.make_node, onnx.helper.make_tensor_value_info, onnx.TensorProto.FLOAT16
    nodes = [
        node("MatMul", ["x", "R"], ["h"]),
        node("Relu", ["h"], ["r"]),
        node("MatMul", ["r", "W"], ["scores"]),
    ]
    graph = onnx.helper.make_graph(
        nodes, "g", [value("x", kind, ["n", 64])], [value("scores", kind, ["n", 4])], kinds
    )
    opset = onnx.helper.make_opsetid("", 17)
    return onnx.helper.make_model(graph, opset_imports=[opset], ir_version=8).SerializeToString(), points


def test_a_network_in_half_precision_has_gradients(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its scores differ by the rounding of 16 bits, 8,192 times those of 32."""
    from casegen_evidence.models import onnx as module
    from casegen_evidence.models.onnx_torch import torch_function

    content, points = half()
    gradient = module.OnnxNetwork(content).pullback(points, lambda scores: scores[:, 0].sum())
    x = torch.tensor(points, requires_grad=True)
    torch_function(content)(x, "scores")[0][:, 0].sum().backward()
    assert np.array_equal(gradient, x.grad.numpy())
    other = module.OnnxNetwork(content)
    other._function = torch_function(half(fault=True)[0])
    other._near = module._NEAR_HALF
    with pytest.raises(InputProblem, match="computes other scores in onnxruntime"):
        other.pullback(points, lambda scores: scores[:, 0].sum())
    monkeypatch.setattr(module, "_NEAR_HALF", module._NEAR)
    with pytest.raises(InputProblem, match="computes other scores in onnxruntime"):
        module.OnnxNetwork(content).pullback(points, lambda scores: scores[:, 0].sum())


@pytest.mark.parametrize("opset", [11, 13, 17])
def test_a_shape_that_is_computed_from_the_input(tmp_path: Path, opset: int) -> None:
    class Viewed(torch.nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.first, self.head = torch.nn.Conv2d(2, 3, 3), torch.nn.Linear(108, 3)

        def forward(self, x: Any) -> Any:
            h = self.first(x)
            return self.head(h.view(h.size(0), -1))

    module = Viewed().eval()
    ours, theirs = network(model_in(exported(module, tmp_path, opset))), network(module)
    rng = np.random.default_rng(0)
    x, v = rng.random((7, 2, 8, 8)), rng.normal(size=(7, 3))
    np.testing.assert_allclose(ours.gradient(x, v), theirs.gradient(x, v), rtol=1e-3, atol=1e-4)


def test_an_operation_that_torch_does_not_take_so_is_named() -> None:
    from casegen_evidence.models.onnx_torch import _applied

    with pytest.raises(InputProblem, match="no gradients are known of MatMul as the ONNX network uses it"):
        _applied("MatMul", [torch.zeros(2, 3), torch.zeros(2, 3)], {}, 17)
