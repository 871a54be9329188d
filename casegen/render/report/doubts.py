"""Assumptions and doubts as rows of the document."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.model.results import Assessment
from casegen.render.language import translate
from casegen.render.report.links import Links
from casegen.render.views.argument import AssumptionGroup, AssumptionView, DoubtView


def assumption_rows(assessment: Assessment, links: Links) -> list[AssumptionView]:
    """Assumed claims, assumptions of the context, and the model assumptions of every evidence item."""
    case = assessment.case
    rows: list[AssumptionView] = [
        {
            "what": claim.text,
            "why": claim.assumed,
            "state": translate("state.assumed"),
            "by": claim.accepted_by or claim.owner,
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
            "by": node.accepted_by or node.owner,
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
                    "by": "",
                    "of_method": True,
                    **links.reference(identifier),
                }
            )
    return rows


def assumption_groups(rows: Sequence[AssumptionView]) -> list[AssumptionGroup]:
    """The rows of :func:`assumption_rows`, one for each assumption with every place that makes it."""
    groups: dict[tuple[str, ...], AssumptionGroup] = {}
    for row in rows:
        key = (row["what"], row["why"], row["state"], row["by"])
        group = groups.setdefault(
            key,
            {
                "where": [], "what": key[0], "why": key[1], "state": key[2], "by": key[3],
                "of_method": row["of_method"],
            },
        )  # fmt: skip
        group["where"].append({"id": row["id"], "href": row["href"]})
    return list(groups.values())


def doubt_rows(assessment: Assessment, links: Links) -> list[DoubtView]:
    """Defeaters and residual doubts with their state and answer."""
    case = assessment.case
    rows: list[DoubtView] = [
        {
            "kind": f"{translate('part.defeater')}: {translate(f'node.{node.kind}')}",
            "text": node.text,
            "state": translate(f"state.{node.state}"),
            "open": node.state == "open",
            "answer": node.response,
            "by": node.owner,
            "target": links.reference(node.target),
            **links.reference(node.id),
        }
        for node in case.defeaters
    ]
    rows += [
        {
            "kind": translate("part.residual_doubt"),
            "text": node.text,
            "open": False,
            "state": translate("state.accepted" if node.accepted_by else "state.not_accepted"),
            "answer": node.reason,
            "by": node.accepted_by or node.owner,
            "target": links.reference(node.target),
            **links.reference(node.id),
        }
        for node in case.residual_doubts
    ]
    return rows
