"""What documents say of what is left open: trees without a result, claims without an argument, findings that reopen."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from fixture_case import build_assessment

from casegen.assessment.assess import assess
from casegen.io.folder import load
from casegen.render.html import html_page, render_page
from casegen.render.language import translate
from casegen.render.report import build_report
from casegen.review.dossier import Dossier
from tests.false_support import folder
from tests.false_support.bases import calculation
from tests.false_support.test_over_the_mission import case, constant, on_test


def words_of(page: str, section: str) -> str:
    """The text of a section of a page; empty where there is none."""
    part = re.search(rf'<section id="{section}">.*?</section>', page, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part[0])) if part else ""


def test_a_page_without_a_number_to_change_names_the_trees_without_a_result(tmp_path: Path) -> None:
    whole, none = calculation(), calculation()
    del none["events"][0]["model"]
    said = [
        words_of(html_page(assess(load(folder(tmp_path / name, base)))), "whatif")
        for name, base in (("whole", whole), ("none", none))
    ]
    assert "The lift starts with an open door" not in said[0].partition("knobs")[0].partition("Numbers of")[0]
    assert translate("web.whatif_none") in said[1]
    assert re.search(
        "The lift starts with an open door ?: tree FT cannot be quantified: no model for E1", said[1]
    )


def test_the_panel_names_a_tree_that_it_lacks(tmp_path: Path) -> None:
    base = calculation()
    base["events"].append({"id": "E9", "text": "The rope tears"})
    gates = [{"id": "TOP2", "type": "or", "inputs": ["E9"], "text": "The lift falls"}]
    base["trees"].append({"id": "FT2", "title": "The lift falls", "top": "TOP2", "gates": gates})
    page = html_page(assess(load(folder(tmp_path, base))))
    assert translate("web.whatif_left_out") in words_of(page, "whatif")
    assert re.search(r'<a\s+href="#tree-FT2">The lift falls</a>: ', page)
    assert 'id="whatif-scenario"' in page


def test_a_claim_without_an_argument_is_one_step_and_not_two(tmp_path: Path) -> None:
    base = calculation()
    for claim in base["claims"][1:]:
        del claim["assumed"], claim["accepted_by"]
        claim["undeveloped"] = True
    report = build_report(assess(load(folder(tmp_path, base))), Dossier())
    rows = report.sections["actions"]["rows"]
    for name in ("C2", "W1"):
        assert sum(name in [ref["id"] for ref in row["refs"]] for row in rows) == 1, name
    assert not any("claim-undeveloped" in row["what"] for row in rows)


@pytest.mark.slow
def test_a_finding_says_the_first_of_many_reasons_and_folds_the_others(page_of_findings: str) -> None:
    assert page_of_findings.count('class="warn">Open again') == 2
    assert re.search(
        r'<p class="warn">Open again: first</p><details><summary><small>1 more</small></summary><ul>\s*<li>second',
        page_of_findings,
    )
    assert '<p class="warn">Open again: alone</p>' in page_of_findings


@pytest.fixture
def page_of_findings() -> str:
    """The page's section of findings: one with two reasons to be open again, one with a single one."""
    given = build_assessment()
    report = build_report(given, Dossier())
    words = ("baseline", "severity", "severity_words", "category", "clause", "text", "by", "independence")
    words = (*words, "independence_words", "raised", "status", "status_words", "class")
    rows = [
        dict.fromkeys(words, "open")
        | {
            "id": f"F{n}",
            "anchor": f"finding-F{n}",
            "target": {"id": "C", "href": ""},
            "reopened": why,
            "history": [],
        }
        for n, why in enumerate((["first", "second"], ["alone"]))
    ]
    sections = report.sections | {"review": report.sections["review"] | {"findings": rows}}
    return render_page(given, replace(report, sections=sections))


def test_a_tree_that_is_worst_before_the_end_has_its_reason_and_the_command(tmp_path: Path) -> None:
    at = folder(tmp_path, case(on_test(8759), constant(1e-4), 5e-4))
    said = words_of(html_page(assess(load(at))), "whatif")
    assert "without a result" not in said
    assert "no result" not in said
    assert re.search(
        r"may be largest before the end of the mission, which the command computes: "
        rf"casegen whatif {re.escape(at.name)} --set EVENT=P",
        said,
    )
