"""How often within a period of the calendar, and how long: one table of periods, read whatever stands around them."""

from __future__ import annotations

import pytest

from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.agreement import disagreement, outlasted
from casegen.texts.frequencies.unread import unread
from casegen.texts.numbers import stated as reading
from casegen.texts.numbers.calendar_periods import hours_of
from casegen.texts.numbers.counts import plain
from casegen.texts.numbers.stated import stated

YEAR = 8760.0
ENGLISH = {
    "once within ten years": 10, "once over ten years": 10, "once during ten years": 10, "once in any year": 1,
    "once in the course of a year": 1, "once per calendar year": 1, "once per operating year": 1, "a single time a year": 1,
    "one time a year": 1, "once annually": 1, "once yearly": 1, "once monthly": 1 / 12, "once weekly": 168 / YEAR,
    "once per quarter": 0.25, "once a quarter": 0.25, "once each quarter": 0.25, "once a semester": 0.5,
    "once a trimester": 0.25, "once per millennium": 1000, "one failure per quarter": 0.25, "one failure a year": 1,
    "one spurious stop per calendar year": 1, "one per year": 1, "one a year": 1, "twice within five years": 2.5,
    "thrice a year": 1 / 3, "three times in ten years": 10 / 3, "once in a ten-year period": 10,
    "once in ten-year intervals": 10, "once per half-year": 0.5, "once in ten consecutive years": 10, "annually": 1,
    "every ten years": 10, "0.1 failures per quarter": 2.5, "once across a leap year": 1, "once every two decades": 20,
    "once in a dry year": 1, "once for ten years": 10, "once throughout any decade": 10, "once biennially": 2,
}  # fmt: skip
"""by phrase: years for each"""
GERMAN = {
    "einmal jährlich": 1, "einmal monatlich": 1 / 12, "einmal wöchentlich": 168 / YEAR, "einmal vierteljährlich": 0.25,
    "einmal pro Quartal": 0.25, "einmal im Quartal": 0.25, "einmal je Kalenderjahr": 1, "einmal pro Betriebsjahr": 1,
    "einmal während zehn Jahren": 10, "einen Ausfall pro Jahr": 1, "einen Ausfall im Jahr": 1, "zwei Ausfälle im Jahr": 0.5,
    "einmal innerhalb von zehn Jahren": 10, "einmal im Laufe eines Jahres": 1, "dreimal im Jahr": 1 / 3,
    "ein einziges Mal im Jahr": 1, "jährlich": 1, "alle 30 Tage einmal": 720 / YEAR, "einmal alle zehn Jahre": 10,
    "zweimal im Kalenderjahr": 0.5, "einmal im Jahrtausend": 1000, "jedes Jahr einmal": 1,
}  # fmt: skip
SPAN_FIRST = {
    "In any year the valve sticks at most once": 1, "The valve sticks in any year at most once": 1,
    "Every ten years the valve sticks at most once": 10, "Das Ventil klemmt pro Jahr höchstens einmal": 1,
    "Das Ventil klemmt jedes Jahr höchstens einmal": 1, "Pro Quartal klemmt das Ventil höchstens einmal": 0.25,
    "In zehn Jahren klemmt das Ventil höchstens einmal": 10,
}  # fmt: skip
SENTENCES = {
    **{f"The valve sticks at most {phrase}": years for phrase, years in ENGLISH.items()},
    **{f"Das Ventil klemmt höchstens {phrase}": years for phrase, years in GERMAN.items()},
    **SPAN_FIRST,
    "The valve sticks with a rate of at most 10⁻³ per quarter": 250, "Die Rate ist höchstens 10⁻³ pro Quartal": 250,
}  # fmt: skip


@pytest.mark.parametrize("text", SENTENCES)
def test_how_often_in_a_period_is_read(text: str) -> None:
    limit = 1.0 / (SENTENCES[text] * YEAR)
    for kind, hours, factor in ((MeasureKind.PER_HOUR, None, 1.0), (MeasureKind.PER_MISSION, 24.0, 24.0)):
        at = limit * factor
        if at < 0.99:
            assert not disagreement(text, Comparison.AT_MOST, at * 0.999, kind, None, hours=hours)
            assert "the text says" in disagreement(
                text, Comparison.AT_MOST, at * 1.01, kind, None, hours=hours
            )
    assert not unread(text)


