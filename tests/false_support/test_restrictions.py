"""A condition or an exception that nothing of the case answers for is asked about; one that something does is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder
from tests.false_support.bases import ACCEPTED, calculation
from tests.false_support.test_contexts_in_question import contexts
from tests.false_support.test_decisive_states import asked_of

TOP = "The lift starts with an open door in at most 1 of 1,000 missions"
NIGHT = {"claims.C1.text": f"{TOP}, except at night"}
TRAINED = {"claims.C1.text": f"{TOP}, provided that the attendant is trained"}


def beside(text: str) -> dict[str, Any]:
    """A further side-claim that somebody accepted."""
    return {"claims.+": {"id": "W2", "text": text, "owner": "A. Author", **ACCEPTED}, "arguments.A1.side_claims": ["W1", "W2"]}  # fmt: skip


def definition(text: str) -> dict[str, Any]:
    return {"contexts": [{"id": "X0", "kind": "definition", "text": text}], "claims.C1.context": ["X0"]}


def defined(text: str) -> dict[str, Any]:
    """A definition of the top claim."""
    return {"contexts": [{"id": "X1", "kind": "definition", "text": text}], "claims.C1.context": ["X1"]}


ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "exception": (NIGHT, "C1"),
    "exception-denied-elsewhere": ({**NIGHT, "case.intended_use": "By day and at night"}, "C1"),
    "condition": (TRAINED, "C1"),
    "if-it-works": ({"claims.C1.text": f"{TOP} if the brake works"}, "C1"),
    "german": ({"claims.C1.text": f"{TOP}, sofern der Wärter geschult ist"}, "C1"),
    "summer": ({**contexts("The lift is considered in summer only"), "case.intended_use": "All year round"}, "X0"),
    "context": (contexts("All floors apart from the basement"), "X0"),
    "definition": (definition("Start: a movement that the attendant confirms; movements below two floors do not count"), "X0"),
    "threshold": (definition("Start: a movement of more than two floors"), "X0"),
    "definition-unless": (definition("Start: any movement, unless the attendant holds the button"), "X0"),
    "a-size-of-the-failure": (defined("An open door is one that is open by more than 10 mm"), "X1"),
    "another-meaning-of-at-most": (defined("At most means about"), "X1"),
    "another-meaning-in-quotes": (defined("“at most” is read as “about”"), "X1"),
    "another-meaning-of-the-verdict": (defined('"supported" is read as "measured"'), "X1"),
    "another-meaning-in-german": (defined("„höchstens“ heißt hier „ungefähr“"), "X1"),
}  # fmt: skip
QUIET: dict[str, dict[str, Any]] = {
    **{f"defines-{k}": defined(text) for k, text in enumerate((
        "A mission is a mission of the contract: a ride between two floors", "Fahrt: eine Mission zwischen zwei Stockwerken",
        "A mission: one ride from one floor to another", "Contract means the contract of 2026 with the city, and its annexes",
        "A mission lasts at least 5 min", "“Mission” means a ride with persons on board", "At most means no more than",
        "“At most” is read as “no more than”", "Höchstens heißt hier nicht mehr als", "Supported means that the load rests on two pillars",
        "Vertrag heißt hier der Wartungsvertrag von 2026",
    ))},
    "exception": {**NIGHT, "case.intended_use": "The lift is not used at night"},
    "exception-argued": {**NIGHT, **beside("At night the lift is locked")},
    "condition": {**TRAINED, **beside("Every attendant is trained")},
    "condition-of-use": {**TRAINED, "case.environment": "A hotel with a trained attendant in the lift"},
    "all-but-a-share": {"claims.C1.text": "The lift works as intended in all but 1 of 1,000 missions"},
    "summer": {**contexts("The lift is considered in summer only"), "case.intended_use": "Used in summer"},
    "trigger": {**beside("The lift stops when somebody opens the door, and if the button is pressed")},
    "threshold-argued": {**definition("Start: a movement of more than two floors"), **beside("Movements below two floors hurt nobody")},
    "definition": definition("Start: a movement of more than a hand's breadth"),
    "definition-and-argument": {
        **definition("Start: any movement, unless the attendant holds the button"),
        **beside("Movements under the hand of the attendant, who holds the button, are harmless")},
}  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_what_is_taken_out_is_asked_about(tmp_path: Path, name: str) -> None:
    edits, part = ASKED[name]
    assert part in asked_of(folder(tmp_path / "x", calculation(), edits))


@pytest.mark.parametrize("name", QUIET)
def test_what_is_answered_for_is_not(tmp_path: Path, name: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), QUIET[name])) == []
