"""A method on arrays gives what it gives in a case folder."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.bounds import clopper_pearson

import casegen
from casegen.api.parts import parameters
from casegen.model.diagnostic import InputError, MethodDefectError
from casegen.model.units_of_values import unit_of
from tests.api.frames import Frame

RECORD = {"entry": ["A", "B"], "demands": [2000, 1000], "failures": [1, 0]}


@pytest.mark.slow
def test_a_table_of_columns_is_measured(tmp_path: Path) -> None:
    result = casegen.measure(
        "demand-record",
        {"record": RECORD},
        parameters={"failure": "no start", "stopping": "planned", "entries": "recorded"},
        confidence=0.95,
    )
    upper = next(m.upper for m in result.measures.values() if m.upper is not None)
    assert upper == pytest.approx(clopper_pearson(1, 3000, 0.95)[1], rel=1e-9)
    path = tmp_path / "record.csv"
    path.write_text("entry,demands,failures\nA,2000,1\nB,1000,0\n", "utf-8")
    again = casegen.measure(
        "demand-record",
        {"record": path},
        parameters={"failure": "no start", "stopping": "planned", "entries": "recorded"},
        confidence=0.95,
    )
    assert {n: m.value for n, m in again.measures.items()} == {n: m.value for n, m in result.measures.items()}


@pytest.mark.slow
def test_arrays_of_points_are_measured() -> None:
    draw = np.random.default_rng(0)
    points = draw.uniform(size=(400, 2))
    table = {"x1": points[:, 0], "x2": points[:, 1], "label": (points[:, 0] > 0.5).astype(int)}
    names = casegen.measure(
        "ram-low-dimensional", {"points": table}, parameters={"classifier": {"kind": "random-forest"}}, seed=1
    )
    pmi = names["pmi"]
    assert pmi.upper is not None
    assert 0.0 <= pmi.value <= pmi.upper < 1.0


def test_what_a_method_refuses_is_refused_here(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="equal length"):
        casegen.measure(
            "demand-record", {"record": RECORD | {"failures": [1]}}, parameters={"failure": "no start"}
        )
    with pytest.raises(InputError, match="no method"):
        casegen.measure("demand-recrod", {"record": RECORD})
    with pytest.raises(InputError, match="no file"):
        casegen.measure(
            "demand-record", {"record": tmp_path / "none.csv"}, parameters={"failure": "no start"}
        )


class LazyFrame:
    """As polars has it: columns are there once it is collected."""

    def collect_schema(self) -> dict[str, type]:
        return {"entry": str, "demands": int, "failures": int}

    @property
    def columns(self) -> list[str]:
        return list(self.collect_schema())

    def __getitem__(self, column: str) -> list[float]:
        raise TypeError("'LazyFrame' object is not subscriptable")

    def collect(self) -> dict[str, list[object]]:
        return {"entry": ["spring", "autumn"], "demands": [2000, 1000], "failures": [1, 0]}


@pytest.mark.slow
def test_a_lazy_frame_is_computed() -> None:
    parameters = {"failure": "does not start"}
    lazy = casegen.measure("demand-record", {"record": LazyFrame()}, parameters=parameters)
    eager = casegen.measure("demand-record", {"record": LazyFrame().collect()}, parameters=parameters)
    assert lazy.measures == eager.measures


def test_a_wrong_input_is_said_in_the_words_of_the_call() -> None:
    with pytest.raises(InputError) as error:
        casegen.measure("demand-recrd", {"record": {"demands": [1]}})
    assert str(error.value).startswith(
        "call: no method 'demand-recrd' is registered (did you mean 'demand-record'?)"
    )
    with pytest.raises(InputError, match=r"parameters: expected a mapping, found 5"):
        casegen.measure("demand-record", {"record": {"demands": [1]}}, parameters=5)  # type: ignore[arg-type]


@pytest.mark.slow
def test_arrays_in_the_wrong_form_are_named() -> None:
    x = np.random.default_rng(0).random((40, 2))
    with pytest.raises(InputError, match=r"input points: expected a path, a table or an array, found tuple"):
        casegen.measure("ram-low-dimensional", {"points": (x, np.zeros(40))})
    with pytest.raises(InputError, match=r"input points: expected a table, found an array"):
        casegen.measure("ram-low-dimensional", {"points": x})


@pytest.mark.parametrize("value", [3, 2.5, True, None, np.float64(3.0), np.array(3), Decimal("0.5"), 1j])
@pytest.mark.parametrize(
    ("method", "given"), [("demand-record", "record"), ("ram-low-dimensional", "points")]
)
def test_a_number_is_no_array(method: str, given: str, value: Any) -> None:
    with pytest.raises(InputError, match=f"input {given}: expected a path, a table or an array, found"):
        casegen.measure(method, {given: value})


def test_a_structured_array_is_a_table() -> None:
    rows = [("A", 2000, 1), ("B", 1000, 0)]
    structured = np.array(rows, dtype=[("entry", "U1"), ("demands", int), ("failures", int)])
    columns = {name: structured[name].tolist() for name in ("entry", "demands", "failures")}
    one, other = (
        casegen.measure("demand-record", {"record": record}, parameters={"failure": "does not start"})
        for record in (structured, columns)
    )
    assert one.measures["probability"] == other.measures["probability"]


@pytest.mark.parametrize("order", [np.asfortranarray, lambda x: x.T.copy().T, np.ascontiguousarray])
def test_layer_outputs_in_any_order_of_memory(order: Any) -> None:
    outputs = np.maximum(np.random.default_rng(4).normal(size=(200, 9)), 0)
    result = casegen.measure("nn-neuron-activation", {"activations": {"relu": order(outputs)}})
    assert result.measures["neuron_activation"].value == 1.0


def test_an_array_without_a_name_is_named_as_one() -> None:
    with pytest.raises(InputError, match="input activations: expected arrays with names, found one array"):
        casegen.measure("nn-neuron-activation", {"activations": np.ones((30, 9))})


@pytest.mark.parametrize("form", [dict, Frame])
def test_a_table_in_the_place_of_arrays_is_named_as_one(form: Any) -> None:
    columns = {"a": np.linspace(0, 1, 30), "b": np.linspace(1, 0, 30)}
    with pytest.raises(InputError, match="input activations: expected arrays with names, found a table"):
        casegen.measure("nn-neuron-activation", {"activations": form(columns)})


MASKED = np.ma.array([1, 0], mask=[True, False])


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"failures": MASKED}, "column failures: expected no masked values, found 1"),
        ({"failures": [np.ma.masked, 0]}, "column failures: expected no masked values, found 1"),
        ({"failures": 1}, "column failures: expected a sequence of values, found int"),
        ({"entry": ["\ud800", "B"]}, "expected texts that a file can hold, found"),
        ({"entry": {"A", "B"}}, "column entry: expected a sequence of values, found set"),
        (
            {"failures": (k for k in (1, 0))},
            "column failures: expected a sequence of values, found generator",
        ),
        ({"failures": [[1], [0, 0]]}, "column failures: expected values of one kind and shape, found list"),
        ({"demands": [True, 1000]}, "column demands, row 2: .*all of one kind, found 1000 beside True"),
        (
            {"demands": [800.0, np.True_]},
            "column demands, row 2: .*all of one kind, found .*True_? beside 800.0",
        ),
        ({"entry": [b"A", b"B"]}, "column entry: expected texts, found bytes"),
        ({"entry": [None, b"B"]}, "column entry: expected texts, found bytes"),
        ({"entry": np.array([b"A", b"B"])}, "column entry: expected texts, found bytes"),
        ({1: [0, 0], "1": [0, 0]}, "expected every column once, found 1 more than once"),
    ],
)
def test_columns_that_are_none_are_named(columns: dict[Any, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        casegen.measure("demand-record", {"record": RECORD | columns}, parameters={"failure": "no start"})


class Quantity:
    """As pint has it."""

    units = "minute"

    def __float__(self) -> float:
        return 6000.0

    def __array__(self, *_: Any, **__: Any) -> Any:
        return np.array([6000.0, 3000.0])


HOURS = {"entry": ["A", "B"], "hours": [6000.5, 3000], "failures": [1, 0]}


def rate(hours: Any, **parameters: Any) -> float | None:
    record = {"record": HOURS | {"hours": hours}}
    return casegen.measure("operating-record", record, parameters={"failure": "stop"} | parameters)[
        "rate"
    ].upper


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (Quantity(), r"column hours: expected plain numbers, found a unit \(minute\)"),
        ([Quantity(), 3000.0], r"column hours: expected plain numbers, found a unit \(minute\)"),
        (np.array([Quantity(), 3000.0], object), r"column hours: expected plain numbers, found a unit"),
        (np.array([1, 2], "m8[ns]"), "column hours: expected plain numbers or texts, found durations"),
        (np.array(["2024-01-01", "2024-01-02"], "M8[ns]"), "expected a finite number, found '2024-01-01"),
    ],
)
def test_hours_in_another_unit_are_no_hours(hours: Any, words: str) -> None:
    """Minutes were read as hours, and nanoseconds, which makes a rate sixty times too low or more."""
    with pytest.raises(InputError, match=words):
        rate(hours)


def test_a_parameter_with_a_unit_is_refused() -> None:
    with pytest.raises(
        InputError, match=r"parameter spread: expected plain numbers, found a unit \(minute\)"
    ):
        rate(HOURS["hours"], spread=Quantity())


@pytest.mark.slow
def test_fractions_are_numbers_of_a_column() -> None:
    plain = rate(HOURS["hours"])
    assert rate([Fraction(12001, 2), 3000]) == rate([Fraction(12001, 2), Fraction(3000)]) == plain
    assert rate(np.array(HOURS["hours"])) == plain


def test_a_column_that_is_called_unit_has_none() -> None:
    """A label is no attribute of the numbers; dates have a resolution, and no unit."""
    pandas = pytest.importorskip("pandas")
    dates = pandas.date_range("2024-01-01", periods=2, tz="UTC")
    for value in (pandas.Series([1.0, 2.0], index=["unit", "units"]), dates, dates.to_series(), dates[0]):
        assert unit_of(value) == ""


@pytest.mark.parametrize("name", ["../record", "/record", "a/b", "a\\b", "", "..", "x" * 500, 1])
def test_an_input_s_name_is_no_path(name: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file was written outside the folder of the call."""
    (tmp_path / "own").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "own"))
    with pytest.raises(InputError, match="inputs: expected "):
        casegen.measure("demand-record", {name: RECORD}, parameters={"failure": "no start"})
    assert [path.name for path in tmp_path.iterdir()] == ["own"]


