"""What a recomputation uses, held against what the stored result records: what is not recorded could change unseen.

Whoever stores a result could strike a module, a file or a package from it, and change that afterwards.  The
recomputation runs the method, and so knows what it loads and reads.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from casegen.model.case import Case
from casegen.model.plural import plural
from casegen.store.asked_for import asked_for
from casegen.store.distributions import distributions_of, plain_name
from casegen.store.entries import sound_entry
from casegen.store.footing import Footing
from casegen.store.identity import SHOWN, changed, counts_by_version, imports, loaded, top_of
from casegen.store.method_code import rests_on
from casegen.store.methods import read_at_load
from casegen.store.reads import watched
from casegen.store.stored_result import stored

_BY_PLACE = ("case:", "package:")
"""before names of files that are the same on every computer"""


@dataclass(frozen=True, slots=True)
class Use:
    """Modules, files and packages of one run; ``sure`` are the modules that it uses in whatever process it runs.

    What a module asks for while it is loaded itself is seen only by the first run in a process; so is a file that a
    function reads once and keeps (``functools.cache``).
    """

    modules: frozenset[str]
    read: Mapping[str, str]
    packages: frozenset[str]
    """distributions of which the run imported a package, of those that its own modules name"""
    sure: frozenset[str]


class Watch:
    """Holds the :class:`Use` once the run has ended."""

    use: Use | None = None


@contextmanager
def using(name: str, root: Path, scratch: Path, inputs: Collection[Path]) -> Iterator[Watch]:
    """Watch a run of the registered method ``name`` within the context."""
    watch, own, before = Watch(), rests_on(name), frozenset(sys.modules)
    footing = Footing(scratch, root)
    with watched() as seen, asked_for() as asked, asked_for(directly=True) as direct:
        seen.read |= read_at_load(name).read
        footing.watch(own, before, inputs, seen, asked)
        yield watch
    footing.take_all()
    sure = frozenset({*own, *loaded(frozenset(sys.modules), direct)})
    packages = frozenset(_imported(footing.modules, direct))
    watch.use = Use(frozenset(footing.modules), footing.read, packages, sure)


def _imported(modules: Collection[str], direct: Collection[str]) -> Iterator[str]:
    """Distributions of the packages that the run imported itself and that its own modules name."""
    named = {top_of(name) for module in modules for name in imports(module)}
    for top in sorted(named & {top_of(name) for name in direct}):
        if counts_by_version(top) and top in sys.modules:
            yield from distributions_of(top)[:1]


def unrecorded_by(use: Use, case: Case, item: str, provenance: Mapping[str, Any]) -> tuple[str, ...]:
    """What the run used and the result of ``item`` does not record, in words.

    Nothing where the recorded code is not what is installed: other code may use other files.
    """
    code: Mapping[str, Any] = provenance.get("code", {})
    modules: Mapping[str, str] = code.get("modules", {})
    if not modules or changed({"modules": modules, "packages": code.get("packages", {})}):
        return ()
    known = {plain_name(name) for name in code.get("packages", {})}
    parts = {
        "module": sorted(use.modules - modules.keys()),
        "file": sorted(_files(use.read, provenance.get("also_read", {}))),
        "package": sorted(name for name in use.packages if plain_name(name) not in known),
    }
    unsure = {name for names in parts.values() for name in names} - use.sure - use.packages
    elsewhere = _recorded_elsewhere(case, item) if unsure else frozenset()
    return tuple(_words(what, [n for n in names if n not in unsure & elsewhere]) for what, names in parts.items()
                 if any(n not in unsure & elsewhere for n in names))  # fmt: skip


def _words(what: str, names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    shown = ", ".join(name.removeprefix("case:") for name in names[:SHOWN])
    return f"the run used the {plural(len(names), what)} {shown}{more}, which the result does not record"


def _files(read: Mapping[str, str], recorded: Mapping[str, str]) -> Iterator[str]:
    """Files that were read and are not recorded.

    A path that holds on one computer only is recorded as well where its content is, under the path of another; what
    lies in a hidden folder, as settings and caches of libraries do, depends on the computer.
    """
    contents = set(recorded.values())
    for name, content in read.items():
        hidden = any(part.startswith(".") for part in PurePosixPath(name).parts)
        elsewhere = not name.startswith(_BY_PLACE) and (content in contents or hidden)
        if name not in recorded and not elsewhere:
            yield name


def _recorded_elsewhere(case: Case, item: str) -> frozenset[str]:
    """Modules and files that the case's other results record: their run may have loaded them in the same process."""
    names: set[str] = set()
    for spec in case.evidence_items:
        entry = sound_entry(case.root, spec.id) if spec.id != item else None
        state = stored(case.root, spec.id, entry) if entry is not None and entry.result else None
        if state is not None and state.document is not None:
            provenance = state.document["provenance"]
            names |= provenance.get("code", {}).get("modules", {}).keys()
            names |= provenance.get("also_read", {}).keys()
    return frozenset(names)
