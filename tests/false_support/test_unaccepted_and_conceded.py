"""Nobody accepted the assumption; that somebody carries the doubt of an objection to it is no acceptance of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import DROP, folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED
from tests.false_support.test_acceptance import DOUBT, FILES, base

OBJECTION = {"id": "D1", "text": "Hook 7 was left out of the survey", "target": "C2", "kind": "rebutting",
             "state": "accepted", "response": "Granted", "owner": "C. Critic"}  # fmt: skip
CARRIED = {
    **DOUBT,
    "text": "Few lifts happen with hook 7",
    "reason": "The log lists two lifts with that hook",
}
HOOK = {"id": "C2", "text": "The hook carries its rated load", "owner": "A. Author", **ACCEPTED}
CONCEDED = {"defeaters": [OBJECTION], "residual_doubts": [CARRIED]}
TWICE = {"defeaters": [OBJECTION, {**OBJECTION, "id": "D2", "text": "The survey is of May"}],
         "residual_doubts": [CARRIED, {**CARRIED, "id": "R2", "target": "D2"}]}  # fmt: skip
ANSWERED = {"defeaters": [{**OBJECTION, "state": "refuted", "refuted_by": "B. Judge",
                           "response": "Hook 7 is on sheet 4 of the survey"}]}  # fmt: skip
OBJECTIONS: dict[str, dict[str, Any]] = {
    "none": {}, "conceded": CONCEDED, "twice": TWICE, "answered": ANSWERED,
    "against-the-assumption-itself": {"residual_doubts": [{**CARRIED, "target": "C2"}]},
}  # fmt: skip


def hook(place: str) -> dict[str, Any]:
    """The lift door beside a hook that is assumed: as a premise of the root, or as its side-claim."""
    result = base()
    result["case"]["roots"] = ["C0"]
    result["claims"] += [
        {"id": "C0", "text": "The door contact opens and the hook carries"},
        HOOK,
        {"id": "W2", "text": "Contact and hook are all that the lift needs", **ACCEPTED},
    ]
    premise = place == "premise"
    parts = {"from": ["C1", "C2"] if premise else ["C1"], "side_claims": ["W2"] if premise else ["W2", "C2"]}
    result["arguments"].append(
        {"id": "A0", "text": "Contact and hook", "supports": "C0", "block": "decomposition", **parts}
    )
    return result


@pytest.mark.parametrize("place", ["premise", "side-claim"])
@pytest.mark.parametrize("name", OBJECTIONS)
def test_no_objection_accepts_an_assumption(name: str, place: str, tmp_path: Path) -> None:
    edits = OBJECTIONS[name]
    unaccepted = folder(tmp_path / "c", hook(place), {**edits, "claims.C2.accepted_by": DROP}, FILES)
    assert must_not_hold(unaccepted, "").claims["C0"] == "assumed"
    must_hold(folder(tmp_path / "t", hook(place), edits, FILES))
