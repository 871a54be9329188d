"""An assessment as plain data with which a page recomputes a what-if by itself, to the same numbers and statuses.

Every number in it was computed before, quantiles of stated distributions included: the page adds the arithmetic
of diagrams, conversions and comparisons, and looks the rest up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casegen.argument.status import RANK
from casegen.assessment.assess import Session
from casegen.assessment.ledger import is_over_budget
from casegen.assessment.other_limits import asked_of, other_limits, worst_end
from casegen.assessment.portable_tree import is_usable, tree_data
from casegen.assessment.requirements import Numbers, allocated_together
from casegen.assessment.risk_matrix import intolerable_spans, judged_risks, rated, users
from casegen.model.argument import AllocatedBound, Claim, ContextNode, Requirement
from casegen.model.case import Case
from casegen.model.quantity import PROBABILITY_KINDS, MeasureKind
from casegen.model.results import LOOKS, Assessment, EvidenceState, Freshness, RequirementResult, Status

Data = dict[str, Any]


def portable(assessed: Assessment, session: Session | None = None) -> Data:
    """Trees, measures, requirements and the argument of an assessed case, as JSON-able data.

    ``trees``: those that a page can evaluate (:func:`casegen.assessment.portable_tree.tree_data`), in the case's
    order.  ``measures``: those that a tree or a requirement uses.  ``argument``:
    :class:`casegen.argument.program.Program`, with the statuses as assessed.
    """
    case = assessed.case
    drawn = [
        tree
        for tree in case.trees
        if is_usable(assessed.trees.get(tree.id)) and not assessed.trees[tree.id].barred
    ]
    holders: list[Claim | ContextNode] = [*case.claims, *case.contexts]
    owners = {node.id: node.requirement for node in holders if node.requirement is not None}
    numbers = (session or Session(case, assessed.evidence)).numbers() if drawn or owners else None
    order = {tree.id: position for position, tree in enumerate(drawn)}
    asked = {tree.id: _confidences(case, tree.id, owners) for tree in drawn}
    return {
        "trees": [tree_data(case, t, assessed.trees[t.id], numbers, asked[t.id]) for t in drawn],
        "measures": _measures(assessed, owners),
        "requirements": {
            holder: _requirement(assessed, holder, wanted, numbers, order) for holder, wanted in owners.items()
        },
        "argument": _argument(assessed, order),
    }  # fmt: skip


def _confidences(case: Case, tree: str, owners: Mapping[str, Requirement]) -> list[float | None]:
    """The confidences at which the tree's bounds are asked for: its own target's, claims', allocations'."""
    target = case.tree[tree].target
    own = target.confidence if target else None
    asked = [w.confidence for w in owners.values() if w.measure.tree == tree and w.confidence is not None]
    return [own, *asked]


def _measures(assessed: Assessment, owners: Mapping[str, Requirement]) -> list[Data]:
    """Measures of evidence that a requirement or an event uses, with what is known of each."""
    case = assessed.case
    used = [(w.measure.evidence, w.measure.measure) for w in owners.values() if w.measure.evidence]
    events = {e.id: e.model for e in case.events} | {g.id: g.total for g in case.common_cause}
    used += [(m.evidence, m.measure) for m in events.values() if m is not None and m.type == "evidence"]
    return [
        _measure(state, name)
        for item, name in dict.fromkeys(used)
        if item is not None and name is not None
        and (state := assessed.evidence.get(item)) is not None and name in state.measures
    ]  # fmt: skip


def _measure(state: EvidenceState, name: str) -> Data:
    result = state.measures[name]
    return {
        "id": f"{state.id}.{name}", "item": state.id, "kind": result.kind.value, "value": result.value,
        "lower": result.lower, "upper": result.upper, "confidence": result.confidence,
        "least": 0 if result.kind in PROBABILITY_KINDS or result.kind is MeasureKind.PER_HOUR else None,
        "most": 1 if result.kind in PROBABILITY_KINDS else None,
    }  # fmt: skip


def _requirement(
    assessed: Assessment, holder: str, wanted: Requirement, numbers: Numbers | None, order: Mapping[str, int]
) -> Data:
    """A requirement with what its parts are; ``problem`` when no change of a number makes it evaluable."""
    m = wanted.measure
    claim = assessed.claims.get(holder)
    state = assessed.evidence.get(m.evidence) if m.evidence else None
    trees = [m.tree] if m.tree else []
    trees += [wanted.bound.allocated.tree] if isinstance(wanted.bound, AllocatedBound) else []
    return {
        "tree": order.get(m.tree, -1) if m.tree else None,
        "measure": f"{m.evidence}.{m.measure}" if m.evidence else None,
        "comparison": wanted.comparison.value, "confidence": wanted.confidence, "kind": wanted.kind.value,
        "bound": _bound(assessed, holder, wanted, numbers, order),
        "stale": state is not None and state.freshness is Freshness.STALE,
        "trees": [_tree_state(assessed, tree, order) for tree in trees],
        "problem": _problem(wanted, state, claim.requirement if claim else None),
        "together": _together(assessed, holder),
        "earlier": worst_end(wanted, state),
        "again": {} if numbers is None else _again(assessed.case, wanted, numbers),
    }  # fmt: skip


def _again(case: Case, wanted: Requirement, numbers: Numbers) -> dict[str, list[Any]]:
    """By measure: the worst of its other limits, whether it is an upper one, and whether the present limit is better."""
    result: dict[str, list[Any]] = {}
    for one in other_limits(asked_of(case, wanted, numbers), numbers):
        upper = one.move >= 0
        known = result.setdefault(f"{one.item}.{one.measure}", [one.other, upper, False])
        known[0] = (max if upper else min)(known[0], one.other)
        known[2] |= one.better
    return result


def _together(assessed: Assessment, holder: str) -> float | None:
    """The bound from records together that was compared with the limit; a page keeps it while the tree is unchanged."""
    result = assessed.requirements.get(holder)
    used = result is not None and result.joint is not None and result.compared == result.joint.upper
    return result.compared if result is not None and used else None


def _problem(wanted: Requirement, state: EvidenceState | None, requirement: RequirementResult | None) -> str:
    """What keeps a requirement on a measure from being evaluated, whatever the measure's number."""
    m = wanted.measure
    if m.tree is not None:
        return requirement.problem if requirement is not None and requirement.waits_for else ""
    if state is None:
        return f"evidence {m.evidence} has no result"
    estimate = state.measures.get(str(m.measure))
    if estimate is None:
        return f"evidence {m.evidence} has no measure {m.measure}"
    stored = (state.document or {}).get("measures", {}).get(m.measure, {})
    if stored.get("reproduction_only") or stored.get("not_for_claims"):
        words = stored.get("not_for_claims") or "the measure only reproduces a paper's estimator"
        return requirement.problem if requirement and requirement.problem else str(words)
    return "" if estimate.kind is wanted.kind else f"the measure is a {estimate.kind}"


