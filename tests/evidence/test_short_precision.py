"""Numbers of half and single precision count as they are printed, wherever a table or an array is read."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.nnmetrics.activation import on_off
from casegen_evidence.nnmetrics.layers import layer_outputs
from casegen_evidence.nnmetrics.occlusion import interpretation
from casegen_evidence.ram.data import labelled
from casegen_evidence.short_precision import as_printed
from casegen_evidence.tables.arrays import read_arrays
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label, Number

import casegen

DECIMALS = np.array([0.1, 0.7, 0.3, 123.45, -2.5e-5, 0.0, 1.0, 0.5, 16777215.0])
SHORT = (np.float16, np.float32)


def _one_by_one(values: np.ndarray[Any, Any]) -> list[float]:
    return [float(str(value)) for value in values.reshape(-1)]


def test_decimals_of_single_precision_are_the_decimals() -> None:
    assert as_printed(DECIMALS.astype(np.float32)).tolist() == DECIMALS.tolist()
    assert as_printed(DECIMALS.astype(np.float32).astype(">f4")).tolist() == DECIMALS.tolist()


def test_every_number_of_half_precision_is_as_it_is_printed() -> None:
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    np.testing.assert_array_equal(as_printed(every), _one_by_one(every))


@pytest.mark.slow
def test_any_bits_of_single_precision_are_as_they_are_printed() -> None:
    bits = np.random.default_rng(0).integers(0, 2**32, 50_000, dtype=np.uint32).view(np.float32)
    exact = np.concatenate(
        [2.0 ** np.arange(-149, 128), np.arange(1, 4000) / 64, np.arange(2**24, 2**24 + 99)]
    )
    for values in (bits, exact.astype(np.float32), np.float32([np.nan, np.inf, -np.inf, -0.0])):
        np.testing.assert_array_equal(as_printed(values), _one_by_one(values))


def test_what_is_of_other_precision_stays_and_shapes_are_kept() -> None:
    wide = np.array([[0.1 + 0.2, 1e300], [1 / 3, -0.0]])
    assert as_printed(wide).tolist() == wide.tolist()
    assert as_printed(np.array([True, False])).tolist() == [1.0, 0.0]
    turned = np.array([[0.1, 0.2], [0.3, 0.7]], np.float32).T[:, ::-1]
    assert as_printed(turned).tolist() == [[0.3, 0.1], [0.7, 0.2]]
    assert as_printed(np.float32(0.1)) == 0.1
    assert as_printed(np.zeros((0, 3), np.float32)).shape == (0, 3)


@pytest.mark.slow
def test_millions_of_numbers_take_seconds() -> None:
    flags = np.repeat(np.array([0.0, 1.0, 0.5], np.float32), 1_000_000)
    drawn = np.random.default_rng(1).random(2_000_000, dtype=np.float32)
    start = time.perf_counter()
    as_printed(flags), as_printed(drawn)
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize("kind", SHORT)
@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_columns_of_a_table(tmp_path: Path, kind: Any, ending: str) -> None:
    values = np.array([0.1, 0.7, 0.3], kind)
    path = tmp_path / f"table.{ending}"
    if ending == "npz":
        np.savez(path, score=values, zone=values)
    else:
        pyarrow = pytest.importorskip("pyarrow")
        pyarrow.parquet = pytest.importorskip("pyarrow.parquet")
        pyarrow.parquet.write_table(pyarrow.table({"score": values, "zone": values}), path)
    table = read_table(path, {"score": Number(), "zone": Label()})
    assert table.numbers("score").tolist() == [0.1, 0.7, 0.3]
    assert list(table.names("zone").list()) == ["0.1", "0.7", "0.3"]


def test_arrays_are_as_printed_and_inputs_of_a_network_as_they_were_saved(tmp_path: Path) -> None:
    values = np.full((2, 3), 0.7, np.float32)
    np.savez(
        tmp_path / "a.npz", inputs=values, images=values, train_images=values, hidden1=values, labels=[0, 1]
    )
    arrays = read_arrays(tmp_path / "a.npz")
    assert (arrays["hidden1"] == 0.7).all()
    for name in ("inputs", "images", "train_images"):
        assert arrays[name].dtype == np.float32
    assert arrays["labels"].dtype.kind == "i"


@pytest.mark.parametrize("kind", SHORT)
def test_a_typed_limit_is_met_by_outputs_that_equal_it(kind: Any) -> None:
    outputs = np.tile(np.array([0.1, 0.3], kind), (4, 1))
    assert on_off(outputs, 0.1).active.tolist() == [[False, True]] * 4
    maps, on_object = np.full((2, 2, 2), 0.7, kind), np.ones((2, 2, 2), bool)
    assert interpretation(maps, on_object, 0.7).hot.tolist() == [0, 0]
    assert labelled(np.array([[0.7, 0.1], [0.1, 0.7]], kind), ["a", "b"]).points.tolist() == [
        [0.7, 0.1],
        [0.1, 0.7],
    ]


def test_outputs_of_a_network_of_single_precision() -> None:
    torch = pytest.importorskip("torch")
    network = torch.nn.Sequential(torch.nn.Identity())
    assert layer_outputs(network, ["0"], np.array([[0.1, 0.7]], np.float32))["0"].tolist() == [[0.1, 0.7]]


def _hazard(kind: Any) -> float:
    n = 60
    ones, early = np.ones(n, int), np.where(np.arange(n) % 10 == 0, 0.9, 0.7)
    episodes = {
        "accident_f": ones, "accident_monitored": ones, "success_f": ones, "success_monitored": ones,
        "severity_f": early.astype(kind), "severity_monitored": np.full(n, 0.7).astype(kind),
    }  # fmt: skip
    result = casegen.measure("monitor-episodes", {"episodes": episodes}, parameters={"severe_from": 0.7})
    return float(result.measures["residual_hazard"].value)


@pytest.mark.slow
def test_severities_that_equal_the_limit_are_severe_in_any_precision() -> None:
    assert [_hazard(kind) for kind in (float, *SHORT)] == [1.0] * 3


@pytest.mark.slow
def test_a_list_of_numbers_of_single_precision_is_as_printed() -> None:
    hours = [np.float32(0.1), 0.7, np.float16(0.3)]
    record = {"entry": ["a", "b", "c"], "hours": hours, "failures": [0, 0, 0]}
    plain = record | {"hours": [0.1, 0.7, 0.3]}
    both = [
        casegen.measure(
            "operating-record", {"record": one}, parameters={"failure": "does not start"}
        ).measures
        for one in (record, plain)
    ]
    assert both[0] == both[1]
