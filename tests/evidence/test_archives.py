"""Zip archives of strangers: one meaning for every program, nothing outside of them, no more than fits."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence import archives
from casegen_evidence.method import InputProblem
from casegen_evidence.models.held_rows import rows_held
from casegen_evidence.models.model_file import model_in
from casegen_evidence.nnmetrics.asked import holds_inputs
from casegen_evidence.nnmetrics.picture_layout import holds_pictures
from casegen_evidence.tables.arrays import read_arrays
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Number

from tests.later import later

skops_io = later("skops.io", reason="needs the extra casegen[skops]")
Reader = Callable[[Path], Any]


def _table(path: Path) -> Any:
    return read_table(path, {}, rest=Number())


def _array(values: Any = (0.0, 1.0, 2.0)) -> bytes:
    content = io.BytesIO()
    np.save(content, np.asarray(values))
    return content.getvalue()


def _arrays(path: Path) -> Path:
    np.savez(path, a=np.arange(3.0), b=np.arange(3.0))
    return path


def _estimator(path: Path) -> Path:
    from sklearn.linear_model import LogisticRegression

    skops_io.dump(LogisticRegression().fit([[0.0], [1.0]], [0, 1]), path)
    return path


def _workbook(path: Path) -> Path:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["entry", "hours"], [1, 2.0], [2, 3.0]):
        book.active.append(row)
    book.save(path)
    return path


KINDS: Mapping[str, tuple[str, Callable[[Path], Path], Reader]] = {
    "arrays": ("a.npz", _arrays, read_arrays),
    "table": ("a.npz", _arrays, _table),
    "estimator": ("m.skops", _estimator, model_in),
    "workbook": ("t.xlsx", _workbook, _table),
}


@pytest.fixture(params=list(KINDS))
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Reader]:
    name, write, read = KINDS[request.param]
    return write(tmp_path / name), read


def _added(path: Path, name: str, content: bytes = b"") -> Path:
    with zipfile.ZipFile(path, "a") as opened, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that is there twice
        opened.writestr(name, content or _array())
    return path


def test_archives_as_they_are_written_are_read(archive: tuple[Path, Reader]) -> None:
    path, read = archive
    read(path)


@pytest.mark.parametrize("again", ["{}", "./{}", ".//{}"])
def test_an_entry_that_is_there_twice_is_refused(archive: tuple[Path, Reader], again: str) -> None:
    path, read = archive
    with zipfile.ZipFile(path) as opened:
        first = opened.namelist()[0]
        content = opened.read(first)
    with pytest.raises(InputProblem, match="one name, of which programs read one or the other"):
        read(_added(path, again.format(first), content))


@pytest.mark.parametrize(
    "name", ["../x.npy", "a/../../x.npy", "/etc/x.npy", "C:\\x.npy", "..\\x.npy", "a/.."]
)
def test_names_that_lead_out_of_an_archive_are_refused(archive: tuple[Path, Reader], name: str) -> None:
    path, read = archive
    with pytest.raises(InputProblem, match="leads out of the archive"):
        read(_added(path, name))


def test_encrypted_entries_are_refused_in_words(archive: tuple[Path, Reader]) -> None:
    path, read = archive
    content = bytearray(path.read_bytes())
    at = content.rindex(b"PK\x01\x02")
    content[at + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(InputProblem, match="is encrypted"):
        read(path)


def test_names_that_are_cut_are_refused(archive: tuple[Path, Reader]) -> None:
    path, read = archive
    _added(path, "wxyz.npy")
    path.write_bytes(path.read_bytes().replace(b"wxyz.npy", b"wxyz\0npy"))
    with pytest.raises(InputProblem, match="cut at a NUL"):
        read(path)


@pytest.mark.parametrize("kind", ["arrays", "table", "estimator"])
def test_archives_that_would_fill_the_memory_are_refused(kind: str, tmp_path: Path) -> None:
    """By the sizes that the list states: no more than that is ever unpacked."""
    name, write, read = KINDS[kind]
    path = write(tmp_path / name)
    for k in range(9):
        _added(path, f"large{k}.npy")
    content, at = bytearray(path.read_bytes()), 0
    while (at := content.find(b"PK\x01\x02", at + 1)) > 0:
        content[at + 24 : at + 28] = (2**32 - 2).to_bytes(4, "little")
    path.write_bytes(content)
    with pytest.raises(InputProblem, match=r"unpacks to [0-9,]{14,} bytes, [0-9,]+ at most"):
        read(path)


def test_more_entries_than_are_read_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_ENTRIES", 2)
    with pytest.raises(InputProblem, match="holds 3 entries, 2 at most"):
        read_arrays(_added(_arrays(tmp_path / "a.npz"), "c.npy"))


@pytest.mark.parametrize("read", [read_arrays, _table])
@pytest.mark.parametrize("name", ["c", "notes.txt", "c.NPY", "folder/"])
def test_what_is_no_array_in_an_archive_of_arrays_is_refused(tmp_path: Path, read: Reader, name: str) -> None:
    with pytest.raises(InputProblem, match=f"holds '{name}', which is no array"):
        read(_added(_arrays(tmp_path / "a.npz"), name))


@pytest.mark.parametrize("names", [("a", "A"), ("x/a", "y/a"), ("a b", "a..b"), ("...", "C:a"), ("é", "e")])
def test_arrays_of_any_two_names_are_read(tmp_path: Path, names: tuple[str, str]) -> None:
    np.savez(tmp_path / "a.npz", **{name: np.arange(3.0) for name in names})
    assert set(read_arrays(tmp_path / "a.npz")) == set(names)


@pytest.mark.parametrize("content", [b"PK\x05\x06" + bytes(18), b"PK\x03\x04", b"", b"text"])
def test_files_that_are_no_archive_hold_no_inputs(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(content)
    assert not holds_inputs(path)
    assert not holds_pictures(path)


def test_rows_of_a_network_are_found_though_its_file_ends_as_an_archive_does(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    rows = np.random.default_rng(0).normal(size=(40, 3))
    constant = onnx.numpy_helper.from_array(rows, "rows")
    network = onnx.helper.make_model(onnx.helper.make_graph([], "g", [], [], [constant])).SerializeToString()
    held = _arrays(tmp_path / "a.npz").read_bytes()
    unknown = (
        b"\xc2\x3e" + bytes([len(held) & 0x7F | 0x80, len(held) >> 7]) + held
    )  # field 1000, which none reads
    path = tmp_path / "m.onnx"
    for content in (network, network + unknown):
        path.write_bytes(content)
        assert zipfile.is_zipfile(path) == (content != network)
        assert rows_held(path, rows) == 40
