"""Traceability: property ↔ HAZOP entry ↔ scenario ↔ tree and event ↔ claim ↔ evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from casegen.argument.checking import check
from casegen.argument.graph import reachable
from casegen.argument.references import Space
from casegen.argument.rule import RULES
from casegen.argument.view import CaseView
from casegen.model.argument import AllocatedBound, Claim, EvidenceNode, TreeTarget
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic
from casegen.model.fault_tree import FromEvidence
from casegen.model.hazard import HazopEntry
from casegen.model.suggestions import Names

if TYPE_CHECKING:
    import networkx as nx


class TracedKind(StrEnum):
    """What can be traced."""

    PROPERTY = "mission property"
    HAZARD = "HAZOP entry"
    SCENARIO = "hazard scenario"
    TREE = "fault tree"
    GATE = "gate"
    EVENT = "basic event"
    CLAIM = "claim"
    EVIDENCE = "evidence"


class TraceLink(NamedTuple):
    """``source`` relates to ``target``: both are (kind, id)."""

    source: tuple[TracedKind, str]
    target: tuple[TracedKind, str]
    relation: str


@dataclass(frozen=True, slots=True)
class TraceabilityMatrix:
    """Which rows are related to which columns, directly or, where it says so, through the argument."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class HazardTrace:
    """One HAZOP entry with everything that deals with it.

    ``evidence`` holds measured items and artefacts below the answering claims and events.
    """

    hazard: str
    properties: tuple[str, ...]
    scenarios: tuple[str, ...]
    trees: tuple[str, ...]
    events: tuple[str, ...]
    claims: tuple[str, ...]
    evidence: tuple[str, ...]
    mitigations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Traceability:
    """One row per hazard, matrices by pair, and the orphans as findings of the traceability rules."""

    hazards: tuple[HazardTrace, ...]
    matrices: tuple[TraceabilityMatrix, ...]
    orphans: tuple[Diagnostic, ...]


ORPHAN_RULES = (
    "hazard-unanswered", "mitigation-unplaced", "event-unsourced", "event-unused", "evidence-unused",
    "property-unanalysed", "tree-unused", "scenario-without-tree", "unreachable",
)  # fmt: skip


def traceability(case: Case) -> Traceability:
    """Everything that is related, and what is not.  Dangling references are left out."""
    links = tuple(trace_links(case))
    below = _evidence_below(case)
    index, places = _Index(links), CaseView(case).names[Space.PLACE]
    return Traceability(
        hazards=tuple(_hazard(entry, index, below, places) for entry in case.hazop),
        matrices=_matrices(case, links, below),
        orphans=tuple(check(case, [RULES[rule] for rule in ORPHAN_RULES])),
    )


def trace_graph(case: Case) -> nx.DiGraph:
    """The relations as a directed graph: nodes are ``(kind, id)``, edges carry ``relation``."""
    import networkx as nx

    graph: nx.DiGraph = nx.DiGraph()
    graph.add_nodes_from((kind, id) for kind, ids in _ids(case).items() for id in ids)
    for link in trace_links(case):
        graph.add_edge(link.source, link.target, relation=link.relation)
    return graph


def _ids(case: Case) -> dict[TracedKind, tuple[str, ...]]:
    artefacts = [e.id for e in case.evidence if e.artefact and not e.evidence]
    return {
        TracedKind.PROPERTY: tuple(case.mission_property),
        TracedKind.HAZARD: tuple(dict.fromkeys(entry.id for entry in case.hazop)),
        TracedKind.SCENARIO: tuple(dict.fromkeys(scenario.id for scenario in case.scenarios)),
        TracedKind.TREE: tuple(case.tree),
        TracedKind.GATE: tuple(case.gate),
        TracedKind.EVENT: tuple(case.event),
        TracedKind.CLAIM: tuple(case.claim),
        TracedKind.EVIDENCE: tuple(dict.fromkeys([*case.evidence_item, *artefacts])),
    }


def trace_links(case: Case) -> Iterator[TraceLink]:
    """Every direct relation between two existing parts."""
    known = {kind: frozenset(ids) for kind, ids in _ids(case).items()}
    for link in (*_hazard_links(case), *_tree_links(case), *_claim_links(case)):
        if link.source[1] in known[link.source[0]] and link.target[1] in known[link.target[0]]:
            yield link


