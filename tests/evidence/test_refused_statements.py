"""Statements of an item that would make failures fewer, or count none, are refused by the methods themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.dependability.method import DependabilityParameters
from casegen_evidence.field_data.method import DEMANDS
from casegen_evidence.method import InputProblem, Result, Run
from casegen_evidence.ram.high_method import HighDimensionalParameters
from casegen_evidence.ram.method import LowDimensionalParameters
from pydantic import ValidationError

RIGHT = [("8", "8"), ("stop", "stop"), (" stop", "stop "), ("8", "8.0")]
CONFUSED = [("8", "1"), ("a", "A")]


@pytest.mark.parametrize(("true", "predicted"), [*RIGHT, *CONFUSED])
def test_a_right_answer_is_no_confusion(true: str, predicted: str) -> None:
    pair = {"true": true, "predicted": predicted}
    dependability = {"domain": [{"name": "v", "lower": 0, "upper": 1}], "network": {"harmful": [pair]}}
    for model, stated in (
        (DependabilityParameters, dependability),
        (LowDimensionalParameters, {"failures": [pair]}),
        (HighDimensionalParameters, {"radius": 0.1, "failures": [pair]}),
    ):
        if (true, predicted) in CONFUSED:
            assert model.model_validate(stated)
        else:
            with pytest.raises(ValidationError, match="two different classes in a confusion"):
                model.model_validate(stated)


def _record(folder: Path, units: dict[str, Any]) -> Result:
    path = folder / "trips.csv"
    path.write_text(
        "entry,demands,failures\n" + "\n".join(f"{k},{500 + k},{100 * (k == 3)}" for k in range(10))
    )
    parameters = DEMANDS.parameters.model_validate({"failure": "a trip that came late"})
    return DEMANDS.run(Run({"record": path}, parameters, 0, 0.95, folder, reading={"units": units}))


@pytest.mark.parametrize("factor", [0.01, "0.5", "1e-9"])
def test_failures_are_counted_one_by_one(tmp_path: Path, factor: Any) -> None:
    with pytest.raises(InputProblem, match=r"makes failures fewer.*Remove the factor"):
        _record(tmp_path, {"failures": factor})


def test_other_factors_are_applied(tmp_path: Path) -> None:
    plain, more = _record(tmp_path, {}), _record(tmp_path, {"demands": 1000, "failures": 1000})
    assert np.isclose(plain.measures["probability"].value, more.measures["probability"].value)
