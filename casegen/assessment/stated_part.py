"""Whether what is stated of a fault tree leaves nothing of a limit to what is measured, so that no further data help."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from casegen.assessment.bounds import model_of
from casegen.assessment.trees import TIE, BoundTree
from casegen.model.argument import AllocatedBound, Claim, ContextNode, Requirement
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import RequirementResult

if TYPE_CHECKING:
    from casegen.assessment.assess import Change, Session
    from casegen.assessment.requirements import Numbers

DESIGN, CONFIDENCE = "design", "confidence"
"""no further data help: whatever is measured; with the confidence at which it is measured"""


def with_reach(
    session: Session, requirements: Mapping[str, RequirementResult], numbers: Numbers
) -> dict[str, RequirementResult]:
    """The requirements as evaluated, each that fails with whether further data could make it hold.

    It is known of upper limits of coherent trees, where the top is least with every measured event at 0.
    """
    return {
        holder: replace(result, out_of_reach=_out_of_reach(session, holder, result, numbers))
        if result.holds is False
        else result
        for holder, result in requirements.items()
    }


def _out_of_reach(session: Session, holder: str, result: RequirementResult, numbers: Numbers) -> str:
    node = session.case.node[holder]
    if not isinstance(node, Claim | ContextNode):
        return ""
    wanted = node.requirement
    tree = numbers.trees.get(wanted.measure.tree or "") if wanted is not None else None
    if wanted is None or tree is None or result.bound is None or not result.comparison.is_upper:
        return ""
    if isinstance(wanted.bound, AllocatedBound) or not tree.compiled.coherent or not tree.measured:
        return ""
    held = partial(_held, session, node, wanted, tree)
    if _leaves_nothing(held(_never(session, tree)), tree):
        return DESIGN
    best = _at_their_best(tree)
    return CONFIDENCE if best and _leaves_nothing(held(best), tree) else ""


def _held(
    session: Session,
    node: Claim | ContextNode,
    wanted: Requirement,
    tree: BoundTree,
    changes: tuple[Change, ...],
) -> RequirementResult:
    """The requirement with the changes; without its confidence where nothing of the tree is uncertain any more."""
    numbers = session.argued(session.numbers(changes))
    changed = numbers.trees.get(tree.id)
    if changed is not None and not changed.values.uncertain:
        wanted = wanted.altered(update={"confidence": None})
    return session.evaluated(node, wanted, numbers)


def _leaves_nothing(changed: RequirementResult, tree: BoundTree) -> bool:
    """Whether the limit is exceeded with the changes, or used up: no measure has a limit of exactly 0."""
    if changed.holds is not True or changed.compared is None or changed.bound is None:
        return changed.holds is False
    inputs = (one for one in tree.values.uncertain.values() if one.measured is not None)
    is_used_up = math.isclose(changed.compared, changed.bound, rel_tol=TIE)
    return is_used_up and all(one.confidence is not None for one in inputs)


def _never(session: Session, tree: BoundTree) -> tuple[Change, ...]:
    """Every measured event at 0, and every common-cause group whose total is measured."""
    from casegen.assessment.assess import Change

    names = (*tree.compiled.events, *tree.compiled.groups)
    totals = {group.id: group.total for group in session.case.common_cause}
    measured = (
        name
        for name in names
        if isinstance(totals.get(name) or model_of(session.case, name), FromEvidence)
        and (name in session.case.event or name in totals)
    )
    return tuple(Change(0.0, event=name) for name in dict.fromkeys(measured))


def _at_their_best(tree: BoundTree) -> tuple[Change, ...]:
    """Every measure at the best end of its range, its confidence spent all the same; none where it has no such end."""
    from casegen.assessment.assess import Change

    changes = []
    for key, move in tree.moves.items():
        one = tree.values.uncertain[key]
        if one.measured is None:
            continue
        end = one.support[0] if move > 0 else one.support[1]
        if not move or not math.isfinite(end):
            return ()
        changes.append(Change(end, evidence=one.measured[0], measure=one.measured[1]))
    return tuple(changes)
