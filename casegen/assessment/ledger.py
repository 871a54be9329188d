"""The ledger of confidence: every error probability that a claim spends, summed up to the claim.

A statement "the measure is at most u, with 95 % confidence" is wrong with probability 5 %.  A claim that rests on
several such statements is wrong where any of them is: whatever their dependence, with at most the sum of their
error probabilities (Boole's inequality).  Spent is, each once:

- 1 − confidence of each measure whose bound is compared with a requirement, for each look at it (runs with other
  data, parameters or seed that gave other numbers), an earlier one at the lower of the confidence stated then and now;
  bounds of one measure on one side are nested, so that the least confident use counts;
- 1 − joint confidence of each fault tree whose top event, or whose allocated target, is used, or whose change tells
  what a measure against risk removes, and what each earlier look at a limit that enters it errs with; of records that
  meet a limit together what any combination of looks errs with, if that is more;
- for what a measure against risk removes, the limits of inputs on the side that the tree's own bound does not use;
- the stated doubt of each leaf of the argument, and of an argued claim, named apart: it is a judgement.

Where a claim argues that bounds on different data err independently, the product of their confidences takes the place of
the sum for what rests on that claim; bounds that share an evidence item, an event or a parameter are summed all the same.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from casegen.argument.graph import bottom_up
from casegen.argument.status import RANK, REASON_LIMIT, StatusResult
from casegen.argument.view import CaseView, rests_on, view_of
from casegen.assessment.independence import independence
from casegen.assessment.looks import paid_looks, spent_at
from casegen.assessment.tree_spending import looks_together, sides_of
from casegen.assessment.trees import BoundTree
from casegen.io.sentences import sentence
from casegen.model.argument import AllocatedBound, Claim, EvidenceNode, Requirement
from casegen.model.case import Case
from casegen.model.digits import in_full, level
from casegen.model.fault_tree import FaultTree, FromEvidence
from casegen.model.ledger import Ledger, Spend, error_probability
from casegen.model.results import ClaimResult, EvidenceState, Reason, RequirementResult, Status
from casegen.model.safety_results import AlarpResult, ReductionDecision, TreeChange
from casegen.model.sentence import is_impossible


def add_up(
    case: Case,
    requirements: Mapping[str, RequirementResult],
    evidence: Mapping[str, EvidenceState],
    trees: Mapping[str, BoundTree],
    reductions: AlarpResult | None = None,
) -> Ledger:
    """The ledger of a case whose requirements, and measures against risk, are evaluated."""
    view = view_of(case)
    statements: dict[str, Spend | str] = {}
    own: dict[str, list[str]] = {}
    for _, _, node in view.nodes:
        names = own.setdefault(node.id, [])
        requirement = getattr(node, "requirement", None)
        entries: list[tuple[str, Spend | str]] = []
        if reductions is not None and reductions.criterion.claim == node.id:
            entries += _harm(view, reductions, trees, evidence)
        if requirement is not None:
            entries += _stated(view, requirement, requirements.get(node.id), trees, evidence)
        for name, entry in entries:
            key = f"{name} {entry.total!r}" if isinstance(entry, Spend) else name
            statements[key] = entry
            names.append(key)
        leaf = isinstance(node, EvidenceNode) or (
            isinstance(node, Claim) and node.id not in view.arguments_for
        )
        if isinstance(node, Claim | EvidenceNode) and (leaf or node.doubt is not None):
            statements[f"doubt {node.id}"] = (
                "" if node.doubt is None else Spend(f"doubt about {node.id}", node.doubt, measured=False)
            )
            names.append(f"doubt {node.id}")
    bit = {name: 1 << k for k, name in enumerate(statements)}
    order, left = bottom_up(view.support)
    masks: dict[str, int] = {}
    for id in (*(c.id for c in view.case.contexts), *order, *left):
        mask = masks.get(id, 0)
        for name in own.get(id, ()):
            mask |= bit[name]
        part = view.case.node.get(id)
        for other in (*view.support.get(id, ()), *(part.context if part is not None else ())):
            mask |= masks.get(other, 0)
        masks[id] = mask
    return Ledger(tuple(statements.values()), masks)


def _stated(
    view: CaseView,
    requirement: Requirement,
    result: RequirementResult | None,
    trees: Mapping[str, BoundTree],
    evidence: Mapping[str, EvidenceState],
) -> Iterator[tuple[str, Spend | str]]:
    """The statements behind one requirement: a name for each distinct one, and what it spends."""
    m = requirement.measure
    if m.tree is not None and m.tree in trees and any(map(is_impossible, trees[m.tree].barred)):
        return  # no number is compared
    side = "upper" if requirement.comparison.is_upper else "lower"
    subject = (
        f"{side} bound of the top event of {m.tree}"
        if m.tree
        else f"{side} bound of {m.evidence} {m.measure}"
    )
    estimate = result.estimate if result is not None and _is_bounded(requirement, result) else None
    if requirement.confidence is None and estimate is None:
        if result is not None and result.compared is None:
            return  # no number is compared, for a reason that the requirement states
        yield f"value {subject}", subject.replace(f"{side} bound", "value")
    elif estimate is not None and estimate.confidence is not None:
        alpha = error_probability(estimate.confidence)
        if m.tree is None:
            state, measure = evidence.get(str(m.evidence)), str(m.measure)
            looks, earlier = (1, 0.0) if state is None else _earlier(state, measure, alpha)
            data = _files(view, (str(m.evidence),))
            yield subject, Spend(subject, alpha, looks, draws_on=data, earlier=earlier)
        else:
            together = (
                result is not None and result.joint is not None and result.compared == result.joint.upper
            )
            yield subject, _of_tree(view, subject, m.tree, trees, alpha, evidence, (together,))
    bound = requirement.bound
    if isinstance(bound, AllocatedBound):
        tree = view.case.tree.get(bound.allocated.tree)
        confidence = _of_target(tree, trees) if tree is not None else None
        if tree is not None and confidence is not None:
            source = f"upper bound of the top event of {tree.id}"
            # what is allocated may be what the records together leave
            ways = (False,) if tree.independent is None else (False, True)
            alpha = error_probability(confidence)
            yield source, _of_tree(view, source, tree.id, trees, alpha, evidence, ways)


def _of_target(tree: FaultTree, trees: Mapping[str, BoundTree]) -> float | None:
    """The joint confidence of what a target leaves to an event: without a stated one the largest that there is."""
    if tree.target is None or tree.id not in trees:
        return None
    return tree.target.confidence or trees[tree.id].box(None).confidence


def _is_bounded(requirement: Requirement, result: RequirementResult) -> bool:
    """Whether a bound is compared: of a top event that evidence enters it is without a stated confidence too."""
    estimate = result.estimate
    if requirement.confidence is not None or estimate is None or requirement.measure.tree is None:
        return requirement.confidence is not None
    bounds = [estimate.upper if requirement.comparison.is_upper else estimate.lower]
    bounds += [result.joint.upper] if result.joint is not None else []
    return estimate.confidence is not None and result.compared is not None and result.compared in bounds


def _harm(
    view: CaseView,
    reductions: AlarpResult,
    trees: Mapping[str, BoundTree],
    evidence: Mapping[str, EvidenceState],
) -> Iterator[tuple[str, Spend | str]]:
    """What the claim on measures left out rests on: the top events whose change is the harm they would remove.

    The change may be the largest where an input stands at the limit that the bound of the top event does not use.
    """
    left_out = [m for m in reductions.measures if m.decision is ReductionDecision.OUT_OF_PROPORTION]
    changes: dict[str, list[TreeChange]] = {}
    for change in (change for m in left_out for change in m.trees):
        changes.setdefault(change.tree, []).append(change)
    for tree, every in changes.items():
        source, confidence = f"upper bound of the top event of {tree}", every[0].confidence
        if confidence is None:
            yield f"value {source}", source.replace("upper bound", "value")
            continue
        alpha = error_probability(confidence)
        yield source, _of_tree(view, source, tree, trees, alpha, evidence, (False,))
        opposite = {(one.input, one.end): one for change in every for one in change.opposite}
        if opposite:
            errors, earlier, most = [], [], 1
            for one in opposite.values():
                state = evidence.get(one.measured[0]) if one.measured is not None else None
                errors.append(one.error)
                if state is not None and one.measured is not None:
                    looks, spent = _earlier(state, one.measured[1], one.error)
                    earlier.append(spent)
                    most = max(most, looks)
            name = f"limits of inputs of {tree} on the other side, for the harm removed"
            yield name, Spend(name, _sum(errors), most, draws_on=_data(view, tree), earlier=_sum(earlier))


def _of_tree(
    view: CaseView,
    source: str,
    tree: str,
    trees: Mapping[str, BoundTree],
    alpha: float,
    evidence: Mapping[str, EvidenceState],
    together: tuple[bool, ...],
) -> Spend:
    """What a bound of a top event spends that errs with ``alpha`` now.

    It errs where a limit of an input does that was looked at: each earlier one adds what it errs with.  A bound from
    records ``together`` errs with what :func:`~casegen.assessment.tree_spending.looks_together` says, or with ``alpha``
    if that is more.  Of several ways to make the bound the one that spends more counts.
    """
    ways = [_of_each(trees[tree], evidence) if tree in trees else (0.0, 1)] if False in together else []
    looks = looks_together(trees[tree], evidence) if True in together and tree in trees else None
    if looks is not None:
        ways.append((_sum((looks.spent, -alpha)), 1 + looks.further))
    spent, count = max(ways, default=(0.0, 1))
    return Spend(source, alpha, count, draws_on=_data(view, tree), earlier=spent)


def _of_each(bound: BoundTree, evidence: Mapping[str, EvidenceState]) -> tuple[float, int]:
    """What the earlier looks at the limits of inputs spent, each by itself, and the most looks at one."""
    looks, earlier = [1], [0.0]
    for (item, measure), move in sides_of(bound).items():
        state = evidence.get(item)
        estimate = state.measures.get(measure) if state is not None else None
        if state is None or estimate is None or estimate.confidence is None:
            continue
        count, spent = _earlier(state, measure, error_probability(estimate.confidence))
        looks.append(count)
        earlier.append(spent if move else 2 * spent)
    return _sum(earlier), max(looks)


def _earlier(state: EvidenceState, measure: str, alpha: float) -> tuple[int, float]:
    """Looks at a limit that it does not pay for itself, and what all but the present one spent."""
    looks = paid_looks(state, measure, state.looks)
    return looks, _sum((spent_at(state, measure, alpha), -alpha))


def _sum(numbers: Iterable[float]) -> float:
    return max(0.0, round(math.fsum(numbers), 12))


def measures_of(view: CaseView, tree: str) -> tuple[tuple[str, str], ...]:
    """Measures that the events of a tree, or the common-cause groups they are in, are bound to."""
    below = set(view.parts_of.get(tree, ()))
    models = [event.model for event in view.case.events if event.id in below]
    models += [group.total for group in view.case.common_cause if not below.isdisjoint(group.members)]
    return tuple(dict.fromkeys((m.evidence, m.measure) for m in models if isinstance(m, FromEvidence)))


def _data(view: CaseView, tree: str) -> frozenset[str]:
    """What the bound of a tree's top event draws on: evidence items, its events, and the parameters of the case."""
    below = set(view.parts_of.get(tree, ()))
    events = {event.id for event in view.case.events if event.id in below}
    return (
        _files(view, dict(measures_of(view, tree)))
        | events
        | {parameter.id for parameter in view.case.parameters}
    )


