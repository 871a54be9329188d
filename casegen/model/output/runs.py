"""Documents of runs of methods: computed, planned, computed again, added."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class RunRow(TypedDict):
    """What became of one item."""

    id: str
    outcome: Literal["computed", "fresh", "failed"]
    seconds: float
    message: str


class RunDocument(TypedDict):
    """``evidence run --json``."""

    evidence: list[RunRow]


class StageRow(TypedDict):
    """A stage of an item's work, what its blocks are, and how many an interrupted run has left finished."""

    name: str
    blocks_of: str
    kept: int


class TaskRow(TypedDict):
    """An item of a plan; ``seconds`` of its last result, ``memory`` in bytes of one process."""

    id: str
    method: str
    outcome: Literal["compute", "fresh"]
    why: list[str]
    stages: list[StageRow]
    seconds: float | None
    memory: int | None
    after: list[str]


class ScheduleDocument(TypedDict):
    """``evidence run --dry-run --json``: expected ``seconds``, without items that have no earlier time."""

    jobs: int
    seconds: float
    without_earlier_time: int
    tasks: list[TaskRow]


class RecomputedRow(TypedDict):
    """An item computed again, and how far the numbers are from those stored."""

    id: str
    outcome: str
    holds: bool
    differences: list[str]
    notes: list[str]
    largest_relative_difference: float | None
    seconds: float


class VerifyDocument(TypedDict):
    """``evidence verify --json``."""

    holds: bool
    sample_seed: int | None
    evidence: list[RecomputedRow]


class AddedDocument(TypedDict):
    """``evidence add --json``: the item that was written, and what was decided for the user."""

    id: str
    method: str
    files: list[str]
    decided: list[str]
