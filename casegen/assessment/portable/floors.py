"""What a node is at least, whatever the numbers that a page recomputes: doubts, and sources that a set number has not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casegen.argument.reading.event_sources import barred_once_set, sourced_by_parameters, sourced_by_records
from casegen.argument.status import RANK
from casegen.argument.view import view_of
from casegen.assessment.assess import Session
from casegen.assessment.bounds import model_of
from casegen.assessment.edited import refused_by_allocation
from casegen.assessment.ledger import is_over_budget
from casegen.assessment.portable.study import study_data
from casegen.assessment.requirements import Numbers
from casegen.assessment.safety.risk_matrix import doubted_risks, judged_risks
from casegen.assessment.settable import set_in
from casegen.assessment.unread_records import left_unread
from casegen.model.argument import AllocatedBound, Claim, ContextNode
from casegen.model.case import Case
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import Assessment, Status
from casegen.model.safety import Alarp
from casegen.model.vital_sign import LOOKS

Data = dict[str, Any]


def _uses(case: Case) -> Iterator[tuple[str, str]]:
    """Nodes with a tree whose numbers they use: steps, and holders of requirements."""
    yield from ((argument.id, argument.tree) for argument in case.arguments if argument.tree is not None)
    holders: list[Claim | ContextNode] = [*case.claims, *case.contexts]
    for holder in holders:
        if holder.requirement is not None:
            m, bound = holder.requirement.measure, holder.requirement.bound
            trees = (m.tree, bound.allocated.tree if isinstance(bound, AllocatedBound) else None)
            yield from ((holder.id, tree) for tree in trees if tree is not None)


def floors(
    assessed: Assessment, session: Session, numbers: Numbers | None, order: Mapping[str, int]
) -> Iterator[tuple[str, Data]]:
    """Ranks that nodes have at least besides what a page computes: ``now``, and the ``least`` and ``most`` once one of
    the numbers ``any`` is set (every number of the case if None), or ``all`` of them.

    A number without a source has none when it is changed, nor has one whose parameters or record alone
    are it, or whose own source is a placeholder.  Doubts about data
    go with their events; what a joint confidence leaves is the command's to repeat, and so is a comparison of measures
    against risk without the data of it (``study``), and a record that no event reads any more.
    """
    for node, tree in _uses(assessed.case):
        if tree in assessed.trees and assessed.trees[tree].unsourced:
            yield node, _NO_SOURCE
        if lost := _sourced_otherwise(assessed.case, tree):
            yield node, _NO_SOURCE | {"now": RANK[Status.SUPPORTED], "any": sorted(lost)}
        if names := barred_once_set(view_of(assessed.case), tree):
            rank = RANK[Status.NOT_EVALUATED]
            yield node, {"now": RANK[Status.SUPPORTED], "least": rank, "most": rank, "any": sorted(names)}
    for holder, required in assessed.requirements.items():
        # of other limits the page judges by itself, by the numbers as they are changed
        for sign in required.signs:
            if not (sign.fails or sign.waived_by or sign.possible or sign.name == LOOKS):
                yield holder, _sign_floor(assessed.case, holder, sign.evidence)
    yield from _of_judgements(assessed, session, numbers, order)
    yield from _of_losses(assessed)
    for claim, events in left_unread(assessed.case):
        yield claim, {"now": 0, "least": 0, "most": RANK[Status.NOT_EVALUATED], "all": sorted(events)}
    for event, holder in refused_by_allocation(assessed.case):
        for node in dict.fromkeys((holder, *assessed.case.header.roots)):  # a refused case supports nothing
            yield node, {"now": 0, "least": 0, "most": RANK[Status.NOT_EVALUATED], "all": [event]}
    for reason in assessed.weakest:
        if reason.target in assessed.case.header.roots and is_over_budget(assessed.case, reason):
            now = RANK[reason.status]
            for root in assessed.case.header.roots:
                yield root, {"now": now, "least": 0, "most": now, "any": None}


def _of_judgements(
    assessed: Assessment, session: Session, numbers: Numbers | None, order: Mapping[str, int]
) -> Iterator[tuple[str, Data]]:
    """What judgements say of claims besides the risks that the page judges by itself."""
    criterion = _criterion(assessed.case)
    # of a tree that the page does not evaluate it judges no risk either
    of_trees = ({id: tree for id, tree in assessed.trees.items() if id in order}, assessed.requirements)
    risks = judged_risks(assessed.case, *of_trees)
    doubts = {} if numbers is None else doubted_risks(assessed.case, numbers, *of_trees)
    for claim, every in assessed.judgements.items():
        by_page = (*risks.get(claim, ()), *doubts.get(claim, ()))
        reasons = [reason for reason in every if reason not in by_page]
        if reasons:
            of_study = criterion is not None and claim == criterion.claim
            now = max(RANK[reason.status] for reason in reasons)
            yield claim, {
                "now": now, "least": 0, "most": _WORST, "any": _set_anywhere(assessed.case) if of_study else None,
                "study": study_data(assessed, session, numbers, order) if of_study else None,
            }  # fmt: skip


def _of_losses(assessed: Assessment) -> Iterator[tuple[str, Data]]:
    """The claim of the ALARP criterion, by the sources of the trees whose losses it counts."""
    criterion = _criterion(assessed.case)
    if criterion is not None and criterion.claim is not None:
        for loss in criterion.losses:
            # by which measures a tree without a source makes the comparison assumed is the command's to tell
            lost = _sourced_otherwise(assessed.case, loss.tree)
            without = loss.tree in assessed.trees and assessed.trees[loss.tree].unsourced
            if lost or without:
                most = {"least": 0, "most": RANK[Status.ASSUMED]}
                yield criterion.claim, {"now": 0, **most, "any": None if without else sorted(lost)}
            if names := barred_once_set(view_of(assessed.case), loss.tree):
                most = {"least": 0, "most": RANK[Status.NOT_EVALUATED]}
                yield criterion.claim, {"now": 0, **most, "any": sorted(names)}


def _criterion(case: Case) -> Alarp | None:
    """The case's criterion for measures against risk, if it states one."""
    return case.header.study.alarp if case.header.study is not None else None


def _sourced_otherwise(case: Case, tree: str) -> frozenset[str]:
    """What of a tree has no source of its own, and none once it is set: the parameters or the record were it."""
    view = view_of(case)
    return sourced_by_parameters(view, tree) | sourced_by_records(view, tree)


_WORST, _ASSUMED = max(RANK.values()), RANK[Status.ASSUMED]
_NO_SOURCE = {"now": _ASSUMED, "least": _ASSUMED, "most": _ASSUMED, "any": []}
"""of a number without one: another number has none either"""


def _set_anywhere(case: Case) -> list[str]:
    """What may be set of any tree: a comparison of measures against risk is one for the whole case."""
    return sorted(set().union(*(set_in(case, tree.id) for tree in case.trees)))


def _sign_floor(case: Case, holder: str, item: str) -> Data:
    """A doubt about the data of ``item``: it stays, whatever number is set, where the item's own measure is compared, and
    goes with the events of a tree that are bound to it.
    """
    now, wanted = _ASSUMED, getattr(case.node[holder], "requirement", None)
    if wanted is None or wanted.measure.tree is None:
        return {"now": now, "least": now, "most": now, "any": []}
    parts = view_of(case).parts_of.get(wanted.measure.tree, frozenset())
    models = {name: model_of(case, name) for name in parts}
    bound = sorted(n for n, m in models.items() if isinstance(m, FromEvidence) and m.evidence == item)
    return {"now": now, "least": 0, "most": 0, "all": bound}
