"""A number behind *at most* is one of the claim, whatever preposition stands before it and whatever it counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.texts.numbers.stated import stated
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

NOUNS = (
    "Stopps",
    "Bremsungen",
    "Schließvorgängen",
    "Bremsvorgängen",
    "Schaltvorgängen",
    "Öffnungen",
    "Messungen",
    "Drehungen",
)
TEXTS = {
    **{noun: f"Der Aufzug fährt bei höchstens 1 von {{n}} {noun} mit offener Tür an" for noun in NOUNS},
    "weniger als": "Der Aufzug fährt bei weniger als 1 von {n} Stopps mit offener Tür an",
    "einer": "Der Aufzug fährt bei höchstens einer von {n} Bremsungen mit offener Tür an",
    "nicht mehr als": "Der Aufzug fährt bei nicht mehr als 1 von {n} Türspielen mit offener Tür an",
    "percent": "Der Aufzug fährt bei höchstens {p} % der Bremsungen mit offener Tür an",
    "percent of": "Der Aufzug fährt bei weniger als {p} % aller Öffnungen mit offener Tür an",
    "per": "Der Aufzug fährt mit höchstens {e} je Stopp mit offener Tür an",
    "for": "The lift starts with an open door for at most 1 of {n} drivers",
    "under": "The lift starts with an open door under at most 1 of {n} loads",
    "with": "The lift starts with an open door with fewer than 1 of {n} riders",
    "given": "The lift starts with an open door given at most 1 of {n} door closures",
}  # fmt: skip
TRUE, FALSE = {"n": "1000", "p": "0,1", "e": "10⁻³"}, {"n": "100000", "p": "0,001", "e": "10⁻⁵"}


@pytest.mark.parametrize("name", TEXTS)
def test_a_claim_that_says_more_than_its_requirement(name: str, tmp_path: Path) -> None:
    edits = {"claims.C1.text": TEXTS[name].format(**FALSE)}
    must_not_hold(folder(tmp_path / "false", calculation(), edits), "text-number")
    must_hold(folder(tmp_path / "true", calculation(), {"claims.C1.text": TEXTS[name].format(**TRUE)}))


CONDITIONS = (
    "Der Aufzug hält bei 3 von 4 laufenden Pumpen an", "Der Aufzug hält bei höchstens 2 von 4 laufenden Pumpen an",
    "The lift stops with at most 1 of 3 sensors failed", "The monitor answers with at most 5 % noise",
    "The detector sees the person with at most 5 % of the pixels disturbed",
    "Der Detektor sieht die Person bei höchstens 5 % der Bildpunkte mit Störung", "Es hält bei höchstens 30 % Steigung",
)  # fmt: skip


@pytest.mark.parametrize("text", CONDITIONS)
def test_what_remains_a_condition(text: str) -> None:
    assert all(number.condition or not number.side for number in stated(text))
