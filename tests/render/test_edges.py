"""Cases at the edge: nothing in them, nothing computed, everything dangling, very deep, very long."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import replace

import pikepdf
import pytest
from test_html import Page

from casegen.model.argument import Argument, Claim, EvidenceNode
from casegen.model.case import SECTIONS, Case, Header
from casegen.model.quantity import Comparison, MeasureKind
from casegen.model.results import (
    Assessment,
    ClaimResult,
    EvidenceState,
    Freshness,
    RequirementResult,
    Status,
    TreeResult,
)
from casegen.render.html import html_page
from casegen.render.pdf import begin_pdf
from casegen.render.report.evidence import _table as evidence_table


def empty(assessment: Assessment) -> Assessment:
    case = Case(header=Header(id="x", title="Nothing yet"))
    return Assessment(case=case, supported=False, claims={}, nodes={}, evidence={}, trees={})


def not_computed(assessment: Assessment) -> Assessment:
    claims = {
        name: replace(result, status=Status.NOT_EVALUATED, requirement=None, reasons=())
        for name, result in assessment.claims.items()
    }
    return replace(assessment, claims=claims, evidence={}, trees={}, nodes={})


def failed(assessment: Assessment) -> Assessment:
    problem = "event planner-fault has no model"
    trees = {name: TreeResult(name, None, problem=problem, exact=False) for name in assessment.trees}
    evidence = {
        name: EvidenceState(name, Freshness.FAILED, ("the method raised: bad data",))
        for name in assessment.evidence
    }
    requirement = RequirementResult(
        "?", Comparison.AT_LEAST, None, MeasureKind.SCORE, None, None, None, None, problem=problem
    )
    claims = {
        name: replace(result, requirement=requirement if result.requirement else None)
        for name, result in assessment.claims.items()
    }
    return replace(assessment, trees=trees, evidence=evidence, claims=claims)


def dangling(assessment: Assessment) -> Assessment:
    case = assessment.case
    arguments = (
        *case.arguments,
        Argument(
            **{"id": "Ax", "supports": "nowhere", "block": "decomposition", "from": ("missing", "TLC1")}
        ),
        Argument(**{"id": "Ay", "supports": "TLC1", "block": "decomposition", "from": ("TLC1", "Ay")}),
    )
    lost = EvidenceNode(id="E-lost", text="Linked by nothing", context=("no-context",))
    double = Claim(id="TLC1", text="The same id again")
    return replace(
        assessment,
        case=replace(
            case,
            arguments=arguments,
            evidence=(*case.evidence, lost),
            claims=(*case.claims, double),
            events=(),
        ),
    )


def deep(assessment: Assessment) -> Assessment:
    claims = tuple(Claim(id=f"C{i}", text=f"Step {i}") for i in range(1500))
    arguments = tuple(
        Argument(**{"id": f"A{i}", "supports": f"C{i}", "block": "concretion", "from": (f"C{i + 1}",)})
        for i in range(1499)
    )
    case = Case(header=Header(id="deep", title="Deep", roots=("C0",)), claims=claims, arguments=arguments)
    result = {claim.id: ClaimResult(claim.id, Status.UNDEVELOPED) for claim in claims}
    return Assessment(case=case, supported=False, claims=result, nodes={}, evidence={}, trees={})


def long_words(assessment: Assessment) -> Assessment:
    claims = tuple(
        c.model_copy(update={"text": "W" * 3000 if i % 2 else "word " * 1500})
        for i, c in enumerate(assessment.case.claims)
    )
    return replace(assessment, case=replace(assessment.case, claims=claims))


EDGES = [empty, not_computed, failed, dangling, deep, long_words]


@pytest.mark.slow
@pytest.mark.parametrize("change", EDGES, ids=lambda change: change.__name__)
def test_the_page_is_whole(assessment: Assessment, change: Callable[[Assessment], Assessment]) -> None:
    page = Page(html_page(change(assessment)))
    assert page.open == []
    ids = [attrs["id"] for _, attrs in page.tags if attrs.get("id")]
    assert len(ids) == len(set(ids))
    links = {attrs["href"][1:] for _, attrs in page.tags if (attrs.get("href") or "").startswith("#")}
    assert links <= set(ids)


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [pytest.param(change, marks=pytest.mark.slow if change is deep else ()) for change in EDGES],
    ids=lambda change: change.__name__,
)
def test_the_pdf_is_whole(assessment: Assessment, change: Callable[[Assessment], Assessment]) -> None:
    pdf = pikepdf.open(io.BytesIO(begin_pdf(change(assessment))()))
    assert len(pdf.pages) >= 3
    assert set(SECTIONS) >= {"claims", "trees"}


def test_only_a_missing_typst_is_to_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that typst refuses is no reason to install it again."""
    from casegen.model.diagnostic import MissingDependencyError
    from casegen.render.pictures import rasters

    with pytest.raises(MissingDependencyError, match="could not draw") as refused:
        rasters([("no picture", 10.0)])
    assert "install" not in str(refused.value)
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(MissingDependencyError, match="install it with: pip install --upgrade typst"):
        rasters([("<svg/>", 10.0)])


def test_limits_in_the_tables_of_a_result_are_rounded_outward() -> None:
    row = [0.00052334, 7.6069e-5, 0.0017420915, 0.0017420915]
    shown = evidence_table(
        {
            "columns": ["estimate", "lower", "upper", "upper limit of pmi"],
            "rows": [row, [0.25, 0.125, None, 1.0]],
        }
    )
    assert shown["rows"] == [
        ["5.233\u202f×\u202f10⁻⁴", "7.606\u202f×\u202f10⁻⁵", "0.001743", "0.001743"],
        ["0.25", "0.125", "–", "1"],
    ]
