"""What stays in a state does not go over to its contrary: one state in two words, and contraries in one word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casegen.texts.events.kept_states import contrary_states, in_words_of
from tests.false_support import call, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import write

SAME = [
    ("The valve stays open", "The valve does not close"), ("The valve remains shut", "The valve does not open"),
    ("The valve fails to close", "The valve stays open"), ("The valve sticks open", "The valve is not closed"),
    ("The motor stays on", "The motor does not stop"), ("The motor keeps running", "The motor is not switched off"),
    ("The motor runs on", "The motor does not stop"), ("The press keeps moving", "The press does not stop"),
    ("The horn remains silent", "The horn does not sound"), ("The lamp stays dark", "The lamp does not light"),
    ("The door stays locked", "The door does not unlock"), ("The brake stays released", "The brake does not engage"),
    ("The relay is stuck closed", "The relay does not open"), ("The fire goes undetected", "The fire is not detected"),
    ("The pump stays off", "The pump does not start"), ("The heater remains energised", "The heater does not switch off"),
]  # fmt: skip
GERMAN_SAME = [
    ("Das Ventil bleibt offen", "Das Ventil schließt nicht"), ("Das Ventil wird nicht geschlossen", "Das Ventil bleibt offen"),
    ("Das Ventil bleibt zu", "Das Ventil öffnet nicht"), ("Das Horn bleibt stumm", "Das Horn ertönt nicht"),
    ("Der Motor läuft weiter", "Der Motor hält nicht an"), ("Die Lampe bleibt dunkel", "Die Lampe leuchtet nicht"),
    ("Die Pumpe bleibt aus", "Die Pumpe startet nicht"), ("Die Heizung bleibt eingeschaltet", "Die Heizung schaltet nicht ab"),
]  # fmt: skip
CONTRARY = [
    ("The motor stays off", "The motor does not stop"), ("The heater stays off", "The heater stays on"),
    ("The lamp stays lit", "The lamp does not light"), ("The pump runs on", "The pump does not start"),
    ("The fire is found", "The fire goes undetected"),
    ("The vehicle stays on the track", "The vehicle does not stop"), ("The valve closes", "The valve stays open"),
    ("The horn sounds", "The horn remains silent"), ("The door does not stay open", "The door does not close"),
]  # fmt: skip
GERMAN_CONTRARY = [
    ("Das Ventil bleibt zu", "Das Ventil schließt nicht"), ("Die Heizung bleibt aus", "Die Heizung schaltet nicht ab"),
    ("Das Ventil bleibt nicht offen", "Das Ventil schließt nicht"),
]  # fmt: skip


def _questions(at: Path, text: str, top: str) -> object:
    german = text.startswith(("Das ", "Der ", "Die "))
    often = "bei höchstens 1 von 1.000 Anforderungen" if german else "in at most 1 of 1,000 demands"
    folder = write(at, f"{text} {often}", top)
    must_hold(folder)
    return json.loads(call("assess", folder, "--json")[1])["questions"]


@pytest.mark.parametrize(("text", "top"), [*SAME, *GERMAN_SAME])
def test_one_state_in_two_words_is_not_asked_about(tmp_path: Path, text: str, top: str) -> None:
    assert not _questions(tmp_path / "one", text, top)
    assert not _questions(tmp_path / "other", top, text)


@pytest.mark.parametrize(("text", "top"), [*CONTRARY, *GERMAN_CONTRARY])
def test_a_contrary_state_is_asked_about(tmp_path: Path, text: str, top: str) -> None:
    assert _questions(tmp_path, text, top)


@pytest.mark.parametrize(
    ("text", "top"),
    [
        ("The call is answered", "The call goes unanswered"),
        ("The door is not open", "The door stays open"),
        ("The valve stays closed", "The valve does not close"),
    ],
)
def test_the_contrary_in_the_same_word_is_an_error(tmp_path: Path, text: str, top: str) -> None:
    must_not_hold(write(tmp_path, f"{text} in at most 1 of 1,000 demands", top), "requirement-direction")


NOW = [
    ("The door is closed", "The door stays open"), ("The door is locked", "The door stays open"),
    ("The door opens", "The door stays open"),
    ("The alarm is not silent", "The alarm does not sound"), ("The lamp is not dark", "The lamp does not light"),
    ("The valve closes unintendedly", "The valve does not close"),
]  # fmt: skip
DENIED = [
    ("The pump is not stuck", "The pump does not deliver"), ("The pump does not leak", "The pump does not deliver"),
    ("The pump is not faulty", "The pump does not deliver"), ("The pump does not stop", "The pump does not deliver"),
    ("The relay is not welded", "The relay does not open"), ("The valve is not blocked", "The valve does not close"),
]  # fmt: skip
SAME_NOW = [
    ("The door is open", "The door stays open"), ("The alarm is silent", "The alarm does not sound"),
    ("The lamp is dark", "The lamp does not light"), ("The door is not closed", "The door stays open"),
    ("The pump does not work", "The pump does not deliver"), ("The pump is not available", "The pump does not deliver"),
    ("The pump does not deliver water", "The pump does not deliver water"),
]  # fmt: skip
GERMAN_LAST = [
    ("bleibt {} geschlossen", True), ("bleibt {} zu", True), ("ist {} zu", True), ("öffnet {} nicht", True),
    ("bleibt {} offen", False), ("schließt {} nicht", False), ("ist {} offen", False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "top"), [*NOW, *DENIED])
def test_a_contrary_state_or_another_denial_is_asked_about(tmp_path: Path, text: str, top: str) -> None:
    assert _questions(tmp_path, text, top)


@pytest.mark.parametrize(("text", "top"), SAME_NOW)
def test_the_state_of_the_top_is_not_asked_about(tmp_path: Path, text: str, top: str) -> None:
    assert not _questions(tmp_path, text, top)


@pytest.mark.parametrize(("words", "asks"), GERMAN_LAST)
def test_a_state_behind_the_number(tmp_path: Path, words: str, asks: bool) -> None:
    text = f"Das Ventil {words.format('in höchstens 1 von 1.000 Anforderungen')}"
    at = write(tmp_path, text, "Das Ventil bleibt offen")
    must_hold(at)
    assert bool(json.loads(call("assess", at, "--json")[1])["questions"]) == asks


def test_a_state_that_does_not_last_is_none() -> None:
    assert contrary_states("The door does not stay open", "The door does not open") == ""
    assert in_words_of("The car stays on its lane", "The car does not stop") == "The car stays on its lane"
    both = "The valve stays open or stays shut"
    assert contrary_states(both, "The valve does not close or does not open") == ""
