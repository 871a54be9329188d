"""What each single part of an argument says by itself, before anything is propagated.

Every function returns :class:`Reason` values: one per thing that is wrong, assumed or right with the part.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from casegen.argument.acceptance import is_accepted, objection, waives
from casegen.argument.outcome_text import outcome
from casegen.argument.reading.item_texts import barring_words, opposite_of_item
from casegen.argument.reading.measures_of_data import of_data_only
from casegen.argument.reading.part_numbers import weaker_part
from casegen.argument.reading.relevance import unrelated, unrelated_tree
from casegen.argument.reading.written_bounds import uncalculated
from casegen.argument.view import CaseView
from casegen.io.sentences import because, named, sentence
from casegen.model import dates
from casegen.model.addresses import is_unresolved
from casegen.model.argument import (
    MOST_DOUBT,
    AllocatedBound,
    Argument,
    Claim,
    ContextNode,
    EvidenceNode,
    Node,
    Requirement,
    SubCase,
)
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import EvidenceState, Freshness, Reason, RequirementResult, Status, TreeResult
from casegen.model.sentence import NOTHING, Sentence, listed
from casegen.model.vital_sign import VitalSign
from casegen.texts.documents.out_of_force import out_of_force
from casegen.texts.documents.reported_outcomes import OPPOSITE_RULE, reports_opposite
from casegen.texts.wording.denials import assumes


@dataclass(frozen=True, slots=True)
class Inputs:
    """What was computed outside the argument.

    ``requirements`` is keyed by the id of the claim, or of the assumption, that holds the requirement.
    """

    requirements: Mapping[str, RequirementResult] = field(default_factory=dict)
    evidence: Mapping[str, EvidenceState] = field(default_factory=dict)
    trees: Mapping[str, TreeResult] = field(default_factory=dict)
    judgements: Mapping[str, tuple[Reason, ...]] = field(default_factory=dict)
    """what a computed study says of a claim, such as that measures left out are out of proportion"""


def measured(item: str, inputs: Inputs) -> Reason:
    """State of a measured evidence item."""
    state = inputs.evidence.get(item)
    if state is None:
        return Reason(item, sentence("no_result", item=item), Status.NOT_EVALUATED)
    why = listed(state.why)
    match state.freshness:
        case Freshness.FRESH:
            for sign in state.signs:
                if sign.fails and not sign.measures:
                    return Reason(
                        item, sentence("of_item", item=item, problem=sign.message), Status.NOT_EVALUATED
                    )
            return Reason(item, sentence("fresh", item=item), Status.SUPPORTED)
        case Freshness.STALE:
            return Reason(item, because(sentence("stale", item=item), why), Status.STALE)
        case Freshness.MISSING:
            return Reason(item, because(sentence("missing", item=item), why), Status.NOT_EVALUATED)
        case Freshness.FAILED:
            return Reason(item, because(sentence("failed", item=item), why), Status.NOT_EVALUATED)


def doubted(node: Claim | EvidenceNode) -> Iterator[Reason]:
    """A part that its own author takes to be wrong rather than right supports nothing."""
    if node.doubt is not None and node.doubt > MOST_DOUBT:
        message = sentence("doubted", part=node.id, doubt=f"{node.doubt:g}")
        yield Reason(node.id, message, Status.CHALLENGED)


def evidence_node(node: EvidenceNode, view: CaseView, inputs: Inputs) -> Iterator[Reason]:
    """What an evidence node says: its source, and the doubt stated of it."""
    yield _source(node, view, inputs)
    yield from doubted(node)
    words = contrary(node, view.case)
    if words and not set_aside(node, view.case):
        yield Reason(node.id, sentence("opposite", node=node.id, quote=repr(words)), Status.NOT_EVALUATED)


_DRAFT = compiled(
    r"(?<![^\W\d])(?:draft|entwurf|preliminary|vorläufig|tbd|wip|withdrawn|superseded|retracted|revoked|obsolete|rejected|"
    r"cancelled|invalid|void|zurückgezogen|widerrufen|ungültig|abgelehnt)(?![^\W\d])",
    re.I,
)


def contrary(node: EvidenceNode, case: Case) -> str:
    """Words by which the evidence, its document's name or its measured item report the opposite; empty without them."""
    item = case.evidence_item.get(node.evidence or "")
    texts = [node.text, node.note, *(_plain_name(part) for part in node.artefact.split("/"))]
    quote = next((words for text in texts if (words := reports_opposite(text))), "")
    quote = (
        quote
        or (opposite_of_item(item) if item is not None else "")
        or out_of_force(node.text)
        or out_of_force(node.note)
    )
    return quote or (f"version: {node.version}" if _DRAFT.search(node.version) else "")


