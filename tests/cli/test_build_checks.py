"""A document states the checks of the state that it shows: of the results that the same command computed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.cli import case_verdict
from tests.assessment.test_safety import studied, with_matrix
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, measured

NOTHING = "The checks report nothing"
MEASURED_EVENT: dict[str, Any] = {
    "evidence_items": measured()["evidence_items"],
    "events.E1.model": {
        "type": "evidence",
        "evidence": "EV",
        "measure": "probability",
        "exposure": {"demands": 1},
    },
    "trees.FT.target.probability": 0.01,
    "trees.FT.target.confidence": 0.9,
    "claims.C1.text": "The lift starts with an open door in at most 1 of 100 missions",
    "claims.C1.requirement.confidence": 0.9,
}
"""the sticking contact of the lift door is measured"""
INTOLERABLE = {**MEASURED_EVENT, "hazop.H1.severity": "critical",
               "case.study.risk_matrix.classes.0.at_least": 5e-4}  # fmt: skip
"""the risk is rated intolerable at the bound of the record; without a result nothing is rated"""
COVERED = '<coverage line-rate="1"><class filename="a.py"><lines><line number="1" hits="1"/></lines></class></coverage>'
REDUCED = {
    "case.study.alarp": {"disproportion": 3, "unit": "EUR", "losses": [{"tree": "FT", "amount": 1e6}]},
    "risk_reductions": [
        {"id": "RR", "title": "Better contact", "changes": {"EV.probability": 1e-7}, "cost": 1000}
    ],
}


def new(at: Path, base: dict[str, Any], edits: dict[str, Any], record: str = RECORD) -> Path:
    """The edited case with its record and without results, as it is when it was just written."""
    folder(at, base, edits, {"record.csv": record})
    shutil.rmtree(at / "results", ignore_errors=True)
    shutil.rmtree(at / ".casegen", ignore_errors=True)
    return at


def rules(at: Path) -> list[str]:
    return [row["rule"] for row in json.loads(call("check", at, "--json")[1])["diagnostics"]]


def text_of(out: Path) -> str:
    (path,) = out.glob("*.md")
    return path.read_text("utf-8")


@pytest.mark.slow
def test_a_first_build_states_the_checks_of_its_own_results(tmp_path: Path) -> None:
    at = new(tmp_path / "case", with_matrix(), INTOLERABLE)
    assert "risk-intolerable" not in rules(at)
    assert call("build", at, "--markdown", "-o", tmp_path / "one")[0] == 0
    assert "risk-intolerable" in rules(at)
    assert NOTHING not in text_of(tmp_path / "one")
    assert "is rated" in text_of(tmp_path / "one")
    call("build", at, "--markdown", "-o", tmp_path / "other")
    assert text_of(tmp_path / "one") == text_of(tmp_path / "other")


@pytest.mark.slow
def test_a_build_after_a_record_was_edited_states_the_checks_of_the_new_one(tmp_path: Path) -> None:
    at = folder(
        tmp_path / "case", with_matrix(), INTOLERABLE, {"record.csv": "entry,demands,failures\nq,800000,0\n"}
    )
    assert "risk-intolerable" not in rules(at)
    (at / "record.csv").write_text(RECORD)
    call("build", at, "--markdown", "-o", tmp_path / "out")
    assert "risk-intolerable" in rules(at)
    assert NOTHING not in text_of(tmp_path / "out")


@pytest.mark.slow
def test_results_that_are_in_order_add_no_finding(tmp_path: Path) -> None:
    at = new(tmp_path / "case", measured(), {})
    assert call("build", at, "--markdown", "-o", tmp_path / "out", "--strict")[0] == 0
    assert NOTHING in text_of(tmp_path / "out")


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that are checked, one by one."""
    seen: list[Path] = []
    of_case = case_verdict._checked_case

    def noted(case: Any) -> Any:
        seen.append(case.root)
        return of_case(case)

    monkeypatch.setattr(case_verdict, "_checked_case", noted)
    return seen


@pytest.mark.parametrize("more", [(), ("--no-run",)])
def test_a_case_is_checked_once_where_nothing_is_computed(
    tmp_path: Path, checks: list[Path], more: tuple[str, ...]
) -> None:
    at = folder(tmp_path / "case", measured(), {}, {"record.csv": RECORD})
    if more:
        shutil.rmtree(at / "results")
    call("build", at, "--text", "-o", tmp_path / "out", *more)
    assert len(checks) == 1


@pytest.mark.slow
def test_errors_that_only_the_results_show_end_a_build_as_a_check(tmp_path: Path) -> None:
    """A report without branches has no share of them, which its method declares."""
    item = {"id": "EV", "title": "Coverage", "method": "coverage-report", "inputs": {"report": "record.csv"}}
    changes = {"risk_reductions.RR.changes": {"EV.branch_coverage": 1.0}}
    at = new(tmp_path / "case", studied(), {"evidence_items": [item], **REDUCED, **changes}, COVERED)
    assert call("check", at)[0] == 0
    code, out, err = call("build", at, "--markdown", "-o", tmp_path / "out", "--json")
    assert code == 1
    assert "has no measure 'branch_coverage'" in " ".join(err.split())
    assert ": the evidence is computed, no document is written" in " ".join(err.split())
    assert "risk-reduction" in [row["rule"] for row in json.loads(out)["diagnostics"]]
    assert not (tmp_path / "out").exists()
    assert call("check", at)[0] == 1


