"""Partition, profile, cells and unastuteness, each against an independent way."""

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.blocks import Workers
from casegen_evidence.method import Checkpoints, InputProblem
from casegen_evidence.models import Classifier, adapt
from casegen_evidence.ram import trees
from casegen_evidence.ram.cells import CellKind, sort_cells
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.paper import common_sample_unastuteness
from casegen_evidence.ram.profile import (
    axis_masses,
    cell_probabilities,
    choose_bandwidth,
    smoothed,
    smoothed_ceiling,
)
from casegen_evidence.ram.separation import separation
from casegen_evidence.ram.unastuteness import (
    Sampling,
    Unastuteness,
    exact_unastuteness,
    sampled_unastuteness,
)

UNIT = Grid((0.0, 0.0), (1.0, 1.0), (20, 20))


def _side(points: np.ndarray) -> np.ndarray:
    return (points[:, 0] > 0.513).astype(np.int64)


SIDE = Classifier(_side, ("0", "1"), None, "indices")


def _forest(seed: int = 0, kind: str = "RandomForestClassifier"):
    from sklearn import ensemble, tree

    rng = np.random.default_rng(seed)
    x = rng.random((300, 2))
    y = (x[:, 0] + 0.3 * np.sin(9 * x[:, 1]) > 0.5).astype(int) + (x.sum(axis=1) > 1.6)
    made = getattr(ensemble, kind, None) or getattr(tree, kind)
    model = made(random_state=seed) if kind == "DecisionTreeClassifier" else made(7, random_state=seed)
    return adapt(model.fit(x, y), ["0", "1", "2"]), x, y


def test_locate_and_origin_are_each_others_inverse() -> None:
    grid = Grid((0.0, -1.0, 2.0), (1.0, 3.0, 2.5), (4, 8, 5))
    cells = np.arange(grid.cells)
    assert np.array_equal(grid.locate(grid.centres()), cells)
    assert grid.locate(np.array([[1.0, 3.0, 2.5]])) == [grid.cells - 1]
    assert grid.locate(np.array([[1.01, 0.0, 2.1]])) == [-1]


def test_separation_against_all_pairs() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.random((120, 3)), rng.integers(0, 4, 120)
    apart = separation(x, y)
    distance = np.abs(x[:, None] - x[None]).max(axis=2)
    assert apart.distance == distance[y[:, None] != y[None]].min()
    assert apart.radius == apart.distance / 2


def test_cells_are_sorted_by_the_points_they_hold() -> None:
    points = np.array([[0.01, 0.01], [0.02, 0.02], [0.51, 0.51], [0.52, 0.52], [2.0, 2.0]])
    cells = sort_cells(UNIT, points, np.array([0, 0, 0, 1, 1]))
    assert cells.kind[0] == CellKind.NORMAL
    assert cells.label[0] == 0
    mixed = UNIT.locate(np.array([[0.51, 0.51]]))[0]
    assert cells.kind[mixed] == CellKind.CROSS_BOUNDARY
    assert cells.conceded.sum() == 1
    assert cells.count(CellKind.EMPTY) == 398


def test_empty_cells_by_nearest_point_or_worst_case() -> None:
    points, labels = np.array([[0.1, 0.5], [0.9, 0.5]]), np.array([0, 1])
    nearest = sort_cells(UNIT, points, labels, "nearest")
    assert set(nearest.label[UNIT.locate(np.array([[0.3, 0.9], [0.2, 0.1]]))]) == {0}
    assert nearest.label[UNIT.locate(np.array([[0.8, 0.1]]))] == 1
    worst = sort_cells(UNIT, points, labels, "worst-case")
    assert worst.conceded.sum() == 398


def test_kernel_mass_is_kept_inside_by_folding() -> None:
    points = np.random.default_rng(0).random((50, 2))
    folded = cell_probabilities(axis_masses(UNIT, points, 0.1))
    assert folded.sum() == pytest.approx(1, abs=1e-9)
    lost = cell_probabilities(axis_masses(UNIT, points, 0.1, reflect=False))
    assert 0.7 < lost.sum() < 0.99


