"""The plan of the vehicle's two claims at night, followed in simulation: how often the claim holds against what was said.

    python -m benchmarks.plan_followed [--frames FILE]

The frames of the shipped evidence are tested once more (minutes; ``--frames`` keeps them).  Further tests are then drawn
from the same testing conditions, with answers as in the frames, so that today's estimate is the truth; weighted for
operation as the method does, with its limit at the confidence that the plan says.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.dependability.prediction import density_ratio, weigh
from casegen_evidence.dependability.scenarios import ScenarioTests
from casegen_evidence.dependability.specs import domain_of, partition_of, product_of

from casegen.assessment.assess import Session
from casegen.assessment.planning.plan import plan
from casegen.io import load

VEHICLE = Path("examples/auv")
FRAMES = 100_000
SEED = 1
REPETITIONS = 400
LEAST = 1e-3
"""plans that work less often, at today's estimate, are left out"""


def tested(file: Path | None) -> tuple[Any, Any]:
    """Scenes of the testing conditions and the mode of the network's answer in each, as the shipped evidence has them."""
    if file is not None and file.is_file():
        kept = np.load(file)
        return kept["scenes"], kept["modes"]
    from casegen_underwater.data import TESTS, answers_of
    from casegen_underwater.network import load as network
    from casegen_underwater.render import BLOCK, blocks
    from casegen_underwater.scenes import draw, labels, severity

    weights = network(VEHICLE / "data" / "network-adversarial.npz")
    scenes = draw("testing", np.random.default_rng([SEED, TESTS]), FRAMES)
    modes = []
    for number, frames in enumerate(blocks(scenes, (SEED, TESTS))):
        part = scenes[number * BLOCK : (number + 1) * BLOCK]
        said, truth = answers_of(weights, frames.images), labels(part)
        modes.append((said != truth) + severity("safety-related")[truth, said].astype(np.int8))
    result = scenes, np.concatenate(modes).astype(np.int8)
    if file is not None:
        np.savez(file, scenes=result[0], modes=result[1])
    return result


class Night:
    """The tests, weighted for operation at night."""

    def __init__(self, scenes: Any, modes: Any) -> None:
        from casegen_underwater.dependability_method import SiteParameters, _parameters

        p = _parameters(SiteParameters(site="night"))
        domain = domain_of(p.domain)
        testing, operating = (
            product_of(domain, p.testing, "testing"),
            product_of(domain, p.operating, "operating"),
        )
        tests = ScenarioTests(domain, scenes, modes)
        partition = partition_of(p.partition, tests, [operating, testing])
        weights = weigh(tests, partition, operating, testing)
        self.modes, self.mass = modes, weights.mass
        self.ratio = density_ratio(operating, testing, partition, weights.voxel, tests.scenarios)
        self.ratio[weights.voxel < 0] = 0.0
        self.voxel = np.maximum(weights.voxel, 0)

    def upper(self, times: Any, event: Any, confidence: float) -> float:
        """Fay and Feuer's limit of the share of ``event``, each test taken ``times`` often."""
        from scipy.special import gammaincinv

        total = np.bincount(self.voxel, weights=self.ratio * times, minlength=len(self.mass))
        share = np.divide(self.mass, total, out=np.zeros_like(self.mass), where=total > 0)
        weight = self.ratio * share[self.voxel]
        y, v = float((weight * times) @ event), float((weight**2 * times) @ event)
        y, v = y + weight.max(), v + weight.max() ** 2
        return float(v / y * gammaincinv(y * y / v, confidence))


def main() -> None:
    """Print the table of docs/bounds.md."""
    sys.path.insert(0, str(VEHICLE / "world"))
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--frames", type=Path, help="npz in which the tested frames are kept")
    night = Night(*tested(parser.parse_args().frames))
    today = np.ones(len(night.modes))
    rng = np.random.default_rng(3)
    print("| claim | further failures at most | more tests | said | simulated | 95 % interval |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in plan(Session.open(load(VEHICLE))).claims:
        falls = row.limit > 0.5
        event, limit = (night.modes != 0, 1 - row.limit) if falls else (night.modes == 2, row.limit)
        for f in row.further:
            if f.probability < LEAST:
                continue
            (record,) = f.records
            held = 0
            for _ in range(REPETITIONS):
                more = rng.multinomial(int(record.more), np.full(len(today), 1 / len(today)))
                held += night.upper(today + more, event, record.confidence or 0.975) <= limit
            low, high = clopper_pearson(held, REPETITIONS, 0.975)
            print(
                f"| {row.claim} | {f.failures} | {record.more:,.0f} | {f.probability:.3f}"
                f" | {held / REPETITIONS:.3f} | {low:.3f} to {high:.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
