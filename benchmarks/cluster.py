"""What a study costs on a cluster: a model of it, held against runs on this machine and against a simulation with deaths.

    python -m benchmarks.cluster [--inputs 1e9] [--workers 1000]

Measured here: the scheduler's time per block (blocks without work), and the time to send what computes to a worker.
"""

from __future__ import annotations

import argparse
import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from casegen_evidence.blocks import Workers

LINK = 125e6
"""Bytes per second between machines: a gigabit per second."""


@dataclass(frozen=True, slots=True)
class Study:
    """``inputs`` of ``each`` seconds in blocks of ``block`` inputs on ``workers`` processes.

    ``overhead`` is the scheduler's time per block in seconds, one after the other; ``sent`` the bytes that each worker
    needs once, ``part`` those of a block, both ways; ``deaths`` per worker and hour; ``restart`` seconds of a new worker.
    """

    inputs: float = 1e9
    each: float = 1e-3
    block: float = 1e4
    workers: int = 1000
    overhead: float = 2e-3
    sent: float = 100e6
    part: float = 1e4
    deaths: float = 0.0
    restart: float = 30.0

    @property
    def blocks(self) -> int:
        return int(np.ceil(self.inputs / self.block))

    @property
    def seconds(self) -> float:
        """Of a block on its worker."""
        return self.block * self.each + self.part / LINK

    def model(self) -> float:
        """Seconds of the study: what is spread over workers or what the scheduler takes, whichever is longer.

        ``max(B (t + o_w) / W, B o) + t`` with the last blocks uneven, each death losing half a block and a restart;
        and the sending of what computes: those that have it give it on, so that each round doubles them.
        """
        first = self.sent / LINK * np.log2(self.workers + 1)
        lost = self.deaths / 3600 * (self.seconds / 2 + self.restart)
        spread = self.blocks * self.seconds / self.workers / (1 - min(lost, 0.9))
        return float(first + max(spread, self.blocks * self.overhead) + self.seconds)

    def best_block(self) -> float:
        """Inputs per block at which the modelled time is least, among powers of two: more lose in the last blocks and in
        deaths, fewer in the scheduler."""
        sizes = [2.0**k for k in range(4, 30) if 2.0**k * self.workers <= self.inputs]
        return min(sizes or [1.0], key=lambda size: replace(self, block=size).model())


def simulate(study: Study, seed: int = 1) -> tuple[float, int, int]:
    """Seconds, blocks begun, and deaths, of a cluster whose workers die at random; a block in progress begins again.

    One scheduler hands out blocks one after the other, ``overhead`` seconds each.
    """
    rng = np.random.default_rng(seed)
    ready = [(study.sent / LINK * float(np.ceil(np.log2(k + 2))), k) for k in range(study.workers)]
    heapq.heapify(ready)
    todo, begun, died, free, end = study.blocks, 0, 0, 0.0, 0.0
    rate = study.deaths / 3600
    while todo:
        at, worker = heapq.heappop(ready)
        free = max(free, at) + study.overhead
        begun += 1
        death = free + rng.exponential(1 / rate) if rate else np.inf
        if death < free + study.seconds:
            died += 1
            heapq.heappush(ready, (death + study.restart, worker))
            continue
        todo -= 1
        end = max(end, free + study.seconds)
        heapq.heappush(ready, (free + study.seconds, worker))
    return end, begun, died


def _nothing(number: int) -> dict[str, np.ndarray]:
    return {"x": np.zeros(10)}


def _sleep(number: int) -> dict[str, np.ndarray]:
    time.sleep(0.05)
    return {"x": np.zeros(10)}


def measured(blocks: int = 400) -> Iterator[tuple[str, float, float, float]]:
    """Backend, seconds per block without work, and the time of blocks of 50 ms, measured and by the model."""
    from casegen.store.backends import computing_on

    for backend in ("loky", "dask"):
        with computing_on(backend, 2) as computing:
            workers = Workers(computing.processes)
            workers.run("warm", range(8), _sleep, "warm")
            begun = time.perf_counter()
            workers.run("none", range(blocks), _nothing, "nothing")
            overhead = (time.perf_counter() - begun) / blocks
            begun = time.perf_counter()
            workers.run("some", range(blocks // 4), _sleep, "sleeping")
            taken = time.perf_counter() - begun
        study = Study(blocks // 4, 0.05, 1, 2, overhead, 0, 0)
        yield backend, overhead, taken, study.model()


def main() -> None:
    """The overheads measured, and the study by model and simulation for several sizes of blocks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=float, default=1e9)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--each", type=float, default=1e-3, help="seconds per input")
    parser.add_argument("--deaths", type=float, default=0.1, help="per worker and hour")
    given = parser.parse_args()
    overhead = 0.0
    for backend, overhead, taken, model in measured():
        print(f"{backend}: {overhead * 1e3:.2f} ms per block; 100 blocks of 50 ms on 2 workers {taken:.2f} s, by the "
              f"model {model:.2f} s")  # fmt: skip
    print(f"\n{given.inputs:.3g} inputs of {given.each:g} s on {given.workers:,} workers, {given.deaths:g} deaths per "
          f"worker and hour, {overhead * 1e3:.2f} ms per block")  # fmt: skip
    print(
        f"{'inputs/block':>12} {'s/block':>9} {'blocks':>10} {'model':>9} {'simulated':>9} {'deaths':>7} {'again':>6}"
    )
    base = Study(given.inputs, given.each, workers=given.workers, overhead=overhead, deaths=given.deaths)
    for size in (1e3, 1e4, 1e5, 1e6):
        study = replace(base, block=size)
        end, begun, died = simulate(study)
        print(f"{size:12.0f} {study.seconds:9.1f} {study.blocks:10,} {study.model() / 60:7.1f} m {end / 60:7.1f} m "
              f"{died:7,} {begun - study.blocks:6,}", flush=True)  # fmt: skip
    print(f"least by the model: {base.best_block():,.0f} inputs a block")


if __name__ == "__main__":
    main()
