"""Archives of arrays: many small ones are bounded, and each name stands once."""

from __future__ import annotations

import io
import time
import warnings
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.tables.arrays import MOST_ARRAYS, read_arrays
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Number

VALUES = np.arange(3.0)


def _written(path: Path, names: Sequence[str]) -> Path:
    content = io.BytesIO()
    np.save(content, VALUES)
    with zipfile.ZipFile(path, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name in names:
            archive.writestr(f"{name}.npy", content.getvalue())
    return path


def _table(path: Path) -> Any:
    return read_table(path, {}, rest=Number())


@pytest.mark.slow
@pytest.mark.parametrize("read", [read_arrays, _table])
def test_more_arrays_than_are_read_in_seconds_are_refused_at_once(
    tmp_path: Path, read: Callable[[Path], Any]
) -> None:
    path = _written(tmp_path / "a.npz", [f"c{k}" for k in range(30_000)])
    start = time.process_time()
    with pytest.raises(InputProblem, match=r"holds 30,000 arrays, 10,000 at most"):
        read(path)
    assert time.process_time() - start < 10


@pytest.mark.parametrize("read", [read_arrays, _table])
@pytest.mark.parametrize("names", [["a", "a"], ["a", "b", "a", "a"]])
def test_two_arrays_of_one_name_are_refused(
    tmp_path: Path, read: Callable[[Path], Any], names: Sequence[str]
) -> None:
    with pytest.raises(
        InputProblem, match=r"a\.npz holds two entries 'a\.npy', one name, of which programs read one"
    ):
        read(_written(tmp_path / "a.npz", names))


@pytest.mark.parametrize("read", [read_arrays, _table])
def test_archives_of_some_hundred_arrays_are_read(tmp_path: Path, read: Callable[[Path], Any]) -> None:
    assert MOST_ARRAYS > 64 * 64
    read(_written(tmp_path / "a.npz", [f"c{k}" for k in range(100)]))


def _zeros(path: Path, names: Sequence[str], rows: int) -> Path:
    """An archive of arrays of zeros, which packs a thousandfold; its rows come in pieces."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names:
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array_header_1_0(
                    file, {"descr": "|i1", "fortran_order": False, "shape": (rows,)}
                )
                for start in range(0, rows, 1 << 24):
                    file.write(bytes(min(1 << 24, rows - start)))
    return path


def test_columns_that_are_missing_are_named_before_an_array_is_unpacked(tmp_path: Path) -> None:
    path = _zeros(tmp_path / "big.npz", ["a"], 300_000_000)
    assert path.stat().st_size < 1_000_000
    start = time.process_time()
    with pytest.raises(InputProblem, match="demands"):
        read_table(path, {"demands": Number()})
    with pytest.raises(InputProblem, match="expected an array demands"):
        read_arrays(path, ["demands"])
    assert time.process_time() - start < 2


def test_arrays_beside_are_compared_up_to_their_size_unpacked(tmp_path: Path) -> None:
    wide = _zeros(tmp_path / "wide.npz", ["a", *(f"b{k}" for k in range(12))], 10_000_000)
    assert [one.spelled for one in read_table(wide, {"a": Number()}).beside] == []
    small = _zeros(tmp_path / "small.npz", ["a", "b"], 100)
    assert [one.spelled for one in read_table(small, {"a": Number()}).beside] == ["b"]
