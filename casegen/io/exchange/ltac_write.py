"""Write LTAC text: one line an element, one package for each top claim of a module."""

from __future__ import annotations

from casegen.io.exchange.format import Exported
from casegen.io.exchange.from_case import from_case
from casegen.io.exchange.graph import ExchangeGraph, ExchangeKind, GraphNode, fresh, grouped
from casegen.io.exchange.not_carried import object_to_losses, reopen_refuted
from casegen.model.case import Case

MAX_DEPTH = 100


def write(case: Case, name: str) -> Exported:
    """The case as extended LTAC: one package for each claim that another module or several claims use."""
    graph = from_case(case, "LTAC")
    object_to_losses(graph, case)
    reopen_refuted(graph, case)
    return _Writer(graph, name).exported()


class _Writer:
    def __init__(self, graph: ExchangeGraph, name: str) -> None:
        self.graph, self.name = graph, name
        self.below = graph.children()
        self.warrants = grouped(graph.warrants)
        self.contexts: dict[str, list[str]] = {}
        for holder, context in graph.contexts:
            self.contexts.setdefault(holder, []).append(context)
        self.against: dict[str, list[str]] = {}
        self.as_side: set[str] = set()
        self.written: set[str] = set()
        self.lines: list[str] = []
        self.ids: dict[str, str] = {}

    def exported(self) -> Exported:
        graph = self.graph
        taken: set[str] = set()
        for own in graph.nodes:
            clean = fresh(own.replace(":", ".").replace("^", "-"), taken)
            self.ids[own] = clean
            taken.add(clean)
            if clean != own:
                graph.record_loss(f"id {own}", f"written as {clean}: LTAC has no `:` and `^` in identifiers")
        for own, target in graph.challenges:
            at = target if isinstance(target, str) else target[0]
            if isinstance(target, tuple):
                graph.record_loss(f"defeater {own}: link {':'.join(target)}", f"LTAC shows it below {at}")
            self.against.setdefault(at, []).append(own)
        self._header()
        queue = [r for r in graph.roots if r in graph.nodes] or [
            n.id for n in graph.of_kind(ExchangeKind.CLAIM)
        ][:1]
        queue += [n.id for n in graph.of_kind(ExchangeKind.CLAIM) if n.cites is None]
        for root in queue:
            if root not in self.written:
                self.lines += [""] if self.lines else []
                self._package(root)
        for node in graph.nodes.values():
            if node.id not in self.written and node.cites is None:
                graph.record_loss(f"{node.kind.value} {node.id}", "nothing that LTAC shows links to it")
        text = "\n".join(self.lines) + "\n"
        return Exported({self.name: text.encode("utf-8")}, tuple(graph.left_out))

    def _header(self) -> None:
        for key in self.graph.header:
            if key not in ("id", "roots"):
                self.graph.record_loss(f"case: {key}", "LTAC has no document control")
        for module in self.graph.modules:
            self.graph.record_loss(
                f"module {module.id}",
                "LTAC has packages without names: one for each claim at the top of a module",
            )

    def _package(self, root: str) -> None:
        stack: list[tuple[str, int, str]] = [(root, 0, "")]
        home = self.graph.nodes[root].module
        while stack:
            own, depth, role = stack.pop()
            node = self.graph.nodes[own]
            if node.cites is not None:
                self._line(depth, f"Claim ^{self.ids.get(node.cites, node.cites)}")
                self.graph.record_loss(f"sub-case {own}", f"LTAC cites {node.cites} itself")
                self.written.add(own)
            elif (
                node.kind is ExchangeKind.CLAIM and depth and (node.module != home or depth >= MAX_DEPTH - 2)
            ):
                if role == "side":
                    self.graph.record_loss(
                        f"link to {own}", "a side-claim of another package is cited as a sub-claim"
                    )
                self._line(depth, f"Claim ^{self.ids[own]}")
            elif own in self.written:
                if (role == "side") != (own in self.as_side):
                    self.graph.record_loss(
                        f"link to {own}", "side-claim here and sub-claim elsewhere; LTAC says one of them"
                    )
                self._line(depth, f"Link {self.ids[own]}")
            else:
                self.written.add(own)
                self._element(node, depth, role)
                stack += reversed(self._children(node, depth))

    def _children(self, node: GraphNode, depth: int) -> list[tuple[str, int, str]]:
        """Contexts, objections, support, warrants; evidence stands below the claim, as LTAC wants it."""
        results = [(c, depth + 1, "") for c in dict.fromkeys(self.contexts.get(node.id, ()))]
        results += [(d, depth + 1, "") for d in dict.fromkeys(self.against.get(node.id, ()))]
        for own in self.below.get(node.id, ()):
            child = self.graph.nodes[own]
            members = [self.graph.nodes[i] for i in self.below.get(own, ())]
            if (
                child.kind is ExchangeKind.STRATEGY
                and members
                and all(m.kind is ExchangeKind.EVIDENCE for m in members)
            ):
                if own not in self.written:
                    self.graph.record_loss(
                        f"argument {own}: {child.text[:100]}", "LTAC puts evidence directly below its claim"
                    )
                    self._unsupported(child)
                self.written.add(own)
                results += [(m.id, depth + 1, "") for m in members]
                results += [(c, depth + 1, "") for c in self.contexts.get(own, ())]
                results += [(d, depth + 1, "") for d in self.against.get(own, ())]
                results += self._warrants(own, depth)
            else:
                results.append((own, depth + 1, ""))
        return results + self._warrants(node.id, depth)

    def _warrants(self, strategy: str, depth: int) -> list[tuple[str, int, str]]:
        return [(w, depth + 1, "side") for w in self.warrants.get(strategy, ()) if w in self.graph.nodes]

    def _element(self, node: GraphNode, depth: int, role: str) -> None:
        word = {
            ExchangeKind.CLAIM: "Claim",
            ExchangeKind.STRATEGY: "Strategy",
            ExchangeKind.EVIDENCE: "Evidence",
        }.get(node.kind, "Claim")
        options = []
        if node.kind is ExchangeKind.CONTEXT:
            word = (
                node.context_kind.capitalize()
                if node.context_kind in ("assumption", "justification")
                else "Context"
            )
            if node.context_kind == "definition":
                self.graph.record_loss(f"definition {node.id}", "LTAC calls it context")
        elif node.kind in (ExchangeKind.DEFEATER, ExchangeKind.DOUBT):
            options.append("defeater")
            if node.kind is ExchangeKind.DOUBT:
                self.graph.record_loss(f"residual doubt {node.id}", "LTAC shows it as a defeater")
            options += ["defeated"] if node.defeated else []
        elif node.kind is ExchangeKind.CLAIM:
            options += ["assumed"] if node.assumed else ["needssupport"] if node.undeveloped else []
            if role == "side":
                word = "Justification"
                self.as_side.add(node.id)
        if node.defeated and node.kind in (ExchangeKind.CLAIM, ExchangeKind.EVIDENCE, ExchangeKind.STRATEGY):
            options.append("defeated")
        self._unsupported(node)
        text = " ".join(node.text.split())
        if text != node.text:
            self.graph.record_loss(f"{node.id}: line breaks", "LTAC has one line for each element")
        guard = ""
        if not options and text.endswith("}"):
            guard = " {}"
        marks = f" {{{', '.join(options)}}}" if options else guard
        reference = node.reference.replace("\n", " ")
        if reference and ("(" in reference or ")" in reference):
            self.graph.record_loss(f"{node.id}: parentheses in {reference}", "written as brackets")
            reference = reference.replace("(", "[").replace(")", "]")
        if reference and node.kind is ExchangeKind.EVIDENCE:
            marks += f" ({reference})"
        elif not marks and text.endswith(")"):
            marks = " ()"
        self._line(depth, f"{word} {self.ids[node.id]}: {text}{marks}")

    def _unsupported(self, node: GraphNode) -> None:
        """List every field of the node that LTAC has no place for."""
        fields = [k for k in node.extras if not (k == "kind" and node.kind is ExchangeKind.DEFEATER)]
        if node.note:
            fields.append("note")
        if node.public:
            fields.append("public")
        if node.assumed and node.kind is ExchangeKind.CLAIM:
            fields.append("assumed (its reason)")
        for name in fields:
            self.graph.record_loss(f"{node.kind.value} {node.id}: {name}", "LTAC has no place for it")

    def _line(self, depth: int, text: str) -> None:
        self.lines.append(f"{'  ' * depth}- {text}")
