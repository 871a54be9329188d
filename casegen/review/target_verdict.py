"""Whether what is signed off holds, as computed from the frozen case."""

from __future__ import annotations

from collections.abc import Iterable

from casegen.argument.leaf_status import Inputs, measured
from casegen.argument.outcome_text import outcome
from casegen.argument.view import CaseView
from casegen.assessment.checks.case import checked
from casegen.assessment.safety.risk_matrix import rated
from casegen.model.argument import Argument, Claim, ContextNode, Defeater, EvidenceNode, ResidualDoubt
from casegen.model.case import Case
from casegen.model.diagnostic import Severity
from casegen.model.digits import bound_and_limit
from casegen.model.plural import counted
from casegen.model.results import Assessment, Status
from casegen.model.safety_results import ReductionDecision
from casegen.review.changes import Key
from casegen.review.dependencies import DOCUMENT, Upstream
from casegen.review.journal import Journal
from casegen.review.questions import unread_of

HOLDS = "holds"
_BAD = (Severity.ERROR, Severity.INPUT)


def target_verdict(case: Case, target: str, journal: Journal) -> str:
    """:data:`HOLDS`, or why ``target`` (the case, a document section, or a part) does not hold, in words.

    Neither does what holds, while a question about it is open by the ``journal``.

    A part that has no status of its own, such as an event, holds where everything that it rests on does; a link
    where both its ends do, a module where each of its nodes does.
    """
    findings, session = checked(case)
    errors = sum(row.severity in _BAD for row in findings)
    if errors:
        return f"{counted(errors, 'rule error')}, so that nothing is assessed"
    result = session.assess()
    verdict = assessed_verdict(result, target)
    return verdict if verdict != HOLDS else unread_of(result, target, journal) or HOLDS


def parts_hold(case: Case, named: Iterable[str]) -> str:
    """Of what is named as evidence, why the first part of the case does not hold; empty where each does."""
    graph = Upstream(case)
    parts = [name for name in named if graph.find(name)]
    if not parts:
        return ""
    findings, session = checked(case)
    errors = sum(row.severity in _BAD for row in findings)
    if errors:
        return f"the case has {counted(errors, 'rule error')}, so that {parts[0]} shows nothing"
    result = session.assess()
    return next((f"{name}: {why}" for name in parts if (why := assessed_verdict(result, name)) != HOLDS), "")


def assessed_verdict(result: Assessment, target: str) -> str:
    """As :func:`target_verdict`, of an assessment that there is already."""
    case = result.case
    if target == case.header.id or target.startswith(DOCUMENT):
        return HOLDS if result.supported else _why(result)
    if target in case.header.roots and target in result.claims:
        status = result.claims[target].status
        return HOLDS if status is Status.SUPPORTED else f"{target} is {status.value}"
    if target in result.claims or target in result.nodes:
        return _node(result, target)
    view = CaseView(case)
    if link := view.link(target):
        return _first(_node(result, name) for name in link)
    if target in (module.id for module in case.modules):
        return _first(_node(result, node.id) for _, _, node in view.nodes if node.module == target)
    graph = Upstream(case)
    topped = [Key("trees", tree.id) for tree in case.trees if tree.top == target]
    return _first(_part(result, key) for key in (*topped, *graph.below(graph.find(target))))


def _first(verdicts: Iterable[str]) -> str:
    """The first reason; :data:`HOLDS` where there is none."""
    return next((verdict for verdict in verdicts if verdict != HOLDS), HOLDS)


def _node(result: Assessment, name: str) -> str:
    """A node of the argument, and what it shows: a step its claim, from its tree; evidence what is required of it."""
    node = result.case.node[name]
    own = result.claims[name] if name in result.claims else result.nodes[name]
    carried = isinstance(node, Defeater | ResidualDoubt) and own.status is Status.ASSUMED
    if not (own.stands or carried):
        return f"{name} is {own.status.value}"
    if isinstance(node, EvidenceNode) and node.evidence:
        return _required(result, evidence=node.evidence) or HOLDS
    if not isinstance(node, Argument):
        return HOLDS
    shown = result.claims.get(node.supports)
    if shown is None or not shown.stands:
        return f"{node.supports}, which {name} shows, is {shown.status.value if shown else 'missing'}"
    return _tree(result, node.tree) if node.tree is not None and node.tree in result.trees else HOLDS


def _required(result: Assessment, *, evidence: str = "", tree: str = "") -> str:
    """What is required of an evidence item, or of a tree's top event, and does not hold; empty where all of it does."""
    holders: list[Claim | ContextNode] = [*result.case.claims, *result.case.contexts]
    for holder in holders:
        m = holder.requirement.measure if holder.requirement is not None else None
        if m is not None and ((tree and m.tree == tree) or (evidence and m.evidence == evidence)):
            one = result.requirements[holder.id]
            if not one.holds:
                return outcome(one)
    return ""


def _part(result: Assessment, key: Key) -> str:
    """One part of what the target rests on."""
    if key.section == "evidence_items" and key.id in result.evidence:
        reason = measured(key.id, Inputs(evidence=result.evidence))
        return (
            _required(result, evidence=key.id) or HOLDS
            if reason.status is Status.SUPPORTED
            else reason.message
        )
    if key.section == "trees":
        return _tree(result, key.id)
    if key.section == "risk_reductions" and result.reductions is not None:
        return _first(
            f"{m.title} ({m.id}) is left out and {m.decision.value}{': ' if m.problem else ''}{m.problem}"
            for m in result.reductions.measures
            if m.id == key.id
            and m.decision in (ReductionDecision.MUST_BE_TAKEN, ReductionDecision.NOT_EVALUATED)
        )
    if key.id in result.claims or key.id in result.nodes:
        return _node(result, key.id)
    return HOLDS


def _tree(result: Assessment, name: str) -> str:
    """A fault tree: quantified and fresh, and within what is required of its top event, or within its target."""
    tree, spec = result.trees[name], result.case.tree[name]
    if tree.problem or tree.barred or tree.top is None:
        return f"fault tree {name}: {tree.problem or '; '.join(tree.barred) or 'not quantified'}"
    if tree.stale:
        return f"fault tree {name} rests on stale evidence"
    if failing := _required(result, tree=name):
        return failing
    for step in result.case.arguments:
        if step.tree == name and result.nodes[step.id].status is Status.CHALLENGED:
            return f"{step.id}, which uses fault tree {name}, is challenged"
    risks = rated(result.case, result.trees, result.requirements)
    if any(risk.tree == name and risk.intolerable and not risk.accepted for risk in risks):
        return f"the risk of fault tree {name} is intolerable"
    holders: list[Claim | ContextNode] = [*result.case.claims, *result.case.contexts]
    if any(h.requirement is not None and h.requirement.measure.tree == name for h in holders):
        return HOLDS
    judged = tree.judged or tree.top
    top = judged.value if judged.upper is None else judged.upper
    if spec.target is not None and top > spec.target.probability:
        ends = bound_and_limit(top, spec.target.probability, upper=True, digits=3)
        return f"the top event of {name} is at most {ends[0]}, its target is {ends[1]}"
    return HOLDS


def _why(result: Assessment) -> str:
    """What of the roots does not hold, and how much stands in the way."""
    roots = [
        f"{root} is {result.claims[root].status.value}"
        for root in result.case.header.roots
        if root in result.claims and result.claims[root].status is not Status.SUPPORTED
    ]
    n = len(result.weakest)
    points = f" ({counted(n, 'point prevents', 'points prevent')} support)" if n else ""
    return (", ".join(roots) or "it has no root claim") + points
