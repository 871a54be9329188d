"""Links of a SACM file: citations, nesting, support, context and challenges between nodes already read."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.io.exchange.graph import Graph, GraphNode, Kind, identifier
from casegen.io.exchange.sacm_elements import (
    LINKS,
    TAG,
    Found,
    Meaning,
    Resolver,
    attribute,
    first_id,
    is_true,
    local,
    meaning,
    tags,
)
from casegen.io.xml_places import Element


def link(graph: Graph, resolver: Resolver, found: Sequence[Found], node_of: dict[int, str]) -> None:
    """Link the nodes of ``graph``; ``node_of`` names the node of each element by the element's identity.

    Elements that only repeat another are taken out of ``graph`` and lead to what they repeat in ``node_of``.
    """
    links = _Links(graph, resolver, found, node_of)
    links.citations()
    links.nested()
    links.relationships()


class _Links:
    def __init__(
        self, graph: Graph, resolver: Resolver, found: Sequence[Found], node_of: dict[int, str]
    ) -> None:
        self.graph, self.resolver, self.found, self.node_of = graph, resolver, found, node_of
        self.link_of: dict[int, tuple[str, str]] = {}
        self.strategy_of: dict[int, str] = {}
        self.reason_target: dict[str, str] = {}
        self.context_links: list[tuple[str, str]] = []
        self.supporting: set[str] = set()

    def citations(self) -> None:
        """Away elements: a sub-case for a claim of another module, the element itself otherwise."""
        for found in self.found:
            own = self.node_of.get(id(found.element))
            references = self.resolver.references(found.element, "citedElement")
            if own is None or not (references or found.meaning.implies == "away"):
                continue
            node = self.graph.nodes[own]
            cited = self.resolver.find(references[0]) if references else None
            target = self.node_of.get(id(cited)) if cited is not None else None
            if target is None or target == own:
                self.graph.lost(
                    f"{own}: cited element {' '.join(references)}".strip(), "it is not in the files given"
                )
                continue
            other = self.graph.nodes[target]
            if (
                node.kind is Kind.CLAIM
                and other.kind is Kind.CLAIM
                and other.module != node.module
                and not other.undeveloped
            ):
                node.cites = target
                other.public = True
                node.text = node.text or other.text
            else:
                del self.graph.nodes[own]
                self.node_of[id(found.element)] = target
                self.graph.chose(own, f"repeats {target}; the links go to {target} itself")

    def nested(self) -> None:
        """The dialect that holds what supports an element inside it."""
        for found in self.found:
            above = self.node_of.get(id(found.inside)) if found.inside is not None else None
            own = self.node_of.get(id(found.element))
            if above is None or own is None:
                continue
            tag = found.element.tag.lower()
            if tag in ("context", "assumption", "justification"):
                self.context_links.append((above, own))
            else:
                self.graph.support.append((above, own))

    def _ends(self, found: Found) -> tuple[list[Element], list[Element]]:
        """(what supports, what is supported), whichever way the class points."""
        ends = []
        for feature in ("source", "target"):
            elements = []
            for reference in self.resolver.references(found.element, feature):
                element = self.resolver.find(reference)
                if element is None:
                    self.graph.lost(f"{found.element.tag} {first_id(found.element)}: {feature} {reference}",
                                    f"{found.element.place}: there is no such element")  # fmt: skip
                else:
                    elements.append(element)
            ends.append(elements)
        source, target = ends
        leaf = {"artifact-reference", "context"}
        if found.meaning.from_above and not any((meaning(e) or Meaning("")).role in leaf for e in source):
            return target, source
        return source, target

    def relationships(self) -> None:
        """Support and context first: what a challenge attacks may be a link."""
        links = [f for f in self.found if f.meaning.role in LINKS]
        counter = [is_true(f.element, "isCounter") or f.meaning.role == "challenge" for f in links]
        plain = [f for f, against in zip(links, counter, strict=True) if not against]
        for found in plain:
            self._link(found)
        self.supporting = {i for link in self.graph.support for i in link}
        for holder, own in self.context_links:
            self._as_context(own, holder)
        for found in (f for f, against in zip(links, counter, strict=True) if against):
            self._challenge(found)

    def _link(self, found: Found) -> None:
        below, above = self._ends(found)
        what = f"{local(attribute(found.element, 'type')) or found.element.tag} {first_id(found.element)}".strip()
        if found.meaning.role == "artifact-link":
            self.graph.lost(what, "links between artefacts are no part of the argument")
            return
        declared = attribute(found.element, "assertionDeclaration")
        if declared not in ("", "asserted"):
            self.graph.lost(f"{what}: {declared}", "a link has no declaration in CAE")
        for element in above:
            owner = self.node_of.get(id(element))
            ids = [self.node_of[id(e)] for e in below if id(e) in self.node_of]
            if owner is None:
                self.graph.lost(what, "its target is no claim, reasoning or evidence")
            elif found.meaning.role == "in-context":
                self.context_links += [(owner, own) for own in ids]
            else:
                self._support(found, owner, ids)

    def _support(self, found: Found, owner: str, ids: list[str]) -> None:
        element = found.element
        reasons = [self.resolver.find(r) for r in self.resolver.references(element, "reasoning")]
        reasoning = next(
            (self.node_of[id(r)] for r in reasons if r is not None and id(r) in self.node_of), None
        )
        metas = [self.resolver.find(r) for r in self.resolver.references(element, "metaClaim")]
        warrants = [self.node_of[id(m)] for m in metas if m is not None and id(m) in self.node_of]
        if reasoning is None:
            self.graph.support += [(owner, i) for i in ids]
            self.graph.warrants += [(owner, w) for w in warrants]
            if ids:
                self.link_of[id(element)] = (owner, ids[0])
            return
        strategy = self._one_target(reasoning, owner)
        self.graph.support += [(owner, strategy), *((strategy, i) for i in ids)]
        self.graph.warrants += [(strategy, w) for w in warrants]
        self.strategy_of[id(element)] = strategy

    def _one_target(self, reasoning: str, owner: str) -> str:
        """The reasoning itself, or a copy where it already reasons for another element."""
        if self.reason_target.setdefault(reasoning, owner) == owner:
            return reasoning
        copy = f"{reasoning} for {owner}"
        own = identifier(copy)
        if own not in self.graph.nodes:
            first = self.graph.nodes[reasoning]
            self.graph.nodes[own] = GraphNode(own, Kind.STRATEGY, first.text, first.place, first.module)
            self.graph.chose(own, f"repeats {reasoning}, which reasons for several claims")
        return own

    def _as_context(self, own: str, owner: str) -> None:
        node = self.graph.nodes.get(own)
        if node is None:
            return
        if node.kind in (Kind.CLAIM, Kind.EVIDENCE) and own in self.supporting:
            copy = identifier(f"{own}-context")
            if copy not in self.graph.nodes:
                kind = node.context_kind
                self.graph.nodes[copy] = GraphNode(
                    copy, Kind.CONTEXT, node.text, node.place, node.module, context_kind=kind
                )
                self.graph.chose(
                    f"context {copy}", f"{own} is context and support at once; repeated as context"
                )
            own = copy
        elif node.kind in (Kind.CLAIM, Kind.EVIDENCE):
            if node.kind is Kind.EVIDENCE and node.reference:
                node.note = "\n".join(filter(None, (node.note, f"Document: {node.reference}")))
            node.kind = Kind.CONTEXT
        self.graph.contexts.append((owner, own))

    def _challenge(self, found: Found) -> None:
        below, above = self._ends(found)
        for element in below:
            own = self.node_of.get(id(element))
            if own is None:
                continue
            node = self.graph.nodes[own]
            node.kind = Kind.DOUBT if node.kind is Kind.DOUBT else Kind.DEFEATER
            given = dict(tags(element)).get(f"{TAG}target")
            for target in above:
                at = (
                    self.node_of.get(id(target))
                    or self.strategy_of.get(id(target))
                    or self.link_of.get(id(target))
                )
                if given or at is not None:
                    self.graph.challenges.append((own, given or at or ""))
                else:
                    self.graph.lost(f"challenge {own}", "its target is no part of the argument")
