"""Limits and doubts in the page's what-if are those of the command: allocated limits, bounds that none has, signs."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.portable.assessment import portable
from casegen.assessment.whatif import change, compare
from casegen.io.folder import load
from casegen.model.results import Status
from tests.assessment.test_whatif_edited import RECORD, REQUIREMENT, _with_record
from tests.false_support import DROP, folder
from tests.false_support.bases import measured
from tests.page_changes import OPEN
from tests.page_scripts import run_script

ALLOCATED = {
    "measure": {"evidence": "EV", "measure": "probability"}, "comparison": "<=", "kind": "probability-per-demand",
    "bound": {"allocated": {"tree": "FT", "event": "E1"}}, "confidence": 0.95,
}  # fmt: skip
SPREAD = {"distribution": "lognormal", "median": 1e-3, "error_factor": 5}


def on_the_page(model: Mapping[str, Any], changes: Mapping[str, float]) -> dict[str, Any]:
    """Limits of requirements and statuses of nodes by the page's scripts."""
    printed = run_script(
        f"const m = {json.dumps(model)}, r = Variants.run(m, {json.dumps(changes)});"
        "console.log(JSON.stringify({supported: r.supported, limits: Object.fromEntries(Object.entries(r.required).map("
        "([n, x]) => [n, x.bound])), status: Object.fromEntries(m.argument.ids.map((n, i) => [n, WhatIf.STATUS[r.rank[i]]]))}))"
    )
    result: dict[str, Any] = json.loads(printed)
    return result


@pytest.mark.slow
@pytest.mark.parametrize("target", [1e-3, 4e-3, 2e-2])
def test_what_a_target_without_a_confidence_leaves_is_left_by_the_bounds_of_the_others(
    tmp_path: Path, target: float
) -> None:
    """The page took the estimates of the other events, which leave more, and showed a claim as supported by it."""
    edits = {
        "trees.FT.target.confidence": DROP, f"{REQUIREMENT}.confidence": DROP, "trees.FT.target.probability": target,
        "claims.C1.text": "The lift rarely starts with an open door", "claims.C2.requirement": ALLOCATED,
        "events.E2.model.probability": SPREAD,
    }  # fmt: skip
    session = Session.open(load(folder(tmp_path, _with_record(), edits, {"record.csv": RECORD})))
    before = session.assess()
    model = portable(before, session)
    assert model["trees"][0]["inputs"] is not None
    for changes in ({}, {"EV.probability": 1e-4}, {"E2": 2e-3}, {"E1": 1e-4}):
        result = compare(session, [change(session.case, session, *one) for one in changes.items()])
        shown = on_the_page(model, changes)
        limit, theirs = shown["limits"]["C2"], result.after.requirements["C2"].bound
        assert limit is None or limit == pytest.approx(theirs, rel=1e-9)
        assert shown["status"]["C2"] in (result.edited["C2"].value, OPEN)
    assert on_the_page(model, {})["status"]["C2"] == before.claims["C2"].status.value


@pytest.mark.slow
def test_a_bound_that_the_command_has_not_either_misses_no_limit(tmp_path: Path) -> None:
    """Both sides of a record are spent where the top may rise and fall with it: there is no bound at the confidence."""
    either = {"id": "X", "type": "xor", "inputs": ["E1", "E2"], "text": "One of them"}
    base = _with_record()
    item = {
        **copy.deepcopy(base["evidence_items"][0]),
        "id": "EV2",
        "title": "Tests of the lamp",
        "inputs": {"record": "lamp.csv"},
    }
    base["evidence_items"].append(item)
    edits = {
        "trees.FT.independent": {"evidence": ["EV", "EV2"], "claim": "W1"},
        "claims.W1.text": "Data of the two records are independent, and the tree contains the causes",
        "trees.FT.gates.TOP.inputs": ["X", "E3", "E4"], "trees.FT.gates.+": either, "trees.FT.target.probability": 1e-5,
        "claims.C1.text": "The lift rarely starts with an open door",
    }  # fmt: skip
    base["events"] += [
        {"id": "E3", "text": "The lamp fails", "source": "record of the lamp", "model": {
            "type": "evidence", "evidence": "EV2", "measure": "probability", "exposure": {"demands": 1}}},
        {"id": "E4", "text": "The hall is dark", "source": "data sheet", "model": {"type": "constant", "probability": 1e-3}},
    ]  # fmt: skip
    files = {"record.csv": RECORD, "lamp.csv": RECORD.replace("4000", "6000")}
    session = Session.open(load(folder(tmp_path, base, edits, files)))
    before = session.assess()
    model = portable(before, session)
    assert before.claims["C1"].status is Status.NOT_EVALUATED
    result = compare(session, [change(session.case, session, "E4", 2e-3)])
    assert result.edited["C1"] is Status.NOT_EVALUATED
    assert on_the_page(model, {"E4": 2e-3})["status"]["C1"] in ("not evaluated", OPEN)
    assert on_the_page(model, {})["status"]["C1"] == "not evaluated"


@pytest.mark.parametrize("waived", [False, True])
def test_a_claim_on_a_reported_measure_stays_assumed_whatever_is_set(tmp_path: Path, waived: bool) -> None:
    """The sign that nothing checks the number stays with it; the page left the claim to the command."""
    base = measured() | {"trees": [], "events": []}
    base["evidence_items"][0] |= {
        "method": "reported-measure", "inputs": {"report": "r.json"},
        "parameters": {"kind": "probability-per-demand", "method": "lab program 3.2", "value": "/v", "lower": "/lo",
                       "upper": "/hi"},
    }  # fmt: skip
    base["claims"][0]["requirement"]["measure"]["measure"] = "probability_per_demand"
    if waived:
        base["evidence_items"][0]["waive"] = [
            {"rule": "sign-computed-elsewhere", "by": "B. Judge", "reason": "Checked by hand"}
        ]
    beside = {"id": "E1", "text": "Contact sticks", "source": "data sheet"}
    base["events"] = [
        beside | {"model": {"type": "constant", "probability": 1e-4, "kind": "probability-per-demand"}}
    ]
    base["trees"] = [
        {"id": "FT", "title": "No stop", "top": "TOP", "kind": "probability-per-demand",
         "gates": [{"id": "TOP", "type": "or", "inputs": ["E1"], "text": "No stop"}]}
    ]  # fmt: skip
    files = {"r.json": json.dumps({"v": 1e-4, "lo": 5e-5, "hi": 2e-4})}
    session = Session.open(load(folder(tmp_path, base, None, files)))
    before = session.assess()
    model = portable(before, session)
    assert before.claims["C1"].status is (Status.SUPPORTED if waived else Status.ASSUMED)
    for changes in ({"E1": 2e-4}, {"EV.probability_per_demand": 9e-4}, {"EV.probability_per_demand": 0.5}):
        result = compare(session, [change(session.case, session, *one) for one in changes.items()])
        shown = on_the_page(model, changes)
        assert shown["status"]["C1"] == result.edited["C1"].value, changes
        assert shown["supported"] in (result.supported, None)
