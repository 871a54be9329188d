"""Pieces of methods that installed packages provide by name; a case folder cannot bring code."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from casegen_evidence.method import InputProblem


def installed(group: str, name: str, expected: str) -> Any:
    """What entry point ``name`` of ``group`` loads; raises :class:`InputProblem` where no package has it.

    ``expected`` says what may stand there, without the names that are known.
    """
    known: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        other = known.setdefault(point.name, point)
        if other.value != point.value:
            raise InputProblem(
                f"expected one package that adds {point.name!r} under {group}; found {_package(other)} ({other.value})"
                f" and {_package(point)} ({point.value}). Uninstall one, or give its part another name"
            )
    if name not in known:
        names = ", ".join(sorted(known)) or "none is installed"
        raise InputProblem(
            f"expected {expected} installed under {group} ({names}); found {name!r}. Install the package that provides it"
        )
    point = known[name]
    try:
        return point.load()
    except (AttributeError, SyntaxError) as error:
        raise InputProblem(
            f"expected {name!r} of the package {_package(point)} at {point.value}; found {type(error).__name__}: {error}"
        ) from error


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module