def _hazard_links(case: Case) -> Iterator[TraceLink]:
    for entry in case.hazop:
        source = (TracedKind.HAZARD, entry.id)
        for name in entry.properties:
            yield TraceLink(source, (TracedKind.PROPERTY, name), "can violate")
        for mitigation in entry.mitigations:
            for ref in mitigation.refs:
                for kind in (
                    TracedKind.CLAIM,
                    TracedKind.GATE,
                    TracedKind.EVENT,
                    TracedKind.EVIDENCE,
                    TracedKind.TREE,
                ):
                    yield TraceLink(source, (kind, ref), "is mitigated by")
    for scenario in case.scenarios:
        source = (TracedKind.SCENARIO, scenario.id)
        for hazard in scenario.hazop:
            yield TraceLink(source, (TracedKind.HAZARD, hazard), "explains")
        if scenario.property is not None:
            yield TraceLink(source, (TracedKind.PROPERTY, scenario.property), "violates")
        if scenario.tree is not None:
            yield TraceLink(source, (TracedKind.TREE, scenario.tree), "is a path of")
        for step in scenario.chain:
            for event in (step.event, *step.joined_by):
                yield TraceLink(source, (TracedKind.EVENT, event), "passes")
                yield TraceLink(source, (TracedKind.GATE, event), "passes")


def _tree_links(case: Case) -> Iterator[TraceLink]:
    view = CaseView(case)
    for tree in case.trees:
        for name in tree.properties:
            yield TraceLink(
                (TracedKind.TREE, tree.id), (TracedKind.PROPERTY, name), "quantifies the violation of"
            )
        for part in sorted(view.parts_of[tree.id]):
            yield TraceLink((TracedKind.TREE, tree.id), (TracedKind.EVENT, part), "contains")
            yield TraceLink((TracedKind.TREE, tree.id), (TracedKind.GATE, part), "contains")
    for event in case.events:
        if isinstance(event.model, FromEvidence):
            yield TraceLink(
                (TracedKind.EVENT, event.id), (TracedKind.EVIDENCE, event.model.evidence), "is measured by"
            )


def _claim_links(case: Case) -> Iterator[TraceLink]:
    for claim in case.claims:
        source = (TracedKind.CLAIM, claim.id)
        for hazard in claim.hazards:
            yield TraceLink(source, (TracedKind.HAZARD, hazard), "answers")
        for name in claim.properties:
            yield TraceLink(source, (TracedKind.PROPERTY, name), "speaks of")
        yield from _requirement_links(claim)
        for argument in case.argument_for.get(claim.id, ()):
            if argument.tree is not None:
                yield TraceLink(source, (TracedKind.TREE, argument.tree), "is calculated by")
            for id in (*argument.premises, *argument.side_claims):
                node = case.node.get(id)
                if isinstance(node, Claim):
                    yield TraceLink(source, (TracedKind.CLAIM, id), "rests on")
                elif isinstance(node, EvidenceNode):
                    yield TraceLink(source, (TracedKind.EVIDENCE, node.evidence or node.id), "is shown by")
    users = CaseView(case).used_by
    for sub in case.sub_cases:
        for argument in users.get(sub.id, ()):
            yield TraceLink((TracedKind.CLAIM, argument.supports), (TracedKind.CLAIM, sub.claim), "rests on")


def _requirement_links(claim: Claim) -> Iterator[TraceLink]:
    if claim.requirement is None:
        return
    source, measure, bound = (TracedKind.CLAIM, claim.id), claim.requirement.measure, claim.requirement.bound
    if measure.tree is not None:
        yield TraceLink(source, (TracedKind.TREE, measure.tree), "bounds the top event of")
    if measure.evidence is not None:
        yield TraceLink(source, (TracedKind.EVIDENCE, measure.evidence), "bounds a measure of")
    if isinstance(bound, TreeTarget):
        yield TraceLink(source, (TracedKind.TREE, bound.target_of), "takes its bound from")
    if isinstance(bound, AllocatedBound):
        yield TraceLink(source, (TracedKind.TREE, bound.allocated.tree), "takes its bound from")
        yield TraceLink(source, (TracedKind.EVENT, bound.allocated.event), "bounds")


