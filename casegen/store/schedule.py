"""The plan of a run: which items are computed, what is known of their time and memory, and in which order.

An item is a task.  Its method may cut its work into stages of independent blocks (``stages``); such a task can use
several processes, others use one.  Tasks run side by side; which of them do, and how many processes each has, changes
no byte of a result.
"""

from __future__ import annotations

import contextlib
import heapq
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.evidence import EvidenceSpec
from casegen.model.results import EvidenceState, Freshness
from casegen.store.environment import computed_by
from casegen.store.footing import usable
from casegen.store.method_code import rests_on
from casegen.store.methods import method
from casegen.store.recipe import Recipe, recipe
from casegen.store.scratch import checkpoints
from casegen.store.store import Store

if TYPE_CHECKING:
    from casegen_evidence.method import Method

MEMORY = (0.5e9, 20.0)
"""Bytes of a process, and further ones for each byte of the inputs, where a method does not state its ``memory``."""
NO_WORK = 0.1
"""Seconds: an item without an earlier result counts as the mean of the others, or as this long at least."""


@dataclass(frozen=True, slots=True)
class Task:
    """One evidence item of a run.

    ``compute``: it is missing, failed or stale, or asked for again.  ``stages`` maps each stage of blocks to what a
    block is, ``kept`` the stage to the number of its blocks that an interrupted run has left.  ``seconds`` is how long
    the last result took (None: there is none), ``memory`` the bytes of one process.  ``after`` names tasks that must
    have ended: those of the same recipe, which would share checkpoints.
    """

    index: int
    spec: EvidenceSpec
    state: EvidenceState
    wanted: Recipe | None
    compute: bool
    stages: Mapping[str, str]
    kept: Mapping[str, int]
    seconds: float | None
    memory: int
    after: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Id of the item."""
        return self.spec.id

    @property
    def why(self) -> tuple[str, ...]:
        """Why it is computed, in words."""
        return self.state.why or (() if self.state.freshness is not Freshness.FRESH else ("asked for again",))


def schedule(case: Case, ids: Collection[str] = (), *, force: bool = False) -> tuple[Task, ...]:
    """The tasks for ``ids`` (all, if empty), in the case's order.

    Raises:
        InputError: specs that cannot run.
    """
    store = Store(case)
    plan = [(i, s, store.state(i)) for i, s in enumerate(case.evidence_items) if not ids or s.id in ids]
    problems = [problem for _, _, (_, _, result) in plan for problem in result]
    for index, _, (state, wanted, _) in plan:
        if wanted is None and (
            force or state.freshness is not Freshness.FRESH
        ):  # its method is not installed
            match = recipe(case, index)[1]
            problems += [problem for problem in match if problem not in problems]
    if problems:
        raise InputError(problems)
    tasks: list[Task] = []
    for index, spec, (state, wanted, _) in plan:
        compute = force or state.freshness is not Freshness.FRESH
        same = tuple(
            t.id
            for t in tasks
            if compute and t.compute and t.wanted and wanted and t.wanted.key == wanted.key
        )
        tasks.append(_task(case, index, spec, state, wanted if compute else None, same))
    return tuple(tasks)


def _task(
    case: Case, index: int, spec: EvidenceSpec, state: EvidenceState, wanted: Recipe | None, after: tuple[str, ...]
) -> Task:  # fmt: skip
    recorded = (state.document or {}).get("provenance", {}).get("seconds")
    seconds = float(recorded) if isinstance(recorded, int | float) else None
    if wanted is None:
        return Task(index, spec, state, None, False, {}, {}, seconds, 0)
    value = method(spec.method)
    stages: Mapping[str, str] = getattr(value, "stages", {})
    folder = checkpoints(wanted.key, computed_by(rests_on(spec.method)))
    return Task(index, spec, state, wanted, True, stages, _kept(folder, case.root, stages), seconds,
                _memory(value, case.root, wanted), after)  # fmt: skip


def _kept(folder: Path | None, root: Path, stages: Mapping[str, str]) -> dict[str, int]:
    """Finished blocks of each stage that a run would go on from; not those that rest on what has changed."""
    if folder is None:
        return {}
    blocks = (path for path in usable(folder, root) if path.parent == folder and path.match("*-*.npz"))
    names = Counter(path.stem.split("-")[0] for path in blocks)
    return {stage: names[stage] for stage in stages if names[stage]}


def _memory(value: Method, root: Path, wanted: Recipe) -> int:
    base, each = getattr(value, "memory", MEMORY)
    size = 0
    for path in wanted.inputs.values():
        with contextlib.suppress(OSError):
            size += (root / path).stat().st_size
    return int(base + each * size)


def ordered(tasks: Sequence[Task]) -> list[Task]:
    """What is computed, in the order of its start: work for one process first, longest first; ``after`` is kept."""
    mean = _mean(tasks)
    todo = [task for task in tasks if task.compute]
    return sorted(
        todo, key=lambda t: (len(t.after), bool(t.stages), -(mean if t.seconds is None else t.seconds))
    )


def weights(tasks: Sequence[Task]) -> dict[str, float]:
    """Seconds that each task is expected to take: the last time, or the mean of the others."""
    mean = _mean(tasks)
    return {t.id: mean if t.seconds is None else max(t.seconds, 1e-3) for t in tasks if t.compute}


def _mean(tasks: Sequence[Task]) -> float:
    known = [t.seconds for t in tasks if t.seconds is not None]
    return max(NO_WORK, sum(known) / len(known)) if known else 1.0


def duration(tasks: Sequence[Task], jobs: int) -> tuple[float, int]:
    """Expected seconds on ``jobs`` processes that are as fast as last time, and how many tasks have no earlier time.

    Work in blocks is spread over all processes after the rest, which is a lower end: an item has parts that are not in
    blocks.
    """
    todo = ordered(tasks)
    ends = [0.0] * max(1, jobs)
    for task in todo:
        if task.seconds is not None and not task.stages:
            heapq.heappush(ends, heapq.heappop(ends) + task.seconds)
    spread = sum(t.seconds for t in todo if t.seconds is not None and t.stages)
    level = max(max(ends), (sum(ends) + spread) / len(ends))
    return level, sum(t.seconds is None for t in todo)


def available_memory() -> int | None:
    """Bytes that new processes may take, by what the system says; None where it does not."""
    known: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        lines = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text("utf-8").splitlines())
        known.append(int(lines["MemAvailable"].split()[0]) * 1024)
    with contextlib.suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        most, used = (int((group / f"memory.{name}").read_text("utf-8")) for name in ("max", "current"))
        known.append(most - used)
    return max(0, min(known)) if known else None


def as_document(tasks: Sequence[Task], jobs: int) -> dict[str, Any]:
    """The plan as data, as ``evidence run --dry-run --json`` prints it."""
    seconds, unknown = duration(tasks, jobs)
    rows = [
        {
            "id": task.id,
            "method": task.spec.method,
            "outcome": "compute" if task.compute else "fresh",
            "why": list(task.why) if task.compute else [],
            "stages": [
                {"name": name, "blocks_of": what, "kept": task.kept.get(name, 0)}
                for name, what in task.stages.items()
            ],
            "seconds": task.seconds,
            "memory": task.memory if task.compute else None,
            "after": list(task.after),
        }
        for task in tasks
    ]
    return {"jobs": jobs, "seconds": seconds, "without_earlier_time": unknown, "tasks": rows}
