"""What must be resolved for the roots to hold, and which leaf's failure would defeat them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from casegen.argument.graph import reachable
from casegen.argument.leaf_status import Inputs
from casegen.argument.outcome_text import outcome
from casegen.argument.status import RANK, propagate, weakest
from casegen.argument.view import CaseView
from casegen.model.argument import Claim, ContextNode, EvidenceNode, Requirement
from casegen.model.case import Case
from casegen.model.digits import SAME
from casegen.model.digits import limit as limit_text
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import (
    Assessment,
    EvidenceState,
    Freshness,
    Reason,
    RequirementResult,
    Status,
    TreeResult,
)
from casegen.model.sentence import Sentence, is_impossible
from casegen.texts.numbers.stated import stated


@dataclass(frozen=True, slots=True, order=True)
class Repair:
    """One thing that would have to become true: ``action`` on ``target``."""

    target: str
    action: str


@dataclass(frozen=True, slots=True, order=True)
class WeakLink:
    """A leaf whose failure alone defeats ``roots``.

    ``headroom`` is how far its requirement is from failing (bound over compared for an upper limit;
    1 is just met), infinite for a leaf that carries no number.
    """

    headroom: float
    target: str
    what: str
    roots: tuple[str, ...]


MetWithout = Callable[[str, str], bool]
"""whether the requirement of a claim is met where an event never happens"""
SET_LIMIT = 20
_CHOICE_LIMIT = 12


def repairs(
    case: Case,
    requirements: Mapping[str, RequirementResult],
    evidence: Mapping[str, EvidenceState],
    trees: Mapping[str, TreeResult],
    judgements: Mapping[str, tuple[Reason, ...]] | None = None,
    more: Sequence[Reason] = (),
    met_without: MetWithout | None = None,
) -> tuple[tuple[Repair, ...], ...]:
    """The smallest sets of repairs that leave no reason against any root; ``((),)`` where none stands.

    Every reason against the roots must go, so a reason with one remedy puts it into every set.  A
    requirement that a fault tree fails has several: the top event's probability is linear in each
    event's, ``P − p·Birnbaum`` at an event that never happens, and each event for which that meets the
    bound is a remedy by itself.  Only smallest sets are listed, at most 20.  Whether a repair can be
    had is for a person: the sets say what must become true, not that it can.

    ``judgements``: what computed studies say of claims; ``more``: reasons against the case as a whole;
    ``met_without``: asked where the requirement is on more than the top's own number, such as its upper bound.
    """
    view = CaseView(case)
    inputs = Inputs(requirements, evidence, trees, judgements or {})
    needed: list[frozenset[Repair]] = []
    for reason in dict.fromkeys((*weakest(view, propagate(view, inputs)), *more)):
        remedies = frozenset(_remedies(reason, view, inputs, met_without))
        if remedies and remedies not in needed:
            needed.append(remedies)
    return tuple(_smallest_hitting_sets(needed))


_BY_REASON = {
    "reason.joint_missed": "reach the joint confidence: measure at a higher confidence as `casegen plan` splits it,"
    " argue that bounds on different data err independently, or ask for less",
    "reason.joint_by_value": "compare bounds with a confidence instead of values",
    "reason.overdue": "review it, and state the next date",
    "reason.opposite": "argue with other evidence, or have somebody who does not own it set aside what it says"
    " (a waiver of evidence-opposite, with a reason)",
    "reason.no_source": "name the evidence item or the artefact that it stands for",
    "reason.unresolved": "copy the document into the case folder, or give its address",
    "reason.no_premise": "name what the step rests on",
    "reason.no_such_premise": "name a part that the case has",
    "reason.repeats_nothing": "name a claim that the case has",
    "reason.unrelated": "argue with a side-claim what the part has to do with the claim",
    "reason.unsourced": "state the source of the number, or measure it",
}
"""what removes a reason for which the words of the reason, and no status, decide"""


def _remedies(
    reason: Reason, view: CaseView, inputs: Inputs, met_without: MetWithout | None
) -> Iterable[Repair]:
    target = reason.target
    node = view.case.node.get(target)
    requirement = getattr(node, "requirement", None)
    if isinstance(requirement, Requirement) and target in inputs.requirements:
        result = inputs.requirements[target]
        if reason.status is Status.CHALLENGED and result.holds is False and reason.message == outcome(result):
            return _for_requirement(target, requirement, result, view, inputs, met_without)
        if reason.status is Status.NOT_EVALUATED and result.holds is None:
            if result.waits_for:
                return []  # the claim has a reason of its own
            return [_to_be_evaluated(target, requirement, result, inputs)]
    section = view.section(target)
    if reason.message.key in _BY_REASON:
        return [Repair(target, _BY_REASON[reason.message.key])]
    if reason.message.key == "reason.unheld":
        return [_to_be_held(target, str(reason.message.values["item"]), view)]
    if reason.message.key == "reason.conceded":
        return [_to_be_refuted(reason.message)]
    if reason.of_data:
        return [
            Repair(target, "have the sign set aside at its evidence item, with a reason, or measure anew")
        ]
    if reason.status is Status.STALE:
        return [Repair(target, "run it again on the present inputs")]
    if section == "claims" and reason.status is Status.UNDEVELOPED:
        return [Repair(target, "develop it, or have it accepted as an assumption")]
    if section in ("claims", "evidence") and reason.status is Status.CHALLENGED:
        return [Repair(target, f"settle that {reason.message}")]
    if reason.message.key == "reason.assumptions_alone":
        return [Repair(target, "measure, calculate or record something below it: all of it is assumed")]
    if section == "claims" and reason.status is Status.ASSUMED and reason.message.key == "reason.accepted":
        return [Repair(target, "support it: it is accepted, and yet assumed")]
    if section == "claims" and reason.status is Status.ASSUMED:
        return [Repair(target, "support it, or have it accepted")]
    if section == "defeaters" and reason.status is Status.NOT_EVALUATED:
        return [Repair(target, "have somebody else judge the answer")]
    if section == "defeaters" and reason.message.key == "reason.defeater_accepted":
        return [
            Repair(target, "change what it is against, or have what remains accepted as a residual doubt")
        ]
    if section == "defeaters":
        return [Repair(target, "refute it, or concede it and have the residual doubt accepted")]
    if section == "residual_doubts":
        return [Repair(target, "have it accepted, with owner and reason")]
    if section == "contexts":
        return [Repair(target, "establish that it holds, or argue without it")]
    if section == "evidence":
        return [Repair(target, "have the artefact judged and accepted")]
    if section == "arguments":
        return [Repair(target, "fix the argument")]
    if target in view.case.evidence_item:
        state = inputs.evidence.get(target)
        barred = state is not None and state.freshness is Freshness.FRESH
        return [
            Repair(target, "set right what its data contradict, and run it again" if barred else "run it")
        ]
    return [Repair(target, reason.message)]


def _to_be_held(step: str, item: str, view: CaseView) -> Repair:
    """A requirement on what a cited item shows; where the claim states no number, a person may judge it instead."""
    argument = next(a for a in view.case.arguments if a.id == step)
    nodes = [e.id for e in view.case.evidence if e.id in argument.premises and e.evidence == item]
    action = f"require a measure of {item} at {argument.supports} (`requirement`)"
    if not stated(view.case.claim[argument.supports].text):
        action += f", or have {' and '.join(nodes)} accepted by somebody who does not own it (`accepted_by`)"
    return Repair(step, action)


def _to_be_refuted(conceded: Sentence) -> Repair:
    """The objection that a claim gives in to: no support or acceptance makes a root more than conceded."""
    why = conceded.values["why"]
    named = str(why.values["node"]) if isinstance(why, Sentence) else ""
    return Repair(named, "refute it, or remove it once what it is right about is changed")


def _to_be_evaluated(holder: str, wanted: Requirement, result: RequirementResult, inputs: Inputs) -> Repair:
    """What is missing: a result; where there is one, what keeps the requirement from being evaluated."""
    measured, tree = wanted.measure.evidence, wanted.measure.tree
    state = inputs.evidence.get(measured) if measured is not None else None
    known = state is not None and state.freshness is Freshness.FRESH and bool(state.measures)
    if tree is not None and tree in inputs.trees:
        known = inputs.trees[tree].top is not None
    if known and result.problem:
        return Repair(holder, f"give it a requirement that can be evaluated: {result.problem}")
    return Repair(measured or tree or holder, "compute it, so that the requirement can be evaluated")


def _for_requirement(
    holder: str,
    wanted: Requirement,
    result: RequirementResult,
    view: CaseView,
    inputs: Inputs,
    met_without: MetWithout | None,
) -> list[Repair]:
    if wanted.measure.evidence is not None:
        limit = limit_text(result.bound or 0.0, upper=wanted.comparison.is_upper)
        measure = f"{wanted.measure.measure} {wanted.comparison} {limit}"
        return [Repair(wanted.measure.evidence, f"measure {measure}")]
    name = wanted.measure.tree or ""
    if (
        result.joint is not None and result.joint.install
    ):  # what else it takes is known once they are compared
        return [Repair(name or holder, f"install what reads its records: {result.joint.install}")]
    tree = inputs.trees.get(name)
    repairs: list[Repair] = []
    if (
        tree is not None
        and tree.top is not None
        and tree.worst is None
        and result.bound is not None
        and wanted.comparison.is_upper
    ):
        for event in tree.events.values():
            birnbaum = event.importance.get("birnbaum")
            if birnbaum is None:
                continue
            rest = tree.top.value - event.probability * birnbaum
            rest = 0.0 if rest <= SAME * tree.top.value else rest  # up to rounding nothing else takes part
            if not wanted.comparison.holds(rest, result.bound):
                continue
            if met_without is not None and not met_without(holder, event.id):
                continue
            bound_to = view.case.event.get(event.id)
            model = bound_to.model if bound_to is not None else None
            if isinstance(model, FromEvidence):
                repairs.append(Repair(model.evidence, f"measure a smaller {model.measure}"))
            else:
                repairs.append(Repair(event.id, "make the event less likely"))
    return sorted(set(repairs)) or [Repair(name or holder, "make several of its events less likely")]


def met_at_zero(claim: Claim | None, assessed: Assessment) -> bool:
    """Whether a requirement on a tree holds where an event never happens, which is what ``assessed`` is of.

    A top event that can then not happen is not evaluated, as its 0 says nothing of the system; it meets a limit.
    """
    if claim is None or claim.requirement is None or claim.id not in assessed.requirements:
        return False
    wanted, result = claim.requirement, assessed.requirements[claim.id]
    tree = assessed.trees.get(wanted.measure.tree or "")
    if result.holds is not None or tree is None or result.bound is None:
        return result.holds is True
    return wanted.comparison.is_upper and is_impossible(tree.problem) and result.bound >= 0.0


def _smallest_hitting_sets(needed: list[frozenset[Repair]]) -> list[tuple[Repair, ...]]:
    """Smallest sets with a member in each of ``needed``; forced members first, then by growing size."""
    forced = {next(iter(remedies)) for remedies in needed if len(remedies) == 1}
    targets = {repair.target for repair in forced}
    open_ = [r for r in needed if not any(x in forced or x.target in targets for x in r)]
    choices = sorted({repair for remedies in open_ for repair in remedies})
    if len(choices) > _CHOICE_LIMIT:
        often = {c: sum(c in remedies for remedies in open_) for c in choices}
        choices = sorted(choices, key=lambda c: (-often[c], c))[:_CHOICE_LIMIT]
        choices += [min(r) for r in open_ if not any(x in choices for x in r)]
    for size in range(len(open_) + 1):
        result = [
            tuple(sorted(forced | set(chosen)))
            for chosen in combinations(choices, size)
            if all(any(c in remedies for c in chosen) for remedies in open_)
        ]
        if result:
            return sorted(result)[:SET_LIMIT]
    return [tuple(sorted(forced | {min(r) for r in open_}))]


def weakest_links(
    case: Case,
    requirements: Mapping[str, RequirementResult],
    evidence: Mapping[str, EvidenceState],
    trees: Mapping[str, TreeResult],
    judgements: Mapping[str, tuple[Reason, ...]] | None = None,
) -> tuple[WeakLink, ...]:
    """Leaves that hold today and whose failure alone defeats a root, the nearest to failing first.

    Requirements that hold by their headroom; then what people accepted (assumptions, residual doubts,
    artefacts) and measured evidence, none of which has a number that says how near it is.
    """
    view = CaseView(case)
    standings = propagate(view, Inputs(requirements, evidence, trees, judgements or {}))
    roots = [r for r in case.header.roots if r in standings]
    below = {root: reachable([root], view.support, view.attached) for root in roots}
    weak_links: list[WeakLink] = []
    for _, _, node in view.nodes:
        hit = tuple(root for root in roots if node.id in below[root])
        standing = standings.get(node.id)
        if not hit or standing is None or RANK[standing.seen] > RANK[Status.ASSUMED]:
            continue
        result = requirements.get(node.id)
        if isinstance(node, Claim | ContextNode) and node.requirement is not None and result is not None:
            if result.holds:
                headroom = math.inf if result.headroom is None else result.headroom
                weak_links.append(WeakLink(headroom, node.id, f"requirement {result.text}", hit))
        elif isinstance(node, EvidenceNode) or any(r.status is Status.ASSUMED for r in standing.own):
            for reason in standing.own:
                weak_links.append(WeakLink(math.inf, reason.target, reason.message, hit))
    return tuple(sorted(set(weak_links)))
