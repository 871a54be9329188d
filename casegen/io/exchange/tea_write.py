"""Write TEA platform JSON, export schema 1.0."""

from __future__ import annotations

import datetime
import json
import uuid
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from casegen.io.exchange.format import Exported
from casegen.io.exchange.from_case import from_case
from casegen.io.exchange.graph import ExchangeGraph, ExchangeKind, GraphNode, fresh, grouped, identifier
from casegen.io.exchange.not_carried import object_to_losses
from casegen.io.exchange.tea_fields import NOTE_BY
from casegen.model.case import Case, Location
from casegen.model.diagnostic import InputError
from casegen.model.stated_date import stated_moment

SPACE = uuid.UUID("6a8b9d9c-6f0e-5a43-9a56-0c6c0b8f6d11")


def write(case: Case, name: str) -> Exported:
    """The case as a TEA export 1.0, valid against its schema; what the schema cannot say is listed.

    ``exportedAt`` follows ``SOURCE_DATE_EPOCH`` where it is set.
    """
    graph = from_case(case, "TEA")
    object_to_losses(graph, case)
    writer = _Writer(graph)
    text = json.dumps(writer.document(), indent=2, ensure_ascii=False)
    return Exported({name: (text + "\n").encode("utf-8", "replace")}, tuple(writer.graph.left_out))


