"""What a record counts as failure, against what its claim counts."""

from __future__ import annotations

import pytest

from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.events.failure_definitions import counted_otherwise, without_sizes
from casegen.texts.frequencies.agreement import disagreement
from casegen.texts.numbers.stated import stated

_LOOSER = {
    "The pump does not start within 2 s in at most 1 of 1,000 demands": "the pump does not start within 60 s",
    "The pump does not start within 2 s in at most 1 of 1,000 runs": "the pump does not start within 5 min",
    "The press does not stop within 100 ms in at most 1 of 1,000 closings": "the press does not stop within 1 s",
    "The robot comes closer than 1 m to a person in at most 1 of 1,000 runs": "it comes closer than 10 cm to a person",
    "The robot touches a person at more than 0.1 m/s in at most 1 of 1,000 runs": "it touches a person at more than 1 m/s",
    "The oven exceeds 200 °C in at most 1 of 1,000 batches": "the oven exceeds 300 °C",
    "The crane lifts more than 110 % of its load in at most 1 of 1,000 lifts": "it lifts more than 150 % of its load",
    "The pump leaks more than 1 ml in at most 1 of 1,000 runs": "the pump leaks more than 1 l",
    "The door does not close in three seconds in at most 1 of 1,000 cases": "the door does not close in thirty seconds",
    "Der Stapler hält nicht innerhalb von 1 s an, in höchstens 1 von 1.000 Fällen": "hält nicht innerhalb von 10 s an",
    "The analyser is off by more than 1 mmol/l in at most 1 of 1,000 samples": "the value is off by more than 5 mmol/l",
    "The pump starts within 2 s in at least 99.9 % of the demands": "the pump does not start within 60 s",
    "The conveyor is at rest within 1.5 s in at least 99.9 % of the stops": "the conveyor still moves 5 s after the stop",
    "In at most 1 of 1,000 demands the pump does not start within 2 s": "the pump needs longer than 60 s",
    "The pump does not start within half a minute in at most 1 of 100 demands": "no start within 60 s",
    "The pump does not start within a quarter of a minute in at most 1 of 100 demands": "the pump does not start within 60 s",
    "The pump starts within 2 s": "the pump does not start within 60 s",
    "The lamp gives less than 0.8 cd in at most 1 of 500 tests": "the lamp gives less than 0.2 cd",
    "The strain exceeds 0.2 % in at most 1 of 500 lifts": "the strain exceeds 0.5 %",
}
_CONTRARY = {
    "The guard fails to stop the press in at most 1 of 1,000 closings": "the press stops",
    "The guard does not stop the press in at most 1 of 1,000 closings": "the guard stops the press",
    "The door is open while the car moves in at most 1 of 1,000 trips": "the door is closed while the car moves",
    "The valve stays shut in at most 1 of 1,000 demands": "the valve opens",
    "The left door does not lock in at most 1 of 1,000 closings": "the right door does not lock",
    "The alarm stays silent in at most 1 of 1,000 fires": "the alarm sounds",
    "The brake does not hold in at most 1 of 1,000 stops": "the brake holds",
    "Die Pumpe läuft in höchstens 1 von 1.000 Fällen nicht an": "die Pumpe läuft an",
    "The gate opens in at least 99.9 % of the commands": "the gate opens",
    "The guard stops the press when a hand comes near": "the guard stops the press",
    "The lift stops above the floor in at most 1 of 100 trips": "the lift stops below the floor",
    "The upper limit switch fails to trip in at most 1 of 1,000 lifts": "the lower limit switch does not trip",
}
_UNCLEAR = {
    "The robot injures or touches a person in at most 1 of 100 runs": "the robot injures a person",
    "The brake rubs in at most 1 of 100 stops": "the brake of bogie 2 rubs",
    "The pump does not start, or leaks, in at most 1 of 1,000 demands": "the pump does not start",
    "The pump does not start or leaks in at most 1 of 1,000 demands": "the pump does not start",
    "The pump does not start in at most 1 of 2,000 demands": "no start for electrical reasons",
    "The pump does not start within 2 s in at most 1 of 1,000 demands": "the pump does not start",
    "The guard fails to stop the press in at most 1 of 1,000 closings": "the guard does not stop the lathe",
    "The detector misses a person in at most 1 of 1,000 frames": "the detector misses a car",
    "The pump does not start in at most 1 of 1,000 demands": "the pump does not start, failures by staff excluded",
    "The pump does not start in at most 1 of 100 demands": "the pump does not start at the third attempt",
    "The pump does not start in at most 1 of 200 demands": "the pump does not start although it was warmed up",
    "The pump does not start in at most 1 of 300 demands": "the pump does not start and the operator complains",
    "The pump does not start in at most 1 of 400 demands": "the pump does not start twice in a row",
    "The pump does not start in at most 1 of 500 demands": "the fan does not start",
    "The pump fails to start in at most 1 of 1,000 demands": "it fails to start, the pump being warm, and staff present",
    "The robot comes within 2 m of a person in at most 1 of 100 runs": "the robot is 5 m from a person",
}
_NARROWER = {
    "The robot touches a person in at most 1 of 100 runs": "the robot touches a person with more than 150 N",
    "The detector misses a person in at most 1 of 100 runs": "the detector misses a person closer than 5 m",
    "The detector misses a person in at most 1 of 200 runs": "the detector misses all persons",
    "The detector misses a person in at most 1 of 300 runs": "the detector misses a person for longer than a second",
    "The brake slips in at most 1 of 100 stops": "slip of the brake over 10 cm",
    "The brake slips in at most 1 of 200 stops": "the brake slips by at least 10 cm",
    "The brake slips in at most 1 of 300 stops": "slip of the brake > 10 cm",
    "The valve leaks in at most 1 of 100 demands": "the valve leaks more than 1 l/min",
    "The vehicle leaves its lane in at most 1 of 100 runs": "the vehicle leaves its lane by more than 1 m",
    "The robot collides in at most 1 of 100 runs": "the robot collides at more than 1 m/s",
    "The brake does not hold in at most 1 of 100 stops": "the brake does not hold for more than 1 s",
    "Pump P-101 does not start in at most 1 of 100 demands": "Pump P-102 does not start",
    "Pump A does not start in at most 1 of 100 demands": "Pump B does not start",
    "Line 3 stops in at most 1 of 100 demands": "line 4 stops",
    "Das Ventil V12 öffnet in höchstens 1 von 100 Anforderungen nicht": "das Ventil V13 öffnet nicht",
    "The pump does not start in at most 1 of 100 demands": "the pump does not start at all",
}
_AS_STRICT = {
    "Pump P-101 does not start in at most 1 of 100 demands": "Pump P-101 does not start",
    "Pump P-102 does not start in at most 1 of 100 demands": "no start",
    "The lift stops above the floor in at most 1 of 100 trips": "the lift stops above the floor",
    "The robot touches a person with more than 150 N in at most 1 of 100 runs": "the robot touches a person",
    "Both pumps do not start in at most 1 of 100 demands": "both pumps do not start",
    "The pump does not start in at most 1 of 100 demands": "no start within 60 s",
    "The pump does not start within half a minute in at most 1 of 100 demands": "no start within 30 s",
    "The robot touches or injures a person in at most 1 of 100 runs": "the robot touches or injures a person",
    "The pump does not start in rain or snow in at most 1 of 1,000 demands": "the pump does not start",
    "The valve does not close for mechanical reasons in at most 1 of 100 demands": "the valve does not close for mechanical reasons",
    "The pump does not start within 2 s in at most 1 of 1,000 demands": "the pump does not start within 2000 ms",
    "The pump does not start within 60 s in at most 1 of 1,000 demands": "the pump does not start within 2 s",
    "The robot comes closer than 10 cm to a person in at most 1 of 100 runs": "the robot comes closer than 1 m to a person",
    "The conveyor is not at rest within 1.5 s in at most 1 of 500 stops": "it still moves 1.5 s after the command",
    "The guard fails to stop the press in at most 1 of 1,000 closings": "the press does not stop",
    "The barrier fails to close in at most 1 of 2,000 passages": "the barrier is not closed 10 s after the command",
    "The gate stays open in fewer than 1 of 200 commands to close": "the gate is not closed 5 min after the command",
    "The bus fails to stop before the dummy in at most 1 of 200 approaches at up to 20 km/h": "the bus touches the dummy",
    "The trip fails on demand in at most 1 of 100 demands": "the valve is not closed 10 s after the level exceeds the limit",
    "The arm is off by more than 0.5 mm in at most 1 of 500 moves": "the arm is off by more than 0.5 mm",
    "The analyser is off by more than 5 mg/dl in at most 1 of 500 samples": "the value is off by more than 0.05 g/l",
    "Der Messwert weicht in höchstens 1 von 500 Proben um mehr als 0,3 mmol/l ab": "er weicht um mehr als 0,3 mmol/l ab",
    "The pump starts within 2 s in at least 99.9 % of the demands": "the pump does not start within 2 s",
    "The pump fails in at most 1 of 1,000 demands": "the pump delivers too little",
    "The crane lifts more than 110 % of its load in at most 1 of 1,000 lifts": "it lifts more than 105 % of its load",
    "The drone fails to brake in at most 1 of 100 approaches": "the drone passes the line",
}


