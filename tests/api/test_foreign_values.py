"""What other libraries hand over that is no number, list or date by itself: refused in words, never taken for one."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casegen
from casegen.api import CaseBuilder, InputError

PRESS = Path(__file__).parents[2] / "examples/press"


class Item:
    """As a frame or series of polars of one cell."""

    def item(self) -> float:
        return 1e-3


class Cell(Item):
    """The same with names of columns, which it gives when iterated over."""

    columns = ("a",)

    def __iter__(self) -> Any:
        return iter(self.columns)


class Floats:
    """As a scalar of pyarrow."""

    def __float__(self) -> float:
        return 1e-3


class NoDay(datetime.date):
    """As the missing day of pandas."""

    def __eq__(self, other: object) -> bool:
        return False

    def __ne__(self, other: object) -> bool:
        return True

    __hash__ = datetime.date.__hash__


def _kind(value: object) -> str:
    """Ids without addresses: each worker must collect the same tests."""
    return type(value).__name__


def _builder() -> CaseBuilder:
    return CaseBuilder("x", title="t")


def _measured(value: Any) -> Any:
    record = {"entry": ["a"], "demands": [2000], "failures": [0]}
    return casegen.measure(
        "demand-record", {"record": record}, parameters={"failure": "does not start"}, seed=value
    )


Call = Callable[[Any], Any]
NUMBERS: dict[str, Call] = {
    "what_if": lambda v: casegen.open(PRESS).what_if({"BE-BRAKE": v}),
    "sweep": lambda v: casegen.open(PRESS).sweep("BE-BRAKE", [v]),
    "event": lambda v: _builder().tree("T", top="G").event("E", v),
    "model": lambda v: _builder().tree("T", top="G").event("E", {"type": "constant", "probability": v}),
    "rate": lambda v: _builder().tree("T", top="G").event("E", {"type": "exponential", "rate": v}),
    "target": lambda v: _builder().tree("T", top="G", target=v),
    "mission time": lambda v: _builder().tree("T", top="G", mission_time=v),
    "confidence": lambda v: _builder().measured("M", "demand-record", confidence=v),
    "doubt": lambda v: _builder().claim("C", "t", doubt=v),
    "seed": _measured,
    "bound": lambda v: casegen.open(PRESS).tree("FT-PRESS").bound(v),
}
LISTS: dict[str, Call] = {
    "roots": lambda v: CaseBuilder("x", title="t", roots=v),
    "authors": lambda v: CaseBuilder("x", title="t", authors=v),
    "premises": lambda v: _builder().argument("A", supports="C", block="decomposition", premises=v),
    "context": lambda v: _builder().claim("C", "t", context=v),
    "inputs": lambda v: _builder().tree("T", top="G").gate("G", "or", inputs=v),
    "parameters": lambda v: _builder().measured("M", "demand-record", parameters={"x": v}),
}
DATES: dict[str, Call] = {
    "date": lambda v: CaseBuilder("x", title="t", date=v),
    "review_by": lambda v: _builder().context("X", "t", kind="assumption", review_by=v),
}


@pytest.mark.parametrize("where", NUMBERS)
@pytest.mark.parametrize("value", [Item(), Cell(), Floats(), np.array([1e-3]), {1e-3}, b"0.001"], ids=_kind)
def test_what_holds_one_number_is_no_number(where: str, value: Any) -> None:
    with pytest.raises(InputError):
        NUMBERS[where](value)


@pytest.mark.parametrize("where", NUMBERS)
def test_a_number_of_an_array_is_one(where: str) -> None:
    value = np.int64(3) if where == "seed" else np.float64(0.9) if where == "bound" else np.array(1e-3)
    NUMBERS[where](value)


@pytest.mark.parametrize("where", LISTS)
@pytest.mark.parametrize("value", [Cell(), b"abc", bytearray(b"abc"), memoryview(b"abc")], ids=_kind)
def test_what_gives_names_of_columns_or_bytes_is_no_list(where: str, value: Any) -> None:
    with pytest.raises(InputError):
        LISTS[where](value)


@pytest.mark.parametrize("where", DATES)
def test_a_day_that_is_missing_is_no_date(where: str) -> None:
    with pytest.raises(InputError, match="expected a date"):
        DATES[where](NoDay(2026, 1, 1))
    DATES[where](datetime.date(2026, 1, 1))


def test_a_row_of_a_structured_array_is_no_number() -> None:
    row = np.array([(1e-3,)], dtype=[("a", float)])[0]
    with pytest.raises(InputError, match="expected a number or a text"):
        _builder().measured("M", "demand-record", parameters={"x": row})


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"failures": [1, "0"]}, "column failures, row 2: .*all of one kind, found '0' beside 1"),
        ({"entry": ["a", 1.5]}, "column entry, row 2: .*found 1.5 beside 'a'"),
        ({"entry": np.array(["a", 1], object)}, "column entry, row 2: .*found 1 beside 'a'"),
        ({"entry": [object(), {}]}, "column entry, row 1: expected texts or numbers, all of one kind"),
        ({"failures": [True, 0]}, "column failures, row 2: .*found 0 beside True"),
        ({"entry": memoryview(b"ab")}, "column entry: .*found memoryview"),
    ],
)
def test_columns_of_several_kinds_are_refused(columns: dict[str, Any], words: str) -> None:
    record = {"entry": ["a", "b"], "demands": [2000, 1000], "failures": [0, 0]} | columns
    with pytest.raises(InputError, match=words):
        casegen.measure("demand-record", {"record": record}, parameters={"failure": "does not start"})


@pytest.mark.parametrize(
    "columns",
    [
        {"entry": [1, 2]}, {"entry": ["a", np.str_("b")]}, {"demands": [2000, 1000.0]}, {"failures": ["0", "0"]},
        {"entry": np.array(["a", "b"], object)}, {"entry": [datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)]},
    ],
    ids=repr,
)  # fmt: skip
def test_columns_of_one_kind_are_taken(columns: dict[str, Any]) -> None:
    record = {"entry": ["a", "b"], "demands": [2000, 1000], "failures": [0, 0]} | columns
    casegen.measure("demand-record", {"record": record}, parameters={"failure": "does not start"})


@pytest.mark.parametrize("where", {**NUMBERS, **LISTS, **DATES})
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_are_no_values(library: str, where: str) -> None:
    frames = pytest.importorskip(library, reason=f"{library} is not installed")
    call = {**NUMBERS, **LISTS, **DATES}[where]
    values = [frames.DataFrame({"a": [1e-3]}), frames.DataFrame({"a": [1.0, 2.0], "b": [1.0, 2.0]})]
    values += [frames.NaT, frames.NA] if library == "pandas" else []
    values += [frames.Series([1e-3])] if where in NUMBERS else []
    for value in values:
        with pytest.raises(InputError):
            call(value)
