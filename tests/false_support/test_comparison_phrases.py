"""*No more than* is one comparison, an upper limit: it denies nothing, and what it limits is what stands without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.checks.direction import wrong_side
from casegen.io import load
from casegen.model.case import Case
from casegen.model.quantity import MeasureKind
from casegen.texts.frequencies.agreement import disagreement
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

PHRASES = [
    "in at most 1 of 1,000 runs", "in no more than 1 of 1,000 runs", "in not more than 1 of 1,000 runs",
    "no more often than in 1 of 1,000 runs", "not more often than in 0.1 % of the runs",
    "no more than once in 1,000 runs", "not more than once in 1,000 runs", "at most once in 1,000 runs",
    "with a probability of at most 0.001", "with a probability that does not exceed 0.001",
    "with a probability not exceeding 0.001", "with a probability not exceeding .001",
    "with a probability not above 0.001", "with a probability no higher than 0.001",
    "with a probability not greater than 0.001", "with a probability no greater than 0.1 %",
    "with a probability of no more than 0.001", "with a probability that is not above 0.001",
    "with a probability which never exceeds 0.001", "with a probability not larger than 0.001",
    "no oftener than in 1 of 1,000 runs", "never more often than in 1 of 1,000 runs",
    "not more frequently than in 1 of 1,000 runs", "with a chance of no more than 1 in 1,000",
    "with a likelihood not exceeding 1e-3", "with a probability that doesn’t exceed 0.001",
]  # fmt: skip
GERMAN_PHRASES = [
    "bei höchstens 1 von 1.000 Läufen", "bei nicht mehr als 1 von 1.000 Läufen",
    "nicht häufiger als bei 1 von 1.000 Läufen", "nicht öfter als in 0,1 % der Läufe",
    "nicht mehr als einmal in 1.000 Läufen", "mit einer Wahrscheinlichkeit von nicht mehr als 0,001",
    "mit einer Wahrscheinlichkeit nicht über 0,001", "mit einer Wahrscheinlichkeit nicht höher als 0,001",
    "mit einer Wahrscheinlichkeit, die 0,001 nicht überschreitet",
    "mit einer Wahrscheinlichkeit, die nicht größer als 0,001 ist", "nie öfter als in 1 von 1.000 Läufen",
]  # fmt: skip
SUBJECTS = [
    ("The rope breaks", "The rope does not break"), ("The valve closes", "The valve does not close"),
    ("The alarm rings", "The alarm does not ring"), ("The fire is found", "The fire is not found"),
    ("The car is kept in its lane", "The car is not kept in its lane"),
    ("The sail unfurls", "The sail does not unfurl"), ("The lamp is bright", "The lamp is not bright"),
    ("The floor is level", "The floor is not level"), ("A train passes the signal", "A train does not pass the signal"),
    ("The hook holds the load", "The hook does not hold the load"), ("The doors shut", "The doors do not shut"),
    ("The seal leaks", "The seal does not leak"), ("The tank is overfilled", "The tank is not overfilled"),
    ("The pilot wakes", "The pilot never wakes"), ("The gate lifts", "The gate does not lift"),
]  # fmt: skip
GERMAN_SUBJECTS = [
    ("Das Seil reißt", "Das Seil reißt nicht"), ("Das Ventil schließt", "Das Ventil schließt nicht"),
    ("Der Fallschirm öffnet sich", "Der Fallschirm öffnet sich nicht"),
    ("Der Brand wird gefunden", "Der Brand wird nicht gefunden"),
    ("Die Lampe ist hell", "Die Lampe ist nicht hell"),
]  # fmt: skip
DIAGONAL = [(k, phrase) for k, phrase in enumerate((*PHRASES, *GERMAN_PHRASES))]


def edits(text: str, event: str, kind: str = "probability-per-demand") -> dict[str, Any]:
    gate = {"id": "TOP", "type": "or", "inputs": ["E1"], "text": event}
    model = {"type": "constant", "probability": 1e-3, "kind": kind}
    return {
        "claims.C1.text": text, "claims.C1.requirement.kind": kind, "trees.FT.title": event, "trees.FT.kind": kind,
        "trees.FT.gates": [gate], "events.E1.text": event, "events.E1.model": model,
        "claims.C2.text": "The data sheet is that of this part",
        **({"trees.FT.mission_time": 10} if kind == "probability-per-mission" else {}),
    }  # fmt: skip


def base() -> dict[str, Any]:
    """The calculation with one event: its tree, its gate and its claim are of the same."""
    case = calculation()
    case["events"] = case["events"][:1]
    return case


def write(at: Path, text: str, event: str, kind: str = "probability-per-demand") -> Path:
    return folder(at, base(), edits(text, event, kind))


def contrary(case: Case, text: str) -> str:
    requirement = case.claim["C1"].requirement
    assert requirement is not None
    return wrong_side(case, text, requirement, requirement.kind)


@pytest.mark.parametrize("number", range(len(SUBJECTS) + len(GERMAN_SUBJECTS)))
def test_every_phrase_limits_what_the_event_says(tmp_path: Path, number: int) -> None:
    pair = (*SUBJECTS, *GERMAN_SUBJECTS)[number]
    for event, other in (pair, pair[::-1]):
        case = load(write(tmp_path / str(len(event)), f"{event} in at most 1 of 1,000 runs", event))
        for phrase in PHRASES if pair in SUBJECTS else GERMAN_PHRASES:
            assert not contrary(case, f"{event} {phrase}"), phrase
            assert contrary(case, f"{other} {phrase}"), phrase
            assert not disagreement(
                f"{event} {phrase}",
                case.claim["C1"].requirement.comparison,
                1e-3,
                MeasureKind.PER_DEMAND,
                None,
            ), phrase


@pytest.mark.parametrize(("number", "phrase"), DIAGONAL)
def test_a_folder_with_each_phrase(tmp_path: Path, number: int, phrase: str) -> None:
    pairs = SUBJECTS if phrase in PHRASES else GERMAN_SUBJECTS
    event, other = pairs[number % len(pairs)][:: 1 if number % 2 else -1]
    must_hold(write(tmp_path / "true", f"{event} {phrase}", event))
    must_not_hold(write(tmp_path / "false", f"{other} {phrase}", event), "requirement-direction")


@pytest.mark.parametrize("text", [
    "The rope does not break in more than 1 of 1,000 runs", "No rope breaks in more than 1 of 1,000 runs",
])  # fmt: skip
def test_a_denial_before_the_verb_of_more_than(tmp_path: Path, text: str) -> None:
    must_hold(write(tmp_path / "x", text, "The rope breaks"))


@pytest.mark.parametrize("text", [
    "The rope does not break in no more than 1 of 1,000 runs", "The rope does not break no more than once in 1,000 runs",
])  # fmt: skip
def test_a_denial_beside_no_more_than_stays_one(tmp_path: Path, text: str) -> None:
    must_not_hold(write(tmp_path / "x", text, "The rope breaks"), "requirement-direction")


OTHER_THAN_DEMANDS = [
    "in at most one year in 1,000", "in at most one mission in 1,000", "in at most one day in 1,000",
    "in at most one hour in 1,000", "in at most 0.1 % of years", "in at most 0.1 % of the days",
    "in at most 0.1 % of hours", "with a probability of at most 0.001 in a year",
    "with a probability of at most 0.001 in an hour", "with a probability of at most 0.001 during a mission",
    "hourly with a probability of at most 0.001",
]  # fmt: skip
GERMAN_OTHER_THAN_DEMANDS = [
    "in höchstens 0,1 % der Jahre", "in höchstens 0,1 % der Tage", "in höchstens einem Jahr von 1.000",
    "mit einer Wahrscheinlichkeit von höchstens 0,001 in einem Jahr",
    "mit einer Wahrscheinlichkeit von höchstens 0,001 während einer Mission",
    "mit einer Wahrscheinlichkeit von höchstens 0,001 am Tag",
    "stündlich mit einer Wahrscheinlichkeit von höchstens 0,001",
]  # fmt: skip
OTHER_THAN_MISSIONS = [
    "in at most one year in 1,000", "in at most 0.1 % of years", "with a probability of at most 0.001 in a year",
    "in at most one demand in 1,000", "with a probability of at most 0.001 on demand",
    "in at most one picture in 1,000", "in at most one frame in 1,000", "in at most one kilometre in 1,000",
]  # fmt: skip
PUMP, PUMPE = "The pump does not start", "Die Pumpe startet nicht"


@pytest.mark.parametrize("phrase", [*OTHER_THAN_DEMANDS, *GERMAN_OTHER_THAN_DEMANDS])
def test_another_unit_than_a_demand(tmp_path: Path, phrase: str) -> None:
    event = PUMP if phrase in OTHER_THAN_DEMANDS else PUMPE
    must_not_hold(write(tmp_path / "x", f"{event} {phrase}", event))


@pytest.mark.parametrize("phrase", OTHER_THAN_MISSIONS)
def test_another_unit_than_a_mission(tmp_path: Path, phrase: str) -> None:
    must_not_hold(write(tmp_path / "x", f"{PUMP} {phrase}", PUMP, "probability-per-mission"))


@pytest.mark.parametrize(("phrase", "kind"), [
    ("in at most one demand in 1,000", "probability-per-demand"),
    ("in at most one start in 1,000", "probability-per-demand"),
    ("in at most 0.1 % of the starts", "probability-per-demand"),
    ("with a probability of at most 0.001 on demand", "probability-per-demand"),
    ("in at most 1 of 1,000 demands during a mission", "probability-per-demand"),
    ("in at most one mission in 1,000", "probability-per-mission"),
    ("in at most 0.1 % of the missions", "probability-per-mission"),
    ("with a probability of at most 0.001 in a mission", "probability-per-mission"),
    ("on demand in at most 1 of 1,000 missions", "probability-per-mission"),
])  # fmt: skip
def test_its_own_unit(tmp_path: Path, phrase: str, kind: str) -> None:
    must_hold(write(tmp_path / "x", f"{PUMP} {phrase}", PUMP, kind))


@pytest.mark.parametrize("text", [
    "The dam is overtopped with a probability of at most 1 in {} per year",
    "The dam is overtopped with a chance of at most 1:{} per year",
    "The probability that the dam is overtopped is at most 1 in {} per year",
])  # fmt: skip
def test_one_in_so_many_per_year(tmp_path: Path, text: str) -> None:
    """As a rate, over a mission of a year: no 10,000 a year."""
    more = {"trees.FT.mission_time": 8766, "trees.FT.target.probability": 1e-4,
            "events.E1.model.probability": 1e-4}  # fmt: skip
    event = "The dam is overtopped"
    for name, number in (("true", "10,000"), ("false", "100,000")):
        said = {**edits(text.format(number), event, "probability-per-mission"), **more}
        at = folder(tmp_path / name, base(), said)
        if name == "true":
            must_hold(at)
        else:
            must_not_hold(at)