def _bound(
    assessed: Assessment, holder: str, wanted: Requirement, numbers: Numbers | None, order: Mapping[str, int]
) -> Data:
    given, case = wanted.bound, assessed.case
    if isinstance(given, AllocatedBound):
        tree, event = given.allocated.tree, given.allocated.event
        target = case.tree[tree].target if tree in case.tree else None
        bound = numbers.trees.get(tree) if numbers else None
        # a group's share is the command's to find once the tree is changed, as that of the records together
        parts = bound.compiled.groups.get(event, (event,)) if bound else ()
        if not numbers or not target or not bound or tree not in order or parts[0] not in bound.values.events:
            return {"number": None}
        return {
            "tree": order[tree], "event": bound.values.events.index(parts[0]), "target": target.probability,
            "confidence": target.confidence,
            "kept": assessed.requirements[holder].bound if holder in assessed.requirements else None,
            "together": event in bound.compiled.groups or allocated_together(case, given, numbers, holder) is not None,
        }  # fmt: skip
    if isinstance(given, float | int):
        return {"number": float(given)}
    named = case.tree.get(given.target_of)
    return {"number": named.target.probability if named and named.target else None}


def _tree_state(assessed: Assessment, tree: str, order: Mapping[str, int]) -> Data:
    """Where the tree stands among those a page evaluates, or else what is known of it."""
    result = assessed.trees.get(tree)
    if tree in order:
        return {"tree": order[tree]}
    return {
        "tree": -1,
        "stale": bool(result and result.stale),
        "problem": result is None or bool(result.problem or result.barred),
    }


