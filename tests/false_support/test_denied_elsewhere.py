"""Contexts and side-claims that deny a claim which inherits them, or stands beside them; each with a true twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
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
