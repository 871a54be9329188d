"""A word in the third person behind a subject is a verb, whatever it is; nouns in the plural are none."""

from __future__ import annotations

import pytest

from casegen.texts.wording.propositions import is_proposition

VERBS = """
pushes blinks rises falls rotates oscillates vibrates expands shrinks melts freezes glows hums buzzes beeps flashes squeaks
rattles slides rolls swings tilts bends twists snaps clicks latches grips clamps presses lifts lowers drifts floats sinks
spins turns yields creaks cools heats warms dries sticks jams locks pulses ticks ramps dims fades stretches shifts rebounds
recoils retracts extends deflates inflates charges discharges trips resets pulls drags swivels hangs
"""


@pytest.mark.parametrize("verb", VERBS.split())
def test_a_verb_in_the_third_person(verb: str) -> None:
    assert is_proposition(f"The hook {verb} below 60 °C only")


@pytest.mark.parametrize(
    "text", ["Am Halten des Teils ist sonst nichts beteiligt", "Beteiligt sind beide Zylinder"]
)
def test_a_german_verb_without_an_article(text: str) -> None:
    assert is_proposition(text)


@pytest.mark.parametrize("text", [
    "The pump failures in winter", "The door contacts", "The emergency exits at night", "The wind gusts at sea",
    "The rope grades", "The fire alarms", "Door of the hall", "The noise levels at night", "The crane drivers in winter",
    "The sensor readings at night", "The motor windings below 60 °C", "The wall fittings at sea",
])  # fmt: skip
def test_a_noun_in_the_plural(text: str) -> None:
    assert not is_proposition(text)
