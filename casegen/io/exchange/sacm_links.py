"""Links of a SACM file: citations, nesting, support, context and challenges between nodes already read."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.io.exchange.graph import ExchangeGraph, ExchangeKind, GraphNode, SourceMark, identifier, tidy
from casegen.io.exchange.sacm_elements import (
    LINKS,
    TAG,
    MappedElement,
    Meaning,
    Resolver,
    attribute,
    class_of,
    first_id,
    is_true,
    meaning,
    said_of_link,
    tags,
)
from casegen.io.openpsa.xml_places import Element

_LEAF = ("artifact-reference", "context")
"""roles that stand at the lower end of every link but challenges and those among themselves"""


def link(
    graph: ExchangeGraph, resolver: Resolver, items: Sequence[MappedElement], node_of: dict[int, str]
) -> set[int]:
    """Link the nodes of ``graph``; ``node_of`` names the node of each element by the element's identity.

    Elements that only repeat another are taken out of ``graph`` and lead to what they repeat in ``node_of``.
    Returns the identities of the elements whose text an argument takes over.
    """
    links = _Links(graph, resolver, items, node_of)
    links.citations()
    links.nested()
    links.relationships()
    return links.carried


_STANDS = ("", "asserted")
"""declarations of a link that carries what it links"""


def _declared(item: MappedElement) -> str:
    """What the source says of a link beside asserting it, with what keeps it from standing; empty where it stands."""
    declared = attribute(item.element, "assertionDeclaration").strip().casefold()
    if is_true(item.element, "defeated"):
        return "defeated"
    if declared in _STANDS:
        if is_true(item.element, "isCitation"):
            return "ascited"
        return "abstract" if is_true(item.element, "isAbstract") else ""
    return declared


_WORDS = {"needssupport": "to need support", "ascited": "as cited"}


def _against(item: MappedElement) -> bool:
    """Whether the link is a challenge; what it attacks may be a document."""
    return is_true(item.element, "isCounter") or item.meaning.role == "challenge"


class _Links:
    def __init__(
        self,
        graph: ExchangeGraph,
        resolver: Resolver,
        items: Sequence[MappedElement],
        node_of: dict[int, str],
    ) -> None:
        self.graph, self.resolver, self.placed, self.node_of = graph, resolver, items, node_of
        self.link_of: dict[int, tuple[str, str]] = {}
        self.strategy_of: dict[int, str] = {}
        self.reason_target: dict[str, str] = {}
        self.context_links: list[tuple[str, str]] = []
        self.supporting: set[str] = set()
        self.reasons: dict[int, list[Element]] = {}
        self.later: list[tuple[Element, str]] = []
        self.carried: set[int] = set()
        self.upside_down = {way: self._votes(way) for way in (False, True)}

    def citations(self) -> None:
        """Away elements: a sub-case for a claim of another module, the element itself otherwise."""
        for item in self.placed:
            own = self.node_of.get(id(item.element))
            references = self.resolver.references(item.element, "citedElement")
            if own is None or not (references or item.meaning.implies == "away"):
                continue
            node = self.graph.nodes[own]
            cited = self.resolver.find(references[0]) if references else None
            target = self.node_of.get(id(cited)) if cited is not None else None
            if target is None or target == own:
                self.graph.record_loss(
                    f"{own}: cited element {' '.join(references)}".strip(), "it is not in the files given"
                )
                continue
            other = self.graph.nodes[target]
            if (
                node.kind is ExchangeKind.CLAIM
                and other.kind is ExchangeKind.CLAIM
                and other.module != node.module
                and not other.undeveloped
            ):
                node.cites = target
                if not other.public:
                    self.graph.record_decision(f"claim {target}", "made public: another module cites it")
                other.public = True
                node.text = node.text or other.text
            else:
                del self.graph.nodes[own]
                self.node_of[id(item.element)] = target
                self.graph.record_decision(own, f"repeats {target}; the links go to {target} itself")

    def nested(self) -> None:
        """The dialect that holds what supports an element inside it."""
        for item in self.placed:
            above = self.node_of.get(id(item.inside)) if item.inside is not None else None
            own = self.node_of.get(id(item.element))
            if above is None or own is None:
                continue
            tag = item.element.tag.lower()
            if tag in ("context", "assumption", "justification"):
                self.context_links.append((above, own))
            else:
                self.graph.support.append((above, own))

    def _votes(self, from_above: bool) -> bool:
        """Whether the links of classes that point ``from_above`` point from conclusion to premise in this file.

        Documents and contexts stand at the lower end; files in which they all stand at the other one than
        the class says exist, and then the links between claims point that way too.
        """
        at_source = at_target = 0
        for item in self.placed:
            against = _against(item)
            if item.meaning.role in LINKS and item.meaning.from_above is from_above and not against:
                source, target = (self._is_leaf(item, feature) for feature in ("source", "target"))
                at_source += source and not target
                at_target += target and not source
        decided = from_above if (at_source > 0) is (at_target > 0) else at_target > 0
        if decided is not from_above:
            ends = ("premise", "conclusion") if from_above else ("conclusion", "premise")
            self.graph.record_decision(
                "direction of links", f"in this file they point from {ends[0]} to {ends[1]}; read that way"
            )
        return decided

    def _is_leaf(self, item: MappedElement, feature: str) -> bool:
        references = self.resolver.references(item.element, feature)
        elements = (self.resolver.find(reference) for reference in references)
        return any((meaning(e) or Meaning("")).role in _LEAF for e in elements if e is not None)

    def _ends(self, item: MappedElement) -> tuple[list[Element], list[Element]]:
        """(what supports, what is supported), whichever way the link points."""
        ends = []
        for feature in ("source", "target"):
            elements = []
            for reference in self.resolver.references(item.element, feature):
                element = self.resolver.find(reference)
                if element is None:
                    self.graph.record_loss(f"{item.element.tag} {first_id(item.element)}: {feature} {reference}",
                                    f"{item.element.place}: there is no such element")  # fmt: skip
                else:
                    elements.append(element)
            ends.append(elements)
        source, target = ends
        low = [any((meaning(e) or Meaning("")).role in _LEAF for e in end) for end in ends]
        message = low[0] is not low[1] and not _against(item)
        upside_down = low[1] if message else self.upside_down[item.meaning.from_above]
        return (target, source) if upside_down else (source, target)

    def relationships(self) -> None:
        """Support and context first: what a challenge attacks may be a link."""
        links = [f for f in self.placed if f.meaning.role in LINKS]
        counter = [_against(f) for f in links]
        plain = [f for f, against in zip(links, counter, strict=True) if not against]
        self._reasons(plain)
        for item in plain:
            self._link(item)
        for link, own in self.later:
            self._context_of_link(link, own)
        self.supporting = {i for link in self.graph.support for i in link}
        for holder, own in self.context_links:
            self._as_context(own, holder)
        for item in (f for f, against in zip(links, counter, strict=True) if against):
            self._challenge(item)

    def _reasons(self, links: Sequence[MappedElement]) -> None:
        """Reasoning that names its inference (SACM 1.x), or is said to be the context of one."""
        for item in self.placed:
            for reference in self.resolver.references(item.element, "describedInference"):
                described = self.resolver.find(reference)
                if described is not None and item.meaning.role == "reasoning":
                    self.reasons.setdefault(id(described), []).append(item.element)
        for item in links:
            if item.meaning.role != "in-context":
                continue
            below, above = self._ends(item)
            for element in above:
                if self._supports(element):
                    self.reasons.setdefault(id(element), []).extend(
                        e for e in below if (meaning(e) or Meaning("")).role == "reasoning"
                    )

    def _context_of_link(self, link: Element, own: str) -> None:
        """A context of an inference is one of its reasoning, or else of what it supports."""
        if self.graph.nodes[own].kind is ExchangeKind.STRATEGY:
            return  # the reasoning of that inference
        holder = self.strategy_of.get(id(link)) or self.link_of.get(id(link), ("",))[0]
        if not holder:
            self.graph.record_loss(
                f"context {own} of a link {first_id(link)}".strip(), "the link supports nothing"
            )
            return
        self.context_links.append((holder, own))
        if id(link) not in self.strategy_of:
            self.graph.record_decision(
                f"context {own}", f"it belongs to a link in the source; moved to {holder}"
            )

    def _link(self, item: MappedElement) -> None:
        below, above = self._ends(item)
        what = f"{class_of(item.element) or item.element.tag} {first_id(item.element)}".strip()
        if item.meaning.role == "artifact-link":
            self.graph.record_loss(what, "links between artefacts are no part of the argument")
            hurts = _declared(item) or ("counter" if _against(item) else "")
            self._mark(what, hurts, [self.node_of[id(e)] for e in (*below, *above) if id(e) in self.node_of])
            return
        declared = _declared(item)
        for element in above:
            owner = self.node_of.get(id(element))
            ids = [self.node_of[id(e)] for e in below if id(e) in self.node_of]
            if item.meaning.role == "in-context":
                self._mark(what, declared, ids)
            if owner is None and item.meaning.role == "in-context" and self._supports(element):
                self.later += [(element, own) for own in ids]
            elif owner is None:
                self.graph.record_loss(what, "its target is no claim, reasoning or evidence")
            elif item.meaning.role == "in-context":
                self.context_links += [(owner, own) for own in ids]
            else:
                first = len(self.graph.support)
                self._support(item, owner, ids)
                self._mark(what, declared, [x for x in self.graph.support[first:] if x[0] == owner])

    def _mark(self, what: str, declared: str, links: Sequence[str | tuple[str, str]]) -> None:
        """A link that the source does not simply assert (defeated, in need of support, assumed) carries nothing unseen.

        Of a link to a context the context is meant: what is read in it is read in what the source does not stand by.
        """
        if not declared:
            return
        text = f"{what} is declared {_WORDS.get(declared, declared)} in the source"
        for link in links:
            self.graph.marks.append(SourceMark(link, text, declared == "defeated"))

    @staticmethod
    def _supports(element: Element) -> bool:
        return (meaning(element) or Meaning("")).role == "support"

    def _support(self, item: MappedElement, owner: str, ids: list[str]) -> None:
        element = item.element
        reasons = [self.resolver.find(r) for r in self.resolver.references(element, "reasoning")]
        reasons += self.reasons.get(id(element), [])
        reasoning = next(
            (self.node_of[id(r)] for r in reasons if r is not None and id(r) in self.node_of), None
        )
        metas = [self.resolver.find(r) for r in self.resolver.references(element, "metaClaim")]
        warrants = [self.node_of[id(m)] for m in metas if m is not None and id(m) in self.node_of]
        text = tidy(said_of_link(element)[1])
        if text and ids:
            self.carried.add(id(element))
        if reasoning is None:
            if text and ids:
                self.graph.said.setdefault(owner, []).append(text)
            self.graph.support += [(owner, i) for i in ids]
            self.graph.warrants += [(owner, w) for w in warrants]
            if ids:
                self.link_of[id(element)] = (owner, ids[0])
            return
        strategy = self._one_target(reasoning, owner)
        node = self.graph.nodes[strategy]
        if text and ids and text != node.text:
            node.note = "\n".join(filter(None, (node.note, text)))
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
            self.graph.nodes[own] = GraphNode(
                own, ExchangeKind.STRATEGY, first.text, first.place, first.module
            )
            self.graph.record_decision(own, f"repeats {reasoning}, which reasons for several claims")
        return own

    def _as_context(self, own: str, owner: str) -> None:
        node = self.graph.nodes.get(own)
        if node is None:
            return
        if node.kind in (ExchangeKind.CLAIM, ExchangeKind.EVIDENCE) and own in self.supporting:
            copy = identifier(f"{own}-context")
            if copy not in self.graph.nodes:
                kind = node.context_kind
                self.graph.nodes[copy] = GraphNode(
                    copy, ExchangeKind.CONTEXT, node.text, node.place, node.module, context_kind=kind
                )
                self.graph.record_decision(
                    f"context {copy}", f"{own} is context and support at once; repeated as context"
                )
            own = copy
        elif node.kind in (ExchangeKind.CLAIM, ExchangeKind.EVIDENCE):
            if node.kind is ExchangeKind.EVIDENCE and node.reference:
                node.note = "\n".join(filter(None, (node.note, f"Document: {node.reference}")))
            node.kind = ExchangeKind.CONTEXT
        self.graph.contexts.append((owner, own))

    def _challenge(self, item: MappedElement) -> None:
        below, above = self._ends(item)
        for element in below:
            own = self.node_of.get(id(element))
            if own is None:
                continue
            node = self.graph.nodes[own]
            node.kind = ExchangeKind.DOUBT if node.kind is ExchangeKind.DOUBT else ExchangeKind.DEFEATER
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
                    self.graph.record_loss(f"challenge {own}", "its target is no part of the argument")
