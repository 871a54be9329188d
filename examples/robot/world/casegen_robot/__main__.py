"""Write the data of ``examples/robot``: ``python -m casegen_robot FOLDER --seed N``."""

from __future__ import annotations

import argparse
import csv
import math
from pathlib import Path

import numpy as np
from casegen_evidence.dependability.safety import InputLimit
from casegen_evidence.dependability.scenarios import MODES, ScenarioTests

from casegen_robot import plan
from casegen_robot.network import QNetwork, load
from casegen_robot.safety import learn


def write_table(path: Path, tests: ScenarioTests) -> None:
    """A results table as npz: one array per dimension, and the outcome."""
    columns = {name: tests.scenarios[:, k].astype(np.float32) for k, name in enumerate(tests.domain.names)}
    np.savez_compressed(path, **columns, outcome=tests.modes)  # type: ignore[arg-type]


def write_observed(path: Path, network: QNetwork, seed: int, runs: int, limit: InputLimit) -> None:
    """Counts of observed runs in every condition of Table 1, without and with the safety function."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        out = csv.writer(stream)
        out.writerow(["condition", "outcome", "count"])
        for name in plan.TABLE_1:
            for suffix, safety in (("", None), (" with safety function", limit)):
                counts = plan.observe(network, seed, name, runs, safety)
                out.writerows([name + suffix, mode, k] for mode, k in zip(MODES, counts, strict=True))


def main() -> None:
    """Train (unless the folder holds a network), test, learn the safety function, observe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=100_000)
    parser.add_argument("--aimed", type=int, default=3_000)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    path = given.folder / "network.npz"
    if not path.exists():
        from casegen_robot.training import train

        train(given.seed).network.save(path)
    network = load(path)
    limit = learn(network, given.seed, given.tests).chosen.limit
    away = math.floor if limit.side == "below" else math.ceil
    limit = InputLimit(limit.dimension, limit.side, away(100 * limit.threshold) / 100)
    for name, safety in (("tests.npz", None), ("tests-with-safety-function.npz", limit)):
        tests = plan.run_tests(network, given.seed, given.tests, given.aimed, safety)
        write_table(given.folder / name, tests)
        print(f"{name}: {', '.join(f'{m} {k}' for m, k in zip(MODES, tests.counts(), strict=True))}")
    write_observed(given.folder / "observed.csv", network, given.seed, given.tests, limit)
    print(f"safety function: {limit.describe('in')}")


if __name__ == "__main__":
    main()
