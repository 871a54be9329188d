"""Claims that a what-if leaves supported only because the record counts as the source of the number that is set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.assessment.assess import Session, assess
from casegen.assessment.edited import edited as with_numbers
from casegen.assessment.portable.assessment import portable
from casegen.assessment.whatif import change, compare
from casegen.io import load
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import Status
from tests.assessment.test_whatif_edited import RECORD, ROOT, WAIVED, asked_of, two_measured
from tests.false_support import DROP, call, folder, must_hold
from tests.false_support.bases import calculation
from tests.page_scripts import status_on_the_page


def _beside_a_record(more: dict[str, Any]) -> dict[str, Any]:
    """Two events of one record, of which the second is set: the first still reads it."""
    base = two_measured(DROP)
    base["events"][-1] |= more
    return base


ABOVE = {
    "case.roots": ["ROOT"],
    "claims.+": {"id": "ROOT", "text": "The lift starts only with a closed door", "owner": "A. Author"},
    "arguments.+": {"id": "A0", "text": "The only hazard", "supports": "ROOT", "block": "decomposition", "from": ["C1"],
                    "side_claims": ["W1"]}}  # fmt: skip
SPREAD = "{distribution: lognormal, mean: 1.0e-4, error_factor: 3}"
OWN = {"own source": {"source": "data sheet 7"}, "waiver": {"waive": [WAIVED]}}


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["E3=1e-4", f"E3={SPREAD}"], ids=["number", "spread"])
def test_claims_whose_number_has_no_source_but_the_record_are_named(tmp_path: Path, setting: str) -> None:
    """Edited so the event has a number that somebody typed, and nothing says where from."""
    at = folder(tmp_path / "c", _beside_a_record({}), ABOVE, {"record.csv": RECORD})
    must_hold(at)
    result = asked_of(at, setting)
    assert {row["id"]: row["unread"] for row in result["claims"] if row["id"] in ("C1", "C2", "ROOT")} == {
        "C1": True, "C2": False, "ROOT": True}  # fmt: skip
    assert result["supported"] == {"before": True, "after": False}
    assert "C1 stays supported with a number of E3 that has no source of its own" in result["unread"][0]
    assert "ROOT rests on C1" in result["unread"][1]
    code, out, _ = call("whatif", at, "--set", setting, "--strict")
    assert code == 1
    assert "no source of its own" in " ".join(out.split())
    model = {"type": "constant", "probability": 1e-4}
    changed = folder(tmp_path / "edited", _beside_a_record({"model": model}), ABOVE, {"record.csv": RECORD})
    assert assess(load(changed)).claims["ROOT"].status is Status.ASSUMED
    asked = casegen.open(at).what_if({"E3": 1e-4})
    assert len(asked.unread) == 2
    assert not asked.supported
    session = Session.open(load(at))
    page = portable(session.assess(), session)
    assert status_on_the_page(page, {"E3": 1e-4}, "ROOT") == "assumed"
    assert status_on_the_page(page, {"EV.probability": 1e-4}, "ROOT") == "supported"


@pytest.mark.slow
def test_the_command_shows_the_status_of_the_case_edited_so(tmp_path: Path) -> None:
    """The page has these claims assumed; the command had none change its status, and a case that no longer holds."""
    at = folder(tmp_path / "c", _beside_a_record({}), ABOVE, {"record.csv": RECORD})
    result = asked_of(at, "E3=1e-4")
    rows = {row["id"]: row for row in result["claims"]}
    assert {claim: row["edited"] for claim, row in rows.items() if row["edited"] != row["before"]} == {
        "C1": "assumed", "ROOT": "assumed"}  # fmt: skip
    assert (rows["ROOT"]["after"], rows["ROOT"]["flipped"]) == ("supported", False)
    words = " ".join(call("whatif", at, "--set", "E3=1e-4")[1].split())
    assert "no claim changes its status" not in words
    assert words.count("supported → assumed") == 2
    assert "the case no longer holds" in words
    assert casegen.open(at).what_if({"E3": 1e-4}).edited["ROOT"] is Status.ASSUMED
    same = " ".join(call("whatif", at, "--set", "EV.probability=1e-4")[1].split())
    assert "no claim changes its status" in same


@pytest.mark.slow
def test_a_claim_that_was_not_supported_becomes_so(tmp_path: Path) -> None:
    """It does not *stay* supported: without the change nothing supports it."""
    high = {"trees.FT.target.probability": 1e-3,
            "claims.C1.text": "The lift starts with an open door in at most 1 of 1,000 missions"}  # fmt: skip
    at = folder(tmp_path / "c", _beside_a_record({}), high, {"record.csv": RECORD})
    result = asked_of(at, "E3=1e-5")
    row = next(row for row in result["claims"] if row["id"] == "C1")
    assert row["before"] != "supported"
    assert (row["after"], row["flipped"], row["unread"], row["edited"]) == (
        "supported",
        True,
        True,
        "assumed",
    )
    assert "C1 becomes supported with a number of E3 that has no source of its own" in result["unread"][0]
    words = " ".join(call("whatif", at, "--set", "E3=1e-5")[1].split())
    assert f"{row['before']} → assumed The lift starts" in words
    both = asked_of(at, "E1=0", "E3=1e-5")  # no event reads the record that C2 cites
    assert "C2 stays supported by EV" in both["unread"][0]
    assert {row["id"]: row["edited"] for row in both["claims"]}["C2"] == "not evaluated"


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_claims_whose_number_has_a_source_of_its_own_are_not(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "c", _beside_a_record(OWN[name]), ABOVE, {"record.csv": RECORD})
    result = asked_of(at, "E3=1e-4")
    assert result["unread"] == []
    assert result["supported"]["after"]
    session = Session.open(load(at))
    assert status_on_the_page(portable(session.assess(), session), {"E3": 1e-4}, "ROOT") == "supported"


@pytest.mark.parametrize("example", ["press", "robot", "monitor"])
def test_a_what_if_holds_no_more_than_the_edited_case(example: str) -> None:
    """Each measured event of an example, set to a number: claims that are named are those that the edit loses."""
    case = load(ROOT / "examples" / example)
    session = Session.open(case)
    for event in (e.id for e in case.events if isinstance(e.model, FromEvidence)):
        setting = change(case, session, event, 1e-6)
        asked = compare(session, [setting])
        then = Session(with_numbers(case, [setting]), session.evidence).assess()
        notes = [{c: r.notes for c, r in one.requirements.items()} for one in (asked.after, then)]
        assert notes[0] == notes[1], event
        kept = {c for c, r in asked.after.claims.items() if r.status is Status.SUPPORTED} - asked.doubtful
        assert kept == {c for c, r in then.claims.items() if r.status is Status.SUPPORTED}, event


@pytest.mark.parametrize("settings", [["E1"], ["E2"], ["E1", "E2"]], ids=str)
def test_numbers_that_are_set_are_counted_as_exact(tmp_path: Path, settings: list[str]) -> None:
    asked = casegen.open(folder(tmp_path / "c", calculation(), {})).what_if(dict.fromkeys(settings, 1e-5))
    for one in (asked.before, asked.after):
        assert "2 inputs taken as exact" in " ".join(one.requirements["C1"].notes)