def test_numbers_within_a_parameter_are_plain() -> None:
    spec = {"kind": "random-forest", "options": {"n_estimators": np.int64(3)}}
    assert parameters({"classifier": spec})["classifier"]["options"] == {"n_estimators": 3}
    with pytest.raises(InputError, match="parameters: expected a mapping"):
        casegen.measure("demand-record", {"record": RECORD}, parameters=[])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "given", "words"),
    [
        (" ", {}, r"method: expected the name of a method, found none"),
        ("\ud800", {}, r"method: expected a name, found '\\ud800'"),
        ("demand-record", {"failure": "\ud800"}, r"parameter failure: expected a text that a file can hold"),
        (
            "demand-record",
            {"failure": ["\ud800"]},
            r"parameter failure: expected a text that a file can hold",
        ),
        (
            "demand-record",
            {"failure": {"\ud800": 1}},
            r"parameter failure: expected a text that a file can hold",
        ),
        ("demand-record", {"failure": float("nan")}, r"parameter failure: expected a number, found nan"),
    ],
)
def test_texts_that_no_file_holds_are_refused(method: str, given: dict[str, Any], words: str) -> None:
    """They ended in an error of a library."""
    with pytest.raises(InputError, match=words):
        casegen.measure(method, {"record": RECORD}, parameters=given)


