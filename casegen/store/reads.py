"""Files that a run read that are not among its inputs: a model beside a provider's code, a table behind an option.

Their content decides the numbers as much as an input's, so that it is recorded, and a change makes the result stale.
Seen is what Python opens in the process of the run; what a library opens by itself, or a worker process, is not.
"""

from __future__ import annotations

import os
import site
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from casegen.io.folder import inside
from casegen.io.regular import same_content, sha256
from casegen.store.identity import places

SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/proc", "/sys", "/dev", "/run", "/var")
_CASE = "case:"
_CODE = {".py", ".pyc", ".so", ".pyd", ".dll", ".dylib"}
MOST = 1000
"""files recorded of one run"""
_Stamp = tuple[int, int, int]
"""inode, size, and when it was changed, in nanoseconds"""


@dataclass(slots=True, eq=False)
class OpenedFiles:
    """What a run opens: the files it ``read``, each as it stood when it was first opened, and those it ``wrote``."""

    read: dict[str, _Stamp | None] = field(default_factory=dict)
    wrote: set[str] = field(default_factory=set)

    def exchanged(self, name: str) -> bool:
        """Whether a file is no longer the one that was opened, and not because the run wrote it."""
        first = self.read.get(name)
        return first is not None and name not in self.wrote and _stamp(name) != first


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
    seen: Collection[str], inputs: Collection[Path], scratch: Path, tops: Collection[str], root: Path
) -> dict[str, list[str]]:
    """The files among ``seen`` that are neither inputs, nor checkpoints, nor part of the installation, by their names.

    Files beside the modules of the packages ``tops`` count, and are named from the package; files of the case ``root``
    from its folder, so that a copy of the folder is held against its own; others by their path.
    """
    case = root.resolve()
    known = {path.resolve() for path in inputs}
    outside = (scratch.resolve(), temporary(), *_installed())
    result: dict[str, list[str]] = {}
    for name in sorted(seen):
        path = Path(name).absolute().resolve()
        if path in known or path.suffix in _CODE or not path.is_file() or len(result) == MOST:
            continue
        named = _of_package(path, tops)
        if named is None and path.is_relative_to(case):
            below = path.relative_to(case).as_posix()
            named = f"{_CASE}{below}" if inside(case, below) is not None else None
        if named is None and any(path.is_relative_to(place) for place in outside):
            continue
        result.setdefault(named or str(path), []).append(name)
    return result


def digests(files: Mapping[str, Collection[str]], opened: OpenedFiles) -> dict[str, str]:
    """SHA-256 of each of the files (:func:`undeclared`); empty for one that is no longer what was opened."""
    result = {name: sha256(Path(next(iter(paths)))) for name, paths in files.items()}
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
    message = [f"it names {len(recorded)} files that the run read; at most {MOST} are"][
        : len(recorded) > MOST
    ]
    for name, digest in list(recorded.items())[:MOST]:
        same = next(
            (s for path in _candidates(name, root) if (s := _is_same(path, digest)) is not None), None
        )
        shown = name.removeprefix(_CASE)
        if same is None:
            message.append(f"{shown}, which the run read and which is no input of the item, is not here")
        elif not same:
            message.append(f"{shown}, which the run read and which is no input of the item, has changed")
    return tuple(message)


def _candidates(name: str, root: Path) -> Iterator[Path]:
    """Where a recorded file lies here: in its package, in the case, or where it was, no place of system or network."""
    if name.startswith("package:"):
        top, _, rest = name.removeprefix("package:").partition("/")
        for base in places(top):
            path = _resolved(base / rest)
            if path is not None and path.is_relative_to(base.resolve()):
                yield path
    elif name.startswith(_CASE):
        path = inside(root, name.removeprefix(_CASE))
        if path is not None:
            yield path
    elif Path(name).is_absolute() and not name.startswith(("//", "\\\\")):
        path = _resolved(Path(name))
        if path is not None and not any(path.is_relative_to(place) for place in SYSTEM):
            yield path


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
            if base.is_dir() and path.is_relative_to(base.resolve()):
                return f"package:{top}/{path.relative_to(base.resolve()).as_posix()}"
    return None


def temporary() -> Path:
    """The folder of temporary files: what a run wrote itself is no input."""
    return Path(tempfile.gettempdir()).resolve()


@cache
def _installed() -> tuple[Path, ...]:
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


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _opened or event not in ("open", "os.rename"):
        return
    named = arguments[0] if event == "open" else arguments[1]
    if not isinstance(named, str | bytes):
        return
    name = _from_here(os.fsdecode(named))
    flags = arguments[2] if event == "open" else os.O_WRONLY
    access = flags & (os.O_WRONLY | os.O_RDWR) if isinstance(flags, int) else os.O_RDONLY
    for seen in _opened:
        if access != os.O_RDONLY:
            seen.wrote.add(name)
        if access != os.O_WRONLY and name not in seen.read:
            seen.read[name] = _stamp(name)


def _stamp(name: str) -> _Stamp | None:
    try:
        about = Path(name).stat()
    except (OSError, ValueError):
        return None
    return about.st_ino, about.st_size, about.st_mtime_ns


def _from_here(name: str) -> str:
    """``name`` from the root: by the end of the run the working folder may be another one."""
    try:
        return name if Path(name).is_absolute() else str(Path.cwd() / name)
    except OSError:  # the working folder is gone
        return name
