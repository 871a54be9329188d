"""Numbers that a sentence states are read in English and German, and held against the requirement."""

from __future__ import annotations

import pytest

from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.agreement import disagreement
from casegen.texts.frequencies.described_frequencies import frequencies
from casegen.texts.numbers.stated import numbers, stated

DEMAND, MISSION, HOUR, FRACTION, SCORE = (
    MeasureKind.PER_DEMAND, MeasureKind.PER_MISSION, MeasureKind.PER_HOUR, MeasureKind.FRACTION, MeasureKind.SCORE,
)  # fmt: skip

READ = [
    ("the PFD is at most 1.000 E-4", 1e-4, "upper", "decimal"),
    ("die PFD ist höchstens 1,5 E −4", 1.5e-4, "upper", "decimal"),
    ("the PFD is at most 2 E -3", 2e-3, "upper", "decimal"),
    ("mit höchstens 1 % Wahrscheinlichkeit fördert die Pumpe kein Wasser", 0.01, "upper", "share"),
    ("the pump fails on demand with at most 1 %", 0.01, "upper", "share"),
    ("fails in 72 hours, of which is at most 2 %", 0.02, "upper", "share"),
    ("fails in at most 1 of 1,000 missions", 1e-3, "upper", "share"),
    ("versagt in höchstens 1 von 1.000 Fahrten", 1e-3, "upper", "share"),
    ("versagt bei höchstens 0,1 % der Fahrten", 1e-3, "upper", "share"),
    ("is wrong in 0.1 % of the frames", 1e-3, "", "share"),
    ("is wrong in one in a thousand frames", 1e-3, "", "share"),
    ("at most one task in eight is not completed", 0.125, "upper", "share"),
    ("fails at most once in 10⁵ hours", 1e-5, "upper", "rate"),
    ("fällt höchstens einmal in 10^5 Stunden aus", 1e-5, "upper", "rate"),
    ("has a failure rate below 10⁻⁷ per hour", 1e-7, "upper", "rate"),
    ("has a failure rate below 2 × 10⁻⁷ per hour", 2e-7, "upper", "rate"),
    ("Ausfallrate unter 3·10^-6 pro Stunde", 3e-6, "upper", "rate"),
    ("pmi ≤ 0.0012", 0.0012, "upper", "decimal"),
    ("pmi ist kleiner als 1e-4", 1e-4, "upper", "decimal"),
    ("at least 90 % are answered correctly", 0.9, "lower", "share"),
    ("mindestens 99,5 Prozent der Fahrten", 0.995, "lower", "share"),
    ("5 of 100,000 missions", 5e-5, "", "share"),
    ("1 out of 10 000 missions", 1e-4, "", "share"),
    ("fails in at most 1 ‰ of the missions", 1e-3, "upper", "share"),
    ("fails in at most 100 ppm of the missions", 1e-4, "upper", "share"),
    ("fails in at most 1/1000 of the missions", 1e-3, "upper", "share"),
    ("fails in 1:1000 missions with an open door", 1e-3, "", "share"),
    ("fails in at most a thousandth of the missions", 1e-3, "upper", "share"),
    ("with an open door in one mission in 1000", 1e-3, "", "share"),
    ("fails with a probability of 10^-3", 1e-3, "", "decimal"),
    ("The probability that it fails is 0.001", 1e-3, "", "decimal"),
    ("The guard meets SIL 2", 2.0, "upper", "sil"),
    ("is wrong in one in ten thousand frames", 1e-4, "", "share"),
    ("is wrong in one of a hundred thousand frames", 1e-5, "", "share"),
    ("versagt bei einer von zehntausend Fahrten", 1e-4, "", "share"),
    ("fails in at most a ten-thousandth of the missions", 1e-4, "upper", "share"),
    ("fails in 1 in 10k missions", 1e-4, "", "share"),
    ("fails in one in 2 million missions", 5e-7, "", "share"),
    ("fails with a probability of at most 2^-20", 2.0**-20, "upper", "decimal"),
    ("fails with a probability of 2⁻²⁰", 2.0**-20, "", "decimal"),
    ("is available with five nines", 0.99999, "", "share"),
    ("fails in a hundredth of a percent of the missions", 1e-4, "", "share"),
    ("fails in one percent of the missions", 1e-2, "", "share"),
    ("fails at most once a decade", 1 / 87_600, "upper", "rate"),
    ("fails at most once in a lifetime of ninety years", 1 / 788_400, "upper", "rate"),
    ("never fails in more than 1 of 1,000 missions", 1e-3, "upper", "share"),
    ("versagt nie in mehr als 1 von 1.000 Fahrten", 1e-3, "upper", "share"),
    ("fails in more than 1 of 1,000 missions", 1e-3, "lower", "share"),
    ("has an MTBF of at least 100,000 hours", 1e-5, "upper", "rate"),
    ("Mean time to failure: 1e6 h", 1e-6, "upper", "rate"),
    ("Die mittlere Zeit zwischen Ausfällen beträgt mindestens 100.000 Stunden", 1e-5, "upper", "rate"),
    ("The guard has at most 100 FIT", 1e-7, "upper", "rate"),
    ("works with a reliability of 0.999", 0.999, "", "decimal"),
    ("Die Zuverlässigkeit beträgt 0,999", 0.999, "", "decimal"),
    ("p_fail=0.001", 1e-3, "", "decimal"),
    ("The chance of failure is a thousand to one", 1 / 1001, "", "share"),
    ("stops after a trip in 50 % of the missions", 0.5, "", "share"),
    ("with 95 % confidence", 0.95, "", "confidence"),
    ("bei 97,5 % Konfidenz", 0.975, "", "confidence"),
]


