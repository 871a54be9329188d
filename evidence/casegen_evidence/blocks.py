"""Work in blocks: over processes, with progress, resumable after a kill, the same result to the bit.

Each block has its own random stream and is computed whole, so that neither the number of processes, nor
the order, nor an interruption can change a result.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem

Arrays = Mapping[str, NDArray[Any]]
MOST_DEATHS = 8
"""Times in a row that a worker process may end before any block is finished."""
_work: dict[str, Callable[[Any], Arrays]] = {}
"""In a worker process: what it computes blocks by, under its hash; the last one only."""


class WorkersLostError(InputProblem):
    """Worker processes end again and again before they have finished a block; finished blocks are kept."""


def _silent(fraction: float, what: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Workers:
    """How blocks are run: ``jobs`` processes (or what ``joblib.parallel_config`` says, if 1).

    ``scratch`` keeps finished blocks, so that a killed run goes on where it stopped; it must belong to
    this very run (same inputs, parameters and seed).  ``start`` and ``stop`` are the share of the whole
    run's progress that the blocks are.
    """

    jobs: int = 1
    scratch: Path | None = None
    progress: Callable[[float, str], None] = field(default=_silent)
    start: float = 0.0
    stop: float = 1.0

    def run(
        self,
        name: str,
        blocks: Sequence[int],
        work: Callable[[Any], Arrays],
        what: str,
        part: Callable[[int], Any] | None = None,
    ) -> list[Arrays]:
        """``work(block)`` for every block, in the order of ``blocks``; ``work(part(block))`` if ``part`` is given.

        ``part`` is called here, so that only what a block needs travels to its worker; ``work`` travels to a worker
        once.  Where a worker process dies, the blocks that were in progress are computed again, and no others.

        Raises:
            WorkersLostError: workers died :data:`MOST_DEATHS` times in a row before any block was finished.
        """
        done = {b: kept for b in blocks if (kept := self._kept(name, b)) is not None}
        start, begun, deaths = len(done), time.monotonic(), 0
        while missing := [b for b in blocks if b not in done]:
            before = len(done)
            try:
                for block, result in self._answers(name, missing, work, part):
                    done[block] = result
                    left = (time.monotonic() - begun) / (len(done) - start) * (len(blocks) - len(done))
                    share = len(done) / len(blocks)
                    words = f"{what}, {left:.0f} s left"
                    self.progress(self.start + share * (self.stop - self.start), words)
            except BrokenProcessPool as error:
                done |= {b: kept for b in missing if (kept := self._kept(name, b)) is not None}
                deaths = 0 if len(done) > before else deaths + 1
                if deaths == MOST_DEATHS:
                    raise WorkersLostError(
                        f"expected worker processes that finish a block of {what}; they ended {deaths} times in a "
                        "row, as they do where memory runs out. Finished blocks are kept: run again with fewer jobs"
                    ) from error
        return [done[b] for b in blocks]

    def _answers(
        self,
        name: str,
        missing: Sequence[int],
        work: Callable[[Any], Arrays],
        part: Callable[[int], Any] | None,
    ) -> Iterator[tuple[int, Arrays]]:
        """Blocks with their results as they are finished, each of them kept."""
        from joblib import Parallel, delayed
        from joblib.parallel import get_active_backend

        here = self.jobs > 1  # workers are processes of this machine: each keeps what it has finished
        # without jobs of our own, as many as ``joblib.parallel_config`` says: 1 where it says nothing
        parallel = Parallel(n_jobs=self.jobs if here else None, return_as="generator_unordered", batch_size=1)
        if parallel.n_jobs == 1:
            for block in missing:
                result = work(block if part is None else part(block))
                self._keep(name, block, result)
                yield block, result
            return
        # joblib tells of workers that it replaced to free their memory; no result is lost by that
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given")
        raw, digest = _sent(work)
        keeping = Workers(scratch=self.scratch) if here and self.scratch is not None else None
        tasks = ((raw, digest, name, b, (b if part is None else part(b),), keeping) for b in missing)
        client = None if here else getattr(get_active_backend()[0], "client", None)
        answers = (
            parallel(delayed(_computed)(*t) for t in tasks) if client is None else _answered(client, tasks)
        )
        for block, result in answers:
            if keeping is None:
                self._keep(name, block, result)
            yield block, result

    def _path(self, name: str, block: int) -> Path:
        assert self.scratch is not None
        return self.scratch / f"{name}-{block}.npz"

    def _kept(self, name: str, block: int) -> Arrays | None:
        """A finished block; None if there is none or a kill left it half written."""
        if self.scratch is None or not self._path(name, block).is_file():
            return None
        try:
            with np.load(self._path(name, block), allow_pickle=False) as file:
                return {key: file[key] for key in file.files}
        except (OSError, ValueError, EOFError):
            return None

    def _keep(self, name: str, block: int, result: Arrays) -> None:
        if self.scratch is None:
            return
        path = self._path(name, block)
        partial = path.with_suffix(f".{os.getpid()}.part")
        with partial.open("wb") as stream:
            np.savez(stream, allow_pickle=False, **dict(result))
        partial.replace(path)


def _sent(work: Callable[[Any], Arrays]) -> tuple[NDArray[np.uint8], str]:
    """``work`` as an array of bytes, which a backend brings to each worker once, and their hash."""
    from joblib.externals.loky.backend.reduction import dumps

    raw = bytes(dumps(work))
    return np.frombuffer(raw, dtype=np.uint8), hashlib.sha256(raw).hexdigest()


def _answered(client: Any, tasks: Iterator[tuple[Any, ...]]) -> Iterator[tuple[int, Arrays]]:
    """The blocks of ``tasks`` by a Dask cluster, as they are finished; joblib would keep, and repeat, what is gathered.

    What computes is a result of the cluster, which brings it to each worker once, and makes it again where it is lost.
    """
    from distributed import as_completed

    first = next(tasks, None)
    if first is None:
        return
    shared = client.submit(_itself, first[0])
    ahead = 2 * sum(client.nthreads().values()) + 1
    waiting = as_completed(with_results=True)
    for task in (first, *islice(tasks, ahead)):
        waiting.add(client.submit(_computed, shared, *task[1:], pure=False))
    for future, result in waiting:
        future.release()
        for task in islice(tasks, 1):
            waiting.add(client.submit(_computed, shared, *task[1:], pure=False))
        yield result


def _itself(raw: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return raw


def _computed(
    raw: NDArray[np.uint8], digest: str, name: str, block: int, given: tuple[Any], keeping: Workers | None
) -> tuple[int, Arrays]:
    """In a worker: one block, kept there where ``keeping`` says so; ``given`` travels with it, in a tuple of its own."""
    if digest not in _work:
        _work.clear()
        _work[digest] = pickle.loads(raw.tobytes())
    result = _work[digest](*given)
    if keeping is not None:
        keeping._keep(name, block, result)
    return block, result
