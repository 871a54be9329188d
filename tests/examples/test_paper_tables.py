"""The papers' tables: what can be repeated comes out, what cannot says why, and nothing is left unsaid."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from examples.paper_tables import reliability
from examples.paper_tables.__main__ import COMPARISONS, main
from examples.paper_tables.row import Row

SLOW = {"000-safety-function", "003-figures", "003-table1", "004-table1", "004-table2", "004-table3"}


def names() -> list[object]:
    return [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in COMPARISONS]


def rows(name: str) -> list[Row]:
    return list(COMPARISONS[name].rows())


@pytest.mark.parametrize("name", names())
def test_every_row_has_a_number_or_a_reason(name: str) -> None:
    for row in rows(name):
        has_number = row.ours is not None or row.lower is not None or row.upper is not None
        assert has_number != bool(row.missing), row.quantity
        assert row.note or row.missing, f"{row.quantity}: says nothing of where it comes from"
        if row.lower is not None and row.upper is not None and row.ours is not None:
            assert row.lower <= row.ours <= row.upper
        if row.lower is not None or row.upper is not None:
            assert row.confidence is not None, "an interval needs its confidence"
        if not row.comparable:
            assert row.difference is None, "other data: no difference"


def test_worked_examples_come_out_exactly() -> None:
    differences = [row.difference for row in rows("002-worked-examples") if not row.missing]
    assert differences == [0, 0, 0, 0]


def test_predictions_meet_observations_within_their_intervals_and_the_papers_two_points() -> None:
    found = rows("000-conditions")
    differences = [row for row in found if "predicted − observed" in row.quantity]
    assert len(differences) == 12
    for row in differences:
        assert row.lower is not None
        assert row.upper is not None
        assert row.lower <= 0 <= row.upper, row.quantity
    assert all((row.ours or 0) < (row.paper or 0) for row in found if "largest error" in row.quantity)
    ours, papers = (
        100 * max(row.ours or 0 for row in found if row.quantity.endswith(end))
        for end in ("largest error", "largest error by Eqns 8, 10, 12")
    )
    page = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text("utf-8")
    assert f"largest error {ours:.2f} points, by the paper's equations {papers:.1f}" in page


@pytest.mark.slow
def test_running_example_comes_out_to_the_printed_digits(reference_data: Path) -> None:
    """``reference_data`` skips where the table's points are not at hand."""
    found = {row.quantity: row for row in rows("003-table1") if row.quantity.startswith("running example")}
    for column in ("test error", "ACU (Eqn 16)", "E[λ] (Eqn 11)", "97.5 % limit (Eqn 13)"):
        row = found[f"running example: {column}"]
        assert row.difference is not None
        assert abs(row.difference) < 5e-7 if "error" not in column else row.difference == 0
    assert "excludes" in found["running example: pmi, sound limit"].note


@pytest.mark.slow
def test_safety_function_reports_what_the_papers_runs_support() -> None:
    found = {row.quantity: row for row in rows("000-safety-function")}
    factor = found["factor: from the paper's counts"]
    assert factor.lower is not None
    assert factor.upper is not None
    assert (round(factor.lower), round(factor.upper)) == (379, 1945)
    assert math.isclose(factor.ours or 0, 781.4, abs_tol=0.1)


def test_absent_data_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CASEGEN_REFERENCE_DATA", str(tmp_path))
    found = reliability.table_1()
    assert all(row.missing for row in found)
    assert "set CASEGEN_REFERENCE_DATA" in found[0].missing
    assert "trainingdata_a.xls" in found[1].missing


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert set(COMPARISONS) <= set(capsys.readouterr().out.split())
    assert main(["002-worked-examples", "003-table6", "000-testing", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert all(isinstance(r["lower"], float) for r in document["000-testing"])
    assert [len(document[n]) for n in ("002-worked-examples", "003-table6")] == [6, 4]
    assert main(["002-worked-examples"]) == 0
    assert "| interpretation precision, Fig. 4 (5/9) | 0.5556 | 0.5556 | 0 |" in capsys.readouterr().out
    assert main(["005"]) == 2
    assert "there is no table 005" in capsys.readouterr().err


def test_every_paper_is_there() -> None:
    assert {name[:3] for name in COMPARISONS} == {"000", "002", "003", "004"}
    assert any("001" in c.title for c in COMPARISONS.values()), "paper 001 is the first version of 003"
