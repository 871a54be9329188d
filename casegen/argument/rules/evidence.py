"""Evidence: a leaf, from one source, under control, judged by somebody."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.acceptance import no_name
from casegen.argument.held import items_of_tree
from casegen.argument.leaf_status import contrary, overdue
from casegen.argument.reading.item_texts import opposite_of_item
from casegen.argument.rule import Finding, Place, error, warning
from casegen.argument.rules.citations import CAE, CAE_BLOCKS
from casegen.argument.view import CaseView
from casegen.model.argument import EvidenceNode
from casegen.texts.documents.reported_outcomes import OPPOSITE_RULE

FAMILY = "Evidence"


def _evidence(view: CaseView) -> Iterator[tuple[Place, EvidenceNode]]:
    for index, item in enumerate(view.case.evidence):
        yield ("evidence", index), item


@error(
    "evidence-leaf",
    FAMILY,
    "Nothing stands below evidence.",
    source=CAE_BLOCKS,
    hint="support the claim above the evidence, or state what is said of the evidence as a side-claim",
)
def evidence_leaf(view: CaseView) -> Iterator[Finding]:
    """An argument that supports an evidence node."""
    for place, argument in view.arguments():
        if view.section(argument.supports) == "evidence":
            message = f"argument {argument.id} supports evidence {argument.supports}; evidence is a leaf"
            yield Finding((*place, "supports"), message, argument.id)


@error(
    "evidence-source",
    FAMILY,
    "Evidence is either a measured item of the case or an artefact.",
    source=f"{CAE}; SCCG EV.2, EV.9",
    hint="add `evidence: ID` of a measured item, or `artefact:` with the place of the document",
)
def evidence_source(view: CaseView) -> Iterator[Finding]:
    """Neither, or both."""
    for place, item in _evidence(view):
        if not item.evidence and not item.artefact:
            yield Finding(place, f"evidence {item.id} names neither a measured item nor an artefact", item.id)
        elif item.evidence and item.artefact:
            message = f"evidence {item.id} names the measured item {item.evidence} and an artefact"
            hint = "make it two evidence nodes"
            yield Finding((*place, "artefact"), message, item.id, hint)


@warning(
    "evidence-controlled",
    FAMILY,
    "Evidence has an owner; an artefact has its hash, version and date too.",
    source="SCCG EV.7",
    hint="add the keys named",
)
def evidence_controlled(view: CaseView) -> Iterator[Finding]:
    """For a measured item the store keeps hash, date and code version, so the owner is left to state."""
    for place, item in _evidence(view):
        missing = ["owner"] if no_name(item.owner) else []
        if item.evidence:
            spec = view.case.evidence_item.get(item.evidence)
            if spec is None or not no_name(spec.owner):
                missing = []
        elif item.artefact:
            given = {"sha256": item.sha256, "version": item.version, "date": item.date}
            missing += [name for name, value in given.items() if not value]
        else:
            missing = []
        if missing:
            keys = ", ".join(f"`{name}`" for name in missing)
            stated = (
                f" ({item.owner!r} {no_name(item.owner)})" if item.owner and missing[0] == "owner" else ""
            )
            yield Finding(place, f"evidence {item.id} lacks {keys}{stated}", item.id)


@warning(
    "artefact-unjudged",
    FAMILY,
    "Somebody has judged an artefact sufficient for its claim.",
    source="SCCG EV.5",
    hint="add `accepted_by:` with the name of who judged it",
)
def artefact_unjudged(view: CaseView) -> Iterator[Finding]:
    """Until then the claim above is not evaluated."""
    for place, item in _evidence(view):
        if item.artefact and not item.evidence and not item.accepted_by:
            yield Finding(place, f"evidence {item.id}: nobody has accepted the artefact", item.id)


@warning(
    OPPOSITE_RULE,
    FAMILY,
    "Evidence does not say of itself that what it is to show was not done, or not met.",
    source="SCCG EV.5",
    hint="cite what shows the claim; or have somebody else than its owner read the document and waive this with a reason",
)
def evidence_opposite(view: CaseView) -> Iterator[Finding]:
    """``Failed test``, ``the test was not passed``, ``tests not run yet``; in text, note, file name or measured item.

    Until then the evidence, or what an item without evidence node is bound to, is not evaluated.
    """
    for place, item in _evidence(view):
        words = contrary(item, view.case)
        if words:
            yield Finding((*place, "text"), f"evidence {item.id} says {words!r}", item.id)
    cited = {node.evidence for node in view.case.evidence}
    uncited = _bound(view) - cited
    for index, measured in enumerate(view.case.evidence_items):
        words = opposite_of_item(measured) if measured.id in uncited else ""
        if words:
            message = f"evidence {measured.id} says {words!r}"
            yield Finding(("evidence_items", index), message, measured.id)


def _bound(view: CaseView) -> set[str]:
    """Items that an event, or an assumption, takes its number from."""
    items = {item for tree in view.case.tree for item in items_of_tree(view, tree)}
    wanted = (context.requirement for context in view.case.contexts)
    return items | {one.measure.evidence for one in wanted if one is not None and one.measure.evidence}


@warning(
    "evidence-older",
    FAMILY,
    "Evidence is not older than what it is about.",
    source="SCCG EV.7",
    hint="take the evidence of this release, or argue in a side-claim why the older one still holds, and waive this",
)
def evidence_older(view: CaseView) -> Iterator[Finding]:
    """Evidence dated before the release of the system that the header states; measured items whose data lie before it.

    Of these: periods of a record's entries, columns and fields of dates or years, periods of use in title and population,
    where they are over by then or a range that begins before; where nothing dates them, the day of the result.
    """
    released = view.case.header.released
    for place, item in _evidence(view):
        if released is not None and item.date is not None and item.date < released:
            message = f"evidence {item.id} is of {item.date}, the system was released on {released}"
            yield Finding((*place, "date"), message, item.id)


@warning(
    "review-overdue",
    FAMILY,
    "What is to be reviewed again by a date is reviewed by then.",
    source="SCCG SU.4",
    hint="review it, and state the next date; until then it is stale",
)
def review_overdue(view: CaseView) -> Iterator[Finding]:
    """``review_by`` of any node of the argument."""
    for section, index, node in view.nodes:
        for reason in overdue(node):
            yield Finding((section, index, "review_by"), reason.message, node.id)
