"""From a graph of goals, strategies and solutions to claims, arguments and evidence.

The mapping is written down in ``docs/exchange.md``.  What CAE needs and the source does not have
(an argument between two claims, one argument per claim, a sub-claim where evidence and claims are mixed)
is added under a note that says so, and listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from casegen.io.exchange.circles import without_circles
from casegen.io.exchange.format import Imported
from casegen.io.exchange.graph import (
    DIRECT,
    GROUP,
    MAX_NODES,
    OPEN,
    REPEAT,
    ExchangeGraph,
    ExchangeKind,
    GraphNode,
    SourceMark,
    fresh,
    identifier,
    plain_text,
    tidy,
)
from casegen.io.exchange.loose_ends import leave_unlinked, roots_of
from casegen.io.exchange.objections import Objections
from casegen.model.addresses import UNRESOLVED
from casegen.model.argument import (
    Argument,
    Block,
    Claim,
    ContextNode,
    Defeater,
    EvidenceNode,
    ResidualDoubt,
    SubCase,
)
from casegen.model.case import Case, Header, Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.explain import limited
from casegen.model.truth_values import validated

MAX_TEXT = 20_000
MAX_CHAIN = 40
_SECTION: dict[ExchangeKind, tuple[str, type[Any]]] = {
    ExchangeKind.CLAIM: ("claims", Claim), ExchangeKind.STRATEGY: ("arguments", Argument),
    ExchangeKind.EVIDENCE: ("evidence", EvidenceNode), ExchangeKind.CONTEXT: ("contexts", ContextNode),
    ExchangeKind.DEFEATER: ("defeaters", Defeater), ExchangeKind.DOUBT: ("residual_doubts", ResidualDoubt),
}  # fmt: skip


def into_case(graph: ExchangeGraph, files: Iterable[str] = ()) -> Imported:
    """The case that ``graph`` describes; raises :class:`InputError` where the graph holds no argument."""
    return Builder(graph).case(tuple(files))


class Builder:
    """A case under construction."""

    def __init__(self, graph: ExchangeGraph) -> None:
        self.graph = graph
        self.nodes = graph.nodes
        self.below = graph.children()
        self.taken = set(graph.nodes)
        self.parts: dict[str, list[Any]] = {name: [] for name, _ in _SECTION.values()}
        self.parts["sub_cases"] = []
        self.contexts: dict[str, list[str]] = {}
        self.argued: set[str] = set()
        self.premise: set[str] = set()
        self.cross: set[str] = set()
        self.problems: list[Diagnostic] = []
        self.locations: dict[tuple[str | int, ...], Location] = {}
        self.warrants: dict[str, list[str]] = {}
        for strategy, side in graph.warrants:
            self.warrants.setdefault(strategy, []).append(side)
        self.depth = 0
        self.added = 0

    def case(self, files: tuple[str, ...]) -> Imported:
        graph = self.graph
        if len(graph.nodes) > MAX_NODES:
            raise InputError.at(Location(files[0] if files else "import"), f"more than {MAX_NODES} elements")
        if not any(True for _ in graph.of_kind(ExchangeKind.CLAIM)):
            raise InputError.at(Location(files[0] if files else "import"), "the file holds no claim (goal)")
        self._contexts()
        for node in list(graph.of_kind(ExchangeKind.CLAIM)):
            self._support(node)
        self._stray_strategies()
        for node in list(self.nodes.values()):
            self._node(node)
        self._leave_unlinked()
        Objections(self).add()
        if self.problems:
            raise InputError(limited(self.problems))
        roots = roots_of(self.graph, self.parts, self.premise)
        head = {"id": identifier(graph.id or graph.title, "imported-case"), "title": tidy(graph.title) or "Imported case",
                "roots": roots} | graph.header  # fmt: skip
        if graph.description and "system" not in head:
            head["system"] = tidy(graph.description)
            graph.record_decision("case: description", "kept as `system` in document control")
        sections: dict[str, Any] = {section: tuple(parts) for section, parts in self.parts.items()}
        header = self._made(Header, head, "case", Location(files[0] if files else "import"))
        if self.problems:  # of the header, which the file that is read states
            raise InputError(limited(self.problems))
        case = Case(header=header,
                    modules=tuple(graph.modules), files=files, locations=self.locations, **sections)  # fmt: skip
        case, joined = without_circles(case)
        return Imported(case, tuple(graph.left_out), (*graph.decided, *joined))

    # --- contexts ------------------------------------------------------------------------------------

    def _contexts(self) -> None:
        """Contexts hang on claims and arguments; those of evidence move to the argument that takes it in."""
        parents_of: dict[str, list[str]] = {}
        for parent, child in self.graph.support:
            parents_of.setdefault(child, []).append(parent)
        for holder, context in self.graph.contexts:
            above = self.nodes.get(holder)
            if above is None or context not in self.nodes:
                continue
            if self.nodes[context].kind is not ExchangeKind.CONTEXT:
                kind = self.nodes[context].kind.value
                self.graph.record_loss(f"link {holder} → {context}", f"a {kind} is no context in CAE")
                continue
            if above.kind in (ExchangeKind.CLAIM, ExchangeKind.STRATEGY):
                self.contexts.setdefault(holder, []).append(context)
                continue
            parents = [a for a in parents_of.get(holder, ()) if a in self.nodes]
            if above.kind is ExchangeKind.EVIDENCE and parents:
                self.contexts.setdefault(parents[0], []).append(context)
                self.graph.record_decision(
                    f"context {context}", f"moved from evidence {holder} to {parents[0]}"
                )
            else:
                self.graph.record_loss(
                    f"link {holder} → {context}", f"context of {above.kind.value} is not part of CAE"
                )

    # --- support -------------------------------------------------------------------------------------

    def _support(self, claim: GraphNode) -> None:
        below = [self.nodes[i] for i in self.below.get(claim.id, ()) if i in self.nodes]
        if not below:  # warrants of a step that has no premises support by themselves
            below = [self.nodes[i] for i in self.warrants.pop(claim.id, ()) if i in self.nodes]
            self.below[claim.id] = [n.id for n in below]
        if not below:
            return
        strategies = [n for n in below if n.kind is ExchangeKind.STRATEGY]
        text = "\n".join(dict.fromkeys(self.graph.said.get(claim.id, ())))
        if len(below) == 1 and strategies:
            strategies[0].note = "\n".join(filter(None, (strategies[0].note, text)))
            self.warrants.setdefault(strategies[0].id, []).extend(self.warrants.pop(claim.id, ()))
            self._strategy(strategies[0], claim)
            return
        own = fresh(identifier(f"A-{claim.id}"), self.taken)
        self._argue(own, claim, below, text, "" if text else DIRECT, claim.module, {})
        blocks = self.parts["arguments"][-1].block.value
        self.graph.record_decision(
            f"argument {own}", f"{claim.id} is supported without one strategy; added as {blocks}"
        )

    def _strategy(self, strategy: GraphNode, claim: GraphNode) -> None:
        """The strategy as the argument of ``claim``; a second claim above it gets a repetition."""
        self.depth += 1
        self.added += 1
        if self.depth > MAX_CHAIN or self.added > MAX_NODES // 4:
            what = "strategies support each other in a circle, or in a chain longer than"
            raise InputError.at(strategy.place, f"{strategy.id}: {what} {MAX_CHAIN}")
        note, own = strategy.note, strategy.id
        if own in self.argued:
            own = fresh(f"{own}-2", self.taken)
            note = f"{REPEAT} {strategy.id}"
            self.graph.record_decision(
                f"argument {own}", f"repeats {strategy.id}, which supports more than one claim"
            )
        self.argued.add(strategy.id)
        below = [self.nodes[i] for i in self.below.get(strategy.id, ()) if i in self.nodes]
        self._argue(own, claim, below, strategy.text, note, strategy.module, strategy.extras, strategy)
        self.depth -= 1

    def _argue(
        self, own: str, claim: GraphNode, below: list[GraphNode], text: str, note: str,
        module: str | None, extras: dict[str, Any], strategy: GraphNode | None = None,
    ) -> None:  # fmt: skip
        self.taken.add(own)
        evidence = [n for n in below if n.kind is ExchangeKind.EVIDENCE]
        claims = [n for n in below if n.kind is ExchangeKind.CLAIM]
        strategies = [n for n in below if n.kind is ExchangeKind.STRATEGY]
        asked = extras.get("block")
        block = (
            Block.EVIDENCE_INCORPORATION if evidence and len(evidence) == len(below) else Block.DECOMPOSITION
        )
        if strategy is not None and asked is None:
            self.graph.record_decision(f"argument {own}", f"the source names no block; read as {block.value}")
        above = strategy or claim
        premises = []
        for node in below:
            if node.kind is ExchangeKind.CLAIM or (
                node.kind is ExchangeKind.EVIDENCE and block is Block.EVIDENCE_INCORPORATION
            ):
                premises.append(node.id)
            elif node.kind is ExchangeKind.STRATEGY:
                premises.append(self._group(above, claim, [node]))
            elif node.kind is ExchangeKind.EVIDENCE and node is evidence[0] and (claims or strategies):
                premises.append(self._group(above, claim, evidence))
        if not premises:
            premises.append(self._open(above, claim))
        side = [w for w in self.warrants.get(strategy.id if strategy else claim.id, ()) if w in self.nodes]
        self._cross(module, (*premises, *side))
        self.premise.update((*premises, *side))
        wide = self.contexts.get(strategy.id, []) if strategy is not None else []
        fields = {"id": own, "supports": claim.id, "block": asked or block.value, "from": _once(premises),
                  "side_claims": _once(side), "text": text or plain_text(claim.id), "note": note, "module": module,
                  "context": _once(wide)}  # fmt: skip
        rest = {k: v for k, v in extras.items() if k not in fields}
        if strategy is not None and strategy.undeveloped and below:
            text = f"{strategy.id} is marked undeveloped in the source: its support is not complete"
            self.graph.marks.append(SourceMark(own, text))
        self.add("arguments", Argument, fields | rest, strategy or claim)

    def _group(self, above: GraphNode, claim: GraphNode, members: list[GraphNode]) -> str:
        """A sub-claim for a second strategy, or for evidence that stands beside claims."""
        names = ", ".join(m.id for m in members)
        own = fresh(identifier(f"{above.id}-{members[0].id}"), self.taken)
        self.taken.add(own)
        text = f"{(claim.text or claim.id)[: MAX_TEXT - 200].rstrip('.')} (by {names[:150]})"
        made = GraphNode(
            own, ExchangeKind.CLAIM, text, above.place, claim.module, note=f"{GROUP} {above.id}: {names}"
        )
        self.nodes[own] = made
        why = (
            "a claim has one argument"
            if members[0].kind is ExchangeKind.STRATEGY
            else "evidence and sub-claims are not mixed"
        )
        self.graph.record_decision(f"claim {own}", f"added above {names}: {why} in CAE")
        if members[0].kind is ExchangeKind.STRATEGY:
            self._strategy(members[0], made)
        else:
            argument = fresh(identifier(f"A-{own}"), self.taken)
            self._argue(argument, made, members, "", DIRECT, claim.module, {})
        return own

    def _open(self, above: GraphNode, claim: GraphNode) -> str:
        own = fresh(identifier(f"{above.id}-open"), self.taken)
        self.taken.add(own)
        text = f"What {above.id} argues over is shown"
        self.nodes[own] = GraphNode(
            own, ExchangeKind.CLAIM, text, above.place, claim.module, undeveloped=True, note=OPEN
        )
        self.graph.record_decision(
            f"claim {own}", f"{above.id} has no support in the source; an undeveloped claim stands for it"
        )
        return own

    def _stray_strategies(self) -> None:
        for node in list(self.graph.of_kind(ExchangeKind.STRATEGY)):
            if node.id not in self.argued:
                self.graph.record_loss(
                    f"strategy {node.id}", f"it supports no claim; its text: {node.text[:200]}"
                )

    def _cross(self, module: str | None, ids: Iterable[str]) -> None:
        for name in ids:
            node = self.nodes.get(name)
            if node is not None and node.kind is ExchangeKind.CLAIM and node.module != module:
                self.cross.add(name)

    # --- nodes ---------------------------------------------------------------------------------------

    def _node(self, node: GraphNode) -> None:
        """Everything but arguments, which :meth:`_argue` has made, and objections."""
        if node.kind in (ExchangeKind.STRATEGY, ExchangeKind.DEFEATER, ExchangeKind.DOUBT):
            return
        if not node.text:
            self.graph.record_decision(
                f"{node.kind.value} {node.id}", "has no text in the source; its id stands for it"
            )
        fields: dict[str, Any] = {
            "id": node.id,
            "text": node.text or node.id,
            "module": node.module,
            "note": node.note,
        }
        if node.kind is ExchangeKind.CLAIM and node.cites is not None:
            self._sub_case(node, fields)
            return
        if node.kind is ExchangeKind.CLAIM:
            fields |= self._claim(node)
        elif node.kind is ExchangeKind.EVIDENCE:
            fields |= self._evidence(node)
        else:
            fields["kind"] = node.context_kind
        if node.kind is ExchangeKind.CLAIM:
            fields["context"] = _once(self.contexts.get(node.id, []))
        section, model = _SECTION[node.kind]
        self.add(section, model, fields | {k: v for k, v in node.extras.items() if k not in fields}, node)

    def _claim(self, node: GraphNode) -> dict[str, Any]:
        supported = any(i in self.nodes for i in self.below.get(node.id, ())) or node.note.startswith(GROUP)
        results: dict[str, Any] = {"public": node.public or node.id in self.cross}
        if node.id in self.cross and not node.public:
            self.graph.record_decision(f"claim {node.id}", "made public: another module uses it")
        if supported:
            if node.undeveloped:
                text = f"{node.id} is marked undeveloped in the source: its support is not complete"
                self.graph.marks.append(SourceMark(node.id, text))
            elif node.assumed:
                node.against.append("declared assumed, and supported as well,")
                self.graph.record_loss(
                    f"claim {node.id}: assumed", "the source supports it as well; the support is kept"
                )
        elif node.assumed and not node.undeveloped:
            results["assumed"] = node.assumed
        else:
            results["undeveloped"] = True
            if node.assumed:
                self.graph.record_decision(
                    f"claim {node.id}",
                    f"assumed by a mark of the source ({node.assumed[:200]}), and not so declared; marked undeveloped",
                )
            elif not node.undeveloped:
                self.graph.record_decision(
                    f"claim {node.id}", "has no support in the source; marked undeveloped"
                )
        return results

    def _evidence(self, node: GraphNode) -> dict[str, Any]:
        if node.extras.get("evidence"):
            return {}
        if node.reference:
            return {"artefact": tidy(node.reference).replace("\n", " ")}
        self.graph.record_decision(
            f"evidence {node.id}", "the source names no document; its place is left unresolved"
        )
        return {"artefact": UNRESOLVED + node.id}

    def _sub_case(self, node: GraphNode, fields: dict[str, Any]) -> None:
        fields |= {"claim": node.cites, "context": []}
        for context in self.contexts.get(node.id, ()):
            self.graph.record_loss(
                f"link {node.id} → {context}", "an away claim has the context of its own module"
            )
        self.add("sub_cases", SubCase, fields, node)

    @staticmethod
    def section(node: GraphNode) -> str:
        """The section that a node goes to."""
        return (
            "sub_cases"
            if node.kind is ExchangeKind.CLAIM and node.cites is not None
            else _SECTION[node.kind][0]
        )

    # --- the rest ------------------------------------------------------------------------------------

    def _leave_unlinked(self) -> None:
        for section in leave_unlinked(self.graph, self.parts, self.contexts, self.premise):
            self.locations = {k: v for k, v in self.locations.items() if k[0] != section}

    def add(self, section: str, model: type[Any], fields: dict[str, Any], node: GraphNode) -> None:
        """Make a part, and note where it came from."""
        if len(str(fields.get("text", ""))) > MAX_TEXT:
            message = f"{node.id}: the text is longer than {MAX_TEXT} characters"
            self.problems.append(Diagnostic("import", Severity.INPUT, message, node.place))
            return
        made = self._made(
            model, {k: v for k, v in fields.items() if v is not None}, f"{section} {node.id}", node.place
        )
        if made is not None:
            self.locations[section, len(self.parts[section])] = node.place
            self.parts[section].append(made)

    def _made(self, model: type[Any], fields: dict[str, Any], what: str, place: Location) -> Any:
        try:
            return validated(model, fields)
        except ValidationError as error:
            detail = error.errors(include_url=False)[0]
            where = ".".join(map(str, detail["loc"]))
            self.problems.append(
                Diagnostic("import", Severity.INPUT, f"{what}: {where}: {detail['msg']}", place)
            )
            return None


def _once(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(ids))
