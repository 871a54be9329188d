"""Dependability: the robot task of paper 000 on several training seeds, speed, and coverage of the limits.

Run: ``python -m benchmarks.dependability`` (all parts; needs torch), or with the names of parts: ``speed``,
``seeds``, ``safety``, ``coverage``, ``record``.  ``--repetitions`` sets the size of the coverage simulation.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np
from casegen_evidence.dependability.comparison import ModeComparison, compare, holm
from casegen_evidence.dependability.conditions import Product, Sampled, merged
from casegen_evidence.dependability.domain import Domain, Numeric
from casegen_evidence.dependability.partition import grid
from casegen_evidence.dependability.prediction import paper_estimate, predict
from casegen_evidence.dependability.problems import PROBLEMS, SAMPLES, Known, repeat
from casegen_evidence.dependability.safety import gain
from casegen_evidence.dependability.scenarios import ScenarioTests
from casegen_robot import plan, task
from casegen_robot.network import QNetwork
from numpy.typing import NDArray

RUNS = 100_000
SEEDS = (1, 2, 3)
CONFIDENCE = 0.975
Single = NDArray[np.float32]


def scalar(network: QNetwork, scenario: Single, noise: Single) -> int:
    """One task, step by step in plain Python: what the vectorised simulator is compared with."""
    v, t, y = (float(x) for x in scenario)
    w1, b1, w2, b2 = (a.tolist() for a in (network.w1, network.b1, network.w2, network.b2))
    hidden, robot, reached = len(b1), 0.0, y <= 0
    for step in range(100):
        dv, dt, dy = (float(x) for x in noise[step])
        seen_gap = min(50.0, max(-20.0, 50.0 - v * max(0.0, step - (t + dt))))
        seen = (seen_gap / 50, robot / 50, (v + dv) / 10, (y + dy) / 50)
        layer = [max(0.0, b1[j] + sum(seen[i] * w1[i][j] for i in range(4))) for j in range(hidden)]
        back, forward = (b2[a] + sum(layer[j] * w2[j][a] for j in range(hidden)) for a in (0, 1))
        after = min(50.0, max(0.0, robot + (5.0 if forward > back else -5.0)))
        start, end = 50.0 - v * max(0.0, step - t), 50.0 - v * max(0.0, step + 1 - t)
        if end < 0 and start > -15 and max(robot, after) > 25:
            return task.HARM
        robot = after
        reached = reached or robot >= y
    return task.SUCCESS if reached else task.TASK_FAILURE


def timed(call: Callable[[], object]) -> tuple[float, float]:
    """CPU and wall seconds of a call."""
    cpu, wall = time.process_time(), time.perf_counter()
    call()
    return time.process_time() - cpu, time.perf_counter() - wall


def speed(networks: dict[int, QNetwork]) -> None:
    """100,000 scenarios on one thread, as they come and with every task forced to its 100th second; scalar ratio."""
    network = networks[SEEDS[0]]
    x = task.sample_uniform(np.random.default_rng(5), RUNS)

    def waits(seen: Single) -> NDArray[np.bool_]:
        return network(seen) & False

    usual = min(timed(lambda: task.simulate(network, x, (5,)))[0] for _ in range(3))
    longest = min(timed(lambda: task.simulate(waits, x, (5,)))[0] for _ in range(2))
    few = x[:40].astype(np.float32)
    spread = np.array(task.NOISE, dtype=np.float32)
    noise = np.random.default_rng(6).standard_normal((100, len(few), 3), dtype=np.float32) * spread
    loop = timed(lambda: [scalar(network, few[i], noise[:, i]) for i in range(len(few))])[0] / len(few)
    print(f"simulator, {RUNS:,} scenarios, one thread, CPU: {usual:.2f} s; none ends early: {longest:.2f} s")
    print(f"scalar loop: {1e3 * loop:.2f} ms per task; vectorised is {loop * RUNS / usual:,.0f} times faster, "
          f"{loop * RUNS / longest:,.0f} times where none ends early")  # fmt: skip


def weighted(
    tests: ScenarioTests, operating: Product, counts: tuple[int, int, int]
) -> tuple[ModeComparison, ...]:
    """Prediction by the default method, compared with observed counts."""
    points = merged([operating.points(), tests.tied()])
    partition = grid(task.DOMAIN, 10, points, merged([operating.breaks(), plan.TESTING.breaks()]))
    return compare(tests, predict(tests, partition, operating, CONFIDENCE, plan.TESTING), counts)


def seeds(networks: dict[int, QNetwork]) -> None:
    """Predicted and observed modes in Table 1's conditions, per training seed, in percentage points."""
    p_values = []
    for seed, network in networks.items():
        tests = plan.run_tests(network, seed, RUNS, 3_000)
        uniform = np.bincount(tests.modes[:RUNS], minlength=3) / RUNS
        print(
            f"seed {seed}: testing conditions D {uniform[0]:.4f}, U^T {uniform[1]:.4f}, U^H {uniform[2]:.4f}"
        )
        for name, operating in plan.TABLE_1.items():
            counts = plan.observe(network, seed, name, RUNS)
            result = weighted(tests, operating, counts)
            p_values += [c.p_value for c in result]
            plain = paper_estimate(tests, grid(task.DOMAIN, 10), operating)
            assert plain is not None
            error = [100 * abs(c.difference.value) for c in result]
            paper = 100 * np.abs(plain - np.array(counts) / RUNS)
            within = sum(c.difference.lower <= 0 <= c.difference.upper for c in result)
            shown = ", ".join(f"{100 * c.predicted.value:.2f}/{100 * c.observed.value:.2f}" for c in result)
            print(f"  {name} predicted/observed % D, U^T, U^H: {shown}; largest error {max(error):.2f}, "
                  f"Eqns 8, 10, 12: {paper.max():.2f} points; {within} of 3 differences within")  # fmt: skip
    print(f"smallest p-value of {len(p_values)} differences, Holm: {min(holm(p_values)):.3f}")


