"""What defeaters and residual doubts do to what they are about."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.argument.acceptance import is_accepted, no_name, objection
from casegen.argument.graph import bottom_up
from casegen.argument.leaf_status import overdue
from casegen.argument.reading.answers import answers_nothing, unjudged, weak_ground
from casegen.argument.view import CaseView
from casegen.io.sentences import because, sentence
from casegen.model.argument import Defeater, ResidualDoubt
from casegen.model.results import Reason, Status
from casegen.texts.acceptances.reasons import no_reason


def objections(view: CaseView) -> dict[str, Reason]:
    """What each defeater and residual doubt does to its target: challenges it, leaves it not evaluated, or is settled.

    An open defeater challenges.  A conceded one (``accepted``) challenges until a complete residual
    doubt on it says that what remains is tolerable.  A refuted one is settled where somebody else than its
    critic and the owner of its target judged the response, and an open doubt until then.  A residual doubt
    without owner, reason and acceptance challenges, as does one that is itself challenged.  An objection to a defeater
    is one to its answer: while it stands, so does the defeater; it never frees anything.
    """
    graph: dict[str, list[str]] = {node.id: [] for node in view.objections}
    for node in view.objections:
        if node.target in graph:
            graph[node.target].append(node.id)
    by_id: dict[str, Defeater | ResidualDoubt] = {}
    for node in view.objections:
        by_id.setdefault(node.id, node)
    order, tangled = bottom_up(graph)
    result: dict[str, Reason] = {}
    for id in (*order, *sorted(tangled)):
        above = [(by_id[i], result[i]) for i in graph[id] if i in result]
        result[id] = _objection(by_id[id], above, view)
    return result


def _objection(
    node: Defeater | ResidualDoubt, above: list[tuple[Defeater | ResidualDoubt, Reason]], view: CaseView
) -> Reason:
    case = view.case
    if late := overdue(node):
        return Reason(node.id, late[0].message, Status.CHALLENGED)
    if isinstance(node, ResidualDoubt):
        stands = all(r.status in (Status.SUPPORTED, Status.ASSUMED) for _, r in above)
        complete = not no_name(node.owner) and not no_reason(node.reason) and is_accepted(node, case)
        if complete and stands:
            message = sentence("doubt_accepted", node=node.id, by=node.accepted_by)
            return Reason(node.id, message, Status.ASSUMED)
        message = because(sentence("doubt_open", node=node.id), objection(node, case))
        return Reason(node.id, message, Status.CHALLENGED)
    answered = not answers_nothing(node)
    weak = weak_ground(view, node) if node.state == "refuted" and answered else ""
    if weak:
        return Reason(node.id, sentence("refuted_by", node=node.id, by=weak), Status.CHALLENGED)
    carried = [r for n, r in above if isinstance(n, ResidualDoubt) and r.status is Status.ASSUMED]
    settled: Reason | None = None
    if node.state == "refuted" and answered:
        settled = _refuted(node, view)
    elif node.state == "accepted" and carried:
        settled = Reason(
            node.id, sentence("conceded_with", node=node.id, doubt=carried[0].message), Status.ASSUMED
        )
    if settled is not None:
        return _reopened(node, settled, above)
    message = sentence(f"defeater_{node.state}", node=node.id, text=_short(node.text))
    return Reason(node.id, message, Status.CHALLENGED)


def _refuted(node: Defeater, view: CaseView) -> Reason:
    """An answered objection: settled once somebody else than critic and owner judged the answer."""
    why = unjudged(view, node)
    if why:
        return Reason(node.id, sentence("unjudged", node=node.id, how=why), Status.NOT_EVALUATED)
    return Reason(node.id, sentence("refuted_by", node=node.id, by=node.refuted_by), Status.SUPPORTED)


_HURTS = (Status.CHALLENGED, Status.NOT_EVALUATED, Status.ASSUMED)
"""what an objection to an answer does to it, worst first: stands, is judged by nobody, is carried as a doubt"""


def _reopened(
    node: Defeater, settled: Reason, against: Sequence[tuple[Defeater | ResidualDoubt, Reason]]
) -> Reason:
    """A settled defeater, or why it stands again: the worst of what is said against its answer."""
    for status in _HURTS:
        if settled.status is status:
            return settled
        for what, reason in against:
            small = isinstance(what, ResidualDoubt) and reason.status is Status.ASSUMED
            if reason.status is status and not small:
                message = sentence("answer_doubted", node=node.id, why=reason.message)
                return Reason(node.id, message, status)
    return settled


def _short(text: str, limit: int = 120) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
