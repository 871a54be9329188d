"""Speed of the RAM as ratios in one run: ``python -m benchmarks.ram speed [--only PART]``.

The naive references are the papers' algorithms written plainly: one cell at a time, one model call per cell,
one density call per cell.  Ratios compare times of this run on this machine; absolute times are printed for
orientation.
"""

from __future__ import annotations

import argparse
import platform
import resource
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from casegen_evidence.models import Classifier, adapt
from casegen_evidence.ram import paper, proven
from casegen_evidence.ram.cells import CellKind, sort_cells
from casegen_evidence.ram.data import labelled
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.low import CellPlan, assess
from casegen_evidence.ram.problems import checkerboard
from casegen_evidence.ram.unastuteness import Sampling, Unastuteness, exact_unastuteness, sampled_unastuteness
from numpy.typing import NDArray

SEVERITY = 1.0 - np.eye(2)


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """Least processor time of ``repeats`` runs: other work on the machine does not count."""
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def forest(n: int = 5000) -> tuple[NDArray[np.float64], NDArray[np.int64], Classifier]:
    """5,000 points in a plane and a random forest of 10 trees, the size of the papers' running example."""
    from sklearn.ensemble import RandomForestClassifier

    points, labels = checkerboard().sample(n, 1)
    half = n * 4 // 5
    model = RandomForestClassifier(10, random_state=5).fit(points[:half], labels[:half])
    return points, labels, adapt(model, ["0", "1"])


def network(hidden: int = 64) -> tuple[NDArray[np.float64], NDArray[np.int64], Classifier]:
    """The same points and a network of two hidden layers (scikit-learn's; torch's goes the same way)."""
    from sklearn.neural_network import MLPClassifier

    points, labels = checkerboard().sample(5000, 1)
    model = MLPClassifier((hidden, hidden), random_state=0, max_iter=400).fit(points, labels)
    return points, labels, adapt(model, ["0", "1"])


def naive_cell(
    classifier: Classifier, grid: Grid, cell: int, label: int, points: NDArray[np.float64], samples: int
) -> tuple[float, float, float, float]:
    """One cell as the papers do it: density at its centre, samples, a loop that counts failures."""
    centre = grid.origin(np.array([cell]))[0] + grid.side / 2
    w = np.exp(-np.sum(((centre - points) / 0.2) ** 2, axis=1) / 2) / (2 * np.pi * 0.2**2)
    op, variance = w.mean(), w.var() / len(w)
    spots = np.random.uniform(centre - grid.side / 2, centre + grid.side / 2, (samples, 2))
    answers = classifier.predict(spots)
    truth = label if label >= 0 else np.bincount(np.asarray(answers, dtype=int)).argmax()
    failed = np.array([1 if int(a) != truth else 0 for a in answers])
    return op, variance, failed.mean(), failed.var(ddof=1) / samples


def running_example() -> None:
    """Bar: at least 300 times the naive loop at 10⁴ samples per cell, 250 × 250 cells."""
    points, labels, classifier = forest()
    grid = Grid((0.0, 0.0), (1.0, 1.0), (250, 250))
    cells = sort_cells(grid, points, labels)
    some = np.random.default_rng(0).choice(np.flatnonzero(cells.kind != CellKind.CROSS_BOUNDARY), 40)

    def naive() -> None:
        for cell in some:
            naive_cell(classifier, grid, int(cell), int(cells.label[cell]), points, 10_000)

    def whole() -> None:
        result = exact_unastuteness(classifier, sort_cells(grid, points, labels), SEVERITY)
        op, variance = paper.centre_profile(grid, points, 0.2)
        paper.assemble(op, variance, result.value, result.variance(), 0.975)

    each, ours = seconds(naive, 2) / len(some), seconds(whole)
    print(f"naive loop: {1e3 * each:.1f} ms per cell, {each * grid.cells:.0f} s for {grid.cells:,} cells")
    print(
        f"Eqns 3-13 with exact cell areas: {ours:.2f} s, {each * grid.cells / ours:,.0f} times the naive loop"
    )
    data = labelled(points, labels)
    design = np.arange(len(points)) < 4000
    full = seconds(lambda: assess(data, classifier, design, CellPlan(((0, 1), (0, 1)), (250, 250))), 1)
    print(
        f"with cross-validated bandwidth and all bounds: {full:.2f} s, {each * grid.cells / full:,.0f} times"
    )