@pytest.mark.parametrize("dimension", [1, 2, 3, 4])
def test_cell_probabilities_are_integrals_of_the_density(dimension: int) -> None:
    from scipy.stats import norm

    grid = Grid((0.0,) * dimension, (1.0,) * dimension, (4,) * dimension)
    points = np.random.default_rng(1).random((6, dimension))
    result = cell_probabilities(axis_masses(grid, points, 0.2, reflect=False)).reshape(grid.shape)
    index = (1,) * dimension
    by_hand = np.mean(np.prod(norm.cdf((0.5 - points) / 0.2) - norm.cdf((0.25 - points) / 0.2), axis=1))
    assert result[index] == pytest.approx(by_hand)


def test_smoothed_values_average_to_the_ram_estimate() -> None:
    """Eqn 4: the mean of g_j is Σ Op_i λ_i; each g_j by one matrix product."""
    rng = np.random.default_rng(5)
    points, values = rng.random((40, 2)), rng.random(UNIT.cells)
    masses = axis_masses(UNIT, points, 0.07)
    g = smoothed(masses, values)
    assert g.mean() == pytest.approx(cell_probabilities(masses) @ values)
    cell = np.einsum("a,b->ab", masses[0][3], masses[1][3]).reshape(-1)
    assert g[3] == pytest.approx(cell @ values)


@pytest.mark.slow
def test_delta_method_is_what_a_bootstrap_of_points_finds() -> None:
    """methods §1.6: the Op_i are correlated; resampling whole points shows the true spread."""
    from casegen_evidence.ram.sound import smooth_part

    rng = np.random.default_rng(6)
    points = rng.normal(0.5, 0.1, (300, 2))
    values = ((np.arange(20)[:, None] - np.arange(20)[None]) % 20 < 2).astype(float).reshape(-1)
    (part,) = smooth_part(UNIT, points, values, 0.05, [0.975])
    means = []
    for _ in range(400):
        again = points[rng.integers(0, 300, 300)]
        means.append(cell_probabilities(axis_masses(UNIT, again, 0.05)) @ values)
    assert part.sd == pytest.approx(np.std(means), rel=0.15)
    op = cell_probabilities(axis_masses(UNIT, points, 0.05))
    independent = np.sqrt(np.sum(values**2 * op * (1 - op)) / 300)
    assert part.sd != pytest.approx(independent, rel=0.15)


@pytest.mark.slow
@pytest.mark.parametrize("bandwidth", [0.01, 0.03, 0.2])
def test_no_point_exceeds_the_ceiling(bandwidth: float) -> None:
    rng = np.random.default_rng(7)
    values = np.where(rng.random(UNIT.cells) < 0.05, rng.random(UNIT.cells), 0.0)
    points = np.concatenate([rng.random((20_000, 2)), UNIT.centres()])
    g = smoothed(axis_masses(UNIT, points, bandwidth), values)
    ceiling = smoothed_ceiling(UNIT, values, bandwidth)
    assert g.max() <= ceiling
    assert ceiling <= min(values.max(), 1.4 * g.max())


@pytest.mark.slow
def test_bandwidth_is_the_maximum_of_the_held_out_likelihood() -> None:
    """Against scikit-learn's kernel density over the same folds; normal data, scale known."""
    from sklearn.neighbors import KernelDensity

    points = np.random.default_rng(8).normal(0.5, 0.1, (400, 2))
    chosen = choose_bandwidth(points, seed=0)
    order = np.random.default_rng([0, 0xB4]).permutation(400)
    x, fold = points[order], np.arange(400) % 5

    def score(h: float) -> float:
        return sum(KernelDensity(bandwidth=h).fit(x[fold != f]).score(x[fold == f]) for f in range(5)) / 400

    best = max(chosen.scores)
    assert score(chosen.value) == pytest.approx(best, abs=2e-3)
    assert best >= max(score(h) for h in np.geomspace(0.01, 0.2, 12)) - 1e-3


@pytest.mark.slow
def test_bandwidth_at_the_edge_of_its_grid_is_an_error() -> None:
    points = np.random.default_rng(9).normal(0.5, 0.1, (300, 2))
    with pytest.raises(InputProblem, match=r"at the grid's edge.*Widen the grid"):
        choose_bandwidth(points, seed=0, high=0.02)
    twice = np.repeat(points[:100], 20, axis=0)
    with pytest.raises(InputProblem, match="repeated points"):
        choose_bandwidth(twice, seed=0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["RandomForestClassifier", "ExtraTreesClassifier", "DecisionTreeClassifier"])
