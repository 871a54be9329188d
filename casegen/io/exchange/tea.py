"""TEA platform JSON (Trustworthy and Ethical Assurance): export schema 1.0, and the flat form 2.0 on import."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from casegen.io.exchange.format import Format, Imported
from casegen.io.exchange.graph import ExchangeGraph, ExchangeKind, GraphNode, fresh, identifier, tidy
from casegen.io.exchange.into_case import into_case
from casegen.io.exchange.json_text import parse_json
from casegen.io.exchange.tea_write import write
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity

_KINDS = {
    "GOAL": ExchangeKind.CLAIM, "PROPERTY_CLAIM": ExchangeKind.CLAIM, "STRATEGY": ExchangeKind.STRATEGY,
    "EVIDENCE": ExchangeKind.EVIDENCE, "MODULE": ExchangeKind.CLAIM, "CONTRACT": ExchangeKind.CLAIM,
    "AWAY_GOAL": ExchangeKind.CLAIM, "CONTEXT": ExchangeKind.CONTEXT,
    "JUSTIFICATION": ExchangeKind.CONTEXT, "ASSUMPTION": ExchangeKind.CONTEXT,
}  # fmt: skip


def read(paths: Sequence[Path]) -> Imported:
    """The case in one TEA export; raises :class:`InputError` with every finding at its place."""
    if len(paths) != 1:
        raise InputError.call(f"a TEA case is one file, {len(paths)} were given")
    return into_case(_Reader(paths[0]).graph, [str(paths[0])])


class _Reader:
    def __init__(self, path: Path) -> None:
        self.data, self.places = parse_json(path)
        self.name = str(path)
        self.graph = ExchangeGraph()
        self.problems: list[Diagnostic] = []
        self.by_uuid: dict[str, str] = {}
        self.said: dict[tuple[str, str], str] = {}
        self.aimed: set[str] = set()
        self.targets: list[tuple[str, str, Location]] = []
        if not isinstance(self.data, dict):
            raise InputError.at(
                Location(self.name), "expected a TEA export: an object with `version` and `case`"
            )
        version = self.data.get("version")
        if version == "1.0" and isinstance(self.data.get("tree"), dict):
            self._tree()
        elif version == "2.0" and isinstance(self.data.get("elements"), list):
            self._flat()
        else:
            wanted = 'expected version "1.0" with `tree`, or "2.0" with `elements`'
            hint = "export the case again from the platform"
            raise InputError.at(
                self.places.at("version"),
                f"{wanted}, found {str(version)[:40] if version else 'no version'}",
                hint=hint,
            )
        self._head()
        self._objections()
        if self.problems:
            raise InputError(sorted(self.problems, key=Diagnostic.sort_key))

    def _problem(self, place: Location, message: str) -> None:
        self.problems.append(Diagnostic("tea", Severity.INPUT, message, place))

    def _head(self) -> None:
        about = self.data.get("case")
        about = about if isinstance(about, dict) else {}
        self.graph.title = str(about.get("name") or "TEA case")
        self.graph.description = str(about.get("description") or "")
        self.graph.record_decision("ids", "element names are the ids; the platform's UUIDs are not kept")

    def _tree(self) -> None:
        stack: list[tuple[Any, tuple[str | int, ...], str | None]] = [(self.data["tree"], ("tree",), None)]
        while stack:
            element, path, above = stack.pop()
            own = self._element(element, path, above)
            children = element.get("children", []) if isinstance(element, dict) else []
            if not isinstance(children, list):
                self._problem(self.places.at(*path, "children"), "expected a list of children")
                continue
            stack += [(c, (*path, "children", k), own) for k, c in reversed(list(enumerate(children)))]

    def _flat(self) -> None:
        elements = self.data["elements"]
        for k, element in enumerate(elements):
            self._element(element, ("elements", k), None)
        for k, element in enumerate(elements):
            if isinstance(element, dict) and element.get("parentId"):
                self._flat_link(
                    str(element["parentId"]), str(element.get("id")), self.places.at("elements", k)
                )
        links = self.data.get("evidenceLinks")
        for k, link in enumerate(links if isinstance(links, list) else []):
            if isinstance(link, dict):
                self._flat_link(
                    str(link.get("claimId")), str(link.get("evidenceId")), self.places.at("evidenceLinks", k)
                )

    def _flat_link(self, above: str, below: str, place: Location) -> None:
        if above in self.by_uuid and below in self.by_uuid:
            self._link(self.by_uuid[above], self.by_uuid[below])
        else:
            self._problem(place, f"{above if above not in self.by_uuid else below} is no element of the file")

    # --- elements ------------------------------------------------------------------------------------

    def _element(self, element: Any, path: tuple[str | int, ...], above: str | None) -> str | None:
        place = self.places.at(*path)
        if not isinstance(element, dict):
            self._problem(place, "expected an element: an object with id, type and description")
            return None
        kind = element.get("type", element.get("elementType"))
        if not isinstance(kind, str) or kind not in _KINDS:
            self._problem(
                self.places.at(*path, "type"), f"unknown type {kind!r:.40}; known: {', '.join(_KINDS)}"
            )
            return None
        own = self._same(element, kind)
        if own is None:
            own = self._node(element, kind, place)
        if above is not None and own != above:
            self._link(above, own)
        return own

    def _same(self, element: dict[str, Any], kind: str) -> str | None:
        """An element shown twice: the same UUID, or a leaf that repeats name and text."""
        known = self.by_uuid.get(str(element.get("id")))
        if known is not None:
            return known
        name = identifier(str(element.get("name") or ""), "")
        other = self.graph.nodes.get(name)
        text = tidy(str(element.get("description") or ""))
        if (
            other
            and other.kind is _KINDS[kind]
            and other.text == text
            and not element.get("children")
            and text
        ):
            self.by_uuid[str(element.get("id"))] = name
            self.graph.record_decision(name, "shown twice with the same name and text; read as one element")
            return name
        return None

    def _node(self, element: dict[str, Any], kind: str, place: Location) -> str:
        graph = self.graph
        name = str(element.get("name") or "")
        own = fresh(identifier(name, "") or identifier(str(element.get("id") or kind)), graph.nodes)
        self.by_uuid[str(element.get("id"))] = own
        node = GraphNode(own, _KINDS[kind], tidy(str(element.get("description") or "")), place)
        graph.nodes[own] = node
        node.reference = str(element.get("url") or "")
        if node.kind is ExchangeKind.CONTEXT:
            node.context_kind = kind.lower()
        if element.get("isDefeater") is True:
            node.kind = ExchangeKind.DEFEATER
        if element.get("defeatsElementId"):
            self.aimed.add(own)
            self.targets.append((own, str(element["defeatsElementId"]), place))
        self._contexts(node, element)
        self._unsupported(node, element, kind)
        return own

    def _contexts(self, node: GraphNode, element: dict[str, Any]) -> None:
        texts = element.get("context")
        given = [("context", "C", t) for t in (texts if isinstance(texts, list) else [])]
        given += [
            (kind, letter, element.get(kind))
            for kind, letter in (("justification", "J"), ("assumption", "A"))
        ]
        number = 0
        for kind, letter, text in given:
            if not isinstance(text, str) or not text.strip():
                continue
            number += kind == "context"
            suffix = f"{letter}{number}" if kind == "context" else letter
            same = self.said.get((kind, tidy(text)))
            if same is None:
                own = fresh(f"{node.id}-{suffix}", self.graph.nodes)
                self.graph.nodes[own] = GraphNode(
                    own, ExchangeKind.CONTEXT, tidy(text), node.place, context_kind=kind
                )
                self.said[kind, tidy(text)] = own
            else:
                own = same
            self.graph.contexts.append((node.id, own))

    def _unsupported(self, node: GraphNode, element: dict[str, Any], kind: str) -> None:
        notes = []
        for comment in element.get("comments") or [] if isinstance(element.get("comments"), list) else []:
            if isinstance(comment, dict):
                notes.append(
                    f"Comment by {comment.get('author')}, {comment.get('createdAt')}: {comment.get('content')}"
                )
        if notes:
            node.note = tidy("\n".join(notes))
            self.graph.record_decision(f"{node.id}: comments", "kept as its note")
        if element.get("inSandbox") is True:
            node.against.append("a draft of the sandbox")
            self.graph.record_loss(
                f"{node.id}: inSandbox", "a case has no drafts beside it; the element is kept"
            )
        if kind in ("MODULE", "CONTRACT", "AWAY_GOAL"):
            summary = element.get("modulePublicSummary")
            node.note = tidy(f"{node.note}\n{summary or ''}")
            reference = element.get("moduleReferenceId") or "another case"
            self.graph.record_loss(
                f"{node.id}: {kind} {reference}", "that case is not in the file; a claim stands for it"
            )
        for key in ("fromPattern", "modifiedFromPattern"):
            if element.get(key) is True:
                self.graph.record_loss(f"{node.id}: {key}", "the platform's patterns are not in the file")

    def _link(self, above: str, below: str) -> None:
        node, parent = self.graph.nodes[below], self.graph.nodes[above]
        if node.kind is ExchangeKind.CONTEXT:
            self.graph.contexts.append((above, below))
        elif node.kind is ExchangeKind.DEFEATER:
            if below not in self.aimed:
                self.graph.challenges.append((below, above))
        elif parent.kind is ExchangeKind.EVIDENCE:
            self.graph.record_loss(f"link {above} → {below}", "nothing stands below evidence in CAE")
        else:
            self.graph.support.append((above, below))

    def _objections(self) -> None:
        for own, target, place in self.targets:
            if target not in self.by_uuid:
                self._problem(place, f"{own} defeats {target}, which is no element of the file")
                continue
            self.graph.nodes[own].kind = ExchangeKind.DEFEATER
            self.graph.challenges.append((own, self.by_uuid[target]))


TEA = Format(
    "tea",
    "TEA platform JSON",
    "goals, strategies, property claims, evidence with addresses, context texts, defeaters",
    read,
    write,
)
