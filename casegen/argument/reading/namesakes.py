"""Names that differ from an owner's by a count alone: whether two people bear them is for somebody who knows them."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.acceptance import is_accepted, owner_of, waivable, waiver_objection
from casegen.argument.reading.answers import unjudged
from casegen.argument.reading.remarks import has_effect
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import CaseView
from casegen.model.argument import Claim, ContextNode, EvidenceNode, Node, ResidualDoubt
from casegen.texts.acceptances.person import namesakes


def namesakes_of_owners(view: CaseView) -> Iterator[ReadingStep]:
    """What somebody accepted, answered or set aside who is called as its owner is, with a count: ``Ann Author 2``."""
    case = view.case
    for _, _, node in view.nodes:
        if isinstance(node, Claim | ContextNode | EvidenceNode | ResidualDoubt) and is_accepted(node, case):
            yield from _asked(node.id, node.text, node.accepted_by, _owners(view, node))
    for defeater in case.defeaters:
        if defeater.state == "refuted" and defeater.refuted_by and not unjudged(view, defeater):
            target = case.node.get(view.challenged_node(defeater.target) or "")
            owners = [defeater.owner, *(_owners(view, target) if target is not None else ())]
            yield from _asked(defeater.id, defeater.text, defeater.refuted_by, owners)
    authors = case.header.authors if len(case.header.authors) == 1 else ()
    for _, parts in waivable(case):
        for part in parts:
            for waiver in part.waive:
                if has_effect(waiver) and not waiver_objection(waiver, part, case):
                    owners = [getattr(part, "owner", ""), *authors]
                    yield from _asked(part.id, waiver.rule, waiver.by, owners)


def _owners(view: CaseView, node: Node) -> list[str]:
    """Who owns the node, and what it supports or doubts."""
    names = [getattr(node, key, "") or "" for key in ("supports", "target")]
    about = [view.case.node[name] for name in names if name in view.case.node]
    return [owner_of(one, view.case) for one in (node, *about)]


def _asked(id: str, text: str, by: str, owners: list[str]) -> Iterator[ReadingStep]:
    owner = next((one for one in owners if one and namesakes(one, by)), "")
    if owner:
        yield ReadingStep(id, "namesake", (text, owner), by, asks=True)
