"""Pieces of methods that installed packages provide by name; a case folder cannot bring code."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

from casegen_evidence.method import InputProblem


def installed(group: str, name: str, expected: str) -> Any:
    """What entry point ``name`` of ``group`` loads; raises :class:`InputProblem` where no package has it.

    ``expected`` says what may stand there, without the names that are known.
    """
    known = {point.name: point for point in entry_points(group=group)}
    if name not in known:
        names = ", ".join(sorted(known)) or "none is installed"
        raise InputProblem(
            f"expected {expected} installed under {group} ({names}); found {name!r}. Install the package that provides it"
        )
    return known[name].load()
