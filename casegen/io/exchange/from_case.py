"""From claims, arguments and evidence to the graph that GSN, SACM, LTAC and TEA share.

Nodes that an import had to add (marked by :data:`.graph.DIRECT` and its like) are left out again, so that a file read and
written comes back in its own shape.
"""

from __future__ import annotations

import datetime
import json
from typing import Any, get_args

from pydantic import BaseModel

from casegen.io.case_writer import plain
from casegen.io.exchange.graph import (
    DIRECT,
    GROUP,
    OPEN,
    REPEAT,
    ExchangeGraph,
    ExchangeKind,
    GraphNode,
    plain_text,
)
from casegen.model.addresses import UNRESOLVED, without_mark
from casegen.model.argument import (
    Argument,
    Claim,
    ContextNode,
    Defeater,
    EvidenceNode,
    Node,
    ResidualDoubt,
    SubCase,
)
from casegen.model.case import ARGUMENT_SECTIONS, SECTIONS, Case, Header

_OWN: dict[type[Node], set[str]] = {
    Claim: {"undeveloped", "assumed", "public"},
    Argument: {"supports", "from", "side_claims"},
    EvidenceNode: {"artefact"},
    ContextNode: {"kind"},
    SubCase: {"claim"},
    Defeater: {"target"},
    ResidualDoubt: {"target"},
}
_ALWAYS = {"id", "text", "module", "context", "note"}
_NAMES = {
    "properties": "mission property", "hazop": "HAZOP entry", "scenarios": "hazard scenario",
    "study_items": "item of the study", "risk_reductions": "risk reduction",
    "parameters": "parameter", "events": "basic event", "house_events": "house event",
    "common_cause": "common-cause group", "trees": "fault tree", "evidence_items": "evidence item",
    "claims": "claim", "arguments": "argument", "evidence": "evidence", "contexts": "context",
    "sub_cases": "sub-case", "defeaters": "defeater", "residual_doubts": "residual doubt",
}  # fmt: skip


def parts_left_out(case: Case, carried: tuple[str, ...], why: str) -> list[tuple[str, str]]:
    """Every part of the sections that are not ``carried``, as (what, why)."""
    results = []
    for section in SECTIONS:
        if section not in carried:
            results += [(f"{_NAMES[section]} {part.id}", why) for part in getattr(case, section)]
    return results


def from_case(case: Case, notation: str) -> ExchangeGraph:
    """The argument of ``case``; parts outside the argument are listed as not carried by ``notation``."""
    return _Flattener(case, notation).graph


def _is_direct(argument: Argument) -> bool:
    """Whether an import added the argument, and nobody has given it words of its own since."""
    return argument.note == DIRECT and argument.text == plain_text(argument.supports)


