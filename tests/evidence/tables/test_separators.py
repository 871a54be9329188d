"""Numbers with declared separators: read as what they are, or refused; no column is read by two conventions."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.tables.parquet import _of_arrow
from casegen_evidence.tables.reader import header_of, read_table
from casegen_evidence.tables.separators import contradicted, ungrouped, without_signs
from casegen_evidence.tables.spec import Number, Reading
from casegen_evidence.tables.stream import NumberStream
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

FORMS = [(".", ","), (",", "."), (" ", ","), (" ", "."), ("'", "."), ("'", ","), ("_", ".")]
GERMAN = {"decimal": ",", "thousands": "."}


def grouped(number: Decimal, sign: str, point: str) -> str:
    """The number as a program writes it in this form."""
    return f"{number:,f}".replace(",", "\0").replace(".", point).replace("\0", sign)


@settings(max_examples=400, deadline=None)
@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**15), max_value=10**15))
def test_a_number_in_each_form_is_that_number(number: Decimal) -> None:
    for sign, point in FORMS:
        for text in (grouped(number, sign, point), f"{number:f}".replace(".", point)):
            assert Decimal(ungrouped(text, sign, point)) == number, (text, sign, point)


def possible(text: str) -> set[Decimal]:
    """Every number that one program or another means by a text: a sign stands between thousands, or before decimals."""
    result = set()
    head = re.sub(r"[eE][+-]?\d+$", "", text, flags=re.ASCII)
    signs = [(sign, point) for sign in (".", ",", " ", "'", "_", "") for point in ".," if sign != point]
    for sign, point in signs:
        whole, _, rest = head.partition(point)
        plain = whole.replace(sign, "") if sign else whole
        digits = f"{plain}.{rest}{text[len(head) :]}"
        if re.fullmatch(r"[+-]?(?=\.?\d)\d*\.\d*(?:[eE][+-]?\d+)?", digits, re.ASCII):
            result.add(Decimal(digits))
    return result


def declared_reading(text: str, sign: str, point: str) -> Decimal | None:
    """What a text says to somebody who knows which sign is which; None where its groups are not of three digits."""
    groups = rf"[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{3}})+"
    whole = rf"[+-]?(?:{groups}(?:{re.escape(point)}\d*)?|\d*{re.escape(point)}?\d*(?:[eE][+-]?\d+)?)"
    if not re.fullmatch(whole, text, re.ASCII) or not any(
        c.isdigit() for c in text.lower().partition("e")[0]
    ):
        return None
    return Decimal(text.replace(sign, "").replace(point, "."))


@settings(max_examples=3000, deadline=None)
@given(st.text("0019.,' _eE+-", min_size=1, max_size=9), st.sampled_from(FORMS))
def test_any_other_spelling_is_refused(text: str, form: tuple[str, str]) -> None:
    sign, point = form
    plain = ungrouped(text, sign, point)
    expected = declared_reading(text, sign, point)
    assert (Decimal(plain) if plain else None) == expected, plain
    if plain:
        assert expected in possible(text)


@pytest.mark.parametrize("text", ["1.800e3", "1.800e+03", "1.510E-1"])
def test_groups_have_no_exponent(text: str) -> None:
    assert not ungrouped(text, ".", ",")
    assert not ungrouped(text.replace(".", ","), ",", ".")


WRONG = {
    ".": ["0.980", "12.25", "1510.250", "18.00", "1.8e3", "1.85e3", "1.510.25", "1..510", "00.980", ".980", "980."],
    ",": ["0,980", "12,25", "1510,250", "1,8e3", "1,85e3", "0,98", ",980", "1,510,25"],
    "'": ["0'980", "1'8e3", "12'25", "1510'250"],
    " ": ["0 980", "12 25", "1 8e3"],
    "_": ["0_980", "12_25", "1_8e3"],
}  # fmt: skip


def table(at: Path, texts: list[str], suffix: str = ".csv") -> Path:
    """A column of hours; quoted in CSV, and beside a number of its own in a workbook."""
    path = at / f"t{suffix}"
    if suffix == ".xlsx":
        book = Workbook()
        for row in [["unit", "hours"], *([f"u{k}", text] for k, text in enumerate(texts))]:
            book.worksheets[0].append(row)
        book.save(path)
        return path
    sign = {".csv": ",", ".tsv": "\t"}[suffix]
    rows = ["unit" + sign + "hours", *(f'u{k}{sign}"{text}"' for k, text in enumerate(texts))]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".xlsx"])
@pytest.mark.parametrize(("sign", "text"), [(sign, text) for sign, texts in WRONG.items() for text in texts])
def test_what_is_no_number_as_declared_is_named_with_its_place(
    sign: str, text: str, suffix: str, tmp_path: Path
) -> None:
    point = "," if sign == "." else "."
    right = f"2{sign}980"
    path = table(tmp_path, [right, text, "412"], suffix)
    reading: dict[str, Any] = {"decimal": point, "thousands": sign}
    said = rf"t\{suffix}:3, column hours: expected a finite number, found .*contradicts `thousands: \"{re.escape(sign)}\""
    with pytest.raises(InputProblem, match=said):
        read_table(path, {"hours": Number(unit="h")}, declared=reading)
    with pytest.raises(InputProblem, match=said):
        list(NumberStream(path, ["hours"], declared=reading))
    path = table(tmp_path, [right, f"1{sign}510{point}25", "412"], suffix)
    read = read_table(path, {"hours": Number(unit="h")}, declared=reading)
    assert read.numbers("hours").tolist() == [2980.0, 1510.25, 412.0]


def test_numbers_of_a_workbook_are_themselves_beside_texts(tmp_path: Path) -> None:
    path = table(tmp_path, [], ".xlsx")
    book = Workbook()
    values = [2.985, "2.985", 1510.25, "1.510,25", 980, 1e-7, True]
    for row in [["unit", "hours", "mark"], *([f"u{k}", value, value] for k, value in enumerate(values))]:
        book.worksheets[0].append(row)
    book.save(path)
    read = read_table(path, {"hours": Number()}, declared=GERMAN)
    assert read.numbers("hours").tolist() == [2.985, 2985.0, 1510.25, 1510.25, 980.0, 1e-7, 1.0]


def test_decimals_of_parquet_are_themselves(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    columns = {
        "exact": [Decimal("2.985"), Decimal("0.980")],
        "text": ["2.985", "1.510,25"],
        "plain": [2.985, 0.98],
    }
    pq.write_table(pa.table(columns), tmp_path / "t.parquet")
    read = read_table(tmp_path / "t.parquet", dict.fromkeys(columns, Number()), declared=GERMAN)
    assert [read.numbers(name).tolist() for name in columns] == [
        [2.985, 0.98],
        [2985.0, 1510.25],
        [2.985, 0.98],
    ]


class Column:
    """A column of objects as pyarrow hands it over."""

    @staticmethod
    def to_numpy(*, zero_copy_only: bool) -> Any:
        return np.array([Decimal("2.985"), None, "2.985"], dtype=object)


def test_decimals_of_a_column_are_written_without_a_point() -> None:
    assert _of_arrow(Column, "t.parquet, column hours", declared=True).tolist() == [b"2985e-3", b"", b"2.985"]
    assert _of_arrow(Column, "t.parquet, column hours", declared=False).tolist() == [b"2.985", b"", b"2.985"]


@settings(max_examples=500, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_without_signs_is_the_same_number(number: float) -> None:
    text = without_signs(number)
    assert float(text) == number
    for sign, point in FORMS:
        assert float(ungrouped(text, sign, point)) == number


def test_typographic_signs_separate_too() -> None:
    assert ungrouped("1\u2019510.5", "'", ".") == "1510.5"
    assert ungrouped("1\u202f510,5", " ", ",") == "1510.5"


def test_what_else_is_no_number_says_nothing_of_separators() -> None:
    reading = Reading(decimal=",", thousands=".")
    assert not any(
        contradicted(text, reading) for text in ("", "n/a", "5 h", "1e400", "2026-03-01", "12*", "5 %")
    )
    assert "`decimal: \",\"`; if '.' separates thousands" in contradicted("1.510", Reading(decimal=","))
    assert not contradicted("1,510", Reading())


def test_a_first_row_of_numbers_as_declared_is_no_header(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("1,5;2.510,25\n2,5;3\n", encoding="utf-8")
    with pytest.raises(InputProblem, match="expected names of columns, found numbers"):
        header_of(path, GERMAN | {"delimiter": ";"})
    read = read_table(path, {}, declared=GERMAN | {"delimiter": ";"}, rest=Number(), headless=True)
    assert np.array_equal([read.numbers(name) for name in ("x1", "x2")], [[1.5, 2.5], [2510.25, 3.0]])