def test_masked_points_are_refused() -> None:
    points = np.ma.array(np.zeros((4, 2)), mask=[[0, 0], [0, 1], [0, 0], [0, 0]])
    with pytest.raises(InputError, match="input points: expected no masked values, found 1"):
        casegen.measure("ram-low-dimensional", {"points": points})


def test_series_are_joined_by_nobody() -> None:
    """By their labels pandas would put one row's demands beside another's failures."""
    pandas = pytest.importorskip("pandas")
    columns = {
        name: pandas.Series(values, index=[0, 1] if name == "entry" else [1, 0])
        for name, values in RECORD.items()
    }
    with pytest.raises(InputError, match="the same labels of rows"):
        casegen.measure("demand-record", {"record": columns}, parameters={"failure": "no start"})


@pytest.mark.slow
def test_signs_that_were_seen_come_with_the_measures() -> None:
    record = {**RECORD, "status": ["", "planned"]}
    result = casegen.measure("demand-record", {"record": record}, parameters={"failure": "no start"})
    assert [sign.name for sign in result.signs] == ["sign-marked-rows"]
    assert "; signs: sign-marked-rows" in repr(result)
    result = casegen.measure("demand-record", {"record": RECORD}, parameters={"failure": "no start"})
    assert result.signs == ()
    assert "signs" not in repr(result)
    with pytest.raises(KeyError, match="there is no measure 'probabilty'"):
        result["probabilty"]


@pytest.mark.parametrize("call", [
    lambda: casegen.measure("", {}), lambda: casegen.measure("demand-record", {"record": RECORD}, parameters={"failure": b"x"}),
    lambda: casegen.measure("demand-record", {"record": RECORD}, parameters={"failure": {1, 2}}),
    lambda: casegen.measure("demand-record", {"record": RECORD}, parameters={3: "no start"}),  # type: ignore[dict-item]
    lambda: casegen.measure("demand-record", {"record": RECORD}, jobs=10**12),
])  # fmt: skip
def test_a_method_or_parameter_that_is_none(call: Callable[[], Any]) -> None:
    with pytest.raises(InputError, match="call: "):
        call()


