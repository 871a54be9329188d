"""Confidences on another scale, and scores that are flat: what is measured, and which claims would be false."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Result
from casegen_evidence.nnmetrics.adversarial_method import ADVERSARIAL_LOSS
from casegen_evidence.nnmetrics.confidence_scale import scale_doubt
from casegen_evidence.nnmetrics.interpretation_method import INTERPRETATION
from casegen_evidence.nnmetrics.networks import as_logits, softmax
from casegen_evidence.signs import Sign
from sklearn.datasets import load_digits

from tests.evidence.models.test_onnx_gradients import exported
from tests.evidence.nnmetrics.test_nnmetrics_methods import call, write
from tests.later import later

torch = later("torch", reason="needs the extra casegen[torch]")
pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")

X, Y = load_digits(return_X_y=True)
X = X.reshape(-1, 8, 8) / 16
Scores = Callable[[Any], Any]


def trained(smoothing: float) -> Any:
    nn = torch.nn
    torch.manual_seed(0)
    made = nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    optimiser = torch.optim.Adam(made.parameters(), 1e-2)
    seen, wanted = torch.as_tensor(X[:1000], dtype=torch.float32), torch.as_tensor(Y[:1000])
    for _ in range(80):
        optimiser.zero_grad()
        nn.functional.cross_entropy(made(seen), wanted, label_smoothing=smoothing).backward()
        optimiser.step()
    return made.eval()


@pytest.fixture(scope="module")
def sure() -> Any:
    return trained(0.0)


@pytest.fixture(scope="module")
def unsure() -> Any:
    """Accurate, and by its training never surer than about a half."""
    return trained(0.5)


def ending(core: Any, scores: Scores) -> Any:
    class Ending(torch.nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.core = core

        def forward(self, x: Any) -> Any:
            return scores(self.core(x))

    return Ending().eval()


def attacked(folder: Path, module: Any, changes: Sequence[str], epsilon: float) -> Result:
    np.savez(folder / "p.npz", images=X[1000:1200], labels=Y[1000:1200])
    inputs = {"images": folder / "p.npz", "model": exported(module, folder, 17, (8, 8))}
    parameters = {"transformers": ["identity", *changes], "epsilon": epsilon, "queries": 60}
    return call(ADVERSARIAL_LOSS, folder, inputs, parameters)


def signs(result: Result, name: str) -> list[Sign]:
    return [sign for sign in result.signs if sign.name == f"sign-{name}"]


@pytest.mark.slow
def test_divided_logits_are_held_against_the_scale_that_agrees_with_the_answers(
    tmp_path: Path, sure: Any
) -> None:
    result = attacked(tmp_path, ending(sure, lambda z: z / 12), ["FGSM"], 0.05)
    (sign,) = signs(result, "confidence-scale")
    usual = attacked(tmp_path, sure, ["FGSM"], 0.05)
    stated, true = (r.measures["confidence_loss"].lower for r in (result, usual))
    assert stated is not None
    assert true is not None
    assert stated > true + 0.1, "the division hides most of the loss"
    assert sign.possible["confidence_loss"] == pytest.approx(true, abs=0.1)
    assert not signs(usual, "confidence-scale")


@pytest.mark.slow
def test_a_network_that_is_accurate_and_unsure_is_doubted_where_a_claim_would_be_false(
    tmp_path: Path, unsure: Any
) -> None:
    weak, strong = (attacked(tmp_path, unsure, ["FGSM"], epsilon) for epsilon in (0.01, 0.08))
    (sign,) = signs(weak, "confidence-scale")
    assert -0.2 < sign.possible["confidence_loss"] < 0, "a claim of 0.2 holds on either scale"
    (sign,) = signs(strong, "confidence-scale")
    lower = strong.measures["confidence_loss"].lower
    assert lower is not None
    assert sign.possible["confidence_loss"] < lower - 0.1


@pytest.mark.slow
def test_maps_of_an_unsure_network_are_drawn_on_the_scale_that_agrees_with_the_answers(
    tmp_path: Path, sure: Any
) -> None:
    masks = X[1000:1100] > 0.3
    np.savez(tmp_path / "p.npz", images=X[1000:1100], labels=Y[1000:1100], masks=masks)
    inputs = {"images": tmp_path / "p.npz"}
    drawn = {}
    for name, scores in (("divided", lambda z: z / 12), ("usual", lambda z: z)):
        module = exported(ending(sure, scores), tmp_path, 17, (8, 8))
        parameters = {"patch": 2, "stride": 1, "threshold": 0.3}
        drawn[name] = call(INTERPRETATION, tmp_path, inputs | {"model": module}, parameters)
    (sign,) = signs(drawn["divided"], "confidence-scale")
    assert set(sign.possible) == {"interpretation_precision", "occlusion_covering"}
    usual = drawn["usual"].measures["occlusion_covering"].upper
    assert sign.possible["occlusion_covering"] == pytest.approx(usual, abs=0.15)
    assert not signs(drawn["usual"], "confidence-scale")


@pytest.mark.parametrize("classes", [2, 3, 4, 10])
@pytest.mark.parametrize("factor", [20.0, 1000.0])
def test_the_factor_makes_confidences_agree_with_the_answers(classes: int, factor: float) -> None:
    rng = np.random.default_rng(classes)
    z = 8 * rng.normal(size=(600, classes))
    labels = np.array([rng.choice(classes, p=p) for p in softmax(z)], dtype=np.int64)
    doubt = scale_doubt(softmax(z / factor), labels, "t.npz")
    assert doubt is not None
    assert doubt.factor is not None
    again = softmax(doubt.factor * z / factor)
    right = (again.argmax(axis=1) == labels).mean()
    assert again.max(axis=1).mean() == pytest.approx(right, abs=0.01)
    assert scale_doubt(softmax(z), labels, "t.npz") is None


def normalised(z: Any) -> Any:
    each = torch.sigmoid(z)
    return each / each.sum(dim=1, keepdim=True)


@pytest.mark.slow
@pytest.mark.parametrize("attack", ["DeepFool", "square"])
def test_attacks_that_flat_sigmoids_weaken_are_held_against_one_step(
    tmp_path: Path, sure: Any, attack: str
) -> None:
    alone = attacked(tmp_path, ending(sure, normalised), [attack], 0.1)
    (sign,) = signs(alone, "no-attack")
    upper = alone.measures["adversarial_error"].upper
    assert upper is not None
    assert sign.possible["adversarial_error"] > upper + 0.05
    assert not signs(attacked(tmp_path, ending(sure, normalised), [attack, "FGSM", "PGD"], 0.1), "no-attack")


@pytest.mark.slow
def test_deepfool_on_logits_misses_nothing_that_one_step_turns(tmp_path: Path, sure: Any) -> None:
    assert not signs(attacked(tmp_path, sure, ["DeepFool"], 0.1), "no-attack")
    assert not signs(attacked(tmp_path, sure, ["noise"], 0.1), "no-attack")


def of_table(folder: Path, clean: np.ndarray, changed: np.ndarray) -> Result:
    rows = [
        {"clean": a, "fog": b}
        for a, b in zip(clean.round(6).tolist(), changed.round(6).tolist(), strict=True)
    ]
    return call(ADVERSARIAL_LOSS, folder, {"confidences": write(folder / "c.csv", rows)}, {})


@pytest.mark.parametrize("classes", [2, 3, 10])
def test_confidences_that_were_divided_hide_what_they_lose(tmp_path: Path, classes: int) -> None:
    rng = np.random.default_rng(classes)
    clean = 1 - 0.3 * rng.random(300)
    changed = np.clip(clean - 0.8 * rng.random(300), 0, 1)
    (sign,) = signs(of_table(tmp_path, clean / classes, changed / classes), "confidence-scale")
    whole = of_table(tmp_path, clean, changed)
    assert sign.possible["confidence_loss"] == pytest.approx(
        whole.measures["confidence_loss"].lower, abs=0.05
    )
    assert not signs(whole, "confidence-scale")
    some_unsure = of_table(tmp_path, np.r_[clean, clean / 3], np.r_[changed, changed / 3])
    assert not signs(some_unsure, "confidence-scale")


@pytest.mark.parametrize("rows", [4, 15, 40])
def test_sigmoids_of_each_class_are_refused_for_a_few_pictures_too(rows: int) -> None:
    """As logits they would be flat where they are near 0 and 1, and attacks would find next to nothing."""
    z = 20 * np.random.default_rng(rows).normal(size=(rows, 10))
    with pytest.raises(InputProblem, match="a sigmoid for each class"):
        as_logits(1 / (1 + np.exp(-z)))
    np.testing.assert_array_equal(as_logits(z), z)
    assert np.allclose(softmax(as_logits(softmax(z))), softmax(z))
