"""The user's own network: ONNX, torch and scikit-learn give the same numbers, in either order of axes."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence import installed
from casegen_evidence.method import InputProblem, Result
from casegen_evidence.models.onnx import OnnxNetwork
from casegen_evidence.models.onnx_graph import node_outputs
from casegen_evidence.nnmetrics import transformers as t
from casegen_evidence.nnmetrics.activation_method import NEURON_ACTIVATION
from casegen_evidence.nnmetrics.adversarial_method import ADVERSARIAL_LOSS
from casegen_evidence.nnmetrics.interpretation_method import INTERPRETATION
from casegen_evidence.nnmetrics.networks import Network, network
from casegen_evidence.nnmetrics.picture_layout import Preprocessing, as_pictures, fed, inputs_of_file
from numpy.typing import NDArray
from sklearn.datasets import load_digits

from tests.evidence.nnmetrics.test_nnmetrics_methods import call

NETWORKS = Path(__file__).parent
CHANGES = {"transformers": ["identity", "square", "noise", "brightness", "blur", "rotation", "translation"],
           "queries": 20, "limit": 40}  # fmt: skip


def small_network() -> Any:
    """A torch CNN on digits (1, 8, 8), trained for a second."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    torch.set_num_threads(1)
    module = nn.Sequential(
        nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(96, 10)
    )
    x, y = load_digits(return_X_y=True)
    inputs = torch.as_tensor(x.reshape(-1, 1, 8, 8) / 16, dtype=torch.float32)[:800]
    targets = torch.as_tensor(y[:800], dtype=torch.long)
    optimiser = torch.optim.Adam(module.parameters(), 0.02)
    for _ in range(60):
        optimiser.zero_grad()
        nn.functional.cross_entropy(module(inputs), targets).backward()
        optimiser.step()
    return module.eval()


@pytest.fixture(scope="module")
def cnn() -> Any:
    pytest.importorskip("torch")
    return small_network()


