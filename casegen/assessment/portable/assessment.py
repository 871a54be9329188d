"""An assessment as plain data with which a page recomputes a what-if by itself, to the same numbers and statuses.

Every number in it was computed before, quantiles of stated distributions included: the page adds the arithmetic
of diagrams, conversions and comparisons, and looks the rest up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casegen.argument.view import rests_on
from casegen.assessment.assess import Session
from casegen.assessment.bounds import measured_inputs
from casegen.assessment.documents import number
from casegen.assessment.event_independence import argued_by_claims
from casegen.assessment.how_often import says_how_often
from casegen.assessment.level_limits import as_judged
from casegen.assessment.other_limits import (
    Asked,
    asked_of,
    confidences,
    other_limits,
    worst_end,
)
from casegen.assessment.portable.floors import floors
from casegen.assessment.portable.tree import is_usable, tree_data
from casegen.assessment.requirements import UNREACHABLE, Numbers, allocated_together, without_number
from casegen.assessment.safety.risk_acceptance import accepted_by, unused, users
from casegen.assessment.safety.risk_matrix import (
    intolerable_spans,
    is_of_matrix,
    own_signs,
    rated,
)
from casegen.assessment.settable import set_in
from casegen.assessment.tree_spending import looks_together, spent_by_looks
from casegen.model.argument import AllocatedBound, Claim, ContextNode, Requirement
from casegen.model.case import Case
from casegen.model.quantity import PROBABILITY_KINDS, MeasureKind
from casegen.model.results import Assessment, EvidenceState, Freshness, RequirementResult
from casegen.model.vital_sign import LOOKS
from casegen.texts.numbers.stated import stated

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
    result = assessed.requirements.get(holder)
    judged = as_judged(assessed.case, wanted, holder, result.bound) if result is not None else wanted
    trees = [m.tree] if m.tree else []
    trees += [wanted.bound.allocated.tree] if isinstance(wanted.bound, AllocatedBound) else []
    return {
        "tree": order.get(m.tree, -1) if m.tree else None,
        "measure": f"{m.evidence}.{m.measure}" if m.evidence else None,
        "comparison": judged.comparison.value, "confidence": wanted.confidence, "kind": wanted.kind.value,
        "bound": _bound(assessed, holder, wanted, numbers, order),
        "stale": state is not None and state.freshness is Freshness.STALE,
        "trees": [_tree_state(assessed, tree, order) for tree in trees],
        "assessed": _assessed(assessed, holder, wanted, trees, numbers),
        "problem": _problem(assessed.case, wanted, state, claim.requirement if claim else None),
        "waits": m.tree is not None and result is not None and bool(result.waits_for),
        "together": _together(assessed, holder),
        "records": _records(assessed.case, holder, wanted, numbers),
        "worded": isinstance(wanted.bound, AllocatedBound) and bool(stated(assessed.case.node[holder].text)),
        "earlier": worst_end(wanted, state),
        "again": [] if numbers is None else _again(asked_of(assessed.case, wanted, numbers), numbers, order),
    }  # fmt: skip


def _assessed(
    assessed: Assessment, holder: str, wanted: Requirement, trees: Sequence[str], numbers: Numbers | None
) -> Data | None:
    """What became of a requirement that the number of the tree at the end of its mission does not decide alone.

    The tree is worst before that, or its number, an unavailability, says nothing of the text, whatever it is.
    """
    result = assessed.requirements.get(holder)
    moves = any(tree in assessed.trees and assessed.trees[tree].moves for tree in trees)
    bound = numbers.trees.get(str(wanted.measure.tree)) if numbers is not None else None
    if result is None or not (moves or says_how_often(assessed.case, wanted, bound, holder)):
        return None
    doubted = any((sign.possible or sign.name == LOOKS) and not sign.waived_by for sign in result.signs)
    return {
        "holds": result.holds, "is_value": result.is_value, "rank": {None: 3, False: 5, True: int(doubted)}[result.holds],
        "compared": number(result.compared), "bound": number(result.bound), "problem": result.problem,
    }  # fmt: skip


def _again(asked: Asked, numbers: Numbers, order: Mapping[str, int]) -> list[Data]:
    """Other limits of measures in the trees: whether each is an upper one, and whether the present limit is better.

    Earlier runs count unless the confidence that is asked of the tree pays for every look at what is uncertain in it
    (``paid``: the confidence, and what each measure spends; None where records together spend more than their sum); what
    a sign makes possible always does.
    """
    result: list[Data] = []
    for tree, confidence in asked.items():
        summed = looks_together(numbers.trees[tree], numbers.evidence) is None
        for one in other_limits({tree: confidence}, numbers):
            result.append({
                "measure": f"{one.item}.{one.measure}", "other": one.other, "upper": one.move >= 0,
                "better": one.better, "tree": order.get(tree, -1),
                "paid": None if one.sign is not None or confidence is None or not summed else {
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
        "names": sorted(set_in(assessed.case, tree)),
    }


def _argument(
    assessed: Assessment, session: Session, numbers: Numbers | None, order: Mapping[str, int]
) -> Data:
    from casegen.argument.program import program

    case = assessed.case
    result = program(case, assessed.evidence)
    place = {name: position for position, name in enumerate(result.ids)}
    least = floors(assessed, session, numbers, order)
    return {
        "ids": list(result.ids), "ranks": list(result.ranks), "below": [list(below) for below in result.below],
        "accepted": sorted(result.accepted), "holders": sorted(result.holders),
        "trees": [[node, _tree_state(assessed, tree, order)] for node, tree in result.trees.items()],
        "floors": [{"node": place[node], **floor} for node, floor in least if node in place],
        "argued": [place[claim] for claim in argued_by_claims(case) if claim in place],
        "contexts": [[node, list(contexts)] for node, contexts in result.contexts.items()],
        "risks": _risks(assessed, numbers, place, order),
        "statuses": list(_statuses(assessed, result.ids)),
        "claims": [place[claim.id] for claim in case.claims if claim.id in place],
        "roots": [place[root] for root in case.header.roots if root in place],
    }  # fmt: skip


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
