"""A denial behind the number of a sentence (*mit höchstens 1 % kein Wasser*) is of the event, in whatever unit it stands."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from tests.false_support import must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import write
from tests.false_support.test_other_verbs import _questions

GERMAN = [
    "mit einer Wahrscheinlichkeit von höchstens 0,1 %", "mit höchstens 0,1 %", "zu höchstens 0,1 %", "mit höchstens 0,001",
    "mit höchstens 0,1 Prozent Wahrscheinlichkeit", "mit höchstens 1 ‰", "bei höchstens 0,1 % der Anforderungen",
]  # fmt: skip
ENGLISH = [
    "with a probability of at most 0.1 %", "with at most 0.1 %", "with at most 0.1 percent probability", "with at most 1,000 ppm",
    "in at most 0.1 % of demands",
]  # fmt: skip
SUBJECTS = [
    ("Die Pumpe fördert", "kein Wasser", "Wasser", GERMAN), ("Der Melder gibt", "keine Meldung", "eine Meldung", GERMAN[:4]),
    ("Die Ampel zeigt", "kein Signal", "ein Signal", GERMAN[:2]), ("Der Melder gibt", "keinen Alarm", "Alarm", GERMAN[:2]),
    ("Der Melder meldet", "nichts", "etwas", GERMAN[:3]), ("Der Motor startet", "nicht", "", GERMAN),
    ("The pump delivers", "no water", "water", ENGLISH), ("The detector reports", "nothing", "something", ENGLISH),
    ("The pump delivers", "nothing", "", ENGLISH[:2]),
]  # fmt: skip
CASES = list(chain.from_iterable([(*one[:3], number) for number in one[3]] for one in SUBJECTS))


@pytest.mark.parametrize(("subject", "denied", "said", "number"), CASES)
def test_the_contrary_of_the_top_event(
    subject: str, denied: str, said: str, number: str, tmp_path: Path
) -> None:
    at = write(tmp_path / "c", f"{subject} {number} {denied}", f"{subject} {said}".strip())
    must_not_hold(at, "requirement-direction")


@pytest.mark.parametrize(("subject", "denied", "said", "number"), CASES)
def test_the_event_itself(subject: str, denied: str, said: str, number: str, tmp_path: Path) -> None:
    at = write(tmp_path / "c", f"{subject} {number} {denied}", f"{subject} {denied}")
    must_hold(at)
    assert not [question for question in _questions(at) if question["id"] == "C1"]


@pytest.mark.parametrize(("text", "event"), [
    ("Nobody hears the alarm in at most 1 of 1,000 demands", "Somebody hears the alarm"),
    ("Bei höchstens 1 von 1.000 Anforderungen hört niemand den Alarm", "Jemand hört den Alarm"),
])  # fmt: skip
def test_nobody_is_the_contrary_of_somebody(text: str, event: str, tmp_path: Path) -> None:
    must_not_hold(write(tmp_path / "c", text, event), "requirement-direction")
