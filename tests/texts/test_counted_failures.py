"""Failures counted of occasions, failures or a time: a model below what the sentence says is noticed, one that keeps it is not."""

from __future__ import annotations

import pytest

from casegen.argument.reading.group_texts import factor_excess, group_excess
from casegen.texts.frequencies.described_frequencies import excess, frequencies

_FACTORS = [
    ("Of 100 valve failures on record, 8 involved both valves", 0.08), ("Every tenth breakdown is shared by all drives", 0.1),
    ("The common-cause fraction came out at 7 per cent", 0.07), ("roughly a tenth of what fails, fails together", 0.1),
    ("beta equals one tenth", 0.1), ("Both sensors drop out at once in 3 out of 60 cases", 0.05),
    ("NUREG/CR-4780 gives 0.1 for motor-operated valves", 0.1), ("share of dependent failures: 1/25", 0.04),
    ("When one fails, the other fails too in 10 % of cases", 0.1), ("a joint stop in every 20 stops", 0.05),
    ("Field data: 4 common-cause events among 80 failures", 0.05), ("Jeder zwanzigste Ausfall trifft beide Pumpen", 0.05),
    ("Von 100 Ausfällen waren 8 gemeinsam", 0.08), ("Der Anteil abhängiger Ausfälle liegt bei 1/25", 0.04),
    ("Bei 120 Ausfällen fielen sechsmal beide aus", 0.05), ("jeder 25. Ausfall ist ein Doppelausfall", 0.04),
    ("P(B fails | A fails) = 0.04", 0.04), ("6 of the 120 outages had a shared cause", 0.05), ("Erfahrungswert 0,04", 0.04),
    ("a twelfth of the recorded faults were common to both", 1 / 12), ("Als Betafaktor werden 8 % angesetzt", 0.08),
]  # fmt: skip
_PROBABILITIES = [
    ("For every 200 demands one failure was recorded", 0.005), ("probability of failure on demand: 0.5 %", 0.005),
    ("three failures were seen over six hundred demands", 0.005), ("Out of 1000 missions the link was lost in 5", 0.005),
    ("klemmt bei jeder zweihundertsten Anforderung", 0.005), ("auf 200 Starts kommt ein Versager", 0.005),
    ("Ausfallwahrscheinlichkeit je Anforderung: 0,5 %", 0.005), ("2000 trials, 5 failures", 0.0025),
    ("4000 operations were logged, 10 of which failed", 0.0025), ("availability of 0.9975", 0.0025), ("HEP 2.5e-3", 0.0025),
    ("In 2000 Versuchen versagte es fünfmal", 0.0025), ("four hundred starts bring one failure on average", 0.0025),
]  # fmt: skip
_RATES = [
    ("fails every 500,000 hours on average", 2e-6), ("2 failures over 1e6 hours of operation", 2e-6),
    ("fällt im Mittel alle 57 Jahre aus", 2e-6), ("5 x 10-6 per hour", 5e-6), ("0.044 failures a year", 5e-6),
    ("lasts 200,000 h between failures", 5e-6),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), _FACTORS)
def test_a_factor_that_its_text_counts(text: str, value: float) -> None:
    assert group_excess(text, (None, None), [0.2 * value])
    assert factor_excess(text, 0.2 * value)
    assert not group_excess(text, (None, None), [value])
    assert not factor_excess(text, value)


@pytest.mark.parametrize(("text", "value"), _PROBABILITIES)
def test_a_probability_that_its_text_counts(text: str, value: float) -> None:
    assert excess(text, 0.2 * value, None)
    assert not excess(text, value, None)


@pytest.mark.parametrize(("text", "value"), _RATES)
def test_a_rate_that_its_text_counts(text: str, value: float) -> None:
    assert excess(text, None, 0.2 * value)
    assert not excess(text, None, value)


@pytest.mark.parametrize("text", [
    "Two of three pumps are needed", "Both channels are tested every 500 hours", "3 cameras over 600 missions recorded the failures",
    "After 200 starts the one brake that failed was replaced", "2 of 4 thrusters fail", "runs every 6 hours and fails rarely",
    "Every second valve of the 20 valves has a position switch; failures are logged", "jams at 3 of 40 positions",
    "Of the 12 channels, 3 must fail for a wrong output", "2 von 3 Sensoren müssen ausfallen", "Sensor 3 of 8 fails",
    "a stop of 20 s every 3 hours for cleaning", "Bei Ausfall übernimmt der zweite Kanal 100 % der Last",
])  # fmt: skip
def test_numbers_of_parts_and_intervals_are_none(text: str) -> None:
    assert not group_excess(text, (1e-5, 1e-6), [0.01])
    assert not excess(text, 1e-5, 1e-6)


@pytest.mark.parametrize(
    "text", ["etwa alle 800 Fahrten einmal", "all 3 in 100 missions", "alle 20 Starts einmal, TÜV"]
)
def test_a_word_that_is_no_number_ends_nothing(text: str) -> None:
    """A source with *alle 800 Fahrten einmal* ended in an internal error."""
    frequencies(text)
    group_excess(text, (1e-3, 1e-4), [0.01])


@pytest.mark.parametrize(("text", "value"), [
    ("The switch does not open in 5 % of the fillings", 0.05), ("sticks in 1 of 50 inspections", 0.02),
    ("opens late in 1 of 50 evacuations", 0.02), ("two of 90 openings", 2 / 90), ("5 % of the entries of a hand", 0.05),
    ("2 jams in 90 presses", 2 / 90), ("MTBF 50 dockings", 0.02),
])  # fmt: skip
def test_what_is_done_again_and_again_is_counted_whatever_it_is(text: str, value: float) -> None:
    assert any(value == pytest.approx(v) for one in frequencies(text) for v in one.values)


@pytest.mark.parametrize("text", [
    "2 of 3 housings", "10 % of the installations", "5 % of the settings", "1 of 4 bearings", "20 % of the buildings", "3 of 4 stations",
])  # fmt: skip
def test_things_that_end_alike_are_not(text: str) -> None:
    assert frequencies(text) == ()
