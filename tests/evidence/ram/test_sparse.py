"""A partition of which only the cells with operational mass are stored: sums, choice of cells, budgets."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.models import Classifier
from casegen_evidence.ram import sparse
from casegen_evidence.ram.cells import sort_cells
from casegen_evidence.ram.grid import LEFT_OUT, OUTSIDE, Grid, SparseGrid
from casegen_evidence.ram.method import LOW_DIMENSIONAL
from casegen_evidence.ram.partition import BYTES_AT_LEAST, BYTES_PER_CELL, Budget, affordable, stored
from casegen_evidence.ram.profile import axis_masses, cell_probabilities, smoothed
from casegen_evidence.ram.sound import Evaluation, bound
from casegen_evidence.ram.unastuteness import Sampling, sampled_unastuteness

BOX = Grid((0.0, -1.0, 0.0), (1.0, 1.0, 2.0), (6, 5, 7))


def _sparse(grid: Grid, share: float, seed: int = 0) -> SparseGrid:
    which = np.flatnonzero(np.random.default_rng(seed).random(grid.cells) < share)
    return SparseGrid(grid.lower, grid.upper, grid.shape, which)


def _points(n: int, seed: int = 1) -> np.ndarray:
    return np.array(BOX.lower) + np.random.default_rng(seed).beta(2, 5, (n, 3)) * BOX.width


def test_stored_cells_are_matched_and_the_others_distinguished() -> None:
    some = _sparse(BOX, 0.3)
    assert some.cells == len(some.which) < BOX.cells == some.whole
    assert np.array_equal(some.origin(np.arange(some.cells)), BOX.origin(some.which))
    points = np.concatenate([_points(500), [[2.0, 0.0, 0.0]]])
    dense, result = BOX.locate(points), some.locate(points)
    assert result[-1] == OUTSIDE
    stored_ = np.isin(dense[:-1], some.which)
    assert 0 < stored_.sum() < 500
    assert np.array_equal(some.which[result[:-1][stored_]], dense[:-1][stored_])
    assert np.all(result[:-1][~stored_] == LEFT_OUT)


def test_sums_over_stored_cells_are_those_of_the_whole_grid() -> None:
    some, points = _sparse(BOX, 0.4), _points(60)
    masses = axis_masses(BOX, points, 0.1)
    weights = np.random.default_rng(3).dirichlet(np.ones(60))
    whole = cell_probabilities(masses, BOX, weights)
    assert sparse.cell_sums(some, masses, weights) == pytest.approx(whole[some.which], abs=1e-14)
    assert cell_probabilities(masses, some) == pytest.approx(
        cell_probabilities(masses)[some.which], abs=1e-14
    )
    values = np.random.default_rng(4).random(some.cells) * (np.random.default_rng(5).random(some.cells) < 0.5)
    filled = np.full(BOX.cells, 0.7)
    filled[some.which] = values
    assert smoothed(masses, values, some, 0.7) == pytest.approx(smoothed(masses, filled), abs=1e-12)


@pytest.mark.parametrize("left_out", [0.3, 0.05, 0.001])
def test_the_densest_cells_are_the_fewest_that_hold_the_mass(left_out: float) -> None:
    points = _points(80)
    masses, weights = axis_masses(BOX, points, 0.05), np.full(80, 1 / 80)
    mass = cell_probabilities(masses)
    result = sparse.densest(BOX, masses, weights, left_out, BOX.cells)
    order = np.argsort(-mass)
    fewest = int(np.searchsorted(np.cumsum(mass[order]), mass.sum() - left_out)) + 1
    assert result.complete
    assert abs(len(result.which) - fewest) <= 1
    assert result.mass >= mass.sum() - left_out - 1e-12
    assert mass[result.which].min() >= np.delete(mass, result.which).max() - 1e-12


def test_too_small_a_budget_keeps_the_densest_and_says_what_is_missed() -> None:
    points = _points(80)
    masses, weights = axis_masses(BOX, points, 0.2), np.full(80, 1 / 80)
    result = sparse.densest(BOX, masses, weights, 0.001, 40)
    mass = np.sort(cell_probabilities(masses))[::-1]
    assert not result.complete
    assert 30 <= len(result.which) <= 40
    assert result.mass == pytest.approx(mass[: len(result.which)].sum())
    with pytest.raises(
        InputProblem,
        match=r"at most 40 cells \(most_cells\); found 210 .*densest leave out 0\.\d+.*`left_out`",
    ):
        stored(BOX, masses, weights, Budget(cells=40))


@pytest.mark.slow
def test_memory_limits_the_cells_and_the_slabs() -> None:
    small = Budget(cells=10**9, memory=0.5)
    assert small.most == pytest.approx((0.5 * 2**30 - BYTES_AT_LEAST) / BYTES_PER_CELL, rel=1e-3)
    huge = Grid((0.0,) * 2, (1.0,) * 2, (3000,) * 2)
    flat = [np.full((1, 3000), 1 / 3000)] * 2
    with pytest.raises(InputProblem, match=r"\(memory\); found 9,000,000 .*raise `memory`"):
        stored(huge, flat, np.ones(1), small)
    with pytest.raises(
        InputProblem, match=r"cells along a feature within 0.5 GiB.*feature 1 has 10,000,000,000"
    ):
        affordable(Grid((0.0,), (1.0,), (10**10,)), 5000, small)
    with pytest.raises(InputProblem, match=r"expected at most .* cells"):
        affordable(Grid((0.0,) * 6, (1.0,) * 6, (3000,) * 6), 100, small)


def test_all_cells_stored_or_not_makes_no_difference_and_the_rest_counts_as_failing() -> None:
    """The bound on a sparse grid that lacks nothing is the dense one; what it lacks counts as failing."""
    model = Classifier(lambda x: (x[:, 0] > 0.35).astype(np.int64), ("0", "1"), None, "indices")
    points = _points(400)
    labels = (points[:, 0] > 0.33).astype(np.int64)
    severity = 1.0 - np.eye(2)
    held = Evaluation(points[200:], labels[200:], model(points[200:]))
    uppers = []
    for grid in (BOX, SparseGrid(BOX.lower, BOX.upper, BOX.shape, np.arange(BOX.cells)), _sparse(BOX, 0.8)):
        cells = sort_cells(grid, points[:200], labels[:200])
        result = sampled_unastuteness(model, cells, severity, Sampling(np.full(grid.cells, 1.0), 50_000), 3)
        uppers.append(bound(grid, held, result, severity, 0.1, 0.95))
    dense, full, lacking = uppers
    assert full.band[0].mean == pytest.approx(dense.band[0].mean, abs=1e-12)
    assert full.sound.upper == dense.sound.upper
    assert lacking.band[0].mean > dense.band[0].mean + 0.05
    assert lacking.smooth > dense.smooth
    assert lacking.sound.upper == dense.sound.upper


@pytest.mark.slow
def test_four_features_in_clusters(tmp_path: Path) -> None:
    """1.7 million cells, of which a few thousand hold the mass: refused without, run with `left_out`."""
    rng = np.random.default_rng(0)
    centres = np.array(list(product((0.2, 0.8), repeat=4)))[[0, 5, 10, 15]]
    cluster = rng.integers(0, 4, 600)
    points = centres[cluster] + rng.normal(size=(600, 4)) * 0.01
    np.savez(tmp_path / "p.npz", points=points, labels=cluster % 3)
    chosen = {"cells": 36, "most_cells": 20_000, "left_out": 0.02, "bandwidth": 0.01, "samples": 20_000}
    run = LOW_DIMENSIONAL.parameters.model_validate({**chosen, "classifier": {"kind": "decision-tree"}})
    (tmp_path / "s").mkdir()
    result = LOW_DIMENSIONAL.run(Run({"points": tmp_path / "p.npz"}, run, 1, 0.95, tmp_path / "s"))
    assert 0 < result.measures["left_out"].value < 0.1
    assert any("densest are stored" in note for note in result.notes)
    assert result.measures["pmi"].value < 0.05
    assert result.measures["pmi_smooth"].upper > result.measures["left_out"].value
    fewer = LOW_DIMENSIONAL.parameters.model_validate({**chosen, "most_cells": 100})
    with pytest.raises(InputProblem, match=r"found 1,679,616 .*raise `most_cells` or `left_out`"):
        LOW_DIMENSIONAL.run(Run({"points": tmp_path / "p.npz"}, fewer, 1, 0.95, tmp_path / "s"))
