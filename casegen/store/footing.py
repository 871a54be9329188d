"""What the checkpoints of a run rest on beyond recipe and method: code and files it had used when it kept them.

A provider, a plug-in or a file that a run reads is known only once the run uses it, so that no name of the checkpoint
folder can hold it.  It is recorded beside the folder while the run goes on, and a later run goes on from checkpoints
only if all of that is what it was.  What was kept after the last record rests on nothing known, and is not used.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from casegen.store import identity
from casegen.store.asked_for import NAMES
from casegen.store.distributions import release
from casegen.store.elsewhere import code_among, found_by_name, from_elsewhere, known_path
from casegen.store.loaded_code import loaded_files
from casegen.store.reads import (
    MOST,
    OpenedFiles,
    changed_reads,
    digests,
    exchanged,
    installed,
    undeclared,
)
from casegen.store.scratch import clear, content

_PARTS = ("modules", "read", "packages")
_Recorded = tuple[tuple[dict[str, str], dict[str, str], dict[str, str]], int]
EVERY = 10.0
"""seconds between two records beside the reports of progress"""
TICK = 40_000_000
"""nanoseconds by which file systems may date a file too early"""


@dataclass(slots=True)
class Footing:
    """Modules and files (name: SHA-256) that a run has used so far, kept beside its checkpoint ``folder``."""

    folder: Path
    root: Path
    modules: dict[str, str] = field(default_factory=dict)
    read: dict[str, str] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=dict)
    """versions of the packages from an index that the modules import"""
    inputs: Collection[Path] = ()
    opened: OpenedFiles = field(default_factory=OpenedFiles)
    """what the run opens, which grows"""
    asked: Collection[str] = ()
    """modules that the run imports, a set that grows"""
    before: frozenset[str] = frozenset()
    """modules that were loaded before"""
    began: int = 0
    """when, in nanoseconds of the clock"""
    own: frozenset[str] = frozenset()
    """modules whose content was known when the run began"""
    path: frozenset[str] = field(default_factory=known_path)
    """where Python looked for modules when the run began"""
    lost: set[str] = field(default_factory=set)
    """modules that no other process would find by their names"""
    _done: set[str] = field(default_factory=set)
    _known: tuple[int, int] = (-1, -1)
    _kept: bool = False
    _noting: threading.Lock = field(default_factory=threading.Lock)

    def watch(
        self,
        own: Mapping[str, str],
        before: frozenset[str],
        inputs: Collection[Path],
        opened: OpenedFiles,
        asked: Collection[str],
    ) -> None:
        """Begin to note what the run uses from now on, besides the modules that are its ``own``."""
        self.own, self.before, self.began = frozenset(own), before, time.time_ns()
        self.path = known_path()
        self.modules |= own
        self.packages |= identity.releases(own)
        self.inputs, self.opened, self.asked = inputs, opened, asked

    def note(self) -> None:
        """Record what was used until now; checkpoints that are there now rest on nothing else.

        Called where the run is, which computes nothing meanwhile.
        """
        with self._noting:
            self._note(None)

    @contextlib.contextmanager
    def noted(self, every: float = EVERY) -> Iterator[None]:
        """Record what was used ``every`` so many seconds too: a method without progress loses no more at a kill."""
        ended = threading.Event()

        def go_on() -> None:
            while not ended.wait(every):
                self.note_meanwhile()

        thread = threading.Thread(target=go_on, daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def note_meanwhile(self) -> None:
        """As :meth:`note`, beside a run that computes on: it vouches for what was kept before it looked."""
        with contextlib.suppress(OSError), self._noting:
            self._note(_now(self.folder.parent) - TICK)

    def _note(self, since: int | None) -> None:
        grown = self._take()
        if not self._kept or grown:
            if not content(self.folder):
                return
            self._write(since)
            self._kept = True
            return
        with contextlib.suppress(OSError):
            record = _record(self.folder)
            if since is None or since > record.stat().st_mtime_ns:
                os.utime(record) if since is None else os.utime(record, ns=(since, since))

    def _take(self) -> bool:
        """Take in what is new since the last time; whether there was something."""
        size = (len(self.asked), len(sys.modules))
        opened = set(self.opened.read) - self._done
        if size == self._known and not opened:
            return False
        before = len(self.modules), len(self.read)
        if size != self._known:
            self.modules |= {
                name: value
                for name, value in identity.loaded(self.before, set(self.asked)).items()
                if name not in self.modules
            }
            self.packages = identity.releases(self.modules) | self.packages
            self._take_from_elsewhere()
            opened = set(self.opened.read) - self._done
        more = self._files(opened)
        new = {name: paths for name, paths in more.items() if name not in self.read}
        self.read |= digests(new, self.opened)
        self.read = dict(list(self.read.items())[: MOST + 1])
        self._done |= opened
        self._known = size
        return (len(self.modules), len(self.read)) != before

    def _take_from_elsewhere(self) -> None:
        names = {*self.asked, *(set(sys.modules) - self.before)}
        places = tuple(str(place) + os.sep for place in installed())
        for name, file in from_elsewhere(names, list(self.modules), self.path, places).items():
            self.lost.add(name)
            if self.opened.note_code(file):
                self._done.discard(file)

    def _take_code(self) -> None:
        """Take in code that was opened and stands for no module: run or read by its file, or let go of again."""
        held = found_by_name(self.modules)
        # what an entry point names is recorded among the modules, and is none that could be found
        self.lost |= {identity.top_of(n) for n in self.modules if n not in held and NAMES not in n}
        opened = code_among(self.opened.read, held.values(), self._tops())
        others = self._counted_otherwise() if opened else set()  # seldom any, of thousands of modules
        for file in opened:
            if Path(file).resolve() not in others and self.opened.note_code(file):
                self._done.discard(file)

    def _counted_otherwise(self) -> set[Path]:
        """Files of the loaded modules that were there before, or whose package counts by its version."""
        return {
            Path(file).resolve()
            for name, file in loaded_files()
            if name in self.before or identity.counts_by_version(name)
        }

    def take_all(self) -> None:
        """Take in what was used since the last note, code without a name too."""
        self._take()  # modules first: their files are no code without a name
        self._take_code()
        self._take()

    def edited(self) -> list[str]:
        """Modules and files that changed while the run went on: which state of them it used is not known.

        Takes in what was used since the last note.  What the run wrote itself is not meant.
        """
        self.take_all()
        code = [f"code of {name}" for name in self._edited_code() if not self._is_ahead(name)]
        compiled = [f"the compiled form of {name}" for name in identity.compiled_otherwise(self.modules)]
        packages = [
            f"the package {name}"
            for name, was in sorted(self.packages.items())
            if release.__wrapped__(name) not in (was, None)
        ]
        return code + compiled + packages + exchanged(self._files(set(self.opened.read)), self.opened)

    def dated_ahead(self) -> str:
        """Code that is dated after the clock, so that it cannot be seen whether it changed, in words; else empty."""
        names = [name for name in self._edited_code() if self._is_ahead(name)]
        if not names:
            return ""
        code = ", ".join(f"code of {name}" for name in names[:3])
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        now = datetime.datetime.now(datetime.UTC)
        return (
            f"{code}{more} is dated after the clock of this computer ({now:%Y-%m-%d %H:%M} UTC): whether it changed "
            "meanwhile cannot be seen; set the clock, and run again"
        )

    def _files(self, opened: Collection[str]) -> dict[str, list[str]]:
        return undeclared(opened, self.inputs, self.folder, self._tops(), self.root, self.opened.before)

    def _tops(self) -> set[str]:
        """The packages that count by their content, which any process finds by their names."""
        return {identity.top_of(name) for name in self.modules} - self.lost

    def _edited_code(self) -> list[str]:
        return [name for name in sorted(self.modules) if self._is_edited(name)]

    def _is_ahead(self, name: str) -> bool:
        """Whether the file of a module is dated after the present, and nothing else shows that it changed."""
        path = identity.file_of(name)
        try:
            ahead = path is not None and path.stat().st_mtime_ns > time.time_ns() + TICK
        except OSError:
            return False
        return ahead and not self.opened.exchanged(str(path))

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

    def _write(self, since: int | None) -> None:
        raw = json.dumps(
            dict(zip(_PARTS, (self.modules, self.read, self.packages), strict=True)), sort_keys=True
        ).encode()
        record = _record(self.folder)
        part = record.with_suffix(".part")
        with contextlib.suppress(OSError):  # a full disk: what is kept is not used, and the run goes on
            part.write_bytes(
                raw
            )  # one that a crash of the system cuts off cannot be read, and vouches for nothing
            if since is not None:
                os.utime(part, ns=(since, since))
            part.replace(record)


def standing(folder: Path, root: Path) -> Footing:
    """The footing of the checkpoints in ``folder``; those that rest on what has changed, or is not known, are removed."""
    footing = Footing(folder, root)
    kept = _sound(folder, root)
    if kept is None:
        footing.forget()
        return footing
    (footing.modules, footing.read, footing.packages), since = kept
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            if not path.is_dir() and path.lstat().st_mtime_ns > since:
                path.unlink()
    return footing


def usable(folder: Path, root: Path) -> Iterator[Path]:
    """The checkpoints in ``folder`` that a run would go on from, as :func:`standing` leaves them; nothing is removed."""
    kept = _sound(folder, root)
    if kept is None:
        return
    for top, _, names in os.walk(folder):  # which passes over what a run that ends meanwhile removes
        for path in (Path(top) / name for name in names):
            with contextlib.suppress(OSError):
                if path.lstat().st_mtime_ns <= kept[1]:
                    yield path


def _sound(folder: Path, root: Path) -> _Recorded | None:
    """What is recorded beside ``folder``, if it is all what it was."""
    try:
        kept = _recorded(_record(folder)) if any(folder.iterdir()) else None
    except FileNotFoundError:  # no run has begun, or one has ended meanwhile
        return None
    if kept is None:
        return None
    modules, read, packages = kept[0]
    same = all(identity.content(name) == was for name, was in modules.items())
    return kept if same and not identity.other_releases(packages) and not changed_reads(read, root) else None


def _recorded(record: Path) -> _Recorded | None:
    """Modules, files, packages and when they were recorded; None where there is nothing that can be read."""
    try:
        about: Any = json.loads(record.read_bytes())
        since = record.stat().st_mtime_ns
        parts = [{str(name): str(value) for name, value in about[part].items()} for part in _PARTS]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return (parts[0], parts[1], parts[2]), since


def _now(folder: Path) -> int:
    """What time it is where ``folder`` lies, in nanoseconds: a file system on the network has a clock of its own."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"now")
        file.flush()
        return os.fstat(file.fileno()).st_mtime_ns


def _record(folder: Path) -> Path:
    return folder.with_suffix(".json")
