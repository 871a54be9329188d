"""What a measured item says of itself, and what stands beside its number where no step cites it."""

from __future__ import annotations

from collections.abc import Iterator, Set

from casegen.argument.acceptance import waives
from casegen.argument.reading.data_words import said_of_item
from casegen.argument.reading.step import ReadingStep
from casegen.argument.reading.used_numbers import Used
from casegen.argument.view import CaseView
from casegen.model.argument import EvidenceNode
from casegen.model.case import Case
from casegen.model.evidence import EvidenceSpec
from casegen.model.fault_tree import FromEvidence
from casegen.texts.documents.out_of_force import out_of_force
from casegen.texts.documents.reported_outcomes import OPPOSITE_RULE, reports_opposite
from casegen.texts.events.failure_definitions import counted_otherwise


def opposite_of_item(item: EvidenceSpec) -> str:
    """Words by which title or text of an item say that it was not measured, or no longer stands; empty without them."""
    texts = (item.title, item.text)
    return next((words for text in texts if (words := reports_opposite(text) or out_of_force(text))), "")


def barring_words(case: Case, item: str) -> str:
    """Those of :func:`opposite_of_item` that nobody set aside, at the item or at evidence that cites it."""
    stated = case.evidence_item.get(item)
    words = opposite_of_item(stated) if stated is not None else ""
    if not words or stated is None:
        return ""
    places: tuple[EvidenceSpec | EvidenceNode, ...] = (
        stated,
        *(node for node in case.evidence if node.evidence == item),
    )
    return "" if any(waives(place, OPPOSITE_RULE, case) for place in places) else words


def items_beside_steps(view: CaseView, supported: Set[str], used: Used) -> Iterator[ReadingStep]:
    """Items that an event or an assumption is bound to, and no step below a supported claim cites.

    Also events whose records count as failure less than the event says.
    """
    case = view.case
    premises = {name for step in case.arguments if step.supports in supported for name in step.premises}
    cited = {node.evidence for node in case.evidence if node.id in premises}
    for item in case.evidence_items:
        if item.id in used.items and item.id not in cited:
            yield ReadingStep(item.id, "item", (*_bound_to(view, item.id, used), *said_of_item(item)))
    below = {part for tree in used.trees for part in view.parts_of[tree]}
    for event in case.events:
        model = event.model
        bound = event.id in below and isinstance(model, FromEvidence) and not model.complement
        measured = (
            case.evidence_item.get(model.evidence) if bound and isinstance(model, FromEvidence) else None
        )
        counted = str(measured.parameters.get("failure", "")) if measured is not None else ""
        if counted and counted_otherwise(event.text, counted, of_event=True).kind == "narrower":
            yield ReadingStep(event.id, "item", (event.text, counted), asks=True)


def _bound_to(view: CaseView, item: str, used: Used) -> Iterator[str]:
    """Texts of the events, common-cause groups and assumptions whose numbers are the item's."""
    case = view.case
    below = {part for tree in used.trees for part in view.parts_of[tree]}
    for event in case.events:
        if event.id in below and isinstance(event.model, FromEvidence) and event.model.evidence == item:
            yield event.text or event.id
    for group in case.common_cause:
        of_item = isinstance(group.total, FromEvidence) and group.total.evidence == item
        if of_item and below.intersection(group.members):
            yield group.text or group.id
    for context in case.contexts:
        wanted = context.requirement
        if wanted is not None and wanted.measure.evidence == item and context.id in used.items[item]:
            yield context.text
