"""Proven shares of cells are the truth, to what is left open: against dense sampling."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from casegen_evidence.models import adapt
from casegen_evidence.ram import affine, proven
from casegen_evidence.ram.cells import sort_cells
from casegen_evidence.ram.grid import Grid, SparseGrid
from casegen_evidence.ram.unastuteness import Sampling, sampled_unastuteness


def _model(kind: str, dimension: int):
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.neural_network import MLPClassifier

    x = np.random.default_rng(0).random((300, dimension))
    y = (x[:, 0] + 0.3 * np.sin(6 * x[:, 1]) > 0.5).astype(int)
    made = (
        RandomForestClassifier(5, max_depth=5, random_state=0)
        if kind == "forest"
        else MLPClassifier((12,), max_iter=400, random_state=0)
    )
    return adapt(made.fit(x, y), ["0", "1"]), x, y


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("kind", "dimension"), [("forest", 3), ("network", 2), ("network", 3)])
def test_proven_shares_bracket_the_truth(kind: str, dimension: int) -> None:
    classifier, _, _ = _model(kind, dimension)
    whole = Grid((0.0,) * dimension, (1.0,) * dimension, (6,) * dimension)
    grid = SparseGrid(whole.lower, whole.upper, whole.shape, np.arange(0, whole.cells, 3))
    bounds = proven.prover(classifier)
    assert bounds is not None
    result = proven.prove(bounds, grid, 2, np.zeros(grid.cells, dtype=bool), depth=3)
    rng = np.random.default_rng(1)
    u = rng.random((1500, dimension))
    spots = (grid.origin(np.arange(grid.cells))[:, None] + u[None] * grid.side).reshape(-1, dimension)
    ones = classifier(spots).reshape(grid.cells, -1).mean(axis=1)
    assert np.all(ones[result.decided == 0] == 0)
    assert np.all(ones[result.decided == 1] == 1)
    assert len(result.open) > 0
    assert result.shares.sum(axis=1) + result.left == pytest.approx(np.ones(len(result.open)))
    noise = 5 * 0.5 / np.sqrt(1500)
    assert np.all(result.shares[:, 1] <= ones[result.open] + noise)
    assert np.all(ones[result.open] <= result.shares[:, 1] + result.left + noise)
    assert result.left.mean() < 0.6


@pytest.mark.parametrize("size", [1e-4, 0.02, 0.1, 0.4, 2.0])
@pytest.mark.parametrize("dimension", [2, 3])
def test_boxes_are_proven_as_every_leaf_that_they_meet_says(dimension: int, size: float) -> None:
    """Against a walk down each tree for each box: small boxes in one leaf, large ones that hold whole branches."""
    classifier, _, _ = _model("forest", dimension)
    bounds = proven.prover(classifier)
    assert bounds is not None
    centre, radius = np.random.default_rng(3).random((60, dimension)), np.full(dimension, size)
    low, high = ((centre + sign * radius).astype(np.float32).astype(float) for sign in (-1, 1))
    expected = []
    for a, b in zip(low, high, strict=True):
        met = [_leaves(e.tree_, 0, a, b) for e in classifier.model.estimators_]
        least, most = (np.sum([f(leaves, axis=0) for leaves in met], axis=0) for f in (np.min, np.max))
        expected.append(0 if least[0] > most[1] + 1e-9 else 1 if least[1] > most[0] + 1e-9 else -1)
    assert bounds(centre, radius).tolist() == expected
    assert (min(expected) < 0) if size > 0.05 else (max(expected) == 1)


def _leaves(tree: Any, node: int, low: np.ndarray, high: np.ndarray) -> list[np.ndarray]:
    """Class probabilities of the leaves that a box meets."""
    if tree.children_left[node] < 0:
        return [tree.value[node, 0] / tree.value[node, 0].sum()]
    axis, at = tree.feature[node], tree.threshold[node]
    met = []
    if low[axis] <= at:
        met += _leaves(tree, tree.children_left[node], low, high)
    if high[axis] > at:
        met += _leaves(tree, tree.children_right[node], low, high)
    return met


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_samples_in_the_rest_give_the_same_unastuteness() -> None:
    classifier, x, y = _model("network", 2)
    grid = Grid((0.0, 0.0), (1.0, 1.0), (9, 9))
    cells = sort_cells(grid, x[:60], y[:60])
    bounds = proven.prover(classifier)
    assert bounds is not None
    known = proven.prove(bounds, grid, 2, cells.conceded)
    flat, severity = np.full(grid.cells, 1.0), 1.0 - np.eye(2)
    plain = sampled_unastuteness(classifier, cells, severity, Sampling(flat, 400_000, 500, 201), 1)
    fine = sampled_unastuteness(classifier, cells, severity, Sampling(flat, 20_000, 50, 51, known), 2)
    same = plain.label == fine.label
    error = np.sqrt(plain.variance() + fine.variance())[same]
    assert same.mean() > 0.95
    assert np.all(np.abs(plain.value - fine.value)[same] <= 5 * error + 0.01)
    assert fine.variance().sum() < plain.variance().sum()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("with_mean", [True, False])
@pytest.mark.parametrize("kind", ["LogisticRegression", "MLPClassifier"])
def test_scaled_features_are_proven_as_the_estimator_alone(kind: str, with_mean: bool) -> None:
    from scipy.special import softmax
    from sklearn.linear_model import LogisticRegression
    from sklearn.neural_network import MLPClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import MinMaxScaler, StandardScaler

    x = np.random.default_rng(3).normal(40, [3, 200], (300, 2))
    y = (x[:, 0] + x[:, 1] / 90 > 40).astype(int) + (x[:, 1] > 200)
    last = LogisticRegression() if kind == "LogisticRegression" else MLPClassifier((5,), max_iter=30)
    classifier = adapt(make_pipeline(StandardScaler(with_mean=with_mean), last).fit(x, y), ["0", "1", "2"])
    given = affine.layers(classifier)
    assert given is not None
    scores = x
    for layer in given:
        scores = affine.activate(layer.activation, scores @ layer.weight + layer.bias)
    assert np.allclose(softmax(scores, axis=1), classifier.model.predict_proba(x), atol=1e-9)
    assert affine.layers(replace(classifier, model=make_pipeline(MinMaxScaler(), last))) is None


def _tree_that_answers_otherwise() -> type:
    from sklearn.tree import DecisionTreeClassifier as Plain

    class DecisionTreeClassifier(Plain):  # type: ignore[misc]
        """Bears the name of the plain one, and never answers the second class."""

        def predict(self, points: Any) -> Any:
            return np.full(len(points), self.classes_[0])

    return DecisionTreeClassifier


def _line_that_answers_otherwise() -> type:
    from sklearn.linear_model import LogisticRegression as Plain

    class LogisticRegression(Plain):  # type: ignore[misc]
        """Bears the name of the plain one, and never answers the second class."""

        def predict(self, points: Any) -> Any:
            return np.full(len(points), self.classes_[0])

    return LogisticRegression


@pytest.mark.parametrize("made", [_tree_that_answers_otherwise, _line_that_answers_otherwise])
def test_only_scikit_learn_s_own_classes_are_read_instead_of_asked(made: Callable[[], type]) -> None:
    """What a class of that name says of itself was taken for its answers, as proven."""
    points, labels = np.array([[0.1], [0.2], [0.8], [0.9]]), np.array(["a", "a", "b", "b"])
    other = made()
    own = other.__mro__[1]
    assert proven.prover(adapt(own().fit(points, labels), ("a", "b"))) is not None
    assert proven.prover(adapt(other().fit(points, labels), ("a", "b"))) is None
