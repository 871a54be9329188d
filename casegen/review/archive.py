"""Read an archive from a stranger: no name leaves the folder, no size surprises, no link is made."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.review.manifest import anywhere, both_spellings, plain

MAX_ENTRIES = 20_000
MAX_BYTES = 4 * 2**30
MAX_RATIO = 200
RATIO_FROM = 2**20
"""entries smaller than this may compress as well as they like"""
LONGEST_NAME, LONGEST_PATH = 255, 2000
"""bytes of a name, and of all names on the way to a file"""
_CHUNK = 2**20
_FOLLOWS, _EFFORT, _UTF8, _LARGE = 0x8, 0x6, 0x800, 0xFFFFFFFF
"""flags: checksum and sizes follow the content, how hard it was compressed, name in UTF-8; size: it stands in an extra
field"""
_NEWEST = 63
"""version of the format that is read: 6.3"""
_LABEL, _FOLDER = 0x8, 0x10
"""attributes of MS-DOS"""
_ANEW = "unpack it, look at it, and pack it anew"


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
    except (
        zipfile.BadZipFile,
        struct.error,
        zlib.error,
        EOFError,
        RuntimeError,
        ValueError,
        OSError,
    ) as error:
        message = (str(error) or type(error).__name__).splitlines()[0]
        raise InputError.at(here, f"no readable zip archive: {message}") from None
    return tuple(entry.filename for entry in entries)


def _checked(opened: zipfile.ZipFile, here: Location, max_bytes: int) -> list[zipfile.ZipInfo]:
    entries = [entry for entry in opened.infolist() if not entry.filename.endswith("/")]
    if len(entries) > MAX_ENTRIES:
        raise InputError.at(here, f"the archive holds {len(entries)} files; at most {MAX_ENTRIES} are read")
    seen: dict[str, str] = {}
    for entry in opened.infolist():
        name = entry.filename
        if not plain(name.removesuffix("/")):
            raise InputError.at(
                here, f"the archive holds {name[:80]!r}, which leaves the folder or cannot be listed"
            )
        sizes = [len(part.encode(errors="replace")) for part in name.split("/")]
        if max(sizes) > LONGEST_NAME or sum(sizes) > LONGEST_PATH:
            raise InputError.at(
                here, f"the archive holds {name[:80]!r}, a name that is too long to be written"
            )
        if entry.orig_filename != name or (entry.is_dir() and entry.file_size):
            raise InputError.at(
                here, f"the archive holds {name!r} with a NUL, or a folder with content", hint=_ANEW
            )
        known = anywhere(name)
        if (other := seen.get(known)) is not None:
            both = f"{both_spellings(other, name)}, which are one name on some systems"
            raise InputError.at(here, f"the archive holds {f'{name!r} twice' if other == name else both}")
        seen[known] = name
        mode = entry.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise InputError.at(here, f"the archive holds {name!r}, which is a link or a device")
        if _is_otherwise(entry):
            message = f"the archive holds {name!r}, whose attributes say that it is something else"
            raise InputError.at(here, f"{message}: other programs may unpack that", hint=_ANEW)
        if entry.flag_bits & 0x1:
            raise InputError.at(here, f"the archive holds {name!r}, which is encrypted")
    files = {anywhere(entry.filename) for entry in entries}
    for folder in (parent for name in seen for parent in PurePosixPath(name).parents):
        if folder.as_posix() in files:
            raise InputError.at(
                here, f"the archive holds {seen[folder.as_posix()]!r} as a file and as a folder"
            )
    if sum(entry.file_size for entry in entries) > max_bytes:
        raise InputError.at(here, f"the archive would unpack to more than {max_bytes} bytes")
    return entries


def _is_otherwise(entry: zipfile.ZipInfo) -> bool:
    """Whether the list calls a file a folder or the other way round, or puts it on another disk or in a later format."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    wrong = stat.S_IFREG if entry.is_dir() else stat.S_IFDIR
    other = kind == wrong or bool(entry.external_attr & _FOLDER and not entry.is_dir())
    known = 0x1 | _FOLLOWS | _EFFORT | _UTF8
    strange = entry.volume or entry.reserved or entry.extract_version > _NEWEST or entry.flag_bits & ~known
    return other or bool(strange or entry.external_attr & _LABEL)


