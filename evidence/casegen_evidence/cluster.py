"""Blocks on a Dask cluster: short ones in groups, on workers that compute by the same code and versions.

A task costs the scheduler some milliseconds, and what it gives is fetched from a worker that is already computing the
next: blocks shorter than :data:`GROUP` travel together.  A group that meets an error gives what it has finished.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.threads import one_thread_for_good

Arrays = Mapping[str, NDArray[Any]]
Part = tuple[int, tuple[Any]]
"""A block's number, and what its worker computes it from, in a tuple of its own."""
Versions = Mapping[str, str]
GROUP = 0.25
"""Seconds of blocks that travel as one task, where blocks are shorter."""
GPU = "GPU"
"""Resource of workers that compute what is asked for on ``cuda``: ``dask worker --resources GPU=1``."""
REQUIRED = ("casegen", "numpy", "scipy", "scikit-learn")
"""Without these, in the caller's version, nothing is computed; what else a worker lacks is an error where it is used."""
_work: dict[str, Callable[[Any], Arrays]] = {}
"""In a worker process: what it computes blocks by, under its hash; the last one only."""
_alike: set[str] = set()
"""In a worker process: what it was found to have in common with whoever asks."""


class ClusterError(InputProblem):
    """A cluster cannot go on: the scheduler is gone, or a block ends its workers; finished blocks are kept."""


class OtherVersionError(InputProblem):
    """A worker computes by another code or version: results would depend on who computes them."""


@dataclass(frozen=True, slots=True)
class Alike:
    """What workers must have in common with the caller: ``own`` gives a process's own versions, ``must`` the caller's."""

    own: Callable[[], Versions]
    must: Versions

    @property
    def key(self) -> str:
        """Hash of what must be."""
        return hashlib.sha256(repr(sorted(self.must.items())).encode()).hexdigest()

    def differences(self, theirs: Versions) -> list[str]:
        """What a process with the versions ``theirs`` has otherwise, in words."""
        return [
            f"{name} is {theirs.get(name, 'not there')}, here it is {value}"
            for name, value in self.must.items()
            if theirs.get(name) != value and (name in theirs or name in REQUIRED)
        ]


asked: ContextVar[Alike | None] = ContextVar("asked", default=None)
"""What the workers of the cluster in use are asked for; None: nothing."""


def sent(work: Callable[[Any], Arrays]) -> tuple[NDArray[np.uint8], str]:
    """``work`` as an array of bytes, which a backend brings to each worker once, and their hash."""
    from joblib.externals.loky.backend.reduction import dumps

    raw = bytes(dumps(work))
    return np.frombuffer(raw, dtype=np.uint8), hashlib.sha256(raw).hexdigest()


def computed(raw: NDArray[np.uint8], digest: str, given: tuple[Any]) -> Arrays:
    """In a worker: one block; what computes is unpacked once.

    An error that cannot be packed would end the worker as if memory had run out: it is raised in words.
    """
    if digest not in _work:
        _work.clear()
        _work[digest] = pickle.loads(raw.tobytes())
        one_thread_for_good()
    try:
        return _work[digest](*given)
    except Exception as error:
        if _travels(error):
            raise
        raise RuntimeError(f"{type(error).__name__}: {error}") from error


def _travels(error: Exception) -> bool:
    try:
        return isinstance(pickle.loads(pickle.dumps(error)), type(error))
    except Exception:
        return False


def in_use() -> Any:
    """The client of the cluster that ``joblib.parallel_config("dask")`` names; None without one."""
    from joblib.parallel import get_active_backend

    return getattr(get_active_backend()[0], "client", None)


def with_gpu(client: Any) -> bool:
    """Whether some worker states the resource :data:`GPU`."""
    workers = client.scheduler_info()["workers"].values()
    return any(worker["resources"].get(GPU, 0) >= 1 for worker in workers)


