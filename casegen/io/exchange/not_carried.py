"""What a status hangs on and a format has no place for stands in its files as an objection, which an import keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from casegen.io.exchange.graph import ExchangeGraph, ExchangeKind, GraphNode, fresh, identifier
from casegen.model.argument import MOST_DOUBT, Claim, EvidenceNode
from casegen.model.case import Case
from casegen.model.dates import today

NOT_CARRIED = "Not carried: "
"""begins the text of such an objection"""
DEFEATED_THERE = "Defeated in the source"
"""begins the response of a defeater that another tool's file calls defeated"""


def reopen_refuted(graph: ExchangeGraph, case: Case) -> None:
    """Let each refuted defeater stand open in a format that drops its answer and who judged it.

    One that a file called defeated, and that nobody has answered since, is called so again.
    """
    for one in case.defeaters:
        if one.state == "refuted" and (one.refuted_by or not one.response.startswith(DEFEATED_THERE)):
            graph.nodes[one.id].defeated = False


def object_to_losses(graph: ExchangeGraph, case: Case) -> None:
    """Add a counter-claim to each node that is judged by a field that the format drops: else the file says more.

    Those are requirements, assumptions that are false or unknown, doubts above a half, a joint confidence, and
    reviews that are overdue.
    """
    for target, text in [*_losses(case)]:
        if target in graph.nodes:
            own = fresh(identifier(f"D-{target}-lost"), graph.nodes)
            module = graph.nodes[target].module
            graph.nodes[own] = GraphNode(own, ExchangeKind.DEFEATER, f"{NOT_CARRIED}{text}", module=module)
            graph.challenges.append((own, target))


def _losses(case: Case) -> Iterator[tuple[str, str]]:
    for context in case.contexts:
        if context.state in ("false", "unknown"):
            yield context.id, f"the state of {context.id}, which is {context.state}"
        elif context.requirement is not None:
            yield context.id, f"the limit of {context.id}, which is to be evaluated"
    for claim in case.claims:
        if claim.requirement is not None:
            yield claim.id, f"the requirement of {claim.id}, which is to be evaluated"
    if case.header.joint_confidence is not None:
        for root in case.header.roots:
            yield (
                root,
                f"the joint confidence below {root}, which is to be {case.header.joint_confidence:g} or more",
            )
    doubted: tuple[Claim | EvidenceNode, ...] = (*case.claims, *case.evidence)
    for part in doubted:
        if part.doubt is not None and part.doubt > MOST_DOUBT:
            yield part.id, f"the doubt in {part.id}, which is {part.doubt:g}"
    for _, _, node in case.nodes():
        due = getattr(node, "review_by", None)
        if due is not None and due < today():
            yield node.id, f"the review of {node.id}, which was due on {due}"


def without_own_losses(existing: Case, exported: Case, imported: Case) -> tuple[Case, Case]:
    """``exported`` and ``imported`` without the objections to what an export of ``existing`` drops and it still has.

    An objection that the import has beside them is of something that the case does not have: it is kept.
    """
    there = {one.id for one in existing.defeaters}
    own = {
        (one.target, one.text): one.id
        for one in exported.defeaters
        if one.text.startswith(NOT_CARRIED) and one.id not in there
    }
    return (
        replace(exported, defeaters=tuple(one for one in exported.defeaters if one.id not in own.values())),
        replace(
            imported,
            defeaters=tuple(
                one for one in imported.defeaters if one.id in there or (one.target, one.text) not in own
            ),
        ),
    )
