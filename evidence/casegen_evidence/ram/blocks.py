"""Work in blocks: over processes, with progress, resumable after a kill, the same result to the bit.

Each block has its own random stream and is computed whole, so that neither the number of processes, nor
the order, nor an interruption can change a result.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]


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

        ``part`` is called here, so that only what a block needs travels to its worker.
        """
        from joblib import Parallel, delayed

        done: dict[int, Arrays] = {b: kept for b in blocks if (kept := self._kept(name, b)) is not None}
        missing = [b for b in blocks if b not in done]
        begun = time.monotonic()
        # joblib tells of workers that it replaced to free their memory; no result is lost by that
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given")
        parallel = Parallel(n_jobs=self.jobs if self.jobs > 1 else None, return_as="generator")
        answers = parallel(delayed(work)(b if part is None else part(b)) for b in missing)
        for number, (block, result) in enumerate(zip(missing, answers, strict=True), start=1):
            done[block] = result
            self._keep(name, block, result)
            left = (time.monotonic() - begun) / number * (len(missing) - number)
            share = len(done) / len(blocks)
            self.progress(self.start + share * (self.stop - self.start), f"{what}, {left:.0f} s left")
        return [done[b] for b in blocks]

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
