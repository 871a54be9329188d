"""The plan of failing claims in the documents: a table and a curve, the same in page and report; nothing where all holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.planning.plan import brief_plan
from casegen.io import load
from casegen.render.html import render_page
from casegen.render.prose import pieces_of
from casegen.render.prose.pieces import Heading, PictureRow, TableBlock
from casegen.render.report import Report, build_report, plans
from casegen.review.dossier import Dossier, study
from tests.false_support import folder
from tests.false_support.bases import RECORD, measured
from tests.false_support.test_joint import CASE, DECLARED, FILES

FAILS: dict[str, Any] = {
    "evidence_items.EV.parameters.entries": "recorded", "claims.C1.requirement.bound": 5e-4,
}  # fmt: skip


def report_of(at: Path) -> tuple[Any, Report, Dossier]:
    session = Session.open(load(at))
    assessed = session.assess()
    dossier = Dossier(study=study(session, assessed))
    return assessed, build_report(assessed, dossier), dossier


def test_page_and_report_hold_the_plan_s_table_and_curve(tmp_path: Path) -> None:
    assessed, report, dossier = report_of(folder(tmp_path / "c", measured(), FAILS, {"record.csv": RECORD}))
    (row,) = report.sections["plans"]
    (plan,) = dossier.study.plans
    assert row["id"] == "C1"
    assert row["rows"][0]["more"][0]["units"] == f"{plan.records[0].more:,.0f} demands".replace(",", "\u202f")
    assert plan.curve[0] == (0.0, plan.today)
    assert plan.curve[-1][1] < plan.limit < plan.curve[1][1]
    (chart,) = [c for c in report.charts if c.kind == "plan"]
    assert chart.subject == "C1"
    page = render_page(assessed, report, dossier)
    part = page[page.index('id="plan"') :]
    assert row["rows"][0]["predictive"] in part
    assert plan.barred
    assert "Limit met, at today" in part
    assert "Works, at" not in part
    assert chart.name in part
    pieces = list(pieces_of(report))
    at = next(i for i, p in enumerate(pieces) if isinstance(p, Heading) and "further evidence" in str(p))
    assert any(isinstance(p, TableBlock) for p in pieces[at:])
    assert any(isinstance(p, PictureRow) for p in pieces[at:])


@pytest.mark.slow
def test_a_chance_is_rounded_down_and_a_bound_outward(tmp_path: Path) -> None:
    _, report, dossier = report_of(folder(tmp_path / "c", measured(), FAILS, {"record.csv": RECORD}))
    (plan,), (chart,) = dossier.study.plans, [c for c in report.charts if c.kind == "plan"]
    (said,) = report.sections["plans"][0]["rows"]
    assert plan.predictive is not None
    assert float(said["predictive"].split("\u202f")[0]) <= 100 * plan.predictive
    today = re.search(r"from ([\d.]+)\u202f×\u202f10⁻⁴ today", chart.alt)
    assert today is not None
    assert float(f"{today[1]}e-4") >= (plan.today or 0.0)


def test_no_plan_stands_where_everything_holds(tmp_path: Path) -> None:
    assessed, report, dossier = report_of(folder(tmp_path / "c", measured(), {}, {"record.csv": RECORD}))
    assert report.sections["plans"] == []
    assert 'id="plan"' not in render_page(assessed, report, dossier)


@pytest.mark.slow
def test_documents_wait_for_no_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records together are left to the command: each by itself is enough, and at once."""
    edits = {**DECLARED, "claims.C1.requirement.bound": 5e-4}
    session = Session.open(load(folder(tmp_path / "c", CASE, edits, FILES)))
    results = session.requirements(session.numbers())

    def searched(*_: object) -> float:
        raise AssertionError("a search for a joint bound")

    monkeypatch.setattr("casegen.assessment.planning.task.TreeTask.together", searched)
    (plan,) = brief_plan(session, results)
    assert plan.reachable
    assert plan.limited


def test_what_a_plan_says_is_read_as_a_sentence_and_no_chance_has_a_hundred_zeros() -> None:
    assert plans._chance(0.0) == plans._chance(3e-211) == "<\u202f0.01\u202f%".replace("<\u202f", "< ")
    assert plans.condition_text("running E again: first state `confidence: 0.99` in it") == (
        "Running E again: first state “confidence: 0.99” in it."
    )
    assert plans._cost(15891.0) == "15\u202f891"
