"""Files that a run read that are not among its inputs: a model beside a provider's code, a table behind an option.

Their content decides the numbers as much as an input's, so that it is recorded, and a change makes the result stale.
Seen is what Python opens in the process of the run, databases and libraries that it is told to load among it; what a
library opens by itself, or a worker process, is not.
"""

from __future__ import annotations

import os
import site
import sys
import tempfile
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.util import source_from_cache
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote, unquote

from casegen.io.folder import inside
from casegen.io.regular import same_content, sha256
from casegen.store.identity import places
from casegen.store.loaded_code import Stamp, changes_beside, stamp

SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/proc", "/sys", "/dev", "/run", "/var")
_CASE = "case:"
_QUOTED = "bytes:"
"""before a name that is not UTF-8, its bytes percent-encoded"""
CODE = {".py", ".pyc"}
_RECORDS = {".dist-info", ".egg-info"}
MOST = 20_000
"""files of one run that are held against; where it read more the record has one beyond, and is never fresh"""


@dataclass(slots=True, eq=False)
class OpenedFiles:
    """What a run opens: the files it ``read``, each as it stood when it was first opened, and those it ``wrote``."""

    read: dict[str, Stamp | None] = field(default_factory=dict)
    wrote: set[str] = field(default_factory=set)
    before: dict[str, str] = field(default_factory=dict)
    """SHA-256 of the files that the run read and then wrote or removed itself, as they were read"""
    _others: set[str] = field(default_factory=set)
    """files that were others when they were opened again"""
    _moved: dict[str, tuple[str, str]] = field(default_factory=dict)
    """where the run moved or linked a file to that it had not written: its name, and its SHA-256"""

    def exchanged(self, name: str) -> bool:
        """Whether a file is no longer the one that was opened, and not because the run wrote it."""
        first = self.read.get(name)
        return first is not None and name not in self.wrote and (name in self._others or not _is(name, first))

    def exchanged_among(self, stood: Mapping[Path, Stamp | None]) -> set[Path]:
        """Those of the files, which ``stood`` so before, that are others now or were when they were opened."""
        real = {path.resolve(): path for path in stood}
        opened = {
            real[at] for name in self.read if (at := Path(name).resolve()) in real and self.exchanged(name)
        }
        return opened | {path for path, was in stood.items() if was is None or not _is(path, was)}

    def note(self, name: str, access: int) -> None:
        """Keep that ``name`` is opened, with the ``access`` of :mod:`os`."""
        if access != os.O_RDONLY:
            if name not in self.wrote and (access == os.O_RDWR or name in self.read):
                with suppress(OSError, ValueError):
                    self.before[name] = sha256(Path(name))
            self.wrote.add(name)
        if access == os.O_WRONLY:
            self._moved.pop(name, None)
            return
        if name in self._moved:  # what is read here is what stood there
            old, self.before[old] = self._moved.pop(name)
            self.read.setdefault(old, None)
        first = self.read.setdefault(name, stamp(name))
        if first is not None and not _is(name, first):
            self._others.add(name)

    def note_moved(self, old: str, new: str) -> None:
        """Keep that the file ``old`` goes by the name ``new`` from now on: read there, it counts as what it was here."""
        stood = self._moved.get(old)
        if stood is None and old not in self.wrote:
            with suppress(OSError, ValueError):
                stood = old, sha256(Path(old))
        self.note(new, os.O_WRONLY)
        if stood is not None:
            self._moved[new] = stood

    def note_code(self, file: str) -> bool:
        """Keep that the run took a module from ``file``, which counts as a file that it read; whether that is new."""
        if file in self.before:
            return False
        self.read.setdefault(file, stamp(file))
        with suppress(OSError, ValueError):
            self.before[file] = sha256(Path(file))
        return file in self.before


def stamps(paths: Iterable[Path]) -> dict[Path, Stamp | None]:
    """How files stand before a run opens them."""
    return {path: stamp(path) for path in paths}


_opened: list[OpenedFiles] = []


@contextmanager
def watched() -> Iterator[OpenedFiles]:
    """What Python opens within the context; the paths as they were given, from the root."""
    _install()
    seen = OpenedFiles()
    _opened.append(seen)
    try:
        yield seen
    finally:
        _opened.remove(seen)


