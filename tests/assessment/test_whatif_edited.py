"""A what-if says of a case what the case would say of itself, were its number edited so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.assessment.assess import Session, assess
from casegen.assessment.portable.assessment import portable
from casegen.io import load
from casegen.model.results import Status
from tests.false_support import DROP, call, edited, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation, measured
from tests.page_scripts import status_on_the_page

ROOT = Path(__file__).parents[2]
RECORD = "entry,demands,failures\nquay,4000,0\nbuoy,4000,1\n"
REQUIREMENT = "claims.C1.requirement"


def _with_record() -> dict[str, Any]:
    """A tree of one measured and one typed event, with a target at 95 % confidence."""
    base = calculation()
    base["evidence_items"] = measured()["evidence_items"]
    base["evidence"] = measured()["evidence"]
    base["events"][0]["model"] = {
        "type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}  # fmt: skip
    base["trees"][0]["target"] |= {"probability": 1e-2, "confidence": 0.95}
    base["claims"][0] |= {"text": "The lift starts with an open door in at most 1 of 100 missions"}
    base["claims"][0]["requirement"]["confidence"] = 0.95
    base["claims"][1] = {"id": "C2", "text": "The record counts what the tree means", "owner": "A. Author"}
    base["arguments"].append(
        {"id": "A2", "text": "The record", "supports": "C2", "block": "evidence-incorporation", "from": ["N1"],
         "side_claims": ["W2"]})  # fmt: skip
    base["claims"].append({**base["claims"][2], "id": "W2", "text": "The record counts each start"})
    return base


NUMBER = "events.E2.model.probability"
SAME = {
    "number against its own text": {"events.E2.text": "The controller misses the contact in 5 % of the starts"},
    "number without a source": {"events.E2.source": DROP},
    "source that is none": {"events.E2.source": "tbd"},
    "nothing wrong": {},
}  # fmt: skip


def asked_of(at: Path, *settings: str) -> dict[str, Any]:
    options = [word for one in settings for word in ("--set", one)]
    code, out, err = call("whatif", at, *options, "--json")
    assert code == 0, err
    result: dict[str, Any] = json.loads(out)
    return result


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME)
def test_the_value_that_it_has_changes_nothing(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "c", _with_record(), SAME[name], {"record.csv": RECORD})
    (must_hold if name == "nothing wrong" else must_not_hold)(at)
    result = asked_of(at, "E2=2e-4")
    assert result["supported"]["after"] == result["supported"]["before"] == (name == "nothing wrong")
    assert not any(row["flipped"] for row in result["claims"])
    assert result["unchanged"] == ["E2"]


STAYS = {
    "number without a source": {"events.E2.source": DROP},
    "source that is none": {"events.E2.source": "tbd"},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", STAYS)
@pytest.mark.parametrize(
    "setting",
    ["E2=1e-4", "E2={distribution: lognormal, mean: 1.0e-4, error_factor: 3}"],
    ids=["number", "spread"],
)
def test_what_is_missing_beside_a_number_stays_missing(tmp_path: Path, name: str, setting: str) -> None:
    at = folder(tmp_path / "c", _with_record(), STAYS[name], {"record.csv": RECORD})
    assert not asked_of(at, setting)["supported"]["after"]


@pytest.mark.slow
def test_a_number_for_an_event_without_one_has_no_source(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", _with_record(), {"events.E2.source": DROP, "events.E2.model": DROP},
                {"record.csv": RECORD})  # fmt: skip
    assert not asked_of(at, "E2=1e-4")["supported"]["after"]


PARAMETER = {
    "id": "rate",
    "text": "Failure rate of a controller",
    "unit": "1/h",
    "source": "IEC 61709, table 5",
    "value": 1e-5,
}
BY_RATE = {
    "events.E2.source": DROP, "parameters.+": PARAMETER, "trees.FT.mission_time": 10,
    "events.E2.model": {"type": "exponential", "rate": {"parameter": "rate"}}}  # fmt: skip
WAIVED = {"rule": "event-unsourced", "by": "B. Judge", "reason": "the contract fixes this number"}
IN_A_GROUP = {
    "events.E2.source": DROP, "events.E2.model": DROP, "events.+": {"id": "E3", "text": "The second controller misses the contact"},
    "parameters.+": PARAMETER | {"unit": "1", "value": 2e-4, "text": "chance that a controller misses the contact"},
    "trees.FT.gates.TOP.inputs": ["E1", "E2", "E3"],
    "common_cause.+": {"id": "G", "members": ["E2", "E3"], "model": "beta-factor", "factors": [{"parameter": "beta"}],
        "total": {"type": "constant", "probability": {"parameter": "rate"}}}}  # fmt: skip
BETA = {
    "id": "beta",
    "value": 0.1,
    "text": "share of common causes",
    "source": "beta after IEC 61508-6, table D.4",
}
LENT: dict[str, tuple[dict[str, Any], str, str]] = {
    "source of a parameter": (BY_RATE, "E2", "assumed"),
    "and one of the event": (BY_RATE | {"events.E2.source": "handbook 7"}, "E2", "supported"),
    "and a waiver": (BY_RATE | {"events.E2.waive": [WAIVED]}, "E2", "supported"),
    "source of a group's parameters": (IN_A_GROUP, "G", "assumed"),
    "and one of the group": (
        IN_A_GROUP | {"common_cause.G.source": "IEC 61508-6, table D.4"},
        "G",
        "supported",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LENT)
@pytest.mark.parametrize("setting", ["1e-4", "{distribution: lognormal, mean: 1.0e-4, error_factor: 3}"])
def test_a_number_that_is_set_has_no_source_but_its_own(tmp_path: Path, name: str, setting: str) -> None:
    """That of a parameter goes with the parameter; on the page as by the command."""
    edits, subject, status = LENT[name]
    base = _with_record()
    base["parameters"] = [BETA] if subject == "G" else []
    base["trees"][0]["target"]["confidence"] = base["claims"][0]["requirement"]["confidence"] = 0.9
    at = folder(tmp_path / "c", base, edits, {"record.csv": RECORD})
    must_hold(at)
    assert {row["id"]: row["after"] for row in asked_of(at, f"{subject}={setting}")["claims"]}["C1"] == status
    session = Session.open(load(at))
    page = portable(session.assess(), session)
    assert status_on_the_page(page, {subject: 1e-4}) == status
    assert status_on_the_page(page, {"EV.probability": 1e-4}) == "supported"


def two_measured(source: object) -> dict[str, Any]:
    """Two measured events; ``source``: what the second has for one."""
    base = _with_record()
    measure = {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}
    relay = {"id": "E3", "text": "The relay sticks", "model": measure}
    base["events"].append(relay if source is DROP else relay | {"source": source})
    base["trees"][0]["gates"][0]["inputs"] = ["E1", "E2", "E3"]
    base["trees"][0]["target"]["confidence"] = base["claims"][0]["requirement"]["confidence"] = 0.9
    return base


@pytest.mark.slow
@pytest.mark.parametrize("source", ["tbd", "unknown", "{name}", "to be confirmed", "guess"])
def test_a_placeholder_is_no_source_of_a_number_that_is_set(tmp_path: Path, source: str) -> None:
    """While the event is measured the record is its source; of the number that is set the placeholder is it."""
    at = folder(tmp_path / "c", two_measured(source), {}, {"record.csv": RECORD})
    must_hold(at)
    result = asked_of(at, "E3=1e-4")
    assert {row["id"]: row["after"] for row in result["claims"]}["C1"] == "not evaluated"
    assert f"the source of event E3 says {source!r}" in result["barred"]["FT"][0]
    assert "tree FT: the source of event E3 says" in " ".join(
        call("whatif", at, "--set", "E3=1e-4")[1].split()
    )
    session = Session.open(load(at))
    page = portable(session.assess(), session)
    assert status_on_the_page(page, {"E3": 1e-4}) == "not evaluated"
    for measured_still in ({"EV.probability": 1e-4}, {"E2": 1e-4}):
        assert status_on_the_page(page, measured_still) == "supported"


@pytest.mark.slow
@pytest.mark.parametrize("source", ["data sheet 7", "Handbuch, Tabelle 3"])
def test_a_source_of_a_measured_event_is_one_of_the_number_that_is_set(tmp_path: Path, source: str) -> None:
    at = folder(tmp_path / "c", two_measured(source), {}, {"record.csv": RECORD})
    result = asked_of(at, "E3=1e-4")
    assert {row["id"]: row["after"] for row in result["claims"]}["C1"] == "supported"
    assert result["barred"] == {}
    session = Session.open(load(at))
    assert status_on_the_page(portable(session.assess(), session), {"E3": 1e-4}) == "supported"


ASKED = {"trees.FT.target.confidence": 0.95, f"{REQUIREMENT}.confidence": 0.95}


@pytest.mark.parametrize("setting", ["E1=1e-4", "E1=1e-5"])
def test_typed_numbers_give_no_confidence(tmp_path: Path, setting: str) -> None:
    """The same number as typed in the file, and another one: nothing is measured either way."""
    at = folder(tmp_path / "c", calculation(), ASKED)
    must_not_hold(at, "is required: measure an input")
    result = asked_of(at, setting)
    assert not result["supported"]["after"]
    assert {row["after"] for row in result["claims"] if row["id"] == "C1"} == {"not evaluated"}
    must_not_hold(folder(tmp_path / "edited", calculation(), ASKED | {"events.E1.model.probability": 1e-5}))


@pytest.mark.slow
def test_the_only_measured_input_typed_gives_none_either(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", _with_record(), {}, {"record.csv": RECORD})
    must_hold(at)
    assert not asked_of(at, "E1=1e-4")["supported"]["after"]
    assert asked_of(at, "EV.probability=1e-4")["supported"]["after"]


@pytest.mark.slow
def test_a_claim_that_cites_a_record_which_no_event_reads_any_more_is_named(tmp_path: Path) -> None:
    """Its status is that of the case as it is; in the case edited so nothing says what the record must show."""
    at = folder(tmp_path / "c", _with_record(), {}, {"record.csv": RECORD})
    result = asked_of(at, "E1=1e-4")
    assert {row["id"]: row["after"] for row in result["claims"]}["C2"] == "supported"
    assert len(result["unread"]) == 1
    assert "C2 stays supported by EV" in result["unread"][0]
    assert "C2 stays supported by EV" in " ".join(call("whatif", at, "--set", "E1=1e-4")[1].split())
    assert not asked_of(at, "E2=1e-4")["unread"]
    assert not asked_of(at, "EV.probability=1e-4")["unread"]
    number = {"type": "constant", "probability": 1e-4}
    changed = folder(tmp_path / "edited", _with_record(), {"events.E1.model": number}, {"record.csv": RECORD})
    assert assess(load(changed)).claims["C2"].status is Status.NOT_EVALUATED


@pytest.mark.slow
def test_the_verdict_counts_the_claims_above_such_a_one() -> None:
    """Edited so, the root is not evaluated: no `--strict` passes it, whatever its numbers give."""
    at = ROOT / "examples/press"
    result = asked_of(at, "BE-BRAKE=1e-9")
    rows = {row["id"]: (row["after"], row["unread"]) for row in result["claims"]}
    assert rows["C-BRAKE"] == rows["C-PRESS"] == ("supported", True)
    assert rows["C-CURTAIN"] == ("supported", False)
    assert result["supported"] == {"before": True, "after": False}
    assert not casegen.open(at).what_if({"BE-BRAKE": 1e-9}).supported
    code, out, _ = call("whatif", at, "--set", "BE-BRAKE=1e-9", "--strict")
    assert code == 1
    words = " ".join(out.split())
    assert "C-PRESS rests on C-BRAKE" in words
    assert "the case no longer holds" in words
    assert call("whatif", at, "--set", "EV-BRAKE.probability=1e-9", "--strict")[0] == 0
    assert not asked_of(at, "EV-BRAKE.probability=1e-9")["unread"]


STATED = {"events.E2.text": "The controller misses the contact in 0.02 % of the starts"}


@pytest.mark.slow
def test_the_text_of_a_changed_number_is_set_aside_and_printed(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", _with_record(), STATED, {"record.csv": RECORD})
    must_hold(at)
    result = asked_of(at, "E2=1e-4")
    assert result["supported"]["after"]
    assert len(result["set_aside"]) == 1
    assert "event E2 stands with 0.0001" in result["set_aside"][0]
    out = call("whatif", at, "--set", "E2=1e-4")[1]
    assert "set aside" in out
    assert "event E2 stands with 0.0001" in " ".join(out.split())
    assert asked_of(at, "EV.probability=1e-4")["set_aside"] == []


SPREAD = "{distribution: lognormal, mean: 1.0e-4, error_factor: 1.2}"


@pytest.mark.slow
@pytest.mark.parametrize("house", [(), ("--set", "H=true")], ids=["alone", "with a house event"])
def test_a_distribution_is_a_changed_number_as_well(tmp_path: Path, house: tuple[str, ...]) -> None:
    also = {
        "trees.FT.target.confidence": 0.9,
        f"{REQUIREMENT}.confidence": 0.9,  # leaves room for both uncertain inputs
        "house_events": [{"id": "H", "state": False, "text": "Somebody holds the door"}],
        "trees.FT.gates.TOP.inputs": ["E1", "E2", "G2"],
        "trees.FT.gates.+": {"id": "G2", "type": "and", "inputs": ["E1", "H"], "text": "Held open"},
    }
    measured_too = {"events.E1.text": "The door contact sticks in 0.02 % of the starts"}
    at = folder(tmp_path / "c", _with_record(), STATED | measured_too | also, {"record.csv": RECORD})
    must_hold(at)
    for event in ("E2", "E1"):
        code, out, _ = call("whatif", at, "--set", f"{event}={SPREAD}", *house, "--json")
        result = json.loads(out)
        assert code == 0
        if event == "E2":  # without E1 no event reads the record that a claim cites
            assert {row["id"]: row["after"] for row in result["claims"]}["C1"] == "supported"
        assert len(result["set_aside"]) == 1
        assert f"event {event} stands with" in result["set_aside"][0]


@pytest.mark.slow
@pytest.mark.parametrize("mean", ["1.0e-4", "1.9e-3"])
def test_a_text_that_contradicts_the_number_of_the_case_stands_beside_a_distribution(
    tmp_path: Path, mean: str
) -> None:
    at = folder(tmp_path / "c", _with_record(), SAME["number against its own text"], {"record.csv": RECORD})
    result = asked_of(at, f"E2={{distribution: lognormal, mean: {mean}, error_factor: 1.2}}")
    assert not result["supported"]["after"]
    assert result["set_aside"] == []


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["E2=1e-4", "E2=0.0019", "EV.probability=1e-4"])
def test_a_text_that_contradicts_the_number_of_the_case_stands(tmp_path: Path, setting: str) -> None:
    """It does not speak of the number that is changed; the same of another event's text."""
    at = folder(tmp_path / "c", _with_record(), SAME["number against its own text"], {"record.csv": RECORD})
    result = asked_of(at, setting)
    assert not result["supported"]["after"]
    assert result["set_aside"] == []