def safety(networks: dict[int, QNetwork]) -> None:
    """Harm without and with the learned safety function, per training seed."""
    from casegen_robot.safety import learn

    for seed, network in networks.items():
        learned = learn(network, seed, RUNS)
        limit = learned.chosen.limit
        before = plan.run_tests(network, seed, RUNS, 0, purpose=plan.BEFORE).counts()
        after = plan.run_tests(network, seed, RUNS, 0, limit, purpose=plan.AFTER).counts()
        result = gain(before, after, CONFIDENCE)
        b, a, f = result.before[2], result.after[2], result.factor
        print(
            f"seed {seed}: {limit.describe('in')} (from {learned.harmful} harmful of {RUNS} learning scenarios)"
        )
        print(f"  U^H {before[2]} → {after[2]} of {RUNS}: {b.value:.5f} [{b.lower:.5f}, {b.upper:.5f}] → {a.value:.6f} "
              f"[{a.lower:.6f}, {a.upper:.6f}]; factor {f.value:.0f} [{f.lower:.0f}, {f.upper:.0f}]; "
              f"D {result.before[0].value:.4f} → {result.after[0].value:.4f}")  # fmt: skip


def coverage(repetitions: int) -> None:
    """Share of repetitions in which each one-sided limit holds, on problems with known truth."""
    print(f"coverage of one-sided 95 % limits, {repetitions} repetitions: D, U^T, U^H as lower/upper")
    plans: tuple[tuple[int, str, Known], ...] = (
        (1000, "grid", "densities"),
        (1000, "k-d", "densities"),
        (10_000, "grid", "densities"),
        (1000, "grid", "operating density"),
        (1000, "grid", "samples"),
    )
    for problem in PROBLEMS:
        for n, kind, known in plans:
            share = repeat(problem, n, repetitions, 0.95, kind, 17, known)
            shown = ", ".join(f"{low:.3f}/{high:.3f}" for low, high in share)
            reported = {"densities": "", "samples": f", operation by {SAMPLES} samples"}.get(
                known, ", testing unknown"
            )
            print(f"  {problem.name}, {n} tests, {kind}{reported}: {shown}")


def record() -> None:
    """Processor time of a prediction whose operation is a record, by its rows."""
    domain = Domain((Numeric("v", 0, 10), Numeric("y", 0, 50)))
    rng = np.random.default_rng(1)
    x = rng.uniform((0, 0), (10, 50), (4000, 2))
    tests = ScenarioTests(domain, x, np.where(x[:, 1] > 40, 2, np.where(x[:, 0] < 1, 1, 0)).astype("i1"))
    for rows in (1000, 1000, 10_000):  # the first also imports
        operation = Sampled(domain, rng.uniform((0, 0), (10, 50), (rows, 2)))
        cpu, _ = timed(lambda operation=operation: predict(tests, grid(domain, 10), operation, CONFIDENCE))
        print(f"operation of {rows:,} recorded scenarios: {cpu:.1f} s CPU")


def main() -> None:
    """Print the chosen parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["speed", "seeds", "safety", "coverage", "record"])
    parser.add_argument("--repetitions", type=int, default=2000)
    given = parser.parse_args()
    networks: dict[int, QNetwork] = {}
    if {"speed", "seeds", "safety"} & set(given.parts):
        from casegen_robot.training import train

        for seed in SEEDS[:1] if given.parts == ["speed"] else SEEDS:
            cpu, wall = time.process_time(), time.perf_counter()
            networks[seed] = train(seed).network
            print(
                f"training, seed {seed}: {time.process_time() - cpu:.1f} s CPU, {time.perf_counter() - wall:.1f} s wall"
            )
    for name, part in (("speed", speed), ("seeds", seeds), ("safety", safety)):
        if name in given.parts:
            part(networks)
    if "coverage" in given.parts:
        coverage(given.repetitions)
    if "record" in given.parts:
        record()


if __name__ == "__main__":
    main()