def _plain_name(part: str) -> str:
    """``test-failed.md`` as words."""
    return re.sub(r"[._-]", " ", re.sub(r"\.\w{1,5}$", "", part))


def set_aside(node: EvidenceNode, case: Case) -> bool:
    """Whether somebody other than its owner waived that the evidence reports the opposite."""
    return waives(node, OPPOSITE_RULE, case)


def _source(node: EvidenceNode, view: CaseView, inputs: Inputs) -> Reason:
    """A measured item stands by its freshness; an artefact by whoever accepted it."""
    if node.evidence is not None:
        return measured(node.evidence, inputs)
    if not node.artefact:
        return Reason(node.id, sentence("no_source", node=node.id), Status.NOT_EVALUATED)
    if is_unresolved(node.artefact):
        message = sentence("unresolved", node=node.id, artefact=repr(node.artefact))
        return Reason(node.id, message, Status.NOT_EVALUATED)
    if not is_accepted(node, view.case):
        message = because(sentence("artefact_open", node=node.id), objection(node, view.case))
        return Reason(node.id, message, Status.NOT_EVALUATED)
    return Reason(node.id, sentence("artefact", node=node.id, by=node.accepted_by), Status.SUPPORTED)


def sub_case(node: Node, view: CaseView) -> list[Reason]:
    """A sub-case that repeats nothing; nothing of any other node."""
    if not isinstance(node, SubCase) or node.claim in view.place:
        return []
    message = sentence("repeats_nothing", node=node.id, claim=node.claim)
    return [Reason(node.id, message, Status.NOT_EVALUATED)]


def tree(name: str, case: Case, inputs: Inputs) -> Iterator[Reason]:
    """What stands against using a tree's result; nothing when it is quantified and fresh."""
    result = inputs.trees.get(name)
    if result is None:
        yield Reason(name, sentence("not_quantified", tree=name), Status.NOT_EVALUATED)
        return
    if result.stale:
        items = [
            event.model.evidence
            for event in (case.event.get(id) for id, state in result.events.items() if state.stale)
            if event is not None and isinstance(event.model, FromEvidence)
        ]
        stale = [measured(item, inputs) for item in dict.fromkeys(items)]
        value = [reason for reason in stale if reason.status is Status.STALE]
        yield from value or [Reason(name, sentence("stale_tree", tree=name), Status.STALE)]
    for problem in (result.problem, *result.barred):
        if problem:
            yield Reason(name, sentence("of_tree", tree=name, problem=problem), Status.NOT_EVALUATED)
    for event in result.unsourced:
        message = sentence("unsourced", tree=name, event=event)
        yield Reason(event, message, Status.ASSUMED)


def requirement(holder: str, wanted: Requirement, case: Case, inputs: Inputs) -> Iterator[Reason]:
    """Whether the requirement held by ``holder`` is met; a number that is stale says neither."""
    sources: list[Reason] = []
    if wanted.measure.evidence is not None:
        sources.append(measured(wanted.measure.evidence, inputs))
    for name in (wanted.measure.tree, _allocating_tree(wanted)):
        if name is not None:
            sources.extend(tree(name, case, inputs))
    stale = [reason for reason in sources if reason.status is Status.STALE]
    if stale:
        yield from stale
        return
    result = inputs.requirements.get(holder)
    absent = [reason for reason in sources if reason.status is Status.NOT_EVALUATED]
    if absent and (result is None or result.holds is not False):
        yield from absent  # why there is no number says more than that there is none
    elif result is None:
        yield Reason(holder, sentence("not_evaluated", holder=holder), Status.NOT_EVALUATED)
    elif result.holds is None:
        yield Reason(holder, outcome(result), Status.NOT_EVALUATED)
    else:
        yield Reason(holder, outcome(result), Status.SUPPORTED if result.holds else Status.CHALLENGED)
        if result.holds:
            yield from (reason for reason in sources if reason.status is Status.ASSUMED)
            yield from doubts(holder, result.signs)


def doubts(holder: str, signs: Iterable[VitalSign]) -> Iterator[Reason]:
    """Suspicious signs of the data: taken where a person set them aside, else nobody may rely on the number yet."""
    for sign in signs:
        if sign.fails:
            continue
        where = sentence("sign", item=sign.evidence, sign=sign.name, message=sign.message)
        if sign.waived_by:
            message = sentence("set_aside", sign=where, by=sign.waived_by, reason=sign.reason)
            yield Reason(holder, message, Status.SUPPORTED)
        else:
            yield Reason(holder, sentence("suspicious", sign=where), Status.ASSUMED, of_data=True)


def _allocating_tree(wanted: Requirement) -> str | None:
    return wanted.bound.allocated.tree if isinstance(wanted.bound, AllocatedBound) else None


