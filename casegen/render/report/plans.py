"""What further evidence would do for claims whose requirement fails, as rows of the document."""

from __future__ import annotations

import re

from casegen.assessment.planning.further_failures import FurtherFailures
from casegen.assessment.planning.plan import LEAST_CHANCE, ClaimPlan
from casegen.assessment.planning.record import PlannedRecord
from casegen.model.digits import round_outward
from casegen.model.results import Assessment
from casegen.render.diagrams.part_numbers import aged
from casegen.render.freshness import by_old_numbers
from casegen.render.language import in_words, thousands_apart, translate
from casegen.render.report.links import Links
from casegen.render.views.plans import FurtherView, MoreView, PlanView
from casegen.render.wording import number, percent
from casegen.review.dossier import Dossier


def plan_rows(assessment: Assessment, dossier: Dossier, links: Links) -> list[PlanView]:
    """One row a claim, with what is to be collected for so many further failures."""
    return [_claim(assessment, plan, links) for plan in dossier.study.plans]


def _claim(assessment: Assessment, plan: ClaimPlan, links: Links) -> PlanView:
    claim = assessment.claims[plan.claim]
    old = by_old_numbers(assessment, claim)
    return {
        **links.reference(plan.claim),
        "text": aged(in_words(plan.text), old=old), "problem": in_words(plan.problem),
        "doubtful": translate("plan.doubtful") if plan.doubtful else "",
        "works": "met_estimate" if plan.barred else "works_estimate",
        "rows": [_row(row) for row in plan.rows()],
        "conditions": [
            *map(condition_text, plan.conditions()), *([translate("plan.limited")] if plan.limited else []),
        ],
    }  # fmt: skip


def _row(row: FurtherFailures) -> FurtherView:
    return {
        "failures": _failures(row),
        "more": [_more(record) for record in row.records], "cost": _cost(row.cost),
        "estimate": _chance(row.probability), "predictive": _chance(row.predictive),
    }  # fmt: skip


def _failures(row: FurtherFailures) -> str:
    if not row.failures:
        return translate("plan.none")
    count = translate("plan.up_to", n=row.failures)
    if row.least:
        between = translate("plan.between", least=row.least, most=row.failures)
        count = between if row.least < row.failures else f"{row.failures}"
    return translate("plan.within", n=count, record=row.within) if row.within else count


def _chance(probability: float | None) -> str:
    if probability is None:
        return translate("plan.not_searched")
    if probability < LEAST_CHANCE:
        return f"< {percent(LEAST_CHANCE)}"
    return percent(round_outward(probability, upper=False, digits=3))


def _cost(value: float) -> str:
    return _grouped(value) if value >= 1000 else number(value)


def _grouped(value: float) -> str:
    return thousands_apart(f"{value:,.0f}")


def condition_text(condition: str) -> str:
    """A condition of a plan as a document says it: what is to be typed in quotation marks."""
    said = in_words(condition).removeprefix("about: ")
    words = re.sub(r"`([^`]*)`", lambda typed: translate("field.quoted", text=typed[1]), said)
    return words[:1].upper() + words[1:] + "." * (not words.endswith("."))


def _more(record: PlannedRecord) -> MoreView:
    return {
        "id": record.evidence, "measure": record.measure,
        "units": _grouped(record.more) + f" {translate(f'plan.{record.unit}')}",
    }  # fmt: skip