def test_a_line_break_in_a_column_is_named() -> None:
    record = {"entry": ["a\nb", "c"], "demands": [200, 100], "failures": [1, 0]}
    with pytest.raises(InputError, match="input record, column entry, row 1: expected a text on one line"):
        casegen.measure("demand-record", {"record": record}, parameters={"failure": "no start"})


def test_an_array_for_a_file_of_text_is_named() -> None:
    with pytest.raises(InputError, match="input report: the method reads another kind of file than an array"):
        casegen.measure("coverage-report", {"report": ["a", "b"]})


OPERATION = {"entry": ["A", "B"], "hours": [200.5, 1000.25], "failures": [1, 2]}


def _rate(record: Any) -> Any:
    return casegen.measure(
        "operating-record", {"record": record}, parameters={"failure": "no start"}
    ).measures


@pytest.mark.slow
def test_a_list_of_rows_is_a_table() -> None:
    rows = [dict(zip(OPERATION, row, strict=True)) for row in zip(*OPERATION.values(), strict=True)]
    assert _rate(rows) == _rate(OPERATION)
    assert _rate(tuple(dict(reversed(row.items())) if k else row for k, row in enumerate(rows))) == _rate(
        OPERATION
    )


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ([{"entry": "A", "hours": 1.0, "failures": 0}, {"entry": "B", "hours": 1.0}],
         "input record, row 2: expected the columns of row 1, entry, hours, failures; found entry, hours"),
        ([{"entry": "A", "hours": 1.0, "failures": 0}, {}], "row 2: expected the columns .*; found none"),
        ([{"entry": "A", "hours": 1.0, "failures": 0}, {"entry": "B", "hours": None, "failures": 0}], "row 2, column hours"),
        ({name: [*values, None] for name, values in OPERATION.items() if name == "entry"}, "row 3: .* column entry, found None"),
        ({"entry": ["A", None], "hours": np.array([1.0, None], object), "failures": [0, None]},
         "input record, row 2: expected a value in column entry and in the others, found None"),
        ({"entry": ["A"], "hours": [1.0], "failures": [True]}, "truth values where a count is expected; write how many"),
        ({"entry": ["A"], "hours": [True], "failures": [0]}, "it is a truth value: write the number"),
    ],
)  # fmt: skip
def test_what_a_row_lacks_is_named(record: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        _rate(record)


def test_a_column_of_remarks_may_be_empty_in_some_rows() -> None:
    _rate(OPERATION | {"remark": ["repaired", None]})


def test_an_array_that_lacks_a_value_is_named_by_row_and_column() -> None:
    points = np.array([[0.1, 0.2], [None, 0.3]], object)
    with pytest.raises(InputError, match="array points, row 2, column 1: expected texts or numbers"):
        casegen.measure("ram-low-dimensional", {"points": {"points": points, "labels": ["a", "b"]}})


def test_an_error_of_a_method_names_the_method_and_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> object:
        return 1 / 0

    monkeypatch.setattr("casegen_evidence.field_data.reading.read", broken)
    stated = {"failure": "no start", "stopping": "planned", "entries": "recorded"}
    with pytest.raises(
        MethodDefectError,
        match=r"'demand-record' failed: ZeroDivisionError: .* \(test_measurement\.py, line \d+\)",
    ):
        casegen.measure("demand-record", {"record": RECORD}, parameters=stated)


@pytest.mark.parametrize("name", ["new\nline", "new\rline", "no\0thing"])
def test_a_column_s_name_stands_on_one_line(name: str) -> None:
    """It was said that a quote is not closed, or that there is an array."""
    record = {"entry": ["a", "b"], "demands": [2000, 1000], "failures": [1, 0], name: [1, 2]}
    with pytest.raises(InputError, match="expected the name of a column on one line, found 'n"):
        casegen.measure("demand-record", {"record": record}, parameters={"failure": "no start"})
    record = {"entry": ["a", name], "demands": [2000, 1000], "failures": [1, 0]}
    with pytest.raises(InputError, match="row 2: expected a text on one line, found 'n"):
        casegen.measure("demand-record", {"record": record}, parameters={"failure": "no start"})


@pytest.mark.parametrize("name", ["a;b", "a|b", "a\tb", "a,b", 'a"b', ""])
def test_a_sign_in_a_column_s_name_separates_nothing(name: str) -> None:
    """A semicolon asked for `delimiter` on an evidence item, which a call has not."""
    record = {name: ["x", "y;z"], "entry": ["a", "b"], "demands": [2000, 1000], "failures": [1, 0]}
    measured = casegen.measure("demand-record", {"record": record}, parameters={"failure": "no start"})
    assert measured["probability"].value == pytest.approx(1 / 3000)
