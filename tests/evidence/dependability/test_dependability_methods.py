"""The registered methods end to end on small tables, and what they say of bad ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.dependability.comparison_methods import COMPARISON, SAFETY_FUNCTION
from casegen_evidence.dependability.method import DEPENDABILITY
from casegen_evidence.method import InputProblem, Method, Result, Run

DOMAIN = [{"name": "v", "lower": 0, "upper": 10, "unit": "in/s"}, {"name": "y", "lower": 0, "upper": 50}]
TESTING = {"v": {"distribution": "uniform"}, "y": {"distribution": "uniform"}}
HIGH = {"v": {"distribution": "uniform"}, "y": {"distribution": "uniform", "lower": 30, "upper": 50}}
WORDS = np.array(["success", "task failure", "harmful failure"])


def outcome(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Slow is a task failure, high is harmful."""
    v, y = x.T
    return np.where(v < 1, 1, np.where(y > 40, 2, 0))


def write_csv(path: Path, x: np.ndarray[Any, Any], modes: np.ndarray[Any, Any]) -> Path:
    rows = [f"{float(v)!r},{float(y)!r},{WORDS[m]}" for (v, y), m in zip(x, modes, strict=True)]
    path.write_text("v,y,outcome\n" + "\n".join(rows) + "\n")
    return path


def uniform(seed: int, n: int = 4000) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).uniform([0, 0], [10, 50], (n, 2))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    x = uniform(1)
    return write_csv(tmp_path / "tests.csv", x, outcome(x))


def call(method: Method, inputs: dict[str, Path], tmp_path: Path, **parameters: Any) -> Result:
    checked = method.parameters.model_validate({"domain": DOMAIN, **parameters})
    return method.run(Run(inputs, checked, seed=1, confidence=0.975, scratch=tmp_path))


def test_one_condition_with_observed_runs(table: Path, tmp_path: Path) -> None:
    observed = tmp_path / "observed.csv"
    observed.write_text(
        "condition,outcome,count\nA,success,450\nA,task failure,100\nA,harmful failure,450\nB,success,9\n"
    )
    result = call(DEPENDABILITY, {"tests": table, "observed": observed}, tmp_path,
                 testing=TESTING, operating=HIGH, condition="A", partition={"kind": "grid"})  # fmt: skip
    d, t, h = (
        result.measures[n] for n in ("dependability", "task_undependability", "harmful_undependability")
    )
    assert d.value + t.value + h.value == 1.0
    for m, truth in ((d, 0.45), (t, 0.1), (h, 0.45)):
        assert m.kind == "probability-per-demand"
        assert m.lower is not None
        assert m.upper is not None
        assert m.lower <= truth <= m.upper
        assert m.confidence == 0.975
    assert result.measures["prediction_error"].value < 0.02
    assert result.measures["uncovered_mass"].value == 0.0
    assert result.measures["harmful_undependability_eqn12"].reproduction_only
    assert result.measures["harmful_undependability_eqn12"].value == pytest.approx(0.45, abs=0.02)
    titles = [t.title for t in result.tables]
    assert "Conditions to test next" in titles
    assert "Predicted against observed" in titles
    assert {f.form for f in result.figures} == {"bars", "scatter"}
    assert all(len(row) == len(t.columns) for t in result.tables for row in t.rows)
    assert set(result.measures) <= set(DEPENDABILITY.measures)


def test_changing_the_operating_condition_needs_the_table_only(table: Path, tmp_path: Path) -> None:
    low = {"v": {"distribution": "uniform"}, "y": {"distribution": "uniform", "lower": 0, "upper": 30}}
    measure = call(DEPENDABILITY, {"tests": table}, tmp_path, testing=TESTING, operating=low).measures
    assert measure["harmful_undependability"].value == 0.0
    assert 0 < (measure["harmful_undependability"].upper or 0) < 0.01


