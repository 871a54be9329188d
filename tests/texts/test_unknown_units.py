"""Numbers beside a unit that nobody knows, and numbers whose separator is doubtful: read as what they are, or asked about."""

from __future__ import annotations

import pytest

from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.agreement import disagreement
from casegen.texts.frequencies.unread import unread
from casegen.texts.numbers.stated import half_read, stated

MISSION = MeasureKind.PER_MISSION
UNITS = [
    "permil", "per-mille", "p.c.", "pc", "p. c.", "/100", "/1,000", "÷100", ": 1,000", ":1,000", "E-05", " E-05", "D-5", "milli", "micro", "thou", "promil",
    "pro-mille", "prom.", "Proz.", "per centum", "in the thousand", "per k", "bips", "pm", "pips", "mills", "℀", "‰ ‰", "% %", "°/oo", ", in percent,",
    "of a hundredth", "from 1,000", "over 1,000", "to 1,000", "-in-1,000", "among 1,000", "on 1,000", "per cent mille", "(‰‰)", "(in bips)", "[pc]",
]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("blank", ["", " "])
def test_a_unit_that_is_not_read_is_named(unit: str, blank: str) -> None:
    said = f"The rover leaves its track in at most 0.05{blank}{unit} of the runs"
    weaker = disagreement(said, Comparison.AT_MOST, 0.05, MISSION, None)
    assert weaker or any("05" in one or "0/00" in one for one in half_read(said))


@pytest.mark.parametrize(
    "text", ["%0.05 of the runs", "% 0.05", "percent 0.05", "(in %) 0.05", "in percent: 0.05", "a percentage of at most 0.05", "‰ 0.05", "$0.05"]
)  # fmt: skip
def test_a_unit_before_a_number_is_named(text: str) -> None:
    assert half_read(f"The rover leaves its track in {text}")


SHARES = {
    "0.05 ‱": 5e-6, "0.05 bps": 5e-6, "0.05 bp": 5e-6, "0.05 v.H.": 5e-4, "0.05 v. H.": 5e-4, "0.05 vH": 5e-4, "0.05 vT": 5e-5, "0.05 v.T.": 5e-5,
    "0.05 pcm": 5e-7, "0.05 o/oo": 5e-5, "0.05 ％": 5e-4, "0.05 ﹪": 5e-4, "0.05 (%)": 5e-4, "0.05 [%]": 5e-4, "0.05 (in percent)": 5e-4,
    "0.5e–5": 5e-6, "0.5e−5": 5e-6, "0.5E‑5": 5e-6, "0.5×10–5": 5e-6, "0.5 x 10−5": 5e-6,
}  # fmt: skip


@pytest.mark.parametrize("share", SHARES)
def test_units_and_minus_signs_are_read(share: str) -> None:
    said = f"The rover leaves its track in at most {share} of the runs"
    assert [n.readings for n in stated(said)] == [pytest.approx((SHARES[share],))]
    assert not half_read(said)


PLAIN = [
    "The rover fails in at most 0.05 of the runs", "The rover fails with a probability of 0.001 per run", "The probability is at most 0.001.",
    "With probability 0.001, the rover stops", "P(the rover fails) ≤ 1e-4", "The rover fails with at most 1e-4/run", "With 0.02 collisions per run it is rare",
    "Die Tür ist mit einer Wahrscheinlichkeit unter 0,001 offen", "Mit Wahrscheinlichkeit 0,001 versagt das Horn", "höchstens 10⁻³ Bitfehlern je Fahrt",
    "The vehicle keeps at least 0.5 m from the wall", "At more than 0.1 m/s it stops", "The value is off by more than 0.05 g/l", "below 0.5 °C",
    "handbook: 1e-2 to 1e-1", "between 0.001 and 0.002 of the runs", "0.001 – measured in week 3", "The rate is 1e-6 per hour over 10 hours",
    "Release 0.2 adds the monitor", "data sheet 12: 0.002", "Table 0.4 of the standard", "0.95 confidence", "at least 0.95 (one-sided)", "0.5 N/mm",
    "with a probability of 0.001 in 8 hours", "at 0.3 bar", "a barrel of 0.2 l", "0.001 as measured", "P = 0.001 ± 0.0002", "0.02 failures a year",
]  # fmt: skip


@pytest.mark.parametrize("text", PLAIN)
def test_words_that_leave_a_number_what_it_is(text: str) -> None:
    assert not half_read(text)


@pytest.mark.parametrize(
    ("text", "readings"),
    [("in 50,000 ppm of the runs", (0.05,)), ("in 5 000 ppm of the runs", (5e-3,)), ("in 5'000 ppm", (5e-3,)), ("in 5\u2009000 ppm", (5e-3,)),
     ("camera 12,000 FIT", (1.2e-5,)), ("Ausfallrate 12.000 FIT laut Datenblatt", (1.2e-5,)), ("in höchstens 5.000 ppm der Fahrten", (5e-3,)),
     ("at most 1.000 ppm of the runs", (1e-3, 1e-6)), ("in höchstens 5,000 ppm der Fahrten", (5e-3, 5e-6))],
)  # fmt: skip
def test_thousands_by_the_language_of_the_text(text: str, readings: tuple[float, ...]) -> None:
    assert [n.readings for n in stated(text)] == [pytest.approx(readings)]
    assert bool(half_read(text)) == (len(readings) > 1)


@pytest.mark.parametrize(
    ("text", "share"),
    [("The odds that the rover fails are 1 to 19", 0.05), ("The odds against it are 19 to 1", 0.05), ("odds of 3 to 1 against a failure", 0.25),
     ("Die Chancen stehen 19 zu 1 gegen einen Ausfall", 0.05), ("Die Chancen eines Ausfalls sind 1 zu 19", 0.05), ("odds of 2 to 3 against it", 0.6),
     ("It stands 19 to 1 against a failure", 0.05)],
)  # fmt: skip
def test_odds_at_every_ratio(text: str, share: float) -> None:
    assert [n.readings for n in stated(text)] == [pytest.approx((share,))]


@pytest.mark.parametrize(
    "text", ["The gear ratio is 19 to 1", "Steps 3 to 5 are done against the wall", "Pages 1 to 19"]
)
def test_ratios_that_are_no_odds(text: str) -> None:
    assert not stated(text)


@pytest.mark.parametrize(("claim", "asked"), [
    *((f"The pump stops with a probability of at most {said}", said.split()[0].strip("−"))
      for said in ("10 µ", "10 μ", "0.1 m", "7 g", "−40 dB")),
    ("Die Pumpe steht mit einer Wahrscheinlichkeit von höchstens 7 g", "7"),
])  # fmt: skip
def test_a_probability_in_a_unit_of_something_else_is_asked_about(claim: str, asked: str) -> None:
    assert unread(claim) == (asked,)


@pytest.mark.parametrize("claim", [
    "The cart moves more than 7 m with a probability of at most 1 of 1,000", "It stops with a probability of at most 0.1",
    "The probability of a fall of more than 7 m is at most 0.001", "It stops with a probability of at most 10 ppm",
    "It stops within 2 s with a probability of at least 99 %",
])  # fmt: skip
def test_a_probability_beside_a_length_is_not_asked_about(claim: str) -> None:
    assert unread(claim) == ()