@pytest.mark.parametrize(("text", "value", "side", "what"), READ)
def test_a_number_is_read(text: str, value: float, side: str, what: str) -> None:
    [number] = stated(text)
    assert (number.side, number.what) == (side, what)
    assert any(reading == pytest.approx(value, rel=1e-9) for reading in number.readings)


SILENT = [
    "Pump P1 stops within 2 s of a trip", "The vehicle keeps at least 0.5 m from the wall", "Release 2.1 is installed",
    "Visibility is below 15 m", "The four limits together express MP1 to MP4", "Section 3.2 is satisfied",
    "The battery lasts at least 3 hours", "Der Bremsweg ist kürzer als 0,8 m", "IEC 61508 applies to channel 2",
    "The two channels are independent", "Sheet 3/4 is drawn at 1:10", "The date is 12/2026", "Ratio 16:9", "An hour in a day", "At most 3 vehicles are in the harbour", "Speed is below 0.8 m/s",
]  # fmt: skip


@pytest.mark.parametrize("text", SILENT)
def test_lengths_times_and_names_are_no_probabilities(text: str) -> None:
    assert stated(text) == ()


AGREE = [
    ("in at most 1 of 1,000 missions", "<=", 1e-3, MISSION, None),
    ("in at most 1 of 1,000 missions", "<=", 1e-4, MISSION, None),
    ("at least 99.9 % of demands are served", "<=", 1e-3, DEMAND, None),
    ("at least 90 % are right", ">=", 0.9, FRACTION, None),
    ("at most 1 of 1,000 fail", ">=", 0.999, DEMAND, None),
    ("with at most 1 % label noise it errs in at most 5 % of frames", "<=", 0.05, FRACTION, None),
    ("mean loss of confidence is at most 0.5", ">=", -0.5, SCORE, 0.95),
    ("SIL 2 is reached", "<=", 1e-2, DEMAND, None),
    ("SIL 2 is reached", "<=", 1e-6, HOUR, None),
    ("at most 1 of 1,000, with 95 % confidence", "<=", 1e-3, DEMAND, 0.975),
    ("at least 2 of 3 channels report, else the top event follows", "<=", 1e-3, MISSION, None),
    ("höchstens einmal in 10⁵ Stunden", "<=", 1e-5, HOUR, None),
    ("is reliable", "<=", 0.6, DEMAND, None),
    ("never fails in more than 1 of 1,000 missions", "<=", 1e-3, MISSION, None),
    ("does not fail in more than 1 of 1,000 missions", "<=", 1e-3, MISSION, None),
    ("fails in no more than 1 of 1,000 missions", "<=", 1e-3, MISSION, None),
    ("is not always right", "<=", 1e-3, DEMAND, None),
    ("almost never fails", "<=", 1e-3, DEMAND, None),
    ("läuft immer noch", "<=", 1e-3, DEMAND, None),
    ("the always-on camera fails in 1 of 1,000 demands", "<=", 1e-3, DEMAND, None),
    ("the door, which is always locked, opens in at most 1 of 1,000 runs", "<=", 1e-3, DEMAND, None),
    ("every mission ends at the quay", "<=", 1e-3, MISSION, None),
    ("never fails", "<=", 0.0, DEMAND, None),
]
DISAGREE = [
    ("in at most 1 of 1,000 missions", "<=", 0.6, MISSION, None),
    ("in 0.1 % of the missions", "<=", 0.9, MISSION, None),
    ("versagt in 0,1 % der Fahrten", "<=", 0.9, MISSION, None),
    ("in höchstens 1 von 1.000 Fahrten", "<=", 0.002, MISSION, None),
    ("at least 90 % are right", "<=", 0.9, FRACTION, None),
    ("at least 90 % are right", ">=", 0.5, FRACTION, None),
    ("at most 1 of 1,000 fail", ">=", 1e-3, DEMAND, None),
    ("at most 1 of 1,000 with at most 90 % humidity", "<=", 0.9, DEMAND, None),
    ("fails at most once in 10⁵ hours", "<=", 1e-4, HOUR, None),
    ("fails at most once in 10⁵ hours", "<=", 1e-5, MISSION, None),
    ("SIL 2 is reached", "<=", 5e-2, DEMAND, None),
    ("SIL 2 is reached", "<=", 1e-5, HOUR, None),
    ("SIL 3 wird erreicht", "<=", 1e-2, DEMAND, None),
    ("at most 1 of 1,000, with 99 % confidence", "<=", 1e-3, DEMAND, 0.95),
    ("one in a million", "<=", 1e-3, DEMAND, None),
    ("one in ten thousand", "<=", 1e-3, DEMAND, None),
    ("five nines", "<=", 1e-3, DEMAND, None),
    ("runs on in more than 1 of 1,000 missions", "<=", 1e-3, MISSION, None),
    ("collides in at least 5 % of the missions", "<=", 0.05, MISSION, None),
    ("collides in not less than 5 % of the missions", "<=", 0.05, MISSION, None),
    *(
        (text, "<=", 1e-3, MISSION, None)
        for text in (
            "never collides",
            "collision is impossible",
            "collides in none of 1,000 missions",
            "collides in zero missions",
            "collides in no mission",
            "stops without exception",
            "kollidiert niemals",
            "kollidiert nie",
            "hält immer",
            "ein Zusammenstoß ist unmöglich",
            "hält ausnahmslos",
            "hält ohne Ausnahme",
            "kollidiert in keiner Fahrt",
        )
    ),
    ("always right", ">=", 0.99, FRACTION, None),
    ("never collides", "<=", 1e-7, HOUR, None),
]