class _Writer:
    def __init__(self, graph: ExchangeGraph) -> None:
        self.graph = graph
        self.below = graph.children()
        self.warrants = grouped(graph.warrants)
        self.now = _now()
        self.written: set[str] = set()
        self.challenges: dict[str, list[str]] = {}
        self.contexts: dict[str, list[str]] = {}
        self.defeats: dict[str, str] = {}

    def document(self) -> dict[str, Any]:
        """The export as plain data."""
        graph = self.graph
        for holder, context in graph.contexts:
            self.contexts.setdefault(holder, []).append(context)
        for own, target in list(graph.challenges):
            at = target if isinstance(target, str) else target[0]
            if isinstance(target, tuple):
                graph.record_loss(f"defeater {own}: link {':'.join(target)}", f"TEA shows it at {at}")
            for k, shown in enumerate(self._shown(at)):
                name = own if k == 0 else self._again(own, shown)
                self.challenges.setdefault(shown, []).append(name)
                self.defeats.setdefault(name, shown)
        for key in graph.header:
            if key not in ("id", "title", "roots", "system"):
                graph.record_loss(f"case: {key}", "TEA holds name and description only")
        graph.record_loss("case: id", "TEA holds name and description only")
        for module in graph.modules:
            graph.record_loss(f"module {module.id}", "TEA has one tree without modules")
        tree = self._tree()
        for node in graph.nodes.values():
            if node.id not in self.written and node.kind is not ExchangeKind.CONTEXT:
                graph.record_loss(f"{node.kind.value} {node.id}", "nothing that TEA shows links to it")
        about = {"name": graph.title or graph.id, "description": graph.description}
        return {"version": "1.0", "exportedAt": self.now, "case": about, "tree": tree}

    def _again(self, own: str, at: str) -> str:
        """A copy of a defeater at one more part: an import takes an element that is repeated once."""
        name = fresh(identifier(f"{own}-{at}"), self.graph.nodes)
        self.graph.nodes[name] = replace(self.graph.nodes[own], id=name)
        return name

    def _shown(self, target: str) -> tuple[str, ...]:
        """What TEA shows of a defeater's target: in place of a context, which is a text there, all that rest on it."""
        node = self.graph.nodes.get(target)
        if node is None or node.kind is not ExchangeKind.CONTEXT:
            return (target,)
        holders = self._in_context(target)
        self.graph.record_loss(
            f"target {target}", f"TEA shows its defeaters at {', '.join(holders) or 'nothing'}"
        )
        return holders

    def _in_context(self, context: str) -> tuple[str, ...]:
        """What names a context, and the claims below, which are read in it too; an import does not know that."""
        results = dict.fromkeys(holder for holder, own in self.graph.contexts if own == context)
        queue = deque(results)
        seen = set(results)
        while queue:
            own = queue.popleft()
            for below in (*self.below.get(own, ()), *self.warrants.get(own, ())):
                node = self.graph.nodes.get(below)
                if node is None or below in seen or node.cites is not None:
                    continue  # a sub-case stands in the context of its own module
                seen.add(below)
                if node.kind in (ExchangeKind.CLAIM, ExchangeKind.STRATEGY):
                    queue.append(below)
                if node.kind is ExchangeKind.CLAIM:
                    results[below] = None
        return tuple(results)

    def _tree(self) -> dict[str, Any]:
        roots = [r for r in self.graph.roots if r in self.graph.nodes]
        roots = roots or [n.id for n in self.graph.of_kind(ExchangeKind.CLAIM)][:1]
        if not roots:
            raise InputError.at(
                Location("export"), "the case has no claim, so there is nothing to write as a TEA tree"
            )
        if len(roots) == 1:
            return self._element(roots[0])
        self.graph.record_decision("tree", "several roots stand below one added goal")
        self.graph.record_loss("case: roots", f"TEA has one root; a goal was added above {', '.join(roots)}")
        own = str(uuid.uuid5(SPACE, f"{self.graph.id}/"))
        return {"id": own, "type": "GOAL", "name": self.graph.id, "description": self.graph.title, "inSandbox": False,
                "role": "TOP_LEVEL", "children": [self._element(r, top=False) for r in roots]}  # fmt: skip

    def _element(self, root: str, *, top: bool = True) -> dict[str, Any]:
        """The element with all below it, without recursion."""
        made = self._one(root, "", 0, top)
        stack: list[tuple[str, dict[str, Any], int]] = [(root, made, 0)]
        while stack:
            own, element, depth = stack.pop()
            pending = []
            for k, (child, role) in enumerate(self._children(own)):
                again = child in self.written or depth > 150
                path = f"{element['id']}/{k}" if again else ""
                entry = self._one(child, path, depth + 1, False)
                if role == "side":
                    self.graph.record_loss(
                        f"side-claim {child} of {own}", "TEA shows it as a claim below the strategy"
                    )
                element["children"].append(entry)
                if again and self.graph.nodes[child].kind is not ExchangeKind.EVIDENCE:
                    self.graph.record_loss(
                        f"link {own} → {child}", "TEA is a tree: repeated without what stands below it"
                    )
                if not again:
                    pending.append((child, entry, depth + 1))
            stack += reversed(pending)
        return made

    def _children(self, own: str) -> Iterator[tuple[str, str]]:
        for child in self.below.get(own, ()):
            yield self._itself(child), ""
        for side in self.warrants.get(own, ()):
            if side in self.graph.nodes:
                yield self._itself(side), "side"
        for objection in self.challenges.get(own, ()):
            yield objection, ""

    def _itself(self, own: str) -> str:
        """The claim that a sub-case repeats: TEA shows that claim with its support."""
        cited = self.graph.nodes[own].cites
        if cited is None or cited not in self.graph.nodes:
            return own
        if own not in self.written:
            self.written.add(own)
            self.graph.record_loss(f"sub-case {own}", f"TEA shows {cited} itself")
        return cited

    def _one(self, own: str, path: str, depth: int, top: bool) -> dict[str, Any]:
        node = self.graph.nodes[own]
        kind = {ExchangeKind.STRATEGY: "STRATEGY", ExchangeKind.EVIDENCE: "EVIDENCE"}.get(
            node.kind, "PROPERTY_CLAIM"
        )
        if own in self.graph.roots and depth <= 1:
            kind = "GOAL"
        element: dict[str, Any] = {"id": self._uuid(own, path), "type": kind, "name": own, "description": node.text,
                                   "inSandbox": False}  # fmt: skip
        if kind == "GOAL":
            element["role"] = "TOP_LEVEL" if top else "SUPPORTING"
        if kind == "PROPERTY_CLAIM":
            element["level"] = max(1, depth)
        if kind == "EVIDENCE":
            element["url"] = node.reference or None
        else:
            element |= self._attributes(own)
        if self.defeats.get(own) in self.graph.nodes:
            element |= {"isDefeater": True, "defeatsElementId": self._uuid(self.defeats[own], "")}
        if node.note:
            element["comments"] = [{"author": NOTE_BY, "content": node.note, "createdAt": self.now}]
        element["children"] = []
        if own not in self.written:
            self._unsupported(node)
        self.written.add(own)
        return element

    def _uuid(self, own: str, path: str) -> str:
        return str(uuid.uuid5(SPACE, f"{self.graph.id}/{own}{'@' + path if path else ''}"))

    def _attributes(self, own: str) -> dict[str, Any]:
        results: dict[str, list[str]] = {"context": [], "justification": [], "assumption": []}
        for context in dict.fromkeys(self.contexts.get(own, ())):
            node = self.graph.nodes[context]
            results[node.context_kind if node.context_kind in results else "context"].append(node.text)
            if context not in self.written:
                self.written.add(context)
                self.graph.record_loss(
                    f"{node.context_kind} {context}", "TEA keeps its text as an attribute, without its id"
                )
                self._unsupported(node)
        attributes: dict[str, Any] = {"context": results["context"]} if results["context"] else {}
        for name in ("justification", "assumption"):
            if results[name]:
                attributes[name] = "\n".join(results[name])
                if len(results[name]) > 1:
                    self.graph.record_loss(
                        f"{own}: {len(results[name])} {name}s", "TEA has one text for all of them"
                    )
        return attributes

    def _unsupported(self, node: GraphNode) -> None:
        fields = list(node.extras)
        open_strategy = node.undeveloped and node.kind is ExchangeKind.STRATEGY
        own = {
            "note": node.note if node.kind is ExchangeKind.CONTEXT else "",
            "public": node.public,
            "assumed": node.assumed,
            "undeveloped": open_strategy,
        }
        fields += [word for word, given in own.items() if given]
        for name in fields:
            self.graph.record_loss(f"{node.kind.value} {node.id}: {name}", "TEA has no place for it")
        if node.kind is ExchangeKind.DOUBT:
            self.graph.record_loss(f"residual doubt {node.id}", "TEA shows it as a defeater")


def _now() -> str:
    moment = stated_moment() or datetime.datetime.now(datetime.UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