def undeclared(
    seen: Collection[str],
    inputs: Collection[Path],
    scratch: Path,
    tops: Collection[str],
    root: Path,
    gone: Collection[str] = (),
) -> dict[str, list[str]]:
    """The files among ``seen`` that are neither inputs, nor checkpoints, nor part of the installation, by their names.

    Files beside the modules of the packages ``tops`` count, and are named from the package; files of the case ``root``
    from its folder, so that a copy of the folder is held against its own; others by their path.  A link is named, not
    what it leads to: it may lead elsewhere tomorrow.  Those ``gone`` count though they are
    there no more, or are code that no name stands for.
    """
    known = {path.resolve() for path in inputs}
    case = _Places(tops, (root.absolute(), root.resolve()), (scratch.resolve(), temporary(), *installed()))
    result: dict[str, list[str]] = {}
    for name in sorted(seen):
        path = Path(name).absolute()
        real = path.resolve()
        if (
            real in known
            or (_of_code(real) and name not in gone)
            or not (real.is_file() or name in gone)
            or len(result) > MOST
        ):
            continue
        named = (case.named(path) if ".." not in path.parts else None) or case.named(real)
        if named is not None:
            result.setdefault(_as_text(named), []).append(name)
    return result


def _of_code(path: Path) -> bool:
    """Whether a file counts otherwise: a module by its content, the record of a package by name and version."""
    return path.suffix in CODE or path.parent.suffix in _RECORDS


@dataclass(frozen=True, slots=True)
class _Places:
    """Where files lie that a run may open: packages ``tops``, the ``case`` by either path, and what does not count."""

    tops: Collection[str]
    case: tuple[Path, ...]
    outside: tuple[Path, ...]

    def named(self, path: Path) -> str | None:
        """What a file is recorded by; None for one that does not count."""
        named = _of_package(path, self.tops)
        for root in self.case if named is None else ():
            if path.is_relative_to(root):
                below = path.relative_to(root).as_posix()
                named = f"{_CASE}{below}" if _of_case(root, below) is not None else str(path)
        if named is None and not any(path.is_relative_to(place) for place in self.outside):
            named = str(path)
        return named


