"""Read SACM: packages, claims, reasoning, artefact references and asserted relationships become a graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from casegen.io.exchange.from_case import extras_value
from casegen.io.exchange.graph import MAX_NODES, Graph, GraphNode, Kind, fresh, identifier, tidy
from casegen.io.exchange.sacm_elements import (
    HOLDERS,
    PROPERTIES,
    Meaning,
    Resolver,
    attribute,
    identities,
    is_opaque,
    is_true,
    local,
    meaning,
    named,
    one_text,
    said,
    strings,
    tags,
)
from casegen.io.xml_places import MAX_BYTES, Element, parse_xml
from casegen.model.argument import Module
from casegen.model.case import Location
from casegen.model.diagnostic import InputError

TAG = "casegen."
MAX_TAGS = 400_000
_NODES = ("claim", "reasoning", "artifact-reference", "context")
_LINKS = ("support", "in-context", "challenge", "artifact-link")


def read_graph(paths: Sequence[Path]) -> Graph:
    """The argument in SACM files; raises :class:`InputError` for files that are no SACM."""
    return _Reader(paths).graph


@dataclass(slots=True)
class _Found:
    """An element that is part of the argument, with the module and the element it stands in."""

    element: Element
    meaning: Meaning
    module: str | None
    inside: Element | None


def _refuse_masses(path: Path) -> None:
    """Refuse a file with more tags than any argument has, before its elements fill the memory."""
    try:
        count = path.read_bytes().count(b"<") if path.stat().st_size < MAX_BYTES else MAX_TAGS + 1
    except OSError:
        return  # the parser tells what is wrong
    if count > MAX_TAGS:
        message = f"the file holds {count} tags; an argument of {MAX_NODES} elements has fewer"
        raise InputError.at(Location(str(path)), message, mend="look whether it is a SACM file at all")


class _Reader:
    def __init__(self, paths: Sequence[Path]) -> None:
        self.graph = Graph()
        roots: list[Element] = []
        for path in paths:
            _refuse_masses(path)
            root = parse_xml(path, str(path))
            if root.tag == "XMI":
                roots += [c for c in root.children if meaning(c) is not None]
            elif meaning(root) is not None:
                roots.append(root)
            else:
                raise InputError.at(
                    root.place, f"expected a SACM AssuranceCasePackage or ArgumentPackage, found <{root.tag}>"
                )
            if not roots:
                raise InputError.at(root.place, "the XMI file holds no SACM package")
        self.resolver = Resolver(roots)
        self.found: list[_Found] = []
        self.artifacts: list[Element] = []
        self.terms: list[Element] = []
        self.node_of: dict[int, str] = {}
        self.link_of: dict[int, tuple[str, str]] = {}
        self.strategy_of: dict[int, str] = {}
        self.reason_target: dict[str, str] = {}
        self.used_artifacts: set[int] = set()
        self.context_links: list[tuple[str, str]] = []
        self.supporting: set[str] = set()
        self.module_ids: set[str] = set()
        self._walk(roots)
        self._head(roots[0])
        self._nodes()
        self._citations()
        self._nested()
        self._links()
        self._rest()

    # --- elements ------------------------------------------------------------------------------------

    def _walk(self, roots: list[Element]) -> None:
        """Sort every element into nodes, links, artefacts and terms, in the order of the file."""
        stack: list[tuple[Element, str | None, Element | None]] = [(r, None, None) for r in reversed(roots)]
        modules: list[tuple[Element, str]] = []
        while stack:
            element, module, inside = stack.pop()
            means = meaning(element, nested=inside is not None)
            self.resolver.add(element)
            role = means.role if means else ""
            below = inside
            if role in _NODES or role in _LINKS:
                assert means is not None
                self.found.append(_Found(element, means, module, inside))
                below = element if role in _NODES else None
            elif role == "module":
                own = dict(tags(element)).get(f"{TAG}id") or named(element) or self._first_id(element)
                module = fresh(identifier(own, "module"), self.module_ids)
                self.module_ids.add(module)
                modules.append((element, module))
                below = None
            elif role == "artifact":
                self.artifacts.append(element)
            elif role == "term":
                self.terms.append(element)
            elif role == "unknown" or (
                means is None and element.tag.lower() not in PROPERTIES and inside is None
            ):
                what = local(attribute(element, "type")) or element.tag
                self.graph.lost(
                    f"{what} {named(element) or self._first_id(element)}".strip(),
                    f"{element.place}: no part of CAE",
                )
            if means is not None or element.tag.lower() in HOLDERS:
                stack += [(c, module, below) for c in reversed(element.children)]
        self._modules(modules)

    def _modules(self, modules: list[tuple[Element, str]]) -> None:
        """Modules where two or more packages hold claims; one package needs none."""
        used = {f.module for f in self.found if f.meaning.role == "claim"}
        if len(used) < 2:
            for found in self.found:
                found.module = None
            return
        kept = {f.module for f in self.found if f.meaning.role in _NODES}
        for element, module in modules:
            if module in kept:
                title = named(element)
                self.graph.modules.append(
                    Module(
                        id=module,
                        title="" if title == module else title[:500],
                        text=said(element)[0][:10_000],
                    )
                )

    @staticmethod
    def _first_id(element: Element) -> str:
        return next(iter(identities(element)), "")

    def _head(self, root: Element) -> None:
        graph = self.graph
        graph.title = named(root) or self._first_id(root) or "Assurance case"
        graph.description = said(root)[0] if said(root)[0] != graph.title else ""
        own = self._first_id(root)
        graph.id = own if own and not is_opaque(own) else graph.title
        for key, value in tags(root):
            if key.startswith(f"{TAG}case."):
                graph.header[key.removeprefix(f"{TAG}case.")] = extras_value("", value)
            elif key == f"{TAG}id":
                graph.id = value

    # --- nodes ---------------------------------------------------------------------------------------

    def _nodes(self) -> None:
        for found in self.found:
            if found.meaning.role not in _NODES:
                continue
            element = found.element
            statement, more, others = said(element)
            name = named(element)
            own = self._own_id(element, name)
            node = GraphNode(
                own, Kind.CLAIM, tidy(statement or (name if name != own else "")), element.place, found.module
            )
            notes = [more] if more else []
            if name and name not in (own, statement) and statement:
                notes.append(f"Name: {name}")
            if others:
                self.graph.lost(f"{own}: text in {', '.join(others)}", "one language is kept")
            self._kind(node, found)
            self._tags(node, element, notes)
            notes += [one_text(strings(n)) for n in element.children if n.tag.lower() == "note"]
            node.note = tidy("\n".join(filter(None, dict.fromkeys(notes))))
            self.graph.nodes[own] = node
            self.node_of[id(element)] = own

    def _own_id(self, element: Element, name: str) -> str:
        given = dict(tags(element)).get(f"{TAG}id") or next(
            (i for i in identities(element) if not is_opaque(i)), ""
        )
        short = name if name and len(name) <= 40 and "\n" not in name else ""
        wanted = given or short or element.tag
        own = fresh(identifier(wanted, "element"), self.graph.nodes)
        if given and own != given:
            self.graph.chose(
                own, f"renamed from {given!r}: an identifier of its own without quotes, slashes, <, >, &"
            )
        return own

    def _kind(self, node: GraphNode, found: _Found) -> None:
        element, role, implies = found.element, found.meaning.role, found.meaning.implies
        declared = attribute(element, "assertionDeclaration") or implies
        if role == "reasoning":
            node.kind = Kind.STRATEGY
        elif role == "artifact-reference":
            node.kind = Kind.EVIDENCE
            self._artifact(node, element)
        elif role == "context":
            node.kind = Kind.CONTEXT
        if declared in ("assumed", "axiomatic", "justification") or is_true(element, "assumed"):
            word = {"axiomatic": "axiomatic", "justification": "a justification"}.get(declared, "assumed")
            node.assumed = f"Declared {word} in the source"
            node.context_kind = "assumption" if word == "assumed" else "justification"
        node.undeveloped = (
            declared == "needsSupport" or is_true(element, "undeveloped") or is_true(element, "toBeSupported")
        )
        node.defeated = declared == "defeated"
        node.public = is_true(element, "isPublic")
        if is_true(element, "isAbstract") or is_true(element, "uninstantiated"):
            self.graph.lost(f"{node.id}: isAbstract", "patterns are instantiated before they stand in a case")
        if role == "claim" and is_true(element, "toBeSupportedByContract"):
            self.graph.lost(f"{node.id}: toBeSupportedByContract", "no contracts in CAE")

    def _artifact(self, node: GraphNode, element: Element) -> None:
        """The document that an artefact reference points to: its address, version and date where stated."""
        node.reference = attribute(element, "url") or attribute(element, "location")
        for feature in ("referencedArtifactElement", "referencedArtifact"):
            for reference in self.resolver.references(element, feature):
                artifact = self.resolver.find(reference)
                if artifact is None:
                    node.reference = node.reference or reference
                    continue
                self.used_artifacts.add(id(artifact))
                known = dict(tags(artifact))
                place = (
                    attribute(artifact, "location") or attribute(artifact, "url") or known.get("location", "")
                )
                node.reference = node.reference or place or named(artifact) or reference
                if not node.text or node.text == named(element):
                    node.text = tidy(said(artifact)[0] or named(artifact) or node.text)
                if attribute(artifact, "version"):
                    node.extras["version"] = attribute(artifact, "version")

    def _tags(self, node: GraphNode, element: Element, notes: list[str]) -> None:
        for key, value in tags(element):
            if not key.startswith(TAG):
                notes.append(f"{key}: {value}")
                continue
            name = key.removeprefix(TAG)
            if name == "section":
                node.kind = Kind(value) if value in {k.value for k in Kind} else node.kind
            elif name == "kind" and node.kind is Kind.EVIDENCE:
                node.kind, node.context_kind = Kind.CONTEXT, value
            elif name == "assumed":
                node.assumed = value
            elif name == "artefact":
                node.reference = value
            elif name == "public":
                node.public = value == "true"
            elif name not in ("id", "target", "undeveloped"):
                node.extras[name] = extras_value(name, value)

    # --- links ---------------------------------------------------------------------------------------

    def _citations(self) -> None:
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

    def _nested(self) -> None:
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

    def _ends(self, found: _Found) -> tuple[list[Element], list[Element]]:
        """(what supports, what is supported), whichever way the class points."""
        ends = []
        for feature in ("source", "target"):
            elements = []
            for reference in self.resolver.references(found.element, feature):
                element = self.resolver.find(reference)
                if element is None:
                    self.graph.lost(f"{found.element.tag} {self._first_id(found.element)}: {feature} {reference}",
                                    f"{found.element.place}: there is no such element")  # fmt: skip
                else:
                    elements.append(element)
            ends.append(elements)
        source, target = ends
        leaf = {"artifact-reference", "context"}
        if found.meaning.from_above and not any((meaning(e) or Meaning("")).role in leaf for e in source):
            return target, source
        return source, target

    def _links(self) -> None:
        links = [f for f in self.found if f.meaning.role in _LINKS]
        counter = [is_true(f.element, "isCounter") or f.meaning.role == "challenge" for f in links]
        plain = [f for f, against in zip(links, counter, strict=True) if not against]
        for found in plain:
            self._link(found)
        self.supporting = {i for link in self.graph.support for i in link}
        for holder, own in self.context_links:
            self._as_context(own, holder)
        for found in (f for f, against in zip(links, counter, strict=True) if against):
            self._challenge(found)

    def _link(self, found: _Found) -> None:
        below, above = self._ends(found)
        what = f"{local(attribute(found.element, 'type')) or found.element.tag} {self._first_id(found.element)}".strip()
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

    def _support(self, found: _Found, owner: str, ids: list[str]) -> None:
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

    def _challenge(self, found: _Found) -> None:
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

    def _rest(self) -> None:
        for element in self.artifacts:
            if id(element) not in self.used_artifacts:
                self.graph.lost(
                    f"artefact {named(element) or self._first_id(element)}", "no claim refers to it"
                )
        for element in self.terms:
            value = attribute(element, "value") or said(element)[0]
            self.graph.lost(
                f"term {named(element) or self._first_id(element)}",
                f"terminology is not carried; it says: {value[:200]}",
            )
