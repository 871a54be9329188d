"""Read an archive from a stranger: no name leaves the folder, no size surprises, no link is made."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from pathlib import Path

from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.review.manifest import plain

MAX_ENTRIES = 20_000
MAX_BYTES = 4 * 2**30
MAX_RATIO = 200
RATIO_FROM = 2**20
"""entries smaller than this may compress as well as they like"""
_CHUNK = 2**20
_DESCRIPTORS = (12, 16, 20, 24)
"""bytes of a checksum with sizes that may follow an entry"""


def extract(archive: Path, target: Path, *, max_bytes: int = MAX_BYTES) -> tuple[str, ...]:
    """Unpack ``archive`` (zip) below the empty folder ``target``; returns the paths.

    Every name is checked before the first byte is written, and bytes are counted while they are
    inflated, whatever the archive says of its sizes.

    Raises:
        InputError: no zip; a name that is absolute, climbs, occurs twice (also by case), or is no plain
            file; an encrypted entry; more than ``max_bytes``; an entry that inflates more than
            ``MAX_RATIO`` times; content that does not match its checksum.
    """
    here = Location(str(archive))
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = _checked(opened, here, max_bytes)
            _complete(opened, here)
            left = max_bytes
            for entry in entries:
                left -= _write(opened, entry, target / entry.filename, left, here)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError) as error:
        message = (str(error) or type(error).__name__).splitlines()[0]
        raise InputError.at(here, f"no readable zip archive: {message}") from None
    return tuple(entry.filename for entry in entries)


def _checked(opened: zipfile.ZipFile, here: Location, max_bytes: int) -> list[zipfile.ZipInfo]:
    entries = [entry for entry in opened.infolist() if not entry.is_dir()]
    if len(entries) > MAX_ENTRIES:
        raise InputError.at(here, f"the archive holds {len(entries)} files; at most {MAX_ENTRIES} are read")
    seen: set[str] = set()
    for entry in opened.infolist():
        name = entry.filename
        if not plain(name.removesuffix("/")):
            raise InputError.at(
                here, f"the archive holds {name[:80]!r}, which leaves the folder or cannot be listed"
            )
        known = name.removesuffix("/").casefold()
        if known in seen:
            raise InputError.at(here, f"the archive holds {name!r} twice")
        seen.add(known)
        mode = entry.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise InputError.at(here, f"the archive holds {name!r}, which is a link or a device")
        if entry.flag_bits & 0x1:
            raise InputError.at(here, f"the archive holds {name!r}, which is encrypted")
    if sum(entry.file_size for entry in entries) > max_bytes:
        raise InputError.at(here, f"the archive would unpack to more than {max_bytes} bytes")
    return entries


def _complete(opened: zipfile.ZipFile, here: Location) -> None:
    """Every byte belongs to an entry of the list at the end.

    Programs that unpack from the start, or take the first of two lists, would show what was never verified.
    """
    at, stream = 0, opened.fp
    assert stream is not None
    for entry in sorted(opened.infolist(), key=lambda one: one.header_offset):
        if entry.header_offset - at not in ((0,) if not at else (0, *_DESCRIPTORS)):
            at = -1
            break
        stream.seek(entry.header_offset)
        name, extra = struct.unpack("<HH", stream.read(30)[26:30])
        at = entry.header_offset + 30 + name + extra + entry.compress_size
    if opened.comment or opened.start_dir - at not in (0, *_DESCRIPTORS):
        raise InputError.at(here, "the archive holds bytes that belong to no file of its list: other programs may "
                            "unpack something else from it", hint="unpack it, look at it, and pack it anew")  # fmt: skip


def _write(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, left: int, here: Location) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with opened.open(entry) as source, path.open("xb") as sink:
        while chunk := source.read(_CHUNK):
            written += len(chunk)
            bomb = written > RATIO_FROM and written > MAX_RATIO * max(entry.compress_size, 1)
            if written > left or bomb:
                raise InputError.at(here, f"{entry.filename!r} inflates without end: refused as a zip bomb")
            sink.write(chunk)
    return written
