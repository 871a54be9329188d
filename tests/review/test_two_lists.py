"""Archives that other programs unpack otherwise: with a second list of files, or with other sizes beside a file."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError
from casegen.review.archive import extract

GOOD, EVIL = b"good", b"evil"
SUMS = (zlib.crc32(GOOD), 4, 4)
LARGE = 0xFFFFFFFF


def own(name: str, content: bytes, flags: int = 0, sums: tuple[int, ...] = (), extra: bytes = b"") -> bytes:
    """A file with what it says of itself."""
    sums = sums or (zlib.crc32(content), len(content), len(content))
    head = struct.pack("<I5H3I2H", 0x04034B50, 20, flags, 0, 0, 0x5A21, *sums, len(name), len(extra))
    return head + name.encode() + extra + content


def listed(name: str, content: bytes, at: int, flags: int = 0) -> bytes:
    """A file's line in the list at the end."""
    sums = (zlib.crc32(content), len(content), len(content))
    rest = (len(name), 0, 0, 0, 0, 0o100644 << 16, at)
    return struct.pack("<I6H3I5H2I", 0x02014B50, 788, 20, flags, 0, 0, 0x5A21, *sums, *rest) + name.encode()


def end(count: int, size: int, at: int, disk: int = 0) -> bytes:
    return struct.pack("<I4H2IH", 0x06054B50, disk, disk, count, count, size, at, 0)


def large_end(count: int, size: int, at: int) -> bytes:
    record = struct.pack("<IQ2H2I4Q", 0x06064B50, 44, 45, 45, 0, 0, count, count, size, at)
    return record + struct.pack("<IIQI", 0x07064B50, 0, at + size, 1)


def alone(file: bytes, flags: int = 0) -> bytes:
    """An archive of one file ``x``."""
    line = listed("x", GOOD, 0, flags)
    return file + line + end(1, len(line), len(file))


def two_lists() -> bytes:
    """``x`` is good by the list that the end for large archives names, evil by the one of the old end, within a file."""
    first = own("x", GOOD)
    start = len(first) + len(own("pad", b""))
    hidden = own("x", EVIL)
    inner = hidden + listed("x", EVIL, start)
    body = first + own("pad", inner)
    lines = listed("x", GOOD, 0) + listed("pad", inner, len(first))
    return (
        body
        + lines
        + large_end(2, len(lines), len(body))
        + end(1, len(inner) - len(hidden), start + len(hidden))
    )


X, LINE = own("x", GOOD), listed("x", GOOD, 0)
ZIP64 = struct.pack("<HHQQ", 1, 16, 4, 4)
AFTER = struct.pack("<IIII", 0x08074B50, *SUMS)


@pytest.mark.parametrize(
    "raw",
    [two_lists(), X + LINE + end(1, len(LINE), len(X)) + b"trailing", X + LINE + end(5, len(LINE), len(X)),
     X + LINE + end(1, len(LINE), len(X), disk=1),
     alone(own("x", GOOD, 0, (SUMS[0], LARGE, LARGE), struct.pack("<HHQQ", 1, 16, 1, 1))),
     alone(own("x", GOOD, 0, (SUMS[0], LARGE, LARGE))), alone(own("x", GOOD, 8, (7, 2, 2)) + AFTER, 8),
     alone(own("x", GOOD, 8, (0, 0, 0)) + struct.pack("<IIII", 0x08074B50, 9, 9, 9), 8),
     alone(own("x", GOOD, 8, (0, 0, 0)), 8)],
    ids=["two lists", "bytes behind the end", "another count", "another disk", "another size for large files",
         "a size left out", "other sums before", "other sums behind", "no sums behind"],
)  # fmt: skip
def test_what_has_a_second_meaning_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(raw)
    with pytest.raises(InputError, match="other programs may unpack something else"):
        extract(tmp_path / "a.zip", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "raw",
    [alone(X), X + LINE + large_end(1, len(LINE), len(X)) + end(1, len(LINE), len(X)),
     X + LINE + large_end(1, len(LINE), len(X)) + end(0xFFFF, LARGE, LARGE),
     alone(own("x", GOOD, 0, (SUMS[0], LARGE, LARGE), ZIP64)), alone(own("x", GOOD, 8, (0, 0, 0)) + AFTER, 8),
     alone(own("x", GOOD, 8, SUMS) + AFTER[4:], 8),
     alone(own("x", GOOD, 8, (0, LARGE, LARGE), ZIP64) + struct.pack("<IIQQ", 0x08074B50, *SUMS), 8)],
    ids=["plain", "both ends", "the end for large archives", "sizes for large files", "sums behind",
         "sums before and behind", "streamed"],
)  # fmt: skip
def test_archives_of_other_programs_are_read(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(raw)
    assert extract(tmp_path / "a.zip", tmp_path / "out") == ("x",)
    assert (tmp_path / "out" / "x").read_bytes() == GOOD


def test_a_pipe_of_zip_is_read(tmp_path: Path) -> None:
    """What Python writes to a stream that cannot go back: sums behind each file."""

    class Pipe:
        def __init__(self) -> None:
            self.raw = b""

        def write(self, raw: bytes) -> int:
            self.raw += bytes(raw)
            return len(raw)

        def flush(self) -> None: ...

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as made:  # type: ignore[call-overload]
        for name in ("a", "folder/b"):
            made.writestr(name, GOOD)
        with made.open("c", "w", force_zip64=True) as sink:
            sink.write(GOOD * 99)
        made.writestr("empty", b"")
    (tmp_path / "a.zip").write_bytes(pipe.raw)
    assert extract(tmp_path / "a.zip", tmp_path / "out") == ("a", "folder/b", "c", "empty")
