"""The one reader of files that are not ours: a regular file of bounded size, or an error that says what it is.

A device such as ``/dev/zero`` would fill the memory, a FIFO would wait for ever, a link would lead elsewhere: what is
opened is looked at before a byte is read, through the open file, so that nothing can be exchanged in between.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from typing import Any

MAX_BYTES = 2**28
"""of a file that is read as a whole"""
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


_TEXTS = frozenset(
    {
        ".c",
        ".cfg",
        ".cpp",
        ".csv",
        ".dft",
        ".h",
        ".htm",
        ".html",
        ".ini",
        ".js",
        ".json",
        ".jsonl",
        ".log",
        ".md",
    }
    | {".ndjson", ".py", ".rst", ".svg", ".tex", ".toml", ".ts", ".tsv", ".txt", ".xml", ".yaml", ".yml"}
)
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\f"))
"""of which a text holds none; a carriage return without a line feed would be a line end of its own to some readers"""
_WAITING = "expected a file, found one that keeps its readers waiting"
_LINKS = 40
"""after which a system takes links for a circle"""
LARGE, HOLLOW = 2**30, 50
"""bytes of a file, and how many times what the disk holds of it, from which on it is empty space that fills the memory"""


class IrregularFileError(OSError):
    """What stands in place of a plain file, or one that is larger than anything this program writes."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(errno.EINVAL, message, str(path))

    def __reduce__(self) -> tuple[type[IrregularFileError], tuple[Path, str]]:
        """As it travels from the process of an evidence item."""
        return type(self), (Path(self.filename), str(self.strerror))


def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON (``object_pairs_hook``) in which no key is duplicated: readers differ in which one they take.

    Raises:
        ValueError: a key is duplicated, as after a merge that kept both sides.
    """
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(k for k in keys if keys.count(k) > 1)!r} is duplicated")
    return result


def open_regular(path: Path, *, follow: bool = False) -> BufferedReader:
    """The file, open for reading.

    ``follow``: a link at the end of ``path`` is followed, for paths that a person gave on the command line.

    Raises:
        IrregularFileError: a link, folder, device, pipe or socket; a large file with next to nothing in it.
        OSError: as :func:`open` does.
    """
    flags = (
        os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    )
    if not follow:
        if path.is_symlink():
            raise IrregularFileError(path, "expected a file, found a link")
        flags |= getattr(os, "O_NOFOLLOW", 0)
    mode = path.stat().st_mode  # opening a device can already have an effect
    _plain(path, mode)
    handle = os.open(path, flags)
    try:
        state = os.fstat(handle)
        _plain(path, state.st_mode)
        _filled(path, state)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_bytes(path: Path, *, most: int = MAX_BYTES, follow: bool = False) -> bytes:
    """The content of a regular file of at most ``most`` bytes; raises as :func:`open_regular`."""
    with open_regular(path, follow=follow) as stream:
        content: bytes | None = stream.read(most + 1)
    if content is None:
        raise IrregularFileError(path, _WAITING)
    if len(content) > most:
        raise IrregularFileError(path, f"the file is larger than {in_words(most)}")
    return content


def in_words(size: int) -> str:
    """A number of bytes, in the largest unit of which there is one.

    >>> in_words(16_384), in_words(2**24), in_words(300)
    ('16 KiB', '16 MiB', '300 bytes')
    """
    unit, name = next((one for one in ((2**20, "MiB"), (2**10, "KiB")) if size >= one[0]), (1, "bytes"))
    return f"{size / unit:.0f} {name}"


def sha256(path: Path) -> str:
    """SHA-256 of a regular file's content, in hexadecimal; raises as :func:`open_regular`."""
    result, chunk = hashlib.sha256(), memoryview(bytearray(2**18))
    with open_regular(path, follow=True) as stream:
        while (size := _size(stream.readinto(chunk), path)) > 0:
            result.update(chunk[:size])
    return result.hexdigest()


_BY_CHANCE = 64
"""bytes; two records of one or two entries can be alike"""


def same_files(paths: Mapping[str, Path]) -> dict[str, str]:
    """To each name whose file holds what that of an earlier name holds, the first such name.

    Only files of one size are read.  Short files, which may be alike by chance, and what is none are left out.
    """
    sizes: dict[int, list[str]] = {}
    for name, path in paths.items():
        with suppress(OSError):
            if (size := path.stat().st_size) >= _BY_CHANCE:
                sizes.setdefault(size, []).append(name)
    result: dict[str, str] = {}
    for names in sizes.values():
        first: dict[str, str] = {}
        for name in names if len(names) > 1 else ():
            with suppress(OSError):
                earlier = first.setdefault(sha256(paths[name]), name)
                if earlier != name:
                    result[name] = earlier
    return result


