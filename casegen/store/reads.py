"""Files that a run read without being told of them: a model beside a provider's code, a table behind an option.

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
from functools import cache
from pathlib import Path
from typing import Any

from casegen.io.regular import sha256
from casegen.store.identity import places

_SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/proc", "/sys", "/dev", "/run", "/var")
_CODE = {".py", ".pyc", ".so", ".pyd", ".dll", ".dylib"}
MOST = 1000
"""files recorded of one run"""
_opened: list[set[str]] = []


@contextmanager
def watched() -> Iterator[set[str]]:
    """The paths that Python opens for reading within the context, as they were given."""
    _install()
    seen: set[str] = set()
    _opened.append(seen)
    try:
        yield seen
    finally:
        _opened.remove(seen)


def undeclared(
    seen: Collection[str], inputs: Collection[Path], scratch: Path, tops: Collection[str]
) -> dict[str, str]:
    """SHA-256 of the files among ``seen`` that are neither inputs, nor checkpoints, nor part of the installation.

    Files beside the modules of the packages ``tops`` count, and are named from the package; others by their path.
    """
    known = {path.resolve() for path in inputs}
    outside = (scratch.resolve(), temporary(), *_installed())
    result: dict[str, str] = {}
    for name in sorted(seen):
        path = Path(name).absolute().resolve()
        if path in known or path.suffix in _CODE or not path.is_file() or len(result) == MOST:
            continue
        packaged = _of_package(path, tops)
        if packaged is None and any(path.is_relative_to(place) for place in outside):
            continue
        result[packaged or str(path)] = sha256(path)
    return result


def changed_reads(recorded: Mapping[str, str]) -> tuple[str, ...]:
    """Which of the recorded files are gone or are not what was read, in words."""
    message = []
    for name, digest in recorded.items():
        top, _, rest = name.removeprefix("package:").partition("/")
        candidates = [base / rest for base in places(top)] if name.startswith("package:") else [Path(name)]
        path = next((one for one in candidates if one.is_file()), None)
        if path is None:
            message.append(f"{name}, which the run read and which is no input of the item, is not here")
        elif sha256(path) != digest:
            message.append(f"{name}, which the run read and which is no input of the item, has changed")
    return tuple(message)


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
        *_SYSTEM,
        str(Path(cache_home).expanduser()),
    ]
    packages = [place for place in sys.path if place.endswith(("site-packages", "dist-packages"))]
    return tuple(Path(place).resolve() for place in (*named, *packages))


@cache
def _install() -> None:
    """An audit hook cannot be taken away again: one is enough, idle outside of runs."""
    sys.addaudithook(_hook)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened and event == "open" and isinstance(arguments[0], str | bytes):
        flags = arguments[2] if len(arguments) > 2 and isinstance(arguments[2], int) else 0
        if flags & (os.O_WRONLY | os.O_RDWR) != os.O_WRONLY:
            name = os.fsdecode(arguments[0])
            for seen in _opened:
                seen.add(name)
