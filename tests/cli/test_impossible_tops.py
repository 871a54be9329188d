"""A top event that cannot happen as it is modelled: its 0 meets no target, leaves nothing to events, and is remarked upon."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import casegen
from tests.false_support import call, edited, folder
from tests.false_support.bases import calculation

CANNOT = "the top event cannot happen as the tree is modelled, so its 0 says nothing of the system"
OFF = {
    "house_events": [{"id": "H", "text": "The bypass is open", "state": False}],
    "trees.FT.gates.TOP.type": "and", "trees.FT.gates.TOP.inputs": ["E1", "E2", "H"],
}  # fmt: skip
ON = {**OFF, "house_events": [{"id": "H", "text": "The bypass is open", "state": True}]}
IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "house event": OFF,
    "contradiction": {
        "trees.FT.gates.TOP.type": "and", "trees.FT.gates.TOP.inputs": ["E1", {"type": "not", "inputs": ["E1"]}],
    },
    "probability of 0": {"trees.FT.gates.TOP.type": "and", "events.E1.model.probability": 0.0},
}  # fmt: skip


@pytest.mark.parametrize("method", ["equal", "proportional", "cost"])
@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_target_is_not_broken_down(name: str, method: str, tmp_path: Path) -> None:
    at = folder(tmp_path, edited(calculation(), IMPOSSIBLE[name]))
    code, out, _ = call("allocate", at, "--method", method, "--strict")
    assert code == 1
    assert CANNOT in " ".join(out.split())
    assert " yes" not in out
    document = json.loads(call("allocate", at, "--method", method, "--json")[1])
    assert document["achieved"] is None
    assert document["problem"].startswith(CANNOT)
    assert not any(row["meets"] or row["required"] is not None for row in document["events"])


def test_nor_to_one_event_or_in_python(tmp_path: Path) -> None:
    at = folder(tmp_path, edited(calculation(), OFF))
    assert call("allocate", at, "--event", "E1", "--strict")[0] == 1
    result = casegen.open(at).allocate("FT", events=["E1"])
    assert result.problem.startswith(CANNOT)
    assert "house event H" in result.problem


def test_one_that_can_happen_is(tmp_path: Path) -> None:
    at = folder(tmp_path, edited(calculation(), ON))
    code, out, _ = call("allocate", at, "--method", "equal", "--strict")
    assert (code, CANNOT in out) == (0, False)
    assert CANNOT not in call("fta", "quantify", at)[1]


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_its_0_is_remarked_upon(name: str, tmp_path: Path) -> None:
    at = folder(tmp_path, edited(calculation(), IMPOSSIBLE[name]))
    assert CANNOT in " ".join(call("fta", "quantify", at)[1].split())
    assert json.loads(call("fta", "quantify", at, "--json")[1])["label"].startswith(CANNOT)
    if name == "house event":
        assert CANNOT not in call("fta", "quantify", at, "--house", "H=true")[1]


def test_a_0_by_underflow_is_another(tmp_path: Path) -> None:
    """Two events of 1e-200 can happen together."""
    small = {"trees.FT.gates.TOP.type": "and", "events.E1.model.probability": 1e-200, "events.E2.model.probability": 1e-200}  # fmt: skip
    assert CANNOT not in call("fta", "quantify", folder(tmp_path, edited(calculation(), small)))[1]
