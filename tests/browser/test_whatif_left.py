"""What the page's what-if leaves to the command is listed as such, and what was assessed is shown as it was assessed."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.assessment.assess import Session
from casegen.assessment.whatif import change, compare
from casegen.render import write_html
from casegen.render.whatif import whatif_model
from casegen.review.dossier import gather
from tests.assessment.test_whatif_edited import RECORD, _with_record
from tests.false_support import folder
from tests.page_changes import drawn

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ALLOCATED = {
    "measure": {"evidence": "EV", "measure": "probability"}, "comparison": "<=", "kind": "probability-per-demand",
    "bound": {"allocated": {"tree": "FT", "event": "E1"}}, "confidence": 0.95,
}  # fmt: skip
NOT_COHERENT = {
    "trees.FT.gates.TOP.inputs": ["E1", "E2", "G"],
    "trees.FT.gates.+": {"id": "G", "type": "and", "inputs": ["E3", {"type": "not", "inputs": ["E4"]}], "text": "Stage"},
}  # fmt: skip
CONSTANT = {"type": "constant", "probability": 1e-3}
MORE = [
    {"id": name, "text": text, "source": "data sheet", "model": dict(CONSTANT)}
    for name, text in (("E3", "The hall is dark"), ("E4", "The lamp burns"))
]
TOTAL = {
    "common_cause": [
        {"id": "CC", "members": ["E3", "E4"], "model": "beta-factor", "factors": [0.1], "source": "IEC 61508-6",
         "text": "same supply", "total": {"type": "constant", "probability": {"parameter": "p"}}}],
    "parameters": [
        {"id": "p", "text": "lamps", "source": "handbook",
         "value": {"distribution": "lognormal", "median": 8e-4, "error_factor": 3}}],
}  # fmt: skip
TARGETS = {
    "nothing left": 1e-4,
    "too little left": 1.2e-3,
    "much left": 0.05,
}  # fmt: skip
"""what the target leaves to the measured event"""


def _case(kind: str, target: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """A claim on what the target of a tree, whose bounds the page leaves to the command, leaves to a measured event."""
    base = _with_record()
    edits = {
        "claims.C2.requirement": ALLOCATED,
        "claims.C1.text": "The lift rarely starts with an open door",
        "trees.FT.target.probability": target,
    }
    base["events"] += copy.deepcopy(MORE)
    if kind == "total":
        base["events"][-2:] = [{k: v for k, v in one.items() if k in ("id", "text")} for one in MORE]
        gate = NOT_COHERENT["trees.FT.gates.+"] | {"inputs": ["E3", "E4"]}
        return base | TOTAL, edits | NOT_COHERENT | {"trees.FT.gates.+": gate}
    if kind == "negated":  # what is left to an event that only makes the top less likely
        edits["claims.C2.requirement"] = ALLOCATED | {"bound": {"allocated": {"tree": "FT", "event": "E4"}}}
        base["events"][0]["model"], base["events"][-1]["model"] = dict(CONSTANT), base["events"][0]["model"]
    return base, edits | NOT_COHERENT


LISTED = """(changes) => {
  casegen.reset();
  for (const [name, x] of Object.entries(changes)) casegen.set(name, x);
  const text = (id) => document.getElementById(id).innerText;
  return {
    changed: !document.getElementById("whatif-keep").disabled,
    verdict: text("whatif-verdict").toLowerCase().split("→").map((one) => one.trim()),
    count: text("whatif-count"),
    flipped: Object.fromEntries([...document.querySelectorAll("#whatif-flipped > li")].map((one) =>
      [one.querySelector("b").innerText, [...one.querySelectorAll(".st")].map((st) => st.innerText.toLowerCase())])),
  }; }"""
NOT_HERE = "not evaluated here"


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
@pytest.mark.parametrize("kind", ["not coherent", "negated", "total"])
def test_every_claim_that_changes_is_shown_so_or_left_to_the_command(
    open_page: Any, tmp_path: Path, kind: str, target: float
) -> None:
    """Of a claim whose limit the page did not have as assessed either, it showed no change at all."""
    base, edits = _case(kind, target)
    session = Session.open(casegen.load(folder(tmp_path / "case", base, edits, {"record.csv": RECORD})))
    before = session.assess()
    model = whatif_model(before, session=session)
    assert model["trees"][0]["inputs"] is None
    page = open_page(write_html(before, tmp_path / "case.html", gather(before, session=session)))
    verdict = "supported" if before.supported else "not supported"
    draw = random.Random(23)
    for wanted in [{}, {"E2": 2e-2}, {"E2": 1e-6}, *(drawn(session.case, model, draw) for _ in range(12))]:
        shown = page.evaluate(LISTED, wanted)
        asked = [change(session.case, session, name, float(number)) for name, number in wanted.items()]
        result = compare(session, asked, before=before)
        assert shown["verdict"][0] == verdict
        assert shown["verdict"][1] in (("supported" if result.supported else "not supported"), NOT_HERE)
        if not shown["changed"]:
            assert shown["verdict"][1] == verdict, wanted
            assert shown["flipped"] == {}, wanted
        for claim, status in result.edited.items():
            was = before.claims[claim].status.value
            first, last = shown["flipped"].get(claim, [was, was])
            assert first == was, (wanted, claim)
            assert last in (status.value, NOT_HERE), (wanted, claim)
        open_ones = sum(last == NOT_HERE for _, last in shown["flipped"].values())
        assert (f"{open_ones} claim" in shown["count"]) == (open_ones > 0), (wanted, shown["count"])


def test_what_the_page_can_decide_is_shown_beside_what_it_leaves(open_page: Any, tmp_path: Path) -> None:
    base, edits = _case("not coherent", 1e-4)
    session = Session.open(casegen.load(folder(tmp_path / "case", base, edits, {"record.csv": RECORD})))
    page = open_page(write_html(session.assess(), tmp_path / "case.html"))
    shown = page.evaluate(LISTED, {"E2": 2e-8})
    assert shown["flipped"]["C2"] == ["challenged", NOT_HERE]
    assert "only on the command line" not in shown["count"]
    side_by_side = "document.querySelector('#whatif-compared tr td').innerText"
    page.wait_for_function(f"() => {side_by_side}")
    assert page.evaluate(side_by_side) == "Not supported"
