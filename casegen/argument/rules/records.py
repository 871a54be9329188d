"""What a record counts as failure, beside the claims and events that rest on its number."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.rule import Finding, error
from casegen.argument.rules.citations import QUANTITIES
from casegen.argument.view import CaseView
from casegen.model.fault_tree import FromEvidence
from casegen.texts.events.failure_definitions import Difference, counted_otherwise
from casegen.texts.frequencies.agreement import failure_of

FAMILY = "Steps and what they show"


@error(
    "failure-counted-otherwise",
    FAMILY,
    "A record counts as failure no less than the claim, or the event, that rests on its number.",
    source=f"{QUANTITIES}; SCCG EV.5, LF.6",
    hint="count anew by what the claim says, or claim what the record counts",
)
def failure_counted_otherwise(view: CaseView) -> Iterator[Finding]:
    """``Does not start within 2 s`` on a record of *no start within 60 s*, or of starts.

    Amounts are compared with their units and by the side on which the failure lies; words where one text denies what the
    other says, or names the other side (*left*, *right*).  What cannot be compared is a question: words that
    the claim has not, and a size, a count, *all*, *both* or the name of another part (*P-102*) that the record states and
    the claim does not, since it may leave out some of what the claim counts.
    """
    case = view.case
    for place, claim in view.claims():
        counted = failure_of(case, claim.requirement) if claim.requirement is not None else ""
        if problem := _problem(counted_otherwise(claim.text, counted), counted):
            yield Finding((*place, "requirement", "measure"), f"claim {claim.id}: {problem}", claim.id)
    for index, context in enumerate(case.contexts):
        counted = failure_of(case, context.requirement) if context.requirement is not None else ""
        if problem := _problem(counted_otherwise(context.text, counted), counted):
            place = ("contexts", index, "requirement", "measure")
            yield Finding(place, f"{context.kind} {context.id}: {problem}", context.id)
    for index, event in enumerate(case.events):
        model = event.model
        item = case.evidence_item.get(model.evidence) if isinstance(model, FromEvidence) else None
        if item is None or (isinstance(model, FromEvidence) and model.complement):
            continue
        counted = str(item.parameters.get("failure", ""))
        if problem := _problem(counted_otherwise(event.text, counted, of_event=True), counted):
            yield Finding(("events", index, "model"), f"event {event.id}: {problem}", event.id)


def _problem(difference: Difference, counted: str) -> str:
    if not counted:
        return ""
    if difference.kind == "looser":
        return f"its record counts as failure only what is beyond {difference.words}"
    if difference.kind == "contrary":
        return f"its record counts the contrary as failure: {difference.words!r}"
    return ""
