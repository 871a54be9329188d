"""A Parquet table gives what the same table gives as CSV: the same measures, or an error in words."""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casegen
from casegen.model.diagnostic import InputError

pa = pytest.importorskip("pyarrow", reason="needs the extra casegen[parquet]")
pq = pytest.importorskip("pyarrow.parquet", reason="needs the extra casegen[parquet]")
ENTRIES, DEMANDS, FAILURES = ["quay", "pier", "buoy", "lock"], [1810, 2403, 1500, 900], [0, 1, 0, 2]
SAME: dict[str, tuple[str, Callable[[], Any]]] = {
    "int8": ("failures", lambda: pa.array(FAILURES, pa.int8())),
    "unsigned": ("failures", lambda: pa.array(FAILURES, pa.uint64())),
    "half": ("failures", lambda: pa.array(np.array(FAILURES, np.float16))),
    "single": ("failures", lambda: pa.array(np.array(FAILURES, np.float32))),
    "double": ("failures", lambda: pa.array([float(x) for x in FAILURES])),
    "decimal128": ("failures", lambda: pa.array([Decimal(x) for x in FAILURES], pa.decimal128(20, 4))),
    "decimal256": ("failures", lambda: pa.array([Decimal(x) for x in FAILURES], pa.decimal256(60, 5))),
    "text": ("failures", lambda: pa.array([str(x) for x in FAILURES])),
    "large text": ("entry", lambda: pa.array(ENTRIES, pa.large_string())),
    "text view": ("entry", lambda: pa.array(ENTRIES).cast(pa.string_view())),
    "categories": ("entry", lambda: pa.array(ENTRIES).dictionary_encode()),
    "categories of numbers": ("failures", lambda: pa.array(FAILURES).dictionary_encode()),
    "bytes": ("entry", lambda: pa.array([x.encode() for x in ENTRIES])),
    "bytes of one length": ("entry", lambda: pa.array([x.encode() for x in ENTRIES], pa.binary(4))),
    "dates": ("entry", lambda: pa.array([dt.date(2020, 1, 1 + k) for k in range(4)])),
    "blanks": ("entry", lambda: pa.array([f" {x} " for x in ENTRIES])),
    "lists beside": ("shape", lambda: pa.array([[1, 2]] * 4)),
    "no values beside": ("shape", lambda: pa.nulls(4)),
    "zone beside": ("shape", lambda: pa.array([dt.datetime(2020, 1, 1, tzinfo=dt.UTC)] * 4)),
}
REFUSED: dict[str, tuple[str, Callable[[], Any]]] = {
    "null": ("failures", lambda: pa.array([None, 1, 0, 2])),
    "nan": ("failures", lambda: pa.array([float("nan"), 1.0, 0.0, 2.0])),
    "infinite": ("failures", lambda: pa.array([float("inf"), 1.0, 0.0, 2.0])),
    "all null": ("failures", lambda: pa.nulls(4, pa.int64())),
    "truth": ("failures", lambda: pa.array([False, True, False, True])),
    "lists": ("failures", lambda: pa.array([[x] for x in FAILURES])),
    "fields": ("failures", lambda: pa.array([{"v": x} for x in FAILURES])),
    "days": ("failures", lambda: pa.array([dt.date(2020, 1, 1 + k) for k in range(4)])),
    "moments": (
        "failures",
        lambda: pa.array([dt.datetime(2020, 1, 1 + k) for k in range(4)], pa.timestamp("us", "UTC")),
    ),
    "times": ("failures", lambda: pa.array([dt.time(k) for k in range(4)])),
    "too many": ("failures", lambda: pa.array([2**60 + 1] * 4)),
    "no name": ("entry", lambda: pa.array([None, *ENTRIES[1:]])),
    "no names": ("entry", lambda: pa.nulls(4, pa.string())),
    "a name that is nan": ("entry", lambda: pa.array(["nan", *ENTRIES[1:]])),
}


def both(at: Path, name: str, column: Any, rows: int = 4) -> tuple[Path, Path]:
    """The record with this column, in both formats."""
    table = pa.table({"entry": ENTRIES, "demands": DEMANDS, "failures": FAILURES} | {name: column})
    table = table.slice(0, rows)
    pq.write_table(table, at / "r.parquet", row_group_size=3)
    with (at / "r.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(table.column_names)
        for row in zip(*(c.to_pylist() for c in table.columns), strict=True):
            writer.writerow(["" if v is None else v.decode() if isinstance(v, bytes) else v for v in row])
    return at / "r.parquet", at / "r.csv"


def measures(path: Path) -> dict[str, Any]:
    stated = {"failure": "the door stays open", "spread": 0.5}
    result = casegen.measure("demand-record", {"record": path}, parameters=stated)
    return {name: (one.value, one.lower, one.upper) for name, one in result.measures.items()}


@pytest.mark.parametrize("kind", SAME)
def test_the_same_table_gives_the_same_measures(tmp_path: Path, kind: str) -> None:
    name, column = SAME[kind]
    parquet, text = both(tmp_path, name, column())
    assert measures(parquet) == measures(text)


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_refused_as_text_is_refused_as_parquet(tmp_path: Path, kind: str) -> None:
    name, column = REFUSED[kind]
    for path in both(tmp_path, name, column()):
        with pytest.raises(InputError, match=r"column (failures|entry)"):
            measures(path)


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    for path in both(tmp_path, "entry", ENTRIES, rows=0):
        with pytest.raises(InputError, match="the table is empty"):
            measures(path)


@pytest.mark.parametrize("cut", [0, 8, 200, -1])
def test_a_file_that_is_cut_off_is_refused(tmp_path: Path, cut: int) -> None:
    parquet, _ = both(tmp_path, "entry", ENTRIES)
    parquet.write_bytes(parquet.read_bytes()[:cut])
    with pytest.raises(InputError, match="expected a Parquet file"):
        measures(parquet)


def test_text_is_no_parquet(tmp_path: Path) -> None:
    _, text = both(tmp_path, "entry", ENTRIES)
    text.rename(tmp_path / "r.parquet")
    with pytest.raises(InputError, match="expected a Parquet file"):
        measures(tmp_path / "r.parquet")


def test_a_page_that_was_altered_is_refused(tmp_path: Path) -> None:
    """With checksums every page; without them wherever the page cannot be read."""
    table = pa.table({"entry": ENTRIES, "demands": DEMANDS, "failures": FAILURES})
    pq.write_table(table, tmp_path / "r.parquet", write_page_checksum=True, compression="none")
    whole, sound = (tmp_path / "r.parquet").read_bytes(), measures(tmp_path / "r.parquet")
    refused = 0
    for at in range(4, len(whole) // 2, 7):
        (tmp_path / "r.parquet").write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
        try:
            assert measures(tmp_path / "r.parquet") == sound
        except InputError:
            refused += 1
    assert refused > 5


def test_a_name_with_a_character_that_is_not_kept_is_refused(tmp_path: Path) -> None:
    parquet, _ = both(tmp_path, "entry", pa.array([f"{x}\0" for x in ENTRIES]))
    with pytest.raises(InputError, match="without NUL"):
        measures(parquet)
