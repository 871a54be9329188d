"""What the checkpoints of a run rest on beyond recipe and method: code and files it had used when it kept them.

A provider, a plug-in or a file that a run reads is known only once the run uses it, so that no name of the checkpoint
folder can hold it.  It is recorded beside the folder while the run goes on, and a later run goes on from checkpoints
only if all of that is what it was.  What was kept after the last record rests on nothing known, and is not used.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from casegen.io.atomic import write_bytes
from casegen.store import identity
from casegen.store.reads import MOST, changed_reads, undeclared
from casegen.store.scratch import clear

_PARTS = ("modules", "read")


@dataclass(slots=True)
class Footing:
    """Modules and files (name: SHA-256) that a run has used so far, kept beside its checkpoint ``folder``."""

    folder: Path
    root: Path
    modules: dict[str, str] = field(default_factory=dict)
    read: dict[str, str] = field(default_factory=dict)
    inputs: Collection[Path] = ()
    opened: Collection[str] = ()
    """paths that the run opens, a set that grows"""
    asked: Collection[str] = ()
    """modules that the run imports, a set that grows"""
    before: frozenset[str] = frozenset()
    """modules that were loaded before"""
    began: int = 0
    """when, in nanoseconds of the clock"""
    own: frozenset[str] = frozenset()
    """modules whose content was known when the run began"""
    _done: set[str] = field(default_factory=set)
    _known: tuple[int, int] = (-1, -1)
    _kept: bool = False

    def watch(
        self,
        own: Mapping[str, str],
        before: frozenset[str],
        inputs: Collection[Path],
        opened: Collection[str],
        asked: Collection[str],
    ) -> None:
        """Begin to note what the run uses from now on, besides the modules that are its ``own``."""
        self.own, self.before, self.began = frozenset(own), before, time.time_ns()
        self.modules |= own
        self.inputs, self.opened, self.asked = inputs, opened, asked

    def note(self) -> None:
        """Record what was used until now; checkpoints that are there now rest on nothing else."""
        grown = self._take()
        if not self._kept or grown:
            if not any(self.folder.iterdir()):
                return
            self._write()
            self._kept = True
        else:
            with contextlib.suppress(OSError):
                os.utime(_record(self.folder))

    def _take(self) -> bool:
        """Take in what is new since the last time; whether there was something."""
        size = (len(self.asked), len(sys.modules))
        opened = set(self.opened) - self._done
        if size == self._known and not opened:
            return False
        before = len(self.modules), len(self.read)
        if size != self._known:
            self.modules |= {
                name: value
                for name, value in identity.loaded(self.before, set(self.asked)).items()
                if name not in self.modules
            }
        tops = {name.split(".")[0] for name in self.modules}
        more = undeclared(opened, self.inputs, self.folder, tops, self.root)
        self.read |= {name: value for name, value in more.items() if name not in self.read}
        self.read = dict(list(self.read.items())[:MOST])
        self._done |= opened
        self._known = size
        return (len(self.modules), len(self.read)) != before

    def edited(self) -> list[str]:
        """Modules whose files changed while the run went on: which state of them it used is not known.

        Takes in what was used since the last note.
        """
        self._take()
        return [name for name in sorted(self.modules) if self._is_edited(name)]

    def _is_edited(self, name: str) -> bool:
        path = identity.file_of(name)
        try:
            if path is None or path.stat().st_mtime_ns <= self.began:
                return False
            return name not in self.own or identity.content.__wrapped__(name) != self.modules[name]
        except OSError:
            return True

    def forget(self) -> None:
        """Remove the checkpoints and what is recorded of them."""
        clear(self.folder)
        _record(self.folder).unlink(missing_ok=True)

    def _write(self) -> None:
        raw = json.dumps(dict(zip(_PARTS, (self.modules, self.read), strict=True)), sort_keys=True).encode()
        with contextlib.suppress(OSError):  # a full disk: what is kept is not used, and the run goes on
            write_bytes(_record(self.folder), raw)


def standing(folder: Path, root: Path) -> Footing:
    """The footing of the checkpoints in ``folder``; those that rest on what has changed, or is not known, are removed."""
    footing = Footing(folder, root)
    record = _record(folder)
    kept = _recorded(record) if any(folder.iterdir()) else None
    if kept is None or any(identity.content(name) != was for name, was in kept[0].items()):
        footing.forget()
        return footing
    modules, read, since = kept
    if changed_reads(read, root):
        footing.forget()
        return footing
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            if not path.is_dir() and path.lstat().st_mtime_ns > since:
                path.unlink()
    footing.modules, footing.read = modules, read
    return footing


def _recorded(record: Path) -> tuple[dict[str, str], dict[str, str], int] | None:
    """Modules, files and when they were recorded; None where there is nothing that can be read."""
    try:
        about: Any = json.loads(record.read_bytes())
        since = record.stat().st_mtime_ns
        modules, read = ({str(name): str(value) for name, value in about[part].items()} for part in _PARTS)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return modules, read, since


def _record(folder: Path) -> Path:
    return folder.with_suffix(".json")
