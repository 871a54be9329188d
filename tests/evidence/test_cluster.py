"""Blocks on a Dask cluster: groups of short ones, errors, resources, and workers that are not what they should be."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("distributed", reason="needs the extra casegen[dask]")

from casegen_evidence import cluster
from casegen_evidence.blocks import Workers
from casegen_evidence.method import Checkpoints

LOCK = threading.Lock()


@contextmanager
def two_workers(**second: Any) -> Iterator[Any]:
    """A cluster in this process, with ``second`` for the second worker."""
    from distributed import Client, Scheduler, SpecCluster, Worker
    from joblib import parallel_config

    scheduler = {"cls": Scheduler, "options": {"dashboard": False, "port": 0, "protocol": "inproc://"}}
    plain = {"nthreads": 1, "protocol": "inproc://"}
    workers = {
        "first": {"cls": Worker, "options": plain},
        "second": {"cls": Worker, "options": plain | second},
    }
    with (
        SpecCluster(workers=workers, scheduler=scheduler) as made,
        Client(made, set_as_default=True) as client,
    ):
        client.wait_for_workers(2)
        with parallel_config("dask"):
            yield client


def who(block: int) -> dict[str, np.ndarray]:
    from distributed import get_worker

    time.sleep(0.01)
    return {"block": np.array([block]), "worker": np.array([str(get_worker().name)])}


def names(parts: Any) -> set[str]:
    return {str(part["worker"][0]) for part in parts}


@pytest.mark.slow
def test_short_blocks_travel_together_and_come_back_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "GROUP", 5.0)  # short they are on a busy machine too
    sizes: list[int] = []
    with two_workers() as client:
        submit = client.submit

        def counted(function: Any, *given: Any, **more: Any) -> Any:
            if len(given) > 2:
                sizes.append(len(given[2]))
            return submit(function, *given, **more)

        client.submit = counted
        parts = Workers(scratch=Checkpoints(tmp_path)).run("b", range(120), who, "blocks", lambda k: k)
    assert [int(part["block"][0]) for part in parts] == list(range(120))
    assert sum(sizes) == 120
    assert max(sizes) > 2
    assert names(parts) == {"first", "second"}
    assert len(list(tmp_path.glob("b-*.npz"))) == 120


def test_an_error_of_a_block_is_its_own_and_costs_no_other(tmp_path: Path) -> None:
    begun: Counter[int] = Counter()

    def work(block: int) -> dict[str, np.ndarray]:
        with LOCK:
            begun[block] += 1
        if block == 60:
            raise ZeroDivisionError("block 60")
        return {"x": np.zeros(1)}

    kept: set[str] = set()
    with two_workers():
        cluster_work = Shared(work)
        with pytest.raises(ZeroDivisionError, match="block 60"):
            Workers(scratch=Checkpoints(tmp_path)).run("b", range(64), cluster_work, "blocks")
        kept = {path.stem for path in tmp_path.glob("b-*.npz")}
    assert "b-60" not in kept
    assert len(kept) > 5
    assert all(n == 1 for block, n in begun.items() if block != 60)


class Shared:
    """Work that travels as its place in this process, so that what it counts is counted here."""

    made: Any = None

    def __init__(self, work: Any) -> None:
        Shared.made = staticmethod(work)

    def __call__(self, block: int) -> Any:
        return _the_work(block)

    def __reduce__(self) -> Any:
        return _again, ()


def _again() -> Any:
    return _the_work


def _the_work(block: int) -> Any:
    return Shared.made(block)


@pytest.mark.slow
def test_what_needs_a_gpu_goes_to_workers_that_have_one_and_stays_here_without(tmp_path: Path) -> None:
    with two_workers(resources={"GPU": 1}):
        assert names(Workers(device="cuda").run("b", range(12), who, "blocks")) == {"second"}
        assert names(Workers().run("b", range(12), who, "blocks")) == {"first", "second"}
    with two_workers():
        here = Workers(2, Checkpoints(tmp_path), device="cuda").run("b", range(3), _here, "blocks")
        assert [int(part["thread"][0]) for part in here] == [threading.get_ident()] * 3
    assert {path.name for path in tmp_path.glob("*.npz")} == {f"b-cuda-{k}.npz" for k in range(3)}
    assert (
        int(
            Workers(1, Checkpoints(tmp_path)).run("b", [0], lambda k: {"thread": np.array([0])}, "blocks")[0][
                "thread"
            ][0]
        )
        == 0
    )


def _here(block: int) -> dict[str, np.ndarray]:
    return {"thread": np.array([threading.get_ident()])}


@pytest.mark.slow
def test_a_worker_that_joins_later_with_another_version_is_refused_by_name() -> None:
    own = {"casegen": "1", "numpy": "2", "code of casegen_robot": "abc", "torch": "2.13"}
    for theirs, words in (
        (own | {"numpy": "1"}, "numpy is 1, here it is 2"),
        (own | {"code of casegen_robot": "xyz"}, "code of casegen_robot is xyz, here it is abc"),
        ({k: v for k, v in own.items() if k != "casegen"}, "casegen is not there"),
    ):
        before = cluster.asked.set(cluster.Alike(theirs.copy, own))
        try:
            with two_workers(), pytest.raises(cluster.OtherVersionError, match=words):
                Workers().run("b", range(4), who, "blocks")
        finally:
            cluster.asked.reset(before)
    without = cluster.Alike(dict, own).differences({k: v for k, v in own.items() if k != "torch"})
    assert without == []  # what needs it says so where it is used


@pytest.mark.slow
@pytest.mark.parametrize("going_on", [False, True])
def test_a_scheduler_that_dies_ends_the_run_by_name_and_keeps_what_is_finished(
    tmp_path: Path, going_on: bool
) -> None:
    import subprocess
    import sys

    from distributed import Client
    from joblib import parallel_config

    script = (
        "from distributed import LocalCluster; import sys, time\n"
        "if __name__ == '__main__':\n"
        "    c = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, processes=False, protocol='tcp')\n"
        "    print(c.scheduler_address, flush=True); sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()

    def strike(share: float, words: str) -> None:
        if share > 0.4:
            process.send_signal(signal.SIGKILL)

    try:
        with Client(address, set_as_default=True, timeout=30) as client, parallel_config("dask"):
            workers = Workers(scratch=Checkpoints(tmp_path), progress=strike)
            with pytest.raises(cluster.ClusterError, match="scheduler"):
                workers.run("b", range(60), _slow, "blocks")
            assert client.status != "running"
    finally:
        process.kill()
        process.wait()
    kept = len(list(tmp_path.glob("b-*.npz")))
    assert kept >= 24
    if going_on:
        began = time.time_ns()
        parts = Workers(scratch=Checkpoints(tmp_path)).run("b", range(60), _slow, "blocks")
        assert sum(int(part["at"][0]) < began for part in parts) == kept


def _slow(block: int) -> dict[str, np.ndarray]:
    time.sleep(0.05)
    return {"at": np.array([time.time_ns()])}
