"""Which scenarios the robot is tested, observed and improved in: testing conditions and Table 1 of paper 000."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from casegen_evidence.blocks import Workers
from casegen_evidence.dependability.conditions import Product
from casegen_evidence.dependability.domain import Numeric
from casegen_evidence.dependability.marginals import Clipped, Normal, Uniform
from casegen_evidence.dependability.scenarios import ScenarioTests
from casegen_evidence.streams import stream
from numpy.typing import NDArray

from casegen_robot.network import QNetwork
from casegen_robot.task import BLOCK, DOMAIN, Goal, Single, simulate, simulate_block

Array = NDArray[np.float64]
RESOLUTION = 1024
"""Test scenarios are rounded to the middles of this many steps per unit, so that tables of them stay small."""
TEST, LEARN, BEFORE, AFTER, OBSERVE = 1, 2, 3, 4, 16
"""Purposes; each has its own random scenarios and sensor noise."""

TESTING = Product(DOMAIN, (Uniform(0, 10), Uniform(0, 10), Uniform(0, 50)))
_SLOW = Clipped(Normal(3, 2), 0, 10)
TABLE_1: Mapping[str, Product] = {
    "OC1": Product(DOMAIN, (Uniform(0, 10), Uniform(0, 10), Uniform(0, 30))),
    "OC2": Product(DOMAIN, (Uniform(0, 10), Uniform(0, 10), Uniform(30, 50))),
    "OC3": Product(DOMAIN, (_SLOW, Uniform(0, 10), Uniform(30, 50))),
    "OC4": Product(DOMAIN, (_SLOW, Uniform(0, 10), Clipped(Normal(35, 10), 0, 50))),
}
"""The operating conditions of paper 000, Table 1; t is uniform in all."""


def rounded(scenarios: Array) -> Array:
    """Scenarios moved to the middles of steps of 1/RESOLUTION."""
    return (np.floor(scenarios * RESOLUTION) + 0.5) / RESOLUTION


def scenario_plan(rng: np.random.Generator, tests: int, aimed: int) -> Array:
    """``tests`` scenarios of the testing conditions, then ``aimed`` at each end of v and of y.

    Clipped operating conditions have atoms there, which uniform tests never meet.  The four corners of v
    and y get a tenth each.
    """
    parts = [rounded(TESTING.sample(rng, tests))]
    v, y = DOMAIN.dimensions[0], DOMAIN.dimensions[2]
    assert isinstance(v, Numeric)
    assert isinstance(y, Numeric)
    faces: list[tuple[float | None, float | None]] = [(v.lower, None), (v.upper, None)]
    faces += [(None, y.lower), (None, y.upper)]
    corners = [(a, b) for a in (v.lower, v.upper) for b in (y.lower, y.upper)]
    for face in [*faces, *corners]:
        extra = rounded(TESTING.sample(rng, aimed if face in faces else aimed // 10))
        for k, value in zip((0, 2), face, strict=True):
            if value is not None:
                extra[:, k] = value
        parts.append(extra)
    return np.concatenate(parts)


def run_tests(
    network: QNetwork,
    seed: int,
    tests: int,
    aimed: int,
    safety: Goal | None = None,
    purpose: int = TEST,
    workers: Workers | None = None,
) -> ScenarioTests:
    """Test the network by :func:`scenario_plan`, in blocks."""
    scenarios = scenario_plan(np.random.default_rng([seed, purpose]), tests, aimed)
    return ScenarioTests(DOMAIN, scenarios, simulated(network, scenarios, (seed, purpose), safety, workers))


def simulated(
    network: QNetwork,
    scenarios: Array,
    seed: tuple[int, int],
    safety: Goal | None = None,
    workers: Workers | None = None,
    name: str = "",
) -> NDArray[np.int8]:
    """As :func:`casegen_robot.task.simulate`, its blocks over processes; ``name`` tells apart what has one ``seed``."""
    DOMAIN.check(scenarios)
    exact = np.asarray(scenarios, dtype=np.float32)

    def work(given: tuple[int, Single]) -> dict[str, NDArray[np.int8]]:
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

        number, part = given
        with threadpool_limits(1):  # as simulate does it
            return {"modes": simulate_block(network, part, stream(*seed, number), safety)}

    stage = f"scenarios-{seed[1]}{name}"
    parts = (workers or Workers()).run(
        stage,
        range(-(-len(exact) // BLOCK)),
        work,
        "scenarios",
        lambda k: (k, exact[k * BLOCK : (k + 1) * BLOCK]),
    )
    return np.concatenate([np.zeros(0, dtype=np.int8), *(part["modes"] for part in parts)])


def observe(
    network: QNetwork, seed: int, condition: str, runs: int, safety: Goal | None = None
) -> tuple[int, int, int]:
    """Counts per mode of ``runs`` tasks in a condition of :data:`TABLE_1`."""
    purpose = OBSERVE + list(TABLE_1).index(condition)
    scenarios = TABLE_1[condition].sample(np.random.default_rng([seed, purpose]), runs)
    modes = simulate(network, scenarios, (seed, purpose), safety=safety)
    result = np.bincount(modes, minlength=3)
    return int(result[0]), int(result[1]), int(result[2])
