"""Objects of a git repository: what a revision holds, listed and read; nothing is checked out.

No filter, hook or attribute of the repository has a say, and no missing object is fetched.  A listing is read while
it comes and ended beyond a limit: a folder within a folder, named ten times, ten deep, is listed without end.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from casegen.model.case import Location
from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.review.manifest import MAX_FILES

GIT_SECONDS = 300
"""of the clock that git may take for one answer: it waits for ever for a pipe that stands in place of its files"""
MAX_ENTRIES = 2 * MAX_FILES
"""files and folders of a listing: as many folders as files"""
MAX_LISTED_BYTES = 64 * 2**20
_AT_ONCE = 500
"""names in one call: a command line has an end"""
_COMMAND = ("git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-replace-objects")


def ask(place: Path, arguments: Sequence[str], given: bytes = b"") -> bytes | None:
    """Output of a git command that only reads objects; None when git says no."""
    done = _done(place, arguments, given)
    return done.stdout if done.returncode == 0 else None


def refusal(place: Path) -> str | None:
    """Why git cannot read the repository around a folder, in its words; empty where there is none, None if it can."""
    done = _done(place, ["rev-parse", "--git-dir"])
    if done.returncode == 0:
        return None
    words = " ".join(done.stderr.decode("utf-8", "replace").split()).removeprefix("fatal: ")
    if "not a git repository (or any" in words:
        return ""
    return words or f"it ended with code {done.returncode}"


class Entry(NamedTuple):
    """One line of a listing; ``size`` is stated of files that are there."""

    mode: str
    kind: str
    name: str
    size: str
    path: str

    @property
    def is_file(self) -> bool:
        """No folder, link or submodule."""
        return self.kind == "blob" and self.mode != "120000"


def entries(repository: Path, tree: str, apart: str, here: Location) -> Iterator[Entry]:
    """Every file, folder, link and submodule of a tree, without the folder ``apart`` at its root.

    Raises:
        InputError: git cannot list it, or it holds more than :data:`MAX_ENTRIES`.
    """
    top = _lines(repository, ["-z", "-l", "--full-tree", tree], here, itertools.count(1))
    names = [path for line in top if (path := _entry(line).path) != apart]
    counts = itertools.count(1)
    for begin in range(0, len(names), _AT_ONCE):
        arguments = [
            "-r", "-t", "-z", "-l", "--full-tree", tree, "--",
            *names[begin : begin + _AT_ONCE],
        ]  # fmt: skip
        for line in _lines(repository, arguments, here, counts):
            yield _entry(line)


def write_blobs(repository: Path, blobs: Sequence[tuple[str, Path]], here: Location) -> None:
    """Write each blob to its path, in pieces: a kilobyte of a repository may unpack to a gigabyte.

    Raises:
        InputError: git cannot read one of them.
    """
    # a file: git answers before it has read all names, and a pipe would be full both ways
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{name}\n" for name, _ in blobs).encode())
        asked.seek(0)
        with _running(repository, ["cat-file", "--batch"], asked.fileno()) as stream:
            for name, path in blobs:
                _, kind, size = (*stream.readline().decode("ascii", "replace").split(), "", "")[:3]
                if kind != "blob":
                    raise InputError.at(
                        here, f"git could not read the object {name}: the repository is not whole"
                    )
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("wb") as file:
                    _copy(stream, file, int(size), here)
                stream.read(1)  # the line feed behind each


def _copy(stream: IO[bytes], file: IO[bytes], size: int, here: Location) -> None:
    while size > 0:
        part = stream.read(min(size, 2**20))
        if not part:
            raise InputError.at(here, "git ended within a file of the revision: the repository is damaged")
        file.write(part)
        size -= len(part)


def _entry(line: bytes) -> Entry:
    about, _, raw = line.partition(b"\t")
    mode, kind, name, size = about.decode("ascii").split()
    return Entry(mode, kind, name, size, raw.decode("utf-8", "surrogateescape"))


def _lines(
    repository: Path, arguments: Sequence[str], here: Location, counts: Iterator[int]
) -> Iterator[bytes]:
    """Entries of ``git ls-tree`` while they come; git ends with the last one, at a limit, or after its time."""
    damaged = InputError.at(here, "git cannot list the revision: it is damaged, or not whole")
    with _running(repository, ["ls-tree", *arguments], subprocess.DEVNULL, damaged) as stream:
        yield from _limited(stream, here, counts)


@contextlib.contextmanager
def _running(
    repository: Path, arguments: Sequence[str], given: int, refused: InputError | None = None
) -> Iterator[IO[bytes]]:
    """What git answers, while it comes; ``refused`` is raised where git says no at its end.

    git ends when the context does, or after its time.
    """
    running = subprocess.Popen(
        [*_COMMAND, *arguments], cwd=repository, env=_environment(), stdin=given,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    timer = threading.Timer(GIT_SECONDS, running.kill)
    timer.start()
    assert running.stdout is not None
    try:
        yield running.stdout
        code = running.wait()
        if code < 0:
            raise _too_late(repository)
        if code != 0 and refused is not None:
            raise refused
    finally:
        timer.cancel()
        with contextlib.suppress(OSError):
            running.kill()
        running.stdout.close()
        running.wait()


def _limited(stream: IO[bytes], here: Location, counts: Iterator[int]) -> Iterator[bytes]:
    rest, size = b"", 0
    while part := os.read(stream.fileno(), 2**16):
        size += len(part)
        if size > MAX_LISTED_BYTES:
            message = f"the names of the revision's files take more than {MAX_LISTED_BYTES // 2**20} MiB"
            raise InputError.at(here, f"{message}: too much to open")
        *lines, rest = (rest + part).split(b"\0")
        for line in lines:
            if next(counts) > MAX_ENTRIES:
                raise InputError.at(
                    here, f"the revision holds more than {MAX_ENTRIES:,} files and folders: too much to open"
                )
            yield line


def _done(place: Path, arguments: Sequence[str], given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            [*_COMMAND, *arguments],
            cwd=place,
            input=given,
            capture_output=True,
            env=_environment(),
            check=False,
            timeout=GIT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise _too_late(place) from None
    except FileNotFoundError:
        raise MissingDependencyError("a git revision needs git", "apt-get install git") from None


def _too_late(place: Path) -> InputError:
    message = (
        f"git did not answer within {GIT_SECONDS} s: a file of the repository may keep its readers waiting"
    )
    return InputError.at(Location(str(place)), message)


def _environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    return kept | {
        "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0",
        "GIT_LITERAL_PATHSPECS": "1", "LC_ALL": "C",
        "GIT_ALLOW_PROTOCOL": "none",  # an older git fetches missing objects, by commands of the repository
    }  # fmt: skip
