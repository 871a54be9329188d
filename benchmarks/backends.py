"""Throughput of two workers beside one process, by kind of work and backend; what a block of one second costs besides.

    python -m benchmarks.backends [--size 4.0] [--backends loky dask]

For an idle machine of two cores or more, in under three minutes.  Workers are started before the clock is; every backend
must give the bytes of the serial run.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when numpy is: one process is one core

import numpy as np
from casegen_evidence.blocks import Workers
from casegen_evidence.streams import stream

TWO = 2
LEAST, MOST = 1.8, 0.05
"""What is asked for: throughput of two workers, and overhead with blocks of a second."""
ROOT = Path(__file__).resolve().parent.parent
Work = Callable[[Workers], bytes]


def balls(size: float) -> Work:
    """Unastuteness of norm balls around digits, by simple Monte Carlo."""
    from casegen_evidence.models import adapt
    from casegen_evidence.ram.balls import Balls, Estimation, estimate
    from sklearn.datasets import load_digits
    from sklearn.neural_network import MLPClassifier

    x, y = load_digits(return_X_y=True)
    x = x / 16
    model = MLPClassifier((64,), max_iter=30, random_state=1).fit(x[:600], y[:600])
    classifier = adapt(model, [str(k) for k in range(10)])
    rows = np.random.default_rng(1).integers(600, len(x), int(1600 * size))
    some = Balls.around(x[rows], y[rows].astype(np.int64), 0.1, (np.zeros(64), np.ones(64)))
    how = Estimation("smc", 2000)

    def run(workers: Workers) -> bytes:
        return estimate(classifier, some, 1.0 - np.eye(10), how, 1, workers).value.tobytes()

    return run


def scenarios(size: float) -> Work:
    """Tasks of the robot of the example."""
    from casegen_robot.network import load
    from casegen_robot.plan import simulated
    from casegen_robot.task import sample_uniform

    network = load(ROOT / "examples" / "robot" / "data" / "network.npz")
    some = sample_uniform(np.random.default_rng(1), int(600_000 * size))
    return lambda workers: simulated(network, some, (1, 1), None, workers).tobytes()


def _drive(number: int) -> dict[str, np.ndarray]:
    from casegen_monitored_worlds.braking import frames, world

    rng = stream(1, number)
    scene = world(25, ("fog", "blur"), 0.5, 0.5, rng)
    dark = [frames(scene, k, rng).std(axis=(1, 2)) < 0.1 for k in range(25)]
    return {"alarms": np.array(dark).sum(axis=1)}


def episodes(size: float) -> Work:
    """Drives of the braking car of the example, 25 a block, watched by its contrast monitor."""

    def run(workers: Workers) -> bytes:
        parts = workers.run("drives", range(int(320 * size)), _drive, "drives")
        return b"".join(part["alarms"].tobytes() for part in parts)

    return run


def _second(number: int) -> dict[str, np.ndarray]:
    end = time.perf_counter() + 1.0
    while time.perf_counter() < end:
        pass
    return {"x": np.zeros(1000)}


def _warm(number: int) -> dict[str, np.ndarray]:
    import sklearn.neural_network  # noqa: F401

    time.sleep(0.5)
    return {"x": np.zeros(1)}


@contextlib.contextmanager
def workers(backend: str) -> Iterator[Callable[[], Workers]]:
    """Workers of a backend, started; each call gives checkpoints of their own."""
    with contextlib.ExitStack() as stack:
        jobs = 1
        if backend == "dask":
            from casegen.store.backends import computing_on

            stack.enter_context(computing_on("dask", TWO))
        elif backend == "loky":
            jobs = TWO

        def made() -> Workers:
            return Workers(jobs, Path(stack.enter_context(tempfile.TemporaryDirectory())))

        if backend != "serial":
            made().run("warm", range(4 * TWO), _warm, "warm")
        yield made


def timed(work: Work, made: Callable[[], Workers]) -> tuple[float, str]:
    """Seconds, and the hash of the result."""
    begun = time.perf_counter()
    result = work(made())
    return time.perf_counter() - begun, hashlib.sha256(result).hexdigest()


def main() -> None:
    """A line for each kind of work and backend; exit 1 if bytes differ or less is reached than is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=float, default=4.0)
    parser.add_argument("--backends", nargs="+", choices=["loky", "dask"], default=["loky", "dask"])
    given = parser.parse_args()
    kinds: dict[str, Work] = {f.__name__: f(given.size) for f in (balls, scenarios, episodes)}
    with workers("serial") as made:
        alone: dict[str, Any] = {name: timed(work, made) for name, work in kinds.items()}
    good = True
    for backend in given.backends:
        with workers(backend) as made:
            for name, work in kinds.items():
                seconds, digest = timed(work, made)
                ratio, same = alone[name][0] / seconds, digest == alone[name][1]
                good &= same and ratio >= LEAST
                words = f"{ratio:.2f} times the throughput, {'same bytes' if same else 'OTHER BYTES'}"
                times = f"{alone[name][0]:6.2f} s alone, {seconds:6.2f} s with {TWO} workers"
                print(f"{backend:5} {name:10} {times}: {words}", flush=True)
            blocks = 5 * TWO
            begun = time.perf_counter()
            made().run("second", range(blocks), _second, "seconds")
            over = (time.perf_counter() - begun) * TWO / blocks - 1
            good &= over <= MOST
            print(f"{backend:5} {blocks} blocks of 1 s: overhead {over:.1%}", flush=True)
    sys.exit(not good)


if __name__ == "__main__":
    main()
