"""What the list of an archive says of a file besides its name: other programs unpack by it."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError
from casegen.review.archive import extract

LISTED, OWN = b"PK\1\2", b"PK\3\4"
MODE, DISK, NEEDED, FLAGS = 38, 34, 6, 8
"""places in an entry of the list"""


@pytest.fixture
def plain(tmp_path: Path) -> bytes:
    """An archive of one file in a folder, as ``zip -r`` writes it."""
    (tmp_path / "packed" / "top").mkdir(parents=True)
    (tmp_path / "packed" / "top" / "a.txt").write_text("content " * 20)
    path = Path(shutil.make_archive(str(tmp_path / "plain"), "zip", tmp_path / "packed"))
    return path.read_bytes()


def entry(raw: bytes, mark: bytes, name: bytes) -> int:
    """Where the header of a file begins."""
    size = 46 if mark == LISTED else 30
    places = [at for at in range(len(raw)) if raw[at : at + 4] == mark]
    return next(
        at for at in places if raw[at + size :].startswith(name) and raw[at + size + len(name) - 1 :][:1]
    )


def put(raw: bytes, at: int, value: int, size: int) -> bytes:
    return raw[:at] + value.to_bytes(size, "little") + raw[at + size :]


def unpacked(raw: bytes, tmp_path: Path) -> tuple[str, ...]:
    (tmp_path / "t.zip").write_bytes(raw)
    target = tmp_path / "target"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    names = extract(tmp_path / "t.zip", target)
    assert (target / "top" / "a.txt").read_text() == "content " * 20
    return names


@pytest.mark.parametrize(
    ("place", "value", "size"),
    [
        (MODE, 0x41FF0000, 4),
        (MODE, 0x10, 4),
        (MODE, 0x81A40010, 4),
        (MODE, 0x8, 4),
        (DISK, 7, 2),
        (NEEDED, 0x8014, 2),
        (NEEDED, 64, 2),
        (FLAGS, 0xA000, 2),
        (FLAGS, 0x20, 2),
        (FLAGS, 0x40, 2),
        (FLAGS, 0x800, 2),
        (FLAGS, 0x8, 2),
    ],
    ids=lambda value: hex(value) if isinstance(value, int) else value,
)
def test_a_list_that_says_something_else_of_a_file_is_refused(
    plain: bytes, tmp_path: Path, place: int, value: int, size: int
) -> None:
    at = entry(plain, LISTED, b"top/a.txt")
    with pytest.raises(InputError, match=r"something else|no readable zip"):
        unpacked(put(plain, at + place, value, size), tmp_path)


def test_the_header_before_the_content_agrees_with_the_list(plain: bytes, tmp_path: Path) -> None:
    at = entry(plain, OWN, b"top/a.txt")
    for place, value in ((4, 0x8014), (4, 99), (6, 0x20), (6, 0x8), (6, 0x800)):
        with pytest.raises(InputError, match=r"something else|no readable zip"):
            unpacked(put(plain, at + place, value, 2), tmp_path)


def test_both_headers_with_a_flag_that_no_file_needs(plain: bytes, tmp_path: Path) -> None:
    raw = put(plain, entry(plain, LISTED, b"top/a.txt") + FLAGS, 0x2000, 2)
    with pytest.raises(InputError, match="something else"):
        unpacked(put(raw, entry(plain, OWN, b"top/a.txt") + 6, 0x2000, 2), tmp_path)


def test_a_folder_that_the_list_calls_a_file_is_refused(plain: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="something else"):
        unpacked(put(plain, entry(plain, LISTED, b"top/") + MODE, 0x81A40000, 4), tmp_path)


@pytest.mark.parametrize("attributes", [0, 0x1, 0x20, 0x81A40000, 0x81ED0020, 0x01A40000])
def test_files_as_archivers_list_them_are_unpacked(plain: bytes, tmp_path: Path, attributes: int) -> None:
    """Read-only, marked for backup, executable, or with the permissions alone."""
    raw = put(plain, entry(plain, LISTED, b"top/a.txt") + MODE, attributes, 4)
    assert unpacked(raw, tmp_path) == ("top/a.txt",)


def test_effort_and_streams_are_of_no_matter(plain: bytes, tmp_path: Path) -> None:
    raw = put(plain, entry(plain, LISTED, b"top/a.txt") + FLAGS, 0x2, 2)
    assert unpacked(raw, tmp_path) == ("top/a.txt",)

    class Stream:
        def __init__(self) -> None:
            self.raw = b""

        def write(self, part: bytes) -> int:
            self.raw += part
            return len(part)

        def flush(self) -> None: ...

    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:  # type: ignore[call-overload]
        made.writestr("top/a.txt", "content " * 20)
    assert unpacked(stream.raw, tmp_path) == ("top/a.txt",)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("x" * 300 + "/b",), "too long to be written"),
        (("/".join(["y" * 200] * 11),), "too long to be written"),
        (("top/a.txt/x",), "'top/a.txt' as a file and as a folder"),
        (("b/c", "b"), "'b' as a file and as a folder"),
        (("top/A.txt",), "'top/a.txt' and 'top/A.txt', which are one name on some systems"),
        (("é", "e\u0301"), r"'\xe9' and 'e\u0301', which are one name"),
    ],
)
def test_names_that_cannot_stand_beside_each_other_are_named(
    plain: bytes, tmp_path: Path, names: tuple[str, ...], words: str
) -> None:
    path = tmp_path / "more.zip"
    path.write_bytes(plain)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as more:
        for name in names:
            more.writestr(name, "content")
    with pytest.raises(InputError) as caught:
        unpacked(path.read_bytes(), tmp_path)
    assert words in str(caught.value)
    assert not list((tmp_path / "target").iterdir())
