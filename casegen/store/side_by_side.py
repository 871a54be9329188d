"""Items side by side: each is computed by a process of its own, which starts as this one was started.

A process of its own, so that what one item loads, opens or sets is nothing to another.  A process that dies is started
once more and goes on from the blocks it had finished; where this process dies, those that it started end too.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from casegen.io.file_errors import said_by_system
from casegen.model.case import Case
from casegen.store.outcome import Computing, Outcome, Progress
from casegen.store.recipe import Recipe
from casegen.store.schedule import Task, available_memory, ordered

STARTS = 2
"""Times that an item's process is started before its death is the outcome."""
KILLED = 9
"""The signal by which the system ends a process where memory runs out."""
_MAIN = "from casegen.store.item_process import main; main()"


@dataclass(frozen=True, slots=True)
class ItemJob:
    """What the process of an item is given."""

    case: Case
    wanted: Recipe
    force: bool
    processes: int
    device: str
    address: str
    anew: bool = False
    """whether the recipe is made anew, by the code that is installed now"""


@dataclass(slots=True)
class _Running:
    task: Task
    processes: int
    process: subprocess.Popen[bytes]
    starts: int = 1
    outcome: Outcome | None = None
    error: BaseException | None = None


@dataclass(slots=True)
class _Pool:
    """The processes at work, and what they report: the item's id, and a message or None at its end."""

    case: Case
    computing: Computing
    force: bool
    device: str
    memory: int | None
    anew: bool
    reports: queue.Queue[tuple[str, Any]] = field(default_factory=queue.Queue)
    running: dict[str, _Running] = field(default_factory=dict)

    @property
    def free(self) -> int:
        return self.computing.items - sum(one.processes for one in self.running.values())

    def fits(self, task: Task, processes: int) -> bool:
        """Whether the memory stated allows one more; an item alone always runs."""
        if self.memory is None or not self.running:
            return True
        used = sum(one.processes * one.task.memory for one in self.running.values())
        return used + processes * task.memory <= self.memory

    def start(self, task: Task, processes: int, starts: int = 1) -> None:
        assert task.wanted is not None
        job = ItemJob(
            self.case, task.wanted, self.force, processes, self.device, self.computing.address, self.anew
        )
        path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _MAIN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C reaches this process only, which ends the others
        )
        self.running[task.id] = _Running(task, processes, process, starts)
        with contextlib.suppress(BrokenPipeError):
            assert process.stdin is not None
            pickle.dump(job, process.stdin)
            process.stdin.flush()
        threading.Thread(target=self._read, args=(task.id, process), daemon=True).start()

    def _read(self, item: str, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        # a report that is cut where its process was killed ends in errors of many kinds; without the None below nobody
        # would learn that the process has ended
        with contextlib.suppress(Exception):
            while True:
                self.reports.put((item, pickle.load(process.stdout)))
        self.reports.put((item, None))

    def ended(self, item: str) -> _Running | None:
        """The item's process, which has ended; None where it died and is started once more."""
        one = self.running.pop(item)
        code = one.process.wait()
        _close(one.process)
        if one.outcome is None and one.error is None:
            if one.starts < STARTS:
                self.start(one.task, one.processes, one.starts + 1)
                return None
            words = f"signal {-code}" if code < 0 else f"exit code {code}"
            words += ", as where memory runs out" if -code == KILLED else ""
            message = f"its process ended with {words}; finished blocks are kept: run again"
            one.outcome = Outcome(item, "failed", message=message)
        return one

    def end(self) -> None:
        """Kill what is still at work, with the processes that it started."""
        for one in self.running.values():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(one.process.pid, signal.SIGKILL)
                else:
                    one.process.kill()
            one.process.wait()
            _close(one.process)


def _close(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def side_by_side(
    case: Case,
    tasks: Sequence[Task],
    computing: Computing,
    *,
    force: bool,
    device: str,
    memory: int | None,
    progress: Progress | None,
    anew: bool = False,
) -> Iterator[Outcome]:
    """Compute ``tasks``, as many at a time as ``computing`` and ``memory`` (bytes; the machine's, if None) allow.

    ``anew`` where the code that made the recipes may not be what is installed.

    An error that is no outcome (a package is missing, a defect) is raised when all have ended; one of the disk, when what
    is at work has: what follows could not be kept either.
    """
    waiting = ordered(tasks)
    error: BaseException | None = None
    pool = _Pool(case, computing, force, device, available_memory() if memory is None else memory, anew)
    try:
        while pool.running or (waiting and not isinstance(error, OSError)):
            if not isinstance(error, OSError):
                _fill(pool, waiting)
            item, report = pool.reports.get()
            one = pool.running[item]
            if isinstance(report, tuple):
                if progress is not None:
                    progress(item, *report)
            elif isinstance(report, Outcome):
                one.outcome = report
            elif isinstance(report, BaseException):
                one.error = report
            elif (done := pool.ended(item)) is not None:
                error = done.error if error is None or isinstance(done.error, OSError) else error
                yield done.outcome or Outcome(item, "failed", message=_words(done.error))
    finally:
        pool.end()
    if error is not None:
        raise error


def _words(error: BaseException | None) -> str:
    return said_by_system(error) if isinstance(error, OSError) else str(error)


def _fill(pool: _Pool, waiting: list[Task]) -> None:
    """Start what can be started; work in blocks gets its share of the processes that are free."""
    for task in list(waiting):
        if pool.free <= 0:
            return
        unfinished = {one.id for one in waiting} | pool.running.keys()
        if any(other in unfinished for other in task.after):
            continue
        share = pool.free // len(waiting) if task.stages and not pool.computing.address else 1
        processes = max(1, share)
        while processes > 1 and not pool.fits(task, processes):
            processes -= 1
        if pool.fits(task, processes):
            waiting.remove(task)
            pool.start(task, processes)