def _argument(assessed: Assessment, order: Mapping[str, int]) -> Data:
    from casegen.argument.program import program

    case = assessed.case
    result = program(case, assessed.evidence)
    place = {name: position for position, name in enumerate(result.ids)}
    return {
        "ids": list(result.ids), "ranks": list(result.ranks), "below": [list(below) for below in result.below],
        "accepted": sorted(result.accepted), "holders": sorted(result.holders),
        "trees": [[node, _tree_state(assessed, tree, order)] for node, tree in result.trees.items()],
        "floors": [[place[node], *ranks] for node, ranks in _floors(assessed).items() if node in place],
        "contexts": [[node, list(contexts)] for node, contexts in result.contexts.items()],
        "risks": _risks(assessed, place, order),
        "statuses": list(_statuses(assessed, result.ids)),
        "claims": [place[claim.id] for claim in case.claims if claim.id in place],
        "roots": [place[root] for root in case.header.roots if root in place],
    }  # fmt: skip


def _uses(case: Case) -> Iterator[tuple[str, str]]:
    """Nodes with a tree whose numbers they use: steps, and holders of requirements."""
    yield from ((argument.id, argument.tree) for argument in case.arguments if argument.tree is not None)
    holders: list[Claim | ContextNode] = [*case.claims, *case.contexts]
    for holder in holders:
        if holder.requirement is not None:
            m, bound = holder.requirement.measure, holder.requirement.bound
            trees = (m.tree, bound.allocated.tree if isinstance(bound, AllocatedBound) else None)
            yield from ((holder.id, tree) for tree in trees if tree is not None)


def _floors(assessed: Assessment) -> dict[str, tuple[int, int]]:
    """The least rank that a claim has besides what a page computes: as the case is, and once a number is changed.

    Doubts about data, numbers without a source and a joint confidence that is not reached stay; a computed study is the
    command's to repeat.
    """
    result: dict[str, tuple[int, int]] = {}
    for node, tree in _uses(assessed.case):
        if tree in assessed.trees and assessed.trees[tree].unsourced:
            result[node] = (RANK[Status.ASSUMED],) * 2
    for holder, required in assessed.requirements.items():
        # of other limits the page judges by itself, by the numbers as they are changed
        if any(
            not (sign.fails or sign.waived_by or sign.possible or sign.name == LOOKS)
            for sign in required.signs
        ):
            result[holder] = (RANK[Status.ASSUMED],) * 2
    risks = judged_risks(assessed.case, assessed.trees, assessed.requirements)
    for claim, every in assessed.judgements.items():
        reasons = [reason for reason in every if reason not in risks.get(claim, ())]
        if not reasons:
            continue
        now = max(RANK[reason.status] for reason in reasons)
        result[claim] = (max(now, result.get(claim, (0, 0))[0]), RANK[Status.NOT_EVALUATED])
    for reason in assessed.weakest:
        if reason.target in assessed.case.header.roots and is_over_budget(assessed.case, reason):
            result[reason.target] = (RANK[reason.status],) * 2
    return result


def _risks(assessed: Assessment, place: Mapping[str, int], order: Mapping[str, int]) -> list[Data]:
    """Which frequencies of which trees challenge which nodes; nothing of a risk that somebody accepts."""
    case = assessed.case
    result: list[Data] = []
    for risk in rated(case, assessed.trees, assessed.requirements):
        spans = intolerable_spans(case, risk.severity)
        if not spans or risk.accepted or risk.tree not in order:
            continue
        nodes = [place[claim] for claim in users(case, risk.tree) if claim in place]
        result.append({"nodes": nodes, "tree": order[risk.tree], "spans": spans, "now": risk.frequency})
    return result


def _statuses(assessed: Assessment, ids: tuple[str, ...]) -> Iterator[str]:
    for name in ids:
        result = assessed.claims.get(name) or assessed.nodes.get(name)
        yield result.status.value if result else ""
