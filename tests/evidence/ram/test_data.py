"""Labelled points as files come: what is read, and what is reported of what cannot be."""

import re
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.installed import Part, PluginFault
from casegen_evidence.method import InputProblem
from casegen_evidence.ram.data import provided_points, read, read_inputs

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
def test_what_is_wrong_is_reported_with_its_line(tmp_path: Path, text: str | bytes, reported: str) -> None:
    with pytest.raises(InputProblem) as caught:
        read(_file(tmp_path, text))
    assert reported in str(caught.value)


def test_a_file_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(
        InputProblem, match=r"expected a file of labelled points at .*none\.csv; there is none"
    ):
        read(tmp_path / "none.csv")


def test_arrays_say_how_many_values_are_bad(tmp_path: Path) -> None:
    path = tmp_path / "points.npz"
    np.savez(path, points=[[0.1, np.nan], [np.inf, 0.2]], labels=["a", "b"])
    with pytest.raises(InputProblem, match=r"2 are not, the first at position 1, 2"):
        read(path)


TAKEN = (np.array(POINTS), np.array(["pipe", "ball", "pipe"]))
HIDDEN = np.ma.masked_array(TAKEN[0], mask=TAKEN[0] > 0.8)
NOT_TAKEN = [
    (TAKEN[0], "(points, labels) or (points, labels, features)"),
    (None, "(points, labels) or (points, labels, features)"),
    ("ab", "(points, labels) or (points, labels, features)"),
    ({"points": TAKEN[0], "labels": TAKEN[1]}, "(points, labels) or (points, labels, features)"),
    ((*TAKEN, ["a", "b"], 3), "(points, labels) or (points, labels, features)"),
    ((HIDDEN, TAKEN[1]), "masked"),
    ((TAKEN[0], np.ma.masked_array(TAKEN[1], mask=[True, False, False])), "masked"),
    ((TAKEN[0] * 1j, TAKEN[1]), "numbers"),
    (([["a", "b"]] * 3, TAKEN[1]), "numbers"),
    ((TAKEN[0].astype(str), TAKEN[1]), "numbers"),
    ((5, "a"), "shape (n, d)"),
    ((np.zeros((3, 1, 8, 8)), TAKEN[1]), "reshape(len(points), -1)"),
    (([[1.0], [1.0, 2.0], [3.0]], TAKEN[1]), "numbers"),
    ((TAKEN[0], [1.0, 2.0, np.nan]), "row 3"),
    ((TAKEN[0], ["pipe", None, "ball"]), "row 2"),
    ((TAKEN[0], ["pipe", " ", "ball"]), "row 2"),
    *[((*TAKEN, names), "2 names") for names in (["a"], ["a", "a"], "ab", [1, 2], None, ["a", " "])],
]


@pytest.mark.parametrize(("given", "words"), NOT_TAKEN)
def test_what_a_data_provider_returns_is_checked(
    monkeypatch: pytest.MonkeyPatch, given: object, words: str
) -> None:
    """Values below a mask and labels that are missing were taken for points, the rest ended in internal errors."""
    monkeypatch.setattr(
        "casegen_evidence.ram.data.installed", lambda *_: Part("the data provider 'own'", lambda *_: given)
    )
    with pytest.raises(InputProblem, match=re.escape(words)) as error:
        provided_points("own", {}, 1)
    assert "data provider 'own'" in str(error.value)


@pytest.mark.parametrize(
    "given",
    [
        TAKEN,
        [*TAKEN],
        (*TAKEN, ["a", "b"]),
        (*TAKEN, np.array(["a", "b"])),
        ([[1, 2], [3, 4]], [True, False]),
    ],
)
def test_sound_points_of_a_data_provider_are_taken(monkeypatch: pytest.MonkeyPatch, given: object) -> None:
    monkeypatch.setattr(
        "casegen_evidence.ram.data.installed", lambda *_: Part("the data provider 'own'", lambda *_: given)
    )
    data, (note,) = provided_points("own", {}, 1)
    assert len(data.points) == len(data.labels)
    assert "data provider own" in note


def test_a_fault_inside_a_data_provider_keeps_its_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its package and line are named by whoever calls the method."""
    monkeypatch.setattr(
        "casegen_evidence.ram.data.installed", lambda *_: Part("the data provider 'own'", lambda *_: int("x"))
    )
    with pytest.raises(PluginFault, match="data provider 'own' failed: ValueError: invalid literal") as error:
        provided_points("own", {}, 1)
    assert type(error.value.__cause__) is ValueError


MIXED, ALIKE = ["1", "1.0", "2"], ["1", "1", "2"]


@pytest.mark.parametrize("ending", ["csv", "npz", "provider"])
def test_one_number_in_two_spellings_is_refused_within_one_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """They were merged without a word; written alike, they are one class."""

    def given(labels: list[str]) -> tuple[str, ...]:
        if ending == "provider":
            part = Part("the data provider 'own'", lambda *_: (POINTS, labels))
            monkeypatch.setattr("casegen_evidence.ram.data.installed", lambda *_: part)
            return provided_points("own", {}, 1)[0].classes
        if ending == "npz":
            path = tmp_path / "points.npz"
            np.savez(path, points=POINTS, labels=np.array(labels))
            return read(path).classes
        rows = [f"{x},{y},{label}\n" for (x, y), label in zip(POINTS, labels, strict=True)]
        return read(_file(tmp_path, "a,b,kind\n" + "".join(rows))).classes

    assert given(ALIKE) == ("1", "2")
    with pytest.raises(InputProblem, match=r"'1' and '1\.0' are one number"):
        given(MIXED)
