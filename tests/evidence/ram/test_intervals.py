"""What is called decided is decided: against dense sampling, for every kind of layer."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.models import adapt, onnx_classifier
from casegen_evidence.ram import proven
from casegen_evidence.ram.affine import Affine, layers
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.intervals import decided_boxes
from casegen_evidence.ram.problems import checkerboard

GRID = Grid((0.0, 0.0), (1.0, 1.0), (40, 40))


def _check(classifier, least: float) -> None:
    bounds = proven.prover(classifier)
    assert bounds is not None
    result = proven.prove(bounds, GRID, len(classifier.classes), np.zeros(GRID.cells, dtype=bool), 0).decided
    rng = np.random.default_rng(0)
    sure = np.flatnonzero(result >= 0)
    assert len(sure) >= least * GRID.cells
    corners = np.stack(np.meshgrid([0, 1], [0, 1]), axis=-1).reshape(-1, 2)
    inside = np.concatenate([rng.random((60, 2)), corners * (1 - 1e-9)])
    spots = GRID.origin(np.repeat(sure, len(inside))) + np.tile(inside, (len(sure), 1)) * GRID.side
    answers = classifier(spots).reshape(len(sure), -1)
    assert np.all(answers == result[sure, None])


@pytest.mark.slow
@pytest.mark.parametrize("activation", ["relu", "tanh", "logistic", "identity"])
def test_scikit_learn_networks(activation: str) -> None:
    from sklearn.neural_network import MLPClassifier

    points, labels = checkerboard(2).sample(800, 1)
    model = MLPClassifier((16, 16), activation=activation, max_iter=300, random_state=0)
    _check(adapt(model.fit(points, labels), ["0", "1"]), 0.5)


def test_logistic_regression_with_classes_in_another_order() -> None:
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(3)
    points = rng.random((500, 2))
    names = np.array(["c", "a", "b"])[np.digitize(points.sum(axis=1), [0.7, 1.2])]
    _check(adapt(LogisticRegression().fit(points, names), ["b", "c", "a"]), 0.5)
    two = np.where(points[:, 0] > 0.5, "a", "b")
    _check(adapt(LogisticRegression().fit(points, two), ["b", "a"]), 0.5)


def test_torch_networks() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    torch.manual_seed(0)
    nn = torch.nn
    model = nn.Sequential(nn.Flatten(), nn.Linear(2, 24), nn.ReLU(), nn.Linear(24, 24), nn.Tanh(), nn.Dropout(),
                          nn.Linear(24, 3))  # fmt: skip
    _check(adapt(model, ["0", "1", "2"]), 0.5)


def network(form: str) -> Any:
    """One network of two layers, as a sequence, nested, and with a forward of its own."""
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    torch.manual_seed(0)
    nn = torch.nn
    first, last = nn.Linear(2, 16), nn.Linear(16, 2)

    class Own(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.last, self.drop = first, last, nn.Dropout(0.5)

        def forward(self, x: Any) -> Any:
            hidden = self.drop(torch.relu(self.first(x.view(x.size(0), -1))))
            return self.last(hidden) if form == "own" else self.last(hidden) + x.sum()

    if form in ("sequence", "probabilities"):
        return nn.Sequential(
            first, nn.ReLU(), last, *([nn.Softmax(dim=1)] if form == "probabilities" else [])
        )
    return nn.Sequential(nn.Sequential(nn.Flatten(), first, nn.ReLU()), last) if form == "nested" else Own()


def export(module: Any, path: Path) -> Path:
    """The module in ONNX format."""
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
    torch.onnx.export(module.eval(), (torch.zeros(2, 2),), str(path), dynamo=False, input_names=["x"],
                      dynamic_axes={"x": {0: "n"}})  # fmt: skip
    return path


@pytest.mark.parametrize("form", ["sequence", "nested", "own", "probabilities"])
def test_one_network_is_the_same_layers_in_torch_and_onnx(form: str, tmp_path: Path) -> None:
    module = network(form)
    exported = onnx_classifier(export(module, tmp_path / "m.onnx"), ["0", "1"])
    _check(exported, 0.5)
    one, other = layers(adapt(module, ["0", "1"])), layers(exported)
    assert one is not None
    assert other is not None
    for mine, its in zip(one, other, strict=True):
        assert mine.activation == its.activation
        assert np.array_equal(mine.weight, its.weight)
        assert np.array_equal(mine.bias, its.bias)


def scaled_network(precision: int, *, ends: bool = True) -> bytes:
    """What skl2onnx writes of a scaler and an MLP: Scaler, Cast, MatMul, Add, Relu, …, Softmax."""
    onnx = pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    make, draw = onnx.helper.make_node, np.random.default_rng(4)
    weights = {"w": draw.normal(size=(2, 9)), "b": draw.normal(size=(1, 9)), "v": draw.normal(size=(9, 12)),
               "c": draw.normal(size=(1, 12))}  # fmt: skip
    nodes = [
        make("Scaler", ["x"], ["s"], domain="ai.onnx.ml", offset=[0.4, 0.6], scale=[3.0, 5.0]),
        make("Cast", ["s"], ["part"], to=precision), make("Cast", ["part"], ["f"], to=onnx.TensorProto.FLOAT),
        make("MatMul", ["f", "w"], ["m"]), make("Add", ["m", "b"], ["a"]), make("Relu", ["a"], ["r"]),
        make("MatMul", ["r", "v"], ["n"]), make("Add", ["n", "c"], ["z"]), make("Softmax", ["z"], ["p"], axis=1),
        *([] if ends else [make("Neg", ["p"], ["q"])]),
    ]  # fmt: skip
    kind = onnx.TensorProto.FLOAT
    shown = [onnx.helper.make_tensor_value_info("p" if ends else "q", kind, ["n", 12])]
    stored = [onnx.numpy_helper.from_array(a.astype(np.float32), name) for name, a in weights.items()]
    given = [onnx.helper.make_tensor_value_info("x", kind, ["n", 2])]
    sets = [onnx.helper.make_opsetid("", 13), onnx.helper.make_opsetid("ai.onnx.ml", 1)]
    graph = onnx.helper.make_graph(nodes, "mlp", given, shown, stored)
    return bytes(onnx.helper.make_model(graph, opset_imports=sets, ir_version=8).SerializeToString())


def test_a_scaler_and_probabilities_are_layers_as_skl2onnx_writes_them(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
    classes = [str(k) for k in range(12)]

    def of(content: bytes) -> Any:
        (tmp_path / "m.onnx").write_bytes(content)
        return onnx_classifier(tmp_path / "m.onnx", classes)

    _check(of(scaled_network(1)), 0.3)
    assert layers(of(scaled_network(10))) is None  # 16 bits leave more rounding than is allowed for
    assert layers(of(scaled_network(7))) is None  # whole numbers
    assert layers(of(scaled_network(1, ends=False))) is None


def test_probabilities_that_tie_are_not_proven_apart() -> None:
    """Of 200 equal classes a probability is .005; two that differ by 1e-5 of it count as tied, so neither wins."""
    bias = np.zeros(200)
    bias[7] = 5e-5
    one, box = Affine(np.zeros((1, 200)), bias), (np.zeros((1, 1)), np.zeros(1))
    assert decided_boxes([one], *box).tolist() == [7]
    assert decided_boxes([Affine(one.weight, bias, "softmax")], *box).tolist() == [-1]


def test_what_is_no_chain_of_layers_is_left_to_sampling(tmp_path: Path) -> None:
    module = network("sum of the whole batch")
    assert layers(adapt(module, ["0", "1"])) is None
    assert layers(onnx_classifier(export(module, tmp_path / "m.onnx"), ["0", "1"])) is None
    assert layers(adapt(network("sequence").half(), ["0", "1"])) is None


def test_layers_that_give_other_scores_than_the_model_are_not_used() -> None:
    module = network("sequence")
    assert layers(adapt(module, ["0", "1"])) is not None
    module.register_forward_hook(lambda module, inputs, scores: scores.flip(1))
    assert layers(adapt(module, ["0", "1"])) is None


def test_other_models_are_left_to_sampling() -> None:
    from sklearn.svm import SVC

    points, labels = checkerboard(2).sample(100, 1)
    assert layers(adapt(SVC().fit(points, labels), ["0", "1"])) is None
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    assert layers(adapt(torch.nn.Sequential(torch.nn.Conv2d(1, 1, 1)), ["0"])) is None


def test_a_box_across_the_boundary_stays_open() -> None:
    line = [Affine(np.array([[0.0, 1.0]]), np.array([0.5, 0.0]))]
    centres = np.array([[0.2], [0.45], [0.8]])
    assert decided_boxes(line, centres, np.array([0.1])).tolist() == [0, -1, 1]
