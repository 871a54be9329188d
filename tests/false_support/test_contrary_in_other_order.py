"""The contrary of a top event in German inverted order, in a frame sentence or as a passive holds nothing unasked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import write

PUMP, PUMPE, ALARM = "The pump does not deliver", "Die Pumpe fördert nicht", "Der Alarm ertönt nicht"
N = "bei höchstens 1 von 1.000 Anforderungen"
REFUSED = [
    (ALARM, "Bei höchstens 1 von 1.000 Anforderungen ertönt der Alarm"),
    (ALARM, "In höchstens 0,1 % der Fälle ertönt der Alarm"),
    (ALARM, "Höchstens 1 von 1.000 Mal ertönt der Alarm"),
    (ALARM, "Bei höchstens 1 von 1.000 Anforderungen ertönt dieser Alarm"),
    ("Der Zug bremst nicht", "Bei höchstens 1 von 1.000 Anforderungen bremst der Zug"),
    ("Der Motor läuft nicht an", "Bei höchstens 1 von 1.000 Anforderungen läuft der Motor an"),
    ("Der Airbag zündet nicht", "Bei höchstens 1 von 1.000 Anforderungen zündet der Airbag"),
    ("Der Wächter schaltet nicht ab", "Bei höchstens 1 von 1.000 Anforderungen schaltet der Wächter ab"),
    ("The alarm does not sound", "At most 1 of 1,000 times the alarm sounds"),
    (PUMP, "It happens in at most 1 of 1,000 demands that the pump delivers"),
    (PUMP, "It occurs in at most 1 of 1,000 demands that the pump delivers"),
    (PUMP, "It is true of at most 1 of 1,000 demands that the pump delivers"),
    (PUMP, "That the pump delivers is seen in at most 1 of 1,000 demands"),
    (PUMP, "Only in at most 1 of 1,000 demands is it seen that the pump delivers"),
    (PUMP, "Rarely, in at most 1 of 1,000 demands, the pump delivers"),
    (PUMPE, f"Es kommt {N} vor, dass die Pumpe fördert"),
    (PUMPE, f"Dass die Pumpe fördert, kommt {N} vor"),
]
ASKED = [
    (PUMP, "Delivery of the pump occurs in at most 1 of 1,000 demands", "Delivery, does not deliver"),
    (PUMP, "At most 1 of 1,000 demands is met by the pump", "is met, does not deliver"),
    (PUMP, "At most 1 of 1,000 demands is served by the pump", "is served, does not deliver"),
    (PUMP, "At most 1 of 1,000 demands is answered by the pump", "is answered, does not deliver"),
    (PUMPE, "Höchstens 1 von 1.000 Anforderungen wird von der Pumpe erfüllt", "erfüllt, fördert nicht"),
    (PUMPE, "Bei höchstens 1 von 1.000 Anforderungen ist die Pumpe bereit", "ist bereit, fördert nicht"),
]  # fmt: skip
TRUE = [
    (ALARM, "Bei höchstens 1 von 1.000 Anforderungen ertönt der Alarm nicht"),
    (ALARM, "In höchstens 0,1 % der Fälle ertönt der Alarm nicht"),
    (ALARM, "Höchstens 1 von 1.000 Mal ertönt der Alarm nicht"),
    ("Der Motor läuft nicht an", "Bei höchstens 1 von 1.000 Anforderungen läuft der Motor nicht an"),
    ("Der Greifer verliert sein Teil", "Bei höchstens 1 von 1.000 Anforderungen verliert der Greifer sein Teil"),
    (PUMPE, "Bei höchstens 1 von 1.000 Anforderungen fällt die Pumpe aus"),
    (PUMPE, f"Es kommt {N} vor, dass die Pumpe nicht fördert"),
    (PUMPE, "Höchstens 1 von 1.000 Anforderungen wird von der Pumpe nicht erfüllt"),
    (PUMP, "It happens in at most 1 of 1,000 demands that the pump does not deliver"),
    (PUMP, "That the pump does not deliver is seen in at most 1 of 1,000 demands"),
    (PUMP, "Rarely, in at most 1 of 1,000 demands, the pump does not deliver"),
    (PUMP, "At most 1 of 1,000 demands is not met by the pump"),
    (PUMP, "At most 1 of 1,000 demands is missed by the pump"),
    (PUMP, "Failure of the pump occurs in at most 1 of 1,000 demands"),
    (PUMP, "At most 1 of 1,000 demands is answered by silence of the pump"),
    (PUMP, "All but 1 of 1,000 demands are met by the pump"),
]  # fmt: skip


def _questions(at: Path) -> list[dict[str, Any]]:
    asked: list[dict[str, Any]] = json.loads(call("assess", at, "--json")[1])["questions"]
    return [question for question in asked if question["id"] == "C1"]


@pytest.mark.parametrize(("event", "text"), REFUSED)
def test_the_contrary_is_refused(event: str, text: str, tmp_path: Path) -> None:
    must_not_hold(write(tmp_path / "c", text, event), "requirement-direction")


@pytest.mark.parametrize(("event", "text", "verbs"), ASKED)
def test_what_is_wanted_in_other_words_is_asked_about(
    event: str, text: str, verbs: str, tmp_path: Path
) -> None:
    at = write(tmp_path / "c", text, event)
    must_hold(at)
    assert any(verbs in question["texts"] for question in _questions(at))


@pytest.mark.parametrize(("event", "text"), TRUE)
def test_what_goes_wrong_is_left_alone(event: str, text: str, tmp_path: Path) -> None:
    at = write(tmp_path / "c", text, event)
    must_hold(at)
    assert not _questions(at)
