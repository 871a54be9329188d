"""The one door between cases and evidence methods: a registry of entry points.

A user's own package adds a method by declaring it under the group ``casegen.evidence_methods``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.metadata import Distribution, EntryPoint
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from casegen import plugins
from casegen.store.asked_for import asked_for
from casegen.store.loaded_code import note_loaded
from casegen.store.reads import OpenedFiles, watched

if TYPE_CHECKING:
    from casegen_evidence.method import Method


def registered() -> dict[str, EntryPoint]:
    """Entry points of the evidence methods by name; nothing is imported."""
    return plugins.points(plugins.METHODS)


@cache
def method(name: str) -> Method:
    """The registered method; raises :class:`LookupError` for an unknown name, and for an incomplete one what it lacks."""
    from casegen_evidence.method import Method, MethodOptions

    before, since = frozenset(sys.modules), time.time_ns()
    with watched() as seen, asked_for() as asked:
        loaded: Method = plugins.load(plugins.METHODS, name, Method)
    note_loaded(before, since)
    module = registered()[name].module
    if module not in before or module not in _at_load:
        _at_load[module] = seen, frozenset(asked)
    if plugins.foreign(module):
        kinds = get_type_hints(MethodOptions)
        with plugins.looked_at(plugins.METHODS, name):
            given = {option: getattr(loaded, option) for option in kinds if hasattr(loaded, option)}
        _refuse_other_tolerance(loaded)
        for option, value in given.items():
            plugins.check(f"as {option} of the evidence method {name!r}", value, kinds[option], loaded.run)
    return loaded


def _refuse_other_tolerance(loaded: Method) -> None:
    """A tolerance is a relative difference of a measure: one without end would let every recomputation agree."""
    for measure, most in loaded.tolerance.items():
        wrong = measure if measure not in loaded.measures else f"{most} for {measure}"
        if measure not in loaded.measures or not 0.0 <= most <= 1.0:
            what = f"as tolerance of the evidence method {loaded.name!r}"
            raise plugins.wrong_result(what, loaded.run, "numbers from 0 to 1 by its measures", wrong)


def ask(value: Method, function: str, kind: Any, *arguments: Any) -> Any:
    """What a function of a method beside its ``run`` returns; of another package's method it is of ``kind``."""
    asked = getattr(value, function)
    if not plugins.foreign(type(value).__module__):
        return asked(*arguments)
    return plugins.call(f"{function} of the evidence method {value.name!r}", asked, kind, *arguments)


_at_load: dict[str, tuple[OpenedFiles, frozenset[str]]] = {}
"""by module of an entry point, what was opened and what was imported when it was loaded"""


def read_at_load(name: str) -> OpenedFiles:
    """What the module of another package's method opened while it was loaded: it decides numbers as what a run opens."""
    return _noted_at_load(name)[0]


def imported_at_load(name: str) -> frozenset[str]:
    """Names of the modules that were imported meanwhile, those without an import statement among them."""
    return _noted_at_load(name)[1]


def _noted_at_load(name: str) -> tuple[OpenedFiles, frozenset[str]]:
    method(name)
    module = registered()[name].module
    nothing = OpenedFiles(), frozenset[str]()
    return _at_load.get(module, nothing) if plugins.foreign(module) else nothing


def module_of(name: str) -> str:
    """The module of a registered method; raises :class:`LookupError` for an unknown name."""
    return str(type(method(name)).__module__)


def modules_of(name: str) -> tuple[str, ...]:
    """The modules that hold a registered method: of its class, and of another package's entry point if that differs.

    A class says itself which module it is of, and may be of a package that only helps to write methods.
    """
    module, point = module_of(name), registered()[name].module
    return (module, point) if plugins.foreign(point) and point != module else (module,)


def distribution(name: str) -> dict[str, str]:
    """Name and version of the distribution that registers the method; empty where it is not known."""
    match = registered()[name].dist
    return dict(zip(("name", "version"), _stated(match), strict=True)) if match is not None else {}


@lru_cache(maxsize=64)
def _stated(of: Distribution) -> tuple[str, str]:
    """Name and version that a distribution states: every look at one reads and parses its file anew."""
    return of.name, of.version


def same_simulators(value: Method, inputs: Mapping[str, Path]) -> None:
    """Refuse to run where an input that is a simulator's source is not the module that would run.

    A method of a simulated world has ``simulators``: the input's name to the module whose source it is.

    Raises:
        InputProblem: the two differ.
    """
    from casegen_evidence.method import InputProblem

    simulators: Mapping[str, str] = getattr(value, "simulators", {})
    for name, module in simulators.items():
        if name not in inputs:
            raise InputProblem(
                f"input {name}: expected the source of {module}, the simulator that is measured; found none"
            )
        spec = find_spec(module)
        installed = Path(str(spec.origin)) if spec is not None else None
        if installed is None or _lines(installed) != _lines(inputs[name]):
            raise InputProblem(
                f"input {name}: expected the source of {module} as it is installed here; found another file,"
                f" {inputs[name].name}. Install the package that comes with the case, or copy its module into the case"
            )


def _lines(path: Path) -> list[bytes]:
    """Lines of a source file, whatever ends them."""
    return path.read_bytes().splitlines()
