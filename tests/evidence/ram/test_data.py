"""Labelled points as files come: what is read, and what is reported of what cannot be."""

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.ram.data import read, read_inputs

ROWS = "0.1,0.5,pipe\n0.2,0.6,ball\n0.9,0.25,pipe\n"
POINTS = [[0.1, 0.5], [0.2, 0.6], [0.9, 0.25]]


def _file(folder: Path, text: str | bytes) -> Path:
    path = folder / "points.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    "text",
    [
        "a,b,kind\n" + ROWS,
        ("a,b,kind\n" + ROWS).replace(",", ";"),
        ("a,b,kind\n" + ROWS).replace(",", "\t"),
        ("a,b,kind\n" + ROWS).replace(",", "  "),
        ("a,b,kind\n" + ROWS).replace(",", ", "),
        ("a,b,kind\n" + ROWS).replace("\n", "\r\n"),
        "\ufeff\na,b,kind\n" + ROWS + "\n,,\n",
        '"a","b","kind"\n' + ROWS,
        ",a,b,kind\n" + "".join(f"{i},{row}\n" for i, row in enumerate(ROWS.split())),
    ],
)
def test_files_of_many_shapes_hold_the_same_points(tmp_path: Path, text: str) -> None:
    result = read(_file(tmp_path, text))
    assert result.points.tolist() == POINTS
    assert [result.classes[k] for k in result.labels] == ["pipe", "ball", "pipe"]
    assert result.features == ("a", "b")
    assert result.notes == ()


def test_a_first_row_of_numbers_is_a_point_and_a_note_says_so(tmp_path: Path) -> None:
    result = read(_file(tmp_path, ROWS))
    assert result.points.tolist() == POINTS
    assert result.features == ("x1", "x2")
    assert result.notes == ("points.csv has no header: its first row holds numbers and is taken as a point.",)
    inputs = tmp_path / "operation.csv"
    inputs.write_text("0.3,0.4\n0.5,0.6\n")
    assert read_inputs(inputs, result.features).tolist() == [[0.3, 0.4], [0.5, 0.6]]
    first = read(_file(tmp_path, "1,0.1,0.5\n2,0.2,0.6\n1,0.9,0.25\n"), label="x1")
    assert first.points.tolist() == POINTS
    assert first.features == ("x2", "x3")


@pytest.mark.parametrize("header", ["0,1,2", "1,2,3", "0,1,kind"])
def test_numbered_columns_are_a_header(tmp_path: Path, header: str) -> None:
    result = read(_file(tmp_path, f"{header}\n{ROWS}"))
    assert result.points.tolist() == POINTS
    assert result.features == tuple(header.split(",")[:2])


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("a,b,kind\n\n0.1,0.2,p\n0.3,nan,q\n", "points.csv:2: a blank row inside the table"),
        ("a,b,kind\n0.1,0.2,p\n0.3,nan,q\n", "points.csv:3, column b: no value ('nan')"),
        ("a,b,kind\n0.1,,p\n0.3,1,q\n", "points.csv:2, column b: no value where a number is expected; remove the row"),
        ("a,b,kind\n0.1,?,p\n0.3,1,q\n", "points.csv:2, column b: no value ('?')"),
        ("a;b;kind\n0,1;0,2;p\n0,3;1;q\n", "points.csv:2, column a: expected a finite number, found '0,1'; if the comma stands before decimals, declare"),
        ("a,b,kind\n0.1,0.2,p\n0.3,q\n", "points.csv:3: 2 values where the header names 3 columns"),
        ("a,b,kind\n0.1,0.2,p\n0.3,0.4,\n", "points.csv:3, column kind: no value"),
        ("a,b,kind\n0.1,0.2,p\n0.3,0.4,p\n", "two classes or more; all 2 have label 'p'"),
        ("kind\np\nq\n", "found one column 'kind'. Columns are parted by commas, semicolons, tabs or spaces"),
        ("", "expected features and, last, the label"),
        (b"a,b,kind\n0.1,0.2,b\xe4ll\n", "points.csv:2: expected text in UTF-8. Save it as UTF-8"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str | bytes, reported: str) -> None:
    with pytest.raises(InputProblem) as caught:
        read(_file(tmp_path, text))
    assert reported in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        InputProblem, match=r"expected a file of labelled points at .*none\.csv; there is none"
    ):
        read(tmp_path / "none.csv")


def test_arrays_say_how_many_values_are_bad(tmp_path: Path) -> None:
    path = tmp_path / "points.npz"
    np.savez(path, points=[[0.1, np.nan], [np.inf, 0.2]], labels=["a", "b"])
    with pytest.raises(InputProblem, match=r"2 are not, the first at position 1, 2"):
        read(path)
