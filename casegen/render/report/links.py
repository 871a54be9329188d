"""From any id to the place in the document that speaks of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree, Formula
from casegen.render.views.base import Reference
from casegen.render.wording import anchor


def leaf_names(tree: FaultTree) -> list[str]:
    """Names that a tree's gates take in and that are no gates of the tree, in the order met."""
    own = {gate.id for gate in tree.gates}
    names: dict[str, None] = {}
    pending: list[Formula] = list(reversed(tree.gates))
    while pending:
        formula = pending.pop()
        if formula.condition:
            names[formula.condition] = None
        for given in formula.inputs:
            if isinstance(given, Formula):
                pending.append(given)
            elif given not in own:
                names[given] = None
    return list(names)


@dataclass
class Links:
    """Fragments of a case's parts.  A fragment is an id of the page and a label of the PDF alike."""

    case: Case
    unlisted: frozenset[str] = frozenset()
    """ids of nodes that the documents do not list (:mod:`casegen.render.report.extent`)"""

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What every id names: case, claim, node, tree, gate, event, evidence, hazop, property, scenario."""
        case = self.case
        results: dict[str, str] = {}
        for kind, parts in (
            ("claim", case.claims), ("hazop", case.hazop), ("property", case.properties), ("scenario", case.scenarios),
            ("evidence", case.evidence_items), ("tree", case.trees),
        ):  # fmt: skip
            for part in parts:
                results.setdefault(part.id, kind)
        for tree in case.trees:
            for gate in tree.gates:
                results.setdefault(gate.id, "gate")
        for tree in case.trees:
            for event in leaf_names(tree):
                if event in case.event or event in case.house_event:
                    results.setdefault(event, "event")
        for _, _, node in case.nodes():
            results.setdefault(node.id, "node")
        results.setdefault(case.header.id, "case")
        return results

    def kind(self, identifier: str) -> str:
        """What the id names; empty when nothing."""
        return self.kinds.get(identifier, "")

    def fragment(self, identifier: str) -> str:
        """The fragment, or empty when the document has no place for it."""
        kind = self.kinds.get(identifier, "")
        return anchor(kind, identifier) if kind and identifier not in self.unlisted else ""

    def text(self, identifier: str) -> str:
        """What a node of the argument says; empty for any other part."""
        node = self.case.node.get(identifier)
        return node.text if node else ""

    def reference(self, identifier: str) -> Reference:
        """The id with the place it leads to."""
        return {"id": identifier, "href": self.fragment(identifier)}

    def references(self, identifiers: Iterable[str]) -> list[Reference]:
        """Each id with the place it leads to."""
        return [self.reference(identifier) for identifier in identifiers]
