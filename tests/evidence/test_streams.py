"""Streams that look different are different."""

from itertools import combinations

import numpy as np
import pytest
from casegen_evidence.streams import stream
from casegen_robot import task
from casegen_robot.plan import TEST, scenario_plan


def _start(generator: np.random.Generator) -> bytes:
    return generator.bytes(16)


def test_numpy_fills_short_seeds_up_with_zeros_and_streams_do_not_care() -> None:
    """The first line is why :func:`casegen_evidence.streams.stream` exists."""
    assert _start(np.random.default_rng([7, 1])) == _start(np.random.default_rng([7, 1, 0]))
    plain = [np.random.default_rng(s) for s in (7, [7, 1], [7, 1, 2], [7, 1, 2, 3])]
    parts = [(0,), (0, 0), (1,), (1, 0), (1, 0, 0), (1, 2), (1, 2, 0), (2, 1)]
    starts = [_start(g) for g in [*plain, *(stream(7, *p) for p in parts), stream(8, 0)]]
    assert all(a != b for a, b in combinations(starts, 2))
    assert _start(stream(7, 1, 2)) == _start(stream(7, 1, 2))


def test_sensor_noise_does_not_repeat_the_draws_of_the_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenarios and the noise of the first block once came from one stream."""
    noise: list[np.random.Generator] = []

    def never(seen: np.ndarray) -> np.ndarray:
        return np.zeros(len(seen), dtype=bool)

    original, block_of = np.random.default_rng([7, TEST]), task.simulate_block
    scenarios = scenario_plan(np.random.default_rng([7, TEST]), 5000, 0)

    def spied(policy, block, rng, safety=None):
        noise.append(np.random.Generator(np.random.PCG64(rng.bit_generator.seed_seq)))
        return block_of(policy, block, rng, safety)

    monkeypatch.setattr(task, "simulate_block", spied)
    task.simulate(never, scenarios, (7, TEST))
    starts = [_start(original), *map(_start, noise)]
    assert len(starts) == 3
    assert len(set(starts)) == 3
