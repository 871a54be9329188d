"""What further evidence would do for claims whose requirement fails, as rows of the document."""

from __future__ import annotations

from casegen.assessment.plan import ClaimPlan, FurtherFailures
from casegen.assessment.plan_record import PlannedRecord
from casegen.model.digits import round_outward
from casegen.render.language import translate
from casegen.render.report.links import Links
from casegen.render.views.plans import FurtherView, MoreView, PlanView
from casegen.render.wording import number, percent
from casegen.review.dossier import Dossier


def plan_rows(dossier: Dossier, links: Links) -> list[PlanView]:
    """One row a claim, with what is to be collected for so many further failures."""
    return [_claim(plan, links) for plan in dossier.study.plans]


def _claim(plan: ClaimPlan, links: Links) -> PlanView:
    return {
        **links.reference(plan.claim),
        "text": plan.text, "problem": plan.problem, "doubtful": translate("plan.doubtful") if plan.doubtful else "",
        "rows": [_row(row) for row in plan.rows()],
        "conditions": [
            *plan.conditions(), *([translate("plan.limited")] if plan.limited else []),
        ],
    }  # fmt: skip


def _row(row: FurtherFailures) -> FurtherView:
    return {
        "failures": _failures(row),
        "more": [_more(record) for record in row.records], "cost": number(row.cost),
        "estimate": _chance(row.probability), "predictive": _chance(row.predictive),
    }  # fmt: skip


def _failures(row: FurtherFailures) -> str:
    if not row.failures:
        return translate("plan.none")
    up_to = translate("plan.up_to", n=row.failures)
    count = translate("plan.between", least=row.least, most=row.failures) if row.least else up_to
    return translate("plan.within", n=count, record=row.within) if row.within else count


def _chance(probability: float) -> str:
    return percent(round_outward(probability, upper=False, digits=3))


def _more(record: PlannedRecord) -> MoreView:
    return {
        "id": record.evidence, "measure": record.measure,
        "units": f"{record.more:,.0f}".replace(",", "\u202f") + f" {translate(f'plan.{record.unit}')}",
    }  # fmt: skip