@pytest.mark.parametrize("claim", _LOOSER)
def test_a_looser_number(claim: str) -> None:
    assert counted_otherwise(claim, _LOOSER[claim]).kind == "looser"


@pytest.mark.parametrize("claim", _CONTRARY)
def test_the_contrary(claim: str) -> None:
    assert counted_otherwise(claim, _CONTRARY[claim]).kind == "contrary"


@pytest.mark.parametrize("claim", _UNCLEAR)
def test_what_a_person_compares(claim: str) -> None:
    assert counted_otherwise(claim, _UNCLEAR[claim]).kind == "unclear"


@pytest.mark.parametrize("claim", _NARROWER)
def test_words_that_leave_some_of_it_out(claim: str) -> None:
    assert counted_otherwise(claim, _NARROWER[claim]).kind == "narrower"


@pytest.mark.parametrize("claim", _AS_STRICT)
def test_what_counts_no_less(claim: str) -> None:
    assert counted_otherwise(claim, _AS_STRICT[claim]).kind in ("same", "")


@pytest.mark.parametrize(
    "claim",
    [
        "The robot strikes a person in at most 1 of 1,000 runs without an operator",
        "The robot strikes a person in at most 1 of 1,000 runs",
        "In at most 1 of 1,000 runs the robot strikes a person",
        "The robot does not strike a person in at least 99.9 % of the runs",
        "The robot never strikes a person",
    ],
)
def test_the_same_words(claim: str) -> None:
    assert counted_otherwise(claim, "the robot strikes a person").kind == "same"


