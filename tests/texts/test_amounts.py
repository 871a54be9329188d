"""Amounts with units, their size in base units, and on which side of them a text lies."""

from __future__ import annotations

import pytest

from casegen.texts.numbers.amounts import amounts


@pytest.mark.parametrize(
    ("text", "size", "of", "side"),
    [
        ("comes closer than 10 cm", 0.1, "m", "below"),
        ("at more than 36 km/h", 10.0, "m/s", "above"),
        ("within 5 min", 300.0, "s", "below"),
        ("in thirty seconds", 30.0, "s", "below"),
        ("1.5 s after the command", 1.5, "s", "late"),
        ("exceeds 300 °C", 300.0, "°C", "above"),
        ("exceeds 212 °F", 100.0, "°C", "above"),
        ("more than 5 mg/dl", 50.0, "g/m³", "above"),
        ("more than 0.4 mg/m³", 4e-4, "g/m³", "above"),
        ("more than 150 % of its load", 1.5, "share", "above"),
        ("5 µl too much", 5e-9, "m³", "above"),
        ("less than 0.8 cd", 0.8, "cd", "below"),
        ("um mehr als 0,3 mmol/l", 0.3, "mol/m³", "above"),
        ("nicht innerhalb von 10 s", 10.0, "s", "below"),
        ("langsamer als 3 m/s", 3.0, "m/s", "below"),
        ("two metres per second", 2.0, "m/s", ""),
    ],
)
def test_an_amount(text: str, size: float, of: str, side: str) -> None:
    (amount,) = amounts(text)
    assert (pytest.approx(size), of, side) == (amount.sizes[0], amount.of, amount.side)


@pytest.mark.parametrize(
    "text",
    [
        "at most 1 of 1,000 demands",
        "0.001 in use",
        "0.001 at most",
        "0.01 failures/demand",
        "0.001 PFD",
        "0.1 a year",
    ],
)
def test_no_amount(text: str) -> None:
    assert not amounts(text)
