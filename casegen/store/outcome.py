"""What becomes of an evidence item in a run, and how a run tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[str, float, str], None]
"""Called with the item's id, the fraction of it that is done in [0, 1], and what is being done."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one evidence item: ``computed``, ``fresh`` (nothing to do) or ``failed``.

    ``device`` is where torch or ONNX computed, None if the method has no choice of it.
    """

    id: str
    what: str
    seconds: float = 0.0
    message: str = ""
    device: str | None = None


@dataclass(frozen=True, slots=True)
class Computing:
    """With what a run computes: ``processes`` for the blocks of one item, ``items`` at a time, and a Dask scheduler.

    On Dask (``address``) blocks are the cluster's, ``processes`` is 1.
    """

    processes: int = 1
    items: int = 1
    address: str = ""
