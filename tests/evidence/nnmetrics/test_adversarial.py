"""Attacks stay within their limits and find what they should; the metric is the mean of the worst."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics import transformers as t
from casegen_evidence.nnmetrics.adversarial import confidence_loss, from_confidences
from casegen_evidence.nnmetrics.networks import network
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier

EPSILON = 0.08


@pytest.fixture(scope="module")
def target() -> t.AttackTarget:
    x, y = load_digits(return_X_y=True)
    x = x / 16.0
    model = MLPClassifier((32,), max_iter=60, random_state=0).fit(x[:1000], y[:1000])
    return t.AttackTarget(network(model), x[1000:1100].reshape(-1, 8, 8), y[1000:1100])


@pytest.mark.parametrize(
    "attack", [t.Fgsm(EPSILON), t.Pgd(EPSILON), t.DeepFool(EPSILON), t.Noise(EPSILON), t.Brightness(EPSILON)]
)
def test_changes_stay_within_epsilon_and_the_pixel_range(
    attack: t.Transformer, target: t.AttackTarget
) -> None:
    for x in attack.candidates(target, np.random.default_rng(0)):
        assert x.shape == target.inputs.shape
        assert np.abs(x - target.inputs).max() <= EPSILON + 1e-12
        assert x.min() >= 0
        assert x.max() <= 1


@pytest.mark.parametrize("change", [t.Blur(0.7), t.Rotation(10), t.Translation(1)])
def test_pictures_change_and_keep_their_shape(change: t.Transformer, target: t.AttackTarget) -> None:
    result = list(change.candidates(target, np.random.default_rng(0)))
    assert all(x.shape == target.inputs.shape and not np.allclose(x, target.inputs) for x in result)


def test_translation_by_one_pixel_is_a_shift(target: t.AttackTarget) -> None:
    down = list(t.Translation(1).candidates(target, np.random.default_rng(0)))[2]
    np.testing.assert_allclose(down[:, 1:], target.inputs[:, :-1], atol=1e-12)


def test_fgsm_raises_the_loss_and_pgd_at_least_matches_noise(target: t.AttackTarget) -> None:
    attacks = [t.Noise(EPSILON), t.Fgsm(EPSILON), t.Pgd(EPSILON)]
    result = confidence_loss(target.network, target.inputs, target.labels, attacks)
    noise, fgsm, pgd = (result.lowest - result.clean[:, None]).mean(axis=0)
    assert fgsm < noise - 0.05
    assert pgd <= fgsm + 0.01


def test_deepfool_flips_the_answer_with_less_change_than_fgsm(target: t.AttackTarget) -> None:
    rng = np.random.default_rng(0)
    x = next(iter(t.DeepFool(1.0, steps=30).candidates(target, rng)))
    wrong = target.network.probabilities(x).argmax(1) != target.labels
    assert wrong.mean() > 0.9
    size = np.linalg.norm((x - target.inputs).reshape(len(x), -1), axis=1)
    assert np.median(size) < EPSILON * 8


def test_metric_is_the_mean_of_the_worst_and_never_above_zero_with_identity(target: t.AttackTarget) -> None:
    attacks = [t.Identity(), t.Fgsm(EPSILON), t.Brightness(EPSILON)]
    result = confidence_loss(target.network, target.inputs, target.labels, attacks)
    assert (result.change <= 0).all()
    assert result.value == pytest.approx(np.min(result.lowest - result.clean[:, None], axis=1).mean())
    assert result.flipped is not None
    assert result.wrong is not None
    assert (result.flipped >= result.wrong).all()


@pytest.mark.slow
def test_blocks_give_the_same_whoever_computes_them_and_the_first_are_shown(
    target: t.AttackTarget, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casegen_evidence.blocks import Workers
    from casegen_evidence.nnmetrics import adversarial

    attacks = [t.Identity(), t.Noise(0.2), t.Pgd(0.2), t.Fgsm(0.2)]
    whole = confidence_loss(target.network, target.inputs, target.labels, attacks, seed=3)
    monkeypatch.setattr(adversarial, "BLOCK", 30)
    one, two = (
        confidence_loss(target.network, target.inputs, target.labels, attacks, seed=3, workers=Workers(jobs))
        for jobs in (1, 2)
    )
    for name in ("clean", "lowest", "flipped", "wrong"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    np.testing.assert_allclose(one.clean, whole.clean, atol=1e-12)
    np.testing.assert_allclose(one.lowest[:, 3], whole.lowest[:, 3], atol=1e-9)  # no random numbers
    assert one.flipped is not None
    assert one.wrong is not None
    assert list(one.misread) == np.flatnonzero(one.wrong)[: adversarial.KEPT].tolist()
    assert list(one.turned) == np.flatnonzero(one.flipped & ~one.wrong)[: adversarial.KEPT].tolist()
    for i, seen in one.turned.items():
        assert target.network.probabilities(seen.seen[None]).argmax() == seen.answer != target.labels[i]
        assert seen.change in {"noise", "PGD", "FGSM"}
    assert {i: (w.answer, w.change) for i, w in one.turned.items()} == {
        i: (w.answer, w.change) for i, w in two.turned.items()
    }


def test_same_seed_same_result(target: t.AttackTarget) -> None:
    a, b = (
        confidence_loss(target.network, target.inputs, target.labels, [t.Noise(0.1), t.Pgd(0.1)], seed=3)
        for _ in range(2)
    )
    np.testing.assert_array_equal(a.lowest, b.lowest)


def test_from_confidences() -> None:
    result = from_confidences([0.9, 0.8], {"fog": [0.5, 0.9], "rain": [0.7, 0.6]})
    assert result.change.tolist() == pytest.approx([-0.4, -0.2])
    assert result.value == pytest.approx(-0.3)


@pytest.mark.parametrize(
    ("clean", "perturbed", "message"),
    [
        ([0.9, 0.8], {"fog": [0.5]}, "expected 2 confidences for fog"),
        ([0.9], {}, "at least one input and one transformer"),
        ([3.0], {"fog": [0.2]}, "not logits"),
        ([np.nan], {"fog": [0.2]}, r"in \[0, 1\]"),
    ],
)
def test_bad_confidences(clean: list[float], perturbed: dict[str, list[float]], message: str) -> None:
    with pytest.raises(InputProblem, match=message):
        from_confidences(clean, perturbed)


def test_bad_calls(target: t.AttackTarget) -> None:
    x, y = target.inputs, target.labels
    with pytest.raises(InputProblem, match="one label for each of 100"):
        confidence_loss(target.network, x, y[:3], [t.Identity()])
    with pytest.raises(InputProblem, match="at least one transformer"):
        confidence_loss(target.network, x, y, [])
    with pytest.raises(InputProblem, match="State low and high"):
        confidence_loss(target.network, x * 16, y, [t.Identity()])
    with pytest.raises(InputProblem, match="labels 0 to 9"):
        confidence_loss(target.network, x, y + 5, [t.Identity()])
    with pytest.raises(InputProblem, match="expected pictures"):
        confidence_loss(target.network, x.reshape(100, -1), y, [t.Rotation(5)])


class ForeignSign:
    """Fast gradient sign by foolbox: what wraps an attack of another library."""

    name = "foreign"

    def __init__(self, module: Any, epsilon: float) -> None:
        self.module, self.epsilon = module, epsilon

    def candidates(self, target: t.AttackTarget, rng: np.random.Generator) -> Iterator[t.Array]:
        foolbox = pytest.importorskip("foolbox", reason="needs foolbox")
        torch = pytest.importorskip("torch", reason="needs torch")
        model = foolbox.PyTorchModel(self.module.eval(), bounds=(target.low, target.high))
        inputs = torch.as_tensor(target.inputs, dtype=next(self.module.parameters()).dtype)
        attack = foolbox.attacks.LinfFastGradientAttack()
        yield attack(model, inputs, torch.as_tensor(target.labels), epsilons=self.epsilon)[1].double().numpy()


def test_an_attack_of_another_library_agrees() -> None:
    torch = pytest.importorskip("torch", reason="needs torch")
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(16, 3))
    x = np.random.default_rng(0).random((10, 4, 4))
    y = network(net).probabilities(x).argmax(1)
    attack = ForeignSign(net, 0.1)
    result = confidence_loss(net, x, y, [t.Fgsm(0.1), attack])
    np.testing.assert_allclose(result.lowest[:, 0], result.lowest[:, 1], atol=1e-5)


def test_a_set_of_attacks_is_never_weaker_than_one_of_them(target: t.AttackTarget) -> None:
    """Each draws from the beginning of the stream, whatever stands before it in the list."""
    square, given = t.Square(EPSILON, 10), (target.network, target.inputs, target.labels)
    alone = confidence_loss(*given, [square], seed=3)
    several = confidence_loss(*given, [t.Noise(EPSILON), t.Pgd(EPSILON), square], seed=3)
    np.testing.assert_array_equal(several.lowest[:, 2], alone.lowest[:, 0])
    assert several.value <= alone.value
