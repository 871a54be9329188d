"""Attacks on one network whose scores are written on different scales: as many answers turn, by torch and by ONNX."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.models.model_file import model_in
from casegen_evidence.nnmetrics import transformers as t
from casegen_evidence.nnmetrics.adversarial import confidence_loss
from casegen_evidence.nnmetrics.networks import network
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier

from tests.evidence.models.test_onnx_gradients import exported
from tests.later import later

torch = later("torch", reason="needs the extra casegen[torch]")
pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")

X, Y = load_digits(return_X_y=True)
X = X.reshape(-1, 8, 8) / 16
SEEN, LABELS = X[1000:1200], Y[1000:1200].astype(np.int64)
SCALES = ("z", "z / 5", "3 z", "softmax", "normalised sigmoid")


@pytest.fixture(scope="module")
def trained() -> Any:
    """A network with logits as its output."""
    nn = torch.nn
    model = MLPClassifier((32,), max_iter=60, random_state=0).fit(X[:1000].reshape(1000, -1), Y[:1000])
    made = nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    with torch.no_grad():
        for layer, weights, bias in zip((made[1], made[3]), model.coefs_, model.intercepts_, strict=True):
            layer.weight.copy_(torch.as_tensor(weights.T))
            layer.bias.copy_(torch.as_tensor(bias))
    return made.eval()


def on_scale(logits: Any, scale: str) -> Any:
    class Scaled(torch.nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.logits = logits

        def forward(self, x: Any) -> Any:
            z = self.logits(x)
            if scale == "softmax":
                return z.softmax(dim=1)
            if scale == "normalised sigmoid":
                return torch.sigmoid(z) / torch.sigmoid(z).sum(dim=1, keepdim=True)
            return z * {"z": 1.0, "z / 5": 0.2, "3 z": 3.0}[scale]

    return Scaled().eval()


def turned(model: Any, *changes: t.Transformer) -> NDArray[np.bool_]:
    flipped = confidence_loss(network(model), SEEN, LABELS, changes).flipped
    assert flipped is not None
    return flipped


@pytest.mark.slow
@pytest.mark.parametrize("epsilon", [0.05, 0.1])
@pytest.mark.parametrize("form", ["torch", "onnx"])
def test_as_many_answers_turn_on_every_scale(tmp_path: Path, trained: Any, form: str, epsilon: float) -> None:
    changes = (t.Fgsm(epsilon), t.Pgd(epsilon), t.DeepFool(epsilon))
    shares = {}
    for scale in SCALES:
        model = on_scale(trained, scale)
        if form == "onnx":
            model = model_in(exported(model, tmp_path, 17, (8, 8)))
        shares[scale] = float(turned(model, *changes).mean())
    assert 0.1 < shares["z"] < 0.8
    assert max(shares.values()) - min(shares.values()) < 0.04, shares


@pytest.mark.slow
def test_a_change_that_the_margin_shows_is_taken_beside_that_of_the_odds(trained: Any) -> None:
    model = network(on_scale(trained, "z / 5"))
    odds = confidence_loss(model, SEEN, LABELS, [OddsOnly(0.1)])
    every = confidence_loss(model, SEEN, LABELS, [t.Fgsm(0.1)])
    assert (every.lowest <= odds.lowest + 1e-12).all()
    assert every.flipped is not None
    assert odds.flipped is not None
    assert (every.flipped >= odds.flipped).all()


class OddsOnly(t.Fgsm):
    """One step along the odds alone."""

    def candidates(self, target: t.AttackTarget, rng: np.random.Generator) -> Any:
        yield target.clip(target.inputs + self.epsilon * np.sign(target.loss_gradient(target.inputs)))
