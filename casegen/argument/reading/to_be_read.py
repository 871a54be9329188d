"""Steps of a supported argument whose sense no program checks: what an assessor has to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from casegen.argument.acceptance import is_accepted
from casegen.argument.graph import reachable
from casegen.argument.leaf_status import is_assumption
from casegen.argument.reading.answer_references import claims_over, holds_above
from casegen.argument.reading.answers import half_answer, no_ground, unfounded
from casegen.argument.reading.carried_denials import denied_by
from casegen.argument.reading.circumstances import unmet
from casegen.argument.reading.data_dates import older_read
from casegen.argument.reading.data_quantities import quantities_beside
from casegen.argument.reading.data_words import (
    factor_of,
    hashes_of_data,
    names_of_entries,
    said_of_numbers,
    unread_data,
)
from casegen.argument.reading.hazard_rows import rows_read, unanswered_rows
from casegen.argument.reading.header_demands import demands_of_header, header_read, texts_taken_back
from casegen.argument.reading.item_texts import items_beside_steps
from casegen.argument.reading.namesakes import namesakes_of_owners
from casegen.argument.reading.numbers_of_bounds import not_required
from casegen.argument.reading.one_measure import assumptions_measured, counts_otherwise, of_another_thing
from casegen.argument.reading.open_rows import open_rows
from casegen.argument.reading.other_limits import kinds_counted, other_limits
from casegen.argument.reading.part_names import unexplained, unnamed
from casegen.argument.reading.part_numbers import to_be_added
from casegen.argument.reading.rare_functions import rare_function
from casegen.argument.reading.relied_on import relied_on
from casegen.argument.reading.remarks import notes, set_aside
from casegen.argument.reading.repetitions import repetitions
from casegen.argument.reading.restrictions import restrictions, unspoken
from casegen.argument.reading.risk_measures import matrix_of_risk, measures_against_risk
from casegen.argument.reading.step import ReadingStep
from casegen.argument.reading.tree_texts import doubtful_numbers, texts_of_tree
from casegen.argument.reading.unplaced import unplaced, unplaced_above
from casegen.argument.reading.used_numbers import Used, numbers_used
from casegen.argument.reading.weak_texts import items_that_select
from casegen.argument.view import CaseView, view_of
from casegen.model.argument import (
    AllocatedBound,
    Argument,
    Claim,
    ContextNode,
    Defeater,
    EvidenceNode,
    Node,
    ResidualDoubt,
    SubCase,
)
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.quantity import MeasureKind
from casegen.model.results import ClaimResult, EvidenceState, Status
from casegen.texts.documents.out_of_force import weakened_or_gone
from casegen.texts.events.absolutes import none_in, vague_frequency
from casegen.texts.events.subjects import excluded_number, same_subject
from casegen.texts.frequencies.agreement import how_often, subject_of
from casegen.texts.frequencies.unread import unread
from casegen.texts.numbers.integrity_levels import LEVELS
from casegen.texts.numbers.stated import Stated, half_read, stated
from casegen.texts.numbers.units import nouns, unknown
from casegen.texts.reservations.weakenings import empties, unlike
from casegen.texts.times.exposure import periods
from casegen.texts.times.mission_lengths import longer_beside
from casegen.texts.times.stretches import per_other, stretches
from casegen.texts.wording.gaps import set_aside as set_aside_in


def to_be_read(
    case: Case, claims: Mapping[str, ClaimResult], evidence: Mapping[str, EvidenceState]
) -> tuple[ReadingStep, ...]:
    """Steps below the claims that are relied on, in the order of the file: words that a person has to compare.

    Every step of an argument; sub-cases that shorten their claim; sentences without a number that a requirement stands
    for, or with numbers and nouns that are not read; numbers of parts that allow more than the whole; contexts;
    conditions and exceptions; what is accepted without support; answers to objections; rules that were set aside;
    notes; states that trees take as given; what the header and
    the properties say; limits of the header that no claim holds; rows
    of the HAZOP table that none answers;
    evidence older than the release; what stands in the data beside what is read of them.
    """
    view = view_of(case)
    supported = relied_on(case, claims)
    shown = frozenset(id for id in supported if claims[id].status is Status.SUPPORTED)
    used = numbers_used(view, supported)
    return (
        *_steps(view, supported),
        *_trees(view, used),
        *items_beside_steps(view, supported, used),
        *assumptions_measured(view, used),
        *matrix_of_risk(view, supported),
        *measures_against_risk(view, supported),
        *repetitions(view),
        *_silent(view, supported),
        *unplaced_above(view, supported),
        *_bounded(view, supported),
        *(
            ReadingStep(id, "restricted", (view.case.node[id].text, said), asks=True)
            for id, said in unspoken(view, supported)
        ),
        *_accepted(view),
        *_answers(view),
        *namesakes_of_owners(view),
        *set_aside(view, supported, evidence, used),
        *notes(view, supported),
        *_taken_as_given(view, used),
        *header_read(view, supported, used),
        *demands_of_header(view, shown),
        *texts_taken_back(view, supported),
        *items_that_select(view, supported, used),
        *rows_read(view, supported),
        *unanswered_rows(view, supported),
        *open_rows(view, supported),
        *older_read(view, supported, used.items, evidence),
        *_unread(view, used, evidence),
    )


def _steps(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    for argument in view.case.arguments:
        claim = view.case.claim.get(argument.supports)
        if claim is None or claim.id not in supported:
            continue
        below = [_text_of(view, name) for name in argument.premises if name in view.case.node]
        below = [text for text in (*below, _measured(claim)) if text]
        below += said_of_numbers(view, argument)
        own = [text for text in (argument.text,) if text]
        weak = [words for text in (*own, *_of_evidence(view, argument)) if (words := weakened_or_gone(text))]
        weak += [words for text in own if (words := set_aside_in(text))]
        weak += [words for name in argument.side_claims if (words := _weak_warrant(view, name))]
        texts = (claim.text, *own, *below, *weak)
        yield ReadingStep(argument.id, argument.block.value, texts, asks=bool(weak))
        if numbers := to_be_added(view, claim, argument):
            yield ReadingStep(argument.id, "parts", numbers, asks=True)
        documents = any(
            isinstance(n := view.case.node.get(p), EvidenceNode) and n.artefact for p in argument.premises
        )
        circumstances = () if documents else unmet(view, argument)  # what documents say is read with them
        if left := tuple(dict.fromkeys((*unnamed(view, argument), *circumstances))):
            yield ReadingStep(argument.id, "unnamed", (claim.text, *left), asks=True, rests_on=tuple(below))
        if more := unexplained(view, argument):
            yield ReadingStep(
                argument.id, "unexplained", (claim.text, more), asks=True, rests_on=tuple(below)
            )


def _weak_warrant(view: CaseView, name: str) -> str:
    """Words by which a side-claim sets a cause aside, or says that two things differ.

    One that is accepted is asked about by itself.
    """
    node = view.case.node.get(name)
    if node is None or (isinstance(node, Claim) and is_accepted(node, view.case)):
        return ""
    text = _text_of(view, name)
    return set_aside_in(text) or unlike(text)


def _of_evidence(view: CaseView, argument: Argument) -> Iterator[str]:
    """Texts of the evidence that a step cites."""
    for name in argument.premises:
        node = view.case.node.get(name)
        if isinstance(node, EvidenceNode):
            yield node.text


def _text_of(view: CaseView, name: str) -> str:
    """The text of a node; of a sub-case without one, its claim's."""
    node = view.case.node[name]
    claim = view.case.claim.get(node.claim) if isinstance(node, SubCase) and not node.text else None
    return claim.text if claim is not None else node.text


