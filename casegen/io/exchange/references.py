"""References to parts that did not come along: taken out and listed, so that an import stands by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from casegen.io.exchange.format import Imported, Item
from casegen.io.exchange.graph import fresh, identifier
from casegen.model.addresses import UNRESOLVED
from casegen.model.argument import (
    AllocatedBound,
    Argument,
    Claim,
    ContextNode,
    Defeater,
    EvidenceNode,
    TreeTarget,
)
from casegen.model.case import Case
from casegen.model.number_text import in_full

Kind = Literal["rebutting", "undercutting", "undermining"]
OpenNumber = tuple[str, Kind, str]
"""the part that a number decides, the kind of the objection to it, and its text"""
_SPACES = ("properties", "hazop", "trees", "evidence_items", "events")


def without_dangling(imported: Imported, known: dict[str, set[str]]) -> Imported:
    """``imported`` without references to parts that neither it nor ``known`` (section to ids) has.

    Requirements, hazards, properties, trees and measured items are referred to by name in the formats
    that carry them, and stay behind when the part itself is not carried.  A number that a claim, a step or an operating
    limit is judged by, and that stays behind, leaves an open defeater there: without it nothing is better than before.
    """
    case, items, open_numbers = _dropped(imported.case, known)
    taken = {node.id for _, _, node in case.nodes()} | known.get("defeaters", set())
    objections = []
    for target, kind, text in open_numbers:
        own = fresh(identifier(f"D-{target}-number"), taken)
        taken.add(own)
        module = case.node[target].module
        objections.append(Defeater(id=own, target=target, kind=kind, text=text, module=module))
    decided = [Item(f"defeater {one.id}", str(one.text)) for one in objections]
    return Imported(
        replace(case, defeaters=(*case.defeaters, *objections)),
        (*imported.left_out, *(Item(*i) for i in items)),
        (*imported.decided, *decided),
        imported.tables,
    )


def _dropped(case: Case, known: dict[str, set[str]]) -> tuple[Case, list[tuple[str, str]], list[OpenNumber]]:
    """``case`` without dangling references, what was dropped, and the numbers by which parts were judged."""
    there = {s: {p.id for p in getattr(case, s)} | known.get(s, set()) for s in _SPACES}
    items: list[tuple[str, str]] = []
    judged = [*_numbers_left_behind(case, there)]
    sections: dict[str, Any] = {
        "claims": tuple(_claim(c, there, items) for c in case.claims),
        "arguments": tuple(_argument(a, there, items) for a in case.arguments),
        "contexts": tuple(_context(c, there, items) for c in case.contexts),
        "evidence": tuple(_evidence(e, there, items) for e in case.evidence),
    }
    return replace(case, **sections), items, judged


def _numbers_left_behind(case: Case, there: dict[str, set[str]]) -> Iterator[OpenNumber]:
    """Each part that a number decides which does not come along, the kind of an objection to it, and its words."""
    without = set()
    for claim in case.claims:
        if not _requirement_stands(claim, there):
            without.add(claim.id)
            yield (
                claim.id,
                "rebutting",
                f"The requirement of {claim.id} is not evaluated: {_required(claim)} is not part of the import",
            )
    for step in case.arguments:
        if step.tree is not None and step.tree not in there["trees"] and step.supports not in without:
            yield (
                step.id,
                "undercutting",
                f"The calculation of {step.id} is not evaluated: tree {step.tree} is not part of the import",
            )
    for context in case.contexts:
        if not _requirement_stands(context, there):
            yield (
                context.id,
                "undermining",
                f"The limit of {context.id} is not evaluated: {_required(context)} is not part of the import",
            )


def _required(node: Claim | ContextNode) -> str:
    """What a requirement measures, and its limit where that is a number."""
    requirement = node.requirement
    assert requirement is not None
    measure = requirement.measure
    what = f"the top event of {measure.tree}" if measure.tree else f"{measure.measure} of {measure.evidence}"
    if isinstance(requirement.bound, TreeTarget | AllocatedBound):
        return what
    return f"{what}, required {requirement.comparison.value} {in_full(requirement.bound)} ({requirement.kind.value}),"


def _requirement_stands(node: Claim | ContextNode, there: dict[str, set[str]]) -> bool:
    requirement = node.requirement
    if requirement is None:
        return True
    measure, bound = requirement.measure, requirement.bound
    if measure.tree is not None and measure.tree not in there["trees"]:
        return False
    if measure.evidence is not None and measure.evidence not in there["evidence_items"]:
        return False
    if isinstance(bound, TreeTarget):
        return bound.target_of in there["trees"]
    if isinstance(bound, AllocatedBound):
        return bound.allocated.tree in there["trees"] and bound.allocated.event in there["events"]
    return True


def _claim(claim: Claim, there: dict[str, set[str]], items: list[tuple[str, str]]) -> Claim:
    update: dict[str, Any] = {}
    for name, space in (("hazards", "hazop"), ("properties", "properties")):
        given = getattr(claim, name)
        kept = tuple(i for i in given if i in there[space])
        if kept != given:
            gone = ", ".join(i for i in given if i not in kept)
            items.append((f"claim {claim.id}: {name} {gone}", "not part of the import"))
            update[name] = kept
    if not _requirement_stands(claim, there):
        items.append((f"claim {claim.id}: requirement", "what it measures is not part of the import"))
        update["requirement"] = None
    return claim.altered(update=update) if update else claim


def _argument(argument: Argument, there: dict[str, set[str]], items: list[tuple[str, str]]) -> Argument:
    if argument.tree is None or argument.tree in there["trees"]:
        return argument
    items.append((f"argument {argument.id}: tree {argument.tree}", "not part of the import"))
    return argument.altered(update={"tree": None})


def _context(context: ContextNode, there: dict[str, set[str]], items: list[tuple[str, str]]) -> ContextNode:
    if _requirement_stands(context, there):
        return context
    items.append((f"context {context.id}: requirement", "what it measures is not part of the import"))
    return context.altered(update={"requirement": None})


def _evidence(node: EvidenceNode, there: dict[str, set[str]], items: list[tuple[str, str]]) -> EvidenceNode:
    if node.evidence is None or node.evidence in there["evidence_items"]:
        return node
    items.append((f"evidence {node.id}: measured item {node.evidence}", "not part of the import"))
    return node.altered(update={"evidence": None, "artefact": UNRESOLVED + node.evidence})
