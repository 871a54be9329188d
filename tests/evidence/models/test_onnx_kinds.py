"""ONNX networks of other kinds: types of input, fixed and free axes, several inputs and outputs, shapes of scores."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.models.onnx import OnnxNetwork
from casegen_evidence.nnmetrics.networks import differentiable, network
from casegen_evidence.nnmetrics.picture_layout import Preprocessing, fed

onnx = pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

WEIGHTS = np.random.default_rng(0).normal(size=(16, 3)).astype(np.float32)
PIXELS = np.random.default_rng(1).integers(0, 256, (7, 4, 4)).astype(float)


def built(nodes: list[Any], inputs: Any, outputs: Any, weights: dict[str, Any] | None = None) -> OnnxNetwork:
    """A network of ``nodes``; inputs and outputs are (name, type, shape)."""
    values = [
        [helper.make_tensor_value_info(*one) for one in group]
        for group in (inputs, outputs)
    ]  # fmt: skip
    stored = [
        numpy_helper.from_array(np.asarray(a), n) for n, a in ({"w": WEIGHTS} | (weights or {})).items()
    ]
    graph = helper.make_graph(nodes, "net", *values, stored)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    return OnnxNetwork(model.SerializeToString())


def linear(
    kind: int = TensorProto.FLOAT, rows: Any = "n", shape: tuple[Any, ...] = (4, 4), tail: Any = ()
) -> OnnxNetwork:
    """Scores ``x @ WEIGHTS / 255``, whatever the type of x; ``tail``: nodes that make "scores" of "z" """
    nodes = [
        helper.make_node("Cast", ["x"], ["f"], to=TensorProto.FLOAT),
        helper.make_node("Flatten", ["f"], ["flat"]),
        helper.make_node("Div", ["flat", "c"], ["part"]),
        helper.make_node("MatMul", ["part", "w"], ["z" if tail else "scores"]),
        *tail,
    ]
    return built(nodes, [("x", kind, [rows, *shape])], [("scores", TensorProto.FLOAT, None)], {"c": np.float32(255)})  # fmt: skip


EXPECTED = PIXELS.reshape(7, 16) @ WEIGHTS.astype(float) / 255
WHOLE = [TensorProto.UINT8, TensorProto.INT16, TensorProto.UINT16, TensorProto.INT32, TensorProto.INT64]
DECIMAL = [TensorProto.FLOAT16, TensorProto.DOUBLE]


@pytest.mark.parametrize("kind", WHOLE + DECIMAL)
def test_inputs_of_other_types_are_run(kind: int) -> None:
    assert linear(kind).scores(PIXELS) == pytest.approx(EXPECTED, abs=1e-5)
    shares = np.exp(EXPECTED) / np.exp(EXPECTED).sum(axis=1, keepdims=True)
    assert network(linear(kind)).probabilities(PIXELS) == pytest.approx(shares, abs=1e-5)
    # a file of pixels from 0 to 1: the preprocessing that is stated brings them back
    face = fed(network(linear(kind)), None, Preprocessing(divide=1 / 255))
    assert face.probabilities(PIXELS / 255) == pytest.approx(shares, abs=1e-3)


@pytest.mark.parametrize("kind", WHOLE)
def test_fractions_are_not_given_to_a_network_of_whole_numbers(kind: int) -> None:
    name = TensorProto.DataType.Name(kind).lower()
    with pytest.raises(
        InputProblem, match=rf"input x takes whole numbers from .*\({name}\); here it would get 0\."
    ):
        linear(kind).scores(PIXELS / 255)
    with pytest.raises(InputProblem, match="input of 32-bit floats"):
        linear(kind).scores(np.where(PIXELS > 200, 1e30, PIXELS))


def test_types_that_hold_no_numbers() -> None:
    flags = built([helper.make_node("Cast", ["x"], ["scores"], to=TensorProto.FLOAT)],
                  [("x", TensorProto.BOOL, ["n", 3])], [("scores", TensorProto.FLOAT, ["n", 3])])  # fmt: skip
    with pytest.raises(InputProblem, match=r"input x takes tensor\(bool\). Export"):
        flags.scores(np.ones((2, 3)))
    with pytest.raises(InputProblem, match="16-bit floats, up to 65504"):
        linear(TensorProto.FLOAT16).scores(PIXELS * 1000)


@pytest.mark.parametrize("rows", ["n", None, 1, 2, 4, 7, 50])
@pytest.mark.parametrize("shape", [(4, 4), ("h", "w"), (1, 4, 4), (4, 4, 1), (16,)])
def test_free_and_fixed_axes(rows: Any, shape: tuple[Any, ...]) -> None:
    """A fixed first dimension, as an export without dynamic axes has it, is asked that many at a time."""
    model = linear(rows=rows, shape=shape)
    assert model.scores(PIXELS) == pytest.approx(EXPECTED, abs=1e-5)
    assert model.layers(PIXELS, ["flat"])["flat"] == pytest.approx(PIXELS.reshape(7, 16))
    assert model.scores(PIXELS[:1]) == pytest.approx(EXPECTED[:1], abs=1e-5)


def test_sizes_that_do_not_fit_are_named() -> None:
    with pytest.raises(
        InputProblem, match=r"inputs of shape \(3, h, w\).*found \(4, 4, 3\).*Declare `layout`"
    ):
        linear(shape=(3, "h", "w")).scores(np.ones((2, 4, 4, 3)))
    with pytest.raises(InputProblem, match=r"takes inputs of shape \(5, 5\); its input x is of .*'h', 'w'"):
        linear(shape=("h", "w")).scores(np.ones((2, 5, 5)))


def test_several_inputs_are_refused_by_name() -> None:
    two = built([helper.make_node("Add", ["a", "b"], ["scores"])],
                [("a", TensorProto.FLOAT, ["n", 3]), ("b", TensorProto.FLOAT, ["n", 3])],
                [("scores", TensorProto.FLOAT, ["n", 3])])  # fmt: skip
    with pytest.raises(InputProblem, match=r"one input; found a \['n', 3\], b \['n', 3\]. Export"):
        two.scores(np.ones((2, 3)))


def outputs(*made: tuple[str, list[Any]], kind: int = TensorProto.FLOAT) -> OnnxNetwork:
    nodes = [helper.make_node("MatMul", ["x", "w"], ["scores"]), *(node for _, part in made for node in part)]
    rest: list[Any] = ["n", None] if kind == TensorProto.FLOAT else ["n"]
    shown = [("scores", TensorProto.FLOAT, ["n", 3]), *((name, kind, rest) for name, _ in made)]
    return built(nodes, [("x", TensorProto.FLOAT, ["n", 16])], shown)


def test_outputs_beside_the_scores() -> None:
    """Labels, a single number, the probabilities of the logits; an embedding could be the scores and is refused."""
    x = PIXELS.reshape(7, 16) / 255
    flat = EXPECTED
    labels = outputs(
        ("label", [helper.make_node("ArgMax", ["scores"], ["label"], axis=1, keepdims=0)]),
        kind=TensorProto.INT64,
    )
    risk = outputs(("risk", [helper.make_node("ReduceMax", ["scores"], ["risk"], axes=[1], keepdims=1)]))
    shares = outputs(("p", [helper.make_node("Softmax", ["scores"], ["p"], axis=1)]))
    for model in (labels, risk, shares):
        assert model.scores(x) == pytest.approx(flat, abs=1e-5)
    embedding = outputs(("embedding", [helper.make_node("Tanh", ["x"], ["embedding"])]))
    with pytest.raises(
        InputProblem,
        match=r"output scores \(float32 \(7, 3\)\) and output embedding \(float32 \(7, 16\)\) can be that.*extract_model",
    ):
        embedding.scores(x)
    doubled = outputs(("other", [helper.make_node("Neg", ["scores"], ["other"])]))
    with pytest.raises(InputProblem, match="can be that"):
        doubled.scores(x)


def test_answers_of_its_own_that_the_scores_deny() -> None:
    """An SVC's answers are not those of its probabilities: which the system goes by is not the method's to guess."""
    x = PIXELS.reshape(7, 16) / 255
    least = outputs(
        ("label", [helper.make_node("ArgMin", ["scores"], ["label"], axis=1, keepdims=0)]),
        kind=TensorProto.INT64,
    )
    with pytest.raises(InputProblem, match=r"output label, are not the class .* say `output: scores`"):
        least.scores(x)
    stated = OnnxNetwork(least.content, output="scores")
    assert stated.scores(x) == pytest.approx(EXPECTED, abs=1e-5)


def test_shapes_of_scores() -> None:
    """(n, C, 1, 1), as a fully convolutional network gives them; one score; scores for each position."""
    pooled = linear(tail=[helper.make_node("Unsqueeze", ["z", "axes"], ["scores"])])
    content = onnx.load_from_string(pooled.content)
    content.graph.initializer.append(numpy_helper.from_array(np.array([2, 3]), "axes"))
    pooled = OnnxNetwork(content.SerializeToString())
    assert pooled.scores(PIXELS) == pytest.approx(EXPECTED, abs=1e-5)
    pytest.importorskip("torch")
    slope = pooled.pullback(PIXELS, lambda z: z[:, 0].sum())
    assert slope.reshape(7, 16) == pytest.approx(np.tile(WEIGHTS[:, 0] / 255, (7, 1)), abs=1e-6)
    single = linear(tail=[helper.make_node("ReduceMax", ["z"], ["scores"], axes=[1], keepdims=1)])
    with pytest.raises(InputProblem, match=r"the network gives one, as a sigmoid does\. Export two"):
        network(single).probabilities(PIXELS)
    flat = linear(tail=[helper.make_node("ReduceMax", ["z"], ["scores"], axes=[1], keepdims=0)])
    with pytest.raises(InputProblem, match=r"one score per class, .*found output scores \(float32 \(7,\)\)"):
        network(flat).probabilities(PIXELS)


@pytest.mark.parametrize("name", ["embedding", "scores"])
def test_the_file_on_disk(tmp_path: Path, name: str) -> None:
    """What the refusal of several outputs advises works."""
    embedding = outputs(("embedding", [helper.make_node("Tanh", ["x"], ["embedding"])]))
    (tmp_path / "this.onnx").write_bytes(embedding.content)
    onnx.utils.extract_model(str(tmp_path / "this.onnx"), str(tmp_path / "new.onnx"), ["x"], [name])
    kept = OnnxNetwork((tmp_path / "new.onnx").read_bytes())
    assert kept.scores(PIXELS.reshape(7, 16)).shape == (7, 3 if name == "scores" else 16)


def test_a_number_of_inputs_that_is_fixed_inside() -> None:
    """As tracing writes `x.reshape(len(x), -1)`: rows of other inputs would be mixed."""
    fixed = built([helper.make_node("Reshape", ["x", "s"], ["flat"]), helper.make_node("MatMul", ["flat", "w"], ["scores"])],
                  [("x", TensorProto.FLOAT, ["n", 4])], [("scores", TensorProto.FLOAT, None)],
                  {"s": np.array([-1, 16])})  # fmt: skip
    with pytest.raises(
        InputProblem, match=r"for each of 8 inputs; found output scores \(float32 \(2, 3\)\).*free first"
    ):
        fixed.scores(np.ones((8, 4)))


@pytest.mark.parametrize("rows", [1, 2, 7])
def test_gradients_of_a_network_of_a_fixed_number_of_inputs(rows: int) -> None:
    pytest.importorskip("torch")
    slope = linear(rows=rows).pullback(PIXELS, lambda z: (z[:, 1] * z[:, 1]).sum())
    expected = 2 * EXPECTED[:, 1:2] * WEIGHTS[:, 1] / 255
    assert slope.reshape(7, 16) == pytest.approx(expected, abs=1e-5)


def through(to: int, *between: Any) -> OnnxNetwork:
    """Scores of pixels that are cast inside, as quantised pipelines have it."""
    nodes = [
        *(between or [helper.make_node("Mul", ["x", "c"], ["v"])]),
        helper.make_node("Cast", ["v"], ["i"], to=to),
        helper.make_node("Cast", ["i"], ["f"], to=TensorProto.FLOAT),
        helper.make_node("Flatten", ["f"], ["flat"]),
        helper.make_node("MatMul", ["flat", "w"], ["scores"]),
    ]
    return built(nodes, [("x", TensorProto.FLOAT, ["n", 4, 4])], [("scores", TensorProto.FLOAT, None)], {"c": np.float32(255)})  # fmt: skip


COMPARED = helper.make_node("Greater", ["x", "c"], ["v"])


@pytest.mark.parametrize(
    ("cast", "message"),
    [
        (through(TensorProto.UINT8), "no gradients are known of Cast to whole numbers"),
        (through(TensorProto.INT64), "no gradients are known of Cast to whole numbers"),
        (through(TensorProto.FLOAT, COMPARED), "no gradients are known.*comparisons or whole numbers"),
    ],
    ids=["uint8", "int64", "comparison"],
)
def test_gradients_are_not_known_behind_whole_numbers(cast: OnnxNetwork, message: str) -> None:
    pytest.importorskip("torch")
    x = np.random.default_rng(2).uniform(0.1, 0.9, (7, 4, 4))
    with pytest.raises(InputProblem, match=message):
        cast.pullback(x, lambda z: z[:, 0].sum())
    asked = differentiable(network(cast), x[:1])
    assert asked.pullback is None
    assert re.search(message, asked.outputs_only)
    # casts between decimals have gradients
    slope = through(TensorProto.DOUBLE).pullback(x, lambda z: z[:, 0].sum())
    assert slope.reshape(7, 16) == pytest.approx(np.tile(WEIGHTS[:, 0] * 255, (7, 1)), rel=1e-5)


@pytest.mark.parametrize("inner", ["Linear", "Identity"])
def test_nor_are_those_of_a_torch_module(inner: str) -> None:
    torch = pytest.importorskip("torch")
    last = torch.nn.Linear(4, 4) if inner == "Linear" else torch.nn.Identity()

    class Quantised(torch.nn.Module):  # type: ignore[misc,name-defined]
        def forward(self, x: Any) -> Any:
            return last((x * 255).to(torch.uint8).float() / 255)

    asked = differentiable(network(Quantised()), np.full((1, 4), 0.3))
    assert "comparisons or whole numbers" in asked.outputs_only


def test_what_torch_refuses_on_the_way_back_is_an_input_problem() -> None:
    pytest.importorskip("torch")
    with pytest.raises(InputProblem, match="cannot be computed: RuntimeError: grad can be implicitly"):
        linear().pullback(PIXELS, lambda z: z)


def test_the_layers_are_named_where_none_is_stated(tmp_path: Path) -> None:
    from casegen_evidence.nnmetrics.activation_method import NEURON_ACTIVATION

    from tests.evidence.nnmetrics.test_nnmetrics_methods import call

    (tmp_path / "n.onnx").write_bytes(linear().content)
    np.savez(tmp_path / "p.npz", images=PIXELS)
    with pytest.raises(InputProblem, match="looked at: one of f, flat, part, scores"):
        call(
            NEURON_ACTIVATION, tmp_path, {"model": tmp_path / "n.onnx", "activations": tmp_path / "p.npz"}, {}
        )


def two_heads() -> OnnxNetwork:
    return outputs(("other", [helper.make_node("Neg", ["scores"], ["other"])]))


@pytest.mark.parametrize(("name", "sign"), [("scores", 1), ("other", -1)])
def test_the_output_that_is_named(name: str, sign: int) -> None:
    import pickle

    chosen = pickle.loads(pickle.dumps(OnnxNetwork(two_heads().content, output=name)))
    x = PIXELS.reshape(7, 16) / 255
    assert chosen.scores(x) == pytest.approx(sign * EXPECTED, abs=1e-5)
    pytest.importorskip("torch")
    slope = chosen.pullback(x, lambda z: z[:, 0].sum())
    assert slope == pytest.approx(np.tile(sign * WEIGHTS[:, 0], (7, 1)), abs=1e-6)
    with pytest.raises(
        InputProblem, match="expected an output among scores, other of the network; found 'logits'"
    ):
        OnnxNetwork(two_heads().content, output="logits").scores(x)


def test_methods_take_the_output_that_is_named(tmp_path: Path) -> None:
    from casegen_evidence.models.model_file import model_in
    from casegen_evidence.nnmetrics.adversarial_method import ADVERSARIAL_LOSS
    from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION
    from casegen_evidence.ram.specs import ClassifierSpec, trained

    from tests.evidence.nnmetrics.test_nnmetrics_methods import call

    file = tmp_path / "two.onnx"
    file.write_bytes(two_heads().content)
    x = np.random.default_rng(5).random((60, 4, 4))
    own = (x.reshape(60, 16) @ WEIGHTS).argmax(axis=1)
    np.savez(tmp_path / "p.npz", inputs=x, images=x, labels=own, true=own)
    np.savez(tmp_path / "t.npz", inputs=x, true=own)

    def measured(method: Any, role: str, table: str, **parameters: Any) -> Any:
        return call(method, tmp_path, {role: tmp_path / table, "model": file}, parameters).measures

    for name, right in (("scores", 1.0), ("other", 0.0)):
        network = {"output": name}
        confusion = measured(
            WEIGHTED_CONFUSION, "predictions", "t.npz", severities={}, default=1, network=network
        )
        assert confusion["accuracy"].value == right
        loss = measured(ADVERSARIAL_LOSS, "images", "p.npz", transformers=["noise"], output=name)
        assert loss["clean_error"].value == 1 - right
    spec = ClassifierSpec.model_validate({"kind": "onnx", "output": "other"})
    assert spec.output == "other"
    with pytest.raises(InputProblem, match=r"can be that\. Name the right one, such as `output: scores`"):
        model_in(file).scores(x)
    with pytest.raises(InputProblem, match="for a network in ONNX format only"):
        trained(ClassifierSpec.model_validate({"kind": "svm", "output": "p"}), Any, None, 0)
