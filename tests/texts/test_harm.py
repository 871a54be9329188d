"""Deaths that a consequence names, each kind beside twins that name none."""

from __future__ import annotations

import pytest

from casegen.texts.events.harm import names_death, names_severe_injury

DEATHS = (
    "operator fatally injured", "the ram kills the operator", "two lives lost", "mortal injury of the operator", "operator is decapitated",
    "crew suffocates", "operator killed", "one fatality", "the driver dies", "crushed to death", "tödliche Verletzung", "toedlicher Stromschlag",
    "loss of life", "worker electrocuted", "lethal dose", "a diver drowns", "the crew perishes", "asphyxiation", "operator loses his life",
    "death", "death of a rider", "two dead", "one person dead", "the operator is found dead", "deceased operator", "Bediener wird getötet",
    "Tod des Bedieners", "Bediener stirbt", "ein Arbeiter ist verstorben", "Taucher ertrinkt", "Besatzung erstickt", "Personen verlieren ihr Leben",
    "ein Mensch verliert sein Leben", "der Fahrer kommt ums Leben", "zwei Tote", "could be fatal", "fatal to the operator", "fatal electric shock",
    "the press does not stop and the operator is killed", "the ram does not stop, operator dies", "killed", "The fall kills two workers",
    "costs a life", "electrocution", "mortally wounded", "Todesfall", "Personen sterben", "kills a maintenance worker", "a man is killed",
)  # fmt: skip
NO_DEATHS = (
    "kills the process", "dead man's switch released", "deadline missed", "dead battery", "killed task", "fatal error in the log", "totes Gleis belegt",
    "Totzeit zu lang", "the operator kills the process", "the operator killed the task", "the driver releases the dead man's switch",
    "driver misses the deadline", "operator sees a dead battery", "the engine dies", "Motor stirbt ab", "the rubber seal perishes",
    "foam suffocates the fire", "alarm drowned in noise", "infant mortality of the lamps", "loss of life of the transformer",
    "loss of battery life", "toter Winkel", "Toter Winkel", "Tote Zone", "no fatality", "nobody dies", "no person is killed", "a fatal fall is prevented by the net",
    "Methode falsch", "non-lethal dose", "the operator's panel is dead", "the operator process is killed", "the operator is not hurt or killed",
    "fatal exception", "fatal software error", "dead zone of the sensor", "dead time", "driver runs into a dead end", "lifetime shortened",
    "keine Toten", "neither injury nor death", "Erstickung der Flamme", "the pilot flame dies", "death of the battery", "drowned pump",
    "kill switch pressed", "the crew is warned", "Lebensdauer kürzer", "no injuries, no deaths",
)  # fmt: skip


@pytest.mark.parametrize("text", DEATHS)
def test_a_death_is_named(text: str) -> None:
    assert names_death(text)


@pytest.mark.parametrize("text", NO_DEATHS)
def test_what_is_no_death_names_none(text: str) -> None:
    assert not names_death(text)


def test_a_crushed_hand_is_a_severe_injury() -> None:
    assert names_severe_injury("the operator's hand is crushed")
    assert not names_severe_injury("the hand is not crushed")
