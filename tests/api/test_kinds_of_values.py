"""Labels and columns of kinds that no file holds are refused, and dates are read as their texts."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casegen
from casegen.api.inputs import written
from casegen.model.diagnostic import InputError
from tests.api.frames import ArrowTable

Y = np.repeat([0, 1], 100)
POINTS = np.random.default_rng(2).uniform(size=(200, 2)) + Y[:, None]
DAYS = np.array(["2026-01-01", "2026-01-02"], "M8[D]")[Y]
WITHOUT = np.where(np.arange(200) == 3, np.datetime64("NaT"), DAYS)
REFUSED = {
    "complex": (Y * 1j, "expected plain numbers or texts, found complex numbers"),
    "complex of one kind": (Y + 0j, "found complex numbers"),
    "complex objects": ([complex(y) for y in Y], "found complex numbers"),
    "one complex": (np.array([1j, *map(str, Y[1:])], object), "found complex numbers"),
    "durations": (np.array([1, 2], "m8[h]")[Y], "found durations"),
    "duration objects": (np.array([timedelta(hours=int(y)) for y in Y], object), "found durations"),
    "raw bytes": (np.zeros(200, "V3"), "found raw bytes"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("as_table", [True, False], ids=["table", "arrays"])
def test_labels_that_no_file_holds_are_refused(name: str, as_table: bool) -> None:
    labels, because = REFUSED[name]
    table = {"a": POINTS[:, 0], "b": POINTS[:, 1], "label": labels}
    with pytest.raises(InputError, match=because):
        casegen.measure(
            "ram-low-dimensional", {"points": table if as_table else {"points": POINTS, "labels": labels}}
        )


@pytest.mark.parametrize("labels", [WITHOUT, WITHOUT.astype(object)], ids=["dates", "objects"])
def test_a_date_without_a_value_is_no_class(labels: Any) -> None:
    with pytest.raises(InputError, match=r"place 4: .*found None"):
        casegen.measure("ram-low-dimensional", {"points": {"points": POINTS, "labels": labels}})
    with pytest.raises(InputError, match="row 4, column label"):
        casegen.measure(
            "ram-low-dimensional", {"points": {"a": POINTS[:, 0], "b": POINTS[:, 1], "label": labels}}
        )


def test_dates_are_no_features() -> None:
    with pytest.raises(InputError, match=r"expected numbers in array points of input points; found texts"):
        casegen.measure("ram-low-dimensional", {"points": {"points": np.stack([DAYS, DAYS], 1), "labels": Y}})


@pytest.mark.slow
def test_dates_are_read_as_their_texts() -> None:
    """Of numpy or of Python, in a table or as an array: the same classes, as those of the texts."""
    as_objects = np.array([date(2026, 1, 1 + y) for y in Y], object)
    given = (DAYS, DAYS.astype("M8[ns]"), as_objects, DAYS.astype(str))
    results = [
        casegen.measure("ram-low-dimensional", {"points": points}).measures["pmi"]
        for labels in given
        for points in (
            {"points": POINTS, "labels": labels}, {"a": POINTS[:, 0], "b": POINTS[:, 1], "label": labels})
    ]  # fmt: skip
    assert len({(one.value, one.upper) for one in results}) == 1


class WideColumn(list[int]):
    """As a column of polars of 128 bits, which numpy does not read."""

    dtype = "Int128"

    def to_list(self) -> list[int]:
        return list(self)

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise ArithmeticError("cannot convert i128 to NumPy, which has no 128-bit integer types")


class Unreadable:
    """A column of a library whose error is one of its own."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise ArithmeticError("no such conversion")


RECORD = {"entry": ["a", "b"], "demands": [2000, 1000], "failures": [0, 1]}


def _upper(record: Any) -> float | None:
    stated = {"failure": "does not start", "stopping": "planned", "entries": "recorded"}
    return casegen.measure("demand-record", {"record": record}, parameters=stated)["probability"].upper


@pytest.mark.slow
def test_tables_of_arrow_and_wide_numbers_are_read() -> None:
    plain = _upper(RECORD)
    assert _upper(ArrowTable(RECORD)) == _upper(RECORD | {"failures": WideColumn([0, 1])}) == plain


def test_an_error_of_a_library_is_said_in_words() -> None:
    with pytest.raises(
        InputError,
        match=r"column failures: expected .*, found Unreadable \(ArithmeticError: no such conversion",
    ):
        _upper(RECORD | {"failures": Unreadable()})


def test_a_view_of_memory_is_an_array(tmp_path: Path) -> None:
    path = written(tmp_path, "points", {"points": memoryview(POINTS), "labels": memoryview(Y)}, {})
    assert np.array_equal(np.load(tmp_path / path)["points"], POINTS)
