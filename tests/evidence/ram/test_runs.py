"""A run that is killed goes on where it stopped, to the same bits."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from casegen_evidence.method import Checkpoints, Run
from casegen_evidence.ram.method import LOW_DIMENSIONAL
from casegen_evidence.ram.problems import two_boxes, write_csv

PARAMETERS = {
    "classifier": {"kind": "k-nearest-neighbours"},
    "domain": [(0, 1), (0, 1)],
    "cells": 120,
    "bandwidth": 0.1,
    "samples": 60_000,
}
CHILD = """
import sys
from pathlib import Path
from tests.evidence.ram.test_runs import run
run(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def run(points: Path, scratch: Path):
    checked = LOW_DIMENSIONAL.parameters.model_validate(PARAMETERS)
    return LOW_DIMENSIONAL.run(Run({"points": points}, checked, 3, 0.95, Checkpoints(scratch)))


@pytest.mark.slow
def test_killed_by_the_system_and_resumed(tmp_path: Path) -> None:
    points, scratch, other = tmp_path / "p.csv", tmp_path / "a", tmp_path / "b"
    scratch.mkdir()
    other.mkdir()
    write_csv(two_boxes(), points, 600, seed=1)
    root = Path(__file__).parents[3]
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(points), str(scratch)], cwd=root)
    deadline = time.monotonic() + 120
    while not list(scratch.glob("votes-*.npz")) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    done = {path.name: path.stat().st_mtime_ns for path in scratch.glob("*.npz")}
    assert done
    resumed = run(points, scratch)
    assert all((scratch / name).stat().st_mtime_ns == at for name, at in done.items())
    assert len(list(scratch.glob("*.npz"))) > len(done) or len(done) == 8
    assert resumed == run(points, other)
