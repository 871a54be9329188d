"""Contexts and side-claims that deny a claim which inherits them, or stands beside them; each with a true twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, edited, folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED
from tests.false_support.test_acceptance import FILES, base

SAYS, DENIES = (
    "The float switch opens when the tank is full",
    "The float switch does not open when the tank is full",
)
NEVER = "The float switch never opens when the tank is full"


def above(block: str = "decomposition") -> dict[str, Any]:
    """A root that rests on the documented claim C1."""
    return edited(base(), {
        "case.roots": ["C0"], "claims.C1.text": SAYS,
        "claims.+": {"id": "C0", "text": "The float switch keeps the tank from running over", "owner": "A. Author"},
        "arguments.+": {"id": "A0", "text": "By the switch", "supports": "C0", "block": block, "from": ["C1"],
                        "side_claims": ["W0"]},
        "evidence.N1.text": "Record of the float switch",
    })  # fmt: skip


def warranted(text: str) -> dict[str, Any]:
    case = above()
    case["claims"].append({"id": "W0", "text": text, "owner": "A. Author", **ACCEPTED})
    return case


def context(text: str, at: str = "claims.C0", kind: str = "assumption") -> dict[str, Any]:
    node = {"id": "X9", "kind": kind, "text": text, "owner": "A. Author"}
    node |= {"accepted_by": "B. Judge"} if kind == "assumption" else {}
    return {"contexts.+": node, f"{at}.context": ["X9"]}


WARRANT = "The float switch is all that fills the tank"


@pytest.mark.parametrize("at", ["claims.C0", "arguments.A0"])
@pytest.mark.parametrize("text", [DENIES, NEVER])
@pytest.mark.parametrize("kind", ["assumption", "context"])
def test_a_context_above_denies_a_premise(tmp_path: Path, at: str, text: str, kind: str) -> None:
    must_not_hold(
        folder(tmp_path / "x", warranted(WARRANT), context(text, at, kind), FILES), "premise-contradicts"
    )


def test_a_side_claim_denies_a_premise_of_its_step(tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "x", warranted(DENIES), None, FILES), "premise-contradicts")


@pytest.mark.parametrize("text", [
    "The float switch does not open in winter", "The tank is not emptied at night", "The float switch 2 does not open when the tank is full",
    "The top float switch does not open when the tank is full", "Float switch B does not open when the tank is full", "The float switch does not stick when the tank is full",
])  # fmt: skip
def test_a_context_above_that_denies_something_else(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", warranted(WARRANT), context(text, kind="context"), FILES))
    must_hold(folder(tmp_path / "side", warranted(text), None, FILES))


BY_NAME = [
    "C1 does not hold", "Claim C1 is false", "C1 fails", "It is not true that C1 holds", "C1 has been refuted", "C1 is no longer true", "C1 gilt nicht",
    "Es stimmt nicht, dass C1 gilt",
]  # fmt: skip


@pytest.mark.parametrize("text", BY_NAME)
def test_a_claim_below_or_beside_is_denied_by_its_name(tmp_path: Path, text: str) -> None:
    must_not_hold(
        folder(tmp_path / "above", warranted(WARRANT), context(text, kind="context"), FILES),
        "premise-contradicts",
    )
    must_not_hold(folder(tmp_path / "side", warranted(text), None, FILES), "premise-contradicts")


@pytest.mark.parametrize("at", ["claims.C1", "arguments.A1"])
def test_the_root_is_denied_by_its_name_below(tmp_path: Path, at: str) -> None:
    edits = context("C0 does not hold", at, "context")
    must_not_hold(folder(tmp_path / "x", warranted(WARRANT), edits, FILES), "premise-contradicts")


@pytest.mark.parametrize(
    "text",
    [
        "If C1 does not hold, an alarm sounds",
        "C1 fails in no test",
        "The relay C10 fails",
        "C1 is about the float switch",
    ],
)
def test_a_name_that_is_not_denied(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", warranted(WARRANT), context(text, kind="context"), FILES))


NUMBER = {"claims.C1.text": "The float switch sticks in at most 1 of 1,000 fillings"}
WORSE = [
    "The float switch sticks in 1 of 10 fillings",
    "It is not true that the float switch sticks in at most 1 of 1,000 fillings",
]


@pytest.mark.parametrize("text", WORSE)
def test_a_worse_number_above_or_beside(tmp_path: Path, text: str) -> None:
    above = {**NUMBER, **context(text, kind="context")}
    must_not_hold(folder(tmp_path / "above", warranted(WARRANT), above, FILES), "premise-contradicts")
    must_not_hold(folder(tmp_path / "side", warranted(text), NUMBER, FILES), "premise-contradicts")


IF = "The float switch keeps the tank from running over if it sticks in at most 1 of {} fillings"


def test_a_condition_that_a_premise_does_not_meet(tmp_path: Path) -> None:
    at = folder(tmp_path / "x", warranted(IF.format("10,000")), NUMBER, FILES)
    must_not_hold(at, "premise-contradicts")


def _rules(at: Path) -> str:
    return call("check", at, "--json")[1]


@pytest.mark.parametrize(
    "text", [IF.format("1,000"), IF.format("100"), "The drain sticks in 1 of 10 fillings", "The float switch sticks in 1 of 100,000 fillings"]
)  # fmt: skip
def test_a_number_that_a_premise_meets(tmp_path: Path, text: str) -> None:
    assert "premise-contradicts" not in _rules(folder(tmp_path / "x", warranted(text), NUMBER, FILES))


def test_a_number_of_another_thing_of_the_kind(tmp_path: Path) -> None:
    claim = {"claims.C1.text": "The float switch 3 sticks in at most 1 of 1,000 fillings"}
    text = "The float switch 4 sticks in 1 of 10 fillings"
    assert "premise-contradicts" not in _rules(folder(tmp_path / "x", warranted(text), claim, FILES))
    text = "The tank is kept if the float switch 4 sticks in at most 1 of 10,000 fillings"
    assert "premise-contradicts" not in _rules(folder(tmp_path / "if", warranted(text), claim, FILES))
