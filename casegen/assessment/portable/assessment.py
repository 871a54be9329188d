"""An assessment as plain data with which a page recomputes a what-if by itself, to the same numbers and statuses.

Every number in it was computed before, quantiles of stated distributions included: the page adds the arithmetic
of diagrams, conversions and comparisons, and looks the rest up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casegen.argument.reading.event_sources import sourced_by_parameters
from casegen.argument.status import RANK
from casegen.argument.view import rests_on, view_of
from casegen.assessment.assess import Session
from casegen.assessment.bounds import measured_inputs, model_of
from casegen.assessment.documents import number
from casegen.assessment.edited import refused_by_allocation
from casegen.assessment.event_independence import argued_by_claims
from casegen.assessment.ledger import is_over_budget
from casegen.assessment.other_limits import (
    Asked,
    asked_of,
    confidences,
    other_limits,
    spent_by_looks,
    worst_end,
)
from casegen.assessment.portable.study import study_data
from casegen.assessment.portable.tree import is_usable, tree_data
from casegen.assessment.requirements import UNREACHABLE, Numbers, allocated_together, without_number
from casegen.assessment.safety.risk_acceptance import accepted_by, unused, users
from casegen.assessment.safety.risk_matrix import (
    doubted_risks,
    intolerable_spans,
    is_of_matrix,
    judged_risks,
    own_signs,
    rated,
)
from casegen.assessment.unread_records import left_unread
from casegen.model.argument import AllocatedBound, Claim, ContextNode, Requirement
from casegen.model.case import Case
from casegen.model.fault_tree import FromEvidence
from casegen.model.quantity import PROBABILITY_KINDS, MeasureKind
from casegen.model.results import Assessment, EvidenceState, Freshness, RequirementResult, Status
from casegen.model.vital_sign import LOOKS
from casegen.texts.numbers import stated

Data = dict[str, Any]


def portable(assessed: Assessment, session: Session | None = None) -> Data:
    """Trees, measures, requirements and the argument of an assessed case, as JSON-able data.

    ``trees``: those that a page can evaluate (:func:`casegen.assessment.portable.tree.tree_data`), in the case's
    order.  ``measures``: those that a tree or a requirement uses.  ``argument``:
    :class:`casegen.argument.program.Program`, with the statuses as assessed.
    """
    case = assessed.case
    drawn = [
        tree
        for tree in case.trees
        if is_usable(assessed.trees.get(tree.id))
        and not assessed.trees[tree.id].barred
        and not assessed.trees[tree.id].moves  # a page evaluates a tree at the end of its mission
    ]
    holders: list[Claim | ContextNode] = [*case.claims, *case.contexts]
    owners = {node.id: node.requirement for node in holders if node.requirement is not None}
    session = session or Session(case, assessed.evidence)
    numbers = session.numbers() if drawn or owners else None
    order = {tree.id: position for position, tree in enumerate(drawn)}
    asked = {tree.id: _confidences(case, tree.id, owners) for tree in drawn}
    return {
        "trees": [tree_data(case, t, assessed.trees[t.id], numbers, asked[t.id]) for t in drawn],
        "measures": _measures(assessed, owners),
        "requirements": {
            holder: _requirement(assessed, holder, wanted, numbers, order) for holder, wanted in owners.items()
        },
        "argument": _argument(assessed, session, numbers, order),
        "supported": assessed.supported,
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
        "assessed": _assessed(assessed, holder, trees),
        "problem": _problem(assessed.case, wanted, state, claim.requirement if claim else None),
        "together": _together(assessed, holder),
        "records": _records(assessed.case, holder, wanted, numbers),
        "worded": isinstance(wanted.bound, AllocatedBound) and bool(stated(assessed.case.node[holder].text)),
        "earlier": worst_end(wanted, state),
        "again": [] if numbers is None else _again(asked_of(assessed.case, wanted, numbers), numbers, order),
    }  # fmt: skip


def _assessed(assessed: Assessment, holder: str, trees: Sequence[str]) -> Data | None:
    """What became of a requirement on a tree that is worst before the end of its mission, where a page evaluates it."""
    result = assessed.requirements.get(holder)
    if result is None or not any(tree in assessed.trees and assessed.trees[tree].moves for tree in trees):
        return None
    doubted = any((sign.possible or sign.name == LOOKS) and not sign.waived_by for sign in result.signs)
    return {
        "holds": result.holds, "is_value": result.is_value, "rank": {None: 3, False: 5, True: int(doubted)}[result.holds],
        "compared": number(result.compared), "bound": number(result.bound), "problem": result.problem,
    }  # fmt: skip


def _again(asked: Asked, numbers: Numbers, order: Mapping[str, int]) -> list[Data]:
    """Other limits of measures in the trees: whether each is an upper one, and whether the present limit is better.

    Earlier runs count unless the confidence that is asked of the tree pays for every look at what is uncertain in it
    (``paid``: the confidence, and what each measure spends); what a sign makes possible always does.
    """
    result: list[Data] = []
    for tree, confidence in asked.items():
        for one in other_limits({tree: confidence}, numbers):
            result.append({
                "measure": f"{one.item}.{one.measure}", "other": one.other, "upper": one.move >= 0,
                "better": one.better, "tree": order.get(tree, -1),
                "paid": None if one.sign is not None or confidence is None else {
                    "confidence": confidence, "spent": spent_by_looks(numbers.trees[tree], numbers.evidence)
                },
            })  # fmt: skip
    return result


def _together(assessed: Assessment, holder: str) -> float | None:
    """The bound from records together that was compared with the limit; a page keeps it while the tree is unchanged."""
    result = assessed.requirements.get(holder)
    used = result is not None and result.joint is not None and result.compared == result.joint.upper
    return result.compared if result is not None and used else None


def _records(case: Case, holder: str, wanted: Requirement, numbers: Numbers | None) -> list[str] | None:
    """Measures of the records that bound the tree's top together for this holder; None where each decides by itself."""
    bound = numbers.trees.get(str(wanted.measure.tree)) if numbers else None
    independent = case.tree[bound.id].independent if bound is not None else None
    if bound is None or independent is None or not wanted.comparison.is_upper:
        return None
    if not rests_on(case, holder, independent.claim):
        return None
    return [".".join(key) for key in measured_inputs(bound.values) if key[0] in independent.evidence]


