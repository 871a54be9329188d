"""Sentences that limit how often something happens, or that it does in a time, beside those on a demand or a moment."""

from __future__ import annotations

import pytest

from casegen.texts.how_often import words_of_how_often
from casegen.texts.times import periods

HOW_OFTEN = {
    "The valve sticks at most once a year": "once a year",
    "Das Ventil klemmt höchstens einmal in zehn Jahren": "einmal in zehn Jahren",
    "The valve meets SIL 2 in continuous mode": "SIL 2",
    "The guard reaches PL e": "PL e",
    "The valve sticks in at most 1 of 100 missions": "1 of 100 missions",
    "The valve sticks in a mission with a probability of at most 1 %": "a mission",
    "Das Ventil klemmt mit höchstens 1 % im Laufe eines Jahres": "im Laufe eines Jahres",
    "The valve sticks on demand at a rate below 1e-6 per hour": "1e-6 per hour",
}
AT_A_MOMENT = (
    "The valve, called at most once a year, sticks on demand in at most 1 of 100 cases",
    "The valve is stuck in at most 1 of 100 missions",
    "The valve sticks when needed in at most 1 of 100 missions",
    "Das Ventil klemmt, wenn es gebraucht wird, in höchstens 1 von 100 Einsätzen",
    "Das Ventil ist in höchstens 1 von 100 Einsätzen nicht verfügbar",
    "The valve meets SIL 2 in low demand mode",
    "The SIL 2 valve sticks with a probability of at most 1 %",
    "The average probability of failure of the valve over a year is at most 1 %",
    "The valve rarely sticks",
)


@pytest.mark.parametrize("text", HOW_OFTEN)
def test_how_often(text: str) -> None:
    assert words_of_how_often(text) == HOW_OFTEN[text]


@pytest.mark.parametrize("text", AT_A_MOMENT)
def test_at_a_moment(text: str) -> None:
    assert words_of_how_often(text) == ""


def test_what_lasts_as_long_as_the_mission_is_one() -> None:
    """A trip of a lift is a demand; one that lasts as long as the tree's mission is that mission."""
    text = "It fails in at most 1 of 100 trips"
    trips = periods("A trip lasts 30 days")
    assert words_of_how_often(text) == ""
    assert words_of_how_often(text, trips, 720.0) == "1 of 100 trips"
    assert words_of_how_often(text, trips, 8760.0) == ""
