"""A record that only a package reads which is not installed, or that unpacks to millions of rows, is not compared."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from casegen.argument.checking import check
from casegen.argument.reading.records import MOST_BYTES, package_for, record_of, table_bytes, uncompared
from casegen.assessment.independence import independence
from casegen.io import load

ROOT = Path(__file__).parents[3]
CASE = """casegen: 1
case: {id: own, title: Own, version: "1", date: 2026-11-21, authors: [Ann Author], roots: [C]}
claims:
  - {id: C, text: It works in time, owner: tests, undeveloped: true}
evidence_items:
  - {id: E1, method: demand-record, inputs: {record: a.parquet}, parameters: {failure: does not start}, owner: tests}
  - {id: E2, method: METHOD, inputs: {record: b.csv}, parameters: {failure: does not stop}, owner: tests}
events:
  - {id: B1, text: One fails, component: one, model: {type: evidence, evidence: E1, measure: probability}}
  - {id: B2, text: Two fails, component: two, model: {type: evidence, evidence: E2, measure: probability}}
trees:
  - {id: FT, title: T, top: G, kind: probability-per-demand, APARTgates: [{id: G, type: GATE, inputs: [B1, B2], text: Fails}]}
"""


def folder(
    place: Path, gate: str = "and", method: str = "demand-record", apart: str = "", name: str = "a.parquet"
) -> Path:
    text = CASE.replace("GATE", gate).replace("METHOD", method).replace("APART", apart)
    (place / "case.yaml").write_text(text.replace("a.parquet", name))
    (place / name).write_bytes(b"PAR1PAR1")
    (place / "b.csv").write_text("entry,demands,failures\nfirst,1237,3\n")
    return place


@pytest.fixture
def without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "pyarrow"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)


def unknown(place: Path) -> list[str]:
    return [d.message for d in check(load(place)) if d.rule == "events-one-record"]


@pytest.mark.usefixtures("without_pyarrow")
def test_a_product_of_records_that_cannot_be_compared_is_named_with_the_package(tmp_path: Path) -> None:
    [message] = unknown(folder(tmp_path))
    assert "a.parquet" in message
    assert "pip install 'casegen[parquet]'" in message


@pytest.mark.usefixtures("without_pyarrow")
@pytest.mark.parametrize(
    "given",
    [
        {"gate": "or"},
        {"apart": "independent_events: C, "},
        {"method": "operating-record"},
        {"name": "a.csv"},
    ],
)
def test_nothing_is_said_where_nothing_has_to_be_compared(tmp_path: Path, given: dict[str, str]) -> None:
    assert not unknown(folder(tmp_path, **given))


@pytest.mark.usefixtures("without_pyarrow")
def test_no_record_is_taken_as_independent_that_was_not_read(tmp_path: Path) -> None:
    case = load(folder(tmp_path))
    assert record_of(case, "E1", MOST_BYTES) is None
    assert list(uncompared(case)) == ["E1"]
    for declared, used in ((("E1", "E2"), ()), (("E2",), ("E1",))):
        problem = independence(case, declared, used, {}, {}).problem
        assert "pyarrow" in problem
        assert "pip install 'casegen[parquet]'" in problem


def test_rows_of_packed_tables_are_counted_before_they_are_read(tmp_path: Path) -> None:
    rows = 400_000
    np.savez_compressed(
        tmp_path / "a.npz",
        entry=np.full(rows, "lot"),
        demands=np.full(rows, 1000),
        failures=np.zeros(rows, int),
    )
    packed = tmp_path / "a.npz"
    assert packed.stat().st_size < MOST_BYTES < table_bytes(packed)
    shutil.copy(packed, tmp_path / "keep.npz")
    case = load(folder(tmp_path, name="a.npz"))
    shutil.copy(tmp_path / "keep.npz", packed)
    assert record_of(case, "E1", MOST_BYTES) is None


def test_rows_of_a_parquet_file_are_bounded_by_what_it_states(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="Parquet is an extra: pip install 'casegen[parquet]'")
    import pyarrow.parquet as pq

    place = folder(tmp_path)
    names, rows = ("entry", "demands", "failures"), 3_000_000
    many = arrow.table(dict(zip(names, (["lot"] * rows, [1000] * rows, [0] * rows), strict=True)))
    pq.write_table(many, place / "a.parquet", compression="zstd")
    assert (place / "a.parquet").stat().st_size < MOST_BYTES
    case = load(place)
    assert record_of(case, "E1", MOST_BYTES) is None
    assert "too large to compare" in independence(case, ("E1", "E2"), (), {}, {}).problem
    few = arrow.table(dict(zip(names, (["lot"], [1237], [3]), strict=True)))
    pq.write_table(few, place / "a.parquet")
    assert record_of(load(place), "E1", MOST_BYTES) is not None
    [message] = unknown(place)
    assert "measured by E1" in message  # the record of the other item is the same


def test_a_file_that_is_no_parquet_is_no_record(tmp_path: Path) -> None:
    path = folder(tmp_path) / "a.parquet"
    if not package_for(path):
        assert table_bytes(path) == 8
    assert record_of(load(tmp_path), "E1", MOST_BYTES) is None
