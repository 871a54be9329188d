"""The reader against Python's csv module on random tables, block by block; what it refuses, with its place."""

from __future__ import annotations

import csv
import io
import random
import re
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.reports.report_files import json_document
from casegen_evidence.tables import csv_bytes
from casegen_evidence.tables.labels import label
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Flag, Label, NameColumn, Number

WORDS = ["site", "yard, north", 'the "new" one', "Köln", "a b", "x;y", "3.0", "-", "n/a", "ß"]


@pytest.mark.parametrize("seed", range(40))
def test_random_tables_are_read_as_they_were_written(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    monkeypatch.setattr(csv_bytes, "BLOCK", rng.choice([7, 40, 300, 2**20]))
    rows = [(f"e{k}", rng.choice(WORDS), rng.choice([rng.uniform(-9, 9), rng.randrange(10**6)]), rng.randrange(2))
            for k in range(rng.randrange(1, 60))]  # fmt: skip
    stream = io.StringIO()
    quoting = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    delimiter = rng.choice(",;\t|")
    writer = csv.writer(
        stream, delimiter=delimiter, quoting=quoting, lineterminator=rng.choice(["\n", "\r\n"])
    )
    writer.writerow(["id", "kind", "value", "flag"])
    writer.writerows(rows)
    path = tmp_path / "t.csv"
    text = stream.getvalue() + delimiter * 3 + "\n" * rng.randrange(3)
    path.write_bytes(text.encode())
    wanted = {"id": NameColumn(), "kind": Label(), "value": Number(), "flag": Flag()}
    table = read_table(path, wanted, declared={"delimiter": delimiter})
    assert table.rows == len(rows)
    assert table.names("id").list() == [r[0] for r in rows]
    assert table.names("kind").list() == [label(r[1]) for r in rows]
    assert table.numbers("value").tolist() == [float(r[2]) for r in rows]
    assert table.flags("flag").tolist() == [bool(r[3]) for r in rows]


@pytest.mark.parametrize("block", [5, 23, 10_000])
def test_problems_name_their_line_whatever_the_block(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_bytes, "BLOCK", block)
    path = tmp_path / "t.csv"
    path.write_text("id,value\n" + "".join(f"e{k},{k}\n" for k in range(50)) + "e50,x\n" + "e51,1\n" * 2)
    with pytest.raises(InputProblem, match=r"t\.csv:52, column value: expected a finite number, found 'x'"):
        read_table(path, {"id": NameColumn(), "value": Number()})
    path.write_text("id,value\n" + "".join(f"e{k},{k}\n" for k in range(50)) + "\n" + "e51,1\n")
    with pytest.raises(InputProblem, match=r"t\.csv:52: a blank row"):
        read_table(path, {"id": NameColumn(), "value": Number()})


@pytest.mark.parametrize("text", [
    "id,value\n# measured in May\ne1,1\n", "measured in May\nid,value\ne1,1\n", "id,value\n,[h]\ne1,1\n",
    "id,value\ne1,1\n\nid,value\ne2,2\n", "id,value\ne1,1\u00a0210\n", "id,value\ne1,1;210\n", "id,value\ne1,'1\n",
    "id,value\ne1,1e\n", "id,value\ne1,--1\n", "id,value\ne1,inf\n", "id,value\ne1,1_000\n", "id,value\ne1,0x10\n",
    "id value\ne1 1 extra\n", "", "\n\n", "id,value\n", "id,id\n1,2\n", "id,value\ne1,1\x00\n", '"id,value\ne1,1\n',
])  # fmt: skip
def test_what_is_not_plain_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputProblem):
        read_table(path, {"id": NameColumn(), "value": Number()})


