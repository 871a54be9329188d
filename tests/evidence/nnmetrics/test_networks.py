"""Gradients and layers of networks, against finite differences and torch."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.layers import layer_names, layer_outputs
from casegen_evidence.nnmetrics.networks import network, steady
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer


@pytest.fixture(scope="module")
def digits() -> tuple[np.ndarray, np.ndarray]:
    x, y = load_digits(return_X_y=True)
    return x / 16.0, y


@pytest.fixture(scope="module")
def mlp(digits: tuple[np.ndarray, np.ndarray]) -> MLPClassifier:
    x, y = digits
    return MLPClassifier((24, 16), max_iter=40, random_state=0).fit(x[:600], y[:600])


def test_probabilities_are_those_of_scikit_learn(
    mlp: MLPClassifier, digits: tuple[np.ndarray, np.ndarray]
) -> None:
    x = digits[0][600:700]
    np.testing.assert_allclose(
        network(mlp).probabilities(x.reshape(-1, 8, 8)), mlp.predict_proba(x), atol=1e-9
    )


@pytest.mark.parametrize("activation", ["relu", "tanh", "logistic", "identity"])
@pytest.mark.parametrize("classes", [2, 3])
def test_gradient_is_the_finite_difference(
    activation: str, classes: int, digits: tuple[np.ndarray, np.ndarray]
) -> None:
    x, y = digits
    keep = y < classes
    model = MLPClassifier((12, 8), activation=activation, max_iter=15, random_state=1).fit(x[keep], y[keep])
    face = network(model)
    rng = np.random.default_rng(2)
    points, v = x[keep][:5], rng.normal(size=(5, classes))
    direction = rng.normal(size=points.shape)
    step = 1e-6
    slope = ((face.logits(points + step * direction) - face.logits(points - step * direction)) * v).sum(1) / (
        2 * step
    )
    np.testing.assert_allclose((face.gradient(points, v) * direction).sum(1), slope, rtol=1e-5, atol=1e-7)


def test_layers_of_an_mlp(mlp: MLPClassifier, digits: tuple[np.ndarray, np.ndarray]) -> None:
    result = layer_outputs(mlp, ["hidden2", "hidden1"], digits[0][:7])
    assert {name: a.shape for name, a in result.items()} == {"hidden2": (7, 16), "hidden1": (7, 24)}
    assert result["hidden1"].min() >= 0


def test_layers_within_a_pipeline(mlp: MLPClassifier, digits: tuple[np.ndarray, np.ndarray]) -> None:
    """The steps before the network change its inputs, as they do where it answers."""
    x, _ = digits
    half = FunctionTransformer(lambda a: a / 2)
    model = make_pipeline(half, mlp)
    inside = layer_outputs(model, ["hidden1", "logits"], x[:5])
    assert layer_names(model) == layer_names(mlp)
    for name, values in layer_outputs(mlp, ["hidden1", "logits"], x[:5] / 2).items():
        assert np.array_equal(inside[name], values)


def test_unknown_layer(mlp: MLPClassifier, digits: tuple[np.ndarray, np.ndarray]) -> None:
    with pytest.raises(InputProblem, match=r"among hidden1, hidden2, logits; found 'hiden1'.*'hidden1'"):
        layer_outputs(mlp, ["hiden1"], digits[0][:7])


def test_wrong_number_of_features(mlp: MLPClassifier) -> None:
    with pytest.raises(InputProblem, match="inputs of 64 numbers"):
        layer_outputs(mlp, ["hidden1"], np.zeros((2, 9)))


def test_a_model_without_layers() -> None:
    with pytest.raises(InputProblem, match="trained MLPClassifier or trees"):
        layer_outputs(object(), ["a"], np.zeros((2, 2)))
    with pytest.raises(InputProblem, match="expected a torch module"):
        network(3)


class _Threshold(LogisticRegression):
    """As a threshold that was tuned has it: yes from a probability of .2 on."""

    def predict(self, x: np.ndarray) -> np.ndarray:
        return self.classes_[(self.predict_proba(x)[:, 1] > 0.2).astype(int)]


@pytest.mark.parametrize("kind", [_Threshold, LogisticRegression])
def test_own_answers_that_the_probabilities_deny(kind: type[LogisticRegression]) -> None:
    x = np.linspace(-1, 1, 41)[:, None]
    model = kind().fit(x, np.where(x[:, 0] > 0.1, "yes", "no"))
    asked = network(model, ("no", "yes"))
    if kind is LogisticRegression:
        assert (model.predict(x) == np.array(["no", "yes"])[asked.probabilities(x).argmax(axis=1)]).all()
        return
    with pytest.raises(InputProblem, match="are not the class of its largest probability in"):
        asked.probabilities(x)


def test_callables_have_no_gradient() -> None:
    face = network(lambda x: np.full((len(x), 2), 0.5))
    np.testing.assert_allclose(face.probabilities(np.zeros((3, 4))), 0.5)
    with pytest.raises(InputProblem, match="only its outputs can be had"):
        face.gradient(np.zeros((3, 4)), np.zeros((3, 2)))


def test_torch_module_by_hooks(mlp: MLPClassifier, digits: tuple[np.ndarray, np.ndarray]) -> None:
    torch = pytest.importorskip("torch", reason="needs torch")
    net = torch.nn.Sequential()
    for i, (w, b) in enumerate(zip(mlp.coefs_, mlp.intercepts_, strict=True)):
        layer = torch.nn.Linear(*w.shape, dtype=torch.float64)
        layer.weight.data = torch.tensor(w.T)
        layer.bias.data = torch.tensor(b)
        net.add_module(f"linear{i}", layer)
        if i < 2:
            net.add_module(f"relu{i}", torch.nn.ReLU())
    x = digits[0][600:620]
    ours, theirs = network(mlp), network(net)
    np.testing.assert_allclose(theirs.probabilities(x), ours.probabilities(x), atol=1e-12)
    v = np.random.default_rng(0).normal(size=(20, 10))
    np.testing.assert_allclose(theirs.gradient(x, v), ours.gradient(x, v), atol=1e-10)
    np.testing.assert_allclose(
        layer_outputs(net, ["relu1"], x, batch=8)["relu1"],
        layer_outputs(mlp, ["hidden2"], x)["hidden2"],
        atol=1e-12,
    )
    with pytest.raises(InputProblem, match=r"found 'relu7'.*'relu"):
        layer_outputs(net, ["relu7"], x)
    assert not net.relu1._forward_hooks


@pytest.mark.parametrize("active", [True, False])
def test_dropout_at_work_shows_at_inputs_that_the_network_is_unsure_of(active: bool) -> None:
    """The first inputs are so sure that dropout changes none of their probabilities by a hundredth."""
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    scale = torch.tensor([[40.0]] * 10 + [[0.5]] * 10)

    def answer(x: np.ndarray) -> np.ndarray:
        z = torch.as_tensor(x)[:, :1] * torch.tensor([[1.0, -1.0]])
        z = torch.nn.functional.dropout(z.repeat_interleave(50, dim=1), 0.5, training=active)
        return np.asarray(z.reshape(len(x), 2, 50).mean(dim=2).softmax(1).numpy())

    face, inputs = network(answer), np.asarray(scale.numpy(), dtype=float)
    together = face.probabilities(inputs)
    if active:
        with pytest.raises(InputProblem, match="among others"):
            steady(face, inputs, together)
    else:
        steady(face, inputs, together)
