"""TEA platform JSON (Trustworthy and Ethical Assurance): export schema 1.0, and the flat form 2.0 on import."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from casegen.io.exchange import tea_fields
from casegen.io.exchange.format import Format, Imported
from casegen.io.exchange.graph import ExchangeGraph, ExchangeKind, GraphNode, fresh, identifier, tidy
from casegen.io.exchange.into_case import into_case
from casegen.io.exchange.json_text import parse_json
from casegen.io.exchange.tea_write import write
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.explain import limited

_KINDS = {
    "GOAL": ExchangeKind.CLAIM, "PROPERTY_CLAIM": ExchangeKind.CLAIM, "STRATEGY": ExchangeKind.STRATEGY,
    "EVIDENCE": ExchangeKind.EVIDENCE, "MODULE": ExchangeKind.CLAIM, "CONTRACT": ExchangeKind.CLAIM,
    "AWAY_GOAL": ExchangeKind.CLAIM, "CONTEXT": ExchangeKind.CONTEXT,
    "JUSTIFICATION": ExchangeKind.CONTEXT, "ASSUMPTION": ExchangeKind.CONTEXT,
}  # fmt: skip


_TOP = {"version", "exportedAt", "case", "tree", "elements", "evidenceLinks"}


def _uuid(element: dict[str, Any]) -> str:
    """The id of an element as a text; empty where it has none, and so is no other element."""
    given = element.get("id")
    return "" if given is None or isinstance(given, bool) else str(given)


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
        self.meant: dict[str, dict[str, Any]] = {}
        self.unread: dict[str, list[str]] = {}
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
        for key, names in self.unread.items():
            more = f", and {len(names) - 1} more" if len(names) > 1 else ""
            self.graph.record_loss(
                f"key `{key}` of {names[0]}{more}", "the platform's schema has no such key"
            )
        if self.problems:
            raise InputError(limited(self.problems))

    def _problem(self, place: Location, message: str) -> None:
        self.problems.append(Diagnostic("tea", Severity.INPUT, message, place))

    def _head(self) -> None:
        about = self.data.get("case")
        about = about if isinstance(about, dict) else {}
        for key in [
            *(self.data.keys() - _TOP),
            *(f"case: {key}" for key in about.keys() - {"name", "description"}),
        ]:
            self.graph.record_loss(f"key `{key}`", "the platform's schema has no such key")
        self.graph.title = str(about.get("name") or "TEA case")
        self.graph.description = str(about.get("description") or "")
        self.graph.record_decision("ids", "element names are the ids; the platform's UUIDs are not kept")

    def _tree(self) -> None:
        stack: list[tuple[Any, tuple[str | int, ...], str | None]] = [(self.data["tree"], ("tree",), None)]
        while stack:
            element, path, above = stack.pop()
            own = self._element(element, path, above)
            children = (element.get("children") or []) if isinstance(element, dict) else []
            if not isinstance(children, list):
                self._problem(self.places.at(*path, "children"), "expected a list of children")
                continue
            stack += [(c, (*path, "children", k), own) for k, c in reversed(list(enumerate(children)))]

    def _flat(self) -> None:
        elements = self.data["elements"]
        names = [self._element(element, ("elements", k), None) for k, element in enumerate(elements)]
        for k, (element, own) in enumerate(zip(elements, names, strict=True)):
            place = self.places.at("elements", k)
            if own is not None and element.get("children"):
                self._problem(place, "elements of the flat form have a `parentId`, and no children")
            if own is not None and element.get("parentId"):
                self._flat_link(str(element["parentId"]), own, place)
        links = self.data.get("evidenceLinks") or []
        for k, link in enumerate(links if isinstance(links, list) else [links]):
            place = (
                self.places.at("evidenceLinks", k)
                if isinstance(links, list)
                else self.places.at("evidenceLinks")
            )
            if not isinstance(link, dict) or not {"claimId", "evidenceId"} <= link.keys():
                self._problem(place, "expected a link with claimId and evidenceId")
            elif (below := self.by_uuid.get(str(link["evidenceId"]))) is None:
                self._problem(place, f"{link['evidenceId']} is no element of the file")
            else:
                self._flat_link(str(link["claimId"]), below, place)

    def _flat_link(self, above: str, below: str, place: Location) -> None:
        if above in self.by_uuid:
            self._link(self.by_uuid[above], below)
        else:
            self._problem(place, f"{above} is no element of the file")

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
        own = self._same(element, kind, place)
        if own is None:
            own = self._node(element, kind, path)
        if above is not None and own != above:
            self._link(above, own)
        return own

    def _same(self, element: dict[str, Any], kind: str, place: Location) -> str | None:
        """An element shown twice: the same UUID, or a leaf that repeats all that another says."""
        said = tea_fields.meaning(element)
        known = self.by_uuid.get(_uuid(element)) if _uuid(element) else None
        if known is not None:
            if said != self.meant[known]:
                first = self.graph.nodes[known].place
                message = (
                    f"the id {_uuid(element)!r:.60} is duplicated, and says something else than at {first}"
                )
                self._problem(place, message)
            return known
        name = identifier(str(element.get("name") or ""), "")
        if (
            name in self.meant
            and said == self.meant[name]
            and said.get("description")
            and not element.get("children")
        ):
            self._named(element, name)
            self.graph.record_decision(name, "shown twice with the same name and text; read as one element")
            return name
        return None

    def _named(self, element: dict[str, Any], own: str) -> None:
        if uuid := _uuid(element):
            self.by_uuid[uuid] = own

    def _node(self, element: dict[str, Any], kind: str, path: tuple[str | int, ...]) -> str:
        def refuse(key: str, message: str) -> None:
            self._problem(self.places.at(*path, key), message)

        graph = self.graph
        name = tea_fields.text(element, "name", refuse)
        own = fresh(identifier(name, "") or identifier(_uuid(element) or kind), graph.nodes)
        self._named(element, own)
        self.meant[own] = tea_fields.meaning(element)
        node = GraphNode(
            own, _KINDS[kind], tidy(tea_fields.text(element, "description", refuse)), self.places.at(*path)
        )
        graph.nodes[own] = node
        node.reference = tea_fields.text(element, "url", refuse)
        if node.kind is ExchangeKind.CONTEXT:
            node.context_kind = kind.lower()
        if tea_fields.flag(element, "isDefeater", refuse):
            node.kind = ExchangeKind.DEFEATER
        if element.get("defeatsElementId"):
            self.aimed.add(own)
            self.targets.append((own, str(element["defeatsElementId"]), self.places.at(*path)))
        self._contexts(node, element, refuse)
        self._unsupported(node, element, kind, refuse)
        for key, value in tea_fields.unread(element).items():
            self.unread.setdefault(key, []).append(own)
            if tea_fields.says_against(key, value):
                node.against.append(f"marked `{key}: {str(value).lower():.60}`")
        return own

    def _contexts(self, node: GraphNode, element: dict[str, Any], refuse: tea_fields.Refuse) -> None:
        number = 0
        for kind, letter in (("context", "C"), ("justification", "J"), ("assumption", "A")):
            for text in tea_fields.texts(element, kind, refuse):
                number += kind == "context"
                suffix = f"{letter}{number}" if kind == "context" else letter
                same = self.said.get((kind, tidy(text)))
                if same is None:
                    same = fresh(f"{node.id}-{suffix}", self.graph.nodes)
                    self.graph.nodes[same] = GraphNode(
                        same, ExchangeKind.CONTEXT, tidy(text), node.place, context_kind=kind
                    )
                    self.said[kind, tidy(text)] = same
                self.graph.contexts.append((node.id, same))

    def _unsupported(
        self, node: GraphNode, element: dict[str, Any], kind: str, refuse: tea_fields.Refuse
    ) -> None:
        notes = [*tea_fields.comments(element, refuse)]
        if notes:
            node.note = tidy("\n".join(notes))
            self.graph.record_decision(f"{node.id}: comments", "kept as its note")
        if tea_fields.flag(element, "inSandbox", refuse):
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
            if tea_fields.flag(element, key, refuse):
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
