"""Write SACM 2.3 XMI: claims, reasoning, artefact references, asserted relationships, one package a module."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from casegen.io.exchange.format import Exported, Item
from casegen.io.exchange.from_case import extras_text, from_case
from casegen.io.exchange.graph import ExchangeGraph, ExchangeKind, GraphNode, fresh, grouped
from casegen.io.unseen import for_xml
from casegen.model.case import Case

_HEAD = (
    '<sacm:AssuranceCasePackage xmlns:sacm="http://www.omg.org/spec/SACM/20220301" '
    'xmlns:xmi="http://www.omg.org/spec/XMI/20131001" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmi:version="2.0"'
)
_CLASS = {ExchangeKind.STRATEGY: "ArgumentReasoning", ExchangeKind.EVIDENCE: "ArtifactReference"}


def write_sacm(case: Case, name: str) -> Exported:
    """The case as one SACM file; what SACM cannot hold is listed."""
    writer = _Writer(from_case(case, "SACM"))
    return Exported({name: writer.document().encode("utf-8")}, tuple(writer.graph.left_out))


class _Writer:
    def __init__(self, graph: ExchangeGraph) -> None:
        self.graph = graph
        self.lines: list[str] = []
        self.below = graph.children()
        self.contexts = grouped(graph.contexts)
        self.challenges = grouped(graph.challenges)
        self.warrants = grouped(graph.warrants)
        self.names = self._names()
        self.taken = {"case", *self.names.values()}

    def _names(self) -> dict[str, str]:
        """An XML name for each node: its id where that is one."""
        taken: set[str] = set()
        results = {}
        for own in self.graph.nodes:
            name = re.sub(r"[^\w.-]", "_", own, flags=re.ASCII)
            name = name if re.match(r"[A-Za-z_]", name) else f"n{name}"
            while name in taken:
                name += "_"
            taken.add(name)
            results[own] = name
        return results

    def document(self) -> str:
        """The file's text."""
        graph = self.graph
        self.lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"{_HEAD} xmi:id={self._quoted('case')}>"]
        self._text("name", graph.title, 1)
        if graph.description:
            self._described(graph.description, 1)
        self._tag("id", graph.id, 1)
        for key, value in extras_text(
            {k: v for k, v in graph.header.items() if k not in ("id", "title")}
        ).items():
            self._tag(f"case.{key}", value, 1)
        homes = {m.id: m for m in graph.modules}
        for module in [None, *homes]:
            members = [n for n in graph.nodes.values() if (n.module if n.module in homes else None) == module]
            if members or module is not None:
                about = homes.get(module or "")
                self._package(
                    module,
                    about.title or about.id if about else graph.title,
                    about.text if about else "",
                    members,
                )
        self.lines.append("</sacm:AssuranceCasePackage>")
        return "\n".join(self.lines) + "\n"

    def _package(self, module: str | None, title: str, text: str, members: list[GraphNode]) -> None:
        own = fresh(f"package-{re.sub(r'[^A-Za-z0-9.-]', '_', module or 'main')}", self.taken)
        self.taken.add(own)
        self.lines.append(f"  <argumentPackage xmi:id={self._quoted(own)}>")
        self._text("name", title or module or "Argument", 2)
        if text:
            self._described(text, 2)
        if module is not None:
            self._tag("id", module, 2)
        for node in members:
            self._node(node)
        for node in members:
            self._links(node)
        self.lines.append("  </argumentPackage>")

    # --- elements ------------------------------------------------------------------------------------

    def _node(self, node: GraphNode) -> None:
        extras = dict(node.extras)
        declared, kind = "", _CLASS.get(node.kind, "Claim")
        if node.kind is ExchangeKind.CONTEXT:
            declared = {"assumption": "assumed", "justification": "axiomatic"}.get(node.context_kind, "")
            kind = "Claim" if declared else "ArtifactReference"
            if not declared:
                extras["kind"] = node.context_kind
        elif node.kind is ExchangeKind.CLAIM:
            declared = "needsSupport" if node.undeveloped else "assumed" if node.assumed else ""
            if node.cites is not None:
                declared = "asCited"
        if node.defeated and node.kind is ExchangeKind.CLAIM and not declared:
            declared = "defeated"
        attributes = [f'xsi:type="sacm:{kind}"', f"xmi:id={self._quoted(self.names[node.id])}"]
        if declared and kind == "Claim":
            attributes.append(f'assertionDeclaration="{declared}"')
        if node.cites in self.names:
            attributes.append(f'isCitation="true" citedElement={self._quoted(self.names[node.cites or ""])}')
        self.lines.append(f"    <argumentElement {' '.join(attributes)}>")
        self._text("name", node.id, 3)
        self._described(node.text, 3)
        if node.note:
            self.lines.append(
                f"      <note><content><value content={self._quoted(node.note)}/></content></note>"
            )
        self._tags(node, extras)
        self.lines.append("    </argumentElement>")

    def _tags(self, node: GraphNode, extras: dict[str, object]) -> None:
        if self.names[node.id] != node.id:
            self._tag("id", node.id, 3)
        if node.kind in (ExchangeKind.DEFEATER, ExchangeKind.DOUBT):
            self._tag("section", node.kind.value, 3)
            target = next(iter(self.challenges.get(node.id, ())), None)
            if isinstance(target, tuple):
                self._tag("target", ":".join(target), 3)
        if node.kind is ExchangeKind.CLAIM and node.assumed:
            self._tag("assumed", node.assumed, 3)
        if node.kind is ExchangeKind.CLAIM and node.public:
            self._tag("public", "true", 3)
        if node.kind is ExchangeKind.STRATEGY and node.undeveloped:
            self._tag("undeveloped", "true", 3)
        if node.reference:
            self._tag("artefact", node.reference, 3)
        for key, value in extras_text(extras).items():
            self._tag(key, value, 3)

    def _links(self, node: GraphNode) -> None:
        own = self.names[node.id]
        direct = False
        for kind, members in self._runs(node):
            if kind is ExchangeKind.STRATEGY and node.kind is ExchangeKind.CLAIM:
                for strategy in members:
                    below = self.below.get(strategy, [])
                    premises = [i for i in below if self.graph.nodes[i].kind is not ExchangeKind.STRATEGY]
                    self._inference(f"{self.names[strategy]}-for-{own}", premises, own, strategy)
            elif kind is ExchangeKind.STRATEGY or node.kind is not ExchangeKind.STRATEGY:
                self._inference(f"support-of-{own}", members, own, None, "" if direct else node.id)
                direct = True
        if node.kind is ExchangeKind.CLAIM and node.id in self.warrants and not direct:
            self._inference(f"support-of-{own}", [], own, None, node.id)
        for context in self.contexts.get(node.id, ()):
            self._relation("AssertedContext", f"{self.names[context]}-in-{own}", [context], own)
        for target in self.challenges.get(node.id, ()):
            at = target[0] if isinstance(target, tuple) else target
            if at in self.names:
                name = f"challenge-{own}"
                self._relation("AssertedInference", name, [node.id], self.names[at], ' isCounter="true"')
            else:
                self.graph.record_loss(f"defeater {node.id}: target {target}", "there is no such node")

    def _runs(self, node: GraphNode) -> Iterator[tuple[ExchangeKind, list[str]]]:
        """What supports a node, in its order, in runs of strategies, of evidence, and of everything else."""

        def kind(own: str) -> ExchangeKind:
            result = self.graph.nodes[own].kind
            return result if result in (ExchangeKind.STRATEGY, ExchangeKind.EVIDENCE) else ExchangeKind.CLAIM

        for result, members in itertools.groupby(self.below.get(node.id, []), kind):
            yield result, list(members)

    def _inference(
        self, own: str, premises: list[str], target: str, strategy: str | None, claim: str = ""
    ) -> None:
        evidence = bool(premises) and all(self.graph.nodes[i].kind is ExchangeKind.EVIDENCE for i in premises)
        more = f" reasoning={self._quoted(self.names[strategy])}" if strategy else ""
        sides = [self.names[w] for w in self.warrants.get(strategy or claim, ()) if w in self.names]
        if sides:
            more += f" metaClaim={self._quoted(' '.join(sides))}"
        self._relation("AssertedEvidence" if evidence else "AssertedInference", own, premises, target, more)

    def _relation(self, kind: str, own: str, sources: list[str], target: str, more: str = "") -> None:
        own = fresh(own, self.taken)
        self.taken.add(own)
        source = " ".join(self.names[i] for i in sources)
        self.lines.append(f'    <argumentElement xsi:type="sacm:{kind}" xmi:id={self._quoted(own)} '
                          f"source={self._quoted(source)} target={self._quoted(target)}{more}/>")  # fmt: skip

    # --- text ----------------------------------------------------------------------------------------

    def _quoted(self, text: str) -> str:
        clean = for_xml(text)
        if clean != text:
            self.graph.left_out.append(Item(f"control characters in {text[:40]!r}", "XML cannot hold them"))
        return quoteattr(clean)

    def _text(self, tag: str, text: str, depth: int) -> None:
        self.lines.append(f"{'  ' * depth}<{tag} content={self._quoted(text)}/>")

    def _described(self, text: str, depth: int) -> None:
        inner = f'<content><value lang="en" content={self._quoted(text)}/></content>'
        self.lines.append(f"{'  ' * depth}<description>{inner}</description>")

    def _tag(self, key: str, value: str, depth: int) -> None:
        inner = f"<value content={self._quoted(value)}/>"
        self.lines.append(f'{"  " * depth}<taggedValue><key><value content="casegen.{key}"/></key>'
                          f"<content>{inner}</content></taggedValue>")  # fmt: skip