def _files(view: CaseView, items: Iterable[str]) -> frozenset[str]:
    """Evidence items with the files that they read: another id makes no other data."""
    specs = [view.case.evidence_item[item] for item in items if item in view.case.evidence_item]
    return frozenset((*items, *(path for spec in specs for path in spec.inputs.values())))


def with_argued(
    case: Case, ledger: Ledger, result: StatusResult, evidence: Mapping[str, EvidenceState]
) -> Ledger:
    """The ledger with the claim that argues independent errors, where it stands; and the nodes that rest on it.

    What the data say against it counts: bounds on records that share a file, rows or numbers are of one group.
    """
    name = case.header.independent_errors
    claim = result.claims.get(name or "")
    if name is None or claim is None or not claim.stands:
        return ledger
    resting = frozenset(other for other in case.claim if rests_on(case, other, name))
    return replace(_joined(case, ledger, evidence), argued=name, resting=resting)


def _joined(case: Case, ledger: Ledger, evidence: Mapping[str, EvidenceState]) -> Ledger:
    """The ledger whose bounds on items that their data do not distinguish draw on the same."""
    spends = [entry for entry in ledger.statements if isinstance(entry, Spend)]
    items = sorted({name for spend in spends for name in spend.draws_on if name in case.evidence_item})
    pairs = [
        pair
        for pair in itertools.combinations(items, 2)
        if independence(case, pair, (), evidence, {}).problem
    ]

    def joined(spend: Spend) -> Spend:
        same = {f"{a} and {b}" for a, b in pairs if {a, b} & spend.draws_on}
        return replace(spend, draws_on=spend.draws_on | same)

    statements = (joined(entry) if isinstance(entry, Spend) else entry for entry in ledger.statements)
    return replace(ledger, statements=tuple(statements))


