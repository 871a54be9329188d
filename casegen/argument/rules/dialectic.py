"""Defeaters and residual doubts."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.acceptance import no_name
from casegen.argument.graph import cycles
from casegen.argument.reading.answers import answers_nothing, no_answer, unjudged, weak_ground
from casegen.argument.rule import Finding, error, warning
from casegen.argument.rules.citations import ASSURANCE_2
from casegen.argument.view import CaseView

FAMILY = "Defeaters and doubts"

_TARGETS = {
    "rebutting": ("claims", "sub_cases", "defeaters"),
    "undercutting": ("arguments", "defeaters"),
    "undermining": ("evidence", "contexts", "defeaters", "residual_doubts"),
}
_MEANT = {
    "rebutting": "a claim",
    "undercutting": "an argument (the step)",
    "undermining": "evidence or an assumption",
}


@error(
    "defeater-self",
    FAMILY,
    "An objection does not target itself, nor objections each other in a circle.",
    source=ASSURANCE_2,
    hint="name the node or link that the objection is against",
)
def defeater_self(view: CaseView) -> Iterator[Finding]:
    """A defeater or residual doubt aimed at itself, directly or through others."""
    graph: dict[str, list[str]] = {}
    for node in view.objections:
        graph.setdefault(node.id, []).append(node.target)
    for cycle in cycles(graph):
        path = " → ".join((*cycle, cycle[0]))
        alone = f"{view.label(cycle[0])} targets itself"
        message = alone if len(cycle) == 1 else f"objections target each other in a circle: {path}"
        yield Finding((*view.place[cycle[0]], "target"), message, cycle[0])


@error(
    "residual-doubt-record",
    FAMILY,
    "A residual doubt has an owner, a reason and an acceptance.",
    source=f"{ASSURANCE_2}; SCCG SU.11",
    hint="add the keys named; until then the doubt challenges its target",
)
def residual_doubt_record(view: CaseView) -> Iterator[Finding]:
    """Names what is missing."""
    for index, doubt in enumerate(view.case.residual_doubts):
        owner = "" if no_name(doubt.owner) else doubt.owner
        given = {"owner": owner, "reason": doubt.reason, "accepted_by": doubt.accepted_by}
        missing = ", ".join(f"`{name}`" for name, value in given.items() if not value)
        why = f" ({doubt.owner!r} {no_name(doubt.owner)})" if doubt.owner and not owner else ""
        if missing:
            message = f"residual doubt {doubt.id} lacks {missing}{why}"
            yield Finding(("residual_doubts", index), message, doubt.id)


@warning(
    "defeater-kind",
    FAMILY,
    "Rebutting is against a claim, undercutting against a step, undermining against evidence.",
    source=ASSURANCE_2,
    hint="correct the kind or the target",
)
def defeater_kind(view: CaseView) -> Iterator[Finding]:
    """The kind does not fit what is targeted.  What the objection does depends on its target alone."""
    for index, defeater in enumerate(view.case.defeaters):
        target = view.challenged_node(defeater.target)
        if target is not None and view.section(target) not in _TARGETS[defeater.kind]:
            message = (
                f"defeater {defeater.id} is {defeater.kind}, which is against {_MEANT[defeater.kind]}; "
                f"it targets {view.label(target)}"
            )
            yield Finding(("defeaters", index, "kind"), message, defeater.id)


@warning(
    "defeater-open",
    FAMILY,
    "No objection stands unanswered.",
    source=f"{ASSURANCE_2}; SCCG SU.1, SU.11, LF.7",
    hint="refute it with a response, or accept it and state the residual doubt",
)
def defeater_open(view: CaseView) -> Iterator[Finding]:
    """An open defeater challenges its target and everything above; against a defeater, it keeps that one standing."""
    for index, defeater in enumerate(view.case.defeaters):
        if defeater.state == "open":
            hurt = f"it challenges {defeater.target} and all above"
            if view.section(defeater.target) == "defeaters" and defeater.target != defeater.id:
                hurt = f"defeater {defeater.target}, whose answer it is against, stands until it is settled"
            message = f"defeater {defeater.id} is open; {hurt}"
            yield Finding(("defeaters", index), message, defeater.id)


@warning(
    "defeater-response",
    FAMILY,
    "An objection that is settled has a response that says why.",
    source=f"{ASSURANCE_2}; SCCG SU.11, RD.3",
    hint="add `response:`",
)
def defeater_response(view: CaseView) -> Iterator[Finding]:
    """Refuted or accepted without a word, or with one that says nothing (``no``, ``fine``, ``will be tested``).

    An objection that is accepted may be granted.  Refuted so, it still challenges; so does one whose response names a
    part of the case that does not stand by itself.
    """
    for index, defeater in enumerate(view.case.defeaters):
        if defeater.state == "open":
            continue
        message = ""
        conceded = defeater.state == "accepted"  # a response that concedes says what the state says
        if no_answer(defeater.response) if conceded else answers_nothing(defeater):
            how = (
                f"with {defeater.response!r}, which answers nothing"
                if defeater.response
                else "without a response"
            )
            message = f"defeater {defeater.id} is {defeater.state} {how}"
        elif defeater.state == "refuted" and (weak := weak_ground(view, defeater)):
            message = f"defeater {defeater.id} is refuted by {weak}"
        if message:
            yield Finding(("defeaters", index, "state"), message, defeater.id)


@error(
    "defeater-own",
    FAMILY,
    "Who raised an objection, or owns what it is against, is not who refutes it.",
    source=f"{ASSURANCE_2}; SCCG SU.3",
    hint="have somebody else judge the response, and name them in `refuted_by:`",
)
def defeater_own(view: CaseView) -> Iterator[Finding]:
    """``refuted_by`` names nobody, or the owner of the defeater or of its target.  Until then that is not evaluated."""
    for index, defeater in enumerate(view.case.defeaters):
        why = unjudged(view, defeater) if defeater.refuted_by else ""
        if why:
            message = f"defeater {defeater.id} is refuted {why}"
            yield Finding(("defeaters", index, "refuted_by"), message, defeater.id)


@warning(
    "defeater-unjudged",
    FAMILY,
    "Somebody has judged the response by which an objection is refuted.",
    source=f"{ASSURANCE_2}; SCCG SU.3, SU.11",
    hint="name in `refuted_by:` who judged it: neither who raised the objection nor who owns what it is against",
)
def defeater_unjudged(view: CaseView) -> Iterator[Finding]:
    """Refuted, and nobody is named who judged the response.  Until then its target is not evaluated."""
    for index, defeater in enumerate(view.case.defeaters):
        if defeater.state == "refuted" and not defeater.refuted_by:
            message = f"defeater {defeater.id} is refuted, and nobody is named who judged the response"
            yield Finding(("defeaters", index, "state"), message, defeater.id)


@warning(
    "defeater-conceded",
    FAMILY,
    "An objection that is conceded is carried as an accepted residual doubt.",
    source=ASSURANCE_2,
    hint="add a residual doubt that targets the defeater, with owner, reason and acceptance",
)
def defeater_conceded(view: CaseView) -> Iterator[Finding]:
    """A defeater accepted as right challenges its target until somebody accepts the doubt that remains."""
    carried = {doubt.target for doubt in view.case.residual_doubts}
    for index, defeater in enumerate(view.case.defeaters):
        if defeater.state == "accepted" and defeater.id not in carried:
            message = f"defeater {defeater.id} is conceded, and no residual doubt carries it"
            yield Finding(("defeaters", index, "state"), message, defeater.id)
