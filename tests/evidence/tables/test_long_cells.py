"""Small files whose cells would fill the memory: refused in words where they are asked for, left alone beside that."""

from __future__ import annotations

import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake
from casegen_evidence.tables.arrays import read_arrays
from casegen_evidence.tables.cell_texts import MOST_VALUE, CellTexts, of_texts
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label, Number

ROWS = 2000
WORD = "y" * 5_000_000
COLUMNS = {"entry": Label(), "demands": Number()}


def parquet(at: Path, **columns: Any) -> Path:
    """A record of which each column may be a text, of every row."""
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    whole = {"entry": [f"e{k}" for k in range(ROWS)], "demands": [9] * ROWS, "failures": [0] * ROWS} | columns
    kept = {
        name: pa.DictionaryArray.from_arrays(pa.array([0] * ROWS), pa.array([value]))
        if isinstance(value, str | bytes)
        else value
        for name, value in whole.items()
    }
    pq.write_table(pa.table(kept), at / "r.parquet", compression="zstd")
    return at / "r.parquet"


@pytest.mark.parametrize(
    "beside", [WORD, WORD.encode(), [[0.0] * 20_000] * ROWS, [["y" * 20_000] * 20] * ROWS]
)
def test_what_nobody_asked_for_is_not_made(tmp_path: Path, beside: Any) -> None:
    intake, path = Intake(), parquet(tmp_path, u=beside)
    assert len(read(path, "demands", whole=True, intake=intake).entries) == ROWS
    assert intake.read[0]["not_read"] == ["u"]
    assert intake.signs == []


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"entry": WORD}, "column entry: a value is longer than 128 KiB"),
        ({"entry": "y" * 20_000}, "'y{80}' is duplicated"),
        ({"demands": "1" * 100_000}, "column demands: expected a finite number"),
        ({"demands": [[9] * 6000] * ROWS}, "its lists hold more than 10,000,000 values"),
    ],
)
def test_what_is_asked_for_is_refused_in_words(tmp_path: Path, columns: dict[str, Any], said: str) -> None:
    with pytest.raises(InputProblem, match=said):
        read(parquet(tmp_path, **columns), "demands", whole=True)


def test_a_text_up_to_the_limit_is_read(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    names = [f"e{k}" for k in range(ROWS - 1)]
    path = parquet(tmp_path, entry=[*names, "y" * MOST_VALUE])
    assert len(read(path, "demands", whole=True).entries[-1]) == MOST_VALUE


def workbook(at: Path, text: str) -> Path:
    """A workbook whose cells share one text."""
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["entry", "demands"])
    for _ in range(ROWS):
        book.active.append([0, 9])
    book.save(at / "plain.xlsx")
    shared = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    changes = {
        "[Content_Types].xml": (
            "</Types>",
            f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>',
        ),
        "xl/_rels/workbook.xml.rels": (
            "</Relationships>",
            f'<Relationship Id="s" Type="{shared}" Target="sharedStrings.xml"/></Relationships>',
        ),
        "xl/worksheets/sheet1.xml": (' t="n"><v>0</v>', ' t="s"><v>0</v>'),
    }
    with (
        zipfile.ZipFile(at / "plain.xlsx") as old,
        zipfile.ZipFile(at / "b.xlsx", "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            if name != "xl/sharedStrings.xml":
                new.writestr(name, old.read(name).decode().replace(*changes.get(name, ("\0", ""))))
        space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        new.writestr("xl/sharedStrings.xml", f'<sst xmlns="{space}"><si><t>{text}</t></si></sst>')
    return at / "b.xlsx"


def test_a_cell_longer_than_any_of_a_spreadsheet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="more than 32,767 characters"):
        read_table(workbook(tmp_path, "y" * 32_768), COLUMNS)


def test_a_text_that_many_cells_share_is_held_once(tmp_path: Path) -> None:
    path = workbook(tmp_path, "y" * 32_767)
    tracemalloc.start()
    try:
        assert read_table(path, COLUMNS).rows == ROWS
        assert tracemalloc.get_traced_memory()[1] < 30e6
    finally:
        tracemalloc.stop()


def test_one_long_value_does_not_widen_the_others(tmp_path: Path) -> None:
    text = "entry,demands\n" + "a,1\n" * 200_000 + "y" * 100_000 + ",2\n"
    (tmp_path / "t.csv").write_text(text)
    tracemalloc.start()
    try:
        assert read_table(tmp_path / "t.csv", COLUMNS).rows == 200_001
        assert tracemalloc.get_traced_memory()[1] < 120e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("dtype", ["U", "S"])
def test_arrays_of_long_texts_are_refused_and_left_alone_beside_the_table(tmp_path: Path, dtype: str) -> None:
    long = np.array(["y" * 300_000, "a"], dtype=dtype)
    np.savez_compressed(tmp_path / "asked.npz", entry=long, demands=[1, 2])
    with pytest.raises(InputProblem, match="column entry: a value is longer than 128 KiB"):
        read_table(tmp_path / "asked.npz", COLUMNS)
    np.savez_compressed(tmp_path / "beside.npz", entry=["a", "b"], demands=[1, 2], remark=long)
    assert read_table(tmp_path / "beside.npz", COLUMNS).rows == 2
    np.savez_compressed(tmp_path / "labels.npz", inputs=np.zeros((2, 3)), labels=long)
    with pytest.raises(InputProblem, match="array labels: a value is longer than 128 KiB"):
        read_arrays(tmp_path / "labels.npz", ["inputs", "labels"])


def test_long_texts_are_held_once() -> None:
    texts = [b"y" * 1000, b"a", b"y" * 1000]
    held = of_texts(texts)
    assert isinstance(held, CellTexts)
    assert len(held.words) == 2
    assert held.array().tolist() == texts
    assert (held.row_of(1), held.row_of(1000)) == (0, None)
    assert isinstance(of_texts(texts[1:2]), np.ndarray)
