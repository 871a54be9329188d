"""Counts from 1900 to 2099 are no years: a person is asked about them as about every other count; not about years."""

from __future__ import annotations

import pytest

from casegen.texts.frequencies.unread import unread

COUNTS = [
    "The pump stops in at most 1 of 1,000 missions in any of the {} lifts", "At least {} years lie between two failures of the pump",
    "The pump stops in at most 1 of 1,000 missions, each of {} cycles", "The pump delivers through {} missions", "The pump outlasts {} missions",
    "The pump fails no sooner than after {} years", "The pump delivers {} times", "The pump delivers at least {} kh",
    "The pump stops in at most 1 of 1,000 missions of {} strokes", "The pump withstands {} starts", "Each of {} pallets is lifted",
    "The pump ({} cycles) stops in at most 1 of 1,000 missions", "The pump P-1 stops in at most 1 of 1,000 missions: {} cycles",
    "Die Pumpe liefert {} Einsätze lang", "Die Pumpe stoppt in höchstens 1 von 1.000 Einsätzen, je Einsatz {} Hübe",
]  # fmt: skip
YEARS = [
    "The pump of {} does not fail", "The pump of {} holds", "The pump built in {} stops in time", "In May {} the pump delivered",
    "On 3 May {} tests ran", "The pump meets ISO 12100:{}", "The pump meets EN 60601-1 ({})", "The EN ISO 13849-1 {} is met", "Since {} the pump delivers",
    "From 2010 to {} the pump delivered", "The risk criteria RC-1 {} are met", "In {}, the pump delivered", "As of {} the pump is safe",
    "The {} edition holds", "The {} figures hold", "The spring {} campaign is complete", "The pump is replaced no later than {}",
    "Im Jahr {} lief die Pumpe", "Ab {} läuft die Pumpe", "Ausgabe {} der Richtlinie gilt", "The pump runs until {}",
]  # fmt: skip


@pytest.mark.parametrize("text", COUNTS)
@pytest.mark.parametrize("count", ["2000", "1950", "2048"])
def test_a_count_is_named(text: str, count: str) -> None:
    assert any(count in words for words in unread(text.format(count)))
    assert any("500" in words for words in unread(text.format("500")))


@pytest.mark.parametrize("text", YEARS)
def test_a_year_is_not(text: str) -> None:
    assert not unread(text.format("2026"))
