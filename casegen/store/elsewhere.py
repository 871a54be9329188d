"""Modules that a run takes from folders that only it knows: put on Python's path or on a package's while it runs.

No other process would find them by their names, so that each is recorded as a file, by where it lies.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from pathlib import Path

from casegen.store import identity
from casegen.store.import_statements import imported
from casegen.store.loaded_code import loaded_file
from casegen.store.reads import CODE, installed

_added: set[str] = set()
"""folders that runs of this process put on the path"""


def known_path() -> frozenset[str]:
    """Python's path without what runs put on it."""
    return frozenset(sys.path) - _added


def from_elsewhere(
    names: Collection[str], own: Collection[str], known: Collection[str], installed: tuple[str, ...]
) -> dict[str, str]:
    """Files of the loaded modules among ``names``, and of what ``own`` modules and they import, by module.

    Only those that an import would not find on the ``known`` path; what lies in an ``installed`` folder counts by name.
    """
    _added.update(set(sys.path) - set(known))
    queue = [*names, *(name for module in own for name in identity.imports(module))]
    result: dict[str, str] = {}
    seen: set[str] = set()
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        file = loaded_file(name)
        if file is None or file.startswith(installed) or _is_found(name, file):
            continue
        result[name] = file
        if file.endswith(".py") and Path(file).is_file():
            package = name if Path(file).name == "__init__.py" else name.rpartition(".")[0]
            queue += imported(Path(file).read_bytes(), package)
            queue += [name[:n] for n, sign in enumerate(name) if sign == "."]
    return result


def found_by_name(names: Collection[str]) -> dict[str, Path]:
    """The files of those modules among ``names`` that another process would find by their names."""
    files = ((name, identity.file_of(name)) for name in names)
    return {name: path.resolve() for name, path in files if path is not None and not _is_added(name)}


def code_among(seen: Collection[str], held: Collection[Path], tops: Collection[str]) -> list[str]:
    """The files of code among ``seen`` that are not ``held`` otherwise, nor casegen's own.

    Of what is installed only those of the packages ``tops`` count, wherever these lie.
    """
    apart = {*held, Path(getattr(sys.modules["__main__"], "__file__", None) or os.devnull).resolve()}
    ours = tuple(
        f"{place}{os.sep}" for place in (*identity.places("casegen"), *identity.places(identity.LIBRARY))
    )
    outside = tuple(f"{place}{os.sep}" for place in installed())
    own = tuple(f"{place}{os.sep}" for top in tops for place in identity.places(top))

    def counts(name: str) -> bool:
        return not name.startswith(ours) and (name.startswith(own) or not name.startswith(outside))

    return [
        name
        for name in list(seen)
        if name.endswith(tuple(CODE))
        and counts(name)
        and (real := Path(name).resolve()) not in apart
        and (name.startswith(own) or counts(str(real)))
        and real.is_file()
    ]


def _is_found(name: str, file: str) -> bool:
    """Whether another process would find the module in that file, by its name."""
    path = identity.file_of(name)
    if path is None or _is_added(name):
        return False
    return str(path) == file or path.resolve() == Path(file).resolve()


def _is_added(name: str) -> bool:
    """Whether a module lies in a folder that a run put on the path."""
    return bool(_added) and any(
        str(place.parent) in _added for place in identity.places(identity.top_of(name))
    )
