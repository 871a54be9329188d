"""Blocks survive the processes that compute them: nothing finished is lost, nothing finished is computed again."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.blocks import MOST_DEATHS, Workers, WorkersLostError
from casegen_evidence.method import Checkpoints

from benchmarks.deaths import JOBS, Tally, kill_clients, kill_workers

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")


def sound(made: Tally) -> None:
    assert made.kills > 0
    assert (made.lost, made.twice) == (0, 0)
    assert made.in_progress <= JOBS * made.kills


@linux
@pytest.mark.slow
def test_a_worker_that_dies_costs_the_block_in_progress(tmp_path: Path) -> None:
    sound(kill_workers(4, 24, 0.1, tmp_path))


@linux
@pytest.mark.slow
def test_a_client_that_is_killed_costs_the_blocks_in_progress(tmp_path: Path) -> None:
    sound(kill_clients(3, 24, 0.1, tmp_path))


@linux
@pytest.mark.slow
def test_workers_that_always_die_end_the_run_and_keep_what_was_finished(tmp_path: Path) -> None:
    def work(block: int) -> dict[str, np.ndarray]:
        if block == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return {"x": np.full(2, block)}

    with pytest.raises(WorkersLostError, match=f"they ended {MOST_DEATHS} times in a row"):
        Workers(2, Checkpoints(tmp_path)).run("b", range(4), work, "blocks")
    assert {p.name for p in tmp_path.glob("*.npz")} == {"b-0.npz", "b-1.npz", "b-2.npz"}


@pytest.mark.slow
def test_what_a_worker_keeps_is_found_again_by_a_run_without_workers(tmp_path: Path) -> None:
    two = Workers(2, Checkpoints(tmp_path)).run("b", range(5), lambda b: {"x": np.full(3, b)}, "blocks")
    one = Workers(1, Checkpoints(tmp_path)).run("b", range(5), lambda b: {"x": np.full(3, -1)}, "blocks")
    assert [p["x"].tolist() for p in one] == [p["x"].tolist() for p in two] == [[b] * 3 for b in range(5)]


def test_blocks_in_a_folder_of_anybody_are_not_taken_for_those_of_a_run(tmp_path: Path) -> None:
    """A second run in the same folder, with other parameters, computes its own."""
    results = [
        Workers(1, tmp_path).run("b", range(2), lambda b, k=k: {"x": np.full(1, k)}, "blocks") for k in (1, 2)
    ]
    assert [[int(part["x"][0]) for part in parts] for parts in results] == [[1, 1], [2, 2]]
    own = Checkpoints(tmp_path)
    assert isinstance(own / "seed-1", Checkpoints)
    Workers(1, own).run("b", range(2), lambda b: {"x": np.full(1, 3)}, "blocks")
    again = Workers(1, tmp_path).run("b", range(2), lambda b: {"x": np.full(1, 4)}, "blocks")
    assert [int(part["x"][0]) for part in again] == [4, 4]


@pytest.mark.slow
def test_blocks_are_computed_by_the_workers_of_a_cluster_and_kept_here(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra casegen[dask]")
    from casegen.store.backends import computing_on

    def who(block: int) -> dict[str, np.ndarray]:
        return {"pid": np.array([os.getpid()])}

    with computing_on("dask", 2) as computing:
        parts = Workers(computing.processes, Checkpoints(tmp_path)).run("b", range(12), who, "blocks")
    assert os.getpid() not in {int(p["pid"][0]) for p in parts}
    assert len(list(tmp_path.glob("b-*.npz"))) == 12


@linux
@pytest.mark.slow
def test_a_worker_of_a_cluster_that_dies_costs_the_block_in_progress(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra casegen[dask]")
    from casegen.store.backends import computing_on

    with computing_on("dask", JOBS) as computing:
        sound(kill_workers(3, 16, 0.3, tmp_path, jobs=computing.processes))
