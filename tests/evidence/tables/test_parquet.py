"""Parquet files as other programs write them: what is stored in another way than text is read, or refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.field_data.reading import Record, read
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake

pa = pytest.importorskip("pyarrow")
ENTRIES, DEMANDS, FAILURES = ["quay", "pier", "buoy"], [1810, 2403, 1500], [0, 1, 0]


def record(at: Path, intake: Intake | None = None, *, schema: Any = None, **columns: Any) -> Record:
    """The record in a Parquet file with these columns."""
    import pyarrow.parquet as pq

    whole = {"entry": ENTRIES, "demands": DEMANDS, "failures": FAILURES} | columns
    pq.write_table(pa.table(whole, schema=schema), at / "r.parquet")
    return read(at / "r.parquet", "demands", whole=True, intake=intake)


def test_names_stored_as_bytes_are_text(tmp_path: Path) -> None:
    assert record(tmp_path, entry=[b"quay", "Hörn".encode(), b"buoy"]).entries == ("quay", "Hörn", "buoy")


def test_bytes_that_are_no_text_are_left_as_they_are(tmp_path: Path) -> None:
    intake = Intake()
    record(tmp_path, intake, picture=[b"\xff\xfe", b"\x89PNG", b"\xff\xd8"])
    assert intake.read[0]["not_read"] == ["picture"]


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    table = pa.table(
        [ENTRIES, DEMANDS, FAILURES, [5, 5, 5]], names=["entry", "demands", "failures", "failures"]
    )
    pq.write_table(table, tmp_path / "r.parquet")
    with pytest.raises(InputProblem, match="two columns 'failures'"):
        read(tmp_path / "r.parquet", "demands", whole=True)


def test_what_a_file_says_of_its_columns_is_listed(tmp_path: Path) -> None:
    fields = [
        pa.field("entry", pa.string()),
        pa.field("demands", pa.int64(), metadata={"unit": "thousands"}),
        pa.field("failures", pa.int64()),
    ]
    intake = Intake()
    record(
        tmp_path, intake, schema=pa.schema(fields, metadata={"note": "3 failures left out", "pandas": "{}"})
    )
    listed = "; ".join(intake.read[0]["elsewhere"])
    assert "note: '3 failures left out'" in listed
    assert "column 'demands', unit: 'thousands'" in listed
    assert "pandas" not in listed


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(lambda: pa.array(FAILURES).dictionary_encode(), id="categories"),
        pytest.param(lambda: pa.array(FAILURES, pa.decimal128(12, 2)), id="decimal"),
        pytest.param(lambda: pa.array(FAILURES, pa.uint8()), id="small"),
        pytest.param(lambda: pa.array(FAILURES, pa.float32()), id="single"),
        pytest.param(lambda: pa.array(["0", "1", "0"]), id="text"),
    ],
)
def test_numbers_of_every_kind_are_read(tmp_path: Path, column: Any) -> None:
    assert record(tmp_path, failures=column()).failures == (0, 1, 0)


@pytest.mark.parametrize(
    ("column", "words"),
    [
        pytest.param(
            lambda: pa.array([0, None, 1]), "parquet:2, column failures: .*found nan", id="no value"
        ),
        pytest.param(lambda: pa.array([False, True, False]), "truth values", id="truth values"),
        pytest.param(lambda: pa.array([[0], [1, 2], [0]]), "expected a finite number", id="lists"),
        pytest.param(
            lambda: pa.array([0, 1, 0], pa.duration("s")), "expected numbers or text", id="durations"
        ),
    ],
)
def test_what_is_no_count_is_refused(tmp_path: Path, column: Any, words: str) -> None:
    with pytest.raises(InputProblem, match=words):
        record(tmp_path, failures=column())


@pytest.mark.parametrize(("kind", "size"), [(np.float16, 2403), (np.float32, 16_777_217)])
def test_counts_stored_with_too_few_digits_are_refused(tmp_path: Path, kind: Any, size: int) -> None:
    with pytest.raises(InputProblem, match="too few digits"):
        record(tmp_path, demands=pa.array(np.array([size, 1810, 1500], kind)))
