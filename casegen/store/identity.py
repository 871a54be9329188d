"""What code made a result: the content of every module of its method, and the versions of the packages it used.

A module counts by its content, whatever ends its lines and wherever it is installed, so that another installation of the
same version agrees.  Which modules a method rests on is read from their import statements, the lazy ones included, and
completed by what its run did load; nothing is imported to compare.  Packages from an index count by name and version;
those that casegen itself requires (numpy, scikit-learn) are recorded, and their versions are no change.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import sys
from collections.abc import Collection, Mapping, Sequence
from functools import cache, reduce
from itertools import repeat
from pathlib import Path

from casegen.io.sentences import sentence
from casegen.model.sentence import Sentence
from casegen.store.asked_for import NAMES
from casegen.store.canonical import canonical
from casegen.store.compiled_modules import compiled_in, is_folder, module_in, ran_from
from casegen.store.distributions import (
    always_required,
    distributions_of,
    forget_installed,
    is_local,
    plain_name,
    release,
    required,
    version,
)
from casegen.store.import_statements import imported, perhaps_imported
from casegen.store.loaded_code import Stamp, installed_in, loaded_files, stamp

LIBRARY = "casegen_evidence"
SHOWN = 3
"""modules named one by one where many have changed"""
_LONGEST = 200
"""characters of the name of a module"""


def own_modules(module: str) -> dict[str, str]:
    """SHA-256 of every own module that ``module`` rests on, itself included, by name."""
    return {name: digest for name in sorted(_closure(module)) if (digest := content(name)) is not None}


def unrecorded(module: str, recorded: Collection[str]) -> list[str]:
    """The own modules that ``module`` rests on and that are not among the ``recorded`` ones.

    A fast look answers where even the names that stand in texts are recorded; else every module is read exactly.
    """
    return [] if _all_among(module, frozenset(recorded)) else sorted(set(own_modules(module)) - set(recorded))


def _all_among(module: str, recorded: frozenset[str]) -> bool:
    """Whether all that ``module`` may rest on is ``recorded``; False where a look does not tell."""
    seen = _own([module])
    queue = list(seen)
    while queue:
        name = queue.pop()
        names = _perhaps_rests_on(name)
        if not names <= recorded:
            names = _rests_on(name)
        queue += names - seen
        seen |= names
        if not seen <= recorded:
            return False
    return seen <= recorded


def loaded(before: frozenset[str], asked: Collection[str]) -> dict[str, str]:
    """SHA-256 of the own modules that a run used beyond import statements: providers, plug-ins, names made up.

    Those that it ``asked`` for (:mod:`casegen.store.asked_for`) with all they rest on, and what it loaded that was not
    there ``before``: what ran earlier in the process changes nothing.
    """
    own = {name for name in asked if _is_own(top_of(name)) and file_of(name) is not None}
    names = {part for name in own for part in _closure(name)}
    names |= {name for name in asked if NAMES in name and name.startswith("casegen.")}
    names |= {name for name in set(sys.modules) - before if _is_own(top_of(name))}
    return {name: value for name in sorted(names) if (value := content(name)) is not None}


def packages(modules: Mapping[str, str]) -> dict[str, str]:
    """Versions of the packages from an index that the own ``modules`` import, by the distribution's name."""
    tops = {top_of(name) for module in modules for name in imports(module)}
    names = sorted({dist for top in tops if not _is_own(top) for dist in distributions_of(top)})
    return {name: version(name) for name in names}


def unrecorded_packages(
    modules: Collection[str], recorded: Collection[str], there: Collection[str] = ()
) -> list[str]:
    """Packages that ``modules`` import, none of whose distributions is ``recorded`` although one must have been there.

    An extra of casegen that is installed here may have been absent where the result was computed, unless it is among
    those that were ``there``.
    """
    known, here = frozenset(map(plain_name, recorded)), frozenset(map(plain_name, there))
    perhaps = [m for m in modules if any(map(_unrecorded, perhaps_tops(m), repeat(known), repeat(here)))]
    tops = {top_of(name) for module in perhaps for name in imports(module)}
    return sorted({dist for top in tops for dist in _unrecorded(top, known, here)})


@cache
def _unrecorded(top: str, known: frozenset[str], there: frozenset[str]) -> frozenset[str]:
    """The distributions that bring a package, where none of them is known and one was there, or must have been."""
    if top in sys.stdlib_module_names or _is_own(top):
        return frozenset()
    brought = {plain_name(dist) for dist in distributions_of(top)}
    absent = brought - (required() - always_required() - there)
    return frozenset() if brought & known else frozenset(absent)


def counts_by_version(module: str) -> bool:
    """Whether a module is of an installed package that counts by its version, not by its content."""
    return bool(places(top := top_of(module))) and not _is_own(top)