def test_untested_atom_is_reported_and_to_be_tested_next(table: Path, tmp_path: Path) -> None:
    slow = {
        "v": {"distribution": "clipped", "of": {"distribution": "normal", "mean": 3, "sd": 2}},
        "y": HIGH["y"],
    }
    result = call(DEPENDABILITY, {"tests": table}, tmp_path, testing=TESTING, operating=slow)
    assert result.measures["uncovered_mass"].value == pytest.approx(0.0668072 + 0.000232, abs=1e-5)
    next_rows = next(t for t in result.tables if t.title == "Conditions to test next").rows
    assert "v = 0 in/s" in str(next_rows[0][0])
    assert "(no test)" in str(next_rows[0][0])


@pytest.mark.slow
def test_correlated_and_recorded_operation(table: Path, tmp_path: Path) -> None:
    joined = call(DEPENDABILITY, {"tests": table}, tmp_path, testing=TESTING, operating=HIGH, draws=20_000,
                  correlation=[{"between": ["v", "y"], "value": 0.9}], partition={"kind": "grid"})  # fmt: skip
    assert joined.measures["harmful_undependability"].value > 0.47, "high goals come with high speeds"
    record = tmp_path / "record.csv"
    record.write_text("v,y\n" + "\n".join(f"{v},{y}" for v, y in uniform(5, 3000)))
    result = call(DEPENDABILITY, {"tests": table, "operation": record}, tmp_path, partition={"kind": "grid"})
    h = result.measures["harmful_undependability"]
    assert h.lower is not None
    assert h.upper is not None
    assert h.lower <= 0.18 <= h.upper


@pytest.mark.slow
@pytest.mark.parametrize("outside", [0, 3])
def test_recorded_operation_outside_the_domain_is_marked(table: Path, outside: int, tmp_path: Path) -> None:
    scenarios = uniform(6, 1500)
    scenarios[:outside, 0] = 10.5
    record = tmp_path / "record.csv"
    record.write_text("v,y\n" + "\n".join(f"{v},{y}" for v, y in scenarios))
    result = call(DEPENDABILITY, {"tests": table, "operation": record}, tmp_path, partition={"kind": "grid"})
    marked = [sign.message for sign in result.signs if sign.name == "sign-operation-outside-domain"]
    assert len(marked) == bool(outside)
    assert all("3 of 1,500 scenarios" in message for message in marked)
    assert result.measures["uncovered_mass"].value == pytest.approx(outside / 1500)


def test_tests_that_do_not_come_from_the_stated_conditions_are_noted(tmp_path: Path) -> None:
    x = uniform(2)
    x[:, 0] = 10 * (x[:, 0] / 10) ** 2
    path = write_csv(tmp_path / "skewed.csv", x, outcome(x))
    signs = call(DEPENDABILITY, {"tests": path}, tmp_path, testing=TESTING, operating=HIGH).signs
    assert [sign.name for sign in signs] == ["sign-not-as-stated"]


def test_comparison_over_conditions(table: Path, tmp_path: Path) -> None:
    observed = tmp_path / "observed.csv"
    observed.write_text(
        "condition,outcome,count\nhigh,success,4500\nhigh,task failure,1000\nhigh,harmful failure,4500\n"
        "tested,success,7200\ntested,task failure,1000\ntested,harmful failure,1800\n"
    )
    result = call(COMPARISON, {"tests": table, "observed": observed}, tmp_path, testing=TESTING,
                 conditions={"high": HIGH, "tested": TESTING}, partition={"kind": "grid"})  # fmt: skip
    error = result.measures["largest_error"]
    assert error.value < 0.02 < (error.upper or 0) < 0.06
    assert 0.01 < result.measures["smallest_p"].value <= 1
    assert len(result.tables[0].rows) == 6


