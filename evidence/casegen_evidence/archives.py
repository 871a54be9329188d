"""Zip archives that strangers wrote (npz, skops, xlsx): read only where every program finds the same in them.

An archive may hold two entries of one name, of which each program takes the one it likes; names that lead out of it; or
a few kilobytes that unpack to more than any memory.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem

MOST_BYTES = 2**35
"""of everything in an archive, unpacked: a million pictures of 32 kB"""
MOST_ENTRIES = 1_000_000
_ENCRYPTED = 0x1
_ABSOLUTE = compiled(r"[/\\]|[A-Za-z]:[/\\]")


@contextmanager
def opened(
    file: Path | IO[bytes], name: str, *, most: int = MOST_BYTES, caseless: bool = False
) -> Iterator[zipfile.ZipFile]:
    """The archive ``file``, called ``name`` in messages, once its list is known to be sound; ``caseless``: names that
    differ in capitals alone are one.

    Raises :class:`InputProblem` for entries that make it mean different things to different programs, and for more than
    ``most`` bytes unpacked; errors of :mod:`zipfile` for what is no archive.
    """
    with zipfile.ZipFile(file) as archive:
        _check(archive.infolist(), name, most, caseless)
        yield archive


def names_in(path: Path) -> list[str]:
    """Names of the entries of an archive; none of a file that is no archive, or a damaged one."""
    if not zipfile.is_zipfile(path):
        return []
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        return []  # refused where it is read


def unpacked_size(path: Path) -> int:
    """Bytes that a file comes to: of an archive all of its entries, as its list states them, else the file's own size."""
    try:
        with zipfile.ZipFile(path) as archive:
            return sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        return path.stat().st_size


def _check(entries: list[zipfile.ZipInfo], name: str, most: int, caseless: bool) -> None:
    if len(entries) > MOST_ENTRIES:
        raise InputProblem(f"{name} holds {len(entries):,} entries, {MOST_ENTRIES:,} at most")
    size = sum(entry.file_size for entry in entries)
    if size > most:
        raise InputProblem(f"{name} unpacks to {size:,} bytes, {most:,} at most")
    seen = dict[str, str]()
    for entry in entries:
        shown = repr(entry.orig_filename[:80])
        steps = re.split(r"[/\\]", entry.filename)
        if _ABSOLUTE.match(entry.filename) or ".." in steps:
            raise InputProblem(f"{name} holds {shown}, a name that leads out of the archive. Save it anew")
        if entry.orig_filename.replace("\\", "/") != entry.filename.replace("\\", "/"):
            raise InputProblem(f"{name} holds {shown}, a name that is cut at a NUL. Save it anew")
        if entry.flag_bits & _ENCRYPTED:
            raise InputProblem(f"{name} holds {shown}, which is encrypted. Save it without a password")
        known = "/".join(step for step in steps if step not in ("", "."))
        known = known.lower() if caseless else known
        if (other := seen.get(known)) is not None:
            both = f"two entries {shown}" if other == entry.filename else f"{other[:80]!r} and {shown}"
            raise InputProblem(
                f"{name} holds {both}, one name, of which programs read one or the other. Save it anew, with each once"
            )
        seen[known] = entry.filename
