"""HAZOP rows that are left open or empty, and reasons that only judge, answer no guide word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.assessment.test_safety import ITEMS, ROW, studied
from tests.false_support import DROP, call, folder


def rules(at: Path) -> set[str]:
    return {row["rule"] for row in json.loads(call("check", at, "--json")[1])["diagnostics"]}


@pytest.mark.parametrize(
    "cause",
    ["left open", "cause open", "under investigation", "pending", "nothing yet", "wird geklaert", "see minutes",
     "open: to be discussed with supplier", "wird noch geklärt", "Siehe Protokoll 12", "Ursache offen", "open (ACT-12)",
     "to be confirmed by the supplier", "t.b.c.", "TBD by supplier", "offen (Rückfrage beim Hersteller)", "k. A.", "no idea",
     "to be clarified with the maker", "not known yet", "pending reply of the maker", "under review", "not assessed",
     "not assessed in this session", "nicht bewertet", "none identified yet", "needs further analysis", "see H9",
     "deferred to session 3", "wird noch untersucht", "?? ask the maker", "causes still open", "offen, Rückfrage läuft",
     "to be determined after trial", "awaiting data from supplier", "cause unclear", "Otto to confirm", "in Arbeit", "ongoing", "to follow", "N.N.",
     "action A. Smith: find cause", "left for the next session", "relay welded; frequency to be measured", "as above", "none", "ditto",
     "contact welded - confirmed?", "folgt noch", "Ursache unklar", "J. Doe to check the wiring", "see H1", "H1", "work in progress"],
)  # fmt: skip
def test_a_cause_that_is_left_open(tmp_path: Path, cause: str) -> None:
    assert "hazop-placeholder" in rules(folder(tmp_path / "case", studied(), {"hazop.H1.causes": [cause]}))


@pytest.mark.parametrize(
    "cause",
    ["open circuit", "the door is left open", "valve open", "open: contact welded", "nothing is sent by N1", "pending load",
     "undecided driver", "not evaluated by the controller", "open (contact welded)", "no answer from the drive", "see TN-12",
     "not known to the crew", "to be confirmed by the driver before each start", "review of the brake fails", "ESP-32",
     "open - input of the pump", "no data", "waiting for the start signal", "see E1",
     "waiting for data from the sensor", "Operator to confirm the start", "action of the driver: none", "the value is to be measured by N1",
     "nothing to follow the signal", "load as above the limit", "the cause of the trip is unclear to the driver", "left for the next train",
     "ongoing vibration", "none of the contacts closes", "Relay fails to check the contact", "message to follow is lost"],
)  # fmt: skip
def test_a_cause_that_is_one(tmp_path: Path, cause: str) -> None:
    assert "hazop-placeholder" not in rules(
        folder(tmp_path / "case", studied(), {"hazop.H1.causes": [cause]})
    )


def test_a_cause_that_points_to_an_empty_row(tmp_path: Path) -> None:
    empty = {**ROW, "id": "H7", "deviation": "", "causes": [], "consequences": [], "guide_word": "late"}
    edits = {"hazop.H1.causes": ["see H7"], "hazop.+": empty}
    at = folder(tmp_path / "case", studied(), edits)
    assert "row H7 says nothing itself" in call("check", at)[1]
    edits["hazop.+"] = {**empty, "deviation": "late by a second"}
    assert "hazop-placeholder" not in rules(folder(tmp_path / "twin", studied(), edits))


def test_rows_that_point_to_each_other_say_nothing(tmp_path: Path) -> None:
    other = {
        **ROW,
        "id": "H7",
        "deviation": "see H1",
        "causes": ["H1"],
        "consequences": ["as in H1"],
        "guide_word": "late",
    }
    edits = {
        "hazop.H1.causes": ["see H7"],
        "hazop.H1.deviation": "see H7",
        "hazop.H1.consequences": ["see H7"],
        "hazop.+": other,
    }
    assert "row H7 says nothing itself" in " ".join(
        call("check", folder(tmp_path / "case", studied(), edits))[1].split()
    )
    edits["hazop.+"] = {**other, "causes": ["the drive is late"]}
    assert "says nothing itself" not in call("check", folder(tmp_path / "twin", studied(), edits))[1]


def set_aside(reason: str) -> dict[str, Any]:
    judged = [
        {"guide_words": ["too late"], "reason": reason},
        {"guide_words": ["other than"], "rows": ["H1"]},
    ]
    return {"study_items": [*ITEMS[:2], {**ITEMS[2], "judged": judged}]}


@pytest.mark.parametrize(
    "reason",
    [
        "later phase",
        "accepted risk",
        "not credible",
        "no effect",
        "without consequences",
        "keine Auswirkungen",
        "analysed by supplier",
        "operator handles it",
        "The maker will deal with this",
        "vom Betreiber behandelt",
        "highly remote",
        "not expected",
        "accepted by management",
        "covered by insurance",
        "out of time in session 2",
        "session ended before this cell",
    ],
)
def test_a_reason_that_postpones_or_only_judges(tmp_path: Path, reason: str) -> None:
    assert "hazop-reason" in rules(folder(tmp_path / "case", studied(), set_aside(reason)))


@pytest.mark.parametrize(
    "reason",
    [
        "no effect: the motor is off then",
        "no effect on the brake, which is held by springs",
        "polled each cycle",
        "The operator sees the lamp and stops the lift",
        "analysed by the supplier in report R-7: the valve closes by its spring",
        "not expected by the protocol: the receiver drops it",
        "The message is checked by the receiver",
        "The session key expires before the next frame",
    ],
)
def test_a_reason_that_names_something(tmp_path: Path, reason: str) -> None:
    assert "hazop-reason" not in rules(folder(tmp_path / "case", studied(), set_aside(reason)))


def test_an_empty_row_answers_nothing(tmp_path: Path) -> None:
    keys = ("deviation", "causes", "consequences", "mitigations", "severity")
    at = folder(tmp_path / "case", studied(), {f"hazop.H1.{key}": DROP for key in keys})
    assert {"hazop-placeholder", "hazop-gap"} <= rules(at)
    assert len(json.loads(call("safety", at, "--json")[1])["hazop"]["gaps"]) == 2
    assert not {"hazop-placeholder", "hazop-gap"} & rules(folder(tmp_path / "twin", studied()))


def test_a_row_of_an_item_that_the_study_does_not_have_closes_no_cell(tmp_path: Path) -> None:
    stranger = {**ROW, "id": "H2", "item": "nowhere", "guide_word": "late"}
    judged = [{"guide_words": ["late"], "rows": ["H2"]}, {"guide_words": ["other than"], "rows": ["H1"]}]
    edits = {"study_items": [*ITEMS[:2], {**ITEMS[2], "judged": judged}], "hazop.+": stranger}
    assert {"hazop-item", "hazop-gap"} <= rules(folder(tmp_path / "case", studied(), edits))
    edits["hazop.+"] = {**stranger, "item": "controller", "item_type": "node"}
    assert "hazop-gap" not in rules(folder(tmp_path / "twin", studied(), edits))


PARTLY_OPEN = {
    "tbd": {"hazop.H1.causes": ["contact welded, TBD"]},
    "tbd-in-brackets": {"hazop.H1.causes": ["contact welded (tbd with the maker)"]},
    "deviation": {"hazop.H1.deviation": "signal too late; to be determined"},
    "under-investigation": {"hazop.H1.causes": ["a loose wire: cause still under investigation"]},
    "consequence": {"hazop.H1.consequences": ["the lift starts, effect on the rope not yet analysed"]},
    "german": {"hazop.H1.consequences": ["Der Aufzug fährt an, weitere Folgen noch zu klären"]},
    "open-point": {"hazop.H1.mitigations": [{"text": "controller, open point 4", "refs": ["E2"]}]},
    "note": {"hazop.H1.note": "Cause of the second event still to be determined"},
    "note-german": {"hazop.H1.note": "Ursache noch offen"},
    "wholly-open": {"hazop.H1.causes": ["TBD"]},
    "scenario": {"scenarios.S1.title": "Cause to be determined: TBD"},
    "step": {"scenarios.S1.chain": [{"event": "E1", "text": "tbd"}, {"event": "TOP"}]},
}
CLOSED = {
    "state": {"hazop.H1.deviation": "door left open"},
    "state-in-a-clause": {"hazop.H1.causes": ["contact stays where it is, open"]},
    "no-open-points": {"hazop.H1.note": "reviewed on 3 March; no open points"},
    "confirmed-in-use": {"hazop.H1.causes": ["the start is to be confirmed by the driver"]},
    "not-yet-ready": {"hazop.H1.causes": ["the value is not yet valid"]},
    "investigated": {"hazop.H1.causes": ["corrosion, as investigated in TR-3"]},
    "a-thing-investigated": {"hazop.H1.causes": ["the rail under investigation cars is worn"]},
    "unknown-obstacle": {"hazop.H1.causes": ["obstacle of unknown size"]},
    "offen": {"hazop.H1.consequences": ["Die Tür ist offen"]},
    "scenario": {"scenarios.S1.title": "Valve open"},
}  # fmt: skip
SCENARIO = {
    "id": "S1",
    "title": "Contact sticks",
    "hazop": ["H1"],
    "tree": "FT",
    "property": "MP",
    "chain": [{"event": "E1"}, {"event": "TOP"}],
}


def with_scenario() -> dict[str, Any]:
    case = studied()
    case["scenarios"] = [json.loads(json.dumps(SCENARIO))]
    case["claims"][0]["hazards"] = ["H1"]
    return case


@pytest.mark.parametrize("name", PARTLY_OPEN)
def test_what_is_open_beside_a_scenario_is_named_at_the_verdict(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "case", with_scenario(), PARTLY_OPEN[name])
    assert "hazop-placeholder" in rules(at)
    assert "what is this to say, which is still open?" in " ".join(call("assess", at, "--all")[1].split())


@pytest.mark.parametrize("name", CLOSED)
def test_what_is_closed_is_not(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "case", with_scenario(), CLOSED[name])
    assert "hazop-placeholder" not in rules(at)
    assert "still open" not in " ".join(call("assess", at, "--all")[1].split())


def test_an_open_row_that_somebody_set_aside_asks_nothing(tmp_path: Path) -> None:
    waived = [
        {
            "rule": "hazop-placeholder",
            "reason": "the point is closed in the minutes of 3 March",
            "by": "S. Safety",
        }
    ]
    edits = {**PARTLY_OPEN["tbd"], "hazop.H1.waive": waived}
    at = folder(tmp_path / "case", with_scenario(), edits)
    assert "still open" not in " ".join(call("assess", at, "--all")[1].split())
