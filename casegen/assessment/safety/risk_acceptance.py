"""Who answers for the risk of a fault tree, and who accepts it."""

from __future__ import annotations

from casegen.argument.acceptance import RISK_INTOLERABLE, waiver_objection
from casegen.argument.view import trees_of
from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree
from casegen.model.waiver import Waiver
from casegen.texts.acceptances.person import named_in


def users(case: Case, tree: str) -> tuple[str, ...]:
    """Claims that a step shows by the tree, or that require a number of it; the roots where there are none."""
    return claims_on(case, tree) or tuple(root for root in case.header.roots if root in case.claim)


def unused(case: Case, tree: str) -> bool:
    """Whether no claim uses the tree, so that its risk is one of the roots."""
    return not claims_on(case, tree)


def claims_on(case: Case, tree: str) -> tuple[str, ...]:
    """Claims that a step shows by the tree, or that require a number of it."""
    steps = [argument.supports for argument in case.arguments if argument.tree == tree]
    required = [c.id for c in case.claims if c.requirement is not None and tree in trees_of(c.requirement)]
    return tuple(dict.fromkeys(name for name in (*steps, *required) if name in case.claim))


def accepted_by(case: Case, tree: FaultTree) -> str:
    """Who accepts the risk of the tree, and why: nobody who answers for a claim that uses it."""
    counting = (w for w in tree.waive if w.rule == RISK_INTOLERABLE and not _no_acceptance(case, tree, w))
    return next((f"{waiver.by}: {waiver.reason}" for waiver in counting), "")


def _no_acceptance(case: Case, tree: FaultTree, waiver: Waiver) -> str:
    """Why a waiver accepts no risk of the tree; empty where it does."""
    owned = (c for c in users(case, tree.id) if (owner := case.claim[c].owner) and named_in(owner, waiver.by))
    claim = next(owned, "")
    return waiver_objection(waiver, tree, case) or (f"{waiver.by} owns claim {claim}" if claim else "")


def not_accepted(case: Case, tree: FaultTree) -> str:
    """Of an intolerable risk that nobody accepts: why each waiver that stands there has no effect."""
    waivers = [waiver for waiver in tree.waive if waiver.rule == RISK_INTOLERABLE]
    return "".join(f"; its waiver has no effect: {_no_acceptance(case, tree, waiver)}" for waiver in waivers)
