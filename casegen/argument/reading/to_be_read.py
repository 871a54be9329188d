"""Steps of a supported argument whose sense no program checks: what an assessor has to read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from casegen.argument.acceptance import RISK_INTOLERABLE, bears, is_accepted, waivable, waiver_objection
from casegen.argument.held import HeldRequirements
from casegen.argument.leaf_status import is_assumption
from casegen.argument.reading.answers import half_answer, no_ground, unfounded
from casegen.argument.reading.circumstances import unmet
from casegen.argument.reading.data_quantities import quantities_beside
from casegen.argument.reading.data_words import (
    factor_of,
    hashes_of_data,
    names_of_entries,
    said_of_numbers,
    unread_data,
)
from casegen.argument.reading.hazard_rows import unanswered_rows
from casegen.argument.reading.header_demands import demands_of_header, header_read, texts_taken_back
from casegen.argument.reading.one_measure import counts_otherwise, of_another_thing
from casegen.argument.reading.part_names import unnamed
from casegen.argument.reading.part_numbers import to_be_added
from casegen.argument.reading.restrictions import restrictions, unspoken
from casegen.argument.reading.risk_measures import measures_against_risk
from casegen.argument.reading.step import ReadingStep
from casegen.argument.reading.tree_texts import texts_of_tree
from casegen.argument.reading.weak_texts import items_that_select, weak_reason
from casegen.argument.view import CaseView, trees_of
from casegen.model.argument import (
    AllocatedBound,
    Argument,
    Claim,
    ContextNode,
    Defeater,
    EvidenceNode,
    Requirement,
    ResidualDoubt,
    SubCase,
    TreeTarget,
)
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.quantity import MeasureKind
from casegen.model.results import ClaimResult, EvidenceState, Status
from casegen.texts.absolutes import none_in
from casegen.texts.agreement import failure_of, subject_of
from casegen.texts.counts import count_of
from casegen.texts.denials import negations
from casegen.texts.failure_definitions import without_sizes
from casegen.texts.integrity_levels import LEVELS
from casegen.texts.lasting_faults import lasting_fault
from casegen.texts.numbers import Stated, half_read, stated
from casegen.texts.occasions import OCCASION
from casegen.texts.subjects import excluded_number, same_subject
from casegen.texts.times import periods
from casegen.texts.unfinished import taken_back
from casegen.texts.units import nouns, stretches, unknown
from casegen.texts.unread import unread
from casegen.texts.weakenings import empties, weakened


def to_be_read(
    case: Case, claims: Mapping[str, ClaimResult], evidence: Mapping[str, EvidenceState]
) -> tuple[ReadingStep, ...]:
    """Steps below the supported claims, in the order of the file: words that a person has to compare.

    Every step of an argument; sub-cases that shorten their claim; sentences without a number that a requirement stands
    for, or with numbers and nouns that are not read; numbers of parts that allow more than the whole; contexts;
    conditions and exceptions; what is accepted without support; answers to objections; rules that bear on a status and
    were set aside; notes; states that trees take as given; what the header and
    the properties say; limits of the header that no claim holds; rows
    of the HAZOP table that none answers;
    evidence older than the release; what stands in the data beside what is read of them.
    """
    view = CaseView(case)
    supported = {id for id, result in claims.items() if result.status is Status.SUPPORTED}
    return (
        *_steps(view, supported),
        *_trees(view, supported),
        *measures_against_risk(view, supported),
        *_repetitions(view),
        *_silent(view, supported),
        *_bounded(view, supported),
        *(
            ReadingStep(id, "restricted", (view.case.node[id].text, said), asks=True)
            for id, said in unspoken(view, supported)
        ),
        *_accepted(view),
        *_answers(view),
        *_set_aside(view, evidence),
        *_notes(view, supported),
        *_taken_as_given(view, supported),
        *header_read(view, supported),
        *demands_of_header(view, supported),
        *texts_taken_back(view, supported),
        *items_that_select(view, supported),
        *unanswered_rows(view, supported),
        *_older(view, supported),
        *_unread(view, supported, evidence),
    )


def _steps(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    for argument in view.case.arguments:
        claim = view.case.claim.get(argument.supports)
        if claim is None or claim.id not in supported:
            continue
        below = [_text_of(view, name) for name in argument.premises if name in view.case.node]
        below = [text for text in (*below, _measured(claim)) if text]
        below += said_of_numbers(view, argument)
        own = [text for text in (argument.text,) if text]
        weak = [words for text in (*own, *_of_evidence(view, argument)) if (words := weakened(text))]
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


def _trees(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """The trees that supported claims are about: what their gates and events are called, and where numbers come from."""
    steps = {step.tree for step in view.case.arguments if step.supports in supported}
    wanted: set[str | None] = set()
    for claim in view.case.claims:
        if claim.id in supported and claim.requirement is not None:
            wanted |= {*trees_of(claim.requirement), getattr(claim.requirement.bound, "target_of", None)}
    for tree in view.case.trees:
        if tree.id in steps | wanted and (texts := texts_of_tree(view, tree.id)):
            yield ReadingStep(tree.id, "tree", texts)


def _repetitions(view: CaseView) -> Iterator[ReadingStep]:
    for sub in view.case.sub_cases:
        claim = view.case.claim.get(sub.claim)
        if claim is not None and sub.text and sub.text != claim.text:
            yield ReadingStep(sub.id, "sub-case", (sub.text, claim.text))


def _silent(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """Sentences without a number that is read, and what of the others is not read: numbers, times, what is counted."""
    for claim in view.case.claims:
        if claim.id not in supported or claim.requirement is None:
            continue
        none = none_in(claim.text)
        numbers = (*stated(claim.text), *none)
        said = [n for n in numbers if not n.condition and n.what != "confidence"]
        said = without_sizes(said, claim.text, failure_of(view.case, claim.requirement))
        partly = half_read(claim.text)
        kind = claim.requirement.kind
        if not partly and not any(_is_compared(n, kind) for n in said):
            unheld = (n.quote for n in numbers if n.condition or n in said)
            bare = _not_required(view.case, claim.requirement, (*unheld, *unread(claim.text)))
            yield ReadingStep(claim.id, "sentence", (claim.text, *bare), asks=bool(bare))
            continue
        if counted := counts_otherwise(view.case, claim):
            yield ReadingStep(claim.id, "sentence", (claim.text, counted), asks=True)
        elif other := of_another_thing(view, claim):
            yield ReadingStep(claim.id, "sentence", (claim.text, other), asks=True)
        subject = subject_of(view.case, claim.requirement)
        digits = [q for q in unread(claim.text) if not any(q in n.quote for n in none)] if said else ()
        lasting = (c.text for c in view.case.contexts if periods(c.text, nouns(claim.text)))  # Shift: 8 hours
        spans = stretches(claim.text, kind, " ".join((subject, *lasting)))
        beside = (*_other_limits(claim.text, said), *partly, *digits, *spans)
        left = dict.fromkeys((*beside, *unknown(claim.text, claim.requirement.kind, subject)))
        if left:
            rests_on = (claim.requirement.model_dump_json(),)
            texts = (claim.text, *left)
            yield ReadingStep(claim.id, "number", texts, asks=bool(beside), rests_on=rests_on)


def _is_compared(number: Stated, kind: MeasureKind) -> bool:
    """Whether a number of a sentence is held against its requirement: no share without a relation against a rate."""
    if kind is MeasureKind.SCORE or number.side or number.what in LEVELS:
        return True
    return (number.what == "rate") == (kind is MeasureKind.PER_HOUR)


def _not_required(case: Case, requirement: Requirement, quotes: Sequence[str]) -> list[str]:
    """Numbers of a sentence that are neither the limit of its requirement nor the rest of it."""
    bound = requirement.bound if isinstance(requirement.bound, float | int) else None
    tree = case.tree.get(requirement.bound.target_of) if isinstance(requirement.bound, TreeTarget) else None
    bound = tree.target.probability if tree is not None and tree.target is not None else bound
    same = () if bound is None else (bound, -bound, 1.0 - bound, 100.0 * bound, 100.0 * (1.0 - bound))
    return [q for q in quotes if not any(math.isclose(n, s, rel_tol=1e-9) for n in count_of(q) for s in same)]


_NUMERAL = (
    r"[1-9]|1\d|one|two|three|four|five|six|seven|eight|eine?[rnms]?|zwei|drei|vier|fünf|sechs|sieben|acht"
)
_PARTS_OF = compiled(
    rf"(?:{_NUMERAL})\s+(?P<of>[^\W\d]+\s+)??(?:out\s+of|of|von|aus)\s+(?:the\s+|its\s+|den\s+)?(?:{_NUMERAL})",
    re.I,
)
"""``two horns of three``: a number of parts"""
_NO_OCCASION = compiled(
    rf"(?!(?:{OCCASION}|in|at|by|on|when|if|during|while|for|under|with|and|or|bei|im|an|auf|mit|und|oder)\b)"
    r"[^\W\d]{3,}",
    re.I,
)


def _other_limits(text: str, said: Sequence[Stated]) -> list[str]:
    """Numbers beside the strictest that a sentence demands, or states: one requirement holds one number.

    A level of integrity is compared by itself, and a number of parts is no limit.
    """
    demanded = [n for n in said if n.side] or said
    if not demanded:
        return []
    first = min(demanded, key=lambda n: min(n.readings, default=1.0) * (-1 if n.side == "lower" else 1))
    others = [n for n in said if n is not first and not set(n.readings) & set(first.readings)]
    return [n.quote for n in others if not _is_no_limit(text, n)]


def _is_no_limit(text: str, number: Stated) -> bool:
    if number.side:
        return number.what in LEVELS and not number.attribute
    parts = _PARTS_OF.fullmatch(number.written)
    behind = text[number.at + len(number.quote) :].lstrip()
    return parts is not None and _NO_OCCASION.match(parts["of"] or behind) is not None


def _bounded(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """Contexts that bear on supported claims: a definition may leave nothing of what a claim says."""
    case = view.case
    users: dict[str, list[str]] = {}
    for node in (*case.claims, *case.arguments):
        claim = case.claim.get(node.supports if isinstance(node, Argument) else node.id)
        for name in node.context if claim is not None and claim.id in supported else ():
            users.setdefault(name, []).append(claim.text if claim is not None else "")
    for context in case.contexts:
        if context.id in users and not is_assumption(context):
            earlier = any(excluded_number(text, context.text) for text in users[context.id])
            weak = taken_back(context.text) or weakened(context.text) or empties(context.text)
            asks = bool(earlier or weak)
            yield ReadingStep(context.id, "context", (context.text,), asks=asks)
    for module in case.modules if supported else ():
        if texts := tuple(filter(None, (module.title, module.text))):
            yield ReadingStep(module.id, "context", texts)


def _accepted(view: CaseView) -> Iterator[ReadingStep]:
    for _, _, node in view.nodes:
        if isinstance(node, Claim | ContextNode | EvidenceNode) and is_accepted(node, view.case):
            what = "document" if isinstance(node, EvidenceNode) else "assumption"
            why = node.assumed if isinstance(node, Claim) else ""
            weak = (unfounded(node) if isinstance(node, Claim) else "") or weakened(node.text)
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
            carried = (about.text, about.response) if isinstance(about, Defeater) else ()
            texts = tuple(dict.fromkeys(filter(None, (node.text, node.reason, *carried, weak))))
            yield ReadingStep(node.id, "doubt", texts, node.accepted_by, asks=bool(weak))


def _answers(view: CaseView) -> Iterator[ReadingStep]:
    for defeater in view.case.defeaters:
        if defeater.state == "refuted":
            texts = (defeater.text, defeater.response)
            asks = bool(half_answer(view, defeater))
            yield ReadingStep(defeater.id, "answer", texts, defeater.refuted_by or "nobody", asks=asks)


def _set_aside(view: CaseView, evidence: Mapping[str, EvidenceState]) -> Iterator[ReadingStep]:
    for _, parts in waivable(view.case):
        for part in parts:
            for waiver in part.waive:
                if (bears(waiver) or waiver.rule == RISK_INTOLERABLE) and not waiver_objection(
                    waiver, part, view.case
                ):
                    signs = evidence[part.id].signs if part.id in evidence else ()
                    weak = weak_reason(waiver.reason, [sign for sign in signs if sign.name == waiver.rule])
                    texts = tuple(filter(None, (waiver.rule, waiver.reason, weak)))
                    yield ReadingStep(part.id, "waiver", texts, waiver.by, asks=bool(weak))


_ADDED = "Added on import:"
"""how a note starts that a reader of another format wrote"""
_LESSENS = compiled(
    r"\b(?:only|but|although|except|unless|however|withdrawn|revoked|superseded|expired|failed|invalid|wrong|guess(?:ed)?|draft|"
    r"unclear|nur|aber|obwohl|außer|jedoch|zurückgezogen|widerrufen|abgelaufen|fehlgeschlagen|ungültig|falsch|geraten|unklar)\b",
    re.I,
)


def _notes(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """Notes of supported claims, of their steps and of what these rest on, which may take back what they stand at.

    Who accepted a part had its note before them: there only a note that denies or limits something is asked about.
    """
    steps = {name for claim in supported for name in view.support.get(claim, ())}
    premises = {name for step in steps for name in view.support.get(step, ())}
    beside = {name for node in (*supported, *steps, *premises) for name in view.attached.get(node, ())}
    below = steps | premises | beside
    for _, _, node in view.nodes:
        if not node.note or node.id not in supported | below:
            continue
        lessens = (
            negations(node.note)
            or _LESSENS.search(node.note)
            or lasting_fault(node.note)
            or weakened(node.note)
        )
        own = node.id in supported | steps and not node.note.startswith(_ADDED)
        asks = own or bool(lessens)
        yield ReadingStep(node.id, "note", (node.text, node.note), asks=asks)


def _taken_as_given(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """House events of the trees that show supported claims: what they cut off never happens."""
    trees = {step.tree for step in view.case.arguments if step.tree and step.supports in supported}
    below = {name for tree in trees for name in view.parts_of.get(tree, ())}
    for event in view.case.house_events:
        if event.id in below:
            yield ReadingStep(event.id, "house", (event.text or event.id, "yes" if event.state else "no"))


def _older(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """Evidence of supported claims that is dated before the release, where nobody has set the rule aside."""
    released = view.case.header.released
    cited = {name for step in view.case.arguments if step.supports in supported for name in step.premises}
    for node in view.case.evidence:
        if released is None or node.date is None or node.date >= released or node.id not in cited:
            continue
        if not any(waiver.rule == "evidence-older" for waiver in node.waive):
            texts = (node.text, f"{node.date}", f"{released}")
            yield ReadingStep(node.id, "older", texts, asks=True)


def _unread(
    view: CaseView, supported: set[str], evidence: Mapping[str, EvidenceState]
) -> Iterator[ReadingStep]:
    """Data below supported claims that hold more than is read of them."""
    held = HeldRequirements(view)
    claims = {id: held.reached(id)[1] for id in supported}
    for item in view.case.evidence_items:
        above = sorted(id for id, items in claims.items() if item.id in items)
        if not above:
            continue
        if factors := [
            f"{column} ← {unit}" for column, unit in item.units.items() if factor_of(unit) is not None
        ]:
            yield ReadingStep(item.id, "factor", (*item.inputs.values(), *factors), asks=True)
        state = evidence.get(item.id)
        said = [view.case.node[id].text for id in above]
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
