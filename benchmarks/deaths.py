"""Kill what computes, again and again, and count what was lost and what was computed twice.

    python -m benchmarks.deaths [--kills 50] [--seconds 0.1]

Worker processes of ``casegen_evidence.blocks`` are killed at random moments, then the client with all its workers.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from casegen_evidence.blocks import Workers
from casegen_evidence.method import Checkpoints

JOBS = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of ``blocks`` blocks under ``kills`` kills.

    ``begun`` counts every beginning, ``lost`` blocks without their result, ``twice`` blocks that were computed although
    they were kept; ``in_progress`` is how many beginnings more than blocks the kills have cost.
    """

    blocks: int
    kills: int
    begun: int
    lost: int
    twice: int
    seconds: float

    @property
    def in_progress(self) -> int:
        return self.begun - self.blocks


def work(log: Path, seconds: float) -> object:
    """A block: numbers of its own random stream, and lines of ``log``: begun; again, if it was kept; finished."""

    def block(number: int) -> dict[str, np.ndarray]:
        _note(log, f"begun {number} {os.getpid()}")
        if (log.parent / f"b-{number}.npz").exists():
            _note(log, f"again {number} {os.getpid()}")
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            pass
        result = {"x": np.random.default_rng([7, number]).random(100)}
        _note(log, f"finished {number} {os.getpid()}")
        return result

    return block


def _note(log: Path, line: str) -> None:
    with log.open("a") as stream:  # one short write: lines of several processes do not mix
        stream.write(f"{line}\n")


def tally(log: Path, blocks: int, kills: int, got: list[np.ndarray], seconds: float) -> Tally:
    """Count the log; ``got`` are the results, compared with what an undisturbed run gives."""
    lines = [line.split() for line in log.read_text().splitlines()]
    count = Counter(what for what, _, _ in lines)
    right = [np.array_equal(x, np.random.default_rng([7, n]).random(100)) for n, x in enumerate(got)]
    return Tally(blocks, kills, count["begun"], blocks - sum(right), count["again"], seconds)


def kill_workers(
    kills: int, blocks: int, seconds: float, folder: Path, seed: int = 1, jobs: int = JOBS
) -> Tally:
    """Run ``blocks`` blocks of ``seconds`` on ``jobs`` processes (1: joblib's backend); kill one ``kills`` times."""
    draw, log = random.Random(seed), folder / "log"
    log.touch()
    ended, done = threading.Event(), [0]

    def strike() -> None:
        while done[0] < kills and not ended.wait(draw.uniform(1, 4) * seconds):
            alive = [p for p in _at_work(log) if _exists(p)]
            if alive:
                os.kill(draw.choice(alive), signal.SIGKILL)
                done[0] += 1
                while not ended.is_set() and _at_work(log) == alive:
                    time.sleep(0.01)

    clock = time.perf_counter()
    thread = threading.Thread(target=strike)
    thread.start()
    try:
        parts = Workers(jobs, Checkpoints(folder)).run("b", range(blocks), work(log, seconds), "blocks")  # type: ignore[arg-type]
    finally:
        ended.set()
        thread.join()
    return tally(log, blocks, done[0], [p["x"] for p in parts], time.perf_counter() - clock)


def _at_work(log: Path) -> list[int]:
    """Processes that have begun a block and not finished it, the last of each process counting."""
    state = {int(pid): what for what, _, pid in (line.split() for line in log.read_text().splitlines())}
    return sorted(pid for pid, what in state.items() if what != "finished" and _exists(pid))


def _exists(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


_CLIENT = """
import sys
from pathlib import Path
from casegen_evidence.blocks import Workers
from casegen_evidence.method import Checkpoints
from benchmarks.deaths import JOBS, work
folder, blocks, seconds = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
Workers(JOBS, Checkpoints(folder)).run("b", range(blocks), work(folder / "log", seconds), "blocks")
"""


def kill_clients(kills: int, blocks: int, seconds: float, folder: Path, seed: int = 1) -> Tally:
    """Start the run, kill it with its workers at a random moment, ``kills`` times; then let it end."""
    draw, log = random.Random(seed), folder / "log"
    log.touch()
    clock, struck = time.perf_counter(), 0
    command = [sys.executable, "-c", _CLIENT, str(folder), str(blocks), str(seconds)]
    while struck < kills:
        before = len(log.read_text())
        client = subprocess.Popen(command, start_new_session=True)
        while client.poll() is None and len(log.read_text()) == before:
            time.sleep(0.01)
        time.sleep(draw.uniform(0, 3) * seconds)
        if client.poll() is not None:
            break
        os.killpg(client.pid, signal.SIGKILL)
        client.wait()
        struck += 1
    parts = Workers(1, Checkpoints(folder)).run("b", range(blocks), work(log, seconds), "blocks")  # type: ignore[arg-type]
    return tally(log, blocks, struck, [p["x"] for p in parts], time.perf_counter() - clock)


def main() -> None:
    """Two lines; exit 1 if anything was lost or computed twice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.1, help="of each block")
    given = parser.parse_args()
    bad = False
    for kill, name in ((kill_workers, "a worker"), (kill_clients, "the client and its workers")):
        with tempfile.TemporaryDirectory() as folder:
            made = kill(given.kills, 6 * given.kills, given.seconds, Path(folder))
        print(
            f"{name} killed {made.kills} times in {made.blocks} blocks of {given.seconds:g} s: {made.lost} lost, "
            f"{made.twice} computed again though kept, {made.in_progress} in progress when killed; {made.seconds:.0f} s"
        )
        bad |= bool(made.lost or made.twice or made.in_progress > JOBS * made.kills)
    sys.exit(bad)


if __name__ == "__main__":
    main()
