"""Paper 000: dependability of a robot's network in conditions it was not tested in.

The paper publishes no network; ours was trained on the same task (``examples/robot``, seed 1), so that its own
performance differs.  What can be compared is how well predictions meet observations.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from evidence.dependability import gain, read
from evidence.dependability.robot import network, plan, task
from evidence.dependability.robot.network import QNetwork
from evidence.dependability.scenarios import ScenarioTests, read_counts
from examples.paper_tables.row import Comparison, Row

DATA = Path(__file__).parents[1] / "robot" / "data"
CONFIDENCE, RUNS, SEED = 0.975, 100_000, 1
MODES = ("dependability", "task undependability", "harmful undependability")
OTHER = "a network of our own, trained on the same task"


@cache
def _tests() -> ScenarioTests:
    return read(DATA / "tests.npz", task.DOMAIN)


@cache
def _network() -> QNetwork:
    return network.load(DATA / "network.npz")


def testing() -> list[Row]:
    """Performance in the testing conditions."""
    from evidence.bounds import clopper_pearson

    counts = np.bincount(_tests().modes[:RUNS], minlength=3)
    rows = []
    for mode, printed, k in zip(MODES, (0.9035, 0.0418, 0.0547), counts, strict=True):
        lower, upper = (float(limit) for limit in clopper_pearson(int(k), RUNS, CONFIDENCE))
        rows.append(
            Row(f"testing conditions: {mode}", printed, k / RUNS, lower, upper, CONFIDENCE, False, OTHER)
        )
    return rows


def conditions() -> list[Row]:
    """Fig. 3: predicted against observed in four operating conditions; the paper states errors within 2 %."""
    return [row for name in plan.TABLE_1 for row in _condition(name)]


def _condition(name: str) -> Iterator[Row]:
    from benchmarks.dependability import weighted
    from evidence.dependability import grid, paper_estimate

    operating = plan.TABLE_1[name]
    counts = read_counts(DATA / "observed.csv", name)
    found = weighted(_tests(), operating, counts)
    for mode, c in zip(MODES, found, strict=True):
        d = c.difference
        yield Row(f"{name} {mode}: predicted − observed", None, d.value, d.lower, d.upper, CONFIDENCE,
                  note=f"predicted {c.predicted.value:.4f}, observed {c.observed.value:.4f}")  # fmt: skip
    largest = max(abs(c.difference.value) for c in found)
    yield Row(
        f"{name}: largest error",
        0.02,
        largest,
        note="the paper: within 2 % for all; ours with strata for atoms",
    )
    plain = paper_estimate(_tests(), grid(task.DOMAIN, 10), operating)
    assert plain is not None
    error = float(np.abs(plain - np.array(counts) / sum(counts)).max())
    yield Row(f"{name}: largest error by Eqns 8, 10, 12", 0.02, error, note="1,000 voxels, as in the paper")


def safety_function() -> list[Row]:
    """Fig. 4: harm without and with the safety function."""
    from evidence.dependability.robot.safety import learn

    printed = gain((90_350, 4_180, 5_470), (95_190, 4_803, 7), CONFIDENCE)
    limit = learn(_network(), SEED, RUNS).chosen.limit
    before = plan.run_tests(_network(), SEED, RUNS, 0, purpose=plan.BEFORE).counts()
    after = plan.run_tests(_network(), SEED, RUNS, 0, limit, purpose=plan.AFTER).counts()
    ours = gain(before, after, CONFIDENCE)
    rows = []
    for told, paper, p, o in (
        ("harm without", 0.0547, printed.before[2], ours.before[2]),
        ("harm with", 0.00007, printed.after[2], ours.after[2]),
        ("factor", 700.0, printed.factor, ours.factor),
        ("dependability with", 0.9519, printed.after[0], ours.after[0]),
    ):
        rows.append(Row(f"{told}: from the paper's counts", paper, p.value, p.lower, p.upper, CONFIDENCE,
                        note="the interval that its 100,000 runs support"))  # fmt: skip
        rows.append(_own(told, paper, o.value, o.lower, o.upper))
    return rows


def _own(told: str, paper: float, value: float, lower: float | None, upper: float | None) -> Row:
    shown = value if np.isfinite(value) else None
    note = (
        OTHER
        if shown is not None
        else f"{OTHER}; no harm was left, so that the factor has a lower limit only"
    )
    upper = upper if upper is not None and np.isfinite(upper) else None
    return Row(f"{told}: our network", paper, shown, lower, upper, CONFIDENCE, False, note)


COMPARISONS = (
    Comparison("000-testing", "Paper 000, performance during testing", testing),
    Comparison("000-conditions", "Paper 000, Table 1 and Fig. 3: four operating conditions", conditions),
    Comparison("000-safety-function", "Paper 000, Fig. 4: the safety function", safety_function),
)
