"""Classes of which nothing is seen are missing values: in arrays of labels, and in tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.tables.arrays import read_arrays
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label

BLANKS = ("", " ", "\u200b", "\ufeff \u2060", "nan", "NaN")


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("name", ["labels", "train_labels", "group"])
def test_a_missing_value_in_an_array_of_labels(blank: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    np.savez(path, **{name: np.array(["a", "b", blank, blank])})
    with pytest.raises(InputProblem, match=rf"array {name}, position 3: no value \(2 such in all\)"):
        read_arrays(path, [name], text=[name])


@pytest.mark.parametrize("blank", BLANKS)
def test_a_missing_value_in_a_table(blank: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"true,x\na,1\n{blank},2\n", encoding="utf-8")
    with pytest.raises(InputProblem, match="no value"):
        read_table(path, {"true": Label()})


def test_short_names_and_remarks_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    np.savez(path, labels=np.array(["0", "-", "none", "na"]), remark=np.array(["", "x", "", ""]))
    assert read_arrays(path, ["labels"], text=["labels", "remark"])["labels"].tolist() == [
        "0",
        "-",
        "none",
        "na",
    ]
