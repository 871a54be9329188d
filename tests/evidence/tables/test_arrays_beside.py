"""Arrays of an npz file that are no column of the rows: scores by class, names of the classes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import header_of, read_table
from casegen_evidence.tables.spec import Label, Number

TRUE = np.arange(300) % 3
SAID = (TRUE + (np.arange(300) % 17 == 0)) % 3
WANTED: dict[str, Any] = {"true": Label(), "predicted": Label(), "group": Label(optional=True)}


def read(folder: Path, declared: dict[str, Any] | None = None, **arrays: Any) -> Any:
    np.savez(folder / "p.npz", **arrays)
    intake = Intake()
    table = read_table(
        folder / "p.npz", WANTED, declared=declared, intake=intake, role="predictions", draws=True
    )
    return table, intake.read[-1].get("elsewhere", [])


@pytest.mark.parametrize(
    "beside",
    [
        {"probs": np.ones((300, 3)) / 3}, {"classes": np.array(["dock", "buoy", "none"])}, {"version": np.array(3)},
        {"a": np.arange(3), "b": np.arange(3), "c": np.arange(3)}, {"history": np.arange(1000)},
    ],
)  # fmt: skip
def test_what_is_no_column_is_a_question(tmp_path: Path, beside: dict[str, Any]) -> None:
    table, said = read(tmp_path, true=TRUE, predicted=SAID, **beside)
    assert (table.rows, table.header) == (300, ("true", "predicted"))
    assert [name for name in beside if not any(repr(name) in text for text in said)] == []


def test_a_column_of_the_rows_is_read_as_before(tmp_path: Path) -> None:
    table, said = read(tmp_path, true=TRUE, predicted=SAID, site=np.array(["quay", "buoy"] * 150))
    assert (table.header, said) == (("true", "predicted", "site"), [])
    assert header_of(tmp_path / "p.npz") == ["true", "predicted", "site"]


@pytest.mark.parametrize(
    "arrays",
    [
        {"true": TRUE, "predicted": SAID[:-1]}, {"true": TRUE, "predicted": np.ones((300, 3))},
        {"true": TRUE, "predicted": SAID, "group": np.arange(299)}, {"true": np.ones((2, 2)), "predicted": np.ones((2, 2))},
    ],
)  # fmt: skip
def test_what_is_asked_for_has_one_length(tmp_path: Path, arrays: dict[str, Any]) -> None:
    with pytest.raises(InputProblem, match="columns of one length"):
        read(tmp_path, **arrays)


def test_a_name_that_is_declared_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="columns of one length"):
        read(
            tmp_path,
            {"columns": {"predicted": "answer"}},
            true=TRUE,
            answer=np.ones((300, 3)),
            predicted=SAID,
        )


def test_features_are_all_columns(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", speed=np.arange(30.0), means=np.arange(3.0))
    with pytest.raises(InputProblem, match="columns of one length"):
        read_table(tmp_path / "x.npz", {}, rest=Number())
