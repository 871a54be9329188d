"""Attacks on networks whose probabilities are rounded to 0 and 1, or are of another scale; each has a true twin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from casegen_evidence.nnmetrics import transformers as t
from casegen_evidence.nnmetrics.adversarial import ConfidenceLoss, confidence_loss
from casegen_evidence.nnmetrics.attack_signs import attack_strength, without_gradient
from casegen_evidence.nnmetrics.confidence_scale import scale_doubt
from casegen_evidence.nnmetrics.networks import Network, network, softmax
from casegen_evidence.signs import Intake
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier

Array = NDArray[np.float64]
EPSILON = 0.15
X, Y = load_digits(return_X_y=True)
X = X.reshape(-1, 8, 8) / 16
SEEN, LABELS = X[1000:1080], Y[1000:1080].astype(np.int64)


@pytest.fixture(scope="module")
def own() -> Network:
    return network(
        MLPClassifier((32,), max_iter=80, random_state=0).fit(X[:1000].reshape(1000, -1), Y[:1000])
    )


def scaled(own: Network, factor: float) -> Network:
    assert own.pullback is not None
    back = own.pullback
    return Network(lambda x: factor * own.logits(x), lambda x, v: factor * back(x, v))


def rounded(own: Network, factor: float) -> Network:
    """Probabilities of 32 bits: they are 0 and 1 where the network is sure, and there is no gradient there."""
    whole = scaled(own, factor)

    def logits(x: Array) -> Array:
        return np.log(np.maximum(softmax(whole.logits(x)).astype(np.float32).astype(float), 1e-300))

    def pullback(x: Array, v: Array) -> Array:
        assert whole.pullback is not None
        p = softmax(whole.logits(x)).astype(np.float32)
        through = np.where(p > 1e-38, v, 0.0)
        back = np.where((p == 1).any(axis=1)[:, None], 0.0, through - p * through.sum(axis=1, keepdims=True))
        return whole.pullback(x, back)

    return Network(logits, pullback)


def attacked(model: Network, *changes: t.Transformer) -> ConfidenceLoss:
    return confidence_loss(model, SEEN, LABELS, changes or [t.Fgsm(EPSILON), t.Pgd(EPSILON)])


@pytest.mark.parametrize("factor", [1e-3, 0.02, 30, 1000, 1e6])
def test_an_attack_finds_the_same_whatever_the_logits_are_multiplied_by(own: Network, factor: float) -> None:
    usual, other = attacked(own), attacked(scaled(own, factor))
    assert usual.flipped is not None
    assert other.flipped is not None
    assert usual.flipped.mean() > 0.6
    assert other.flipped.mean() >= usual.flipped.mean() - 0.1


@pytest.mark.slow
@pytest.mark.parametrize("factor", [1e-3, 0.2, 5, 30, 1000])
@pytest.mark.parametrize(("change", "least"), [(t.DeepFool(EPSILON), 0.9), (t.Square(EPSILON, 60), 0.5)])
def test_other_attacks_find_the_same_whatever_the_logits_are_multiplied_by(
    own: Network, change: t.Transformer, least: float, factor: float
) -> None:
    usual, other = (attacked(scaled(own, f), change).flipped for f in (1, factor))
    assert usual is not None
    assert other is not None
    assert usual.mean() > least
    assert other.mean() == pytest.approx(usual.mean(), abs=0.05)


def test_deepfool_stays_in_its_ball_and_goes_on_where_pixels_are_at_its_end(own: Network) -> None:
    target = t.AttackTarget(own, SEEN, LABELS)
    (changed,) = t.DeepFool(EPSILON).candidates(target, R)
    assert np.abs(changed - SEEN).max() <= EPSILON + 1e-12
    assert changed.min() >= 0
    assert changed.max() <= 1


@pytest.mark.slow
@pytest.mark.parametrize("factor", [1, 30, 1000])
def test_the_square_attack_goes_on_where_probabilities_are_one(own: Network, factor: float) -> None:
    flipped = [attacked(scaled(own, f), t.Square(EPSILON, 60)).flipped for f in (1, factor)]
    assert all(f is not None and f.mean() > 0.3 for f in flipped)
    assert np.mean(flipped[1]) == pytest.approx(np.mean(flipped[0]), abs=0.05)  # type: ignore[arg-type]


def test_the_direction_is_that_of_the_cross_entropy(own: Network) -> None:
    target = t.AttackTarget(own, SEEN, LABELS)
    p = own.probabilities(SEEN)
    doubt = 1 - p[np.arange(80), LABELS]
    p[np.arange(80), LABELS] -= 1
    expected = own.gradient(SEEN, p) / doubt[:, None, None]
    np.testing.assert_allclose(target.loss_gradient(SEEN), expected, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(target.log_odds(SEEN), np.log((1 - doubt) / doubt), atol=1e-6)


def blind(model: Network, *changes: t.Transformer) -> Intake:
    intake, loss = Intake(), attacked(model, *changes)
    without_gradient(t.AttackTarget(model, SEEN, LABELS).without_slope(), loss, 0.95, intake)
    return intake


@pytest.mark.parametrize(
    ("made", "changes", "severities"),
    [
        (lambda own: rounded(own, 100), [], ["fails"]),
        (lambda own: rounded(own, 100), [t.Fgsm(EPSILON), t.Square(EPSILON, 5)], []),
        (lambda own: rounded(own, 100), [t.Noise(EPSILON)], []),
        (lambda own: rounded(own, 1), [], []),
        (lambda own: own, [], []),
        (lambda own: scaled(own, 1000), [], []),
        (lambda own: scaled(own, 1e-3), [], []),
    ],
)
def test_attacks_by_gradients_need_some(
    own: Network, made: Callable[[Network], Network], changes: list[Any], severities: list[str]
) -> None:
    assert [sign.severity for sign in blind(made(own), *changes).signs] == severities


def test_a_few_pictures_without_gradient_matter_where_they_could_turn_the_verdict(own: Network) -> None:
    loss = attacked(own, t.Pgd(0.01))
    few, intake = np.arange(80) < 4, Intake()
    without_gradient(few, loss, 0.95, intake)
    (sign,) = intake.signs
    assert sign.severity == "suspicious"
    assert loss.flipped is not None
    assert 0.05 < sign.possible["adversarial_error"] < 0.3
    assert sign.possible["confidence_loss"] < loss.value - 0.04


def strength(model: Network, epsilon: float, *changes: t.Transformer) -> list[str]:
    intake = Intake()
    attack_strength(attacked(model, *changes), epsilon, 1.0, intake)
    return [sign.severity for sign in intake.signs]


@pytest.mark.parametrize(
    ("epsilon", "changes", "severities"),
    [
        (1e-4, [t.Brightness(1e-4)], ["fails"]),
        (1e-4, [t.Square(1e-4, 5)], ["fails"]),
        (1e-4, [t.Identity(), t.Noise(1e-4)], ["fails"]),
        (0.1, [t.Rotation(1e-4)], ["fails"]),
        (0.1, [t.Identity(), t.Translation(1e-3), t.Blur(1e-3)], ["fails"]),
        (0.1, [t.Rotation(2)], []),
        (0.1, [t.Translation(0.2)], []),
        (0.01, [t.Brightness(0.01)], []),
        (0.003, [t.Identity(), t.Brightness(0.003)], []),
        (0.1, [t.Blur(0.3), t.Rotation(1e-4)], []),
    ],
)
def test_changes_of_less_than_a_grey_level_are_none(
    own: Network, epsilon: float, changes: list[Any], severities: list[str]
) -> None:
    assert strength(own, epsilon, *changes) == severities


def test_scores_that_no_change_moves(own: Network) -> None:
    hard = Network(lambda x: np.log(np.eye(10)[own.logits(x).argmax(axis=1)] + 1e-30))
    level = Network(lambda x: np.log(softmax(own.logits(x)).round(2) + 1e-30))
    assert strength(hard, 0.15, t.Square(EPSILON, 5)) == ["suspicious"]
    assert strength(level, 0.003, t.Noise(0.003)) == ["suspicious"]
    assert strength(scaled(own, 1000), 0.02, t.Pgd(0.02)) == []
    assert strength(own, 0.02, t.Noise(0.02)) == []


def scale(probabilities: Array, labels: NDArray[np.int64]) -> bool:
    return scale_doubt(probabilities, labels, "t.npz") is not None


R = np.random.default_rng(3)


def answers(classes: int, sharpness: float, n: int = 300) -> tuple[Array, NDArray[np.int64]]:
    """Logits of a network that knows as much as it says."""
    z = sharpness * R.normal(size=(n, classes)) ** 3
    labels = np.array([R.choice(classes, p=p) for p in softmax(z)], dtype=np.int64)
    return z, labels


@pytest.mark.parametrize("classes", [2, 3, 10, 100])
def test_softmax_twice_and_logits_that_were_divided(classes: int) -> None:
    z, labels = answers(classes, 20)
    assert scale(softmax(softmax(z)), labels)
    assert scale(softmax(softmax(softmax(z))), labels)
    assert scale(softmax(z / 1000), labels)
    assert scale(np.full_like(z, 1 / classes) + 1e-6 * softmax(z) - 1e-6 / classes, labels)
    assert not scale(softmax(z), labels)
    assert not scale(0.9 * softmax(z) + 0.1 / classes, labels)  # labels that were smoothed


@pytest.mark.parametrize("classes", [2, 3, 10])
@pytest.mark.parametrize("sharpness", [0.05, 0.2, 1.0, 5.0])
def test_confidences_that_agree_with_the_answers(classes: int, sharpness: float) -> None:
    z, labels = answers(classes, sharpness)
    assert not scale(softmax(z), labels)
    assert not scale(softmax(3 * z), labels)  # surer than it is right: another fault, of the network itself


def squashed(z: Array) -> Array:
    """One sigmoid per class, divided by their sum."""
    each = 1 / (1 + np.exp(-z))
    return np.asarray(each / each.sum(axis=1, keepdims=True))


DENYING: dict[str, Callable[[Array], Array]] = {
    "divided by 3": lambda z: softmax(z / 3),
    "divided by 5": lambda z: softmax(z / 5),
    "normalised sigmoid": squashed,
    "normalised sigmoid of divided logits": lambda z: squashed(z / 5),
    "mixed with a constant": lambda z: 0.3 * softmax(z) + 0.07,
}
HONEST: dict[str, Callable[[Array], Array]] = {
    "softmax": softmax,
    "temperature": lambda z: softmax(1.5 * z),
    "labels smoothed by a tenth": lambda z: 0.9 * softmax(z) + 0.01,
    "labels smoothed by a fifth": lambda z: 0.8 * softmax(z) + 0.02,
    "sharper": lambda z: softmax(3 * z),
}


@pytest.mark.parametrize("name", [*DENYING, *HONEST])
def test_confidences_of_one_network_on_several_scales(own: Network, name: str) -> None:
    z = own.logits(X[1000:])
    assert scale((DENYING | HONEST)[name](z), Y[1000:].astype(np.int64)) == (name in DENYING)


def _shapes(classes: int, apart: float) -> tuple[Array, NDArray[np.int64]]:
    from sklearn.datasets import make_classification

    made = make_classification(3000, 20, n_informative=8, n_classes=classes, class_sep=apart, random_state=1)
    return made[0], made[1].astype(np.int64)


@pytest.mark.slow
@pytest.mark.parametrize(("classes", "apart"), [(2, 0.5), (2, 1.0), (4, 2.0)])
def test_logits_of_few_classes_that_were_divided(classes: int, apart: float) -> None:
    from sklearn.ensemble import RandomForestClassifier

    x, y = _shapes(classes, apart)
    trained = MLPClassifier((32,), max_iter=60, random_state=0).fit(x[:1500], y[:1500])
    z = np.log(np.maximum(trained.predict_proba(x[1500:]), 1e-300))
    assert scale(softmax(z / 3), y[1500:])
    assert not scale(softmax(z), y[1500:])
    assert not scale(0.8 * softmax(z) + 0.2 / classes, y[1500:])
    forest = RandomForestClassifier(100, random_state=0).fit(x[:1500], y[:1500])
    assert not scale(np.asarray(forest.predict_proba(x[1500:]), dtype=float), y[1500:])


@pytest.mark.slow
@pytest.mark.parametrize("classes", [4, 10])
@pytest.mark.parametrize("epochs", [8, 12, 20])
def test_a_network_that_was_not_trained_to_the_end_is_unsure(classes: int, epochs: int) -> None:
    """Its scores are still small, and it errs: that it is unsure contradicts nothing."""
    flat, labels = X.reshape(len(X), -1)[classes > Y], Y[classes > Y].astype(np.int64)
    half = len(flat) // 2
    early = MLPClassifier((32,), max_iter=epochs, random_state=0).fit(flat[:half], labels[:half])
    said = np.asarray(early.predict_proba(flat[half:]), dtype=float)
    assert not scale(said, labels[half:])
    if epochs == 20:
        assert scale(softmax(np.log(said) / 100), labels[half:])


@pytest.mark.parametrize("classes", [2, 4])
def test_a_mixture_with_a_constant_caps_every_confidence(classes: int) -> None:
    z, labels = answers(classes, 20)
    assert scale(0.3 * softmax(z) + 0.7 / classes, labels)
    assert not scale(0.8 * softmax(z) + 0.2 / classes, labels)


@pytest.mark.slow
def test_forests_and_neighbours_are_less_sure_than_they_are_right() -> None:
    from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.neighbors import KNeighborsClassifier

    flat = X.reshape(len(X), -1)
    for model in (
        RandomForestClassifier(15, random_state=0),
        RandomForestClassifier(100, max_depth=6, random_state=0),
        RandomForestClassifier(100, min_samples_leaf=5, random_state=0),
        ExtraTreesClassifier(100, random_state=0),
        KNeighborsClassifier(25),
        LogisticRegression(C=1),
        LogisticRegression(C=0.1),
    ):
        said = model.fit(flat[:1000], Y[:1000]).predict_proba(flat[1000:])
        assert not scale(np.asarray(said, dtype=float), Y[1000:].astype(np.int64)), model
