"""Attacks on ONNX networks that end in a softmax which is rounded to 0 and 1: they find what they find of its logits."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.models.model_file import model_in
from casegen_evidence.nnmetrics import transformers as t
from casegen_evidence.nnmetrics.adversarial import confidence_loss
from casegen_evidence.nnmetrics.networks import network
from sklearn.datasets import load_digits

from tests.evidence.models.test_onnx_gradients import exported
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.later import later

torch = later("torch", reason="needs the extra casegen[torch]")
pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")

X, Y = load_digits(return_X_y=True)
X = (X / 16).reshape(-1, 1, 8, 8).astype(np.float32)
SEEN, LABELS = X[900:1050], Y[900:1050]


def trained(factor: float) -> Any:
    """Digits by one convolution, logits times ``factor``: under FGSM of 0.2 it errs in 0.94."""
    nn = torch.nn
    torch.manual_seed(1)
    made = nn.Sequential(nn.Conv2d(1, 6, 3), nn.ReLU(), nn.Flatten(), nn.Linear(216, 10))
    steps = torch.optim.Adam(made.parameters(), 0.01)
    for _ in range(25):
        steps.zero_grad()
        nn.functional.cross_entropy(made(torch.tensor(X[:900])), torch.tensor(Y[:900])).backward()
        steps.step()
    with torch.no_grad():
        made[3].weight *= factor
        made[3].bias *= factor
    return made.eval()


def ending(logits: Any, end: str) -> Any:
    class Ending(torch.nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.logits = logits

        def forward(self, x: Any) -> Any:
            if end == "written out":
                powers = (z := self.logits(x)).sub(z.amax(dim=1, keepdim=True)).exp()
                return powers / powers.sum(dim=1, keepdim=True)
            p = self.logits(x).softmax(dim=1)
            if end == "clamp":
                return p.clamp(1e-7, 1 - 1e-7)
            if end == "affine":
                return p * 1.0 + torch.zeros(10)
            if end == "shape":
                return p.unsqueeze(2).reshape(-1, 10)
            if end == "shares":
                return p / p.sum(dim=1, keepdim=True)
            return p.half().float() if end == "half" else p

    return Ending().eval()


def claimed(bound: float) -> dict[str, Any]:
    return {
        "evidence_items.EV": {
            "id": "EV", "title": "Attacked pictures", "method": "nn-adversarial-loss",
            "inputs": {"model": "net.onnx", "images": "p.npz"}, "confidence": 0.95, "owner": "T. Tester",
            "parameters": {"layout": "NCHW", "epsilon": 0.2, "transformers": ["FGSM"]}},
        "claims.C1.text": f"At most {bound} of the pictures are answered wrongly under FGSM",
        "claims.C1.requirement": {"measure": {"evidence": "EV", "measure": "adversarial_error"}, "bound": bound,
                                  "kind": "fraction", "confidence": 0.95},
    }  # fmt: skip


@pytest.mark.parametrize(("bound", "because"), [(0.7, "adversarial_error"), (0.98, "")])
def test_a_sure_softmax_is_attacked_as_its_logits_are(tmp_path: Path, bound: float, because: str) -> None:
    path, stream = exported(ending(trained(50), "softmax"), tmp_path, 17, (1, 8, 8)), io.BytesIO()
    np.savez(stream, images=SEEN, labels=LABELS)
    files: dict[str, str | bytes] = {"net.onnx": path.read_bytes(), "p.npz": stream.getvalue()}
    at = folder(tmp_path / "case", measured(), claimed(bound), files)
    must_not_hold(at, because) if because else must_hold(at)


def turned(path: Path) -> float:
    flipped = confidence_loss(network(model_in(path)), SEEN, LABELS, [t.Fgsm(0.2)]).flipped
    assert flipped is not None
    return float(flipped.mean())


@pytest.mark.parametrize("end", ["softmax", "clamp", "affine", "shape", "shares", "half", "written out"])
@pytest.mark.parametrize("factor", [1, 20, 100])
def test_what_stands_behind_the_softmax_hides_nothing(tmp_path: Path, end: str, factor: float) -> None:
    logits = trained(factor)
    usual = turned(exported(logits, tmp_path, 17, (1, 8, 8)))
    assert usual > 0.9
    assert turned(exported(ending(logits, end), tmp_path, 17, (1, 8, 8))) == pytest.approx(usual, abs=0.01)


def test_a_torch_module_of_rounded_probabilities_has_no_gradient_and_shows_it() -> None:
    """Nothing but its probabilities can be had: the sign of :mod:`attack_signs` counts these pictures."""
    module = network(ending(trained(50), "softmax"))
    blind = t.AttackTarget(module, SEEN.astype(float), LABELS).without_slope()
    turned_by = confidence_loss(module, SEEN, LABELS, [t.Fgsm(0.2)]).flipped
    assert turned_by is not None
    assert blind.mean() > 0.2
    assert (turned_by | blind).mean() > 0.9