def releases(modules: Mapping[str, str]) -> dict[str, str]:
    """The same, with where a package came from if its version alone does not say what is in it.

    Those of the own ``modules`` are among them if they were installed from an archive or a commit.
    """
    tops = {top_of(name) for name in modules} - {LIBRARY}
    marked = {
        name: mark
        for name in sorted({dist for top in tops for dist in distributions_of(top)})
        if (mark := release(name)) is not None and mark != version(name)
    }
    return {name: release(name) or was for name, was in packages(modules).items()} | marked


def other_releases(recorded: Mapping[str, str]) -> tuple[str, ...]:
    """Which packages that casegen does not require are of another version than ran; absent ones are left out."""
    other = []
    for name in sorted(name for name in recorded if plain_name(name) not in required()):
        was, now = recorded[name].split(), (release(name) or "").split()
        if now and any(a != b for a, b in zip(was, now, strict=False)):
            other.append(sentence("stale_why.was", what=name, old=" ".join(was), now=" ".join(now)))
    return (sentence("stale_why.packages", names=_first("; ", other)),) if other else ()


def digest(modules: Mapping[str, str]) -> str:
    """One SHA-256 over all modules."""
    return hashlib.sha256(canonical(dict(modules))).hexdigest()


def changed(code: Mapping[str, Mapping[str, str]]) -> tuple[str, ...]:
    """Which modules and packages of a recorded code are not what ran, in words; what is not installed is left out."""
    return (*_changed_modules(code["modules"]), *other_releases(code.get("packages", {})))


def _changed_modules(recorded: Mapping[str, str]) -> tuple[str, ...]:
    other = [name for name, was in recorded.items() if places(top_of(name)) and content(name) != was]
    if not other:
        return ()
    gone = [name for name in other if content(name) is None]
    names = [sentence("stale_why.gone", name=name) if name in gone else name for name in other]
    return (sentence("stale_why.code", names=_first(", ", names)),)


def _first(between: str, names: Sequence[str]) -> Sentence:
    """The first of the names, and how many more there are."""
    key = "stale_why.then" if between == "; " else "comma"
    shown = reduce(lambda one, other: sentence(key, one=one, other=other), names[:SHOWN])
    more = len(names) - SHOWN
    return (
        sentence("stale_why.more", names=shown, count=more)
        if more > 0
        else sentence("stale_why.all", names=shown)
    )


def unheld(recorded: Mapping[str, str]) -> tuple[str, ...]:
    """Which packages of the recorded modules are not installed here, in words: nothing is held against them."""
    away = sorted({name for part in recorded if not places(name := top_of(part))})
    if not away:
        return ()
    more = f" and {len(away) - SHOWN} more" if len(away) > SHOWN else ""
    return (
        f"not held against code of {', '.join(away[:SHOWN])}{more}, which it used and which is not installed",
    )


@cache
def content(module: str) -> str | None:
    """SHA-256 of a module's content, or of what an entry point names; None where there is none of that name."""
    if NAMES in module:
        named, _, value = module.partition(NAMES)
        return hashlib.sha256(value.encode()).hexdigest() if parts().get(named) == {value} else None
    path = file_of(module)
    if path is None:
        return None
    raw = path.read_bytes()
    return hashlib.sha256(b"\n".join(raw.splitlines()) if path.suffix == ".py" else raw).hexdigest()


@cache
def file_of(module: str) -> Path | None:
    """The file of a module, found without importing anything; None for what is no name of one (a stranger wrote it)."""
    parts = module.split(".")
    if len(module) > _LONGEST or not all(part.replace("-", "_").isidentifier() for part in parts):
        return None
    for base in places(parts[0]):
        if len(parts) == 1 and base.is_file():
            return _looked_at(base)
        # one text: joining paths costs more than looking for the file
        stem = "/".join((str(base), *parts[1:]))
        folder, _, name = stem.rpartition("/")
        if len(parts) > 1 and not is_folder(folder):  # most names are of what a module holds
            continue
        path = module_in(stem, "__init__") or (module_in(folder, name) if len(parts) > 1 else None)
        if path is not None:
            return _looked_at(path)
    return None


def _looked_at(path: Path) -> Path:
    for one in (path, path.parent):
        _seen.setdefault(one, stamp(one))
    return path


_seen: dict[Path, Stamp | None] = {}
"""files and folders of modules as they stood when they were looked at"""
_known_installed: list[object] = []
"""where Python looks for packages, and what was installed there"""


def forget_changed() -> None:
    """Look anew at everything where something has changed since it was looked at: notebooks and servers live long."""
    now = [(place, installed_in(place)) for place in sys.path]
    if now == _known_installed and all(stamp(path) == was for path, was in _seen.items()):
        return
    _known_installed[:] = now
    _seen.clear()
    importlib.invalidate_caches()
    for one in (content, file_of, places, _closure, _rests_on, _perhaps_rests_on, imports, perhaps_imports, _is_own,
                perhaps_tops, parts, _unrecorded, compiled_in, is_folder, ran_from):  # fmt: skip
        one.cache_clear()
    forget_installed()


