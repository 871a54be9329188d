"""A time, length or speed in a sentence is held against columns that nobody reads: sentences that they deny, and twins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casegen.argument.reading.data_quantities import quantities_beside
from casegen.model.results import EvidenceState
from casegen.texts.numbers.stated import stated
from tests.false_support import call, folder, must_hold
from tests.false_support.bases import RECORD, measured


def state(name: str, low: str, high: str) -> EvidenceState:
    note = f"Column {name!r} is not read; it holds {low} to {high}."
    return EvidenceState("EV", "fresh", document={"read": [{"not_read": [name], "notes": [note]}]})


DENIED = {
    "later": ("the alarm comes within 200 ms", "delay_ms", "900", "4000"),
    "in-other-units": ("the answer comes within 0.2 s", "latency [ms]", "20", "530"),
    "now-and-then": ("stops within 5 m", "stopping distance [m]", "3.8", "12.5"),
    "rows-that-end-early": ("a pedestrian within 30 m is seen", "distance_m", "2", "8"),
    "slow-rows": ("at up to 50 km/h", "speed_mps", "0", "5.5"),
}
HELD = {
    "in-time": ("the alarm comes within 200 ms", "delay_ms", "20", "199.5"),
    "all-distances": ("a pedestrian within 40 m is seen", "distance_m", "2", "40"),
    "a-depth": ("keeps a distance of 2 m", "depth_m", "5", "15"),
    "another-quantity": ("the alarm comes within 200 ms", "distance_m", "2", "8"),
    "the-length-of-a-run": ("the stop takes longer than 2 s", "run_min", "60", "130"),
    "a-count": ("one in 1,000 starts", "latency_ms", "20", "530"),
    "no-unit": ("the alarm comes within 200 ms", "delay", "900", "4000"),
    "hours-of-a-record": ("a failure in 10,000 h", "shift_h", "6", "8"),
}


@pytest.mark.parametrize("name", DENIED)
def test_columns_that_say_otherwise_than_the_sentence(name: str) -> None:
    sentence, column, low, high = DENIED[name]
    _, said = quantities_beside(state(column, low, high), [sentence])
    assert said.startswith(f"{column} holds ")


@pytest.mark.parametrize("name", HELD)
def test_columns_that_leave_the_sentence_as_it_is(name: str) -> None:
    sentence, column, low, high = HELD[name]
    assert quantities_beside(state(column, low, high), [sentence]) == ()


@pytest.mark.parametrize(("high", "asks"), [(12.5, True), (4.9, False)])
def test_such_a_column_is_a_question_at_the_item(high: float, asks: bool, tmp_path: Path) -> None:
    rows = "\n".join(f"week {k},200,0,{3 + k / 50 if k else high}" for k in range(40))
    edits = {"evidence_items.EV.parameters.failure": "stops after more than 5 m"}
    at = folder(
        tmp_path / "c", measured(), edits, {"record.csv": f"{RECORD.splitlines()[0]},way_m\n{rows}\n"}
    )
    must_hold(at)
    questions = json.loads(call("assess", at, "--json")[1])["questions"]
    assert [q["texts"][:2] for q in questions] == (
        [["record.csv", "way_m holds 3.02 to 12.5 m, beside 5 m"]] if asks else []
    )


@pytest.mark.parametrize(
    ("text", "rate"),
    [("at most 1e-4 times per hour", 1e-4), ("fewer than 1e-4 times an hour", 1e-4), ("at most 0.01 times a year", 0.01 / 8766)],
)  # fmt: skip
def test_times_an_hour_are_a_rate(text: str, rate: float) -> None:
    (number,) = stated(f"The pump fails {text}")
    assert (number.what, number.side) == ("rate", "upper")
    assert number.readings[0] == pytest.approx(rate, rel=1e-3)
    assert not stated("The pump asks for oil at most 30 times per hour")
