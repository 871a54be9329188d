"""Numbers that their kind cannot have, below a tree that is evaluated with them: a finding, and no crash."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, edited, folder, must_hold
from tests.false_support.bases import ACCEPTED, RECORD, measured

FILES = {"record.csv": RECORD}


def below_a_tree() -> dict[str, Any]:
    """The measured claim C1 as the premise of a root that a tree shows, of which the measure is an event."""
    return edited(measured(), {
        "case.roots": ["C0"],
        "claims.C1.requirement.bound": 1.5e-3, "claims.C1.text": "The range guard fails in at most 15 of 10,000 approaches",
        "claims.+": {"id": "C0", "text": "The vehicle hits in at most 2 of 1,000 approaches", "owner": "A. Author",
                     "requirement": {"measure": {"tree": "FT"}, "bound": {"target_of": "FT"},
                                     "kind": "probability-per-demand", "confidence": 0.95}},
        "events": [{"id": "E1", "text": "The range guard fails",
                    "model": {"type": "evidence", "evidence": "EV", "measure": "probability"}}],
        "trees": [{"id": "FT", "title": "The vehicle hits", "top": "G", "kind": "probability-per-demand",
                   "target": {"probability": 2e-3, "source": "risk assessment R-12", "confidence": 0.95},
                   "gates": [{"id": "G", "type": "or", "inputs": ["E1"], "text": "The vehicle hits"}]}],
        "arguments.+": {"id": "A0", "text": "The guard is the only cause", "supports": "C0", "block": "calculation",
                        "tree": "FT", "from": ["C1"], "side_claims": ["W0"]},
    })  # fmt: skip


def written(at: Path, edits: dict[str, Any]) -> Path:
    case = below_a_tree()
    case["claims"].append(
        {
            "id": "W0",
            "text": "Nothing but the range guard makes the vehicle hit",
            "owner": "A. Author",
            **ACCEPTED,
        }
    )
    path = folder(at, case, edits, FILES)
    call("evidence", "run", path)
    return path


@pytest.mark.slow
def test_a_bound_in_range_below_a_tree(tmp_path: Path) -> None:
    must_hold(written(tmp_path / "x", {}))


@pytest.mark.slow
@pytest.mark.parametrize("bound", [5, 1.5, -1, 1e9])
def test_a_bound_that_no_probability_has(tmp_path: Path, bound: float) -> None:
    path = written(tmp_path / "x", {"claims.C1.requirement.bound": bound})
    for command in ("check", "assess", "explain", "allocate", "plan"):
        _, out, err = call(command, path)
        assert "bound-range" in out + err, command
    _, out, err = call("whatif", path, "--set", "EV.probability=0.001")
    assert "bound-range" in out + err


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rate-per-hour", "score"])
def test_a_bound_that_only_another_kind_has(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path / "x", {"claims.C1.requirement.bound": 5, "claims.C1.requirement.kind": kind})
    _, out, _ = call("check", path)
    assert "(C1)" in out
