"""A conceded objection takes nothing away from what has to be read, and its target alone decides what it does."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from casegen.argument.reading.to_be_read import to_be_read
from casegen.argument.status import status
from casegen.model.argument import Defeater, ResidualDoubt
from casegen.model.case import Case
from casegen.model.results import EvidenceState, Freshness, Status
from tests.argument.arguments import accepted, argument, case, claim, measured, state
from tests.false_support import call, folder
from tests.false_support.bases import ACCEPTED, RECORD, calculation
from tests.false_support.bases import measured as measured_case
from tests.false_support.test_acceptance import DEFEATER, DOUBT, FILES, base
from tests.property.test_argument_worse import sound
from tests.repetitions import tried

KINDS = ("rebutting", "undercutting", "undermining")


def conceded_at(before: Case, target: str, kind: str = "rebutting") -> Case:
    """The case with one more objection, conceded, and carried by an accepted doubt."""
    objection = Defeater.model_validate(
        {"id": "DX", "text": "Rain was seen", "target": target, "kind": kind, "state": "accepted",
         "response": "A drop a month"}
    )  # fmt: skip
    doubt = ResidualDoubt(
        id="RX",
        text="Rain may come",
        target="DX",
        owner="lead",
        reason="Roof R2 is tight",
        accepted_by="assessor",
    )
    return replace(
        before, defeaters=(*before.defeaters, objection), residual_doubts=(*before.residual_doubts, doubt)
    )


def read_of(one: Case) -> set[tuple[Any, ...]]:
    states = {n.evidence: EvidenceState(n.evidence, Freshness.FRESH) for n in one.evidence if n.evidence}
    claims = status(one, {}, states, {}).claims
    return {(s.id, s.kind, s.texts, s.asks) for s in to_be_read(one, claims, states)}


@pytest.mark.slow
@tried(sound(), st.integers(0, 60), st.sampled_from(KINDS), often=200)
def test_a_conceded_objection_at_any_part_leaves_all_that_was_to_be_read(
    one: Case, k: int, kind: str
) -> None:
    links = [f"{a.id}:{p}" for a in one.arguments for p in a.premises]
    parts = [*(n.id for n in (*one.claims, *one.arguments, *one.evidence, *one.contexts)), *links, "D", "R"]
    assert read_of(one) <= read_of(conceded_at(one, parts[k % len(parts)], kind))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("target", ["C1", "C2", "W"])
def test_what_a_conceded_claim_rests_on_is_read(target: str, kind: str) -> None:
    nodes = (
        claim("C1"), argument("A1", "C1", "C2", side=("W",)), claim("C2"), argument("A2", "C2", "E2"),
        measured("E2", "EV2"), claim("W"), argument("A3", "W", "E3"), measured("E3", "EV3"),
    )  # fmt: skip
    plain = case(*nodes, items=("EV2", "EV3"))
    assert {row[0] for row in read_of(plain)} >= {"A1", "A2", "A3"}
    assert read_of(plain) <= read_of(conceded_at(plain, target, kind))


def lift() -> dict[str, Any]:
    """A root above two claims, of which one rests on a document."""
    result = base()
    result["case"]["roots"] = ["TOP"]
    result["claims"] += [
        {"id": "TOP", "text": "The lift stops safely", "owner": "safety"},
        {"id": "C2", "text": "The rope of the lift is sound", "owner": "safety", **ACCEPTED},
        {
            "id": "W",
            "text": "Door contact and rope are all that the lift needs to stop safely",
            "owner": "safety",
            **ACCEPTED,
        },
    ]
    result["arguments"].append(
        {"id": "A", "supports": "TOP", "block": "decomposition", "from": ["C1", "C2"], "side_claims": ["W"],
         "text": "Door contact and rope"}
    )  # fmt: skip
    return result


def rows(at: Path) -> tuple[dict[str, str], set[tuple[str, str]]]:
    said = json.loads(call("assess", at, "--json")[1])
    status = {one["id"]: one["status"] for one in said["claims"]}
    return status, {(row["id"], row["question"]) for row in said["to_be_read"]}


@pytest.mark.slow
@pytest.mark.parametrize("target", ["C1", "TOP"])
def test_a_document_below_a_conceded_claim_is_still_asked_about(tmp_path: Path, target: str) -> None:
    files = {"records/review.md": "The door contact does not open before the door does.\n"}
    digest = hashlib.sha256(files["records/review.md"].encode()).hexdigest()
    plain = {"evidence.N1.sha256": digest}
    before = rows(folder(tmp_path / "plain", lift(), plain, files))[1]
    edits = {**plain, "defeaters.+": {**DEFEATER, "target": target}, "residual_doubts.+": DOUBT}
    after = rows(folder(tmp_path / "conceded", lift(), edits, files))[1]
    assert any(id == "N1" and "failed" in question for id, question in before), before
    assert before <= after


@pytest.mark.slow
@pytest.mark.parametrize("made", [calculation, measured_case])
def test_numbers_below_a_conceded_claim_are_still_asked_about(tmp_path: Path, made: Any) -> None:
    edits = {"claims.C1.text": "The lift keeps the target of its standard"} if made is calculation else {}
    files = {} if made is calculation else {"record.csv": RECORD}
    before = rows(folder(tmp_path / "plain", made(), edits, files))[1]
    objection = {**DEFEATER, "text": "Rain was seen", "response": "A drop a month was seen"}
    edits = {**edits, "defeaters.+": objection, "residual_doubts.+": {**DOUBT, "text": "Rain may come"}}
    assert before <= rows(folder(tmp_path / "conceded", made(), edits, files))[1]


@pytest.mark.parametrize("kind", KINDS)
def test_the_target_decides_that_a_conceded_objection_is_a_rebuttal(tmp_path: Path, kind: str) -> None:
    edits = {"defeaters.+": {**DEFEATER, "kind": kind}, "residual_doubts.+": DOUBT}
    assert rows(folder(tmp_path / "c", base(), edits, FILES))[0]["C1"] == "assumed"


@pytest.mark.parametrize("kind", KINDS)
def test_a_conceded_objection_to_evidence_or_a_step_is_no_rebuttal(kind: str) -> None:
    nodes = (claim("C1"), argument("A1", "C1", "E1"), measured("E1", "EV"))
    for target in ("A1", "A1:E1", "E1"):
        one = conceded_at(case(*nodes, items=("EV",)), target, kind)
        assert status(one, {}, {"EV": state("EV")}, {}).claims["C1"].status is Status.SUPPORTED


@pytest.mark.parametrize("kind", KINDS)
def test_an_assumption_that_is_conceded_stays_one(kind: str) -> None:
    nodes = (claim("C1"), argument("A1", "C1", "C2", "E1"), accepted("C2"), measured("E1", "EV"))
    claims = status(conceded_at(case(*nodes, items=("EV",)), "C2", kind), {}, {"EV": state("EV")}, {}).claims
    assert [claims[id].status for id in ("C1", "C2")] == [Status.SUPPORTED, Status.ASSUMED]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [False, True])
def test_who_accepts_the_doubt_of_a_conceded_objection_accepts_no_assumption(kind: str, side: bool) -> None:
    step = argument("A1", "C1", "E1", side=("C2",)) if side else argument("A1", "C1", "C2", "E1")
    for taken, expected in (
        (claim("C2", assumed="by review"), Status.ASSUMED),
        (accepted("C2"), Status.SUPPORTED),
    ):
        one = case(claim("C1"), step, taken, measured("E1", "EV"), items=("EV",))
        for each in (one, conceded_at(one, "C2", kind)):
            claims = status(each, {}, {"EV": state("EV")}, {}).claims
            assert [claims[id].status for id in ("C1", "C2")] == [expected, Status.ASSUMED]


def test_an_assumption_that_nobody_accepted_is_named_beside_the_concession() -> None:
    one = conceded_at(case(claim("C1"), argument("A1", "C1", "C2", "E1"), claim("C2", assumed="by review"),
                           measured("E1", "EV"), items=("EV",)), "C2")  # fmt: skip
    assert [(r.target, r.message.key) for r in status(one, {}, {"EV": state("EV")}, {}).weakest] == [
        ("C2", "reason.accepted_by_nobody")
    ]


def denied(target: str, text: str, doubt: str = "Rain may come") -> dict[str, Any]:
    objection = {
        **DEFEATER,
        "kind": "undermining",
        "target": target,
        "text": text,
        "response": "A drop was seen",
    }
    return {"defeaters.+": objection, "residual_doubts.+": {**DOUBT, "text": doubt}}


OPPOSITE = "The lift does not stop safely"
C1_OPPOSITE = "The door contact does not open before the door"


@pytest.mark.parametrize(
    ("target", "text", "doubt"),
    [
        ("A", OPPOSITE, "Rain may come"), ("A:C1", OPPOSITE, "Rain may come"), ("C2", OPPOSITE, "Rain may come"),
        ("W", OPPOSITE, "Rain may come"), ("N1", C1_OPPOSITE, "Rain may come"), ("X1", C1_OPPOSITE, "Rain may come"),
        ("A", "Rain was seen", OPPOSITE), ("N1", "Rain was seen", OPPOSITE),
    ],
)  # fmt: skip
def test_what_is_conceded_denies_no_claim_above(tmp_path: Path, target: str, text: str, doubt: str) -> None:
    at = folder(tmp_path / "c", lift(), denied(target, text, doubt), FILES)
    assert "premise-contradicts" in call("check", at)[1]


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ("A", "The lift does not stop safely in a fire"), ("N1", "The door contact was wet"), ("C1", C1_OPPOSITE),
        ("C2", "The rope of the lift is not sound"),
    ],
)  # fmt: skip
def test_honest_objections_are_no_denial_of_a_claim_above(tmp_path: Path, target: str, text: str) -> None:
    at = folder(tmp_path / "c", lift(), denied(target, text), FILES)
    assert "premise-contradicts" not in call("check", at)[1]


def test_a_carried_denial_in_some_words_of_a_claim_is_asked_about(tmp_path: Path) -> None:
    edits = {"claims.TOP.text": "The lift of the hall stops safely", **denied("A", OPPOSITE)}
    asked = json.loads(call("assess", folder(tmp_path / "c", lift(), edits, FILES), "--json")[1])["questions"]
    assert "R1" in {one["id"] for one in asked}
    edits["defeaters.+"]["text"] = "The lift was wet"
    asked = json.loads(call("assess", folder(tmp_path / "d", lift(), edits, FILES), "--json")[1])["questions"]
    assert "R1" not in {one["id"] for one in asked}


def test_the_terminal_names_what_is_conceded(tmp_path: Path) -> None:
    edits = {"defeaters.+": {**DEFEATER, "text": "Rain was seen"}, "residual_doubts.+": DOUBT}
    printed = " ".join(call("assess", folder(tmp_path / "c", lift(), edits, FILES))[1].split())
    assert 'conceded against C1: "Rain was seen"' in printed
    assert "residual doubt R1, accepted by B. Judge" in printed
    edits["defeaters.+"] |= {"state": "refuted", "refuted_by": "B. Judge"}
    assert "conceded" not in call("assess", folder(tmp_path / "d", lift(), edits, FILES))[1]


@pytest.mark.parametrize(
    ("response", "asked"), [("True, on 4 April", False), ("Yes", True), ("", True), ("TBD", True)]
)
def test_a_conceded_objection_may_be_granted(tmp_path: Path, response: str, asked: bool) -> None:
    edits = {"defeaters.+": {**DEFEATER, "response": response}, "residual_doubts.+": DOUBT}
    assert ("defeater-response" in call("check", folder(tmp_path / "c", lift(), edits, FILES))[1]) == asked
    refuted = {**DEFEATER, "response": "True, on 4 April", "state": "refuted", "refuted_by": "B. Judge"}
    assert (
        "defeater-response"
        in call("check", folder(tmp_path / "d", lift(), {"defeaters.+": refuted}, FILES))[1]
    )
