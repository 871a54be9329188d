"""A step shows what it says: which number may answer for which conclusion, from which tree, in which direction."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from casegen.argument.reading.requirement_limits import limit_of, weaker
from casegen.argument.rule import Finding, Place, error, warning
from casegen.argument.rules.citations import ASSURANCE_2, CAE_BLOCKS, QUANTITIES
from casegen.argument.view import CaseView
from casegen.model.argument import (
    AllocatedBound,
    Argument,
    Block,
    Claim,
    ContextNode,
    Requirement,
    TreeTarget,
)
from casegen.model.case import Case
from casegen.model.digits import in_full
from casegen.model.expressions import compiled
from casegen.model.fault_tree import EventModel, FromEvidence
from casegen.model.quantity import PROBABILITY_KINDS, MeasureKind
from casegen.texts.events.absolutes import absolute
from casegen.texts.events.matters import same_matter, sentences
from casegen.texts.events.subjects import stems
from casegen.texts.frequencies.agreement import subject_of
from casegen.texts.frequencies.words import says_little
from casegen.texts.numbers.stated import stated
from casegen.texts.numbers.units import other_unit

FAMILY = "Steps and what they show"
_LONG_NUMBER = compiled(r"(?:[0-9][.,'’ \u00a0\u202f]?){300}[0-9.,'’ \u00a0\u202f]*")
"""a number with more digits than any that is read"""


def _holders(view: CaseView) -> Iterator[tuple[Place, str, Claim | ContextNode, Requirement]]:
    sections: tuple[tuple[str, str, tuple[Claim | ContextNode, ...]], ...] = (
        ("claims", "claim", view.case.claims),
        ("contexts", "assumption", view.case.contexts),
    )
    for section, noun, nodes in sections:
        for index, node in enumerate(nodes):
            if node.requirement is not None:
                yield (section, index, "requirement"), f"{noun} {node.id}", node, node.requirement


@error(
    "calculation-requirement",
    FAMILY,
    "A claim that a fault tree supports has a requirement on the top event of that tree.",
    source=f"{CAE_BLOCKS}; {QUANTITIES}",
    hint="add `requirement: {measure: {tree: …}, bound: {target_of: …}, kind: …}` to the claim; a tree without a "
    "requirement shows any probability",
)
def calculation_requirement(view: CaseView) -> Iterator[Finding]:
    """Held by the claim itself, or by every claim above that the step answers for."""
    for place, argument in view.arguments():
        tree = argument.tree
        if argument.block is not Block.CALCULATION or tree is None or tree not in view.case.tree:
            continue
        claim = view.case.claim.get(argument.supports)
        of_another = claim is not None and claim.requirement is not None and claim.requirement.measure.tree
        if claim is not None and not of_another and not view.held.tree(claim.id, tree):
            message = f"argument {argument.id} calculates tree {tree}, and no requirement holds its top event"
            yield Finding((*place, "tree"), message, argument.id)


@warning(
    "requirement-step",
    FAMILY,
    "The number that a requirement holds is one that the claim's own support comes to.",
    source=f"{CAE_BLOCKS}; {ASSURANCE_2}",
    hint="require the tree that the step calculates, or the item that the evidence cites; or cite what is required",
)
def requirement_step(view: CaseView) -> Iterator[Finding]:
    """A tree that no calculation below uses; an item that neither evidence nor a tree below uses.

    Until then the claim is not evaluated.
    """
    for place, claim in view.claims():
        message = view.held.astray(claim)
        if message:
            yield Finding((*place, "requirement", "measure"), message, claim.id)


@warning(
    "measured-unjudged",
    FAMILY,
    "What a measured item must show is required of it, or judged by somebody.",
    source=f"{CAE_BLOCKS}; SCCG EV.5, LF.6",
    hint="add a `requirement:` on the item to the claim, or `accepted_by:` to the evidence node, naming who judged it",
)
def measured_unjudged(view: CaseView) -> Iterator[Finding]:
    """Until then the step is not evaluated.  A claim above, or a tree that uses the item, may hold the requirement."""
    for place, argument in view.arguments():
        for item in view.held.unheld(argument):
            message = f"argument {argument.id} cites {item}: nothing says what the result must show"
            yield Finding((*place, "from"), message, argument.id)


@error(
    "target-of-other-tree",
    FAMILY,
    "A top event is compared with the target of its own tree.",
    source=QUANTITIES,
    hint="name the tree that is measured, or state the bound as a number",
)
def target_of_other_tree(view: CaseView) -> Iterator[Finding]:
    """``target_of`` another tree than the one measured."""
    for place, who, node, requirement in _holders(view):
        m, bound = requirement.measure, requirement.bound
        if m.tree is not None and isinstance(bound, TreeTarget) and bound.target_of != m.tree:
            message = f"{who} holds the top event of {m.tree} against the target of {bound.target_of}"
            yield Finding((*place, "bound"), message, node.id)


@error(
    "requirement-below-target",
    FAMILY,
    "A requirement on a top event asks for no less than the tree's target.",
    source=QUANTITIES,
    hint="use `bound: {target_of: …}` with the target's confidence, or change the target",
)
def requirement_below_target(view: CaseView) -> Iterator[Finding]:
    """A number that is looser than the target, or held with less confidence."""
    for place, who, node, requirement in _holders(view):
        tree = view.case.tree.get(requirement.measure.tree or "")
        bound = requirement.bound
        if tree is None or tree.target is None or not isinstance(bound, float | int):
            continue
        target = tree.target
        if requirement.comparison.is_upper and bound > target.probability * (1 + 1e-9):
            least = in_full(target.probability)
            message = f"{who} allows {in_full(bound)} for tree {tree.id}, more than its target of {least}"
            yield Finding((*place, "bound"), message, node.id)
        elif (target.confidence or 0.0) > (requirement.confidence or 0.0) * (1 + 1e-9):
            wanted = in_full(target.confidence or 0.0)
            message = f"{who} requires less confidence of tree {tree.id} than its target, {wanted}"
            yield Finding((*place, "confidence"), message, node.id)


@error(
    "allocated-measure",
    FAMILY,
    "An allocated bound is asked of the measure that its event is bound to.",
    source=QUANTITIES,
    hint="require the event's own evidence and measure, or allocate to the event that is bound to this measure",
)
def allocated_measure(view: CaseView) -> Iterator[Finding]:
    """The event is bound to another item or measure, or its number is typed; of a complement the requirement is from
    below.
    """
    for place, who, node, requirement in _holders(view):
        if not isinstance(requirement.bound, AllocatedBound):
            continue
        event, m = requirement.bound.allocated.event, requirement.measure
        model = _model_of(view.case, event)
        if m.tree is not None:
            message = f"{who} holds the top event of {m.tree} against what is allocated to event {event}"
            yield Finding((*place, "measure"), message, node.id)
        elif isinstance(model, FromEvidence) and (model.evidence, model.measure) == (m.evidence, m.measure):
            if requirement.comparison.is_upper == model.complement:
                side = ">=" if model.complement else "<="
                message = f"{who}: what is allocated to event {event} limits {m.measure} by {side}"
                yield Finding((*place, "comparison"), message, node.id)
        elif event in view.case.event or any(event == group.id for group in view.case.common_cause):
            message = f"{who}: {_bound_to(event, model)}, required is {m.measure} of {m.evidence}"
            yield Finding((*place, "measure"), message, node.id)


def _bound_to(event: str, model: EventModel | None) -> str:
    if isinstance(model, FromEvidence):
        return f"event {event} is bound to {model.measure} of {model.evidence}"
    return f"event {event} is bound to no measure"


def _model_of(case: Case, event: str) -> EventModel | None:
    for group in case.common_cause:
        if event == group.id or event in group.members:
            return group.total
    return case.event[event].model if event in case.event else None


@error(
    "top-event-direction",
    FAMILY,
    "A top event is limited from above.",
    source=QUANTITIES,
    hint='write `comparison: "<="`; for something desired, model its failure',
)
def top_event_direction(view: CaseView) -> Iterator[Finding]:
    """``>=`` on a fault tree would make the worse system the better supported one."""
    for place, who, node, requirement in _holders(view):
        if requirement.measure.tree is not None and not requirement.comparison.is_upper:
            message = f"{who} asks for a top event of {requirement.measure.tree} that is {requirement.comparison} a bound"
            yield Finding((*place, "comparison"), message, node.id)


@error(
    "bound-trivial",
    FAMILY,
    "A requirement can fail.",
    source=QUANTITIES,
    hint="state the bound that the claim needs",
)
def bound_trivial(view: CaseView) -> Iterator[Finding]:
    """A probability, or the p-value of a test, at most 1, or at least 0; a rate of at least 0; tests that failed, at most
    as many as there are.
    """
    for place, who, node, requirement in _holders(view):
        bound = limit_of(view.case, requirement)
        if bound is None:
            continue
        kind, upper = requirement.kind, requirement.comparison.is_upper
        within = "p_value" in (requirement.measure.measure or "")
        above = upper and (within or kind in PROBABILITY_KINDS) and bound == 1.0
        below = not upper and (within or kind is not MeasureKind.SCORE) and bound == 0.0
        if above or below:
            message = (
                f"{who}: any {'p-value' if within else kind} is {requirement.comparison} {in_full(bound)}"
            )
            yield Finding((*place, "bound"), message, node.id)


@error(
    "bound-says-little",
    FAMILY,
    "A sentence says no more than its limit.",
    source=f"{QUANTITIES}; SCCG AR.4, CL.4",
    hint="state the bound that the claim needs, or the limit's number in the text",
)
def bound_says_little(view: CaseView) -> Iterator[Finding]:
    """An upper limit above 0.5, of a rate by what an hour brings, that the text does not state, whatever its words:
    *rarely enough*, *as safe as required* are that limit.  *Reliably*, *in most cases* of what is done less often than
    not.  English and German.
    """
    for place, who, node, requirement in _holders(view):
        limit = limit_of(view.case, requirement)
        most = math.inf if requirement.kind is MeasureKind.PER_HOUR else 1.0
        if limit is None or not 0.0 < limit < most or absolute(node.text):
            continue
        problem = says_little(node.text, requirement.comparison, limit, requirement.kind)
        if problem:
            yield Finding((*place, "bound"), f"{who}: {problem}", node.id)


@error(
    "text-number",
    FAMILY,
    "The number in a sentence is no stronger than the requirement that stands for it.",
    source=f"{QUANTITIES}; SCCG AR.4, LF.6",
    hint="bring text and requirement together; the claim is what the text says",
)
def text_number(view: CaseView) -> Iterator[Finding]:
    """Percentages, ``1 of 1,000``, ``once in 10⁵ hours``, ``SIL 2``, confidence, ``never``; English and German.

    Also in a definition of the claim's own words; in the header's title and risk criteria, where their words are those
    of a claim (in other words they raise a question); of a claim without a requirement, whose concretion or
    substitution holds one of the same kind.  A number of 300 digits or more is not read, which is said of it.
    """
    for place, who, node, requirement in _holders(view):
        problem = _too_long(node.text) or weaker(view.case, node.text, requirement)
        if problem:
            yield Finding((place[0], place[1], "text"), f"{who}: {problem}", node.id)
    for place, holder in view.claims():
        for problem in _defined_otherwise(view, holder):
            yield Finding((*place, "requirement"), f"claim {holder.id}: {problem}", holder.id)
    yield from _of_header(view)
    yield from _made_precise(view)


def _too_long(text: str) -> str:
    """That a number of the text has more digits than a number that is read; empty where none has."""
    result = _LONG_NUMBER.search(text)
    count = sum(character.isdigit() for character in result[0]) if result else 0
    return (
        f"the text holds a number of {count:,} digits, which is not compared with anything" if count else ""
    )


def _made_precise(view: CaseView) -> Iterator[Finding]:
    """Numbers of claims without a requirement, which the claim that makes them precise, or stands for them, holds."""
    for place, argument in view.arguments():
        claim = view.case.claim.get(argument.supports)
        stands_for = argument.block in (Block.SUBSTITUTION, Block.CONCRETION)
        if claim is None or claim.requirement is not None or not stands_for:
            continue
        if not stated(claim.text) and not absolute(claim.text):
            continue
        for premise in argument.premises:
            below = view.repeated(premise)
            if below is None or below.requirement is None:
                continue
            problem = _too_long(claim.text) or weaker(view.case, claim.text, below.requirement)
            if "the text speaks of" in problem:
                problem = _unit_unexplained(view, claim, argument, below.requirement)
            if problem:
                message = f"claim {claim.id}, made precise by {below.id}: {problem}"
                yield Finding((*place, "from"), message, argument.id)


def _unit_unexplained(view: CaseView, claim: Claim, step: Argument, requirement: Requirement) -> str:
    """The unit that a claim's number is per (``kilometres``), where nothing ties it to the requirement's."""
    around = (*step.side_claims, *step.context, *view.contexts_above(claim.id))
    words = [view.case.node[name].text for name in around if name in view.case.node]
    unit = other_unit(claim.text, requirement.kind, " ".join((subject_of(view.case, requirement), *words)))
    asked = f"the requirement of a {requirement.kind}, and no side-claim or context speaks of {unit}"
    return f"its number is per {unit}, {asked}" if unit else ""


def _of_header(view: CaseView) -> Iterator[Finding]:
    """Title and risk criteria that ask for more than a claim on the same, and that no other such claim holds."""
    header = view.case.header
    for what, text in (("title", header.title), ("risk criteria", header.risk_criteria)):
        for sentence in sentences(text):
            if not stated(sentence):
                continue
            problems = {
                claim.id: (place, weaker(view.case, sentence, claim.requirement))
                for place, claim in view.claims()
                if claim.requirement is not None and same_matter(sentence, claim.text)
            }
            if problems and all(problem.startswith("the text says") for _, problem in problems.values()):
                claim_id, (place, problem) = next(iter(problems.items()))
                said = problem.replace(
                    "the text says", f"the {what} of the header say{'s' * (what == 'title')}", 1
                )
                yield Finding((*place, "requirement"), f"claim {claim_id}: {said}", claim_id)


_DEFINES = compiled(
    r"^\W*(?P<term>[^:=]{3,60}?)\s*(?::|=|\b(?:means|is\s+defined\s+as|denotes|bedeutet|heißt)\b)\s*(?P<is>.+)$",
    re.I | re.S,
)


def _defined_otherwise(view: CaseView, claim: Claim) -> Iterator[str]:
    """What the definitions of a claim's own words state that its requirement is weaker than (``safe: 1 of 1,000``)."""
    if claim.requirement is None or stated(claim.text):
        return
    for name in claim.context:
        node = view.case.node.get(name)
        match = _DEFINES.match(node.text) if isinstance(node, ContextNode) else None
        term = stems(match["term"]) if match else frozenset()
        if match is None or node is None or not term or not term <= stems(claim.text):
            continue
        problem = weaker(view.case, match["is"], claim.requirement)
        if problem.startswith("the text says"):
            yield f"{problem.replace('the text', f'its definition {node.id}', 1)}"