class _Flattener:
    def __init__(self, case: Case, notation: str) -> None:
        self.case = case
        header = plain(case.header)
        self.graph = ExchangeGraph(case.header.title, case.header.id, case.header.system, header=header)
        self.graph.modules = list(case.modules)
        self.graph.roots = list(case.header.roots)
        for what, why in parts_left_out(case, ARGUMENT_SECTIONS, f"{notation} holds the argument only"):
            self.graph.record_loss(what, why)
        self.arguments = {a.id: a for a in case.arguments}
        self.skipped: set[str] = set()
        self._nodes()
        self._links()

    def _nodes(self) -> None:
        for _, _, node in self.case.nodes():
            if self._is_added(node) or node.id in self.graph.nodes:
                self.skipped.add(node.id)
                continue
            self.graph.nodes[node.id] = self._node(node)

    @staticmethod
    def _is_added(node: Node) -> bool:
        if isinstance(node, Argument):
            return node.note.startswith(REPEAT) or _is_direct(node)
        return isinstance(node, Claim) and node.note.startswith((GROUP, OPEN))

    def _node(self, node: Node) -> GraphNode:
        drop = _ALWAYS | _OWN[type(node)]
        extras = {k: v for k, v in plain(node).items() if k not in drop}
        made = GraphNode(
            node.id, ExchangeKind.CLAIM, node.text, module=node.module, note=node.note, extras=extras
        )
        if isinstance(node, Claim):
            made.undeveloped, made.assumed, made.public = node.undeveloped, node.assumed, node.public
        elif isinstance(node, Argument):
            made.kind = ExchangeKind.STRATEGY
        elif isinstance(node, EvidenceNode):
            made.kind = ExchangeKind.EVIDENCE
            unknown = node.artefact == UNRESOLVED + node.id
            made.reference = "" if unknown else without_mark(node.artefact)
        elif isinstance(node, ContextNode):
            made.kind, made.context_kind = ExchangeKind.CONTEXT, node.kind
        elif isinstance(node, SubCase):
            made.cites = node.claim
        elif isinstance(node, ResidualDoubt):
            made.kind = ExchangeKind.DOUBT
        else:
            made.kind = ExchangeKind.DEFEATER
        return made

    def _links(self) -> None:
        graph, case = self.graph, self.case
        for argument in case.arguments:
            if argument.id in self.skipped:
                continue
            for above in self._up(argument.supports):
                graph.support.append((above, argument.id))
            graph.support += [(argument.id, i) for i in self._down(argument.premises, {argument.id})]
            graph.warrants += [(argument.id, i) for i in self._down(argument.side_claims, {argument.id})]
        for argument in case.arguments:
            if _is_direct(argument):
                for above in self._up(argument.supports):
                    graph.support += [(above, i) for i in self._down(argument.premises, set())]
                    graph.warrants += [(above, i) for i in self._down(argument.side_claims, set())]
            elif argument.note.startswith(REPEAT):
                original = argument.note.removeprefix(REPEAT).strip()
                if original in graph.nodes:
                    graph.support += [(a, original) for a in self._up(argument.supports)]
        for _, _, node in case.nodes():
            if node.id not in self.skipped:
                graph.contexts += [(node.id, c) for c in node.context if c in graph.nodes]
        self._objections()
        graph.support = list(dict.fromkeys(graph.support))
        self._order()

    def _order(self) -> None:
        """Children in the order of the argument that names them, below each parent in the order of nodes."""
        rank = {name: n for n, name in enumerate(self.graph.nodes)}
        self.graph.support.sort(key=lambda link: rank.get(link[0], 0))

    def _up(self, claim: str) -> list[str]:
        """The claim that an argument supports, or what a claim that was added stands below."""
        if claim not in self.skipped or claim not in self.case.claim:
            return [claim] if claim in self.graph.nodes else []
        return []  # its argument is reached from above, by _down

    def _down(self, ids: tuple[str, ...], seen: set[str]) -> list[str]:
        """Premises, with claims that were added replaced by what stands below them."""
        results: list[str] = []
        for name in ids:
            if name in self.graph.nodes:
                results.append(name)
            elif name in self.skipped and name not in seen and name in self.case.claim:
                for argument in self.case.argument_for.get(name, ()):
                    if _is_direct(argument):
                        results += self._down(argument.premises, seen | {name})
                    elif argument.note.startswith(REPEAT):
                        original = argument.note.removeprefix(REPEAT).strip()
                        results += [original] if original in self.graph.nodes else []
                    else:
                        results.append(argument.id)
                if self.case.claim[name].note.startswith(OPEN) and seen:
                    for above in seen & self.graph.nodes.keys():
                        self.graph.nodes[above].undeveloped = True
        return results

    def _objections(self) -> None:
        graph = self.graph
        objections: tuple[Defeater | ResidualDoubt, ...] = (*self.case.defeaters, *self.case.residual_doubts)
        for node in objections:
            if node.id not in graph.nodes:
                continue
            target: str | tuple[str, str] = node.target
            if node.target not in graph.nodes and ":" in node.target:
                for end in _splits(node.target):
                    if end[0] in self.arguments and end[1] in graph.nodes:
                        target = end
                        break
            graph.challenges.append((node.id, target))
            if isinstance(node, Defeater):
                graph.nodes[node.id].defeated = node.state == "refuted"
                hit = graph.nodes.get(node.target)
                if hit is not None and node.state == "accepted":
                    hit.defeated = True


def _splits(target: str) -> list[tuple[str, str]]:
    places = [i for i, c in enumerate(target) if c == ":"]
    return [(target[:i], target[i + 1 :]) for i in places]


_JSON = ("[", "{", '"')


def _is_number(annotation: Any) -> bool:
    """Whether a field holds a number, or none."""
    parts = [part for one in get_args(annotation) or (annotation,) for part in get_args(one) or (one,)]
    return any(part in (int, float) for part in parts)


_MODELS: tuple[type[BaseModel], ...] = (Header, *_OWN)
_NUMBERS = frozenset(
    name for model in _MODELS for name, info in model.model_fields.items() if _is_number(info.annotation)
)
"""fields whose text is a number: ``doubt``, ``joint_confidence``; a version ``1`` is a text"""


def extras_text(extras: dict[str, Any]) -> dict[str, str]:
    """Extra fields as texts: plain texts and dates as they are, everything else as JSON."""
    return {name: _one(value) for name, value in extras.items()}


def _one(value: Any) -> str:
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, str) and not value.startswith(_JSON) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def extras_value(name: str, text: str) -> Any:
    """The value of an extra field that :func:`extras_text` wrote; any other text is itself."""
    if text.startswith(_JSON) or text in ("true", "false", "null") or name in _NUMBERS:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text