def test_parquet_is_read_like_text(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "t.parquet"
    columns = {
        "id": ["a", "b"],
        "value": [1, 2],
        "flag": [True, False],
        "kind": ["x ", "y"],
        "when": [None, "z"],
    }
    parquet.write_table(pa.table(columns), path)
    wanted = {"id": NameColumn(), "kind": Label(), "value": Number(whole=True), "flag": Flag()}
    table = read_table(path, wanted)
    assert table.names("kind").list() == ["x", "y"]
    assert table.numbers("value").tolist() == [1.0, 2.0]
    assert table.flags("flag").tolist() == [True, False]
    parquet.write_table(pa.table(columns | {"value": [1, None]}), path)
    with pytest.raises(InputProblem, match=r"t\.parquet:2, column value"):
        read_table(path, wanted)
    parquet.write_table(pa.table(columns | {"kind": ["x", None]}), path)
    with pytest.raises(InputProblem, match=r"t\.parquet:2, column kind: no value"):
        read_table(path, wanted)


def test_a_column_of_very_many_names_is_no_problem_where_nobody_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every row of a long table may have an image of its own; a label that has one is the wrong column."""
    from casegen_evidence.tables import columns

    monkeypatch.setattr(columns, "MOST_NAMES", 50)
    monkeypatch.setattr(csv_bytes, "BLOCK", 256)
    path = tmp_path / "t.csv"
    path.write_text("image,true\n" + "".join(f"i{k}.png,{k % 3}\n" for k in range(90)))
    table = read_table(path, {"true": Label()}, draws=True)
    assert (table.rows, table.names("true").words) == (90, ("0", "1", "2"))
    with pytest.raises(InputProblem, match="is it the right column"):
        read_table(path, {"true": Label()}, declared={"columns": {"true": "image"}}, draws=True)


SMALL = {"1e-400": False, "-1E-5000": False, "0." + "0" * 400 + "1": False, "0e-400": True, "-0.0": True, "0.00e+00": True,
         "5e-324": True, "0": True, "1e-300": True, "10e-500": False}  # fmt: skip


@pytest.mark.parametrize("text", SMALL)
def test_a_number_that_is_not_0_is_never_read_as_0(text: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"id,value\ne0,0.5\ne1,{text}\ne2,0\n")
    if SMALL[text]:
        read = read_table(path, {"id": NameColumn(), "value": Number()}).numbers("value")
        assert read.tolist() == [0.5, float(text), 0.0]
    else:
        with pytest.raises(InputProblem, match=r"t\.csv:3, column value: .* would be read as 0"):
            read_table(path, {"id": NameColumn(), "value": Number()})
        path.write_text(f'{{"error": {text}}}')
        with pytest.raises(InputProblem, match="would be read as 0"):
            json_document(path)
        assert label(text) == text


def test_names_that_look_like_numbers_too_large_stay_apart() -> None:
    assert label("1e400") != label("1e500")


def test_a_line_that_does_not_end_is_refused_before_the_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_bytes, "BLOCK", 1000)
    monkeypatch.setattr(csv_bytes, "LONGEST", 5000)
    path = tmp_path / "t.csv"
    wanted = {"id": NameColumn(), "value": Number()}
    path.write_text("id,value\n1,2\n" + "9" * 20_000)
    for declared in ({}, {"encoding": "cp1252"}):
        with pytest.raises(InputProblem, match=r"t\.csv:3: the line is longer than"):
            read_table(path, wanted, declared=declared)
    path.write_bytes(b"id,value\n1,2\n" + b"\0" * 20_000)
    with pytest.raises(InputProblem, match=r"t\.csv:3: the file is not text \(it holds a zero byte\)\. "):
        read_table(path, wanted)
    path.write_text("id,value\n" + "".join(f"{k},{k}\n" for k in range(5000)))
    assert read_table(path, wanted).rows == 5000


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-32", "the text is UTF-32. Declare `encoding: utf-32`"), ("utf-16", "the text is UTF-16. Declare `encoding: utf-16`"),
        ("utf-16-le", "declare `encoding: utf-16-le`"), ("utf-16-be", "declare `encoding: utf-16-be`"),
    ],
)  # fmt: skip
def test_what_to_declare_for_wide_characters(encoding: str, said: str, tmp_path: Path) -> None:
    path, wanted = tmp_path / "t.csv", {"id": NameColumn(), "value": Number()}
    path.write_bytes("id,value\nKöln,2\nyard,3\n".encode(encoding))
    with pytest.raises(InputProblem, match=re.escape(said)):
        read_table(path, wanted)
    assert read_table(path, wanted, declared={"encoding": encoding}).names("id").list() == ["Köln", "yard"]


@pytest.mark.parametrize(
    ("text", "read"),
    [("9007199254740991", True), ("9007199254740993", False), ("1e16", False), ("12", True)],
)
def test_a_count_that_is_not_read_as_itself(text: str, read: bool, tmp_path: Path) -> None:
    (path := tmp_path / "t.csv").write_text(f"id,n\na,{text}\nb,3\n")
    wanted = {"id": NameColumn(), "n": Number(whole=True)}
    if read:
        assert read_table(path, wanted).numbers("n")[0] == int(text)
    else:
        with pytest.raises(InputProblem, match=r"expected a count below 2\^53"):
            read_table(path, wanted)


def test_the_names_of_a_column_are_made_once(tmp_path: Path) -> None:
    (path := tmp_path / "t.csv").write_text("id,kind\n1,a\n2,b\n3,a\n")
    table = read_table(path, {"id": NameColumn(), "kind": Label()})
    cells = table.cells["kind"]
    assert cells.words() is cells.words()
    cells.keep(np.array([0, 2]))
    assert cells.words()[0].tolist() == [0, 0]