def with_budget(case: Case, result: StatusResult, ledger: Ledger) -> StatusResult:
    """The status with the case's `joint_confidence` as a further requirement of its roots, whatever else they lack.

    Claims that do not hold have no doubt and no confidence: the number would be about nothing.
    """
    reason, roots = _over_budget(case, ledger), frozenset(case.header.roots)
    claims = {
        id: _with_reason(claim, reason) if reason is not None and id in roots else claim
        for id, claim in result.claims.items()
    }
    claims = {
        id: claim if claim.status is Status.SUPPORTED else replace(claim, doubt=None)
        for id, claim in claims.items()
    }
    if reason is None:
        return replace(result, claims=claims)
    weakest = sorted((reason, *result.weakest), key=lambda leaf: -RANK[leaf.status])
    return replace(result, claims=claims, supported=False, weakest=tuple(weakest))


def _with_reason(claim: ClaimResult, reason: Reason) -> ClaimResult:
    """The claim with a further reason, which is listed unless a worse status hides it."""
    if RANK[reason.status] < RANK[claim.status]:
        return claim
    others = claim.reasons if claim.status is reason.status else ()
    reasons = (reason, *others)[:REASON_LIMIT]
    return replace(claim, status=reason.status, seen=reason.status, reasons=reasons)


def is_over_budget(case: Case, reason: Reason) -> bool:
    """Whether a reason is that the roots together are less sure than the case asks for."""
    return case.header.joint_confidence is not None and reason.message.key in _OVER_BUDGET


_OVER_BUDGET = frozenset({"reason.joint_by_value", "reason.joint_missed"})


def _over_budget(case: Case, ledger: Ledger) -> Reason | None:
    """Why the roots together are less sure than asked for."""
    wanted = case.header.joint_confidence
    if wanted is None or not case.header.roots:
        return None
    root, account = case.header.roots[0], ledger.account(case.header.roots)
    if account.by_value:
        message = sentence("joint_by_value", wanted=in_full(wanted), value=account.by_value[0])
        return Reason(root, message, Status.NOT_EVALUATED)
    if account.reaches(wanted):
        return None
    message = sentence(
        "joint_missed",
        wanted=in_full(wanted),
        n=f"{len(account.spends):,}",
        reached=level(account.confidence, 3),
    )
    return Reason(root, message, Status.CHALLENGED)