def _problem(
    case: Case, wanted: Requirement, state: EvidenceState | None, requirement: RequirementResult | None
) -> str:
    """What keeps a requirement on a measure from being evaluated, whatever the measure's number."""
    m = wanted.measure
    if m.tree is not None:
        return requirement.problem if requirement is not None and requirement.waits_for else ""
    estimate = state.measures.get(str(m.measure)) if state is not None else None
    if state is None or estimate is None:
        return without_number(case, str(m.evidence), str(m.measure), state)
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
        # once the tree is changed these shares are the command's to find: a group's, one with limits that are stated,
        # that of the records together
        left = bound is not None and (
            event in bound.compiled.groups or any(a.event == event for a in case.tree[tree].allocation)
        )
        parts = bound.compiled.groups.get(event, (event,)) if bound else ()
        if not numbers or not target or not bound or tree not in order or parts[0] not in bound.values.events:
            return {"number": None}
        return {
            "tree": order[tree], "event": bound.values.events.index(parts[0]), "target": target.probability,
            "confidence": target.confidence,
            "kept": number(assessed.requirements[holder].bound) if holder in assessed.requirements else None,
            "unreachable": holder in assessed.requirements and assessed.requirements[holder].bound_source == UNREACHABLE,
            "together": left or allocated_together(case, given, numbers, holder) is not None,
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
        "names": sorted(_set_in(assessed.case, tree)),
    }


def _set_in(case: Case, tree: str) -> set[str]:
    """What may be set of a tree: its events, common-cause groups, and the measures behind them."""
    parts = view_of(case).parts_of.get(tree, frozenset())
    names = {name for name in parts if name in case.event}
    names |= {group.id for group in case.common_cause if parts.intersection(group.members)}
    models = [model_of(case, name) for name in parts]
    return names | {f"{m.evidence}.{m.measure}" for m in models if isinstance(m, FromEvidence)}


