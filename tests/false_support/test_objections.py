"""Objections to objections: one to an answer keeps what was answered standing, and none frees a claim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_acceptance import DEFEATER, DOUBT, FILES, base

REFUTED = {**DEFEATER, "target": "N1", "kind": "undermining", "state": "refuted", "refuted_by": "B. Judge",
           "response": "The five doors are of another make"}  # fmt: skip
CARRIED = {**DEFEATER, "target": "N1", "kind": "undermining"}
AGAINST = {"id": "D2", "text": "The serial number is that of a sixth door", "target": "D1", "kind": "rebutting",
           "owner": "C. Critic", "state": "open"}  # fmt: skip
SETTLED = {
    **AGAINST,
    "state": "refuted",
    "response": "Photographs show the numbers of all doors",
    "refuted_by": "B. Judge",
}
THIRD = {**AGAINST, "id": "D3", "target": "D2", "text": "The photographs were taken elsewhere"}


def _defeaters(*rows: dict[str, Any], doubt: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"defeaters": list(rows), "residual_doubts": [doubt] if doubt else []}


CASES: dict[str, tuple[dict[str, Any], str]] = {
    "open-against-refuted": (_defeaters(REFUTED, AGAINST), "the answer to defeater D1 is in doubt"),
    "open-against-refuted-rebuttal": (
        _defeaters({**REFUTED, "target": "C1", "kind": "rebutting"}, AGAINST), "the answer to defeater D1 is in doubt"),
    "open-against-conceded": (_defeaters(CARRIED, AGAINST, doubt=DOUBT), "the answer to defeater D1 is in doubt"),
    "open-against-open": (_defeaters({**REFUTED, "state": "open"}, AGAINST), "defeater D1 is open"),
    "settled-against-open": (_defeaters({**REFUTED, "state": "open"}, SETTLED), "defeater D1 is open"),
    "judged-by-nobody": (_defeaters(REFUTED, {**SETTLED, "refuted_by": ""}), "refuted by nobody named"),
    "conceded-by-nobody": (_defeaters(REFUTED, {**AGAINST, "state": "accepted", "response": "The number is misread"}), "D2 is conceded"),
    "third-against-second": (_defeaters(REFUTED, SETTLED, THIRD), "defeater D3 is open"),
    "refuted-by-the-owner-of-what-is-defended": (
        _defeaters(REFUTED, {**SETTLED, "refuted_by": "R. Reader"}), "who owns evidence N1"),
    "refuted-by-the-owner-of-the-claim-of-the-step": (
        _defeaters({**REFUTED, "target": "A1", "kind": "undercutting", "refuted_by": "A. Author"}), "who owns claim C1"),
    "doubt-without-a-reason": (
        _defeaters(REFUTED, doubt={**DOUBT, "reason": ""}), "residual-doubt-record"),
    "late": (_defeaters(REFUTED, {**SETTLED, "review_by": "2020-01-01"}), "review of D2 was due"),
    "conceded-answer-to-a-rebuttal": (
        _defeaters({**REFUTED, "target": "C1", "kind": "rebutting"}, {**AGAINST, "state": "accepted", "response": "The number is misread"},
                   doubt={**DOUBT, "target": "D2"}), "is conceded"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_an_objection_to_an_answer_stands(tmp_path: Path, name: str) -> None:
    edits, because = CASES[name]
    must_not_hold(folder(tmp_path / name, base(), edits, FILES), because)


TWINS: dict[str, dict[str, Any]] = {
    "refuted": _defeaters(REFUTED),
    "refuted-against-a-step": _defeaters({**REFUTED, "target": "A1", "kind": "undercutting"}),
    "conceded": _defeaters(CARRIED, doubt=DOUBT),
    "answered": _defeaters(REFUTED, SETTLED),
    "answered-twice": _defeaters(REFUTED, SETTLED, {**THIRD, **{k: SETTLED[k] for k in ("state", "response", "refuted_by")}}),
    "carried-after-a-refutation": _defeaters(REFUTED, doubt=DOUBT),
    "conceded-answer": _defeaters(REFUTED, {**AGAINST, "state": "accepted", "response": "The number is misread"}, doubt={**DOUBT, "target": "D2"}),
    "conceded-rebuttal-of-a-side-claim": _defeaters({**DEFEATER, "target": "W1"}, doubt=DOUBT),
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_an_answer_that_stands(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / name, base(), {**TWINS[name]}, FILES))


def test_the_warning_says_what_an_objection_to_an_objection_does(tmp_path: Path) -> None:
    result = must_not_hold(folder(tmp_path / "x", base(), _defeaters(REFUTED, AGAINST), FILES))
    (message,) = [d["message"] for d in result.diagnostics if d["rule"] == "defeater-open"]
    assert (
        message == "defeater D2 is open; defeater D1, whose answer it is against, stands until it is settled"
    )
