"""What a number is for: the time and the unit of the sentence, of its contexts, of the tree and of its events."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED, RECORD, calculation, measured

TEXT, REQUIREMENT = "claims.C1.text", "claims.C1.requirement"
HOURS = "trees.FT.mission_time"
OPEN = "The lift starts with an open door"
RATE = {"type": "exponential", "rate": 1e-5}
WAIVED = [{"rule": "mission-time-short", "reason": "An airbag works for 30 ms", "by": "B. Judge"}]


def _context(text: str, kind: str = "definition") -> dict[str, Any]:
    node = {"id": "X1", "kind": kind, "text": text, "owner": "A. Author", "accepted_by": "B. Judge"}
    return {HOURS: 1, "contexts.+": node, "claims.C1.context": ["X1"]}


def _above(text: str) -> dict[str, Any]:
    return {
        HOURS: 1, "case.roots": ["C0"],
        "claims.+": {"id": "C0", "text": text, "owner": "A. Author"},
        "arguments.+": {"id": "A0", "text": "Made precise", "supports": "C0", "block": "concretion", "from": ["C1"],
                        "side_claims": ["W1"]},
    }  # fmt: skip


_DOOR = {"id": "G9", "type": "or", "inputs": ["E1", "E2"], "text": "The lift starts"}
OTHER_TREE = {
    "trees.+": {
        "id": "F2",
        "title": "Another start of the lift",
        "top": "G9",
        "mission_time": 0.01,
        "gates": [_DOOR],
    }
}
YEARLY = {
    HOURS: 8760, "trees.FT.target.probability": 0.05, "events.E1.model": {"type": "exponential", "rate": 1e-9},
    "events.E2.model": {"type": "exponential", "rate": 1e-9},
}  # fmt: skip
CASES: dict[str, tuple[dict[str, Any], str]] = {
    "not-in-100-years": ({**YEARLY, TEXT: "Der Lift startet in 100 Jahren nicht mit offener Tür"}, "text-time"),
    **{f"text-{k}": ({HOURS: 1, TEXT: text}, "the text s") for k, text in enumerate([
        f"{OPEN} within a year with a probability of at most 0.001",
        f"{OPEN} in at most 1 of 1,000 missions of 30 days",
        f"{OPEN} with a probability of at most 0.001 per flight of 2 h",
        f"{OPEN} in at most 0.1 % of the 30-day missions",
        f"{OPEN} in 10 years with a probability of at most 0.001",
        f"{OPEN} over a service life of 20 years with a probability of at most 0.001",
        f"In at most 1 of 1,000 lifts {OPEN.lower()} during 8 hours",
        "Der Aufzug fährt innerhalb eines Jahres mit einer Wahrscheinlichkeit von höchstens 0,001 mit offener Tür an",
        "Der Aufzug fährt in höchstens 1 von 1.000 Missionen von 30 Tagen mit offener Tür an",
        "Der Aufzug fährt in höchstens 0,1 % der 8-stündigen Schichten mit offener Tür an",
        "Der Aufzug fährt im Jahr mit einer Wahrscheinlichkeit von höchstens 0,001 mit offener Tür an",
        "Die Tür ist über eine Lebensdauer von 20 Jahren mit einer Wahrscheinlichkeit unter 0,001 offen",
        f"{OPEN} with a probability of at most 0.001 per annum",
        f"{OPEN} annually with a probability of at most 0.001",
        "The yearly probability that the lift starts with an open door is at most 0.001",
        "Die jährliche Wahrscheinlichkeit einer offenen Tür ist höchstens 0,001",
        f"{OPEN} within 8,760 hours with a probability of at most 0.001",
        f"{OPEN} in a fortnight with a probability of at most 0.001",
        f"{OPEN} in a quarter of a year with a probability of at most 0.001",
        f"{OPEN} in at most 1 of 1,000 ten-hour flights",
        f"{OPEN} during the year with a probability of at most 0.001",
        "The lift fails to stop within a year with a probability of at most 0.001",
        "The lift fails to stop within 10 years with a probability of at most 0.001",
        "The lift door fails to stop during ten years with a probability of at most 0.001",
        "The lift fails to stop in a decade with a probability of at most 0.001",
        "The guard of the lift does not trip within a year with a probability of at most 0.001",
        "A lift with an open door is not stopped within a year with a probability of at most 0.001",
        "At most 0.1 % of lifts with an open door fail to stop within a year",
        "Der Aufzug hält innerhalb eines Jahres mit einer Wahrscheinlichkeit von höchstens 0,001 nicht an",
        "Der Aufzug stoppt nicht innerhalb eines Jahres mit einer Wahrscheinlichkeit von höchstens 0,001",
        "The lift never returns within 10 years with a probability of at most 0.001",
    ])},
    **{f"tree-{k}": ({HOURS: 1, **edits}, "text-time") for k, edits in enumerate([
        {"trees.FT.title": f"{OPEN} within a year"}, {"trees.FT.text": f"{OPEN} within a year"},
        {"trees.FT.text": "One year of operation"}, {"trees.FT.gates.TOP.text": "The lift starts within 10 years"},
        {"trees.FT.title": "Der Aufzug startet innerhalb eines Jahres"}, {"trees.FT.text": "Ein Jahr Betrieb: 1 Jahr Betrieb"},
        {"trees.FT.text": "Starts during the year"}, {"trees.FT.title": "Start with an open door, in a decade"},
    ])},
    "tree-of-a-demand": (
        {"trees.FT.kind": "probability-per-demand", "events.E1.model.kind": "probability-per-demand",
         "events.E2.model.kind": "probability-per-demand", f"{REQUIREMENT}.kind": "probability-per-demand",
         TEXT: f"{OPEN} in at most 1 of 1,000 demands", "trees.FT.title": f"{OPEN} within a year"}, "text-time"),
    "text-once-a-year": ({HOURS: 1, TEXT: f"{OPEN} at most once in a thousand years"}, "text-number"),
    "above-within-a-year": (_above("The lift is open within a year with a probability of at most 0.001"), "text-time"),
    "context-missions-of-two-hours": (_context("Mission: two hours, twelve stops"), "text-time"),
    "context-missionen": (_context("Eine Mission dauert 30 Tage"), "text-time"),
    "assumption-missions": (_context("Missions last 8 hours", "assumption"), "text-time"),
    **{f"context-{k}": (_context(text), "text-time") for k, text in enumerate([
        "Mission duration: 30 days", "Die Dauer einer Mission beträgt 30 Tage", "The duration of a mission is 30 days",
        "A mission, on average, takes 30 days"])},
    "hours-without-mission-time": (
        {"events.E1.model": {**RATE, "hours": 1}, "events.E2.model": {**RATE, "hours": 1},
         TEXT: f"{OPEN} within a year with a probability of at most 0.001"}, "text-time"),
    "parts-of-an-hour-whole-of-a-year": (
        {**_above("The lift fails within a year with a probability of at most 0.001"), "arguments.A0.block": "decomposition"},
        "text-time"),
    "hours-of-a-product": (
        {HOURS: 100, "events.E1.model": {**RATE, "hours": {"op": "mul", "args": [1e-6, {"time": "mission"}]}}},
        "exposure-unexplained"),
    "hours-of-a-distribution": (
        {HOURS: 100, "events.E1.model": {**RATE, "hours": {"distribution": "uniform", "lower": 1e-6, "upper": 2e-6}}},
        "exposure-unexplained"),
    "hours-during-operation": (
        {HOURS: 100, "events.E1.model": {**RATE, "hours": 0.5}, "events.E1.text": "It sticks during operation"},
        "exposure-unexplained"),
    "microseconds-for-a-word": (
        {HOURS: 100, "events.E1.model": {**RATE, "hours": 1e-5}, "events.E1.source": "Data sheet, landing only"},
        "exposure-unexplained"),
    "tree-says-two-hours": ({HOURS: 0.01, "trees.FT.text": "Missions of two hours"}, "text-time"),
    "header-says-two-hours": ({HOURS: 0.01, "case.intended_use": "Inspection in missions of two hours"}, "text-time"),
    "criteria-say-two-hours": ({HOURS: 0.01, "case.risk_criteria": "At most 1 of 1,000 missions of two hours"}, "text-time"),
    "header-says-two-hours-to-two-trees": (
        {HOURS: 0.01, "case.intended_use": "Inspection in missions of two hours", **OTHER_TREE}, "text-time"),
    "mission-of-nanoseconds": (
        {HOURS: 1e-9, "events.E1.model": {**RATE, "rate": 100.0}}, "mission-time-short"),
    "mission-of-nanoseconds-waived-by-nobody": (
        {HOURS: 1e-9, "events.E1.model": {**RATE, "rate": 100.0}, "trees.FT.waive": [{**WAIVED[0], "by": "TBD"}]},
        "less than a second"),
    "hours-without-a-reason": ({HOURS: 100, "events.E1.model": {**RATE, "hours": 1e-3}}, "exposure-unexplained"),
    "exposure-without-a-reason": (
        {HOURS: 100, "events.E1.model": {"type": "constant", "kind": "rate-per-hour", "probability": 1e-3,
                                         "exposure": {"hours": 0.01}}}, "exposure-unexplained"),
    "hours-of-a-parameter": (
        {HOURS: 100, "parameters.+": {"id": "T", "value": 1e-3},
         "events.E1.model": {**RATE, "hours": {"parameter": "T"}}}, "exposure-unexplained"),
    "hours-of-a-group": (
        {HOURS: 100, "events.E1.model": None, "events.E2.model": None,
         "common_cause.+": {"id": "G", "model": "beta-factor", "members": ["E1", "E2"], "factors": [0.1],
                            "total": {**RATE, "hours": 1e-3}}}, "exposure-unexplained"),
    "demands-against-missions": (
        {TEXT: f"{OPEN} in at most 1 of 1,000 demands"}, "text-number"),
    "per-demand-against-per-mission": (
        {TEXT: f"{OPEN} with a probability of at most 0.001 per demand"}, "text-number"),
    "je-anforderung": (
        {TEXT: "Der Aufzug versagt mit höchstens 0,001 pro Anforderung"}, "text-number"),
    "per-hour-against-per-mission": ({TEXT: f"{OPEN} at 1e-3 per hour"}, "text-number"),
    "mean-time-between-failures": ({TEXT: "The MTBF of the door is at least 10⁹ hours"}, "text-number"),
    "fit-against-missions": ({TEXT: "The door fails with at most 100 FIT"}, "text-number"),
    "demand-tree-of-a-year": (
        {"trees.FT.kind": "probability-per-demand", "events.E1.model.kind": "probability-per-demand",
         "events.E2.model.kind": "probability-per-demand", f"{REQUIREMENT}.kind": "probability-per-demand",
         TEXT: f"{OPEN} within a year with a probability of at most 0.001"}, "text-time"),
    "a-mission-rate-weaker": ({HOURS: 100, f"{REQUIREMENT}.bound": 1e-3, TEXT: f"{OPEN} at most once in 10⁶ hours"},
                              "text-number"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_number_is_for_another_time(tmp_path: Path, name: str) -> None:
    edits, because = CASES[name]
    must_not_hold(folder(tmp_path / name, calculation(), edits), because)


TWINS: dict[str, dict[str, Any]] = {
    **{f"a-share-of-years-{k}": {**YEARLY, TEXT: text} for k, text in enumerate((
        "Der Lift startet in höchstens 5 von 100 Jahren mit offener Tür", "Der Lift startet in 95 von 100 Jahren nicht mit offener Tür",
        "In höchstens 5 von 100 Jahren startet der Lift mit offener Tür", "Der Lift hält in höchstens 5 von 100 Jahren nicht",
        "Der Lift hält in höchstens fünf von hundert Jahren nicht", "The lift starts in at most 5 of 100 years with an open door",
        "Der Lift hält in höchstens 5 Jahren von 100 nicht", "The lift does not stop in at most five years in a hundred",
    ))},
    "a-year-and-criteria": {HOURS: 8760, "case.risk_criteria": "At most 1 of 1,000 missions of 30 days"},
    "two-trees-of-two-times": {
        HOURS: 2, "case.intended_use": "Missions of two hours", **{"trees.+": {**OTHER_TREE["trees.+"], "mission_time": 0.5}}},
    "a-year": {HOURS: 8760, TEXT: f"{OPEN} within a year with a probability of at most 0.001"},
    "a-month": {HOURS: 720, TEXT: f"{OPEN} in a month with a probability of at most 0.001"},
    "missions-of-30-days": {HOURS: 720, TEXT: f"{OPEN} in at most 1 of 1,000 missions of 30 days"},
    "missionen": {HOURS: 8, TEXT: "Der Aufzug fährt in höchstens 0,1 % der 8-stündigen Schichten mit offener Tür an"},
    "longer-than-the-text": {HOURS: 1000, TEXT: f"{OPEN} in at most 1 of 1,000 missions of 30 days"},
    "scaled-to-the-year": {
        HOURS: 8.76, f"{REQUIREMENT}.bound": 1e-3, TEXT: f"{OPEN} in a year with a probability of at most 0.9",
        "trees.FT.target.probability": 1e-3, "claims.C1.requirement.bound": 5e-4,
    },
    **{f"tree-{k}": {HOURS: 1, "trees.FT.text": text} for k, text in enumerate([
        "Rates from ten years of operation", "The lift has a design life of 20 years", "Doors are tested within a year",
        "Missions of 1 h, 800 missions in a year", "Data of the lift, seen in 3 years", "Aus 10 Jahren Betrieb; Daten des Herstellers",
        "A fault is repaired within a day",
    ])},
    "tree-of-its-year": {**YEARLY, TEXT: f"{OPEN} in at most 5 of 100 years", "trees.FT.text": "One year of operation",
                         "trees.FT.title": "The lift fails to stop within a year"},
    "a-response": {HOURS: 1, TEXT: "The lift, whose attendant returns within a day, starts open in at most 1 of 1,000 missions"},
    "a-repair": {HOURS: 1, TEXT: "The lift, not repaired within a day, starts open in at most 1 of 1,000 missions"},
    "eine-reparatur": {HOURS: 1, TEXT: "Der Lift, der innerhalb eines Tages repariert wird, startet in höchstens 1 von 1.000 Missionen offen"},
    "a-deadline": {HOURS: 1, TEXT: "The lift, which stops within 2 s, starts open in at most 1 of 1,000 missions"},
    "tested-every-month": {HOURS: 1, TEXT: "The lift, tested every month, starts open in at most 1 of 1,000 missions"},
    "missions-in-a-year": {HOURS: 1, TEXT: f"{OPEN} in at most 1 of 1,000 missions within a year"},
    "definition": {**_context("Mission: two hours, twelve stops"), HOURS: 2},
    "deadline-in-a-context": _context("The operator returns within 2 hours"),
    "once-in-a-time": {HOURS: 10, TEXT: f"{OPEN} at most once in 10,000 hours"},
    "days-as-missions": {TEXT: "On at most 1 of 1,000 days the lift starts with an open door"},
    "annual-inspection": {HOURS: 1, TEXT: "The lift, inspected annually, starts open in at most 1 of 1,000 missions"},
    "short-and-waived": {HOURS: 1e-5, "trees.FT.waive": WAIVED},
    "hours-with-a-reason": {
        HOURS: 100, "events.E1.model": {**RATE, "hours": 0.5}, "events.E1.text": "The contact sticks while the door closes"},
    "hours-with-a-source": {
        HOURS: 100, "events.E1.model": {**RATE, "hours": 0.5}, "events.E1.source": "Data sheet; doors move 0.5 h a mission"},
    "hours-a-part": {HOURS: 2, "events.E1.model": {**RATE, "hours": 0.5}},
    "hours-waived": {
        HOURS: 100, "events.E1.model": {**RATE, "hours": 0.5},
        "events.E1.waive": [{"rule": "exposure-unexplained", "reason": "Site plan 4", "by": "B. Judge"}]},
    "on-demand": {TEXT: f"{OPEN} on demand in at most 1 of 1,000 missions"},
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_a_number_for_the_time_of_its_sentence(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / name, calculation(), TWINS[name]))


RATES = {"record.csv": "entry,hours,failures\nfleet 1,6000,1\nfleet 2,9000,2\n"}
HOURLY = {
    "evidence_items.EV.method": "operating-record", f"{REQUIREMENT}.measure.measure": "rate",
    f"{REQUIREMENT}.kind": "rate-per-hour",
}  # fmt: skip
MEASURED: dict[str, tuple[dict[str, Any], str]] = {
    "a-year-of-a-demand": ({TEXT: "The range guard fails within a year with a probability below 0.001"}, "text-time"),
    "missions-of-a-demand": ({TEXT: "The range guard fails in at most 1 of 1,000 missions"}, "text-number"),
    "per-mission-of-a-demand": ({TEXT: "The range guard fails with at most 0.001 per mission"}, "text-number"),
    "share-of-a-rate": ({**HOURLY, TEXT: "The range guard fails in at most 1 of 1,000 approaches"}, "text-number"),
    "missions-of-a-rate": ({**HOURLY, TEXT: "The range guard fails in at most 1 of 1,000 missions"}, "text-number"),
    "a-year-of-a-rate": (
        {**HOURLY, TEXT: "The range guard fails within a year with a probability below 0.001"}, "text-number"),
    "mtbf-of-a-rate": ({**HOURLY, TEXT: "The MTBF of the guard is at least 10⁶ hours"}, "text-number"),
    "pfh-of-a-rate": ({**HOURLY, TEXT: "The PFH of the guard is 1e-7"}, "text-number"),
    "a-failure-rate-without-unit": ({**HOURLY, TEXT: "The failure rate of the guard is at most 1e-7"}, "text-number"),
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED)
def test_a_measured_number_is_for_another_unit(tmp_path: Path, name: str) -> None:
    edits, because = MEASURED[name]
    must_not_hold(
        folder(tmp_path / name, measured(), edits, RATES if "rate" in name else {"record.csv": RECORD}),
        because,
    )


MEASURED_TWINS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "mission-record": (
        {TEXT: "The range guard fails in at most 1 of 1,000 missions", "evidence_items.EV.method": "mission-record",
         f"{REQUIREMENT}.kind": "probability-per-mission"}, {"record.csv": RECORD.replace("demands", "missions")}),
    "rate-in-words": ({**HOURLY, TEXT: "The failure rate of the range guard is at most 0.001"}, RATES),
    "rate-as-mtbf": ({**HOURLY, TEXT: "The MTBF of the range guard is at least 1,000 hours"}, RATES),
    "rate-over-a-day": (
        {**HOURLY, TEXT: "The range guard fails within a day with a probability below 5 %"}, RATES),
    "requests-of-a-year": (
        {TEXT: "The range guard misses at most 1 of 1,000 approaches within a year"}, {"record.csv": RECORD}),
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED_TWINS)
def test_a_measured_number_of_its_unit(tmp_path: Path, name: str) -> None:
    edits, files = MEASURED_TWINS[name]
    must_hold(folder(tmp_path / name, measured(), edits, files))


def _away(
    text: str, block: str, context: str = "", hours: float = 2
) -> tuple[dict[str, Any], dict[str, str]]:
    """A root that rests, through a sub-case, on C1 of another module; and that module's file."""
    case = edited(calculation(), {"claims.C1.public": True, HOURS: hours})
    door = {
        "casegen": 1,
        "module": {"id": "M", "title": "Door"},
        "claims": case["claims"],
        "arguments": case["arguments"],
    }
    root = {
        **case, "include": ["door.yaml"],
        "claims": [{"id": "C0", "text": text, "owner": "A. Author"},
                   {"id": "W0", "text": "The lift door is what a lift starts with", "owner": "A. Author", **ACCEPTED}],
        "sub_cases": [{"id": "S1", "claim": "C1", "text": f"{OPEN} in at most 1 of 1,000 missions"}],
        "arguments": [{"id": "A0", "text": "Made precise", "supports": "C0", "block": block, "from": ["S1"],
                       "side_claims": ["W0"]}],
    }  # fmt: skip
    root["case"]["roots"] = ["C0"]
    if context:
        root["contexts"] = [{"id": "X1", "kind": "definition", "text": context, "owner": "A. Author"}]
        root["claims"][0]["context"] = ["X1"]
    return root, {"door.yaml": yaml.safe_dump(door)}