def _argument(
    assessed: Assessment, session: Session, numbers: Numbers | None, order: Mapping[str, int]
) -> Data:
    from casegen.argument.program import program

    case = assessed.case
    result = program(case, assessed.evidence)
    place = {name: position for position, name in enumerate(result.ids)}
    floors = _floors(assessed, session, numbers, order)
    return {
        "ids": list(result.ids), "ranks": list(result.ranks), "below": [list(below) for below in result.below],
        "accepted": sorted(result.accepted), "holders": sorted(result.holders),
        "trees": [[node, _tree_state(assessed, tree, order)] for node, tree in result.trees.items()],
        "floors": [{"node": place[node], **floor} for node, floor in floors if node in place],
        "argued": [place[claim] for claim in argued_by_claims(case) if claim in place],
        "contexts": [[node, list(contexts)] for node, contexts in result.contexts.items()],
        "risks": _risks(assessed, numbers, place, order),
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


def _floors(
    assessed: Assessment, session: Session, numbers: Numbers | None, order: Mapping[str, int]
) -> Iterator[tuple[str, Data]]:
    """Ranks that nodes have at least besides what a page computes: ``now``, and the ``least`` and ``most`` once one of
    the numbers ``any`` is set (every number of the case if None), or ``all`` of them.

    A number without a source has none when it is changed, nor has one whose parameters alone have it.  Doubts about data
    go with their events; what a joint confidence leaves is the command's to repeat, and so is a comparison of measures
    against risk without the data of it (``study``), and a record that no event reads any more.
    """
    for node, tree in _uses(assessed.case):
        if tree in assessed.trees and assessed.trees[tree].unsourced:
            yield node, _NO_SOURCE
        if lost := sourced_by_parameters(view_of(assessed.case), tree):
            yield node, _NO_SOURCE | {"now": RANK[Status.SUPPORTED], "any": sorted(lost)}
    for holder, required in assessed.requirements.items():
        # of other limits the page judges by itself, by the numbers as they are changed
        for sign in required.signs:
            if not (sign.fails or sign.waived_by or sign.possible or sign.name == LOOKS):
                yield holder, _sign_floor(assessed.case, holder, sign.evidence)
    study = assessed.case.header.study
    criterion = study.alarp if study is not None else None
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
    if criterion is not None and criterion.claim is not None:
        for loss in criterion.losses:
            # by which measures a tree without a source makes the comparison assumed is the command's to tell
            lost = sourced_by_parameters(view_of(assessed.case), loss.tree)
            without = loss.tree in assessed.trees and assessed.trees[loss.tree].unsourced
            if lost or without:
                most = {"least": 0, "most": RANK[Status.ASSUMED]}
                yield criterion.claim, {"now": 0, **most, "any": None if without else sorted(lost)}
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


_WORST, _ASSUMED = max(RANK.values()), RANK[Status.ASSUMED]
_NO_SOURCE = {"now": _ASSUMED, "least": _ASSUMED, "most": _ASSUMED, "any": []}
"""of a number without one: another number has none either"""


def _set_anywhere(case: Case) -> list[str]:
    """What may be set of any tree: a comparison of measures against risk is one for the whole case."""
    return sorted(set().union(*(_set_in(case, tree.id) for tree in case.trees)))


def _sign_floor(case: Case, holder: str, item: str) -> Data:
    """A doubt about the data of ``item``: it goes with the events of a tree that are bound to it."""
    now, wanted = _ASSUMED, getattr(case.node[holder], "requirement", None)
    if wanted is None or wanted.measure.tree is None:
        return {"now": now, "least": 0, "most": now, "any": None}
    parts = view_of(case).parts_of.get(wanted.measure.tree, frozenset())
    models = {name: model_of(case, name) for name in parts}
    bound = sorted(n for n, m in models.items() if isinstance(m, FromEvidence) and m.evidence == item)
    return {"now": now, "least": 0, "most": 0, "all": bound}


def _risks(
    assessed: Assessment, numbers: Numbers | None, place: Mapping[str, int], order: Mapping[str, int]
) -> list[Data]:
    """Which frequencies of which trees challenge which nodes, and what makes others doubtful; nothing of a risk that
    somebody accepts."""
    case = assessed.case
    result: list[Data] = []
    for risk in rated(case, assessed.trees, assessed.requirements):
        spans = intolerable_spans(case, risk.at_worst)
        accepted = accepted_by(case, case.tree[risk.tree]) and not risk.severity_open
        if not spans or accepted or risk.tree not in order:
            continue
        assert numbers is not None  # a tree that the page evaluates is bound
        result.append({
            "nodes": [place[claim] for claim in users(case, risk.tree) if claim in place],
            "tree": order[risk.tree], "spans": spans, "now": risk.frequency,
            "used": risk.severity_open or not unused(case, risk.tree),
            "rated": is_of_matrix(case, risk.tree) and not risk.severity_open,
            "together": case.tree[risk.tree].independent is not None,
            "again": _again(confidences(case, (risk.tree,)), numbers, order),
            "doubted": any(not sign.fails and not sign.waived_by for sign in own_signs(case, numbers, risk.tree)),
        })  # fmt: skip
    return result


def _statuses(assessed: Assessment, ids: tuple[str, ...]) -> Iterator[str]:
    for name in ids:
        result = assessed.claims.get(name) or assessed.nodes.get(name)
        yield result.status.value if result else ""
