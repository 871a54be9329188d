"""Factors beside a number, certainty in words and counted stretches of time are read, or said not to be."""

from __future__ import annotations

import pytest

from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.agreement import disagreement
from casegen.texts.frequencies.unread import unread
from casegen.texts.numbers.units import stretches

N = "1 of 1,000 evacuations"


def weaker(text: str, limit: float = 1e-3, confidence: float = 0.95) -> str:
    """Why a requirement per demand is weaker than its text."""
    return disagreement(text, Comparison.AT_MOST, limit, MeasureKind.PER_DEMAND, confidence)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        (f"A door stays locked half as often as {N}", 5e-4), (f"A door stays locked half as often as in {N}", 5e-4),
        (f"A door stays locked an order of magnitude less often than in {N}", 1e-4),
        (f"A door stays locked tenfold less often than in {N}", 1e-4), (f"A door stays locked ten times less often than in {N}", 1e-4),
        (f"A door stays locked one decade below {N}", 1e-4),
        (f"A door stays locked a tenth as often as {N}", 1e-4), (f"A door stays locked twice as rarely as {N}", 5e-4),
        (f"A door stays locked two orders of magnitude less frequently than {N}", 1e-5),
        (f"A door stays locked a hundredfold more rarely than in {N}", 1e-5), (f"Locked doors are 10-fold rarer than {N}", 1e-4),
        (f"A door stays locked one third as frequently as in {N}", 1e-3 / 3),
        ("Eine Tür klemmt halb so oft wie 1 von 1.000 Räumungen", 5e-4), ("Eine Tür klemmt zehnfach seltener als in 1 von 1.000 Räumungen", 1e-4),
        ("Eine Tür klemmt eine Größenordnung seltener als bei 1 von 1.000 Räumungen", 1e-4),
    ],
)  # fmt: skip
def test_a_factor_counts(text: str, limit: float) -> None:
    assert weaker(text), text
    assert not weaker(text, limit)


@pytest.mark.parametrize(
    ("text", "enough"),
    [
        (f"With three-sigma confidence a door stays locked in at most {N}", 0.999),
        (f"A door stays locked in at most {N} at a 5-sigma level", 1 - 1e-8), (f"At 3σ confidence, at most {N}", 0.999),
        (f"With certainty a door stays locked in at most {N}", 1.0), (f"With absolute certainty at most {N}", 1.0),
        ("Mit Sicherheit klemmt eine Tür in höchstens 1 von 1.000 Räumungen", 1.0),
        (f"With 99 % certainty at most {N}", 0.99),
    ],
)  # fmt: skip
def test_certainty_is_a_confidence(text: str, enough: float) -> None:
    assert "asks for 0.95" in weaker(text)
    assert not weaker(text, confidence=enough)


@pytest.mark.parametrize(
    "text",
    [f"A door stays locked in at most {N}", f"With a certainty of 95 %, in at most {N}", f"A 3-sigma outlier is met in at most {N}",
     f"Mit Sicherheitsgurt in höchstens {N}", f"At half the load a door stays locked in at most {N}"],
)  # fmt: skip
def test_what_is_no_factor_and_no_certainty(text: str) -> None:
    assert not weaker(text)


@pytest.mark.parametrize(
    "noun", ["seasons", "winters", "semesters", "terms", "lustra", "moons", "generations", "nights", "shifts", "lifetimes",
             "night shifts", "millennia"],
)  # fmt: skip
def test_a_stretch_of_time_is_asked_about(noun: str) -> None:
    text = f"A door stays locked in at most 1 of 1,000 {noun}"
    assert stretches(text, MeasureKind.PER_MISSION, "doors of the hall")
    assert not stretches(text, MeasureKind.PER_MISSION, f"a mission is one of the {noun}")


def test_a_fortnight_is_a_time() -> None:
    text = "A door stays locked in at most 1 of 1,000 fortnights"
    assert disagreement(text, Comparison.AT_MOST, 1e-3, MeasureKind.PER_MISSION, None, 1.0)


@pytest.mark.parametrize("text", [f"A door stays locked many times less often than {N}",
                                  f"A door stays locked several orders of magnitude less often than in {N}",
                                  f"A door stays locked far less often than in {N}"])  # fmt: skip
def test_a_factor_without_a_number_is_not_read(text: str) -> None:
    assert unread(text)