def _evidence_below(case: Case) -> dict[str, tuple[str, ...]]:
    """Evidence below each claim that answers a hazard, through everything the claim rests on."""
    support = CaseView(case).support
    results: dict[str, tuple[str, ...]] = {}
    for claim in case.claims:
        if not claim.hazards:
            continue
        below = reachable([claim.id], support)
        shown = [e.evidence or e.id for e in case.evidence if e.id in below]
        required = [
            c.requirement.measure.evidence
            for c in case.claims
            if c.id in below and c.requirement is not None and c.requirement.measure.evidence is not None
        ]
        results[claim.id] = tuple(dict.fromkeys((*shown, *required)))
    return results


class _Index:
    """Links by both ends, so that each hazard is traced without looking at all of them."""

    def __init__(self, links: tuple[TraceLink, ...]) -> None:
        self.leaving: dict[tuple[TracedKind, str], list[tuple[TracedKind, str]]] = {}
        self.entering: dict[tuple[TracedKind, str], list[tuple[TracedKind, str]]] = {}
        for link in links:
            self.leaving.setdefault(link.source, []).append(link.target)
            self.entering.setdefault(link.target, []).append(link.source)

    def to(self, kind: TracedKind, *sources: tuple[TracedKind, str]) -> list[str]:
        return [id for source in sources for other, id in self.leaving.get(source, ()) if other is kind]

    def of(self, kind: TracedKind, target: tuple[TracedKind, str]) -> list[str]:
        return [id for other, id in self.entering.get(target, ()) if other is kind]


def _hazard(
    entry: HazopEntry, index: _Index, below: Mapping[str, tuple[str, ...]], places: Names
) -> HazardTrace:
    me = (TracedKind.HAZARD, entry.id)
    scenarios = index.of(TracedKind.SCENARIO, me)
    claims = index.of(TracedKind.CLAIM, me)
    chains = [(TracedKind.SCENARIO, id) for id in scenarios]
    events = index.to(TracedKind.EVENT, *chains)
    measured = index.to(TracedKind.EVIDENCE, *((TracedKind.EVENT, id) for id in events))
    parts = (
        index.to(TracedKind.PROPERTY, me, *chains),
        scenarios,
        index.to(TracedKind.TREE, *chains, *((TracedKind.CLAIM, id) for id in claims)),
        events,
        claims,
        [*measured, *(item for id in claims for item in below.get(id, ()))],
        [ref for mitigation in entry.mitigations for ref in mitigation.refs if ref in places],
    )
    return HazardTrace(entry.id, *(tuple(dict.fromkeys(ids)) for ids in parts))


_PAIRS: tuple[tuple[str, TracedKind, TracedKind], ...] = (
    ("Mission properties and HAZOP entries", TracedKind.PROPERTY, TracedKind.HAZARD),
    ("HAZOP entries and hazard scenarios", TracedKind.HAZARD, TracedKind.SCENARIO),
    ("Hazard scenarios and fault trees", TracedKind.SCENARIO, TracedKind.TREE),
    ("Fault trees and claims", TracedKind.TREE, TracedKind.CLAIM),
    ("HAZOP entries and claims", TracedKind.HAZARD, TracedKind.CLAIM),
    ("Basic events and evidence", TracedKind.EVENT, TracedKind.EVIDENCE),
)


def _matrices(
    case: Case, links: tuple[TraceLink, ...], below: Mapping[str, tuple[str, ...]]
) -> tuple[TraceabilityMatrix, ...]:
    ids = _ids(case)
    results = []
    for title, rows, columns in _PAIRS:
        cells = {
            (a[1], b[1])
            for link in links
            for a, b in ((link.source, link.target), (link.target, link.source))
            if a[0] is rows and b[0] is columns
        }
        shown = ids[columns]
        if columns is TracedKind.CLAIM:  # of all claims, those that the matrix speaks of
            named = {column for _, column in cells}
            shown = tuple(id for id in shown if id in named)
        results.append(TraceabilityMatrix(title, ids[rows], shown, frozenset(cells)))
    answering = tuple(claim for claim in ids[TracedKind.CLAIM] if claim in below)
    cells = {
        (claim, item) for claim in answering for item in below[claim] if item in ids[TracedKind.EVIDENCE]
    }
    title = "Claims that answer hazards and the evidence below them"
    results.append(TraceabilityMatrix(title, answering, ids[TracedKind.EVIDENCE], frozenset(cells)))
    return tuple(results)
