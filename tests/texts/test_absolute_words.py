"""Words by which a sentence allows no failure at all, beside those that take something out."""

from __future__ import annotations

import pytest

from casegen.texts.events.absolutes import absolute, vague_frequency


@pytest.mark.parametrize(
    "text",
    [
        "The risk of a locked door is excluded", "Locked doors are excluded", "The hazard is eliminated",
        "Das Risiko einer verriegelten Tür ist ausgeschlossen", "A start with an open door is precluded", "Stürze sind ausgeschlossen",
    ],
)  # fmt: skip
def test_nothing_is_allowed(text: str) -> None:
    assert absolute(text)


@pytest.mark.parametrize(
    "text",
    [
        "Children are excluded from the hall", "Fire is not excluded", "A locked door cannot be excluded",
        "The hazard is eliminated in at least 99 % of the runs",
    ],
)  # fmt: skip
def test_something_is_left(text: str) -> None:
    assert not absolute(text)


@pytest.mark.parametrize(
    "text",
    [
        "No evacuation finds a door locked", "Zero evacuations find a door locked", "A door stays locked at no time",
        "None of the doors stays locked", "Not one door stays locked", "Not a single evacuation finds a locked door",
        "Nobody is locked in", "Nothing keeps a door locked", "No one meets a locked door", "In an evacuation no door stays locked",
        "When the alarm sounds, no door stays locked", "It holds that no door stays locked", "A door fails on no day of the year",
        "The doors show zero failures", "The lock has no failures", "There are no injured persons or accidents in the hall",
        "A door stays locked zero times", "The doors are free of faults", "Doors are error-free", "The doors are completely safe",
        "The doors open so that nobody is hit", "Nobody is left out", "No passenger is left out",
        "The lock is infallible", "The door invariably opens", "The doors are sure to open", "On no account does a door lock",
        "For no person does a door stay locked", "In not one evacuation does a door lock",
        "No evacuation lasts longer than 2 min", "Locked doors do not occur", "Verriegelte Türen kommen nicht vor",
        "Keine Räumung findet eine Tür verriegelt", "Niemand wird eingeschlossen", "Keine einzige Tür bleibt verriegelt",
        "Zu keiner Zeit bleibt eine Tür verriegelt", "Bei keiner Räumung klemmt eine Tür", "Bei einer Räumung klemmt keine Tür",
        "Die Türen haben keine Ausfälle", "Es gibt keine Ausfälle", "Die Türen sind ausfallfrei", "Die Türen sind vollkommen sicher",
        "Nichts hält eine Tür verriegelt", "Die Tür versagt kein einziges Mal", "Es gilt, dass keine Tür klemmt",
    ],
)  # fmt: skip
def test_a_denied_subject_allows_nothing(text: str) -> None:
    assert absolute(text)


@pytest.mark.parametrize(
    "text",
    [
        "No more than one evacuation in a thousand finds a door locked", "No door stays locked in more than 1 of 1,000 evacuations",
        "No later than 2 s after the alarm the door opens", "With no current the door opens", "No failure in 10 million approaches",
        "The door fails so rarely that nobody minds", "So selten, dass niemand klagt",
        "No operational mass is left out: what no labelled point speaks of counts as failing",
        "No door was found locked in the trials", "The door that has no handle opens", "No doubt the door opens",
        "Zero-crossings are found", "No. 3 pump starts", "The door opens in no time", "The motor runs at no load",
        "In halls with no window the door opens", "It does not occur in more than 1 of 1,000 evacuations", "If no door opens, the alarm sounds", "Not all doors open", "Almost no door stays locked",
        "The plant needs no maintenance", "Nothing less than 2 s is accepted", "No other door is used",
        "Kein Hub beginnt in mehr als 1 von 1.000 Fällen ohne Prüfung", "Ohne Strom öffnet die Tür", "Nicht mehr als eine Tür klemmt",
        "Nicht jede Tür klemmt", "In keiner Weise beschränkt", "Die Türen brauchen keine Wartung", "Fast keine Tür klemmt",
        "Keine weitere Tür wird benutzt", "No property is violated more often than in operation by hand",
        "In 1000 Fahrten gab es keine Ausfälle",
    ],
)  # fmt: skip
def test_what_denies_no_failure_allows_some(text: str) -> None:
    assert not absolute(text)


@pytest.mark.parametrize("text", [
    "The lift stops on every overspeed", "The lift stops on each overspeed", "The lift stops on overspeed every time", "The lift stops on overspeed no matter what",
    "The lift stops whenever it overspeeds", "After every trip the lift stands", "Der Aufzug hält bei jeder Übergeschwindigkeit", "Der Aufzug hält jedes Mal",
    "Der Aufzug hält immer wenn er zu schnell ist",
])  # fmt: skip
def test_what_succeeds_every_time(text: str) -> None:
    assert absolute(text)


@pytest.mark.parametrize("text", [
    "The lift stops on every overspeed in at least 99.9 % of the runs", "The lift does not stop on every overspeed", "The lift stops level on each floor",
    "Whenever it overspeeds, the lift fails to stop in at most 1 of 1,000 trips", "The lift stops nearly every time", "The door opens on the left side",
    "The lift fails whenever the rope slips", "After each test the lift was reset", "Der Aufzug hält auf jeder Etage",
])  # fmt: skip
def test_what_succeeds_where_or_how_often(text: str) -> None:
    assert not absolute(text)


def test_words_for_how_often_without_a_number() -> None:
    assert vague_frequency("The lift fails to stop on overspeed almost never")
    assert vague_frequency("Der Aufzug versagt fast nie")
    assert not vague_frequency("The lift fails to stop on overspeed in at most 1 of 1,000 demands")