def claim(node: Claim, view: CaseView, inputs: Inputs) -> Iterator[Reason]:
    """The claim's own standing: requirement, assumed, undeveloped, unsupported."""
    if node.requirement is not None:
        yield from requirement(node.id, node.requirement, view.case, inputs)
        yield from astray(node, view)
    if measure := of_data_only(node):
        message = sentence("of_data_only", claim=node.id, measure=measure)
        yield Reason(node.id, message, Status.NOT_EVALUATED)
    quote = uncalculated(view, node)
    said = sentence("uncalculated", claim=node.id, quote=repr(quote)) if quote else NOTHING
    if message := said or weaker_part(view, node):
        yield Reason(node.id, message, Status.NOT_EVALUATED)
    yield from inputs.judgements.get(node.id, ())
    if node.id in view.roots and view.held.is_assumed_alone(node.id):
        message = sentence("assumptions_alone", claim=node.id)
        yield Reason(node.id, message, Status.ASSUMED)
    yield from doubted(node)
    if node.id in view.arguments_for:
        return
    if node.assumed:
        yield Reason(node.id, _by_whom(sentence("assumed", claim=node.id), node, view.case), Status.ASSUMED)
    else:
        yield Reason(node.id, sentence("no_argument", text=node.text), Status.UNDEVELOPED)


def _by_whom(what: Sentence, node: Claim | ContextNode, case: Case) -> Sentence:
    if is_accepted(node, case):
        return sentence("accepted", what=what, by=node.accepted_by)
    return because(sentence("accepted_by_nobody", what=what), objection(node, case))


def astray(node: Claim, view: CaseView) -> Iterator[Reason]:
    """A requirement on a number that the claim's own support does not come to says nothing of the claim."""
    message = view.held.astray(node)
    if message:
        yield Reason(node.id, message, Status.NOT_EVALUATED)


def argument(node: Argument, view: CaseView, inputs: Inputs) -> Iterator[Reason]:
    """The step by itself: its premises exist, and its tree can be used."""
    if not node.premises:
        message = sentence("no_premise", step=node.id)
        yield Reason(node.id, message, Status.UNDEVELOPED)
    for name in (*node.premises, *node.side_claims):
        if name not in view.place:
            message = sentence("no_such_premise", step=node.id, premise=name)
            yield Reason(node.id, message, Status.NOT_EVALUATED)
    for item in view.held.unheld(node):
        message = sentence("unheld", step=node.id, item=item)
        yield Reason(node.id, message, Status.NOT_EVALUATED)
    for _, name in unrelated(view, node):
        message = sentence("unrelated", step=node.id, part=view.label(name), claim=node.supports)
        yield Reason(node.id, message, Status.NOT_EVALUATED)
    yield from of_another_subject(node, view)
    if node.tree is not None:
        yield from tree(node.tree, view.case, inputs)


def of_another_subject(node: Argument, view: CaseView) -> Iterator[Reason]:
    """A calculation whose tree speaks of nothing that the claim speaks of."""
    if other := unrelated_tree(view, node):
        part = named("fault tree", other)
        message = sentence("unrelated", step=node.id, part=part, claim=node.supports)
        yield Reason(node.id, message, Status.NOT_EVALUATED)


def today() -> datetime.date:
    """The date that a review must not have passed."""
    return dates.today()


def overdue(node: Node) -> list[Reason]:
    """The node is stale once the date of its next review has passed."""
    if node.review_by is None or node.review_by >= today():
        return []
    return [Reason(node.id, sentence("overdue", node=node.id, day=node.review_by.isoformat()), Status.STALE)]


def is_assumption(node: ContextNode) -> bool:
    """Whether a context is one, by its kind or by its words: then somebody answers for it."""
    return node.kind == "assumption" or bool(assumes(node.text))


def _opposite(wanted: Requirement, case: Case) -> Iterator[Reason]:
    """An item that no evidence node need cite, and that says of itself that it was not measured."""
    item = wanted.measure.evidence or ""
    if words := barring_words(case, item):
        yield Reason(item, sentence("opposite", node=item, quote=repr(words)), Status.NOT_EVALUATED)


def context(node: ContextNode, case: Case, inputs: Inputs) -> list[Reason]:
    """Whether a context may be relied on; a valid assumption that nothing measures stays an assumption."""
    part = named(node.kind, node.id)
    if node.state == "false":
        return [Reason(node.id, sentence("is_false", part=part), Status.CHALLENGED)]
    if node.requirement is not None:
        return [*_opposite(node.requirement, case), *requirement(node.id, node.requirement, case, inputs)]
    if node.state == "unknown":
        return [Reason(node.id, sentence("unknown", part=part), Status.NOT_EVALUATED)]
    if is_assumption(node):
        message = _by_whom(sentence("taken_as_valid", part=part), node, case)
        return [Reason(node.id, message, Status.ASSUMED)]
    return []