def test_exact_shares_of_tree_ensembles_against_dense_sampling(kind: str) -> None:
    classifier, _, _ = _forest(kind=kind)
    grid = Grid((-0.1, 0.0), (1.0, 1.2), (6, 5))
    shares = trees.label_shares(classifier, grid)
    assert shares.sum(axis=1) == pytest.approx(np.ones(30))
    rng = np.random.default_rng(1)
    for cell in (0, 7, 14, 22, 29):
        spots = grid.origin(np.array([cell])) + rng.random((40_000, 2)) * grid.side
        counted = np.bincount(classifier(spots), minlength=3) / 40_000
        assert shares[cell] == pytest.approx(counted, abs=0.012)


@pytest.mark.slow
def test_exact_and_sampled_unastuteness_agree() -> None:
    classifier, x, y = _forest()
    cells = sort_cells(UNIT, x, y)
    severity = 1.0 - np.eye(3)
    exact = exact_unastuteness(classifier, cells, severity)
    plan = Sampling(np.full(400, 1 / 400), 800_000, votes=101)
    sampled = sampled_unastuteness(classifier, cells, severity, plan, 3)
    same = exact.label == sampled.label
    assert same.mean() > 0.97
    error = np.abs(exact.value - sampled.value)[same]
    assert np.all(error <= 5 * np.sqrt(sampled.variance()[same]) + 0.01)


def test_votes_on_the_counting_samples_would_cap_unastuteness() -> None:
    """The reference's common samples vote and count: λ <= 1/2 in empty cells."""
    cells = sort_cells(UNIT, np.array([[0.9, 0.9]]), np.array([1]))
    result = common_sample_unastuteness(SIDE, cells, 1.0 - np.eye(2), 200, 100)
    assert result.value[cells.kind == CellKind.EMPTY].max() <= 0.5


def test_conceded_cells_fail_whatever_the_model_says() -> None:
    points = np.array([[0.01, 0.01], [0.02, 0.02]])
    cells = sort_cells(UNIT, points, np.array([0, 1]))
    severity = np.array([[0.0, 0.5], [0.25, 0.0]])
    result = sampled_unastuteness(SIDE, cells, severity, Sampling(np.full(400, 1.0), 4000), 0)
    assert result.value[0] == 0.5
    assert result.samples[0] == 0


def _sampled(workers: Workers) -> Unastuteness:
    classifier, x, y = _forest()
    grid = Grid((0.0, 0.0), (1.0, 1.0), (120, 100))
    cells = sort_cells(grid, x, y)
    plan = Sampling(np.full(grid.cells, 1.0), 100_000)
    return sampled_unastuteness(classifier, cells, 1.0 - np.eye(3), plan, 11, workers)


@pytest.mark.slow
def test_same_result_to_the_bit_for_any_number_of_processes() -> None:
    one, two = _sampled(Workers()), _sampled(Workers(jobs=2))
    assert one.value.tobytes() == two.value.tobytes()
    assert one.label.tobytes() == two.label.tobytes()


@pytest.mark.slow
def test_same_result_to_the_bit_on_a_dask_cluster() -> None:
    pytest.importorskip("distributed", reason="needs the extra casegen[dask]")
    from distributed import Client, LocalCluster
    from joblib import parallel_config

    one = _sampled(Workers())
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster),
        parallel_config("dask"),
    ):
        other = _sampled(Workers())
    assert one.value.tobytes() == other.value.tobytes()


def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    calls: list[int] = []

    def work(block: int) -> dict[str, np.ndarray]:
        calls.append(block)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return {"x": np.random.default_rng(block).random(4)}

    workers = Workers(scratch=Checkpoints(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        workers.run("part", range(5), work, "working")
    (tmp_path / "part-1.npz").write_bytes(b"half a file")
    parts = workers.run("part", range(5), work, "working")
    assert calls == [0, 1, 2, 1, 2, 3, 4]
    for block, part in enumerate(parts):
        assert np.array_equal(part["x"], np.random.default_rng(block).random(4))
    assert not list(tmp_path.glob("*.part"))


def test_progress_says_how_far_and_how_long() -> None:
    said: list[tuple[float, str]] = []
    workers = Workers(progress=lambda share, what: said.append((share, what)), start=0.4, stop=0.8)
    workers.run("part", range(4), lambda b: {"x": np.zeros(1)}, "counting")
    assert [share for share, _ in said] == pytest.approx([0.5, 0.6, 0.7, 0.8])
    assert said[-1][1] == "counting, 0 s left"