@pytest.mark.parametrize(("text", "sign", "limit", "kind", "confidence"), AGREE)
def test_a_requirement_at_least_as_strong_as_the_text(
    text: str, sign: str, limit: float, kind: MeasureKind, confidence: float | None
) -> None:
    assert disagreement(text, Comparison(sign), limit, kind, confidence) == ""


@pytest.mark.parametrize(("text", "sign", "limit", "kind", "confidence"), DISAGREE)
def test_a_requirement_weaker_than_the_text(
    text: str, sign: str, limit: float, kind: MeasureKind, confidence: float | None
) -> None:
    assert disagreement(text, Comparison(sign), limit, kind, confidence)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("The rover leaves its track with at most 1 × 10⁻⁴ per run", 1e-4),
        ("The rover leaves its track with no more than 0.01 % per mission", 1e-4),
        ("The rover leaves its track with at most 1 in 10,000 runs", 1e-4),
        ("Der Rover verlässt seine Spur mit höchstens 10⁻⁴ je Fahrt", 1e-4),
        ("Die Klappe versagt bei höchstens 10⁻³ je Anforderung", 1e-3),
        ("Die Wahrscheinlichkeit des Versagens liegt bei höchstens 10⁻³", 1e-3),
        ("It burns in 1 of 1\u202f000\u202f000 runs", 1e-6),
        ("It burns in 1 of 1\u00a0000\u00a0000 runs", 1e-6),
        ("It burns in at most .0001 of missions", 1e-4),
        ("Es brennt in höchstens ,0001 der Einsätze", 1e-4),
        ("It burns in at most .01 % of missions", 1e-4),
        ("It burns in at most 0.01 pct of missions", 1e-4),
        ("It burns in at most one mission out of every five thousand", 2e-4),
    ],
)
def test_what_is_claimed_per_occasion_is_no_condition(text: str, reading: float) -> None:
    (number,) = stated(text)
    assert number.readings == (pytest.approx(reading),)
    assert not number.condition


@pytest.mark.parametrize("text", ["1e400 failures", "10^400 times", "at most 0.281.976", "section 1.2.10"])
def test_what_is_no_number_is_left_alone(text: str) -> None:
    assert stated(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "It works with at most 1 % noise", "with at most 1 in 100 packets lost, it works", "Bei höchstens 10⁻³ Bitfehlern geht es",
        "Es geht bei höchstens 1 % Rauschen",
    ],
)  # fmt: skip
def test_conditions_stay_conditions(text: str) -> None:
    assert all(number.condition for number in stated(text))


@pytest.mark.parametrize("text", [
    "with a probability of at most ten to the minus six", "mit einer Wahrscheinlichkeit von höchstens zehn hoch minus sechs",
    "at most 10 to the power of minus 6", "höchstens 10 hoch -6",
])  # fmt: skip
def test_a_power_in_words(text: str) -> None:
    assert [(n.readings, n.side) for n in stated(text)] == [((1e-6,), "upper")]


def test_a_word_that_ends_like_a_power_is_no_error() -> None:
    assert frequencies("Etwa jeder dreißigste Start misslingt")[0].values == (1 / 30,)
    assert stated("höchstens jeder dreißigste Start")[0].readings == (1 / 30,)


@pytest.mark.parametrize("text", ["in upwards of 1 of 1,000 runs", "in excess of 1 of 1,000 runs"])
def test_more_than(text: str) -> None:
    assert [n.side for n in stated(text)] == ["lower"]


@pytest.mark.parametrize("blank", [" ", "\u00a0", "\u202f", "\u2009"])
def test_a_number_beside_another_is_named_whatever_blank_is_between(blank: str) -> None:
    (number,) = numbers(f"In hall 1{blank}12 of 10,000 entries at most are not stopped in time")
    assert number.beside.strip() == "1"


def test_no_part_of_a_number_is_read() -> None:
    assert [n.quote for n in numbers("As in 2020 to 2025 of 212 runs, at most 1 of 1,000 fails")] == [
        "1 of 1,000"
    ]
