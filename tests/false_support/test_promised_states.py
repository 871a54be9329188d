"""What stays as it is, most of the time, is what does not go wrong: complements, causes and demands of honest sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casegen.texts.events.sentences import of_what_works
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits

OFTEN = "in at least 999 of 1,000"
TRUE = [
    (f"The fan keeps running {OFTEN} missions", "The fan stops", 24.0),
    ("The fan does not stop in a mission with a probability of at least 0.999", "The fan stops", 24.0),
    (f"The vehicle stays in its lane {OFTEN} missions", "The vehicle leaves its lane", 24.0),
    ("Der Kran hält seine Last in mindestens 999 von 1.000 Missionen", "Der Kran verliert seine Last", 24.0),
    ("In a month of 30 days the fan stops with a probability of at most 0.001", "The fan stops", 720.0),
    ("In 30 days of operation the fan stops with a probability of at most 0.001", "The fan stops", 720.0),
    (
        "On demand, the lamp does not light with a probability of at most 0.001",
        "The lamp does not light",
        0.0,
    ),
    (
        "The mean probability that the lamp does not light on demand is at most 0.001",
        "The lamp does not light",
        0.0,
    ),
    ("The unavailability of the pump on demand is at most 0.001", "The pump does not deliver", 0.0),
    (
        "Die Lampe leuchtet bei Anforderung mit einer Wahrscheinlichkeit von höchstens 0,001 nicht",
        "Die Lampe leuchtet nicht",
        0.0,
    ),
    (
        "At most 1 of 1,000 demands is not met because the pump does not deliver",
        "The pump does not deliver",
        0.0,
    ),
    ("At most 1 of 1,000 demands fails because the pump does not deliver", "The pump does not deliver", 0.0),
]
ASKED = [
    ("The fan keeps running in at most 1 of 1,000 missions", "The fan stops", 24.0),
    ("The vehicle stays in its lane in at most 1 of 1,000 missions", "The vehicle leaves its lane", 24.0),
    (f"The vehicle stays in its bay {OFTEN} missions", "The vehicle leaves its lane", 24.0),
    (f"The fan does not stop at full speed {OFTEN} missions", "The fan stops", 24.0),
    ("On demand, the fan stops with a probability of at most 0.001", "The fan stops", 24.0),
    ("The fan or the pump stops in at most 1 of 1,000 missions", "The fan stops", 24.0),
]
FALSE = [
    ("The fan keeps running in at least 1 of 1,000 missions", "The fan stops", 24.0),
    ("The fan does not stop with a probability of at most 0.001", "The fan stops", 24.0),
    ("In a year of 300 days the fan stops with a probability of at most 0.001", "The fan stops", 720.0),
    (
        "At least 1 of 1,000 demands is not met because the pump does not deliver",
        "The pump does not deliver",
        0.0,
    ),
]


def _at(at: Path, text: str, top: str, hours: float) -> Path:
    changes = edits(text, top, "probability-per-mission" if hours else "probability-per-demand")
    return folder(at, base(), changes | ({"trees.0.mission_time": hours} if hours else {}))


def _questions(at: Path) -> object:
    must_hold(at)
    return json.loads(call("assess", at, "--json")[1])["questions"]


@pytest.mark.parametrize(("text", "top", "hours"), TRUE)
def test_an_honest_sentence_is_not_asked_about(tmp_path: Path, text: str, top: str, hours: float) -> None:
    assert not _questions(_at(tmp_path, text, top, hours))


@pytest.mark.parametrize(("text", "top", "hours"), ASKED)
def test_its_contrary_and_what_is_less_are_asked_about(
    tmp_path: Path, text: str, top: str, hours: float
) -> None:
    assert _questions(_at(tmp_path, text, top, hours))


@pytest.mark.parametrize(("text", "top", "hours"), FALSE)
def test_what_is_wrong_stays_an_error(tmp_path: Path, text: str, top: str, hours: float) -> None:
    must_not_hold(_at(tmp_path, text, top, hours))


def test_what_works_is_limited_from_below() -> None:
    assert not of_what_works("It works")
    assert not of_what_works("It works in at least 3 of 1,000 runs")