@pytest.fixture(scope="module")
def exported(cnn: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    import torch

    pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
    path = tmp_path_factory.mktemp("network") / "cnn.onnx"
    torch.onnx.export(cnn, (torch.zeros(2, 1, 8, 8),), str(path), dynamo=False, input_names=["pixels"],
                      output_names=["scores"], dynamic_axes={"pixels": {0: "n"}, "scores": {0: "n"}})  # fmt: skip
    return path


@pytest.fixture
def provided(cnn: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The CNN as an installed package would provide it."""
    monkeypatch.setattr(installed, "entry_points", lambda group: [_Point("own", "own:own", group)])
    monkeypatch.setattr(_Point, "given", cnn, raising=False)
    return "own"


class _Point(EntryPoint):
    given: Any

    def load(self) -> Any:
        return lambda points, labels, classes, seed, options: self.given


def pictures(folder: Path, *, channels_first: bool, training: bool = False, unit: float = 1.0) -> Path:
    x, y = load_digits(return_X_y=True)
    x = x.reshape(-1, 8, 8)[..., None] / 16 * unit
    x = np.moveaxis(x, 3, 1) if channels_first else x
    masks = x[800:860].reshape(60, 8, 8) > 0.8 * unit
    arrays: dict[str, NDArray[Any]] = {"images": x[800:860], "labels": y[800:860], "masks": masks}
    if training:
        arrays |= {"train_images": x[:800], "train_labels": y[:800]}
    path = folder / f"pictures-{channels_first}-{unit:g}.npz"
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path


def values(result: Result) -> dict[str, float]:
    return {name: m.value for name, m in result.measures.items()}


@pytest.mark.slow
def test_torch_and_its_onnx_export_give_equal_numbers(tmp_path: Path, exported: Path, provided: str) -> None:
    images = pictures(tmp_path, channels_first=True, training=True)
    own = {"classifier": {"kind": "provider", "provider": provided}, "layout": "NCHW"}
    for method, more in ((ADVERSARIAL_LOSS, CHANGES), (INTERPRETATION, {"patch": 2, "limit": 20})):
        torch = call(method, tmp_path, {"images": images}, {**own, **more})
        onnx = call(method, tmp_path, {"images": images, "model": exported}, {"layout": "NCHW", **more})
        assert values(torch) == pytest.approx(values(onnx), abs=1e-5)
        assert [s for r in (torch, onnx) for s in r.signs if s.severity == "fails"] == []
        assert "cnn.onnx" in " ".join(onnx.notes)


@pytest.mark.slow
def test_layers_of_torch_and_onnx_are_the_same(tmp_path: Path, exported: Path, provided: str) -> None:
    images = pictures(tmp_path, channels_first=True)
    relu = next(name for name in node_outputs(exported.read_bytes()) if "Relu" in name)
    onnx = call(NEURON_ACTIVATION, tmp_path, {"activations": images, "model": exported},
                {"layer": relu, "layout": "NCHW", "k": 1})  # fmt: skip
    torch = call(NEURON_ACTIVATION, tmp_path, {"activations": images},
                 {"layer": "1", "provider": provided, "layout": "NCHW", "k": 1})  # fmt: skip
    assert values(onnx) == values(torch)
    rows = tmp_path / "inputs.npz"
    np.savez(rows, inputs=np.load(images)["images"], labels=np.zeros(1))
    assert values(onnx) == values(call(NEURON_ACTIVATION, tmp_path, {"activations": rows, "model": exported},
                                       {"layer": relu, "layout": "NCHW", "k": 1}))  # fmt: skip
    with pytest.raises(InputProblem, match=r"among .*Relu"):
        call(
            NEURON_ACTIVATION,
            tmp_path,
            {"activations": images, "model": exported},
            {"layer": "relu1", "layout": "NCHW"},
        )
    with pytest.raises(InputProblem, match="parameter layer"):
        call(NEURON_ACTIVATION, tmp_path, {"activations": images, "model": exported}, {"layout": "NCHW"})


@pytest.mark.slow
def test_either_order_of_axes_gives_the_same_loss(tmp_path: Path, exported: Path) -> None:
    first = pictures(tmp_path, channels_first=True)
    last = pictures(tmp_path, channels_first=False)
    one = call(
        ADVERSARIAL_LOSS, tmp_path, {"images": first, "model": exported}, {"layout": "NCHW", **CHANGES}
    )
    other = call(
        ADVERSARIAL_LOSS, tmp_path, {"images": last, "model": exported}, {"layout": "NHWC", **CHANGES}
    )
    # with one channel the network's input is the same numbers in either order
    assert values(one) == pytest.approx(values(other), abs=1e-6)


@pytest.mark.slow
def test_preprocessing_is_part_of_the_network(tmp_path: Path, exported: Path) -> None:
    plain = pictures(tmp_path, channels_first=True)
    bytes_ = pictures(tmp_path, channels_first=True, unit=255.0)
    one = call(
        ADVERSARIAL_LOSS, tmp_path, {"images": plain, "model": exported}, {"layout": "NCHW", **CHANGES}
    )
    scaled = {"layout": "NCHW", **CHANGES, "preprocessing": {"divide": 255.0}, "high": 255.0, "epsilon": 25.5}
    other = call(ADVERSARIAL_LOSS, tmp_path, {"images": bytes_, "model": exported}, scaled)
    assert values(one) == pytest.approx(values(other), abs=1e-5)


def test_pixels_are_not_divided_twice(tmp_path: Path, exported: Path) -> None:
    """A network without biases would answer as before, and its confidence, 1/10 throughout, could not be lost."""
    plain = {"images": pictures(tmp_path, channels_first=True), "model": exported}
    twice = {"layout": "NCHW", "preprocessing": {"divide": 255.0}, **CHANGES}
    with pytest.raises(InputProblem, match="go up to 1, and preprocessing divides them by 255"):
        call(ADVERSARIAL_LOSS, tmp_path, plain, twice)
    with pytest.raises(InputProblem, match="was that done before"):
        inputs_of_file(np.full((4, 16), 0.9), None, Preprocessing(divide=255.0), "x.npz")
    with pytest.raises(InputProblem, match="go up to 1, and preprocessing divides them by 16"):
        inputs_of_file(np.linspace(0, 1, 64).reshape(4, 16), None, Preprocessing(divide=16.0), "digits.npz")
    assert inputs_of_file(np.full((4, 16), 3.0), None, Preprocessing(divide=16.0), "x.npz").max() == 3 / 16
    dark = np.zeros((2, 8, 8))
    dark[1, 0, 0] = 30.0  # one picture of the file is black, and the other nearly
    assert inputs_of_file(dark, None, Preprocessing(divide=255.0), "x.npz").max() == pytest.approx(30 / 255)


def test_features_are_preprocessed_like_pictures() -> None:
    rows = np.arange(12.0).reshape(3, 4)
    fed_rows = inputs_of_file(rows, None, Preprocessing(divide=2.0, mean=[1.0], std=[0.5]), "x.npz")
    assert fed_rows == pytest.approx((rows / 2 - 1) / 0.5)
    with pytest.raises(InputProblem, match="one number for preprocessing"):
        inputs_of_file(rows, None, Preprocessing(mean=[1.0, 2.0, 3.0]), "x.npz")


def test_the_highest_class_may_have_no_picture(tmp_path: Path, exported: Path) -> None:
    """The network has a score for it all the same; that it was not evaluated is said."""
    with np.load(pictures(tmp_path, channels_first=True)) as whole:
        kept = whole["labels"] < 9
        part = {name: whole[name][kept] for name in whole.files}
    np.savez(tmp_path / "part.npz", **part)
    inputs = {"images": tmp_path / "part.npz", "model": exported}
    result = call(ADVERSARIAL_LOSS, tmp_path, inputs, {"layout": "NCHW", **CHANGES})
    stated = call(
        ADVERSARIAL_LOSS,
        tmp_path,
        inputs,
        {"layout": "NCHW", "classes": [str(k) for k in range(10)], **CHANGES},
    )
    assert values(result) == values(stated)
    assert [s.name for s in result.signs] == [s.name for s in stated.signs] == ["sign-class-not-evaluated"]


@pytest.mark.parametrize("shape", [(5, 3, 8, 8), (5, 3, 8, 3), (5, 8, 9, 8)])
def test_an_order_of_axes_that_is_not_plain_is_asked_for(shape: tuple[int, ...]) -> None:
    with pytest.raises(InputProblem, match="Declare `layout: NCHW`"):
        as_pictures(np.zeros(shape), None, "p.npz")


def test_the_wrong_order_of_axes_is_refused() -> None:
    assert as_pictures(np.zeros((5, 8, 9, 3)), None, "p.npz").shape == (5, 8, 9, 3)
    with pytest.raises(InputProblem, match="is it the other layout"):
        as_pictures(np.zeros((5, 3, 8, 9)), "NHWC", "p.npz")
    with pytest.raises(InputProblem, match="is it the other layout"):
        as_pictures(np.zeros((5, 8, 9, 3)), "NCHW", "p.npz")


def test_a_rotation_is_that_of_each_channel_by_itself() -> None:
    from scipy.ndimage import rotate

    rng = np.random.default_rng(0)
    x = rng.uniform(size=(2, 3, 9, 9))  # channels first
    target = t.AttackTarget(
        network(lambda z: np.full((len(z), 2), 0.5)), as_pictures(x, "NCHW", "p"), np.zeros(2, int)
    )
    turned = list(t.Rotation(12.0, levels=1).candidates(target, rng))
    for picture, expected in zip(turned, (-12.0, 12.0), strict=True):
        by_hand = np.stack(
            [[rotate(c, expected, axes=(1, 0), reshape=False, order=1, mode="nearest") for c in p] for p in x]
        )
        assert np.moveaxis(picture, 3, 1) == pytest.approx(np.clip(by_hand, 0, 1))


def test_gradients_pass_layout_and_preprocessing(cnn: Any) -> None:
    """The gradient with respect to the file's pixels, against finite differences."""
    scale = Preprocessing(divide=16.0, mean=[0.1], std=[0.5])
    face: Network = fed(network(cnn.double()), "NCHW", scale)
    x = np.random.default_rng(1).uniform(0, 16, (2, 8, 8, 1))
    v = np.random.default_rng(2).normal(size=(2, 10))
    gradient = face.gradient(x, v)
    cnn.float()
    step = np.zeros_like(x)
    step[0, 3, 4, 0] = step[1, 5, 2, 0] = 1e-5
    cnn.double()
    change = ((face.logits(x + step) - face.logits(x - step)) * v).sum(axis=1) / 2e-5
    cnn.float()
    assert change == pytest.approx([gradient[0, 3, 4, 0], gradient[1, 5, 2, 0]], rel=1e-4, abs=1e-8)


def test_the_square_attack_finds_what_needs_no_gradient(cnn: Any) -> None:
    x, y = load_digits(return_X_y=True)
    inputs = x[800:840].reshape(-1, 8, 8, 1) / 16
    face = fed(network(cnn), "NCHW", Preprocessing())
    target = t.AttackTarget(Network(face.logits), inputs, y[800:840])
    changed, _ = t.Square(0.15, 60).candidates(target, np.random.default_rng(0))
    assert np.abs(changed - inputs).max() <= 0.15 + 1e-12
    rows = np.arange(40), y[800:840]
    assert face.probabilities(changed)[rows].mean() < face.probabilities(inputs)[rows].mean() - 0.1
    with pytest.raises(InputProblem, match="square, which needs outputs only"):
        list(t.Fgsm(0.1).candidates(target, np.random.default_rng(0)))


@pytest.mark.slow
def test_what_the_method_trained_is_a_stand_in_unless_it_is_deployed(tmp_path: Path) -> None:
    images = pictures(tmp_path, channels_first=False, training=True)
    small = {"kind": "random-forest", "options": {"n_estimators": 20}}
    changes = {**CHANGES, "transformers": ["identity", "noise"]}
    barred = call(ADVERSARIAL_LOSS, tmp_path, {"images": images}, {**changes, "classifier": small})
    assert [s.name for s in barred.signs if s.severity == "fails"] == ["sign-stand-in"]
    deployed = call(
        ADVERSARIAL_LOSS, tmp_path, {"images": images}, {**changes, "classifier": {**small, "deployed": True}}
    )
    assert [s.name for s in deployed.signs if s.severity == "fails"] == []
    assert values(barred) == values(deployed)


@pytest.mark.parametrize(
    ("labels", "more", "words"),
    [
        (["a", "b"] * 30, {}, "expected `classes`"),
        ([0, 12] * 30, {}, "State `classes`"),
        ([0, 1] * 30, {"classes": ["1", "2"]}, "labels among 1, 2; found 0"),
    ],
)
def test_classes_are_those_of_the_scores(
    tmp_path: Path, exported: Path, labels: list[Any], more: dict[str, Any], words: str
) -> None:
    path = tmp_path / "p.npz"
    np.savez(path, images=np.zeros((60, 1, 8, 8)), labels=np.array(labels))
    with pytest.raises(InputProblem, match=words):
        call(
            ADVERSARIAL_LOSS,
            tmp_path,
            {"images": path, "model": exported},
            {"layout": "NCHW", **CHANGES, **more},
        )


def test_a_file_that_is_no_network_is_refused(tmp_path: Path, exported: Path) -> None:
    pytest.importorskip("onnxruntime")
    images = pictures(tmp_path, channels_first=True)
    (tmp_path / "broken.onnx").write_bytes(exported.read_bytes()[:300])
    for model in (images, tmp_path / "broken.onnx"):
        with pytest.raises(InputProblem, match="ONNX"):
            call(
                ADVERSARIAL_LOSS, tmp_path, {"images": images, "model": model}, {"layout": "NCHW", **CHANGES}
            )
    with pytest.raises(InputProblem):
        OnnxNetwork(b"\xff" * 40).layers(np.zeros((1, 1, 8, 8)), ["x"])
