"""Proven shares of cells are the truth, to what is left open: against dense sampling."""

import numpy as np
import pytest
from casegen_evidence.models import adapt
from casegen_evidence.ram import proven
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
