"""Assumptions and doubts as rows of the document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from casegen.assessment.accepted import accepted_by
from casegen.model.argument import Claim, ContextNode
from casegen.model.case import Case
from casegen.model.results import Assessment, Status
from casegen.render.language import in_words, translate
from casegen.render.report.links import Links
from casegen.render.views.argument import AssumptionGroup, AssumptionView, DoubtView
from casegen.render.views.base import Classed
from casegen.render.wording import STATUS_CLASS, STATUS_WORD, objection_class


def assumption_rows(assessment: Assessment, links: Links) -> list[AssumptionView]:
    """Assumed claims, assumptions of the context, and the model assumptions of every evidence item."""
    case = assessment.case
    rows: list[AssumptionView] = [
        {
            "what": claim.text,
            "why": claim.assumed,
            "state": "" if _status(assessment, claim) is Status.ASSUMED else translate("state.assumed"),
            **_judged(assessment, claim),
            **_people(claim, case),
            "of_method": False,
            **links.reference(claim.id),
        }
        for claim in case.claims
        if claim.assumed
    ]
    rows += [
        {
            "what": node.text,
            "why": node.note,
            "state": translate(f"state.{node.state}"),
            **_judged(assessment, node),
            **_people(node, case),
            "of_method": False,
            **links.reference(node.id),
        }
        for node in case.contexts
        if node.kind == "assumption"
    ]
    for identifier, state in assessment.evidence.items():
        for text in (state.document or {}).get("assumptions", ()):
            rows.append(
                {
                    "what": str(text),
                    "why": translate("argument.of_method"),
                    "state": "",
                    "class": "",
                    "status": "",
                    "accepted_by": "",
                    "owner": "",
                    "of_method": True,
                    **links.reference(identifier),
                }
            )
    return rows


def assumption_groups(rows: Sequence[AssumptionView]) -> list[AssumptionGroup]:
    """The rows of :func:`assumption_rows`, one for each assumption with every place that makes it."""
    groups: dict[tuple[str, ...], AssumptionGroup] = {}
    for row in rows:
        key = (row["what"], row["why"], row["state"], row["status"], row["accepted_by"], row["owner"])
        group = groups.setdefault(
            key,
            {
                "where": [], "what": row["what"], "why": row["why"], "state": row["state"], "class": row["class"],
                "status": row["status"], "accepted_by": row["accepted_by"], "owner": row["owner"],
                "of_method": row["of_method"],
            },
        )  # fmt: skip
        group["where"].append({"id": row["id"], "href": row["href"]})
    return list(groups.values())


def _status(assessment: Assessment, node: Claim | ContextNode) -> Status | None:
    """How an assumption was judged, whatever is stated of it; None where it was not assessed."""
    result = assessment.claims.get(node.id) or assessment.nodes.get(node.id)
    return result.status if result is not None else None


class _Judged(Classed):
    status: str


def _judged(assessment: Assessment, node: Claim | ContextNode) -> _Judged:
    """The judged status of an assumption with its sign."""
    status = _status(assessment, node)
    if status is None:
        return {"class": "", "status": ""}
    return {"class": STATUS_CLASS[status], "status": STATUS_WORD[status]}


class _People(TypedDict):
    accepted_by: str
    owner: str


def _people(node: Claim | ContextNode, case: Case) -> _People:
    """Who accepted an assumption, as far as that counts, and who answers for it."""
    name, why = accepted_by(node, case)
    nobody = ": ".join(filter(None, (translate("assumptions.nobody"), in_words(why))))
    return {"accepted_by": name or nobody, "owner": node.owner}


def doubt_rows(assessment: Assessment, links: Links) -> list[DoubtView]:
    """Defeaters and residual doubts with what they do, their state and answer, and who did what."""
    case, nodes = assessment.case, assessment.nodes
    status = {name: result.status for name, result in nodes.items()}
    rows: list[DoubtView] = [
        {
            "kind": f"{translate('part.defeater')}: {translate(f'node.{node.kind}')}",
            "text": node.text,
            "state": translate(f"state.{node.state}"),
            "class": objection_class(status.get(node.id)),
            "answer": node.response,
            "people": _said(("raised_by", node.owner), ("judged_by", node.refuted_by)),
            "target": links.reference(node.target),
            **links.reference(node.id),
        }
        for node in case.defeaters
    ]
    rows += [
        {
            "kind": translate("part.residual_doubt"),
            "text": node.text,
            "class": objection_class(status.get(node.id)),
            "state": translate(
                "state.doubt_accepted" if status.get(node.id) is Status.ASSUMED else "state.not_accepted"
            ),
            "answer": node.reason,
            "people": _said(("accepted_by", node.accepted_by), ("owned_by", node.owner)),
            "target": links.reference(node.target),
            **links.reference(node.id),
        }
        for node in case.residual_doubts
    ]
    return rows


def _said(*people: tuple[str, str]) -> list[str]:
    """Who did what."""
    return [translate(f"people.{what}", who=who) for what, who in people if who]
