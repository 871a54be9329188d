"""A method on arrays gives what it gives in a case folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.bounds import clopper_pearson

import casegen
from casegen.model.diagnostic import InputError

RECORD = {"entry": ["A", "B"], "demands": [2000, 1000], "failures": [1, 0]}


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


def test_arrays_in_the_wrong_form_are_named() -> None:
    x = np.random.default_rng(0).random((40, 2))
    with pytest.raises(InputError, match=r"input points: expected a path, a table or an array, found tuple"):
        casegen.measure("ram-low-dimensional", {"points": (x, np.zeros(40))})
    with pytest.raises(InputError, match=r"input points: expected a table, found an array"):
        casegen.measure("ram-low-dimensional", {"points": x})


MASKED = np.ma.array([1, 0], mask=[True, False])


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"failures": MASKED}, "column failures: expected values, found 1 that are masked"),
        ({"failures": 1}, "column failures: expected a sequence of values, found int"),
        ({"entry": {"A", "B"}}, "column entry: expected a sequence of values, found set"),
        (
            {"failures": (k for k in (1, 0))},
            "column failures: expected a sequence of values, found generator",
        ),
        ({"failures": [[1], [0, 0]]}, "column failures: expected values of one kind and shape, found list"),
        ({1: [0, 0], "1": [0, 0]}, "expected every column once, found 1 more than once"),
    ],
)
def test_columns_that_are_none_are_named(columns: dict[Any, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        casegen.measure("demand-record", {"record": RECORD | columns}, parameters={"failure": "no start"})


def test_masked_points_are_refused() -> None:
    points = np.ma.array(np.zeros((4, 2)), mask=[[0, 0], [0, 1], [0, 0], [0, 0]])
    with pytest.raises(InputError, match="input points: expected values, found 1 that are masked"):
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