def _measured(claim: Claim) -> str:
    """The measure that answers for a claim, by name: ``accuracy of EV-TESTS``."""
    if claim.requirement is None:
        return ""
    measure, bound = claim.requirement.measure, claim.requirement.bound
    measured = f"top event of {measure.tree}" if measure.tree else f"{measure.measure} of {measure.evidence}"
    if isinstance(bound, AllocatedBound):
        return f"{measured}, against what {bound.allocated.tree} leaves to {bound.allocated.event}"
    return measured


def _trees(view: CaseView, used: Used) -> Iterator[ReadingStep]:
    """The trees of supported claims: what their gates and events are called, and where numbers come from."""
    for tree in used.trees:
        if texts := texts_of_tree(view, tree):
            yield ReadingStep(tree, "tree", texts)
        if doubtful := doubtful_numbers(view, tree):
            yield ReadingStep(tree, "units", doubtful, asks=True)


def _silent(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Sentences without a number that is read, and what of the others is not read: numbers, times, what is counted."""
    for claim in view.case.claims:
        if claim.id not in supported or claim.requirement is None:
            continue
        none = none_in(claim.text)
        numbers = (*stated(claim.text), *none)
        said = [n for n in numbers if not n.condition and n.what != "confidence"]
        said = how_often(view.case, claim.requirement, claim.text, said)
        partly = half_read(claim.text)
        kind = claim.requirement.kind
        if not partly and not any(_is_compared(n, kind) for n in said):
            unheld = (n.quote for n in numbers if n.condition or n in said)
            bare = not_required(view.case, claim.requirement, claim.text, (*unheld, *unread(claim.text)))
            bare += [vague] if (vague := vague_frequency(claim.text)) else []
            if kind is MeasureKind.PER_HOUR:  # a rate says nothing of how long
                bare += [*(period.quote for period in periods(claim.text)), *per_other(claim.text)]
            bare += unplaced(view, claim, claim.text)
            yield ReadingStep(claim.id, "sentence", (claim.text, *bare), asks=bool(bare))
            continue
        if counted := counts_otherwise(view.case, claim):
            yield ReadingStep(claim.id, "sentence", (claim.text, counted), asks=True)
        elif other := of_another_thing(view, claim):
            yield ReadingStep(claim.id, "sentence", (claim.text, other), asks=True)
        elif rare := rare_function(view.case, claim.requirement.measure.tree or "", claim.text):
            yield ReadingStep(claim.id, "sentence", (claim.text, rare), asks=True)
        subject = subject_of(view.case, claim.requirement)
        digits = [q for q in unread(claim.text) if not any(q in n.quote for n in none)] if said else ()
        lasting = (c.text for c in view.case.contexts if periods(c.text, nouns(claim.text)))  # Shift: 8 hours
        spans = stretches(claim.text, kind, " ".join((subject, *lasting, _of_days(view, claim))))
        kinds = kinds_counted(view, claim, subject)
        times = unplaced(view, claim, claim.text)
        beside = (*other_limits(claim.text, said), *partly, *digits, *spans, *kinds, *times)
        left = dict.fromkeys((*beside, *unknown(claim.text, claim.requirement.kind, subject)))
        if left:
            texts, rests_on = (claim.text, *left), (claim.requirement.model_dump_json(),)
            yield ReadingStep(claim.id, "number", texts, asks=bool(beside), rests_on=rests_on)


_DAY = 24.0
"""hours"""
_SPOKEN_DAY = compiled(r"\b(?:days?|daily|tage?[ns]?|täglich)\b", re.I)


def _of_days(view: CaseView, claim: Claim) -> str:
    """A word of days, where the rest of the case speaks of them, or a mission of the claim's tree lasts one."""
    tree = view.case.tree.get(claim.requirement.measure.tree or "") if claim.requirement is not None else None
    if tree is not None and tree.mission_time == _DAY:
        return "day"
    header = view.case.header
    texts = (header.intended_use, header.environment, *(n.text for _, _, n in view.nodes if n.id != claim.id))
    return next((match[0] for text in texts if (match := _SPOKEN_DAY.search(text))), "")


def _is_compared(number: Stated, kind: MeasureKind) -> bool:
    """Whether a number of a sentence is held against its requirement: no share without a relation against a rate."""
    if kind is MeasureKind.SCORE or number.side or number.what in LEVELS:
        return True
    return (number.what == "rate") == (kind is MeasureKind.PER_HOUR)


def _bounded(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Contexts of supported claims and of what these rest on: a definition may leave nothing of what a claim says."""
    case = view.case
    users: dict[str, list[str]] = {}
    below = reachable(supported, view.support, view.attached)
    for _, _, node in view.nodes:
        for name in node.context if node.id in below else ():
            users.setdefault(name, []).append(_conclusion(case, node))
    shortest = min((tree.mission_time for tree in case.trees if tree.mission_time), default=0.0)
    for context in case.contexts:
        if context.id in users and not (is_assumption(context) and is_accepted(context, case)):
            earlier = any(excluded_number(text, context.text) for text in users[context.id])
            asks = bool(earlier or weakened_or_gone(context.text) or empties(context.text))
            asks = asks or bool(longer_beside(context.text, shortest) if shortest else "")
            yield ReadingStep(context.id, "context", (context.text,), asks=asks)
    for module in case.modules if supported else ():
        if texts := tuple(filter(None, (module.title, module.text))):
            yield ReadingStep(module.id, "context", texts)


def _conclusion(case: Case, node: Node) -> str:
    """The text of the claim that a node is, or supports; else its own."""
    claim = case.claim.get(node.supports) if isinstance(node, Argument) else None
    return node.text if claim is None else claim.text


def _accepted(view: CaseView) -> Iterator[ReadingStep]:
    for _, _, node in view.nodes:
        if isinstance(node, Claim | ContextNode | EvidenceNode) and is_accepted(node, view.case):
            what = "document" if isinstance(node, EvidenceNode) else "assumption"
            why = node.assumed if isinstance(node, Claim) else ""
            weak = (
                (unfounded(node) if isinstance(node, Claim) else "")
                or weakened_or_gone(node.text)
                or weakened_or_gone(why)
            )
            if node.id in view.side_claims:
                weak = weak or set_aside_in(node.text) or unlike(node.text)
            weak = weak or next((one.quote for one in restrictions(node.text) if one.is_exception), "")
            file = (node.artefact, node.version) if isinstance(node, EvidenceNode) else ()
            texts = tuple(dict.fromkeys(filter(None, (node.text, why, node.note, *file, weak))))
            yield ReadingStep(node.id, what, texts, node.accepted_by, asks=bool(weak))
        if isinstance(node, ResidualDoubt) and is_accepted(node, view.case):
            doubted = view.case.claim.get(node.target)
            weak = no_ground(node.reason) or (
                doubted.text if doubted and same_subject(doubted.text, node.text) else ""
            )
            about = view.case.node.get(node.target)
            weak = weak or denied_by(view, node) or holds_above(view, node.reason, claims_over(view, node))
            weak = weak or (denied_by(view, about) if isinstance(about, Defeater) else "")
            carried = (about.text, about.response) if isinstance(about, Defeater) else ()
            texts = tuple(dict.fromkeys(filter(None, (node.text, node.reason, *carried, weak))))
            yield ReadingStep(node.id, "doubt", texts, node.accepted_by, asks=bool(weak))


def _answers(view: CaseView) -> Iterator[ReadingStep]:
    for defeater in view.case.defeaters:
        if defeater.state == "refuted":
            texts = (defeater.text, defeater.response)
            asks = bool(half_answer(view, defeater))
            yield ReadingStep(defeater.id, "answer", texts, defeater.refuted_by, asks=asks)


def _taken_as_given(view: CaseView, used: Used) -> Iterator[ReadingStep]:
    """House events of the trees that show supported claims: what they cut off never happens."""
    below = {name for tree in used.trees for name in view.parts_of.get(tree, ())}
    for event in view.case.house_events:
        if event.id in below:
            yield ReadingStep(event.id, "house", (event.text or event.id, "yes" if event.state else "no"))


def _unread(view: CaseView, used: Used, evidence: Mapping[str, EvidenceState]) -> Iterator[ReadingStep]:
    """Data below supported claims that hold more than is read of them."""
    for item in view.case.evidence_items:
        if item.id not in used.items:
            continue
        if factors := [
            f"{column} ← {unit}" for column, unit in item.units.items() if factor_of(unit) is not None
        ]:
            yield ReadingStep(item.id, "factor", (*item.inputs.values(), *factors), asks=True)
        state = evidence.get(item.id)
        said = [view.case.node[id].text for id in used.items[item.id]]
        said += [text for text in item.parameters.values() if isinstance(text, str)]
        said += [item.title, item.text]
        asked = dict.fromkeys((*quantities_beside(state, said), *unread_data(state, asked=True, said=said)))
        every = unread_data(state)
        if asked:  # names and times beside what is asked about are listed, and not asked about
            yield ReadingStep(item.id, "unread", tuple(asked), asks=True, rests_on=hashes_of_data(state))
        if not asked.keys() >= set(every):
            yield ReadingStep(item.id, "unread", every, rests_on=hashes_of_data(state))
        if names := names_of_entries(state):
            yield ReadingStep(item.id, "entries", names, rests_on=hashes_of_data(state))
