"""A method on arrays gives what it gives in a case folder."""

from __future__ import annotations

from pathlib import Path

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
