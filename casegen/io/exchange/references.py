"""References to parts that did not come along: taken out and listed, so that an import stands by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from casegen.io.exchange.format import Imported, Item
from casegen.model.addresses import UNRESOLVED
from casegen.model.argument import AllocatedBound, Argument, Claim, ContextNode, EvidenceNode, TreeTarget
from casegen.model.case import Case

_SPACES = ("properties", "hazop", "trees", "evidence_items", "events")


def without_dangling(imported: Imported, known: dict[str, set[str]]) -> Imported:
    """``imported`` without references to parts that neither it nor ``known`` (section to ids) has.

    Requirements, hazards, properties, trees and measured items are referred to by name in the formats
    that carry them, and stay behind when the part itself is not carried.
    """
    case, items = _dropped(imported.case, known)
    return Imported(case, (*imported.left_out, *(Item(*i) for i in items)), imported.decided, imported.tables)


def _dropped(case: Case, known: dict[str, set[str]]) -> tuple[Case, list[tuple[str, str]]]:
    """``case`` without dangling references to hazards, properties, trees and measured items."""
    there = {s: {p.id for p in getattr(case, s)} | known.get(s, set()) for s in _SPACES}
    items: list[tuple[str, str]] = []
    sections: dict[str, Any] = {
        "claims": tuple(_claim(c, there, items) for c in case.claims),
        "arguments": tuple(_argument(a, there, items) for a in case.arguments),
        "contexts": tuple(_context(c, there, items) for c in case.contexts),
        "evidence": tuple(_evidence(e, there, items) for e in case.evidence),
    }
    return replace(case, **sections), items


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
