"""Sentences on a mean of a tree whose own title denies; what names a moment or a state is none of them."""

from __future__ import annotations

import pytest

from casegen.texts.events.named_things import Names
from casegen.texts.frequencies.averages import is_on_average

GERMAN = Names(("Das Ventil schließt nicht", "Das Ventil schließt nicht"))
PUMP = Names(("Die Pumpe läuft nicht an", "Pumpe läuft nicht an"))
ENGLISH = Names(("Valve does not close", "The valve does not close"))
AVERAGE = [
    (GERMAN, "Die mittlere Wahrscheinlichkeit, dass das Ventil nicht schließt, ist höchstens 0,007"),
    (GERMAN, "Die mittlere Wahrscheinlichkeit dass das Ventil nicht schließt ist höchstens 0,007"),
    (GERMAN, "Die mittlere Wahrscheinlichkeit, dass das Ventil nicht schließt, beträgt höchstens 0,007"),
    (
        GERMAN,
        "Die durchschnittliche Wahrscheinlichkeit, dass das Ventil nicht schließt, liegt bei höchstens 0,007",
    ),
    (GERMAN, "Die mittlere Wahrscheinlichkeit dafür, dass das Ventil nicht schließt, ist höchstens 0,007"),
    (GERMAN, "Die mittlere Wahrscheinlichkeit, dass das Ventil versagt, ist höchstens 0,007"),
    (GERMAN, "Die Wahrscheinlichkeit, dass das Ventil nicht schließt, ist im Mittel höchstens 0,007"),
    (GERMAN, "Die Wahrscheinlichkeit, dass das Ventil nicht schließt, ist höchstens 0,007 im Mittel"),
    (
        GERMAN,
        "Die Wahrscheinlichkeit, dass das Ventil nicht schließt, beträgt durchschnittlich höchstens 0,007",
    ),
    (GERMAN, "Im Mittel schließt das Ventil in höchstens 0,7 % der Anforderungen nicht"),
    (GERMAN, "Im Mittel schließt das Ventil bei höchstens 7 von 1.000 Anforderungen nicht"),
    (GERMAN, "Durchschnittlich schließt das Ventil bei höchstens 7 von 1.000 Anforderungen nicht"),
    (GERMAN, "Das Ventil schließt im Mittel bei höchstens 7 von 1.000 Anforderungen nicht"),
    (GERMAN, "Das Ventil schließt durchschnittlich bei höchstens 7 von 1.000 Anforderungen nicht"),
    (GERMAN, "Das Ventil versagt durchschnittlich bei höchstens 7 von 1.000 Anforderungen"),
    (GERMAN, "Das Ventil schließt mit einer mittleren Wahrscheinlichkeit von höchstens 0,007 nicht"),
    (GERMAN, "Das Ventil erfüllt SIL 2 bei Anforderung"),
    (ENGLISH, "The probability that the valve does not close is at most 0.007 on average"),
    (ENGLISH, "The valve does not close in at most 7 of 1,000 demands on average"),
    (ENGLISH, "The valve does not close with a probability of at most 0.007 on average"),
    (ENGLISH, "The mean probability that the valve does not close is at most 0.007"),
    (ENGLISH, "The mean probability that the valve doesn't close is at most 0.007"),
    (ENGLISH, "The valve meets SIL 2 on demand"),
    (ENGLISH, "The valve fails in at most 7 of 1,000 demands on average"),
    (ENGLISH, "On average the valve does not close in at most 7 of 1,000 demands"),
    (ENGLISH, "On average, the valve fails to close in at most 7 of 1,000 demands"),
    (ENGLISH, "The mean probability of failure of the valve is at most 0.007"),
    (PUMP, "Die mittlere Wahrscheinlichkeit, dass die Pumpe nicht anläuft, ist höchstens 0,007"),
    (PUMP, "Die Pumpe läuft im Mittel bei höchstens 7 von 1.000 Anforderungen nicht an"),
]
EVERY_MOMENT = [
    (GERMAN, "Die mittlere Wahrscheinlichkeit, dass das Ventil stets nicht schließt, ist höchstens 0,007"),
    (
        GERMAN,
        "Die mittlere Wahrscheinlichkeit, dass das Ventil bei der Prüfung nicht schließt, ist höchstens 0,007",
    ),
    (
        GERMAN,
        "Die mittlere Wahrscheinlichkeit, dass das überfällige Ventil nicht schließt, ist höchstens 0,007",
    ),
    (GERMAN, "Die mittlere Wahrscheinlichkeit, dass das Ventil nicht öffnet, ist höchstens 0,007"),
    (GERMAN, "Die mittlere Wahrscheinlichkeit, dass das Ventil nicht schließt, ist stets höchstens 0,007"),
    (GERMAN, "Die mittlere Wahrscheinlichkeit, dass das Ventil nicht schließt, ist nie über 0,007"),
    (GERMAN, "Die Wahrscheinlichkeit, dass das Ventil nicht schließt, ist höchstens 0,007"),
    (GERMAN, "Das durchschnittlich alte Ventil schließt bei höchstens 7 von 1.000 Anforderungen nicht"),
    (GERMAN, "Durchschnittlich 20 Jahre alte Ventile versagen in höchstens 0,7 % der Anforderungen"),
    (GERMAN, "Im Mittel schließt das Ventil bei höchstens 7 von 1.000 Prüfungen nicht"),
    (
        GERMAN,
        "Das Ventil schließt durchschnittlich bei höchstens 7 von 1.000 Anforderungen nach der Prüfung nicht",
    ),
    (GERMAN, "Das Ventil schließt bei durchschnittlich zwei Anforderungen im Jahr mit höchstens 0,007 nicht"),
    (GERMAN, "Das Ventil schließt vor der Prüfung im Mittel bei höchstens 7 von 1.000 Anforderungen nicht"),
    (GERMAN, "Das Ventil schließt im Mittel zuletzt bei höchstens 7 von 1.000 Anforderungen nicht"),
    (ENGLISH, "The mean probability that the valve never closes is at most 0.007"),
    (ENGLISH, "The mean probability that the valve does not close at the proof test is at most 0.007"),
    (ENGLISH, "The mean probability that the overdue valve does not close is at most 0.007"),
    (ENGLISH, "The valve does not close always in at most 7 of 1,000 demands on average"),
    (ENGLISH, "The valve always meets SIL 2 on demand"),
    (ENGLISH, "The overdue valve meets SIL 2 on demand"),
    (ENGLISH, "The valve meets SIL 2 on demand at the proof test"),
    (ENGLISH, "The valve meets SIL 2 on demand in high demand mode"),
    (ENGLISH, "The valve meets SIL 2 on every demand"),
    (ENGLISH, "The probability that the valve does not close is always at most 0.007 on average"),
    (ENGLISH, "The valve does not close in at most 7 of 1,000 demands, not on average"),
    (ENGLISH, "The valve does not close in at most 7 of 1,000 tests on average"),
    (ENGLISH, "The mean probability that the valve does not open is at most 0.007"),
    (ENGLISH, "The valve does not close in at most 7 of 1,000 demands"),
    (ENGLISH, "The probability that the valve does not close in winter is at most 0.007 on average"),
    (ENGLISH, "The mean probability that the valve does not close does not exceed 0.007 before the test"),
    (
        ENGLISH,
        "The probability that the valve does not close just before the test is at most 0.007 on average",
    ),
]


@pytest.mark.parametrize(("names", "text"), AVERAGE)
def test_a_mean_of_what_the_title_denies(names: Names, text: str) -> None:
    assert is_on_average(text, names)


@pytest.mark.parametrize(("names", "text"), EVERY_MOMENT)
def test_every_moment(names: Names, text: str) -> None:
    assert not is_on_average(text, names)