@pytest.mark.parametrize("text", [
    "The valve sticks at most once each season", "The valve sticks at most once", "Das Ventil klemmt höchstens einmal",
    "The valve sticks at most once per visit of a dry century or so", "Das Ventil klemmt höchstens einmal je Saison",
    "The valve sticks no more often than once every other moon", "The valve sticks at most every second winter",
    "The valve sticks at most once between two yearly services",
])  # fmt: skip
def test_a_limit_in_words_that_nothing_reads_is_asked_about(text: str) -> None:
    assert not stated(text)
    assert unread(text)


@pytest.mark.parametrize("text", [
    "The valve sticks no more often than its target allows", "The valve sticks once the year is over",
    "The valve sticks at 3 times the rated load", "The valve is inspected every month", "The valve of the yearly campaign sticks",
    "The valve is closed at once", "Das Ventil, Baujahr 2020, klemmt", "The valve sticks within a quarter turn",
])  # fmt: skip
def test_what_is_no_limit_on_how_often(text: str) -> None:
    assert not stated(text)
    assert not unread(text)


STRETCHES = {
    "within a quarter": 0.25, "over a quarter": 0.25, "during a quarter": 0.25, "throughout a quarter": 0.25,
    "in a ten-year period": 10, "in a financial year": 1, "in a leap year": 1, "over a couple of years": 2,
    "in a semester": 0.5, "across a year": 1, "across a month": 1 / 12, "across a decade": 10, "in a dry year": 1,
    "within a calendar quarter": 0.25, "over a period of ten years": 10, "within several years": 2, "in a millennium": 1000,
}  # fmt: skip
GERMAN_STRETCHES = {
    "während eines Kalenderjahres": 1, "während eines Geschäftsjahres": 1, "in einem Quartal": 0.25,
    "innerhalb eines Halbjahres": 0.5, "in einem Zeitraum von zehn Jahren": 10, "über mehrere Jahre": 2,
    "im Verlauf eines Betriebsjahres": 1, "in einem vollen Jahr": 1,
}  # fmt: skip


@pytest.mark.parametrize("stretch", [*STRETCHES, *GERMAN_STRETCHES])
def test_a_stretch_is_held_against_the_mission(stretch: str) -> None:
    years = (STRETCHES | GERMAN_STRETCHES)[stretch]
    text = f"The valve sticks {stretch} with a probability of at most 0.001"
    if stretch in GERMAN_STRETCHES:
        text = f"Das Ventil klemmt {stretch} mit einer Wahrscheinlichkeit von höchstens 0,001"
    assert stretch.split()[1][:4] in outlasted(text, MeasureKind.PER_MISSION, 1e-3, 24.0)
    assert not outlasted(text, MeasureKind.PER_MISSION, 1e-3, years * YEAR)


def test_words_that_are_no_period() -> None:
    assert [hours_of(word) for word in ("Baujahr", "quarters of", "voltage", "Frühjahr", "Montag")] == [
        None
    ] * 5


@pytest.mark.parametrize(
    "phrase", [*ENGLISH, *GERMAN, *SPAN_FIRST, "1e-4/h", "0.1 per flight hour", "2 a year", "3 daily"]
)
def test_no_form_of_a_period_matches_where_the_sign_of_one_is_lacking(phrase: str) -> None:
    """Forms are skipped by that sign: it must stand in all that they match."""
    of_periods = [(what, form) for what, form in reading._FORMS if what in ("recurs", "rate")]
    assert len(of_periods) == 6
    text = plain(f"The valve sticks at most {phrase}")
    matches = [match for _, form in of_periods if (match := form.search(text))]
    assert matches
    assert all(reading._NEEDED[what].search(text) for what, form in of_periods if form.search(text))
