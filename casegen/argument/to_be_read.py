"""Steps of a supported argument whose sense no program checks: what an assessor has to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casegen.argument.acceptance import bears, is_accepted, waivable, waiver_objection
from casegen.argument.data_words import said_of_numbers, unread_data
from casegen.argument.held import Held
from casegen.argument.leaf_status import is_assumption
from casegen.argument.part_numbers import to_be_added
from casegen.argument.text_agreement import subject_of
from casegen.argument.text_matters import same_matter, sentences
from casegen.argument.text_numbers import stated
from casegen.argument.text_units import unknown
from casegen.argument.text_unread import unread
from casegen.argument.view import CaseView
from casegen.model.argument import Argument, Block, Claim, ContextNode, EvidenceNode, ResidualDoubt
from casegen.model.case import Case
from casegen.model.results import ClaimResult, EvidenceState, Status

QUESTIONS = {
    Block.DECOMPOSITION.value: "do the parts make up the whole?",
    Block.SUBSTITUTION.value: "does what holds of the one hold of the other?",
    Block.CONCRETION.value: "does the precise sentence say what the vague one means?",
    Block.CALCULATION.value: "is this the formula, with every cause in it, and numbers as their sources say?",
    Block.EVIDENCE_INCORPORATION.value: "is the result about this claim?",
    "sub-case": "does it say no more than its claim?",
    "sentence": "does the number that is required mean this sentence?",
    "number": "does the number that is required cover these words of the sentence, too?",
    "parts": "do the numbers of the parts, which allow more together, come to the number of the whole?",
    "context": "does this leave the claims that use it what they say?",
    "document": "may this document be taken, as {by} says?",
    "assumption": "may this assumption be taken, as {by} says?",
    "doubt": "may this doubt be carried, as {by} says?",
    "waiver": "may this rule be set aside, as {by} says?",
    "answer": "does this answer the objection, as {by} says?",
    "note": "does this note leave what it stands at as it is?",
    "house": "is this so in operation, as the tree takes it?",
    "older": "does this evidence, older than the release of the system, still hold for it?",
    "criterion": "does a claim of the case hold this?",
    "unread": "may this stay unread, as the method takes the data?",
}
"""by kind of what is to be read; ``{by}`` is who accepted it"""


@dataclass(frozen=True, slots=True)
class ReadingStep:
    """A part to be read, and the question that only a reader answers."""

    id: str
    kind: str
    """a key of :data:`QUESTIONS`"""
    texts: tuple[str, ...]
    """what is to be compared: conclusion first"""
    by: str = ""

    @property
    def question(self) -> str:
        """In English; documents have it in their own language."""
        return QUESTIONS[self.kind].format(by=self.by)


def to_be_read(
    case: Case, claims: Mapping[str, ClaimResult], evidence: Mapping[str, EvidenceState]
) -> tuple[ReadingStep, ...]:
    """Steps below the supported claims, in the order of the file: words that a person has to compare.

    Every step of an argument; sub-cases that shorten their claim; sentences without a number that a requirement stands
    for, or with numbers and nouns that are not read; numbers of parts that allow more than the whole; contexts;
    what is accepted without support; answers to objections; rules that bear on a status and were set aside; notes; states
    that trees take as given; numbers among the risk criteria that no claim repeats; evidence older than the release;
    what stands in the data beside what is read of them.
    """
    view = CaseView(case)
    supported = {id for id, result in claims.items() if result.status is Status.SUPPORTED}
    return (
        *_steps(view, supported),
        *_repetitions(view),
        *_silent(view, supported),
        *_bounded(view, supported),
        *_accepted(view),
        *_answers(view),
        *_set_aside(view),
        *_notes(view, supported),
        *_taken_as_given(view, supported),
        *_criteria(view, supported),
        *_older(view, supported),
        *_unread(view, supported, evidence),
    )


def _steps(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    for argument in view.case.arguments:
        claim = view.case.claim.get(argument.supports)
        if claim is None or claim.id not in supported:
            continue
        below = [view.case.node[name].text for name in argument.premises if name in view.case.node]
        below += said_of_numbers(view, argument)
        yield ReadingStep(argument.id, argument.block.value, (claim.text, *below))
        if numbers := to_be_added(view, claim, argument):
            yield ReadingStep(argument.id, "parts", numbers)


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
        said = [n for n in stated(claim.text) if not n.condition and n.what != "confidence"]
        if not said:
            yield ReadingStep(claim.id, "sentence", (claim.text,))
            continue
        beside = [n.quote for n in said if not n.side] if any(n.side for n in said) else []
        subject = subject_of(view.case, claim.requirement)
        left = dict.fromkeys(
            (*beside, *unread(claim.text), *unknown(claim.text, claim.requirement.kind, subject))
        )
        if left:
            yield ReadingStep(claim.id, "number", (claim.text, *left))


def _bounded(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """Contexts that bear on supported claims: a definition may leave nothing of what a claim says."""
    case = view.case
    users: list[Claim | Argument] = [*case.claims, *case.arguments]
    used = {c for node in users if (node.supports if isinstance(node, Argument) else node.id) in supported
            for c in node.context}  # fmt: skip
    for context in case.contexts:
        if context.id in used and not is_assumption(context):
            yield ReadingStep(context.id, "context", (context.text,))


def _accepted(view: CaseView) -> Iterator[ReadingStep]:
    for _, _, node in view.nodes:
        if isinstance(node, Claim | ContextNode | EvidenceNode) and is_accepted(node, view.case):
            what = "document" if isinstance(node, EvidenceNode) else "assumption"
            why = node.assumed if isinstance(node, Claim) else ""
            yield ReadingStep(
                node.id, what, tuple(filter(None, (node.text, why, node.note))), node.accepted_by
            )
        if isinstance(node, ResidualDoubt) and is_accepted(node, view.case):
            yield ReadingStep(node.id, "doubt", (node.text, node.reason), node.accepted_by)


def _answers(view: CaseView) -> Iterator[ReadingStep]:
    for defeater in view.case.defeaters:
        if defeater.state == "refuted":
            texts = (defeater.text, defeater.response)
            yield ReadingStep(defeater.id, "answer", texts, defeater.refuted_by or "nobody")


def _set_aside(view: CaseView) -> Iterator[ReadingStep]:
    for _, parts in waivable(view.case):
        for part in parts:
            for waiver in part.waive:
                if bears(waiver) and not waiver_objection(waiver, part, view.case):
                    yield ReadingStep(part.id, "waiver", (waiver.rule, waiver.reason), waiver.by)


_ADDED = "Added on import:"
"""how a note starts that a reader of another format wrote"""


def _notes(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """Notes of supported claims and of their steps, which may take back what they stand at."""
    users: list[Claim | Argument] = [*view.case.claims, *view.case.arguments]
    for node in users:
        shown = node.supports if isinstance(node, Argument) else node.id
        asked = isinstance(node, Claim) and is_accepted(node, view.case)
        if node.note and shown in supported and not asked and not node.note.startswith(_ADDED):
            yield ReadingStep(node.id, "note", (node.text, node.note))


def _taken_as_given(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """House events of the trees that show supported claims: what they cut off never happens."""
    trees = {step.tree for step in view.case.arguments if step.tree and step.supports in supported}
    below = {name for tree in trees for name in view.parts_of.get(tree, ())}
    for event in view.case.house_events:
        if event.id in below:
            yield ReadingStep(event.id, "house", (event.text or event.id, "yes" if event.state else "no"))


def _criteria(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """Sentences of the risk criteria with a number, of which no supported claim with a requirement speaks."""
    held = [c.text for c in view.case.claims if c.id in supported and c.requirement is not None]
    for sentence in sentences(view.case.header.risk_criteria):
        if stated(sentence) and not any(same_matter(sentence, text) for text in held):
            yield ReadingStep(view.case.header.id, "criterion", (sentence.strip(),))


def _older(view: CaseView, supported: set[str]) -> Iterator[ReadingStep]:
    """Evidence of supported claims that is dated before the release, where nobody has set the rule aside."""
    released = view.case.header.released
    cited = {name for step in view.case.arguments if step.supports in supported for name in step.premises}
    for node in view.case.evidence:
        if released is None or node.date is None or node.date >= released or node.id not in cited:
            continue
        if not any(waiver.rule == "evidence-older" for waiver in node.waive):
            yield ReadingStep(node.id, "older", (node.text, f"{node.date}", f"{released}"))


def _unread(
    view: CaseView, supported: set[str], evidence: Mapping[str, EvidenceState]
) -> Iterator[ReadingStep]:
    """Data below supported claims that hold more than is read of them."""
    held = Held(view)
    used = {item for claim in supported for item in held.reached(claim)[1]}
    for item in view.case.evidence_items:
        if item.id in used and (left := unread_data(evidence.get(item.id))):
            yield ReadingStep(item.id, "unread", left)
