"""What a number is per, how long that lasts, and what of a sentence is left unread."""

from __future__ import annotations

import pytest

from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.agreement import disagreement, outlasted
from casegen.texts.frequencies.unread import unread
from casegen.texts.numbers.stated import stated
from casegen.texts.numbers.units import stretches, unknown

MISSION, DEMAND = MeasureKind.PER_MISSION, MeasureKind.PER_DEMAND
ROVER = "The rover leaves its track"
NOUNS = [
    "missions",
    "flights",
    "runs",
    "trips",
    "journeys",
    "voyages",
    "dives",
    "drives",
    "shifts",
    "sorties",
    "cycles",
    "patrols",
    "deployments",
    "surveys",
    "operations",
    "tours",
    "rides",
    "transits",
    "batches",
    "sessions",
    "polishings",
]
LENGTHS = (
    "of 30 days",
    "of 2,000 h each",
    ", each of 720 h",
    "lasting a month",
    "that last 30 days",
    ", each lasting 30 days",
)


def problem(text: str, kind: MeasureKind = MISSION, subject: str = "", hours: float = 2.0) -> str:
    wrong = disagreement(text, Comparison.AT_MOST, 1e-3, kind, None, hours, subject=subject)
    return wrong or outlasted(text, kind, 1e-3, hours)


@pytest.mark.parametrize("noun", NOUNS)
def test_a_length_of_whatever_is_counted(noun: str) -> None:
    for length in LENGTHS:
        gap = "" if length.startswith(",") else " "
        text = f"{ROVER} in at most 1 of 1,000 {noun}{gap}{length}"
        assert "the number is for missions of 2 h" in problem(text), text
    assert "30-day" in problem(f"{ROVER} in at most 1 of 1,000 30-day {noun}")
    assert problem(f"{ROVER} in at most 1 of 1,000 {noun} of 2 h") == ""
    assert problem(f"{ROVER} in at most 1 of 1,000 autonomous {noun} of 2,000 h")


@pytest.mark.parametrize("text", [
    f"{ROVER} with a probability of at most 0.001 per session of 30 days",
    f"During a session of 30 days {ROVER.lower()} with a probability of at most 0.001",
    "Der Rover verlässt seine Spur in höchstens 1 von 1.000 Streifen von 30 Tagen",
    "Der Rover verlässt seine Spur in höchstens 1 von 1.000 Rundgängen, jeder von 30 Tagen",
    f"{ROVER} in at most 1 of 1,000 metres", f"{ROVER} in at most 1 of 1,000 kilometres", f"{ROVER} at most once per 1,000 km",
    f"{ROVER} with at most 1e-3 per kilometre", f"{ROVER} with at most 1e-3/km", f"{ROVER} at most once per 1,000 frames",
    f"{ROVER} in at most 0.1 % of the pictures", f"{ROVER} in at most 1 of 1,000 track kilometres",
    f"Of 10,000 runs, at most one ends with {ROVER.lower()}", f"Of 10,000 runs {ROVER.lower()} in one at most",
    "In 10,000 runs, at most one departure happens", "Per 10,000 runs at most 1 departure happens",
    "Departures occur in fewer than 1-in-10,000 runs", "The probability of leaving the track is at most 10^{-4}",
    f"{ROVER} in at most 1 of 1_000_000 runs", f"The fleet of 500 rovers {ROVER[10:]} in at most 1 of 1,000 runs in total",
    f"{ROVER} in at most 1 of 1,000 runs; in fact in none of 10,000",
    f"{ROVER} in at most 1 of 1,000 runs by day and 1 of 100,000 by night", f"{ROVER} at most once per century",
    f"{ROVER} at most every 100 years", "The probability of a departure is at most 1 to 10,000",
])  # fmt: skip
def test_a_sentence_that_says_more_or_something_else(text: str) -> None:
    assert problem(text)


