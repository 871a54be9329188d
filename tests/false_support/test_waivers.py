"""Nobody sets aside a finding on their own part where a status depends on it, and nothing is taken for granted unseen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import DROP, call, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation
from tests.false_support.test_acceptance import FILES, base

ALONE = {"case.authors": ["A. Author"]}


def waived(rule: str, by: str = "A. Author") -> list[dict[str, str]]:
    return [{"rule": rule, "reason": "agreed with the maker of the lift", "by": by}]


BEARING: dict[str, dict[str, Any]] = {
    "event-text-number": {"events.E1.text": "The door contact sticks in 5 % of the missions"},
    "target-text-number": {"trees.FT.title": "The lift starts open in at most 1 of 1,000,000 missions"},
    "event-unsourced": {"events.E1.source": DROP},
    "mission-time-short": {"trees.FT.mission_time": 1e-5, "events.E1.model": {"type": "exponential", "rate": 0.5}},
    "exposure-unexplained": {
        "trees.FT.mission_time": 100, "events.E1.model": {"type": "exponential", "rate": 1e-6, "hours": 1}},
}  # fmt: skip


@pytest.mark.parametrize("rule", BEARING)
def test_the_only_author_sets_nothing_aside(tmp_path: Path, rule: str) -> None:
    part = "trees.FT" if rule in ("target-text-number", "mission-time-short") else "events.E1"
    own = {**ALONE, **BEARING[rule], f"{part}.waive": waived(rule)}
    must_not_hold(folder(tmp_path / "own", calculation(), own), "self-waiver")
    other = {**own, f"{part}.waive": waived(rule, "B. Judge")}
    assert call("assess", folder(tmp_path / "other", calculation(), other))[0] == 0


@pytest.mark.parametrize(
    "by", ["B. Judge (on hold)", "deferred", "returned for rework", "B. Judge, nicht entschieden", "i. V."]
)
def test_a_waiver_that_is_undecided_sets_nothing_aside(tmp_path: Path, by: str) -> None:
    edits = {**BEARING["event-unsourced"], "events.E1.waive": waived("event-unsourced", by)}
    must_not_hold(folder(tmp_path / "x", calculation(), edits), "self-waiver")


@pytest.mark.parametrize("by", ["R. Reader", "A. Author"])
def test_a_document_that_reports_a_failure_is_set_aside_by_somebody_else(tmp_path: Path, by: str) -> None:
    edits = {
        "evidence.N1.text": "Failed test of the door contact",
        "evidence.N1.waive": waived("evidence-opposite", by),
    }
    must_not_hold(folder(tmp_path / "x", base(), edits, FILES), "self-waiver")


GRANTED = [
    "We assume that no door is bent", "It is taken for granted that the contact is adjusted", "Doors are assumed to be closed",
    "Assuming that the mechanic is careful", "Es wird angenommen, dass keine Tür verbogen ist",
    "Suppose that the door is closed",
    "Vorausgesetzt, dass der Kontakt sitzt", "Wir setzen voraus, dass die Tür schließt", "On suppose que la porte est fermée",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(GRANTED)))
def test_an_assumption_under_another_name(tmp_path: Path, number: int) -> None:
    kind = ("context", "justification", "definition")[number % 3]
    edits = {"contexts.X1": {"id": "X1", "kind": kind, "text": GRANTED[number], "owner": "M. Keeper"}}
    result = must_not_hold(folder(tmp_path / "x", base(), edits, FILES), "context-unaccepted")
    assert result.claims["C1"] == "assumed"
    must_hold(folder(tmp_path / "accepted", base(), {**edits, "contexts.X1.accepted_by": "B. Judge"}, FILES))


@pytest.mark.parametrize("text", [
    "Doors of the series of 2026", "The load that the standard supposes is 300 kg", "Open: by more than 5 mm",
    "The list of assumptions of the supplier is part of the file", "Annahmeprüfung: Prüfung vor der Übergabe",
])  # fmt: skip
def test_a_context_that_states(tmp_path: Path, text: str) -> None:
    edits = {"contexts.X1": {"id": "X1", "kind": "context", "text": text}}
    must_hold(folder(tmp_path / "x", base(), edits, FILES))


@pytest.mark.parametrize("note", [
    "This does not hold in winter", "We know that this is wrong", "The claim is false for old doors", "Gilt nicht für alte Türen",
])  # fmt: skip
def test_a_note_that_gives_its_claim_up(tmp_path: Path, note: str) -> None:
    must_not_hold(folder(tmp_path / "x", base(), {"claims.C1.note": note}, FILES), "claim-asserts")


@pytest.mark.parametrize("note", ["Read with the plan of 3 March", "The door does not hold water", "See N1"])
def test_a_note_that_remarks(tmp_path: Path, note: str) -> None:
    must_hold(folder(tmp_path / "x", base(), {"claims.C1.note": note}, FILES))


@pytest.mark.parametrize(
    ("owner", "judge"),
    [("safety", "Safety team"), ("Team Fahrwerk", "fahrwerk"), ("QA group", "QA department")],
)
def test_a_team_does_not_accept_what_it_owns(tmp_path: Path, owner: str, judge: str) -> None:
    edits = {"claims.W1.owner": owner, "claims.W1.accepted_by": judge}
    must_not_hold(folder(tmp_path / "x", base(), edits, FILES), "self-acceptance")
    must_hold(folder(tmp_path / "other", base(), {**edits, "claims.W1.accepted_by": "Works council"}, FILES))
