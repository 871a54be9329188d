"""What a run asks Python for while it goes on: modules, and parts of packages that entry points name."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import importlib.metadata
import importlib.util
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

NAMES = "="
"""between an entry point and what it names; no module's name holds it"""


@contextlib.contextmanager
def asked_for(*, directly: bool = False) -> Iterator[set[str]]:
    """Names of the modules that are imported within the context, whether they were loaded before or not.

    Import statements, ``importlib.import_module`` and entry points; ``from a import b`` gives ``a`` and ``a.b``.
    ``directly``: without those that a module asks for while it is loaded itself, which happens once in a process.
    """
    names: set[str] = set()
    with _hooking:
        _asked.append(names)
        if directly:
            _direct.append(names)
        if len(_asked) == 1:
            builtins.__import__, _importlib._gcd_import = _by_statement, _by_call
            _watch_entry_points()
    try:
        yield names
    finally:
        with _hooking:
            _asked[:] = [one for one in _asked if one is not names]
            _direct[:] = [one for one in _direct if one is not names]
            if not _asked:
                builtins.__import__, _importlib._gcd_import = _statement, _call
                for kind, load in _loads.items():
                    kind.load = load
                _loads.clear()
                _finders.clear()


_importlib: Any = importlib._bootstrap
_asked: list[set[str]] = []
_direct: list[set[str]] = []
"""those of them that take only what is asked for directly"""
_loading = threading.local()
_hooking = threading.RLock()
# import_module itself may be bound to a name of any module; it calls this one
_statement, _call = builtins.__import__, _importlib._gcd_import
_loads: dict[Any, Callable[[Any], Any]] = {}
"""how each kind of entry point loads what it names"""
_finders: list[Any] = []
"""of packages, of which the entry points are watched"""


@contextlib.contextmanager
def _one_deeper() -> Iterator[None]:
    _loading.depth = getattr(_loading, "depth", 0) + 1
    try:
        yield
    finally:
        _loading.depth -= 1


def _note(*names: str) -> None:
    loading = getattr(_loading, "depth", 0) > 0  # a module, by this thread
    for one in list(_asked):
        if not (loading and any(one is direct for direct in _direct)):
            one.update(names)


def _by_statement(
    name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
) -> Any:
    package = (globals or {}).get("__package__") or ""
    base = importlib.util.resolve_name("." * level + name, package) if level and package else name
    _note(base, *(f"{base}.{part}" for part in fromlist or ()))
    with _one_deeper():
        module = _statement(name, globals, locals, fromlist, level)
    _watch_entry_points()
    return module


def _by_call(name: str, package: str | None = None, level: int = 0) -> Any:
    with contextlib.suppress(ImportError, TypeError):
        _note(importlib.util.resolve_name("." * level + name, package))
    with _one_deeper():
        module = _call(name, package, level)
    _watch_entry_points()
    return module


def _watch_entry_points() -> None:
    """Note what entry points load, of whatever kind they are.

    Once something imports the package ``importlib_metadata``, or setuptools with its copy, that one finds what is
    installed in place of Python's own module, and gives entry points of a kind of its own.
    """
    if sys.meta_path == _finders:
        return
    with _hooking:
        if not _asked:  # a thread of a run that has ended
            return
        _finders[:] = sys.meta_path
        homes = [sys.modules.get(type(finder).__module__) for finder in _finders]
        kinds: set[Any] = {getattr(home, "EntryPoint", None) for home in homes if home is not None}
        kinds.add(importlib.metadata.EntryPoint)
        for kind in kinds - {None, *_loads}:
            _loads[kind] = kind.load
            kind.load = _noting(kind.load)


def _noting(load: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """As ``load`` of an entry point, which is noted first."""

    def noted(point: Any) -> Any:
        _note(point.module, part_of(point))
        return load(point)

    return noted


def part_of(point: Any) -> str:
    """What an entry point adds to casegen, as it is recorded among modules: ``casegen.providers:name=module:function``.

    Which function stands behind a name decides the numbers as its code does.
    """
    return f"{point.group}:{point.name}{NAMES}{point.value}"
