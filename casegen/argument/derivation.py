"""Why a claim has its status, line by line: each line from earlier lines and facts, by a rule that can be replayed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from casegen.argument.acceptance import is_accepted
from casegen.argument.leaf_status import Inputs, is_assumption, requirement
from casegen.argument.status import Standing, circular_support, order, propagate
from casegen.argument.view import CaseView
from casegen.model.argument import Argument, Claim, ContextNode, EvidenceNode, Node, Requirement
from casegen.model.digits import bound_and_limit
from casegen.model.results import Assessment, Status

RULES: dict[str, str] = {
    "requirement": "the number stands in the relation that the requirement names; it is fresh and not barred",
    "tree": "the tree is quantified on fresh inputs, and nothing bars its top event",
    "measured": "the result is fresh",
    "artefact": "somebody other than the owner accepted the artefact",
    "accepted": "assumed, and accepted by somebody other than the owner: what rests on it may be supported",
    "assumed": "taken without support, and nobody's acceptance counts: what rests on it is assumed at best",
    "undeveloped": "nothing supports it",
    "context": "the context is stated, or its requirement decides; false challenges, unknown is not evaluated",
    "objection": "open or conceded: challenges; refuted, and nobody else judged the response: not evaluated; "
    "refuted and judged, or carried by an accepted doubt: does not, unless an objection to it stands",
    "step": "a claim is no part of its own support; a requirement is about the claim's own support; what is cited is "
    "required or judged; a root does not rest on assumptions alone; no leaf is doubted more than believed; a computed "
    "study shows it",
    "joint": "the roots together hold with the confidence that the case asks for",
    "worst": "the status is the worst among the line's own grounds, its contexts, objections and the lines it is from",
}
"""what each rule of a derivation says; the order of statuses is that of :data:`casegen.argument.status.RANK`"""


@dataclass(frozen=True, slots=True)
class Ground:
    """One fact of a line with the rule that reads it; ``facts`` are what the rule looks at."""

    rule: str
    message: str
    status: Status
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """A node: its status, what is above sees of it (``seen``), its own grounds, and the nodes it is derived from."""

    node: str
    section: str
    status: Status
    seen: Status
    grounds: tuple[Ground, ...]
    below: tuple[str, ...]
    contexts: tuple[str, ...]
    """contexts of its own; those of the claims and arguments above it bear on it too"""
    objections: tuple[str, ...]


def derivation(assessed: Assessment, claim: str) -> tuple[Line, ...]:
    """Every node that the status of ``claim`` is derived from, each after those it rests on; the claim is last.

    Raises :class:`LookupError` where the case has no such claim.
    """
    view = CaseView(assessed.case)
    if view.section(claim) != "claims":
        raise LookupError(claim)
    inputs = Inputs(assessed.requirements, assessed.evidence, assessed.trees, assessed.judgements)
    standings = propagate(view, inputs)
    wanted = _closure(view, claim)
    ordered = [*(i for i in standings if i in wanted), *order(view, circular_support(view))]
    lines = []
    for name in dict.fromkeys(ordered):
        if name in wanted and name in standings:
            lines.append(_line(view.case.node[name], standings[name], view, assessed, inputs))
    return tuple(lines)


def _closure(view: CaseView, claim: str) -> set[str]:
    seen, stack = {claim}, [claim]
    while stack:
        name = stack.pop()
        for other in (*view.support.get(name, ()), *view.attached.get(name, ())):
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return seen


def _line(node: Node, standing: Standing, view: CaseView, assessed: Assessment, inputs: Inputs) -> Line:
    grounds = [*_facts(node, view, assessed, inputs)]
    stated = {(node.id, g.status) for g in grounds}  # the same fact in the words of the reason
    stated |= {(str(g.facts.get(k)), g.status) for g in grounds for k in ("item", "tree", "evidence")}
    more = (r for r in standing.own if (r.target, r.status) not in stated)
    grounds += [Ground(_rule(r.target, view), r.message, r.status) for r in more]
    status, seen = standing.status, standing.seen
    result = assessed.claims.get(node.id)
    if (
        result is not None and result.status is not status
    ):  # what all roots together lack, beyond what each rests on
        status, seen = result.status, result.seen or result.status
        grounds += [Ground("joint", r.message, r.status) for r in result.reasons if r.status is status]
    attached = view.attached.get(node.id, ())
    return Line(
        node.id, view.section(node.id) or "", status, seen, tuple(grounds),
        tuple(view.support.get(node.id, ())),
        tuple(i for i in attached if view.section(i) == "contexts"),
        tuple(i for i in attached if view.section(i) in ("defeaters", "residual_doubts")),
    )  # fmt: skip


def _rule(target: str, view: CaseView) -> str:
    section = view.section(target)
    if section in ("defeaters", "residual_doubts"):
        return "objection"
    return "context" if section == "contexts" else "step"


def _facts(node: Node, view: CaseView, assessed: Assessment, inputs: Inputs) -> Iterator[Ground]:
    case = view.case
    if isinstance(node, Claim | ContextNode) and node.requirement is not None:
        own = requirement(node.id, node.requirement, case, inputs)
        stale = any(reason.status is Status.STALE for reason in own)
        yield _requirement(node.id, node.requirement, assessed, stale)
    if isinstance(node, Claim) and node.id not in view.arguments_for:
        accepted = is_accepted(node, case)
        facts = {"accepted_by": node.accepted_by, "owner": node.owner}
        if node.assumed:
            by = f"accepted by {node.accepted_by}" if accepted else "accepted by nobody"
            yield Ground("accepted" if accepted else "assumed", f"assumed, {by}", Status.ASSUMED, facts)
        else:
            yield Ground("undeveloped", "nothing supports it", Status.UNDEVELOPED)
    if isinstance(node, Argument) and node.tree is not None:
        tree = assessed.trees.get(node.tree)
        bad = tree is None or bool(tree.problem or tree.barred)
        status = Status.NOT_EVALUATED if bad else Status.STALE if tree and tree.stale else Status.SUPPORTED
        barred = [] if tree is None else [x for x in (tree.problem, *tree.barred) if x]
        yield Ground("tree", f"fault tree {node.tree}", status, {"tree": node.tree, "barred": barred})
    if isinstance(node, EvidenceNode):
        yield _evidence(node, view, assessed)
    if isinstance(node, ContextNode) and node.requirement is None and is_assumption(node):
        accepted = is_accepted(node, case)
        facts = {"accepted_by": node.accepted_by, "owner": node.owner, "state": node.state}
        rule = "context" if node.state != "valid" else "accepted" if accepted else "assumed"
        status = {"valid": Status.ASSUMED, "unknown": Status.NOT_EVALUATED, "false": Status.CHALLENGED}[
            node.state
        ]
        yield Ground(
            rule, f"assumption, {node.state}, accepted by {node.accepted_by or 'nobody'}", status, facts
        )


def _evidence(node: EvidenceNode, view: CaseView, assessed: Assessment) -> Ground:
    if node.evidence is not None:
        state = assessed.evidence.get(node.evidence)
        freshness = state.freshness.value if state else "missing"
        status = {"fresh": Status.SUPPORTED, "stale": Status.STALE}.get(freshness, Status.NOT_EVALUATED)
        facts = {"item": node.evidence, "freshness": freshness}
        return Ground("measured", f"{node.evidence} is {freshness}", status, facts)
    accepted = is_accepted(node, view.case)
    facts = {"artefact": node.artefact, "accepted_by": node.accepted_by, "owner": node.owner}
    status = Status.SUPPORTED if accepted else Status.NOT_EVALUATED
    by = node.accepted_by if accepted else "nobody"
    return Ground("artefact", f"{node.artefact}, accepted by {by}", status, facts)


def _requirement(holder: str, wanted: Requirement, assessed: Assessment, stale: bool) -> Ground:
    """What the requirement says; one whose numbers are ``stale`` says neither, whatever they were."""
    result = assessed.requirements.get(holder)
    m = wanted.measure
    facts: dict[str, Any] = {
        "tree": m.tree, "evidence": m.evidence, "measure": m.measure, "comparison": wanted.comparison.value,
        "kind": wanted.kind.value, "confidence": wanted.confidence,
        "compared": result.compared if result else None, "bound": result.bound if result else None,
        "measured_confidence": result.estimate.confidence if result and result.estimate else None,
    }  # fmt: skip
    holds = result.holds if result else None
    status = Status.NOT_EVALUATED if holds is None else Status.SUPPORTED if holds else Status.CHALLENGED
    text = result.text if result else "requirement"
    verdict = {None: "not evaluated", True: "holds", False: "fails"}[holds]
    numbers = ""
    if holds is not None and result is not None and result.compared is not None and result.bound is not None:
        upper, is_bound = wanted.comparison.is_upper, not result.is_value
        ends = bound_and_limit(result.compared, result.bound, upper=upper, digits=6, is_bound=is_bound)
        numbers = f": {ends[0]} {wanted.comparison} {ends[1]}"
    why = f": {result.problem}" if result and result.problem else ""
    if stale:
        status, verdict = Status.STALE, "is not judged: it rests on stale data"
        numbers = f" (before{numbers})" if numbers else ""
    return Ground("requirement", f"{text} {verdict}{numbers}{why}", status, facts)
