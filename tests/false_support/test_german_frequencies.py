"""German ordinals and groups, as numbers beside a requirement: those that agree are clean, others are an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.texts.events.polarity import polarity
from casegen.texts.numbers.stated import stated
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import calculation
from tests.false_support.test_decisive_states import asked_of

SAID = [
    ("Höchstens jeder {n}. Einsatz beginnt mit offener Tür", "1.000", "10.000"),
    ("Der Lift startet bei höchstens jedem {n}. Einsatz mit offener Tür", "1.000", "10.000"),
    ("Höchstens jede {n}ste Fahrt beginnt mit offener Tür", "1.000", "10.000"),
    ("Höchstens jede {n}. Fahrt beginnt mit offener Tür", "1000", "10000"),
    ("Höchstens jeder {n} Einsatz beginnt mit offener Tür", "tausendste", "zehntausendste"),
    ("Von {n} Fahrten beginnt höchstens eine mit offener Tür", "1.000", "10.000"),
    ("Auf {n} Fahrten kommt höchstens eine mit offener Tür", "1.000", "10.000"),
    ("Unter {n} Fahrten beginnt höchstens eine mit offener Tür", "1.000", "10.000"),
    ("Höchstens eine von {n} Fahrten beginnt mit offener Tür", "1.000", "10.000"),
    ("Höchstens eine unter {n} Fahrten startet mit offener Tür", "tausend", "zehntausend"),
    ("Höchstens einer von {n} Einsätzen beginnt mit offener Tür", "tausend", "zehntausend"),
    ("Höchstens eine Fahrt von {n} beginnt mit offener Tür", "tausend", "zehntausend"),
    ("Höchstens jede {n}. Liftfahrt beginnt mit offener Tür", "1.000", "10.000"),
    ("Nur einer von {n} Einsätzen beginnt mit offener Tür", "tausend", "zehntausend"),
    ("Höchstens einmal in {n} Fahrten startet der Lift mit offener Tür", "1.000", "10.000"),
    ("Der Lift startet höchstens alle {n} Fahrten einmal mit offener Tür", "1.000", "10.000"),
]


def german(at: Path, text: str) -> Path:
    edits = {
        "claims.C1.text": text, "trees.FT.title": "Der Lift startet mit offener Tür", "trees.FT.gates.TOP.text": "Der Lift startet",
    }  # fmt: skip
    return folder(at, calculation(), edits)


@pytest.mark.parametrize(("text", "right", "wrong"), SAID)
def test_a_german_number_beside_its_requirement(tmp_path: Path, text: str, right: str, wrong: str) -> None:
    twin = german(tmp_path / "right", text.format(n=right))
    must_hold(twin)
    assert asked_of(twin) == []
    must_not_hold(german(tmp_path / "wrong", text.format(n=wrong)), "text-number")


def test_a_preposition_is_no_article() -> None:
    (number,) = stated("Die Anlage dosiert an höchstens einem von 1.000 Tagen zu viel")
    assert (number.quote, number.side) == ("einem von 1.000 Tagen", "upper")


@pytest.mark.parametrize(
    "text", ["The governor fails to trip", "The cover fails to close", "The recovery fails"]
)
def test_a_part_of_a_word_is_no_relation(text: str) -> None:
    assert polarity(text) == "failure"
    assert stated(f"{text.split()[1].capitalize()} 1 of 1,000")[0].side == ""
