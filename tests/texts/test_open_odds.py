"""Odds without a direction, numbers beyond those of a case, and words of time behind a count are asked about, or are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.assessment.points import reading_steps
from casegen.texts.numbers.stated import half_read, in_unknown_unit
from casegen.texts.numbers.units import phrases
from tests.false_support import folder, must_hold
from tests.false_support.bases import calculation

OPEN = ["odds of 19 to 1", "Sticks at odds of 19:1", "Odds 19 to 1 that it sticks", "Die Chancen stehen 3 zu 1", "chances are 3 to 2"]  # fmt: skip
CLEAR = [
    "odds of 19 to 1 against", "odds of 19 to 1 for it", "odds of 19 to 1 in favour", "odds of 1 to 1", "odds of 10,000 to 1",
    "the ratio is 19 to 1", "Die Chancen stehen 19 zu 1 dagegen", "it won 3:2",
]  # fmt: skip
LONG = [
    "1e-" + "1" * 310,
    "sticks in 0." + "0" * 310 + "1",
    "9" * 300 + " times",
    "9" * 500,
    "1," + "3" * 320,
]
SHORT = ["9" * 40, "sha " + "0" * 300, "record x" + "9" * 300, "1." + "0" * 310, "9a" * 200]


@pytest.mark.parametrize("text", OPEN)
def test_odds_without_a_direction_are_named(text: str) -> None:
    for parts in (half_read(text), in_unknown_unit(text)):
        assert len(parts) == 1
        assert parts[0].endswith("(for or against)")


@pytest.mark.parametrize("text", [*CLEAR, *SHORT])
def test_what_is_clear_is_not_named(text: str) -> None:
    assert in_unknown_unit(text) == ()


@pytest.mark.parametrize("text", LONG)
def test_numbers_of_hundreds_of_digits_are_named_in_short(text: str) -> None:
    for parts in (half_read(text), in_unknown_unit(text)):
        assert len(parts) == 1
        assert "characters)" in parts[0]
        assert len(parts[0]) < 40


def _units(at: Path) -> list[str]:
    asked = (one for one in reading_steps(casegen.open(at).assessment) if one.kind == "units")
    return [text for one in asked for text in one.texts]


@pytest.mark.parametrize(
    ("text", "is_asked"), [("odds of 19 to 1", True), ("odds of 19 to 1 against", False)]
)
def test_an_event_of_such_odds_is_asked_about(tmp_path: Path, text: str, is_asked: bool) -> None:
    edits: dict[str, Any] = {
        "events.E1.text": f"The contact sticks, {text}", "events.E1.model.probability": 0.05,
        "trees.FT.target.probability": 0.1, "claims.C1.text": "The lift starts with an open door in at most 1 of 10 missions",
    }  # fmt: skip
    at = folder(tmp_path / "case", calculation(), edits)
    must_hold(at)
    assert ("19 to 1 (for or against)" in _units(at)) is is_asked


def test_an_event_with_a_number_beyond_all_is_asked_about(tmp_path: Path) -> None:
    at = folder(
        tmp_path / "case", calculation(), {"events.E1.text": f"The contact sticks in 0.{'0' * 310}1 of them"}
    )
    assert any("characters)" in text for text in _units(at))


def test_words_of_time_are_not_what_is_counted() -> None:
    assert phrases("At most 1 of 1,000 since December") == ()
    assert phrases("At most 1 of 1,000 runs since December") == ("runs",)
    assert phrases("At most 1 of 1,000 in December") == ()
    assert phrases("Höchstens 1 von 1.000 seit Dezember") == ()
