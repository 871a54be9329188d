"""What is called decided is decided: against dense sampling, for every kind of layer."""

import numpy as np
import pytest
from casegen_evidence.models import adapt
from casegen_evidence.ram import proven
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.intervals import decided_boxes, layers
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


def test_other_models_are_left_to_sampling() -> None:
    from sklearn.svm import SVC

    points, labels = checkerboard(2).sample(100, 1)
    assert layers(adapt(SVC().fit(points, labels), ["0", "1"])) is None
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    assert layers(adapt(torch.nn.Sequential(torch.nn.Conv2d(1, 1, 1)), ["0"])) is None


def test_a_box_across_the_boundary_stays_open() -> None:
    from casegen_evidence.ram.intervals import Affine

    line = [Affine(np.array([[0.0, 1.0]]), np.array([0.5, 0.0]))]
    centres = np.array([[0.2], [0.45], [0.8]])
    assert decided_boxes(line, centres, np.array([0.1])).tolist() == [0, -1, 1]
