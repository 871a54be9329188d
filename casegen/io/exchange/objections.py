"""Counter-goals, counter-evidence and challenges as defeaters: which node or link each is against."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casegen.io.exchange.graph import ExchangeKind, GraphNode, SourceMark, fresh, grouped, identifier
from casegen.io.exchange.not_carried import DEFEATED_THERE
from casegen.model.argument import Argument, Claim, ContextNode, Defeater, EvidenceNode, ResidualDoubt
from casegen.model.case import Location

if TYPE_CHECKING:
    from casegen.io.exchange.into_case import Builder

MAX_NOTE = 20_000
_KIND_OF_TARGET = {
    ExchangeKind.CLAIM: "rebutting",
    ExchangeKind.STRATEGY: "undercutting",
    ExchangeKind.DEFEATER: "rebutting",
}
_OBJECTION = (ExchangeKind.DEFEATER, ExchangeKind.DOUBT)
_OF_OTHERS = {
    *Claim.model_fields,
    *EvidenceNode.model_fields,
    *ContextNode.model_fields,
    *Argument.model_fields,
}
"""fields that an element of the source may carry before something turns it into an objection"""
_LEAVES = (ExchangeKind.EVIDENCE, ExchangeKind.CONTEXT)
Target = str | tuple[str, str]


class Objections:
    """Adds the objections of a graph to the case under construction."""

    def __init__(self, builder: Builder) -> None:
        self.builder, self.graph, self.nodes = builder, builder.graph, builder.nodes
        self.by = grouped((t, own) for own, t in self.graph.challenges if isinstance(t, str))
        self.countered: set[str] = set()
        self.links: dict[tuple[str, str], str] = {}
        for argument in builder.parts["arguments"]:
            self.links.setdefault((argument.supports, argument.id), argument.id)
            for below in (*argument.premises, *argument.side_claims):
                for above in (argument.id, argument.supports):
                    self.links.setdefault((above, below), f"{argument.id}:{below}")

    def add(self) -> None:
        """Defeaters with their targets; counter-arguments below them become notes."""
        targets: dict[str, Target] = {}
        for own, target in self.graph.challenges:
            if own in targets:
                self.graph.record_loss(f"challenge {own} → {target}", "a defeater has one target")
            targets.setdefault(own, target)
        names = self._standing({own: self._name(own, target) for own, target in targets.items()})
        for node in list(self.graph.of_kind(*_OBJECTION)):
            name = names.get(node.id)
            if name is not None:
                self._objection(node, targets[node.id], name)
            elif node.id in targets:
                self.graph.record_loss(
                    f"defeater {node.id}", f"its target {targets[node.id]} is no part of the argument"
                )
        for node in self.graph.of_kind(*_OBJECTION):
            if node.id not in targets and node.id not in self.countered:
                self.graph.record_loss(
                    f"{node.kind.value} {node.id}", f"it challenges nothing; its text: {node.text[:200]}"
                )
        for node in list(self.nodes.values()):
            if node.kind in _OBJECTION:
                continue
            stands = [own for own in self.by.get(node.id, ()) if not self.nodes[own].defeated]
            if node.defeated and not stands:
                self._declared(node)
            if node.undeveloped and node.kind in _LEAVES:
                node.against.append("marked undeveloped")
            if node.assumed and node.kind in (ExchangeKind.EVIDENCE, ExchangeKind.STRATEGY):
                node.against.append("declared assumed")
            for words in node.against:
                self.graph.marks.append(SourceMark(node.id, f"{node.id} is {words} in the source"))
        for mark in self.graph.marks:
            self._mark(mark)

    def _mark(self, mark: SourceMark) -> None:
        """What the source says against a node or link stays as a defeater: conceded, or open until somebody answers."""
        ends = (mark.target,) if isinstance(mark.target, str) else mark.target
        own = fresh(identifier(f"D-{'-'.join(ends)}"), self.builder.taken)
        arguments = {part.id for part in self.builder.parts["arguments"]}
        name = ends[0] if len(ends) == 1 and ends[0] in arguments else self._name(own, mark.target)
        parts = {p.id for section in self.builder.parts.values() for p in section} | set(self.links.values())
        if name is None or name not in parts:
            self.graph.record_loss(
                f"mark on {' → '.join(ends)}", f"it is no part of the argument; {mark.text}"
            )
            return
        self.builder.taken.add(own)
        extras = {"state": "accepted", "response": "Declared in the source"} if mark.is_conceded else {}
        made = GraphNode(own, ExchangeKind.DEFEATER, mark.text, Location("import"), None, extras=extras)
        near = self.nodes.get(ends[-1])
        self._objection(replace(made, module=near.module if near else None), mark.target, name)
        self.graph.record_decision(f"defeater {own}", mark.text)

    def _name(self, own: str, target: Target) -> str | None:
        """The target as the model names it: a node, or ``ARGUMENT:NODE`` for a link."""
        if isinstance(target, str):
            if target in self.nodes:
                return target
            return target if target in self.links.values() else None
        if target in self.links:
            return self.links[target]
        for end in reversed(target):
            if end in self.nodes:
                self.graph.record_decision(
                    f"defeater {own}", f"its link {' → '.join(target)} has no argument; targets {end}"
                )
                return end
        return None

    def _standing(self, names: dict[str, str | None]) -> dict[str, str]:
        """Those whose target is a part of the case, or an objection that stands itself."""
        parts = {p.id for section in self.builder.parts.values() for p in section} | set(self.links.values())
        results: dict[str, str] = {}
        for own in names:
            trail: list[str] = []
            here: str | None = own
            while here in names and here not in results and here not in trail:
                trail.append(str(here))
                here = names[str(here)]
            if here in parts or here in results:
                results.update({step: str(names[step]) for step in trail})
        return results

    def _declared(self, node: GraphNode) -> None:
        own = fresh(identifier(f"D-{node.id}"), self.builder.taken)
        self.builder.taken.add(own)
        if not any(node.id == part.id for part in self.builder.parts[self.builder.section(node)]):
            return
        text = f"{node.id} is declared defeated"
        extras = {"state": "accepted", "response": "Declared in the source"}
        made = GraphNode(own, ExchangeKind.DEFEATER, text, node.place, node.module, extras=extras)
        self._objection(made, node.id, node.id)
        self.graph.record_decision(
            f"defeater {own}", f"the source declares {node.id} defeated and names no objection"
        )

    def _objection(self, node: GraphNode, target: Target, name: str) -> None:
        fields: dict[str, Any] = {
            "id": node.id, "text": node.text or node.id, "module": node.module, "target": name, "note": node.note,
        }  # fmt: skip
        if node.kind is ExchangeKind.DEFEATER:
            above = self.nodes.get(target) if isinstance(target, str) else None
            kind = "undercutting" if above is None else _KIND_OF_TARGET.get(above.kind, "undermining")
            fields["kind"] = node.extras.get("kind", kind)
            if node.defeated:
                by = self.by.get(node.id, [])
                fields["state"] = "refuted"
                if "refuted_by" not in node.extras:  # else whoever judged said what, or nothing
                    fields["response"] = f"{DEFEATED_THERE}{' by ' + ', '.join(by) if by else ''}"
            elif above is not None and above.defeated:
                fields |= {"state": "accepted", "response": "The source declares its target defeated"}
            support = self._counter_text(node.id)
            if support:
                fields["note"] = "\n".join(filter(None, (node.note, *support)))[:MAX_NOTE]
        model: type[Any] = Defeater if node.kind is ExchangeKind.DEFEATER else ResidualDoubt
        section = "defeaters" if node.kind is ExchangeKind.DEFEATER else "residual_doubts"
        own = {k: v for k, v in node.extras.items() if k not in ("id", "target", "module")}
        foreign = [k for k in own if k not in model.model_fields and k in _OF_OTHERS]
        if foreign:  # evidence that the source turns against a claim
            kept = [f"{k}: {own.pop(k)}" for k in foreign]
            fields["note"] = "\n".join(filter(None, (fields["note"], *kept)))[:MAX_NOTE]
            self.graph.record_decision(
                f"{section.removesuffix('s').replace('_', ' ')} {node.id}",
                f"the source turns it against {name}; kept in its note: {', '.join(foreign)}",
            )
        self.builder.add(section, model, fields | own, node)

    def _counter_text(self, own: str) -> list[str]:
        """Texts of the counter-argument below a defeater: CAE here has no structure for it."""
        result, seen = [], {own}
        stack = list(reversed(self.builder.below.get(own, ())))
        while stack:
            name = stack.pop()
            node = self.nodes.get(name)
            if node is None or name in seen or name in self.countered:
                continue
            seen.add(name)
            self.countered.add(name)
            result.append(f"{name}: {node.text or name}")
            self.graph.record_loss(
                f"{node.kind.value} {name}", f"support of counter-argument {own}; kept as its note"
            )
            stack.extend(reversed(self.builder.below.get(name, ())))
        return result
