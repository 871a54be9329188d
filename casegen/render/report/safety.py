"""The computed safety analysis as rows of the document: guide-word matrix, measures against risk, risk matrix."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.assessment.safety.alarp import left_open
from casegen.assessment.safety.risk_matrix import Risk, RiskMatrixResult, risk_matrix
from casegen.model.digits import digits_apart
from casegen.model.hazop_matrix import Answer, GuideWordRows, hazop_matrix
from casegen.model.results import Assessment, Status
from casegen.model.safety import SEVERITIES
from casegen.model.safety_results import ReductionDecision, ReductionResult
from casegen.render.language import counted, in_words, translate
from casegen.render.report.links import Links
from casegen.render.views.hazards import (
    FrequencyClass,
    GuideWordCell,
    GuideWordsView,
    RatingCell,
    ReductionsView,
    ReductionView,
    RisksView,
    RiskView,
    SafetyView,
    SeverityRow,
)
from casegen.render.wording import KIND_WORD, STATUS_CLASS, bound, in_full, number

DIGITS = 3
NEUTRAL = "none"
"""the class without a sign: a rating between the least and the intolerable ones says nothing of approval"""
CLASS = {
    ReductionDecision.TAKEN: "supported",
    ReductionDecision.OUT_OF_PROPORTION: "supported",
    ReductionDecision.MUST_BE_TAKEN: "challenged",
    ReductionDecision.NOT_EVALUATED: STATUS_CLASS[Status.NOT_EVALUATED],
}


def safety_row(assessment: Assessment, links: Links) -> SafetyView:
    """What the case declares of each of the three; None for what it does not."""
    return {
        "matrix": _matrix(assessment, links),
        "measures": _measures(assessment, links),
        "risks": _risks(assessment, links),
    }


def _matrix(assessment: Assessment, links: Links) -> GuideWordsView | None:
    matrix = hazop_matrix(assessment.case)
    if matrix is None:
        return None
    return {
        "words": [word.value for word in matrix.words],
        "gaps": len(matrix.gaps),
        "gaps_words": counted("safety.gaps", len(matrix.gaps)) if matrix.gaps else translate("safety.no_gap"),
        "items": [
            {"title": matrix.titles[item], "cells": [_cell(cell, links) for cell in row.values()]}
            for item, row in matrix.cells.items()
        ],
    }


def _cell(cell: GuideWordRows, links: Links) -> GuideWordCell:
    return {
        "answer": cell.answer.name.lower(), "rows": links.references(cell.rows), "reason": cell.reason,
        "own": cell.answer is Answer.ROW, "gap": cell.answer is Answer.GAP,
        "dismissed": cell.answer is Answer.DISMISSED,
    }  # fmt: skip


def _measures(assessment: Assessment, links: Links) -> ReductionsView | None:
    result = assessment.reductions
    if result is None:
        return None
    criterion = result.criterion
    sources = {one.id: one.cost_source for one in assessment.case.risk_reductions}
    return {
        "factor": in_full(criterion.disproportion), "unit": criterion.unit,
        "claim": links.reference(criterion.claim) if criterion.claim else None,
        "rows": [
            _measure(m, criterion.disproportion, sources.get(m.id, ""), left_open(assessment, m), links)
            for m in result.measures
        ],
    }  # fmt: skip


def _measure(m: ReductionResult, factor: float, source: str, doubt: str, links: Links) -> ReductionView:
    harm, ratio = (in_full(float(text)) if text else "" for text in m.shown(factor))
    return {
        "id": m.id, "title": m.title, "cost": in_full(m.cost), "cost_source": source, "harm": harm, "ratio": ratio,
        "class": STATUS_CLASS[Status.ASSUMED] if doubt else CLASS[m.decision],
        "decision": translate(f"safety.{m.decision.name.lower()}"),
        "problem": in_words(m.problem or doubt),
        "trees": [
            {**links.reference(t.tree), "now": number(t.now, digits), "changed": number(t.changed, digits)}
            for t in m.trees
            for digits in [digits_apart(t.now, t.changed, digits=DIGITS)]
        ],
    }  # fmt: skip


def _risks(assessment: Assessment, links: Links) -> RisksView | None:
    result = risk_matrix(assessment)
    if result is None:
        return None
    matrix = result.matrix
    least = matrix.ratings[SEVERITIES[0]][-1]  # type: ignore[index]
    classes: list[FrequencyClass] = [
        {"name": c.name, "from": in_full(c.at_least) if c.at_least else ""} for c in matrix.classes
    ]
    kinds = {matrix.kind} if matrix.kind is not None else {tree.kind for tree in assessment.case.trees}
    return {
        "unit": KIND_WORD[next(iter(kinds))] if len(kinds) == 1 else "",
        "classes": classes,
        "rows": [_severity_row(result, severity, links) for severity in reversed(SEVERITIES)],
        "risks": [_risk(risk, links, least, result.matrix.limits) for risk in result.risks],
    }


def _severity_row(result: RiskMatrixResult, severity: str, links: Links) -> SeverityRow:
    matrix = result.matrix
    cells: list[RatingCell] = []
    for of_class, rating in zip(matrix.classes, matrix.ratings[severity], strict=True):  # type: ignore[index]
        trees = links.references(result.of(severity, of_class.name))
        cells.append({"rating": rating, "intolerable": rating in matrix.intolerable, "trees": trees})
    return {"severity": translate(f"harm.{severity}"), "cells": cells}


def _risk(risk: Risk, links: Links, least: str, limits: Sequence[float]) -> RiskView:
    """``limits`` are those of the classes of frequency; ``least`` is the rating of the least risk: what is neither it
    nor intolerable has no sign of approval.
    """
    frequency, rating = "", risk.rating
    if risk.accepted:
        rating = translate("safety.accepted", rating=rating, who=risk.accepted)
    if risk.frequency is not None:
        frequency = bound(risk.frequency, upper=True, digits=DIGITS, beside=limits)
    return {
        "tree": links.reference(risk.tree), "title": risk.title,
        "severity": translate(f"harm.{risk.severity}") if risk.severity else "",
        "entries": links.references(risk.entries), "frequency": frequency,
        "basis": _basis(risk, limits) if frequency else "",
        "frequency_class": risk.frequency_class, "rating": rating, "intolerable": risk.intolerable,
        "class": "challenged" if risk.intolerable else "supported" if risk.rating == least
        else NEUTRAL if risk.rating else STATUS_CLASS[Status.NOT_EVALUATED],
        "problem": in_words(risk.problem),
    }  # fmt: skip


def _basis(risk: Risk, limits: Sequence[float]) -> str:
    """What was classed: an estimate, a bound, or the one from records together, and that of each by itself beside it."""
    joint = risk.together
    if joint is None or joint.alone is None:
        return translate("safety.bound" if risk.bounded else "safety.estimate")
    return translate(
        "safety.together", alone=bound(joint.alone, upper=True, beside=limits), claim=joint.claim
    )