@pytest.mark.slow
def test_a_number_that_its_text_covers_is_none_against_it(tmp_path: Path) -> None:
    text = {"events.E2.text": "The controller misses the contact in 0.3 % of the starts"}
    at = folder(tmp_path / "c", _with_record(), text, {"record.csv": RECORD})
    must_not_hold(at)
    assert asked_of(at, "E2=3e-3")["supported"]["after"]


ON_PAGE: dict[str, dict[str, Any]] = {
    "as it is": {},
    "number without a source": SAME["number without a source"],
    "nothing measured": {"events.E1.model": calculation()["events"][0]["model"]},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ON_PAGE)
def test_the_page_agrees(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "c", _with_record(), ON_PAGE[name], {"record.csv": RECORD})
    session = Session.open(load(at))
    page = portable(session.assess(), session)
    for settings in (
        {"E2": 2e-4},
        {"E2": 1e-4},
        {"E1": 1e-4},
        {"E1": 1e-4, "E2": 1e-4},
        {"EV.probability": 1e-4},
    ):
        after = asked_of(at, *(f"{name}={number!r}" for name, number in settings.items()))["claims"]
        assert status_on_the_page(page, settings) == next(row["after"] for row in after if row["id"] == "C1")


@pytest.mark.slow
@pytest.mark.parametrize("number", [1e-4, 2e-4, 3e-3, 0.02])
def test_the_verdict_is_that_of_the_case_edited_so(tmp_path: Path, number: float) -> None:
    files = {"record.csv": RECORD}
    at = folder(tmp_path / "c", _with_record(), {}, files)
    after = {row["id"]: row["after"] for row in asked_of(at, f"E2={number!r}")["claims"]}
    other = folder(tmp_path / "edited", edited(_with_record(), {NUMBER: number}), {}, files)
    rows = json.loads(call("assess", other, "--json")[1])["claims"]
    assert after == {row["id"]: row["status"] for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [("-1", 2), ("1.5", 2), ("0.5", 0), ("1", 0)])
def test_a_p_value_lies_in_the_unit_interval(tmp_path: Path, number: str, code: int) -> None:
    at = folder(tmp_path / "c", _with_record(), {}, {"record.csv": RECORD})
    must_hold(at)
    result = call("whatif", at, "--set", f"EV.homogeneity_p_value={number}")
    assert result[0] == code
    assert ("lies in [0, 1]" in result[2]) == (code == 2)