@pytest.mark.slow
def test_safety_function_from_tables(tmp_path: Path) -> None:
    inputs = {}
    for number, name in enumerate(("learning", "before", "after")):
        x = uniform(10 + number)
        shown = x.copy()
        if name == "after":
            shown[:, 1] = np.minimum(x[:, 1], 39.0)
        inputs[name] = write_csv(tmp_path / f"{name}.csv", x, outcome(shown))
    limit = {"dimension": "y", "side": "below", "threshold": 39.0}
    result = call(SAFETY_FUNCTION, inputs, tmp_path, limit=limit)
    assert result.measures["harmful_undependability_after"].value == 0.0
    assert result.measures["harmful_undependability_before"].value == pytest.approx(0.18, abs=0.02)
    factor = result.measures["harm_reduction_factor"]
    assert factor.upper is None
    assert factor.value == factor.lower
    assert factor.value > 100
    with pytest.raises(InputProblem, match=r"tighter; the runs used y kept below 45"):
        call(SAFETY_FUNCTION, inputs, tmp_path, limit={**limit, "threshold": 45.0})
    with pytest.raises(InputProblem, match="learning scenarios of their own"):
        call(SAFETY_FUNCTION, {**inputs, "before": inputs["learning"]}, tmp_path, limit=limit)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("v,y,outcome\n1,2,success\n", "at least 2 scenario tests"),
        ("v,y,outcome\n1,2,success\n11,2,success\n", r"v in \[0, 10\]; scenario 2 has 11"),
        ("v,y,outcome\n1,2,success\n2,2,crash\n", "found 'crash'"),
        ("v,y,outcome\n1,two,success\n2,2,success\n", "bad.csv:2, column y"),
        ("v,outcome\n1,success\n2,success\n", "expected a column y; found v, outcome"),
        ("v,y\n1,2\n2,2\n", "column outcome"),
        ("v,y,outcome\n1,2\n", "bad.csv:2: 2 values where the header names 3"),
        (
            "v,y,success,task_failure,harmful_failure\n1,2,1,0,0\n1,3,0,1,1\n",
            r"bad.csv:3: expected exactly one of .*found 0, 1, 1",
        ),
        ("v,y,outcome\n1,nan,success\n2,2,success\n", "bad.csv:2, column y: no value"),
    ],
)
def test_bad_tables_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(InputProblem, match=message):
        call(DEPENDABILITY, {"tests": path}, tmp_path, operating=HIGH)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({}, "operating conditions once"),
        ({"operating": {"v": {"distribution": "uniform"}}}, "y missing"),
        ({"operating": {**HIGH, "z": {"distribution": "uniform"}}}, "z not a dimension"),
        (
            {
                "operating": {
                    **HIGH,
                    "v": {"distribution": "discrete", "values": [1, 2], "probabilities": [0.5, 0.6]},
                }
            },
            r"sum to 1; they sum to 1\.1",
        ),
        (
            {"operating": {**HIGH, "v": {"distribution": "categorical", "probabilities": {"a": 1}}}},
            "numeric dimension",
        ),
        (
            {"operating": HIGH, "outcomes": {"success": ["ok"], "task-failure": ["ok"]}},
            "modes exclude each other",
        ),
        (
            {
                "operating": HIGH,
                "testing": {**TESTING, "v": {"distribution": "uniform", "lower": 5, "upper": 10}},
            },
            "they have no density",
        ),
    ],
)
def test_bad_parameters_are_named(
    table: Path, tmp_path: Path, parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputProblem, match=message):
        call(DEPENDABILITY, {"tests": table}, tmp_path, **parameters)


def test_methods_satisfy_the_contract() -> None:
    for method in (DEPENDABILITY, COMPARISON, SAFETY_FUNCTION):
        assert isinstance(method, Method)
        assert set(method.tolerance) == set(method.measures)


@pytest.mark.parametrize("failed", [(500, 501), (500,), (0, 999), (498, 500, 502)])
def test_the_middle_of_few_failures_holds_failures(failed: tuple[int, ...], tmp_path: Path) -> None:
    """Between two failures next to each other lies no test: the range goes from the one to the other."""
    x = np.stack([np.linspace(0.005, 9.995, 1000), np.full(1000, 25.0)], axis=1)
    modes = np.where(np.isin(np.arange(1000), failed), 2, 0)
    path = write_csv(tmp_path / "t.csv", x, modes)
    result = call(DEPENDABILITY, {"tests": path}, tmp_path, testing=TESTING, operating=TESTING)
    (table,) = (t for t in result.tables if t.title == "Where failures sit in the tests")
    row = dict(zip(table.columns, next(r for r in table.rows if r[1] == "v"), strict=True))
    assert row["5 %"] == row["least"]
    assert row["95 %"] == row["most"]
    inside = failed[-1] - failed[0] + 1
    assert row["times likelier within"] == pytest.approx(1000 / inside, rel=1e-3)