def answers(
    client: Any, work: Callable[[Any], Arrays], parts: Iterator[Part], count: int, *, gpu: bool = False
) -> Iterator[tuple[int, Arrays]]:
    """Each of ``count`` ``parts`` as it is finished; those that are not wanted any more are cancelled.

    What computes is a result of the cluster, which brings it to each worker once, and makes it again where it is lost.

    Raises:
        ClusterError: the scheduler is gone, or workers ended again and again with one block.
        OtherVersionError: a worker computes by another code or version.
    """
    from distributed import KilledWorker, as_completed

    raw, digest = sent(work)
    shared = client.submit(_itself, raw)
    waiting = as_completed(with_results=True, raise_errors=False)
    flight = _Flight(client, shared, digest, waiting, parts, count, {GPU: 1} if gpu else None)
    try:
        for _ in range(2 * flight.threads + 1):
            flight.send()
        for future, (tasks, result) in _received(flight):
            finished, seconds = result
            future.release()
            flight.learn(seconds / len(finished))
            flight.again(tasks[len(finished) :])  # the first of these raised an error, and raises it alone
            flight.send()
            yield from finished
    except KilledWorker as error:
        raise ClusterError(
            "expected workers that finish a block; they ended again and again with one and the same, as they do where "
            "memory runs out. Finished blocks are kept: give workers more memory"
        ) from error
    except (OSError, CancelledError) as error:
        if client.status == "running" and not isinstance(error, CancelledError):
            raise  # the block's own
        raise ClusterError(
            "expected a scheduler that answers; the connection was lost. Finished blocks are kept: run again"
        ) from error
    finally:
        with contextlib.suppress(Exception):  # a scheduler that is gone has nothing left to cancel
            client.cancel(list(flight.sent), force=True)


def _received(flight: _Flight) -> Iterator[tuple[Any, tuple[list[Part], tuple[list[Any], float]]]]:
    for future, result in flight.waiting:
        tasks = flight.sent.pop(future)
        if future.status != "finished":
            future.result()  # raises what happened
        blocks = [block for block, _ in result[0]]
        if not blocks or blocks != [block for block, _ in tasks[: len(blocks)]]:
            raise ClusterError(
                "expected from a worker the blocks it was given, in their order; it gave others"
            )
        yield future, (tasks, result)


class _Flight:
    """What is under way on the cluster, and what is still to be sent."""

    def __init__(
        self,
        client: Any,
        shared: Any,
        digest: str,
        waiting: Any,
        parts: Iterator[Part],
        left: int,
        needs: Any,
    ) -> None:
        self.client, self.shared, self.digest, self.waiting = client, shared, digest, waiting
        self.parts, self.left, self.needs = parts, left, needs
        self.threads = max(1, sum(client.nthreads().values()))
        self.sent: dict[Any, list[Part]] = {}
        self.seconds: float | None = None

    def learn(self, seconds: float) -> None:
        """A block took so long; the mean follows the last ones."""
        self.seconds = seconds if self.seconds is None else 0.7 * self.seconds + 0.3 * seconds

    def send(self) -> None:
        """One more task: blocks that fill the time of a group, fewer towards the end, so that workers end together."""
        size = 1
        if self.seconds is not None:
            fill = GROUP / max(self.seconds, 1e-6)
            size = max(1, int(min(fill, self.left / (2 * self.threads))))
        tasks = list(islice(self.parts, size))
        self.left -= len(tasks)
        self.again(tasks)

    def again(self, tasks: list[Part]) -> None:
        """Send these."""
        if not tasks:
            return
        future = self.client.submit(
            _group, self.shared, self.digest, tasks, asked.get(), pure=False, resources=self.needs
        )
        self.sent[future] = tasks
        self.waiting.add(future)


def _itself(raw: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return raw


def _group(
    raw: NDArray[np.uint8], digest: str, tasks: list[Part], alike: Alike | None
) -> tuple[list[tuple[int, Arrays]], float]:
    """In a worker: the blocks of ``tasks`` up to the first error, and their seconds; the error, if nothing else."""
    if alike is not None and alike.key not in _alike:
        if different := alike.differences(alike.own()):
            raise OtherVersionError(
                f"a worker computes with other versions ({platform.node()}, process {os.getpid()}): "
                f"{'; '.join(different[:5])}. Install the same versions on every worker"
            )
        _alike.add(alike.key)
    finished: list[tuple[int, Arrays]] = []
    begun = time.perf_counter()
    for block, given in tasks:
        try:
            finished.append((block, computed(raw, digest, given)))
        except Exception:
            if not finished:
                raise
            break
    return finished, time.perf_counter() - begun