MISSIONS, RUNS = "The lift runs with an open door in at most 1 of 1,000 missions", "A run lasts 30 days"
AWAY = {
    "text": ("The lift runs with an open door in at most 1 of 1,000 missions of 30 days", ""),
    "year": ("The lift runs with an open door within a year with a probability of at most 0.001", ""),
    "definition": (MISSIONS.replace("missions", "runs"), RUNS), "mission": (MISSIONS, "Mission: 30 days"),
}  # fmt: skip


@pytest.mark.parametrize("block", ["concretion", "substitution"])
@pytest.mark.parametrize("name", AWAY)
def test_a_sub_case_between_claim_and_number(tmp_path: Path, name: str, block: str) -> None:
    case, files = _away(AWAY[name][0], block, AWAY[name][1])
    must_not_hold(folder(tmp_path / name, case, None, files), "text-time")


@pytest.mark.parametrize(("text", "context", "hours"), [
    (MISSIONS, "", 2), (MISSIONS, "Mission: 2 h", 2), (AWAY["text"][0], "", 720),
    ("The lift runs with an open door in at most 1 of 2 missions", "Mission: 30 days", 2),
    (MISSIONS, "The operator returns within 2 days", 2),
])  # fmt: skip
def test_a_sub_case_of_the_same_time(tmp_path: Path, text: str, context: str, hours: float) -> None:
    case, files = _away(text, "concretion", context, hours)
    must_hold(folder(tmp_path / "x", case, None, files))
