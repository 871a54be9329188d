"""The argument as a program: the same statuses as :func:`casegen.argument.status.status`, for a page that runs it.

What no number can change is folded into one rank per node; what a number can change is left to be filled in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from casegen.argument import leaf_status
from casegen.argument.acceptance import is_accepted
from casegen.argument.leaf_status import Inputs
from casegen.argument.objections import objections as objections_of
from casegen.argument.status import RANK, circular_support, conceded, order, standing_against
from casegen.argument.view import CaseView
from casegen.model.argument import Argument, Claim, ContextNode, EvidenceNode, Node
from casegen.model.case import Case
from casegen.model.results import EvidenceState, Reason, Status


@dataclass(frozen=True, slots=True)
class Program:
    """Nodes in an order in which what each rests on comes first; references are positions in ``ids``.

    A node's status has the highest rank (``RANK``) among its ``ranks`` entry, the outcome of its own requirement
    (``holders``), the state of its fault tree (``trees``), the contexts that bear on it (``contexts``) and what it
    rests on (``below``).  A node of ``accepted`` that is assumed by itself, and not by what it inherits, lets what is
    above be supported.
    """

    ids: tuple[str, ...]
    ranks: tuple[int, ...]
    below: tuple[tuple[int, ...], ...]
    accepted: frozenset[int]
    holders: frozenset[int]
    trees: Mapping[int, str]
    contexts: Mapping[int, tuple[int, ...]]


def program(case: Case, evidence: Mapping[str, EvidenceState]) -> Program:
    """Compile the argument of ``case``; linear in nodes and links, as the status is."""
    view = CaseView(case)
    inputs = Inputs(evidence=evidence)
    objections = objections_of(view)
    against: dict[str, list[Reason]] = {}
    for objection in view.objections:
        target = view.challenged_node(objection.target)
        if target is not None and target not in objections:
            against.setdefault(target, []).append(objections[objection.id])
    circular = circular_support(view)
    contexts = list(dict.fromkeys(c.id for c in case.contexts if c.id not in objections))
    first = [*objections, *contexts]
    ids = list(dict.fromkeys([*first, *order(view, circular)]))
    place = {name: position for position, name in enumerate(ids)}
    ranks, accepted = [], set()
    for name in ids:
        if name in objections:
            own = [objections[name]]
        else:
            fixed, carried = (
                [*_fixed(case.node[name], view, inputs), *leaf_status.overdue(case.node[name])],
                conceded(name, view, against.get(name, ())),
            )
            if is_accepted(case.node[name], case) or (carried and not any(map(_is_assumed, fixed))):
                accepted.add(place[name])
            own = [*fixed, *standing_against(against.get(name)), *carried]
            own += [circular[name]] if name in circular else []
        ranks.append(max((RANK[reason.status] for reason in own), default=0))
    leaf = {*first, *circular}
    return Program(
        tuple(ids), tuple(ranks),
        tuple(() if name in leaf else tuple(place[i] for i in view.support[name] if i in place) for name in ids),
        frozenset(accepted),
        frozenset(place[n.id] for _, _, n in view.nodes if _measured(n)),
        {place[a.id]: a.tree for a in case.arguments if a.tree is not None and a.id in place},
        {node: cs for node, cs in _bearing(view, place).items() if ids[node] not in leaf or ids[node] in circular},
    )  # fmt: skip


def _is_assumed(reason: Reason) -> bool:
    return reason.status is Status.ASSUMED


def _measured(node: Node) -> bool:
    if isinstance(node, ContextNode) and node.state == "false":
        return False
    return isinstance(node, Claim | ContextNode) and node.requirement is not None


def _fixed(node: Node, view: CaseView, inputs: Inputs) -> list[Reason]:
    """The node's own reasons that no number of a requirement or a tree decides."""
    match node:
        case Claim():
            bare = node.altered(update={"requirement": None})
            return [*leaf_status.claim(bare, view, inputs), *leaf_status.astray(node, view)]
        case Argument():
            bare_step = node.altered(update={"tree": None})
            return [
                *leaf_status.argument(bare_step, view, inputs),
                *leaf_status.of_another_subject(node, view),
            ]
        case EvidenceNode():
            return list(leaf_status.evidence_node(node, view, inputs))
        case ContextNode():
            return [] if _measured(node) else leaf_status.context(node, view.case, inputs)
        case _:
            return list(leaf_status.sub_case(node, view))


def _bearing(view: CaseView, place: Mapping[str, int]) -> dict[int, tuple[int, ...]]:
    """Contexts that bear on each node: its own, and those of the claims and arguments above it."""
    passing = ("claims", "arguments")
    result: dict[str, dict[str, None]] = {}
    queue: deque[str] = deque()
    for _, _, node in view.nodes:
        own = [c for c in node.context if view.section(c) == "contexts"]
        if own:
            result.setdefault(node.id, {}).update(dict.fromkeys(own))
            queue.append(node.id)
    while queue:
        name = queue.popleft()
        if view.section(name) not in passing:
            continue
        for below in view.support[name]:
            if view.section(below) in passing:
                had = len(result.setdefault(below, {}))
                result[below].update(result[name])
                if len(result[below]) != had:
                    queue.append(below)
    return {place[n]: tuple(place[c] for c in cs if c in place) for n, cs in result.items() if n in place}
