"""Trees of rates per hour whose rates are measured: plans, allocations and documents of failing cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.io import load
from tests.false_support import call, folder
from tests.false_support.bases import ACCEPTED, measured

RECORD = "entry,hours,failures\na1,3000,0\na2,2000,1\n"
DIFFER = {"failure": "no stop within 2 s"}
ALIKE = DIFFER | {"stopping": "planned", "entries": "recorded"}


def _case(bound: Any, parameters: dict[str, Any], limit: float = 5e-4) -> dict[str, Any]:
    base = measured()
    base["evidence_items"][0] |= {
        "method": "operating-record",
        "confidence": 0.975,
        "parameters": parameters,
    }
    event = {"type": "evidence", "evidence": "EV", "measure": "rate"}
    base["events"] = [{"id": "E1", "text": "The cart does not stop within 2 s", "model": event}]
    base["trees"] = [
        {"id": "FT", "title": "No stop", "top": "G", "kind": "rate-per-hour",
         "target": {"probability": limit, "confidence": 0.95, "source": "risk criteria"},
         "gates": [{"id": "G", "type": "or", "inputs": ["E1"], "text": "The cart does not stop"}]},
    ]  # fmt: skip
    of_tree, of_item = {"tree": "FT"}, {"evidence": "EV", "measure": "rate"}
    base["claims"][0] |= {
        "text": "The cart stops as the tree demands",
        "requirement": {
            "measure": of_tree if "target_of" in bound else of_item,
            "kind": "rate-per-hour",
            "confidence": 0.95,
            "bound": bound,
        },
    }
    base["claims"].append({"id": "W0", "text": "The tree holds the causes", "owner": "A. Author", **ACCEPTED})
    base["arguments"][0]["side_claims"].append("W0")
    return base


OF_TREE = {"target_of": "FT"}
OF_EVENT = {"allocated": {"tree": "FT", "event": "E1"}}


@pytest.mark.slow
@pytest.mark.parametrize("bound", [OF_TREE, OF_EVENT], ids=["tree", "allocated"])
def test_a_failing_tree_of_measured_rates_is_planned_explained_and_printed(
    tmp_path: Path, bound: Any
) -> None:
    at = folder(tmp_path / "c", _case(bound, ALIKE), files={"record.csv": RECORD})
    for command in ("assess", "plan", "explain"):
        code, out, err = call(command, at, "--json")
        assert code == (command == "assess"), err
        assert json.loads(out)
    assert call("build", at, "-o", tmp_path / "out", "--html")[0] in (0, 1)
    assert (tmp_path / "out").is_dir()


@pytest.mark.slow
def test_a_plan_counts_with_hours_that_bound_no_rate(tmp_path: Path) -> None:
    """Few hours of entries that may differ leave the rate without a bound: the search had infinity for an error."""
    at = folder(tmp_path / "c", _case(OF_TREE, DIFFER), files={"record.csv": RECORD})
    code, out, err = call("plan", at, "--json")
    assert code == 0, err
    assert json.loads(out)


def test_what_is_left_to_the_one_event_of_a_tree_of_rates_is_its_target(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", _case(OF_EVENT, ALIKE), files={"record.csv": RECORD})
    required = Session.open(load(at)).assess().requirements["C1"]
    assert required.bound == pytest.approx(5e-4, rel=1e-9)
    assert required.holds is False
    for limit, holds in ((2.0e-3, True), (5e-4, False)):
        again = folder(tmp_path / f"{limit}", _case(OF_EVENT, ALIKE, limit), files={"record.csv": RECORD})
        assert Session.open(load(again)).assess().requirements["C1"].holds is holds
