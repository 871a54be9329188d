"""Reasons, answers and documents that give none; sentences that allow nothing, or less than their number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import calculation
from tests.false_support.test_acceptance import DEFEATER, FILES, base

TEXT = "claims.C1.text"
REFUTED = {**DEFEATER, "state": "refuted", "refuted_by": "B. Judge"}
DOUBT = {
    "id": "R1",
    "text": "Some doors bend",
    "target": "W1",
    "owner": "A. Author",
    "accepted_by": "B. Judge",
}
PAPER = {"evidence.N1.text": "Lamp stays dark", "claims.W1.text": "Paper is white"}
NONE: dict[str, tuple[dict[str, Any], str]] = {
    **{f"answer-{k}": ({"defeaters.+": {**REFUTED, "response": text}}, "defeater D1") for k, text in enumerate([
        "It is not known whether the doors are new", "Nobody checked, but B. Judge thinks that they are new",
        "The doors have not been checked", "We are confident and trust it", "Because C1 holds", "It does not matter since the case holds",
        "The claim is supported"])},
    **{f"reason-{k}": ({"claims.W1.assumed": text}, "") for k, text in enumerate([
        "To be reviewed in May", "Will be looked at later", "We trust that it is so", "We are confident"])},
    **{f"doubt-that-denies-{k}": (
        {"residual_doubts.+": {**DOUBT, "target": "C1", "text": text, "reason": "Seen twice in May, on one door"}}, "premise-contradicts")
       for k, text in enumerate(["C1 is false", "C1 does not hold", "It is not true that the door contact opens before the door does"])},
    "doubt-later": ({"residual_doubts.+": {**DOUBT, "reason": "Will be looked at later"}}, "assumption-denied"),
    "because-of-what-rests-on-it": ({"claims.W1.assumed": "Follows from C1"}, "assumption-restates"),
    "because-it-is-so-above": (
        {"claims.W1.assumed": "Because the door contact opens before the door does"}, "assumption-restates"),
    "a-warrant-of-something-else": (PAPER, "has to do with"),
    "unknown-origin": ({"evidence.N1.text": "Record of the review, authenticity unknown"}, "evidence-opposite"),
    "a-draft-version": ({"evidence.N1.version": "0.1-draft"}, "says"),
    "unread": ({"evidence.N1.note": "B. Judge has not read it yet"}, "says"),
}  # fmt: skip


@pytest.mark.parametrize("name", NONE)
def test_a_reason_that_is_none(tmp_path: Path, name: str) -> None:
    edits, because = NONE[name]
    must_not_hold(folder(tmp_path / name, base(), edits, FILES), because)


GIVEN: dict[str, dict[str, Any]] = {
    "answer": {"defeaters.+": {**REFUTED, "response": "The makers checked all five doors: they are of another make"}},
    "answer-that-names-its-claim": {"defeaters.+": {**REFUTED, "response": "C1 is about doors of 2026; the two are of 2019"}},
    "doubt-about-a-part": {"residual_doubts.+": {**DOUBT, "target": "C1", "text": "C1 is not true where doors are bent",
                                                 "reason": "Bent doors are replaced every month"}},
    "reason": {"claims.W1.assumed": "Read by R. Reader on 3 March, see N1"},
    "a-warrant-that-connects": {**PAPER, "claims.W1.text": "A dark lamp means that the contact opened"},
    "a-warrant-of-the-evidence": {**PAPER, "claims.W1.text": "The lamp is wired to nothing else"},
    "version": {"evidence.N1.version": "2.1"},
    "note": {"evidence.N1.note": "Read with the plan of 3 March"},
}  # fmt: skip


@pytest.mark.parametrize("name", GIVEN)
def test_a_reason_that_is_one(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / name, base(), GIVEN[name], FILES))


ABSOLUTE = [
    "The lift cannot start with an open door", "Not once does the lift start with an open door",
    "In every mission the lift starts with a closed door",
    "The lift has no start with an open door", "In jeder Fahrt fährt der Aufzug mit geschlossener Tür an",
    "The lift starts with a closed door without fail", "No lift ever starts with an open door",
    "It is excluded that the lift starts with an open door", "At no demand does the lift start with an open door",
]  # fmt: skip
LESS = [
    "The lift starts with an open door ten times less often than 1 of 1,000 missions",
    "The lift is 1,000 times safer than its target of 1 of 1,000 missions",
    "The lift stays two orders of magnitude below 1 of 1,000 missions",
    "The lift starts with an open door in at most 1 of 1,000 years",
]
TIMES = ["In its life the lift starts with an open door with a probability of at most 0.001"]
FAIR = [
    "The lift starts with an open door in at most 1 of 1,000 missions, ten times less often than the old one",
    "In at most 1 of 1,000 missions the lift, which cannot sense its load, starts with an open door",
    "The lift starts with an open door in at most 1 of 1,000 days",
    "The lift cannot be stopped in time in at most 1 of 1,000 missions",
    "The lift starts with an open door without failure of its contact in at most 1 of 1,000 missions",
]


@pytest.mark.parametrize(
    ("text", "because"),
    [*((t, "text-number") for t in (*ABSOLUTE, *LESS)), *((t, "text-time") for t in TIMES)],
)
def test_a_sentence_that_allows_less(tmp_path: Path, text: str, because: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {TEXT: text}), because)


@pytest.mark.parametrize("text", FAIR)
def test_a_sentence_that_allows_as_much(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {TEXT: text}))
