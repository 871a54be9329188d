"""Runs observed in operation are read by the words that `outcomes` states, as the tests are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.dependability.method import DEPENDABILITY
from casegen_evidence.method import InputProblem

from tests.evidence.nnmetrics.test_nnmetrics_methods import call


def test_observed_runs_have_the_words_of_the_tests(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    rows = [f"{rng.uniform():.4f},{'fine' if rng.random() < 0.9 else 'hit'}" for _ in range(300)]
    (tmp_path / "tests.csv").write_text("x,outcome\n" + "\n".join(rows) + "\n")
    (tmp_path / "seen.csv").write_text("outcome\n" + "fine\n" * 60 + "hit\n" * 40)
    uniform = {"x": {"distribution": "uniform"}}
    own = {
        "domain": [{"name": "x", "lower": 0, "upper": 1}],
        "testing": uniform,
        "operating": uniform,
        "outcomes": {"success": ["fine"], "harmful-failure": ["hit"], "task-failure": []},
    }
    files = {"tests": tmp_path / "tests.csv", "observed": tmp_path / "seen.csv"}
    result = call(DEPENDABILITY, tmp_path, files, own)
    predicted = sum(row.endswith("fine") for row in rows) / 300
    assert result.measures["prediction_error"].value == pytest.approx(predicted - 0.6, abs=0.02)
    (tmp_path / "seen.csv").write_text("outcome\n" + "good\n" * 60 + "hit\n" * 40)
    with pytest.raises(InputProblem, match="good"):
        call(DEPENDABILITY, tmp_path, files, own)
