"""Traceability: hazards, events, evidence and mitigations that nothing answers or uses."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.event_sources import unsourced
from casegen.argument.rule import Finding, warning
from casegen.argument.rules.citations import HAZOP, ISO_15026_2
from casegen.argument.view import CaseView

FAMILY = "Traceability"


@warning(
    "hazard-unanswered",
    FAMILY,
    "Every hazard is answered by a claim.",
    source=f"{HAZOP}; SCCG EV.1",
    hint="name the HAZOP entry under `hazards:` of the claim that answers it",
)
def hazard_unanswered(view: CaseView) -> Iterator[Finding]:
    """A HAZOP entry that no claim names; silent while the case has no claims at all."""
    if not view.case.claims:
        return
    answered = {hazard for claim in view.case.claims for hazard in claim.hazards}
    for index, entry in enumerate(view.case.hazop):
        if entry.id not in answered:
            message = f"HAZOP entry {entry.id} ({entry.guide_word} {entry.attribute}) is answered by no claim"
            yield Finding(("hazop", index), message, entry.id)


@warning(
    "mitigation-unplaced",
    FAMILY,
    "Every mitigation appears somewhere: as a claim, an event or evidence.",
    source=HAZOP,
    hint="add `refs:` with the claim, event or evidence in which the mitigation appears",
)
def mitigation_unplaced(view: CaseView) -> Iterator[Finding]:
    """A mitigation that is written in the table and nowhere else."""
    for index, entry in enumerate(view.case.hazop):
        for k, mitigation in enumerate(entry.mitigations):
            if not mitigation.refs:
                message = f"HAZOP entry {entry.id}: the mitigation “{mitigation.text}” appears nowhere"
                yield Finding(("hazop", index, "mitigations", k), message, entry.id)


@warning(
    "event-unsourced",
    FAMILY,
    "A stated probability says where it comes from.",
    source="SCCG EV.1, EV.9, LF.6",
    hint="add `source:` to the event or its common-cause group, or bind it to measured evidence",
)
def event_unsourced(view: CaseView) -> Iterator[Finding]:
    """An event, or a common-cause group with its factors, of typed numbers, and no ``source`` or of every parameter only.

    Until there is one, or somebody waives it, what rests on the tree is assumed at best.
    """
    for index, event in unsourced(view):
        message = f"basic event {event.id}: nothing says where its number comes from"
        yield Finding(("events", index), message, event.id)


@warning(
    "event-unused",
    FAMILY,
    "Every basic event is part of a tree.",
    source=ISO_15026_2,
    hint="name it as an input of a gate, or remove it",
)
def event_unused(view: CaseView) -> Iterator[Finding]:
    """Basic and house events that are below no top event."""
    used = {name for parts in view.parts_of.values() for name in parts}
    for section in ("events", "house_events"):
        for index, event in enumerate(getattr(view.case, section)):
            if event.id not in used:
                message = f"{section[:-1].replace('_', ' ')} {event.id} is part of no tree"
                yield Finding((section, index), message, event.id)


@warning(
    "evidence-unused",
    FAMILY,
    "Measured evidence is used.",
    source=f"{ISO_15026_2}; SCCG LF.7",
    hint="bind it to an event, a requirement or an evidence node, or remove it",
)
def evidence_unused(view: CaseView) -> Iterator[Finding]:
    """An evidence item that no event, requirement or evidence node names."""
    used = {ref.target for ref in view.references if ref.role == "evidence"}
    for index, item in enumerate(view.case.evidence_items):
        if item.id not in used:
            yield Finding(("evidence_items", index), f"evidence item {item.id} is used by nothing", item.id)


@warning(
    "property-unanalysed",
    FAMILY,
    "Every mission property is analysed.",
    source=HAZOP,
    hint="name it under `properties:` of a HAZOP entry, a tree or a claim",
)
def property_unanalysed(view: CaseView) -> Iterator[Finding]:
    """A property that no HAZOP entry, scenario, tree or claim names."""
    used = {ref.target for ref in view.references if ref.role == "property"}
    for index, wanted in enumerate(view.case.properties):
        if wanted.id not in used:
            message = f"mission property {wanted.id} is named by no HAZOP entry, tree or claim"
            yield Finding(("properties", index), message, wanted.id)


@warning(
    "tree-unused",
    FAMILY,
    "Every tree with a target is used by a claim.",
    source="SCCG EV.1",
    hint="name it in the `requirement:` of a claim, or as `tree:` of a calculation",
)
def tree_unused(view: CaseView) -> Iterator[Finding]:
    """A target that no claim takes up; trees that transfer into another tree are part of that one."""
    if not view.case.claims:
        return
    used = {ref.target for ref in view.references if ref.role == "tree" and ref.section != "scenarios"}
    for index, tree in enumerate(view.case.trees):
        within = any(tree.top in parts for other, parts in view.parts_of.items() if other != tree.id)
        if tree.target is not None and tree.id not in used and not within:
            message = f"fault tree {tree.id} has a target, and no claim uses the tree"
            yield Finding(("trees", index), message, tree.id)
