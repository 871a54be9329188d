"""Ordinary units of engineering and medicine: beside a number of how often, sizes in them raise no question."""

from __future__ import annotations

import pytest

from casegen.texts.frequencies.unread import unread
from casegen.texts.numbers.measurement_units import unit_at
from casegen.texts.numbers.stated import half_read, stated

SIGNS = """
km|mm|µm|nm|Å|ft|yd|nmi|kg|mg|µg|kt|lb|oz|ms|µs|ns|kA|mA|nA|mK|°C|°F|kHz|MHz|GHz|daN|kN|lbf|kgf|mNm|kNm|hPa|MPa|GPa|mbar|barg|psi|psig|atm|mmHg|Torr|
cmH2O|mmWS|kJ|keV|MeV|MWh|kcal|BTU|mW|MW|kVA|kvar|hp|PS|dBm|dB(A)|dBFS|VDC|V AC|kVp|Vrms|kΩ|kOhm|ohm|mS|µS/cm|pF|mH|mWb|mT|mC|mAh|klx|cd/m²|nits|
MBq|mCi|Gy|cGy|mSv|µSv/h|mGy/h|mrem|krad|C/kg|mmol|mmol/l|nkat|U/l|mg/dl|µg/m³|IU|IE|IU/ml|mEq/l|mOsm/kg|mg/kg/h|ml/h|bpm|dpt|kbit/s|Mbit/s|kbps|
Gbps|MB/s|kB|GiB|bits|kBd|baud|MS/s|ksps|MIPS|TOPS|dpi|MP|Mpx|phon|sone|Pa·s|mPas|cP|cSt|mm²/s|mm/min|mm/rev|ipm|rpm|r/min|U/min|rad/s|°/s|fpm|kts|
m/s²|g RMS|grms|m²|cm³|cc|ccm|ha|sq ft|µl|bbl|Nm³/h|gpm|cfm|sccm|kg/m³|W/m²|W/(m·K)|kJ/kg|V/m|kV/mm|N/mm²|kN/m|K/min|% RH|vol%|wt.-%|HV|HRC|NTU|
°dH|TEU|dwt|arcmin|mrad|gon|sr|kg·m²|N·s|g/kWh|l/100 km|mpg|AWG|A²s|mV/K|µV/°C|nV/√Hz
"""
WORDS = """
micrometres|nanoseconds|milliamperes|kelvin|gigahertz|kilonewtons|newton metres|megapascals|millibars|kilojoules|megawatts|millivolts|kilohms|
microfarads|millihenries|millitesla|coulombs|lumens|lux|candela|becquerels|milligray|millisieverts|moles|millilitres|gallons|barrels|megabits|
kilobytes|kilobits per second|revolutions per minute|beats per minute|breaths per minute|cubic metres per hour|square metres|decibels|radians|
kilowatt-hours|ampere-hours|horsepower|knots|nautical miles|kilometres per hour|miles per hour|inches|yards|pounds|ounces|megapixels|frames per second|
candelas per square metre|microns
"""
WORTE = """
Millimetern|Mikrogramm|Mikrosekunden|Milliampere|Kilohertz|Kilonewton|Newtonmetern|Hektopascal|Bar|Joule|Kilowatt|Millivolt|Kiloohm|Farad|Henry|
Millitesla|Lumen|Lux|Becquerel|Gray|Millisievert|Mol|Millilitern|Kilobit pro Sekunde|Umdrehungen pro Minute|Schlägen pro Minute|Kubikmetern pro Stunde|
Quadratmetern|Dezibel|Grad Celsius|Kilowattstunden|Knoten|Seemeilen|Kilometern pro Stunde|Stundenkilometern|Zoll|Tonnen|Megapixeln|Bogenminuten|Hektar
"""


def _listed(text: str) -> list[str]:
    return [unit.strip() for unit in text.replace("\n", "").split("|")]


ENGLISH = [
    "The pump stops in at most 1 of 1,000 missions at 500 {}", "The pump stops in at most 1 of 1,000 missions with up to 20 {}",
    "At more than 5 {} the pump stops in at most 1 of 1,000 missions", "The flow falls below 300 {} with a probability of at most 0.001",
]  # fmt: skip
GERMAN = [
    "Die Pumpe steht in höchstens 1 von 1.000 Missionen bei 500 {}", "Die Pumpe steht bei mehr als 20 {} in höchstens 1 von 1.000 Missionen",
]  # fmt: skip


@pytest.mark.parametrize("unit", _listed(SIGNS))
def test_a_size_raises_no_question(unit: str) -> None:
    for form in (*ENGLISH, *GERMAN):
        text = form.format(unit)
        assert not half_read(text), text
        assert not unread(text), text


@pytest.mark.parametrize(("words", "forms"), [(WORDS, ENGLISH), (WORTE, GERMAN)])
def test_units_in_words(words: str, forms: list[str]) -> None:
    for unit in _listed(words):
        for form in forms:
            assert not (*half_read(form.format(unit)), *unread(form.format(unit))), form.format(unit)


@pytest.mark.parametrize("unit", ["Gy", "mSv", "kbit/s", "mPas", "IU", "grays", "cSt"])
def test_a_decimal_size_is_no_probability(unit: str) -> None:
    text = f"The dose exceeds 0.5 {unit} with a probability of at most 0.001"
    assert [n.readings for n in stated(text)] == [(0.001,)]
    assert not (*half_read(text), *unread(text))


@pytest.mark.parametrize("text", [
    "in at most 5 MB of the missions", "with at most 0.001 AWG", "with a probability of at most 5 mSv", "in at most 0.05 kbit/s of the missions",
    "with a failure rate of at most 3 Bq", "in at most 0.05 bps of the missions and 0.05 U of the starts", "in at most 30 frames per second",
    "in at most 1 of 1,000 missions of 3 D", "in at most 1 of 1,000 missions of 900 ks", "in at most 1 of 1,000 missions of 3 fortn",
    "in at most 1 of 1,000 missions of 3 fortnt", "in at most 1 of 1,000 missions of 3 moons", "in at most 1 of 1,000 missions of 2 weekends",
    "in at most 1 of 1,000 q", "in at most 1 of 1,000~ missions", "with a probability of at most 0.001~",
    "with a probability of at most 0.001, quantile 0.02",
])  # fmt: skip
def test_what_may_be_a_share_or_a_time_is_asked_about(text: str) -> None:
    assert half_read(f"The pump stops {text}") or unread(f"The pump stops {text}")


def test_from_on_in_german_leaves_the_side_open() -> None:
    assert half_read("Die Pumpe steht mit einer Wahrscheinlichkeit von 0,001 an") == ("0,001 (an)",)
    assert not half_read("Die Pumpe springt mit einer Wahrscheinlichkeit von 0,001 an")


def test_a_confidence_as_a_decimal() -> None:
    [number] = stated("Reliability: 0.95 confidence")
    assert (number.readings, number.what) == ((0.95,), "confidence")


def test_periods_and_words_are_no_units() -> None:
    assert [
        unit_at(f" {sign}") for sign in ("D", "H", "M", "St", "ks", "in", "um", "us", "bps", "mil", "h", "a")
    ] == [""] * 12