def as_written(raw: bytes) -> bytes:
    """The content of a text that casegen wrote, whatever line ends a checkout gave it: it writes no carriage return."""
    return raw.replace(b"\r\n", b"\n")


def same_content(path: Path, digest: str) -> bool:
    """Whether a file's SHA-256 is ``digest``, as it is or, of text, with the line ends of another system.

    git gives a text the line ends of the system it is checked out on: what it says is the same.  Raises as
    :func:`open_regular`.
    """
    return sha256(path) == digest or digest in _by_line_ends(path)


def sha256_of_lines(path: Path) -> str:
    """SHA-256 of a file, of text as if each line ended in a line feed alone; raises as :func:`open_regular`."""
    return next(iter(_by_line_ends(path)), "") or sha256(path)


def _by_line_ends(path: Path) -> tuple[str, ...]:
    """SHA-256 of a text with line feeds, and with carriage returns before them; nothing where it may be no text."""
    if path.suffix.lower() not in _TEXTS:
        return ()
    feeds, both = hashlib.sha256(), hashlib.sha256()
    with open_regular(path, follow=True) as stream:
        rest = b""
        while chunk := stream.read(2**18):
            lines = (rest + chunk).replace(b"\r\n", b"\n")
            rest = b"\r" if lines.endswith(b"\r") else b""
            lines = lines[: len(lines) - len(rest)]
            if lines.translate(None, _CONTROLS) != lines:
                return ()
            feeds.update(lines)
            both.update(lines.replace(b"\n", b"\r\n"))
    return () if rest else (feeds.hexdigest(), both.hexdigest())


def _size(read: int | None, path: Path) -> int:
    """Bytes that were read; none and no end is what a file of the system such as /proc/kmsg answers."""
    if read is None:
        raise IrregularFileError(path, _WAITING)
    return read


def found_instead(path: Path) -> str:
    """What stands where a file is expected, such as "a folder"; empty where it is a file, or nothing.

    >>> found_instead(Path("/")), found_instead(Path("/no/such/file"))
    ('a folder', '')
    """
    try:
        return _kind(path.stat().st_mode)
    except (OSError, ValueError):
        return ""


def found_in_place(path: Path) -> str:
    """What stands where something is to be written, such as "a device" or "a link to a device".

    Empty where nothing does, or a file, a folder, or a link to one that leads through no open file of a process.

    >>> found_in_place(Path("/")), found_in_place(Path("/no/such/file"))
    ('', '')
    """
    try:
        mode = path.lstat().st_mode
        if not stat.S_ISLNK(mode):
            return "" if stat.S_ISDIR(mode) else _kind(mode)
        if _leads_to_process(path):
            return "a link to an open file of a process"
        mode = path.stat().st_mode
        return "" if stat.S_ISDIR(mode) or not (kind := _kind(mode)) else f"a link to {kind}"
    except FileNotFoundError:
        return "a link that leads nowhere" if path.is_symlink() else ""
    except (OSError, ValueError):
        return "a link in a circle" if path.is_symlink() else ""


def _leads_to_process(path: Path) -> bool:
    """Whether a link leads through ``/proc``, where links are open files: ``/proc/self/fd/1`` is standard output."""
    for _ in range(_LINKS):
        if (path.parent.resolve() / path.name).is_relative_to("/proc"):
            return True
        if not path.is_symlink():
            return False
        path = path.parent / path.readlink()
    return False


def _kind(mode: int) -> str:
    """What stands in place of a plain file, in words; empty where it is one."""
    if stat.S_ISREG(mode):
        return ""
    return next((name for test, name in _KINDS if test(mode)), "no file")


def _plain(path: Path, mode: int) -> None:
    if kind := _kind(mode):
        raise IrregularFileError(path, f"expected a file, found {kind}")


def _filled(path: Path, state: os.stat_result) -> None:
    """A file may claim a terabyte and hold a page of it: reading it would take for ever, and a copy fill the disk."""
    held = getattr(state, "st_blocks", None)
    if held is not None and state.st_size >= LARGE and held * 512 * HOLLOW < state.st_size:
        raise IrregularFileError(
            path, f"a sparse file: {state.st_size / 2**30:.0f} GiB with next to nothing in it"
        )
