"""What a part rests on, on the vehicle example: every kind of edge, and nothing beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.io import load
from casegen.review.changes import Key, parts
from casegen.review.dependencies import Upstream, shortest_path


@pytest.fixture
def graph(auv: Path) -> Upstream:
    return Upstream(load(auv))


def ids(graph: Upstream, target: str) -> set[str]:
    return {key.id for key in graph.below(graph.find(target))}


def test_a_claim_rests_on_its_tree_its_numbers_its_evidence_and_its_hazards(graph: Upstream) -> None:
    below = ids(graph, "C-SD")
    assert {"A-SD", "FT-SD", "TE-SD", "IE-THRUST", "BE-T1", "rate-thruster", "BE-DVL", "BE-0-1", "EV-RAM-SD", "SC-SubC11",
            "SubC11", "A-SubC11", "C-QUANT", "E-ENGINE", "MP3", "H3"} <= below  # fmt: skip
    assert not below & {
        "FT-MISS",
        "BE-CAMERA",
        "TE-MISS",
        "C-MISS",
        "TLC3",
        "TLC1",
        "H1",
        "E-HAZOP",
        "inspection",
        "SYSTEM",
    }


def test_a_node_rests_on_its_context_and_on_those_it_inherits(graph: Upstream) -> None:
    assert {"CTX-R", "ASM-VISIBILITY"} <= ids(graph, "TLC2")
    assert "CTX-SYSTEM" in ids(graph, "TLC2"), "it stands at SYSTEM, above"


def test_evidence_rests_on_its_item_only(graph: Upstream) -> None:
    assert ids(graph, "E-RAM-CELLS") == {"E-RAM-CELLS", "EV-RAM"}
    assert ids(graph, "EV-RAM") == {"EV-RAM"}
    assert ids(graph, "E-HAZOP") == {"E-HAZOP"}


def test_a_gate_rests_on_what_is_below_it(graph: Upstream) -> None:
    assert ids(graph, "IE-2-1") == {"IE-2-1", "BE-DVL", "BE-SLAM", "BE-DEPTH"}


def test_a_hazop_row_rests_on_its_mitigations_but_does_not_pass_them_on(graph: Upstream) -> None:
    assert "IE-2-3" in ids(graph, "H1")
    assert "IE-2-3" not in ids(graph, "SubC2")


def test_objections_count(auv: Path) -> None:
    with (auv / "argument" / "system.yaml").open("a") as stream:
        stream.write(
            "defeaters:\n  - {id: D1, target: C-QUANT, kind: rebutting, text: One, owner: x}\n"
            "  - {id: D2, target: D1, kind: rebutting, text: Two, owner: x}\n"
            "  - {id: D3, target: A-SD:SC-SubC11, kind: undercutting, text: Three, owner: x}\n"
        )
    assert {"D1", "D2", "D3"} <= ids(Upstream(load(auv)), "C-SD")


def test_common_causes_and_measures_of_requirements_count(auv: Path) -> None:
    with (auv / "trees.yaml").open("a") as stream:
        stream.write(
            "common_cause:\n  - {id: CC, model: beta-factor, members: [BE-T1, BE-T2], factors: [{parameter: beta}],"
            " total: {type: constant, probability: 0.001}}\n"
        )
    text = (auv / "trees.yaml").read_text()
    beta = "parameters:\n  - {id: beta, value: 0.1, text: Share of common causes, source: data sheet}\n"
    (auv / "trees.yaml").write_text(text.replace("parameters:\n", beta, 1))
    graph = Upstream(load(auv))
    assert {"CC", "beta"} <= ids(graph, "C-SD")
    assert "EV-RAM-SD" in ids(graph, "SubC11")


def test_the_whole_case_and_its_documents_rest_on_everything(auv: Path, graph: Upstream) -> None:
    everything = set(parts(load(auv)))
    assert everything <= set(graph.below(graph.find("inspection")))
    assert graph.find("document:Summary") == graph.find("inspection")
    assert graph.find("document:") == graph.find("nothing") == ()


def test_a_link_is_its_argument(graph: Upstream) -> None:
    assert graph.find("A-SD:SC-SubC11") == (Key("arguments", "A-SD"),)
    assert graph.find("A-SD:C-MISS") == ()


def test_the_way_is_the_shortest(graph: Upstream) -> None:
    below = graph.below(graph.find("C-SD"))
    result = shortest_path(below, Key("events", "BE-DVL"))
    assert [key.id for key in result] == ["C-SD", "FT-SD", "IE-2-1", "BE-DVL"]


def test_circles_end(auv: Path) -> None:
    path = auv / "argument" / "system.yaml"
    path.write_text(path.read_text().replace("from: [TLC2-NOW, TLC2-FUTURE]", "from: [TLC1, TLC2-FUTURE]"))
    assert "TLC1" in ids(Upstream(load(auv)), "TLC2")
