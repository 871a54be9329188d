"""A sentence that denies the event of its own tree is an error; one with another verb of the same subject is asked about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, write
from tests.false_support.test_comparison_phrases import edits as written

DENIED = [
    ("The brake releases with a probability of at most 0.001 on demand", "The brake does not release"),
    ("The probability that the door opens on demand is at most 0.001", "The door does not open"),
    ("The probability of the pump delivering on demand is at most 0.001", "The pump does not deliver"),
    ("Die Wahrscheinlichkeit, dass die Pumpe fördert, ist höchstens 0,001", "Die Pumpe fördert nicht"),
    ("The pump delivers in 1 of 1,000 demands at best", "The pump does not deliver"),
    ("Die Pumpe fördert bestenfalls bei 1 von 1.000 Anforderungen", "Die Pumpe fördert nicht"),
    ("Not even 1 of 1,000 demands find that the door opens", "The door does not open"),
    ("The door is kept from opening in at most 1 of 1,000 demands", "The door is not prevented from opening"),
    ("The door is prevented from opening in at most 1 of 1,000 demands", "The door opens"),
]  # fmt: skip
UNTRUE = [
    "The gripper loses its part",
    "The lamp goes out",
    "The pump does not deliver",
    "The rope breaks",
    "The door opens",
]
ASKED = [
    ("The gripper holds its part in at most 1 of 1,000 demands", "The gripper loses its part", "holds, loses"),
    ("The lamp stays lit in at most 1 of 1,000 demands", "The lamp goes out", "stays, goes"),
    ("The car avoids the wall in at most 1 of 1,000 demands", "The car hits the wall", "avoids, hits"),
    ("The scanner finds the crack in at most 1 of 1,000 demands", "The scanner overlooks the crack", "finds, overlooks"),
    ("The train stops in time in at most 1 of 1,000 demands", "The train overruns its stop", "stops, overruns"),
    ("The train stops in time in at least 999 of 1,000 demands", "The train overruns its stop", "stops, overruns"),
    ("Der Greifer hält sein Teil bei höchstens 1 von 1.000 Anforderungen", "Der Greifer verliert sein Teil", "hält, verliert"),
]  # fmt: skip
DENIED_BY_THE_TOP = [
    ("The pump performs in at most 1 of 1,000 demands", "The pump does not deliver", "performs, does not deliver"),
    ("The pump pumps in at most 1 of 1,000 demands", "The pump does not deliver", "pumps, does not deliver"),
    ("The pump is ready in at most 1 of 1,000 demands", "The pump does not deliver", "is ready, does not deliver"),
    ("The pump is ready in at most 1 of 1,000 demands", "The pump fails to deliver", "is ready, not deliver"),
    ("The pump is up in at most 1 of 1,000 demands", "The pump cannot deliver", "is up, cannot deliver"),
    ("The hook holds in at most 1 of 1,000 demands", "The hook does not carry the load", "holds, does not carry"),
    ("The hook holds its load in at most 1 of 1,000 demands", "The hook does not hold", "holds, does not hold"),
    ("Pump 3 performs in at most 1 of 1,000 demands", "Pump 3 does not deliver", "performs, does not deliver"),
    ("The pumps perform in at most 1 of 1,000 demands", "The pumps do not deliver", "perform, do not deliver"),
    ("The probability that the pump performs is at most 0.001", "The pump does not deliver", "performs, does not deliver"),
    ("The gate is closed in at most 1 of 1,000 demands", "The gate does not shut", "is closed, does not shut"),
    ("The lamp is bright in at most 1 of 1,000 demands", "The lamp is not lit", "is bright, is not lit"),
    ("The pump stays on in at most 1 of 1,000 demands", "The pump trips", "stays, trips"),
    ("The train is prevented from starting in at most 1 of 1,000 demands", "The train starts with an open door", "not starting, starts"),
    ("The lift does not start in at most 1 of 1,000 demands", "The lift starts with an open door", "does not start, starts"),
    ("Die Pumpe pumpt bei höchstens 1 von 1.000 Anforderungen", "Die Pumpe fördert nicht", "pumpt, fördert nicht"),
    ("Die Pumpe ist bereit bei höchstens 1 von 1.000 Anforderungen", "Die Pumpe fördert nicht", "ist bereit, fördert nicht"),
]  # fmt: skip
QUIET = [
    ("The signal arrives late in at most 1 of 1,000 demands", "The signal does not arrive in time"),
    ("The lamp goes out in at most 1 of 1,000 demands", "The lamp does not light"),
    ("The pump is not ready in at most 1 of 1,000 demands", "The pump does not deliver"),
    ("The pump is prevented from delivering in at most 1 of 1,000 demands", "The pump does not deliver"),
    ("The pump loses its pressure in at most 1 of 1,000 demands", "The pump has no pressure"),
    ("The hook drops its load in at most 1 of 1,000 demands", "The hook does not hold its load"),
    ("The train hits a person in at most 1 of 1,000 demands", "The train does not stop"),
    ("The detector overlooks a crack in at most 1 of 1,000 demands", "The detector does not find a crack"),
    ("The pump housing leaks in at most 1 of 1,000 demands", "The pump does not deliver"),
    ("The car stops behind the line in at most 1 of 1,000 demands", "The car does not stop before the line"),
    ("The door does not open in at most 1 of 1,000 demands", "The door opens too late"),
    ("Der Haken lässt seine Last fallen bei höchstens 1 von 1.000 Anforderungen", "Der Haken hält seine Last nicht"),
    ("Die Pumpe fällt aus bei höchstens 1 von 1.000 Anforderungen", "Die Pumpe fördert nicht"),
]  # fmt: skip
TRUE = [
    ("The brake does not release with a probability of at most 0.001 on demand", "The brake does not release"),
    ("The probability that the door does not open on demand is at most 0.001", "The door does not open"),
    ("Not even 1 of 1,000 demands find that the door does not open", "The door does not open"),
    ("The pump delivers in all but 1 of 1,000 demands", "The pump does not deliver"),
    ("The pump delivers in all but at most 1 of 1,000 demands", "The pump does not deliver"),
    ("The pump delivers except in at most 1 of 1,000 demands", "The pump does not deliver"),
    ("The gripper loses its part in at most 1 of 1,000 demands, not more", "The gripper loses its part"),
    ("The pump delivers with a probability no lower than 0.999", "The pump does not deliver"),
    ("The pump delivers with a probability not below 0.999", "The pump does not deliver"),
    ("The gripper loses its part in 0 to 10 of 10,000 demands", "The gripper loses its part"),
    ("The gripper loses its part on every thousandth demand at most", "The gripper loses its part"),
    ("Der Greifer verliert sein Teil bei höchstens 1 von 1.000 Anforderungen", "Der Greifer verliert sein Teil"),
]  # fmt: skip


def _questions(at: Path) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = json.loads(call("assess", at, "--json")[1])["questions"]
    return result


@pytest.mark.parametrize(("text", "event"), DENIED)
def test_the_contrary_of_the_top_event(text: str, event: str, tmp_path: Path) -> None:
    must_not_hold(write(tmp_path / "c", text, event), "requirement-direction")


@pytest.mark.parametrize("event", UNTRUE)
def test_a_number_that_is_untrue(event: str, tmp_path: Path) -> None:
    must_not_hold(
        write(tmp_path / "c", f"{event} in at most 1 of 1,000 demands is untrue", event), "claim-asserts"
    )


@pytest.mark.parametrize(("text", "event", "verbs"), [*ASKED, *DENIED_BY_THE_TOP])
def test_another_verb_is_asked_about(text: str, event: str, verbs: str, tmp_path: Path) -> None:
    at = write(tmp_path / "c", text, event)
    must_hold(at)
    assert any(verbs in question["texts"] for question in _questions(at) if question["id"] == "C1")


@pytest.mark.parametrize(("text", "event"), [*TRUE, *QUIET])
def test_the_event_itself(text: str, event: str, tmp_path: Path) -> None:
    at = write(tmp_path / "c", text, event)
    must_hold(at)
    assert not [question for question in _questions(at) if question["id"] == "C1"]


def test_a_direction_is_always_named(tmp_path: Path) -> None:
    at = write(tmp_path / "c", "The rope breaks in at least 1 of 1,000 runs", "The rope breaks")
    printed = call("check", at)[1]
    assert "the text counts  (" not in printed
    assert "the text counts failure ('1 of 1,000')" in " ".join(printed.split())


def test_a_gate_that_says_the_verb_is_not_asked_about(tmp_path: Path) -> None:
    edits = {"events.E1.text": "The gripper drops its part"}

    text, event = "The gripper drops its part in at most 1 of 1,000 demands", "The gripper loses its part"
    at = folder(tmp_path / "c", base(), {**written(text, event), **edits})
    assert not [question for question in _questions(at) if question["id"] == "C1"]


DENIED_AS_THE_TOP = [
    *(
        (f"{subject} {verb} {often} nicht", f"{subject} {verb} nicht")
        for subject, verb in (
            ("Die Pumpe", "fördert"), ("Die Anlage", "liefert"), ("Der Alarm", "ertönt"), ("Das Signal", "kommt"),
            ("Der Zug", "bremst"), ("Das Wasser", "fließt"), ("Die Bahn", "stoppt"), ("Das Ventil", "schließt"),
        )
        for often in ("bei höchstens 1 von 1.000 Anforderungen", "in höchstens 0,1 % der Fälle")
    ),
    ("Die Pumpe fördert nicht bei höchstens 1 von 1.000 Anforderungen", "Die Pumpe fördert nicht"),
    ("Der Sensor meldet höchstens einen von 1.000 Bränden nicht", "Der Sensor meldet einen Brand nicht"),
    ("Neither pump starts in at most 1 of 1,000 demands", "Neither pump starts"),
    ("Neither of the pumps starts in at most 1 of 1,000 demands", "Neither of the pumps starts"),
    ("None of the pumps starts in at most 1 of 1,000 demands", "None of the pumps starts"),
    ("Neither valve closes in at most 1 of 1,000 demands", "Neither valve closes"),
    ("No pump starts in at most 1 of 1,000 demands", "No pump starts"),
    ("The pump cannot deliver in at most 1 of 1,000 demands", "The pump does not deliver"),
    ("The train cannot stop in at most 1 of 1,000 demands", "The train does not stop"),
    ("The pump cannot start in at most 1 of 1,000 demands", "The pump does not start"),
    ("The valve cannot close in at most 1 of 1,000 demands", "The valve does not close"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "event"), DENIED_AS_THE_TOP)
def test_a_denied_verb_is_what_goes_wrong(text: str, event: str, tmp_path: Path) -> None:
    must_hold(write(tmp_path / "c", text, event))


def test_less_than_is_of_another_rule(tmp_path: Path) -> None:
    text = "Die Pumpe fördert bei weniger als 1 von 1.000 Anforderungen nicht"
    assert (
        "requirement-direction"
        not in call("check", write(tmp_path / "c", text, "Die Pumpe fördert nicht"))[1]
    )