def exactness() -> None:
    """Tree ensembles: exact areas against sampling."""
    points, labels, classifier = forest()
    grid = Grid((0.0, 0.0), (1.0, 1.0), (50, 50))
    cells = sort_cells(grid, points, labels)
    exact = exact_unastuteness(classifier, cells, SEVERITY)
    plan = Sampling(np.full(grid.cells, 1.0), 4_000_000, votes=101)
    sampled = sampled_unastuteness(classifier, cells, SEVERITY, plan, 0)
    same = (exact.label == sampled.label) & (sampled.samples > 0)
    z = (sampled.value - exact.value)[same] / np.sqrt(np.maximum(sampled.variance()[same], 1e-12))
    differing = z[sampled.variance()[same] > 0]
    print(f"exact areas against 4,000,000 samples: mean z {differing.mean():+.2f}, sd {differing.std():.2f}")


def pruning() -> None:
    """Bars: 1 % of the volume left open by proofs; at least 30 times batched sampling at equal error."""
    points, labels, classifier = network()
    grid = Grid((0.0, 0.0), (1.0, 1.0), (250, 250))
    cells = sort_cells(grid, points, labels)
    flat = np.full(grid.cells, 1 / grid.cells)
    bounds = proven.prover(classifier)
    assert bounds is not None
    spent = seconds(lambda: proven.prove(bounds, grid, 2, cells.conceded))
    known = proven.prove(bounds, grid, 2, cells.conceded)
    crossed, left = _crossed(classifier, grid, known.open), float(known.left.sum()) / grid.cells
    print(
        f"proofs in {spent:.2f} s leave {len(known.open) / grid.cells:.2%} of {grid.cells:,} cells open; a boundary"
    )
    print(f"crosses {crossed:.2%}, which no proof could close; {left:.3%} of the volume is left to sampling")
    each = 400

    def plain() -> Unastuteness:
        return sampled_unastuteness(classifier, cells, SEVERITY, Sampling(flat, each * grid.cells), 0)

    begun = time.process_time()
    wanted = float(np.sqrt(flat**2 @ plain().variance()))
    slow = time.process_time() - begun
    for budget in (2_000, 4_000, 8_000, 16_000, 32_000, 64_000):

        def pruned(budget: int = budget) -> Unastuteness:
            again = proven.prove(bounds, grid, 2, cells.conceded)
            return sampled_unastuteness(classifier, cells, SEVERITY, Sampling(flat, budget, 2, 5, again), 0)

        error = float(np.sqrt(flat**2 @ pruned().variance()))
        if error <= wanted:
            break
    fast = seconds(pruned)
    print(
        f"standard error of the mean λ: {error:.2g} with {fast:.2f} s (proofs, {budget:,} samples), {wanted:.2g} with"
    )
    print(f"{slow:.1f} s ({each} batched samples per cell, spread by Neyman): {slow / fast:.0f} times")


def _crossed(classifier: Classifier, grid: Grid, open_: NDArray[np.int64]) -> float:
    """Share of all cells in which 400 samples get more than one answer."""
    spots = (
        grid.origin(np.repeat(open_, 400))
        + np.random.default_rng(1).random((400 * len(open_), 2)) * grid.side
    )
    answers = classifier(spots).reshape(len(open_), -1)
    return float(np.sum(np.any(answers != answers[:, :1], axis=1))) / grid.cells


def million() -> None:
    """Bar: 1,000,000 cells on 2 cores within 60 s and 4 GB, time linear in the cells."""
    for name, (points, labels, classifier) in (("forest", forest()), ("network", network())):
        data = labelled(points, labels)
        design = np.arange(len(points)) < 2500
        times = []
        for side in (500, 1000):
            plan = CellPlan(((0, 1), (0, 1)), (side, side), bandwidth=0.05)
            times.append(seconds(partial(assess, data, classifier, design, plan), 1))
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
            print(f"{name}: {side * side:>9,} cells in {times[-1]:.1f} s, peak {peak:.2f} GiB so far")
        print(f"{name}: four times the cells take {times[1] / times[0]:.1f} times as long")


PARTS = {"cells": running_example, "trees": exactness, "intervals": pruning, "million": million}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``speed``."""
    parser.add_argument("--only", choices=list(PARTS))
    parser.set_defaults(work=work)


def work(chosen: argparse.Namespace) -> None:
    """Run the parts asked for."""
    for name, part in PARTS.items():
        if chosen.only in (None, name):
            print(f"\n{name}: {part.__doc__}", flush=True)
            part()
    print(f"\n{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}")
