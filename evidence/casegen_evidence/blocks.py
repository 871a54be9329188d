"""Work in blocks: over processes, with progress, resumable after a kill, the same result to the bit.

Each block has its own random stream and is computed whole, so that neither the number of processes, nor
the order, nor an interruption can change a result.
"""

from __future__ import annotations

import contextlib
import os
import time
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence import cluster
from casegen_evidence.method import Checkpoints, InputProblem

Arrays = Mapping[str, NDArray[Any]]
MOST_DEATHS = 8
"""Times in a row that a worker process may end before any block is finished."""


class WorkersLostError(InputProblem):
    """Worker processes end again and again before they have finished a block; finished blocks are kept."""


def _silent(fraction: float, what: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Workers:
    """How blocks are run: ``jobs`` processes (or what ``joblib.parallel_config`` says, if 1).

    What computes on a ``device`` other than ``cpu`` does so in this process, or on a cluster by the workers that have the
    resource ``GPU``, where some have.

    ``scratch`` keeps finished blocks, so that a killed run goes on where it stopped, if it is a folder of
    :class:`Checkpoints`; in any other, blocks may be those of another run, and none are kept or used.  ``start`` and
    ``stop`` are the share of the whole run's progress that the blocks are.
    """

    jobs: int = 1
    scratch: Path | None = None
    progress: Callable[[float, str], None] = field(default=_silent)
    start: float = 0.0
    stop: float = 1.0
    device: str = "cpu"

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
            ClusterError: a cluster was lost, or a block ends its workers.
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
        parts = ((block, (block if part is None else part(block),)) for block in missing)
        gpu = self.device != "cpu"
        jobs = 1 if gpu else self.jobs
        client = cluster.in_use() if jobs == 1 else None
        if client is not None and (not gpu or cluster.with_gpu(client)):
            for block, result in cluster.answers(client, work, parts, len(missing), gpu=gpu):
                self._keep(name, block, result)
                yield block, result
        elif gpu or self._alone(jobs):
            for block, given in parts:
                result = work(*given)
                self._keep(name, block, result)
                yield block, result
        else:
            yield from self._processes(name, parts, work)

    @property
    def _keeps(self) -> bool:
        """Whether blocks are kept: only where none of another run can be taken for them."""
        return isinstance(self.scratch, Checkpoints)

    @staticmethod
    def _alone(jobs: int) -> bool:
        """Whether there is one process: no more are asked for, here or by ``joblib.parallel_config``."""
        from joblib import effective_n_jobs

        return bool((jobs if jobs > 1 else effective_n_jobs(None)) == 1)

    def _processes(
        self, name: str, parts: Iterator[cluster.Part], work: Callable[[Any], Arrays]
    ) -> Iterator[tuple[int, Arrays]]:
        """As :meth:`_answers`, by processes of this machine."""
        from joblib import Parallel, delayed

        here = self.jobs > 1  # the processes are ours: each keeps what it has finished
        # joblib tells of workers that it replaced to free their memory; no result is lost by that
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given")
        raw, digest = cluster.sent(work)
        keeping = Workers(scratch=self.scratch) if here and self._keeps else None
        # without jobs of our own, as many as ``joblib.parallel_config`` says
        parallel = Parallel(n_jobs=self.jobs if here else None, return_as="generator_unordered", batch_size=1)
        tasks = ((raw, digest, name, block, given, keeping) for block, given in parts)
        for block, result in parallel(delayed(_computed)(*task) for task in tasks):
            if keeping is None:
                self._keep(name, block, result)
            yield block, result

    def _path(self, name: str, block: int) -> Path:
        assert self.scratch is not None
        device = "" if self.device == "cpu" else f"-{self.device}"  # another device rounds otherwise
        return self.scratch / f"{name}{device}-{block}.npz"

    def _kept(self, name: str, block: int) -> Arrays | None:
        """A finished block; None if there is none or a kill left it half written."""
        if not self._keeps or not self._path(name, block).is_file():
            return None
        try:
            with np.load(self._path(name, block), allow_pickle=False) as file:
                return {key: file[key] for key in file.files}
        except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile, zlib.error):
            return None

    def _keep(self, name: str, block: int, result: Arrays) -> None:
        """Keep a finished block; where the disk is full it is not kept, and the run goes on."""
        if not self._keeps:
            return
        path = self._path(name, block)
        partial = path.with_suffix(f".{os.getpid()}.part")
        try:
            with partial.open("wb") as stream:
                np.savez(stream, allow_pickle=False, **dict(result))
            partial.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink()


def _computed(
    raw: NDArray[np.uint8], digest: str, name: str, block: int, given: tuple[Any], keeping: Workers | None
) -> tuple[int, Arrays]:
    """In a process of this machine: one block, kept there where ``keeping`` says so."""
    result = cluster.computed(raw, digest, given)
    if keeping is not None:
        keeping._keep(name, block, result)
    return block, result
