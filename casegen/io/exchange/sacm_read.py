"""Read SACM: packages, claims, reasoning, artefact references and asserted relationships become a graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casegen.io.exchange.from_case import extras_value
from casegen.io.exchange.graph import (
    MAX_NODES,
    ExchangeGraph,
    ExchangeKind,
    GraphNode,
    fresh,
    identifier,
    tidy,
)
from casegen.io.exchange.sacm_elements import (
    HOLDERS,
    LINKS,
    NODES,
    PLACEHOLDERS,
    PROPERTIES,
    TAG,
    MappedElement,
    Resolver,
    attribute,
    class_of,
    first_id,
    identities,
    is_opaque,
    is_true,
    meaning,
    named,
    one_text,
    root_meaning,
    said,
    strings,
    tags,
)
from casegen.io.exchange.sacm_links import link
from casegen.io.exchange.sacm_unread import list_packages, list_unread
from casegen.io.openpsa.xml_places import MAX_BYTES, Element, parse_xml
from casegen.io.regular import open_regular
from casegen.model.argument import Module
from casegen.model.case import Location
from casegen.model.diagnostic import InputError

MAX_TAGS = 400_000
_DECLARATIONS = (
    "asserted", "needssupport", "assumed", "axiomatic", "defeated", "ascited", "away", "justification",
)  # fmt: skip
"""what SACM 2.x declares of an assertion, and what classes of its dialects imply"""


def read_graph(paths: Sequence[Path]) -> ExchangeGraph:
    """The argument in SACM files; raises :class:`InputError` for files that are no SACM."""
    return _Reader(paths).graph


def _refuse_masses(path: Path) -> None:
    """Refuse a file with more tags than any argument has, before its elements fill the memory."""
    try:
        with open_regular(path, follow=True) as stream:
            count, left = 0, MAX_BYTES
            while count <= MAX_TAGS and left > 0 and (chunk := stream.read(2**18)):
                count, left = count + chunk.count(b"<"), left - len(chunk)
    except OSError:
        return  # the parser tells what is wrong
    if count > MAX_TAGS:
        message = f"the file holds more than {MAX_TAGS} tags; an argument of {MAX_NODES} elements has fewer"
        raise InputError.at(Location(str(path)), message, hint="look whether it is a SACM file at all")


class _Reader:
    def __init__(self, paths: Sequence[Path]) -> None:
        self.graph = ExchangeGraph()
        roots: list[Element] = []
        for path in paths:
            _refuse_masses(path)
            root = parse_xml(path, str(path))
            if root.tag == "XMI":
                packages = [c for c in root.children if root_meaning(c) is not None]
                if not packages:
                    raise InputError.at(root.place, "the XMI file holds no SACM package")
                roots += packages
            elif root_meaning(root) is not None:
                roots.append(root)
            else:
                raise InputError.at(
                    root.place, f"expected a SACM AssuranceCasePackage or ArgumentPackage, found <{root.tag}>"
                )
        self.resolver = Resolver(roots)
        self.placed: list[MappedElement] = []
        self.artifacts: list[Element] = []
        self.terms: list[Element] = []
        self.node_of: dict[int, str] = {}
        self.used_artifacts: set[int] = set()
        self.module_ids: set[str] = set()
        self.walked: list[tuple[Element, str]] = []
        self._walk(roots, roots[0])
        self._nodes()
        carried = link(self.graph, self.resolver, self.placed, self.node_of)
        self._rest()
        list_unread(self.graph, self.walked, self.used_artifacts | carried)

    # --- elements ------------------------------------------------------------------------------------

    def _walk(self, roots: list[Element], first: Element) -> None:
        """Sort every element into nodes, links, artefacts and terms, in the order of the file."""
        stack: list[tuple[Element, str | None, Element | None]] = [(r, None, None) for r in reversed(roots)]
        modules: list[tuple[Element, str]] = []
        outermost = {id(root) for root in roots}
        while stack:
            element, module, inside = stack.pop()
            means = meaning(element, nested=inside is not None)
            if means is None and id(element) in outermost:
                means = root_meaning(element)
            self.resolver.add(element)
            role = means.role if means else ""
            below = inside
            if role in NODES or role in LINKS:
                assert means is not None
                self.placed.append(MappedElement(element, means, module, inside))
                below = element if role in NODES else None
            elif role == "module":
                own = dict(tags(element)).get(f"{TAG}id") or named(element) or first_id(element)
                module = fresh(identifier(own, "module"), self.module_ids)
                self.module_ids.add(module)
                modules.append((element, module))
                below = None
            elif role == "artifact":
                self.artifacts.append(element)
            elif role == "term":
                self.terms.append(element)
            elif role == "unknown" or (
                means is None and element.tag.lower() not in PROPERTIES | HOLDERS and inside is None
            ):
                what = class_of(element) or element.tag
                self.graph.record_loss(
                    f"{what} {named(element) or first_id(element)}".strip(),
                    f"{element.place}: no part of CAE",
                )
            if means is not None:
                self.walked.append((element, role))
            if means is not None or element.tag.lower() in HOLDERS:
                stack += [(c, module, below) for c in reversed(element.children)]
        self._head(first)
        self._modules(modules)

    def _modules(self, modules: list[tuple[Element, str]]) -> None:
        """Modules where two or more packages hold claims; one package needs none."""
        used = {f.module for f in self.placed if f.meaning.role == "claim"}
        if len(used) < 2:
            list_packages(self.graph, modules, self.placed)
            for item in self.placed:
                item.module = None
            return
        kept = {f.module for f in self.placed if f.meaning.role in NODES}
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

    def _head(self, root: Element) -> None:
        graph = self.graph
        graph.title = named(root) or first_id(root) or "Assurance case"
        graph.description = said(root)[0] if said(root)[0] != graph.title else ""
        own = first_id(root)
        graph.id = own if own and not is_opaque(own) else graph.title
        for key, value in tags(root):
            if key.startswith(f"{TAG}case."):
                name = key.removeprefix(f"{TAG}case.")
                graph.header[name] = extras_value(name, value)
            elif key == f"{TAG}id":
                graph.id = value

    # --- nodes ---------------------------------------------------------------------------------------

    def _nodes(self) -> None:
        for item in self.placed:
            if item.meaning.role not in NODES:
                continue
            element = item.element
            statement, more, others = said(element)
            name = named(element)
            own = self._own_id(element, name)
            node = GraphNode(
                own,
                ExchangeKind.CLAIM,
                tidy(statement or (name if name != own else "")),
                element.place,
                item.module,
            )
            notes = [more] if more else []
            if name and name not in (own, statement) and statement:
                notes.append(f"Name: {name}")
            if others:
                self.graph.record_loss(f"{own}: text in {', '.join(others)}", "one language is kept")
            self._kind(node, item)
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
            self.graph.record_decision(
                own, f"renamed from {given!r}: an identifier of its own without quotes, slashes, <, >, &"
            )
        return own

    def _kind(self, node: GraphNode, item: MappedElement) -> None:
        element, role, implies = item.element, item.meaning.role, item.meaning.implies
        declared = (attribute(element, "assertionDeclaration") or implies).strip()
        declared = {"needssupport": "needsSupport"}.get(declared.casefold(), declared.casefold() or implies)
        if role == "reasoning":
            node.kind = ExchangeKind.STRATEGY
        elif role == "artifact-reference":
            node.kind = ExchangeKind.EVIDENCE
            self._artifact(node, element)
        elif role == "context":
            node.kind = ExchangeKind.CONTEXT
        if declared in ("assumed", "axiomatic", "justification") or is_true(element, "assumed"):
            word = {"axiomatic": "axiomatic", "justification": "a justification"}.get(declared, "assumed")
            node.assumed = f"Declared {word} in the source"
            node.context_kind = "assumption" if word == "assumed" else "justification"
        node.undeveloped = (
            declared == "needsSupport" or is_true(element, "undeveloped") or is_true(element, "toBeSupported")
        )
        node.defeated = declared == "defeated" or is_true(element, "defeated")
        if is_true(element, "isCounter"):
            node.against.append("marked as counter")
        if declared and declared.casefold() not in _DECLARATIONS:
            node.against.append(f"declared {declared!r}, which is no declaration of SACM")
        node.public = is_true(element, "isPublic")
        if is_true(element, "isAbstract") or is_true(element, "uninstantiated"):
            node.against.append("abstract: a pattern that was not instantiated")
            self.graph.record_loss(
                f"{node.id}: isAbstract", "patterns are instantiated before they stand in a case"
            )
        cited = declared.casefold() == "ascited" or is_true(element, "isCitation")
        if cited and not self.resolver.references(element, "citedElement"):
            node.against.append("declared as cited, and cites nothing")
        if role == "claim" and is_true(element, "toBeSupportedByContract"):
            node.against.append("to be supported by a contract, which is not here")
            self.graph.record_loss(f"{node.id}: toBeSupportedByContract", "no contracts in CAE")

    def _artifact(self, node: GraphNode, element: Element) -> None:
        """The document that an artefact reference points to: its address, version and date where stated."""
        node.reference = next(
            (a for a in (attribute(element, "url"), attribute(element, "location")) if a not in PLACEHOLDERS),
            "",
        )
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
                node.kind = ExchangeKind(value) if value in {k.value for k in ExchangeKind} else node.kind
            elif name == "kind" and node.kind is ExchangeKind.EVIDENCE:
                node.kind, node.context_kind = ExchangeKind.CONTEXT, value
            elif name == "assumed":
                node.undeveloped = node.undeveloped or not node.assumed  # not so declared: the worse counts
                node.assumed = value
            elif name == "artefact":
                node.reference = value
            elif name == "public":
                node.public = value == "true"
            elif name not in ("id", "target", "undeveloped"):
                node.extras[name] = extras_value(name, value)

    def _rest(self) -> None:
        for element in self.artifacts:
            if id(element) not in self.used_artifacts:
                self.graph.record_loss(
                    f"artefact {named(element) or first_id(element)}", "no claim refers to it"
                )
        for element in self.terms:
            value = attribute(element, "value") or said(element)[0]
            self.graph.record_loss(
                f"term {named(element) or first_id(element)}",
                f"terminology is not carried; it says: {value[:200]}",
            )