def _complete(opened: zipfile.ZipFile, here: Location) -> None:
    """Every byte belongs to an entry of the list at the end, and each entry says of itself what the list says.

    Programs that unpack from the start, or take the first of two lists, or names of an extra field, would show what
    was never verified.
    """
    at = 0
    for entry in sorted(opened.infolist(), key=lambda one: one.header_offset):
        at = _behind(opened, entry) if entry.header_offset == at else -1
    if at != opened.start_dir or opened.comment or not _one_list(opened):
        raise InputError.at(here, "the archive holds bytes that belong to no file of its list, or a file that says "
                            "otherwise of itself: other programs may unpack something else", hint=_ANEW)  # fmt: skip


def _behind(opened: zipfile.ZipFile, entry: zipfile.ZipInfo) -> int:
    """Where the entry ends, with the sums that may follow it; -1 where it says otherwise of itself than the list."""
    stream = opened.fp
    assert stream is not None
    stream.seek(entry.header_offset)
    own = struct.unpack("<IHHHHHIIIHH", stream.read(30))
    needed, flags, method, sums, (name, length) = own[1], own[2], own[3], own[6:9], own[9:]
    stream.seek(name, 1)
    extra = stream.read(length)
    listed = (entry.CRC, entry.compress_size, entry.file_size)
    said = (sums[0], *_sizes(sums[1:], extra))
    same = all(a == b or (a == 0 and flags & _FOLLOWS) for a, b in zip(said, listed, strict=True))
    other_name = _renames(entry.extra) or _renames(extra)
    other = method != entry.compress_type or (flags ^ entry.flag_bits) & ~_EFFORT or needed > _NEWEST
    if other or other_name or not same:
        return -1
    end: int = entry.header_offset + 30 + name + length + entry.compress_size
    if not flags & _FOLLOWS:
        return end
    stream.seek(end)
    behind = stream.read(24)
    for form in ("<III", "<IQQ"):
        for mark in (b"PK\7\10", b""):
            if behind.startswith(sums_there := mark + struct.pack(form, *listed)):
                return end + len(sums_there)
    return -1


def _sizes(sizes: tuple[int, ...], extra: bytes) -> tuple[int, ...]:
    """The sizes, compressed and whole, that an entry says of itself: those of the extra field where it has them there."""
    if _LARGE in sizes:
        for kind, field in _fields(extra):
            if kind == 1 and len(field) >= 16:
                whole, packed = struct.unpack("<QQ", field[:16])
                return packed if sizes[0] == _LARGE else sizes[0], whole if sizes[1] == _LARGE else sizes[1]
    return sizes


def _one_list(opened: zipfile.ZipFile) -> bool:
    """Whether both ends of an archive, the old one and the one for large archives, name the list that was read."""
    stream = opened.fp
    assert stream is not None
    size = stream.seek(0, 2)
    stream.seek(max(0, size - 98))
    tail = stream.read()
    large = tail[:76] if len(tail) == 98 and tail.startswith(b"PK\6\6") else b""
    count = len(opened.infolist())
    length = size - 22 - len(large) - opened.start_dir
    true = (0, 0, count, count, length, opened.start_dir)
    mark, *said, comment = struct.unpack("<4s4H2IH", tail[-22:])
    most = (*[0xFFFF] * 4, *[_LARGE] * 2)
    alike = all(a == b or (large and a == m) for a, b, m in zip(said, true, most, strict=True))
    if large:
        record = struct.pack("<Q2H2I4Q", 44, *struct.unpack("<2H", large[12:16]), *true)
        place = struct.pack("<IQI", 0, opened.start_dir + length, 1)
        alike = alike and large[4:] == record + b"PK\6\7" + place
    return alike and mark == b"PK\5\6" and comment == 0


def _fields(extra: bytes) -> Iterator[tuple[int, bytes]]:
    """The extra fields of an entry by kind; kind -1 where the last is cut off."""
    while len(extra) >= 4:
        kind, size = struct.unpack("<HH", extra[:4])
        yield (kind if size <= len(extra) - 4 else -1), extra[4 : 4 + size]
        extra = extra[4 + size :]


def _renames(extra: bytes) -> bool:
    """Whether an extra field holds another name of the file (0x7075, Info-ZIP Unicode path), or is cut off."""
    return any(kind in (0x7075, -1) for kind, _ in _fields(extra))


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
