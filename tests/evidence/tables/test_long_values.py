"""Values and lines without end: refused with their line, in memory of a few times the file."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.tables import csv_bytes
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label, Number

HEAD = "entry,demands\n"
MANY = 4 * 2**20
COLUMNS = {"entry": Label(), "demands": Number()}
ENDLESS = {
    "open quote": (HEAD + '"' + "x" * MANY + ",1\n", r"t\.csv:2: a quote is not closed"),
    "open quote of many values": (
        HEAD + '"' + "x," * (MANY // 2) + "1\n",
        r"t\.csv:2: a quote is not closed",
    ),
    "open quote in the header": ('"' + "x" * MANY + "\na,1\n", r"t\.csv:1: a quote is not closed"),
    "value": (HEAD + "x" * MANY + ",1\n", r"t\.csv:2: a value is longer than 128 KiB"),
    "later value": (HEAD + "a,1\nb,2\n" + "x" * MANY + ",1\n", r"t\.csv:4: a value is longer than 128 KiB"),
    "quoted value": (
        HEAD + '"a,b",1\n"' + "x," * MANY + '",1\n',
        r"t\.csv:3: a value is longer than 128 KiB",
    ),
    "name": ("x" * MANY + ",demands\na,1\n", r"t\.csv:1: a value is longer than 128 KiB"),
    "line": (HEAD + "x," * MANY + "1\n", r"t\.csv:2: 4194305 values where the header names 2 columns"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDLESS)
def test_what_has_no_end_is_refused_in_little_memory(tmp_path: Path, name: str) -> None:
    text, message = ENDLESS[name]
    (tmp_path / "t.csv").write_text(text)
    tracemalloc.start()
    try:
        with pytest.raises(InputProblem, match=message):
            read_table(tmp_path / "t.csv", COLUMNS)
        assert tracemalloc.get_traced_memory()[1] < 20 * len(text) + 10e6
    finally:
        tracemalloc.stop()


def test_a_line_that_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert csv_bytes.LONGEST == 16 * 2**20
    monkeypatch.setattr(csv_bytes, "LONGEST", 2**20)
    monkeypatch.setattr(csv_bytes, "BLOCK", 2**18)
    (tmp_path / "t.csv").write_text(HEAD + '"' + "x" * 2**21)
    with pytest.raises(InputProblem, match=r"t\.csv:2: the line is longer than 1 MiB"):
        read_table(tmp_path / "t.csv", COLUMNS)


@pytest.mark.parametrize("length", [csv_bytes.MOST_VALUE, csv_bytes.MOST_VALUE + 1])
@pytest.mark.parametrize("form", ["{}", '"{}, b"'])
def test_a_long_value_is_read_up_to_the_limit(tmp_path: Path, length: int, form: str) -> None:
    value = form.format("x" * (length - 3 * (form != "{}")))
    (tmp_path / "t.csv").write_text(f"{HEAD}a,1\n{value},2\n")
    if length > csv_bytes.MOST_VALUE:
        with pytest.raises(InputProblem, match=r"t\.csv:3: a value is longer than 128 KiB"):
            read_table(tmp_path / "t.csv", COLUMNS)
    else:
        assert read_table(tmp_path / "t.csv", COLUMNS).rows == 2


def test_lines_with_quotes_are_read_alike_whatever_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_bytes, "QUOTED", 3)
    rows = [f'"a{k}, ""b""",{k}\n' for k in range(10)]
    (tmp_path / "t.csv").write_text(HEAD + "".join(rows))
    table = read_table(tmp_path / "t.csv", COLUMNS)
    assert table.numbers("demands").tolist() == list(range(10))
    (tmp_path / "t.csv").write_text(HEAD + "".join(rows[:7]) + '"a,1\n' + "".join(rows[7:]) + "c,d,1\n")
    with pytest.raises(InputProblem, match=r"t\.csv:9: a quote is not closed.*t\.csv:13: 3 values"):
        read_table(tmp_path / "t.csv", COLUMNS)
