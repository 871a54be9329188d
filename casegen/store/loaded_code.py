"""Whether this process has loaded the code that is installed: a notebook or a server lives on while packages change.

Python keeps what it imported.  A run in a process whose code changed since would compute with the old one and record the
new one, so that such a run is given a process of its own (:mod:`casegen.store.side_by_side`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple


class Stamp(NamedTuple):
    """By what a file is known again without reading it; nanoseconds."""

    inode: int
    size: int
    written: int
    changed: int
    """when anything of the file was changed: nobody can set it back"""
    about: tuple[int, int, int, int]
    """links, rights, owner and group, whose change is dated like one of the content"""

    def holds_what(self, before: Stamp) -> bool:
        """Whether the content is that of ``before``: dated the same, or dated anew for its links, rights or owner."""
        return self[:3] == before[:3] and (self.changed == before.changed or self.about != before.about)


_RECORDS = (".dist-info", ".egg-info", ".egg-link", ".pth")
"""how the names of files and folders end that say what is installed"""
_BESIDE = ("-wal", "-journal")
"""after the name of a database of SQLite, what holds changes to it that do not stand in it"""
_as_loaded: dict[str, Stamp] = {}
"""files of modules as they stood when they were loaded, as far as it is known"""


def stamp(path: str | os.PathLike[str]) -> Stamp | None:
    """By what a file or folder is known again without reading it; None where there is none."""
    try:
        about = os.stat(path)  # noqa: PTH116 - of thousands of modules at each run: half the cost
    except (OSError, ValueError):
        return None
    return Stamp(
        about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns,
        (about.st_nlink, about.st_mode, about.st_uid, about.st_gid),
    )  # fmt: skip


def changes_beside(database: Path) -> list[str]:
    """How the names of files end that lie beside ``database`` with changes to it."""
    return [end for end in _BESIDE if (held := stamp(f"{database}{end}")) is not None and held.size]


def installed_in(place: str) -> tuple[list[str], Stamp | None]:
    """The records of packages in a folder, and the folder as it stands where it has some."""
    try:
        names = sorted(path.name for path in Path(place).iterdir() if path.name.endswith(_RECORDS))
    except OSError:
        names = []
    return names, stamp(place) if names else None


def note_loaded(before: Collection[str], since: int) -> None:
    """Keep how the files of modules stand that were loaded ``since`` (nanoseconds) and were not there ``before``."""
    for _, file in loaded_files(set(sys.modules).difference(before)):
        now = stamp(file)
        if now is not None and max(now.written, now.changed) <= since:
            _as_loaded[file] = now


def outdated() -> list[str]:
    """The loaded modules that may not be what their files hold now.

    What was loaded at an unknown time counts where its file changed after this process had started.
    """
    result = []
    for name, file in loaded_files():
        now = stamp(file)
        if file not in _as_loaded and now is not None and max(now.written, now.changed) <= _started():
            _as_loaded[file] = now
        if _as_loaded.get(file) != now:
            result.append(name)
    return result


def loaded_files(among: Collection[str] | None = None) -> Iterator[tuple[str, str]]:
    """Every module of an installed package that is loaded, with its file, or the archive that it is in.

    Where modules are named, only those ``among`` them.
    """
    for name in list(sys.modules) if among is None else among:
        if (file := loaded_file(name)) is not None:
            yield name, file


def loaded_file(name: str) -> str | None:
    """The file of one such module; None for what is not loaded, of Python itself, or without a file."""
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names or top in ("casegen", "__main__", "__mp_main__"):
        return None
    module = sys.modules.get(name)
    if not issubclass(type(module), ModuleType):  # the type: compiled parts may call themselves modules
        return None
    spec = object.__getattribute__(module, "__dict__").get("__spec__")  # a lazy module stays unloaded
    file = getattr(getattr(spec, "loader", None), "archive", None) or getattr(spec, "origin", None)
    return file if isinstance(file, str) and os.path.isabs(file) else None  # noqa: PTH117 - likewise


@cache
def _started() -> int:
    """When this process started, in nanoseconds of the clock; where the system does not say, when it is first asked."""
    try:
        about = Path("/proc/self/stat").read_text("utf-8", "replace")
        ticks = int(about.rpartition(")")[2].split()[19])
        ago = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        ago = 0.0
    return time.time_ns() - int(ago * 1e9)
