"""Write gsn2x YAML: one file a module, the first uses the others."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any

from casegen.io.case_writer import dump
from casegen.io.exchange.format import Exported, Item
from casegen.io.exchange.from_case import extras_text, from_case
from casegen.io.exchange.graph import ExchangeGraph, ExchangeKind, GraphNode, fresh, grouped
from casegen.model.argument import Module
from casegen.model.case import Case

TAG = "casegen."


def write(case: Case, name: str) -> Exported:
    """The case as gsn2x YAML: one file, or an index and one file for each further module beside it."""
    return _Writer(from_case(case, "GSN"), name).exported()


class _Writer:
    def __init__(self, graph: ExchangeGraph, name: str) -> None:
        self.graph, self.name = graph, name
        self.below = graph.children()
        self.contexts = grouped(graph.contexts)
        self.challenges = grouped(graph.challenges)
        self.warrants = grouped(graph.warrants)
        self.ids = {own: own if own != "module" else fresh("G-module", graph.nodes) for own in graph.nodes}
        self.away = {n.id: n.cites for n in graph.nodes.values() if n.cites is not None}
        self.challenged = {t for _, t in graph.challenges if isinstance(t, str)}

    def exported(self) -> Exported:
        graph = self.graph
        homes = {m.id: m for m in graph.modules}
        groups: dict[str | None, dict[str, Any]] = {}
        for node in graph.nodes.values():
            if node.id in self.away:
                graph.record_loss(f"sub-case {node.id}", f"GSN refers to {self.away[node.id]} itself")
                continue
            home = node.module if node.module in homes else None
            groups.setdefault(home, {})[self.ids[node.id]] = self._element(node)
        root = graph.nodes[graph.roots[0]].module if graph.roots and graph.roots[0] in graph.nodes else None
        first = None if None in groups else root if root in groups else next(iter(groups), None)
        order = [first, *(m for m in groups if m != first)]
        names = self._file_names(order)
        files = {}
        for home in order:
            about = self._about(home, homes, first, [names[m] for m in order[1:]] if home == first else [])
            files[names[home]] = dump({"module": about, **groups.get(home, {})}).encode("utf-8")
        return Exported(files, tuple(graph.left_out))

    def _file_names(self, order: list[str | None]) -> dict[str | None, str]:
        stem = PurePosixPath(self.name).name.removesuffix(".yaml").removesuffix(".yml").removesuffix(".gsn")
        names: dict[str | None, str] = {order[0]: self.name}
        for home in order[1:]:
            slug = re.sub(r"[^\w.-]+", "-", home or "main").strip(".-") or "module"
            names[home] = fresh(f"{stem}.{slug}.gsn.yaml", set(names.values()))
        return names

    def _about(
        self, home: str | None, homes: dict[str, Module], first: str | None, uses: list[str]
    ) -> dict[str, Any]:
        module = homes.get(home or "")
        about: dict[str, Any] = {"name": module.id if module else self.graph.id}
        about["brief"] = (module.title if module else "") or self.graph.title
        if module is None and homes:
            about[f"{TAG}module"] = False
        if module is not None and module.text:
            about[f"{TAG}text"] = module.text
        if uses:
            about["uses"] = uses
        if home == first:
            about[f"{TAG}case"] = extras_text(self.graph.header)
        return about

    def _element(self, node: GraphNode) -> dict[str, Any]:
        kind = {
            ExchangeKind.CLAIM: "Goal",
            ExchangeKind.STRATEGY: "Strategy",
            ExchangeKind.EVIDENCE: "Solution",
        }.get(node.kind, "CounterGoal")
        extras: dict[str, Any] = {}
        if node.kind is ExchangeKind.CONTEXT:
            kind = (
                node.context_kind.capitalize()
                if node.context_kind in ("assumption", "justification")
                else "Context"
            )
            if node.context_kind == "definition":
                extras["kind"] = "definition"
        elif node.kind is ExchangeKind.DEFEATER and node.extras.get("kind") == "undermining":
            kind = "CounterSolution"
        results: dict[str, Any] = {"text": node.text}
        side = [self._id(w) for w in self.warrants.get(node.id, ())]
        support = [self._id(i) for i in self.below.get(node.id, ())]
        if support or side:
            results["supportedBy"] = list(dict.fromkeys([*support, *side]))
        contexts = [self.ids[c] for c in self.contexts.get(node.id, ())]
        if contexts and node.kind in (ExchangeKind.CLAIM, ExchangeKind.STRATEGY):
            results["inContextOf"] = list(dict.fromkeys(contexts))
        if node.kind in (ExchangeKind.CLAIM, ExchangeKind.STRATEGY) and not support and not side:
            results["undeveloped"] = True
        if node.reference:
            results["url"] = node.reference
        results["nodeType"] = kind
        self._objection(node, results)
        if node.assumed:
            extras["assumed"] = node.assumed
        if node.public:
            extras["public"] = True
        if node.note:
            extras["note"] = node.note
        if node.kind is ExchangeKind.DOUBT:
            extras["section"] = node.kind.value
        if side:
            results[f"{TAG}side_claims"] = side
        return results | {f"{TAG}{k}": v for k, v in (extras_text(extras | node.extras)).items()}

    def _objection(self, node: GraphNode, results: dict[str, Any]) -> None:
        if node.defeated and node.id in self.challenged:
            results["defeated"] = True
        for target in self.challenges.get(node.id, ()):
            ends = target if isinstance(target, tuple) else (target,)
            if all(end in self.ids for end in ends):
                results["challenges"] = " -> ".join(self._id(end) for end in ends)
            else:
                self.graph.left_out.append(
                    Item(f"defeater {node.id}: target {target}", "there is no such node")
                )

    def _id(self, own: str) -> str:
        return self.ids.get(self.away.get(own) or own, own)