def compiled_otherwise(modules: Collection[str]) -> list[str]:
    """Those of the loaded ``modules`` of which Python ran a compiled form that is not of the source beside it."""
    return [
        name
        for name in sorted(modules)
        if name in sys.modules and (path := file_of(name)) is not None and not ran_from(path)
    ]


def shadowed() -> list[str]:
    """The loaded modules of which an import would now take another file, as a package that appeared beside a module."""
    own = [name for name in list(sys.modules) if (top := name.partition(".")[0]) != LIBRARY and _is_own(top)]
    return [
        name
        for name, file in loaded_files(own)
        if (path := file_of(name)) is not None and path.resolve() != Path(file).resolve()
    ]


@cache
def places(top: str) -> tuple[Path, ...]:
    """The folders of a package, or the file of a lone module; empty where it is not installed.

    As an import would find it in a new process: ``importlib.util.find_spec`` hands out what was loaded before.
    """
    if "." in top:  # looking for a part would import the whole that it is a part of
        return ()
    try:
        finders = (finder for finder in sys.meta_path if hasattr(finder, "find_spec"))
        spec = next((spec for finder in finders if (spec := finder.find_spec(top, None))), None)
    except (ImportError, ValueError):
        return ()
    if (
        spec is None or spec.name != top
    ):  # another name of some package's part, as compiled modules of scipy leave
        return ()
    if spec.submodule_search_locations:
        return tuple(Path(place) for place in spec.submodule_search_locations)
    path = Path(spec.origin or "")
    return (path,) if path.is_file() else ()


@cache
def _closure(module: str) -> frozenset[str]:
    seen: set[str] = set()
    queue = list(_own([module]))
    while queue:
        name = queue.pop()
        if name not in seen:
            seen.add(name)
            queue += _rests_on(name)
    return frozenset(seen)


@cache
def _rests_on(module: str) -> frozenset[str]:
    """The own modules that the import statements of a module load."""
    return _own(imports(module))


@cache
def _perhaps_rests_on(module: str) -> frozenset[str]:
    """The same and perhaps more, at a fraction of the cost: what stands in texts, and for types only, is among them."""
    return _own(perhaps_imports(module))


@cache
def perhaps_imports(module: str) -> tuple[str, ...]:
    """:func:`imports`, and perhaps more, at a fraction of the cost."""
    path = file_of(module)
    if path is None or path.suffix != ".py":
        return ()
    names = perhaps_imported(path.read_bytes(), _package(module, path))
    return imports(module) if names is None else names


@cache
def perhaps_tops(module: str) -> frozenset[str]:
    """The top-level packages of a module and of all that it perhaps imports: results of a case share most modules."""
    return frozenset(map(top_of, (module, *perhaps_imports(module))))


def _own(names: Collection[str]) -> frozenset[str]:
    """Those of the names that are own modules, with the packages they are parts of."""
    modules = [name for name in names if _is_own(top_of(name)) and file_of(name) is not None]
    packages = {name[:n] for name in modules for n, sign in enumerate(name) if sign == "."}
    return frozenset(modules) | {name for name in packages if file_of(name) is not None}


@cache
def imports(module: str) -> tuple[str, ...]:
    """Names that a module imports, lazily too; what is imported for types only is left out."""
    path = file_of(module)
    if path is None or path.suffix != ".py":
        return ()
    return imported(path.read_bytes(), _package(module, path))


def _package(module: str, path: Path) -> str:
    """The package that relative imports of a module count from."""
    return module if path.name == "__init__.py" else module.rpartition(".")[0]


@cache
def _is_own(top: str) -> bool:
    """Whether a top-level package counts by its content: casegen's methods, and whatever comes from no package index."""
    if top == LIBRARY:
        return True
    if top in sys.stdlib_module_names or top in ("casegen", "__main__", "__mp_main__") or not places(top):
        return False
    return all(is_local(name) for name in distributions_of(top))


@cache
def parts() -> Mapping[str, set[str]]:
    """What the entry points that are installed name, by ``group:name``; several where packages disagree."""
    result: dict[str, set[str]] = {}
    everything = importlib.metadata.entry_points()
    for group in everything.groups:
        for point in everything.select(group=group) if group.startswith("casegen.") else ():
            result.setdefault(f"{group}:{point.name}", set()).add(point.value)
    return result


def top_of(name: str) -> str:
    """The top-level package of a module, or of what an entry point names."""
    return name.rpartition(NAMES)[2].replace(":", ".").split(".")[0]
