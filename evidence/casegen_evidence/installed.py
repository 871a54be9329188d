"""Pieces of methods that installed packages provide by name; a case folder cannot bring code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import numpy as np

from casegen_evidence.error_words import said
from casegen_evidence.method import InputProblem
from casegen_evidence.process_settings import same_settings

GROUPS: Mapping[str, tuple[str, str]] = {
    "casegen.providers": ("provider", "(points, labels, classes, seed, options)"),
    "casegen.data": ("data provider", "(options, seed)"),
    "casegen.disturbances": ("disturbance", "(centres, low, high, labels, samples, rng)"),
    "casegen.ball_evaluators": ("evaluator", "(classify, low, high, labels, severity, samples, rng)"),
}
"""By group of entry points, what stands there, and what that function is called with."""


class PluginFault(InputProblem):
    """A part of an installed package failed, or returned what it may not: the message names the part."""


@dataclass(frozen=True, slots=True)
class Part:
    """A function of an installed package; ``title`` is how messages call it.

    It is shown copies of arrays and tables.  Calling it raises :class:`PluginFault` for whatever it raises itself.
    """

    title: str
    function: Callable[..., Any]

    def __call__(self, *given: Any) -> Any:
        with faults_of(self.title):
            shown = (deepcopy(v) if isinstance(v, np.ndarray | dict) else v for v in given)
            return self.function(*shown)


class faults_of(same_settings):  # noqa: N801 - used as a context, and to decorate what travels to workers
    """Every error within is a :class:`PluginFault` of the part ``title``; without a title, errors stay as they are.

    What the part sets of the process is set back.
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title

    def _recreate_cm(self) -> faults_of:
        return faults_of(self.title)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        super().__exit__(kind, error, trace)
        passed = (PluginFault, MemoryError, ModuleNotFoundError)
        if not self.title or not isinstance(error, Exception) or isinstance(error, passed):
            return
        if isinstance(error, InputProblem):
            raise PluginFault(f"{self.title}: {error}") from error
        raise PluginFault(f"{self.title} failed: {said(error)}") from error


def installed(group: str, name: str, expected: str = "") -> Part:
    """What entry point ``name`` of ``group`` loads; raises :class:`InputProblem` where no package has it.

    ``expected`` says what may stand there beside the names that are known, such as "smc, amls or an evaluator".
    """
    kind, given = GROUPS[group]
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
            f"expected {expected or f'a {kind}'} installed under {group} ({names}); found {name!r}. Install the package "
            "that provides it"
        )
    point = known[name]
    title = f"the {kind} {name!r} ({point.value}) of the package {_package(point)}"
    try:
        with same_settings():
            loaded = point.load()
    except (AttributeError, SyntaxError) as error:
        raise PluginFault(
            f"expected {name!r} of the package {_package(point)} at {point.value}; found {said(error)}. Correct the "
            "package's line under that group, or its module"
        ) from error
    if not callable(loaded):
        raise PluginFault(
            f"{title}: expected a function of {given}, found {type(loaded).__name__}. Name the function in the "
            f"package's entry point: {name} = {point.module}:FUNCTION"
        )
    return Part(title, loaded)


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module
