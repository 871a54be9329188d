"""Traceability from mission property to evidence, and what is related to nothing."""

from __future__ import annotations

from casegen.argument import trace_graph, traceability
from casegen.argument.traceability import TracedKind
from casegen.model.argument import Block, SubCase
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, FaultTree
from casegen.model.hazard import HazardScenario, HazopEntry, MissionProperty
from tests.argument.arguments import accepted, argument, artefact, case, claim, measured, requirement


def traced_case() -> Case:
    """H1 is explained by S1 on FT and answered by C2; H2 is answered by nothing."""
    row = {"item": "camera", "attribute": "class", "guide_word": "wrong value", "properties": ["MP1"]}
    gates = [
        {"id": "TOP", "type": "or", "inputs": ["MID"]},
        {"id": "MID", "type": "or", "inputs": ["E-ML", "E-X"]},
    ]
    return case(
        claim("C1"), argument("A1", "C1", "S", "C3", side=("W1",)), accepted("W1"),
        SubCase(id="S", claim="C2"), claim("C2", hazards=("H1",), module="M", public=True),
        argument("A2", "C2", "E1", block=Block.EVIDENCE_INCORPORATION), measured("E1", "EV"),
        claim("C3", requirement=requirement()),
        argument("A3", "C3", "E2", block=Block.EVIDENCE_INCORPORATION), artefact("E2"),
        items=("EV", "EV2"),
        properties=(MissionProperty(id="MP1", title="P"), MissionProperty(id="MP2", title="Q")),
        hazop=(
            HazopEntry(id="H1", mitigations=[{"text": "check", "refs": ["MID", "gone"]}], **row),
            HazopEntry(id="H2", mitigations=[{"text": "nothing"}], **row),
        ),
        scenarios=(
            HazardScenario(
                id="S1", title="S", hazop=("H1",), tree="FT", chain=({"event": "E-ML"}, {"event": "TOP"})
            ),
        ),
        trees=(FaultTree(id="FT", top="TOP", gates=gates, properties=("MP1",)),),
        events=(
            BasicEvent(id="E-ML", model={"type": "evidence", "evidence": "EV", "measure": "pmi"}),
            BasicEvent(id="E-X", model={"type": "constant", "probability": 0.1}),
        ),
    )  # fmt: skip


def test_a_hazard_is_traced_both_ways() -> None:
    first, second = traceability(traced_case()).hazards
    assert first.properties == ("MP1",)
    assert first.scenarios == ("S1",)
    assert first.trees == ("FT",)
    assert first.events == ("E-ML",)
    assert first.claims == ("C2",)
    assert first.evidence == ("EV",)
    assert first.mitigations == ("MID",)
    assert (second.scenarios, second.claims, second.evidence) == ((), (), ())


def test_orphans_are_told_by_the_rules() -> None:
    results = {(d.rule, d.target) for d in traceability(traced_case()).orphans}
    assert results == {
        ("hazard-unanswered", "H2"), ("mitigation-unplaced", "H2"), ("event-unsourced", "E-X"),
        ("evidence-unused", "EV2"), ("property-unanalysed", "MP2"),
    }  # fmt: skip


def test_matrices_have_rows_and_columns_without_a_relation() -> None:
    matrices = {m.title: m for m in traceability(traced_case()).matrices}
    answered = matrices["HAZOP entries and claims"]
    assert answered.cells == {("H1", "C2")}
    assert set(answered.rows) - {row for row, _ in answered.cells} == {"H2"}
    below = matrices["Claims that answer hazards and the evidence below them"]
    assert below.cells == {("C2", "EV")}
    assert set(below.columns) - {column for _, column in below.cells} == {"EV2", "E2"}


def test_the_graph_reaches_from_the_root_to_the_measurement() -> None:
    import networkx as nx

    graph = trace_graph(traced_case())
    assert nx.has_path(graph, (TracedKind.CLAIM, "C1"), (TracedKind.EVIDENCE, "EV"))
    assert nx.has_path(graph, (TracedKind.SCENARIO, "S1"), (TracedKind.EVIDENCE, "EV"))
    assert graph.edges[(TracedKind.CLAIM, "C2"), (TracedKind.HAZARD, "H1")]["relation"] == "answers"
    assert (TracedKind.GATE, "gone") not in graph
