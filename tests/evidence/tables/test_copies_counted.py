"""Copies are counted as they are: every one of them, from the first, and no chance meeting in place of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.dependability.method import DEPENDABILITY
from casegen_evidence.method import Run
from casegen_evidence.signs import Intake
from casegen_evidence.tables.arrays import no_copies, repeated
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label, Number


@pytest.mark.parametrize("times", [2, 3])
def test_pictures_of_few_values_are_counted_among_copies(times: int) -> None:
    rng = np.random.default_rng(times)
    pictures = rng.random((100, 8, 8))
    pictures[:8] = rng.integers(0, 3, (8, 8, 8))  # so few values that two could meet by chance
    intake = Intake()
    no_copies(np.concatenate([pictures] * times), "pictures", intake)
    assert f"{100 * (times - 1):,} of {100 * times:,}" in intake.signs[0].message
    assert repeated(np.concatenate([pictures, pictures[:8]])) == 0


def _tests(folder: Path, rows: list[tuple[str, str, str]]) -> list[str]:
    path = folder / "tests.csv"
    path.write_text("v,weather,outcome\n" + "\n".join(map(",".join, rows)))
    parameters = DEPENDABILITY.parameters.model_validate({
        "domain": [{"name": "v", "lower": 0, "upper": 1}, {"name": "weather", "categories": ["dry", "rain"]}],
        "operating": {"v": {"distribution": "uniform"},
                      "weather": {"distribution": "categorical", "probabilities": {"dry": 0.5, "rain": 0.5}}},
    })  # fmt: skip
    result = DEPENDABILITY.run(Run({"tests": path}, parameters, 0, 0.95, folder))
    return [sign.message for sign in result.signs if sign.name == "sign-repeated-scenarios"]


@pytest.mark.slow
def test_scenarios_that_meet_by_chance_in_one_column_are_no_copies(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    values = [f"{v:.5f}" for v in rng.random(400)]
    weather = ["dry" if k % 2 else "rain" for k in range(400)]
    values[7] = values[2]  # of one number by chance, in other weather
    rows = [(v, w, "success") for v, w in zip(values, weather, strict=True)]
    (message,) = _tests(tmp_path, rows * 5)
    assert (
        "tests.csv:402: 1,600 of 2,000 scenarios, the first here, repeat an earlier one in every digit"
        in message
    )
    pairs = [(v, w, "success") for w in ("dry", "rain") for v in dict.fromkeys(values)]
    (message,) = _tests(tmp_path, pairs)
    assert re.search(r"399 of 798 scenarios.*in all its numbers, in another category: pairs", message)


def test_rows_at_the_ends_of_a_range_are_counted_among_copies(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    scores = np.clip(rng.normal(0.5, 0.3, 300), 0, 1)
    rows = [f"{s:.6f},{'ab'[k % 2]}" for k, s in enumerate(scores)]
    distinct = len(set(rows))
    path = tmp_path / "scores.csv"
    path.write_text("score,true\n" + "\n".join(rows * 2))
    intake = Intake()
    wanted: dict[str, Any] = {"score": Number(), "true": Label()}
    read_table(path, wanted, intake=intake, draws=True)
    (message,) = [sign.message for sign in intake.signs if sign.name == "sign-repeated-rows"]
    assert f"{600 - distinct:,} of 600 rows" in message
