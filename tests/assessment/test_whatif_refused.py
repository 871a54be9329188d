"""A what-if of which `check` refuses the case edited so supports nothing, whatever the statuses are."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import casegen
from casegen.assessment.assess import Session
from casegen.assessment.edited import edited, refusals
from casegen.assessment.portable.assessment import portable
from casegen.assessment.whatif import parse_change
from casegen.io import load
from tests.false_support import call, folder, must_hold
from tests.false_support.bases import calculation
from tests.page_scripts import run_script

PRESS = Path(__file__).parents[2] / "examples/press"
SPREAD = "{distribution: lognormal, mean: 1.0e-4, error_factor: 3}"
PLAIN = (
    "{id: C-CURTAIN, text: The record of the curtain is of the failure that the tree means, owner: safety}"
)
REQUIRED = """id: C-CURTAIN
    text: The curtain fails rarely enough on a demand
    owner: safety
    requirement:
      {measure: {evidence: EV-CURTAIN, measure: probability}, bound: BOUND, kind: probability-per-demand,
       confidence: 0.95}"""
GROUP = (
    ("id: BE-CURTAIN, text: The curtain does not see the hand, component: light curtain, model: "
     "{type: evidence, evidence: EV-CURTAIN, measure: probability}}",
     "id: BE-CURTAIN, text: The curtain does not see the hand, component: light curtain}\n"
     "  - {id: BE-SECOND, text: The second curtain does not see the hand, component: second curtain}"),
    ("trees:",
     "common_cause:\n  - {id: CC, model: beta-factor, members: [BE-CURTAIN, BE-SECOND], factors: [0.1], text: One type,\n"
     "     source: 'IEC 61508-6', total: {type: evidence, evidence: EV-CURTAIN, measure: probability}}\ntrees:"),
    ("inputs: [BE-CURTAIN,", "inputs: [G-CURTAINS,"),
    ("    gates:", "    gates:\n      - {id: G-CURTAINS, type: and, inputs: [BE-CURTAIN, BE-SECOND], text: Both curtains}"),
)  # fmt: skip
Edits = tuple[tuple[str, str], ...]


def _folder(at: Path, edits: Edits = (), bound: str = "") -> Path:
    """The press with a claim that the curtain keeps its share of the target, or with another ``bound``."""
    shutil.copytree(PRESS, at)
    subject = "CC" if edits else "BE-CURTAIN"
    of_claim = REQUIRED.replace("BOUND", bound or f"{{allocated: {{tree: FT-PRESS, event: {subject}}}}}")
    every = (("12 of 10,000", "2 of 100"), ("1.2e-3", "0.02"), (PLAIN, of_claim), *edits)
    for file in ("case.yaml", "tree.yaml"):
        text = (at / file).read_text("utf-8")
        kept = [line for line in text.splitlines() if "independent: {" not in line]
        text = "\n".join(kept) + "\n"
        for old, new in every:
            text = text.replace(old, new, 1)
        text = text.replace(", component: ", ", source: data sheet of the part, component: ")
        (at / file).write_text(text, "utf-8")
    must_hold(at)
    return at


REFUSED: dict[str, tuple[Edits, str]] = {
    "number": ((), "BE-CURTAIN=1e-6"),
    "distribution": ((), f"BE-CURTAIN={SPREAD}"),
    "total of a group": (GROUP, "CC=1e-6"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUSED)
def test_what_a_bound_is_allocated_to_is_measured(tmp_path: Path, name: str) -> None:
    edits, setting = REFUSED[name]
    at = _folder(tmp_path / "c", edits)
    code, out, err = call("whatif", at, "--set", setting, "--strict")
    words = " ".join(out.split())
    assert code == 1, err
    assert "the case edited so is refused: claim C-CURTAIN: event" in words
    assert "set the measured value instead" in words
    document = json.loads(call("whatif", at, "--set", setting, "--json")[1])
    assert document["supported"] == {"before": True, "after": False}
    rows = {row["id"]: row for row in document["claims"]}
    assert [rows[claim]["unread"] for claim in ("C-CURTAIN", "C-PRESS", "C-RELAY")] == [True, True, False]


TWINS = {
    "measured value": ("", "EV-CURTAIN.probability=1e-3"),
    "another event": ("", "BE-BRAKE=1e-4"),
    "bound of its own": ("0.01", "BE-CURTAIN=1e-6"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TWINS)
def test_other_changes_are_not_refused(tmp_path: Path, name: str) -> None:
    bound, setting = TWINS[name]
    at = _folder(tmp_path / "c", bound=bound)
    session = Session.open(load(at))
    assert refusals(session.case, [parse_change(session.case, session, setting)]) == ()
    code, out, err = call("whatif", at, "--set", setting, "--strict")
    assert "refused" not in out
    assert code == (name == "another event"), err  # of the brake the record is cited, and read by no event


@pytest.mark.slow
def test_the_api_gives_the_same(tmp_path: Path) -> None:
    result = casegen.open(_folder(tmp_path / "c")).what_if({"BE-CURTAIN": 1e-6})
    assert not result.supported
    assert "the case edited so is refused" in result.unread[-1]
    assert "1 unread" in repr(result)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["number", "total of a group"])
def test_the_page_leaves_it_to_the_command(tmp_path: Path, name: str) -> None:
    edits, setting = REFUSED[name]
    session = Session.open(load(_folder(tmp_path / "c", edits)))
    page = portable(session.assess(), session)
    subject = setting.partition("=")[0]
    asked = [({subject: 1e-6}, "null")]
    asked += [({"EV-CURTAIN.probability": 1e-3}, "true")] if name == "number" else []
    for changes, supported in asked:
        script = f"const r = WhatIf.run({json.dumps(page)}, {json.dumps(changes)});"
        assert run_script(f"{script} console.log(String(r.supported))") == supported


@pytest.mark.slow
def test_a_measure_that_is_set_stands_for_its_bounds_and_is_no_record() -> None:
    out = " ".join(call("whatif", PRESS, "--set", "EV-RELAY.probability=1e-9")[1].split())
    assert (
        "EV-RELAY.probability stands for value and bounds, so that the upper bound of FT-PRESS falls" in out
    )
    assert (
        "EV-RELAY.probability: a number that is set is no record, and is not pooled with the data of FT-PRESS"
        in out
    )
    assert "exact" not in out
    assert "{distribution" not in out
    event = " ".join(call("whatif", PRESS, "--set", "BE-RELAY=1e-9")[1].split())
    assert "BE-RELAY is taken as exact" in event
    assert "no record" not in event


def test_a_house_event_and_a_number_stand_in_the_edited_case(tmp_path: Path) -> None:
    base = calculation()
    base["house_events"] = [{"id": "H", "state": True, "text": "Busy"}]
    base["trees"][0]["gates"][0]["inputs"] = ["E1", "E2", "H"]
    session = Session.open(load(folder(tmp_path / "c", base, {})))
    changes = [parse_change(session.case, session, one) for one in ("H=false", "E2=0.5")]
    case = edited(session.case, changes)
    assert case.house_event["H"].state is False
    assert case.event["E2"].model.probability == 0.5  # type: ignore[union-attr]
    assert refusals(session.case, changes) == ()
