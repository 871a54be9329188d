"""What `evidence run` shows: the plan; how far everything is, as bars or, where nobody looks, as plain lines."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casegen.cli import output
from casegen.cli.printing import echo
from casegen.model.plural import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casegen.model.case import Case
    from casegen.store.outcome import Computing, Outcome
    from casegen.store.schedule import Task

EVERY = 10.0
"""seconds between plain lines"""
ENOUGH, LEAST, LONG = 0.1, 0.02, 120.0
"""shares of the whole from which the time left is estimated: at once, and after so many seconds; before that, most of the
time went into the start"""


def show_plan(tasks: Sequence[Task], jobs: int) -> None:
    """The plan for people: every item, whether it is computed and why, with its time, memory and blocks."""
    from casegen.store.schedule import duration

    rows = [
        (
            output.escape(task.id),
            task.spec.method,
            "compute" if task.compute else output.styled("fresh"),
            "–" if task.seconds is None else f"{task.seconds:,.1f} s",
            f"{task.memory / 2**30:.1f} GiB" if task.compute else "–",
            output.escape(_stages(task)),
            output.escape("; ".join([*task.why, *([f"after {', '.join(task.after)}"] if task.after else [])]))
            if task.compute
            else "",
        )
        for task in tasks
    ]
    columns = ("id", "method", "plan", "last time", "memory", "blocks", "why")
    output.table("Plan", columns, rows)
    todo = sum(task.compute for task in tasks)
    seconds, unknown = duration(tasks, jobs)
    without = f", and {unknown} without an earlier time" if unknown else ""
    echo(
        f"{todo} of {counted(len(tasks), 'item')} to compute with --jobs {jobs}: about {_time(seconds)}{without}"
    )


def _stages(task: Task) -> str:
    return ", ".join(
        name + (f" ({task.kept[name]:,} kept)" if name in task.kept else "") for name in task.stages
    )


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


@dataclass(slots=True)
class Whole:
    """How far all tasks are together, each weighed by the time it took last."""

    weights: Mapping[str, float]
    begun: float = field(default_factory=time.monotonic)
    done: dict[str, float] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """Fraction of the whole in [0, 1]."""
        total = sum(self.weights.values())
        return sum(self.weights.get(item, 0.0) * d for item, d in self.done.items()) / total if total else 1.0

    def words(self) -> str:
        """Items that ended, the share, and, once enough is known of the speed, the time that is left at it."""
        share, ended = self.share, sum(d >= 1 for d in self.done.values())
        passed = time.monotonic() - self.begun
        known = share >= ENOUGH or (share >= LEAST and passed >= LONG)
        about = f", about {_time(passed * (1 - share) / share)} left" if known else ""
        return f"{ended} of {counted(len(self.weights), 'item')}, {share:.0%}{about}"


class _Lines:
    """Plain lines on standard error, one every :data:`EVERY` seconds."""

    def __init__(self, whole: Whole) -> None:
        self.whole, self.last = whole, time.monotonic()

    def update(self, item: str, what: str) -> None:
        if time.monotonic() - self.last >= EVERY:
            self.last = time.monotonic()
            share = self.whole.done.get(item, 0.0)
            echo(f"evidence: {self.whole.words()}; {item} {share:.0%} {what}", err=True)


class _Bars:
    """A bar for everything, and one for each item at work."""

    def __init__(self, whole: Whole, bar: Any) -> None:
        self.whole, self.bar, self.tasks = whole, bar, dict[str, Any]()
        self.all = bar.add_task("", total=1.0, item="all items")

    def update(self, item: str, what: str) -> None:
        share = self.whole.done.get(item, 0.0)
        if item not in self.tasks:
            self.tasks[item] = self.bar.add_task("", total=1.0, item=item)
        self.bar.update(self.tasks[item], completed=share, description=what, visible=share < 1)
        self.bar.update(self.all, completed=self.whole.share, description=self.whole.words())


def run_showing(
    case: Case,
    tasks: Sequence[Task],
    computing: Computing,
    *,
    force: bool,
    device: str,
    memory: int | None = None,
) -> list[Outcome]:
    """Run with progress on stderr, and tell what became of each item."""
    from rich.progress import BarColumn, Progress, TextColumn

    from casegen.store.run import run_tasks
    from casegen.store.schedule import weights

    err = output.console(error=True)
    whole, outcomes = Whole(weights(tasks)), []
    columns = (TextColumn("{task.fields[item]}"), BarColumn(), TextColumn("{task.description}"))
    bar = Progress(*columns, console=err, transient=True) if err.is_terminal else None
    shown: AbstractContextManager[Any] = bar or nullcontext()
    with shown:
        view = _Lines(whole) if bar is None else _Bars(whole, bar)

        def progress(item: str, done: float, what: str) -> None:
            whole.done[item] = min(done, 0.999)  # it has ended when its result is kept
            view.update(item, what)

        for outcome in run_tasks(
            case, tasks, computing, force=force, device=device, memory=memory, progress=progress
        ):
            outcomes.append(outcome)
            if outcome.what != "fresh":
                whole.done[outcome.id] = 1.0
                view.update(outcome.id, outcome.what)
                seconds = f" in {outcome.seconds:.1f} s" if outcome.what == "computed" else ""
                err.print(
                    f"evidence {output.escape(outcome.id)}: {outcome.what}{seconds} {output.escape(outcome.message)}"
                )
    return outcomes
