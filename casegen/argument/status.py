"""Status of every node: the worst of what it rests on, with the shortest set of leaves that explains it.

The order, worst first: challenged, stale, not evaluated, undeveloped, assumed, supported.  A node has the
worst status among its own reasons and those of everything it rests on; nothing is averaged.  An assumed
claim that somebody accepted lets the claim above be supported, and is listed among that claim's reasons;
one that nobody accepted keeps everything above at `assumed`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casegen.argument import leaf_status
from casegen.argument.acceptance import is_accepted
from casegen.argument.confidence import confidence
from casegen.argument.graph import bottom_up, strongly_connected_components
from casegen.argument.leaf_status import Inputs
from casegen.argument.objections import objections as objections_of
from casegen.argument.view import CaseView, view_of
from casegen.io.sentences import sentence
from casegen.model.argument import Argument, Claim, EvidenceNode, Node
from casegen.model.case import Case
from casegen.model.results import (
    ClaimResult,
    EvidenceState,
    NodeResult,
    Reason,
    RequirementResult,
    Status,
    TreeResult,
)

RANK: dict[Status, int] = {
    Status.SUPPORTED: 0,
    Status.ASSUMED: 1,
    Status.UNDEVELOPED: 2,
    Status.NOT_EVALUATED: 3,
    Status.STALE: 4,
    Status.CHALLENGED: 5,
}
"""The precedence: a node has the status of the highest rank among its reasons."""

REASON_LIMIT = 8
"""a claim lists at most so many leaves; ``weakest`` of the case lists all of them"""


@dataclass(frozen=True, slots=True)
class StatusResult:
    """Status of every node.  ``supported``: there is a root, and every root claim is supported."""

    claims: Mapping[str, ClaimResult]
    nodes: Mapping[str, NodeResult]
    supported: bool
    weakest: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A node while statuses are propagated.

    ``seen`` is the status that whatever rests on the node sees: `supported` for an assumption that was
    accepted.  ``own`` are the node's own reasons, ``open`` those of them that no acceptance covers, each of which keeps
    ``seen`` from being `supported`, ``explains`` the leaves behind ``seen``, ``taken`` the assumptions and residual
    doubts it rests on.
    """

    status: Status
    seen: Status
    own: tuple[Reason, ...]
    open: tuple[Reason, ...]
    explains: tuple[Reason, ...]
    taken: tuple[Reason, ...]

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What is shown: assumptions first where the node is supported."""
        if self.seen is Status.SUPPORTED:
            return _join((self.taken, self.explains))
        return self.explains


def status(
    case: Case,
    requirements: Mapping[str, RequirementResult],
    evidence: Mapping[str, EvidenceState],
    trees: Mapping[str, TreeResult],
    judgements: Mapping[str, tuple[Reason, ...]] | None = None,
) -> StatusResult:
    """Status of every claim and node of ``case``, from what was evaluated and measured.

    ``requirements`` is keyed by the id of the claim or assumption that holds the requirement;
    ``evidence`` and ``trees`` by item and tree id; ``judgements`` are further reasons of claims.
     Whatever is absent there counts as not evaluated.
    Never raises on a malformed argument: a claim in its own support is challenged, a dangling reference
    not evaluated.  Linear in nodes and links, without recursion.
    """
    view = view_of(case)
    inputs = Inputs(requirements, evidence, trees, judgements or {})
    standings = propagate(view, inputs)
    doubts = _doubts(view)
    claims = {
        id: ClaimResult(
            id,
            standings[id].status,
            standings[id].reasons,
            requirements.get(id),
            doubts.get(id),
            standings[id].seen,
        )
        for id in case.claim
        if view.section(id) == "claims"
    }
    nodes = {
        id: NodeResult(id, standing.status, standing.reasons, standing.seen)
        for id, standing in standings.items()
        if id not in claims
    }
    roots = case.header.roots
    supported = bool(roots) and all(
        root in claims and claims[root].status is Status.SUPPORTED for root in roots
    )
    return StatusResult(claims, nodes, supported, weakest(view, standings))


def _doubts(view: CaseView) -> dict[str, float | None]:
    """Doubt of each claim under unknown dependence; empty where nobody states any, or support is circular."""
    if not any(getattr(node, "doubt", None) is not None for _, _, node in view.nodes):
        return {}
    try:
        return {id: result.doubt for id, result in confidence(view.case).items()}
    except ValueError:
        return {}


def propagate(view: CaseView, inputs: Inputs) -> dict[str, Standing]:
    """Standing of every node, objections and contexts included."""
    objections = objections_of(view)
    standings = {id: _settle((reason,), covered=(reason,)) for id, reason in objections.items()}
    against: dict[str, list[Reason]] = {}
    for objection in view.objections:
        target = view.challenged_node(objection.target)
        if target is not None and target not in objections:
            against.setdefault(target, []).append(objections[objection.id])
    for context in view.case.contexts:
        if context.id not in standings:
            own = [*leaf_status.context(context, view.case, inputs), *leaf_status.overdue(context)]
            own += standing_against(against.get(context.id))
            standings[context.id] = _settle(own, covered=covered(context, own, (), view))
    inherited = _inherited(view, standings)
    circular = circular_support(view)
    for id in order(view, circular):
        if id in standings:
            continue
        node = view.case.node[id]
        own = [*_own(node, view, inputs), *leaf_status.overdue(node), *standing_against(against.get(id))]
        carried = conceded(id, view, against.get(id, ()))
        own += [*inherited.get(id, ()), *carried]
        below = [] if id in circular else [standings[i] for i in view.support[id] if i in standings]
        if id in circular:
            own.append(circular[id])
        attached = [standings[c].taken for c in node.context if view.section(c) == "contexts"]
        doubts = [r for r in against.get(id, ()) if r.status is Status.ASSUMED]
        standings[id] = _settle(own, below, _join((doubts, *attached)), covered(node, own, carried, view))
    return standings


def _settle(
    own: Sequence[Reason],
    below: Sequence[Standing] = (),
    taken: Sequence[Reason] = (),
    covered: Sequence[Reason] = (),
) -> Standing:
    """Worst of the node's own reasons and of what it rests on.

    ``covered`` are the own reasons that somebody accepted (:func:`covered`): where they are all that is assumed, what
    is above sees `supported`.
    """
    worst = max(
        (*(r.status for r in own), *(standing.seen for standing in below)),
        key=RANK.__getitem__,
        default=Status.SUPPORTED,
    )
    assumed = [r for r in own if r.status is Status.ASSUMED]
    uncovered = [r for r in assumed if r not in covered]
    settled = not uncovered and all(standing.seen is not Status.ASSUMED for standing in below)
    seen = Status.SUPPORTED if worst is Status.ASSUMED and settled else worst
    explains = _join(
        (
            [r for r in own if r.status is seen],
            *(standing.explains for standing in below if standing.seen is seen),
        )
    )
    all_taken = _join((assumed, taken, *(standing.taken for standing in below)))
    standing_open = tuple(r for r in own if RANK[r.status] > RANK[Status.ASSUMED] or r in uncovered)
    return Standing(worst, seen, tuple(own), standing_open, explains, all_taken)


def _join(groups: Iterable[Iterable[Reason]]) -> tuple[Reason, ...]:
    """The first distinct reasons of all groups, at most :data:`REASON_LIMIT`."""
    result: dict[tuple[str, str], Reason] = {}
    for group in groups:
        for reason in group:
            if len(result) >= REASON_LIMIT:
                return tuple(result.values())
            result.setdefault((reason.target, reason.message), reason)
    return tuple(result.values())


def standing_against(reasons: Iterable[Reason] | None) -> list[Reason]:
    """Of the objections against a node, those that challenge it, or whose answer nobody judged."""
    return [r for r in reasons or () if r.status in (Status.CHALLENGED, Status.NOT_EVALUATED)]


def conceded(id: str, view: CaseView, objections: Iterable[Reason]) -> list[Reason]:
    """A claim, or a sub-case, against which an objection is conceded is taken, not shown, whoever accepted the doubt
    that remains; whatever kind the objection is called."""
    conceding = {defeater.id for defeater in view.case.defeaters}
    return [
        Reason(id, sentence("conceded", part=view.label(id), why=r.message), Status.ASSUMED)
        for r in objections
        if r.target in conceding
        and r.status is Status.ASSUMED
        and view.section(id) in ("claims", "sub_cases")
    ]


def covered(node: Node, own: Iterable[Reason], carried: Iterable[Reason], view: CaseView) -> list[Reason]:
    """What is assumed of ``node``, and accepted.

    Acceptance of the node covers what the node itself assumes, and nothing that it inherits, nor doubts about the data
    that its requirement rests on.  The accepted residual doubt of a conceded objection (``carried``) covers that
    concession alone: never what nobody accepted of the node.
    """
    result = list(carried)
    if is_accepted(node, view.case):
        result += [r for r in own if r.status is Status.ASSUMED and r.target == node.id and not r.of_data]
    return result


def _own(node: Node, view: CaseView, inputs: Inputs) -> Iterable[Reason]:
    if isinstance(node, Claim):
        return leaf_status.claim(node, view, inputs)
    if isinstance(node, Argument):
        return leaf_status.argument(node, view, inputs)
    if isinstance(node, EvidenceNode):
        return leaf_status.evidence_node(node, view, inputs)
    return leaf_status.sub_case(node, view)


def _inherited(view: CaseView, standings: Mapping[str, Standing]) -> dict[str, tuple[Reason, ...]]:
    """Reasons against each claim and argument from contexts of its own and of the claims above."""
    result: dict[str, tuple[Reason, ...]] = {}
    queue: deque[str] = deque()
    for _, _, node in view.nodes:
        bad = _join(standings[c].open for c in node.context if c in standings)
        if bad:
            result[node.id] = _join((result.get(node.id, ()), bad))
            queue.append(node.id)
    while queue:
        id = queue.popleft()
        for below in view.heirs(id):
            joined = _join((result.get(below, ()), result[id]))
            if joined != result.get(below):
                result[below] = joined
                queue.append(below)
    return result


def circular_support(view: CaseView) -> dict[str, Reason]:
    """A reason for every node that takes part in its own support."""
    result: dict[str, Reason] = {}
    for component in strongly_connected_components(view.support):
        for id in component:
            result[id] = Reason(id, sentence("own_support", part=view.label(id)), Status.CHALLENGED)
    for cycle in view.circles() if result else ():
        reason = Reason(
            cycle[0], sentence("circular", circle=" → ".join((*cycle, cycle[0]))), Status.CHALLENGED
        )
        result.update(dict.fromkeys(cycle, reason))
    return result


def order(view: CaseView, circular: Mapping[str, Reason]) -> list[str]:
    """Nodes so that what each rests on comes first; circular nodes before those above them."""
    result, left = bottom_up(view.support)
    if left:
        above = left.difference(circular)
        result.extend(circular)
        result.extend(bottom_up({id: view.support[id] for id in view.support if id in above})[0])
    return result


def weakest(view: CaseView, standings: Mapping[str, Standing]) -> tuple[Reason, ...]:
    """Every leaf that stands between the roots and `supported`: the most severe first, then the nearest."""
    result: dict[tuple[str, str], tuple[int, Reason]] = {}
    roots = [r for r in view.case.header.roots if r in standings]
    distance = dict.fromkeys(roots, 0)
    queue = deque(distance)
    while queue:
        id = queue.popleft()
        standing = standings[id]
        against = (
            (r for r in standing.own if r.status is not Status.SUPPORTED)
            if id in view.roots
            else standing.open
        )
        for reason in against:
            result.setdefault((reason.target, reason.message), (distance[id], reason))
        for below in view.support.get(id, ()):
            if below not in distance and standings[below].seen is not Status.SUPPORTED:
                distance[below] = distance[id] + 1
                queue.append(below)
    ordered = sorted(result.values(), key=lambda entry: (-RANK[entry[1].status], entry[0]))
    return tuple(reason for _, reason in ordered)
