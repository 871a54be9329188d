"""Sentences that limit how often something happens, or that it does in a time, beside those on a demand or a moment."""

from __future__ import annotations

import pytest

from casegen.texts.times.exposure import periods
from casegen.texts.unavailability.how_often import words_of_how_often

HOW_OFTEN = {
    "The valve sticks at most once a year": "once a year",
    "Das Ventil klemmt höchstens einmal in zehn Jahren": "einmal in zehn Jahren",
    "The valve meets SIL 2 in continuous mode": "SIL 2",
    "The guard reaches PL e": "PL e",
    "The valve sticks in at most 1 of 100 missions": "1 of 100 missions",
    "The valve sticks in a mission with a probability of at most 1 %": "a mission",
    "Das Ventil klemmt mit höchstens 1 % im Laufe eines Jahres": "im Laufe eines Jahres",
    "The valve sticks on demand at a rate below 1e-6 per hour": "1e-6 per hour",
    "The mean number of losses of the pump in a year is at most 0.02": "mean number of losses",
    "The return period of a loss is at least 50 years": "return period of a loss is at least 50 years",
    "There are at least 50 years between two failures of the valve": "between two failures",
    "A stuck valve is a once-in-50-years event": "once-in-50-years",
    "Zwischen zwei Ausfällen der Pumpe liegen im Mittel mindestens 50 Jahre": "Zwischen zwei Ausfällen",
    "Ein Ausfall ist ein 50-jährliches Ereignis": "50-jährliches Ereignis",
    "The valve is stuck at least once with a probability of at most 1 %": "at least once",
    "The valve is unavailable at some time with a probability of at most 1 %": "at some time",
    "Die Pumpe fällt mindestens einmal aus mit höchstens 1 %": "mindestens einmal",
    "The first failure of the pump occurs with a probability of at most 1 %": "first failure",
    "The mission reliability of the pump is at least 99 %": "mission reliability",
    "The pump completes the mission with a probability of at least 99 %": "completes the mission",
    "The one-year failure probability of the pump is at most 1 %": "one-year failure",
    "The pump runs without failure with a probability of at least 99 %": "without failure",
    "The pump fails in at most 1 % of the operating years": "1 % of the operating years",
    "The pump fails at most 1e-2 per reactor year": "1e-2 per reactor year",
    "Die jährliche Ausfallwahrscheinlichkeit der Pumpe ist höchstens 1 %": "jährliche Ausfallwahrscheinlichkeit",
    "Die Pumpe übersteht ein Jahr mit mindestens 99 %": "übersteht",
    "The pump fails within the mission with a probability of 1 %": "within the mission",
    "Die Pumpe fällt im Einsatz mit höchstens 1 % aus": "im Einsatz",
}
AT_A_MOMENT = (
    "The valve is demanded at least once a year, and sticks on demand in at most 1 of 100 cases",
    "With a mean time between failures of 10 years, the valve sticks on demand in at most 1 of 100 cases",
    "At any time of the mission the valve is stuck with a probability of at most 1 %",
    "The unavailability of the valve never exceeds 1 % during the mission",
    "The valve is down at most 2 % of the year",
    "Die Pumpe ist im Einsatz zu jedem Zeitpunkt mit höchstens 1 % ausgefallen",
    "The rover misses a survivor with a probability of at most 1 %",
    "The monthly test of the pump misses a failure with a probability of at most 1 %",
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
