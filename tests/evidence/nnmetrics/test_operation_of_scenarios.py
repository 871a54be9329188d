"""Scenarios of operation that are the data set itself, or a part of it, show nothing of operation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import Result, Run
from casegen_evidence.nnmetrics.coverage_method import SCENARIO_COVERAGE
from casegen_evidence.signs import Intake

Array = np.ndarray[Any, Any]
FEW = {"light": 3, "rain": 3}
MANY = {f"c{k}": 3 for k in range(6)}
WIDE = {f"c{k}": 2 for k in range(10)}


def drawn(sizes: dict[str, int], rows: int, seed: int) -> Array:
    rng = np.random.default_rng(seed)
    shares = [np.arange(size, 0, -1) / np.arange(1, size + 1).sum() for size in sizes.values()]
    return np.stack([rng.choice(len(p), rows, p=p) for p in shares], axis=1)


def covered(folder: Path, sizes: dict[str, int], scenarios: Array, operation: Array) -> Result:
    inputs = {}
    for role, rows in (("scenarios", scenarios), ("operation", operation)):
        inputs[role] = folder / f"{role}.csv"
        lines = [",".join(sizes), *(",".join(f"v{v}" for v in row) for row in rows.tolist())]
        inputs[role].write_text("\n".join(lines) + "\n")
    parameters = {"conditions": {name: [f"v{v}" for v in range(size)] for name, size in sizes.items()}}
    checked = SCENARIO_COVERAGE.parameters.model_validate(parameters)
    run = Run(inputs, checked, seed=1, confidence=0.95, scratch=folder, intake=Intake())
    return SCENARIO_COVERAGE.run(run)


@pytest.mark.parametrize(
    ("sizes", "rows", "kept", "severity"),
    [(FEW, 300, 300, "fails"), (MANY, 300, 300, "fails"), (MANY, 300, 150, "suspicious"), (WIDE, 300, 300, "fails")],
    ids=["few places", "many places", "a half", "many conditions"],
)  # fmt: skip
def test_the_data_set_in_another_order(
    sizes: dict[str, int], rows: int, kept: int, severity: str, tmp_path: Path
) -> None:
    own = drawn(sizes, rows, 1)
    again = np.random.default_rng(2).permutation(own)[:kept]
    (sign,) = covered(tmp_path, sizes, own, again).signs
    assert (sign.name, sign.severity) == ("sign-operation-of-tests", severity)
    assert list(sign.measures) == ["unseen_demand"]
    assert f"about {kept} of {kept} operating scenarios" in sign.message


@pytest.mark.parametrize("sizes", [FEW, MANY, WIDE], ids=["few places", "many places", "many conditions"])
@pytest.mark.parametrize("kept", [300, 150])
def test_another_sample_of_the_same_conditions(sizes: dict[str, int], kept: int, tmp_path: Path) -> None:
    for seed in range(3):
        signs = covered(tmp_path, sizes, drawn(sizes, 300, seed), drawn(sizes, kept, 70 + seed)).signs
        assert not [s for s in signs if s.name == "sign-operation-of-tests"]


def test_a_plan_that_was_run_twice(tmp_path: Path) -> None:
    plan = np.array([[a, b] for a in range(3) for b in range(3) if (a, b) != (2, 2)] * 20)
    once, again = (np.random.default_rng(seed).permutation(plan) for seed in (1, 2))
    assert not covered(tmp_path, FEW, once, again).signs
