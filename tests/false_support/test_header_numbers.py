"""Numbers and times of the header, and units that change on the way down, against the requirements below them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casegen.argument.reading.step import QUESTIONS
from tests.false_support import call, folder, must_hold, must_not_hold, verdict
from tests.false_support.bases import ACCEPTED, calculation

REQUIRED = calculation()["claims"][0]["requirement"]
TIGHTER = {
    "criteria": {"case.risk_criteria": "The lift starts with an open door in at most 1 of 1,000,000 missions."},
    "criteria-share": {"case.risk_criteria": "A start with an open door in at most 0.001 % of the missions"},
    "criteria-level": {"case.risk_criteria": "SIL 4"},
    "criteria-rate": {"case.risk_criteria": "10⁻⁹ per hour", "trees.FT.mission_time": 1},
    "criteria-second-sentence": {"case.risk_criteria": "After IEC 61508. The lift starts in at most 1 of 100,000 missions."},
    "title": {"case.title": "The lift starts with an open door in at most 1 of 1,000,000 missions"},
}  # fmt: skip
NO_TIGHTER = {
    "equal": {"case.risk_criteria": "A start with an open door in at most 1 of 1,000 missions."},
    "looser": {"case.risk_criteria": "The lift starts with an open door in at most 1 of 100 missions"},
    "of-something-else": {"case.risk_criteria": "A person is killed in at most 1 of 1,000,000 missions (argued in case K)."},
    "both": {"case.risk_criteria": "The lift starts in at most 1 of 1,000 missions; a person dies in at most 1 of 1,000,000 missions"},
    "of-the-year": {"case.risk_criteria": "Individual risk of neighbours at most 10⁻⁶ per year"},
    "name": {"case.title": "Lift 2000, door of 2026"},
    "no-number": {"case.risk_criteria": "Targets are those of the trees."},
}  # fmt: skip


@pytest.mark.parametrize("case", TIGHTER)
def test_the_header_asks_for_more_than_the_claim(tmp_path: Path, case: str) -> None:
    must_not_hold(folder(tmp_path / "case", calculation(), TIGHTER[case]), "text-number")


@pytest.mark.parametrize("case", NO_TIGHTER)
def test_the_header_asks_for_no_more(tmp_path: Path, case: str) -> None:
    must_hold(folder(tmp_path / "case", calculation(), NO_TIGHTER[case]))


# --- missions of the header, where trees have several ------------------------------------------------


def two_trees(use: str) -> dict[str, Any]:
    """Missions of 1 h and of 2 h, each with a tree and a root."""
    tree = {**calculation()["trees"][0], "id": "FT2", "top": "TOP2", "mission_time": 2,
            "gates": [{"id": "TOP2", "type": "or", "inputs": ["E1", "E2"], "text": "The lift starts"}]}  # fmt: skip
    claim = {**calculation()["claims"][0], "id": "C9",
             "requirement": {**REQUIRED, "measure": {"tree": "FT2"}, "bound": {"target_of": "FT2"}}}  # fmt: skip
    step = {**calculation()["arguments"][0], "id": "A9", "supports": "C9", "tree": "FT2"}
    return {"case.intended_use": use, "trees.FT.mission_time": 1, "trees.+": tree, "claims.+": claim, "arguments.+": step,
            "case.roots": ["C1", "C9"]}  # fmt: skip


@pytest.mark.parametrize(
    "use",
    [
        "Missions of 8 h",
        "A mission lasts two days",
        "Missions of 8 or 10 h",
        "Missions take from 8 to 10 hours",
    ],
)
def test_missions_that_are_longer_than_those_of_any_tree(tmp_path: Path, use: str) -> None:
    must_not_hold(folder(tmp_path / "case", calculation(), two_trees(use)), "text-time")


@pytest.mark.parametrize("use", ["Missions of 1 h", "Missions of 1 h, and of 2 h", "Missions of 1 to 2 h"])
def test_missions_of_one_of_the_trees(tmp_path: Path, use: str) -> None:
    assert "text-time" not in verdict(folder(tmp_path / "case", calculation(), two_trees(use))).rules


# --- another unit below a concretion -------------------------------------------------------------------


def per_kilometre(warrant: str) -> dict[str, Any]:
    """A claim per kilometre, made precise by one per mission."""
    below = {"id": "T2", "text": "The lift starts with an open door in at most 1 of 1,000 missions", "owner": "A. Author",
             "requirement": REQUIRED}  # fmt: skip
    return {
        "claims.C1": {"id": "C1", "owner": "A. Author", "text": "The lift starts with an open door in at most 1 of 1,000 kilometres"},
        "claims.+": below, "arguments.A1.supports": "T2",
        "arguments.+": {"id": "A9", "supports": "C1", "block": "concretion", "from": ["T2"], "text": "Missions for kilometres",
                        "side_claims": ["W9"]},
        **{"claims.C2.owner": "A. Author"},
    } | {"W9": {"id": "W9", "text": warrant, "owner": "A. Author", **ACCEPTED}}  # fmt: skip


@pytest.mark.parametrize(
    ("warrant", "holds"),
    [("The lift starts with an open door in few missions", False), ("Each kilometre of travel is one mission at least", True)],
)  # fmt: skip
def test_another_unit_is_tied_to_the_one_below(tmp_path: Path, warrant: str, holds: bool) -> None:
    edits = per_kilometre(warrant)
    base = calculation()
    base["claims"].append(edits.pop("W9"))
    at = folder(tmp_path / "case", base, edits)
    must_hold(at) if holds else must_not_hold(at, "no side-claim or context speaks of kilometres")


# --- what a person has to read, since no program understands it ------------------------------------------


def asked(at: Path) -> set[tuple[str, str]]:
    """Part and question of what is to be read."""
    code, out, err = call("assess", at, "--json")
    assert code == 0, err
    return {(row["id"], row["question"]) for row in json.loads(out)["to_be_read"]}


def test_notes_house_events_and_criteria_are_reported(tmp_path: Path) -> None:
    note, house, criterion = (QUESTIONS[kind] for kind in ("note", "house", "criterion"))
    closed = {
        "id": "TOP",
        "type": "or",
        "inputs": ["E1", {"type": "and", "inputs": ["E2", "H1"]}],
        "text": "The lift starts",
    }
    edits = {
        "claims.C1.note": "the sponsor is not convinced", "arguments.A1.note": "the operator disagrees",
        "house_events": [{"id": "H1", "state": False, "text": "The controller is in use"}], "trees.FT.gates.TOP": closed,
        "case.risk_criteria": "No more than one departure in 100,000 missions. Targets: those of the trees.",
    }  # fmt: skip
    listed = asked(folder(tmp_path / "case", calculation(), edits))
    assert {("C1", note), ("A1", note), ("H1", house), ("calc", criterion)} <= listed
    plain = asked(
        folder(
            tmp_path / "twin",
            calculation(),
            {"case.risk_criteria": NO_TIGHTER["equal"]["case.risk_criteria"]},
        )
    )
    assert not {question for _, question in plain} & {note, house, criterion}


REPEATED = (
    "Leaving the station with a door open in at most 1 of 1,000 missions.", "At most one departure in 1,000 missions.",
    "1 of 1,000 missions is tolerable.", "Tolerable: 1 departure in 1,000 missions.", "At most 0.1 % of the missions go wrong",
    "No more than one departure with an open door in 1,000 missions",
)  # fmt: skip
NOT_REPEATED = (
    "Leaving the station with a door open in at most 1 of 100,000 missions.", "1 of 10,000 missions is tolerable.",
    "At most 10⁻³ departures per hour", "Leaving the station with a door open in at most 1 of 1,000 years.",
)  # fmt: skip


@pytest.mark.parametrize("text", [*REPEATED, *NOT_REPEATED])
def test_criteria_whose_number_a_claim_repeats_in_other_words(text: str, tmp_path: Path) -> None:
    listed = asked(folder(tmp_path / "c", calculation(), {"case.risk_criteria": text}))
    assert (("calc", QUESTIONS["criterion"]) in listed) == (text in NOT_REPEATED)


@pytest.mark.parametrize("key", ["system", "environment", "intended_use", "risk_criteria"])
def test_what_the_header_leaves_to_be_written(tmp_path: Path, key: str) -> None:
    must_not_hold(folder(tmp_path / "case", calculation(), {f"case.{key}": "TBD"}), "text-missing")
    must_hold(folder(tmp_path / "twin", calculation(), {f"case.{key}": "As in the manual, section 2"}))