@pytest.mark.slow
def test_a_measure_that_waits_for_its_result_is_no_error(tmp_path: Path) -> None:
    at = new(tmp_path / "case", studied(), {**MEASURED_EVENT, **REDUCED})
    assert call("check", at)[0] == 0
    (result,) = casegen.open(at).assessment.reductions.measures
    assert (result.decision.value, result.problem[:34]) == (
        "not evaluated",
        "evidence item EV is not computed y",
    )
    code, _, err = call("whatif", at, "--set", "EV.probability=1e-7")
    assert (code, "evidence EV has no result yet" in " ".join(err.split())) == (2, True)
    code, _, err = call("build", at, "--markdown", "-o", tmp_path / "out")
    assert code == 0, err
    (result,) = casegen.open(at).assessment.reductions.measures
    assert result.decision.value != "not evaluated"


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"EV.probabilty": 0.1}, "did you mean 'probability'"), ({"EV.probability": 1.5}, "must lie in [0, 1], found 1.5"),
     ({"EW.probability": 0.1}, "there is no basic event, house event or evidence measure")],
)  # fmt: skip
def test_what_no_result_can_make_right_is_an_error_before_there_is_one(
    tmp_path: Path, changes: dict[str, float], words: str
) -> None:
    at = new(
        tmp_path / "case", studied(), {**MEASURED_EVENT, **REDUCED, "risk_reductions.RR.changes": changes}
    )
    code, out, _ = call("check", at)
    assert (code, words in " ".join(out.split())) == (1, True)


SCENARIOS = "scenarios:\n  rare & odd: {EV.probability: 1.0e-7}\n  typed: {E2: 1.0e-5}\n"


@pytest.mark.slow
def test_a_what_if_of_a_measure_without_a_result_keeps_no_document_back(tmp_path: Path) -> None:
    at = new(tmp_path / "case", studied(), MEASURED_EVENT)
    (at / "whatif.yaml").write_text(SCENARIOS)
    kinds = ("--markdown", "--html")
    code, _, err = call("build", at, *kinds, "--no-run", "-o", tmp_path / "out")
    assert code == 0, err
    waits = "evidence item EV is not computed yet"
    assert f"rare &amp; odd\n\n**? {waits}**" in text_of(tmp_path / "out")
    page = next((tmp_path / "out").glob("*.html")).read_text("utf-8")
    assert f"<q>rare &amp; odd</q>: {waits}" in page
    assert call("build", at, *kinds, "-o", tmp_path / "out")[0] == 0
    assert waits not in text_of(tmp_path / "out")


@pytest.mark.slow
def test_the_command_refuses_only_the_what_if_that_waits(tmp_path: Path) -> None:
    at = new(tmp_path / "case", studied(), MEASURED_EVENT)
    (at / "s.yaml").write_text(SCENARIOS)
    code, _, err = call("whatif", at, "--scenario", at / "s.yaml")
    assert (code, "scenario rare & odd: evidence EV has no result yet" in " ".join(err.split())) == (2, True)
    assert call("whatif", at, "--scenario", at / "s.yaml", "--compare", "typed")[0] == 0
    (at / "s.yaml").write_text(SCENARIOS.replace("EV.probability", "EV.probabilty"))
    code, _, err = call("whatif", at, "--scenario", at / "s.yaml", "--compare", "typed")
    assert (code, "did you mean 'probability'" in " ".join(err.split())) == (2, True)


@pytest.mark.slow
def test_a_live_page_states_the_checks_of_the_results_that_it_shows(tmp_path: Path) -> None:
    from casegen.serve.live import LiveCase

    at = new(tmp_path / "case", with_matrix(), INTOLERABLE)
    live = LiveCase(at)
    assert "risk-intolerable" not in live.version.page
    call("evidence", "run", at)
    assert live.refresh()
    assert "risk-intolerable" in live.version.page


@pytest.mark.slow
def test_an_open_case_builds_with_the_checks_of_what_it_ran(tmp_path: Path) -> None:
    opened = casegen.open(new(tmp_path / "case", with_matrix(), INTOLERABLE))
    assert not opened.check()
    opened.run()
    assert [d.rule for d in opened.check()] == ["risk-intolerable"]
    opened.build(tmp_path / "out", formats=["markdown"])
    assert NOTHING not in text_of(tmp_path / "out")


@pytest.mark.slow
def test_a_baseline_states_the_checks_of_the_state_that_it_freezes(tmp_path: Path) -> None:
    at = new(tmp_path / "case", with_matrix(), INTOLERABLE)
    call("build", at, "--text", "-o", tmp_path / "out")
    assert call("baseline", "create", at, "b1", "--by", "B. Judge", "--reason", "Release")[0] == 0
    frozen = json.loads((at / "baselines/b1/assessment.json").read_text("utf-8"))
    assert [row["rule"] for row in frozen["check"]["diagnostics"]] == rules(at)