def _as_text(name: str) -> str:
    """``name`` as a text that a file can hold."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return _QUOTED + quote(name, safe="/:", errors="surrogateescape")
    return name


def digests(files: Mapping[str, Collection[str]], opened: OpenedFiles) -> dict[str, str]:
    """SHA-256 of each of the files (:func:`undeclared`); empty for one that is no longer what was opened."""
    result = {}
    for name, paths in files.items():
        before = [opened.before[path] for path in paths if path in opened.before]
        result[name] = before[0] if before else sha256(Path(next(iter(paths))))
    return result | dict.fromkeys(_exchanged(files, opened), "")


def exchanged(files: Mapping[str, Collection[str]], opened: OpenedFiles) -> list[str]:
    """Those of the files that are no longer what was opened, though the run did not write them, in words."""
    return [name.removeprefix(_CASE) for name in _exchanged(files, opened)]


def _exchanged(files: Mapping[str, Collection[str]], opened: OpenedFiles) -> list[str]:
    return [name for name, paths in files.items() if any(opened.exchanged(path) for path in paths)]


def changed_reads(recorded: Mapping[str, str], root: Path) -> tuple[str, ...]:
    """Which of the recorded files are gone or are not what was read, in words; ``root`` is the folder of the case.

    A stranger may have written the names: what no run records (:func:`undeclared`) is not opened.
    """
    message = [f"the run read more than {MOST} files that are no inputs of the item: not all are held"][
        : len(recorded) > MOST
    ]
    for name, digest in list(recorded.items())[:MOST]:
        held = (
            (path, same) for path in _candidates(name, root) if (same := _is_same(path, digest)) is not None
        )
        path, same = next(held, (None, None))
        if path is not None and any(f"{name}{end}" not in recorded for end in changes_beside(path)):
            same = False
        if not same:
            what = "is not here" if same is None else "has changed"
            message.append(
                f"{name.removeprefix(_CASE)}, which the run read and which is no input of the item, {what}"
            )
    return tuple(message)


def in_case(recorded: Mapping[str, str]) -> dict[str, str]:
    """Names, as recorded, of the files that lie in the folder of the case; and their paths below it."""
    return {name: name.removeprefix(_CASE) for name in recorded if name.startswith(_CASE)}


def _candidates(name: str, root: Path) -> Iterator[Path]:
    """Where a recorded file lies here: in its package, in the case, or where it was, no place of system or network."""
    if name.startswith(_QUOTED):
        yield from _candidates(unquote(name.removeprefix(_QUOTED), errors="surrogateescape"), root)
    elif name.startswith("package:"):
        top, _, rest = name.removeprefix("package:").partition("/")
        for base in places(top):
            path = _resolved(base / rest)
            if path is not None and path.is_relative_to(base.resolve()):
                yield path
    elif name.startswith(_CASE):
        path = _of_case(root, name.removeprefix(_CASE))
        if path is not None:
            yield path
    elif Path(name).is_absolute() and not name.startswith(("//", "\\\\")):
        path = _resolved(Path(name))
        if path is not None and not _of_system(path):
            yield path


def _of_case(root: Path, below: str) -> Path | None:
    """The file that a name of the case stands for; its links may lead where a path from the root may."""
    within = inside(root, below)
    pure = PurePosixPath(below)
    if within is not None or pure.is_absolute() or ".." in pure.parts or set(below) & set(":\\\0"):
        return within
    path = _resolved(root / pure)
    return None if path is None or _of_system(path) else path


def _of_system(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in SYSTEM)


def _resolved(path: Path) -> Path | None:
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return None


def _is_same(path: Path, digest: str) -> bool | None:
    """Whether a file is the one of that SHA-256; None where there is none that can be read."""
    try:
        return same_content(path, digest)
    except (OSError, ValueError):
        return None


def _of_package(path: Path, tops: Collection[str]) -> str | None:
    for top in tops:
        for base in places(top):
            for place in (base, base.resolve()) if base.is_dir() else ():
                if path.is_relative_to(place):
                    return f"package:{top}/{path.relative_to(place).as_posix()}"
    return None


def temporary() -> Path:
    """The folder of temporary files: what a run wrote itself is no input."""
    return Path(tempfile.gettempdir()).resolve()


@cache
def installed() -> tuple[Path, ...]:
    """Folders of what is installed and of the system."""
    cache_home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    named = [
        sys.prefix,
        sys.base_prefix,
        *site.getsitepackages(),
        *SYSTEM,
        str(Path(cache_home).expanduser()),
    ]
    packages = [place for place in sys.path if place.endswith(("site-packages", "dist-packages"))]
    return tuple(Path(place).resolve() for place in (*named, *packages))


@cache
def _install() -> None:
    """An audit hook cannot be taken away again: one is enough, idle outside of runs."""
    sys.addaudithook(_hook)


_EVENTS = {
    "open": 0, "os.rename": 1, "os.link": 1, "os.remove": 0, "os.truncate": 0, "sqlite3.connect": 0, "ctypes.dlopen": 0,
}  # fmt: skip
"""what Python tells of files, and which argument names the file"""
_noting = threading.local()


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _opened or event not in _EVENTS or not getattr(_noting, "idle", True):
        return
    name = _file_named(event, arguments[_EVENTS[event]])
    if not name or (event == "os.remove" and arguments[1] != -1):  # named from a descriptor of a folder
        return
    name = _from_here(name)
    access = os.O_RDONLY
    if event == "open" and isinstance(arguments[2], int):
        emptied = arguments[2] & os.O_TRUNC  # what it held before is not read
        access = os.O_WRONLY if emptied else arguments[2] & (os.O_WRONLY | os.O_RDWR)
    elif event != "ctypes.dlopen":
        access = os.O_RDWR if event == "sqlite3.connect" else os.O_WRONLY
    _noting.idle = False  # what is opened to look at a file is not of the run
    try:
        for seen in _opened:
            if event in ("os.rename", "os.link"):
                seen.note_moved(_from_here(_file_named(event, arguments[0])), name)
            else:
                seen.note(_source_of(name) if access == os.O_RDONLY else name, access)
            for end in changes_beside(Path(name)) if event == "sqlite3.connect" else ():
                seen.note(f"{name}{end}", access)
    finally:
        _noting.idle = True


def _source_of(name: str) -> str:
    """The source of which Python keeps a compiled form under ``name``; else ``name``."""
    if name.endswith(".pyc"):
        with suppress(ValueError):
            name = source if Path(source := source_from_cache(name)).is_file() else name
    return name


def _file_named(event: str, named: object) -> str:
    """The file that an event names; empty for a descriptor, a library without a path, a database in memory."""
    if not isinstance(named, str | bytes | os.PathLike):
        return ""
    try:
        name = os.fsdecode(named)
    except (TypeError, ValueError):
        return ""
    if event == "ctypes.dlopen" and os.sep not in name:
        return ""
    if event == "sqlite3.connect" and name.startswith("file:"):
        return unquote(name.removeprefix("file:").partition("?")[0])
    return name


def _is(name: str | Path, first: Stamp) -> bool:
    """Whether a file holds what it held when it stood so."""
    now = stamp(name)
    return now is not None and now.holds_what(first)


def _from_here(name: str) -> str:
    """``name`` from the root: by the end of the run the working folder may be another one, and so what /proc names."""
    try:
        if name.startswith("/proc/"):
            return os.path.realpath(name)
        return name if Path(name).is_absolute() else str(Path.cwd() / name)
    except OSError:  # the working folder is gone
        return name