@pytest.mark.parametrize("text", [
    f"{ROVER}, serviced every 1,000 km, in at most 1 of 1,000 missions",
    f"{ROVER} with loads of 500 kg in at most 1 of 1,000 runs", "Two loads of 500 kg fall in at most 1 of 1,000 lifts",
    f"{ROVER} in at most 1 of 1,000 missions with 3 of 5 frames lost", f"{ROVER} in at most 1 of 1,000 runs of 40 km",
    f"{ROVER} in at most 1 of 1,000 runs, with batteries that last 30 days",
    "The pump fails in at most 1 of 1,000 patients of 80 years", f"{ROVER} in at most 1 of 1,000 runs and stops within 2 days",
    f"{ROVER} in at most 1 of 1,000 runs of batteries with 3 years of use", f"{ROVER} in at most 1 of 1,000 100-m runs",
    "In 1,000 runs with at most one obstacle the rover fails at most once", "Per 1,000 runs at most one departure happens",
    "The probability of leaving the track is at most 10^{-3}", f"{ROVER} in at most 1 of 1,000 runs and 1 of 100 stops is late",
    "The fleet of 500 rovers keeps its track; each leaves it in at most 1 of 1,000 runs", "The chance is at most 1 to 1,000",
    f"{ROVER} in at most 1 of 1,000 runs, as none of 30,000 runs of the tests showed a departure",
    "The probability of a fault that needs 2,500 lamps is at most 0.001",
])  # fmt: skip
def test_a_sentence_of_the_same_number(text: str) -> None:
    assert problem(text) == ""


def test_a_mission_may_be_a_distance() -> None:
    text = f"{ROVER} in at most 1 of 1,000 kilometres"
    assert problem(text, subject="A mission is one kilometre of track") == ""
    assert unknown(text, MISSION, "A mission is one kilometre of track") == ()
    assert problem("It fails in at most 1 of 1,000 kilometres", DEMAND) != ""
    assert problem("It fails in at most 1 of 1,000 frames", DEMAND) == ""


@pytest.mark.parametrize(("text", "left"), [
    (f"{ROVER} in at most 1 of 1,000 missions", ()), (f"{ROVER} in at most 1 of 1,000 missions per 1,000 years", ("1,000",)),
    ("Any of the 500 rovers leaves its track in at most 1 of 1,000 missions", ("500",)),
    (f"{ROVER} within a season with a probability of at most 0.001", ("within a season",)),
    (f"{ROVER} with half of 1 of 1,000 missions at most", ("half of",)),
    (f"{ROVER} of 40 mm at 2.5 m/s, by ISO 26262, in at most 1 of 1,000 missions since 2024, with 2 cameras, at -20 °C to 35 °C, 20 to 24 V and 125 % load", ()),
    (f"{ROVER} in at most 1 of 1,000 missions within a day, at most 1e-4 per hour with 95 % confidence", ()),
    (f"{ROVER} in at most 1 of 1,000 missions, one of a million", ()), ("It runs a thousand times in 99 % of the days", ("a thousand",)),
])  # fmt: skip
def test_what_is_left_unread(text: str, left: tuple[str, ...]) -> None:
    assert unread(text) == left


def test_what_is_counted_is_known_by_its_kind_or_its_tree() -> None:
    assert unknown(f"{ROVER} in at most 1 of 1,000 curves", MISSION, "departures of the rover") == ("curves",)
    assert unknown(f"{ROVER} in at most 1 of 1,000 curves", MISSION, "departures in a curve") == ()
    assert unknown(f"{ROVER} in at most 1 of 1,000 missions", MISSION, "") == ()
    assert unknown(f"{ROVER} at most once in 1,000 hours", MISSION, "") == ()


def test_no_number_is_read_from_within_another() -> None:
    assert [n.quote for n in stated("The probability that one of the 10,000 lamps fails is small")] == []


@pytest.mark.parametrize("text", [
    "1 of 1,000 runs at the 95th percentile", "1 of 1,000 runs (CL 95)", "1 of 1,000 runs, 95 % CL", "1 of 1,000 runs at 2σ", "1 of 1,000 runs by six sigma",
    "1 of 1,000 runs with nine-tenths confidence", "1 von 1.000 Fahrten beim 95. Perzentil",
])  # fmt: skip
def test_a_confidence_in_other_words_is_named(text: str) -> None:
    assert unread(f"The rover leaves its track in at most {text}") or any(
        n.what == "confidence" for n in stated(text)
    )


def test_days_that_no_mission_is_said_to_be() -> None:
    said = "The rover leaves its track in at most 1 of 1,000 days"
    assert stretches(said, MeasureKind.PER_MISSION, "The rover leaves its track") == ("days",)
    assert not stretches(said, MeasureKind.PER_MISSION, "The rover leaves its track on a day")
    assert not stretches(said, MeasureKind.PER_HOUR, "")
