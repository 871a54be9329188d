"""What a registered method rests on: the modules of its code, and that its name stands for what is in them."""

from __future__ import annotations

import sys
from collections.abc import Collection

from casegen import plugins
from casegen.store.asked_for import part_of
from casegen.store.identity import content, loaded, own_modules, unrecorded
from casegen.store.methods import imported_at_load, modules_of, read_at_load, registered
from casegen.store.reads import SYSTEM
from casegen.store.recorded_parts import unrecorded_parts


def rests_on(name: str) -> dict[str, str]:
    """SHA-256 of what a registered method rests on: its modules, and the entry point of another package."""
    modules = {part: value for module in modules_of(name) for part, value in own_modules(module).items()}
    modules |= loaded(frozenset(sys.modules), imported_at_load(name))
    part = _foreign_part(name)
    value = None if part is None else content(part)
    return modules if part is None or value is None else modules | {part: value}


def unrecorded_code(name: str, parameters: object, recorded: Collection[str]) -> list[str]:
    """Modules and entry points that a registered method rests on with ``parameters`` and that are not ``recorded``.

    As far as it is known without running it: what a provider asks for by a name of its own is seen by a recomputation.
    """
    part = _foreign_part(name)
    missing = [module for own in modules_of(name) for module in unrecorded(own, recorded)]
    missing += [part] if part is not None and content(part) is not None and part not in recorded else []
    return missing + unrecorded_parts(parameters, recorded)


def is_outdated(name: str) -> bool:
    """Whether the entry point of another package's method, or a file that it read when it was loaded, is another now."""
    part, read = _foreign_part(name), read_at_load(name)
    files = [path for path in read.read if not path.startswith(SYSTEM)]
    return (part is not None and content(part) is None) or any(read.exchanged(path) for path in files)


def _foreign_part(name: str) -> str | None:
    point = registered()[name]
    return part_of(point) if point.dist is not None and plugins.foreign(point.module) else None