def test_an_event_says_what_goes_wrong() -> None:
    said = "The valve stays shut"
    assert counted_otherwise(said, "the valve does not open", of_event=True).kind == "same"
    assert counted_otherwise(said, "the valve opens", of_event=True).kind == "contrary"


@pytest.mark.parametrize(
    "amount",
    ["0.3 mmol/l", "0.1 Gy", "0.1 mSv", "0.1 pH", "0.8 cd", "0.2 mT", "0.05 mg/kg", "0.5 °C", "5 V", "2 mm"],
)
def test_an_amount_is_no_probability(amount: str) -> None:
    text = f"The value is off by more than {amount} in at most 1 of 500 samples"
    assert [number.quote for number in without_sizes(stated(text), text, "")] == ["1 of 500"]


@pytest.mark.parametrize("amount", ["0.5 ppm", "0.2 %", "3 ‰", "0.1"])
def test_a_number_of_what_fails_is_no_probability(amount: str) -> None:
    text = f"The share of gas exceeds {amount} in at most 1 of 500 samples"
    left = without_sizes(stated(text), text, f"the gas exceeds {amount}")
    assert [number.quote for number in left] == ["1 of 500"]


@pytest.mark.parametrize(
    "said", ["0.001 per demand", "0.001 PFD", "0.001 in use", "0.001 at most", "0.01 failures/demand"]
)
def test_a_probability_beside_a_word_is_still_one(said: str) -> None:
    text = f"The probability of failure is at most {said}"
    assert without_sizes(stated(text), text, "") == list(stated(text))


def test_the_only_number_says_how_often() -> None:
    text = "It fails in at most 0.1 % of the runs"
    assert without_sizes(stated(text), text, "fails in at most 0.1 % of the runs") == list(stated(text))


def _weaker(text: str, failure: str, limit: float = 1e-3, kind: MeasureKind = MeasureKind.PER_DEMAND) -> str:
    return disagreement(text, Comparison("<="), limit, kind, 0.95, failure=failure)


@pytest.mark.parametrize("period", ["day", "week", "night", "month", "year"])
def test_periods_that_the_record_counts_are_a_share(period: str) -> None:
    text = f"The incubator exceeds 39 °C in at most 1 of 1,000 {period}s of use"
    assert not _weaker(text, f"the air exceeds 39 °C in the {period}")
    assert "1 of 1,000" in _weaker(text, f"the air exceeds 39 °C in the {period}", limit=1e-2)


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("It exceeds 39 °C in at most 1 of 1,000 days", "the air exceeds 39 °C"),
        ("It exceeds 39 °C in at most 1 of 1,000 days", "the air exceeds 39 °C in the week"),
        ("It exceeds 39 °C at most 1e-4 times per hour", "the air exceeds 39 °C in the hour"),
        ("It fails in at most 1 of 1,000 years", "it fails on the day"),
    ],
)
def test_periods_that_the_record_does_not_count_are_a_rate(text: str, failure: str) -> None:
    assert "rate" in _weaker(text, failure)


@pytest.mark.parametrize(
    ("claim", "failure", "kind"),
    [
        (
            "The pump starts when demanded, failing at most 1 of 100 demands",
            "the pump does not start",
            "same",
        ),
        ("The pump starts, failing in at most 1 of 100 demands", "the pump starts", "contrary"),
        ("The pump starts within 2 s, failing at most 1 of 100 demands", "no start within 60 s", "looser"),
        ("The pump starts, in at most 1 of 100 demands", "the pump does not start", "contrary"),
        (
            "The brake stops the press, with at most 1 of 100 stops missed",
            "the brake does not stop the press",
            "same",
        ),
        (
            "The brake stops the press, missing at most 1 % of the stops",
            "the brake does not stop the press",
            "same",
        ),
        (
            "The brake stops the press (at most 1 of 100 stops fails)",
            "the brake does not stop the press",
            "same",
        ),
        (
            "The brake stops the press in at most 1 of 100 demands",
            "the brake does not stop the press",
            "contrary",
        ),
        (
            "Die Pumpe läuft an, höchstens 1 von 100 Anforderungen scheitert",
            "die Pumpe läuft nicht an",
            "same",
        ),
    ],
)
def test_a_clause_that_limits_how_often_it_fails(claim: str, failure: str, kind: str) -> None:
    assert counted_otherwise(claim, failure).kind == kind
