"""Shortest repair sets and weakest links."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from casegen.argument import Repair, repairs, weakest_links
from casegen.model.argument import Block, ContextNode, Defeater, Requirement
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import EventResult, Freshness, TreeResult
from tests.argument.arguments import (
    accepted,
    argument,
    artefact,
    case,
    claim,
    measured,
    met,
    requirement,
    state,
)
from tests.argument.test_status import FRESH, measured_case
from tests.false_support import DROP, bases, call, folder


def targets(result: tuple[tuple[Repair, ...], ...]) -> list[list[str]]:
    return [[repair.target for repair in chosen] for chosen in result]


def test_nothing_to_repair() -> None:
    assert repairs(measured_case(), {"C2": met(True)}, FRESH, {}) == ((),)


def test_every_reason_against_the_root_must_go() -> None:
    objection = Defeater(id="D1", text="Old data", target="A1", kind="undercutting")
    stale = {"EV": state("EV", Freshness.STALE, "data.csv changed")}
    assert targets(repairs(measured_case(objection), {"C2": met(True)}, stale, {})) == [["D1", "EV"]]


def test_a_leaf_used_in_many_places_is_one_repair() -> None:
    nodes = [claim("C1"), argument("A1", "C1", "P0", "P1", "P2")]
    for k in range(3):
        nodes += [
            claim(f"P{k}"),
            argument(f"B{k}", f"P{k}", f"E{k}", block=Block.EVIDENCE_INCORPORATION),
            measured(f"E{k}", "EV"),
        ]
    stale = {"EV": state("EV", Freshness.STALE)}
    assert targets(repairs(case(*nodes, items=("EV",)), {}, stale, {})) == [["EV"]]


def assumed_below(*more: object, **keys: object) -> Case:
    """C1 from an assumption P and an artefact."""
    return case(
        claim("C1"), argument("A1", "C1", "P", "R"), claim("P", assumed="by review", **keys), claim("R"),
        argument("A2", "R", "E", block=Block.EVIDENCE_INCORPORATION), artefact("E", accepted_by="assessor"), *more,
    )  # fmt: skip


def test_an_assumption_that_nobody_accepts_stays_beside_what_is_worse() -> None:
    """Else the case would not hold once the worse is resolved."""
    objection = Defeater(id="D1", text="Old data", target="P", kind="rebutting")
    for worse, target in (({"more": (objection,)}, "D1"), ({"review_by": date(2020, 1, 1)}, "P")):
        keys = dict(worse)
        built = assumed_below(*keys.pop("more", ()), **keys)  # type: ignore[misc]
        assert targets(repairs(built, {}, {}, {})) == [sorted([target, "P"])]
    assert targets(repairs(assumed_below(objection, accepted_by="assessor"), {}, {}, {})) == [["D1"]]


def test_what_is_conceded_is_not_to_be_conceded() -> None:
    """An open objection may be refuted or conceded; of a conceded one there is something else to be done."""
    for stands, conceding in (("open", True), ("accepted", False)):
        objection = Defeater.model_validate(
            {"id": "D1", "text": "Old data", "target": "A1", "kind": "undercutting", "state": stands}
        )
        ((repair,),) = repairs(assumed_below(objection, accepted_by="assessor"), {}, {}, {})
        assert ("concede it" in repair.action) is conceding
        assert "residual doubt" in repair.action


def test_what_is_accepted_is_no_repair_beside_an_open_context() -> None:
    context = ContextNode(id="X", kind="assumption", text="It is dry")
    built = assumed_below(context, accepted_by="assessor", context=("X",))
    assert targets(repairs(built, {}, {}, {})) == [["X"]]
    assert repairs(assumed_below(accepted_by="assessor"), {}, {}, {}) == ((),)


def test_a_review_that_is_due_is_reviewed() -> None:
    built = assumed_below(accepted_by="assessor", review_by=date(2020, 1, 1))
    assert repairs(built, {}, {}, {}) == ((Repair("P", "review it, and state the next date"),),)


def tree_case() -> tuple[object, dict[str, TreeResult]]:
    """P = pmi OR pump: top 0.0298 = 1 - 0.98 * 0.99 against 0.015."""
    wanted = Requirement.model_validate(
        {"measure": {"tree": "FT"}, "bound": 0.015, "kind": "probability-per-mission"}
    )
    built = case(
        claim("C1", requirement=wanted), argument("A1", "C1", "C2"), accepted("C2"),
        events=(
            BasicEvent.model_validate(
                {"id": "E-ML", "model": {"type": "evidence", "evidence": "EV", "measure": "pmi"}}
            ),
            BasicEvent(id="E-PUMP"),
        ),
        items=("EV",),
    )  # fmt: skip
    importance = {"E-ML": {"birnbaum": 0.99}, "E-PUMP": {"birnbaum": 0.98}}
    events = {
        id: EventResult(id, p, None, None, None, "", importance[id])
        for id, p in (("E-ML", 0.02), ("E-PUMP", 0.01))
    }
    top = Estimate(value=0.0298, kind=MeasureKind.PER_MISSION)
    return built, {"FT": TreeResult("FT", top, events=events)}


def test_a_tree_offers_each_event_that_alone_can_meet_the_bound() -> None:
    built, trees = tree_case()
    failed = replace(met(False), bound=0.015, compared=0.0298)
    # without E-ML the top is 0.01 <= 0.015; without E-PUMP it stays at 0.02
    assert repairs(built, {"C1": failed}, {}, trees) == ((Repair("EV", "measure a smaller pmi"),),)
    looser = replace(failed, bound=0.025)
    assert targets(repairs(built, {"C1": looser}, {}, trees)) == [["E-PUMP"], ["EV"]]
    tight = replace(failed, bound=0.005)
    assert targets(repairs(built, {"C1": tight}, {}, trees)) == [["FT"]]


def test_the_weakest_link_is_the_requirement_nearest_to_failing() -> None:
    built = measured_case(requirement=requirement(bound=1e-2))
    near = replace(met(True), headroom=1.2)
    far = replace(met(True), headroom=30.0)
    result = weakest_links(built, {"C1": far, "C2": near}, FRESH, {})
    assert [(link.target, link.headroom) for link in result[:2]] == [("C2", 1.2), ("C1", 30.0)]
    assert {link.target for link in result[2:]} == {"EV", "W1", "W2"}
    assert all(link.roots == ("C1",) for link in result)


@pytest.mark.slow
def test_an_event_is_a_remedy_only_where_the_bound_of_the_others_meets_the_limit(tmp_path: Path) -> None:
    """The estimate is below the limit without either; the upper bound of the second record alone is above it."""
    item = bases.measured()["evidence_items"][0]
    edits: dict[str, Any] = {
        "evidence_items": [],
        "trees.FT.target": {"probability": 3e-4, "confidence": 0.9},
        "claims.C1.text": "The lift seldom starts with an open door",
        "claims.C1.requirement.confidence": 0.9,
    }
    files = {}
    for n, counts in (("1", "9000,1"), ("2", "10001,0")):
        own = copy.deepcopy(item) | {"id": f"EV{n}", "inputs": {"record": f"r{n}.csv"}, "confidence": 0.99}
        edits["evidence_items"].append(own)
        edits[f"events.E{n}.model"] = {
            "type": "evidence",
            "evidence": f"EV{n}",
            "measure": "probability",
            "exposure": {"demands": 1},
        }
        files[f"r{n}.csv"] = f"entry,demands,failures\nquay,{counts}\n"
    sets = {}
    for limit in (3e-4, 6e-4):
        edits["trees.FT.target"]["probability"] = limit
        at = folder(tmp_path / f"{limit}", bases.calculation(), edits, files)
        call("evidence", "run", at)
        sets[limit] = json.loads(call("explain", at, "--json")[1])["repair_sets"]
    assert [[one["target"] for one in rows] for rows in sets[3e-4]] == [["FT"]]
    assert [[one["target"] for one in rows] for rows in sets[6e-4]] == [["EV1"]]


@pytest.mark.parametrize(("gate", "limit"), [("and", 1e-4), ("or", 1e-2), ("and", 0.0)])
def test_an_event_without_which_the_top_cannot_happen_is_a_remedy_by_itself(
    tmp_path: Path, gate: str, limit: float
) -> None:
    """Its 0 says nothing of the system, and meets every limit: of an AND each event, of an OR the only one."""
    kept = ("E1", "E2") if gate == "and" else ("E1",)
    edits: dict[str, Any] = {
        "trees.FT.target": {"probability": limit},
        "trees.FT.gates": [{"id": "T", "type": gate, "inputs": list(kept), "text": "The door is open"}],
        "trees.FT.top": "T",
        "claims.C1.text": "The lift seldom starts with an open door",
        "claims.C1.requirement.confidence": None,
    }
    for name in kept:
        edits[f"events.{name}.model"] = {"type": "constant", "probability": 0.05}
        edits[f"events.{name}.source"] = "data sheet 4"
    at = folder(tmp_path / "case", bases.calculation(), edits, {})
    sets = json.loads(call("explain", at, "--json")[1])["repair_sets"]
    remedy = "make the event less likely"
    assert [(one["target"], one["action"]) for rows in sets for one in rows if one["target"][0] in "EF"] == [
        (name, remedy) for name in kept
    ]


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"evidence.N1.note": "withdrawn, see E2"}, "argue with other evidence"),
        ({"evidence.N1.doubt": 0.7}, "settle that N1 is stated with a doubt of 0.7"),
        ({"claims.C1.requirement": DROP, "claims.C1.text": "The door locks"}, "(`accepted_by`)"),
        ({"claims.C1.requirement": DROP}, "(`requirement`)"),
    ],
)
def test_measured_evidence_has_no_artefact_to_be_accepted(
    tmp_path: Path, edits: dict[str, Any], words: str
) -> None:
    at = folder(tmp_path / "x", bases.measured(), edits, {"record.csv": bases.RECORD})
    (only,) = json.loads(call("explain", str(at), "--json")[1])["repair_sets"]
    assert any(words in one["action"] for one in only), only
    assert not any("artefact" in one["action"] for one in only)


def test_a_rebuttal_that_the_root_gives_in_to_is_what_must_go(tmp_path: Path) -> None:
    rebuttal = {
        "id": "D1",
        "target": "C1",
        "kind": "rebutting",
        "state": "accepted",
        "text": "Tested cold only",
    }
    rest = {
        "id": "RD1",
        "target": "D1",
        "text": "A warm lock may differ",
        "reason": "locks are warmed before use",
    }
    doubt = {**rest, "owner": "B. Judge", "accepted_by": "C. Third"}
    edits = {"defeaters": [rebuttal], "residual_doubts": [doubt]}
    at = folder(tmp_path / "x", bases.measured(), edits, {"record.csv": bases.RECORD})
    ((only,),) = json.loads(call("explain", str(at), "--json")[1])["repair_sets"]
    assert only["target"] == "D1"
    assert only["action"].startswith("refute it, or remove it")
